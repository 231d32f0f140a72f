"""Forms of the Sci-fi rules: units, weapons, ammunition, crews and shots."""

from typing import Any

from brikdesk.ground.shapes import RoundBase
from brikdesk.rules.scifi.areas import DIRECTIONS, AttackStep
from brikdesk.rules.scifi.firing import OUTCOMES, Matter, Use, UsualOutcome
from brikdesk.rules.scifi.units import CrewRole, SfUnitKind, SpecialFire
from brikdesk.rules.scifi.weapons import Mounting
from brikdesk.store.views.scifi import sf_weapons
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms import scifi_options as scifi
from ui.forms import scifi_options as waiting
from ui.forms.questions import (
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
    fixed,
    from_unit,
)

ROLES = fixed(
    *((r.value, r.value.capitalize()) for r in (CrewRole.GUNNER, CrewRole.LOADER, CrewRole.OTHER))
)
ASSISTS = fixed(
    (SpecialFire.SECOND_SHOT.value, "One more shot"),
    (SpecialFire.REROLL.value, "The miss is rolled again"),
)

INTACT = Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons(scifi.intact))
REASON = Text(name="reason", label="Reason", optional=True)
LOADS = Lines(
    name="loads",
    label="Rounds",
    more="Another type",
    begins=scifi.loaded_now,
    wanted=True,
    cells=(
        Text(name="name", label="Type", optional=True),
        Number(name="count", label="How many", most=1000),
    ),
)

AMMUNITION = (
    ActForm(
        name="SetLoad",
        title="Load",
        icon="ammo",
        words="ammunition how many rockets pulses pod rack sci-fi",
        button="Load",
        fields=(
            Pick(name="store_id", label="Ammunition of", noun="ammunition", options=scifi.stores()),
            LOADS,
        ),
    ),
    ActForm(
        name="Resupply",
        title="Resupply",
        icon="ammo",
        words="fill ammunition between battles sci-fi",
        button="Resupply",
        fields=(
            Pick(name="store_id", label="Ammunition of", noun="spent ammunition",
                 options=scifi.stores(scifi.spent)),
            LOADS,
        ),
    ),
    ActForm(
        name="AdjustLoad",
        title="Correct ammunition",
        icon="ammo",
        words="rounds take out put back count sci-fi",
        button="Correct",
        fields=(
            Pick(name="load_id", label="Rounds", noun="round", options=scifi.loads),
            Number(name="removed", label="Taken out", least=-1000, most=1000,
                   hint="Below 0: put back.", wide=True),
            REASON,
        ),
    ),
)  # fmt: skip

CREWS = (
    ActForm(
        name="SetCrew",
        title="Crew of a weapon",
        icon="units",
        words="gunner loader serve man sci-fi",
        button="Save crew",
        fields=(
            INTACT,
            Lines(
                name="crew",
                label="Member",
                more="Another member",
                begins=scifi.crew_now,
                hint="Nobody: the weapon needs no crew.",
                cells=(
                    Text(name="name", label="Name", optional=True),
                    Pick(name="role", label="Role", options=ROLES, default=CrewRole.OTHER.value),
                    Pick(name="unit_id", label="Unit", options=options.units, optional=True,
                         none="No figure of his own"),
                    YesNo(name="fixed", label="Part of the model"),
                ),
            ),
        ),
    ),
    ActForm(
        name="ServeAsGunner",
        title="Serve as gunner",
        icon="units",
        words="crew gunner role man sci-fi",
        button="He serves",
        fields=(Pick(name="member_id", label="Who", noun="crew member who may", options=scifi.may_serve),),
    ),
    ActForm(
        name="ReplaceGunner",
        title="The gunner is eliminated",
        icon="destroyed",
        words="crew gunner replace figure sci-fi",
        button="He is eliminated",
        deletes=True,
        fields=(
            Pick(name="sf_weapon_id", label="Weapon", options=scifi.weapons(scifi.has_gunner)),
            Pick(name="member_id", label="Whose figure goes instead",
                 options=scifi.others_of_weapon, only_if_any=True),
            Pick(name="loader_id", label="The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_weapon), only_if_any=True),
        ),
    ),
    ActForm(
        name="AssistGunner",
        title="The loader assists",
        icon="hand",
        words="special fire loader initiative reroll second shot sci-fi",
        button="Assist",
        fields=(
            Pick(name="sf_weapon_id", label="Weapon",
                 options=scifi.weapons(scifi.has_both, first=scifi.fired_once)),
            Pick(name="how", label="For", options=ASSISTS, default=SpecialFire.SECOND_SHOT.value),
        ),
    ),
)  # fmt: skip

OF_CREWS = (*AMMUNITION, *CREWS)


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


OF_SHOTS = (
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

FORMS = (*UNITS, *WEAPONS, *OF_CREWS, *OF_SHOTS)
