"""Forms about the table of a battle: its size, its terrain, where Fields lie."""

from collections.abc import Sequence
from typing import Any

from brikdesk.acts.battlefield.terrain import NOTHING_DIFFICULT
from brikdesk.errors import BadInput
from brikdesk.ground.shapes import Footprint, Point, box, long_one
from brikdesk.lengths import at_spot, in_inches, read_spot
from brikdesk.rules.brikwars.fields import TerrainMode
from brikdesk.store.views.battlefield import Finish, TerrainKind, TerrainPiece, battlefield
from brikdesk.store.views.units import units as all_units
from brikdesk.turns.ledger import fields as all_fields
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.forms.questions import (
    ActForm,
    FieldOption,
    Number,
    Pick,
    Place,
    Text,
    Values,
    fact_in_words,
    fixed,
)
from ui.models.map import Zone

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
    # Without any the question is not asked at all, and "None" is not offered either.
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


def chosen_piece(desk: Desk, values: Values) -> TerrainPiece | None:
    """Return the piece of terrain that a form is about; None while none is chosen."""
    pieces = desk.read(battlefield).pieces
    return next((piece for piece in pieces if piece.id == values.get("terrain_id")), None)


def _known_piece(desk: Desk, hub: Hub, values: Values) -> Values:
    """Return the facts of a piece that is known already."""
    found = chosen_piece(desk, values)
    return {**facts_of(found), **values} if found else {}


def _piece_now(desk: Desk, values: Values) -> dict[str, str]:
    """Return in words what stands of the piece that is chosen; not which unit it is."""
    found = chosen_piece(desk, values)
    facts = facts_of(found) if found else {}
    return {name: fact_in_words(fact) for name, fact in facts.items() if name != "unit_id"}


def _stance_now(desk: Desk, values: Values) -> dict[str, str]:
    """Return how a unit faces and how high it stands, as the map has it."""
    stance = desk.read(battlefield).standing.get(values.get("unit_id") or 0)
    facts = {"facing": stance.facing, "base": stance.base} if stance else {}
    return {name: fact_in_words(fact) for name, fact in facts.items()}


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
    sides = (deep, across) if shape == "long" else (across, deep)
    footprint = make(x, y, *sides, facing)
    return {**made, "points": list(footprint.core), "radius": footprint.radius}


_SIDES = {"wall": (8.0, 1.0), "road": (12.0, 3.0)}
"""Inches across and deep of kinds that are long, to begin with."""


def _side(at: int) -> Any:
    return lambda desk, values: _SIDES.get(values.get("kind"), (4.0, 4.0))[at]


def _covered(values: Values, point: Point) -> Zone | None:
    """Return what a shape in words covers with its middle at a point; None while no shape is said."""
    shape, across, deep = (values.get(name) for name in ("shape", "across", "deep"))
    if not across or (shape != "round" and not deep):
        return None
    said = {name: values.get(name) for name in ("shape", "across", "deep", "facing")}
    made = _placed({**said, "x": point[0], "y": point[1]})
    wide = in_inches(across)
    size = f"{wide} across" if shape == "round" else f"{wide} by {in_inches(deep or 0)}"
    return Zone(Footprint(tuple(made["points"]), made["radius"]), size)


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
    # Left open it stays tied to what it is; "None" unties it.
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


BASE = Number("base", "Begins at", least=-200, most=200, decimals=2, unit="inches", default=0,
              hint="Above the table.")  # fmt: skip
TERRAIN = Pick("terrain_id", "Terrain", options=pieces)

