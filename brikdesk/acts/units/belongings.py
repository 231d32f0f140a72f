"""What belongs to a unit, and what becomes of it when something happens to the unit.

One list: every row that names a unit, one of its weapons, racks or fires has its entry here, with an
answer for each event. `None` means that the row is as true afterwards as before: what a unit carries
stays its own wherever it goes, and what flies on, flies on. Whatever moves a unit, gives it to another
player, or takes it off the table asks this list, and nothing else.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import Struct
from sqlmodel import Session, SQLModel, col, select

from brikdesk.acts.fields.fields import end_shields
from brikdesk.acts.lasting import clocks_follow
from brikdesk.acts.units.carried import put_down, takes_along
from brikdesk.acts.units.crews import crew_gets_off, crew_loses_member, leave_seat
from brikdesk.acts.units.engaging import leave_combat
from brikdesk.acts.units.leaving import end_homing, lose_homing
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.fire.fire_driver import driver_after_capture
from brikdesk.rules.brikwars.no import No
from brikdesk.rules.brikwars.units.responding import AT_ONCE
from brikdesk.store.journal.remembering import known
from brikdesk.store.lines import Kind, Line, line
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Encounter,
    Explosive,
    Fate,
    Field,
    Fire,
    Homing,
    Inside,
    Maneuver,
    Mark,
    Note,
    Parting,
    PinnedPhoto,
    PowerUse,
    Projectile,
    Rack,
    Round,
    Run,
    SfCrew,
    SfDetection,
    SfShot,
    SfStore,
    SfUnit,
    SfWeapon,
    Sprint,
    Squad,
    Stance,
    State,
    Terrain,
    Thrusting,
    Trap,
    Unit,
    Weapon,
)
from brikdesk.text import said_of
from brikdesk.turns.sequence import present_turn


class UnitEvent(Enum):
    """What happens to a unit, so that what belongs to it is asked."""

    MOVES = "is somewhere else"
    NEW_PLAYER = "has another player"
    LOST = "dies or is destroyed"
    REMOVED = "is removed from the campaign"
    LEFT_OUT = "stays out of the battle"


class Happening(Struct, frozen=True):
    """One event of one unit: `was` is its place before it, `player_id` whose it is afterwards."""

    session: Session
    unit: Unit
    event: UnitEvent
    was: Point | None = None
    player_id: int | None = None


OwnRows = Sequence[Any]
WhatFollows = Callable[[Happening, OwnRows], list[Line]]
"""What becomes of the rows of one kind; the lines that tell it."""


class Belonging(Struct, frozen=True):
    """A kind of rows that name a unit in `column`, or in it something of the unit: `through`."""

    table: type[SQLModel]
    column: str
    through: type[SQLModel] | None = None
    moves: WhatFollows | None = None
    new_player: WhatFollows | None = None
    lost: WhatFollows | None = None
    removed: WhatFollows | None = None
    left_out: WhatFollows | None = None

    def answer(self, event: UnitEvent) -> WhatFollows | None:
        """Return what becomes of these rows at an event; None: they stay as they are."""
        answers = {
            UnitEvent.MOVES: self.moves,
            UnitEvent.NEW_PLAYER: self.new_player,
            UnitEvent.LOST: self.lost,
            UnitEvent.REMOVED: self.removed,
            UnitEvent.LEFT_OUT: self.left_out,
        }
        return answers[event]

    def rows(self, session: Session, unit: Unit) -> OwnRows:
        """Return the rows of this kind that belong to a unit, oldest first."""
        table: Any = self.table
        # Most tables have no row at all, and a unit that dies asks for forty of them.
        some = known(
            session,
            "any row",
            lambda: session.exec(select(table).limit(1)).first() is not None,
            table,
        )
        if not some:
            return ()
        named = col(getattr(table, self.column))
        if self.through is None:
            of = named == unit.id
        else:
            owner: Any = self.through
            of = named.in_(select(owner.id).where(owner.unit_id == unit.id))
        return session.exec(select(table).where(of).order_by(table.id)).all()

    def rows_at_hand(self, session: Session, unit: Unit) -> OwnRows:
        """Return the same from what the session has read: units move far more often than they die."""
        rows = _by_column(session, self.table, self.column)
        if self.through is None:
            return rows.get(unit.id, ())
        owners = _by_column(session, self.through, "unit_id").get(unit.id, ())
        return [row for owner in owners for row in rows.get(owner.id, ())]


def _by_column(
    session: Session, table: type[SQLModel], column: str
) -> Mapping[int | None, list[Any]]:
    """Return all rows of a table by what a column of theirs names."""

    def ask() -> Mapping[int | None, list[Any]]:
        found: dict[int | None, list[Any]] = defaultdict(list)
        every: Any = table
        for row in session.exec(select(every).order_by(every.id)):
            found[getattr(row, column)].append(row)
        return found

    return known(session, ("by", column), ask, table, column)


# What the rows answer


def _end(what: Happening, rows: OwnRows) -> list[Line]:
    for row in rows:
        what.session.delete(row)
    return []


def _gone(what: Happening) -> No:
    return No("8.5-17", f"{what.unit.name} is gone")


def _homing_ends(what: Happening, _rows: OwnRows) -> list[Line]:
    return lose_homing(what.session, what.unit, of_weapons=_gone(what), at_target=_gone(what))


def _homing_of_old_player(what: Happening, rows: OwnRows) -> list[Line]:
    """End what the old player built up: the bonus is that of one player (8.5-16, Q8-74)."""
    why = No("8.5-16", f"{what.unit.name} has another player")
    return [
        end_homing(what.session, homing, why)
        for homing in rows
        if homing.player_id != what.player_id
    ]


def _combat_ends(what: Happening, _rows: OwnRows) -> list[Line]:
    return leave_combat(what.session, what.unit)


def _states_end(what: Happening, _rows: OwnRows) -> list[Line]:
    """End its states; those that bind it to another unit end for both, with their lines."""
    lines = leave_combat(what.session, what.unit)
    own = select(State).where(State.unit_id == what.unit.id)
    _end(what, what.session.exec(own).all())
    return lines


def _clocks_follow(what: Happening, _rows: OwnRows) -> list[Line]:
    clocks_follow(what.session, what.unit, what.player_id)
    return []


def _except_acting_at_once(what: Happening, rows: OwnRows) -> list[Line]:
    """Forget its maneuvers; who acted at once with another acts even if it is lost (4.3-11)."""
    return _end(what, [row for row in rows if row.kind != AT_ONCE])


def _fires_end(what: Happening, rows: OwnRows) -> list[Line]:
    """End its fires, and what was noted of those who stand in them (QF-23)."""
    burning = col(Inside.fire_id).in_([fire.id for fire in rows])
    _end(what, what.session.exec(select(Inside).where(burning)).all())
    # OwnRows that name a fire go before it: without relationships between the tables SQLAlchemy does
    # not know this order, and SQLite refuses the other one.
    what.session.flush()
    return _end(what, rows)


def _fires_follow(what: Happening, rows: OwnRows) -> list[Line]:
    """Pass the fires that the old owner drives to its new owner's turns (QF-11)."""
    for fire in rows:
        if fire.driver_id is not None:
            fire.driver_id = driver_after_capture(
                fire.driver_id, what.unit.player_id, what.player_id
            )
            what.session.add(fire)
    return []


