"""What belongs to a unit, what it carries and leaves behind, and its crew."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
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
from brikdesk.rules.brikwars.actions import AT_ONCE
from brikdesk.rules.brikwars.explosives import DudHandling, Reaction, dud_reaction
from brikdesk.rules.brikwars.fire import driver_after_capture
from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.units import CrewRole
from brikdesk.store.lines import Kind, Line, Sum, line
from brikdesk.store.session import known
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Encounter,
    Explosive,
    ExplosiveState,
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


def put_down(session: Session, carrier: Unit, carried: Sequence[Explosive]) -> list[Line]:
    """Let what a unit carried lie where it fell; a dud that falls goes off (8.4-16, 8.4-23)."""
    return [
        _put_down(session, carrier, explosive)
        for explosive in carried
        if explosive.state is not ExplosiveState.SPENT
    ]


def _put_down(session: Session, carrier: Unit, explosive: Explosive) -> Line:
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


def takes_along(session: Session, carrier: Unit, carried: Sequence[Explosive]) -> list[Line]:
    """Let a unit that leaves the table keep what it carries, but not what will go off (8.4-15)."""
    going_off = [each for each in carried if each.state is ExplosiveState.ACTIVATED]
    return put_down(session, carrier, going_off)


AT_THE_CONTROLS = 0.05
"""Inches between two edges that still count as touching: positions are set by hand."""

AN_ARM = 1.0
"""Inches from its edge at which somebody whose place was not known before may be at its controls."""


def leave_seat(
    session: Session,
    unit: Unit,
    points: Sequence[ControlPoint],
    *,
    was: Point | None = None,
    by_map: bool = False,
) -> list[Line]:
    """Take a unit off the controls that it mans; return lines for those that it walks away from.

    With `by_map` it leaves only what the map shows it to have walked away from: whoever operates a
    weapon is at its controls (8.5-10).
    """
    lines = []
    for point in points:
        weapon = session.get_one(Weapon, point.weapon_id)
        creation = session.get_one(Unit, weapon.unit_id)
        if by_map and not _walked_off(unit, creation, was):
            continue
        point.occupant_id = None
        session.add(point)
        if by_map:
            lines.append(
                line(
                    Kind.UNIT, f"{unit.name} leaves the controls of {creation.name}.",
                    f"{weapon.name}: {point.place}.",
                    rule="8.5-10", of=unit,
                )
            )  # fmt: skip
    return lines


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


def crew_gets_off(session: Session, creation: Unit, points: Sequence[ControlPoint]) -> list[Line]:
    """Let the crew of a creation that is gone stand where it stood, at no controls."""
    crew = [unit for unit in crew_of(session, points) if unit.id != creation.id]
    for point in points:
        point.occupant_id = None
        session.add(point)
    for unit in crew:
        if unit.x is None and creation.x is not None:
            unit.x, unit.y = creation.x, creation.y
            session.add(unit)
    return [
        line(
            Kind.UNIT, f"{unit.name} is off the controls of {creation.name}.",
            "Where it stood." if creation.x is not None else "",
            rule="8.5-03", of=unit,
        )
        for unit in crew
    ]  # fmt: skip


def crew_loses_member(session: Session, unit: Unit, rows: Sequence[SfCrew]) -> list[Line]:
    """Take a unit out of the Sci-fi crews that it serves in; tell weapons without a gunner (12-74)."""
    lines = []
    for row in (each for each in rows if each.alive):
        row.alive = False
        session.add(row)
        weapon = session.get_one(SfWeapon, row.sf_weapon_id)
        if row.role is CrewRole.GUNNER and not weapon.destroyed and weapon.unit_id != unit.id:
            owner = session.get_one(Unit, weapon.unit_id)
            lines.append(
                line(
                    Kind.UNIT, f"{opening(said_of(weapon.name, 'has'))} no gunner.",
                    "It can be manned again.",
                    rule="12-74", of=owner,
                )
            )  # fmt: skip
    return lines


def leave_controls(session: Session, unit: Unit) -> None:
    """Take a unit off all controls that it mans."""
    manned = select(ControlPoint).where(ControlPoint.occupant_id == unit.id)
    for point in session.exec(manned):
        point.occupant_id = None
        session.add(point)


def lose_homing(
    session: Session, unit: Unit, *, of_weapons: No | None = None, at_target: No | None = None
) -> list[Line]:
    """End the homing of a unit's weapons, or homing at the unit, each if there is a reason.

    `of_weapons` is the reason for the first, `at_target` for the second; None: it goes on.
    """
    lines = []
    for homing in session.exec(select(Homing).order_by(col(Homing.id))).all():
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
        f"{why.why[:1].upper()}{why.why[1:]}.",
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
