"""Forms of the Sci-fi rules: units, weapons, ammunition, crews and shots."""

from typing import Any

from brikdesk.rules.scifi.effect_areas import DIRECTIONS, AttackStep
from brikdesk.rules.scifi.firing import OUTCOMES, Matter, Use, UsualOutcome
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind, SpecialFire
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.store.views.scifi import sf_unit, sf_weapons
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms import scifi_options as scifi
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
    as_it_stands,
    fact_in_words,
    fixed,
    from_bearer,
    from_unit,
)

ROLES = fixed(
    *((r.value, r.value.capitalize()) for r in (CrewRole.GUNNER, CrewRole.LOADER, CrewRole.OTHER))
)
ASSISTS = fixed(
    (SpecialFire.SECOND_SHOT.value, "One more shot"),
    (SpecialFire.REROLL.value, "The miss is rolled again"),
)

INTACT = Pick("sf_weapon_id", "Weapon", options=scifi.weapons(scifi.intact))
REASON = Text("reason", "Reason", optional=True)
LOADS = Lines("loads", "Rounds", more="Another type", begins=scifi.loaded_now, wanted=True,
              cells=(Text("name", "Type", optional=True),
                     Number("count", "How many", most=1000)))  # fmt: skip

AMMUNITION = (
    ActForm(
        "SetLoad", "Load", icon="ammo", words="ammunition how many rockets pulses pod rack sci-fi",
        button="Load",
        fields=(
            Pick("store_id", "Ammunition of", noun="ammunition", options=scifi.stores()),
            LOADS,
        ),
    ),
    ActForm(
        "Resupply", "Resupply", icon="ammo", words="fill ammunition between battles sci-fi",
        button="Resupply",
        fields=(
            Pick("store_id", "Ammunition of", noun="spent ammunition",
                 options=scifi.stores(scifi.spent)),
            LOADS,
        ),
    ),
    ActForm(
        "AdjustLoad", "Correct ammunition", icon="ammo",
        words="rounds take out put back count sci-fi", button="Correct",
        fields=(
            Pick("load_id", "Rounds", noun="round", options=scifi.loads),
            Number("removed", "Taken out", least=-1000, most=1000, hint="Below 0: put back.",
                   wide=True),
            REASON,
        ),
    ),
)  # fmt: skip

