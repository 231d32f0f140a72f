"""Responses: the units that may answer what another one does, and that one of them does (4.3)."""

from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.acts.heed import heed
from brikdesk.acts.parted import NOTICED, note_maneuver
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import actions_left_now, in_play, kinds_of
from brikdesk.acts.units.angry_inch import strikes_at
from brikdesk.acts.units.engaging import group_of
from brikdesk.acts.units.noticing import seen_now, unnoticed
from brikdesk.acts.units.passing import passed_in_this_turn, strikes_by_default
from brikdesk.acts.who_may import looks_at, no_mind
from brikdesk.errors import BadInput
from brikdesk.games.brikwars import BRIKWARS
from brikdesk.ground.round import edge_to_edge
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.no import No, first
from brikdesk.rules.brikwars.units.responding import (
    AT_ONCE,
    FirstToAct,
    may_respond,
    who_is_first,
)
from brikdesk.rules.nearly import NEARLY
from brikdesk.store.act import Act
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import (
    ActRecord,
    Alliance,
    Background,
    CampaignRow,
    Fate,
    HouseRule,
    Image,
    LogLine,
    Maneuver,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.store.views.footprints import TABLES as SIGHT
from brikdesk.turns.sequence import present_turn, turn_now

MOST_INCHES = 1000.0

UNNOTICED = "4.3-06"
"""The rule that refuses a response to what a unit does not see."""

HOW = {
    FirstToAct.BEFORE: ('It is at least 1" ahead and acts first.', "4.3-10"),
    FirstToAct.TOGETHER: ("Both act at once: both Actions count, even of one who dies.", "4.3-11"),
    FirstToAct.HIGHER_ROLL: ("The higher Action Roll goes first.", "4.3-12"),
}
"""For each order what the log says, and its rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Respond(Act):
    """Let a unit respond to another one; the Action itself is an act of its own.

    `lead` are the inches by which it could act before the other one could. `exclude_each_other`: if
    one of the two Actions happens, the other one cannot. `noticed`: it was in doubt whether it saw
    the other one, and What I Say Goes decided that it did (4.3-09).
    """

    unit_id: int
    to_id: int
    lead: float = 0.0
    exclude_each_other: bool = False
    noticed: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Tell who acts first; refused to a unit that may not respond (4.3-03, 4.3-06)."""
        unit, other = (
            in_play(existing_row(session, Unit, self.unit_id)),
            existing_row(session, Unit, self.to_id),
        )
        turn_now(session)
        if self.unit_id == self.to_id:
            raise BadInput("A unit does not respond to itself.", "to_id")
        if not 0 <= self.lead <= MOST_INCHES:
            raise BadInput(f"Give 0 to {MOST_INCHES:g} inches.", "lead")
        heed(self, may_answer_to(session, unit, other, noticed=self.noticed), session, unit.name)
        if self.noticed:
            note_maneuver(session, unit, NOTICED)
        order = who_is_first(self.lead, exclude_each_other=self.exclude_each_other)
        if order is FirstToAct.TOGETHER:
            for each in (unit, other):
                note_maneuver(session, each, AT_ONCE)
        words, rule = HOW[order]
        lead = f"{unit.name} responds to {other.name}."
        entry = line(Kind.UNIT, lead, words, rule=rule, player_id=unit.player_id, unit_id=unit.id)
        noticed = line(
            Kind.UNIT, f"{unit.name} has noticed it.", "What I Say Goes.",
            rule="4.3-09", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(lead[:-1], (noticed, entry) if self.noticed else (entry,))


class Responder(Struct, frozen=True):
    """A unit that may respond, or why it may not.

    - `distance`: inches from edge to edge; None where one of the two has no place.
    - `sees`: whether the other one is in its cone of vision; None where nobody said how it faces.
    - `strikes`: the other one is in its striking distance: it attacks by default (4.1-07).
    - `passed`: the other one came through its cone of vision or its striking distance in this turn,
      and is out of it now.
    """

    unit_id: int
    distance: float | None
    sees: bool | None
    no: No | None
    strikes: bool = False
    passed: bool = False

    @property
    def unnoticed(self) -> bool:
        """Whether all that stands in its way is that it does not see the other one (4.3-06)."""
        return self.no is not None and all(each.rule == UNNOTICED for each in self.no.each)


@view(Unit, LogLine, Turn, CampaignRow)
def acting_unit(session: Session, selected: int = 0) -> int:
    """Return the unit that others may respond to: `selected`, if it is the running player's.

    Otherwise the unit of that player that did something last in this turn; 0 if none did.
    """
    turn = present_turn(session)
    if turn is None or BRIKWARS not in games_of(session):
        return 0
    unit = session.get(Unit, selected)
    if unit is not None and unit.player_id == turn.player_id and unit.fate is Fate.ALIVE:
        return selected
    newest = (
        select(LogLine.unit_id)
        .join(Unit, col(Unit.id) == col(LogLine.unit_id))
        .where(LogLine.turn_id == turn.id, Unit.player_id == turn.player_id)
        .where(Unit.fate == Fate.ALIVE)
    )
    return session.exec(newest.order_by(col(LogLine.id).desc()).limit(1)).first() or 0


@view(*SIGHT, Background, State, Maneuver, HouseRule, Weapon, Alliance, ActRecord, Image)
def responders(session: Session, to_id: int) -> tuple[Responder, ...]:
    """Return the other players' units on the table in the order in which they are asked.

    First those that may respond, of these first those that have it in striking distance, those that
    certainly see it, then by distance (4.1-07, 4.3-03, 4.3-06). Units of the player whose
    unit acts are his own, and are asked last.
    """
    other = session.get(Unit, to_id)
    if other is None or present_turn(session) is None:
        return ()
    living = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    gone_by = passed_in_this_turn(session, other)
    found = []
    for unit in session.exec(living.order_by(col(Unit.id))):
        if unit.id != to_id and unit.player_id is not None:
            key = unit.id or 0
            away, sees = edge_to_edge(unit, other), seen_now(session, unit, other)
            seen = key in gone_by.in_view and looks_at(session, unit, (other.x, other.y)) is False
            no = may_answer_to(session, unit, other)
            near = away is not None and away <= strikes_at(session, unit) + NEARLY
            foe = no is None and strikes_by_default(session, unit, other.player_id)
            strikes = foe and (near or key in gone_by.in_reach)
            row = Responder(key, away, sees, no, strikes, seen or (strikes and not near))
            found.append((unit.player_id == other.player_id, row))
    return tuple(row for _, row in sorted(found, key=lambda each: _asked(*each)))


def _asked(own: bool, row: Responder) -> tuple[bool, bool, bool, int, float, int]:
    away = MOST_INCHES if row.distance is None else row.distance
    seen = {True: 0, None: 1, False: 2}[row.sees]
    return row.no is not None, own, not row.strikes, seen, away, row.unit_id


def may_answer_to(session: Session, unit: Unit, other: Unit, *, noticed: bool = False) -> No | None:
    """Refuse a unit's response to what another one does (4.3-03, 4.3-06, 5.2-06, 8.2-02).

    `noticed`: What I Say Goes decided that it saw it (4.3-09).
    """
    held = kinds_of(session, unit)
    mates = group_of(session, [unit.id or 0]) if StateKind.ENGAGED in held else frozenset()
    turn = turn_now(session)
    able = may_respond(
        actions_left_now(session, unit),
        own_turn=unit.player_id == turn.player_id,
        engaged_elsewhere=bool(mates) and other.id not in mates,
        disrupted=StateKind.DISRUPTED in held,
        full_turn=StateKind.FULL_TURN in held,
        dead=unit.fate is not Fate.ALIVE,
        bw_response_chains=house_of(session, BrikWarsHouse).bw_response_chains,
    )
    return first(no_mind(unit), able, None if noticed else unnoticed(session, unit, other))
