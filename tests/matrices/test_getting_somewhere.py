"""Every way of getting somewhere × everything that a place can hold.

A way is an act that can change a place; which acts can is read from the program (`ways_of`), so that a
new one without a row here fails. What is expected stands in tables written by hand, each line with
the rule that says so. In every cell somebody goes 2" east from (10, 15) to (12, 15), in a rehearsal
that leaves nothing behind.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pytest
from sqlmodel import Session, col, select

import brikdesk.acts
from brikdesk.acts.armies import Recruit, TakeArmy
from brikdesk.acts.battlefield.terrain import LayTerrain, PlaceTerrain
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.combat.aim import Aim, Caught, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive, MoveDud, MoveExplosive
from brikdesk.acts.fields.concealed_hazards import CrossConcealed
from brikdesk.acts.fields.fields import AddField, PutField, ResizeField, ShrinkField
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.jumping import JumpUnit
from brikdesk.acts.movement.momentum import run_now
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.scifi.units import MoveSf
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import DestroyRounds
from brikdesk.dice import Face
from brikdesk.errors import Refused
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.fields import FieldKind, TerrainMode
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Battle,
    ControlPoint,
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Homing,
    Inside,
    Projectile,
    Rack,
    Round,
    Run,
    SfUnit,
    Stability,
    State,
    StateKind,
    Terrain,
    TerrainKind,
    Trap,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import turn_now
from tests.reach.unreached import ROOT, Room, read_rooms

ANN, BEN, CLEO = 1, 2, 3
START, END = (10.0, 15.0), (12.0, 15.0)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Yield a battle by both books in Ann's first turn, with nobody on the table."""
    with Campaign.create(tmp_path_factory.mktemp("ways") / "table.brik") as made:
        titles = tuple(game.title for game in GAMES.values())
        made.do(CreateCampaign(name="Ways", uuid="ways", rule_sets=titles))
        for name, colour in (("Ann", "sky"), ("Ben", "orchid"), ("Cleo", "lime")):
            made.do(AddPlayer(name=name, faction=name, colour=colour))
        made.do(NewBattle(name="There", player_ids=(ANN, BEN, CLEO)))
        made.do(StartBattle())
        yield made


@dataclass
class Scene:
    """The table of one cell: who goes, and what was put there."""

    session: Session
    bo: int = 0
    noted: dict[str, int] = field(default_factory=dict)

    def add(self, row: Any) -> int:
        self.session.add(row)
        self.session.flush()
        key: int = row.id
        return key

    def unit(self, name: str, x: float | None, y: float | None, **facts: Any) -> int:
        usual = {"player_id": ANN, "token": "XX", "armor": "40", "tags": ["living", "breathing"]}
        return self.add(Unit(name=name, x=x, y=y, **{**usual, **facts}))

    @property
    def turn(self) -> int:
        return turn_now(self.session).id or 0

    def get(self, kind: Any, key: int | None = None) -> Any:
        return self.session.get_one(kind, self.bo if key is None else key)


def dice(*values: int) -> tuple[Face, ...]:
    return tuple(Face(value) for value in values)


# Ways: each puts down what it needs besides Bo, and gives the act


def walks(scene: Scene) -> Act:
    return MoveUnit(unit_id=scene.bo, x=END[0], y=END[1])


def jumps(scene: Scene) -> Act:
    return JumpUnit(unit_id=scene.bo, x=END[0], y=END[1])


def is_carried(scene: Scene) -> Act:
    return MoveUnit(unit_id=scene.bo, x=END[0], y=END[1], by_itself=False)


def is_put_down(scene: Scene) -> Act:
    bo = scene.get(Unit)
    bo.x = bo.y = None
    scene.add(bo)
    return MoveUnit(unit_id=scene.bo, x=END[0], y=END[1])


def is_corrected(scene: Scene) -> Act:
    return EditUnit(unit_id=scene.bo, x=END[0], y=END[1])


def dives(scene: Scene) -> Act:
    # Whom it fights, it avoids: then the two are parted (A5-64).
    foe = scene.noted.get("foe")
    return Bail(unit_id=scene.bo, x=END[0], y=END[1], from_id=foe, faces=dice(2))


def is_shoved(scene: Scene) -> Act:
    gus = scene.unit("Gus", 9.0, 15.0)
    shove = Strike(by_id=gus, mode=Mode.SHOVE)
    return Attack(aims=(Aim(unit_id=scene.bo),), strikes=(shove,))


def is_shot(scene: Scene) -> Act:
    tower = scene.unit("Tower", 2.0, 15.0, kind=UnitKind.STRUCTURE, size=3)
    gun = scene.add(
        Weapon(
            unit_id=tower, name="Gun", kind=WeaponKind.GUN, size=3, use=2, range=30, damage="3d6"
        )
    )
    scene.noted["gun"] = gun
    strike = Strike(weapon_id=gun, action_die=6, by_id=tower)
    return Attack(
        aims=(Aim(unit_id=scene.bo, distance=6),), strikes=(strike,), faces=dice(5, 2, 2, 2)
    )


def is_blown_up(scene: Scene) -> Act:
    bomb = scene.add(Explosive(name="Bomb", explosive_size=2, player_id=CLEO, x=9.0, y=15.0))
    there = Caught(unit_id=scene.bo, distance=0.5)
    return Detonate(explosive_id=bomb, caught=(there,), faces=dice(3, 4))


