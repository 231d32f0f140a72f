"""Hits of rotary weapons by their barrels (12-57, 12-58, T5)."""

from brikdesk.rules.scifi.data import rows

_HITS: dict[int, int] = {row["barrels"]: row["hits"] for row in rows("rotary_hits")}


def rotary_hits(barrels: int) -> int | None:
    """Return how many hits of a rotary weapon are checked, None if the referee says (12-57)."""
    return _HITS.get(barrels)


def suggested_hits(barrels: int) -> int:
    """Suggest the hits of 1 barrel or more that the table lacks: half of them, at least 1."""
    return rotary_hits(barrels) or max(barrels // 2, 1)
