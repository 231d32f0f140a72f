"""Weapons with several attack capabilities, and troopers with several weapons (12-32 to 12-34)."""

from collections.abc import Collection

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.stores import Holder


class Capability(Struct, frozen=True):
    """One way in which a weapon attacks; `holder` is what its own ammunition lies in, if counted."""

    name: str
    melee: bool = False
    holder: Holder | None = None


def may_use(
    wanted: Capability, used: str, *, infantry_weapon: bool, scope: str = "infantry"
) -> No | None:
    """Refuse a second capability of a weapon in the same turn.

    Rules: 12-32, 12-33 (an attached melee weapon never counts), 12-34 (attacks of the same type do
    not count against each other), S-22 (`scope`: infantry weapons or all).

    - `used`: the capability used this turn, empty for none.
    """
    limited = infantry_weapon or scope == "all"
    if not limited or wanted.melee or used in ("", wanted.name):
        return None
    return No("12-32", f"It used its {used} this turn, the {wanted.name} has to wait")


def used_after(wanted: Capability, used: str) -> str:
    """Return the capability that counts as used after one more attack (12-32, 12-33)."""
    return used if wanted.melee else wanted.name


def may_use_weapon(
    type: str, types_used: Collection[str], *, melee: bool = False, per_turn: str = "all"
) -> No | None:
    """Refuse a trooper's second weapon of another type in a turn where only one may be used.

    Rules: S-23 (`per_turn`: all or one), 12-56 (a pair of the same weapon always fires), 12-33.
    """
    others = set(types_used) - {type}
    if per_turn == "all" or melee or not others:
        return None
    return No("S-23", f"The trooper used another weapon this turn: {', '.join(sorted(others))}")
