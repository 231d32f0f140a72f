"""How far a projectile has flown."""

from msgspec import Struct
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from brikdesk.lengths import in_inches
from ui.look.theme import Theme
from ui.widgets.brushwork import draw_plate
from ui.widgets.painted import PaintedWidget

TURN = 12.0
"""Inches that a projectile flies in a turn; the bar has a tick after each turn."""

HIGH, TICK, WIDE = 6, 12, 110


class FlownInches(Struct, frozen=True):
    """Inches flown, and inches in all to the X that marks where it lands."""

    flown: float
    total: float

    @property
    def words(self) -> str:
        """Return the distance as it is read out and written beside the bar: 24" of 30"."""
        return f"{in_inches(self.flown)} of {in_inches(self.total)}"


def paint_flight_bar(painter: QPainter, box: QRectF, theme: Theme, flight: FlownInches) -> None:
    """Paint the bar across `box`: the flown part solid, a tick at each 12 inches."""
    high, radius = theme.px(HIGH), theme.px(HIGH) / 2
    track = QRectF(box.left(), round(box.center().y() - high / 2), box.width(), high)
    draw_plate(painter, track, radius, theme.color("bg3"), theme.color("line2"))
    if flight.total <= 0:
        return
    part = min(1.0, max(0.0, flight.flown / flight.total))
    if part:
        flown = QRectF(track.left(), track.top(), track.width() * part, high)
        draw_plate(painter, flown, radius, theme.color("text"))
    tick, wide = theme.px(TICK), max(1.5, theme.px(1.5))
    for turn in range(1, int(flight.total // TURN) + 1):
        at = track.left() + track.width() * turn * TURN / flight.total
        # A flight of whole turns ends at the end of the bar: no tick stands there.
        if at < track.right() - wide:
            mark = QRectF(at - wide / 2, track.center().y() - tick / 2, wide, tick)
            painter.fillRect(mark, theme.color("text2"))


class FlightBar(PaintedWidget):
    """The bar as a widget."""

    def __init__(self, theme: Theme, flight: FlownInches) -> None:
        super().__init__(theme)
        self.show_flight(flight)

    def show_flight(self, flight: FlownInches) -> None:
        """Show another flight."""
        self.flight = flight
        self.setAccessibleName(f"Flown {flight.words}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the usual size."""
        return QSize(self.theme.px(WIDE), self.theme.px(18))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint track, flown part and ticks."""
        paint_flight_bar(painter, box, self.theme, self.flight)
