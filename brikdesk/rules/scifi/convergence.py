"""Convergence beams, an option: they act only where their beams meet (12-81 to 12-88)."""

from enum import Enum

from msgspec import Struct

from brikdesk.rules.no import No

CONVERGENCE = "convergence"
"""The type of weapon."""


class Use(Enum):
    """How the beams are brought to meet at the target."""

    DIRECT = "direct"
    INDIRECT = "indirect"


class Waived(Struct, frozen=True):
    """A factor of the hit entry that counts 0, with the rule and the reason to show."""

    factor: str
    rule: str
    why: str


WAIVED = (
    Waived("concealment", "12-86", "The beams pass through what conceals the target"),
    Waived("cover", "12-87", "The beams pass through the cover on their way"),
)


class Procedure(Struct, frozen=True):
    """What a shot needs: detection, a spotter; and the factors that do not count."""

    detection: bool
    spotter: bool
    waived: tuple[Waived, ...] = ()


ORDINARY = Procedure(detection=True, spotter=False)
"""Any other weapon's direct fire."""

DIRECT = Procedure(detection=True, spotter=False, waived=WAIVED)
INDIRECT = Procedure(detection=False, spotter=True)


def is_convergence(type: str, *, convergence_beams: bool) -> bool:
    """Return whether a weapon acts as a convergence beam, not as an ordinary one (12-81, 12-88)."""
    return convergence_beams and type == CONVERGENCE


def procedure(type: str, use: Use, *, convergence_beams: bool) -> Procedure:
    """Return what a shot of a beam asks for.

    Rules: 12-82 and 12-83 (indirect: no line of sight, spotters, fall of shot), 12-84 to 12-87
    (direct: detection, then no concealment and no cover), 12-88 (option off: an ordinary beam).
    """
    if not is_convergence(type, convergence_beams=convergence_beams):
        return ORDINARY
    return DIRECT if use is Use.DIRECT else INDIRECT


def may_fire_at(procedure: Procedure, *, detected: bool) -> No | None:
    """Refuse the direct use of a convergence beam against an undetected target (12-84)."""
    if procedure == DIRECT and not detected:
        return No("12-84", "The target is not detected")
    return None