def _shields_end(what: Happening, _rows: OwnRows) -> list[Line]:
    return end_shields(what.session, carrier_id=what.unit.id)


def _owner_follows(what: Happening, rows: OwnRows) -> list[Line]:
    """Give what was its old player's to its new one."""
    for row in rows:
        if row.player_id == what.unit.player_id:
            row.player_id = what.player_id
            what.session.add(row)
    return []


def _falls(what: Happening, rows: OwnRows) -> list[Line]:
    return put_down(what.session, what.unit, rows)


def _goes_with_it(what: Happening, rows: OwnRows) -> list[Line]:
    return takes_along(what.session, what.unit, rows)


def _x_stays(what: Happening, rows: OwnRows) -> list[Line]:
    """Mark the X where the unit was: what moved off it is not followed (8.4-09, Q8-34)."""
    for flight in rows:
        if flight.target_x is None and what.was is not None:
            flight.target_x, flight.target_y = what.was
            what.session.add(flight)
    return []


def _leaves_seat(what: Happening, rows: OwnRows) -> list[Line]:
    return leave_seat(what.session, what.unit, rows)


def _walks_off(what: Happening, rows: OwnRows) -> list[Line]:
    return leave_seat(what.session, what.unit, rows, was=what.was, by_map=True)


def _gets_off(what: Happening, rows: OwnRows) -> list[Line]:
    return crew_gets_off(what.session, what.unit, rows)


def _sf_crew_member_goes(what: Happening, rows: OwnRows) -> list[Line]:
    return crew_loses_member(what.session, what.unit, rows)


