"""Forms about Fields, fires, terrain, Traps and Scouts."""

from typing import Any

from msgspec.structs import replace

from brikdesk.acts.units.roster import longest_side
from brikdesk.rules.brikwars.fields import DICE_OPTIONS, MOVE_DIE, FieldKind, TerrainMode
from brikdesk.rules.brikwars.fire import FireKind
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.forms import options
from ui.forms.battlefield import chosen_piece, pieces
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


def _untied(desk: Desk, values: Values) -> list[FieldOption]:
    """Return the terrain that is no unit of the roster."""
    free = {piece.id for piece in desk.read(battlefield).pieces if piece.unit_id is None}
    return [option for option in pieces(desk, values) if option.value in free]


def _size_of_piece(desk: Desk, values: Values) -> int | None:
    return longest_side(piece) if (piece := chosen_piece(desk, values)) else None


def _weight_of_piece(desk: Desk, values: Values) -> int | None:
    return piece.weight_class if (piece := chosen_piece(desk, values)) else None


UNIT = Pick("unit_id", "Unit", options=options.units)
FIRE = Pick("fire_id", "Fire", options=options.fires)
INSIDE = Pick("inside_id", "Unit", noun="unit in one", options=options.insides)
FIELD = Pick("field_id", "Field", options=options.fields())
REASON = Text("reason", "Reason", optional=True)
PLACE = Place("place", "Place on the table", words="place", optional=True,
              across=lambda desk, values: values.get("size"))  # fmt: skip

