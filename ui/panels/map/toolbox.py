"""Around the map: its buttons and what they begin, its photo, the tray of units without a place."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QMouseEvent, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QListView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QWidget,
)
from typing_extensions import override

from brikdesk.pictures.photo import SUFFIXES, have_ready
from brikdesk.store.views.battlefield import Ground, TablePhoto, battlefield
from brikdesk.store.views.notes_and_photos import photo_bytes
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.jobs import OneJob
from ui.look.icons import icon
from ui.look.theme import Theme
from ui.models.map import FlatPhoto
from ui.panels.map.frame import MapFrame
from ui.panels.map.measuring import Arcing, Blasting, Sighting, TapeMeasure, Targeting
from ui.panels.map.scene import LAYERS, PHOTO
from ui.panels.map.view import ENTER, Tool
from ui.widgets.buttons import Button, icon_button
from ui.widgets.layout import in_row
from ui.widgets.painted import picturing
from ui.widgets.tokens import TokenLook, paint_token

if TYPE_CHECKING:
    from ui.panels.photo import Taken


class Toolbox:
    """Begins a tool at the selected unit, or in the middle of what is seen."""

    def __init__(self, panel: MapFrame, desk: Desk, hub: Hub) -> None:
        self._panel, self._desk, self._hub = panel, desk, hub
        self._aim_here: QAction | None = None

    def measure(self) -> None:
        """Begin to measure, from the selected unit or from the middle of what is seen (M)."""
        panel = self._panel
        token, middle = panel.selected_token(), panel.view.middle
        start = (token.x, token.y) if token else (round(middle.x()), round(middle.y()))
        self._take_up(TapeMeasure(panel.view, panel.scene, QPointF(*start)))

    def point_at_target(self, *, asked_here: bool = True) -> bool:
        """Begin to point at the target, or where a Missed Shot lands (X); False where none is asked.

        Where it was not `asked_here`, the keys go back afterwards.
        """
        panel = self._panel
        shot = panel.overlay.shot
        if shot is None or not shot.pointed:
            return False
        goal = (shot.landing.middle if shot.landing else None) or shot.goal or shot.start
        goal = (shot.place.said or goal) if shot.place else goal
        start = QPointF(*goal) if goal else panel.view.middle
        landing = shot.landing if shot.landing and shot.landing.explodes else None
        asked = shot.place.words if shot.place else "Target"
        covers = shot.place.covers if shot.place else None
        tool = Targeting(panel.view, panel.scene, start, panel.aim_at, landing, asked, covers)
        if shot.place is not None or not asked_here:
            tool.ended.connect(self._hub.pointing_left)
        return self._take_up(tool)

    def point_for_a_form(self) -> None:
        """Take the keys and point at the place that the open form asks for, or the attack."""
        view = self._panel.view
        if self.point_at_target(asked_here=False):
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def aims_here(self, unit_id: int, point: QPointF) -> list[QAction]:
        """Return the entry of a unit's menu that points the attack at it; none where none is made."""
        panel = self._panel
        shot = panel.overlay.shot
        if shot is None or not shot.pointed:
            return []
        words = "The Missed Shot strikes it" if shot.landing else "Aim the attack here"
        if shot.place is not None:
            words = f"{shot.place.words}: here"
        elif shot.landing and shot.landing.explodes:
            words = "It comes down here"
        # Kept until the next one: the menu does not own the entries that it is given.
        self._aim_here = QAction(icon(panel.theme, "attack", "text2"), words)
        self._aim_here.triggered.connect(lambda: panel.aim_at(unit_id, point))
        return [self._aim_here]

    def look(self) -> bool:
        """Begin to see what the selected unit sees (V); False if none is selected."""
        panel, token = self._panel, self._panel.selected_token()
        return token is not None and self._take_up(
            Sighting(panel.view, panel.scene, self._desk, token)
        )

    def sweep(self) -> bool:
        """Begin to draw an arc of fire (G), of the attack's weapon or of one of the selected unit.

        False if there is neither.
        """
        # Here, as it knows all acts of an attack: the map is seen before any of them is wanted.
        from ui.models.attack.controller import attack_of, attack_swept, sweeper_of

        panel, selected = self._panel, self._panel.selected_token()
        controller = attack_of(self._desk, self._hub)
        sweeper = sweeper_of(controller, selected.unit_id if selected else None)
        token = panel.scene.token(sweeper.unit_id) if sweeper else None
        if sweeper is None or token is None:
            return False

        attack = partial(attack_swept, controller)
        return self._take_up(Arcing(panel.view, panel.scene, self._desk, token, sweeper, attack))

    def blast(self) -> bool:
        """Begin to draw an explosion around the selected unit, or in the middle (B)."""
        panel, token = self._panel, self._panel.selected_token()
        start = QPointF(token.x, token.y) if token else panel.view.middle
        return self._take_up(Blasting(panel.view, panel.scene, self._desk, start))

    def _take_up(self, tool: Tool) -> bool:
        self._panel.take_up(tool)
        tool.tell()
        return True