def _rounds_lie_in_it(what: Happening, rows: OwnRows) -> list[Line]:
    """Say what is left in the racks of a wreck: ordinary Explosives, for anybody (8.4-50)."""
    left = [f"{row.count} {row.name} X{row.explosive_size}" for row in rows if row.count]
    return _lie_there(what, left)


def _load_lies_in_it(what: Happening, rows: OwnRows) -> list[Line]:
    """Say what lies in the chambers and loading areas of a wreck (8.4-50)."""
    left = [f"{row.count} {row.name} X{row.explosive_size}" for row in rows if row.explosive_size]
    return _lie_there(what, left)


def _lie_there(what: Happening, left: list[str]) -> list[Line]:
    if not left:
        return []
    words = "They can be taken or destroyed like any other Explosives."
    return [
        line(
            Kind.UNIT, f"{what.unit.name} leaves Explosives.",
            f"In its wreck lie {', '.join(left)}. {words}",
            rule="8.4-50", player_id=what.unit.player_id, unit_id=what.unit.id,
        )
    ]  # fmt: skip


def _piece_goes_along(what: Happening, rows: OwnRows) -> list[Line]:
    """Move the outline on the map of a Structure or Object that has moved."""
    unit, was = what.unit, what.was
    if was is None or unit.x is None or unit.y is None:
        return []
    right, down = unit.x - was[0], unit.y - was[1]
    for piece in rows:
        # A new list: SQLAlchemy does not notice changes inside a JSON value.
        piece.points = [(x + right, y + down) for x, y in piece.points]
        what.session.add(piece)
    return []


def _piece_stays(what: Happening, rows: OwnRows) -> list[Line]:
    return [
        line(
            Kind.UNIT, said_of(piece.name, "stays on the map."),
            f"{what.unit.name} is gone: make it rubble there, or take it away.",
            player_id=what.unit.player_id, unit_id=what.unit.id,
        )
        for piece in rows
    ]  # fmt: skip


def _leaves_squad(what: Happening, rows: OwnRows) -> list[Line]:
    """Leave the squad: it is one of the old player's."""
    _end(what, rows)
    return [
        line(
            Kind.UNIT, f"{what.unit.name} leaves the squad {row.name}.",
            player_id=what.unit.player_id, unit_id=what.unit.id,
        )
        for row in rows
    ]  # fmt: skip


def _ends_when_gone(table: type[SQLModel], column: str = "unit_id") -> Belonging:
    """Return an entry of rows that are of no use once their unit is off the table."""
    return Belonging(table, column, lost=_end, removed=_end, left_out=_end)


