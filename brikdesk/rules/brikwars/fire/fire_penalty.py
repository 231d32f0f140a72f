"""The −1d4 on Action and Armor Rolls of burning units (8.3-27, 8.3-29, F.1-27, F.1-28, F.1-49)."""


def fire_penalty_dice(
    on_fire: bool,
    uses_burning: bool = False,
    *,
    burns_by_design: bool = False,
    used_burns_by_design: bool = False,
    fire_creature: bool = False,
) -> int:
    """Return the number of penalty d4s on an Action or Armor Roll, 0 or 1.

    Rules: F.1-27 (on fire, or using something on fire, or both: one d4), F.1-28 (not for things
    made to burn in use), 8.3-27 (minifigs), 8.3-29 (creatures of fire do not mind being on fire),
    F.1-49 (the same for the other kinds).
    """
    by_itself = on_fire and not (burns_by_design or fire_creature)
    by_object = uses_burning and not used_burns_by_design
    return int(by_itself or by_object)
