"""Paper sizes and the cancelling of a report; imported before anything is drawn."""

from enum import StrEnum


class Paper(StrEnum):
    """The sizes that a report can be printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def points(self) -> tuple[float, float]:
        """Width and height: 210 by 297 mm, or 8.5 by 11 inches."""
        if self is Paper.LETTER:
            return 612.0, 792.0
        return 210 / 25.4 * 72, 297 / 25.4 * 72


class ReportCancelled(Exception):
    """The referee cancelled the report; nothing was written."""
