"""Units join the roster as they stand, are copied, leave it, and form squads."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice
from typing import Any, Protocol

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk import text
from brikdesk.acts.checks import (
    existing_row,
    heed,
    initials,
    key_or_none,
    place_of,
    with_number,
)
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.going import put
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.units.belongings import UnitEvent, leaves_table, take_away
from brikdesk.acts.units.facts import (
    BUILT,
    HURT,
    MOST,
    _UnitFacts,
    checked,
    one_of,
    preset_facts,
    preset_of,
    whole,
)
from brikdesk.acts.weapons.racks import (
    OBJECT_ARMOR,
    OBJECT_DAMAGE,
    OBJECT_SIZE,
    RackFacts,
    add_rack,
    makeup_of,
)
from brikdesk.acts.weapons.weapons import (
    ChamberFacts,
    WeaponFacts,
    add_weapon,
    facts_of_preset,
    say_thrusting,
)
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point
from brikdesk.rules.brikwars.fire import weight_class_of
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.power import may_have_half_power
from brikdesk.rules.brikwars.units_and_damage import UnitPreset, too_much_armor
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of, thrusts
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome
from brikdesk.store.scifi import copy_scifi
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Fire,
    FireKind,
    HalfPower,
    Player,
    Rack,
    Round,
    Squad,
    Stability,
    State,
    StateKind,
    Terrain,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.store.views.states import BINDS
from brikdesk.turns.turn_order import present_turn

OWN = "its own player"
"""In place of a faction: whoever owns the unit."""

MOST_ROWS = 200
"""States, fires or Explosives of one unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts:
    """A state of a unit; `ends_with` is the player whose turn ends it: a faction, OWN, or nobody."""

    kind: str
    cause: str = ""
    lasting: bool = False
    ends_with: str = ""
    clock_edge: str = Edge.START.value
    pending_damage: int | None = None
    until: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireFacts:
    """A fire on a unit; `set_by` and `driver` are players: a faction, OWN, or nobody."""

    kind: str = FireKind.FIRE.value
    size: int = 1
    permanent_dice: int = 0
    set_by: str = ""
    driver: str = ""
    place: str = ""
    final_stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedFacts:
    """An Explosive that a unit carries. `owner` and `causer` are players: a faction, OWN, or nobody."""

    name: str
    explosive_size: int = 1
    makeup: dict[str, Any] = field(default_factory=dict)
    stability: str = Stability.SEMI_STABLE.value
    state: str = ExplosiveState.STORED.value
    place: str = ""
    owner: str = OWN
    causer: str = ""


class Standing(Struct, frozen=True):
    """All that has happened to a unit, as the act that adds it states it."""

    hurt: Mapping[str, Any]
    states: tuple[StateFacts, ...]
    fires: tuple[FireFacts, ...]
    explosives: tuple[CarriedFacts, ...]

    @property
    def clocked(self) -> list[str]:
        """What needs a running turn, in words: states, fires and activated Explosives."""
        kinds = [each.kind for each in self.states]
        kinds += [each.kind for each in self.fires]
        return [*kinds, *(each.name for each in self.explosives if _ticks(each))]


def _ticks(each: CarriedFacts) -> bool:
    return one_of(ExplosiveState, each.state, "state") is ExplosiveState.ACTIVATED


def check_standing(standing: Standing) -> None:
    """Raise BadInput for what no unit can have."""
    for rows in (standing.states, standing.fires, standing.explosives):
        if len(rows) > MOST_ROWS:
            raise BadInput(f"A unit has at most {MOST_ROWS} of these.", "states")
    for state in standing.states:
        _state(state)
    for fire in standing.fires:
        _fire(fire)
    for carried in standing.explosives:
        _explosive(carried)


