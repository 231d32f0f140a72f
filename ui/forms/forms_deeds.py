"""Forms about what units do in a turn besides attacking: Sprints, Bails, other Actions."""

from typing import Any

from ui.forms import options
from ui.forms.fields import ActForm, Lines, Number, Pick

UNIT = Pick(name="unit_id", label="Unit", options=options.units)


def _group(values: dict[str, Any]) -> dict[str, Any]:
    lines = values.pop("with_ids", [])
    members = [each["unit_id"] for each in lines if each.get("unit_id") is not None]
    return {**values, "with_ids": members} if members else values


FORMS = (
    ActForm(
        name="SprintUnit",
        title="Sprint",
        icon="ruler",
        words="sprint run dash straight line group together action die move farther",
        button="Sprint",
        about="unit_id",
        made=_group,
        fields=(
            UNIT,
            Number(name="wanted", label="Wanted distance", optional=True, unit="inches", decimals=1,
                   hint="In all, to learn the chance.", wide=True),
            Lines(name="with_ids", label="Together with", more="Another minifig",
                  cells=(Pick(name="unit_id", label="Minifig", options=options.units),)),
        ),
    ),
)  # fmt: skip
