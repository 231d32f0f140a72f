"""What belongs to a unit, what it carries and leaves behind, and its crew."""

from collections.abc import Callable, Sequence
from enum import Enum
from math import dist
from typing import Any

from msgspec import Struct
from sqlmodel import Session, SQLModel, col, select

from brikdesk import text
from brikdesk.acts.combat.engaging import leave_combat
from brikdesk.acts.fields.fields import end_shields
from brikdesk.acts.sums import sum_of, value_before
from brikdesk.acts.units.begin_state import clocks_follow
from brikdesk.ground.shapes import Point, edge_to_edge
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars.actions_and_responses import AT_ONCE
from brikdesk.rules.brikwars.explosives import DudHandling, Reaction, dud_reaction
from brikdesk.rules.brikwars.fire import driver_after_capture
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.units_and_crews import CrewRole
from brikdesk.store import tables
from brikdesk.store.lines import Kind, Line, Sum, line
from brikdesk.store.session import known, of_unit, rows_by, rows_of
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Homing,
    SfCrew,
    SfWeapon,
    State,
    Unit,
    Weapon,
)
from brikdesk.text import opening, said_of
from brikdesk.turns.turn_order import present_turn, stamp_now

NOW = "It goes off at once: make its Damage Roll."


def activate(session: Session, explosive: Explosive, causer_id: int | None) -> None:
    """Let an Explosive wait for its detonation.

    If it is activated already, a player who damages it again becomes its causer; without a player
    the causer stays as it is.
    """
    if explosive.state is not ExplosiveState.ACTIVATED:
        explosive.activated_turn_id = stamp_now(session)
        explosive.causer_id = causer_id
    elif causer_id is not None:
        explosive.causer_id = causer_id
    explosive.state = ExplosiveState.ACTIVATED
    session.add(explosive)


def _put_down(session: Session, carrier: Unit, explosive: Explosive) -> Line:
    """Let an Explosive lie where its carrier fell; a dud that falls goes off (8.4-16, 8.4-23)."""
    explosive.carrier_id = None
    explosive.x, explosive.y = carrier.x, carrier.y
    explosive.place = f"where {carrier.name} was"[: text.NAME_LENGTH]
    session.add(explosive)
    words, rule = f"It lies {explosive.place}.", "8.4-16"
    if explosive.state is ExplosiveState.DUD:
        # Whatever is done with a dud but a careful carry sets it off, a fall too.
        if dud_reaction(DudHandling.MOVED) is Reaction.DETONATES and present_turn(session):
            activate(session, explosive, None)
        words, rule = f"{words} {NOW}", "8.4-23"
    elif explosive.state is ExplosiveState.ACTIVATED:
        words, rule = f"{words} It goes off when this turn ends.", "8.4-15"
    return line(
        Kind.BLAST, f"{said_of(explosive.name, 'falls')}.", words,
        rule=rule, player_id=explosive.player_id, unit_id=carrier.id,
    )  # fmt: skip


AT_THE_CONTROLS = 0.05
"""Inches between two edges that still count as touching: positions are set by hand."""

AN_ARM = 1.0
"""Inches from its edge at which somebody whose place was not known before may be at its controls."""


def _walked_off(unit: Unit, creation: Unit, was: Point | None) -> bool:
    """Return whether a unit is away from a creation, and farther than it was before it moved."""
    away = edge_to_edge(unit, creation)
    if unit.id == creation.id or away is None or away <= AT_THE_CONTROLS:
        return False
    if was is None or creation.x is None or creation.y is None:
        return away > AN_ARM
    before = dist(was, (creation.x, creation.y)) - (unit.size + creation.size) / 2
    return away > before + NEARLY


def crew_of(session: Session, points: Sequence[ControlPoint]) -> list[Unit]:
    """Return the units at these controls, each once, that are in the game."""
    ids = dict.fromkeys(point.occupant_id for point in points if point.occupant_id)
    units = [session.get_one(Unit, key) for key in ids]
    return [unit for unit in units if unit.fate is Fate.ALIVE and unit.on_table]


def leave_crews(
    session: Session, unit: Unit, rows: Sequence[SfCrew], *, own_too: bool = False
) -> list[Line]:
    """Take a unit out of the Sci-fi crews that it serves in, and name weapons without a gunner.

    Rule: 12-74. A weapon of its own is named only with `own_too`: else it is lost with the unit.
    """
    lines = []
    for row in (each for each in rows if each.alive):
        row.alive = False
        session.add(row)
        weapon = session.get_one(SfWeapon, row.sf_weapon_id)
        named = own_too or weapon.unit_id != unit.id
        if row.role is CrewRole.GUNNER and not weapon.destroyed and named:
            lines.append(no_gunner(session, weapon))
    return lines


def no_gunner(session: Session, weapon: SfWeapon) -> Line:
    """Return the line that a Sci-fi weapon has no gunner any more (12-74)."""
    owner = session.get_one(Unit, weapon.unit_id)
    lead = f"{opening(said_of(weapon.name, 'has'))} no gunner."
    return line(Kind.UNIT, lead, "It can be manned again.", rule="12-74", of=owner)


