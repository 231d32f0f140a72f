"""Forms about what units do in a turn besides attacking: Sprints, Bails, Collisions."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from brikdesk.store.views.states import states
from brikdesk.store.views.units import unit_card
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


def _activities(desk: Desk, values: Values) -> Sequence[FieldOption]:
    """Return what a unit can do: who wears no Body Armor takes none off."""
    unit = desk.read(unit_card, values.get("unit_id") or 0)
    bare = unit is not None and not unit.worn_armor
    return [each for each in ACTIVITIES(desk, values) if not (bare and each.value == "doff_armor")]


ARMORS = fixed(("light", "Light"), ("heavy", "Heavy"))

ARMS = fixed(
    ("", "One arm"), ("left", "The left arm"), ("right", "The right arm"), ("both", "Both arms"),
)  # fmt: skip

UNIT = Pick("unit_id", "Unit", options=options.units)
ABLE = Pick("unit_id", "Unit", noun="unit that can act", options=options.able)


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
    """Return a function that makes the list of units of an act out of the lines of a field."""

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
    # The form has a line for each limb, the act one list; a line may be left open.
    lines = values.pop("limbs", [])
    limbs = [each["limb"] for each in lines if each.get("limb")]
    return {**values, "limbs": limbs} if limbs else values


FORMS = (
    ActForm(
        "SprintUnit", "Sprint", icon="ruler",
        words="sprint run dash straight line group together action die move farther",
        button="Sprint", about="unit_id", made=_units_of("with_ids"),
        fields=(
            ABLE,
            Number("wanted", "Wanted distance", optional=True, unit="inches", decimals=1,
                   hint="In all, to learn the chance.", wide=True),
            Pick("toward_id", "Runs toward", optional=True,
                 options=options.apart_from("unit_id", options.those(lambda row: row.x is not None)),
                 none="As it has moved, or moves next"),
            Number("heading", "Or its heading", optional=True, most=360, unit="degrees", decimals=1,
                   hint="Clockwise from the far edge."),
            Lines("with_ids", "Together with", more="Another minifig",
                  cells=(Pick("unit_id", "Minifig", options=options.units),)),
        ),
    ),
    ActForm(
        "JumpUnit", "Jump", icon="ruler",
        words="jump leap vault hop over chasm gap wall onto height momentum mom long high",
        button="Jump", about="unit_id",
        fields=(
            UNIT,
            Number("inches", "How far", optional=True, unit="inches", decimals=2,
                   hint="Empty: to the place.", wide=True),
            Place("place", "To", optional=True, begins=from_unit("unit_id")),
            Number("rise", "How high", default=0, most=200, unit="inches", decimals=2,
                   hint="Over what is in its way, from where it stands: 1 at most."),
            Number("lands", "Comes down at", optional=True, least=-200, most=200, unit="inches",
                   decimals=2, hint="Above the table. Empty: as high as it stood."),
        ),
    ),
    ActForm(
        "Bail", "Bail", icon="disrupted", words="bail dive jump aside escape danger response prone",
        button="Bail", about="unit_id",
        fields=(
            ABLE,
            Number("needed", "Out of danger at", optional=True, unit="inches", decimals=1,
                   hint="To learn the chance.", wide=True),
            Pick("drops_id", "Drops first", options=burdens, optional=True, none="Nothing",
                 only_if_any=True),
            Pick("from_id", "Avoids the attack of", options=opponents, optional=True,
                 none="Its only opponent", only_if_any=True),
            Place("spot", "To", words="spot", optional=True, begins=from_unit("unit_id")),
        ),
    ),
    ActForm(
        "Collide", "Collision", icon="attack",
        words="collide collision charge momentum mom run into knock back head-on ram",
        button="Run into it", about="unit_id", made=_units_of("with_ids"),
        fields=(
            UNIT,
            Pick("target_id", "Runs into", first=True,
                 options=options.apart_from("unit_id", options.in_its_run)),
            Lines("with_ids", "Together with", more="Another charger",
                  cells=(Pick("unit_id", "Charger", options=options.units),)),
            Number("free", "Behind it, up to an obstacle", optional=True, unit="inches", decimals=1,
                   hint="Empty: as the map shows, else nothing larger is in the way.", wide=True),
            YesNo("head_on", "Head-on", hint="It holds a MOM as well: both are thrown."),
            Number("own_free", "Behind the charger", optional=True, unit="inches", decimals=1,
                   shown=lambda values: bool(values.get("head_on"))),
        ),
    ),
    ActForm(
        "SpendMomentum", "Spend its MOM", icon="ruler",
        words="momentum mom spend jump leap vault throw range farther higher speed",
        button="Spend it", about="unit_id",
        fields=(
            UNIT,
            Text("name", "On what",
                 hint="Anything that speed helps. A jump, a throw and a Charge ask for it themselves."),
        ),
    ),
    ActForm(
        "Triage", "Ker-Triage", icon="plus",
        words="medik heal medic treat revive dead limb bring back", button="Treat", about="unit_id",
        fields=(
            replace(UNIT, label="Medik"),
            Pick("patient_id", "Patient", options=options.lost_units),
            YesNo("tools", "With proper tools", default=True, hint="Else it is a d6."),
            Lines("limbs", "Limbs lost", more="Another limb",
                  cells=(Pick("limb", "Limb", options=LIMBS),)),
            YesNo("for_good", "Lost for good"),
        ),
        made=_limbs,
    ),
    ActForm(
        "Repair", "Repair", icon="gear",
        words="mechanik mechanic construction build mend fix size damage", button="Repair",
        about="unit_id",
        fields=(
            replace(UNIT, label="Mechanik"),
            Pick("target_id", "Repairs", options=options.units),
            Number("inches", "Size Damage less", default=0, most=100, unit="inches"),
            Text("part", "Or what was repaired", optional=True),
        ),
    ),
    ActForm(
        "Disengage", "Disengage", icon="ruler",
        words="leave close combat fight withdraw counterstrike engaged", button="Disengage",
        about="unit_id", made=_units_of("stays_with"),
        fields=(
            UNIT,
            Lines("stays_with", "Stays engaged with", more="Another opponent",
                  cells=(Pick("unit_id", "Opponent", options=options.units),)),
        ),
    ),
    ActForm(
        "FullTurnAction", "Full-turn Action", icon="turn",
        words="full turn extended action pilot drive row read computer don plate ride horse busy",
        button="Begin", about="unit_id",
        fields=(
            UNIT,
            Text("name", "What it does"),
            Number("turns", "Turns", most=99, default=1, hint="0: until its owner stops it."),
        ),
    ),
    ActForm(
        "BeginActivity", "Activity", icon="half-speed",
        words="climb ladder swim crawl hop wade mud carry heavy aim armor on off impaired movement"
        " door lever button latch keypad open",
        button="Begin",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Pick("activity", "What it does", options=_activities, default="climb_hard"),
            YesNo("burdened", "With a heavy object",
                  shown=lambda values: values.get("activity") == "swim"),
            Pick("arms", "With", options=ARMS, default="",
                 shown=lambda values: values.get("activity") == "climb_easy"),
            Pick("armor", "Armor", options=ARMORS, default="heavy",
                 shown=lambda values: values.get("activity") == "don_armor"),
        ),
    ),
    ActForm(
        "OtherAction", "Other Action", icon="check",
        words="other action task use rating roll lever door lock climb hack jump feat",
        button="Do it", about="unit_id",
        fields=(
            UNIT,
            Text("name", "What it does"),
            Number("use", "Use", most=99, default=3,
                   hint="2 easy, 3 normal, 4 tricky, 5 difficult, 6 very difficult; 0: no roll."),
            Number("modifier", "Modifier", least=-99, most=99, default=0),
            Text("why", "What it is for", optional=True,
                 shown=lambda values: bool(values.get("modifier"))),
            Text("outcome", "What follows", optional=True),
        ),
    ),
    ActForm(
        "WhatISayGoes", "What I Say Goes", icon="hand",
        words="what i say goes dispute disagree argue settle roll decide ruling wisg",
        button="Settle it",
        fields=(
            Text("about", "What it is about"),
            Lines("sides", "Who disagrees", more="Another side",
                  cells=(Pick("player_id", "Player", options=options.players),
                         Text("says", "Says", optional=True))),
        ),
    ),
)  # fmt: skip
