"""Pictures of the map alone and with each of its tools."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from ui.scenes.scene import Scene

if TYPE_CHECKING:
    from brikdesk.pictures.photo import PhotoCopy
    from ui.campaign.desk import Desk
    from ui.panels.map.panel import MapPanel
    from ui.window.main_window import MainWindow


_KEY = Qt.Key
EAST, SOUTH = (_KEY.Key_Right,) * 5, (_KEY.Key_Down,) * 4


class TableScenes:
    """The scenes by name; `rest` waits until the window is at rest."""

    def __init__(self, rest: Callable[[], None]) -> None:
        self._rest = rest

    def all(self) -> dict[str, Scene]:
        """Return every scene by its name."""
        return {
            "map-alone": partial(self._map, keys=(_KEY.Key_F11,)),
            "map-move": partial(self._map, keys=EAST + SOUTH),
            "map-measure": partial(self._map, keys=(_KEY.Key_M, *EAST, *SOUTH)),
            "map-look": partial(self._map, keys=(_KEY.Key_V,)),
            "map-sweep": partial(self._map, keys=(_KEY.Key_G,)),
            "map-blast": partial(self._map, keys=(_KEY.Key_B,)),
            "map-terrain": partial(self._map, keys=(_KEY.Key_E,)),
            "album": self._album,
            "map-photo": self._photo,
        }

    def _album(self, window: "MainWindow") -> None:
        """Show the album with two photos: the table as a picture, near and far."""
        from brikdesk.acts.campaign.album import PinPhoto
        from brikdesk.store.views.units import units

        desk = self._battle(window)
        own = desk.read(units)[0].id
        for wide, words, whose in ((900, "All of it before the shot", None), (700, "", own)):
            photo = self._picture(desk, wide)
            act = PinPhoto(picture=photo.name, unit_id=whose, words=words)
            desk.do_with_photo(photo, act)
        window.commands["album"].trigger()
        for _ in range(3):  # the photos come from a thread, one after another
            self._rest()

    def _photo(self, window: "MainWindow") -> None:
        """Show the sheet that straightens a photo of the table: here, a picture of it."""
        from brikdesk.store.views.battlefield import battlefield
        from ui.panels.photo.sheet import PhotoSheet
        from ui.panels.photo.taking import from_campaign

        desk = self._battle(window)
        taken = from_campaign(self._picture(desk, 1200).data)
        PhotoSheet(window.theme, window, desk, desk.read(battlefield), taken, None).begin()

    def _battle(self, window: "MainWindow") -> "Desk":
        window.commands["battle"].trigger()
        at_work = window.at_work
        assert at_work is not None
        return at_work.desk

    def _picture(self, desk: "Desk", wide: int) -> "PhotoCopy":
        """Return the table as a picture of so many pixels."""
        from brikdesk.pictures.photo import MOST_PINNED, photo_of
        from brikdesk.reports.map.data import table_map
        from brikdesk.reports.map.picture import map_picture
        from brikdesk.turns.secrets import Secrets

        shown = desk.campaign.reading(
            lambda session: table_map(session, (), "The table", Secrets())
        )
        return photo_of(map_picture(shown, ".png", wide), MOST_PINNED)

    def _map(self, window: "MainWindow", keys: tuple[Qt.Key, ...]) -> None:
        from brikdesk.store.views.units import units

        at_work = window.at_work
        assert at_work is not None
        window.commands["battle"].trigger()
        own = next(row for row in at_work.desk.read(units) if row.move_left)
        at_work.hub.select_unit(own.id)
        self._rest()
        at_work.view.body.switched.emit(0)  # where only one of map and desk has room
        panel = cast("MapPanel", at_work.view.panel("map"))
        panel.view.setFocus()
        for key in keys:
            letter = chr(key).lower() if _KEY.Key_A <= key <= _KEY.Key_Z else ""
            for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                if target := QApplication.focusWidget():
                    event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter)
                    QApplication.sendEvent(target, event)
            self._rest()
