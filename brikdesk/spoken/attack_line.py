"""Understanding a line of words as an attack: attackers, weapons, targets."""

from collections.abc import Callable
from dataclasses import replace

from brikdesk.acts.combat.aim import MANEUVERS, Aim, Mode, Strike, TargetPart
from brikdesk.acts.combat.attack import Attack
from brikdesk.rules.brikwars.shooting import may_spread
from brikdesk.rules.brikwars.weapons import SPREADING
from brikdesk.spoken import phrases
from brikdesk.spoken.attack_options import take_option
from brikdesk.spoken.roll_call import Arm, Caller, LooseExplosive, RollCall
from brikdesk.spoken.words import (
    LONGEST,
    Word,
    folded_together,
    listed,
    near,
    nearest_words,
    words_of,
)
from brikdesk.text import number_of


def take_attackers(cursor: phrases.Cursor, call: RollCall) -> list[phrases.Attacker]:
    """Read the names before the verb, each with the weapon and the distance that follow it."""
    found: list[phrases.Attacker] = []
    while not cursor.done:
        if _parted(cursor):
            continue
        attacker = _attacker(cursor, call)
        if attacker is None:
            cursor.wrong(cursor.take(cursor.until - cursor.at), "Who attacks? No name is here.")
            break
        found.append(attacker)
    if not found and not cursor.problems:
        cursor.lacks("Who attacks?", after=-1)
    return found


def _parted(cursor: phrases.Cursor) -> bool:
    word = cursor.peek()
    if word is not None and (word.mark or word.key in phrases.AND):
        cursor.take()
        return True
    return False


def _attacker(cursor: phrases.Cursor, call: RollCall) -> phrases.Attacker | None:
    said = phrases.take_name(cursor, call.units)
    if not said.words:
        return None
    if not said.found:
        phrases.say_unknown(cursor, said, f"Nobody is called “{said.text}”", call.units)
    attacker = phrases.Attacker(said)
    if cursor.skip(phrases.WITH):
        attacker.arm = take_arm(cursor, call, said.found)
    word = cursor.peek()
    if word is not None and word.inches is not None:
        cursor.take()
        attacker.distance = word.inches
    return attacker


def take_arm(
    cursor: phrases.Cursor, call: RollCall, callers: tuple[Caller, ...]
) -> phrases.ArmPhrase | None:
    """Read a weapon: one of theirs, else a mounted one of their player, else any mounted one.

    Behind "a" or "an", a name that no weapon has is an object on the table. None if no name begins
    here.
    """
    begins, some = cursor.at, cursor.key() in phrases.SOME
    own = _arms(call, callers)
    first: phrases.Phrase[Arm] | None = None
    tiers = (own, _near(call, callers), tuple(arm for arm in call.arms if arm.mounted))
    # First those that use up all words of the name: a name in full, even of a weapon farther off,
    # goes before part of a name.
    for whole, arms in (*((True, arms) for arms in tiers), *((False, arms) for arms in tiers)):
        cursor.at = begins
        said = phrases.take_name(cursor, arms)
        if said.found and (_ended(cursor) or not whole):
            _take_size(cursor, said)
            return phrases.ArmPhrase(said)
        if first is None or (said.close and not first.close):
            first = said
    cursor.at = begins
    run = phrases.take_name(cursor, ()).words
    if not run:
        cursor.at = begins
        return None
    assert first is not None
    if some and not first.close:
        return phrases.ArmPhrase(
            phrases.Phrase(run, ()), object=" ".join(word.text for word in run)
        )
    said = phrases.Phrase(run, (), first.close or own[:6])
    whose = f" on {listed([caller.name for caller in callers[:3]])}" if callers else ""
    phrases.say_unknown(cursor, said, f"No weapon “{said.text}”{whose}", own)
    return phrases.ArmPhrase(said)


def _ended(cursor: phrases.Cursor) -> bool:
    """Return whether the name has ended, with no word of it left over."""
    word = cursor.peek()
    return word is None or phrases.ends_name(word)


def _arms(call: RollCall, callers: tuple[Caller, ...]) -> tuple[Arm, ...]:
    own = {arm.id for caller in callers for arm in call.arms_of(caller)}
    return tuple(arm for arm in call.arms if arm.id in own)


def _near(call: RollCall, callers: tuple[Caller, ...]) -> tuple[Arm, ...]:
    near = {arm.id for caller in callers for arm in call.arms_near(caller)}
    return tuple(arm for arm in call.arms if arm.id in near)


