"""Every clock, and every way in which its owner can leave or move in the order: when does it strike?

The answers stand by rule in tables written by hand. Ann, Ben and Cleo sit in this order and the clock is
Ben's: 2B< is the start of his turn of round 2, 2B> its end.
"""

import ast
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import StateKind
from brikdesk.turns import brikwars, scifi
from tests.matrices.owners import CLOCKS, LEFT, WAYS, Played, played, prepared

OWN_START = {
    "stays": "2B< 3B<",
    "out before its turn": "2C< 3C<",
    "out a round before": "2C< 3C<",
    "out as its turn starts": "2B< 3C<",
    "out within its turn": "2B< 3C<",
    "out after its turn": "2B< 3C<",
    "back before its place": "2B< 3B<",
    "back as its place passes": "2B< 3B<",
    "back after its place": "2C< 3B<",
    "back a round later": "2C< 3B<",
    "earlier, before its turn": "2B< 3B<",
    "later, before its turn": "2B< 3B<",
    "earlier, after its turn": "2B< 3B<",
    "later, after its turn": "2B< 3B<",
    "earlier, within its turn": "2B< 3B<",
    "out, then earlier": "2A< 3A<",
    "out, then later": "3A<",
    "out, its place moved before the running turn": "2A< 3A<",
    "out, its place moved to those past": "2C< 3A<",
    "out, its place moved to those to come": "2C< 3D<",
    "out, left undone at its place": "2C< 3C<",
    "somebody joins": "2B< 3B<",
    "unit taken by the next": "2C< 3C<",
    "unit taken by the one before": "2A< 3A<",
    "unit taken within its turn": "2C< 3C<",
    "unit taken after its turn": "2B< 3A<",
    "unit is nobody's": "2B< 3B<",
    "unit dies": "",
    "unit boards": "2B< 3B<",
    "replaced": "2C< 3C<",
    "all others out": "2B< 3B<",
    "without a seat": "2A< 3A<",
}
"""What strikes at the start of the turns of whoever has the unit: there, or at his place (Q8-37)."""

OWN_END = {
    "stays": "2B> 3B>",
    "out before its turn": "2C> 3C>",
    "out a round before": "2C> 3C>",
    "out as its turn starts": "2B> 3C>",
    "out within its turn": "2B> 3C>",
    "out after its turn": "2B> 3C>",
    "back before its place": "2B> 3B>",
    "back as its place passes": "2B> 3B>",
    "back after its place": "2B> 3B>",
    "back a round later": "2C> 3B>",
    "earlier, before its turn": "2B> 3B>",
    "later, before its turn": "2B> 3B>",
    "earlier, after its turn": "2B> 3B>",
    "later, after its turn": "2B> 3B>",
    "earlier, within its turn": "2B> 3B>",
    "out, then earlier": "2A> 3A>",
    "out, then later": "3A>",
    "out, its place moved before the running turn": "2A> 3A>",
    "out, its place moved to those past": "2A> 3A>",
    "out, its place moved to those to come": "2D> 3D>",
    "out, left undone at its place": "2C> 3C>",
    "somebody joins": "2B> 3B>",
    "unit taken by the next": "2C> 3C>",
    "unit taken by the one before": "2A> 3A>",
    "unit taken within its turn": "2C> 3C>",
    "unit taken after its turn": "2B> 3A>",
    "unit is nobody's": "2B> 3B>",
    "unit dies": "",
    "unit boards": "2B> 3B>",
    "replaced": "2C> 3C>",
    "all others out": "2B> 3B>",
    "without a seat": "2A> 3A>",
}
"""The same at the end of a turn: at the end of that at whose start his place has come."""

TAKEN = (
    "unit taken by the next",
    "unit taken by the one before",
    "unit taken within its turn",
    "unit taken after its turn",
)
OF_THE_UNIT = (*TAKEN, "unit is nobody's", "unit dies", "unit boards")

