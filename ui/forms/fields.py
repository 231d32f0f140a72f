"""Forms about Fields, fires, terrain, Traps and Scouts."""

from typing import Any

from brikdesk.rules.brikwars.fields import DICE_OPTIONS, MOVE_DIE, FieldKind
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.rules.brikwars.movement import TerrainMode
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms.questions import (
    ActForm,
    DiceFaces,
    FieldOption,
    HowMany,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_unit,
)

ALL_HAZARD_DICE = ("d6 Damage", "d4 Fire", "d10 Exp", MOVE_DIE)
SHIELD_DICE = tuple(f"d{sides} Deflection" for sides in (4, 6, 8, 10, 12))
MODES = fixed(*((mode, mode) for mode in ("Slow", "Thrust", "Slippery", "Spiked Obstacle")))
KINDS = fixed(*((kind.value, kind.value.capitalize()) for kind in FireKind))
FIELD_KINDS = fixed(*((kind.value, kind.value) for kind in FieldKind))
APPARATUS = fixed(("bucket", "Bucket"), ("hose", "Hose"), ("extinguisher", "Extinguisher"))


def _hazard_dice(desk: Desk, values: Values) -> list[FieldOption]:
    """Return the dice that the chosen kind of Field can have (table F1)."""
    kind = FieldKind(values.get("kind") or FieldKind.SMOKE)  # asked before a kind is chosen too
    dice = DICE_OPTIONS[kind]
    return [FieldOption(die, die) for die in (SHIELD_DICE if dice is None else dice)]


def _is_kind(kind: FieldKind, values: Values) -> bool:
    return values.get("kind") == kind.value


def _is_shield(values: Values) -> bool:
    return _is_kind(FieldKind.SHIELD, values)


def _is_exposure(values: Values) -> bool:
    return _is_kind(FieldKind.EXPOSURE, values)


def _moves(values: Values) -> bool:
    # A Concealed Hazard costs Move only with such dice (F.1-57), Difficult Terrain always (F.1-50).
    hidden = _is_kind(FieldKind.CONCEALED, values) and MOVE_DIE in (values.get("dice") or ())
    return hidden or _is_kind(FieldKind.TERRAIN, values)


def _has_dice(values: Values) -> bool:
    return not _is_kind(FieldKind.SMOKE, values)


def _is_field(values: Values) -> bool:
    return (values.get("hazard") or 0) > 0


def _hazard(values: dict[str, Any]) -> dict[str, Any]:
    # Fields and fires are in one list, where `options.hazards` negates the keys of fires.
    number = int(values.pop("hazard"))
    return {**values, "field_id" if number > 0 else "fire_id": abs(number)}


UNIT = Pick(name="unit_id", label="Unit", options=options.units)
FIRE = Pick(name="fire_id", label="Fire", options=options.fires)
FIELD = Pick(name="field_id", label="Field", options=options.fields())
REASON = Text(name="reason", label="Reason", optional=True)
PLACE = Place(name="place", label="Place on the table", words="place", optional=True,
              across=lambda desk, values: values.get("size"))  # fmt: skip