def _state(facts: StateFacts) -> dict[str, Any]:
    kind = one_of(StateKind, facts.kind, "states.kind")
    if kind in BINDS:
        raise BadInput(f"{kind.value} binds two units: say it as a bond.", "states.kind")
    cause = place_of(facts.cause, "states.cause")
    if kind is StateKind.OTHER and not cause:
        raise BadInput("Say in a few words what it is.", "states.cause")
    pending = facts.pending_damage
    return {
        "kind": kind,
        "cause": cause,
        "lasting": facts.lasting,
        "clock_edge": one_of(Edge, facts.clock_edge, "states.clock_edge"),
        "pending_damage": None if pending is None else whole(pending, "states.pending_damage"),
        "until": place_of(facts.until, "states.until"),
    }


def _fire(facts: FireFacts) -> dict[str, Any]:
    return {
        "kind": one_of(FireKind, facts.kind, "fires.kind"),
        "size": whole(facts.size, "fires.size"),
        "permanent_dice": whole(facts.permanent_dice, "fires.permanent_dice"),
        "place": place_of(facts.place),
        "final_stage": text.note(facts.final_stage, "fires.final_stage"),
    }


def _explosive(facts: CarriedFacts) -> dict[str, Any]:
    size = whole(facts.explosive_size, "explosives.explosive_size", 1)
    return {
        "name": text.name(facts.name, "explosives.name"),
        "explosive_size": size,
        "makeup": makeup_of(facts.makeup, size),
        "stability": one_of(Stability, facts.stability, "explosives.stability"),
        "state": one_of(ExplosiveState, facts.state, "explosives.state"),
        "place": place_of(facts.place),
    }


def stand(session: Session, unit: Unit, standing: Standing) -> list[Line]:
    """Write all that has happened to a unit that has just been added; return what is left out."""
    for name, fact in standing.hurt.items():
        setattr(unit, name, list(fact) if isinstance(fact, list) else fact)
    if unit.fate is not Fate.ALIVE:
        unit.x = unit.y = None
    session.add(unit)
    turn = present_turn(session)
    now = turn.id if turn else None
    key, whom = unit.id or 0, partial(player_of, session, unit)
    for each in standing.explosives:
        ticks = _ticks(each)
        if now or not ticks:
            session.add(
                Explosive(
                    player_id=whom(each.owner),
                    carrier_id=key,
                    causer_id=whom(each.causer),
                    activated_turn_id=now if ticks else None,
                    **_explosive(each),
                )
            )
    if now:
        session.add_all(
            State(
                unit_id=key, since_turn_id=now, clock_player_id=whom(each.ends_with), **_state(each)
            )
            for each in standing.states
        )
        session.add_all(
            Fire(
                unit_id=key,
                lit_turn_id=now,
                set_by_id=whom(each.set_by),
                driver_id=whom(each.driver),
                **_fire(each),
            )
            for each in standing.fires
        )
    session.flush()
    left = [] if now else standing.clocked
    if not left:
        return []
    words = f"No turn runs, so these are left out: {', '.join(left)}."
    return [line(Kind.NOTE, f"{unit.name} comes without some.", words, unit_id=unit.id)]


def whose(session: Session, unit: Unit, player_id: int | None) -> str:
    """Return a player as a file names him: OWN, his faction, or empty for nobody."""
    if player_id is None:
        return ""
    if player_id == unit.player_id:
        return OWN
    player = session.get(Player, player_id)
    return player.faction if player else ""


def player_of(session: Session, unit: Unit, words: str) -> int | None:
    """Return the player whom a file names; the owner of the unit where nobody is called that."""
    if not words:
        return None
    wanted = select(Player).where(Player.faction == words).order_by(col(Player.id))
    known = None if words == OWN else session.exec(wanted).first()
    return known.id if known else unit.player_id


