"""The widths of units and desk: as last left on a screen of this size, or as designed."""

from collections.abc import Collection

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QSplitter, QWidget

from ui.campaign.remembered import Remembered
from ui.look.theme import Theme
from ui.look.widths import ROOMS, Width

LEAST_UNITS, LEAST_MIDDLE, LEAST_SIDE = 180, 320, 300


class PaneWidths(QObject):
    """Remembers the widths that the referee drags, by width class, in pixels at 100 %."""

    def __init__(
        self,
        theme: Theme,
        splitter: QSplitter,
        parts: tuple[QWidget, QWidget, QWidget],
        remembered: Remembered,
    ) -> None:
        super().__init__(splitter)
        self.theme, self._splitter, self._remembered = theme, splitter, remembered
        self._units, self._middle, self._side = parts
        self._room, self._tab = Width.WIDE, ""
        splitter.splitterMoved.connect(self._keep)

    def set_widths(self, room: Width, shown: Collection[QWidget], tab: str = "") -> None:
        """Set the widths of this class, for the panes in `shown`; the Attack tab may be wider.

        Panes in `shown` that are still hidden get theirs too, for the moment they appear.
        """
        self._room, self._tab = room, tab
        px, splitter = self.theme.px, self._splitter
        self._units.setMinimumWidth(px(LEAST_UNITS))
        self._middle.setMinimumWidth(px(LEAST_MIDDLE))
        self._side.setMinimumWidth(px(LEAST_SIDE))
        units, side = (px(wide) for wide in self._chosen())
        middle = splitter.width() - sum(
            wide + splitter.handleWidth()
            for part, wide in ((self._units, units), (self._side, side))
            if part in shown
        )
        splitter.setSizes([units, max(1, middle), side])
        for part, wide in ((self._units, units), (self._side, side)):
            if part in shown and part.isHidden():
                part.resize(wide, splitter.height())

    def _chosen(self) -> tuple[int, int]:
        kept = bytes(self._remembered.place(self._splitter.screen().size(), self._key()).data())
        # From the settings file, which anybody can edit: what is not two widths is ignored.
        parts = [int(part) for part in kept.split(b",") if part.isdigit() and len(part) < 6]
        room = ROOMS[self._room]
        side = room.attack if self._tab == "attack" else room.side
        return (parts[0], parts[1]) if len(parts) == 2 else (room.units, side)

    def _keep(self, *_: int) -> None:
        scale, room = self.theme.scale, ROOMS[self._room]
        units, _middle, side = (round(size * 100 / scale) for size in self._splitter.sizes())
        # A hidden pane has the width 0, which must not be remembered.
        value = QByteArray(f"{units or room.units},{side or room.side}".encode("ascii"))
        self._remembered.keep_place(self._splitter.screen().size(), self._key(), value)

    def _key(self) -> str:
        # Only in the widest class has the attack a width of its own.
        attack = "_attack" if self._tab == "attack" and self._room is Width.WIDE else ""
        return f"panes_{self._room.name.lower()}{attack}"
