"""What is done most costs few keys: each task is done by real keys, counted, and does what is meant."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn, Together
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from tests.ui.window_scene import make_file
from tests.xserver.display import Screen
from tests.xserver.evening import Done, acts
from tests.xserver.program import Program, program

ANN, BEN = 1, 2
AROUND = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1))
"""How the eight of the explosion stand around the first of them."""


def stands(name: str, player_id: int, x: float, y: float, **facts: Any) -> AddUnit:
    return AddUnit(name=name, player_id=player_id, x=x, y=y, **facts)


def holds(**facts: Any) -> tuple[WeaponFacts, ...]:
    return (WeaponFacts(**facts),)


SHELLS = RackFacts(name="Crate", rounds=(RoundFacts(name="Shell", explosive_size=3, count=4),))
TABLE = (
    stands("Ann", ANN, 3, 3, weapons=holds(kind="Gun", name="Pistol", size=1)),
    stands("Art", BEN, 9, 3),
    stands("Pike", ANN, 3, 9, weapons=holds(preset="W-02", name="Ram", hands=2)),
    stands("Bors", BEN, 9, 9),
    stands("Lance", ANN, 14, 9, weapons=holds(preset="W-02", name="Pole", hands=2)),
    stands("Cog", BEN, 20, 9),
    stands("Dob", BEN, 20, 10.1),
    stands("Gus", ANN, 3, 15),
    stands("Cei", BEN, 8, 15, weapons=holds(kind="Melee Weapon", name="Axe", size=1)),
    stands("Roc", ANN, 3, 21, weapons=holds(kind="Rocket", name="Whistler", size=2)),
    stands("Rex", ANN, 30, 3, weapons=holds(kind="Rocket", name="Whizzer", size=2)),
    stands("Dag", BEN, 30, 21),
    stands("Crumpet", ANN, 32, 8, weapons=holds(kind="Explosive", name="Egg", size=2)),
    stands("Nubs", ANN, 18, 26),
    stands("Nephew", ANN, 20, 25, kind="structure", size=3, racks=(SHELLS,),
           weapons=holds(kind="Cannon", size=3, name="Cannon")),
    stands("Bob", ANN, 10, 26),
    stands("Hut", ANN, 13, 26, kind="structure", size=3),
    stands("Plumb", ANN, 17, 3, preset="U-08", weapons=holds(preset="W-17", name="Glass")),
    stands("Eel", BEN, 21, 3),
    stands("Moe", ANN, 20, 15),
    stands("Nat", ANN, 28, 27),
    *(
        stands(f"Tile {number}", BEN, 38 + x, 8 + y, worn_armor="heavy" if number > 6 else "")
        for number, (x, y) in enumerate(AROUND, 1)
    ),
)  # fmt: skip
"""For each task somebody who does it, away from the others."""

IDS = {unit.name: number for number, unit in enumerate(TABLE, 1)}
ARMS = {unit.name: number for number, unit in
        enumerate((unit for unit in TABLE if unit.weapons), 1)}  # fmt: skip


class Task(Struct, frozen=True):
    """A task, and the keys that do it: `most` are allowed.

    - `who`: the unit that is selected before; `way`: where it is dragged before.
    - `keys`: those that are pressed. Behind a quotation mark stands a name, whose letters are no
      keys of the task; `@` is a click on a unit, `~` a drag of one to a place of the table.
    - `meant`: the acts that must come of it.
    """

    name: str
    most: int
    keys: tuple[str, ...]
    meant: Done
    who: str = ""
    way: str = ""

    @property
    def count(self) -> int:
        """How many keys and clicks it takes, without the letters of names."""
        return sum(not key.startswith('"') for key in self.keys)


def attacks(by: str, at: str, *faces: int, **more: Any) -> tuple[str, dict[str, Any]]:
    strikes = [{"by_id": IDS[by], "weapon_id": ARMS[by]}]
    facts = {"aims": [{"unit_id": IDS[at]}], "faces": list(faces), "strikes": strikes}
    return "Attack", facts | more


def moves(who: str, x: float, y: float) -> tuple[str, dict[str, Any]]:
    return "MoveUnit", {"unit_id": IDS[who], "x": x, "y": y}


def flies(by: str, distance: float) -> tuple[str, dict[str, Any]]:
    at = {"target": "Dag", "target_id": IDS["Dag"], "target_x": 30.0, "target_y": 21.0}
    return "Launch", {"unit_id": IDS[by], "weapon_id": ARMS[by], "distance": distance, **at}


CAUGHT = [
    {"distance": inches, "measured": True, "unit_id": IDS[f"Tile {number}"]}
    for number, inches in ((1, 0.5), (7, 0.5), (4, 0.91), (5, 0.91), (2, 1.5), (6, 1.74), (8, 1.74))
]
"""Who stands beside Tile 3, the nearest."""

WORDS = (
    "Ctrl+Shift+a",
    '"Abe', *" hero", "Enter",
    *"5 ", '"Trooper', *": gun", "Enter",
    *"4 ", '"Sniper', *": rifle", "Enter",
    '"Bertha', *" vehicle 4", "Enter",
    '"Tower', *" structure 3", "Enter",
    *"5 ", '"crate', *" object",
    "Ctrl+Enter",
)  # fmt: skip

TASKS = (
    Task("attack", 4, ("a", "5", "5", "Enter"), [attacks("Ann", "Art", 5, 5)], "Ann"),
    Task(
        "charge", 6, ("a", "5", "a", "4", "3", "Enter"),
        [moves("Pike", 7.5, 9.0),
         attacks("Pike", "Bors", 5, 4, 3, charge=True, choices={"mom-0": "spent"})],
        way="Pike to 7.5, 9",
    ),
    Task(
        "charge, two in touch", 6, ("a", "5", "a", "4", "3", "Enter"),
        [moves("Lance", 18.5, 9.0),
         attacks("Lance", "Cog", 5, 4, 3, charge=True, choices={"mom-0": "spent"})],
        way="Lance to 18.5, 9",
    ),
    Task(
        "response", 3, ("y", "1", "Enter"),
        [moves("Gus", 6.5, 15.0), ("Respond", {"to_id": IDS["Gus"], "unit_id": IDS["Cei"]}),
         attacks("Cei", "Gus", 1)],
        way="Gus to 6.5, 15",
    ),
    Task("launch, X by keys", 5, ("p", "Down", '"dag', "Enter", "Ctrl+Enter"), [flies("Roc", 26.0)], "Roc"),
    Task("launch, X by mouse", 5, ("p", "@Dag", "Ctrl+Enter"), [flies("Rex", 17.0)], "Rex"),
    Task(
        "explosion on eight units", 11, ("a", "Enter", "5", "5", "5", "Enter"),
        [attacks("Crumpet", "Tile 3", 5, 5, 5, caught=CAUGHT)], "Crumpet",
    ),
    Task(
        "reload", 2, ("r", "Ctrl+Enter"),
        [("Reload", {"by_unit_id": IDS["Nubs"], "round_id": 1, "weapon_id": ARMS["Nephew"]})], "Nephew",
    ),
    Task(
        "fight a fire", 3, ("f", "Ctrl+Enter"),
        [("FightFire", {"by_unit_id": IDS["Bob"], "fire_id": 1, "inches": 1})], "Bob",
    ),
    Task("move by map, by keys", 2, ("Right", "Enter"), [moves("Moe", 21.0, 15.0)], "Moe"),
    Task("move by map, by mouse", 2, ("~Nat to 30, 24",), [moves("Nat", 30.0, 24.0)]),
    Task(
        "Mark", 2, ("k", "Ctrl+Enter"),
        [("MarkTarget", {"scout_id": IDS["Plumb"], "target_id": IDS["Eel"]})], "Eel",
    ),
    Task(
        "unit from preset with name and weapon", 10,
        ("Ctrl+2", "n", '"Zeb', "Alt+p", "g", "u", "Alt+w", "Down", "Enter", "Enter", "Ctrl+Enter"),
        [("AddUnit", {"kind": "Minifig", "name": "Zeb", "player_id": ANN, "preset": "U-07",
                      "weapons": [{"kind": "Melee Weapon", "size": 1.0}]})],
    ),
    Task(
        "17 units in words", 60, WORDS,
        [("Together", {"title": "Add 17 units", "acts": [
            {"act": "AddUnit", "player_id": ANN, **facts} for facts in (
                {"name": "Abe", "preset": "U-02"},
                {"name": "Trooper", "copies": 5, "weapons": [{"name": "Gun", "preset": "W-04"}]},
                {"name": "Sniper", "copies": 4, "preset": "U-13",
                 "weapons": [{"name": "Rifle", "preset": "W-05"}]},
                {"name": "Bertha", "kind": "Vehicle", "size": 4},
                {"name": "Tower", "kind": "Structure", "size": 3},
                {"name": "crate", "copies": 5, "kind": "Object"},
            )
        ]})],
    ),
)  # fmt: skip

PATIENCE = 60
"""How often the desk is asked whether it has come to rest before a key counts as lost."""

Press = Callable[[Program, str], None]


class Table(Struct, frozen=True):
    """The desk with the table of all tasks, and how keys are pressed on it."""

    desk: Program
    file: Path
    press: Press

    def do(self, keys: tuple[str, ...]) -> None:
        """Press keys, click and drag."""
        for key in keys:
            match key[0]:
                case '"':
                    self.desk.hands.type(key[1:])
                    self.desk.settle()
                case "@":
                    self.click(key[1:])
                case "~":
                    self.drag(key[1:])
                case _:
                    self.press(self.desk, {" ": "Space"}.get(key, key))
        self.desk.settle()

    def click(self, name: str) -> None:
        """Click on a unit."""
        x, y = self.desk.see(f"stands_at({IDS[name]})")
        self.desk.click(*self.desk.see(f"on_the_map({x}, {y})"))

    def drag(self, way: str) -> None:
        """Drag a unit: `Ann to 3, 4`."""
        name, place = way.split(" to ")
        (x, y), (to_x, to_y) = (
            self.desk.see(f"stands_at({IDS[name]})"),
            map(float, place.split(",")),
        )
        parts = ((x + (to_x - x) * part, y + (to_y - y) * part) for part in (0.0, 0.3, 0.7, 1.0))
        self.desk.drag([tuple(self.desk.see(f"on_the_map{each}")) for each in parts])


def by_hand(desk: Program, key: str) -> None:
    """Press a key that is shown, and wait for what it does."""
    assert desk.see(f"is_shown({key!r})"), f"{key} is shown nowhere: {desk.see('shown()')}"
    desk.key(key)


def at_once(desk: Program, key: str) -> None:
    """Press a key without waiting for the one before."""
    desk.hands.key(key)


@pytest.fixture(scope="module", params=[by_hand, at_once], ids=["by hand", "as fast as can be"])
def table(
    x_screen: Screen, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Table]:
    """Yield Ann's second turn, in which the Hut burns and nothing waits."""
    folder = tmp_path_factory.mktemp("table")
    file = make_file(folder / "table.brik")
    with Campaign.open(file) as campaign:
        campaign.do(Together(title="The table", acts=TABLE))
        for act in (EndTurn(), EndTurn(), EndTurn(), Ignite(unit_id=IDS["Hut"], inches=2)):
            campaign.do(act)
        campaign.seal()
    with program(x_screen, file, folder / "home") as desk:
        desk.until("not work().view.heading.queue.waiting")
        yield Table(desk, file, request.param)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_takes_few_keys(table: Table, task: Task) -> None:
    assert task.count <= task.most
    desk, before = table.desk, len(acts(table.file))
    desk.key("Ctrl+1")
    if task.who:
        table.click(task.who)
        desk.until(f"work().hub.selected_unit == {IDS[task.who]}")
    if task.way:
        table.drag(task.way)
    table.do(task.keys)
    # Keys that are pressed at once are still on their way through the X server.
    for _ in range(PATIENCE):
        if len(acts(table.file)) >= before + len(task.meant):
            break
        desk.settle()
    assert acts(table.file)[before:] == task.meant
    assert desk.see("focus_wrong()") == ""
    assert desk.said() == ""
