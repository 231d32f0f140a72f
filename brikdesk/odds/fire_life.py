"""How long a fire lasts, and what it grinds off until then: one roll of Burning dice each turn."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import comb


class BurningOrder(StrEnum):
    """In which order the dice of one Burning Roll act (QF-01)."""

    REDUCE_FIRST = "reduce_first"
    AS_ROLLED = "as_rolled"
    GROW_FIRST = "grow_first"


@dataclass(frozen=True, slots=True)
class BurningDie:
    """What one Burning die does: inches of fire that come or go (−1, 0, +1), Grinding Damage."""

    inches: int
    grinding: int


@dataclass(frozen=True, slots=True)
class FireLife:
    """What becomes of a fire; `MEANINGS` tells each field. Place 0 is the first Burning Roll."""

    out: tuple[float, ...]
    grinding: tuple[float, ...]
    inches: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Turn:
    """One Burning Roll: room for the fire, chances that a die grows and dies down, the order."""

    room: int
    up: float
    down: float
    order: BurningOrder

    def ends(self, inches: int) -> Iterator[tuple[int, float]]:
        """Give the inches after the roll of so many dice, each with its chance."""
        if self.order is BurningOrder.AS_ROLLED:
            yield from self._one_by_one(inches).items()
            return
        still = max(0.0, 1 - self.up - self.down)
        for grows in range(inches + 1):
            for dies in range(inches - grows + 1):
                ways = comb(inches, grows) * comb(inches - grows, dies)
                rest = inches - grows - dies
                yield (
                    self._after(inches, grows, dies),
                    ways * self.up**grows * (self.down**dies * still**rest),
                )

    def _after(self, inches: int, grows: int, dies: int) -> int:
        if self.order is BurningOrder.REDUCE_FIRST:
            return min(self.room, inches - dies + grows)
        return min(self.room, min(max(inches, self.room), inches + grows) - dies)

    def _one_by_one(self, inches: int) -> dict[int, float]:
        left = {inches: 1.0}
        for _ in range(inches):
            after: dict[int, float] = {}
            for now, chance in left.items():
                bigger = now + 1 if now < self.room else now
                still = 1 - self.up - self.down
                for then, share in ((now - 1, self.down), (bigger, self.up), (now, still)):
                    after[then] = after.get(then, 0.0) + chance * share
            left = after
        ended: dict[int, float] = {}
        for now, chance in left.items():
            now = min(now, self.room)
            ended[now] = ended.get(now, 0.0) + chance
        return ended


def fire_life(
    fire_size: int,
    room: int,
    turns: int,
    die: Callable[[int], BurningDie],
    *,
    order: BurningOrder = BurningOrder.REDUCE_FIRST,
    sides: int = 4,
) -> FireLife:
    """Give the odds of a fire that nobody fights and that burns until it is out (F.1-31 to F.1-36).

    What jumps to a neighbour is a fire of its own and not counted; neither is that the object may
    be destroyed before.

    - `fire_size`: inches now, as many dice are rolled each turn.
    - `room`: the most inches that the object can carry.
    - `die`: what a face does where there is room for it to grow.

    ValueError for a fire below 0", room below 1", or turns below 0.
    """
    if fire_size < 0 or room < 1 or turns < 0:
        raise ValueError(f'no fire of {fire_size}" with room for {room}" in {turns} turns')
    does = [die(face) for face in range(1, sides + 1)]
    turn = _Turn(
        room,
        sum(each.inches > 0 for each in does) / sides,
        sum(each.inches < 0 for each in does) / sides,
        order,
    )
    per_die = sum(each.grinding for each in does) / sides
    now = {fire_size: 1.0}
    out, grinding, inches = [], [0.0], []
    for _ in range(turns):
        grinding.append(grinding[-1] + per_die * _mean(now))
        now = _after_turn(now, turn)
        out.append(now.get(0, 0.0))
        inches.append(_mean(now))
    return FireLife(tuple(out), tuple(grinding[1:]), tuple(inches))


def _after_turn(now: dict[int, float], turn: _Turn) -> dict[int, float]:
    after: dict[int, float] = {}
    for inches, chance in now.items():
        for then, share in turn.ends(inches):
            after[then] = after.get(then, 0.0) + chance * share
    return after


def _mean(now: dict[int, float]) -> float:
    return sum(inches * chance for inches, chance in now.items())
