"""Pairing attackers with weapons, from the names before and after the verb."""

from collections.abc import Callable
from dataclasses import replace

from brikdesk.acts.attack.aim import MANEUVERS, Mode, Strike
from brikdesk.spoken.cursor import Cursor
from brikdesk.spoken.draft import ArmPhrase, Attacker, SpokenDraft
from brikdesk.spoken.phrases import Phrase, say_several, spellings
from brikdesk.spoken.roll_call import Arm, Caller
from brikdesk.spoken.spelling import listed
from brikdesk.spoken.spoken import ONLY_ONE, SpokenRole

SPREADING = ("FlameThrower", "BlastGun")
"""Kinds of weapons that always attack an area."""


def strikes_of(draft: SpokenDraft, cursor: Cursor) -> tuple[Strike, ...]:
    """Return how each weapon is used; problems are noted in `cursor`."""
    pairs = _pairs(draft, cursor)
    made: list[Strike] = []
    noted: set[int] = set()
    for attacker, phrase in pairs:
        if (strike := _strike(draft, cursor, attacker, phrase, noted)) is not None:
            made.append(strike)
    return _supported(draft, cursor, made) if len(made) == len(pairs) else tuple(made)


def _pairs(draft: SpokenDraft, cursor: Cursor) -> list[tuple[Attacker, ArmPhrase | None]]:
    """Return each attacker with the words for his weapon: his own, else those after the verb."""
    bare = [each for each in draft.attackers if each.arm is None]
    armed, arms = [each for each in draft.attackers if each.arm], draft.arms
    pairs: list[tuple[Attacker, ArmPhrase | None]] = [(each, each.arm) for each in armed]
    if not arms:
        return pairs + [(each, None) for each in bare]
    if not bare:
        words = [word for arm in arms for word in arm.said.words]
        cursor.wrong(words, "Each attacker has a weapon already.")
    elif len(arms) == 1:
        pairs += [(each, arms[0]) for each in bare]
    elif len(bare) == 1:
        pairs += [(bare[0], arm) for arm in arms]
    elif len(bare) == len(arms):
        pairs += list(zip(bare, arms, strict=True))
    else:
        words = [word for arm in arms for word in arm.said.words]
        sentence = (
            f"{len(arms)} weapons for {len(bare)} attackers: write each name with its weapon."
        )
        cursor.wrong(words, sentence)
    return pairs


def _strike(
    draft: SpokenDraft,
    cursor: Cursor,
    attacker: Attacker,
    phrase: ArmPhrase | None,
    noted: set[int],
) -> Strike | None:
    if phrase and not phrase.object and not phrase.said.found:
        _tell_attacker(cursor, attacker, attacker.said.one, noted)
        return None  # said already
    if not attacker.said.found:
        return None
    if phrase is None and draft.mode in MANEUVERS and len(attacker.said.found) == 1:
        _tell_attacker(cursor, attacker, attacker.said.one, noted)
        return _used(draft, attacker, attacker.said.found[0], _shoves_with(draft, attacker))
    fitting = _fitting(draft, attacker.said, phrase)
    if len(fitting) > 1:
        callers = tuple(caller for caller, _ in fitting)
        say_several(cursor, Phrase(attacker.said.words, callers), draft.call.units)
        return None
    caller, arms = fitting[0]
    _tell_attacker(cursor, attacker, caller, noted)
    if phrase and phrase.object:
        cursor.tell(SpokenRole.WEAPON, phrase.said.words, phrase.object)
        return _used(draft, attacker, caller, None, phrase.object)
    arm = _one_arm(draft, cursor, caller, arms, phrase)
    if arm is None and phrase is None:
        return _used(draft, attacker, caller, None)  # with what is asked; who attacks stays
    by = _user(draft, cursor, attacker, caller, arm) if arm else None
    return _used(draft, attacker, by, arm) if by else None


def _shoves_with(draft: SpokenDraft, attacker: Attacker) -> Arm | None:
    """Return what a unit Shoves with: an object that it holds, if it holds any (5.2-31)."""
    if draft.mode is not Mode.SHOVE:
        return None
    unit = attacker.said.found[0]
    held = (arm for arm in draft.call.arms_of(unit) if arm.unit_id == unit.id and arm.held)
    return next(held, None)


def _tell_attacker(
    cursor: Cursor, attacker: Attacker, caller: Caller | None, noted: set[int]
) -> None:
    # An attacker with several weapons comes here once for each of them.
    place = attacker.said.words[0].start
    if caller is not None and place not in noted:
        cursor.tell(SpokenRole.ATTACKER, attacker.said.words, caller.name)
        noted.add(place)


def _fitting(
    draft: SpokenDraft, said: Phrase[Caller], phrase: ArmPhrase | None
) -> list[tuple[Caller, tuple[Arm, ...]]]:
    """Return the units that may be meant, each with the weapons that may be meant.

    Units that have such a weapon go before all others.
    """
    call = draft.call
    if phrase is None:
        with_arms = [(each, _usable(draft, each)) for each in said.found]
        return [pair for pair in with_arms if pair[1]] or with_arms
    named = phrase.said.found
    own = [(each, tuple(arm for arm in named if arm in call.arms_of(each))) for each in said.found]
    near = [
        (each, tuple(arm for arm in named if arm in call.arms_near(each))) for each in said.found
    ]
    # Two units may have the name: the one whose weapon was named is meant.
    for pairs in (own, near):
        if able := [pair for pair in pairs if pair[1]]:
            return able
    return [(each, named) for each in said.found]