def _take_size(cursor: phrases.Cursor, said: phrases.Phrase[Arm]) -> None:
    """Take the Size after a weapon's name, as in cannon 3" at ...

    It must be that of the weapon, and a target must follow; otherwise it is a distance or a die.
    """
    word = cursor.peek()
    size = {arm.size for arm in said.found}
    if word is None or cursor.key(1) not in phrases.AT or len(size) != 1:
        return
    if {word.figure} == size:
        cursor.take()


def begins_arm(cursor: phrases.Cursor, call: RollCall, callers: tuple[Caller, ...]) -> bool:
    """Return whether the next words name a weapon rather than a target."""
    begins = cursor.at
    found = phrases.take_name(cursor, (*_arms(call, callers), *_near(call, callers))).found
    cursor.at = begins
    if found or cursor.key() in phrases.SOME:
        return True
    run = cursor.run(phrases.ends_name)
    ahead, after = cursor.key(len(run)), cursor.peek(len(run) + 1)
    return ahead in phrases.AT and after is not None and after.figure is None


def strikes_of(draft: phrases.SpokenDraft, cursor: phrases.Cursor) -> tuple[Strike, ...]:
    """Return how each weapon is used; problems are noted in `cursor`."""
    pairs = _pairs(draft, cursor)
    noted: set[int] = set()
    strikes = [_strike(draft, cursor, *pair, noted) for pair in pairs]
    made = [strike for strike in strikes if strike is not None]
    return _supported(draft, cursor, made) if len(made) == len(pairs) else tuple(made)


def _pairs(
    draft: phrases.SpokenDraft, cursor: phrases.Cursor
) -> list[tuple[phrases.Attacker, phrases.ArmPhrase | None]]:
    """Return each attacker with the words for his weapon: his own, else those after the verb."""
    bare = [each for each in draft.attackers if each.arm is None]
    armed, arms = [each for each in draft.attackers if each.arm], draft.arms
    pairs: list[tuple[phrases.Attacker, phrases.ArmPhrase | None]] = [
        (each, each.arm) for each in armed
    ]
    words = [word for arm in arms for word in arm.said.words]
    if not arms:
        return pairs + [(each, None) for each in bare]
    if not bare:
        cursor.wrong(words, "Each attacker has a weapon already.")
    # One weapon is that of all, several are all those of one; else each has his own, in order.
    elif len(arms) == 1:
        pairs += [(each, arms[0]) for each in bare]
    elif len(bare) == 1:
        pairs += [(bare[0], arm) for arm in arms]
    elif len(bare) == len(arms):
        pairs += list(zip(bare, arms, strict=True))
    else:
        many = f"{number_of(len(arms), 'weapon')} for {number_of(len(bare), 'attacker')}"
        cursor.wrong(words, f"{many}: write each name with its weapon.")
    return pairs