def is_bombed(scene: Scene) -> Act:
    rocket = scene.add(
        Projectile(
            player_id=ANN, name="Rocket", explosive_size=2, distance=8.0, travelled=8.0, arrived=True,
            target="the spot", frozen={"action_die": 6, "use": 2}, launched_turn_id=scene.turn,
            x=9.0, y=15.0, target_x=9.0, target_y=15.0,
        )
    )  # fmt: skip
    there = Caught(unit_id=scene.bo, distance=0.5)
    return Land(projectile_id=rocket, caught=(there,), faces=dice(5, 3, 4),
                overruled=frozenset({"8.4-10"}))  # fmt: skip


def is_mined(scene: Scene) -> Act:
    mines = scene.add(
        Field(name="Mines", kind=FieldKind.CONCEALED, size=2, dice=["d10 Exp", "d10 Exp"],
              made_turn_id=scene.turn)
    )  # fmt: skip
    gus = scene.unit("Gus", 9.0, 15.0)
    there = Caught(unit_id=scene.bo, distance=0.5)
    return CrossConcealed(
        unit_id=gus, field_id=mines, inches=4, x=9.0, y=15.0, caught=(there,), faces=dice(2, 3, 4)
    )


def is_run_into(scene: Scene) -> Act:
    gus = scene.unit("Gus", 9.0, 15.0)
    scene.add(Run(unit_id=gus, turn_id=scene.turn, heading=90.0, inches=5.0, mom=True))
    return Collide(unit_id=gus, target_id=scene.bo, faces=dice(4, 2))


def is_thrown_back(scene: Scene) -> Act:
    """Bo runs into Gus head-on, and is thrown back by him; both hold a MOM."""
    gus = scene.unit("Gus", 9.0, 15.0)
    for who in (gus, scene.bo):
        known = scene.session.exec(select(Run).where(Run.unit_id == who)).first()
        scene.add(known or Run(unit_id=who, turn_id=scene.turn, heading=90.0, inches=5.0, mom=True))
    # Where things lie is what counts here, not whether its run leads straight to Gus.
    push = Collide(unit_id=scene.bo, target_id=gus, head_on=True, faces=dice(2, 4, 4, 2))
    return overruling(push, "5.4-24")


def goes_along(scene: Scene) -> Act:
    truck = scene.unit("Truck", 10.0, 16.5, kind=UnitKind.VEHICLE, size=2, move=10.0)
    wheel = scene.add(Weapon(unit_id=truck, name="Ram", kind=WeaponKind.OTHER))
    scene.add(ControlPoint(weapon_id=wheel, place="seat", occupant_id=scene.bo))
    return MoveUnit(unit_id=truck, x=12.0, y=16.5, overruled=frozenset({"4.1-03"}))


def moves_by_the_other_book(scene: Scene) -> Act:
    scene.add(SfUnit(unit_id=scene.bo))
    return MoveSf(unit_id=scene.bo, x=END[0], y=END[1])


def is_moved_by_the_other_book(scene: Scene) -> Act:
    scene.add(SfUnit(unit_id=scene.bo))
    return MoveSf(unit_id=scene.bo, x=END[0], y=END[1], by_itself=False)


def joins(scene: Scene) -> Act:
    scene.noted["joins"] = 1
    return AddUnit(
        name="Bo", player_id=ANN, x=END[0], y=END[1], armor="40", tags=("living", "breathing")
    )


def joins_in_an_army(scene: Scene) -> Act:
    return TakeArmy(title="Army", units=(Recruit(unit=joins(scene)),))  # type: ignore[arg-type]


WALK, JUMP, CARRIED, PUT, DIVE, THROWN, ALONG, JOIN = [
    "walk",
    "jump",
    "carried",
    "put",
    "dive",
    "thrown",
    "along",
    "join",
]

WAYS: dict[str, tuple[str, str, Callable[[Scene], Act]]] = {
    "walks": (WALK, "MoveUnit", walks),
    "moves by the other book": (WALK, "MoveSf", moves_by_the_other_book),
    "jumps": (JUMP, "JumpUnit", jumps),
    "is carried": (CARRIED, "MoveUnit", is_carried),
    "is moved by the other book": (CARRIED, "MoveSf", is_moved_by_the_other_book),
    "is put down": (PUT, "MoveUnit", is_put_down),
    "is corrected": (PUT, "EditUnit", is_corrected),
    "dives": (DIVE, "Bail", dives),
    "is shoved": (THROWN, "Attack", is_shoved),
    "is shot": (THROWN, "Attack", is_shot),
    "is blown up": (THROWN, "Detonate", is_blown_up),
    "is bombed": (THROWN, "Land", is_bombed),
    "is mined": (THROWN, "CrossConcealed", is_mined),
    "is run into": (THROWN, "Collide", is_run_into),
    "is thrown back": (THROWN, "Collide", is_thrown_back),
    "goes along": (ALONG, "MoveUnit", goes_along),
    "joins": (JOIN, "AddUnit", joins),
    "joins in an army": (JOIN, "TakeArmy", joins_in_an_army),
}
"""Each way of a unit: its manner, the act that goes it, and how it is staged."""


# Things: what a place holds. Each is staged, and then looked at once somebody has come or gone


