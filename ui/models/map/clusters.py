"""Tokens that lie too much over each other to be told apart, as clusters."""

from collections.abc import Generator, Iterable
from math import hypot

from msgspec import Struct

from ui.models.map.tokens import UnitToken

AT_ONCE = 100
"""Tokens that are looked at without a pause."""

PASSES = 6
"""How often clusters that have come to lie over each other are joined, at most."""


class Cluster(Struct, frozen=True):
    """Units that are drawn as one disc: where, in inches, and who, in the order they were given."""

    x: float
    y: float
    tokens: tuple[UnitToken, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The keys of its units."""
        return tuple(token.unit_id for token in self.tokens)

    @property
    def colour(self) -> str:
        """The colour of its faction; empty where several factions are in it."""
        colours = {token.colour for token in self.tokens}
        return colours.pop() if len(colours) == 1 else ""

    @property
    def words(self) -> str:
        """What a screen reader says of it."""
        return f"cluster of {len(self.tokens)} units"


def gather(
    tokens: Iterable[UnitToken], reach: float, around: float
) -> Generator[None, None, tuple[Cluster, ...]]:
    """Return clusters of tokens whose middles lie nearer than `reach` inches; not the single ones.

    A cluster takes in what lies nearer than `around` inches, which is no less than `reach`. The same
    tokens in the same order make the same clusters. Each `yield` is where the work may pause.
    """
    found = [Cluster(token.x, token.y, (token,)) for token in tokens]
    for _ in range(PASSES):
        joined = yield from _joined(found, reach, around)
        if len(joined) == len(found):
            break
        found = joined
    return tuple(cluster for cluster in found if len(cluster.tokens) > 1)


def _joined(
    clusters: list[Cluster], reach: float, around: float
) -> Generator[None, None, list[Cluster]]:
    """Return clusters with each taken into the first one before it that is near."""
    cells: dict[tuple[int, int], list[int]] = {}
    groups: list[list[Cluster]] = []
    for number, one in enumerate(clusters):
        across, down = int(one.x // around), int(one.y // around)
        near = (
            place
            for x in (across - 1, across, across + 1)
            for y in (down - 1, down, down + 1)
            for place in cells.get((x, y), ())
            if _meet(groups[place][0], one, reach, around)
        )
        place = min(near, default=-1)
        if place < 0:
            cells.setdefault((across, down), []).append(len(groups))
            groups.append([one])
        else:
            groups[place].append(one)
        if number % AT_ONCE == 0:
            yield
    return [_one_of(group) for group in groups]


def _meet(one: Cluster, other: Cluster, reach: float, around: float) -> bool:
    single = len(one.tokens) == len(other.tokens) == 1
    return hypot(one.x - other.x, one.y - other.y) < (reach if single else around)


def _one_of(group: list[Cluster]) -> Cluster:
    if len(group) == 1:
        return group[0]
    tokens = tuple(token for cluster in group for token in cluster.tokens)
    x = sum(token.x for token in tokens) / len(tokens)
    y = sum(token.y for token in tokens) / len(tokens)
    return Cluster(x, y, tokens)
