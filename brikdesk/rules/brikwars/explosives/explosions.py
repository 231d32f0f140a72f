"""Heavy Explosions: one roll, split into bands (8.4-24 to 8.4-30, 8.4-41, 8.4-42).

`blast` has what one object takes of a band (Deflection, size, KnockBack, Armor).
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from brikdesk.dice.house import BY_THE_BOOK, DiceRules
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.explosive_dice import (
    AddedDie,
    ExplosiveDie,
    is_critical_failure,
    leaving,
)
from brikdesk.rules.brikwars.explosives.explosive_variants import ExplosiveDieKind

__all__ = [
    "BAND_DEPTH",
    "CONTACT",
    "AddedDie",
    "ExplosionBand",
    "ExplosiveDie",
    "band_at",
    "explosion_bands",
    "is_critical_failure",
    "knockback_order",
]

BAND_DEPTH = 2.0
"""Inches from one edge of a band to the next (8.4-27)."""

CONTACT = 0.0
"""Distance in inches of a unit that carries or touches the Explosive (Q8-46)."""

Subject = TypeVar("Subject")


class ExplosionBand(Struct, frozen=True):
    """The part of an Explosion between `inner` and `outer` inches from the centre.

    `dice` are the Explosive dice that still count here, the next to leave first.
    """

    inner: float
    outer: float
    dice: tuple[ExplosiveDie, ...]
    added: tuple[AddedDie, ...] = ()
    flat: int = 0

    @property
    def all_dice(self) -> tuple[ExplosiveDie | AddedDie, ...]:
        """Explosive dice and added dice."""
        return (*self.dice, *self.added)

    @property
    def damage(self) -> int:
        """Points of damage without Deflection or modifiers, never below 0."""
        return max(0, sum(die.damage for die in self.all_dice) + self.flat)

    @property
    def knockback(self) -> int:
        """Inches of KnockBack of the Exp dice, 1" each (8.4-26, Q8-54)."""
        return self._count(ExplosiveDieKind.EXP)

    @property
    def concussion(self) -> int:
        """Inches of KnockBack of the Concussion dice, before POP (8.4-38)."""
        return sum(die.points for die in self.dice if die.kind is ExplosiveDieKind.CONCUSSION)

    @property
    def pierce(self) -> int:
        """Layers of Deflection that are cancelled, one for each Pierce die (8.4-37)."""
        return self._count(ExplosiveDieKind.PIERCE)

    @property
    def fire(self) -> tuple[int, ...]:
        """Faces of the Fire dice that count here, exchanged and added ones."""
        return tuple(die.face for die in self.all_dice if die.fire)

    def _count(self, kind: ExplosiveDieKind) -> int:
        return sum(die.kind is kind for die in self.dice)


def explosion_bands(
    dice: Sequence[ExplosiveDie],
    added: Sequence[AddedDie] = (),
    flat: int = 0,
    order: Sequence[int] | None = None,
    *,
    highest_by: str = "face",
    phased_bands: int = 1,
    explosion_crit_damage: str = "zero",
    house: DiceRules = BY_THE_BOOK,
) -> tuple[ExplosionBand, ...]:
    """Split one rolled Explosion into its bands, nearest first.

    Rules: 8.4-24 (this one roll serves every target), 8.4-25 (all of it out to 2"), 8.4-27 (each
    band farther out loses the highest die and its Bonus Dice), 8.4-29 (`added` dice and the
    `flat` bonus count in full everywhere and make no band), 8.4-41 and 8.4-42 (any Explosive
    dice; `order` as `leaving` gives it), Q8-53 (a Phased die lasts for `phased_bands` bands),
    Q8-43 (a critically failed Damage Roll does nothing, unless it counts "as_rolled").

    - `dice`: the Explosive Damage dice, Over the Top dice included, in any order.

    Gives n bands for n dice, band k reaching from 2(k−1)" to 2k". No dice, no bands.
    """
    if explosion_crit_damage == "zero" and is_critical_failure(dice, added, house):
        return ()
    # One entry for each band: a Phased die may stand in several of them in a row.
    places = [
        i
        for i in order or leaving(dice, highest_by=highest_by)
        for _ in range(phased_bands if dice[i].kind is ExplosiveDieKind.PHASED else 1)
    ]
    return tuple(
        ExplosionBand(
            inner=BAND_DEPTH * step,
            outer=BAND_DEPTH * (step + 1),
            # `fromkeys` takes out the repeated entries of a Phased die and keeps the order.
            dice=tuple(dice[i] for i in dict.fromkeys(places[step:])),
            added=tuple(added),
            flat=flat,
        )
        for step in range(len(places))
    )


def band_at(
    bands: Sequence[ExplosionBand], distance: float, *, border: str = "inclusive"
) -> ExplosionBand | None:
    """Return the band of an object `distance` inches from the centre; None when it is out of reach.

    Measure to its nearest exposed point (Q8-50). `border` says whether exactly 2" is still in the
    inner band, "inclusive", or in the next one, "exclusive" (Q8-47). Raise ValueError for a
    distance below 0.
    """
    if distance < 0:
        raise ValueError(f'a distance is 0" or more, not {in_inches(distance)}')
    if border == "inclusive":
        return next((band for band in bands if distance <= band.outer), None)
    return next((band for band in bands if distance < band.outer), None)


def knockback_order(inches_from_centre: Mapping[Subject, float]) -> tuple[Subject, ...]:
    """Return the objects in the order in which KnockBack moves them: outermost band first (8.4-28).

    This happens after all damage. Each object is named once, so none is moved twice. Within a band
    the order of the mapping stays.

    - `inches_from_centre`: where the band of each object begins; 0 if it was hit directly.
    """
    return tuple(sorted(inches_from_centre, key=lambda each: -inches_from_centre[each]))
