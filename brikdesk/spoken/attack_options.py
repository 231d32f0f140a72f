"""Reading the options of an attack: measures, ways of firing, supporters, Parries."""

from collections.abc import Callable

from brikdesk.acts.combat import aim
from brikdesk.lengths import in_inches
from brikdesk.spoken import phrases as known
from brikdesk.spoken.phrases import Cursor, SpokenDraft, SpokenRole
from brikdesk.spoken.roll_call import Arm, Caller, LooseExplosive
from brikdesk.spoken.words import Word, folded_together, listed, meant
from brikdesk.text import number_of


def take_helpers(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "support 2", "support nubs and hinge", "interfered by toggle", "together with tile".

    Return False if none of these begins here.
    """
    key = cursor.key()
    kinds = {"supporters": known.SUPPORT, "interferers": known.INTERFERE, "team": known.TEAM}
    what = next((name for name, keys in kinds.items() if key in keys), "")
    if not what:
        return False
    begins = cursor.take()
    cursor.skip(known.WITH | known.BECAUSE)
    number = cursor.peek()
    if what == "supporters" and number is not None and number.number is not None:
        words = (*begins, *cursor.take())
        draft.supporters = (words, number.number)
        cursor.tell(SpokenRole.OPTION, words, f"Gunnery Support of {number.number}")
        return True
    found, words = _units(cursor, draft, begins)
    if len(words) == len(begins):
        cursor.wrong(begins, f"Who? {begins[0].text} takes names.")
        return True
    draft.use(**{what: (*getattr(draft.strike, what), *found)})
    names = listed([unit.name for each in found if (unit := draft.call.unit(each))], "and")
    lead = {"supporters": "Gunnery Support", "interferers": "Interference", "team": "together with"}
    cursor.tell(SpokenRole.OPTION, words, f"{lead[what]}: {names}")
    return True


def _units(
    cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...]
) -> tuple[tuple[int, ...], tuple[Word, ...]]:
    """Read names between which stand commas or "and"; return their ids, and all words read.

    A comma that no name follows is left where it is.
    """
    found, words = [], begins
    while True:
        back = cursor.at
        if len(words) > len(begins) and not (_marked(cursor) or cursor.skip(known.AND)):
            break
        said = known.take_name(cursor, draft.call.units)
        if not said.words or (len(words) > len(begins) and not said.found and not said.close):
            cursor.at = back
            break
        words = (*words, *said.words)
        found += _one(cursor, draft, said)
    return tuple(found), words


def _marked(cursor: Cursor) -> bool:
    word = cursor.peek()
    if word is not None and word.mark:
        cursor.take()
        return True
    return False


def _one(cursor: Cursor, draft: SpokenDraft, said: known.Phrase[Caller]) -> list[int]:
    unit = known.only(cursor, said, draft.call.units, f"Nobody is called “{said.text}”")
    return [unit.id] if unit else []


def take_caught(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `catching tile 3", keg 5"`: units and Explosives in reach, by inches from the centre.

    Return False if the line does not say this here.
    """
    if cursor.key() not in known.CATCHING:
        return False
    begins = cursor.take()
    first = True
    while True:
        back = cursor.at
        if not first and not (_marked(cursor) or cursor.skip(known.AND)):
            break
        at = cursor.at
        said = known.take_name(cursor, draft.call.units)
        if not said.found:
            # A unit goes before a thing of that name.
            after, cursor.at = cursor.at, at
            thing = known.take_name(cursor, draft.call.things)
            if thing.found:
                _catch_thing(cursor, draft, thing)
                first = False
                continue
            cursor.at = after
        if not said.words or not (said.found or said.close or first):
            cursor.at = back
            break
        _catch(cursor, draft, said)
        first = False
    if first:
        cursor.wrong(begins, f"Who? {begins[0].text} takes names with inches.")
    return True


def _catch_thing(cursor: Cursor, draft: SpokenDraft, said: known.Phrase[LooseExplosive]) -> None:
    if said.one is None:
        known.say_several(cursor, said, draft.call.things)
    word = cursor.peek()
    if word is None or word.inches is None:
        sentence = f"How many inches is {said.found[0].name} from the centre?"
        cursor.lacks(sentence, ('2"',))
        return
    cursor.take()
    if said.one is not None:
        explosive_id, flight_id = (None, said.one.id) if said.one.flies else (said.one.id, None)
        draft.caught.append(
            aim.Caught(explosive_id=explosive_id, projectile_id=flight_id, distance=word.inches)
        )


def _catch(cursor: Cursor, draft: SpokenDraft, said: known.Phrase[Caller]) -> None:
    found = _one(cursor, draft, said)
    word = cursor.peek()
    if word is None or word.inches is None:
        if found:
            sentence = f"How many inches is {said.found[0].name} from the centre?"
            cursor.lacks(sentence, ('2"',))
        return
    cursor.take()
    for unit_id in found:
        draft.caught.append(aim.Caught(unit_id=unit_id, distance=word.inches))
        meaning = f"{said.found[0].name} caught {in_inches(word.inches)} from the centre"
        cursor.tell(SpokenRole.MEASURE, (*said.words, word), meaning)


DICE = frozenset(("dice", "die"))
BARE = frozenset(("bare", "hand", "hands", "nothing"))
SHIELD = "Melee Shield"


def take_parry(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "parried", "parried by tile", "parried by tile with shield" or "with bare hands".

    Without a name the target named last parries, without a weapon with its only shield. Return
    False if none of these begins here.
    """
    if cursor.key() not in known.PARRY:
        return False
    begins = cursor.take()
    cursor.skip(known.BECAUSE)
    unit = _defender(cursor, draft, begins)
    if unit is None:
        return True
    words, arm = _with(cursor, draft, unit, begins)
    if arm is None and words is None:
        return True
    draft.parries.append(aim.Parry(unit_id=unit.id, weapon_id=arm.id if arm else None))
    held = arm.name if arm else "Bare Hands"
    cursor.tell(SpokenRole.OPTION, words or begins, f"{unit.name} parries with {held}")
    return True


def _defender(cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...]) -> Caller | None:
    """Read the unit that parries; by default it is the target named last."""
    said = known.take_name(cursor, draft.call.units)
    if said.words:
        return known.only(cursor, said, draft.call.units, f"Nobody is called “{said.text}”")
    last = draft.targets[-1].unit if draft.targets else None
    if last is None:
        cursor.wrong(begins, f"Who parries? Name a unit after {begins[0].text}.")
    return last


def _with(
    cursor: Cursor, draft: SpokenDraft, unit: Caller, begins: tuple[Word, ...]
) -> tuple[tuple[Word, ...] | None, Arm | None]:
    """Read the weapon of a Parry; return all words read, and the weapon, None for bare hands.

    Both are None if there is a problem, which is noted.
    """
    held = tuple(arm for arm in draft.call.arms if arm.unit_id == unit.id and not arm.mounted)
    if cursor.key() in known.WITH:
        start = cursor.take()
        if cursor.key() in BARE:
            rest = cursor.take()
            rest += cursor.take() if cursor.key() in BARE else ()
            return (*begins, *rest), None
        said = known.take_name(cursor, held)
        if not said.words:
            cursor.wrong(start, f"With what does {unit.name} parry?")
        elif arm := known.only(cursor, said, held, f"{unit.name} holds no “{said.text}”"):
            return (*begins, *said.words), arm
        return None, None
    shields = tuple(arm for arm in held if arm.kind == SHIELD)
    # Against a Grab or a Shove bare hands are the usual choice of a unit without a shield.
    if len(shields) == 1 or (not shields and draft.mode in aim.MANEUVERS):
        return begins, shields[0] if shields else None
    names = [f"with {name}" for name in known.spellings(shields, held)]
    sentence = f"With what? {listed(names)}." if shields else f"{unit.name} holds no shield."
    cursor.wrong(begins, sentence)
    return None, None


def take_shield(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "shielded by dome" or "shielded by dome 2 dice", for the target named last (F.1-71).

    Return False if neither begins here.
    """
    if cursor.key() not in known.SHIELDED:
        return False
    begins = cursor.take()
    # "by" is among the words before a reason.
    cursor.skip(known.BECAUSE | known.WITH)
    said, domes = known.take_name(cursor, draft.call.domes), draft.call.domes
    if not said.words:
        names = [f"{begins[0].text} by {dome.name}" for dome in domes[:6]]
        cursor.wrong(begins, "Which Energy Shield?", names)
        return True
    dome = known.only(cursor, said, domes, f"No Energy Shield is called “{said.text}”")
    if dome is None:
        return True
    words, count = _dice(cursor, (*begins, *said.words))
    unit = draft.targets[-1].unit if draft.targets else None
    ready = len(dome.ready)
    if unit is None:
        cursor.wrong(begins, "Whom does it shield? Name the target before it.")
    elif not 0 < count <= ready:
        cursor.wrong(words, f"{dome.name} has {ready} {'die' if ready == 1 else 'dice'} ready.")
    else:
        dice = dome.ready[:count]
        draft.shields.append(aim.ShieldDice(field_id=dome.id, unit_id=unit.id, dice=dice))
        many = "1 die" if count == 1 else f"{count} dice"
        cursor.tell(SpokenRole.OPTION, words, f"{unit.name} uses {many} of {dome.name}")
    return True


def _dice(cursor: Cursor, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], int]:
    """Read the number of dice, 1 by default. A number without "dice" behind it is a face."""
    number = cursor.peek()
    if number is None or number.number is None or cursor.key(1) not in DICE:
        return words, 1
    return (*words, *cursor.take(2)), number.number


def take_stray(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `stray on tile 8"` or `stray 2 on tile 8"`: what a Missed Shot strikes, how far away.

    The number counts the shots of the attack from 1. Missed Shots are then tracked (5.3-07).
    Return False if neither begins here.
    """
    if cursor.key() not in known.STRAY:
        return False
    begins = cursor.take()
    number = cursor.peek()
    shot = 1
    if number is not None and number.number is not None:
        begins, shot = (*begins, *cursor.take()), number.number
    if shot < 1:
        cursor.wrong(begins, "Shots are counted from 1.")
        return True
    cursor.skip(known.AT)
    struck = _struck(cursor, draft, begins)
    if struck is not None:
        _land(cursor, draft, struck, shot)
    return True


def _struck(
    cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...]
) -> tuple[tuple[Word, ...], Caller | LooseExplosive] | None:
    """Read a unit, or an Explosive that lies on the table; None, with a problem, for neither."""
    call, back = draft.call, cursor.at
    unit = known.take_name(cursor, call.units)
    if unit.one is not None:
        return (*begins, *unit.words), unit.one
    # A unit goes before a thing of that name.
    after, cursor.at = cursor.at, back
    lying = tuple(thing for thing in call.things if not thing.flies)
    thing = known.take_name(cursor, lying)
    if thing.one is not None:
        return (*begins, *thing.words), thing.one
    cursor.at = after
    if unit.words:
        known.only(cursor, unit, call.units, f"Nothing here is called “{unit.text}”")
    else:
        cursor.wrong(begins, f"Who is struck? {begins[0].text} takes a name with inches.")
    return None


def _land(
    cursor: Cursor,
    draft: SpokenDraft,
    struck: tuple[tuple[Word, ...], Caller | LooseExplosive],
    shot: int,
) -> None:
    words, what = struck
    inches = cursor.peek()
    if inches is None or inches.inches is None:
        cursor.lacks(f"How many inches is {what.name} from the weapon?", ('8"',))
        return
    cursor.take()
    unit_id, explosive_id = (what.id, None) if isinstance(what, Caller) else (None, what.id)
    key, away = aim.shot_key(shot - 1), inches.inches
    stray = aim.Stray(shot=key, distance=away, unit_id=unit_id, explosive_id=explosive_id)
    draft.strays.append(stray)
    # This answers the choice where the miss lands, which the attack would ask otherwise.
    draft.landing[aim.spot_key(shot - 1)] = what.name
    draft.track_misses = True
    of = f" {shot}" if shot > 1 else ""
    meaning = f"shot{of}, missing, strikes {what.name}, {in_inches(inches.inches)} away"
    cursor.tell(SpokenRole.OPTION, (*words, inches), meaning)


Taker = Callable[[Cursor, SpokenDraft], bool]
MOST_COUNT = 1_000


def take_option(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read one option; return False if none begins here."""
    return any(take(cursor, draft) for take in _TAKERS)


def _inches(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `9"`, `9" away`, `4" visible`, `3" above`, `2" free`."""
    word = cursor.peek()
    if word is None or word.inches is None:
        return False
    after = cursor.key(1)
    steers = known.SEEN | known.HIGHER | known.LOWER | {"free", "away", "off"}
    words = cursor.take(2 if after in steers else 1)
    _measured(cursor, draft, words, after if after in steers else "", word.inches)
    return True


def _measured(
    cursor: Cursor, draft: SpokenDraft, words: tuple[Word, ...], what: str, inches: float
) -> None:
    if what in known.SEEN:
        draft.measure(inches=inches)
        meaning = f"{in_inches(inches)} visible"
    elif what in known.HIGHER | known.LOWER:
        draft.measure(above=inches if what in known.HIGHER else -inches)
        meaning = f"{in_inches(inches)} {'above' if what in known.HIGHER else 'below'} the target"
    elif what == "free":
        draft.measure(free=inches)
        meaning = f"{in_inches(inches)} free behind the target"
    else:
        draft.measure(distance=inches)
        cursor.tell(SpokenRole.MEASURE, words, f"{in_inches(inches)} away", inches)
        return
    cursor.tell(SpokenRole.MEASURE, words, meaning)


def _measure_after(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `distance 9`, `from 9"`, `from above 3`, `visible 4`, `free 3`."""
    # From 9 is a distance, from above 3 a height.
    start = 1 if cursor.key() == "from" else 0
    what = cursor.key(start)
    measures = known.SEEN | known.HIGHER | known.LOWER | known.DISTANCE | {"free"}
    if what not in measures:
        if not start or _figure(cursor.peek(1)) is None:
            return False
        start, what = 0, "from"
    figure = _figure(cursor.peek(start + 1))
    if figure is None:
        sentence = f"How many inches {what}?"
        cursor.wrong(cursor.take(start + 1), sentence, [f'{what} 3"'])
        return True
    _measured(cursor, draft, cursor.take(start + 2), what, figure)
    return True


def _figure(word: Word | None) -> float | None:
    return word.figure if word else None


def _distance_at(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `at 9"`, if there is a target already."""
    figure = _figure(cursor.peek(1))
    if cursor.key() not in known.AT or figure is None or not draft.targets:
        return False
    _measured(cursor, draft, cursor.take(2), "", figure)
    return True


def _count(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `sections 2` or `2 sections`, `burst 3`, `arc 2`, `rounds 2`, `use 4`."""
    word = cursor.peek()
    if word is not None and word.number is not None and cursor.key(1) in known.COUNTS:
        what, figure = cursor.key(1), word.figure
    elif cursor.key() in known.COUNTS:
        what, figure = cursor.key(), _figure(cursor.peek(1))
    else:
        return False
    if figure is None:
        first = cursor.take()
        cursor.wrong(first, f"{first[0].text} takes a number.", [f"{first[0].text} 2"])
    else:
        _counted(cursor, draft, cursor.take(2), known.COUNTS[what], figure)
    return True


def _counted(
    cursor: Cursor, draft: SpokenDraft, words: tuple[Word, ...], what: str, figure: float
) -> None:
    count = int(figure)
    # Inches may be broken; everything else is counted.
    if figure > MOST_COUNT or (count != figure and what not in ("range", "free")):
        cursor.wrong(words, f"{words[0].text} takes a whole number up to {MOST_COUNT:,}.")
        return
    role, meaning = SpokenRole.OPTION, f"{what.capitalize()} {figure:g}"
    if what == "burst":
        draft.spread(aim.Mode.BURST, count)
        meaning = f"burst of {count}" if count != 1 else "one shot"
    elif what == "arc":
        draft.spread(aim.Mode.ARC, count)
        meaning = f"arc of {count}"
    elif what in ("sections", "spans"):
        role = SpokenRole.MEASURE
        draft.measure(**{what: count})
        seen, wide = number_of(count, "section"), number_of(count, "point")
        meaning = f"{seen} visible" if what == "sections" else f"spans {wide}"
    elif what == "free":
        draft.measure(free=figure)
        role, meaning = SpokenRole.MEASURE, f"{in_inches(figure)} free behind the target"
    else:
        draft.use(**{what: figure if what == "range" else count})
        meaning = f"{number_of(count, 'round')} at once" if what == "rounds" else meaning
    cursor.tell(role, words, meaning)


def _flag(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `blind`, `joint`, `component`, `small`, `tiny`, `separately`, `mom`, `track misses`."""
    key, word = cursor.key(), cursor.peek()
    if word is None:
        return False
    if key in known.BLIND:
        draft.measure(blind=True)
        meaning = "firing blind"
    elif key in known.JOINT | known.COMPONENT:
        draft.measure(**{"joint" if key in known.JOINT else "component": True})
        meaning = f"at the {key}"
    elif key in known.SMALL | known.TINY:
        draft.measure(part=aim.TargetPart.SMALL if key in known.SMALL else aim.TargetPart.TINY)
        meaning = f"{key} aim point"
    elif key in known.SEPARATE:
        draft.combine = False
        meaning = "damage of each hit for itself"
    elif key in known.MOM:
        draft.use(momentum=True)
        meaning = "its MOM on the Range"
    elif key in known.TRACK:
        draft.track_misses = True
        meaning = "Missed Shots land somewhere"
    else:
        return False
    words = cursor.take(2 if key in known.TRACK and cursor.key(1) in ("misses", "missed") else 1)
    cursor.tell(SpokenRole.OPTION, words, meaning)
    return True


def _aiming(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `aiming at the rope`; its size, as in `(tiny)`, is an option of its own."""
    if cursor.key() not in known.AIMING:
        return False
    words = [*cursor.take()]
    while cursor.key() in known.AT | known.ARTICLES:
        words += cursor.take()
    # These stand alone; any other part may have a name of several words.
    if cursor.key() in known.JOINT | known.COMPONENT:
        run = cursor.words[cursor.at : cursor.at + 1]
    else:
        run = cursor.run(known.ends_name)
        cursor.take(len(run))
    if not run:
        cursor.wrong(words, "At which part of the target?", ["aiming at the rope (tiny)"])
        return True
    part = " ".join(word.text for word in run)
    draft.measure(part_name=part, **_part_weapon(draft, run))
    if draft.targets:
        draft.targets[-1].part = run
    else:
        draft.part = run
    cursor.tell(SpokenRole.OPTION, (*words, *run), f"at its {part}")
    return True


def _part_weapon(draft: SpokenDraft, run: tuple[Word, ...]) -> dict[str, int]:
    """Return the weapon of the target that is aimed at, if the words name just one of them."""
    unit = draft.targets[-1].unit if draft.targets else None
    arms = [arm for arm in draft.call.arms if unit and arm.unit_id == unit.id]
    found = meant(folded_together(run), arms)
    return {"part_weapon_id": found[0].id} if len(found) == 1 else {}


def _extra(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read a modifier and its reason: `+1 because of the hill`, `−2 damage for rain`."""
    word = cursor.peek()
    if word is None or word.signed is None:
        return False
    words = [*cursor.take()]
    damage, parry = cursor.key() == "damage", cursor.key() == "parry"
    if damage or parry:
        words += cursor.take()
    # There may be several, as in "because of".
    while cursor.skip(known.BECAUSE):
        pass
    first = cursor.peek()
    if first is not None and first.quoted:
        run = cursor.take()
    else:
        run = cursor.run(_ends_reason)
        # Right behind a modifier, a word that could begin an option is its reason.
        if first and not first.mark and not run and first.key in known.OPTIONS - {"at"}:
            cursor.at += 1
            run = (first, *cursor.run(_ends_reason))
            cursor.at -= 1
        cursor.take(len(run))
    sign = f"{word.signed:+d}".replace("-", "−")
    if not run:
        cursor.wrong(words, f"Say why: {sign} for ...", [f"{sign} for the table"])
        return True
    reason = " ".join(each.text for each in run)
    draft.extras.append(aim.Extra(reason=reason, value=word.signed, damage=damage, parry=parry))
    kind = " Damage" if damage else " Parry" if parry else ""
    cursor.tell(SpokenRole.MODIFIER, (*words, *run), f"{sign}{kind}: {reason}")
    return True


def _ends_reason(word: Word) -> bool:
    figure = word.figure is not None or word.signed is not None
    return word.mark or figure or word.quoted or word.key in known.OPTIONS or word.key == "at"


def _worth(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `damage 2d6`, for a weapon that is on no roster."""
    word = cursor.peek(1)
    if cursor.key() != "damage" or word is None:
        return False
    words = cursor.take(2)
    draft.use(damage=words[1].text)
    cursor.tell(SpokenRole.OPTION, words, f"damage {words[1].text}")
    return True


def _load(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `load smoke shell`, the rounds that the weapon fires."""
    if cursor.key() not in known.LOAD:
        return False
    begins = cursor.take()
    cursor.skip(known.WITH)
    arms = [arm for phrase in draft.arms for arm in phrase.said.found]
    ready = {shell.id: shell for arm in arms for shell in draft.call.shells_for(arm)}
    # The weapon may be named later in the line: until then any rounds may be meant.
    shells = tuple(ready.values()) or draft.call.shells
    said = known.take_name(cursor, shells)
    if not said.words:
        cursor.wrong(begins, "Which rounds?", [f"load {shell.name}" for shell in shells[:6]])
    elif shell := known.only(cursor, said, shells, f"No rounds are called “{said.text}”"):
        draft.use(round_id=shell.id)
        cursor.tell(SpokenRole.OPTION, (*begins, *said.words), f"loaded with {shell.name}")
    return True


def _overrule(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `overrule 8.4-47`."""
    rule = cursor.peek(1)
    if cursor.key() not in known.OVERRULE or rule is None:
        return False
    words = cursor.take(2)
    draft.overruled.add(words[1].text.strip(".").upper())
    cursor.tell(SpokenRole.OPTION, words, f"overrules {words[1].text.strip('.').upper()}")
    return True


_TAKERS: tuple[Taker, ...] = (
    _inches, _extra, _count, _distance_at, _measure_after, _flag, _aiming, take_helpers,
    take_caught, take_parry, take_shield, take_stray, _worth, _load, _overrule,
)  # fmt: skip
