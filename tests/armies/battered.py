"""Random armies that a battle has been over: rows of every table of a unit, and what they look like."""

import random
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from sqlalchemy import JSON
from sqlalchemy import Enum as NamedMember
from sqlmodel import Session, SQLModel, col, select

from brikdesk.acts.checks import initials
from brikdesk.acts.weapons.weapons import derived
from brikdesk.armies.standing import CARRIED, KEPT
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.house_rules import house_of
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    Fate,
    Fire,
    Player,
    Rack,
    Round,
    SfCrew,
    SfLoad,
    SfStore,
    SfUnit,
    SfWeapon,
    Squad,
    State,
    StateKind,
    Thrusting,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views.states import BINDS
from brikdesk.turns.turn_order import stamp_now

WORDS = (
    "Bertha", "Wick", "=1+1", "none", "Señor ñandú", "<b>Dork</b>", "a; b", "'quoted", "[x", "☃ 雪",
    "“Red” Hand", "@home", "two words", "-5", "yes",
)  # fmt: skip
MAKEUPS: tuple[Mapping[str, Any], ...] = (
    {}, {"exchanges": {"SMOKE": 1}}, {"exchanges": {"FIRE": 1}, "flat": 2}, {"added": ["1d4 Fire"]},
    {"exchanges": {"EXPOSURE": 1}, "field_dice": {"EXPOSURE": "d4 Fire"}},
)  # fmt: skip

ODD: Mapping[tuple[type[SQLModel], str], Callable[[random.Random], Any]] = {
    (Unit, "armor"): lambda r: r.choice(("", "4", "1d6", "2d10")),
    (Unit, "size"): lambda r: r.randint(3, 9),
    (Unit, "action_die"): lambda r: r.choice((0, 4, 6, 8, 10)),
    (Unit, "actions_per_turn"): lambda r: r.randint(0, 3),
    (Unit, "power_multiplier"): lambda r: r.randint(0, 2),
    (Unit, "worn_armor"): lambda r: r.choice(("", "light", "heavy")),
    (Unit, "preset"): lambda r: r.choice(("", "U-02")),
    (Unit, "limbs_lost"): lambda r: r.choice(([], ["left_arm"], ["right_arm", "left_leg"])),
    (Unit, "specialties"): lambda r: r.choice(([], ["gunnery"], ["medik", "own trick"])),
    (Unit, "tags"): lambda r: r.choice(([], ["flammable"], ["odd; one"])),
    (Unit, "fate"): lambda r: r.choice((Fate.ALIVE, Fate.ALIVE, Fate.DEAD)),
    (Unit, "move"): lambda r: r.choice((0.0, 5.0, 7.5)),
    (Unit, "notes"): lambda r: r.choice(("", "=big\nand loud", "x")),
    (State, "kind"): lambda r: r.choice([each for each in StateKind if each not in BINDS]),
    (Weapon, "size"): lambda r: r.choice((1.0, 1.5, 3.0)),
    (Weapon, "preset"): lambda r: r.choice(("", "W-04")),
    (Weapon, "damage"): lambda r: "",
    (Weapon, "range"): lambda r: r.choice((None, 6.0, 7.5)),
    (Weapon, "hands"): lambda r: r.randint(0, 2),
    (SfUnit, "equipment"): lambda r: r.choice(([], ["power limb"])),
    (SfWeapon, "effects"): lambda r: r.choice(([], ["poison"])),
    (SfWeapon, "needs"): lambda r: r.choice(([], ["sight"])),
    (SfWeapon, "capabilities"): lambda r: r.choice(
        ([], [{"name": "bayonet", "melee": True, "holder": ""}])
    ),
    (SfWeapon, "range_factor"): lambda r: r.choice((None, 12.0, 7.5)),
    (SfWeapon, "minimum_range"): lambda r: r.choice((None, 2.0)),
    (SfWeapon, "barrels"): lambda r: r.choice((None, 3)),
    (SfWeapon, "count"): lambda r: r.randint(1, 3),
    (SfUnit, "armor_class"): lambda r: r.choice((None, 3)),
    (SfWeapon, "typed_factor"): lambda r: r.choice((None, 4)),
    (SfWeapon, "shape"): lambda r: type(SfWeapon().shape)("none"),
    (SfWeapon, "area_size"): lambda r: None,
    (SfWeapon, "area_width"): lambda r: None,
    (SfWeapon, "carry_override"): lambda r: True,
}  # fmt: skip


def random_row(kind: type[SQLModel], chance: random.Random, **facts: Any) -> Any:
    """Return a row with random values in all carried columns that `facts` do not state."""
    for name, way in KEPT[kind].items():
        if way is CARRIED and name not in facts and not name.endswith("_id"):
            facts[name] = _random(kind, name, chance)
    return kind(**facts)


