"""Forms about the table of a battle: its size, its terrain, where Fields lie."""

from collections.abc import Sequence
from typing import Any

from brikdesk.acts.battlefield.terrain import NOTHING_DIFFICULT
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Point, box, long_one
from brikdesk.lengths import at_spot, read_spot
from brikdesk.rules.brikwars.movement import TerrainMode
from brikdesk.store.views.battlefield import Finish, TerrainKind, TerrainPiece, battlefield
from brikdesk.store.views.units import units as all_units
from brikdesk.turns.ledger import fields as all_fields
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.questions import ActForm, FieldOption, Number, Pick, Place, Text, Values, fixed

KINDS = fixed(*((kind.value, kind.value.capitalize()) for kind in TerrainKind))
FINISHES = fixed(*((finish.value, finish.value.capitalize()) for finish in Finish))
HINDERS = fixed((NOTHING_DIFFICULT, "Nobody"), *((mode.value, mode.value) for mode in TerrainMode))
SHAPES = fixed(
    ("rectangle", "Rectangle"), ("round", "Round"), ("long", "Long, round ends"),
    ("outline", "Outline, point by point"),
)  # fmt: skip
YES_NO = fixed((True, "Yes"), (False, "No"))
NO_UNIT = 0
BUILT = ("Structure", "Object")
USUAL = "As usual for its kind"


