"""Every procedure that deals damage × everything that protects × every kind of target.

A cell carries a procedure out against a target, every Damage die showing 3, and reads in the log how
many points met which Armor, and what answered them. What is expected stands in the tables below, by
rule; cells that cannot be say why. The list of procedures comes from the program (`harmful.py`).
"""

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.combat.aim import Aim, Caught, Mode, Parry, ShieldDice, Stray, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, PlaceCarefully
from brikdesk.acts.fields.difficult_terrain import CrossTerrain
from brikdesk.acts.fields.exposure import Expose
from brikdesk.acts.fields.traps_going_off import SpringTrap
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import Face
from brikdesk.errors import Refused
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.texts import is_known
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import dice_thrown
from brikdesk.store.tables import (
    Explosive,
    Field,
    Fire,
    Inside,
    Mind,
    Projectile,
    Run,
    Stability,
    Stance,
    State,
    StateKind,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.turn_order import stamp_now
from tests.matrices.harmful import harms
from tests.nightly import NIGHTLY

ANN, BEN = 1, 2

# Kinds of targets: what a unit is, and what its Size adds where the part exposed counts (5.1-28,
# 5.1-31, 8.4-31, F.1-12).

KINDS: dict[str, tuple[dict[str, Any], int]] = {
    "minifig": ({"kind": UnitKind.MINIFIG, "size": 1}, 0),
    "hero": ({"kind": UnitKind.HERO, "size": 1}, 0),
    "horse": ({"kind": UnitKind.HORSE, "size": 2, "mind": Mind.RIDDEN}, 1),
    "creature": ({"kind": UnitKind.CREATURE, "size": 3}, 1),
    "piloted vehicle": ({"kind": UnitKind.VEHICLE, "size": 4, "mind": Mind.PILOTED}, 2),
    "operated vehicle": ({"kind": UnitKind.VEHICLE, "size": 4, "mind": Mind.OPERATED}, 2),
    "structure": ({"kind": UnitKind.STRUCTURE, "size": 6, "mind": Mind.NONE}, 3),
    "object of Size 0": ({"kind": UnitKind.OBJECT, "size": 0, "mind": Mind.NONE}, -2),
}
MINDLESS = ("operated vehicle", "structure", "object of Size 0")
"""Those that parry nothing: no mind of their own, no Rider, no Pilot (8.2-02)."""

# Protections: which column of a procedure's row holds the answer, and which Armor meets the points.

PROTECTIONS: dict[str, tuple[str, int]] = {
    "Armor, a number": ("plain", 20),
    "Armor dice": ("plain", 26),  # 2d6+20, both showing 3 (OF-48)
    "Armor on fire": ("plain", 17),  # less 1d4 (8.3-27, F.1-27)
    "Armor and Grinding Damage": ("plain", 18),  # less 2 points (OF-60); a minifig's are limbs
    "Deflection": ("deflection", 20),
    "Heavy Armor worn": ("deflection", 20),  # W-15
    "a Shield that parries": ("parry", 20),
    "a Parry that fails": ("failed", 20),  # 5.2-46
    "a Shield, looking away": ("away", 20),  # 4.3-08
    "a Shield, Disrupted": ("down", 20),  # 4.1-27
    "a Shield that lies there": ("plain", 20),
    "an Energy Shield": ("energy", 20),
    "an Energy Shield without Power": ("spent", 20),  # F.1-74
    "Deflection, Parry, Energy Shield": ("all", 20),
}

REFUSED = "refused"


@dataclass(frozen=True)
class Row:
    """What is expected of one procedure, in points; the size of the target comes on top if `area`.

    - `plain`: all its dice; `deflection`, `parry`, `energy`: those that one level, one Parry, one
      shield of a d4, a d6 and a d10 leave; `all`: those that all three together leave.
    - `rules`: the IDs that say so. `asked`: whether a Parry is a question of the step, or is declared
      beforehand; `unseen`: nobody sees it coming (5.2-51).
    - `impossible`: kinds of targets that it cannot strike, with the reason.
    - `none_left`: the size adds nothing where no die is left.
    """

    plain: int
    deflection: int
    parry: int
    energy: int
    all: int
    rules: tuple[str, ...]
    asked: bool = True
    unseen: bool = False
    area: bool = False
    none_left: bool = False
    one_each: int = 0  # F.1-13: points of a victim of Size 0", one for each die
    impossible: tuple[tuple[str, str], ...] = ()
    around: bool = False  # it comes from nowhere in particular: looking away does not matter
    touch: bool = False  # a Close Combat maneuver: none of a foe of half its Size or less (8.2-03)


def only(kinds: tuple[str, ...], why: str) -> tuple[tuple[str, str], ...]:
    return tuple((kind, why) for kind in KINDS if kind not in kinds)


MINIFIGS = ("minifig", "hero")
STANDS = (("structure", "it goes nowhere"), ("object of Size 0", "it goes nowhere by itself"))
SETS_NOTHING_OFF = (("structure", "it goes nowhere"), ("object of Size 0", "F.1-66"))
PUT_DOWN = (("structure", "nobody sets it down"),)

# 2d6 and 1d4 Fire of a shot: 9. A level takes one d6 and the d4.
SHOT = {"plain": 9, "deflection": 3, "parry": 3, "energy": 3, "all": 0}
# 2d10 Exp of an explosion: 6. A level, or a d10 of a shield, takes one of them (Q8-51).
BLAST = {"plain": 6, "deflection": 3, "parry": 3, "energy": 3, "all": 0}
# 2d6 Damage and 1d4 Fire of a Field or a trap under the feet: direct damage (F.1-11).
HAZARD = {"plain": 9, "deflection": 3, "parry": 3, "energy": 3, "all": 0}

ATTACK = ("5.1-10", "A-06", "5.2-51", "5.2-48", "F.1-71")
EXPLODES = ("8.4-27", "Q8-51", "5.2-51", "F.1-71", "8.4-31")
EXPOSED = ("F.1-11", "F.1-12", "A-06", "5.2-51", "F.1-71", "QF-13")

ROWS: dict[str, Row] = {
    "Attack: a shot": Row(**SHOT, rules=ATTACK, asked=False),
    "Attack: a trap's weapon": Row(**SHOT, rules=(*ATTACK, "F.2-10"), asked=False),
    "Attack: a blow": Row(**SHOT, rules=("5.2-48", "A-06", "F.1-71"), asked=False, touch=True),
    "Attack: a burning blow": Row(
        # 2d6 and the 1d4 of the fire: as a shot.
        **SHOT, rules=("F.1-29", "5.2-48", "A-06"), asked=False, touch=True,
    ),
    "Attack: a Charge with its MOM": Row(
        # 1d6 and the d6 of the MOM are two of one type; a Parry keeps the MOM out of it.
        6, 3, 0, 3, 0, rules=("5.4-20", "5.4-23", "A-06"), asked=False, touch=True,
    ),
    "Attack: an arc": Row(**SHOT, rules=("8.3-07", "A-06"), asked=False, area=True),
    "Attack: a Missed Shot": Row(**SHOT, rules=("5.3-11", "A5-36", "A-06")),
    "Attack: a Shove against a wall": Row(
        # 2" of KnockBack, all of them prevented. A Parry cancels the Shove (5.2-52).
        2, 2, 0, 2, 0, rules=("5.4-31", "A5-54", "5.2-52"), asked=False,
        impossible=only(MINIFIGS, "8.2-05: too large, or nothing that is shoved"),
    ),
    "Attack: an explosive shot": Row(**BLAST, rules=EXPLODES, area=True),
    "Attack: beside an explosive shot": Row(**BLAST, rules=EXPLODES, area=True),
    "Attack: a keg that is shot": Row(**BLAST, rules=(*EXPLODES, "8.4-13"), area=True),
    "Detonate": Row(**BLAST, rules=EXPLODES, area=True),
    "Detonate: against a wall": Row(
        # 1" of KnockBack for each Exp die that is left, all of it prevented.
        8, 4, 4, 4, 0, rules=(*EXPLODES, "5.4-31", "8.4-26"), area=True,
        impossible=only(MINIFIGS, "8.4-26: too large to be thrown, or not thrown alike"),
    ),
    "Detonate: with more dice": Row(
        # d10 Exp, and 1d6 and 1d4 Fire on top: a level takes one of each.
        9, 0, 0, 0, 0, rules=(*EXPLODES, "8.4-29"), area=True,
    ),
    "Land": Row(**BLAST, rules=(*EXPLODES, "8.4-11"), area=True),
    "Expose: a Field": Row(
        **HAZARD, rules=EXPOSED, area=True, around=True, none_left=True, one_each=3
    ),
    "Expose: a fire": Row(
        3, 0, 0, 0, 0, rules=("F.1-42", "F.1-21", "A-06"), area=True, around=True, none_left=True,
        one_each=1,
    ),
    "CrossTerrain": Row(
        # Two d6 of a Spiked Obstacle: a level takes one of them.
        6, 3, 3, 3, 0, rules=("F.1-56", "A-06"), area=True, around=True, none_left=True,
        impossible=STANDS,
    ),
    "CrossConcealed": Row(
        **HAZARD, rules=("F.1-57", "F.1-60", "A-06"), unseen=True, impossible=SETS_NOTHING_OFF
    ),
    "CrossConcealed: a mine": Row(
        **BLAST, rules=("QF-42", "A-06"), unseen=True, area=True, impossible=SETS_NOTHING_OFF
    ),
    "CrossConcealed: beside a mine": Row(**BLAST, rules=("QF-42", "5.2-51"), area=True),
    "PlaceCarefully": Row(
        **HAZARD, rules=("F.1-69", "A-06"), unseen=True, one_each=3, impossible=PUT_DOWN
    ),
    "Collide: a burning charger": Row(
        3, 0, 0, 0, 0, rules=("F.1-29", "5.4-25", "A-06"),
        impossible=only(MINIFIGS, "5.4-24: minifigs run into minifigs"),
    ),
    "Collide: against a wall": Row(
        3, 3, 3, 3, 3, rules=("5.4-31", "A5-54"),
        impossible=only(MINIFIGS, "5.4-24: minifigs run into minifigs"),
    ),
    "Collide: burning, against a wall": Row(
        6, 3, 3, 3, 3, rules=("F.1-29", "5.4-31", "A5-54"),
        impossible=only(MINIFIGS, "5.4-24: minifigs run into minifigs"),
    ),
    "SpringTrap": Row(**SHOT, rules=("F.2-02", "A-04", "A-06"), around=True, unseen=True),
    "DamageUnit: a fall": Row(**SHOT, rules=("A-04", "A-06", "5.2-51"), around=True),
    "DamageUnit: points": Row(
        9, 9, 9, 9, 9, rules=("A-04", "A5-54"),  # no dice that anything could take
    ),
}  # fmt: skip

NO_DICE: dict[str, str] = {
    "BurnMinifig": "8.3-34: a limb for each turn that it burns, without Damage dice",
    "BurnUnit": "F.1-33: Grinding Damage by the dice of the fire itself, without Damage dice",
    "DieOfWound": "5.1-17: what was Mortally Wounded dies",
    "Drown": "4.1-22: it drowns",
    "Kill": "5.1-11: by the referee's word",
    "LoseLimb": "OF-59: by the referee's word",
    "TakeGrinding": "OF-59, OF-60: by the referee's word",
    "TakeSizeDamage": "OF-49: by the referee's word",
    "TryTrigger": "F.2-02: what it sets off is the effect of SpringTrap",
    "Launch": "8.4-09: what flies off strikes when it lands",
}
"""Acts that can harm and deal no damage that anything could meet, by rule."""


# The table, and the acts


@dataclass
class Table:
    """One target on the table of a rehearsal, with what protects it."""

    session: Session
    now: int
    al: Unit
    unit: Unit
    shield: Weapon | None
    dome: Field | None

    @property
    def aim(self) -> Aim:
        return Aim(unit_id=self.unit.id, distance=0.5)

    @property
    def caught(self) -> Caught:
        return Caught(unit_id=self.unit.id, distance=0.5, loose=False)

    @property
    def defended(self) -> dict[str, Any]:
        """What a target declares in an attack: its Parry, its shield dice."""
        key = self.unit.id or 0
        held = self.shield is not None and not self.shield.lying
        parries = (Parry(unit_id=key, weapon_id=self.shield.id),) if held and self.shield else ()
        dome = self.dome
        dice = (ShieldDice(field_id=dome.id or 0, unit_id=key, dice=(0, 1, 2)),) if dome else ()
        return {"parries": parries, "shields": dice if dome and not dome.spent else ()}

    def add(self, *rows: Any) -> Any:
        self.session.add_all(rows)
        self.session.flush()
        return rows[0]

    def field(self, kind: FieldKind, dice: list[str], **facts: Any) -> Field:
        made = Field(
            name="Danger",
            kind=kind,
            size=6,
            dice=dice,
            made_turn_id=self.now,
            player_id=ANN,
            **facts,
        )
        found: Field = self.add(made)
        return found

    def keg(self, makeup: Makeup | None = None, size: int = 2, **facts: Any) -> int:
        made = Explosive(
            name="Keg", explosive_size=size, makeup=(makeup or Makeup()).as_data(), player_id=ANN,
            x=self.al.x, y=self.al.y, **facts,
        )  # fmt: skip
        return int(self.add(made).id)

    def strike(self, damage: str = "2d6+1d4 Fire", **facts: Any) -> Strike:
        return Strike(**{
            "by_id": self.al.id, "name": "Weapon", "use": 2, "range": 10, "damage": damage, **facts
        })  # fmt: skip

    def burning(self) -> None:
        self.add(Fire(unit_id=self.al.id or 0, size=0, lit_turn_id=self.now, set_by_id=ANN))

    def running(self) -> None:
        """Let Al hold a MOM, straight at the target."""
        self.add(Run(unit_id=self.al.id or 0, turn_id=self.now, heading=90.0, inches=4.0, mom=True))


def shot(table: Table, **facts: Any) -> Attack:
    told = {"aims": (table.aim,), "strikes": (table.strike(),), **table.defended, **facts}
    return Attack(**told)


def blow(table: Table, damage: str = "2d6+1d4 Fire", **facts: Any) -> Attack:
    strike = table.strike(damage, range=None, mode=Mode.STRIKE)
    return shot(table, aims=(Aim(unit_id=table.unit.id, distance=0),), strikes=(strike,), **facts)


def burning_blow(table: Table) -> Attack:
    table.burning()
    strike = table.strike("2d6", range=None, mode=Mode.STRIKE, use=0)  # less 1d4 (F.1-27)
    return replace(blow(table), strikes=(strike,))


def charge(table: Table) -> Attack:
    table.running()
    return replace(
        blow(table, "1d6"), charge=True, overruled=frozenset({"5.4-15", "5.4-16", "5.4-19"})
    )


def arc(table: Table) -> Attack:
    gun = Weapon(
        unit_id=table.al.id, name="BlastGun", kind=WeaponKind.BLAST_GUN, size=1, use=2, range=10,
        damage="2d6+1d4 Fire", mounted=False, hands=2,
    )  # fmt: skip
    wide = Strike(weapon_id=table.add(gun).id, by_id=table.al.id, mode=Mode.ARC, count=1)
    return shot(table, strikes=(wide,))


def missed(table: Table) -> Attack:
    foe = table.add(Unit(name="Foe", token="FOES", player_id=BEN, x=13, y=18))
    stray = Stray(shot="shot-0", distance=5, unit_id=table.unit.id)
    return Attack(
        aims=(Aim(unit_id=foe.id, distance=5),), strikes=(table.strike(use=9),), strays=(stray,),
        track_misses=True, choices={"spot-0": '1" from Foe'},
    )  # fmt: skip


def shove(table: Table) -> Attack:
    strike = Strike(by_id=table.al.id, mode=Mode.SHOVE)
    return shot(table, aims=(replace(table.aim, distance=0, free=0),), strikes=(strike,))


def rocket(table: Table) -> Strike:
    stand = table.add(Unit(name="Stand", token="ST", player_id=ANN, kind=UnitKind.VEHICLE, size=3,
                           mind=Mind.OPERATED, x=table.al.x, y=table.al.y))  # fmt: skip
    made = Weapon(
        unit_id=stand.id,
        name="Rocket",
        kind=WeaponKind.ROCKET,
        size=2,
        use=2,
        range=12,
        damage="2d10 Exp",
    )
    return Strike(weapon_id=table.add(made).id, by_id=table.al.id)


def explosive(table: Table) -> Attack:
    return Attack(aims=(replace(table.aim, loose=False),), strikes=(rocket(table),))


def beside(table: Table) -> Attack:
    return Attack(
        aims=(Aim(place="the yard", distance=5, x=table.al.x, y=table.al.y),),
        strikes=(rocket(table),), caught=(table.caught,),
    )  # fmt: skip


def keg_shot(table: Table) -> Attack:
    keg = table.keg(stability=Stability.UNSTABLE)
    blast = replace(table.caught, blast=f"explosive-{keg}")
    return Attack(
        aims=(Aim(explosive_id=keg, distance=1),), strikes=(table.strike("1d6"),), caught=(blast,)
    )


def walled(table: Table) -> Detonate:
    there = Caught(unit_id=table.unit.id, distance=0.5, free=0)
    return Detonate(explosive_id=table.keg(), caught=(there,))


def landing(table: Table) -> Land:
    flight = Projectile(
        player_id=ANN, name="Express", explosive_size=2, distance=20, travelled=12, target="there",
        target_x=table.al.x, target_y=table.al.y, frozen={"action_die": 6, "use": 2},
        launched_turn_id=table.now,
    )  # fmt: skip
    key = int(table.add(flight).id)
    return Land(projectile_id=key, caught=(table.caught,), overruled=frozenset({"8.4-10"}))


def exposed(table: Table) -> Expose:
    field = table.field(FieldKind.EXPOSURE, ["d6 Damage", "d6 Damage", "d4 Fire"])
    return Expose(inside_id=int(table.add(Inside(unit_id=table.unit.id, field_id=field.id)).id))


def in_a_fire(table: Table) -> Expose:
    hut = table.add(
        Unit(
            name="Hut", token="HU", kind=UnitKind.STRUCTURE, size=4, mind=Mind.NONE, player_id=None
        )
    )
    fire = table.add(Fire(unit_id=hut.id, size=2, lit_turn_id=table.now))
    return Expose(inside_id=int(table.add(Inside(unit_id=table.unit.id, fire_id=fire.id)).id))


def spikes(table: Table) -> CrossTerrain:
    field = table.field(FieldKind.TERRAIN, ["d6 Move", "d6 Move"], mode="Spiked Obstacle")
    return CrossTerrain(unit_id=table.unit.id or 0, field_id=field.id or 0, uncontrolled=True)


def hidden(table: Table, *dice: str, unit: Unit | None = None, **facts: Any) -> CrossConcealed:
    field = table.field(FieldKind.CONCEALED, list(dice))
    who = unit or table.unit
    return CrossConcealed(unit_id=who.id or 0, field_id=field.id or 0, inches=20, **facts)


def beside_a_mine(table: Table) -> CrossConcealed:
    return hidden(table, "d10 Exp", "d10 Exp", unit=table.al, caught=(table.caught,),
                  x=table.al.x, y=table.al.y)  # fmt: skip


def placed(table: Table) -> PlaceCarefully:
    field = table.field(FieldKind.CONCEALED, ["d6 Damage", "d6 Damage", "d4 Fire"])
    return PlaceCarefully(unit_id=table.al.id or 0, field_id=field.id or 0, object_id=table.unit.id)


def collision(table: Table, *, burning: bool, free: float | None) -> Collide:
    table.running()
    if burning:
        table.burning()
    return Collide(unit_id=table.al.id or 0, target_id=table.unit.id or 0, free=free)


def trapped(table: Table) -> SpringTrap:
    trap = table.add(Trap(name="Blade", trigger="a wire", effect="2d6 damage and 1d4 Fire"))
    return SpringTrap(trap_id=trap.id or 0, victim_id=table.unit.id)


BUILT: dict[str, Callable[[Table], StepAct]] = {
    "Attack: a shot": shot,
    "Attack: a trap's weapon": lambda t: shot(t, strikes=(t.strike(action_die=4, use=1),)),
    "Attack: a blow": blow,
    "Attack: a burning blow": burning_blow,
    "Attack: a Charge with its MOM": charge,
    "Attack: an arc": arc,
    "Attack: a Missed Shot": missed,
    "Attack: a Shove against a wall": shove,
    "Attack: an explosive shot": explosive,
    "Attack: beside an explosive shot": beside,
    "Attack: a keg that is shot": keg_shot,
    "Detonate": lambda t: Detonate(explosive_id=t.keg(), caught=(t.caught,)),
    "Detonate: against a wall": walled,
    "Detonate: with more dice": lambda t: Detonate(
        explosive_id=t.keg(Makeup(added=("1d6", "1d4 Fire")), 1), caught=(t.caught,)
    ),
    "Land": landing,
    "Expose: a Field": exposed,
    "Expose: a fire": in_a_fire,
    "CrossTerrain": spikes,
    "CrossConcealed": lambda t: hidden(t, "d6 Damage", "d6 Damage", "d4 Fire"),
    "CrossConcealed: a mine": lambda t: hidden(t, "d10 Exp", "d10 Exp"),
    "CrossConcealed: beside a mine": beside_a_mine,
    "PlaceCarefully": placed,
    "Collide: a burning charger": lambda t: collision(t, burning=True, free=None),
    "Collide: against a wall": lambda t: collision(t, burning=False, free=0),
    "Collide: burning, against a wall": lambda t: collision(t, burning=True, free=0),
    "SpringTrap": trapped,
    "DamageUnit: a fall": lambda t: DamageUnit(unit_id=t.unit.id or 0, dice="2d6+1d4 Fire"),
    "DamageUnit: points": lambda t: DamageUnit(unit_id=t.unit.id or 0, damage=9),
}


def target(session: Session, kind: str, protection: str) -> Table:
    """Put the target on the table, what protects it, and Al, who may hurt it."""
    facts, _ = KINDS[kind]
    now = stamp_now(session)
    size = int(facts["size"])
    al = Unit(name="Al", token="AL", player_id=ANN, x=10, y=18, move=10, armor="20")
    unit = Unit(
        name="Bo", token="BO", player_id=BEN, **{"armor": "20", "tags": ["living", "breathing"], **facts},
        x=10.5 + max(size, 1) / 2, y=18,
    )  # fmt: skip
    session.add_all((al, unit))
    session.flush()
    made = Table(session, now, al, unit, None, None)
    deflects = protection in ("Deflection", "Heavy Armor worn", "Deflection, Parry, Energy Shield")
    unit.deflection = int(deflects)
    unit.worn_armor = "heavy" if protection == "Heavy Armor worn" else ""
    unit.grinding = 2 if protection == "Armor and Grinding Damage" else 0
    if protection == "Armor dice":
        unit.armor = "2d6+20"
    if protection == "Armor on fire":
        made.add(Fire(unit_id=unit.id, size=int(size > 1), lit_turn_id=now))
    if ("Shield" in protection and "an Energy" not in protection) or "Parry" in protection:
        lies = "at its feet" if protection == "a Shield that lies there" else ""
        made.shield = made.add(
            Weapon(unit_id=unit.id, name="Shield", kind=WeaponKind.MELEE_SHIELD, size=1, use=3,
                   hands=1, mounted=False, lying=lies)
        )  # fmt: skip
    if "Energy Shield" in protection:
        spent = {str(n): now for n in range(3)} if "without Power" in protection else {}
        dice = ["d6 Deflection", "d4 Deflection", "d10 Deflection"]
        made.dome = made.field(FieldKind.SHIELD, dice, carrier_id=unit.id, spent=spent)
        made.dome.name = "Dome"
    if protection in ("a Shield, looking away", "a Shield that parries"):
        away = protection == "a Shield, looking away"
        made.add(Stance(unit_id=unit.id, facing=90.0 if away else 270.0))
    if protection == "a Shield, Disrupted":
        made.add(State(unit_id=unit.id, kind=StateKind.DISRUPTED, since_turn_id=now))
    session.flush()
    return made


FACES = {"Action": 5, "MOM Al": 5, "POP Bo": 2, "Distance": 3}


def thrown(act: StepAct, label: str, sides: int, protection: str) -> int:
    """Return what a die shows: 3, but where a roll has to be made or to fail."""
    if label == "Parry":
        return 2 if protection == "a Parry that fails" else 5
    if label == "Action" and isinstance(act, PlaceCarefully):
        return 1
    if label == "Action" and isinstance(act, CrossConcealed):
        return 2
    return min(FACES.get(label, 3), sides - 1)


def chosen(name: str, offered: list[str], act: StepAct) -> str:
    """Answer a question: every protection is used, as much as can be."""
    if name.startswith(("guard", "shield")):
        return offered[-1]
    return "spent" if name.startswith("mom") else offered[0]


def carried_out(session: Session, act: StepAct, protection: str) -> list[str]:
    """Throw and answer until nothing is missing; give the log lines."""
    act.check_waiting(session)
    for _ in range(40):
        preview = act.examine(session)
        faces = list(act.faces)
        if preview.owed:
            faces += [
                Face(thrown(act, die.label, die.sides, protection)) for die in preview.open_dice
            ]
            act = replace(act, faces=tuple(faces))
            continue
        if not preview.open_choices:
            break
        asked = preview.open_choices[0]
        answer = chosen(asked.id, [option.value for option in asked.options], act)
        act = replace(act, choices={**act.choices, asked.id: answer})
    lines = act.carry_out(session).lines
    counted = [die for line in lines for die in dice_thrown(line.parts)]
    assert len(counted) == len(act.faces), "each die is counted once, however often it is shown"
    return [line.text() for line in lines]


Seen = tuple[int | str, int | None]
"""Points that met the Armor, and that Armor; None where nothing met it."""


def seen(lines: list[str]) -> Seen:
    said = " ".join(line for line in lines if "Bo" in line)
    if found := re.search(r"(\d+) damage against Armor (\d+)", said):
        return int(found[1]), int(found[2])
    return 0, None


def expected(procedure: str, kind: str, protection: str) -> Seen:
    """Read the tables above for one cell."""
    row, column, armor = ROWS[procedure], *PROTECTIONS[protection]
    mindless, more = kind in MINDLESS, KINDS[kind][1]
    parries = row.asked and not (row.unseen or mindless)
    if column == "down" and not row.asked:
        return REFUSED, None  # 4.1-27
    if column in ("parry", "failed", "away", "all") and mindless and not row.asked:
        return REFUSED, None  # 8.2-02
    if column in ("parry", "failed", "all") and row.touch and kind not in MINIFIGS:
        return REFUSED, None  # 8.2-03
    dice = {
        "failed": row.plain,
        "down": row.plain,
        "spent": row.plain,
        "away": row.parry if row.around and parries else row.plain,
        "parry": row.parry if parries or not row.asked else row.plain,
        "all": row.all if parries or not row.asked or procedure == "Attack: a shot" else None,
    }.get(column, getattr(row, column, 0))
    if dice is None:  # without a Parry a level and the shield are left: one die more each
        dice = WITHOUT_PARRY[procedure]
    if kind == "object of Size 0" and row.one_each:
        dice, more = dice // 3, 0
    added = more if row.area else 0
    if not dice and (row.none_left or added < 0):
        added = 0
    points = max(0, dice + added)
    if protection == "Armor and Grinding Damage" and kind in MINIFIGS:
        armor = 20
    return points, armor if points else None


WITHOUT_PARRY = {
    "Attack: a Missed Shot": 0,
    "Attack: an explosive shot": 0,
    "Attack: beside an explosive shot": 0,
    "Attack: a keg that is shot": 0,
    "Detonate": 0,
    "Detonate: with more dice": 0,
    "Land": 0,
    "Expose: a Field": 0,
    "Expose: a fire": 0,
    "CrossTerrain": 0,
    "CrossConcealed": 0,
    "CrossConcealed: a mine": 0,
    "CrossConcealed: beside a mine": 0,
    "PlaceCarefully": 0,
    "SpringTrap": 0,
    "DamageUnit: a fall": 0,
    "DamageUnit: points": 9,
}
"""Points that a level of Deflection and an Energy Shield leave to one that cannot parry."""


def why_not(procedure: str, kind: str, protection: str) -> str:
    """Say why a cell cannot be; empty for one that can."""
    for each, why in ROWS[procedure].impossible:
        if each == kind:
            return why
    energy = "Energy Shield" in protection
    if energy and kind in (*MINIFIGS, "horse", "object of Size 0"):
        return "F.1-73: a Shield Projector protects a creation that has Power for it"
    if protection == "Heavy Armor worn" and kind not in MINIFIGS:
        return "W-15: a minifig wears it"
    if procedure.startswith("Collide") and protection == "a Shield, Disrupted":
        return "5.4-24: nobody runs into who lies on the ground"
    if protection == "a Shield, looking away" and not ROWS[procedure].asked:
        return "4.3-08: what is declared beforehand is the matrix of who may"
    return ""


EVERY_DAY = ("minifig", "creature", "operated vehicle", "object of Size 0")
"""Kinds of targets that are tried with every change; all of them at night."""

CELLS = [
    (procedure, kind, protection)
    for procedure in ROWS
    for kind in (KINDS if NIGHTLY else EVERY_DAY)
    for protection in PROTECTIONS
    if not why_not(procedure, kind, protection)
]


def cell(battle: Campaign, procedure: str, kind: str, protection: str) -> Seen:
    """Carry one cell out in a rehearsal, and read what came of it."""
    with battle.rehearsal() as session:
        table = target(session, kind, protection)
        try:
            return seen(carried_out(session, BUILT[procedure](table), protection))
        except Refused as no:
            return REFUSED, None if no.rule in ("8.2-02", "8.2-03", "4.1-27") else -1


def wrong(battle: Campaign, procedure: str) -> list[str]:
    """Return the cells of one procedure that are not as the tables say."""
    found = []
    for _, kind, protection in (each for each in CELLS if each[0] == procedure):
        is_, should = None, expected(procedure, kind, protection)
        try:
            is_ = cell(battle, procedure, kind, protection)
        except Exception as error:  # a cell that breaks is a wrong one, and the others go on
            is_ = f"{type(error).__name__}: {error}"
        if is_ != should:
            found.append(f"{procedure} × {protection} × {kind}: {should} expected, {is_} seen")
    return found


@pytest.fixture(scope="module")
def ground(built_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Yield one running battle for all cells, which keep nothing of it."""
    file = tmp_path_factory.mktemp("hurt") / "campaign.brik"
    with Campaign.open(Path(shutil.copy(built_battle, file))) as made:
        yield made


@pytest.mark.rule("5.2-51", "A-06", "F.1-71", "A-04", "5.1-10", "8.4-27", "F.1-11", "5.4-31")
@pytest.mark.parametrize("procedure", ROWS)
def test_what_protects_answers_in_every_procedure(ground: Campaign, procedure: str) -> None:
    found = wrong(ground, procedure)
    assert not found, f"{len(found)} cells:\n" + "\n".join(found)


def test_every_act_that_can_harm_has_its_cells_or_says_why_it_has_none() -> None:
    found = {name for name, act in Act.KINDS.items() if harms((act.__module__, name))}
    listed = {procedure.partition(":")[0] for procedure in ROWS} | set(NO_DICE)
    assert found == listed


def test_the_tables_cite_rules_that_there_are() -> None:
    cited = {rule for row in ROWS.values() for rule in row.rules}
    cited |= {
        why.partition(":")[0] for why in NO_DICE.values() if ", " not in why.partition(":")[0]
    }
    assert [rule for rule in cited if not is_known(rule)] == []
    assert len(CELLS) >= 600
    assert set(BUILT) == set(ROWS)
