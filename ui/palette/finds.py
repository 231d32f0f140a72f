"""What the palette can find: acts and commands to do, places to go to, rules to read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from brikdesk.rules.texts import RuleText, search
from brikdesk.store.views.battle import TurnRow
from brikdesk.store.views.units import UnitRow
from ui.models.matching import Match, Span, match

DO, GO, RULES = "Do", "Go to", "Rules"
GROUPS = (DO, GO, RULES)
MOST = {DO: 5, GO: 5, RULES: 5}
EVERY = 1000
"""More rule texts than one rule set has."""

LEDGER = {
    "air": "In the air, and duds",
    "fires": "Fires",
    "fields": "Fields",
    "ammo": "Ammo",
    "homing": "Homing",
    "marks": "Marks",
    "waiting": "Waiting for end of turn",
}
"""The tables of BrikWars by name; those of the Sci-fi rules have their own titles."""

BRIKWARS, SCIFI = "BRIKWARS_2020", "SCIFI"
SCIFI_CHAPTER = "12"
"""The chapter of rule texts that the Sci-fi rules are; all others are BrikWars."""


@dataclass(frozen=True, slots=True)
class Find:
    """One row: what it says, what it does, and words that find it too."""

    group: str
    icon: str
    words: str
    does: Callable[[], object]
    more: str = ""
    key: str = ""
    rule: str = ""
    also: str = ""
    at_first: bool = field(default=False)
    """Whether it shows before anything is typed."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that fits, with the letters that do."""

    find: Find
    spans: tuple[Span, ...] = ()


def hits(
    typed: str,
    finds: Iterable[Find],
    rules: Callable[[str], object],
    sets: Sequence[str] = (BRIKWARS, SCIFI),
) -> tuple[Hit, ...]:
    """Return the best rows by group; with nothing typed those that show at first.

    `rules` shows the card of a rule; `sets` are the rule sets whose texts are looked through.
    """
    words = typed.strip()
    if not words:
        return tuple(Hit(find) for find in finds if find.at_first)
    found: list[tuple[Match, Find]] = []
    for find in finds:
        if fits := match(words, find.words, f"{find.also} {find.more}"):
            found.append((fits, find))
    shown: list[Hit] = []
    for group in GROUPS[:2]:
        best = sorted((row for row in found if row[1].group == group), key=lambda row: row[0].cost)
        shown += [Hit(find, fits.spans) for fits, find in best[: MOST[group]]]
    return (*shown, *_rule_hits(words, rules, sets))


def _rule_texts(asked: str, sets: Sequence[str]) -> list[RuleText]:
    """Return the best rules of these sets in which the words occur."""
    if len(asked) < 2:
        return []
    chapters = {True: SCIFI in sets, False: BRIKWARS in sets}
    found = search(asked, len(sets) * EVERY)
    return [each for each in found if chapters[each.chapter == SCIFI_CHAPTER]][: MOST[RULES]]


def _rule_hits(typed: str, show: Callable[[str], object], sets: Sequence[str]) -> Iterable[Hit]:
    asked = typed.removeprefix("rule ").strip()
    for rule in _rule_texts(asked, sets):

        def does(id: str = rule.id) -> object:
            return show(id)

        find = Find(RULES, "book", rule.title, does, rule=rule.id)
        fits = match(asked, rule.title, f"{rule.id} {rule.text}")
        yield Hit(find, fits.spans if fits else ())


def unit_finds(units: Sequence[UnitRow], show: Callable[[int], object]) -> list[Find]:
    """Return a way to each unit."""

    def find(unit: UnitRow) -> Find:
        chips = ", ".join(chip.word.lower() for chip in unit.chips[:2])
        more = f'{unit.kind.capitalize()}, {unit.size}", {unit.faction}'
        also = f"{unit.token} {unit.code} {chips}"
        return Find(GO, "units", unit.name, lambda: show(unit.id), more=more, also=also)

    return [find(unit) for unit in units]


def turn_finds(turns: Sequence[TurnRow], show: Callable[[int], object]) -> list[Find]:
    """Return a way to the report of each turn, newest first."""

    def find(turn: TurnRow) -> Find:
        words = f"Turn {turn.number}, {turn.faction}"
        return Find(GO, "turn", words, lambda: show(turn.id), more=f"Report, {turn.battle}")

    return [find(turn) for turn in reversed(turns)]


def ledger_finds(
    show: Callable[[str], object], tables: Iterable[tuple[str, str]] = ()
) -> list[Find]:
    """Return a way to each of these tables of the ledger (name and title); by default BrikWars'."""
    return [
        Find(GO, "ledger", title, lambda to=name: show(to), more="Ledger")  # type: ignore[misc]
        for name, title in tables or LEDGER.items()
    ]
