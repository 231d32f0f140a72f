"""What the palette finds: acts and commands to do, places to go to, rules to read."""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from brikdesk.rules.texts import RuleText, search
from brikdesk.store.views.battle import TurnRow
from brikdesk.store.views.lasting import NoteRow
from brikdesk.store.views.squads import SquadRow
from brikdesk.store.views.units import UnitRow
from ui.models.matching import Match, MatchedSpan, match

DO, GO, RULES = "Do", "Go to", "Rules"
GROUPS = (DO, GO, RULES)
MOST = {DO: 5, GO: 5, RULES: 5}
EVERY = 1000
"""A number of rule texts that no rule set reaches."""

BOOK = {"objectives": "Objectives", "armies": "Armies and points"}
"""Tables that every battle has."""

LEDGER = {
    "air": "In the air, and Explosives",
    "fires": "Fires",
    "fields": "Fields",
    "ammo": "Ammo",
    "homing": "Homing",
    "marks": "Marks",
    "waiting": "Waiting for end of turn",
    **BOOK,
}
"""Name and title of the BrikWars tables; those of the Sci-fi rules have titles of their own."""

BRIKWARS, SCIFI = "BRIKWARS_2020", "SCIFI"
SCIFI_CHAPTER = "12"
"""The chapter of the rule texts with the Sci-fi rules; all others are BrikWars."""


class Find(Struct, frozen=True):
    """One row: its words, what it does, and in `also` further words that find it.

    `alias`: another name for it, which counts as much as its words.
    """

    group: str
    icon: str
    words: str
    does: Callable[[], object]
    more: str = ""
    key: str = ""
    rule: str = ""
    also: str = ""
    alias: str = ""
    at_first: bool = field(default=False)
    """Whether it shows before anything is typed."""


class Hit(Struct, frozen=True):
    """A row that fits what is typed, with the spans of its letters that do."""

    find: Find
    spans: tuple[MatchedSpan, ...] = ()


def hits(
    typed: str,
    finds: Iterable[Find],
    rules: Callable[[str], object],
    sets: Sequence[str] = (BRIKWARS, SCIFI),
) -> tuple[Hit, ...]:
    """Return the best rows by group; with nothing typed, the rows that are shown at first.

    `rules` shows the card of a rule; `sets` are the rule sets whose texts are searched.
    """
    words = typed.strip()
    if not words:
        return tuple(Hit(find) for find in finds if find.at_first)
    found: list[tuple[Match, Find]] = []
    for find in finds:
        if fits := match(words, find.words, f"{find.also} {find.more}"):
            if alias := match(words, find.alias):
                fits = Match(min(fits.cost, alias.cost), fits.spans)
            found.append((fits, find))
    shown: list[Hit] = []
    groups = GROUPS[:2][::-1] if _names_somebody(words, found) else GROUPS[:2]
    for group in groups:
        best = sorted((row for row in found if row[1].group == group), key=lambda row: row[0].cost)
        shown += [Hit(find, fits.spans) for fits, find in best[: MOST[group]]]
    return (*shown, *_rule_hits(words, rules, sets))


def _names_somebody(typed: str, found: "Iterable[tuple[Match, Find]]") -> bool:
    """Return whether what is typed names a unit or a place, and begins no word of another row."""
    begins = re.compile(rf"(?<!\w){re.escape(typed)}", re.IGNORECASE)
    said = [find for _, find in found if begins.search(find.words)]
    names = [find.words for find in said if find.group == GO]
    others = [find.words for find in said if find.group == DO]
    return bool(names) and all(any(name in words for name in names) for words in others)


def _rule_texts(asked: str, sets: Sequence[str]) -> list[RuleText]:
    """Return the best rules of these sets that contain the words."""
    # A single letter occurs in nearly every rule.
    if len(asked) < 2:
        return []
    chapters = {True: SCIFI in sets, False: BRIKWARS in sets}
    # Cut only after the other rule set's texts are dropped: its rules might fill the first places.
    found = search(asked, len(sets) * EVERY)
    return [each for each in found if chapters[each.chapter == SCIFI_CHAPTER]][: MOST[RULES]]


def _rule_hits(typed: str, show: Callable[[str], object], sets: Sequence[str]) -> Iterable[Hit]:
    asked = typed.removeprefix("rule ").strip()
    for rule in _rule_texts(asked, sets):
        # The default binds this rule; a plain `rule` would be the last one of the loop.
        def does(id: str = rule.id) -> object:
            return show(id)

        find = Find(RULES, "book", rule.title, does, rule=rule.id)
        fits = match(asked, rule.title, f"{rule.id} {rule.text}")
        yield Hit(find, fits.spans if fits else ())


def unit_finds(units: Sequence[UnitRow], show: Callable[[int], object]) -> list[Find]:
    """Return a row for each unit, which shows it."""

    def find(unit: UnitRow) -> Find:
        chips = ", ".join(chip.word.lower() for chip in unit.chips[:2])
        more = f'{unit.kind.capitalize()}, {unit.size}", {unit.faction}'
        also = f"{unit.token} {unit.code} {chips}"
        return Find(GO, "units", unit.name, lambda: show(unit.id), more=more, also=also)

    return [find(unit) for unit in units]


def squad_finds(squads: Iterable[SquadRow], select: Callable[[SquadRow], object]) -> list[Find]:
    """Return a row for each squad, which selects its units together."""

    def find(row: SquadRow) -> Find:
        many = "1 unit" if len(row.names) == 1 else f"{len(row.names)} units"
        names = ", ".join(row.names)
        more = f"{many}, {row.faction}"
        return Find(GO, "units", f"Squad {row.name}", lambda: select(row), more=more, also=names)

    return [find(row) for row in squads]


def note_finds(
    notes: Iterable[NoteRow],
    of_units: Iterable[tuple[int, str, str]],
    edit: Callable[[int], object],
    show: Callable[[int], object],
) -> list[Find]:
    """Return a row for each open note, which edits it, and for the notes of units (id, name, words)."""

    def note(row: NoteRow) -> Find:
        return Find(GO, "note", _first_words(row.text), lambda: edit(row.id), more="Note",
                    also=row.text)  # fmt: skip

    def of_unit(unit_id: int, name: str, words: str) -> Find:
        return Find(GO, "note", _first_words(words), lambda: show(unit_id), more=f"Note of {name}",
                    also=words)  # fmt: skip

    return [*map(note, notes), *(of_unit(*row) for row in of_units)]


def _first_words(words: str) -> str:
    one_line = " ".join(words.split())
    return one_line if len(one_line) <= 60 else f"{one_line[:59]}…"


def turn_finds(turns: Sequence[TurnRow], show: Callable[[int], object]) -> list[Find]:
    """Return a row for each turn, newest first, which shows its report."""

    def find(turn: TurnRow) -> Find:
        return Find(GO, "turn", turn.words, lambda: show(turn.id), more=f"Report, {turn.battle}")

    return [find(turn) for turn in reversed(turns)]


def ledger_finds(
    show: Callable[[str], object], tables: Iterable[tuple[str, str]] = ()
) -> list[Find]:
    """Return a row for each of these ledger tables (name, title); by default those of BrikWars."""
    return [
        Find(GO, "ledger", title, lambda to=name: show(to), more="Ledger")  # type: ignore[misc]
        for name, title in tables or LEDGER.items()
    ]