def _random(kind: type[SQLModel], name: str, chance: random.Random) -> Any:
    if (kind, name) in ODD:
        return ODD[kind, name](chance)
    column = kind.__table__.columns[name]  # type: ignore[attr-defined]
    if column.nullable and chance.random() < 0.3:
        return None
    if name == "makeup":
        return dict(chance.choice(MAKEUPS))
    made = column.type
    if isinstance(made, NamedMember):
        assert made.enum_class
        return chance.choice(list(made.enum_class))
    if isinstance(made, JSON):
        return []
    python = made.python_type
    if python is bool:
        return chance.random() < 0.5
    if python is int:
        return chance.randint(1, 9)
    if python is float:
        return chance.choice((0.0, 2.0, 6.5))
    return chance.choice(WORDS)


def make_army(session: Session, chance: random.Random, player_id: int, count: int) -> list[int]:
    """Write the units of a random army with all that they have; return their keys."""
    units = []
    for number in range(count):
        name = f"{chance.choice(WORDS)} {chr(65 + number)}"
        token = chance.choice((initials(name), "XY"))
        unit = random_row(Unit, chance, player_id=player_id, name=name, token=token)
        session.add(unit)
        session.flush()
        units.append(unit)
    for unit in units:
        _equip(session, chance, unit, chance.choice(units))
    for unit in units:
        _bind(session, chance, unit, chance.choice(units))
    session.flush()
    return [unit.id or 0 for unit in units]


def _equip(session: Session, chance: random.Random, unit: Unit, other: Unit) -> None:
    own, now = {"unit_id": unit.id}, stamp_now(session)
    player = chance.choice((None, unit.player_id, 2))
    if chance.random() < 0.5:
        session.add(random_row(Squad, chance, **own))
    if unit.fate is Fate.ALIVE:
        for _ in range(chance.choice((0, 0, 1, 2))):
            clock = {"since_turn_id": now, "clock_player_id": player}
            session.add(random_row(State, chance, **own, **clock))
        for _ in range(chance.choice((0, 0, 1))):
            lit = {
                "lit_turn_id": now,
                "set_by_id": player,
                "driver_id": chance.choice((player, unit.player_id)),
            }
            session.add(random_row(Fire, chance, **own, **lit))
    for _ in range(chance.choice((0, 0, 1))):
        who = {"player_id": player, "causer_id": player, "carrier_id": unit.id}
        session.add(random_row(Explosive, chance, activated_turn_id=now, explosive_size=4, **who))
    weapons = [_weapon(session, chance, unit) for _ in range(chance.choice((0, 1, 2)))]
    session.add_all(weapons)
    session.flush()
    racks = [
        random_row(Rack, chance, battery=False, weapon_id=weapon.id, **own) for weapon in weapons
    ]
    session.add_all(racks)
    session.flush()
    for weapon, rack in zip(weapons, racks, strict=True):
        _arm(session, chance, weapon, rack)
    if chance.random() < 0.4:
        _scifi(session, chance, unit)


def _weapon(session: Session, chance: random.Random, unit: Unit) -> Weapon:
    mounted = chance.random() < 0.5
    size = chance.choice((1.0, 3.0) if mounted else (1.0, 1.5, 3.0))
    weapon: Weapon = random_row(Weapon, chance, unit_id=unit.id, mounted=mounted, size=size)
    rules = house_of(session, BrikWarsHouse)
    made = derived(weapon.kind, size, weapon.preset, rules, held=not mounted)
    # An empty figure is always that of the rules: nobody can take one away.
    if weapon.kind in (WeaponKind.GUN, WeaponKind.MELEE_WEAPON, WeaponKind.OTHER):
        weapon.damage = chance.choice(("", "2d6", "1 Action die+2", "1d8−distance"))
    elif weapon.kind is WeaponKind.EXPLOSIVE:
        weapon.damage = chance.choice(("", f"{int(size)}d4 Fire", f"{int(size)} Smoke"))
    for name in ("use", "range", "max_payload"):
        if getattr(weapon, name) is None:
            setattr(weapon, name, made[name])
    return weapon


def _arm(session: Session, chance: random.Random, weapon: Weapon, rack: Rack) -> None:
    of = {"weapon_id": weapon.id}
    if chance.random() < 0.3:
        session.add(random_row(Thrusting, chance, **of))
    places = chance.sample(("cockpit", "turret", "weapon"), 2) if chance.random() < 0.5 else []
    session.add_all(ControlPoint(place=place, **of) for place in places)
    for number in range(chance.choice((0, 1, 2))):
        makeup = dict(chance.choice(MAKEUPS))
        full, left = chance.choice(((4, 4), (4, 1), (3, 0), (0, 2), (2, 5)))
        facts = {"name": f"round {number}", "explosive_size": 1, "makeup": makeup}
        session.add(random_row(Round, chance, rack_id=rack.id, count=left, full=full, **facts))
    if chance.random() < 0.5:
        facts = {"explosive_size": 2, "count": 1, "rack_id": chance.choice((None, rack.id))}
        session.add(random_row(Chamber, chance, **of, **facts))