@dataclass(frozen=True)
class After:
    """What stands on the table after a way, and what the log says of it."""

    scene: Scene
    said: tuple[str, ...]

    def says(self, rule: str) -> bool:
        return any(line.endswith(f" {rule}") for line in self.said)

    def waits(self, *kinds: str) -> bool:
        """Whether a step of these kinds waits for Bo."""
        steps = agenda(self.scene.session)
        return any(
            step.key.split("-")[0] in kinds and step.unit_id == self.scene.bo for step in steps
        )

    def inside(self) -> bool:
        noted = select(Inside).where(Inside.unit_id == self.scene.bo, col(Inside.left).is_(False))
        return self.scene.session.exec(noted).first() is not None

    def count(self, kind: Any, *where: Any) -> int:
        return len(self.scene.session.exec(select(kind).where(*where)).all())


Stage = Callable[[Scene], None]


def a_field(x: float, y: float, size: int, kind: FieldKind, *dice: str, **facts: Any) -> Stage:
    def stage(scene: Scene) -> None:
        made = Field(name="Patch", kind=kind, size=size, dice=list(dice), x=x, y=y,
                     made_turn_id=scene.turn, **facts)  # fmt: skip
        scene.noted["field"] = scene.add(made)

    return stage


def at_end(kind: FieldKind, *dice: str, **facts: Any) -> Stage:
    """Put down a Field into which the way leads: its edge comes to Bo's at x 11."""
    return a_field(13.0, 15.0, 3, kind, *dice, **facts)


def across(kind: FieldKind, *dice: str, **facts: Any) -> Stage:
    """Put down a Field that the way crosses: Bo's edge is out of it at its start and its end."""
    return a_field(11.0, 15.4, 1, kind, *dice, **facts)


def stands_in_lava(scene: Scene) -> None:
    a_field(9.0, 15.0, 3, FieldKind.EXPOSURE, "d6 Damage")(scene)
    scene.add(Inside(unit_id=scene.bo, field_id=scene.noted["field"], exposed_turn_id=scene.turn))


def suffers(after: After) -> str:
    owes, inside = after.waits("met", "terrain", "path"), after.inside()
    return {(True, True): "waits, inside", (True, False): "waits", (False, True): "inside"}.get(
        (owes, inside), "nothing"
    )


def rolls(after: After) -> str:
    return "waits" if after.waits("met", "terrain", "path") else "nothing"


def is_out(after: After) -> str:
    return "inside" if after.inside() else "out"


def terrain(kind: TerrainKind, *points: tuple[float, float], **facts: Any) -> Stage:
    def stage(scene: Scene) -> None:
        battle = scene.session.exec(select(Battle)).one()
        row = {"radius": 0.0, "top": 2.0, **facts}
        scene.add(
            Terrain(
                battle_id=battle.id,
                kind=kind,
                name="Piece",
                points=[list(p) for p in points],
                **row,
            )
        )

    return stage


wall = terrain(TerrainKind.WALL, (11.5, 10.0), (11.5, 20.0), radius=0.25, blocks_move=True)
low_wall = terrain(
    TerrainKind.WALL, (11.0, 10.0), (11.0, 20.0), radius=0.1, blocks_move=True, top=0.8
)
building = terrain(
    TerrainKind.BUILDING, (11.5, 10.0), (20.0, 10.0), (20.0, 20.0), (11.5, 20.0), top=6.0,
    blocks_move=True,
)  # fmt: skip
pond = terrain(
    TerrainKind.WATER, (11.0, 10.0), (20.0, 10.0), (20.0, 20.0), (11.0, 20.0), top=0.0,
    difficult=TerrainMode.SLOW,
)  # fmt: skip


def stopped(after: After) -> str:
    bo = after.scene.get(Unit)
    smash = " with Smash" if any("Smash" in line for line in after.said) else ""
    return f"x {bo.x:g}{smash}"


def price(after: After) -> str:
    return f"{after.scene.get(Unit).move_used:g} of Move"


def narrow(scene: Scene) -> None:
    battle = scene.session.exec(select(Battle)).one()
    battle.table_width = 11.6
    scene.add(battle)


def somebody(name: str, x: float, y: float, **facts: Any) -> Stage:
    def stage(scene: Scene) -> None:
        scene.noted[name] = scene.unit(name, x, y, player_id=BEN, **facts)

    return stage


def a_trap(player_id: int, **facts: Any) -> Stage:
    def stage(scene: Scene) -> None:
        scene.noted["trap"] = scene.add(
            Trap(player_id=player_id, name="Snare", trigger="the wire", effect="a net falls",
                 x=END[0], y=END[1], **facts)
        )  # fmt: skip

    return stage


def sprung(after: After) -> str:
    armed = after.scene.get(Trap, after.scene.noted["trap"]).armed
    return ("said" if after.says("F.2-04") else "nothing") if armed else "sprung"


def says(rule: str) -> Callable[[After], str]:
    return lambda after: "said" if after.says(rule) else "nothing"


def bound(kind: StateKind, *, held: bool = True) -> Stage:
    """Bind Bo and a foe beside him: both are engaged, or one of the two holds the other."""

    def stage(scene: Scene) -> None:
        foe = scene.noted["foe"] = scene.unit("Foe", 9.5, 15.9, player_id=BEN)
        pairs = [(scene.bo, foe), (foe, scene.bo)]
        for one, other in pairs if kind is StateKind.ENGAGED else pairs[not held :][:1]:
            scene.add(State(unit_id=one, with_id=other, kind=kind, lasting=True,
                            since_turn_id=scene.turn, clock_edge=Edge.START))  # fmt: skip

    return stage


