"""Where the inches of a fire jump that find no room on what burns (F.1-35, QF-03)."""

from collections.abc import Mapping
from dataclasses import dataclass

from brikdesk.acts.step import chosen_of
from brikdesk.turns.steps import Choice, Option

ALL, NOTHING, EACH = "catches", "nothing", "each"
"""The question about all jumps at once; no unit catches; each jump is asked about by itself."""


@dataclass(frozen=True, slots=True)
class Near:
    """A unit that can take some of the jumps: inches of room, words of how far it is, if known."""

    unit_id: int
    name: str
    room: int
    how_far: str


@dataclass(frozen=True, slots=True)
class Jumps:
    """So many jumps that somebody places, nearest neighbours first.

    One answer stands for all of them, as far as there is room; `catches-0`, `catches-1` ... place
    single ones, and are all that acts of older campaigns know.
    """

    count: int
    near: tuple[Near, ...]
    player_id: int | None
    player: str

    def choices(self, given: Mapping[str, str]) -> tuple[Choice, ...]:
        """Ask once for all jumps, then for those that the answer leaves over."""
        if not self.count:
            return ()
        if self.count == 1 or self._one_by_one(given):
            return self._single(given, range(self.count))
        words = f"{self.player} picks what catches all {self.count} jumps:"
        options = (*self._options(self.near, self.count), Option(EACH, "Not all the same"))
        chosen = chosen_of(given, ALL, [option.value for option in options])
        first = Choice(ALL, words, self.player_id, options, chosen=chosen)
        if chosen == EACH:
            return (first, *self._single(given, range(self.count)))
        taker = self._taker(chosen)
        if taker is None:
            return (first,)
        others = tuple(unit for unit in self.near if unit is not taker)
        return (first, *self._single(given, range(taker.room, self.count), others))

    def targets(self, given: Mapping[str, str]) -> tuple[int, ...]:
        """Return the unit that each jump reaches, without those that reach nothing."""
        chosen = {choice.id: choice.chosen or NOTHING for choice in self.choices(given)}
        taker = self._taker(chosen.pop(ALL, None))
        together = (taker.unit_id,) * min(taker.room, self.count) if taker else ()
        single = tuple(int(value) for value in chosen.values() if value != NOTHING)
        return (*together, *single)

    def _one_by_one(self, given: Mapping[str, str]) -> bool:
        return ALL not in given and any(name.startswith(f"{ALL}-") for name in given)

    def _taker(self, value: str | None) -> Near | None:
        return next((unit for unit in self.near if str(unit.unit_id) == value), None)

    def _single(
        self, given: Mapping[str, str], numbers: range, near: tuple[Near, ...] | None = None
    ) -> tuple[Choice, ...]:
        options = self._options(self.near if near is None else near, 1)
        values = [option.value for option in options]
        words = f"{self.player} picks what catches:"
        names = [f"{ALL}-{number}" for number in numbers]
        return tuple(
            Choice(name, words, self.player_id, options, chosen=chosen_of(given, name, values))
            for name in names
        )

    def _options(self, near: tuple[Near, ...], jumps: int) -> tuple[Option, ...]:
        """Offer the units; that nothing is near comes first where nobody is known to be."""
        units = tuple(
            Option(str(unit.unit_id), unit.name, _consequence(unit, jumps)) for unit in near
        )
        nothing = Option(NOTHING, 'Nothing within 1"')
        known = any(unit.how_far for unit in near)
        return (*units, nothing) if known else (nothing, *units)


def _consequence(unit: Near, jumps: int) -> str:
    takes = f"room for {unit.room}" if unit.room < jumps else ""
    return ", ".join(words for words in (unit.how_far, takes) if words)
