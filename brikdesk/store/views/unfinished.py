"""Units whose turn should not end yet: a MOM or a forced run is open, or one is about to die."""

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct
from sqlmodel import Session

from brikdesk.games.brikwars import BRIKWARS
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.units.momentum import lasts
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.games import games_of
from brikdesk.store.journal.remembering import rows_of, running_turn
from brikdesk.store.tables import (
    CampaignRow,
    HouseRule,
    Run,
    Sprint,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.unit_move import move_left_in, sprints_in
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


class Unfinished(Struct, frozen=True):
    """A unit, what will be lost or broken if its turn ends now, and the rule that says so."""

    unit_id: int
    name: str
    what: str
    rule: str


READ_FROM = (Unit, State, Run, Sprint, Weapon, HouseRule, Turn, CampaignRow)
"""The tables that decide it."""

FORCED = ("4.1-41", "5.4-14")
"""The rules by which a unit must run on: a Sprint that ends in a 1, a MOM that was spent."""


@view(*READ_FROM)
def unfinished_units(session: Session) -> tuple[Unfinished, ...]:
    """Return the units that were probably forgotten (4.1-22, 4.1-41, 5.1-18, 5.4-07, 5.4-14).

    Those of the running player, and whoever dies of a Mortal Wound as this turn ends.
    """
    turn = running_turn(session)
    if turn is None or BRIKWARS not in games_of(session):
        return ()
    runs = {row.unit_id: row for row in rows_of(session, Run)}
    forced = {row.unit_id for row in sprints_in(session, turn.id) if row.forced}
    held: defaultdict[int, list[State]] = defaultdict(list)
    for row in rows_of(session, State):
        held[row.unit_id].append(row)
    # Nothing is open of all others; a battle has hundreds of them.
    asked = {*runs, *forced, *held}
    found = []
    for unit in living_units(session):
        if not unit.on_table:  # who stays out of the battle runs nowhere
            continue
        states = held[unit.id or 0]
        if unit.id in held:
            found += [Unfinished(unit.id or 0, unit.name, *each) for each in _dying(unit, states)]
        if unit.id not in asked or unit.player_id != turn.player_id:
            continue
        open_ends = (
            *_running_on(session, turn, unit, runs.get(unit.id or 0), unit.id in forced, states),
            *_drowning(turn, states),
        )
        found += [Unfinished(unit.id or 0, unit.name, *each) for each in open_ends]
    return tuple(found)


def _running_on(
    session: Session, turn: Turn, unit: Unit, run: Run | None, forced: bool, states: list[State]
) -> Iterator[tuple[str, str]]:
    held = {row.kind for row in states}
    if held & {StateKind.STOPPED, StateKind.DISRUPTED, StateKind.ENGAGED}:
        return
    left = move_left_in(session, unit, turn)
    if left <= NEARLY:
        return
    if run is not None and run.rolled and run.turn_id == turn.id:
        yield f"must run on, {in_inches(left)} straight", "5.4-14"
    elif forced:
        yield f"must run on, {in_inches(left)} straight", "4.1-41"
    elif run is not None and run.mom and _holds(session, turn, run):
        yield f"loses its MOM, {in_inches(left)} of Move left", "5.4-07"


def _holds(session: Session, turn: Turn, run: Run) -> bool:
    turns = [row.id for row in rows_of(session, Turn) if row.player_id == turn.player_id]
    return lasts(run.turn_id, run.used_all, sorted(filter(None, turns)), turn.id)


def _dying(unit: Unit, states: list[State]) -> Iterator[tuple[str, str]]:
    # It acts as usual until then (5.1-18); a unit that takes damage only stays as it is.
    if any(row.kind is StateKind.MORTALLY_WOUNDED for row in states):
        yield "its Mortal Wound takes effect when the turn ends", "5.1-17"


def _drowning(turn: Turn, states: list[State]) -> Iterator[tuple[str, str]]:
    # The deadline is the end of the turn after the one in which it began (A4-10).
    if any(row.kind is StateKind.DROWNING and row.since_turn_id < (turn.id or 0) for row in states):
        yield "drowns when the turn ends", "4.1-22"