def binds(kind: StateKind) -> Callable[[After], str]:
    def look(after: After) -> str:
        foe = after.scene.noted["foe"]
        pair = (State.kind == kind, (col(State.unit_id) == foe) | (col(State.with_id) == foe))
        return "bound" if after.count(State, *pair) else "free"

    return look


def homes_at_bo(scene: Scene) -> None:
    tower = scene.unit("Watch", 30.0, 5.0, kind=UnitKind.STRUCTURE, size=3, player_id=BEN)
    gun = scene.add(Weapon(unit_id=tower, name="Long Tom", kind=WeaponKind.CANNON))
    scene.add(Homing(weapon_id=gun, player_id=BEN, target="Bo", target_id=scene.bo, bonus=2,
                     attacked_turn_id=scene.turn))  # fmt: skip


def bo_homes(scene: Scene) -> None:
    tower = scene.unit("Watch", 30.0, 5.0, kind=UnitKind.STRUCTURE, size=3, player_id=BEN)
    gun = scene.add(Weapon(unit_id=scene.bo, name="Rifle", kind=WeaponKind.GUN))
    scene.add(Homing(weapon_id=gun, player_id=ANN, target="Watch", target_id=tower, bonus=2,
                     attacked_turn_id=scene.turn))  # fmt: skip


def homes(after: After) -> str:
    return "homes" if after.count(Homing) else "lost"


def has_run(scene: Scene) -> None:
    scene.add(Run(unit_id=scene.bo, turn_id=scene.turn, heading=90.0, inches=5.0, mom=True))


def momentum(after: After) -> str:
    return "MOM" if run_now(after.scene.session, after.scene.get(Unit)).mom else "lost"


def at_controls(scene: Scene) -> None:
    tower = scene.unit("Battery", 8.6, 15.6, kind=UnitKind.STRUCTURE, size=1)
    gun = scene.add(Weapon(unit_id=tower, name="Long Tom", kind=WeaponKind.CANNON))
    scene.noted["seat"] = scene.add(ControlPoint(weapon_id=gun, place="seat", occupant_id=scene.bo))


def mans(after: After) -> str:
    seat = after.scene.get(ControlPoint, after.scene.noted["seat"])
    return "mans" if seat.occupant_id == after.scene.bo else "gone"


def in_burning_part(scene: Scene) -> None:
    barn = scene.unit("Barn", 9.5, 15.5, kind=UnitKind.OBJECT, size=2, player_id=None)
    fire = scene.add(Fire(unit_id=barn, size=1, lit_turn_id=scene.turn))
    scene.add(Inside(unit_id=scene.bo, fire_id=fire, exposed_turn_id=scene.turn))


LAVA, GROUND, HIDDEN = FieldKind.EXPOSURE, FieldKind.TERRAIN, FieldKind.CONCEALED
D6 = "d6 Damage"

THINGS: dict[str, tuple[Stage, Callable[[After], str]]] = {
    "a damaging Field at its end": (at_end(LAVA, D6), suffers),
    "a damaging Field that it crosses": (across(LAVA, D6), suffers),
    "a damaging Field that it leaves": (stands_in_lava, is_out),
    "a Field that spares it": (at_end(LAVA, D6, affects="mechanical"), suffers),
    "Smoke": (at_end(FieldKind.SMOKE), suffers),
    "a Slow Field": (at_end(GROUND, "d6 Move", mode="Slow"), rolls),
    "a Slippery Field": (at_end(GROUND, "d6 Move", mode="Slippery"), rolls),
    "a Field of Thrust": (at_end(GROUND, "d6 Move", mode="Thrust"), rolls),
    "Spikes": (at_end(GROUND, "d6 Move", mode="Spiked Obstacle"), rolls),
    "Spikes that it crosses": (across(GROUND, "d6 Move", mode="Spiked Obstacle"), rolls),
    "a Concealed Hazard": (at_end(HIDDEN, D6), rolls),
    "a Concealed Hazard that it crosses": (across(HIDDEN, D6), rolls),
    "a wall": (wall, stopped),
    "a wall as low as it jumps": (low_wall, stopped),
    "a building": (building, stopped),
    "a pond": (pond, price),
    "the edge of the table": (narrow, says("4.1-41")),
    "somebody larger": (somebody("Mammoth", 13.2, 15.0, kind=UnitKind.CREATURE, size=4), stopped),
    "somebody of its Size": (somebody("Twin", 12.2, 15.0), says("A5-52")),
    "a foe's Trap": (a_trap(CLEO), sprung),
    "a Trap with a condition": (a_trap(CLEO, condition="it is cut"), sprung),
    "a Trap of its own side": (a_trap(ANN), sprung),
    "an engagement that it leaves": (bound(StateKind.ENGAGED), binds(StateKind.ENGAGED)),
    "somebody who holds it": (bound(StateKind.GRABBED), binds(StateKind.GRABBED)),
    "somebody whom it holds": (bound(StateKind.GRABBED, held=False), binds(StateKind.GRABBED)),
    "a gun that homes in on it": (homes_at_bo, homes),
    "a gun of its own that homes in": (bo_homes, homes),
    "its Momentum": (has_run, momentum),
    "the controls that it mans": (at_controls, mans),
    "the burning part that it leaves": (in_burning_part, is_out),
}
"""What a place can hold: how it is staged, and what is looked at."""


