"""The layers of the map, which can be hidden one by one (L)."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

TERRAIN, FIELDS, FLIGHTS, UNITS = "terrain", "fields", "flights", "units"
PHOTO, GRID, TRAILS, LABELS = "photo", "grid", "trails", "labels"
TURN = "turn"

LAYERS = {
    PHOTO: "Photo of the table",
    GRID: "Grid",
    TERRAIN: "Terrain",
    FIELDS: "Fields and mines",
    TRAILS: "Trails of this turn",
    FLIGHTS: "Flights",
    UNITS: "Units",
    TURN: "What is left of the turn",
    LABELS: "Labels",
}
"""Each layer with its words, from below."""


class LayersMenu(QMenu):
    """A menu with a tick for each layer, for that of the photo only if there is a `photo`.

    `changed` comes with the names of the layers that are hidden.
    """

    changed = Signal(object)

    def __init__(
        self, hidden: frozenset[str], parent: QWidget | None = None, photo: bool = False
    ) -> None:
        super().__init__(parent)
        self._hidden = hidden
        for layer, words in LAYERS.items():
            if layer == PHOTO and not photo:
                continue
            entry = self.addAction(words)
            entry.setCheckable(True)
            entry.setChecked(layer not in hidden)
            entry.toggled.connect(lambda on, layer=layer: self._set(layer, on))
        self.aboutToHide.connect(self.deleteLater)  # its host would keep every menu ever opened

    def _set(self, layer: str, shown: bool) -> None:
        self._hidden = self._hidden - {layer} if shown else self._hidden | {layer}
        self.changed.emit(self._hidden)