def leave_controls(session: Session, unit: Unit) -> None:
    """Take a unit off all controls that it mans."""
    manned = select(ControlPoint).where(ControlPoint.occupant_id == unit.id)
    _free(session, session.exec(manned).all())


def _free(session: Session, points: Sequence[ControlPoint]) -> None:
    for point in points:
        point.occupant_id = None
        session.add(point)


def lose_homing(
    session: Session, unit: Unit, *, of_weapons: No | None = None, at_target: No | None = None
) -> list[Line]:
    """End the homing of a unit's weapons, or homing at the unit, each if there is a reason.

    `of_weapons` is the reason for the first, `at_target` for the second; None: it goes on.
    """
    lines = []
    for homing in rows_of(session, Homing):
        weapon = session.get_one(Weapon, homing.weapon_id)
        why = of_weapons if weapon.unit_id == unit.id else None
        why = why or (at_target if homing.target_id == unit.id else None)
        if why:
            lines.append(end_homing(session, homing, why))
    return lines


def end_homing(session: Session, homing: Homing, why: No) -> Line:
    """Delete one homing bonus; return its line."""
    weapon = session.get_one(Weapon, homing.weapon_id)
    gun = session.get_one(Unit, weapon.unit_id)
    sums = (homing_sum(session, homing),)
    session.delete(homing)
    return line(
        Kind.HOMING,
        f"{said_of(gun.name, 'loses')} +{homing.bonus} on {homing.target}.",
        f"{opening(why.why)}.",
        rule=why.rule,
        player_id=homing.player_id,
        unit_id=gun.id,
        sums=sums,
    )


def homing_sum(session: Session, homing: Homing) -> Sum:
    """Return the sum of a homing bonus, with the attack that built it up last (8.5-16)."""
    built = value_before(session, homing, "bonus", "Built up by Gunnery Support", "8.5-16")
    return sum_of("Homing bonus", homing.bonus, built)


class UnitEvent(Enum):
    """What happens to a unit; the rows that belong to it answer each event."""

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
    """A kind of rows that name a unit in `column`, or in it something of the unit: `through`.

    The other fields say what becomes of the rows at each `UnitEvent`, and `gone` at those by which a
    unit leaves the table, unless the field of the event itself says it.
    """

    table: type[SQLModel]
    column: str = "unit_id"
    through: type[SQLModel] | None = None
    moves: WhatFollows | None = None
    new_player: WhatFollows | None = None
    gone: WhatFollows | None = None
    lost: WhatFollows | None = None
    removed: WhatFollows | None = None
    left_out: WhatFollows | None = None

    def answer(self, event: UnitEvent) -> WhatFollows | None:
        """Return what becomes of these rows at an event; None: they stay as they are."""
        match event:
            case UnitEvent.MOVES:
                return self.moves
            case UnitEvent.NEW_PLAYER:
                return self.new_player
            case UnitEvent.LOST:
                return self.lost or self.gone
            case UnitEvent.REMOVED:
                return self.removed or self.gone
            case UnitEvent.LEFT_OUT:
                return self.left_out or self.gone

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
        rows = rows_by(session, self.table, self.column)
        if self.through is None:
            return rows.get(unit.id, ())
        owners: Sequence[Any] = of_unit(session, self.through, unit.id)
        return [row for owner in owners for row in rows.get(owner.id, ())]


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
    burning = col(tables.Inside.fire_id).in_([fire.id for fire in rows])
    _end(what, what.session.exec(select(tables.Inside).where(burning)).all())
    # Rows that name a fire go before it: without relationships between the tables SQLAlchemy does
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
    unspent = (each for each in rows if each.state is not ExplosiveState.SPENT)
    return [_put_down(what.session, what.unit, each) for each in unspent]


def _goes_with_it(what: Happening, rows: OwnRows) -> list[Line]:
    """Let it keep what it carries, but not what will go off (8.4-15)."""
    return _falls(what, [each for each in rows if each.state is ExplosiveState.ACTIVATED])


def _x_stays(what: Happening, rows: OwnRows) -> list[Line]:
    """Mark the X where the unit was: what moved off it is not followed (8.4-09, Q8-34)."""
    for flight in rows:
        if flight.target_x is None and what.was is not None:
            flight.target_x, flight.target_y = what.was
            what.session.add(flight)
    return []


def _leaves_seat(what: Happening, rows: OwnRows) -> list[Line]:
    _free(what.session, rows)
    return []


def _walks_off(what: Happening, rows: OwnRows) -> list[Line]:
    """Leave the controls from which it has walked away: whoever operates a weapon is at them (8.5-10)."""
    unit, lines = what.unit, []
    for point in rows:
        weapon = what.session.get_one(Weapon, point.weapon_id)
        creation = what.session.get_one(Unit, weapon.unit_id)
        if _walked_off(unit, creation, what.was):
            _free(what.session, [point])
            lead = f"{unit.name} leaves the controls of {creation.name}."
            place = f"{weapon.name}: {point.place}."
            lines.append(line(Kind.UNIT, lead, place, rule="8.5-10", of=unit))
    return lines