def played(table: Campaign, way: str, thing: str) -> str:
    """Go a way in a rehearsal; return what became of the thing, or the rule that refused."""
    stage, look = THINGS[thing]
    with table.rehearsal() as session:
        scene = Scene(session)
        scene.bo = scene.unit("Bo", *START, player_id=ANN, move=10.0)
        stage(scene)
        act = WAYS[way][2](scene)
        session.flush()
        try:
            outcome = act.carry_out(session)
        except Refused as refused:
            return f"refused {refused.rule}"
        session.flush()
        if "joins" in scene.noted:
            newest = select(Unit).order_by(col(Unit.id).desc()).limit(1)
            scene.bo = session.exec(newest).one().id or 0
        about = [line for line in outcome.lines if line.unit_id in (scene.bo, None)]
        return look(After(scene, tuple(line.text() for line in about)))


# What is expected, by hand: of each manner, and of single ways where they differ. A dash stands
# for a cell that cannot be; IMPOSSIBLE says why.

NO = "nothing"
GOES = (WALK, JUMP, CARRIED, PUT, DIVE, THROWN, ALONG)
ALL = (*GOES, JOIN)


def of(**said: str) -> dict[str, str]:
    """Return what is expected of each manner; `rest` is that of all that are not named."""
    rest = said.pop("rest", "-")
    return dict.fromkeys(ALL, rest) | said


EXPECTED: dict[str, dict[str, str]] = {
    # F.1-11: who comes into a Field takes its dice, whatever brings him; QF-17: and is in it.
    "a damaging Field at its end": of(rest="waits, inside"),
    # F.1-11: who goes through takes them too; who is put down has gone through nothing.
    "a damaging Field that it crosses": of(rest="waits", put=NO, join="-"),
    # QF-17: whoever is out of it takes no more.
    "a damaging Field that it leaves": of(rest="out", join="-"),
    # F.1-14: it is inside, and takes nothing.
    "a Field that spares it": of(rest="inside"),
    # F.1-08: Smoke does nothing but hide.
    "Smoke": of(rest=NO),
    # F.1-51, F.1-52, F.1-53: they are about Move, and only who moves by itself has any to lose;
    # a jump comes down in them.
    "a Slow Field": of(walk="waits", jump="waits", rest=NO),
    "a Slippery Field": of(walk="waits", jump="waits", rest=NO),
    "a Field of Thrust": of(walk="waits", jump="waits", rest=NO),
    # F.1-55, F.1-56: Spikes hurt who comes over them without control; a leap comes down in them.
    "Spikes": of(rest="waits", put=NO, along=NO, join=NO),
    "Spikes that it crosses": of(rest="waits", jump=NO, dive=NO, put=NO, along=NO, join="-"),
    # F.1-60 and F.1-63 on the ground, F.1-67 after a leap, F.1-69: set down with care.
    "a Concealed Hazard": of(rest="waits", put=NO, along=NO, join=NO),
    "a Concealed Hazard that it crosses": of(
        rest="waits", jump=NO, dive=NO, put=NO, along=NO, join="-"
    ),
    # 4.1-03: nothing passes it; 5.4-31 and A5-52: it stops who is thrown, with Smash.
    "a wall": of(rest="refused 4.1-03", thrown="x 10.75 with Smash", along="-"),
    # 4.1-04: a jump rises an inch; A5-52: it is larger all the same, and stops who is thrown.
    "a wall as low as it jumps": of(rest="x 12", thrown="x 10.4 with Smash"),
    # 4.1-03: nobody walks or leaps through what is built; who is put into its rooms is there.
    "a building": of(
        walk="refused 4.1-03",
        jump="refused 4.1-03",
        dive="refused 4.1-03",
        thrown="x 11 with Smash",
        rest="x 12",
    ),
    # 4.1-05: each inch in it costs two, 4.1-02: a leap over it the full price; of whoever does not
    # go on his feet it costs nothing.
    "a pond": of(walk="3 of Move", jump="2 of Move", rest="0 of Move"),
    # 4.1-41: off the table if need be; what is put there was put there.
    "the edge of the table": of(rest="said", put=NO, along=NO, join="-"),
    # A5-52: what is larger stops who is thrown.
    "somebody larger": of(rest="x 12", thrown="x 10.7 with Smash"),
    # A5-52: of its own Size nobody stops it; the table is told whom it lands on.
    "somebody of its Size": of(jump="said", dive="said", thrown="said", rest=NO),
    # F.2-04: touched, it goes off, or the table is told where it needs more than a touch.
    "a foe's Trap": of(rest="sprung", put=NO, along=NO, join=NO),
    "a Trap with a condition": of(rest="said", put=NO, along=NO, join=NO),
    "a Trap of its own side": of(rest="said", put=NO, along=NO, join=NO),
    # 5.2-08: engaged, it walks nowhere; 5.2-07: out of reach of each other, nobody is engaged.
    "an engagement that it leaves": of(
        walk="refused 5.2-08", jump="refused 5.2-08", rest="free", join="-"
    ),
    # 5.2-28: held, it neither walks nor dives; A5-24: separated, nobody is held.
    "somebody who holds it": of(
        walk="refused 5.2-28",
        jump="refused 5.2-28",
        dive="refused 5.2-28",
        rest="free",
        join="-",
    ),
    # 5.2-28, A5-68: to dive it lets go.
    "somebody whom it holds": of(
        walk="refused 5.2-28", jump="refused 5.2-28", rest="free", join="-"
    ),
    # 8.5-17, Q8-77: any displacement ends it; a correction of where it stands is none.
    "a gun that homes in on it": of(rest="lost", put="homes", join="-"),
    "a gun of its own that homes in": of(rest="lost", put="homes", join="-"),
    # 5.4-05, 5.4-06: kept on its line, lost by everything that ends the run.
    "its Momentum": of(walk="MOM", jump="MOM", put="MOM", rest="lost", join="-"),
    # 8.5-03: who is elsewhere mans nothing there.
    "the controls that it mans": of(rest="gone", join="-"),
    # F.1-42: in every turn in which it does not get out.
    "the burning part that it leaves": of(rest="out", join="-"),
}

