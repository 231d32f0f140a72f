"""Traps: what sets them off, what they do, and when they can go off again (F.2)."""

from msgspec import Struct

from brikdesk.rules.brikwars.no import No, first, no_if

TRAP_DIE = 4
"""Sides of the Action die of a Weapon Trap: that of an inanimate object (F.2-10)."""

TECHNICIANS = frozenset({"construction", "technician", "repair"})
"""Specialties of minifigs who can set a Weapon Trap again (F.2-09)."""

MOST_CANDIDATES = 20
"""Objects among which one die can find the real trigger."""

_DICE = (4, 6, 8, 10, 12, 20)


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