ZOOMING = 3
"""The first buttons of the map, which are always there."""


class MapBar(QWidget):
    """One line for good: buttons without words, each for a key of the map, and words behind them.

    While a tool is in use or something is asked, most of the line is for the words.
    """

    def __init__(self, theme: Theme, words: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._buttons: list[Button] = []
        self._line = in_row(theme, (words, 1), edges=(12, 4, 12, 6), gap=2, on=self)
        self._end: Button | None = None

    def add(self, icon: str, words: str, key: str, act: Callable[[], object]) -> Button:
        """Add a button behind the others, and return it."""
        button = icon_button(self._theme, icon, f"{words} ({key})", lambda _=False: act())
        # Each has a key that works on the map itself; Tab goes from unit to unit there.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._line.insertWidget(self._line.count() - 1, button)
        self._buttons.append(button)
        return button

    def add_end(self, end: Callable[[], object]) -> None:
        """Add the button that ends a tool, shown only while one is in use."""
        self._end = self.add("cross", "End it", "Esc", end)
        self._buttons.remove(self._end)
        self._end.hide()

    def lend(self, bar: QWidget) -> None:
        """Put the bar of a tool before the words; it ends its tool itself."""
        self._line.insertWidget(self._line.count() - 1, bar)

    def give_room(self, *, wide: bool, ends: bool = False) -> None:
        """Give the line to its words, but for the buttons that zoom and, if it `ends`, the last one."""
        for button in self._buttons[ZOOMING:]:
            button.setVisible(not wide)
        if self._end is not None:
            self._end.setVisible(ends)
        self._line.activate()  # now: the words are cut, or not, for the room that they have


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


FILES = f"Photos ({' '.join(f'*{suffix}' for suffix in SUFFIXES)})"
READING = "Reading the photo… Esc stops it."
STOPPED = "Reading the photo was stopped. Nothing was changed."
NOT_SHOWN = "The photo of the table is not shown, as you stopped it; T opens it."


class PhotoWork(QObject):
    """What a map panel does with the photo of its table."""

    def __init__(self, panel: MapFrame, desk: Desk) -> None:
        super().__init__(panel)
        self._panel, self._desk = panel, desk
        self._job = OneJob(self)
        self._job.ended.connect(panel.say_what_is_here)
        # The window for the players shows the same pictures.
        self.flat = desk.shared(FlatPhoto, lambda: FlatPhoto(desk))
        self.flat.changed.connect(self._show)
        self.flat.failed.connect(desk.failed)
        desk.ending.connect(self._job.stop)
        self._show()
        self.flat.begin()

    @property
    def lies_there(self) -> bool:
        """Whether a photo lies under the map."""
        return self._ground().photo is not None

    def begin(self) -> None:
        """Ask for a photo (T), or open the sheet of the one that lies there."""
        if self._desk.read_only or not self._ground().width or self._job.is_busy:
            return
        photo = self._ground().photo
        if photo is not None and self._correct(photo):
            return
        self.choose()

    def choose(self) -> None:
        """Ask for the file of a photo."""
        have_ready()  # what reads photos starts while the referee looks for the file
        folder = str(self._desk.path.parent)
        name, _ = QFileDialog.getOpenFileName(self._panel, "Photo of the table", folder, FILES)
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read a photo beside the window, then open its sheet; show under the map what is wrong."""
        if self._desk.read_only or not self._ground().width or self._job.is_busy:
            return
        self._read(path)

    def cancel(self) -> bool:
        """Stop the reading of a photo (Esc); return whether one was being read."""
        if self._job.cancel():
            self._panel.readout.say(STOPPED)
            return True
        if self.flat.cancel():
            self._panel.readout.say(NOT_SHOWN)
            return True
        return False

    def _correct(self, photo: TablePhoto) -> bool:
        name = photo.picture
        data = self._desk.campaign.reading(lambda session: photo_bytes(session, name))
        if data is not None:
            self._read(data)
        return data is not None

    def _read(self, source: Path | bytes) -> None:
        """Read the photo of a file, or the one that the campaign holds as bytes."""
        from ui.panels.photo import from_campaign, from_file  # here: many tables have no photo

        def work() -> "Taken":
            return from_file(source) if isinstance(source, Path) else from_campaign(source)

        self._panel.readout.say(READING)
        self._job.start(work, self._open, self._could_not)

    def _open(self, taken: "Taken") -> None:
        from ui.panels.photo import PhotoSheet

        ground = self._ground()
        sheet = PhotoSheet(
            self._panel.theme, self._panel.window(), self._desk, ground, taken, ground.photo
        )
        if ground.photo is not None:
            sheet.another.connect(self.choose)
        sheet.begin()

    def _could_not(self, words: str) -> None:
        self._panel.refusal.refuse(words)

    def _show(self) -> None:
        self._panel.tabletop.show_photo(self.flat.sizes, self.flat.opacity)

    def _ground(self) -> Ground:
        return self._desk.read(battlefield)


SIDE = 24
"""Pixels at 100 % of a token in the tray."""

SHOWN = 200
"""Units that the tray shows; the rest come up when these have a place."""


class Tray(QListWidget):
    """A line of tokens; `chosen` brings the unit that is to be put down: on Enter, a click or a drag.

    While it is dragged `carried` brings where the pointer is on the screen, and `dropped` at the end.
    """

    chosen = Signal(int)
    carried = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._units: tuple[UnitRow, ...] = ()
        self._pressed: QPoint | None = None
        self._carries = False
        self.setAccessibleName("Units without a place on the map")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click puts a unit down and keeps the keys
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()
        self.itemClicked.connect(lambda item: self.chosen.emit(_unit_of(item)))
        self.restyle()

    def show_units(self, units: Iterable[UnitRow]) -> None:
        """Show these units; the tray is hidden while there are none."""
        units = tuple(units)
        if units == self._units:
            return
        self._units = units
        self.clear()
        for unit in units[:SHOWN]:
            item = QListWidgetItem(QIcon(self._picture(unit)), unit.name)
            item.setData(Qt.ItemDataRole.UserRole, unit.id)
            self.addItem(item)
        self.setVisible(bool(units))

    def restyle(self) -> None:
        """Apply new colours and sizes."""
        px = self._theme.px
        self.setIconSize(QSize(px(SIDE), px(SIDE)))
        self.setFixedHeight(px(SIDE + 22))
        self.setSpacing(px(2))
        units, self._units = self._units, ()
        self.show_units(units)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if event.key() in ENTER and item is not None:
            self.chosen.emit(_unit_of(item))
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left else None
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take up the unit that is pressed, once the pointer has left where it was."""
        here, began = event.position().toPoint(), self._pressed
        # `item` has None for -1, the row of a place beside all of them.
        item = None if began is None or self._carries else self.item(self.indexAt(began).row())
        if item is not None and began is not None:
            apart = (here - began).manhattanLength()
            self._carries = apart >= QApplication.startDragDistance()
            if self._carries:
                self.chosen.emit(_unit_of(item))
        if self._carries:
            self.carried.emit(event.globalPosition().toPoint())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        carries, self._carries, self._pressed = self._carries, False, None
        super().mouseReleaseEvent(event)
        if carries:
            self.dropped.emit(event.globalPosition().toPoint())

    def _picture(self, unit: UnitRow) -> QPixmap:
        side, look = (
            self._theme.px(SIDE),
            TokenLook(unit.colour, unit.token, unit.effective_size < 2),
        )
        with picturing(side, side, self.devicePixelRatioF()) as (picture, painter, box):
            paint_token(painter, box, self._theme, look)
        return picture


def _unit_of(item: QListWidgetItem) -> int:
    return int(item.data(Qt.ItemDataRole.UserRole))