BY_NAME = dict.fromkeys(TAKEN, "stays")
"""What was said to end with a player's turn, or comes in the turns of whoever made it, goes on there."""

TURN_END = dict.fromkeys(WAYS, "2A>")
"""The end of the running turn, whosever it is (5.1-17, 8.4-15, S-03)."""

AFTER_TURN = dict.fromkeys(WAYS, "2B<") | {
    "out before its turn": "2C<",
    "out a round before": "2C<",
    "back as its place passes": "2C<",
    "back after its place": "2C<",
    "back a round later": "2C<",
    "earlier, before its turn": "2C<",
    "later, before its turn": "2C<",
    "out, then earlier": "2C<",
    "out, then later": "2C<",
    "out, its place moved before the running turn": "2C<",
    "out, its place moved to those past": "2C<",
    "out, left undone at its place": "2C< 2D<",
    "out, its place moved to those to come": "2C<",
    "unit dies": "",
    "replaced": "2C<",
}
"""What ends with the running turn of the second rule set waits where the next one starts (12-47)."""

AFTER_ROUND = dict.fromkeys(WAYS, "3A<") | {
    "earlier, before its turn": "3B<",
    "earlier, after its turn": "3B<",
    "earlier, within its turn": "3B<",
    "unit dies": "",
    "all others out": "3B<",
}
"""The same of round 2: until the next one starts its last player may still fire (12-89)."""

VICTIM = {
    "stays": "2C<",
    "out before its turn": "3A<",
    "out a round before": "3A<",
    "out as its turn starts": "2C<",
    "out within its turn": "2C<",
    "out after its turn": "2C<",
    "back before its place": "2C<",
    "back as its place passes": "3A<",
    "back after its place": "3A<",
    "back a round later": "3C<",
    "earlier, before its turn": "3B<",
    "later, before its turn": "3A<",
    "earlier, after its turn": "2C<",
    "later, after its turn": "2C<",
    "earlier, within its turn": "2C<",
    "out, then earlier": "3A<",
    "out, then later": "3C<",
    "out, its place moved before the running turn": "3A<",
    "out, its place moved to those past": "3A<",
    "out, its place moved to those to come": "3A<",
    "out, left undone at its place": "2D<",
    "somebody joins": "2C<",
    "unit taken by the next": "3A<",
    "unit taken by the one before": "3B<",
    "unit taken within its turn": "3A<",
    "unit taken after its turn": "3B<",
    "unit is nobody's": "2C<",
    "unit dies": "",
    "unit boards": "2C<",
    "replaced": "3A<",
    "all others out": "3B<",
    "without a seat": "3B<",
}
"""Likewise the end of the victim's own turn, or of that at whose start his place has come (S-03)."""

IDLE = OWN_END | {
    # A unit without a turn of its own cannot have forgotten to Engage in it (5.2-16).
    "out before its turn": "",
    "out a round before": "",
    "out as its turn starts": "2B>",
    "out within its turn": "2B>",
    "out after its turn": "2B>",
    "back a round later": "3B>",
    "out, then earlier": "",
    "out, then later": "",
    "out, its place moved before the running turn": "",
    "out, its place moved to those past": "",
    "out, its place moved to those to come": "",
    "out, left undone at its place": "",
    "unit is nobody's": "",
    "without a seat": "",
}

FIRED = {way: when.split(" ")[0] for way, when in OWN_START.items()} | {
    # Whoever has no turns fires no more: nothing is counted anew until he is back (12-89).
    "out before its turn": "",
    "out a round before": "",
    "back after its place": "2B<",
    "back a round later": "3B<",
    "out, then earlier": "",
    "out, then later": "",
    "out, its place moved before the running turn": "",
    "out, its place moved to those past": "",
    "out, its place moved to those to come": "",
    "out, left undone at its place": "",
    # What belongs to nobody goes by the round (S-01).
    "unit is nobody's": "2A<",
    "without a seat": "",
}

