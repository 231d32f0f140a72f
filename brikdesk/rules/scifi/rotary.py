"""Hits of rotary weapons by their barrels (12-57, 12-58, T5)."""

from brikdesk.errors import BadInput
from brikdesk.rules.scifi.data import rows

_HITS: dict[int, int] = {row["barrels"]: row["hits"] for row in rows("rotary_hits")}


def rotary_hits(barrels: int) -> int | None:
    """Return how many hits of a rotary weapon are checked, None if the referee says (12-57)."""
    return _HITS.get(barrels)


def suggested_hits(barrels: int) -> int:
    """Suggest the hits of a number of barrels that the table lacks: half of them, at least 1.

    Raise BadInput for fewer than 1 barrel.
    """
    if barrels < 1:
        raise BadInput(f"{barrels} barrels are too few, type 1 or more", where="Barrels")
    return rotary_hits(barrels) or max(barrels // 2, 1)
