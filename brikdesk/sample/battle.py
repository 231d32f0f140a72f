"""The sample battle, played by acts: its table, players and units, and Turns 1 to 5."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlmodel import Session, SQLModel, select

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.throwing import ThrowDie, roll_step
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.dice import Face
from brikdesk.ground.shapes import Point
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, Projectile, Rack, Round, Unit, Weapon
from brikdesk.store.views.campaign_and_battle import battle_head
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Step

Pieces = Sequence[Mapping[str, Any]]

TEA_GARDEN: Pieces = (
    {
        "kind": "water", "name": "Drainpipe Brook",
        "points": (
            (17.5, 0), (19.5, 0), (20.2, 4), (19.6, 8), (20.4, 12), (22.4, 16), (23.2, 20),
            (22.6, 25), (23.4, 30), (21.2, 30), (20.5, 25), (21.1, 20.5), (20.3, 17),
            (18.4, 12.5), (17.6, 8), (18.2, 4),
        ),
    },
    {"kind": "road", "name": "Plank bridge", "points": ((18.4, 14.6), (23.6, 13.4)), "radius": 0.8},
    {"kind": "wood", "name": "Left orchard", "points": ((4, 4),), "radius": 1.6},
    {"kind": "wood", "name": "Left orchard", "points": ((6.6, 3),), "radius": 1.2},
    {"kind": "wood", "name": "Lonely pear tree", "points": ((8.5, 9.5),), "radius": 1.1},
    {"kind": "wood", "name": "Hedge", "points": ((10, 27.5), (15.5, 28.2)), "radius": 0.7},
    {"kind": "wood", "name": "Right copse", "points": ((37, 26),), "radius": 1.5},
    {"kind": "rocks", "name": "Sugar lumps", "points": ((26, 6), (28.2, 5.2), (28.6, 7.4), (26.6, 8))},
    {
        "kind": "wall", "name": "Garden wall", "base": 0, "top": 3,
        "points": ((37.5, 10), (38.5, 10), (38.5, 21), (37.5, 21)),
    },
    {"kind": "building", "name": "Tool shed", "points": ((32, 1.5), (36, 1.5), (36, 4.5), (32, 4.5))},
    {"kind": "rubble", "name": "Broken pots", "points": ((27, 25), (30, 24.4), (30.6, 26.8), (27.6, 27.4))},
)  # fmt: skip
"""The table of the Biscuit Tin Wars."""

DOCKS: Pieces = (
    {"kind": "building", "name": "Customs house", "points": ((17, 2), (23, 2), (23, 7), (17, 7)), "top": 8},
    {"kind": "wall", "name": "Crates", "points": ((14, 20), (18, 20), (18, 21.5), (14, 21.5)), "top": 2},
    {"kind": "wall", "name": "Crates", "points": ((24, 10), (25.5, 10), (25.5, 14), (24, 14)), "top": 2},
    {"kind": "rocks", "name": "Slag heap", "points": ((30, 24),), "radius": 2},
    {"kind": "road", "name": "Landing strip", "points": ((2, 26.5), (38, 26.5)), "radius": 1.2},
)  # fmt: skip
"""The table of the Lamplight Customs."""


def terrain(title: str, finish: str, pieces: Pieces) -> dict[str, Any]:
    """Return the fields of one act that covers the table and places all pieces."""
    placed = [{"act": "PlaceTerrain", **piece} for piece in pieces]
    return {"title": title, "acts": [{"act": "SetTable", "finish": finish}, *placed]}


def play_waiting_steps(campaign: Campaign, thrower: ThrowDie) -> Iterator[str]:
    """Settle all steps that wait, one act after another; yield each act's title.

    Every choice takes its first option, or "as it lies" if it has none.
    """
    while True:
        if act := roll_all(campaign, thrower):
            yield campaign.do(act).title
            continue
        waiting = campaign.reading(agenda)
        if not waiting:
            return
        yield campaign.do(with_first_choices(campaign, act_of_step(waiting[0]), thrower)).title


def with_first_choices(campaign: Campaign, act: StepAct, thrower: ThrowDie) -> StepAct:
    """Return the act with all dice thrown and the first option taken for every open choice."""
    while True:
        act = roll_step(campaign, act, thrower)
        open_choices = campaign.reading(act.examine).open_choices
        if not open_choices:
            return act
        # One at a time: an answer may earn more dice, or take away the next question.
        choice = open_choices[0]
        value = choice.options[0].value if choice.options else "as it lies"
        act = replace(act, choices={**act.choices, choice.id: value})


START = datetime(2026, 3, 13, 18, 42, tzinfo=UTC)


class SampleClock:
    """A clock for the sample: each call returns a moment up to two minutes after the last one."""

    def __init__(self) -> None:
        self._now = START
        self._pace = Random(1842)  # a fixed seed: two builds of a sample must be equal

    def __call__(self) -> datetime:
        """Let some time pass and return the new moment."""
        self._now += timedelta(seconds=self._pace.randint(12, 110))
        return self._now


class Evening:
    """A campaign with a referee who knows every unit by its name."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._chance = Random(1842)

    def do(self, act: str, /, **fields: Any) -> None:
        """Carry out one act."""
        self._campaign.do(act_from_data({"act": act, **fields}))

    def _do_step(self, act: str, /, **fields: Any) -> None:
        """Carry out an act that asks: dice that are not typed are thrown, choices take the first."""
        step = act_from_data({"act": act, **fields})
        assert isinstance(step, StepAct)
        self._campaign.do(with_first_choices(self._campaign, step, self._throw))

    def undo(self) -> None:
        """Take the last act back."""
        self._campaign.undo()

    def unit(self, name: str) -> int:
        """Return the key of the unit with this name."""
        return self._key(select(Unit).where(Unit.name == name))

    def weapon(self, unit: str) -> int:
        """Return the key of a unit's first weapon."""
        return self._key(select(Weapon).where(Weapon.unit_id == self.unit(unit)))

    def rounds(self, rack: str) -> int:
        """Return the key of the first rounds in a rack."""
        return self._key(select(Round).join(Rack).where(Rack.name == rack))

    def fire(self, unit: str) -> int:
        """Return the key of the fire on a unit."""
        return self._key(select(Fire).where(Fire.unit_id == self.unit(unit)))

    def projectile(self, name: str) -> int:
        """Return the key of a projectile in flight."""
        return self._key(select(Projectile).where(Projectile.name == name))

    def _key(self, wanted: Any) -> int:
        def first(session: Session) -> int:
            row: SQLModel = session.exec(wanted).first()
            return int(row.id)  # type: ignore[attr-defined]

        return self._campaign.reading(first)

    def hit(self, unit: str, damage: int, cause: str, *armor: int) -> None:
        """Damage a unit by points; `armor` are the typed dice of its Armor Roll, if any."""
        fields = {"unit_id": self.unit(unit), "damage": damage, "cause": cause}
        self._do_step("DamageUnit", **fields, faces=list(armor))

    def attack(self, gun: str, by: str, aim: dict[str, Any], *faces: int, **strike: Any) -> None:
        """Attack with a unit's first weapon; dice that are not typed are thrown."""
        strike = {"weapon_id": self.weapon(gun), "by_id": self.unit(by), **strike}
        self._do_step("Attack", aims=[aim], strikes=[strike], faces=list(faces))

    def launch(self, weapon: str, by: str, start: Point, marker: Point, **fields: Any) -> None:
        """Launch something from a unit's first weapon towards its X."""
        (x, y), (target_x, target_y) = start, marker
        at = {"x": x, "y": y, "target_x": target_x, "target_y": target_y}
        self.do("Launch", weapon_id=self.weapon(weapon), unit_id=self.unit(by), **at, **fields)

    def load_cannon(self, by: str) -> None:
        """Load Old Paperweight with a plain shell out of the Filing cabinet."""
        gun, shell = self.weapon("Old Paperweight"), self.rounds("Filing cabinet")
        self.do("Reload", weapon_id=gun, round_id=shell, by_unit_id=self.unit(by))

    def settle(self, key: str, *faces: int, **choices: str) -> None:
        """Settle a waiting step with typed dice; other dice are thrown, choices take the first."""
        step = next(step for step in self._waiting() if step.key == key)
        act = replace(act_of_step(step), faces=tuple(Face(face) for face in faces), choices=choices)
        self._campaign.do(with_first_choices(self._campaign, act, self._throw))

    def settle_all(self) -> None:
        """Settle all waiting steps with thrown dice and the first option of each choice."""
        while waiting := self._waiting():
            # roll_all leaves steps in which somebody must choose: these are settled one by one.
            if rolled := roll_all(self._campaign, self._throw):
                self._campaign.do(rolled)
            else:
                self.settle(waiting[0].key)

    def end_turn(self) -> None:
        """Settle the steps at the turn's end and hand over to the next player."""
        # With end steps waiting, the first EndTurn only begins the turn's end.
        self._campaign.do(EndTurn())
        if self._campaign.read(battle_head).phase == "END":
            self.settle_all()
            self._campaign.do(EndTurn())

    def _waiting(self) -> tuple[Step, ...]:
        return self._campaign.reading(agenda)

    def _throw(self, sides: int) -> int:
        return self._chance.randint(1, sides)