FORMS = (
    ActForm(
        "Ignite", "Ignite", icon="fire", words="fire set burn light", button="Ignite",
        about="unit_id", many=True,
        fields=(
            replace(UNIT, label="What burns"),
            Number("inches", "Fire size", least=1, unit="inches", default=1,
                   hint="A minifig burns or not."),
            Number("permanent_dice", "Permanent dice", most=20, unit="d4", default=0),
            Pick("kind", "Kind", options=KINDS, default=FireKind.FIRE.value),
            Pick("set_by_id", "Set by", options=options.players, optional=True,
                 none="The player whose turn it is", shown=lambda v: not v.get("natural")),
            YesNo("natural", "Nobody set it"),
            Text("place", "Where on it", optional=True),
        ),
    ),
    ActForm(
        "EnlistTerrain", "Set terrain on fire, or have it break", icon="fire",
        words="terrain ignite burn light fire forest wood wall building damage break object unit",
        button="Make it an Object",
        fields=(
            Pick("terrain_id", "Terrain", options=_untied, noun="terrain that is no unit yet"),
            Number("inches", "Fire", most=99, unit="inches", optional=True,
                   hint="Empty: it does not burn yet."),
            Number("size", "Size", least=1, most=99, unit="inches", likely=_size_of_piece),
            Number("weight_class", "Weight class", most=99, optional=True,
                   likely=_weight_of_piece, hint="Empty: as usual for its Armor."),
        ),
    ),
    ActForm(
        "FireDamage", "Fire damage", icon="fire", words="fire dice hit catch ignite flame",
        button="Apply fire dice", about="unit_id",
        fields=(
            UNIT,
            DiceFaces("faces", "Fire dice", sides=4),
            Pick("kind", "Kind", options=KINDS, default=FireKind.FIRE.value),
            Number("damage", "Fire damage", optional=True, most=10_000,
                   hint="For minifigs, before Armor."),
            Number("out_of_range", "Out of Range", unit="inches", default=0),
            Pick("set_by_id", "Attacker", options=options.players, optional=True,
                 none="The player whose turn it is"),
        ),
    ),
    ActForm(
        "FightFire", "Fight a fire", icon="drop", words="extinguish put out water hose bucket",
        button="Fight fire",
        fields=(
            replace(FIRE, likely=options.fire_at_hand),
            Pick("apparatus", "With", options=APPARATUS, default="bucket"),
            Number("inches", "Puts out", least=1, unit="inches", default=1,
                   hint='A minifig with a bucket 1", a hose or extinguisher its Size.'),
            Pick("by_unit_id", "Worked by", options=options.able, optional=True,
                 none="Not tracked", likely=options.selected_of_own(options.able)),
        ),
    ),
    ActForm(
        "Douse", "Douse a fire", icon="drop", words="water vacuum put out extinguish",
        button="Douse",
        fields=(
            FIRE,
            Number("inches_above", "Above the water", unit="inches", default=0),
        ),
    ),
    ActForm(
        "DropAndRoll", "Drop and roll", icon="fire", words="roll on the ground put out flames",
        button="Drop and roll", about="unit_id",
        fields=(Pick("unit_id", "Unit", noun="burning minifig", options=options.burning_people),),
    ),
    ActForm(
        "ShapeFire", "Shape a fire", icon="fire", words="place patch move fire",
        button="Shape fire",
        fields=(FIRE, Place("place", "Where it burns", x="", y="", words="place")),
    ),
    ActForm(
        "SetFireSize", "Set the size of a fire", icon="fire", words="correct fire size inches",
        button="Set size",
        fields=(
            FIRE,
            Number("inches", "Fire size", unit="inches", hint="0 puts it out."),
            REASON,
        ),
    ),
    ActForm(
        "DriveFire", "Who drives a fire", icon="fire", words="fire burns with turn player",
        button="Set player",
        fields=(
            FIRE,
            Pick("player_id", "Burns at the turn starts of", options=options.players),
        ),
    ),
    ActForm(
        "AddField", "Add a field", icon="field", words="smoke gas mine hazard terrain shield place",
        button="Add field",
        fields=(
            Pick("kind", "Kind", options=FIELD_KINDS, default=FieldKind.SMOKE.value),
            Text("name", "Name", optional=True, hint="Left empty, it is called by its kind."),
            Number("size", "Size", least=1, most=1000, unit="inches", default=3),
            Number("height", "Height", optional=True, most=1000, decimals=1, unit="inches"),
            YesNo("unlimited", "Smoke of any height", shown=lambda v: _is_kind(FieldKind.SMOKE, v)),
            Pick("mode", "It is", options=MODES, default="Slow", shown=_moves),
            Text("direction", "Where it carries", optional=True,
                 shown=lambda v: _moves(v) and v.get("mode") == TerrainMode.THRUST),
            Pick("carrier_id", "On", options=options.units, shown=_is_shield),
            Pick("projector_id", "Shield Projector", optional=True, none="Not tracked",
                 options=options.weapons_of("carrier_id"), shown=_is_shield),
            HowMany("dice", "Hazard dice", options=_hazard_dice, shown=_has_dice),
            Pick("powered_by_id", "Powered by", optional=True, none="Nothing",
                 options=options.units, shown=_is_exposure),
            YesNo("by_hand", "Its operator sets it off",
                  shown=lambda v: _is_exposure(v) and bool(v.get("powered_by_id"))),
            Pick("player_id", "Owner", options=options.players, optional=True, none="Nobody"),
            Text("affects", "Who suffers", optional=True,
                 hint="Tags such as living, breathing. Empty: everybody."),
            YesNo("shrinks", 'Shrinks 1" each turn'),
            PLACE,
        ),
    ),
    ActForm(
        "ResizeField", "Resize a field", icon="field", words="smaller larger field size",
        button="Resize",
        fields=(
            FIELD,
            Number("size", "New Size", most=1000, unit="inches", hint="0 takes it away."),
            HowMany("removed", "Dice that go, if there is a choice", optional=True,
                    options=fixed(*((die, die) for die in (*ALL_HAZARD_DICE, *SHIELD_DICE)))),
        ),
    ),
    ActForm(
        "TriggerSpot", "Mark a triggered spot", icon="mine",
        words="mine concealed hazard goes off trap", button="Mark spot",
        fields=(
            Pick("field_id", "Field", options=options.fields(FieldKind.CONCEALED)),
            Place("spot", "Spot", x="", y="", words="spot"),
        ),
    ),
    ActForm(
        "ClearField", "Clear a field", icon="field", words="remove smoke gas mines",
        button="Clear field", deletes=True,
        fields=(FIELD, REASON),
    ),
    ActForm(
        "EnterHazard", "Enter a hazard", icon="gas",
        words="into field smoke gas fire inside exposure", button="Put it in", about="unit_id",
        many=True, made=_hazard,
        fields=(
            UNIT,
            Pick("hazard", "Field or fire", options=options.hazards),
            YesNo("holds_breath", "Holds its breath", shown=_is_field),
        ),
    ),
    ActForm(
        "LeaveHazard", "Leave a hazard", icon="gas", words="out of field smoke gas fire",
        button="Take it out",
        fields=(INSIDE,),
    ),
    ActForm(
        "Expose", "Exposure to a hazard", icon="gas", words="hazard dice damage inside field fire",
        button="Apply",
        fields=(INSIDE,),
    ),
)  # fmt: skip


