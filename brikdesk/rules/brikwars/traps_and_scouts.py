"""Traps and Concealed Hazards, and the Scouts who find and Mark them (F.1 to F.3)."""

import re
from collections.abc import Collection
from enum import StrEnum

from msgspec import Struct

from brikdesk.lengths import at_most, compared
from brikdesk.rules.brikwars.weapons import BLIND, aim_modifier, size_modifier
from brikdesk.rules.refusal import No, first, no_if
from brikdesk.rules.turn import Clock, Edge

TRAP_DIE = 4
"""Sides of the Action die of a Weapon Trap: that of an inanimate object (F.2-10)."""

TECHNICIANS = frozenset({"construction", "technician", "repair"})
"""Specialties of minifigs who can set a Weapon Trap again (F.2-09)."""

MOST_CANDIDATES = 20
"""Objects among which one die can find the real trigger."""

_DICE = (4, 6, 8, 10, 12, 20)

_MOST_ALIKE = 20
"""Dice of one kind that are read out of an effect; more is a slip of the finger."""

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
        found += [(int(sides), label)] * min(_MOST_ALIKE, int(number or 1))
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
    again = smart and sprung_in == current_turn
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


_INCOMPETENT_DIE = 4
"""What things without an Action die roll (F.1-68)."""


class PathEnd(StrEnum):
    """How a path through a Concealed Hazard ends."""

    SAFE = "safe"
    STOPS = "stops short"
    GOES_OFF = "goes off"


class Path(Struct, frozen=True):
    """How a declared path ends, after how many inches inside the Field, and what is left of it."""

    end: PathEnd
    after: float
    left: float

    @property
    def goes_off(self) -> bool:
        """Whether the hazard is triggered."""
        return self.end is PathEnd.GOES_OFF


def sets_off(victim_size: int) -> bool:
    """Return whether something can set a Concealed Hazard off: not with Size 0" (F.1-66)."""
    return victim_size > 0


def passive_die(action_die: int) -> int:
    """Return the sides of the die for the passive roll (F.1-60), a d4 for an `action_die` of 0 (F.1-68)."""
    return action_die or _INCOMPETENT_DIE


def tread(size: float, part: str = "") -> int:
    """Return the modifier of the passive roll: the target-size modifier reversed (F.1-65).

    - `size`: inches.
    - `part`: "small" for something of about 2x2 studs, "tiny" for 1x1, "" for all else.
    """
    return -(aim_modifier(part) if part else size_modifier(size))


def path_through(
    inches: float,
    total: int,
    *,
    critical_failure: bool = False,
    pathfinder: bool = False,
    through_air: bool = False,
    scout_crit_triggers: bool = False,
) -> Path:
    """Return how far something gets on a path of so many inches through a Concealed Hazard.

    Rules: F.1-62 (reaching the inches: safe), F.1-63 (else it goes off after so many), F.1-64 (a
    Critical Failure: at 0"), QF-39 (exact inches; 0 or less is 0"), F.3-03 (a Scout stops there
    and nothing goes off), QF-44 (also on a Critical Failure, unless `scout_crit_triggers`), F.1-67
    (through the air any failure counts at the point of impact; nobody stops there).

    - `inches`: declared path inside the Field, or the way through the air.
    - `total`: the Action Roll with its modifiers and bonus dice.
    """
    if not critical_failure and at_most(inches, total):
        return Path(PathEnd.SAFE, inches, 0.0)
    if through_air:
        return Path(PathEnd.GOES_OFF, inches, 0.0)
    after = 0.0 if critical_failure else min(inches, max(0.0, float(total)))
    careless = critical_failure and scout_crit_triggers
    end = PathEnd.STOPS if pathfinder and not careless else PathEnd.GOES_OFF
    return Path(end, after, inches - after)


def rolls_again(path: Path, *, concealed_reroll_after_trigger: bool = True) -> bool:
    """Return whether a unit that survives rolls for the rest of its path (QF-41).

    A unit that stopped short does not move on along that path in this turn (QF-45).
    """
    return path.goes_off and concealed_reroll_after_trigger