NAME = "The Biscuit Tin Wars"
BATTLE = "Trouble at Sugar Loaf Keep"

# Their keys: the players are added to an empty campaign in this order.
BUREAU, TEAPOTS, GNOMES = 1, 2, 3

PLAYERS = (
    {"name": "Nadia", "faction": "Bureau of Unplanned Demolition", "code": "BU", "colour": "sky"},
    {"name": "Marek", "faction": "Teapot Cavalry", "code": "TC", "colour": "orchid"},
    {"name": "Ingrid", "faction": "Gnomes of Upper Drainpipe", "code": "GD", "colour": "lime"},
)


def _weapon(preset: str) -> tuple[dict[str, str], ...]:
    return ({"preset": preset},)


def _with_tool(preset: str, tool: str) -> tuple[dict[str, str], ...]:
    """Return a Scout's weapon and the optical Tool that he needs to Mark anybody (F.3-01)."""
    return ({"preset": preset}, {"preset": "W-17", "name": tool})


SHELLS = (
    {"name": "Shell", "explosive_size": 2, "count": 6},
    {"name": "Smoke shell", "explosive_size": 2, "makeup": {"exchanges": {"SMOKE": 2}}, "count": 3},
)
ROCKETS = ({"name": "Paper rocket", "explosive_size": 2, "count": 5},)

