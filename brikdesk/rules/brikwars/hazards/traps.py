"""Traps: what sets them off, what they do, and when they can go off again (F.2)."""

import re

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if

TRAP_DIE = 4
"""Sides of the Action die of a Weapon Trap: that of an inanimate object (F.2-10)."""

TECHNICIANS = frozenset({"construction", "technician", "repair"})
"""Specialties of minifigs who can set a Weapon Trap again (F.2-09)."""

MOST_CANDIDATES = 20
"""Objects among which one die can find the real trigger."""

_DICE = (4, 6, 8, 10, 12, 20)


_EFFECT_DICE = re.compile(r"\b(\d{0,2})d(4|6|8|10|12|20)\b(\s+fire\b)?", re.IGNORECASE)
_EFFECT_POINTS = re.compile(r"\d\s*\+\s*(\d{1,3})\b(?!\s*d\d)")


class EffectDice(Struct, frozen=True):
    """The dice that a Trap's effect speaks of, as (sides, label), and points on top (F.2-02).

    `harms`: the effect says that they are damage; otherwise only their total is told.
    """

    dice: tuple[tuple[int, str], ...] = ()
    flat: int = 0
    harms: bool = False


def effect_dice(effect: str) -> EffectDice:
    """Return the dice of an effect as it was written down: "2d6+1 damage and 1d4 Fire".

    The dice are read as they stand: Fire only where it is said of d4s (8.3-21).
    """
    found = []
    for number, sides, fire in _EFFECT_DICE.findall(effect):
        label = "Fire" if fire and int(sides) == 4 else ""
        found += [(int(sides), label)] * min(MOST_CANDIDATES, int(number or 1))
    if not found:
        return EffectDice()
    points = _EFFECT_POINTS.search(effect)
    harms = "damage" in effect.casefold() or any(label for _, label in found)
    return EffectDice(tuple(found), int(points[1]) if points else 0, harms)


class TriggerDie(Struct, frozen=True):
    """The die that finds the real one among some triggers: the first `real` faces are it.

    Faces above `counted` are rolled again, so that every candidate is as likely as any other.
    """

    sides: int
    real: int
    counted: int

    def finds(self, face: int) -> bool | None:
        """Return whether this face says that it is the real trigger; none: roll again."""
        return None if face > self.counted else face <= self.real


def trigger_die(candidates: int) -> TriggerDie | None:
    """Return the die to be rolled when one of some possible triggers is tried (F.2-06).

    None if it is the last one: it must be the real one. Raise ValueError for more than one die can
    tell apart. A die that needs no second roll is preferred, a small one before a large one.
    """
    if not 1 <= candidates <= MOST_CANDIDATES:
        raise ValueError(f"1 to {MOST_CANDIDATES} possible triggers, not {candidates}")
    if candidates == 1:
        return None
    fitting = [sides for sides in _DICE if sides >= candidates]
    # A die that divides evenly leaves no faces over and never has to be rolled again.
    sides = min(fitting, key=lambda each: (each % candidates, each))
    share = sides // candidates
    return TriggerDie(sides, share, share * candidates)


def aimed_at(spot: str, target: str, *, concealed: bool) -> str:
    """Return what a Weapon Trap attacks: a concealed one the spot where it was set off (F.2-08)."""
    return spot if concealed else target


def trap_die(*, smart: bool = False, action_die: int = TRAP_DIE) -> int:
    """Return the sides of a Weapon Trap's Action die (F.2-10); a smart one has its own (F.2-11)."""
    return max(TRAP_DIE, action_die) if smart else TRAP_DIE


def may_spring(
    *, armed: bool, smart: bool = False, sprung_in: int | None = None, current_turn: int = 0
) -> No | None:
    """Refuse a Trap that cannot go off.

    Rules: F.2-09 (spent until it is reset), F.2-11 (a smart one once in every player turn).
    `sprung_in` is the stamp of its latest attack.
    """
    again = smart and sprung_in is not None and sprung_in == current_turn
    return first(
        no_if(again, "F.2-11", "it has attacked in this turn"),
        no_if(not armed, "F.2-09", "it is spent until somebody resets it"),
    )


def armed_after(*, smart: bool) -> bool:
    """Return whether a Trap is armed after its attack (F.2-09, F.2-11)."""
    return smart


def may_reset(*, minifig: bool, technician: bool, armed: bool) -> No | None:
    """Refuse to reset a Weapon Trap (F.2-09): it takes a minifig who is a technician."""
    return first(
        no_if(armed, "F.2-09", "it is armed already"),
        no_if(not (minifig and technician), "F.2-09", "it takes a minifig technician"),
    )
