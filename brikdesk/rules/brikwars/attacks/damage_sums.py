"""Which hits of one attack meet Armor together, and which roll their damage together (5.1-37)."""

_COMBINED = "combined"


def counted_apart(
    *,
    burst: bool = False,
    combine: bool | None = None,
    multi_weapon_damage: str = _COMBINED,
    burst_damage: str = _COMBINED,
) -> tuple[bool, bool]:
    """Tell whether weapons, and the shots of this one, are kept out of one sum of damage.

    Rules: 5.1-37 (combined attacks are added up), Q8-83 (several weapons as the attacker declares,
    else `multi_weapon_damage`), Q8-20 (a burst as `burst_damage` says, unless all is added up).

    - `burst`: the weapon fires several shots at one target.
    - `combine`: what the attacker declared, None for nothing.
    """
    weapons = multi_weapon_damage != _COMBINED if combine is None else not combine
    shots = burst and burst_damage != _COMBINED and combine is not True
    return weapons, shots


def one_damage_roll(*, arc: bool, arc_shared_damage: bool = False) -> bool:
    """Tell whether all hits of a weapon share one Damage Roll: an arc's may (Q8-13)."""
    return arc and arc_shared_damage
