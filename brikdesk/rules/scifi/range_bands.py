"""Range bands of a range factor, and the minimum range (12-13 to 12-17, T2)."""

import math
from enum import StrEnum

from msgspec import Struct

from brikdesk.lengths import compared
from brikdesk.rules.nearly import NEARLY
from brikdesk.rules.no import No
from brikdesk.rules.scifi.data import rows

_STEPS = {row["name"]: (row["above"], row["to"]) for row in rows("range_bands")}

TOO_CLOSE, TOO_FAR = "too close", "out of range"


class RangeBand(StrEnum):
    """How far away a target is, by the range factor of the weapon."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class RangeSpan(Struct, frozen=True):
    """A line of the range table: inches `above` (at least, for the first) and `to`."""

    name: str
    above: float
    to: float | None


def band(distance: float, range_factor: float) -> RangeBand | None:
    """Return the range band of a measured distance, both in inches; None is out of range.

    Rules: 12-13 (short to the range factor), 12-14 (medium to twice), 12-15 (long to three times as
    far), 12-16 (beyond). Each band includes its far edge.
    """
    inside = standing(distance, spans(range_factor))
    return next((band for band in RangeBand if band.value == inside), None)


def may_reach(distance: float, range_factor: float, minimum: float | None = None) -> No | None:
    """Refuse a target that is out of range or nearer than the minimum range, in inches.

    Rules: 12-16, 12-17, S-02 (exactly at the minimum range is allowed).
    """
    inside = standing(distance, spans(range_factor, minimum))
    if inside == TOO_CLOSE:
        near, least = compared(distance, minimum or 0.0)
        return No("12-17", f"{near} is nearer than the minimum range of {least}")
    if inside == TOO_FAR:
        reach = _STEPS[RangeBand.LONG.value][1] * range_factor
        far, most = compared(distance, reach)
        return No("12-16", f"{far} is out of range, it reaches {most}")
    return None


def spans(range_factor: float, minimum: float | None = None) -> tuple[RangeSpan, ...]:
    """Return the bands of a range factor with their bounds, and what lies beyond (12-13 to 12-17).

    With a minimum range the first span is what is too close.
    """
    inside = tuple(
        RangeSpan(name, low * range_factor, high * range_factor)
        for name, (low, high) in _STEPS.items()
    )
    near = (RangeSpan(TOO_CLOSE, 0, minimum),) if minimum else ()
    return (*near, *inside, RangeSpan(TOO_FAR, inside[-1].to or 0, None))


def standing(distance: float, spans: tuple[RangeSpan, ...]) -> str:
    """Return the name of the span in which a measured distance lies, in inches (12-13 to 12-17)."""
    return next(span.name for span in spans if _holds(span, distance))


def _holds(span: RangeSpan, distance: float) -> bool:
    far = math.inf if span.to is None else span.to
    # The minimum range itself is allowed (S-02), and each band includes its far edge.
    return distance < far - NEARLY if span.name == TOO_CLOSE else distance <= far + NEARLY
