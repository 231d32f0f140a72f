"""The middle of the Battle workspace: the map above, one table of the ledger below."""

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from ui.campaign.remembered import Remembered
from ui.look.theme import Theme
from ui.look.widths import Width
from ui.widgets.layout.arranging import Arranging

LEDGER = {Width.WIDE: 224, Width.MEDIUM: 180, Width.NARROW: 196, Width.SLIM: 0}
"""Height of the ledger in each width class, in pixels at 100 %."""

LEAST_MAP, LEAST_LEDGER = 160, 110


class BattleMiddle(QSplitter):
    """Holds map and ledger; the height that the referee drags is remembered by width class."""

    def __init__(self, theme: Theme, remembered: Remembered, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._arranging = Arranging(self, self._share)
        self.theme, self._remembered = theme, remembered
        self._room = Width.WIDE
        self._map: QWidget | None = None
        self._ledger: QWidget | None = None
        self.setChildrenCollapsible(False)
        self.splitterMoved.connect(self._keep)

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """Map and ledger, as far as they are shown."""
        parts = (self._map, self._ledger)
        return tuple(part for part in parts if part is not None and not part.isHidden())

    def show_parts(self, room: Width, map_panel: QWidget, ledger: QWidget | None) -> None:
        """Show the map, and the ledger below it; None where that is a drawer."""
        below = self._ledger
        if ledger is None and below is not None and self.indexOf(below) >= 0:
            below.hide()  # the window became narrower: it is a drawer from now on
        self._room, self._map, self._ledger = room, map_panel, ledger
        for place, part in enumerate((map_panel, ledger)):
            if part is not None and self.indexOf(part) != place:
                self.insertWidget(place, part)
            if part is not None:
                part.show()
                self.setStretchFactor(place, int(part is map_panel))
        map_panel.setMinimumHeight(self.theme.px(LEAST_MAP))
        if ledger is not None:
            ledger.setMinimumHeight(self.theme.px(LEAST_LEDGER))
        self.setFocusProxy(map_panel)
        self._share()

    def show_alone(self, alone: bool) -> None:
        """Show the map without the ledger, or both with the height that it had."""
        if self._ledger is not None and self._ledger.isHidden() is not alone:
            self._ledger.setVisible(not alone)
            self._share()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _share(self) -> None:
        if self._ledger is None or self.indexOf(self._ledger) < 0:
            return
        low = self.theme.px(self._chosen())
        self.setSizes([max(1, self.height() - low - self.handleWidth()), low])

    def _chosen(self) -> int:
        kept = bytes(self._remembered.place(self.screen().size(), self._key()).data())
        # From the settings file, which anybody can edit: what is no height is ignored.
        return int(kept) if kept.isdigit() and len(kept) < 6 else LEDGER[self._room]

    def _keep(self, *_: int) -> None:
        if self._ledger is None or self.count() < 2:
            return
        low = round(self.sizes()[1] * 100 / self.theme.scale)
        value = QByteArray(str(low).encode("ascii"))
        self._remembered.keep_place(self.screen().size(), self._key(), value)

    def _key(self) -> str:
        return f"ledger_{self._room.name.lower()}"