def pieces(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the terrain on the table."""
    return [FieldOption(piece.id, _called(piece)) for piece in desk.read(battlefield).pieces]


def _called(piece: TerrainPiece) -> str:
    x, y = piece.points[0]
    return f"{piece.name}, {piece.kind.value}, {at_spot(x, y)}"


def tied(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return the Structures and Objects that terrain can be; 0 stands for none of them."""
    able = {row.id for row in desk.read(all_units) if row.kind in BUILT}
    found = [option for option in options.units(desk, values) if option.value in able]
    return [FieldOption(NO_UNIT, "None"), *found] if found else []


def facts_of(piece: TerrainPiece) -> dict[str, Any]:
    """Return what the form says of a piece of terrain."""
    return {
        "terrain_id": piece.id,
        "kind": piece.kind.value,
        "name": piece.name,
        "base": piece.base,
        "top": piece.top,
        "blocks_move": piece.blocks_move,
        "blocks_sight": piece.blocks_sight,
        "difficult": piece.difficult.value if piece.difficult else NOTHING_DIFFICULT,
        "burns": piece.weight_class is not None,
        "weight_class": piece.weight_class,
        "unit_id": piece.unit_id or NO_UNIT,
    }


def _known_piece(desk: Desk, hub: Hub, values: Values) -> Values:
    """Return the facts of a piece that is known already."""
    found = [
        piece for piece in desk.read(battlefield).pieces if piece.id == values.get("terrain_id")
    ]
    return {**facts_of(found[0]), **values} if found else {}


def _known_table(desk: Desk, hub: Hub, values: Values) -> Values:
    ground = desk.read(battlefield)
    return {
        "width": ground.width or None,
        "depth": ground.depth or None,
        "finish": ground.finish.value,
    }


def _placed(values: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of PlaceTerrain from a shape in words."""
    made = {name: value for name, value in values.items() if (name, value) != ("unit_id", NO_UNIT)}
    shape = made.pop("shape")
    x, y = made.pop("x", None), made.pop("y", None)
    across, deep = made.pop("across", None), made.pop("deep", None)
    facing = made.pop("facing", None) or 0.0
    drawn = made.pop("points", "")
    if shape == "outline":
        return {**made, "points": _corners(drawn)}
    if shape == "round":
        return {**made, "points": [(x, y)], "radius": (across or 0.0) / 2}
    make = long_one if shape == "long" else box
    # A long one is as long as it is deep, along its facing.
    footprint = (
        make(x, y, deep, across, facing) if shape == "long" else make(x, y, across, deep, facing)
    )
    return {**made, "points": list(footprint.core), "radius": footprint.radius}


def _corners(words: str) -> list[Point]:
    """Return points typed as `4 5, 8 5, 8 9`; BadInput for anything else."""
    found = []
    for part in words.replace(";", ",").split(","):
        if (spot := read_spot(part)) is None:
            sentence = "Type the points as 4 5, 8 5, 8 9: inches from the left, then down."
            raise BadInput(sentence, "points")
        found.append(spot)
    return found


def _reshaped(values: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of ReshapeTerrain; open questions leave a piece as it is."""
    made = dict(values)
    if not made.get("burns"):
        made.pop("weight_class", None)
    if made.get("unit_id") == NO_UNIT:
        del made["unit_id"]
        made["tied"] = False
    return made


def _across(desk: Desk, values: Values) -> float | None:
    """Return how wide the chosen Field is."""
    wide = (row.size for row in desk.read(all_fields) if row.id == values.get("field_id"))
    return next(wide, None)


def _is(shape: str, *, other: bool = False) -> Any:
    return lambda values: (values.get("shape") == shape) is not other


BASE = Number(name="base", label="Begins at", least=-200, most=200, decimals=2, unit="inches",
              default=0, hint="Above the table.")  # fmt: skip
TERRAIN = Pick(name="terrain_id", label="Terrain", options=pieces)

FORMS = (
    ActForm(
        name="PlaceTerrain",
        title="Place terrain",
        icon="map",
        words="terrain building wall wood trees rocks water river hill road rubble map table",
        button="Place",
        made=_placed,
        fields=(
            Pick(name="kind", label="Kind", options=KINDS, default="building"),
            Text(name="name", label="Name", optional=True, hint="Empty: its kind."),
            Pick(name="shape", label="Shape", options=SHAPES, default="rectangle"),
            Place(name="points", label="Corners", x="", y="", words="points", several=True,
                  shown=_is("outline"),
                  hint="As 4 5, 8 5, 8 9: inches from the left, then down."),
            Place(name="middle", label="Middle", shown=_is("outline", other=True)),
            Number(name="across", label="Across", least=0.1, most=1000, decimals=3, unit="inches",
                   shown=_is("outline", other=True), default=4),
            Number(name="deep", label="Deep", least=0.1, most=1000, decimals=3, unit="inches",
                   shown=lambda v: v.get("shape") in ("rectangle", "long"), default=4),
            Number(name="facing", label="Turned by", most=359, unit="degrees", default=0,
                   shown=lambda v: v.get("shape") in ("rectangle", "long")),
            BASE,
            Number(name="top", label="Ends at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Empty: as usual for its kind."),
            Pick(name="blocks_move", label="Blocks moving", options=YES_NO, optional=True,
                 none=USUAL),
            Pick(name="blocks_sight", label="Blocks sight", options=YES_NO, optional=True,
                 none=USUAL),
            Pick(name="difficult", label="Hinders", options=HINDERS, optional=True, none=USUAL),
            Number(name="weight_class", label="Burns, Weight class", most=99, optional=True,
                   hint="Empty: it does not burn."),
            Pick(name="unit_id", label="It is the unit", options=tied, optional=True, none="–",
                 only_if_any=True),
        ),
    ),
    ActForm(
        name="ReshapeTerrain",
        title="Change terrain",
        icon="edit",
        words="terrain edit rename height blocks sight difficult burns tied",
        button="Save terrain",
        known=_known_piece,
        made=_reshaped,
        fields=(
            TERRAIN,
            Pick(name="kind", label="Kind", options=KINDS, optional=True, none="As it is"),
            Text(name="name", label="Name", optional=True, hint="Empty: as it is."),
            Number(name="base", label="Begins at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Above the table. Empty: as it is."),
            Number(name="top", label="Ends at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Empty: as it is."),
            Pick(name="blocks_move", label="Blocks moving", options=YES_NO, optional=True,
                 none="As it is"),
            Pick(name="blocks_sight", label="Blocks sight", options=YES_NO, optional=True,
                 none="As it is"),
            Pick(name="difficult", label="Hinders", options=HINDERS, optional=True,
                 none="As it is"),
            Pick(name="burns", label="Burns", options=YES_NO, optional=True, none="As it is"),
            Number(name="weight_class", label="Weight class", most=99, optional=True,
                   shown=lambda v: v.get("burns") is True),
            Pick(name="unit_id", label="It is the unit", options=tied, optional=True, none="As it is",
                 only_if_any=True),
        ),
    ),
    ActForm(
        name="RemoveTerrain",
        title="Take terrain away",
        icon="trash",
        words="terrain delete remove",
        button="Take away",
        deletes=True,
        fields=(TERRAIN,),
    ),
    ActForm(
        name="SetTable",
        title="Size and finish of the table",
        icon="map",
        words="table map width depth finish grass sand stone night",
        button="Set the table",
        known=_known_table,
        fields=(
            Number(name="width", label="Width", least=1, most=1000, decimals=2, unit="inches"),
            Number(name="depth", label="Depth", least=1, most=1000, decimals=2, unit="inches"),
            Pick(name="finish", label="Finish", options=FINISHES, default="plain"),
        ),
    ),
    ActForm(
        name="PutField",
        title="Put a Field on the map",
        icon="field",
        words="field smoke gas hazard place map position",
        button="Put it there",
        fields=(Pick(name="field_id", label="Field", options=options.fields()),
                Place(name="place", label="Where its middle lies", across=_across)),
    ),
    ActForm(
        name="FaceUnit",
        title="Turn a unit, or say how high it stands",
        icon="turn",
        words="face facing turn direction height map roof",
        button="Turn it",
        about="unit_id",
        fields=(
            Pick(name="unit_id", label="Unit", options=options.units),
            Number(name="facing", label="Facing", most=359, unit="degrees", optional=True,
                   hint="Clockwise from the far edge. Empty: as it is."),
            Number(name="base", label="Stands at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Above the table. Empty: as it is."),
        ),
    ),
)  # fmt: skip