def chamber_makeup(facts: ChamberFacts) -> dict[str, object]:
    """Return the makeup of what lies in a chamber; BadInput if it makes no sense."""
    if facts.explosive_size:
        return makeup_of(facts.makeup, whole(facts.explosive_size, "chamber.explosive_size"))
    made: dict[str, object] = {}
    for name, value in facts.makeup.items():
        if name == OBJECT_SIZE:
            made[name] = whole(value, "chamber.makeup")
        elif name in (OBJECT_ARMOR, OBJECT_DAMAGE) and isinstance(value, str):
            made[name] = place_of(value, "chamber.makeup")
        else:
            raise BadInput("An object has only object_size, object_armor, object_damage.", "makeup")
    return made


def load_chamber(
    session: Session, weapon: Weapon, facts: Sequence[ChamberFacts], racks: Sequence[Rack]
) -> None:
    """Put into a weapon what lay in it."""
    for each in facts:
        place = each.rack
        rack = None if place is None or not 0 <= place < len(racks) else racks[place]
        session.add(
            Chamber(
                weapon_id=weapon.id or 0,
                rack_id=rack.id if rack else None,
                name=text.name(each.name, "chamber.name"),
                explosive_size=whole(each.explosive_size, "chamber.explosive_size"),
                makeup=chamber_makeup(each),
                stability=one_of(Stability, each.stability, "chamber.stability"),
                count=whole(each.count, "chamber.count", 1, MOST),
            )
        )
    session.flush()


MOST_COPIES = 100
"""Units that one act can make."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddUnit(_UnitFacts):
    """Add a unit, or several alike, to the roster; without `player_id` it belongs to nobody.

    A preset (U-07), or else the kind and Size, fills what is not stated. A preset's weapons and
    battery come along unless `weapons` are stated. Weight class follows from Armor (OF-45).
    All join the squad that is named. What a battle has made of a unit, from `size_damage` on, is
    for one that comes from an army file.
    """

    name: str
    preset: str = ""
    weapons: tuple[WeaponFacts, ...] | None = None
    racks: tuple[RackFacts, ...] = ()
    copies: int = 1
    squad: str = ""
    size_damage: int | None = None
    grinding: int | None = None
    limbs_lost: tuple[str, ...] | None = None
    wounded: bool | None = None
    fate: str | None = None
    on_table: bool | None = None
    states: tuple[StateFacts, ...] = ()
    fires: tuple[FireFacts, ...] = ()
    explosives: tuple[CarriedFacts, ...] = ()

    @property
    def standing(self) -> Standing:
        """What a battle has made of it, checked; BadInput for what cannot be."""
        hurt = checked(self, HURT)
        if hurt.get("fate") is Fate.REMOVED:
            raise BadInput("A unit that was removed does not join.", "fate")
        if self.on_table is not None:
            hurt["on_table"] = self.on_table
        made = Standing(hurt, self.states, self.fires, self.explosives)
        check_standing(made)
        return made

    def carry_out(self, session: Session) -> Outcome:
        """Write units, weapons, controls, racks and the squad, and what has happened to them."""
        base = text.name(self.name)
        copies = whole(self.copies, "copies", 1, MOST_COPIES)
        # The first one is called as was said, even if another unit has that name already.
        names = [base, *_copy_names(session, base, copies - 1, self.player_id)]
        units, lines = self.join(session, names)
        who = text.so_many(copies, base) if copies > 1 else base
        return Outcome(f"Add {who}", (joined_line(session, units, base), *lines))

    def join(self, session: Session, names: Sequence[str]) -> tuple[list[Unit], list[Line]]:
        """Write a unit for each name; return them, and lines about what was left out."""
        key_or_none(session, Player, self.player_id)
        facts, preset = self._facts(session)
        standing = self.standing
        check_body(self, session, names[0], facts["armor"], facts["size"], facts["half_power"])
        weapons, racks = self._equipment(preset)
        squad = ""
        if self.squad:
            squad = squad_named(session, text.name(self.squad, "squad"), self.player_id)
        units: list[Unit] = []
        lines: list[Line] = []
        for name in names:
            unit = Unit(
                name=name,
                player_id=self.player_id,
                preset=self.preset,
                **{"token": initials(name), **_own(facts)},
            )
            session.add(unit)
            session.flush()
            made = [add_weapon(self, session, unit, weapon) for weapon in weapons]
            stores = [add_rack(self, session, rack, unit, made) for rack in racks]
            for weapon, row in zip(weapons, made, strict=True):
                # After the racks: what lies in a chamber names the rack that it came from.
                load_chamber(session, row, weapon.chamber, stores)
            if squad:
                session.add(Squad(unit_id=unit.id or 0, name=squad))
            lines += stand(session, unit, standing)
            # With all that follows for whoever comes there.
            if (spot := spot_of(unit)) is not None:
                lines += put(self, session, unit, spot)
            units.append(unit)
        return units, lines

    def _facts(self, session: Session) -> tuple[dict[str, Any], UnitPreset]:
        typed = checked(self, BUILT)
        preset = preset_of(self.preset, typed.get("kind"), typed.get("size"))
        worn = typed.get("worn_armor")
        facts = {**preset_facts(preset, house_of(session, BrikWarsHouse), worn), **typed}
        facts.setdefault("weight_class", weight_class_of(facts["armor"]))
        return facts, preset

    def _equipment(
        self, preset: UnitPreset
    ) -> tuple[tuple[WeaponFacts, ...], tuple[RackFacts, ...]]:
        if self.weapons is not None:
            return self.weapons, self.racks
        weapons, racks = facts_of_preset(preset)
        return weapons, self.racks or racks


def _own(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with copies of their lists, since no two rows may share one."""
    return {name: list(fact) if isinstance(fact, list) else fact for name, fact in facts.items()}


