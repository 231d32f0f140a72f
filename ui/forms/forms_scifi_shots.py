"""Forms of the Sci-fi rules about shots: effect areas, units inside them, and entries."""

from typing import Any

from brikdesk.rules.scifi.areas import DIRECTIONS
from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.outcomes import OUTCOMES, Matter, UsualOutcome
from ui.campaign.desk import Desk
from ui.forms import options_scifi as scifi
from ui.forms import options_scifi_shots as waiting
from ui.forms.fields import (
    ABOUT,
    ActForm,
    DiceFaces,
    Lines,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
)

PLACE = Place(name="place", label="Where", x="", y="", words="place", optional=True)
WHO = Pick(name="unit_id", label="Unit", options=scifi.any_units)


def _ids(values: dict[str, Any], wanted: str) -> dict[str, Any]:
    """Put the keys of the units in the lines under the name `wanted`."""
    lines = values.pop("inside", [])
    return {**values, wanted: [line["unit_id"] for line in lines]}


def _placed(values: dict[str, Any]) -> dict[str, Any]:
    return _ids(values, "inside_ids")


def _victims(values: dict[str, Any]) -> dict[str, Any]:
    return _ids(values, "unit_ids")


def _burst(values: dict[str, Any]) -> dict[str, Any]:
    """Part the units with a distance from those that the referee says are inside."""
    lines = values.pop("inside", [])
    return {
        **values,
        "inside_ids": [each["unit_id"] for each in lines if "inches" not in each],
        "distances": [each for each in lines if "inches" in each],
    }


def _entered(values: dict[str, Any]) -> dict[str, Any]:
    """Put typed words in place of a chosen answer, for matters without choices."""
    words = values.pop("words", None)
    return {**values, "answer": words} if words else values


def _about(desk: Desk, values: Values) -> list[dict[str, Any]]:
    """Return a line with the unit that the form was opened for, if any."""
    unit_id = values.get(ABOUT)
    return [] if unit_id is None else [{"unit_id": unit_id}]


def _no_shot(values: Values) -> bool:
    return values.get("shot_id") is None


def _free(values: Values) -> bool:
    found = OUTCOMES.get(str(values.get("matter")))
    return found is not None and not found.choices


def _damaged(values: Values, how: UsualOutcome) -> bool:
    return values.get("matter") == Matter.DAMAGE and values.get("answer") == how


def _destroys(values: Values) -> bool:
    return _damaged(values, UsualOutcome.WEAPON_DESTROYED)


def _eliminates(values: Values) -> bool:
    return _damaged(values, UsualOutcome.ELIMINATED)


FORMS = (
    ActForm(
        name="PlaceArea",
        title="Place an effect area",
        icon="field",
        words="oblong circle area inside lay sci-fi",
        button="Place",
        made=_placed,
        fields=(
            Pick(name="shot_id", label="Shot", options=waiting.shots(AttackStep.PLACE, AttackStep.INSIDE),
                 first=True),
            Lines(name="inside", label="Inside", more="Another unit inside",
                  begins=waiting.inside_now, cells=(WHO,)),
            PLACE,
            Number(name="detected_in_range", label="Detected targets in range", optional=True,
                   wide=True, hint="Empty: as many as are marked."),
            # No die unless one is added: it is for an oblong with one detected target only (12-39).
            DiceFaces(name="faces", label="Direction of an oblong", sides=DIRECTIONS, count=0, most=1,
                 optional=True, hint="With one detected target only."),
            Text(name="direction", label="Or the direction in words", optional=True),
        ),
    ),
    ActForm(
        name="BurstSf",
        title="A warhead bursts",
        icon="blast",
        words="lands explode warhead area flame vaporshock sci-fi",
        button="Burst",
        made=_burst,
        fields=(
            Pick(name="shot_id", label="Shot", options=waiting.shots(AttackStep.LANDING, AttackStep.INSIDE),
                 first=True),
            PLACE,
            YesNo(name="flame_inside", label="Flame inside",
                  hint="A vaporshock ignites early then."),
            Lines(name="inside", label="Near", more="Another unit near", begins=waiting.inside_now,
                  hint="Without a distance it counts as inside.",
                  cells=(WHO, Number(name="inches", label="Distance", most=10_000, unit="inches",
                                     decimals=2, optional=True))),
        ),
    ),
    ActForm(
        name="Incapacitate",
        title="Incapacitate by blast",
        icon="disrupted",
        words="blast stun survivors sci-fi",
        button="Incapacitate",
        made=_victims,
        fields=(
            Pick(name="shot_id", label="Blast of", options=waiting.shots(AttackStep.BLAST), optional=True,
                 none="No shot: the units named here"),
            Lines(name="inside", label="Unit", more="Another unit", cells=(WHO,), wanted=True,
                  begins=_about,
                  shown=_no_shot),
            Text(name="cause", label="Cause", optional=True, shown=_no_shot),
        ),
    ),
    ActForm(
        name="EnterOutcome",
        title="Enter an outcome",
        icon="edit",
        words="hit miss penetration damage fall of shot landing result sci-fi",
        button="Enter",
        made=_entered,
        fields=(
            Pick(name="shot_id", label="Shot", options=waiting.all_shots, first=True),
            Pick(name="matter", label="Matter", options=waiting.matters, default="hit"),
            Pick(name="answer", label="Answer", options=waiting.answers, optional=True,
                 none="Skipped", only_if_any=True),
            Text(name="words", label="Answer", optional=True, shown=_free,
                 hint="Empty: skipped."),
            Pick(name="unit_id", label="About", options=waiting.asked_units, optional=True,
                 none="The target"),
            Number(name="number", label="Number", optional=True, wide=True,
                   hint="Armor class, or hits of a rotary weapon outside the table."),
            Pick(name="sf_weapon_id", label="Weapon destroyed", options=waiting.weapons_of_target,
                 optional=True, none="None in particular", shown=_destroys),
            Pick(name="member_id", label="Whose figure goes instead", optional=True,
                 none="The only one there", options=scifi.others_of_unit, shown=_eliminates,
                 only_if_any=True),
            Pick(name="loader_id", label="The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_unit), shown=_eliminates,
                 only_if_any=True),
            Text(name="note", label="Note", optional=True),
        ),
    ),
)  # fmt: skip