NO_TURN = "- its player has no turn in which it could move"
NEVER_MOVES = (
    "out before its turn",
    "out a round before",
    "back a round later",
    "out, then earlier",
    "out, then later",
    "out, its place moved before the running turn",
    "out, its place moved to those past",
    "out, its place moved to those to come",
    "out, left undone at its place",
    "replaced",
    "without a seat",
)
AT_ONCE = {
    **dict.fromkeys(WAYS, "2B<"),
    **dict.fromkeys(NEVER_MOVES, NO_TURN),
    **{way: "- it moves after that" for way in OF_THE_UNIT if way not in TAKEN[2:]},
}
"""What a unit met on its way in 2B waits at once, whatever becomes of its player (F.1-11, 5.2-33)."""

SAME_PLAYER = {
    **dict.fromkeys(TAKEN, ""),
    "unit taken after its turn": "2B<",
    "unit is nobody's": "",
    "replaced": "",
}
"""What somebody has aimed for, the next one who has the gun does not get (Q8-74)."""

ROUND_LATER = {way: said.split(" ")[-1] for way, said in OWN_START.items()}
"""What was set for the third round: at the last of the two places, and at none before it."""

NO_UNIT = dict.fromkeys(OF_THE_UNIT, "- it belongs to no unit")


@dataclass(frozen=True)
class Row:
    """When a clock strikes by its rules: over and over, or `once`; `but` names the exceptions."""

    rules: tuple[str, ...]
    when: Mapping[str, str]
    once: bool = False
    but: Mapping[str, str] | None = None

    def expected(self, way: str) -> str:
        """Return the edges at which it strikes in two rounds, or why there is nothing to expect."""
        said = (self.but or {}).get(way, self.when[way])
        said = self.when.get(said, said)
        # What is left undone has not struck: it comes up again at the place of the next round.
        once = self.once and way not in LEFT and not said.startswith("-")
        return said.split(" ")[0] if once else said


LIVES_ON = {"unit dies": "stays"}

EXPECTED = {
    "Mark": Row(("F.3-09",), OWN_START, once=True, but=LIVES_ON),
    "Disrupted": Row(("4.1-27", "4.1-31"), OWN_START, once=True),
    "Stopped": Row(("4.1-24",), OWN_START, once=True),
    "Holds breath": Row(("F.1-15",), OWN_START, once=True),
    "Revealed": Row(("F.3-07",), OWN_START, once=True, but=BY_NAME),
    "Other, start": Row(("4.1-10",), OWN_START, once=True, but=BY_NAME),
    "Field shrinks": Row(("8.4-44", "Q8-58", "Q8-37"), OWN_START, but=NO_UNIT),
    "Burning": Row(("F.1-31", "QF-09", "QF-11"), OWN_START),
    "Flight": Row(("8.4-10", "Q8-33", "Q8-37"), OWN_START, but=BY_NAME | LIVES_ON),
    "Homing": Row(("8.5-17", "Q8-74"), OWN_START, but=SAME_PLAYER),
    "Note, start": Row(("Q8-37",), OWN_START, once=True, but=NO_UNIT),
    "Note, a round later": Row(("Q8-37",), ROUND_LATER, once=True, but=NO_UNIT),
    "Extended Action": Row(("4.2-29",), OWN_START),
    "Half Speed": Row(("4.1-31",), OWN_END, once=True),
    "Full-turn Action": Row(("4.2-27",), OWN_END, once=True),
    "Other, end": Row(("4.1-10",), OWN_END, once=True, but=BY_NAME),
    "Drowning": Row(("4.1-22",), OWN_END, once=True),
    "Running": Row(("8.3-32",), OWN_END),
    "Inside a Field": Row(("F.1-11", "QF-17"), OWN_END),
    "Stored Power": Row(("8.1-43", "Q8-04"), OWN_END, once=True),
    "Note, end": Row(("Q8-37",), OWN_END, once=True, but=NO_UNIT),
    "Idle": Row(("5.2-16",), IDLE),
    "Mortally Wounded!": Row(("5.1-17", "A5-33"), TURN_END, but={"unit dies": ""}),
    "Activated Explosive": Row(("8.4-15",), TURN_END, but=NO_UNIT),
    "Counterstrike": Row(("5.2-33",), AT_ONCE),
    "Met a Field": Row(("F.1-11",), AT_ONCE),
    "Met terrain": Row(("F.1-50",), AT_ONCE),
    "Met a hazard": Row(("F.1-60",), AT_ONCE),
    "Incapacitated, round": Row(("12-47", "S-03"), AFTER_ROUND),
    "Incapacitated, turn": Row(("12-47", "S-03"), AFTER_TURN),
    "Incapacitated, own": Row(("12-47", "S-03"), VICTIM),
    "Detected": Row(("12-89",), AFTER_ROUND),
    "Fired": Row(("12-89", "S-01"), FIRED),
}
Ask = Callable[[str], Played]
CELLS = [(way, clock) for way in WAYS for clock in CLOCKS]


