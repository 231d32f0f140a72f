"""Combined attacks: who may join, and who is outnumbered (5.1-37 to 5.1-47)."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from brikdesk.rules.brikwars.no import No

OUTNUMBERED = -1
"""Modifier of every Action Roll of a unit that is outnumbered in its Close Combat (5.1-42)."""

MOST_AT_ONE_MINIFIG = 3
"""Opponents that can attack one minifig in Close Combat in one player's turn (5.1-44)."""


def may_join(
    player: int | None, leader: int | None, allies: Collection[int] = (), *, own_turn: bool
) -> No | None:
    """Refuse to combine attacks with somebody who is neither friend nor ally.

    Rules: 5.1-37, 5.1-38 (with an Action that was put off, a unit joins an ally's attack in the
    ally's turn).

    - `leader`: the player whose attack it is.
    - `own_turn`: it is the turn of `player`.
    """
    if player == leader or player in allies:
        return None
    if own_turn:
        return No("5.1-37", "only friends and allies combine their attacks")
    return No("5.1-38", "it can only join the attack of an ally")


class Fighter(Struct, frozen=True):
    """One unit of a Close Combat: key, its player, and whether it is down."""

    unit: int
    player: int
    disrupted: bool = False


def outnumbered(
    player: int,
    fighters: Iterable[Fighter],
    allies: Collection[int] = (),
    *,
    bw_count_disrupted_fighters: bool = False,
) -> int:
    """Return the modifier of all Action Rolls of a player's units in one Close Combat (5.1-42).

    It is always the same, however large the majority. Opponents of all teams count together, so
    each of several parties can be outnumbered (5.1-43).

    - `fighters`: the living units of the engagement and all who take part in this combined
      attack (A5-16); Disrupted ones count only if the switch says so.
    """
    # By key: a unit that is engaged and takes part in the attack counts once.
    counted = {
        each.unit: each.player
        for each in fighters
        if bw_count_disrupted_fighters or not each.disrupted
    }
    own = sum(each == player or each in allies for each in counted.values())
    return OUTNUMBERED if own < len(counted) - own else 0


def may_gang_up(attacker: int, earlier: Collection[int], *, minifig: bool = True) -> No | None:
    """Refuse a fourth opponent to one minifig in Close Combat.

    Rules: 5.1-44 and A5-19 (three different units in one player's turn, each as often as its
    hands allow), 5.1-45 (larger targets: as many as common sense lets in).

    - `earlier`: keys of the units that have attacked it in this player's turn.
    """
    crowded = len({*earlier, attacker}) > MOST_AT_ONE_MINIFIG
    if minifig and crowded:
        return No("5.1-44", "three opponents have attacked it in this turn")
    return None