CREWS = (
    ActForm(
        "SetCrew", "Crew of a weapon", icon="units", words="gunner loader serve man sci-fi",
        button="Save crew",
        fields=(
            INTACT,
            Lines("crew", "Member", more="Another member", begins=scifi.crew_now,
                  hint="Nobody: the weapon needs no crew.",
                  cells=(Text("name", "Name", optional=True),
                         Pick("role", "Role", options=ROLES, default=CrewRole.OTHER.value),
                         Pick("unit_id", "Unit", options=options.units, optional=True,
                              none="No figure of his own"),
                         YesNo("fixed", "Part of the model"))),
        ),
    ),
    ActForm(
        "ServeAsGunner", "Serve as gunner", icon="units", words="crew gunner role man sci-fi",
        button="He serves",
        fields=(Pick("member_id", "Who", noun="crew member who may", options=scifi.may_serve),),
    ),
    ActForm(
        "ReplaceGunner", "The gunner is eliminated", icon="destroyed",
        words="crew gunner replace figure sci-fi", button="He is eliminated", deletes=True,
        fields=(
            Pick("sf_weapon_id", "Weapon", options=scifi.weapons(scifi.has_gunner)),
            Pick("member_id", "Whose figure goes instead", options=scifi.others_of_weapon,
                 only_if_any=True),
            Pick("loader_id", "The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_weapon), only_if_any=True),
        ),
    ),
    ActForm(
        "AssistGunner", "The loader assists", icon="hand",
        words="special fire loader initiative reroll second shot sci-fi", button="Assist",
        fields=(
            Pick("sf_weapon_id", "Weapon",
                 options=scifi.weapons(scifi.has_both, first=scifi.fired_once)),
            Pick("how", "For", options=ASSISTS, default=SpecialFire.SECOND_SHOT.value),
        ),
    ),
)  # fmt: skip

OF_CREWS = (*AMMUNITION, *CREWS)


PLACE = Place("place", "Where", x="", y="", words="place", optional=True)
WHO = Pick("unit_id", "Unit", options=scifi.any_units)


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
        "PlaceArea", "Place an effect area", icon="field",
        words="oblong circle area inside lay sci-fi", button="Place", made=_placed,
        fields=(
            Pick("shot_id", "Shot", options=scifi.shots(AttackStep.PLACE, AttackStep.INSIDE),
                 first=True),
            Lines("inside", "Inside", more="Another unit inside", begins=scifi.inside_now,
                  cells=(WHO,)),
            PLACE,
            Number("detected_in_range", "Detected targets in range", optional=True, wide=True,
                   hint="Empty: as many as are marked."),
            # No die unless one is added: it is for an oblong with one detected target only (12-39).
            DiceFaces("faces", "Direction of an oblong", sides=DIRECTIONS, count=0, most=1,
                      optional=True, hint="With one detected target only."),
            Text("direction", "Or the direction in words", optional=True),
        ),
    ),
    ActForm(
        "BurstSf", "A warhead bursts", icon="blast",
        words="lands explode warhead area flame vaporshock sci-fi", button="Burst", made=_burst,
        fields=(
            Pick("shot_id", "Shot", options=scifi.shots(AttackStep.LANDING, AttackStep.INSIDE),
                 first=True),
            PLACE,
            YesNo("flame_inside", "Flame inside", hint="A vaporshock ignites early then."),
            Lines("inside", "Near", more="Another unit near", begins=scifi.inside_now,
                  hint="Without a distance it counts as inside.",
                  cells=(WHO, Number("inches", "Distance", most=10_000, unit="inches", decimals=2,
                                     optional=True))),
        ),
    ),
    ActForm(
        "Incapacitate", "Incapacitate by blast", icon="disrupted",
        words="blast stun survivors sci-fi", button="Incapacitate", made=_victims,
        fields=(
            Pick("shot_id", "Blast of", options=scifi.shots(AttackStep.BLAST), optional=True,
                 none="No shot: the units named here"),
            Lines("inside", "Unit", more="Another unit", cells=(WHO,), wanted=True, begins=_about,
                  shown=_no_shot),
            Text("cause", "Cause", optional=True, shown=_no_shot),
        ),
    ),
    ActForm(
        "EnterOutcome", "Enter an outcome", icon="edit",
        words="hit miss penetration damage fall of shot landing result sci-fi", button="Enter",
        made=_entered,
        fields=(
            Pick("shot_id", "Shot", options=scifi.all_shots, first=True),
            Pick("matter", "Matter", options=scifi.matters, default="hit"),
            Pick("answer", "Answer", options=scifi.answers, optional=True, none="Skipped",
                 only_if_any=True),
            Text("words", "Answer", optional=True, shown=_free, hint="Empty: skipped."),
            Pick("unit_id", "About", options=scifi.asked_units, optional=True, none="The target"),
            Number("number", "Number", optional=True, wide=True,
                   hint="Armor class, or hits of a rotary weapon outside the table."),
            Pick("sf_weapon_id", "Weapon destroyed", options=scifi.weapons_of_target,
                 optional=True, none="None in particular", shown=_destroys),
            Pick("member_id", "Whose figure goes instead", optional=True, none="The only one there",
                 options=scifi.others_of_unit, shown=_eliminates, only_if_any=True),
            Pick("loader_id", "The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_unit), shown=_eliminates,
                 only_if_any=True),
            Text("note", "Note", optional=True),
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

UNIT = Pick("unit_id", "Unit", options=scifi.units)
WEAPON = Pick("sf_weapon_id", "Weapon", options=scifi.weapons())


def _as_it_is(name: str, label: str) -> Pick:
    # A tick could only say yes or no: a third answer leaves the fact alone.
    return Pick(name, label, options=YES_NO, optional=True, none="As it is")


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


def _detected(values: Values) -> bool:
    return bool(values.get("detected"))


def _indirect(values: Values) -> bool:
    return values.get("use") == Use.INDIRECT.value


_OF_A_UNIT = (
    "kind", "size", "armor_class", "powered_armor", "on_foot", "open_topped", "equipment",
)  # fmt: skip


def _facts_now(desk: Desk, values: Values) -> dict[str, str]:
    """Return in words what stands of the unit that is chosen; nothing where it has no Sci-fi facts."""
    row = desk.read(sf_unit, values.get("unit_id") or 0)
    return {name: fact_in_words(getattr(row, name)) for name in _OF_A_UNIT if row is not None}


UNITS = (
    ActForm(
        "AddSfUnit", "Add a Sci-fi unit", icon="plus",
        words="new infantry trooper vehicle strongpoint drone bot sci-fi", button="Add unit",
        made=_added,
        fields=(
            Pick("catalogue", "Copy of", options=scifi.catalogue_units, optional=True,
                 none="Nothing in the catalogue"),
            Text("name", "Name", optional=True, hint="Empty: as in the catalogue."),
            Pick("player_id", "Player", options=options.players, optional=True, none="Nobody"),
            Pick("kind", "Kind", options=KINDS, default=SfUnitKind.INFANTRY.value,
                 shown=_without_catalogue),
            Number("copies", "How many", least=1, most=100, default=1),
            Number("armor_class", "Armor class", most=9, optional=True),
        ),
    ),
    ActForm(
        "SetSfUnit", "Sci-fi facts of a unit", icon="shield",
        words="armor class powered armor on foot kind size equipment sci-fi", button="Save facts",
        about="unit_id", made=_listed, now=_facts_now,
        fields=(
            Pick("unit_id", "Unit", options=scifi.any_units),
            Pick("kind", "Kind", options=KINDS, optional=True, none="As it is"),
            Number("size", "Size", most=1000, optional=True),
            Number("armor_class", "Armor class", most=9, optional=True),
            YesNo("class_unknown", "Nobody knows its armor class",
                  shown=lambda values: values.get("armor_class") is None),
            _as_it_is("powered_armor", "Powered armor"),
            _as_it_is("on_foot", "On foot"),
            _as_it_is("open_topped", "Rides in the open"),
            Text("equipment", "Equipment", optional=True, hint="With commas. Empty: as it is."),
            REASON,
        ),
    ),
    ActForm(
        "MoveSf", "Move", icon="ruler", words="move walk go place position inches sci-fi",
        button="Move", about="unit_id",
        fields=(
            UNIT,
            Number("inches", "Distance", optional=True, unit="inches", decimals=2, most=10_000,
                   hint="Empty: straight to the place.", wide=True),
            Place("place", "To", optional=True, begins=from_unit("unit_id")),
            # What is carried or thrown is moved by others: its own state does not matter.
            YesNo("by_itself", "Moves by itself", default=True,
                  hint="Unticked: carried or thrown. That is never refused."),
        ),
    ),
    ActForm(
        "EliminateSf", "Eliminated", icon="destroyed",
        words="eliminate kill dead destroyed lost sci-fi", button="It is eliminated",
        about="unit_id", deletes=True,
        fields=(
            UNIT,
            Pick("member_id", "Whose figure goes instead", options=scifi.others_of_unit,
                 only_if_any=True, hint="A gunner stays; another of his crew goes."),
            Pick("loader_id", "The new loader", optional=True, none="The first free one",
                 options=scifi.new_loaders(scifi.others_of_unit), only_if_any=True),
            REASON,
        ),
    ),
    ActForm(
        "MarkDetected", "Detected", icon="marked", words="detect seen spotted mark sci-fi",
        button="Save", about="unit_id", many=True,
        fields=(
            Pick("unit_id", "Unit", options=scifi.any_units),
            Pick("player_id", "By", options=scifi.sides, optional=True,
                 none="The player whose turn it is"),
            YesNo("detected", "Is detected", default=True, hint="Unticked: no longer."),
            Pick("lasts", "How long", options=LASTS, default="until it is cleared",
                 shown=_detected),
        ),
    ),
)  # fmt: skip

WEAPONS = (
    ActForm(
        "AddSfWeapon", "Add a Sci-fi weapon", icon="attack",
        words="new gun rifle laser rocket pod arm sci-fi", button="Add weapon", about="unit_id",
        fields=(
            UNIT,
            Pick("catalogue", "Copy of", options=scifi.catalogue_weapons, optional=True,
                 none="Nothing in the catalogue"),
            Text("name", "Name", optional=True, hint="Empty: as in the catalogue."),
            Pick("mounting", "Fitted", options=MOUNTINGS, optional=True,
                 none="As usual for its bearer"),
            Number("count", "Mounted together", least=1, most=1000, optional=True),
        ),
    ),
    ActForm(
        "EditSfWeapon", "Correct a Sci-fi weapon", icon="edit",
        words="change weapon factor range sci-fi", button="Save weapon",
        now=as_it_stands(sf_weapons, "weapon_id", "name", "cost"),
        fields=(
            WEAPON,
            Text("name", "Name", optional=True, hint="Empty: as it is."),
            Number("typed_factor", "Attack factor", least=1, optional=True),
            Number("range_factor", "Range factor", most=10_000, unit="inches", decimals=2,
                   optional=True),
            Number("detection_effect", "Detection effect", least=-99, most=99, optional=True),
            Number("cost", "Cost", most=10_000, unit="points", decimals=1, optional=True),
            REASON,
        ),
    ),
    ActForm(
        "RemoveSfWeapon", "Remove a Sci-fi weapon", icon="trash", words="delete gun away sci-fi",
        button="Remove weapon", deletes=True,
        fields=(WEAPON,),
    ),
    ActForm(
        "DestroySfWeapon", "A weapon is destroyed", icon="destroyed",
        words="destroy weapon lost ammunition sci-fi", button="It is destroyed", deletes=True,
        fields=(
            INTACT,
            YesNo("gunner_survives", "The gunner survives", default=True),
            REASON,
        ),
    ),
    ActForm(
        "FireSf", "Fire a Sci-fi weapon", icon="attack", words="shoot attack sci-fi", button="Fire",
        made=_shot,
        fields=(
            Pick("sf_weapon_id", "Weapon",
                 options=scifi.weapons(scifi.intact, first=scifi.may_fire)),
            Pick("capability", "Capability", options=scifi.capabilities, only_if_any=True),
            Pick("target_id", "Target", options=scifi.targets, optional=True, none="No unit"),
            Place("target", "Aim point", x="", y="", words="target", optional=True,
                  unit="target_id", begins=from_bearer(sf_weapons, "sf_weapon_id"), inches="distance"),
            Number("distance", "Distance", most=10_000, unit="inches", decimals=2, optional=True,
                   hint="Empty: by their places.", wide=True),
            Pick("mode", "Mode", options=scifi.weapon_modes, optional=True, none="As usual",
                 only_if_any=True),
            Pick("ammunition", "Round", options=scifi.rounds, optional=True,
                 none="The first there is", only_if_any=True),
            Pick("use", "Fire", options=USES, default=Use.DIRECT.value),
            Pick("spotter_id", "Spotter", options=scifi.units, optional=True, none="Nobody",
                 shown=_indirect),
        ),
    ),
)  # fmt: skip

FORMS = (*UNITS, *WEAPONS, *OF_CREWS, *OF_SHOTS)
