"""Lost limbs of a minifig (8.3-34, OF-59, OF-88, A-10)."""

from collections.abc import Collection

from brikdesk.errors import BadInput

LIMBS = ("left_arm", "right_arm", "left_leg", "right_leg")
"""The four limbs; one point of Grinding Damage disables one, as if Amputated."""


def limbs_to_lose(lost: Collection[str]) -> tuple[str, ...]:
    """Return the limbs that the minifig's player can choose from."""
    return tuple(limb for limb in LIMBS if limb not in lost)


def lose_limb(lost: Collection[str], limb: str) -> tuple[str, ...]:
    """Return the lost limbs with one more; BadInput if it is no limb, or lost already."""
    if limb not in limbs_to_lose(lost):
        left = ", ".join(limbs_to_lose(lost)) or "none is left"
        raise BadInput(f"{limb!r} cannot be lost, choose from: {left}", where="Limb")
    # In the order of LIMBS, whichever was lost first.
    return tuple(one for one in LIMBS if one in lost or one == limb)


def limb_points_kill(lost: Collection[str], *, exhausted: str = "dead") -> bool:
    """Return whether one more point kills: no limb is left (Q8-26, fire_limbs_exhausted)."""
    return not limbs_to_lose(lost) and exhausted == "dead"


def hands_left(lost: Collection[str], *, on_fire: bool = False) -> int:
    """Return the usable Hands: 1 less for each lost arm (OF-88), at most 1 on fire (8.3-28)."""
    arms = sum(limb not in lost for limb in ("left_arm", "right_arm"))
    return min(arms, 1) if on_fire else arms


def legs_lost(lost: Collection[str]) -> int:
    """Return the number of lost legs; from the first on the minifig hops or crawls (OF-88)."""
    return sum(limb in lost for limb in ("left_leg", "right_leg"))
