"""Mortally Wounded! and the other results of Something Bad that last (5.1-16 to 5.1-21)."""

from msgspec import Struct

from brikdesk.rules.brikwars.units.structure import after_successful_hit
from brikdesk.rules.clocks import Clock, Edge


def mortal_wound_clock(current_turn: int) -> Clock:
    """Return the moment at which a Mortally Wounded unit dies.

    It is the end of the running turn, of any player (5.1-17, A5-33).
    """
    return Clock(None, Edge.END, current_turn)


class LastBreath(Struct, frozen=True):
    """What a Mortal Wound does when its turn ends.

    `fate` is "dead", "wounded" or, for a larger creation, "damaged" by `damage` points that have
    already beaten its Armor: the referee enters what breaks.
    """

    fate: str
    damage: int = 0


def last_breath(
    kind: str, *, two_steps: bool = False, wounded: bool = False, pending_damage: int | None = None
) -> LastBreath:
    """Return what happens to a Mortally Wounded unit at the end of the turn.

    Rules: 5.1-17 (minifigs die), 5.1-20 (non-minifigs take the damage of a successful roll; a
    fresh Horse is Wounded, a Wounded one dies).

    - `kind`: "minifig", "hero", "horse", "creature", "vehicle", "structure" or "object".
    - `two_steps`: it takes two hits like a Horse (OF-93); a Horse always does.
    - `wounded`: it has taken the first step already.
    - `pending_damage`: points of the Damage Roll, None if there was none.
    """
    # Before the kinds: a minifig or Hero with two steps is Wounded first, too (OF-93).
    if two_steps or kind == "horse":
        return LastBreath(after_successful_hit(two_steps=True, wounded=wounded))
    if kind in ("minifig", "hero"):
        return LastBreath("dead")
    return LastBreath("damaged", pending_damage or 0)