def check_body(
    act: Act, session: Session, name: str, armor: str, size: int, half_power: HalfPower
) -> None:
    """Refuse more Armor than the Size carries (OF-39), and Half Power below 1" (8.1-36)."""
    heed(act, too_much_armor(armor, size), session, name)
    if half_power is not HalfPower.NEVER:
        heed(act, may_have_half_power(size), session, name)


def _copy_names(session: Session, base: str, copies: int, player_id: int | None) -> list[str]:
    """Return numbered names for copies of a unit, from 2 on, that no unit of this player has."""
    taken = set(session.exec(select(Unit.name).where(Unit.player_id == player_id)))
    numbered = (with_number(base, number) for number in count(2))
    return list(islice((name for name in numbered if name not in taken), copies))


def joined_line(session: Session, units: Sequence[Unit], base: str) -> Line:
    """Return the log line of units that join."""
    first = units[0]
    player = session.get(Player, first.player_id) if first.player_id is not None else None
    side = player.faction if player else "Unaligned"
    squad = session.exec(select(Squad.name).where(Squad.unit_id == first.id)).first()
    many = len(units) > 1
    lead = f"{text.so_many(len(units), base)} join." if many else f"{first.name} joins."
    armor = f"Armor {first.armor}" if first.armor else "no Armor"
    words = f'{side}. Size {first.size}", {armor}.' + (f" Squad {squad}." if squad else "")
    return line(Kind.UNIT, lead, words, of=first)


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateUnit(Act):
    """Make copies of a unit, unhurt and unspent, with its weapons, full racks and full stores."""

    unit_id: int
    copies: int = 1

    def carry_out(self, session: Session) -> Outcome:
        """Write the copies; what happened to the unit in battle is not copied."""
        unit = existing_row(session, Unit, self.unit_id)
        copies = whole(self.copies, "copies", 1, MOST_COPIES)
        # A copy of Pikeman 2 is Pikeman 3, not Pikeman 2 2.
        base = re.sub(r" \d+$", "", unit.name)
        made = []
        for name in _copy_names(session, base, copies, unit.player_id):
            facts = {fact: getattr(unit, fact) for fact in (*BUILT, "player_id", "preset")}
            # No place yet: two units do not stand on one spot.
            facts |= {"name": name, "token": initials(name), "x": None, "y": None}
            copy = Unit(**_own(facts))
            session.add(copy)
            session.flush()
            _copy_equipment(session, unit, copy)
            copy_scifi(session, unit, copy)
            made.append(copy)
        names = ", ".join(copy.name for copy in made[:3]) + (" ..." if len(made) > 3 else "")
        title, lead = f"Duplicate {unit.name}", f"{unit.name} is copied."
        return outcome(Kind.UNIT, title, f"{names}.", lead=lead, of=made[0])