def set_down_goes_off(critical_failure: bool) -> bool:
    """Return whether something that is set down with care sets the hazard off (F.1-69)."""
    return critical_failure


def may_go_off(spot: str, triggered: Collection[str]) -> No | None:
    """Refuse a spot that has gone off already; the rest of the Field stays active (F.1-59)."""
    again = spot.casefold() in {each.casefold() for each in triggered}
    return no_if(again, "F.1-59", "it has gone off already and is marked")


MARK_RANGE = 8.0
"""Inches (F.3-08)."""

STRICTLY_RANGED = frozenset({"ranged"})
MEASURED_BY_RANGE = frozenset({"ranged", "arc", "launcher", "cannon", "rocket", "thrown"})
"""Kinds of attack that a Mark can help (QF-49)."""


def may_mark(
    distance: float,
    *,
    sees: bool = True,
    through_smoke: bool = False,
    has_tool: bool = True,
    actions_left: int = 1,
    sees_through_smoke: bool = False,
) -> No | None:
    """Refuse a Mark.

    Rules: F.3-08 (an Action; a target in sight within 8"), F.3-01 (with an optical Tool), QF-52
    and QF-33 (Smoke hides unless the switch scout_sees_through_smoke is on).
    """
    away, reach = compared(distance, MARK_RANGE)
    far = f"the target is {away} away, a Mark reaches {reach}"
    return first(
        no_if(not has_tool, "F.3-01", "the Scout uses no optical Tool"),
        no_if(actions_left < 1, "F.3-08", "the Scout's Action is spent"),
        no_if(not sees, "F.3-08", "the Scout does not see the target"),
        no_if(through_smoke and not sees_through_smoke, "QF-33", "Smoke is in the way"),
        no_if(distance > MARK_RANGE, "F.3-08", far),
    )


def mark_clock(scouts_player: int, current_turn: int) -> Clock:
    """Return the end of a Mark: the start of the next turn of the Scout's player (F.3-09).

    It also ends then if the Scout has died or lost the Tool meanwhile (QF-50).
    """
    return Clock(scouts_player, Edge.START, current_turn)


def mark_bonus(marks: int, attack: str, *, applies: str = "all_ranged") -> int:
    """Return the Action bonus against a target with some Marks of the attacker's side.

    Rules: F.3-10 (+1 on Ranged attacks of allies), F.3-11 (several Marks: still +1), QF-49
    (`applies` "all_ranged" or "strict_ranged").

    - `marks`: how many of the attacker's allies' Marks are on the target.
    - `attack`: "ranged", "arc", "launcher", "cannon", "rocket", "thrown" or "close_combat".
    """
    kinds = MEASURED_BY_RANGE if applies == "all_ranged" else STRICTLY_RANGED
    return 1 if marks and attack in kinds else 0


PATHFINDING_DIE = 8
"""Sides of a Scout's Action die against Field Hazards and Traps (F.3-02)."""


def hazard_die(action_die: int, *, pathfinding: bool = False, tool: bool = True) -> int:
    """Return the sides of the Action die for a roll about a Trap or a Field Hazard (F.3-02).

    A larger Action die of one's own is kept; without the Tool there is no d8 (F.3-01).
    """
    if pathfinding and tool:
        return max(action_die, PATHFINDING_DIE)
    return action_die


def reveals(*, through_smoke: bool = False, scout_sees_through_smoke: bool = False) -> bool:
    """Return whether a Scout reveals something in his field of view to himself and his allies.

    Rules: F.3-05 (units, objects, Traps and devices, hidden and invisible ones too), QF-33 and
    QF-52 (not through Smoke, unless the switch is on).
    """
    return not through_smoke or scout_sees_through_smoke


def visible(*, revealed: bool, marks: int) -> bool:
    """Return whether what an attacker does not see himself counts as visible to him.

    Rules: F.3-07 (what an allied Scout sees), F.3-09 (what an allied Scout has Marked).
    """
    return revealed or marks > 0


def unseen_modifier(*, seen: bool) -> int:
    """Return the modifier for an attack: −5 on what counts as unseen, else none (F.3-07)."""
    return 0 if seen else BLIND