def _gets_off(what: Happening, rows: OwnRows) -> list[Line]:
    """Let its crew stand where it stood, at no controls."""
    creation = what.unit
    crew = [unit for unit in crew_of(what.session, rows) if unit.id != creation.id]
    _free(what.session, rows)
    for unit in crew:
        if unit.x is None and creation.x is not None:
            unit.x, unit.y = creation.x, creation.y
            what.session.add(unit)
    where = "Where it stood." if creation.x is not None else ""
    return [
        line(
            Kind.UNIT, f"{unit.name} is off the controls of {creation.name}.", where,
            rule="8.5-03", of=unit,
        )
        for unit in crew
    ]  # fmt: skip


def _leaves_crews(what: Happening, rows: OwnRows) -> list[Line]:
    return leave_crews(what.session, what.unit, rows)


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
            rule="8.4-50", of=what.unit,
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
            of=what.unit,
        )
        for piece in rows
    ]  # fmt: skip


def _leaves_squad(what: Happening, rows: OwnRows) -> list[Line]:
    """Leave the squad: it is one of the old player's."""
    _end(what, rows)
    return [
        line(Kind.UNIT, f"{what.unit.name} leaves the squad {row.name}.", of=what.unit)
        for row in rows
    ]


BELONGINGS = (
    # Close Combat, before the states that it is written in.
    Belonging(tables.State, "with_id", gone=_combat_ends),
    Belonging(tables.Parting, gone=_end),
    Belonging(tables.Parting, "foe_id", gone=_end),
    Belonging(tables.Maneuver, gone=_except_acting_at_once),
    # Homing and Marks. A Scout's own Marks stay until they end by themselves (QF-50).
    Belonging(
        tables.Homing, "weapon_id", Weapon, new_player=_homing_of_old_player, gone=_homing_ends
    ),
    Belonging(tables.Homing, "target_id", gone=_homing_ends),
    Belonging(tables.Mark, "target_id", gone=_end),
    Belonging(tables.Mark, "scout_id"),
    # Seats: its own, and those of its crew. A crew goes along on a way of its own: `going` asks.
    Belonging(tables.ControlPoint, "occupant_id", moves=_walks_off, gone=_leaves_seat),
    Belonging(tables.ControlPoint, "weapon_id", Weapon, gone=_gets_off),
    # States, fires, and what a turn has seen of it.
    Belonging(tables.State, new_player=_clocks_follow, gone=_states_end),
    Belonging(tables.Inside, gone=_end),
    Belonging(tables.Encounter, gone=_end),
    Belonging(tables.Fire, new_player=_fires_follow, gone=_fires_end),
    Belonging(tables.Run, gone=_end),
    Belonging(tables.Sprint),
    Belonging(tables.PowerUse),
    Belonging(tables.PowerUse, "weapon_id", Weapon),
    # Fields that it carries, projects or powers.
    Belonging(tables.Field, "carrier_id", new_player=_owner_follows, gone=_shields_end),
    Belonging(tables.Field, "projector_id", Weapon),
    # Explosives: carried, in racks, loaded, in the air.
    Belonging(
        tables.Explosive, "carrier_id", new_player=_owner_follows, lost=_falls, gone=_goes_with_it
    ),
    Belonging(tables.Rack),
    Belonging(tables.Rack, "weapon_id", Weapon),
    Belonging(tables.Round, "rack_id", tables.Rack, lost=_rounds_lie_in_it),
    Belonging(tables.Chamber, "weapon_id", Weapon, lost=_load_lies_in_it),
    Belonging(tables.Projectile),
    Belonging(tables.Projectile, "weapon_id", Weapon),
    Belonging(tables.Projectile, "target_id", moves=_x_stays, gone=_x_stays),
    # Weapons, and what is noted of them.
    Belonging(tables.Weapon),
    Belonging(tables.Thrusting, "weapon_id", Weapon),
    Belonging(tables.Trap, "weapon_id", Weapon),
    # The map, and what people keep of a unit.
    Belonging(tables.Terrain, moves=_piece_goes_along, lost=_piece_stays, removed=_piece_stays),
    Belonging(tables.Stance),
    Belonging(tables.Squad, new_player=_leaves_squad),
    Belonging(tables.Note),
    Belonging(tables.PinnedPhoto),
    # The second rule set: `acts/scifi/crews.py` says first who takes a gunner's place (12-74).
    Belonging(tables.SfUnit),
    Belonging(tables.SfWeapon),
    Belonging(tables.SfWeapon, "structure_id"),
    Belonging(tables.SfStore, "sf_weapon_id", SfWeapon),
    Belonging(tables.SfCrew, gone=_leaves_crews),
    Belonging(tables.SfCrew, "sf_weapon_id", SfWeapon),
    Belonging(tables.SfDetection, gone=_end),
    Belonging(tables.SfShot),
    Belonging(tables.SfShot, "sf_weapon_id", SfWeapon),
    Belonging(tables.SfShot, "spotter_id"),
    Belonging(tables.SfShot, "target_id"),
)
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
