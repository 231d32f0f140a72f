"""Reading the options of an attack: measures, ways of firing, modifiers."""

from collections.abc import Callable

from brikdesk.acts.attack.aim import Extra, Mode, TargetPart
from brikdesk.lengths import in_inches
from brikdesk.spoken import vocabulary as known
from brikdesk.spoken.company import take_caught, take_helpers
from brikdesk.spoken.cursor import Cursor, ends_name
from brikdesk.spoken.defence import take_parry, take_shield, take_stray
from brikdesk.spoken.draft import SpokenDraft
from brikdesk.spoken.naming import meant
from brikdesk.spoken.phrases import say_several, say_unknown, take_name
from brikdesk.spoken.spoken import SpokenRole
from brikdesk.spoken.words import Word, folded_together

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
    if word is None:
        return None
    return word.inches if word.inches is not None else word.number


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
        words, what = cursor.take(2), known.COUNTS[_words_key(cursor, 1)]
        figure = float(word.number)
    elif cursor.key() in known.COUNTS:
        what = known.COUNTS[cursor.key()]
        found = _figure(cursor.peek(1))
        if found is None:
            first = cursor.take()
            cursor.wrong(first, f"{first[0].text} takes a number.", [f"{first[0].text} 2"])
            return True
        words, figure = cursor.take(2), found
    else:
        return False
    _counted(cursor, draft, words, what, figure)
    return True


def _words_key(cursor: Cursor, back: int) -> str:
    """Return the key of a word that was read already, counted back from the last one, 1."""
    return cursor.words[cursor.at - back].key


def _counted(
    cursor: Cursor, draft: SpokenDraft, words: tuple[Word, ...], what: str, figure: float
) -> None:
    count = int(figure)
    if figure > MOST_COUNT or (count != figure and what not in ("range", "free")):
        cursor.wrong(words, f"{words[0].text} takes a whole number up to {MOST_COUNT:,}.")
        return
    role, meaning = SpokenRole.OPTION, f"{what.capitalize()} {figure:g}"
    if what == "burst":
        draft.spread(Mode.BURST, count)
        meaning = f"burst of {count}" if count != 1 else "one shot"
    elif what == "arc":
        draft.spread(Mode.ARC, count)
        meaning = f"arc of {count}"
    elif what in ("sections", "spans"):
        role = SpokenRole.MEASURE
        draft.measure(**{what: count})
        meaning = f"{count} sections visible" if what == "sections" else f"spans {count} points"
    elif what == "free":
        draft.measure(free=figure)
        role, meaning = SpokenRole.MEASURE, f"{in_inches(figure)} free behind the target"
    else:
        draft.use(**{what: figure if what == "range" else count})
        meaning = f"{count} rounds at once" if what == "rounds" else meaning
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
        draft.measure(part=TargetPart.SMALL if key in known.SMALL else TargetPart.TINY)
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
        run = cursor.run(ends_name)
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
    draft.extras.append(Extra(reason=reason, value=word.signed, damage=damage, parry=parry))
    kind = " Damage" if damage else " Parry" if parry else ""
    cursor.tell(SpokenRole.MODIFIER, (*words, *run), f"{sign}{kind}: {reason}")
    return True


def _ends_reason(word: Word) -> bool:
    figure = word.number is not None or word.inches is not None or word.signed is not None
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
    said = take_name(cursor, shells)
    if not said.words:
        cursor.wrong(begins, "Which rounds?", [f"load {shell.name}" for shell in shells[:6]])
    elif said.one is not None:
        draft.use(round_id=said.one.id)
        cursor.tell(SpokenRole.OPTION, (*begins, *said.words), f"loaded with {said.one.name}")
    elif said.found:
        say_several(cursor, said, shells)
    else:
        say_unknown(cursor, said, f"No rounds are called “{said.text}”", shells)
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