BUT: dict[tuple[str, str], str] = {
    # 5.2-08 and 5.2-28 are of BrikWars: by the other book it goes, and the fight is over (5.2-07).
    ("an engagement that it leaves", "moves by the other book"): "free",
    ("somebody who holds it", "moves by the other book"): "free",
    ("somebody whom it holds", "moves by the other book"): "free",
    # How far it may go is for another chapter of the other book: no Move is counted.
    ("a pond", "moves by the other book"): "0 of Move",
    ("a building", "moves by the other book"): "x 12",
}
"""Single ways that differ from their manner."""

IMPOSSIBLE = {
    JOIN: "who joins was nowhere before: it leaves nothing, crosses nothing, is bound to nobody",
    ALONG: "what it stands on is refused that way (4.1-03); here the referee overruled it",
}
"""Why cells cannot be, by their manner."""


def cells() -> list[tuple[str, str]]:
    return [(way, thing) for way in WAYS for thing in THINGS]


def expected(way: str, thing: str) -> str:
    return BUT.get((thing, way), EXPECTED[thing][WAYS[way][0]])


@pytest.mark.parametrize(("way", "thing"), [c for c in cells() if expected(*c) != "-"])
def test_every_way_meets_what_a_place_holds(table: Campaign, way: str, thing: str) -> None:
    assert played(table, way, thing) == expected(way, thing)


def test_there_are_enough_cells_and_each_that_cannot_be_says_why() -> None:
    none = [(way, thing) for way, thing in cells() if expected(way, thing) == "-"]
    assert {WAYS[way][0] for way, _ in none} == set(IMPOSSIBLE)
    assert len(cells()) - len(none) >= 350


# Things that are laid somewhere, by an act each


def is_placed(scene: Scene) -> Act:
    return AddExplosive(name="Keg", explosive_size=2, player_id=ANN, x=END[0], y=END[1])


def _keg(scene: Scene, **facts: Any) -> int:
    usual = {"name": "Keg", "explosive_size": 2, "player_id": ANN, "x": START[0], "y": START[1]}
    return scene.add(Explosive(**{**usual, **facts}))


def is_thrown(scene: Scene) -> Act:
    return MoveExplosive(explosive_id=_keg(scene), x=END[0], y=END[1])


def is_borne(scene: Scene) -> Act:
    dud = _keg(scene, state=ExplosiveState.DUD, stability=Stability.UNSTABLE)
    return overruling(MoveDud(explosive_id=dud, by_unit_id=scene.bo, x=END[0], y=END[1]), "8.4-23")


def falls_from_a_rack(scene: Scene) -> Act:
    truck = scene.unit("Truck", *END, kind=UnitKind.VEHICLE, size=2)
    rack = scene.add(Rack(unit_id=truck, name="Rack"))
    rounds = scene.add(Round(rack_id=rack, name="Keg", explosive_size=2, count=3, full=3))
    return DestroyRounds(round_id=rounds, count=1, becomes="lying")


LAID: dict[str, tuple[str, Callable[[Scene], Act]]] = {
    "is placed": ("AddExplosive", is_placed),
    "is thrown": ("MoveExplosive", is_thrown),
    "is borne": ("MoveDud", is_borne),
    "falls from a rack": ("DestroyRounds", falls_from_a_rack),
}

LYING = {
    # F.1-11: things take the dice of a Field as well; F.1-08, F.1-50: the rest is nothing to them.
    "a damaging Field at its end": "said F.1-11",
    "Smoke": NO,
    "a Slow Field": NO,
    # F.1-68: what has no Action die rolls a d4.
    "a Concealed Hazard": "said F.1-68",
    # 4.1-03: nothing lies within a wall.
    "a wall": "refused 4.1-03",
}


def laid(table: Campaign, way: str, thing: str) -> str:
    with table.rehearsal() as session:
        scene = Scene(session)
        # The place itself lies in the wall: what is laid down has no width of its own.
        scene.bo = scene.unit("Bo", 2.0, 2.0)
        if thing == "a wall":
            around = terrain(
                TerrainKind.WALL, (12.0, 14.0), (12.0, 16.0), radius=0.25, blocks_move=True
            )
            around(scene)
        else:
            THINGS[thing][0](scene)
        act = LAID[way][1](scene)
        session.flush()
        try:
            outcome = act.carry_out(session)
        except Refused as refused:
            return f"refused {refused.rule}"
        rules = {line.rule for line in outcome.lines} & {"F.1-11", "F.1-68"}
        return f"said {rules.pop()}" if rules else NO


LAID_BUT = {
    # Where the vehicle stands the referee has said already; what falls off it lies there too.
    ("falls from a rack", "a wall"): NO,
}


