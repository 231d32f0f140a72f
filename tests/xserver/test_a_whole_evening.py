"""Three armies of twenty units, twelve player turns, every system of the BrikWars books: by real keys."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from tests.ui.window_scene import make_file
from tests.xserver.conftest import Run
from tests.xserver.evening import acts, come_to_the_same
from tests.xserver.program import Program

ANN, BEN, CLEO = 1, 2, 3
WEAPONS: dict[str, dict[str, Any]] = {
    "Cannon": {"kind": "Cannon", "size": 3},
    "Rattle": {"kind": "MachineGun", "size": 2},
    "Chatter": {"kind": "MachineGun", "size": 2},
    "Yolk": {"preset": "W-11"},
    "Spout": {"kind": "FlameThrower", "size": 2},
    "Tube": {"kind": "Launcher", "size": 2},
    "Whistler": {"kind": "Rocket", "size": 2},
    "Ram": {"preset": "W-02", "hands": 2},
    "Glass": {"preset": "W-17"},
    "Sword": {"preset": "W-01"},
    "Club": {"preset": "W-01"},
    "Shield": {"preset": "W-12"},
    "Rifle": {"preset": "W-05"},
    "Egg": {"preset": "W-11"},
    "Blade": {"preset": "W-03"},
}


def stands(name: str, player_id: int, x: float, y: float, *held: str, **facts: Any) -> AddUnit:
    weapons = tuple(WeaponFacts(name=each, **WEAPONS[each]) for each in held)
    return AddUnit(name=name, player_id=player_id, x=x, y=y, weapons=weapons, **facts)


def rack(what: str, count: int) -> tuple[RackFacts, ...]:
    return (RackFacts(name="Rack", rounds=(RoundFacts(name=what, explosive_size=2, count=count),)),)


ARMIES = (
    stands("Nubs", ANN, 4, 10, preset="U-07"),
    stands("Flat", ANN, 4, 12, preset="U-07"),
    stands("Nephew", ANN, 6, 11, "Cannon", kind="structure", size=3, racks=rack("Shell", 4)),
    stands("Pike", ANN, 8, 22, "Ram"),
    stands("Plumb", ANN, 17, 5, "Glass", preset="U-08"),
    stands("Truck", ANN, 8, 30, "Rattle", "Spout", kind="vehicle", size=4),
    stands("Bob", ANN, 11, 30, preset="U-07"),
    stands("Gat", ANN, 30, 4, "Chatter", kind="vehicle", size=4),
    stands("Vic", ANN, 32.5, 4, preset="U-07"),
    stands("Art", BEN, 14, 22, "Sword", "Shield"),
    stands("Bors", BEN, 18, 25, "Club"),
    stands("Tower", BEN, 24, 11, kind="structure", size=4),
    stands("Ben", BEN, 24, 5, "Rifle", preset="U-01"),
    stands("Hedge", BEN, 17, 30, kind="object", size=2, armor="1"),
    stands("Straw", BEN, 36, 3, kind="object", size=1, armor="30"),
    stands("Crate", BEN, 36, 5.5, kind="object", size=1, armor="30"),
    stands("Tin", BEN, 43, 26, preset="U-01"),
    stands("Gauze", BEN, 32, 19, preset="U-07"),
    stands("Carrier", BEN, 32, 16, "Tube", kind="vehicle", size=4, racks=rack("Missile", 3)),
    stands("Crumpet", CLEO, 33, 23, "Egg", "Yolk", preset="U-10"),
    stands("Roc", CLEO, 40, 30, "Whistler"),
    stands("Duck", CLEO, 36, 24, worn_armor="heavy"),
    stands("Drake", CLEO, 40, 10, preset="U-22"),
    stands("Mek", CLEO, 30, 21, preset="U-09"),
    stands("Dame", CLEO, 40, 20, "Blade", preset="U-02"),
    stands("Hug", CLEO, 44.2, 26, preset="U-01"),
)
IDS = {unit.name: number for number, unit in enumerate(ARMIES, 1)}


class Drag(Struct, frozen=True):
    """A move on the map, by the mouse: to a place, or as many inches beside a unit."""

    name: str
    x: float
    y: float
    by: str = ""


class Keys(Struct, frozen=True):
    """Keys on the map that do something to a unit that is selected before."""

    name: str
    keys: tuple[str, ...]
    acts: int = 1


TURNS: tuple[tuple[str | Drag | Keys, ...], ...] = (
    (
        "nubs mans cannon", "nephew reloads shell with flat",
        Keys("Nubs", ("Ctrl+k", *"home in", "Enter", "c", "Tab", *"24 11", "Ctrl+Enter")), "bob mans rattle",
        "bob fires rattle at hedge 5 3 2", "plumb marks ben", Drag("Pike", 12.5, 22),
        "pike charges art parried with shield 4 5", "pike collides with art 5 3",
        "pike moves to 13 22", "vic mans chatter",
        "vic sweeps chatter arc 1 across straw and crate 5 5 3 3 3 3",
    ),
    (
        "smoke 4 at 20 9", "ben fires rifle at plumb 2", "bors sprints 4", "hedge catches fire 1",
        'trap "Snare" at 30 26 when "a step" then "it bites" secret', 'tower takes 7 from "a tile" 5 5',
    ),
    (
        'crumpet throws egg at ground by the pit 3" 5 4', "duck begins swimming",
        "hug grabs tin", Drag("Dame", 36, 20), "mek spends a full turn reading", "drake lands",
        Keys("Roc", ("p", "Down", *"truck", "Enter", "Ctrl+Enter")),
    ),
    (
        "nubs fires cannon at tower", Keys("Bob", ("f", "Ctrl+Enter")), "truck is at half speed",
        "truck uses power 1 for lights", "flat bails 3", "pike moves to 14 22", "pike strikes art 1",
    ),
    (
        "gauze mans tube", "carrier loads tube 1 missile", "shell is shot down",
        'gauze fires tube at ground by the barn 10" 5 4 4', "exposure d4 Fire 2 at 36 26",
        "art strikes pike with sword 1", "bors moves to 15 23", "bors shoves pike",
        "keg X2 unstable at 44 4", "ben fires rifle at plumb 3 2",
    ),
    (
        "dame moves to 33 20", "dame strikes gauze 5 5 2", "drake takes off", "keg takes 3",
        'roc jumps 2" 1" high',
    ),
    (
        "rattle jams", "bob mans spout", "bob fires spout at hedge 5 3 3", Drag("Bob", 11, 26),
        "vic bursts 2 with chatter at straw 6 2 3 3 a 3",
        "plumb reveals snare", "plumb faces 90", 'note "tea" turn 4', "flat catches fire",
    ),
    (
        "rattle works again", "flat drops and rolls", "ben fires rifle at plumb 6 2 a 3",
        Drag("Bors", 1.6, 0, by="Pike"), Keys("Bors", ("y", "1", "Enter"), acts=2),
        "ben allies with cleo",
    ),
    (
        "drake moves to 38 12", "roc loses left arm", "roc enters exposure", Drag("Dame", 36, 17),
        "snare goes off", 'crumpet throws yolk at ground by the dyke 3" 5 1 b',
    ),
    (
        "pike is mortally wounded", "truck overloads 1", "bob is engaged with art",
        "bob disengages", 'objective "hill" worth 3', "ann scores 2 for tea",
    ),
    (
        "smoke is now 2", "smoke drifts at 22 9", "carrier loses 1", "carrier diverts power",
        "ben fires rifle at gat shielded by dome 5 5 5",
    ),
    (
        'dame takes 3 from "a chair" 2 2', "roc puts away whistler", 'ruling "no tea"',
        "drake spends its action",
        Keys("Mek", ("Ctrl+k", *"repair", "Enter", *"ca", "Tab", "1", "Ctrl+Enter", "5", "Ctrl+Enter")),
        Keys("Crumpet", ("Ctrl+k", *"triage", "Enter", "d", "Ctrl+Enter", "6", "Ctrl+Enter")),
    ),
)  # fmt: skip
"""What is done in each turn, beside what waits."""

SYSTEMS = {
    "4, the player turn": "MoveUnit SprintUnit JumpUnit Bail Respond BeginActivity FullTurnAction"
    " SpendAction SetAirborne FaceUnit EndTurn",
    "5, combat": "Attack Collide Disengage WoundMortally LoseLimb DamageUnit TakeSizeDamage"
    " Triage Repair",
    "8, weaponry": "ManControl HomeIn Reload LoadLauncher Jam ClearJam UsePower DivertPower TakeOverload"
    " Launch Land ShootDown AddExplosive DamageExplosive",
    "F, field hazards": "Ignite FightFire DropAndRoll AddField ResizeField PutField EnterHazard"
    " CrossTerrain CrossConcealed AddTrap SpringTrap Reveal MarkTarget",
    "the desk": "AddNote TakeNote Rule AddObjective ScorePoints SetAlliance",
}
"""Acts that the evening must have seen, by the chapter of the book that they belong to.

