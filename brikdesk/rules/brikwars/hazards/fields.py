"""Field Hazards: their kinds, how many dice they hold, and how they shrink (F.0, F.1-01..09)."""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from brikdesk.rules.brikwars.no import No
from brikdesk.rules.clocks import Clock, Edge

DieT = TypeVar("DieT", int, str)
"""A Hazard die: its number of sides, or its label such as "d4 Fire"."""


class FieldKind(StrEnum):
    """Kinds of Field Hazards (F.1-01)."""

    SMOKE = "Smoke"
    EXPOSURE = "Exposure Damage"
    TERRAIN = "Difficult Terrain"
    CONCEALED = "Concealed Hazard"
    SHIELD = "Energy Shield"


class HazardEffect(StrEnum):
    """What a Hazard die does (table F1)."""

    DAMAGE = "Damage"
    FIRE = "Fire"
    EXPLOSION = "Exp"
    MOVE = "Move"
    DEFLECTION = "Deflection"


class HazardDie(Struct, frozen=True):
    """A Hazard die: its sides and effect; None if the referee describes the effect in words."""

    sides: int
    effect: HazardEffect | None


def hazard_die(label: str) -> HazardDie:
    """Return the die that a label such as "d4 Fire" names. Raise ValueError for other text."""
    sides, _, effect = label.removeprefix("d").partition(" ")
    known = effect in tuple(HazardEffect)
    return HazardDie(int(sides), HazardEffect(effect) if known else None)


MOVE_DIE = "d6 Move"
"""The Hazard die that costs Move instead of hurting (F.1-50, F.1-57)."""

DICE_OPTIONS: dict[FieldKind, tuple[str, ...] | None] = {
    FieldKind.SMOKE: (),
    FieldKind.EXPOSURE: ("d6 Damage", "d4 Fire"),
    FieldKind.TERRAIN: (MOVE_DIE,),
    FieldKind.CONCEALED: ("d6 Damage", "d4 Fire", "d10 Exp", MOVE_DIE),
    FieldKind.SHIELD: None,
}
"""Table F1: the dice that each kind can have; None for any die of Deflection."""


def check_hazard_kind(kind: FieldKind, dice: Sequence[str]) -> No | None:
    """Refuse dice that a kind of Field cannot have (F.1-01, table F1)."""
    options = DICE_OPTIONS[kind]
    wrong = [die for die in dice if options is not None and die not in options]
    if not wrong:
        return None
    return No("F.1-01", f"{kind} has {' or '.join(options or ()) or 'no dice'}, not {wrong[0]}")


_USUAL_HAZARD_DICE = 3
"""More than these only in exceptional cases (F.1-03)."""


class DiceCheck(Struct, frozen=True):
    """Whether a Field can have its dice: a refusal, a warning, or neither."""

    refusal: No | None = None
    warning: No | None = None


def check_hazard_dice(field_size: int, dice: Sequence[DieT]) -> DiceCheck:
    """Check the number of Hazard dice of a Field of this many inches.

    Rules: F.1-02 (never more than inches), F.1-03 and QF-32 (more than three: only a warning).
    """
    count = len(dice)
    refusal = No("F.1-02", f'{count} Hazard dice need a Field of {count}", not {field_size}"')
    warning = No("F.1-03", f"{count} Hazard dice, three are the usual most")
    return DiceCheck(
        refusal if count > field_size else None, warning if count > _USUAL_HAZARD_DICE else None
    )


class Shrunk(Struct, Generic[DieT], frozen=True):
    """A Field after it got smaller.

    `field_size` in inches, `dice` that stay, `removed` dice that went, `gone` when nothing is
    left, `to_choose` how many more dice somebody must pick for removal (see `dice_remover`).
    """

    field_size: int
    dice: tuple[DieT, ...]
    removed: tuple[DieT, ...]
    gone: bool
    to_choose: int = 0


def shrink(
    field_size: int, dice: Sequence[DieT], inches: int = 1, chosen: Sequence[DieT] = ()
) -> Shrunk[DieT]:
    """Make a Field smaller, for any reason, and drop the dice that it can no longer hold.

    Rules: 8.4-44 (1" at a turn start, gone at 0"), F.1-04 (dice leave until the Field holds the
    rest), QF-19 (with equal dice nobody has to choose).

    - `field_size`: inches before.
    - `dice`: its Hazard dice, in any order.
    - `inches`: how much smaller; 0 just fits the dice to the Size.
    - `chosen`: the dice that go, where different ones could; ValueError if they are not as many
      as must go or not all in the Field.
    """
    left = max(0, field_size - inches)
    surplus = max(0, len(dice) - left)
    # Nothing to choose if all dice are equal, or if all of them go.
    if not chosen and 0 < surplus < len(dice) and len(set(dice)) > 1:
        return Shrunk(left, tuple(dice), (), False, to_choose=surplus)
    removed = tuple(chosen) or tuple(dice[len(dice) - surplus :])
    # A Counter, not a set: of two equal dice in the Field no three can go.
    if len(removed) != surplus or Counter(removed) - Counter(dice):
        raise ValueError(f"{surplus} of {list(dice)} must go, not {list(removed)}")
    return Shrunk(left, _without(dice, removed), removed, gone=left == 0)


def _without(dice: Sequence[DieT], removed: Sequence[DieT]) -> tuple[DieT, ...]:
    kept = list(dice)
    for die in removed:
        kept.remove(die)
    return tuple(kept)


def dice_remover(owner: int | None, hd_removal_chooser: str = "owner") -> int | None:
    """Return the player who picks the dice that go, None for the referee (QF-19).

    `owner` is who made the Field (attacker or builder); nobody's Field is the referee's.
    """
    return owner if hd_removal_chooser == "owner" else None


def shrink_clock(shrink_owner: int | None, since: int) -> Clock | None:
    """Return the clock of a Field from an Explosive: it shrinks at its owner's next turn start.

    Rules: 8.4-44 (turns of the attacking player after the one that made it), Q8-58. `since` is
    the stamp of the turn in which it was made or last shrank; no `shrink_owner`, no shrinking.
    """
    return None if shrink_owner is None else Clock(shrink_owner, Edge.START, since)


class FieldHazard(Struct, frozen=True):
    """A Field, its widest dimension in inches, and the Hazard in it (F.0-01, F.0-04).

    `owner` is None for a natural one. Raise ValueError for dice that it cannot have (F.1-01,
    F.1-02).
    """

    kind: FieldKind
    field_size: int
    dice: tuple[str, ...] = ()
    owner: int | None = None

    def __post_init__(self) -> None:
        wrong = check_hazard_kind(self.kind, self.dice)
        if refusal := wrong or check_hazard_dice(self.field_size, self.dice).refusal:
            raise ValueError(refusal.why)

    def dice_at(self, distance: float) -> tuple[str, ...]:
        """Return the dice that act so many inches from the middle of a round Field.

        Rules: F.0-04 (Field Size is a diameter), F.0-07 (the same strength everywhere).
        """
        return self.dice if distance <= self.field_size / 2 else ()


SMOKE_HEIGHT = 5.0
"""Inches up to which Smoke blocks sight unless its type says otherwise (F.1-09)."""


def victims_tags_match(needed: Collection[str], tags: Collection[str]) -> bool:
    """Return whether a Hazard affects a victim: everybody, or who has all needed tags (F.1-14)."""
    return set(needed) <= set(tags)
