"""Weapons in the hands of their bearer; controls, gunners and jams (8.1 to 8.5)."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from brikdesk.rules.brikwars.units_and_damage import effective_size
from brikdesk.rules.brikwars.weapons import RELOADED_APART, WEAPONS, weapons_that
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import in_window

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
    idle = persist == "previous_turn_only" and own_turn_number - attacked_in > 1
    return (
        no_if(weapon_moved, "8.5-17", "the weapon has moved")
        or no_if(aims_elsewhere, "8.5-17", "the weapon aims at another point")
        or no_if(target_moved, "8.5-17", "the target has moved")
        or no_if(target_knocked_back, "Q8-77", "the target was knocked away")
        or no_if(idle, "Q8-74", "it did not fire at that point in the turn before")
    )


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


CLOSE_COMBAT = weapons_that(lambda kind: kind.close)


def auto_penalty(kind: str, count: int, *, arc: bool) -> int:
    """Return the Auto Penalty on every Action Roll of an attack, 0 or less (table 7).

    Rules: 8.3-09, 8.3-14 (MachineGun and FlameThrower arcs, MachineGun bursts: 1 for each point or
    shot), 8.3-10 (BlastGun: none), Q8-16 (a single shot is no burst; an arc of 1 has the penalty).

    - `count`: points of the arc, or shots of the burst.
    """
    row = WEAPONS.get(kind)
    automatic = row is not None and (row.auto_arc if arc else row.auto_burst and count > 1)
    return -count if automatic else 0


def jams(natural: int, penalty: int, kind: str = "MachineGun") -> bool:
    """Return whether a shot jams the weapon.

    Rules: 8.3-15 (a MachineGun, when the Action die alone shows less than the size of the Auto
    Penalty), Q8-17 (no bonus dice), Q8-19 (FlameThrower and BlastGun never jam).
    """
    row = WEAPONS.get(kind)
    return row is not None and row.jams and natural < abs(penalty)


def may_fire(
    kind: str,
    fired_on: int | None,
    reloaded_on: int | None,
    round_started_on: int,
    current_turn: int,
    *,
    inoperative: bool = False,
    loaded: bool = True,
    fire_window: str = "owner_round",
    reload_window: str = "owner_round",
) -> No | None:
    """Refuse a shot.

    Rules: 8.3-16 (jammed), 8.4-46 and 8.4-52 (nothing in the chamber or on the loading area),
    8.3-18, 8.3-20 and 8.4-47 (not in the turn of reloading, Q8-22), 8.4-54 and 8.5-05 (once in a
    turn, Q8-23; Close Combat weapons once in every player's turn). A round already chambered may
    be fired even if its rack is lost (Q8-62).

    - `kind`: the weapon's row of table 1, such as "MachineGun".
    - `fired_on`: stamp of the last firing by the forces of the player who fires now.
    - `reloaded_on`: stamp of the last reload.
    """
    row = WEAPONS.get(kind)
    empty = not loaded and row is not None and row.loaded
    reloaded = kind in RELOADED_APART and in_window(
        reloaded_on, reload_window, current_turn, round_started_on
    )
    window = "player_turn" if kind in CLOSE_COMBAT else fire_window
    fired = in_window(fired_on, window, current_turn, round_started_on)
    loading = "8.4-46" if kind == "Cannon" else "8.4-52"
    late = "it was reloaded this turn and fires on the next"
    once = "8.4-54" if kind == "Launcher" else "8.5-05"
    return first(
        no_if(inoperative, "8.3-16", "it is inoperative until reloaded"),
        no_if(empty, loading, f"the {kind} is not loaded"),
        no_if(reloaded, RELOADED_APART.get(kind, ""), late),
        no_if(fired, once, "it has fired this turn"),
    )


LETTERS = {"Short": "S", "Bastard": "M", "Long": "L"}
"""The classes as minifig weapons write them (8.1-21)."""


def bearer_size(size: int, size_damage: int = 0, *, base: str = "size") -> int:
    """Return the Size that decides the class: built, or Effective with `base` "effective_size".

    Q8-08, the switch handheld_ratio_base.
    """
    return effective_size(size, size_damage) if base == "effective_size" else size


def handheld_class(weapon_size: float, bearer_size: float) -> str | None:
    """Return "Short", "Bastard" or "Long", None for a weapon too large to be wielded.

    Rules: 8.1-27 (up to 1, 1.5 and 2 times the bearer's Size), 8.1-21 (the same for a minifig),
    8.1-30 (it goes by whoever holds the weapon now).
    """
    for name, ratio in (("Short", 1.0), ("Bastard", 1.5), ("Long", 2.0)):
        if weapon_size <= ratio * bearer_size:
            return name
    return None


class Handling(Struct, frozen=True):
    """How a hand-held weapon is handled: the Hands that it may take, and whether it can be thrown."""

    hands: tuple[int, ...]
    throwable: bool = True


_CLOSE_COMBAT = {
    "Short": Handling((1,)),
    "Bastard": Handling((1, 2)),
    "Long": Handling((2,), throwable=False),
}
_RANGED = {"Short": Handling((1, 2)), "Bastard": Handling((2,))}
_SHIELDS = {**_CLOSE_COMBAT, "Bastard": Handling((1,))}


def handling(
    weapon_size: float, bearer_size: float, *, kind: str = "Melee Weapon"
) -> Handling | No:
    """Return how a bearer handles a weapon, or why that is not possible (table 3).

    Rules: 8.1-27 (more than twice the bearer's Size), 8.1-28 (Close Combat: a Bastard weapon may
    leave a Hand for a Melee Shield, a Long one is not thrown), 8.1-29 (Ranged; no Long weapons).

    - `kind`: the weapon's row of table 1.
    """
    held = handheld_class(weapon_size, bearer_size)
    if held is None:
        return No("8.1-27", f'a {weapon_size:g}" weapon is too large for these hands')
    close_combat = {"Melee Weapon": _CLOSE_COMBAT, "Melee Shield": _SHIELDS}
    table = close_combat.get(kind, _RANGED)
    # Only the table of Ranged weapons has a gap: no Long ones.
    return table.get(held) or No("8.1-29", f"a Long {kind} cannot be used from the hand")