The rest of chapter 8 is in the evening of every weapon (tests/walks), chapter 12 in the Sci-fi evening
beside this one.
"""

TOLD = (
    r"Straw .*[Tt]hrown \d",  # KnockBack, 8.1-19
    r"Hug holds Tin\.",  # a Grab, 5.2-24
    r"Yolk is a dud\.",  # 8.4-22
    r"Gat uses its Energy Shield\.",  # F.1-74
)
"""What the log must tell of acts that do more than one thing."""

ON_THE_TABLE = (
    PlaceTerrain(kind="wall", points=((20, 16), (26, 16)), radius=0.4, top=3),
    AddField(
        kind=FieldKind.TERRAIN, size=3, name="Mud", mode="Slow", dice=("d6 Move",), x=11, y=26
    ),
    AddField(kind=FieldKind.CONCEALED, size=3, name="Pit", dice=("d6 Damage",), x=36, y=17),
    AddField(
        kind=FieldKind.SHIELD,
        size=3,
        name="Dome",
        dice=("d6 Deflection", "d10 Deflection"),
        carrier_id=IDS["Gat"],
    ),
)


class Evening:
    """The desk of the evening."""

    def __init__(self, desk: Program, file: Path) -> None:
        self.desk, self.file = desk, file

    def play(self, doing: str | Drag | Keys) -> None:
        """Do one thing, as fast as keys can be pressed, and see that it is done."""
        before, desk = len(acts(self.file)), self.desk
        match doing:
            case str():
                desk.hands.key("Ctrl+k")
                desk.hands.type(doing)
                desk.hands.key("Enter")
            case Drag():
                self._drag(doing)
            case Keys():
                desk.see(f"work().hub.select_unit({IDS[doing.name]})")
                desk.see("work().view.panel('map').view.setFocus()")
                for key in doing.keys:
                    desk.hands.key({" ": "Space"}.get(key, key))
        desk.settle()
        done = acts(self.file)[before:]
        many = doing.acts if isinstance(doing, Keys) else 1
        assert len(done) == many, (doing, done, desk.see("work().view.status.words()"))
        if isinstance(doing, str) and (faces := done[0][1].get("faces")):
            typed = [each for each in doing.split() if each.isdigit()]
            assert typed[-len(faces) :] == [str(face) for face in faces], "no digit is lost"

    def _drag(self, doing: Drag) -> None:
        x, y = self.desk.see(f"stands_at({IDS[doing.name]})")
        to_x, to_y = doing.x, doing.y
        if doing.by:
            beside = self.desk.see(f"stands_at({IDS[doing.by]})")
            to_x, to_y = beside[0] + to_x, beside[1] + to_y
        way = [(x + (to_x - x) * part, y + (to_y - y) * part) for part in (0.0, 0.3, 0.7, 1.0)]
        self.desk.drag([tuple(self.desk.see(f"on_the_map{each}")) for each in way])

    def settle_steps(self) -> None:
        """Settle what waits: the desk rolls, and the first answer is given."""
        for _ in range(100):
            if not self.desk.see("waiting()"):
                return
            self.desk.key("Ctrl+Shift+Space")
            owed, asked = self.desk.see("[steps().preview.owed, len(steps().preview.open_choices)]")
            self.desk.key("Space" if owed else "a" if asked else "Enter")
        raise AssertionError(self.desk.see("waiting()"))

    def end_turn(self) -> None:
        """End the turn; what would be lost with it is said first."""
        turn = self.desk.see("turn_number()")
        for _ in range(6):
            self.settle_steps()
            self.desk.key("Ctrl+Shift+Enter")
            if self.desk.see("turn_number()") > turn:
                self.settle_steps()
                return
        raise AssertionError(self.desk.see("work().view.status.words()"))


@pytest.mark.rule(
    "4.2-02",
    "5.2-24",
    "5.4-15",
    "8.1-19",
    "8.3-09",
    "8.3-14",
    "8.4-13",
    "8.4-22",
    "F.1-39",
    "F.1-74",
)
def test_a_whole_evening_by_keys_and_by_the_command_line(run: Run, tmp_path: Path) -> None:
    file = make_file(tmp_path / "whole.brik")
    with Campaign.open(file) as campaign:
        campaign.do(Together(title="The armies", acts=ARMIES))
        for act in ON_THE_TABLE:
            campaign.do(act)
        campaign.seal()
    before = Path(shutil.copy(file, tmp_path / "before.brik"))
    with run(file) as desk:
        evening = Evening(desk, file)
        for turn in TURNS:
            for doing in turn:
                evening.play(doing)
            evening.end_turn()
        assert desk.see("turn_number()") == len(TURNS) + 1
        assert desk.see("focus_wrong()") == ""
        assert desk.said() == ""
    seen = {name for name, _ in acts(file)}
    for chapter, wanted in SYSTEMS.items():
        assert set(wanted.split()) <= seen, chapter
    modes = {strike.get("mode") for name, data in acts(file) for strike in data.get("strikes", ())}
    assert {"arc", "burst", "grab", "shove", "strike"} <= modes
    with Campaign.open(file) as campaign:
        lines = [f"{entry.line.lead} {entry.line.said()}" for entry in campaign.read(log)]
    assert [words for words in TOLD if not any(re.search(words, line) for line in lines)] == []
    assert come_to_the_same(before, file)
