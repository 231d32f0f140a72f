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
    """Whether beams must see what they meet in, and the factors of the hit that do not count."""

    sighted: bool = False
    waived: tuple[Waived, ...] = ()


ORDINARY = Procedure()
"""Any other weapon's, and beams that are called in."""

DIRECT = Procedure(sighted=True, waived=WAIVED)


def is_convergence(type: str, *, convergence_beams: bool) -> bool:
    """Return whether a weapon acts as a convergence beam, not as an ordinary one (12-81, 12-88)."""
    return convergence_beams and type == CONVERGENCE


def procedure(type: str, use: Use, *, convergence_beams: bool) -> Procedure:
    """Return what the direct fire of convergence beams asks for, and no other shot does.

    Rules: 12-84 to 12-87 (detection, then no concealment and no cover), 12-82 (called in: none of
    that), 12-88 (option off: an ordinary beam).
    """
    direct = use is Use.DIRECT and is_convergence(type, convergence_beams=convergence_beams)
    return DIRECT if direct else ORDINARY


def may_fire_at(procedure: Procedure, *, detected: bool) -> No | None:
    """Refuse the direct use of a convergence beam against an undetected target (12-84)."""
    if procedure.sighted and not detected:
        return No("12-84", "The target is not detected")
    return None
