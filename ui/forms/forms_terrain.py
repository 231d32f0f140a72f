"""Forms about moving in hazards: Difficult Terrain, what lies hidden, Energy Shields."""

from typing import Any

from brikdesk.rules.brikwars.hazards.fields import FieldKind
from ui.forms import options
from ui.forms.fields import (
    ActForm,
    HowMany,
    Number,
    Pick,
    Place,
    Text,
    YesNo,
    fixed,
    from_unit,
)

PARTS = fixed(("", "As its Size says"), ("small", "About 2x2 studs"), ("tiny", "About 1x1 stud"))
UNIT = Pick(name="unit_id", label="Unit", options=options.units)
HIDDEN = Pick(name="field_id", label="Concealed Hazard",
              options=options.fields(FieldKind.CONCEALED))  # fmt: skip
SPOT = Place(name="spot", label="Spot, if it goes off", x="", y="", words="spot", optional=True,
             begins=from_unit("unit_id"),
             hint="Without one it is named by the way.")  # fmt: skip


# `HowMany` answers with names: here each name is the place of a shield's die.
def _places(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "dice": [int(place) for place in values["dice"]]}


FORMS = (
    ActForm(
        name="CrossTerrain",
        title="Cross Difficult Terrain",
        icon="ruler",
        words="terrain mud ice river spikes slow thrust slippery move through",
        button="Cross",
        about="unit_id",
        fields=(
            UNIT,
            Pick(name="field_id", label="Difficult Terrain", options=options.terrain()),
            YesNo(name="standing", label="It was standing still"),
            YesNo(name="uncontrolled", label="It moves without control"),
            YesNo(name="leaves", label="Its move ends outside"),
        ),
    ),
    ActForm(
        name="Slip",
        title="Slip and fall",
        icon="disrupted",
        words="slippery ice critical failure falls disrupted",
        button="Let it fall",
        about="unit_id",
        fields=(
            UNIT,
            Pick(name="field_id", label="Slippery Field", options=options.terrain("Slippery")),
        ),
    ),
    ActForm(
        name="CrossConcealed",
        title="Go through a Concealed Hazard",
        icon="mine",
        words="mines minefield hidden path pathfinding scout move through",
        button="Go",
        about="unit_id",
        fields=(
            UNIT,
            HIDDEN,
            Number(name="inches", label="Path inside", most=1000, decimals=2, unit="inches"),
            Number(name="followers", label="In single file behind", most=99, default=0,
                   unit="units", hint="Behind a Pathfinder."),
            YesNo(name="through_air", label="Leaps, falls or is thrown that far"),
            Pick(name="part", label="How large", options=PARTS, default=""),
            SPOT,
        ),
    ),
    ActForm(
        name="PlaceCarefully",
        title="Set something down with care",
        icon="mine",
        words="mines concealed hazard place platform plank",
        button="Set it down",
        about="unit_id",
        fields=(
            UNIT,
            HIDDEN,
            Pick(name="object_id", label="What", options=options.units, optional=True,
                 none="Nothing of the roster"),
            Text(name="what", label="Its name", optional=True,
                 shown=lambda v: not v.get("object_id")),
            SPOT,
        ),
    ),
    ActForm(
        name="UseShield",
        title="Use an Energy Shield",
        icon="shield",
        words="shield dice deflection power projector",
        button="Use dice",
        made=_places,
        fields=(
            Pick(name="field_id", label="Energy Shield", noun="Energy Shield", options=options.shields),
            HowMany(name="dice", label="Dice that are used", options=options.shield_dice),
        ),
    ),
)  # fmt: skip