def _usable(draft: SpokenDraft, caller: Caller) -> tuple[Arm, ...]:
    """Return the weapons of a unit that can do what the verb says."""
    arms = draft.call.arms_of(caller)
    fits: dict[Mode, Callable[[Arm], bool]] = {
        Mode.STRIKE: lambda arm: not arm.reaches,
        Mode.THROW: lambda arm: not arm.mounted or arm.kind == "Explosive",
        Mode.DROP: lambda arm: not arm.mounted or arm.kind == "Explosive",
        Mode.BURST: lambda arm: arm.kind == "MachineGun",
        Mode.ARC: lambda arm: arm.kind in (*SPREADING, "MachineGun"),
    }
    fit = fits.get(draft.mode)
    return tuple(arm for arm in arms if fit(arm)) if fit else arms


def _one_arm(
    draft: SpokenDraft,
    cursor: Cursor,
    caller: Caller,
    arms: tuple[Arm, ...],
    phrase: ArmPhrase | None,
) -> Arm | None:
    if phrase is not None:
        arms = _one_of_twins(draft, arms)
        if len(arms) > 1:
            _say_arms(draft, cursor, phrase, arms)
            return None
        draft.taken.add(arms[0].id)
        cursor.tell(SpokenRole.WEAPON, phrase.said.words, arms[0].label)
        return arms[0]
    if len(arms) == 1:
        cursor.tell(SpokenRole.WEAPON, (cursor.words[draft.verb],), f"{arms[0].label}{ONLY_ONE}")
        return arms[0]
    known = arms or draft.call.arms_of(caller)
    labels = listed(list(dict.fromkeys(arm.label for arm in known[:6])))
    sentence = f"With what? {labels}." if known else f"With what? {caller.name} has no weapon."
    # Whoever has no weapon may take any object: "a" begins one that is on no roster.
    cursor.lacks(sentence, spellings(known[:6], known) or ["a chair"], draft.armed_at)
    return None


def _one_of_twins(draft: SpokenDraft, arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
    """Return one of several weapons of a unit that are alike, or all if they are not.

    It is one that the line has not used yet and, if possible, that has not fired in this turn.
    """
    looks = {(arm.unit_id, arm.name, arm.kind, arm.size, arm.mounted) for arm in arms}
    if len(looks) > 1:
        return arms
    free = [arm for arm in arms if arm.id not in draft.taken] or list(arms)
    return (min(free, key=lambda arm: (arm.spent, arm.id)),)


def _say_arms(draft: SpokenDraft, cursor: Cursor, phrase: ArmPhrase, arms: tuple[Arm, ...]) -> None:
    shown = [f"{arm.label} of {draft.call.bearer(arm)} (#{arm.id})" for arm in arms[:6]]
    sentence = f"“{phrase.said.text}” may be {listed(shown)}."
    cursor.wrong(phrase.said.words, sentence, [f"#{arm.id}" for arm in arms[:6]])


def _user(
    draft: SpokenDraft, cursor: Cursor, attacker: Attacker, caller: Caller, arm: Arm
) -> Caller | None:
    """Return the unit that fires: the one named, or the crew if a creation cannot act itself.

    None, with a problem, if several units man the weapon.
    """
    if caller.action_die or caller.id != arm.unit_id or not arm.crew:
        return caller
    crew = tuple(unit for each in arm.crew if (unit := draft.call.unit(each)) is not None)
    if len(crew) == 1:
        return crew[0]
    names = listed([unit.name for unit in crew])
    sentence = f"Who fires the {arm.name} of {caller.name}? {names}."
    cursor.wrong(attacker.said.words, sentence, spellings(crew, draft.call.units))
    return None


def _used(
    draft: SpokenDraft, attacker: Attacker, by: Caller, arm: Arm | None, thing: str = ""
) -> Strike:
    return replace(
        draft.strike,
        weapon_id=arm.id if arm else None,
        by_id=by.id,
        name=thing,
        mode=draft.mode,
        distance=attacker.distance,
    )


def _supported(draft: SpokenDraft, cursor: Cursor, made: list[Strike]) -> tuple[Strike, ...]:
    """Return the strikes, all helpers with the first mounted weapon, else with the first one.

    For a number of supporters these are others at the controls of that weapon.
    """
    strike = draft.strike
    if not made:
        return ()
    arms = {arm.id: arm for arm in draft.call.arms}
    mounted = [each for each in made if each.weapon_id in arms and arms[each.weapon_id].mounted]
    first = (mounted or made)[0]
    helpers = {
        "supporters": strike.supporters or _crew(draft, cursor, first),
        "interferers": strike.interferers,
        "team": strike.team,
    }
    none = dict.fromkeys(helpers, ())
    return tuple(replace(each, **(helpers if each is first else none)) for each in made)


def _crew(draft: SpokenDraft, cursor: Cursor, strike: Strike) -> tuple[int, ...]:
    """Return the ids of as many others at the controls of a weapon as were asked for."""
    if draft.supporters is None or (strike.weapon_id is None and not strike.name):
        return ()
    words, count = draft.supporters
    arm = next((arm for arm in draft.call.arms if arm.id == strike.weapon_id), None)
    others = tuple(each for each in (arm.crew if arm else ()) if each != strike.by_id)
    if len(others) < count:
        names = [unit.name for each in others if (unit := draft.call.unit(each))]
        there = listed(names, "and") if names else "nobody else"
        cursor.wrong(words, f"Support of {count}: {there} at the controls. Name who supports.")
        return ()
    return others[:count]