@pytest.mark.parametrize("thing", LYING)
@pytest.mark.parametrize("way", LAID)
def test_what_is_laid_somewhere_lies_in_what_is_there(
    table: Campaign, way: str, thing: str
) -> None:
    assert laid(table, way, thing) == LAID_BUT.get((way, thing), LYING[thing])


# Fields and walls that come over those who stand there


def _lava(scene: Scene, x: float, y: float, size: int) -> int:
    a_field(x, y, size, LAVA, D6)(scene)
    return scene.noted["field"]


def is_made(scene: Scene) -> Act:
    return AddField(kind=LAVA, size=3, dice=(D6,), x=10.0, y=15.0)


def is_put_over(scene: Scene) -> Act:
    return PutField(field_id=_lava(scene, 30.0, 5.0, 3), x=10.0, y=15.0)


def grows(scene: Scene) -> Act:
    return ResizeField(field_id=_lava(scene, 12.5, 15.0, 1), size=6)


def is_left_by_a_blast(scene: Scene) -> Act:
    gas = {"exchanges": {"EXPOSURE": 2}}
    bomb = scene.add(
        Explosive(name="Shell", explosive_size=2, makeup=gas, player_id=CLEO, x=10.5, y=15.0)
    )
    return Detonate(explosive_id=bomb)


OVER: dict[str, tuple[str, Callable[[Scene], Act]]] = {
    "is made": ("AddField", is_made),
    "is put there": ("PutField", is_put_over),
    "grows": ("ResizeField", grows),
    "is left by a blast": ("Detonate", is_left_by_a_blast),
}

WHO: dict[str, tuple[dict[str, Any], str]] = {
    # Q8-57, F.1-11: it acts at once, and the step waits.
    "somebody": ({}, "waits, inside"),
    "somebody of nobody": ({"player_id": None}, "waits, inside"),
    "something of no Size": ({"size": 0, "kind": UnitKind.OBJECT}, "waits, inside"),
    "somebody large": ({"size": 4, "kind": UnitKind.CREATURE}, "waits, inside"),
    "who flies": ({"airborne": True}, "waits, inside"),
    "who is far": ({"x": 35.0}, NO),
    "who takes no part": ({"on_table": False}, NO),
    "who has no place": ({"x": None, "y": None}, NO),
    "who is lost": ({"fate": Fate.DEAD}, NO),
}


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("way", OVER)
def test_a_field_that_comes_over_somebody_waits_with_its_dice(
    table: Campaign, way: str, who: str
) -> None:
    facts, wanted = WHO[who]
    with table.rehearsal() as session:
        scene = Scene(session)
        scene.bo = scene.unit("Bo", facts.get("x", START[0]), facts.get("y", START[1]),
                              **{k: v for k, v in facts.items() if k not in "xy"})  # fmt: skip
        act = OVER[way][1](scene)
        session.flush()
        act.carry_out(session)
        session.flush()
        assert suffers(After(scene, ())) == wanted


def is_put_away(scene: Scene, field_id: int) -> Act:
    return PutField(field_id=field_id, x=30.0, y=5.0)


def shrinks_by_hand(scene: Scene, field_id: int) -> Act:
    return ResizeField(field_id=field_id, size=1)


def shrinks(scene: Scene, field_id: int) -> Act:
    return ShrinkField(field_id=field_id, overruled=frozenset({"8.4-44"}))


@pytest.mark.rule("QF-17")
@pytest.mark.parametrize("goes", [is_put_away, shrinks_by_hand, shrinks])
def test_a_field_that_goes_away_from_somebody_holds_him_no_more(
    table: Campaign, goes: Callable[[Scene, int], Act]
) -> None:
    with table.rehearsal() as session:
        scene = Scene(session)
        scene.bo = scene.unit("Bo", 10.0, 15.0)
        key = _lava(scene, 11.4, 15.0, 2)
        scene.add(Inside(unit_id=scene.bo, field_id=key))
        goes(scene, key).carry_out(session)
        session.flush()
        assert is_out(After(scene, ())) == "out"


@pytest.mark.rule("4.1-03")
@pytest.mark.parametrize(("x", "refused"), [(12.0, True), (14.0, False)])
def test_nothing_solid_is_built_where_somebody_stands(
    table: Campaign, x: float, refused: bool
) -> None:
    with table.rehearsal() as session:
        scene = Scene(session)
        scene.bo = scene.unit("Bo", x, 15.0)
        place = PlaceTerrain(kind="wall", points=((12.0, 10.0), (12.0, 20.0)), radius=0.3)
        for act in (place, LayTerrain(pieces=(place,))):
            if refused:
                with pytest.raises(Refused, match="Bo stands there"):
                    act.carry_out(session)
            else:
                act.carry_out(session)


# The list of ways, read from the program

PLACES = {"x", "y", "carrier_id", "occupant_id", "inside_id", "target_x"}
"""Columns that say where something is."""

UNITS = ("unit", "rider", "victim", "figure", "target", "copy")
"""What a unit is called where its row is written."""

ROWS = {"Unit", "Explosive", "Field", "Projectile", "Trap", "ControlPoint"}


def _goals(node: ast.AST) -> Iterator[ast.Attribute]:
    """Yield what is written as `row.column = ...`, unless it is written to be nothing."""
    if isinstance(node, ast.Assign) and getattr(node.value, "value", "") is not None:
        for goal in (each for one in node.targets for each in ast.walk(one)):
            if isinstance(goal, ast.Attribute) and isinstance(goal.value, ast.Name):
                yield goal


