"""Forms about units: what they do, what happens to them, where they are."""

from typing import Any

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units_and_damage import LIMBS
from brikdesk.store.views.states import STATES
from ui.forms import options
from ui.forms.questions import (
    ActForm,
    DiceFaces,
    Number,
    Pick,
    Place,
    Text,
    Values,
    YesNo,
    fixed,
    from_unit,
)

OFFERED = fixed(*((kind.value, kind.value) for kind, facts in STATES.items() if facts.offered))
"""Names of states as the acts take them."""

EDGES = fixed(("start", "Its turn starts"), ("end", "Its turn ends"))
UNIT = Pick("unit_id", "Unit", options=options.units)
WHY = Text("why", "Why", optional=True)
REASON = Text("reason", "Reason", optional=True)


def _ends_with_a_turn(values: Values) -> bool:
    by_rule = values.get("kind") in {kind.value for kind, facts in STATES.items() if facts.strict}
    return not by_rule and not values.get("lasting")


def _bound(values: Values) -> bool:
    return values.get("kind") in ("Engaged in Close Combat", "Grabbed")


def _ends(values: Values) -> bool:
    return _ends_with_a_turn(values) and values.get("ends_with_id") is not None


def _points_or_dice(values: dict[str, Any]) -> dict[str, Any]:
    """Return the answers as they are; BadInput while no damage is said."""
    if not values.get("damage") and not str(values.get("dice") or "").strip():
        raise BadInput("Type its points, or its dice below.", "damage")
    return values


def _limbs(values: dict[str, Any]) -> dict[str, Any]:
    # The form has a tick for each limb, the act one list.
    lost = [limb for limb in LIMBS if values.pop(limb, False)]
    return {**values, "limbs": lost} if lost else values


def _limb_words(limb: str) -> str:
    return limb.replace("_", " ").capitalize()