FORMS = (
    ActForm(
        name="Ignite",
        title="Ignite",
        icon="fire",
        words="set fire burn light",
        button="Ignite",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Number(name="inches", label="Fire size", least=1, unit="inches", default=1,
                   hint="A minifig burns or not."),
            Number(name="permanent_dice", label="Permanent dice", most=20, unit="d4", default=0),
            Pick(name="kind", label="Kind", options=KINDS, default=FireKind.FIRE.value),
            Pick(name="set_by_id", label="Set by", options=options.players, optional=True,
                 none="The player whose turn it is", shown=lambda v: not v.get("natural")),
            YesNo(name="natural", label="Nobody set it"),
            Text(name="place", label="Where on it", optional=True),
        ),
    ),
    ActForm(
        name="FireDamage",
        title="Fire damage",
        icon="fire",
        words="fire dice hit catch ignite flame",
        button="Apply fire dice",
        about="unit_id",
        fields=(
            UNIT,
            DiceFaces(name="faces", label="Fire dice", sides=4),
            Pick(name="kind", label="Kind", options=KINDS, default=FireKind.FIRE.value),
            Number(name="damage", label="Fire damage", optional=True, most=10_000,
                   hint="For minifigs, before Armor."),
            Number(name="out_of_range", label="Out of Range", unit="inches", default=0),
            Pick(name="set_by_id", label="Attacker", options=options.players, optional=True,
                 none="The player whose turn it is"),
        ),
    ),
    ActForm(
        name="FightFire",
        title="Fight a fire",
        icon="drop",
        words="extinguish put out water hose bucket",
        button="Fight fire",
        fields=(
            FIRE,
            Pick(name="apparatus", label="With", options=APPARATUS, default="bucket"),
            Number(name="inches", label="Inches of it", least=1, unit="inches", default=1),
            Pick(name="by_unit_id", label="Worked by", options=options.units, optional=True,
                 none="Not tracked"),
        ),
    ),
    ActForm(
        name="Douse",
        title="Douse a fire",
        icon="drop",
        words="water vacuum put out extinguish",
        button="Douse",
        fields=(
            FIRE,
            Number(name="inches_above", label="Above the water", unit="inches", default=0),
        ),
    ),
    ActForm(
        name="DropAndRoll",
        title="Drop and roll",
        icon="fire",
        words="roll on the ground put out flames",
        button="Drop and roll",
        about="unit_id",
        fields=(UNIT,),
    ),
    ActForm(
        name="ShapeFire",
        title="Shape a fire",
        icon="fire",
        words="place patch move fire",
        button="Shape fire",
        fields=(FIRE, Place(name="place", label="Where it burns", x="", y="", words="place")),
    ),
    ActForm(
        name="SetFireSize",
        title="Set the size of a fire",
        icon="fire",
        words="correct fire size inches",
        button="Set size",
        fields=(
            FIRE,
            Number(name="inches", label="Fire size", unit="inches", hint="0 puts it out."),
            REASON,
        ),
    ),
    ActForm(
        name="DriveFire",
        title="Who drives a fire",
        icon="fire",
        words="fire burns with turn player",
        button="Set player",
        fields=(
            FIRE,
            Pick(name="player_id", label="Burns at the turn starts of", options=options.players),
        ),
    ),
    ActForm(
        name="AddField",
        title="Add a field",
        icon="field",
        words="smoke gas mine hazard terrain shield place",
        button="Add field",
        fields=(
            Pick(name="kind", label="Kind", options=FIELD_KINDS, default=FieldKind.SMOKE.value),
            Text(name="name", label="Name", optional=True, hint="Left empty, it is called by its kind."),
            Number(name="size", label="Size", least=1, most=1000, unit="inches", default=3),
            Number(name="height", label="Height", optional=True, most=1000, decimals=1,
                   unit="inches"),
            YesNo(name="unlimited", label="Smoke of any height",
                  shown=lambda v: _is_kind(FieldKind.SMOKE, v)),
            Pick(name="mode", label="It is", options=MODES, default="Slow",
                 shown=_moves),
            Text(name="direction", label="Where it carries", optional=True,
                 shown=lambda v: _moves(v) and v.get("mode") == TerrainMode.THRUST),
            Pick(name="carrier_id", label="On", options=options.units, shown=_is_shield),
            Pick(name="projector_id", label="Shield Projector", optional=True, none="Not tracked",
                 options=options.weapons_of("carrier_id"), shown=_is_shield),
            HowMany(name="dice", label="Hazard dice", options=_hazard_dice, shown=_has_dice),
            Pick(name="powered_by_id", label="Powered by", optional=True, none="Nothing",
                 options=options.units, shown=_is_exposure),
            YesNo(name="by_hand", label="Its operator sets it off",
                  shown=lambda v: _is_exposure(v) and bool(v.get("powered_by_id"))),
            Pick(name="player_id", label="Owner", options=options.players, optional=True,
                 none="Nobody"),
            Text(name="affects", label="Who suffers", optional=True,
                 hint="Tags such as living, breathing. Empty: everybody."),
            YesNo(name="shrinks", label='Shrinks 1" each turn'),
            PLACE,
        ),
    ),
    ActForm(
        name="ResizeField",
        title="Resize a field",
        icon="field",
        words="smaller larger field size",
        button="Resize",
        fields=(
            FIELD,
            Number(name="size", label="New Size", most=1000, unit="inches",
                   hint="0 takes it away."),
            HowMany(name="removed", label="Dice that go, if there is a choice", optional=True,
                   options=fixed(*((die, die) for die in (*ALL_HAZARD_DICE, *SHIELD_DICE)))),
        ),
    ),
    ActForm(
        name="TriggerSpot",
        title="Mark a triggered spot",
        icon="mine",
        words="mine concealed hazard goes off trap",
        button="Mark spot",
        fields=(
            Pick(name="field_id", label="Field",
                 options=options.fields(FieldKind.CONCEALED)),
            Place(name="spot", label="Spot", x="", y="", words="spot"),
        ),
    ),
    ActForm(
        name="ClearField",
        title="Clear a field",
        icon="field",
        words="remove smoke gas mines",
        button="Clear field",
        deletes=True,
        fields=(FIELD, REASON),
    ),
    ActForm(
        name="EnterHazard",
        title="Enter a hazard",
        icon="gas",
        words="into field smoke gas fire inside exposure",
        button="Put it in",
        about="unit_id",
        many=True,
        made=_hazard,
        fields=(
            UNIT,
            Pick(name="hazard", label="Field or fire", options=options.hazards),
            YesNo(name="holds_breath", label="Holds its breath", shown=_is_field),
        ),
    ),
    ActForm(
        name="LeaveHazard",
        title="Leave a hazard",
        icon="gas",
        words="out of field smoke gas fire",
        button="Take it out",
        fields=(Pick(name="inside_id", label="Unit", options=options.insides),),
    ),
    ActForm(
        name="Expose",
        title="Exposure to a hazard",
        icon="gas",
        words="hazard dice damage inside field fire",
        button="Apply",
        fields=(Pick(name="inside_id", label="Unit", options=options.insides),),
    ),
)  # fmt: skip