def _scifi(session: Session, chance: random.Random, unit: Unit) -> None:
    session.add(random_row(SfUnit, chance, unit_id=unit.id))
    for _ in range(chance.choice((0, 1, 2))):
        mounting = chance.choice([each for each in Mounting if each is not Mounting.EMPLACED])
        weapon = random_row(SfWeapon, chance, unit_id=unit.id, mounting=mounting, family=None)
        session.add(weapon)
        session.flush()
        store = random_row(SfStore, chance, sf_weapon_id=weapon.id)
        session.add(store)
        session.flush()
        session.add_all(
            random_row(SfLoad, chance, store_id=store.id, name=name)
            for name in ("smoke", "heavy")[: chance.randint(0, 2)]
        )
        now = {"sf_weapon_id": weapon.id, "role_turn_id": stamp_now(session)}
        session.add_all(
            random_row(SfCrew, chance, name=name, **now)
            for name in ("Ann", "Bo")[: chance.randint(0, 2)]
        )
    session.flush()


def _bind(session: Session, chance: random.Random, unit: Unit, other: Unit) -> None:
    if unit is other or Fate.DEAD in (unit.fate, other.fate):
        return
    dice = chance.random()
    if dice < 0.3:
        kind = chance.choice((StateKind.ENGAGED, StateKind.GRABBED))
        with_other = {"unit_id": unit.id, "with_id": other.id, "lasting": True}
        known = select(State).where(State.unit_id == unit.id, State.with_id == other.id)
        if session.exec(known).first() is None:
            session.add(State(kind=kind, since_turn_id=stamp_now(session), **with_other))
    elif dice < 0.6:
        points = select(ControlPoint).join(Weapon).where(Weapon.unit_id == other.id)
        if point := session.exec(points).first():
            point.occupant_id = unit.id
    else:
        crews = select(SfCrew).join(SfWeapon).where(SfWeapon.unit_id == other.id)
        if member := session.exec(crews.order_by(col(SfCrew.id))).first():
            member.unit_id = unit.id


Image = list[dict[str, list[dict[str, Any]]]]

BELOW: Mapping[type[SQLModel], tuple[str, type[SQLModel]]] = {
    Squad: ("unit_id", Unit), State: ("unit_id", Unit), Fire: ("unit_id", Unit),
    Explosive: ("carrier_id", Unit), Weapon: ("unit_id", Unit), Thrusting: ("weapon_id", Weapon),
    ControlPoint: ("weapon_id", Weapon), Rack: ("unit_id", Unit), Round: ("rack_id", Rack),
    Chamber: ("weapon_id", Weapon), SfUnit: ("unit_id", Unit), SfWeapon: ("unit_id", Unit),
    SfStore: ("sf_weapon_id", SfWeapon), SfLoad: ("store_id", SfStore),
    SfCrew: ("sf_weapon_id", SfWeapon),
}  # fmt: skip
"""By which column the rows of a table belong to those of another."""


def image_of(session: Session, unit_ids: list[int]) -> Image:
    """Return every carried column of all rows of these units, without keys: equal where they are."""
    return [_image(session, unit_id, unit_ids) for unit_id in unit_ids]


def _image(session: Session, unit_id: int, unit_ids: list[int]) -> dict[str, list[dict[str, Any]]]:
    keys: dict[type[SQLModel], list[int]] = {Unit: [unit_id]}
    found = {"unit": [_facts(session, session.get_one(Unit, unit_id), keys, unit_ids)]}
    for kind, (column, above) in BELOW.items():
        wanted = select(kind).where(col(getattr(kind, column)).in_(keys[above]))
        rows = list(session.exec(wanted.order_by(col(kind.id))))  # type: ignore[attr-defined]
        keys[kind] = [row.id for row in rows]  # type: ignore[attr-defined]
        said = [
            {"of": keys[above].index(getattr(row, column)), **_facts(session, row, keys, unit_ids)}
            for row in rows
        ]
        # What binds two units may be written in another order than what is one's own.
        found[str(kind.__tablename__)] = sorted(said, key=str) if kind is State else said
    return found


def _facts(
    session: Session, row: SQLModel, keys: Mapping[type[SQLModel], list[int]], unit_ids: list[int]
) -> dict[str, Any]:
    told = {}
    for name, way in KEPT[type(row)].items():
        if way is not CARRIED:
            continue
        value = getattr(row, name)
        if (value is not None and name.endswith("player_id")) or name in _PLAYERS:
            player = session.get(Player, value) if value is not None else None
            value = player.faction if player else None
        elif value is not None and name == "weapon_id":
            value = keys[Weapon].index(value)
        elif value is not None and name == "rack_id":
            value = keys[Rack].index(value)
        elif value is not None and name.endswith("_id"):
            value = unit_ids.index(value)
        told[name] = value.value if isinstance(value, Enum) else value
    # The clock of a pair says nothing: it ends by what the two do.
    if isinstance(row, State) and row.kind in BINDS:
        return {name: told[name] for name in ("kind", "with_id", "lasting", "cause")}
    return told


_PLAYERS = ("set_by_id", "driver_id", "causer_id")