def _called(node: ast.expr) -> str:
    return ast.unparse(node).rpartition(".")[2]


def _writes(statement: ast.stmt) -> bool:
    """Whether a piece of the program writes where something is, and not only that it is nowhere."""
    for node in ast.walk(statement):
        for goal in _goals(node):
            if goal.attr in PLACES and getattr(goal.value, "id", "") != "self":
                return True
        if isinstance(node, ast.Call):
            # Unit(...), tables.Unit(...), or copied(Unit, ...): what is not written out comes along.
            of, *_ = [*node.args, node.func] if _called(node.func) == "copied" else [node.func]
            whole = of is not node.func or any(each.arg in PLACES for each in node.keywords)
            if _called(of) in ROWS and whole:
                return True
    return False


FALLS = ("brikdesk.acts.units.belongings",)
"""What the dead carried lies where they stood, whatever killed them: `test_belongings.py` has it."""


def ways_of(rooms: dict[str, Room]) -> set[str]:
    """Return the names of all acts from which a chain of names leads to a place that is written."""
    games = GAMES.values()
    settling = (each.settles for game in games for each in game.lasting)
    return {
        name
        for acts in (brikdesk.acts.ACTS, *(game.acts for game in games), *settling)
        for module, names in acts.items()
        for name in names
        if _leads(rooms, (module, name))
    }


def _leads(rooms: dict[str, Room], start: tuple[str, str]) -> bool:
    seen, to_see = set(), [start]
    while to_see:
        module, name = place = to_see.pop()
        room = rooms.get(module)
        if place in seen or room is None or not module.startswith("brikdesk.acts"):
            continue
        if module in FALLS:
            continue
        seen.add(place)
        if name in room.imported and name not in room.defined:
            to_see.append(room.imported[name])
        for statement in room.defined.get(name, ()):
            if _writes(statement):
                return True
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    to_see.append(room.imported.get(node.id, (module, node.id)))
                elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    # of a module that is imported whole
                    whole = ".".join(room.imported.get(node.value.id, ()))
                    to_see.append((whole, node.attr))
    return False


NO_WAY = {
    "Launch": "it puts a projectile in the air, where nothing lies; Land brings it down",
    "MoveTarget": "it moves the X of a projectile in the air; Land brings it down",
    "ShootDown": "what is hit in the air goes off at once, and lies nowhere",
    "TakeRounds": "rounds go into a hand or a rack, and lie nowhere",
    "ManControl": "who mans a control stays where he stands",
    "AddTrap": "a Trap waits where it is set: it is what others touch",
    "EditTrap": "as AddTrap",
    "PlaceCarefully": "what is set down stays where it is set; what goes off throws as CrossConcealed",
    "EnlistTerrain": "what lies there is a unit from now on, where it lies: `put` asks as for AddUnit",
    "AddSfUnit": "as AddUnit: `put` asks for both",
    "DestroySfWeapon": "a gunner steps down where his weapon stands, by `go`",
    "EnterOutcome": "as DestroySfWeapon",
}
"""Acts that write a place and bring nothing to one where something could lie, each with why."""


def test_every_act_that_can_change_a_place_has_its_row() -> None:
    rows = {act for _, act, _ in WAYS.values()} | {act for act, _ in LAID.values()}
    rows |= {act for act, _ in OVER.values()} - {"ResizeField"}  # it changes an extent, no place
    found = ways_of(read_rooms(ROOT, ("brikdesk",)))
    assert found == rows | set(NO_WAY)


def test_only_going_writes_where_a_unit_stands() -> None:
    """A new way of moving that writes the place itself would ask nothing: it calls `go`."""
    own = ROOT / "brikdesk" / "acts"
    writers = {
        path.relative_to(own).as_posix()
        for path in sorted(own.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for goal in _goals(node)
        if goal.attr in ("x", "y") and getattr(goal.value, "id", "") in UNITS
    }
    # Half a place is none; who gets off a wreck stands where that stood.
    assert writers == {"movement/going.py", "units/editing.py", "units/belongings.py"}


SHOVED = ("is shoved", "is blown up", "is run into")
TAKEN = ("goes along", "is moved by the other book")  # who is thrown off his feet has no run left


@pytest.mark.parametrize(
    ("question", "thing", "ways"),
    [
        ("homing_ends", "a gun that homes in on it", SHOVED),
        ("run_ends", "its Momentum", TAKEN),
        ("fields_on_the_way", "a damaging Field at its end", SHOVED),
        ("fires_left", "the burning part that it leaves", SHOVED),
        ("table_edge", "the edge of the table", SHOVED),
        ("traps_touched", "a foe's Trap", SHOVED),
        ("lands_on", "somebody of its Size", SHOVED),
        ("fights_left", "somebody who holds it", SHOVED),
        ("belongings_come", "the controls that it mans", SHOVED),
    ],
)
def test_each_question_that_is_not_asked_fails_its_cells(
    table: Campaign,
    monkeypatch: pytest.MonkeyPatch,
    question: str,
    thing: str,
    ways: tuple[str, ...],
) -> None:
    going = import_module("brikdesk.acts.movement.going")
    left = tuple(each for each in going.QUESTIONS if each.__name__ != question)
    assert len(left) == len(going.QUESTIONS) - 1
    monkeypatch.setattr(going, "QUESTIONS", left)
    assert [way for way in ways if played(table, way, thing) == expected(way, thing)] == []
