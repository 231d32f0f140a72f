"""The driver of a fire, at whose turn start it burns (F.1-31, F.1-40, QF-09..11)."""

from collections.abc import Collection, Sequence

from brikdesk.rules.clocks import Clock, Edge


def has_own_turn(
    has_mind: bool, crewed: bool = False, owned_inanimate_driver: str = "setter"
) -> bool:
    """Return whether an owned object has turns of its own (QF-10).

    It has them with a Mind, or with a Rider, Pilot or crew at its controls; with
    `owned_inanimate_driver` "owner" always.
    """
    return has_mind or crewed or owned_inanimate_driver == "owner"


def driver(
    owner: int | None,
    setter: int | None,
    current: int,
    *,
    own_turn: bool = True,
    order: Sequence[int] = (),
    out: Collection[int] = (),
) -> int:
    """Return the player at whose turn start the fire makes its Burning Roll (F.1-31, QF-09).

    It is the owner if the object has turns of its own, else the player who set the fire, else
    (accident, nature) the player whose turn it was. For a player who is out, it is the next in
    order.

    - `owner`: player of the burning object, None for an unaligned one.
    - `setter`: player whose side set the fire, None if nobody did.
    - `current`: player whose turn it was when the fire began.
    - `own_turn`: see `has_own_turn`.
    - `order`: all players in turn order.
    - `out`: players who are out of the battle.
    """
    chosen = owner if owner is not None and own_turn else setter
    return _stand_in(current if chosen is None else chosen, order, out)


def _stand_in(player: int, order: Sequence[int], out: Collection[int]) -> int:
    """Return the player, or the next one in order who is not out (QF-09).

    Return the player unchanged if nobody is left, or if the player is not in the order.
    """
    if player not in order:
        return player
    at = order.index(player)
    return next((who for who in (*order[at:], *order[:at]) if who not in out), player)


def driver_after_capture(driver: int, old_owner: int | None, new_owner: int | None) -> int:
    """Return the driver after a burning object changed hands (QF-11).

    A fire driven by the owner goes to the new owner. A fire driven by its setter stays with the
    setter, and a fire on an abandoned object keeps its driver.
    """
    return new_owner if driver == old_owner and new_owner is not None else driver


def burning_clock(driver: int, since: int) -> Clock:
    """Return the clock of the next Burning Roll: the next turn start of the fire's driver.

    Rules: F.1-31, 8.3-33, QF-27 (not in the turn in which it began). `since` is the stamp of the
    turn in which it began or last burned.
    """
    return Clock(driver, Edge.START, since)


def in_charge(owner: int | None, setter: int | None) -> int | None:
    """Return the player who shapes the burning patch, None for the referee (F.1-40).

    It is the object's player, else the one who set the fire.
    """
    return setter if owner is None else owner