_WEAPON_FACTS = (
    "name", "kind", "preset", "size", "use", "range", "damage", "max_payload", "hands", "mounted",
)  # fmt: skip


def _copy_equipment(session: Session, unit: Unit, copy: Unit) -> None:
    # The copy of each weapon, by that of which it was made; a rack without a weapon has none in its copy.
    twins: dict[int | None, int | None] = {None: None}
    own = select(Weapon).where(Weapon.unit_id == unit.id).order_by(col(Weapon.id))
    for weapon in session.exec(own).all():
        facts = {fact: getattr(weapon, fact) for fact in _WEAPON_FACTS}
        twin = Weapon(unit_id=copy.id or 0, **facts)
        session.add(twin)
        session.flush()
        twins[weapon.id] = twin.id
        if (said := thrusts(session, weapon.id)) is not None:
            say_thrusting(session, twin, said)
        points = select(ControlPoint).where(ControlPoint.weapon_id == weapon.id)
        for point in session.exec(points).all():
            session.add(ControlPoint(weapon_id=twin.id or 0, place=point.place))
    for rack in session.exec(select(Rack).where(Rack.unit_id == unit.id)).all():
        _copy_rack(session, rack, copy, twins.get(rack.weapon_id))


def _copy_rack(session: Session, rack: Rack, copy: Unit, weapon_id: int | None) -> None:
    twin = copied(Rack, rack, unit_id=copy.id, weapon_id=weapon_id)
    session.add(twin)
    session.flush()
    for each in session.exec(select(Round).where(Round.rack_id == rack.id)).all():
        session.add(copied(Round, each, rack_id=twin.id or 0, count=each.full))


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveUnit(Act):
    """Remove a unit from the campaign; its row stays, so that the log can name it."""

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Mark it as removed; its fire, states, Marks and homing end."""
        unit = existing_row(session, Unit, self.unit_id)
        if unit.fate is Fate.REMOVED:
            raise BadInput(f"{unit.name} has been removed already.")
        lines = take_away(session, unit, Fate.REMOVED)
        unit.on_table = False
        title, lead = f"Remove {unit.name}", f"{unit.name} is removed."
        return outcome(Kind.UNIT, title, lead=lead, also=lines, of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePart(Act):
    """Bring a unit of the roster into the present battle, or leave it out."""

    unit_id: int
    on_table: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Note it; a unit that is left out has no place, and what it does on the table ends."""
        unit = existing_row(session, Unit, self.unit_id)
        lines: list[Line] = []
        if not self.on_table:
            lines = leaves_table(session, unit, UnitEvent.LEFT_OUT)
        unit.on_table = self.on_table
        session.add(unit)
        verb = "takes part" if self.on_table else "stays out"
        return outcome(Kind.UNIT, f"{unit.name} {verb}", also=lines, of=unit)


