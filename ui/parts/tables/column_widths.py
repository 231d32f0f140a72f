"""How the columns of a table share its width, as a pure function of pixels.

Each column gets what its contents need, and the name what is to spare. If that is too much, titles
get shorter, bars and pictures shrink, then prose is cut, then other columns, names last. Before the
table scrolls, empty columns fold away, and the widest of the others are pressed a little.
"""

from collections.abc import Sequence
from enum import IntEnum

from msgspec import Struct
from msgspec.structs import replace

PRESSED = 0.75
"""The part of their least width that columns keep: cut names are better than a scroll bar."""


class Gives(IntEnum):
    """When a column of a narrow table gives way to the others."""

    FIRST = 0
    """Prose: its beginning says what it is about, its tip the rest."""
    THEN = 1
    LAST = 2
    """Names: a row is found by them."""


class Wish(Struct, frozen=True):
    """What a column wants, in pixels, without the room between columns.

    `head` is the width of its title and `short` that of a shorter one, 0 for none. `content` is its
    widest cell, `words` the widest with small bars (None: as `content`), `least` what must be seen
    of it. `share` is its part of the room that no column needs. A column that `folds` may vanish.
    """

    head: int
    content: int
    least: int
    gives: Gives = Gives.THEN
    short: int = 0
    share: int = 1
    words: int | None = None
    folds: bool = False

    @property
    def whole(self) -> int:
        """Width at which nothing is cut."""
        return max(self.head, self.content)

    @property
    def brief(self) -> int:
        """Width at which no cell is cut, under the shorter title."""
        return max(self.short or self.head, self.content)

    @property
    def plain(self) -> int:
        """Width at which no word is cut."""
        return max(self.short or self.head, self.content if self.words is None else self.words)

    @property
    def floor(self) -> int:
        """Width below which the column says nothing any more."""
        return max(self.short or self.head, min(self.content, self.least))

    def with_content_of(self, other: "Wish") -> "Wish":
        """Return a wish that is wide enough for the cells of both."""
        content, least = max(self.content, other.content), max(self.least, other.least)
        words = max(each.content if each.words is None else each.words for each in (self, other))
        folds = self.folds and other.folds
        return replace(self, content=content, least=least, words=words, folds=folds)


class SharedWidths(Struct, frozen=True):
    """The width of each column, the room in it that stays empty, and whether the table scrolls.

    A column of width 0 is folded away.
    """

    widths: tuple[int, ...]
    room: int
    scrolls: bool = False


def share_width(
    width: int, wishes: Sequence[Wish], ample: int = 0, tight: int = 0, most_name: int = 0
) -> SharedWidths:
    """Share `width` pixels among columns, with `ample` room in each, or `tight` if it is short.

    What is to spare goes to names until they have `most_name`, the rest to all by their shares.
    If even the least widths are too much, each column is whole and the table scrolls.
    """
    # The cases come from wide to narrow: whole, shorter titles, cut, folded or pressed, scrolling.
    whole = [wish.whole + ample for wish in wishes]
    if sum(whole) <= width:
        return SharedWidths(tuple(_spread(width, whole, wishes, most_name)), ample)
    for room in (ample, tight):
        brief = [wish.brief + room for wish in wishes]
        if sum(brief) <= width:
            eased = [wish.whole + room for wish in wishes]
            eased = _lowered(eased, brief, sum(eased) - width)
            return SharedWidths(tuple(_spread(width, eased, wishes, most_name)), room)
    floors = [wish.floor + tight for wish in wishes]
    if sum(floors) > width:
        kept = [wish for wish in wishes if not wish.folds]
        if len(kept) == len(wishes):  # nothing left to fold, which also ends the recursion below
            if PRESSED * sum(floors) > width:
                return SharedWidths(tuple(whole), ample, scrolls=True)
            return SharedWidths(
                tuple(_lowered(floors, [0] * len(floors), sum(floors) - width)), tight
            )
        shared = share_width(width, kept, ample, tight, most_name)
        rest = iter(shared.widths)
        folded = tuple(0 if wish.folds else next(rest) for wish in wishes)
        return (
            SharedWidths(tuple(whole), ample, scrolls=True)
            if shared.scrolls
            else SharedWidths(folded, shared.room)
        )
    return SharedWidths(tuple(_cut(width, wishes, tight)), tight)


def _spread(width: int, whole: list[int], wishes: Sequence[Wish], most_name: int) -> list[int]:
    wide = list(whole)
    for place, wish in enumerate(wishes):
        if wish.gives is Gives.LAST:
            wide[place] += max(0, min(width - sum(wide), most_name - wide[place]))
    spare = _parts(width - sum(wide), [wish.share for wish in wishes])
    return [one + more for one, more in zip(wide, spare, strict=True)]


def _cut(width: int, wishes: Sequence[Wish], room: int) -> list[int]:
    """Take what is missing from bars, then from prose, then from other columns, then from names."""
    wide = [wish.brief + room for wish in wishes]
    plain = [wish.plain + room for wish in wishes]
    wide = _lowered(wide, plain, min(sum(wide) - width, sum(wide) - sum(plain)))
    for rank in Gives:
        floors = [
            wish.floor + room if wish.gives is rank else now
            for wish, now in zip(wishes, wide, strict=True)
        ]
        missing = sum(wide) - width
        wide = _lowered(wide, floors, min(missing, sum(wide) - sum(floors)))
    return wide


def _lowered(wide: Sequence[int], floors: Sequence[int], missing: int) -> list[int]:
    """Take `missing` pixels from the widest columns, so that the widest come to be alike.

    No column gets narrower than its floor; `missing` must not be more than all have above theirs.
    """
    left = list(wide)
    while missing > 0:
        free = [k for k, now in enumerate(left) if now > floors[k]]
        top = max(left[k] for k in free)
        widest = [k for k in free if left[k] == top]
        below = max((left[k] for k in free if left[k] < top), default=0)
        steps = min(top - below, *(top - floors[k] for k in widest))
        taken = _parts(min(missing, steps * len(widest)), [1] * len(widest))
        for k, less in zip(widest, taken, strict=True):
            left[k] -= less
        missing -= sum(taken)
    return left


def _parts(amount: int, weights: Sequence[int]) -> list[int]:
    """Split whole pixels by weight, so that the parts add up."""
    # Each part is the difference of two rounded running sums: no pixel is lost by rounding.
    total = sum(weights)
    parts, used, seen = [], 0, 0
    for weight in weights:
        seen += weight
        now = amount * seen // total if total else 0
        parts.append(now - used)
        used = now
    return parts
