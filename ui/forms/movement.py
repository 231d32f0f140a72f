"""Forms about what units do in a turn besides attacking: Sprints, Bails, Collisions."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from brikdesk.store.views.states import states
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms.questions import (
    ActForm,
    FieldOption,
    Lines,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_unit,
)

SLOW = "Half Speed"
"""The name of the state as the acts take it."""

ENGAGED = "Engaged in Close Combat"
"""The name of the state of Close Combat."""

ACTIVITIES = fixed(
    ("climb_hard", "Climb a rope, a tree or a cliff"),
    ("climb_easy", "Climb a ladder"),
    ("swim", "Swim"),
    ("mud", "Wade through mud or thick growth"),
    ("crawl", "Crawl"),
    ("hop", "Hop on one leg"),
    ("simple_device", "Open a door, press a button, pull a lever"),
    ("carry_heavy", "Carry or drag a heavy object"),
    ("aim", "Stop to aim"),
    ("don_armor", "Put on Body Armor"),
    ("doff_armor", "Take off Body Armor"),
)

ARMORS = fixed(("light", "Light"), ("heavy", "Heavy"))

ARMS = fixed(
    ("", "One arm"), ("left", "The left arm"), ("right", "The right arm"), ("both", "Both arms"),
)  # fmt: skip

UNIT = Pick(name="unit_id", label="Unit", options=options.units)


def burdens(desk: Desk, values: Values) -> list[FieldOption]:
    """Return what slows the chosen unit and might be a burden that it can drop."""
    return [
        FieldOption(row.id, row.cause or row.kind, unit_id=row.unit_id)
        for row in desk.read(states)
        if row.unit_id == values.get("unit_id") and row.kind == SLOW
    ]


def opponents(desk: Desk, values: Values) -> list[FieldOption]:
    """Return whom the chosen unit is engaged with."""
    foes = {
        row.with_id
        for row in desk.read(states)
        if row.unit_id == values.get("unit_id") and row.kind == ENGAGED
    }
    return [unit for unit in options.units(desk, values) if unit.value in foes]


def _units_of(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what makes a list of units out of the lines of a field."""

    def made(values: dict[str, Any]) -> dict[str, Any]:
        lines = values.pop(name, [])
        units = [each["unit_id"] for each in lines if each.get("unit_id") is not None]
        return {**values, name: units} if units else values

    return made


LIMBS = fixed(
    ("left_arm", "Left arm"), ("right_arm", "Right arm"),
    ("left_leg", "Left leg"), ("right_leg", "Right leg"),
)  # fmt: skip