def squad_named(session: Session, name: str, player_id: int | None) -> str:
    """Return the name of the squad that is meant, in the capitals of one that the player has."""
    theirs = select(Squad.name).join(Unit).where(Unit.player_id == player_id)
    return next((own for own in session.exec(theirs) if own.casefold() == name.casefold()), name)


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinSquad(Act):
    """Put a unit into a squad of its player, which begins with its first unit.

    It leaves the one it was in. Two players may each have a squad of the same name.
    """

    unit_id: int
    name: str

    def carry_out(self, session: Session) -> Outcome:
        """Note it; a squad of this name in other capitals is the same one."""
        unit, name = existing_row(session, Unit, self.unit_id), text.name(self.name)
        name = squad_named(session, name, unit.player_id)
        own = _squad_of(session, unit)
        if own is not None and own.name == name:
            raise BadInput(f"{unit.name} is in {name} already.", "name")
        row = own or Squad(unit_id=unit.id or 0, name=name)
        row.name = name
        session.add(row)
        title, lead = f"{unit.name} joins {name}", f"{unit.name} joins the squad {name}."
        return outcome(Kind.UNIT, title, lead=lead, of=unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSquad(Act):
    """Take a unit out of its squad, which ends with its last one."""

    unit_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the row; BadInput if it is in none."""
        unit = existing_row(session, Unit, self.unit_id)
        own = _squad_of(session, unit)
        if own is None:
            raise BadInput(f"{unit.name} is in no squad.", "unit_id")
        session.delete(own)
        title, lead = f"{unit.name} leaves {own.name}", f"{unit.name} leaves the squad {own.name}."
        return outcome(Kind.UNIT, title, lead=lead, of=unit)


def _squad_of(session: Session, unit: Unit) -> Squad | None:
    return next((row for row in rows_of(session, Squad) if row.unit_id == unit.id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnlistTerrain(Act):
    """Have a piece of terrain be an Object of the roster too: it burns, is hit, and breaks (8.4-25).

    Its Size is by default its longest side in whole inches, its Weight class its own, or else as usual.
    `inches` of fire light it at once (F.1-23).
    """

    terrain_id: int
    size: int | None = None
    weight_class: int | None = None
    inches: int = 0

    def carry_out(self, session: Session) -> Outcome:
        """Write the Object where the piece lies; BadInput for a piece that is a unit already."""
        piece = existing_row(session, Terrain, self.terrain_id)
        if piece.unit_id is not None:
            raise BadInput(
                text.said_of(piece.name, "is a unit of the roster already."), "terrain_id"
            )
        whole(self.inches, "inches", 0, MOST)
        weight = piece.weight_class if self.weight_class is None else self.weight_class
        facts = AddUnit(
            name=piece.name,
            kind=UnitKind.OBJECT.value,
            size=longest_side(piece) if self.size is None else self.size,
            weight_class=weight,
        )
        (unit,), lines = facts.join(session, [piece.name])
        piece.unit_id = unit.id
        session.add(piece)
        session.flush()
        # Tied first: nobody is in the way of himself.
        lines += put(self, session, unit, middle_of(piece))
        lines.insert(0, joined_line(session, [unit], piece.name))
        if not self.inches:
            return Outcome(text.said_of(piece.name, "is tracked"), tuple(lines))
        lit = Ignite(unit_id=unit.id or 0, inches=self.inches, overruled=self.overruled)
        return Outcome(text.said_of(piece.name, "burns"), (*lines, *lit.carry_out(session).lines))


class Outlined(Protocol):
    """What lies within `radius` inches of its points: a row of terrain, or what a view says of it."""

    @property
    def points(self) -> Sequence[Point]:
        """Its corners, in inches."""

    @property
    def radius(self) -> float:
        """How far it reaches around them."""


def longest_side(piece: Outlined) -> int:
    """Return the Size that terrain has as an Object: its longest side in whole inches, 1 at least."""
    across, deep = _sides(piece)
    return min(MOST, max(1, round(max(across[1] - across[0], deep[1] - deep[0]))))


def middle_of(piece: Outlined) -> Point:
    """Return the middle of the room that a piece takes up, in inches."""
    across, deep = _sides(piece)
    return sum(across) / 2, sum(deep) / 2


def _sides(piece: Outlined) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return where a piece begins and ends, across the table and deep."""
    xs, ys = zip(*piece.points, strict=True)
    r = piece.radius
    return (min(xs) - r, max(xs) + r), (min(ys) - r, max(ys) + r)
