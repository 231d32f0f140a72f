"""Forms about units: what they do, what happens to them, where they are."""

from typing import Any

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.units import LIMBS
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
UNIT = Pick(name="unit_id", label="Unit", options=options.units)
WHY = Text(name="why", label="Why", optional=True)
REASON = Text(name="reason", label="Reason", optional=True)


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
        name="MoveUnit",
        title="Move",
        icon="ruler",
        words="move walk go place position inches",
        button="Move",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Number(name="inches", label="Distance", optional=True, unit="inches", decimals=2,
                   hint="Empty: straight to the place.", wide=True),
            Place(name="place", label="To", optional=True, begins=from_unit("unit_id")),
            Number(name="straight", label="Straight at its end", optional=True, unit="inches",
                   decimals=2, hint="For Momentum, where no map tells: 4 earn a MOM.", wide=True),
            YesNo(name="slowed", label="Slowed on its way",
                  hint="Stairs, a gate: ends its Momentum, and bends no Sprint."),
            YesNo(name="by_itself", label="Moves by itself", default=True,
                  hint="Unticked: carried, shoved or knocked back. That takes no Move."),
        ),
    ),
    ActForm(
        name="SetState",
        title="Set state",
        icon="disrupted",
        words="disrupted half speed stopped drowning mortally wounded breath",
        button="Set state",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Pick(name="kind", label="State", options=OFFERED, default="Disrupted"),
            Text(name="cause", label="Cause", optional=True,
                 hint="For Other: what the state is."),
            Pick(name="with_id", label="With, or by", options=options.units, optional=True,
                 shown=_bound),
            YesNo(name="lasting", label="Lasts until it is cleared"),
            Pick(name="ends_with_id", label="Ends with", options=options.players, optional=True,
                 none="As its rule says", shown=_ends_with_a_turn),
            Pick(name="edge", label="When", options=EDGES, default="end", shown=_ends),
        ),
    ),
    ActForm(
        name="ClearState",
        title="Clear a state",
        icon="check",
        words="end remove disrupted half speed state over let go engaged grab",
        button="Clear state",
        fields=(Pick(name="state_id", label="State", options=options.states), REASON),
    ),
    ActForm(
        name="SpendAction",
        title="Spend an Action",
        icon="check",
        words="action spent used",
        button="Spend Action",
        about="unit_id",
        many=True,
        fields=(UNIT, WHY),
    ),
    ActForm(
        name="Respond",
        title="Respond",
        icon="shield",
        words="response answers reacts saved action first",
        button="Respond",
        about="unit_id",
        fields=(
            UNIT,
            Pick(name="to_id", label="To", options=options.units),
            Number(name="lead", label="Ahead by", default=0, most=1000, unit="inches", decimals=1,
                   hint="1 and more: it acts first."),
            YesNo(name="exclude_each_other", label="Only one of the two can happen",
                  hint="Then the higher Action Roll goes first."),
        ),
    ),
    ActForm(
        name="ReturnAction",
        title="Give an Action back",
        icon="undo",
        words="action returned not spent",
        button="Give back",
        about="unit_id",
        many=True,
        fields=(UNIT, WHY),
    ),
    ActForm(
        name="SetAirborne",
        title="Take off or land",
        icon="projectile",
        words="fly airborne down half power",
        button="Change",
        about="unit_id",
        many=True,
        fields=(UNIT, YesNo(name="airborne", label="In the air", default=True)),
    ),
    ActForm(
        name="UsePower",
        title="Use Power",
        icon="power",
        words="power inches spend device weapon",
        button="Use Power",
        about="unit_id",
        fields=(
            UNIT,
            Number(name="inches", label="Power", least=1, unit="inches", default=1),
            Pick(name="weapon_id", label="For", options=options.weapons_of("unit_id"),
                 optional=True, none="Something else"),
            WHY,
        ),
    ),
    ActForm(
        name="TakeOverload",
        title="Overload",
        icon="power",
        words="power lost overload dice",
        button="Take Overload",
        about="unit_id",
        fields=(UNIT, Number(name="inches", label="Power lost", least=1, unit="inches", default=1)),
    ),
    ActForm(
        name="DivertPower",
        title="Divert All Power",
        icon="power",
        words="save store power",
        button="Divert",
        about="unit_id",
        fields=(UNIT,),
    ),
    ActForm(
        name="DamageUnit",
        title="Damage a unit",
        icon="blast",
        words="damage hit armor hurt points",
        button="Apply",
        about="unit_id",
        made=_points_or_dice,
        fields=(
            UNIT,
            Number(name="damage", label="Damage", most=10_000, unit="points", default=0),
            Text(
                name="dice", label="Damage dice", optional=True,
                hint="Rolled now, as 1d6 Crash of a fall: Shields, Deflection and Armor answer.",
            ),
            YesNo(
                name="unseen", label="It cannot be seen coming",
                shown=lambda values: bool(values.get("dice")),
            ),
            DiceFaces(name="fire_faces", label="Fire dice in it", sides=4, count=0, optional=True),
            Text(name="cause", label="Cause", optional=True),
            Pick(name="causer_id", label="By", options=options.players, optional=True,
                 none="Nobody"),
        ),
    ),
    ActForm(
        name="TakeSizeDamage",
        title="Size Damage",
        icon="shield",
        words="size damage inches smaller",
        button="Take Size Damage",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Number(name="inches", label="Size lost", least=1, unit="inches", default=1),
            REASON,
        ),
    ),
    ActForm(
        name="TakeGrinding",
        title="Grinding Damage",
        icon="shield",
        words="grinding damage limb points",
        button="Take Grinding Damage",
        about="unit_id",
        many=True,
        made=_limbs,
        fields=(
            UNIT,
            Number(name="points", label="Grinding Damage", least=1, unit="points", default=1),
            *(YesNo(name=limb, label=f"{_limb_words(limb)} goes") for limb in LIMBS),
        ),
    ),
    ActForm(
        name="LoseLimb",
        title="Lose a limb",
        icon="cross",
        words="amputated arm leg limb",
        button="Lose limb",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Pick(name="limb", label="Limb",
                 options=fixed(*((limb, _limb_words(limb)) for limb in LIMBS))),
            Pick(name="drops_id", label="Its Hand held", options=options.weapons_of("unit_id"),
                 optional=True, none="Nothing",
                 shown=lambda values: str(values.get("limb")).endswith("arm")),
        ),
    ),
    ActForm(
        name="WoundMortally",
        title="Mortally Wounded!",
        icon="mortally-wounded",
        words="mortal wound dying",
        button="Wound",
        about="unit_id",
        many=True,
        fields=(
            UNIT,
            Number(name="pending_damage", label="Damage then", optional=True, unit="points"),
        ),
    ),
    ActForm(
        name="Kill",
        title="Dies or is destroyed",
        icon="destroyed",
        words="kill dead destroyed lost",
        button="It is lost",
        about="unit_id",
        many=True,
        deletes=True,
        fields=(UNIT, WHY),
    ),
    ActForm(
        name="JoinSquad",
        title="Join a squad",
        icon="units",
        words="squad group team form formation together",
        button="Join",
        about="unit_id",
        many=True,
        fields=(UNIT, Text(name="name", label="Squad", hint="A new name begins a new squad.")),
    ),
    ActForm(
        name="LeaveSquad",
        title="Leave the squad",
        icon="minus",
        words="squad group team out of",
        button="Leave",
        about="unit_id",
        many=True,
        fields=(UNIT,),
    ),
    ActForm(
        name="ReviveUnit",
        title="Bring a unit back",
        icon="undo",
        words="revive alive dead destroyed return",
        button="Bring back",
        fields=(Pick(name="unit_id", label="Unit", options=options.lost_units), REASON),
    ),
    ActForm(
        name="TakePart",
        title="Join or leave the battle",
        icon="units",
        words="on the table off part reserve",
        button="Change",
        about="unit_id",
        many=True,
        fields=(UNIT, YesNo(name="on_table", label="Takes part in the battle", default=True)),
    ),
    ActForm(
        name="DuplicateUnit",
        title="Duplicate a unit",
        icon="copy",
        words="copy more of the same",
        button="Duplicate",
        about="unit_id",
        fields=(UNIT, Number(name="copies", label="Copies", least=1, most=100, default=1)),
    ),
    ActForm(
        name="RemoveUnit",
        title="Remove a unit",
        icon="trash",
        words="delete from the campaign",
        button="Remove",
        about="unit_id",
        many=True,
        deletes=True,
        fields=(UNIT,),
    ),
    ActForm(
        name="MarkTarget",
        title="Mark a target",
        icon="marked",
        words="scout mark tracking",
        button="Mark",
        about="target_id",
        many=True,
        fields=(
            Pick(name="scout_id", label="Scout", noun="Scout", options=options.scouts),
            # `about`: the unit for which the form is opened is Marked, and not proposed as Scout.
            Pick(name="target_id", label="Target", options=options.units),
            Number(name="distance", label="Distance", optional=True, unit="inches", decimals=1,
                   hint="Empty: by their places.", wide=True),
            YesNo(name="sees", label="Sees the target", default=True),
            YesNo(name="through_smoke", label="Through smoke"),
        ),
    ),
    ActForm(
        name="ClearMark",
        title="Clear a Mark",
        icon="marked",
        words="mark off remove",
        button="Clear Mark",
        fields=(Pick(name="mark_id", label="Mark", noun="Mark", options=options.marks),),
    ),
)  # fmt: skip
