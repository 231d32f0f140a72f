"""Jams, reloading, and the rounds of Cannons (8.3-15 to 8.3-20, 8.4-46 to 8.4-51).

Stamps are whole numbers that count all player turns; an owner round begins with the stamp
`round_started_on` of the firing player's latest turn.
"""

from collections.abc import Mapping

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.clocks import in_window

RELOADED_APART = {"MachineGun": "8.3-20", "Cannon": "8.4-47"}
"""Weapons that never fire and reload in one turn, with the rule that says so."""

CLOSE_COMBAT = frozenset({"Melee Weapon", "Melee Shield"})


def auto_penalty(kind: str, count: int, *, arc: bool) -> int:
    """Return the Auto Penalty on every Action Roll of an attack, 0 or less (table 7).

    Rules: 8.3-09, 8.3-14 (MachineGun and FlameThrower arcs, MachineGun bursts: 1 for each point or
    shot), 8.3-10 (BlastGun: none), Q8-16 (a single shot is no burst; an arc of 1 has the penalty).

    - `count`: points of the arc, or shots of the burst.
    """
    automatic = (kind == "MachineGun" and (arc or count > 1)) or (kind == "FlameThrower" and arc)
    return -count if automatic else 0


def jams(natural: int, penalty: int, kind: str = "MachineGun") -> bool:
    """Return whether a shot jams the weapon.

    Rules: 8.3-15 (a MachineGun, when the Action die alone shows less than the size of the Auto
    Penalty), Q8-17 (no bonus dice), Q8-19 (FlameThrower and BlastGun never jam).
    """
    return kind == "MachineGun" and natural < abs(penalty)


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
    empty = not loaded and kind in ("Cannon", "Launcher")
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


def may_reload(
    kind: str,
    fired_on: int | None,
    round_started_on: int,
    current_turn: int,
    *,
    at_controls: bool = True,
    window: str = "owner_round",
) -> No | None:
    """Refuse a reload.

    Rules: 8.3-18 and 8.4-47 (without a roll, whatever the Weapon Size, by whoever operates the
    weapon), 8.3-20 and 8.4-47 (not in the turn of firing, not even by another
    minifig), Q8-22 (`window`; as a response only if it has not fired in that round).
    """
    costs = "8.4-47" if kind == "Cannon" else "8.3-18"
    fired = kind in RELOADED_APART and in_window(fired_on, window, current_turn, round_started_on)
    apart = RELOADED_APART.get(kind, "")
    return first(
        no_if(not at_controls, costs, "only who is at the weapon or its controls can reload it"),
        no_if(fired, apart, "it has fired this turn and reloads on the next"),
    )


class RackRounds(Struct, frozen=True):
    """Rounds of one type in a rack: XSize, how many, and whether they are made for this Cannon."""

    explosive_size: int
    count: int
    fits: bool = True


def may_chamber(
    cannon_size: int,
    rack: Mapping[str, RackRounds],
    chosen: str = "",
    *,
    reloaded_this_round: int = 0,
    ammo_per_cannon: str = "reserve",
) -> No | None:
    """Refuse a round for a Cannon.

    Rules: 8.4-48 (a fitted Explosive with X up to W, stored beside it), 8.4-50 (no round, no
    reload), 8.4-51 (with several types one is declared), Q8-61 ("reserve": one round for each
    Cannon that reloads from the rack in an owner round; "any": one for all).

    - `rack`: what lies in the rack, by type.
    - `chosen`: the declared type; "" takes the only one.
    - `reloaded_this_round`: Cannons that took this type from the rack in this owner round.
    """
    available = {name: rounds for name, rounds in rack.items() if rounds.count > 0}
    if not available or (chosen and chosen not in available):
        return No("8.4-50", f"no {chosen} round is left" if chosen else "no round is left")
    if not chosen and len(available) > 1:
        return No("8.4-51", "declare which type is loaded: " + ", ".join(available))
    rounds = available[chosen or next(iter(available))]
    large = not rounds.fits or rounds.explosive_size > cannon_size
    unfit = f'XSize {rounds.explosive_size} does not fit a {cannon_size}" Cannon'
    few = ammo_per_cannon == "reserve" and reloaded_this_round >= rounds.count
    return first(
        no_if(large, "8.4-48", unfit),
        no_if(few, "Q8-61", f"{rounds.count} in the rack serve as many Cannons a turn"),
    )


def rounds_left(count: int, fired: int, *, battery: bool) -> int:
    """Return the rounds that are still there after some were fired.

    The Ammo of Cannons is never used up (8.4-49); what a Launcher fires from its battery is gone
    (8.4-58).
    """
    return max(0, count - fired) if battery else count