def _strike(
    draft: phrases.SpokenDraft,
    cursor: phrases.Cursor,
    attacker: phrases.Attacker,
    phrase: phrases.ArmPhrase | None,
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
        phrases.say_several(cursor, phrases.Phrase(attacker.said.words, callers), draft.call.units)
        return None
    caller, arms = fitting[0]
    _tell_attacker(cursor, attacker, caller, noted)
    if phrase and phrase.object:
        cursor.tell(phrases.SpokenRole.WEAPON, phrase.said.words, phrase.object)
        return _used(draft, attacker, caller, None, phrase.object)
    arm = _one_arm(draft, cursor, caller, arms, phrase)
    if arm is None and phrase is None:
        return _used(draft, attacker, caller, None)  # with what is asked; who attacks stays
    by = _user(draft, cursor, attacker, caller, arm) if arm else None
    return _used(draft, attacker, by, arm) if by else None


def _shoves_with(draft: phrases.SpokenDraft, attacker: phrases.Attacker) -> Arm | None:
    """Return what a unit Shoves with: an object that it holds, if it holds any (5.2-31)."""
    if draft.mode is not Mode.SHOVE:
        return None
    unit = attacker.said.found[0]
    held = (arm for arm in draft.call.arms_of(unit) if arm.unit_id == unit.id and arm.held)
    return next(held, None)


def _tell_attacker(
    cursor: phrases.Cursor, attacker: phrases.Attacker, caller: Caller | None, noted: set[int]
) -> None:
    # An attacker with several weapons comes here once for each of them.
    place = attacker.said.words[0].start
    if caller is not None and place not in noted:
        cursor.tell(phrases.SpokenRole.ATTACKER, attacker.said.words, caller.name)
        noted.add(place)


def _fitting(
    draft: phrases.SpokenDraft, said: phrases.Phrase[Caller], phrase: phrases.ArmPhrase | None
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


def _usable(draft: phrases.SpokenDraft, caller: Caller) -> tuple[Arm, ...]:
    """Return the weapons of a unit that can do what the verb says."""
    arms = draft.call.arms_of(caller)
    fits: dict[Mode, Callable[[Arm], bool]] = {
        Mode.STRIKE: lambda arm: not arm.reaches,
        Mode.THROW: lambda arm: not arm.mounted or arm.kind == "Explosive",
        Mode.DROP: lambda arm: not arm.mounted or arm.kind == "Explosive",
        Mode.BURST: lambda arm: not may_spread(arm.kind, "burst", 2),
        Mode.ARC: lambda arm: not may_spread(arm.kind, "arc", 1),
    }
    fit = fits.get(draft.mode)
    return tuple(arm for arm in arms if fit(arm)) if fit else arms


def _one_arm(
    draft: phrases.SpokenDraft,
    cursor: phrases.Cursor,
    caller: Caller,
    arms: tuple[Arm, ...],
    phrase: phrases.ArmPhrase | None,
) -> Arm | None:
    if phrase is not None:
        arms = _one_of_twins(draft, arms)
        if len(arms) > 1:
            _say_arms(draft, cursor, phrase, arms)
            return None
        draft.taken.add(arms[0].id)
        cursor.tell(phrases.SpokenRole.WEAPON, phrase.said.words, arms[0].label)
        return arms[0]
    if len(arms) == 1:
        cursor.tell(
            phrases.SpokenRole.WEAPON,
            (cursor.words[draft.verb],),
            f"{arms[0].label}{phrases.ONLY_ONE}",
        )
        return arms[0]
    known = arms or draft.call.arms_of(caller)
    labels = listed(list(dict.fromkeys(arm.label for arm in known[:6])))
    sentence = f"With what? {labels}." if known else f"With what? {caller.name} has no weapon."
    # Whoever has no weapon may take any object: "a" begins one that is on no roster.
    cursor.lacks(sentence, phrases.spellings(known[:6], known) or ["a chair"], draft.armed_at)
    return None


def _one_of_twins(draft: phrases.SpokenDraft, arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
    """Return one of several weapons of a unit that are alike, or all if they are not.

    It is one that the line has not used yet and, if possible, that has not fired in this turn.
    """
    looks = {(arm.unit_id, arm.name, arm.kind, arm.size, arm.mounted) for arm in arms}
    if len(looks) > 1:
        return arms
    free = [arm for arm in arms if arm.id not in draft.taken] or list(arms)
    return (min(free, key=lambda arm: (arm.spent, arm.id)),)


def _say_arms(
    draft: phrases.SpokenDraft,
    cursor: phrases.Cursor,
    phrase: phrases.ArmPhrase,
    arms: tuple[Arm, ...],
) -> None:
    shown = [f"{arm.label} of {draft.call.bearer(arm)} (#{arm.id})" for arm in arms[:6]]
    sentence = f"“{phrase.said.text}” may be {listed(shown)}."
    cursor.wrong(phrase.said.words, sentence, [f"#{arm.id}" for arm in arms[:6]])


def _user(
    draft: phrases.SpokenDraft,
    cursor: phrases.Cursor,
    attacker: phrases.Attacker,
    caller: Caller,
    arm: Arm,
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
    cursor.wrong(attacker.said.words, sentence, phrases.spellings(crew, draft.call.units))
    return None


def _used(
    draft: phrases.SpokenDraft,
    attacker: phrases.Attacker,
    by: Caller,
    arm: Arm | None,
    thing: str = "",
) -> Strike:
    return replace(
        draft.strike,
        weapon_id=arm.id if arm else None,
        by_id=by.id,
        name=thing,
        mode=draft.mode,
        distance=attacker.distance,
    )


def _supported(
    draft: phrases.SpokenDraft, cursor: phrases.Cursor, made: list[Strike]
) -> tuple[Strike, ...]:
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


def _crew(draft: phrases.SpokenDraft, cursor: phrases.Cursor, strike: Strike) -> tuple[int, ...]:
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


def take_target(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> bool:
    """Read one target; return False if no name begins here."""
    begins = cursor.at
    units = draft.call.units
    said = phrases.take_name(cursor, units)
    if said.found:
        _found(cursor, draft, said)
        return True
    after_unit = cursor.at
    cursor.at = begins
    # Each kind is tried from the same word; a unit goes before a thing or place of that name.
    thing = phrases.take_name(cursor, draft.call.things)
    if thing.found:
        _found_thing(cursor, draft, thing)
        return True
    cursor.at = begins
    if _place(cursor, draft):
        return True
    cursor.at = after_unit
    if not said.words:
        cursor.at = begins
        return False
    either: tuple[Caller | LooseExplosive, ...] = (*units, *draft.call.things)
    unknown = phrases.Phrase(said.words, (), near(folded_together(said.words), either))
    phrases.say_unknown(cursor, unknown, f"Nothing here is called “{said.text}”", either)
    return True


def _found(
    cursor: phrases.Cursor, draft: phrases.SpokenDraft, said: phrases.Phrase[Caller]
) -> None:
    if said.one is None:
        phrases.say_several(cursor, said, draft.call.units)
        return
    cursor.tell(phrases.SpokenRole.TARGET, said.words, said.one.name)
    draft.aim_at(Aim(unit_id=said.one.id), said.one)


def _found_thing(
    cursor: phrases.Cursor, draft: phrases.SpokenDraft, said: phrases.Phrase[LooseExplosive]
) -> None:
    thing = said.one
    if thing is None:
        phrases.say_several(cursor, said, draft.call.things)
        return
    cursor.tell(phrases.SpokenRole.TARGET, said.words, thing.name)
    flying = thing.id if thing.flies else None
    draft.aim_at(Aim(projectile_id=flying, explosive_id=None if thing.flies else thing.id))


def _place(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> bool:
    """Read a place such as "the ground by the gate"; return False if none begins here."""
    begins = cursor.at
    while cursor.skip(phrases.ARTICLES):
        pass
    if cursor.key() not in phrases.GROUND:
        cursor.at = begins
        return False
    run = cursor.run(_ends_place)
    # Words in quotes behind it are the name of the place.
    if len(run) == 1 and (word := cursor.peek(1)) is not None and word.quoted:
        run = (*run, word)
    cursor.take(len(run))
    quoted = [word.text for word in run if word.quoted]
    place = quoted[0] if quoted else " ".join(word.text for word in run)
    cursor.tell(phrases.SpokenRole.TARGET, run, place)
    draft.aim_at(Aim(place=place))
    return True


def _ends_place(word: Word) -> bool:
    figure = word.figure is not None or word.signed is not None
    # "point" is in both: it begins a place here, and counts the points of an arc elsewhere.
    steers = word.key in phrases.BLIND | (phrases.COUNTS.keys() - phrases.GROUND)
    return word.mark or figure or word.quoted or word.key == "at" or steers


def say_no_target(cursor: phrases.Cursor, draft: phrases.SpokenDraft, *, after_at: bool) -> None:
    """Note that a target is missing, and suggest foes."""
    attackers = [unit for each in draft.attackers for unit in each.said.found]
    sides = {unit.player_id for unit in attackers}
    foes = [unit for unit in draft.call.units if unit.player_id not in sides]
    names = phrases.spellings((foes or list(draft.call.units))[:6], draft.call.units)
    lead = "" if after_at else "at "
    cursor.lacks("At whom?", [f"{lead}{name}" for name in names])


MOST_VERBS = 4
"""The most words that are tried as the verb, because names may hold such words too."""

LETTERS = "abcdefgh"
"""Letters of options, as the desk shows them."""


def hear(line: str, call: RollCall) -> phrases.Spoken:
    """Return what a line says. It raises nothing: what it does not understand is a problem.

    `sgt fires cannon at opinion 9" blind support 2 7 4 9 6`: attackers, a verb, weapons, targets,
    options in any order, then dice and the letters of choices in the order of the attack.
    """
    words = words_of(line)
    cursor = phrases.Cursor(words)
    if len(line) > LONGEST:
        sentence = f"A line has at most {LONGEST:,} characters."
        return phrases.Spoken(None, (phrases.Problem(LONGEST, len(line), sentence),), ())
    verbs = [at for at, word in enumerate(words) if word.key in phrases.VERBS]
    if not verbs:
        _say_no_verb(cursor)
        return phrases.Spoken(None, tuple(cursor.problems), ())
    # Tried with each word that may be the verb; the reading with the fewest problems is meant.
    heard = [_hear_from(words, call, at) for at in verbs[:MOST_VERBS]]
    return min(heard, key=lambda spoken: len(spoken.problems))


def _hear_from(words: tuple[Word, ...], call: RollCall, verb: int) -> phrases.Spoken:
    """Return what the line says if this one of its words is the verb."""
    draft = phrases.SpokenDraft(call, phrases.VERBS[words[verb].key], verb, armed_at=verb)
    before = phrases.Cursor(words, until=verb)
    draft.attackers = take_attackers(before, call)
    cursor = phrases.Cursor(words, verb + 1)
    cursor.problems += before.problems
    after_at = _read(cursor, draft)
    return _heard(cursor, draft, after_at)


def _say_no_verb(cursor: phrases.Cursor) -> None:
    for word in cursor.words[1:]:
        if close := nearest_words(word.key, phrases.USUAL_VERBS):
            sentence = f"“{word.text[:40]}” is no way to attack: {close[0]}?"
            cursor.wrong((word,), sentence, close)
            return
    verbs = ", ".join(phrases.USUAL_VERBS)
    after = len(cursor.words) - 1
    cursor.lacks(f"Say what is done: {verbs}.", phrases.USUAL_VERBS, after)


def _read(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> bool:
    """Read everything after the verb; return whether the line ends with "at"."""
    after_at = False
    while not cursor.done:
        word = cursor.peek()
        assert word is not None
        if word.mark or word.key in phrases.AND:
            cursor.take()
            _more(cursor, draft)
        # The order decides: an option goes before a target, so that `at 9"` is a distance.
        elif _bare_count(cursor, draft, word) or take_option(cursor, draft):
            pass
        elif word.key in phrases.AT and not word.quoted:
            cursor.take()
            draft.sought = take_target(cursor, draft)
            after_at = not draft.sought and cursor.done
        elif not (_arm(cursor, draft) or _answer(cursor, draft, word)):
            _rest(cursor, draft)
    return after_at


def _bare_count(cursor: phrases.Cursor, draft: phrases.SpokenDraft, word: Word) -> bool:
    """Read the number of shots right after "bursts", or of points right after "sweeps"."""
    spreads = draft.mode in (Mode.BURST, Mode.ARC) and not draft.counted and not draft.targets
    if not spreads or word.number is None or cursor.key(1) in phrases.OPTIONS:
        return False
    draft.spread(draft.mode, word.number)
    kind = "burst" if draft.mode is Mode.BURST else "arc"
    cursor.tell(phrases.SpokenRole.OPTION, cursor.take(), f"{kind} of {word.number}")
    return True


def _callers(draft: phrases.SpokenDraft) -> tuple[Caller, ...]:
    return tuple(unit for each in draft.attackers for unit in each.said.found)


def _arm(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> bool:
    """Read "with" and a weapon; before the target also a weapon alone. False if there is none."""
    said_with = cursor.key() in phrases.WITH
    # "with" may also lead to an option: "with support 2".
    if said_with and cursor.key(1) in phrases.OPTIONS:
        cursor.take()
        return True
    bare = draft.mode in MANEUVERS or draft.targets or draft.arms
    if not said_with and (bare or _figures(cursor)):
        return False
    begins = cursor.at
    if said_with:
        cursor.take()
    elif not begins_arm(cursor, draft.call, _callers(draft)):
        return False
    arm = take_arm(cursor, draft.call, _callers(draft))
    if arm is None:
        cursor.at = begins
        if said_with:
            cursor.wrong(cursor.take(), "With what?")
        return said_with
    draft.arms.append(arm)
    draft.armed_at = cursor.at - 1
    return True


def _figures(cursor: phrases.Cursor) -> bool:
    word = cursor.peek()
    return word is None or word.number is not None


def _more(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> None:
    """Read what "and" or a comma adds: another target, or another weapon after a weapon."""
    word = cursor.peek()
    steers = phrases.OPTIONS | phrases.AT | phrases.WITH | phrases.AND
    if word is None or word.mark or word.key in steers:
        return
    # Behind the first answer, words in quotes are an answer too.
    answer = word.quoted and bool(draft.answers)
    if answer or word.figure is not None or word.signed is not None:
        return
    after_arm = bool(draft.arms) and draft.armed_at == cursor.at - 2
    armed = after_arm and begins_arm(cursor, draft.call, _callers(draft))
    if draft.targets and not draft.answers and not armed:
        if not _letter(cursor, draft, word):
            take_target(cursor, draft)
    elif draft.arms and (after_arm or not draft.targets):
        arm = take_arm(cursor, draft.call, _callers(draft))
        if arm is not None:
            draft.arms.append(arm)
            draft.armed_at = cursor.at - 1


def _letter(cursor: phrases.Cursor, draft: phrases.SpokenDraft, word: Word) -> bool:
    """Return whether a word is the letter of an option, and not part of a name."""
    # A small a is an article here; the first option is a capital A.
    return len(word.key) == 1 and word.key in LETTERS and word.text != "a" and bool(draft.targets)


def _answer(cursor: phrases.Cursor, draft: phrases.SpokenDraft, word: Word) -> bool:
    """Read a face, the letter of an option, or words in quotes for a free choice.

    Return False for any other word.
    """
    letter = len(word.key) == 1 and word.key in LETTERS
    free = word.quoted
    if word.number is None and not ((letter or free) and (draft.targets or draft.sought)):
        return False
    cursor.take()
    draft.answers.append(phrases.SpokenAnswer(word.start, word.end, word.text, free))
    role = phrases.SpokenRole.DIE if word.number is not None else phrases.SpokenRole.CHOICE
    cursor.tell(role, (word,), f"“{word.text}”" if free else word.text.upper())
    return True


def _rest(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> None:
    """Read a target without "at", or a word that changes nothing; any other word is a problem."""
    if cursor.key() in phrases.FILLERS:
        cursor.take()
        return
    if not draft.targets and not draft.sought and take_target(cursor, draft):
        return
    unknown = cursor.take()
    if unknown[0].key in phrases.ARTICLES:
        return
    close = nearest_words(unknown[0].key, phrases.USUAL_OPTIONS)
    question = f": {close[0]}?" if close else "."
    sentence = f"“{unknown[0].text[:40]}” is not understood here{question}"
    cursor.wrong(unknown, sentence, close)


def _heard(cursor: phrases.Cursor, draft: phrases.SpokenDraft, after_at: bool) -> phrases.Spoken:
    verb = cursor.words[draft.verb]
    strikes = strikes_of(draft, cursor)
    # If something else is wrong, the target may be among the words that were not understood.
    if not draft.targets and all(problem.missing for problem in cursor.problems):
        say_no_target(cursor, draft, after_at=after_at)
    _check_counts(cursor, draft, strikes)
    _check_parts(cursor, draft)
    cursor.tell(phrases.SpokenRole.VERB, (verb,), phrases.DOING[draft.mode])
    act = Attack(
        aims=draft.aimed(),
        strikes=strikes,
        caught=tuple(draft.caught),
        extras=tuple(draft.extras),
        parries=tuple(draft.parries),
        shields=tuple(draft.shields),
        strays=tuple(draft.strays),
        choices=draft.landing,
        combine=draft.combine,
        track_misses=draft.track_misses,
        counterstrike=verb.key in phrases.COUNTERS,
        charge=verb.key in phrases.CHARGES,
        overruled=frozenset(draft.overruled),
    )
    problems = tuple(sorted(cursor.problems, key=lambda problem: problem.start))
    pieces = tuple(sorted(cursor.pieces, key=lambda piece: (piece.start, piece.role)))
    only_missing = all(problem.missing for problem in problems)
    return phrases.Spoken(
        act=None if problems else act,
        problems=problems,
        pieces=pieces,
        answers=tuple(draft.answers),
        draft=act if only_missing else None,
    )


def _check_counts(
    cursor: phrases.Cursor, draft: phrases.SpokenDraft, strikes: tuple[Strike, ...]
) -> None:
    """Note as missing the number of shots of a burst, or of points of an arc."""
    known = any(each.weapon_id is not None or each.name for each in strikes)
    if draft.counted or draft.mode not in (Mode.BURST, Mode.ARC) or not known:
        return
    if draft.mode is Mode.BURST:
        cursor.lacks("How many shots?", ("burst 2", "burst 3"), draft.armed_at)
    kinds = {arm.id: arm.kind for arm in draft.call.arms}
    if draft.mode is Mode.ARC and any(
        kinds.get(each.weapon_id or 0) not in SPREADING for each in strikes
    ):
        cursor.lacks("How many points of arc?", ("arc 1", "arc 2"), draft.armed_at)


def _check_parts(cursor: phrases.Cursor, draft: phrases.SpokenDraft) -> None:
    """Note it as a problem if a part of a target is named without its size."""
    for target in draft.targets:
        if target.aim.part is TargetPart.WHOLE and target.part:
            name = target.aim.part_name
            sentence = f"How large is the {name}? Write (small) or (tiny) after it."
            cursor.wrong(target.part, sentence, (f"{name} (small)", f"{name} (tiny)"))
