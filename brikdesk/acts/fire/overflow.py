"""Overflow: where a fire jumps if its object has no room left for it (F.1-35, QF-03)."""

from collections.abc import Mapping

from msgspec import Struct

from brikdesk.acts.asking import ask
from brikdesk.turns.steps import Choice, Option

ALL, NOTHING, EACH = "catches", "nothing", "each"
"""ALL is the id of the question about all jumps; NOTHING and EACH are values to answer it with."""


class Near(Struct, frozen=True):
    """A unit that can take some of the jumps.

    `room` is in inches; `how_far` is its distance in words, empty if unknown.
    """

    unit_id: int
    name: str
    room: int
    how_far: str


class Jumps(Struct, frozen=True):
    """The jumps of one Burning Roll, each of 1", that a player places on the units near by.

    The answer to `catches` places all of them, as far as the unit named has room; answers to
    `catches-0`, `catches-1` ... place single jumps. Acts in older campaigns have only the latter.
    """

    count: int
    near: tuple[Near, ...]
    player_id: int | None
    player: str

    def choices(self, answers: Mapping[str, str]) -> tuple[Choice, ...]:
        """Return one choice for all jumps, then one for each jump that its answer leaves over."""
        if not self.count:
            return ()
        if self.count == 1 or self._one_by_one(answers):
            return self._single(answers, range(self.count))
        words = f"{self.player} picks what catches all {self.count} jumps:"
        options = (*self._options(self.near, self.count), Option(EACH, "Not all the same"))
        first = ask(answers, ALL, words, self.player_id, options)
        if first.chosen == EACH:
            return (first, *self._single(answers, range(self.count)))
        taker = self._taker(first.chosen)
        if taker is None:
            return (first,)
        others = tuple(unit for unit in self.near if unit is not taker)
        return (first, *self._single(answers, range(taker.room, self.count), others))

    def targets(self, answers: Mapping[str, str]) -> tuple[int, ...]:
        """Return the id of the unit that each jump lights, without jumps that light nothing."""
        # Not from `given`: an answer to a question that is not asked counts for nothing.
        chosen = {choice.id: choice.chosen or NOTHING for choice in self.choices(answers)}
        taker = self._taker(chosen.pop(ALL, None))
        together = (taker.unit_id,) * min(taker.room, self.count) if taker else ()
        single = tuple(int(value) for value in chosen.values() if value != NOTHING)
        return (*together, *single)

    def _one_by_one(self, answers: Mapping[str, str]) -> bool:
        return ALL not in answers and any(name.startswith(f"{ALL}-") for name in answers)

    def _taker(self, value: str | None) -> Near | None:
        return next((unit for unit in self.near if str(unit.unit_id) == value), None)

    def _single(
        self, answers: Mapping[str, str], numbers: range, near: tuple[Near, ...] | None = None
    ) -> tuple[Choice, ...]:
        options = self._options(self.near if near is None else near, 1)
        words = f"{self.player} picks what catches:"
        names = [f"{ALL}-{number}" for number in numbers]
        return tuple(ask(answers, name, words, self.player_id, options) for name in names)

    def _options(self, near: tuple[Near, ...], jumps: int) -> tuple[Option, ...]:
        """Return the units and "nothing"; that comes first if no distance is known.

        The first option is the usual answer.
        """
        units = tuple(
            Option(str(unit.unit_id), unit.name, _consequence(unit, jumps)) for unit in near
        )
        nothing = Option(NOTHING, 'Nothing within 1"')
        known = any(unit.how_far for unit in near)
        return (*units, nothing) if known else (nothing, *units)


def _consequence(unit: Near, jumps: int) -> str:
    takes = f"room for {unit.room}" if unit.room < jumps else ""
    return ", ".join(words for words in (unit.how_far, takes) if words)