PARTS = fixed(("", "As its Size says"), ("small", "About 2x2 studs"), ("tiny", "About 1x1 stud"))
FORMS_TERRAIN_HIDDEN = Pick("field_id", "Concealed Hazard",
                            options=options.fields(FieldKind.CONCEALED))  # fmt: skip
SPOT = Place("spot", "Spot, if it goes off", x="", y="", words="spot", optional=True,
             begins=from_unit("unit_id"), hint="Without one it is named by the way.")  # fmt: skip


# `HowMany` answers with names: here each name is the place of a shield's die.
def _places(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "dice": [int(place) for place in values["dice"]]}


OF_TERRAIN = (
    ActForm(
        "CrossTerrain", "Cross Difficult Terrain", icon="ruler",
        words="terrain mud ice river spikes slow thrust slippery move through", button="Cross",
        about="unit_id",
        fields=(
            UNIT,
            Pick("field_id", "Difficult Terrain", options=options.terrain()),
            YesNo("standing", "It was standing still"),
            YesNo("uncontrolled", "It moves without control"),
            YesNo("leaves", "Its move ends outside"),
        ),
    ),
    ActForm(
        "Slip", "Slip and fall", icon="disrupted",
        words="slippery ice critical failure falls disrupted", button="Let it fall",
        about="unit_id",
        fields=(
            UNIT,
            Pick("field_id", "Slippery Field", options=options.terrain("Slippery")),
        ),
    ),
    ActForm(
        "CrossConcealed", "Go through a Concealed Hazard", icon="mine",
        words="mines minefield hidden path pathfinding scout move through", button="Go",
        about="unit_id",
        fields=(
            UNIT,
            FORMS_TERRAIN_HIDDEN,
            Number("inches", "Path inside", most=1000, decimals=2, unit="inches"),
            Number("followers", "In single file behind", most=99, default=0, unit="units",
                   hint="Behind a Pathfinder."),
            YesNo("through_air", "Leaps, falls or is thrown that far"),
            Pick("part", "How large", options=PARTS, default=""),
            SPOT,
        ),
    ),
    ActForm(
        "PlaceCarefully", "Set something down with care", icon="mine",
        words="mines concealed hazard place platform plank", button="Set it down", about="unit_id",
        fields=(
            UNIT,
            FORMS_TERRAIN_HIDDEN,
            Pick("object_id", "What", options=options.units, optional=True,
                 none="Nothing of the roster"),
            Text("what", "Its name", optional=True, shown=lambda v: not v.get("object_id")),
            SPOT,
        ),
    ),
    ActForm(
        "UseShield", "Use an Energy Shield", icon="shield",
        words="shield dice deflection power projector", button="Use dice", made=_places,
        fields=(
            Pick("field_id", "Energy Shield", noun="Energy Shield", options=options.shields),
            HowMany("dice", "Dice that are used", options=options.shield_dice),
        ),
    ),
)  # fmt: skip