@pytest.fixture(scope="module")
def strikes(built_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Give the question when what struck after a way to leave; each way is played once."""
    file = Path(shutil.copy(built_battle, tmp_path_factory.mktemp("owners") / "campaign.brik"))
    with Campaign.open(file) as campaign:
        prepared(campaign)
        before = campaign.digest()

        @cache
        def ask(way: str) -> Played:
            seen = played(campaign, way)
            while campaign.digest() != before:
                campaign.undo()
            return seen

        yield ask


@pytest.mark.parametrize(("way", "clock"), CELLS, ids=lambda each: each.replace(", ", "-"))
def test_when_a_clock_strikes(strikes: Ask, way: str, clock: str) -> None:
    row = EXPECTED[clock]
    expected, seen = row.expected(way), strikes(way)
    if expected.startswith("-"):
        assert clock not in (seen.keys if way not in OF_THE_UNIT else seen.units) or way in AT_ONCE
        return
    assert " ".join(seen.strikes[clock]) == expected, f"{clock}, {way}: {', '.join(row.rules)}"


def test_there_are_enough_cells_and_few_that_cannot_be() -> None:
    cannot = [cell for cell in CELLS if EXPECTED[cell[1]].expected(cell[0]).startswith("-")]
    assert len(CELLS) - len(cannot) >= 400
    assert len(cannot) < len(CELLS) / 10


NO_OWNER = {
    "exposed": "an Explosive in a Field waits at once, whosever turn it is (test_around_a_blast.py)",
    "stays": "it waits in the turn in which its unit has moved (test_what_ends_a_run.py)",
}
"""Steps that no player's place in the order can bring about or put off."""


def test_every_clock_of_the_program_is_in_the_matrix(strikes: Ask) -> None:
    declared = {key for each in (*brikwars.LASTING, *scifi.LASTING) for key in each.keys}
    assert declared - set(NO_OWNER) == {key.split("-")[0] for key in strikes("stays").keys.values()}
    assert set(EXPECTED) == set(CLOCKS)
    bound = {StateKind.ENGAGED, StateKind.GRABBED}  # they end by what the two units do
    names = {name.split(",")[0] for name in CLOCKS}
    assert {kind.value for kind in StateKind if kind not in bound} <= names


SEATS = {"battles.py"}
UNITS = {"belongings.py"}


def test_nothing_else_moves_a_seat_or_takes_a_unit_over() -> None:
    """A new act that does needs a way of its own in the matrix."""
    seats, units = set(), set()
    for file in Path("brikdesk/acts").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if called.endswith("Seat"):
                seats.add(file.name)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                whose = getattr(node.value, "id", "")
                seats |= {file.name} if node.attr in ("out", "place") and "seat" in whose else set()
                units |= {file.name} if (whose, node.attr) == ("unit", "player_id") else set()
            if called.endswith("clocks_follow"):
                units.add(file.name)
    assert (seats, units) == (SEATS, UNITS)