UNITS: dict[int | None, tuple[dict[str, Any], ...]] = {
    BUREAU: (
        {"name": "Forewoman Rubble", "preset": "U-02", "x": 9, "y": 22, "weapons": _weapon("W-02")},
        {
            "name": "Surveyor Plumb", "preset": "U-08", "x": 17, "y": 19,
            "weapons": _with_tool("W-04", "Theodolite"),
        },
        {"name": "Gunner Kaboom", "preset": "U-07", "x": 5, "y": 28, "weapons": _weapon("W-04")},
        {"name": "Gunner Thud", "preset": "U-07", "x": 7, "y": 28, "weapons": _weapon("W-04")},
        {"name": "Gunner Clack", "preset": "U-07", "x": 11, "y": 14, "weapons": _weapon("W-04")},
        {"name": "Gunner Ding", "preset": "U-07", "x": 12, "y": 15, "weapons": _weapon("W-04")},
        {"name": "Clerk Fizzle", "preset": "U-01", "x": 15, "y": 23, "weapons": _weapon("W-01")},
        {"name": "Clerk Wobble", "preset": "U-01", "x": 14, "y": 25, "weapons": _weapon("W-05")},
        {"name": "Medik Gauze", "preset": "U-10", "x": 10, "y": 25},
        {"name": "Form 27B", "preset": "U-28", "mind": "piloted", "move": 5, "x": 19, "y": 24},
        {
            "name": "Old Paperweight", "kind": "structure", "size": 4, "x": 5, "y": 25,
            "weapons": ({"kind": "Cannon", "size": 4, "name": "Cannon"},),
            "racks": ({"name": "Filing cabinet", "place": "behind the wall", "rounds": SHELLS},),
        },
        {
            "name": "Site Hut", "kind": "structure", "size": 3, "x": 11, "y": 16,
            "weapons": ({"kind": "MachineGun", "size": 3, "name": "The Stapler"},),
        },
        {
            "name": "Skip Lorry", "kind": "vehicle", "size": 3, "x": 4, "y": 18,
            "weapons": ({"kind": "Launcher", "size": 3, "name": "Rubbish chute", "range": 36},),
            "racks": ({"name": "Skip", "battery": True, "weapon": 0, "rounds": ROCKETS},),
        },
    ),
    TEAPOTS: (
        {"name": "Dame Darjeeling", "preset": "U-02", "x": 31, "y": 17, "weapons": _weapon("W-03")},
        {"name": "Sir Crumpet", "preset": "U-11", "x": 27, "y": 20, "weapons": _weapon("W-03")},
        {"name": "Biscuit", "preset": "U-21", "x": 27, "y": 21},
        {"name": "Squire Lemon", "preset": "U-01", "x": 24, "y": 21, "weapons": _weapon("W-01")},
        {"name": "Lady Oolong", "preset": "U-17", "x": 33, "y": 20, "weapons": _weapon("W-05")},
        {"name": "Lancer Scone", "preset": "U-15", "x": 29, "y": 24, "weapons": _weapon("W-02")},
        {"name": "Doily", "preset": "U-21", "x": 29, "y": 25},
        {
            "name": "Wicker Samovar", "kind": "creature", "size": 4, "x": 23, "y": 17,
            "tags": ("flammable",),
        },
        {"name": "Kettle Drake", "preset": "U-22", "x": 34, "y": 11},
        {"name": "Sugar Loaf Keep", "kind": "structure", "size": 6, "x": 35, "y": 15},
        {
            "name": "Tea Chest", "kind": "vehicle", "size": 2, "x": 32, "y": 26,
            "weapons": ({"kind": "Cannon", "size": 2, "name": "Spout"},),
            "racks": (
                {
                    "name": "Tea caddy", "place": "under the seat",
                    "rounds": ({"name": "Scalding shell", "explosive_size": 1, "count": 4},),
                },
            ),
        },
    ),
    GNOMES: (
        {"name": "Burgomaster Elbow", "preset": "U-18", "x": 18, "y": 4},
        {"name": "Gnome Ballcock", "preset": "U-07", "x": 15, "y": 4, "weapons": _weapon("W-04")},
        {"name": "Gnome Stopcock", "preset": "U-16", "x": 20, "y": 7, "weapons": _weapon("W-01")},
        {"name": "Gnome Washer", "preset": "U-16", "x": 22, "y": 7, "weapons": _weapon("W-01")},
        {
            "name": "Scout Sieve", "preset": "U-08", "x": 25, "y": 8,
            "weapons": _with_tool("W-05", "Opera glasses"),
        },
        {"name": "Pipe Organ", "preset": "U-27", "x": 13, "y": 3},
        {"name": "Drain Eel", "preset": "U-25", "x": 21, "y": 11},
        {"name": "Bucket Wagon", "kind": "vehicle", "size": 2, "x": 10, "y": 6},
    ),
    None: (
        {
            "name": "Hayrick of Dubious Origin", "kind": "object", "size": 3, "armor": "1d10",
            "x": 21, "y": 20, "tags": ("flammable",),
        },
        {"name": "Ice Cream Van", "kind": "object", "size": 4, "armor": "2d10", "x": 26, "y": 13},
        {"name": "Signpost to Nowhere", "kind": "object", "size": 1, "x": 16, "y": 12},
    ),
}  # fmt: skip
"""Every unit by player, with its preset or body, weapons and racks; positions in inches."""


