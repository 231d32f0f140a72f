"""Gunners: Support for large weapons, and homing in on one point (8.5)."""

from brikdesk.rules.brikwars.no import No, first, no_if

GUNNERY_DIE = 8
"""Sides of the Specialty die on mounted weapons (8.5-11)."""


def gunnery_die(action_die: int, *, gunnery: bool, mounted: bool) -> int:
    """Return the sides of the die for a weapon's Action Roll.

    Rules: 8.5-10 (anyone may operate a mounted weapon, with the own Action die), 8.5-11 (d8 with
    Gunnery on weapons mounted on a creation). A larger Action die of one's own is kept.
    """
    return max(action_die, GUNNERY_DIE) if gunnery and mounted else action_die


def max_supporters(weapon_size: int) -> int:
    """Return how many may support one attack: the team has W minifigs, one fires (8.5-13)."""
    return max(0, weapon_size - 1)


def may_support(
    weapon_size: int,
    supporters: int = 1,
    *,
    mounted: bool = True,
    gunnery: bool = True,
    at_controls: bool = True,
    actions_left: int = 1,
) -> No | None:
    """Refuse Gunnery Support.

    Rules: 8.5-12 (a minifig with Gunnery spends his Action), 8.5-13 (size of the team), 8.5-14
    (direct access), Q8-72 (mounted weapons only). Gunners of an ally may join (Q8-73).

    - `supporters`: how many support this attack, the one asked about included.
    - `at_controls`: he has access to the weapon or to a working set of its controls.
    - `actions_left`: Actions that he can still take.
    """
    team = f"{weapon_size} minifig" + ("s" if weapon_size != 1 else "")
    many = supporters > max_supporters(weapon_size)
    return first(
        no_if(not gunnery, "8.5-12", "he has no Gunnery Specialty"),
        no_if(not mounted, "Q8-72", "only a weapon mounted on a creation can be supported"),
        no_if(actions_left < 1, "8.5-12", "his Action is spent"),
        no_if(not at_controls, "8.5-14", "he cannot get at the weapon or its controls"),
        no_if(many, "8.5-13", f'a {weapon_size}" weapon takes a firing team of {team}'),
    )


def gunnery_bonus(homing_bonus: int, supporters: int) -> int:
    """Return the Action bonus of one attack: what was homed in, and +1 for each supporter.

    Rules: 8.5-12, 8.5-16 (no upper limit). It counts for every roll of a group launch (Q8-75).
    """
    return homing_bonus + supporters


def homing_after_attack(
    bonus: int,
    supporters: int,
    *,
    critical_failure: bool = False,
    same_point: bool = True,
) -> int:
    """Return the homing bonus that stays with a weapon after an attack.

    Rules: 8.5-15 and 8.5-16 (Support stays and adds up while the point is the same), 8.5-17
    (another point starts anew with the Support of this attack), 8.5-18 (any Critical Failure, in
    any roll of the attack, leaves nothing).

    - `bonus`: the homing bonus carried into the attack.
    - `supporters`: Gunners who supported this attack.
    """
    if critical_failure:
        return 0
    return gunnery_bonus(bonus if same_point else 0, supporters)


def homing_lost(
    *,
    weapon_moved: bool = False,
    aims_elsewhere: bool = False,
    target_moved: bool = False,
    target_knocked_back: bool = False,
    attacked_in: int = 0,
    own_turn_number: int = 0,
    persist: str = "until_moved",
) -> No | None:
    """Return why a homing bonus is gone before the next attack, None while it stays.

    Rules: 8.5-15 and 8.5-17 (weapon and target still, the same point), Q8-77 (any displacement of
    the target counts, damage does not), Q8-74 (`persist`
    "until_moved", through idle turns, reloads and changes of crew, or "previous_turn_only").

    - `attacked_in`: number of the firing player's turn with the last attack at that point.
    - `own_turn_number`: number of that player's present or latest turn.
    """
    if weapon_moved:
        return No("8.5-17", "the weapon has moved")
    if aims_elsewhere:
        return No("8.5-17", "the weapon aims at another point")
    if target_moved:
        return No("8.5-17", "the target has moved")
    if target_knocked_back:
        return No("Q8-77", "the target was knocked away")
    if persist == "previous_turn_only" and own_turn_number - attacked_in > 1:
        return No("Q8-74", "it did not fire at that point in the turn before")
    return None