PARTS = fixed(("", "As its Size says"), ("small", "About 2x2 studs"), ("tiny", "About 1x1 stud"))
FORMS_TERRAIN_HIDDEN = Pick(name="field_id", label="Concealed Hazard",
              options=options.fields(FieldKind.CONCEALED))  # fmt: skip
SPOT = Place(name="spot", label="Spot, if it goes off", x="", y="", words="spot", optional=True,
             begins=from_unit("unit_id"),
             hint="Without one it is named by the way.")  # fmt: skip


# `HowMany` answers with names: here each name is the place of a shield's die.
def _places(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "dice": [int(place) for place in values["dice"]]}


OF_TERRAIN = (
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
            FORMS_TERRAIN_HIDDEN,
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
            FORMS_TERRAIN_HIDDEN,
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


DICE = fixed(*((sides, f"d{sides}") for sides in (4, 6, 8, 10, 12, 20)))
FOUND = fixed((True, "It is"), (False, "It is not"))
TRAP = Pick(name="trap_id", label="Trap", noun="Trap", options=options.traps())
VICTIM = Pick(name="victim_id", label="Who set it off", options=options.units, optional=True,
              none="Nobody in particular")  # fmt: skip


def _armed_with(values: Values) -> bool:
    return values.get("weapon_id") is not None


def _smart(values: Values) -> bool:
    return _armed_with(values) and bool(values.get("smart"))


def _split(values: dict[str, Any]) -> dict[str, Any]:
    if "candidates" not in values:  # left open: as they are
        return values
    typed = str(values["candidates"])
    names = [part.strip() for part in typed.split(",")]
    return {**values, "candidates": [name for name in names if name]}


def _as_words(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "candidate": str(values["candidate"])}


TRIGGER = Text(name="trigger", label="Trigger", optional=True, hint="An object on the table.")
CONDITION = Text(name="condition", label="Needed interaction", optional=True, hint="Empty: any.")
EFFECT = Text(name="effect", label="Effect", optional=True, lines=2,
              hint="What exactly happens. A weapon attacks; dice are asked: 2d6 damage.")  # fmt: skip
CANDIDATES = Text(name="candidates", label="Possible triggers", optional=True,
                  hint="Between commas. One of them is real.")  # fmt: skip
HIDDEN = Pick(name="field_id", label="Hidden spots of", options=options.fields(
              FieldKind.CONCEALED), optional=True, none="No Field")  # fmt: skip
LIES = Place(name="place", label="Where it lies", optional=True)
WEAPON = Pick(name="weapon_id", label="Weapon", options=options.weapons(), optional=True,
              none="No weapon")  # fmt: skip

OF_TRAPS = (
    ActForm(
        name="AddTrap",
        title="Add a Trap",
        icon="mine",
        words="trap trigger trip wire turret weapon hidden secret set",
        button="Add Trap",
        made=_split,
        fields=(
            Text(name="name", label="Name"),
            TRIGGER,
            CONDITION,
            EFFECT,
            WEAPON,
            YesNo(name="smart", label="Smart weapon: attacks every turn", shown=_armed_with),
            Pick(name="action_die", label="Action die", options=DICE, default=4, shown=_smart),
            HIDDEN,
            CANDIDATES,
            LIES,
            YesNo(name="secret", label="Secret"),
            Pick(name="player_id", label="Owner", options=options.players, optional=True,
                 none="Nobody"),
        ),
    ),
    ActForm(
        name="EditTrap",
        title="Edit a Trap",
        icon="edit",
        words="trap trigger effect change correct",
        button="Edit Trap",
        made=_split,
        fields=(
            TRAP,
            Text(name="name", label="New name", optional=True),
            Text(name="trigger", label="New trigger", optional=True),
            Text(name="condition", label="New interaction", optional=True),
            Text(name="effect", label="New effect", optional=True, lines=2),
            Text(name="candidates", label="Possible triggers now", optional=True,
                 hint="Between commas."),
            WEAPON,
            HIDDEN,
            LIES,
            YesNo(name="loose", label="First untie it from weapon and Field"),
            REASON,
        ),
    ),
    ActForm(
        name="SpringTrap",
        title="Spring a Trap",
        icon="mine",
        words="trap goes off triggered attack",
        button="Spring it",
        fields=(
            TRAP,
            VICTIM,
            Place(name="spot", label="Spot", x="", y="", words="spot", optional=True,
                  hint="What its weapon attacks. Empty: who set it off."),
            Text(name="why", label="How", optional=True),
        ),
    ),
    ActForm(
        name="TryTrigger",
        title="Try a trigger",
        icon="roll",
        words="trap lever torch possible real candidate secret",
        button="Try it",
        made=_as_words,
        fields=(
            Pick(name="trap_id", label="Trap", noun="Trap", options=options.traps(candidates=True)),
            Pick(name="candidate", label="Which one", options=options.triggers),
            Pick(name="real", label="Is it the real one?", options=FOUND, optional=True,
                 none="A die decides"),
            VICTIM,
        ),
    ),
    ActForm(
        name="ResetTrap",
        title="Reset a Trap",
        icon="redo",
        words="trap technician mechanik arm again",
        button="Reset",
        fields=(
            Pick(name="trap_id", label="Trap", noun="sprung Trap",
                 options=options.traps(armed=False)),
            Pick(name="by_unit_id", label="Technician", options=options.technicians),
        ),
    ),
    ActForm(
        name="RemoveTrap",
        title="Remove a Trap",
        icon="trash",
        words="trap disarm delete gone",
        button="Remove Trap",
        deletes=True,
        fields=(TRAP, REASON),
    ),
    ActForm(
        name="Reveal",
        title="A Scout reveals something",
        icon="search",
        words="scout tracking hidden invisible trap see",
        button="Reveal",
        about="target_id",
        fields=(
            Pick(name="scout_id", label="Scout", noun="Scout", options=options.scouts),
            Pick(name="target_id", label="Unit", options=options.units, optional=True,
                 none="No unit"),
            Pick(name="trap_id", label="Trap", noun="Trap", options=options.traps(), optional=True,
                 none="No Trap", shown=lambda v: not v.get("target_id")),
            Text(name="what", label="Or what it is", optional=True,
                 shown=lambda v: not v.get("target_id") and not v.get("trap_id")),
            YesNo(name="through_smoke", label="Through smoke"),
        ),
    ),
)  # fmt: skip
