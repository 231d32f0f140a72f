"""Forms of the Sci-fi rules: units, markers, weapons; with those about crews and shots."""

from typing import Any

from brikdesk.ground.round import RoundBase
from brikdesk.rules.scifi.carrying import Mounting
from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.units import SfUnitKind
from brikdesk.store.views.scifi import sf_weapons
from ui.campaign.desk import Desk
from ui.forms import forms_scifi_crews, forms_scifi_shots, options
from ui.forms import options_scifi as scifi
from ui.forms.fields import (
    ActForm,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_unit,
)

KINDS = fixed(*((kind.value, kind.value.capitalize()) for kind in SfUnitKind))
MOUNTINGS = fixed(*((each.value, each.value.capitalize()) for each in Mounting))
LASTS = fixed(
    ("until the running turn ends", "The running turn"),
    ("until the round ends", "The round"),
    ("until it is cleared", "Until it is cleared"),
)
YES_NO = fixed((True, "Yes"), (False, "No"))
USES = fixed((Use.DIRECT.value, "Direct"), (Use.INDIRECT.value, "Indirect"))

UNIT = Pick(name="unit_id", label="Unit", options=scifi.units)
WEAPON = Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons())
INTACT = Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons(scifi.intact))
REASON = Text(name="reason", label="Reason", optional=True)


def _as_it_is(name: str, label: str) -> Pick:
    # A tick could only say yes or no: a third answer leaves the fact alone.
    return Pick(name=name, label=label, options=YES_NO, optional=True, none="As it is")


def _listed(values: dict[str, Any]) -> dict[str, Any]:
    """Make a list of the equipment that was typed with commas."""
    typed = values.pop("equipment", None)
    if not typed:
        return values
    return {**values, "equipment": [each for part in typed.split(",") if (each := part.strip())]}


def _added(values: dict[str, Any]) -> dict[str, Any]:
    """Name a unit after the catalogue if nobody named it."""
    return {"name": values.get("catalogue", ""), **values}


def _without_catalogue(values: Values) -> bool:
    return values.get("catalogue") is None


def _shot(values: dict[str, Any]) -> dict[str, Any]:
    """Put the answers about the target into one aim."""
    names = ("target_id", "target", "distance", "mode", "ammunition", "in_traverse")
    aim = {name: values.pop(name) for name in names if name in values}
    if "target_id" in aim:  # the name of the unit, as the map put it
        aim.pop("target", None)
    return {**values, "aims": [aim]}


def _shooter(desk: Desk, values: Values) -> RoundBase | None:
    """Return the unit that bears the chosen weapon."""
    bearer = (row.unit_id for row in desk.read(sf_weapons) if row.id == values.get("sf_weapon_id"))
    return from_unit("unit_id")(desk, {"unit_id": next(bearer, None)})


def _detected(values: Values) -> bool:
    return bool(values.get("detected"))


def _indirect(values: Values) -> bool:
    return values.get("use") == Use.INDIRECT.value


