"""Units at other controls of a weapon that interfere with its user (8.5-06, Q8-69)."""

from sqlmodel import Session

from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.damage.armor import fire_penalty
from brikdesk.acts.rows import alive
from brikdesk.acts.throwing import Throw
from brikdesk.dice import action_kind
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.weapons.controls import interference
from brikdesk.store.house import house_of
from brikdesk.store.lines import Term


def interfered(session: Session, throw: Throw, armed: Armed) -> tuple[Term, ...] | None:
    """Roll for the interferers of a weapon; return None while a die of them is missing."""
    rolls: list[int] = []
    names: list[str] = []
    for unit_id in armed.strike.interferers:
        unit = alive(session, unit_id)
        sides = unit.action_die or FIRE_SIDES  # no Action die: an Incompetent d4
        penalty = (FIRE_SIDES,) * fire_penalty(session, unit)
        label = f"{unit.name} interferes"
        roll = throw.roll(action_kind(sides), (sides,), (label,), penalty=penalty)
        if roll is None:
            return None
        rolls.append(0 if roll.critical_failure else roll.total)
        names.append(label)
    penalties = interference(rolls, stacks=house_of(session, BrikWarsHouse).interference_stacks)
    return tuple(
        Term(name, value, "8.5-06") for name, value in zip(names, penalties, strict=True) if value
    )