def set_the_table(evening: Evening) -> None:
    """Make the campaign, its players, their units, and the battle."""
    evening.do("CreateCampaign", name=NAME, uuid="a5f0c1de-0b15-4c17-8711-b15c017711a5")
    for player in PLAYERS:
        evening.do("AddPlayer", **player)
    for player_id, units in UNITS.items():
        for unit in units:
            evening.do("AddUnit", player_id=player_id, **unit)
    rounds = ({"name": "Stink bomb", "explosive_size": 1, "count": 3},)
    evening.do("AddRack", name="Forgotten crate", place="beside the well", rounds=rounds)
    evening.do("NewBattle", name=BATTLE, player_ids=[1, 2, 3], table_width=40, table_depth=30)
    evening.do("Together", **terrain("The tea garden is laid out", "grass", TEA_GARDEN))
    evening.do("StartBattle")


def play_first_turns(evening: Evening) -> None:
    """Play three rounds."""
    for turn in (_bureau_1, _teapots_1, _gnomes_1, _bureau_2, _teapots_2, _gnomes_2):
        turn(evening)
        evening.end_turn()
    for turn in (_bureau_3, _teapots_3, _gnomes_3):
        evening.settle_all()
        turn(evening)
        evening.end_turn()


def _bureau_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("Rule", text="The rug is lava from the fringe on. The skirting board is not.")
    evening.load_cannon("Gunner Kaboom")
    do("MoveUnit", unit_id=unit("Forewoman Rubble"), x=6.5, y=19.5)
    do("MoveUnit", unit_id=unit("Clerk Fizzle"), x=16, y=21)
    evening.attack("Site Hut", "Gunner Clack", {"unit_id": unit("Gnome Stopcock")}, 2)