DICE = fixed(*((sides, f"d{sides}") for sides in (4, 6, 8, 10, 12, 20)))
FOUND = fixed((True, "It is"), (False, "It is not"))
TRAP = Pick("trap_id", "Trap", noun="Trap", options=options.traps())
VICTIM = Pick("victim_id", "Who set it off", options=options.units, optional=True,
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


TRIGGER = Text("trigger", "Trigger", optional=True, hint="An object on the table.")
CONDITION = Text("condition", "Needed interaction", optional=True, hint="Empty: any.")
EFFECT = Text("effect", "Effect", optional=True, lines=2,
              hint="What exactly happens. A weapon attacks; dice are asked: 2d6 damage.")  # fmt: skip
CANDIDATES = Text("candidates", "Possible triggers", optional=True,
                  hint="Between commas. One of them is real.")  # fmt: skip
HIDDEN = Pick("field_id", "Hidden spots of", options=options.fields(FieldKind.CONCEALED),
              optional=True, none="No Field")  # fmt: skip
LIES = Place("place", "Where it lies", optional=True)
WEAPON = Pick("weapon_id", "Weapon", options=options.weapons(), optional=True, none="No weapon")  # fmt: skip

OF_TRAPS = (
    ActForm(
        "AddTrap", "Add a Trap", icon="mine",
        words="trap trigger trip wire turret weapon hidden secret set", button="Add Trap",
        made=_split,
        fields=(
            Text("name", "Name"),
            TRIGGER,
            CONDITION,
            EFFECT,
            WEAPON,
            YesNo("smart", "Smart weapon: attacks every turn", shown=_armed_with),
            Pick("action_die", "Action die", options=DICE, default=4, shown=_smart),
            HIDDEN,
            CANDIDATES,
            LIES,
            YesNo("secret", "Secret"),
            Pick("player_id", "Owner", options=options.players, optional=True, none="Nobody"),
        ),
    ),
    ActForm(
        "EditTrap", "Edit a Trap", icon="edit", words="trap trigger effect change correct",
        button="Edit Trap", made=_split,
        fields=(
            TRAP,
            Text("name", "New name", optional=True),
            Text("trigger", "New trigger", optional=True),
            Text("condition", "New interaction", optional=True),
            Text("effect", "New effect", optional=True, lines=2),
            Text("candidates", "Possible triggers now", optional=True, hint="Between commas."),
            WEAPON,
            HIDDEN,
            LIES,
            YesNo("loose", "First untie it from weapon and Field"),
            REASON,
        ),
    ),
    ActForm(
        "SpringTrap", "Spring a Trap", icon="mine", words="trap goes off triggered attack",
        button="Spring it",
        fields=(
            TRAP,
            VICTIM,
            Place("spot", "Spot", x="", y="", words="spot", optional=True,
                  hint="What its weapon attacks. Empty: who set it off."),
            Text("why", "How", optional=True),
        ),
    ),
    ActForm(
        "TryTrigger", "Try a trigger", icon="roll",
        words="trap lever torch possible real candidate secret", button="Try it", made=_as_words,
        fields=(
            Pick("trap_id", "Trap", noun="Trap", options=options.traps(candidates=True)),
            Pick("candidate", "Which one", options=options.triggers),
            Pick("real", "Is it the real one?", options=FOUND, optional=True, none="A die decides"),
            VICTIM,
        ),
    ),
    ActForm(
        "ResetTrap", "Reset a Trap", icon="redo", words="trap technician mechanik arm again",
        button="Reset",
        fields=(
            Pick("trap_id", "Trap", noun="sprung Trap", options=options.traps(armed=False)),
            Pick("by_unit_id", "Technician", options=options.technicians),
        ),
    ),
    ActForm(
        "RemoveTrap", "Remove a Trap", icon="trash", words="trap disarm delete gone",
        button="Remove Trap", deletes=True,
        fields=(TRAP, REASON),
    ),
    ActForm(
        "Reveal", "A Scout reveals something", icon="search",
        words="scout tracking hidden invisible trap see", button="Reveal", about="target_id",
        known=options.known_scout,
        fields=(
            Pick("scout_id", "Scout", noun="Scout", options=options.scouts,
                 likely=options.only_scout),
            Pick("target_id", "Unit", options=options.foes_first, optional=True, none="No unit"),
            Pick("trap_id", "Trap", noun="Trap", options=options.traps(), optional=True,
                 none="No Trap", shown=lambda v: not v.get("target_id")),
            Text("what", "Or what it is", optional=True,
                 shown=lambda v: not v.get("target_id") and not v.get("trap_id")),
            YesNo("through_smoke", "Through smoke"),
        ),
    ),
)  # fmt: skip
