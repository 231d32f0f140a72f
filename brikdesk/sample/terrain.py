"""The tables of the sample battles: what stands and lies on them."""

from collections.abc import Mapping, Sequence
from typing import Any

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