FORMS = (
    ActForm(
        "MoveUnit", "Move", icon="ruler", words="move walk go place position inches", button="Move",
        about="unit_id", many=True,
        fields=(
            UNIT,
            Number("inches", "Distance", optional=True, unit="inches", decimals=2,
                   hint="Empty: straight to the place.", wide=True),
            Place("place", "To", optional=True, begins=from_unit("unit_id")),
            Number("straight", "Straight at its end", optional=True, unit="inches", decimals=2,
                   hint="For Momentum, where no map tells: 4 earn a MOM.", wide=True),
            YesNo("slowed", "Slowed on its way",
                  hint="Stairs, a gate: ends its Momentum, and bends no Sprint."),
            YesNo("by_itself", "Moves by itself", default=True,
                  hint="Unticked: carried, shoved or knocked back. That takes no Move."),
        ),
    ),
    ActForm(
        "SetState", "Set state", icon="disrupted",
        words="disrupted half speed stopped drowning mortally wounded breath", button="Set state",
        about="unit_id", many=True,
        fields=(
            UNIT,
            Pick("kind", "State", options=OFFERED, default="Disrupted"),
            Text("cause", "Cause", optional=True, hint="For Other: what the state is."),
            Pick("with_id", "With, or by", options=options.units, optional=True, shown=_bound),
            YesNo("lasting", "Lasts until it is cleared"),
            Pick("ends_with_id", "Ends with", options=options.players, optional=True,
                 none="As its rule says", shown=_ends_with_a_turn),
            Pick("edge", "When", options=EDGES, default="end", shown=_ends),
        ),
    ),
    ActForm(
        "ClearState", "Clear a state", icon="check",
        words="end remove disrupted half speed state over let go engaged grab",
        button="Clear state",
        fields=(Pick("state_id", "State", options=options.states), REASON),
    ),
    ActForm(
        "SpendAction", "Spend an Action", icon="check", words="action spent used",
        button="Spend Action", about="unit_id", many=True,
        fields=(UNIT, WHY),
    ),
    ActForm(
        "Respond", "Respond", icon="shield", words="response answers reacts saved action first",
        button="Respond", about="unit_id",
        fields=(
            UNIT,
            Pick("to_id", "To", options=options.apart_from("unit_id", options.units)),
            Number("lead", "Ahead by", default=0, most=1000, unit="inches", decimals=1,
                   hint="1 and more: it acts first."),
            YesNo("exclude_each_other", "Only one of the two can happen",
                  hint="Then the higher Action Roll goes first."),
        ),
    ),
    ActForm(
        "ReturnAction", "Give an Action back", icon="undo", words="action returned not spent",
        button="Give back", about="unit_id", many=True,
        fields=(Pick("unit_id", "Unit", noun="unit that has spent one",
                     options=options.those(lambda row: row.action_spent)), WHY),
    ),
    ActForm(
        "SetAirborne", "Take off or land", icon="projectile", words="fly airborne down half power",
        button="Change", about="unit_id", many=True,
        fields=(UNIT, YesNo("airborne", "In the air", default=True)),
    ),
    ActForm(
        "UsePower", "Use Power", icon="power", words="power inches spend device weapon",
        button="Use Power", about="unit_id",
        fields=(
            UNIT,
            Number("inches", "Power", least=1, unit="inches", default=1),
            Pick("weapon_id", "For", options=options.weapons_of("unit_id"), optional=True,
                 none="Something else"),
            WHY,
        ),
    ),
    ActForm(
        "TakeOverload", "Overload", icon="power", words="power lost overload dice",
        button="Take Overload", about="unit_id",
        fields=(UNIT, Number("inches", "Power lost", least=1, unit="inches", default=1)),
    ),
    ActForm(
        "DivertPower", "Divert All Power", icon="power", words="save store power", button="Divert",
        about="unit_id",
        fields=(UNIT,),
    ),
    ActForm(
        "DamageUnit", "Damage a unit", icon="blast",
        words="damage hit armor hurt points run over ram crash vehicle collision fall",
        button="Apply", about="unit_id", made=_points_or_dice,
        fields=(
            UNIT,
            Number("damage", "Damage", most=10_000, unit="points", default=0),
            Text("dice", "Damage dice", optional=True,
                 hint="Rolled now, as 1d6 Crash of a fall: Shields, Deflection and Armor answer."),
            YesNo("unseen", "It cannot be seen coming",
                  shown=lambda values: bool(values.get("dice"))),
            DiceFaces("fire_faces", "Fire dice in it", sides=4, count=0, optional=True),
            Text("cause", "Cause", optional=True),
            Pick("causer_id", "By", options=options.players, optional=True, none="Nobody"),
        ),
    ),
    ActForm(
        "TakeSizeDamage", "Size Damage", icon="shield", words="size damage inches smaller",
        button="Take Size Damage", about="unit_id", many=True,
        fields=(
            UNIT,
            Number("inches", "Size lost", least=1, unit="inches", default=1),
            REASON,
        ),
    ),
    ActForm(
        "TakeGrinding", "Grinding Damage", icon="shield", words="grinding damage limb points",
        button="Take Grinding Damage", about="unit_id", many=True, made=_limbs,
        fields=(
            UNIT,
            Number("points", "Grinding Damage", least=1, unit="points", default=1),
            *(YesNo(limb, f"{_limb_words(limb)} goes") for limb in LIMBS),
        ),
    ),
    ActForm(
        "LoseLimb", "Lose a limb", icon="cross", words="amputated arm leg limb", button="Lose limb",
        about="unit_id", many=True,
        fields=(
            UNIT,
            Pick("limb", "Limb", options=fixed(*((limb, _limb_words(limb)) for limb in LIMBS))),
            Pick("drops_id", "Its Hand held", options=options.weapons_of("unit_id"), optional=True,
                 none="Nothing", shown=lambda values: str(values.get("limb")).endswith("arm")),
        ),
    ),
    ActForm(
        "WoundMortally", "Mortally Wounded!", icon="mortally-wounded", words="mortal wound dying",
        button="Wound", about="unit_id", many=True,
        fields=(
            Pick("unit_id", "Unit", options=options.unwounded),
            Number("pending_damage", "Damage then", optional=True, unit="points"),
        ),
    ),
    ActForm(
        "Kill", "Dies or is destroyed", icon="destroyed", words="kill dead destroyed lost",
        button="It is lost", about="unit_id", many=True, deletes=True,
        fields=(UNIT, WHY),
    ),
    ActForm(
        "JoinSquad", "Join a squad", icon="units", words="squad group team form formation together",
        button="Join", about="unit_id", many=True,
        fields=(UNIT, Text("name", "Squad", hint="A new name begins a new squad.")),
    ),
    ActForm(
        "LeaveSquad", "Leave the squad", icon="minus", words="squad group team out of",
        button="Leave", about="unit_id", many=True,
        fields=(Pick("unit_id", "Unit", noun="unit in a squad", options=options.of_squads),),
    ),
    ActForm(
        "ReviveUnit", "Bring a unit back", icon="undo", words="revive alive dead destroyed return",
        button="Bring back",
        fields=(Pick("unit_id", "Unit", noun="unit that is lost", options=options.lost_units),
                REASON),
    ),
    ActForm(
        "TakePart", "Join or leave the battle", icon="units", words="on the table off part reserve",
        button="Change", about="unit_id", many=True,
        fields=(UNIT, YesNo("on_table", "Takes part in the battle", default=True)),
    ),
    ActForm(
        "DuplicateUnit", "Duplicate a unit", icon="copy", words="copy more of the same",
        button="Duplicate", about="unit_id",
        fields=(UNIT, Number("copies", "Copies", least=1, most=100, default=1)),
    ),
    ActForm(
        "RemoveUnit", "Remove a unit", icon="trash", words="delete from the campaign",
        button="Remove", about="unit_id", many=True, deletes=True,
        fields=(UNIT,),
    ),
    ActForm(
        "MarkTarget", "Mark a target", icon="marked", words="scout mark tracking", button="Mark",
        about="target_id", many=True, known=options.known_scout,
        fields=(
            Pick("scout_id", "Scout", noun="Scout", options=options.scouts,
                 likely=options.only_scout),
            # `about`: the unit for which the form is opened is Marked, and not proposed as Scout.
            Pick("target_id", "Target", options=options.foes_first),
            Number("distance", "Distance", optional=True, unit="inches", decimals=1,
                   hint="Empty: by their places.", wide=True),
            YesNo("sees", "Sees the target", default=True),
            YesNo("through_smoke", "Through smoke"),
        ),
    ),
    ActForm(
        "ClearMark", "Clear a Mark", icon="marked", words="mark off remove", button="Clear Mark",
        fields=(Pick("mark_id", "Mark", noun="Mark", options=options.marks),),
    ),
)  # fmt: skip
