"""Forms about Traps, and about Scouts that find them."""

from typing import Any

from brikdesk.rules.brikwars.hazards.fields import FieldKind
from ui.forms import options
from ui.forms.fields import ActForm, Pick, Place, Text, Values, YesNo, fixed

DICE = fixed(*((sides, f"d{sides}") for sides in (4, 6, 8, 10, 12, 20)))
FOUND = fixed((True, "It is"), (False, "It is not"))
TRAP = Pick(name="trap_id", label="Trap", noun="Trap", options=options.traps())
VICTIM = Pick(name="victim_id", label="Who set it off", options=options.units, optional=True,
              none="Nobody in particular")  # fmt: skip
REASON = Text(name="reason", label="Reason", optional=True)


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

FORMS = (
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