BELONGINGS = (
    # Close Combat, before the states that it is written in.
    Belonging(State, "with_id", lost=_combat_ends, removed=_combat_ends, left_out=_combat_ends),
    _ends_when_gone(Parting),
    _ends_when_gone(Parting, "foe_id"),
    Belonging(
        Maneuver, "unit_id", lost=_except_acting_at_once, removed=_except_acting_at_once,
        left_out=_except_acting_at_once,
    ),
    # Homing and Marks. A Scout's own Marks stay until they end by themselves (QF-50).
    Belonging(
        Homing, "weapon_id", Weapon, new_player=_homing_of_old_player,
        lost=_homing_ends, removed=_homing_ends, left_out=_homing_ends,
    ),
    Belonging(
        Homing, "target_id", lost=_homing_ends, removed=_homing_ends,
        left_out=_homing_ends,
    ),
    _ends_when_gone(Mark, "target_id"),
    Belonging(Mark, "scout_id"),
    # Seats: its own, and those of its crew. A crew goes along on a way of its own: `going` asks.
    Belonging(
        ControlPoint, "occupant_id", moves=_walks_off, lost=_leaves_seat, removed=_leaves_seat,
        left_out=_leaves_seat,
    ),
    Belonging(
        ControlPoint, "weapon_id", Weapon, lost=_gets_off, removed=_gets_off, left_out=_gets_off,
    ),
    # States, fires, and what a turn has seen of it.
    Belonging(
        State, "unit_id", new_player=_clocks_follow, lost=_states_end, removed=_states_end,
        left_out=_states_end,
    ),
    _ends_when_gone(Inside),
    _ends_when_gone(Encounter),
    Belonging(
        Fire, "unit_id", new_player=_fires_follow, lost=_fires_end, removed=_fires_end,
        left_out=_fires_end,
    ),
    _ends_when_gone(Run),
    Belonging(Sprint, "unit_id"),
    Belonging(PowerUse, "unit_id"),
    Belonging(PowerUse, "weapon_id", Weapon),
    # Fields that it carries, projects or powers.
    Belonging(
        Field, "carrier_id", new_player=_owner_follows, lost=_shields_end, removed=_shields_end,
        left_out=_shields_end,
    ),
    Belonging(Field, "projector_id", Weapon),
    # Explosives: carried, in racks, loaded, in the air.
    Belonging(
        Explosive, "carrier_id", new_player=_owner_follows, lost=_falls, removed=_goes_with_it,
        left_out=_goes_with_it,
    ),
    Belonging(Rack, "unit_id"),
    Belonging(Rack, "weapon_id", Weapon),
    Belonging(Round, "rack_id", Rack, lost=_rounds_lie_in_it),
    Belonging(Chamber, "weapon_id", Weapon, lost=_load_lies_in_it),
    Belonging(Projectile, "unit_id"),
    Belonging(Projectile, "weapon_id", Weapon),
    Belonging(
        Projectile, "target_id", moves=_x_stays, lost=_x_stays, removed=_x_stays,
        left_out=_x_stays,
    ),
    # Weapons, and what is noted of them.
    Belonging(Weapon, "unit_id"),
    Belonging(Thrusting, "weapon_id", Weapon),
    Belonging(Trap, "weapon_id", Weapon),
    # The map, and what people keep of a unit.
    Belonging(
        Terrain, "unit_id", moves=_piece_goes_along, lost=_piece_stays,
        removed=_piece_stays,
    ),
    Belonging(Stance, "unit_id"),
    Belonging(Squad, "unit_id", new_player=_leaves_squad),
    Belonging(Note, "unit_id"),
    Belonging(PinnedPhoto, "unit_id"),
    # The second rule set: `scifi/leaving.py` says first who takes a gunner's place (12-74).
    Belonging(SfUnit, "unit_id"),
    Belonging(SfWeapon, "unit_id"),
    Belonging(SfWeapon, "structure_id"),
    Belonging(SfStore, "sf_weapon_id", SfWeapon),
    Belonging(
        SfCrew, "unit_id", lost=_sf_crew_member_goes, removed=_sf_crew_member_goes,
        left_out=_sf_crew_member_goes,
    ),
    Belonging(SfCrew, "sf_weapon_id", SfWeapon),
    _ends_when_gone(SfDetection),
    Belonging(SfShot, "unit_id"),
    Belonging(SfShot, "sf_weapon_id", SfWeapon),
    Belonging(SfShot, "spotter_id"),
    Belonging(SfShot, "target_id"),
)  # fmt: skip
"""The list, in the order in which it is asked."""


def _ask(what: Happening) -> list[Line]:
    lines = []
    for each in BELONGINGS:
        answer = each.answer(what.event)
        if answer is None:
            continue
        look = each.rows_at_hand if what.event is UnitEvent.MOVES else each.rows
        rows = look(what.session, what.unit)
        if rows:
            lines += answer(what, rows)
    return lines


# Those who ask


def goes(session: Session, unit: Unit, was: Point | None) -> list[Line]:
    """Take what belongs to a unit along, once it is somewhere else than it `was` (None: no place).

    Its homing is its mover's to ask: that depends on who moved it (8.5-17, Q8-77).
    """
    if stands(unit) == was:
        return []
    return _ask(Happening(session, unit, UnitEvent.MOVES, was, unit.player_id))


def passes_to(session: Session, unit: Unit, player_id: int | None) -> list[Line]:
    """Give a unit with what belongs to it to another player, or to nobody."""
    lines = _ask(Happening(session, unit, UnitEvent.NEW_PLAYER, stands(unit), player_id))
    unit.player_id = player_id
    session.add(unit)
    return lines


def take_away(session: Session, unit: Unit, fate: Fate) -> list[Line]:
    """Take a unit out of the game; return the lines of all that ends with it."""
    lines = leaves_table(session, unit, UnitEvent.LOST if fate is Fate.DEAD else UnitEvent.REMOVED)
    turn = present_turn(session)
    unit.fate = fate
    unit.lost_turn_id = turn.id if turn else None
    session.add(unit)
    return lines


def leaves_table(session: Session, unit: Unit, event: UnitEvent) -> list[Line]:
    """Take a unit off the table because it is lost, removed or left out; return the lines of what ends."""
    lines = _ask(Happening(session, unit, event, stands(unit), unit.player_id))
    unit.x = unit.y = None
    session.add(unit)
    return lines


def stands(unit: Unit) -> Point | None:
    """Return where a unit stands on the map; None where nobody knows."""
    return None if unit.x is None or unit.y is None else (unit.x, unit.y)
