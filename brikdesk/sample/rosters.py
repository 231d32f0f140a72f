"""The players and units of the sample, and where they stand on a table of 40" by 30"."""

from typing import Any

from brikdesk.sample.evening import Evening
from brikdesk.sample.terrain import TEA_GARDEN, terrain

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
