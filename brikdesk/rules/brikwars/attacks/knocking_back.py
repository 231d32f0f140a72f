"""KnockBack carried out: how far, what stops it, whom it Disrupts (8.1-18 to 8.1-20, 5.4-31)."""

from collections.abc import Iterable
from dataclasses import dataclass

from brikdesk.rules.brikwars.explosives.blast import smash
from brikdesk.rules.brikwars.weapons.sizes import KnockBack, hit_knockback


@dataclass(frozen=True, slots=True)
class Knocked:
    """Where KnockBack ends: inches moved, points of Smash, and whether it Disrupts."""

    inches: float = 0.0
    smash: int = 0
    disrupted: bool = False


def weapon_knockback(
    weapon_size: float,
    effective_size: int,
    *,
    gun: str = "",
    listed: int = 0,
    disrupts: bool = True,
) -> KnockBack:
    """Give the KnockBack of one hit without Explosives.

    Rules: 8.1-19, 8.1-20, 8.1-24, and W-02 and W-06 (`listed` inches that the weapon knocks
    minifigs back, whether that `disrupts`); the farther of the two, never both.
    """
    by_size = hit_knockback(weapon_size, effective_size, gun=gun)
    if effective_size > 1 or by_size.inches >= listed:
        return by_size
    return KnockBack(listed, disrupts)


def added_up(hits: Iterable[KnockBack]) -> KnockBack:
    """Add up the KnockBack of all hits of one combined attack (Q8-10, 5.1-40).

    It Disrupts if any of them does.
    """
    all_of_them = list(hits)
    return KnockBack(
        sum(hit.inches for hit in all_of_them),
        any(hit.disrupts and hit.inches > 0 for hit in all_of_them),
    )


def knock(
    inches: float,
    free: float | None = None,
    *,
    minifig: bool = True,
    disrupts: bool = True,
    loose: bool = True,
    charge: bool = False,
    bw_smash_all_knockback: bool = True,
) -> Knocked:
    """Give where KnockBack ends.

    Rules: A-07 (straight away; what is fixed in place stays), X3.2-01 (a minifig knocked back is
    Disrupted unless the weapon says otherwise), 5.4-31, A5-52 and A5-53 (1 point of Smash for each
    full inch that a larger obstacle prevents). Smash meets no Parry and no Deflection (A5-54).

    - `free`: inches to a larger obstacle, None if nothing is in the way.
    """
    if not loose or inches <= 0:
        return Knocked()
    moved = inches if free is None else min(inches, max(0.0, free))
    points = smash(
        inches, inches - moved, charge=charge, bw_smash_all_knockback=bw_smash_all_knockback
    )
    return Knocked(moved, points, minifig and disrupts)