def _limbs(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with the limbs as a list of their own."""
    lines = values.pop("limbs", [])
    limbs = [each["limb"] for each in lines if each.get("limb")]
    return {**values, "limbs": limbs} if limbs else values


FORMS = (
    ActForm(
        name="SprintUnit",
        title="Sprint",
        icon="ruler",
        words="sprint run dash straight line group together action die move farther",
        button="Sprint",
        about="unit_id",
        made=_units_of("with_ids"),
        fields=(
            UNIT,
            Number(name="wanted", label="Wanted distance", optional=True, unit="inches", decimals=1,
                   hint="In all, to learn the chance.", wide=True),
            Pick(name="toward_id", label="Runs toward", options=options.units, optional=True,
                 none="As it has moved, or moves next"),
            Number(name="heading", label="Or its heading", optional=True, most=360,
                   unit="degrees", decimals=1, hint="Clockwise from the far edge."),
            Lines(name="with_ids", label="Together with", more="Another minifig",
                  cells=(Pick(name="unit_id", label="Minifig", options=options.units),)),
        ),
    ),
    ActForm(
        name="JumpUnit",
        title="Jump",
        icon="ruler",
        words="jump leap vault hop over chasm gap wall onto height momentum mom long high",
        button="Jump",
        about="unit_id",
        fields=(
            UNIT,
            Number(name="inches", label="How far", optional=True, unit="inches", decimals=2,
                   hint="Empty: to the place.", wide=True),
            Place(name="place", label="To", optional=True, begins=from_unit("unit_id")),
            Number(name="rise", label="How high", default=0, most=200, unit="inches", decimals=2,
                   hint="Over what is in its way, from where it stands: 1 at most."),
            Number(name="lands", label="Comes down at", optional=True, least=-200, most=200,
                   unit="inches", decimals=2, hint="Above the table. Empty: as high as it stood."),
        ),
    ),
    ActForm(
        name="Bail",
        title="Bail",
        icon="disrupted",
        words="bail dive jump aside escape danger response prone",
        button="Bail",
        about="unit_id",
        fields=(
            UNIT,
            Number(name="needed", label="Out of danger at", optional=True, unit="inches", decimals=1,
                   hint="To learn the chance.", wide=True),
            Pick(name="drops_id", label="Drops first", options=burdens, optional=True,
                 none="Nothing", only_if_any=True),
            Pick(name="from_id", label="Avoids the attack of", options=opponents, optional=True,
                 none="Its only opponent", only_if_any=True),
            Place(name="spot", label="To", words="spot", optional=True,
                  begins=from_unit("unit_id")),
        ),
    ),
    ActForm(
        name="Collide",
        title="Collision",
        icon="attack",
        words="collide collision charge momentum mom run into knock back head-on ram",
        button="Run into it",
        about="unit_id",
        made=_units_of("with_ids"),
        fields=(
            UNIT,
            Pick(name="target_id", label="Runs into", options=options.units),
            Lines(name="with_ids", label="Together with", more="Another charger",
                  cells=(Pick(name="unit_id", label="Charger", options=options.units),)),
            Number(name="free", label="Behind it, up to an obstacle", optional=True, unit="inches",
                   decimals=1, hint="Empty: as the map shows, else nothing larger is in the way.", wide=True),
            YesNo(name="head_on", label="Head-on",
                  hint="It holds a MOM as well: both are thrown."),
            Number(name="own_free", label="Behind the charger", optional=True, unit="inches",
                   decimals=1, shown=lambda values: bool(values.get("head_on"))),
        ),
    ),
    ActForm(
        name="SpendMomentum",
        title="Spend its MOM",
        icon="ruler",
        words="momentum mom spend jump leap vault throw range farther higher speed",
        button="Spend it",
        about="unit_id",
        fields=(
            UNIT,
            Text(name="name", label="On what",
                 hint="Anything that speed helps. A jump, a throw and a Charge ask for it themselves."),
        ),
    ),
    ActForm(
        name="Triage",
        title="Ker-Triage",
        icon="plus",
        words="medik heal medic treat revive dead limb bring back",
        button="Treat",
        about="unit_id",
        fields=(
            replace(UNIT, label="Medik"),
            Pick(name="patient_id", label="Patient", options=options.lost_units),
            YesNo(name="tools", label="With proper tools", default=True, hint="Else it is a d6."),
            Lines(name="limbs", label="Limbs lost", more="Another limb",
                  cells=(Pick(name="limb", label="Limb", options=LIMBS),)),
            YesNo(name="for_good", label="Lost for good"),
        ),
        made=_limbs,
    ),
    ActForm(
        name="Repair",
        title="Repair",
        icon="gear",
        words="mechanik mechanic construction build mend fix size damage",
        button="Repair",
        about="unit_id",
        fields=(
            replace(UNIT, label="Mechanik"),
            Pick(name="target_id", label="Repairs", options=options.units),
            Number(name="inches", label="Size Damage less", default=0, most=100, unit="inches"),
            Text(name="part", label="Or what was repaired", optional=True),
        ),
    ),
    ActForm(
        name="Disengage",
        title="Disengage",
        icon="ruler",
        words="leave close combat fight withdraw counterstrike engaged",
        button="Disengage",
        about="unit_id",
        made=_units_of("stays_with"),
        fields=(
            UNIT,
            Lines(name="stays_with", label="Stays engaged with", more="Another opponent",
                  cells=(Pick(name="unit_id", label="Opponent", options=options.units),)),
        ),
    ),
    ActForm(
        name="FullTurnAction",
        title="Full-turn Action",
        icon="turn",
        words="full turn extended action pilot drive row read computer don plate ride horse busy",
        button="Begin",
        about="unit_id",
        fields=(
            UNIT,
            Text(name="name", label="What it does"),
            Number(name="turns", label="Turns", most=99, default=1,
                   hint="0: until its owner stops it."),
        ),
    ),
    ActForm(
        name="BeginActivity",
        title="Activity",
        icon="half-speed",
        words="climb ladder swim crawl hop wade mud carry heavy aim armor on off impaired movement"
        " door lever button latch keypad open",
        button="Begin",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Pick(name="activity", label="What it does", options=ACTIVITIES, default="climb_hard"),
            YesNo(name="burdened", label="With a heavy object",
                  shown=lambda values: values.get("activity") == "swim"),
            Pick(name="arms", label="With", options=ARMS, default="",
                 shown=lambda values: values.get("activity") == "climb_easy"),
            Pick(name="armor", label="Armor", options=ARMORS, default="heavy",
                 shown=lambda values: values.get("activity") == "don_armor"),
        ),
    ),
    ActForm(
        name="OtherAction",
        title="Other Action",
        icon="check",
        words="other action task use rating roll lever door lock climb hack jump feat",
        button="Do it",
        about="unit_id",
        fields=(
            UNIT,
            Text(name="name", label="What it does"),
            Number(name="use", label="Use", most=99, default=3,
                   hint="2 easy, 3 normal, 4 tricky, 5 difficult, 6 very difficult; 0: no roll."),
            Number(name="modifier", label="Modifier", least=-99, most=99, default=0),
            Text(name="why", label="What it is for", optional=True,
                 shown=lambda values: bool(values.get("modifier"))),
            Text(name="outcome", label="What follows", optional=True),
        ),
    ),
    ActForm(
        name="WhatISayGoes",
        title="What I Say Goes",
        icon="hand",
        words="what i say goes dispute disagree argue settle roll decide ruling wisg",
        button="Settle it",
        fields=(
            Text(name="about", label="What it is about"),
            Lines(name="sides", label="Who disagrees", more="Another side",
                  cells=(Pick(name="player_id", label="Player", options=options.players),
                         Text(name="says", label="Says", optional=True))),
        ),
    ),
)  # fmt: skip