def _teapots_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Biscuit"), x=24, y=20)
    do("MoveUnit", unit_id=unit("Sir Crumpet"), x=24, y=19, by_itself=False)
    do("MoveUnit", unit_id=unit("Kettle Drake"), x=28, y=12)
    do("Reload", weapon_id=evening.weapon("Tea Chest"))


def _gnomes_1(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("SetAlliance", player_id=TEAPOTS, ally_id=GNOMES)
    hole = {"kind": "Concealed Hazard", "name": "Loose manhole", "player_id": GNOMES}
    where = {"place": "between the hut and the signpost", "x": 14, "y": 13}
    do("AddField", **hole, **where, size=2, dice=["d6 Damage", "d6 Damage"])
    do("MoveUnit", unit_id=unit("Drain Eel"), x=21, y=13)
    wall = {"target": "Old Paperweight, south wall", "target_id": unit("Old Paperweight")}
    ball = {"name": "Whistling ballcock", "explosive_size": 1, "distance": 22}
    evening.launch("Pipe Organ", "Gnome Ballcock", (13, 3), (5, 25), **ball, **wall)


def _shell_the_keep(evening: Evening, natural: int) -> None:
    """Fire Old Paperweight at the gate, as every second turn; `natural` is the Action Die."""
    gun, unit = evening.weapon("Old Paperweight"), evening.unit
    gate = {"target": "the gate of Sugar Loaf Keep", "target_id": unit("Sugar Loaf Keep")}
    helpers = [unit("Gunner Thud")]
    evening.do("FireWeapon", weapon_id=gun, by_unit_id=unit("Gunner Kaboom"))
    evening.do("HomeIn", weapon_id=gun, **gate, natural=natural, supporter_ids=helpers)


def _bureau_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    _shell_the_keep(evening, 5)
    evening.hit("Sugar Loaf Keep", 14, "A shell of X2, within 2 inches.", 3, 2, 7)
    do("MoveUnit", unit_id=unit("Form 27B"), x=19, y=20)


def _teapots_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Wicker Samovar"), x=21, y=16)
    do("SpendAction", unit_id=unit("Lady Oolong"), why="Stirs.")
    do("FireWeapon", weapon_id=evening.weapon("Tea Chest"))
    evening.hit("Clerk Wobble", 2, "Hot water, mostly.")
    do("TakeGrinding", unit_id=unit("Gnome Washer"), points=1, limbs=["left_arm"])


def _gnomes_2(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"flight-{evening.projectile('Whistling ballcock')}", 2)
    do("MoveUnit", unit_id=unit("Bucket Wagon"), x=12, y=8)
    do("MoveUnit", unit_id=unit("Gnome Stopcock"), x=19, y=9.5)
    do("SpendAction", unit_id=unit("Burgomaster Elbow"), why="A speech about gaskets.")


def _bureau_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.load_cannon("Gunner Thud")
    do("MoveUnit", unit_id=unit("Surveyor Plumb"), x=19, y=17)
    do("UsePower", unit_id=unit("Form 27B"), inches=2, why="Stamps in triplicate")
    evening.hit("Lancer Scone", 7, "A lead stapler, thrown.")


def _teapots_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("FireDamage", unit_id=unit("Form 27B"), faces=[4, 3], set_by_id=TEAPOTS)
    evening.hit("Doily", 5, "Slips on the rug.")
    do("Reload", weapon_id=evening.weapon("Tea Chest"))


def _gnomes_3(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    do("MoveUnit", unit_id=unit("Scout Sieve"), x=24, y=11)
    cake = "The second tea trolley comes in at the far edge, with cake."
    do("AddNote", text=cake, kind="alarm", player_id=BUREAU, due_number=6)
    do("AddNote", text="Ask Marek for the ladder before the next battle.")


def play_last_turns(evening: Evening) -> None:
    """Play two rounds, up to the start of Nadia's sixth turn with all its steps still waiting."""
    for turn in (_bureau_4, _teapots_4, _gnomes_4, _bureau_5, _teapots_5, _gnomes_5):
        turn(evening)
        evening.end_turn()
    evening.do("WoundMortally", unit_id=evening.unit("Squire Lemon"))


def _bureau_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"burn-{evening.fire('Form 27B')}", 1, 4)
    evening.settle_all()
    _shell_the_keep(evening, 6)
    evening.hit("Sugar Loaf Keep", 19, "A shell of X2, within 2 inches.", 5, 1, 8)
    roof = {"target": "the roof of Sugar Loaf Keep", "target_id": unit("Sugar Loaf Keep")}
    rocket = {"type": "Rocket", "distance": 31}
    evening.launch("Skip Lorry", "Forewoman Rubble", (4, 18), (35, 15), **rocket, **roof)
    do("Ignite", unit_id=unit("Hayrick of Dubious Origin"), inches=2, place="the leeward side")
    do("MoveUnit", unit_id=unit("Clerk Fizzle"), x=19, y=21)


def _teapots_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    do("MoveUnit", unit_id=unit("Squire Lemon"), x=22, y=22)
    tin = {"name": "Unlabelled biscuit tin", "explosive_size": 2, "stability": "semi-stable"}
    do("AddExplosive", **tin, place="on the well", x=27, y=17)
    do("SpendAction", unit_id=unit("Dame Darjeeling"), why="Parries a falling tile.")
    do("DivertPower", unit_id=unit("Wicker Samovar"))


def _gnomes_4(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    hut = {"target": "the Site Hut", "target_id": unit("Site Hut")}
    ball = {"name": "Cistern ball", "explosive_size": 1, "distance": 19}
    evening.launch("Pipe Organ", "Gnome Ballcock", (13, 3), (11, 16), **ball, **hut)
    do("MoveUnit", unit_id=unit("Gnome Washer"), x=21, y=10)
    do("SpendAction", unit_id=unit("Burgomaster Elbow"), why="A longer speech about gaskets.")


def _bureau_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"burn-{evening.fire('Form 27B')}", 1, 3)
    evening.settle(f"burn-{evening.fire('Hayrick of Dubious Origin')}", 1, 2)
    evening.settle_all()
    wheel = {"unit_id": unit("Ice Cream Van"), "part_name": "the left wheel"}
    helpers = [unit("Gunner Ding")]
    evening.attack("Site Hut", "Gunner Clack", wheel, 4, 4, 3, 3, supporters=helpers)
    # A Mark reaches 8": the sample has a rule that the referee overruled.
    far = {"distance": 9.5, "overruled": ["F.3-08"]}
    scout, target = unit("Surveyor Plumb"), unit("Sir Crumpet")
    do("MarkTarget", scout_id=scout, target_id=target, **far)
    rocket = {"name": "Paper rocket with a note", "type": "Rocket", "distance": 38}
    corner = {"target": "the far corner of the table"}
    evening.launch("Skip Lorry", "Forewoman Rubble", (4, 18), (39, 3), **rocket, **corner)
    ours = {"player_id": BUREAU, "shrinks": True}
    smoke = {"kind": "Smoke", "size": 4, "name": "Smoke of a shell"}
    do("AddField", **ours, **smoke, place="before the gate", x=30, y=16)
    gas = {
        "kind": "Exposure Damage",
        "size": 3,
        "name": "Drain gas",
        "affects": "living, breathing",
    }
    dice = ["d6 Damage", "d6 Damage", "d4 Fire"]
    do("AddField", **ours, **gas, dice=dice, place="over the open drain", x=20.6, y=7.9)


def _teapots_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle_all()
    do("Ignite", unit_id=unit("Clerk Fizzle"), set_by_id=TEAPOTS)
    do("MoveUnit", unit_id=unit("Lady Oolong"), x=31, y=20)
    # So that the log of the sample has an undone act to show.
    evening.undo()
    do("SetState", unit_id=unit("Clerk Wobble"), kind="Disrupted", cause="blown off his feet")
    do("TakeSizeDamage", unit_id=unit("Ice Cream Van"), inches=1, reason="A cavalry charge.")


def _gnomes_5(evening: Evening) -> None:
    do, unit = evening.do, evening.unit
    evening.settle(f"flight-{evening.projectile('Cistern ball')}", 1, dud="dud")
    evening.settle_all()
    do("Ignite", unit_id=unit("Wicker Samovar"), inches=1, set_by_id=GNOMES, place="its handle")
    do("MoveUnit", unit_id=unit("Bucket Wagon"), x=14, y=10)
    do("MoveUnit", unit_id=unit("Gnome Stopcock"), x=20, y=8.6)
    evening.settle_all()