FORMS = (
    ActForm(
        "PlaceTerrain", "Place terrain", icon="map",
        words="terrain building wall wood trees rocks water river hill road rubble map table",
        button="Place", made=_placed,
        fields=(
            Pick("kind", "Kind", options=KINDS, default="building"),
            Text("name", "Name", optional=True, hint="Empty: its kind."),
            Pick("shape", "Shape", options=SHAPES, default="rectangle"),
            Place("points", "Corners", x="", y="", words="points", several=True,
                  shown=_is("outline"), hint="As 4 5, 8 5, 8 9: inches from the left, then down."),
            Place("middle", "Middle", shown=_is("outline", other=True), covers=_covered),
            Number("across", "Across", least=0.1, most=1000, decimals=3, unit="inches",
                   shown=_is("outline", other=True), likely=_side(0)),
            Number("deep", "Deep", least=0.1, most=1000, decimals=3, unit="inches",
                   shown=lambda v: v.get("shape") in ("rectangle", "long"), likely=_side(1)),
            Number("facing", "Turned by", most=359, unit="degrees", default=0,
                   shown=lambda v: v.get("shape") in ("rectangle", "long")),
            BASE,
            Number("top", "Ends at", least=-200, most=200, decimals=2, unit="inches", optional=True,
                   hint="Empty: as usual for its kind."),
            Pick("blocks_move", "Blocks moving", options=YES_NO, optional=True, none=USUAL),
            Pick("blocks_sight", "Blocks sight", options=YES_NO, optional=True, none=USUAL),
            Pick("difficult", "Hinders", options=HINDERS, optional=True, none=USUAL),
            Number("weight_class", "Burns, Weight class", most=99, optional=True,
                   hint="Empty: it does not burn."),
            Pick("unit_id", "It is the unit", options=tied, optional=True, none="–",
                 only_if_any=True),
        ),
    ),
    ActForm(
        "ReshapeTerrain", "Change terrain", icon="edit",
        words="terrain edit rename height blocks sight difficult burns tied", button="Save terrain",
        known=_known_piece, now=_piece_now, made=_reshaped,
        fields=(
            TERRAIN,
            Pick("kind", "Kind", options=KINDS, optional=True, none="As it is"),
            Text("name", "Name", optional=True, hint="Empty: as it is."),
            Number("base", "Begins at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Above the table. Empty: as it is."),
            Number("top", "Ends at", least=-200, most=200, decimals=2, unit="inches", optional=True,
                   hint="Empty: as it is."),
            Pick("blocks_move", "Blocks moving", options=YES_NO, optional=True, none="As it is"),
            Pick("blocks_sight", "Blocks sight", options=YES_NO, optional=True, none="As it is"),
            Pick("difficult", "Hinders", options=HINDERS, optional=True, none="As it is"),
            Pick("burns", "Burns", options=YES_NO, optional=True, none="As it is"),
            Number("weight_class", "Weight class", most=99, optional=True,
                   shown=lambda v: v.get("burns") is True),
            Pick("unit_id", "It is the unit", options=tied, optional=True, none="As it is",
                 only_if_any=True),
        ),
    ),
    ActForm(
        "RemoveTerrain", "Take terrain away", icon="trash", words="terrain delete remove",
        button="Take away", deletes=True,
        fields=(TERRAIN,),
    ),
    ActForm(
        "SetTable", "Size and finish of the table", icon="map",
        words="table map width depth finish grass sand stone night", button="Set the table",
        known=_known_table,
        fields=(
            Number("width", "Width", least=1, most=1000, decimals=2, unit="inches"),
            Number("depth", "Depth", least=1, most=1000, decimals=2, unit="inches"),
            Pick("finish", "Finish", options=FINISHES, default="plain"),
        ),
    ),
    ActForm(
        "PutField", "Put a Field on the map", icon="field",
        words="field smoke gas hazard place map position", button="Put it there",
        fields=(Pick("field_id", "Field", options=options.fields()),
                Place("place", "Where its middle lies", across=_across)),
    ),
    ActForm(
        "FaceUnit", "Turn a unit, or say how high it stands", icon="turn",
        words="face facing turn direction height map roof", button="Turn it", about="unit_id",
        now=_stance_now,
        fields=(
            Pick("unit_id", "Unit", options=options.units),
            Number("facing", "Facing", most=359, unit="degrees", optional=True,
                   hint="Clockwise from the far edge. Empty: as it is."),
            Number("base", "Stands at", least=-200, most=200, decimals=2, unit="inches",
                   optional=True, hint="Above the table. Empty: as it is."),
        ),
    ),
)  # fmt: skip
