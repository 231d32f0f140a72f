"""The damage of one explosion on one target, exactly: bands, Deflection, equal dice, Bonus Dice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import product
from math import comb, prod

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.dice import DiceRules, DieRole
from brikdesk.odds.attacks import BlastAsked, BlastDie, BlastRules, BlastTarget
from brikdesk.odds.spread import (
    NEGLIGIBLE,
    TAIL,
    Spread,
    Tally,
    die_points,
    either,
    exactly,
    face_middle,
    face_points,
    lowest,
    middle,
    without,
)

UNTOUCHED = 12
"""Sides of the dice that Deflection does not take (8.4-40)."""


class Pile(Struct, frozen=True):
    """Equal dice of an explosion; `one_bought` says that one of them was bought with a Benny.

    Dice `on_top` of the Explosive Size count in every band and make none of their own (Q8-55).
    """

    die: BlastDie
    count: int
    one_bought: bool = False
    on_top: bool = False

    @property
    def bands(self) -> int:
        """The bands that each of its dice makes."""
        return 0 if self.on_top else self.die.bands

    @property
    def type(self) -> tuple[str, int]:
        """The damage type of which Deflection takes one die for each layer."""
        return self.die.kind, self.die.sides

    @property
    def deflected(self) -> bool:
        """Whether Deflection takes dice of this pile."""
        return self.die.sides != UNTOUCHED and not self.die.harmless


class PileStep(Struct, frozen=True):
    """Dice of one pile that are placed together because each shows the same face.

    `height` decides which dice leave first. With an `amount`, only dice that count exactly that
    with their Bonus Dice. `chance` is that of one such die.
    """

    pile: int
    height: int
    sides: int
    face: int
    chance: float
    amount: int = 0

    def sum(self, house: DiceRules, count: int, top: int, bottom: int) -> Spread:
        """Sum `count` of these dice without the `top` highest and the `bottom` lowest."""
        if self.amount:
            return middle(exactly(self.amount, self.chance), count, top, bottom)
        return face_middle(self.sides, self.face, house, count, top, bottom)


def die_of(die: int | BlastDie) -> BlastDie:
    """Return a plain die for a number of sides, and a `BlastDie` as it is."""
    return die if isinstance(die, BlastDie) else BlastDie(die)


def piles_of(dice: Iterable[int | BlastDie], extra: BlastDie | None = None) -> tuple[Pile, ...]:
    """Put equal dice into piles; `extra` is the die bought with a Benny, if any."""
    counts = Counter((*map(die_of, dice), *([extra] if extra else [])))
    return tuple(Pile(die, count, die == extra) for die, count in counts.items())


BandCounts = tuple[int, ...]


class Summed(Enum):
    """What is summed up: points of damage, or inches of KnockBack by Concussion."""

    DAMAGE = "damage"
    INCHES = "inches"


class BlastDice(Struct):
    """The dice of one explosion, and everything that is the same for all of its targets.

    `found` keeps the sums by band, layers and highest Fire face, because targets often share them.
    """

    piles: tuple[Pile, ...]
    added: tuple[Pile, ...]
    rules: BlastRules
    house: DiceRules
    found: dict[tuple[int, int, int], dict[int, Spread]] = field(default_factory=dict)

    def reaches(self, target: BlastTarget) -> bool:
        """Return whether the target is in one of its bands."""
        return 0 <= target.band < sum(pile.count * pile.bands for pile in self.piles)

    def damage(self, asked: BlastAsked, target: BlastTarget) -> Spread:
        """Return the points of damage that the target takes."""
        if not self.reaches(target):
            return exactly(0)
        return either([self.counted(asked, target), exactly(0, self.failure)])

    def counted(self, asked: BlastAsked, target: BlastTarget, below: int = 0) -> Spread:
        """Return the points of damage, without the rolls that deal nothing by a Critical Failure.

        With `below`, only rolls in which every Fire die that counts shows less than that.
        """
        layers = max(0, target.layers)
        key = target.band, layers, below
        if key not in self.found:
            self.found[key] = self._rolled(target.band, layers, below)
        points = asked.flat + target.modifier
        return either(
            self._hurting(rolled, left, points) for left, rolled in self.found[key].items()
        )

    def concussion(self, target: BlastTarget) -> dict[BandCounts, Spread]:
        """Return the inches of Concussion that count, by how many dice of each pile have left.

        Rolls that do nothing by a Critical Failure are left out.
        """
        first, *others = self.piles
        if not others and not first.die.harmless:  # which dice leave is known before the roll
            return {(target.band // first.die.bands,): exactly(0, 1 - self.failure)}
        layers = max(0, target.layers)
        found = self._placed(target.band, layers, seen=Summed.INCHES)
        # Added dice give no inches of Concussion, but a 1 among them can still fail the roll.
        least = 2 if self._no_ones else 1
        added = prod((1 - (least - 1) / p.die.sides) ** p.count for p in self.added)
        inches = {gone: spread.scaled(added) for gone, spread in found.items()}
        if self._no_ones or self.failure < TAIL:
            return inches
        ones = [step for step in self._steps() if step.face == 1]
        added = prod((1 / pile.die.sides) ** pile.count for pile in self.added)
        for gone, spread in self._placed(target.band, layers, ones, seen=Summed.INCHES).items():
            inches[gone] = without(inches[gone], spread.scaled(added))
        return inches

    @property
    def failure(self) -> float:
        """The chance that it deals nothing because its roll fails critically (Q8-43, OF-07)."""
        dice = [
            (pile.die.sides, pile.count - bought)
            for pile in (*self.piles, *self.added)
            for bought in [self._any_one and pile.one_bought]
        ]
        if not self.rules.failure_is_zero or not dice:
            return 0.0
        if self._any_one:
            # A bought die was left out above: a Benny never makes a roll worse.
            return 1 - prod((1 - 1 / sides) ** count for sides, count in dice)
        return prod((1 / sides) ** count for sides, count in dice)

    @property
    def _any_one(self) -> bool:
        return self.house.crit_fail_multi == "any_one"

    @property
    def _no_ones(self) -> bool:
        """Whether a single 1 makes the whole roll a Critical Failure that deals nothing."""
        return self.rules.failure_is_zero and self._any_one

    def _hurting(self, rolled: Spread, layers: int, points: int) -> Spread:
        """Add the points on top. If Deflection left no dice, they may be lost (OF-26)."""
        if not layers or self.rules.deflection_keeps_bonus:
            return rolled.shifted(points).floored()
        # A die that deals damage counts 1 or more: a sum of 0 means that none of them was left.
        nothing = sum(rolled.weights[:1]) if rolled.low == 0 else 0.0
        some = without(rolled, exactly(0, nothing)) if nothing else rolled
        return either([some.shifted(points).floored(), exactly(0, nothing)])

    def _rolled(self, band: int, layers: int, below: int = 0) -> dict[int, Spread]:
        """Sum the dice that count, without Critical Failures, by the layers Pierce dice leave."""
        if layers and self._same_type:
            return self._mixed()._rolled_mixed(band, layers, below)
        summed = {
            left: spread + self._added(left, below=below)
            for left, spread in self._by_layers(self._placed(band, layers, below=below), layers)
        }
        # With `_no_ones` dice that show 1 were never placed; else all ones are taken away here.
        if self._no_ones or self.failure < TAIL:
            return summed
        ones = [step for step in self._steps() if step.face == 1]
        for left, spread in self._by_layers(self._placed(band, layers, ones), layers):
            summed[left] = without(summed[left], spread + self._added(left, ones_only=True))
        return summed

    @property
    def _same_type(self) -> tuple[Pile, ...]:
        """The added dice that are of one damage type with Explosive dice (for Deflection)."""
        types = {pile.type for pile in self.piles if pile.deflected}
        return tuple(pile for pile in self.added if pile.type in types)

    def _mixed(self) -> "BlastDice":
        """Return the explosion with the dice of `_same_type` moved among the Explosive dice."""
        same = tuple(replace(pile, on_top=True) for pile in self._same_type)
        others = tuple(pile for pile in self.added if pile not in self._same_type)
        return replace(self, piles=(*self.piles, *same), added=others, found={})

    def _rolled_mixed(self, band: int, layers: int, below: int) -> dict[int, Spread]:
        """Do what `_rolled` does if added dice lie among Explosive dice of their type.

        An added die may be placed before it is known which dice leave, so each way in which they
        can leave is counted by itself.
        """
        ones = [step for step in self._steps() if step.face == 1]
        cut = not self._no_ones and self.failure >= TAIL
        found: dict[int, list[Spread]] = {}
        for gone in self._ways_to_leave(band):
            left = self.layers_left(gone, layers)
            placed = self._placed(band, layers, below=below, ending=gone).get(gone)
            if placed is None:
                continue
            summed = placed + self._added(left, below=below)
            failed = self._placed(band, layers, ones, ending=gone).get(gone) if cut else None
            if failed is not None:
                summed = without(summed, failed + self._added(left, ones_only=True))
            found.setdefault(left, []).append(summed)
        return {left: either(spreads) for left, spreads in found.items()}

    def _ways_to_leave(self, band: int) -> Iterator[BandCounts]:
        """Yield each way in which dice can have left by a band: how many of each pile."""
        return (
            gone
            for gone in product(
                *(range(0 if pile.on_top else pile.count + 1) or (0,) for pile in self.piles)
            )
            if sum(n * pile.bands for n, pile in zip(gone, self.piles, strict=True)) <= band
        )

    def _by_layers(
        self, found: dict[BandCounts, Spread], layers: int
    ) -> Iterable[tuple[int, Spread]]:
        left: dict[int, list[Spread]] = {}
        for gone, spread in found.items():
            left.setdefault(self.layers_left(gone, layers), []).append(spread)
        return ((layer, either(spreads)) for layer, spreads in left.items())

    def _added(self, layers: int, *, ones_only: bool = False, below: int = 0) -> Spread:
        result = exactly(0)
        for pile in self.added:
            least = 2 if self._no_ones else 1
            one = die_points(DieRole.PLAIN, pile.die.sides, self.house, least=least)
            if ones_only:
                # With every die at 1 nothing was earned: a Bonus Die needs a highest face.
                one = exactly(1, 1 / pile.die.sides)
            taken = min(layers, pile.count) if pile.deflected else 0
            lowest = self.rules.deflection_takes_lowest
            if below and pile.die.fire and not ones_only and taken < pile.count:
                result += self._added_below(pile, taken, least, below)
            else:
                result += middle(one, pile.count, 0 if lowest else taken, taken if lowest else 0)
        return result

    def _added_below(self, pile: Pile, taken: int, least: int, below: int) -> Spread:
        """Sum added dice if all that Deflection leaves show less than `below`."""
        sides, count = pile.die.sides, pile.count
        shown = {"least": least, "most": min(below - 1, sides)}
        low = die_points(DieRole.PLAIN, sides, self.house, **shown)
        if self.rules.deflection_takes_lowest:
            return middle(low, count, 0, taken)
        # Dice that show `below` or more must be among the highest, which Deflection takes.
        high = max(0, sides - below + 1) / sides
        return either(
            [
                middle(low, count - more, taken - more).scaled(comb(count, more) * high**more)
                for more in range(taken + 1)
            ]
        )

    def _steps(self) -> list[PileStep]:
        """List what the dice may show, in the order in which dice leave, first to last."""
        steps = [step for place in range(len(self.piles)) for step in self._faces(place)]
        first = {pile.type: at for at, pile in reversed(list(enumerate(self.piles)))}
        return sorted(
            steps,
            key=lambda step: (
                -step.height, first[self.piles[step.pile].type], -step.amount, step.pile
            ),
        )  # fmt: skip

    def _faces(self, place: int) -> Iterator[PileStep]:
        die = self.piles[place].die
        by_points = self.rules.highest_by_points
        apart = {pile.type for pile in self.piles if pile.on_top}
        for face in range(1, die.sides + 1):
            if not by_points and self.piles[place].type not in apart:
                yield PileStep(place, face, die.sides, face, 1 / die.sides)
                continue
            for amount, chance in face_points(DieRole.PLAIN, die.sides, face, self.house).items():
                if chance:
                    height = amount if by_points else face
                    yield PileStep(place, height, die.sides, face, chance / die.sides, amount)

    def _placed(
        self,
        band: int,
        layers: int,
        steps: Sequence[PileStep] | None = None,
        *,
        below: int = 0,
        seen: Summed = Summed.DAMAGE,
        ending: BandCounts | None = None,
    ) -> dict[BandCounts, Spread]:
        """Sum the Explosive dice that count, by how many dice of each pile have left.

        For damage, the ways of leaving are kept apart only if there is Deflection. With `ending`,
        only rolls in which exactly that many dice of each pile leave.
        """
        nobody, first = (0,) * len(self.piles), self.piles[0]
        alike = len(self.piles) == 1 and not first.die.harmless and not self._no_ones
        if alike and seen is Summed.DAMAGE and steps is None and not (layers or below):
            leave = band // first.die.bands
            return {nobody: lowest(first.die.sides, first.count, leave, self.house)}
        dice = sum(pile.count for pile in self.piles)
        states = {(nobody, nobody): Tally(dice, 1.0)}
        for step in self._steps() if steps is None else steps:
            reached: dict[tuple[BandCounts, BandCounts], Tally] = {}
            for (placed, gone), before in states.items():
                used = sum(n * p.bands for n, p in zip(placed, self.piles, strict=True))
                makes = self.piles[step.pile].bands
                # Every band farther out has lost one more of the highest dice. Those placed before
                # left first; the dice placed now make up what is still missing to this band.
                leaving = max(0, band - used) // makes if makes else 0
                for more in range(self.piles[step.pile].count - placed[step.pile] + 1):
                    chance = self._ways(step, placed[step.pile], more)
                    if before.total * chance * step.chance**more < NEGLIGIBLE:
                        continue
                    state, top, bottom = self._place(
                        step, more, placed, gone, min(more, leaving), layers, seen, ending
                    )
                    if ending and any(
                        now > last for now, last in zip(state[1], ending, strict=True)
                    ):
                        continue
                    die = self.piles[step.pile].die
                    if below and die.fire and step.face >= below and more > top + bottom:
                        continue
                    if die.harmless is (seen is Summed.INCHES):
                        points = step.sum(self.house, more, top, bottom)
                    else:
                        # The die takes its place but adds nothing to what is summed here.
                        points = exactly(0, step.chance**more)
                    if state not in reached:
                        reached[state] = Tally(dice)
                    reached[state].take(before, points, chance)
            states = reached
        full = tuple(pile.count for pile in self.piles)
        return {
            gone: Spread(0, ended.weights)
            for (placed, gone), ended in states.items()
            if placed == full
        }

    def _ways(self, step: PileStep, placed: int, more: int) -> float:
        """Return in how many ways `more` dice can be these; 0 for a 1 that fails the roll."""
        pile = self.piles[step.pile]
        if step.face == 1 and self._no_ones and more:
            # Only the bought die may show 1: one of all the dice that may have been placed last.
            return 1 / pile.count if pile.one_bought and more == 1 else 0.0
        return comb(pile.count - placed, more)

    def _place(
        self,
        step: PileStep,
        more: int,
        placed: BandCounts,
        gone: BandCounts,
        leaving: int,
        layers: int,
        seen: Summed,
        ending: BandCounts | None = None,
    ) -> tuple[tuple[BandCounts, BandCounts], int, int]:
        """Place `more` dice, of which `leaving` leave with their band, and return the new state.

        Also return how many of the highest and of the lowest do not count, deflected ones included.
        """
        at, pile = step.pile, self.piles[step.pile]
        after = (*placed[:at], placed[at] + more, *placed[at + 1 :])
        # Else the ways of leaving need not be told apart, and there are far fewer states.
        counts = layers or seen is Summed.INCHES
        left = (*gone[:at], gone[at] + leaving, *gone[at + 1 :]) if counts else gone
        top, bottom = leaving, 0
        if layers and pile.deflected and more > leaving:
            stopped = self.layers_left(ending or left, layers)
            alike = [i for i, other in enumerate(self.piles) if other.type == pile.type]
            start, stay = sum(placed[i] - gone[i] for i in alike), more - leaving
            if self.rules.deflection_takes_lowest:
                last = sum(self.piles[i].count - (ending or left)[i] for i in alike) - stopped
                bottom = min(stay, max(0, start + stay - last))
            else:
                top += min(stay, max(0, stopped - start))
        return (after, left), top, bottom

    def layers_left(self, gone: BandCounts, layers: int) -> int:
        """Return the layers of Deflection that remain after the Pierce dice that count (8.4-37)."""
        if not layers:
            return 0
        pairs = zip(self.piles, gone, strict=True)
        piercing = ((p, away) for p, away in pairs if p.die.pierces and not p.on_top)
        return max(0, layers - sum(p.count - away for p, away in piercing))


def blast_of(asked: BlastAsked, house: DiceRules, *, bought: bool) -> BlastDice:
    """Return the dice of an explosion, with the die of a Benny if it is `bought`."""
    extra = die_of(asked.bought) if bought and asked.bought else None
    piles = piles_of(asked.dice, extra)
    return BlastDice(piles, piles_of(asked.added), asked.rules, house)