UNITS = (
    ActForm(
        name="AddSfUnit",
        title="Add a Sci-fi unit",
        icon="plus",
        words="new infantry trooper vehicle strongpoint drone bot sci-fi",
        button="Add unit",
        made=_added,
        fields=(
            Pick(name="catalogue", label="Copy of", options=scifi.catalogue_units, optional=True,
                 none="Nothing in the catalogue"),
            Text(name="name", label="Name", optional=True,
                 hint="Empty: as in the catalogue."),
            Pick(name="player_id", label="Player", options=options.players, optional=True,
                 none="Nobody"),
            Pick(name="kind", label="Kind", options=KINDS, default=SfUnitKind.INFANTRY.value,
                 shown=_without_catalogue),
            Number(name="copies", label="How many", least=1, most=100, default=1),
            Number(name="armor_class", label="Armor class", most=9, optional=True),
        ),
    ),
    ActForm(
        name="SetSfUnit",
        title="Sci-fi facts of a unit",
        icon="shield",
        words="armor class powered armor on foot kind size equipment sci-fi",
        button="Save facts",
        about="unit_id",
        made=_listed,
        fields=(
            Pick(name="unit_id", label="Unit", options=scifi.any_units),
            Pick(name="kind", label="Kind", options=KINDS, optional=True, none="As it is"),
            Number(name="size", label="Size", most=1000, optional=True),
            Number(name="armor_class", label="Armor class", most=9, optional=True),
            YesNo(name="class_unknown", label="Nobody knows its armor class",
                  shown=lambda values: values.get("armor_class") is None),
            _as_it_is("powered_armor", "Powered armor"),
            _as_it_is("on_foot", "On foot"),
            _as_it_is("open_topped", "Rides in the open"),
            Text(name="equipment", label="Equipment", optional=True,
                 hint="With commas. Empty: as it is."),
            REASON,
        ),
    ),
    ActForm(
        name="MoveSf",
        title="Move",
        icon="ruler",
        words="move walk go place position inches sci-fi",
        button="Move",
        about="unit_id",
        fields=(
            UNIT,
            Number(name="inches", label="Distance", optional=True, unit="inches", decimals=2,
                   most=10_000, hint="Empty: straight to the place.", wide=True),
            Place(name="place", label="To", optional=True, begins=from_unit("unit_id")),
            # What is carried or thrown is moved by others: its own state does not matter.
            YesNo(name="by_itself", label="Moves by itself", default=True,
                  hint="Unticked: carried or thrown. That is never refused."),
        ),
    ),
    ActForm(
        name="EliminateSf",
        title="Eliminated",
        icon="destroyed",
        words="eliminate kill dead destroyed lost sci-fi",
        button="It is eliminated",
        about="unit_id",
        deletes=True,
        fields=(
            UNIT,
            Pick(name="member_id", label="Whose figure goes instead",
                 options=scifi.others_of_unit, only_if_any=True,
                 hint="A gunner stays; another of his crew goes."),
            Pick(name="loader_id", label="The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_unit), only_if_any=True),
            REASON,
        ),
    ),
    ActForm(
        name="MarkDetected",
        title="Detected",
        icon="marked",
        words="detect seen spotted mark sci-fi",
        button="Save",
        about="unit_id",
        many=True,
        fields=(
            Pick(name="unit_id", label="Unit", options=scifi.any_units),
            Pick(name="player_id", label="By", options=scifi.sides, optional=True,
                 none="The player whose turn it is"),
            YesNo(name="detected", label="Is detected", default=True,
                  hint="Unticked: no longer."),
            Pick(name="lasts", label="How long", options=LASTS, default="until it is cleared",
                 shown=_detected),
        ),
    ),
)  # fmt: skip

WEAPONS = (
    ActForm(
        name="AddSfWeapon",
        title="Add a Sci-fi weapon",
        icon="attack",
        words="new gun rifle laser rocket pod arm sci-fi",
        button="Add weapon",
        about="unit_id",
        fields=(
            UNIT,
            Pick(name="catalogue", label="Copy of", options=scifi.catalogue_weapons,
                 optional=True, none="Nothing in the catalogue"),
            Text(name="name", label="Name", optional=True, hint="Empty: as in the catalogue."),
            Pick(name="mounting", label="Fitted", options=MOUNTINGS, optional=True,
                 none="As usual for its bearer"),
            Number(name="count", label="Mounted together", least=1, most=1000, optional=True),
        ),
    ),
    ActForm(
        name="EditSfWeapon",
        title="Correct a Sci-fi weapon",
        icon="edit",
        words="change weapon factor range sci-fi",
        button="Save weapon",
        fields=(
            WEAPON,
            Text(name="name", label="Name", optional=True, hint="Empty: as it is."),
            Number(name="typed_factor", label="Attack factor", least=1, optional=True),
            Number(name="range_factor", label="Range factor", most=10_000, unit="inches",
                   decimals=2, optional=True),
            Number(name="detection_effect", label="Detection effect", least=-99, most=99,
                   optional=True),
            Number(name="cost", label="Cost", most=10_000, unit="points", decimals=1,
                   optional=True),
            REASON,
        ),
    ),
    ActForm(
        name="RemoveSfWeapon",
        title="Remove a Sci-fi weapon",
        icon="trash",
        words="delete gun away sci-fi",
        button="Remove weapon",
        deletes=True,
        fields=(WEAPON,),
    ),
    ActForm(
        name="DestroySfWeapon",
        title="A weapon is destroyed",
        icon="destroyed",
        words="destroy weapon lost ammunition sci-fi",
        button="It is destroyed",
        deletes=True,
        fields=(
            INTACT,
            YesNo(name="gunner_survives", label="The gunner survives", default=True),
            REASON,
        ),
    ),
    ActForm(
        name="FireSf",
        title="Fire a Sci-fi weapon",
        icon="attack",
        words="shoot attack sci-fi",
        button="Fire",
        made=_shot,
        fields=(
            Pick(name="sf_weapon_id", label="Weapon",
                 options=scifi.weapons(scifi.intact, first=scifi.may_fire)),
            Pick(name="capability", label="Capability", options=scifi.capabilities,
                 only_if_any=True),
            Pick(name="target_id", label="Target", options=scifi.targets, optional=True,
                 none="No unit"),
            Place(name="target", label="Aim point", x="", y="", words="target", optional=True,
                  unit="target_id", begins=_shooter, inches="distance"),
            Number(name="distance", label="Distance", most=10_000, unit="inches", decimals=2,
                   optional=True, hint="Empty: by their places.", wide=True),
            Pick(name="mode", label="Mode", options=scifi.weapon_modes, optional=True,
                 none="As usual", only_if_any=True),
            Pick(name="ammunition", label="Round", options=scifi.rounds, optional=True,
                 none="The first there is", only_if_any=True),
            Pick(name="use", label="Fire", options=USES, default=Use.DIRECT.value),
            Pick(name="spotter_id", label="Spotter", options=scifi.units, optional=True,
                 none="Nobody", shown=_indirect),
        ),
    ),
)  # fmt: skip

FORMS = (*UNITS, *WEAPONS, *forms_scifi_crews.FORMS, *forms_scifi_shots.FORMS)
