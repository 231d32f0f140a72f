"""Controls of weapons and other systems, and when they may be used (8.5-01 to 8.5-10)."""

from collections.abc import Collection, Mapping, Sequence

from brikdesk.rules.brikwars.no import No, first, no_if

COCKPIT = "cockpit"


def default_controls(*, vehicle: bool, gunner_seats: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the places from which a new weapon is fired.

    A vehicle's cockpit has controls for all its weapons, gunner seats or not (8.5-04); without
    either, they are on the weapon itself (8.5-03).
    """
    places = ((COCKPIT,) if vehicle else ()) + tuple(gunner_seats)
    return places or ("on the weapon",)


def may_attack_together(attack_types: Collection[str], *, targets: int = 1) -> No | None:
    """Refuse to put different attacks into one Action (8.5-01).

    - `attack_types`: of every weapon in it, such as "ranged", "arc" or "close_combat".
    - `targets`: how many separate targets or Firing Arcs were named.
    """
    unlike = "the weapons of one Action make the same type of attack"
    return first(
        no_if(targets > 1, "8.5-01", "one Action has one target or one Firing Arc"),
        no_if(len(set(attack_types)) > 1, "8.5-01", unlike),
    )


def may_operate(
    last_used_on: Mapping[int, int],
    turn_started_on: Mapping[int, int],
    allies: Collection[int],
) -> No | None:
    """Refuse a system that an ally used since that ally's latest turn began.

    Rules: 8.5-07, Q8-70 and Q8-71 (use in a response counts in the round in which it happened),
    8.5-08 (enemies are never bound), 8.5-10 (nobody is asked for training).

    - `last_used_on`: for each player the stamp of the last use of this system.
    - `turn_started_on`: for each player the stamp of the latest turn of its own.
    - `allies`: the allies of the player who wants to use it, without that player.
    """
    for ally in allies:
        # Before an ally's first turn, every use counts as one in its latest round.
        used, began = last_used_on.get(ally), turn_started_on.get(ally, 0)
        if used is not None and used >= began:
            return No("8.5-07", "an ally used it in its last turn")
    return None


def interference(action_rolls: Sequence[int], *, stacks: bool = True) -> tuple[int, ...]:
    """Return the Action modifier from each unit at other controls: 0 or less.

    Rules: 8.5-06 (their Action Roll is subtracted), Q8-69 (declared before the roll, no Use to
    beat, several add up; without `stacks` only the highest roll counts). A Critical Failure comes
    in as 0.
    """
    penalties = [-max(0, roll) for roll in action_rolls]
    if not stacks and penalties:
        # Only one of several equal rolls counts, and every unit keeps its place in the answer.
        worst = penalties.index(min(penalties))
        penalties = [value if at == worst else 0 for at, value in enumerate(penalties)]
    return tuple(penalties)


def may_rig_controls(*, mechanik: bool, armor_open: bool) -> No | None:
    """Refuse new controls to others than a Mechanik at the opened inner works (8.5-09, OF-63)."""
    return first(
        no_if(not mechanik, "8.5-09", "only a Mechanik can rig new controls"),
        no_if(not armor_open, "8.5-09", "the armor must be cracked open first"),
    )
