"""Explosions: one roll split into bands, and what each does to those within (8.4)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from brikdesk.dice import BY_THE_BOOK, DiceRules
from brikdesk.lengths import in_inches
from brikdesk.odds.attacks import BlastAsked, BlastDie, BlastRules, BlastTarget
from brikdesk.rules.brikwars.explosives import AddedDie as AddedDie
from brikdesk.rules.brikwars.explosives import ExplosiveDie as ExplosiveDie
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind, explosive_die, leaving
from brikdesk.rules.brikwars.explosives import is_critical_failure as is_critical_failure
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse

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


_AnyDie = ExplosiveDie | AddedDie


class ObjectInReach(Struct, frozen=True):
    """One object in the reach of a blast, as the referee sees it.

    - `exposed`: nothing shields it (8.4-25); an object that is not exposed takes nothing at all.
    - `loose`: not fixed in place, or just broken loose (8.4-26).
    - `modifier`: for the part of it that is inside and exposed (8.4-31).
    - `deflection`: levels, from armor or a Parry.
    - `pop`: inches of its POP Roll, against Concussion only (8.4-38).
    """

    exposed: bool = True
    loose: bool = True
    modifier: int = 0
    deflection: int = 0
    pop: int = 0


class Blast(Struct, frozen=True):
    """What one object takes: points of damage, inches of KnockBack, and the Fire in it.

    `fire` are the points of the damage that are Fire, `fire_faces` the Fire dice they come from;
    both decide whether it catches fire (8.4-36, 8.3-25).
    """

    damage: int = 0
    knockback: int = 0
    fire: int = 0
    fire_faces: tuple[int, ...] = ()


def part_modifier(inches_inside: float) -> int:
    """Return the damage modifier of a large object: +1 for each full 2" of it inside (8.4-31)."""
    return math.floor(inches_inside / 2)


def sections_modifier(sections: int) -> int:
    """Return the damage modifier of a minifig by its 3, 2 or 1 sections in the blast (8.4-31).

    Raise KeyError for any other number; a minifig with none inside is not exposed.
    """
    return {3: 0, 2: -1, 1: -2}[sections]


def deflected(
    dice: Sequence[_AnyDie], layers: int, *, bw_deflection_pick: str = "before_roll"
) -> tuple[_AnyDie, ...]:
    """Return the dice that are left after `layers` of Deflection (A-06, Q8-51).

    Each layer takes one die of every damage type: the highest that is left, with its Bonus Dice,
    or the lowest with `bw_deflection_pick` "lowest". d12s stay (8.4-40), and so does Concussion,
    which is not damage.
    """
    # "before_roll" cannot be played here: all targets share one roll that lies on the table. The
    # highest die comes nearest to it.
    lowest = bw_deflection_pick == "lowest"
    types: dict[tuple[str, int], list[int]] = {}
    for position, die in enumerate(dice):
        if die.sides != 12 and die.kind != ExplosiveDieKind.CONCUSSION:
            types.setdefault((die.kind, die.sides), []).append(position)
    taken: set[int] = set()
    for group in types.values():
        group.sort(key=lambda i: (dice[i].face, dice[i].damage), reverse=not lowest)
        taken.update(group[: max(0, layers)])
    return tuple(die for position, die in enumerate(dice) if position not in taken)


def blast_on(
    band: ExplosionBand | None,
    target: ObjectInReach | None = None,
    *,
    bw_deflection_pick: str = "before_roll",
    bw_deflection_keeps_bonus: bool = True,
) -> Blast:
    """Return what one object takes of the band it is in; None for no band is nothing.

    Rules: 8.4-25 (exposed), 8.1-18 and 8.4-26 (1" of KnockBack for each Exp die that applies to
    it, if it is loose), 8.4-31 (`modifier`), 8.4-36 (Fire), 8.4-37 (Pierce dice cancel layers),
    8.4-38 (Concussion less POP), 8.4-40 (Phased ignores Deflection). Damage is never below 0.
    """
    hit = target or ObjectInReach()
    if band is None or not hit.exposed:
        return Blast()
    layers = max(0, hit.deflection - band.pierce)
    left = deflected(band.all_dice, layers, bw_deflection_pick=bw_deflection_pick)
    rolled = sum(die.damage for die in left)
    nothing_left = layers > 0 and not rolled and not bw_deflection_keeps_bonus
    damage = 0 if nothing_left else max(0, rolled + band.flat + hit.modifier)
    fires = [die for die in left if die.fire]
    fire = min(damage, sum(die.damage for die in fires))
    exp = sum(die.kind == ExplosiveDieKind.EXP for die in left)
    knockback = exp + max(0, band.concussion - hit.pop) if hit.loose else 0
    return Blast(damage, knockback, fire, tuple(die.face for die in fires))


