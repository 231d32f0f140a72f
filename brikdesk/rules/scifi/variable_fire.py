"""Variable fire, an option: beam weapons that may fire pulses (12-69 to 12-72, T6)."""

from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.scifi.attack_factor import LOWEST
from brikdesk.rules.scifi.data import rows

_BONUS: dict[str, int] = {row["type"]: row["hit_bonus"] for row in rows("variable_fire")}


class FireMode(StrEnum):
    """How a weapon with variable fire is set, chosen for each attack (12-69, S-20)."""

    BEAM = "beam"
    PULSE = "pulse"


class Setting(Struct, frozen=True):
    """The attack factor and the bonus to hit of an attack in some mode."""

    attack_factor: int
    hit_bonus: int = 0


def modes(type: str, *, variable_fire: bool) -> tuple[FireMode, ...]:
    """Return the modes to choose from, none if the weapon or the campaign has no choice.

    Rules: 12-69 (only some types), 12-72 (`variable_fire`: the house rule sf_variable_fire).
    """
    return tuple(FireMode) if variable_fire and type in _BONUS else ()


def setting(type: str, attack_factor: int, mode: FireMode | None) -> Setting:
    """Return attack factor and bonus of a weapon in a mode; None is a weapon without a choice.

    Rules: 12-70 (pulse: easier to hit, 1 less attack factor, never below 1), 12-71 (beam).
    """
    if mode is not FireMode.PULSE:
        return Setting(attack_factor)
    return Setting(max(attack_factor - 1, LOWEST), _BONUS[type])
