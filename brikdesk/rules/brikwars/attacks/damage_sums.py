"""Which hits of one attack are added up against Armor, and which share a Damage Roll (5.1-37)."""

_COMBINED = "combined"


def counted_apart(
    *,
    burst: bool = False,
    combine: bool | None = None,
    multi_weapon_damage: str = _COMBINED,
    burst_damage: str = _COMBINED,
) -> tuple[bool, bool]:
    """Return whether several weapons, and whether the shots of one, meet Armor one by one.

    Rules: 5.1-37 (combined attacks are added up), Q8-83 (several weapons as the attacker declares,
    else `multi_weapon_damage`), Q8-20 (a burst as `burst_damage` says, unless all is added up).

    - `burst`: the weapon fires several shots at one target.
    - `combine`: what the attacker declared, None if nothing was declared.
    """
    weapons = multi_weapon_damage != _COMBINED if combine is None else not combine
    shots = burst and burst_damage != _COMBINED and combine is not True
    return weapons, shots


def one_damage_roll(*, arc: bool, arc_shared_damage: bool = False) -> bool:
    """Return whether all hits of a weapon share one Damage Roll; only an arc's can (Q8-13)."""
    return arc and arc_shared_damage
