"""KnockBack: how far it throws, and what obstacles prevent (8.1-18 to 8.1-20, 5.4-31)."""

from collections.abc import Iterable

from brikdesk.rules.brikwars.explosives.blast import smash
from brikdesk.rules.brikwars.weapons.sizes import KnockBack, hit_knockback


def weapon_knockback(
    weapon_size: float,
    effective_size: int,
    *,
    gun: str = "",
    listed: int = 0,
    disrupts: bool = True,
) -> KnockBack:
    """Return the KnockBack of one hit without Explosives.

    It is the farther one of two, never their sum: by Weapon Size (8.1-19, 8.1-20, 8.1-24), or the
    `listed` inches by which the weapon knocks minifigs back (W-02, W-06).

    - `disrupts`: the listed KnockBack Disrupts.
    """
    by_size = hit_knockback(weapon_size, effective_size, gun=gun)
    # The inches of the list are for minifig-sized targets only.
    if effective_size > 1 or by_size.inches >= listed:
        return by_size
    return KnockBack(listed, disrupts)


def added_up(hits: Iterable[KnockBack]) -> KnockBack:
    """Add up the KnockBack of all hits of one combined attack (Q8-10, 5.1-40).

    The sum Disrupts if any KnockBack of 1" or more in it does.
    """
    all_of_them = list(hits)
    return KnockBack(
        sum(hit.inches for hit in all_of_them),
        any(hit.disrupts and hit.inches for hit in all_of_them),
    )


def prevented(
    inches: float, free: float | None = None, *, bw_smash_all_knockback: bool = True
) -> int:
    """Return the points of Smash for KnockBack that a larger obstacle prevents.

    Rules: 5.4-31, A5-52 and A5-53 (1 point for each full inch). Smash meets no Parry and no
    Deflection (A5-54).

    - `free`: inches to the obstacle, None if nothing is in the way.
    """
    moved = inches if free is None else min(inches, max(0.0, free))
    return smash(inches, inches - moved, bw_smash_all_knockback=bw_smash_all_knockback)