def pop_dice(
    *,
    minifig: bool = False,
    size: int = 1,
    effective_size: int = 1,
    weight_class: int = 0,
    bw_pop_rule: str = "effective_size",
) -> int:
    """Return the d6s of POP with which an object opposes Concussion (8.4-38, Q8-59, OF-76).

    A minifig has one, an object of Size 0" none, everything else at least one: as many as its
    Effective Size or its Weight Class, or just one, as `bw_pop_rule` says.
    """
    if minifig:
        return 1
    if size <= 0:
        return 0
    # Everything above Size 0" resists at least a little, whatever the switch says.
    by_rule = {"1": 1, "effective_size": effective_size, "weight_class": weight_class}
    return max(1, by_rule[bw_pop_rule])


def smash(
    knockback: float,
    prevented: float,
    *,
    bw_smash_all_knockback: bool = True,
) -> int:
    """Return the points of Smash damage of a KnockBack cut short by a larger obstacle.

    Rules: A-07 and 5.4-31 (1 point for each inch prevented, added to the damage of the same
    chain), A5-53 (full inches), A5-52 (with the switch off only KnockBack of a Charge
    or Collision smashes, which the desk does not carry out). No more inches can be prevented than
    there were. Raise ValueError for inches below 0.
    """
    if knockback < 0 or prevented < 0:
        raise ValueError('inches of KnockBack are 0" or more')
    if not bw_smash_all_knockback:
        return 0
    return math.floor(min(knockback, prevented))


class ArmorResult(StrEnum):
    """How the damage of one event compares with its Armor Roll (A-04)."""

    NOTHING = "nothing"
    SOMETHING_BAD = "Something Bad"
    BEATEN = "beaten"


def against_armor(armor: int, damages: Iterable[int]) -> ArmorResult:
    """Compare all damage of one event so far with the one Armor Roll made for it (8.4-32).

    Damage of 0 or less never has an effect (A5-41).
    """
    # Each hit by itself: one below 0 must not take points from another.
    total = sum(max(0, damage) for damage in damages)
    if total <= 0 or total < armor:
        return ArmorResult.NOTHING
    return ArmorResult.BEATEN if total > armor else ArmorResult.SOMETHING_BAD


def broken_out_to(bands: Sequence[ExplosionBand], armor: int) -> float:
    """Return the radius in inches out to which an exposed surface breaks, 0 if nowhere (8.4-33)."""
    beaten = (b.outer for b in bands if against_armor(armor, [b.damage]) is ArmorResult.BEATEN)
    return max(beaten, default=0.0)


def blast_asked(
    shot: int,
    kinds: Sequence[ExplosiveDieKind],
    added: Sequence[tuple[int, str]] = (),
    flat: int = 0,
    targets: Sequence[BlastTarget] = (),
    *,
    bought: ExplosiveDieKind | None = None,
    house: BrikWarsHouse | None = None,
) -> BlastAsked:
    """Return an explosion as the odds take it.

    Rules: 8.4-37, 8.4-38, 8.4-40, Q8-43, Q8-48, Q8-51, Q8-53, OF-25, OF-26.

    - `shot`: as in `BlastAsked`.
    - `kinds`: its Explosive dice; of equally high ones the first of table 4 leaves first.
    - `added`: sides and kind of each die on top.
    - `bought`: the Explosive die that a Benny adds, None if the Benny is not spent on damage.
    - `house`: the house rules of the campaign; None: all as usual.
    """
    bands = house.phased_bands if house else 1
    ordered = sorted(kinds, key=list(ExplosiveDieKind).index)
    return BlastAsked(
        shot=shot,
        dice=tuple(explosive_die(kind, bands) for kind in ordered),
        added=tuple(_added_die(sides, kind) for sides, kind in added),
        flat=flat,
        targets=tuple(targets),
        bought=explosive_die(bought, bands) if bought else 0,
        rules=_blast_rules(house) if house else BlastRules(),
    )


def _blast_rules(house: BrikWarsHouse) -> BlastRules:
    """Return what the house rules say about explosions."""
    return BlastRules(
        highest_by_points=house.highest_by == "face_plus_bonus",
        deflection_takes_lowest=house.bw_deflection_pick == "lowest",
        deflection_keeps_bonus=house.bw_deflection_keeps_bonus,
        failure_is_zero=house.explosion_crit_damage == "zero",
    )


def _added_die(sides: int, kind: str) -> BlastDie:
    """Return one die on top of the Explosive Size (8.4-29)."""
    fire, exp = ExplosiveDieKind.FIRE.value, ExplosiveDieKind.EXP.value
    return BlastDie(sides, kind, fire=kind == fire, throws=kind == exp)
