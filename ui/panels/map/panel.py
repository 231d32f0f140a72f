"""The map of the Battle workspace: the table with all that stands on it, its keys, pointer and tray."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import cast

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap, QShowEvent
from typing_extensions import override

from brikdesk.errors import Refusal
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import Ground, battlefield, trails_now
from brikdesk.store.views.still_to_act import may_answer
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.ledger import fires
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import sign
from ui.look.text import PartedLabel, announce
from ui.look.theme import Theme
from ui.models.first_battle import card_shows, card_takes, is_set_up, waits_to_begin
from ui.models.map import Cluster, DrawnShot, UnitToken, bare_token, tokens_of
from ui.models.queue import queue_of
from ui.panels.map.drawing import TerrainWork
from ui.panels.map.frame import MapFrame
from ui.panels.map.measuring import Boxing
from ui.panels.map.moving import Moving, Several
from ui.panels.map.overlay import MapOverlay
from ui.panels.map.scene import FLIGHTS, MapScene
from ui.panels.map.tabletop import Tabletop
from ui.panels.map.toolbox import SIDE, LayersMenu, MapBar, PhotoWork, Toolbox, Tray
from ui.panels.map.view import ENTER, STEPS, MapView, Tool, step_of, turn_of
from ui.panels.units.panel import UnitActs
from ui.parts.editor_sheet import RefusedHere
from ui.widgets.buttons import waits_with_the_keys
from ui.widgets.layout import Arranged, in_column
from ui.widgets.painted import draw_plate, picturing
from ui.widgets.tokens import TokenLook, paint_token


class RefusedOver(RefusedHere):
    """A refusal over the foot of the map, or over its head where the referee is busy at the foot.

    It takes no room from the map, so nothing moves under the pointer. `view` is the map's, `busy`
    yields the places of the view that must stay in sight.
    """

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        view: MapView,
        busy: Callable[[], Iterable[QPointF]],
    ) -> None:
        super().__init__(theme, desk, hub, view)
        self._view, self._busy = view, busy
        self._around()
        theme.changed.connect(self._around)

    @override
    def refuse(self, sentence: str, rule: str = "", others: Sequence[Refusal] = ()) -> None:
        super().refuse(sentence, rule, others)
        self.put_in_place()
        self.raise_()

    @override
    def offer(self, words: str, does: Callable[[], object] | None) -> None:
        super().offer(words, does)
        self.put_in_place()

    def put_in_place(self) -> None:
        """Lie over the foot of the view as it is now, or over its head."""
        px, room = self.theme.px, self._view.rect()
        layout = self.layout()
        if self.isHidden() or layout is None:
            return
        wide = min(room.width() - 2 * px(8), px(640))
        layout.activate()
        high = layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else -1
        high = max(high, layout.totalMinimumSize().height())
        foot = QRect((room.width() - wide) // 2, room.height() - high - px(8), wide, high)
        head = QRect(foot.left(), px(8), wide, high)
        busy, near = tuple(self._busy()), px(32)

        def covered(box: QRect) -> int:
            around = QRectF(box).adjusted(-near, -near, near, near)
            return sum(around.contains(place) for place in busy)

        self.setGeometry(min(foot, head, key=covered))

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme = self.theme
        draw_plate(painter, box, theme.px(8), theme.color("bg1"), theme.color("danger"), 1.5)

    def _around(self) -> None:
        if (layout := self.layout()) is not None:
            px = self.theme.px
            layout.setContentsMargins(px(12), px(8), px(12), px(8))
        self.put_in_place()


_OF_UNIT = (
    ("← ↑ ↓ →", "move"), ("[ ]", "turn"), ("Ctrl Space", "several"), ("A", "attack"),
)  # fmt: skip
_OF_MAP = (
    ("M", "measure"), ("E", "terrain"), ("L", "layers"), ("+ −", "zoom"), ("0", "fit"), ("F11", "alone"),
)  # fmt: skip


def idle_keys(selected: bool, read_only: bool, begins: bool) -> tuple[tuple[str, str], ...]:
    """Return what the status bar lists while no tool is in use."""
    first = (("Tab", "next unit"), *((("Enter", "begin"),) * begins))
    if not selected:
        return (*first, *_OF_MAP)
    changing = () if read_only else _OF_UNIT
    return (*first, *changing, *_OF_MAP, *((("Enter", "open"),) * (not begins)))


_KEY, _MOD = Qt.Key, Qt.KeyboardModifier
PAN = 60
"""Pixels at 100 % of one step with Ctrl and an arrow."""


class MapKeys:
    """Takes the keys of a map; those that it does not use go on to the desk."""

    def __init__(self, panel: "MapPanel") -> None:
        self._panel = panel
        tools = panel.tools
        self._letters: dict[str, Callable[[], object]] = {
            "m": tools.measure,
            "l": panel.choose_layers,
            "e": lambda: panel.terrain.draw(),  # made when it is first wanted
            "t": panel.photo.begin,
            "x": tools.point_at_target,
            "v": tools.look,
            "g": tools.sweep,
            "b": tools.blast,
        }

    def take(self, event: QKeyEvent) -> bool:
        """Use a key, or return False."""
        panel = self._panel
        if event.key() == _KEY.Key_Escape and (panel.photo.cancel() or panel.close_fan()):
            return True
        if self._look(event):
            return True
        # A tool has every key but those that move the view: its letters mean something else.
        if panel.tool is not None:
            return panel.tool.key(event)
        if self._select(event):
            return True
        step = step_of(event)
        if step is not None:
            moving = panel.begin_moving()
            return moving is not None and moving.key(event)
        return self._act(event)

    def _select(self, event: QKeyEvent) -> bool:
        """Select several, or leave one of them."""
        several, key = self._panel.several, event.key()
        if event.modifiers() == _MOD.ControlModifier and key == _KEY.Key_A:
            several.choose_side()
            return True
        if event.modifiers() == _MOD.ControlModifier and key == _KEY.Key_Space:
            return several.toggle_here()
        return key == _KEY.Key_Escape and several.leave()

    def _look(self, event: QKeyEvent) -> bool:
        """Zoom, pan and show nothing but the map, which every tool allows."""
        view, key = self._panel.view, event.key()
        modifiers = event.modifiers() & ~_MOD.KeypadModifier
        if modifiers == _MOD.ControlModifier and Qt.Key(key) in STEPS:
            step = STEPS[Qt.Key(key)] * view.theme.px(PAN)
            view.pan(step.x(), step.y())
        # Ctrl with plus, minus or 0 is the size of the text, a key of the window.
        elif modifiers & _MOD.ControlModifier:
            return False
        elif sign(event) in ("+", "="):  # many keyboards have + as Shift and =
            view.zoom(1)
        elif sign(event) == "-":
            view.zoom(-1)
        elif key == _KEY.Key_F11 and not modifiers:
            self._panel.ask_alone()
        elif sign(event) == "0" and self._panel.tool is None:
            view.fit()
        else:
            return False
        return True

    def _act(self, event: QKeyEvent) -> bool:
        """Act on the map or on the selected unit."""
        panel, key, letter = self._panel, event.key(), sign(event)
        if event.modifiers() & (_MOD.ControlModifier | _MOD.AltModifier):
            return False
        token = panel.selected_token()
        if (letter == "o" and panel.refusal.overrule()) or (letter and panel.card_takes(letter)):
            pass
        elif begin := self._letters.get(letter):
            return begin() is not False
        elif letter == "z" and token is not None:
            # A foot of table around the unit.
            panel.view.show_box(QRectF(token.x - 6, token.y - 6, 12, 12))
        elif degrees := turn_of(event):
            return panel.turn(degrees)
        elif key == _KEY.Key_Menu and token is None:
            panel.terrain.show_menu_here()
        elif token is not None:
            return self._of_unit(event, token.unit_id, QPointF(token.x, token.y))
        else:
            return key in ENTER and panel.card_takes("")
        return True

    def _of_unit(self, event: QKeyEvent, unit_id: int, point: QPointF) -> bool:
        panel, key = self._panel, event.key()
        if key in ENTER:
            # Who has put the last unit down begins by the key that the card shows.
            if not (panel.waits_to_begin and panel.card_takes("")):
                panel.open_unit(unit_id)
        elif key == _KEY.Key_F2:
            panel.edit_unit(unit_id)
        elif key == _KEY.Key_Menu or (
            key == _KEY.Key_F10 and event.modifiers() & _MOD.ShiftModifier
        ):
            place: QPoint = panel.view.viewport().mapToGlobal(panel.view.to_view(point).toPoint())
            panel.acts.show_menu(unit_id, place)
        elif key == _KEY.Key_Delete and not panel.read_only:
            panel.acts.do("remove", unit_id)
        elif (letter := sign(event)) and not panel.read_only and panel.acts.knows(letter, unit_id):
            panel.acts.by_letter(letter, unit_id)
        else:
            return False
        return True


_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
TREMBLING = 8
"""Pixels that a press may wander and still be a click; as far as Qt itself waits."""


class Pointer(QObject):
    """Hears of presses and drags of the view, and gives them to the tool that is in use."""

    def __init__(self, panel: "MapPanel") -> None:
        super().__init__(panel)
        self._panel, self._view, self._scene = panel, panel.view, panel.scene
        self._held: UnitToken | None = None
        self._one_of_several = 0
        self._pressed_at = QPointF()
        self._answers: tuple[int, QPointF] | None = None
        view = panel.view
        view.pressed.connect(self._pressed)
        view.dragged.connect(self._dragged)
        view.released.connect(self._released)
        view.hovered.connect(self._hovered)
        view.opened.connect(self._opened)
        view.menu_asked.connect(self._menu)

    def let_go(self) -> None:
        """Forget the unit under the button: its drag is over."""
        self._held = None

    def _pressed(self, point: QPointF, keys: Qt.KeyboardModifier) -> None:
        self._panel.refusal.clear()
        if not waits_with_the_keys():
            self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        tool = self._panel.tool
        cluster = self._scene.cluster_at(point, self._view.scale_now)
        if cluster is not None and (tool is None or tool.aims):
            self._panel.open_cluster(cluster)
            return
        if tool is not None:
            tool.press(point)
            return
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        if unit_id not in self._scene.fanned:
            self._panel.close_fan()
        shot = self._panel.overlay.shot
        if shot is not None and shot.place is not None:
            # A drag of the table still moves it: the click answers when the button is let go.
            self._pressed_at, self._answers = point, (unit_id, point)
            return
        if shot is not None and shot.takes(unit_id, (point.x(), point.y())):
            # Nothing else is waited for: that is what the click means.
            self._panel.aim_at(unit_id, point)
            return
        beyond = shot.beyond((point.x(), point.y())) if shot is not None and not unit_id else ""
        if beyond:
            self._panel.remark(beyond)
        if unit_id and keys & _CTRL:
            self._panel.several.click(unit_id)
        elif keys & _SHIFT and not unit_id:
            self._panel.box(point)
        else:
            self._hold(point, unit_id, keep=bool(keys & _CTRL or beyond))

    def _hold(self, point: QPointF, unit_id: int, *, keep: bool) -> None:
        """Take a unit up for a drag, or the table; `keep` leaves those that are selected."""
        self._pressed_at = point
        self._held = self._scene.token(unit_id)
        if unit_id in self._panel.several.ids:
            # A drag moves all of them; only a click leaves this one.
            self._one_of_several = unit_id
            self._panel.several.go_to(unit_id)
        elif not keep:
            self._panel.select(unit_id)
        if self._held is None:
            self._view.start_panning()

    def _dragged(self, point: QPointF) -> None:
        if self._panel.tool is not None:
            self._panel.tool.drag(point)
        elif self._answers is not None:
            apart = (point - self._pressed_at) * self._view.scale_now
            if apart.manhattanLength() > TREMBLING:
                self._answers = None
                self._view.start_panning()
        elif self._held is not None and not self._panel.read_only:
            apart = (point - self._pressed_at) * self._view.scale_now
            if apart.manhattanLength() > TREMBLING:
                together = self._panel.several.together_with(self._held)
                self._panel.take_up_move(*together).drag(point)

    def _released(self, point: QPointF) -> None:
        self._held = None
        one, self._one_of_several = self._one_of_several, 0
        answers, self._answers = self._answers, None
        if self._panel.tool is not None:
            self._panel.tool.release(point)
        elif answers is not None:
            self._panel.aim_at(*answers)
        elif one:
            self._panel.select(one)

    def _hovered(self, point: QPointF) -> None:
        shot = self._panel.overlay.shot
        if self._panel.tool is not None:
            self._panel.tool.follow(point)
        elif shot is not None and shot.place is not None and shot.place.covers is not None:
            self._view.viewport().update()  # it goes with the pointer

    def _opened(self, point: QPointF) -> None:
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        if self._panel.tool is not None:
            self._panel.tool.open(point)
        elif unit_id:
            self._panel.open_unit(unit_id)

    def _menu(self, point: QPointF, place: QPoint) -> None:
        unit_id = self._scene.unit_seen_at(point, self._view.scale_now)
        if self._panel.tool is None and unit_id:
            # The target first: to select it would put another unit beside the attack's tab.
            aims = self._panel.tools.aims_here(unit_id, point)
            if not aims:
                self._panel.select(unit_id)
            self._panel.acts.show_menu(unit_id, place, aims)
        else:
            self._panel.terrain.show_menu(point, place)


_TABLES = battlefield.tables | units.tables | fires.tables | may_answer.tables


class MapPanel(Arranged, MapFrame):
    """Table, units, Fields and flights; one selection with all other panes.

    What is done to a place is done by a tool; without one a click selects, a drag of a unit moves
    it, and a drag of the table pans.
    """

    refusal: RefusedOver

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, parent: QtWidgets.QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.arranged_by(self._arrange)
        self.theme, self._desk, self._hub = theme, desk, hub
        self.scene = MapScene(theme, self)
        self.view = MapView(theme, self.scene, self)
        self.tabletop = Tabletop(theme, self.view)
        self.overlay = MapOverlay(theme, self.view, self.scene)
        self.tray = Tray(theme, self)
        self.refusal = RefusedOver(theme, desk, hub, self.view, self._busy)
        self.acts = UnitActs(theme, desk, hub, self.refusal, self, removes_all=True)
        self.photo = PhotoWork(self, desk)
        self.tool: Tool | None = None
        self._waiting: dict[int, UnitRow] = {}
        self._hidden: frozenset[str] = frozenset()
        self._stale = True
        self._size = QSize()
        self._listed = 0
        """The unit that was last chosen from the list of a heap."""
        self.several = Several(self.scene, desk, hub, self)
        self.tools = Toolbox(self, desk, hub)
        self._keys, self._pointer = MapKeys(self), Pointer(self)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.view)
        # Drawn is what is there when it is shown: only then is it known how large.
        self._sort_out()

    @cached_property
    def terrain(self) -> TerrainWork:
        """What is done with the table and the terrain on it, made when it is first wanted."""
        made = TerrainWork(self, self._desk, self._hub)
        self._bar.lend(made.bar)
        return made

    # --- what is shown ---------------------------------------------------------------------------

    def _sort_out(self) -> tuple[Ground, tuple[UnitToken, ...]]:
        """Show who has no place; return the ground and who stands on it."""
        ground = self._desk.read(battlefield)
        tokens, placeless = tokens_of(
            self._desk.read(units),
            ground.standing,
            self._desk.read(fires),
            self._desk.read(may_answer),
        )
        if not ground.width:
            placeless = ()
        self._waiting = {unit.id: unit for unit in placeless}
        self.tray.show_units(placeless)
        return ground, tokens

    def refresh(self) -> None:
        """Show the battlefield as the campaign has it now."""
        self._stale = False
        ground, tokens = self._sort_out()
        self.overlay.selected = self._hub.selected_unit
        self._keep_beside()
        # First, as units are drawn for its scale. Before the first battle there is no table.
        self.view.set_table(ground.width or 40.0, ground.depth or 30.0)
        moved = self.scene.show_units(tokens)
        self.scene.show_trails(self._desk.read(trails_now))
        if self.several.ids:
            self.several.keep_placed()
        if moved or ground != self.overlay.ground:
            self.tabletop.ground = self.overlay.ground = ground
            self.tabletop.terrain.show_ground(ground)
            self.scene.show_ground(ground)
            self.overlay.forget()
            self.view.viewport().update()
        self.say_what_is_here()
        if self.tool is not None:
            self.tool.refreshed()

    def select(self, unit_id: int) -> None:
        """Select one unit, for the whole desk and on the map."""
        self.several.leave()
        self._hub.select_unit(unit_id)

    def go_to_unit(self, by: int) -> bool:
        """Select the next unit in reading order, or the one before; False if there is none."""
        if self.tool is not None and self.tool.step(by):
            return True
        ids = [token.unit_id for token in self.scene.in_reading_order()]
        if not ids:
            return False
        at = ids.index(self.overlay.selected) + by if self.overlay.selected in ids else 0
        self.several.go_to(ids[at % len(ids)])
        return True

    def selected_token(self) -> UnitToken | None:
        """Return the token of the selected unit; none if it has no place."""
        return self.scene.token(self.overlay.selected)

    @property
    def read_only(self) -> bool:
        """Whether the campaign can only be looked at."""
        return self._desk.read_only

    def open_unit(self, unit_id: int) -> None:
        """Show the inspector of a unit; of one in a heap that is closed, the heap is opened first."""
        heap = self.scene.clusters.heap_of(unit_id)
        if heap is not None and unit_id not in self.scene.fanned and unit_id != self._listed:
            self.open_cluster(heap)
            return
        self._hub.unit_opened.emit(unit_id)

    def remark(self, words: str) -> None:
        """Say why a click did nothing."""
        self._hub.remarked.emit(words)

    def open_cluster(self, cluster: Cluster) -> None:
        """Show the units of a heap around it, or list them where they are too many for that."""
        if self.scene.fan_out(cluster):
            self._settled()
            return
        menu = QtWidgets.QMenu(self)
        for token in self.scene.clusters.whole(cluster).tokens:
            entry = menu.addAction(QIcon(self._picture_of(token)), f"{token.name}, {token.faction}")
            entry.triggered.connect(lambda _=False, of=token: self._take_listed(of))
            if token.unit_id == self.overlay.selected:
                menu.setActiveAction(entry)
        menu.aboutToHide.connect(menu.deleteLater)  # its host would keep every menu ever opened
        place = self.view.to_view(QPointF(cluster.x, cluster.y)).toPoint()
        menu.popup(self.view.viewport().mapToGlobal(place))

    def close_fan(self) -> bool:
        """Gather the units of a heap that was opened; False if none is."""
        if not self.scene.fanned:
            return False
        self.scene.fan_out(None)
        self._settled()
        return True

    def _take_listed(self, token: UnitToken) -> None:
        """Take a unit of the list of a heap as one that was clicked."""
        shot = self.overlay.shot
        place = QPointF(token.x, token.y)
        if shot is not None and (
            shot.place is not None or shot.takes(token.unit_id, (token.x, token.y))
        ):
            self.aim_at(token.unit_id, place)
        elif self.tool is not None and self.tool.aims:
            self.tool.press(place)
        else:
            self.select(token.unit_id)
            self._listed = token.unit_id

    def _picture_of(self, token: UnitToken) -> QPixmap:
        side, look = self.theme.px(SIDE), TokenLook(token.colour, token.initials, token.solid)
        with picturing(side, side, self.devicePixelRatioF()) as (picture, painter, box):
            paint_token(painter, box, self.theme, look)
        return picture

    def _keep_beside(self) -> None:
        """Keep those who matter now out of every disc."""
        shot, ids = self.overlay.shot, {self.overlay.selected, *self.several.ids}
        ids |= {self._hub.step_unit, *((*shot.who, *shot.struck) if shot else ())}
        if self.scene.show_beside(frozenset(ids - {0})):
            self._settled()

    def _settled(self) -> None:
        """Paint what stands elsewhere now, with its labels."""
        self.overlay.forget()
        self.say_what_is_here()
        self.view.viewport().update()

    def edit_unit(self, unit_id: int) -> None:
        """Open the editor of a unit."""
        self._hub.unit_edited.emit(unit_id)

    def ask_alone(self) -> None:
        """Have the map shown alone, or all panes again (F11)."""
        self._hub.map_alone_asked.emit()

    def card_takes(self, letter: str) -> bool:
        """Do what a letter or digit on the card of a first battle means, if that is in sight."""
        return card_takes(queue_of(self._desk, self._hub), letter)

    @property
    def waits_to_begin(self) -> bool:
        """Whether Enter begins the first battle, whatever is selected."""
        return waits_to_begin(queue_of(self._desk, self._hub))

    @override
    def leaves(self, cap: str) -> bool:
        return self.tool is None and card_shows(queue_of(self._desk, self._hub), cap)

    # --- tools -----------------------------------------------------------------------------------

    def begin_moving(self) -> Moving | None:
        """Begin to move what is selected; None if nothing is or the campaign is read only."""
        tokens = self.several.moving()
        if not tokens or self._desk.read_only:
            return None
        return self.take_up_move(*tokens)

    def put_down(self, unit_id: int) -> None:
        """Begin to put a unit of the tray on the table: by a click, arrows, or a typed place.

        One that stands there is moved.
        """
        unit, token = self._waiting.get(unit_id), self.scene.token(unit_id)
        if (unit is None and token is None) or self._desk.read_only:
            return
        self.select(unit_id)
        middle = self.view.middle
        if unit is not None:
            token = bare_token(unit, max(0.0, round(middle.x())), max(0.0, round(middle.y())))
        assert token is not None
        self.take_up_move(token, placing=unit is not None)
        if not waits_with_the_keys():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _over_the_map(self, place: QPoint) -> QPointF | None:
        """Return the point of the table at a place of the screen; None outside of the map."""
        port = self.view.viewport()
        here = port.mapFromGlobal(place)
        return self.view.to_table(QPointF(here)) if port.rect().contains(here) else None

    def _carry(self, place: QPoint) -> None:
        point = self._over_the_map(place)
        if self.tool is not None and point is not None:
            self.tool.follow(point)

    def _drop(self, place: QPoint) -> None:
        """Put down what was dragged out of the tray; dropped elsewhere it waits for a click."""
        point = self._over_the_map(place)
        if self.tool is not None and point is not None:
            self.tool.press(point)

    def aim_at(self, unit_id: int, point: QPointF) -> None:
        """Answer the attack or the step that asks with a unit (0: none) or a place."""
        self._hub.point_at(unit_id, round(point.x(), 2), round(point.y(), 2))

    def turn(self, degrees: float) -> bool:
        """Turn what is selected clockwise by so many degrees; False if nothing is."""
        act = None if self._desk.read_only else self.several.turned(degrees)
        if act is not None:
            self.refusal.do(act)
        return act is not None

    def box(self, start: QPointF) -> None:
        """Begin to draw a box; all units in it are selected."""
        self.take_up(Boxing(self.view, self.scene, start, self.several.choose))

    def choose_layers(self) -> None:
        """Open the menu of layers (L)."""
        menu = LayersMenu(self._hidden, self, photo=self.photo.lies_there)
        menu.changed.connect(self.hide_layers)
        menu.popup(self._layers.mapToGlobal(QPoint(0, 0)))

    def put_away(self) -> None:
        """End the tool that is in use, without an act."""
        tool, self.tool = self.tool, None
        self.overlay.pointing = False
        if tool is not None:
            tool.deleteLater()
            self.overlay.note = ""
            self._pointer.let_go()
            self.say_what_is_here()
            self.tell_keys()
            self.view.viewport().update()

    def take_up_move(self, *tokens: UnitToken, placing: bool = False) -> Moving:
        """Begin to move units, the leader first, or to put one down that has no place yet."""
        freely = not placing and is_set_up(queue_of(self._desk, self._hub))
        tool = Moving(
            self.view, self.scene, self._desk, tokens, self.do, placing=placing, freely=freely
        )
        self.take_up(tool)
        tool.tell()
        return tool

    def take_up(self, tool: Tool) -> None:
        """Use a tool in place of the one that is in use."""
        self.put_away()
        self.tool, self.overlay.pointing = tool, True
        self._bar.give_room(wide=True, ends=not tool.has_bar)
        tool.readout.connect(self._say_of_tool)
        tool.ended.connect(self.put_away)
        self.tell_keys()

    def do(self, act: Act) -> bool:
        """Do an act; return whether it was done, or show why it is refused."""
        return isinstance(self.refusal.do(act), Changes)

    # --- around ----------------------------------------------------------------------------------

    def _say_of_tool(self, words: str) -> None:
        self.readout.say(words)
        self._note_what_is_cut()
        self.view.setAccessibleDescription(words)
        if self.view.hasFocus():
            announce(self.view, words)

    def _note_what_is_cut(self) -> None:
        """Write over the map what the line under it is too short for, if nothing tells it there."""
        words, shot = self.readout.accessibleName(), self.overlay.shot
        # A question has to be read to its end; what is selected has its state on its row as well.
        asked = shot is not None and words == shot.asks
        tells = asked if self.tool is None else not self.tool.tells_at_hand
        self.overlay.note = words if tells and self.readout.is_cut else ""
        self.view.viewport().update()

    def tell_keys(self) -> None:
        """Show in the status bar which keys work on the map now."""
        if self.view.hasFocus():
            begins = self.waits_to_begin
            idle = idle_keys(self.selected_token() is not None, self.read_only, begins)
            self._hub.keys_changed.emit(self.tool.keys if self.tool else idle)

    def say_what_is_here(self) -> None:
        """Describe the selection or the table under the map, unless a tool has the word."""
        if self.tool is not None:
            return
        ground = self.tabletop.ground
        token = self.selected_token()
        if ground is None or not ground.width:
            words = "No table yet: it comes with the first battle."
        elif self.overlay.shot is not None and self.overlay.shot.asks:
            words = self.overlay.shot.asks
        elif token is not None or self.several.ids:
            words = "; ".join(filter(None, (self.several.words, self._words_of(token))))
        else:
            words = f"Table {in_inches(ground.width)} by {in_inches(ground.depth)}"
        asked = self.overlay.shot is not None and words == self.overlay.shot.asks
        self._bar.give_room(wide=asked)
        self.readout.say(words)
        self._note_what_is_cut()
        self.view.setAccessibleDescription(words)

    def _words_of(self, token: UnitToken | None) -> str:
        """Return a token as a screen reader says it, with the heap that it stands in."""
        if token is None:
            return ""
        heap = self.scene.clusters.heap_of(token.unit_id)
        if heap is None or token.unit_id in self.scene.fanned or token.unit_id == self._listed:
            return token.words
        return f"{token.words}, in a {heap.words}: Enter opens it"

    def _show_several(self) -> None:
        """Draw those that are selected on the map, and say how many."""
        self.overlay.several = frozenset(self.several.ids)
        self._keep_beside()
        self.say_what_is_here()
        if self.several.ids and self.view.hasFocus():
            announce(self.view, self.several.words)
        self.view.viewport().update()

    def _selected(self, unit_id: int) -> None:
        self.overlay.selected = unit_id
        if self.tool is not None and not self.tool.stays:
            self.put_away()
        if unit_id not in self.scene.fanned:
            self.close_fan()
        self._listed = 0
        self._keep_beside()
        token = self.selected_token()
        self.say_what_is_here()
        self.tell_keys()
        if token is not None:
            self.view.ensure(QPointF(token.x, token.y))
            if self.view.hasFocus():
                announce(self.view, self._words_of(token))
        self.view.viewport().update()

    def _end_tool(self) -> None:
        if self.tool is not None:
            self.tool.ended.emit()

    def _arrange(self) -> None:
        self.refusal.put_in_place()

    def _busy(self) -> Iterable[QPointF]:
        """Yield where the referee works on the map: at the pointer, and at what is selected."""
        yield self.view.pointer
        if token := self.selected_token():
            yield self.view.to_view(self.scene.seen_place(token, self.view.scale_now))

    def _is_as_large(self) -> bool:
        """Return whether only parts of the panel came or went since the table was last fitted in."""
        before, self._size = self._size, self.size()
        return before == self._size

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Show what was done while another workspace was in front."""
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _heard(self, changes: Changes) -> None:
        if changes.tables.isdisjoint(_TABLES):
            return
        if self.tool is not None and self.tool.holds_units:
            self.put_away()
        if self.isVisible():
            self.refresh()
        else:
            self._stale = True

    def _show_shot(self) -> None:
        """Draw the attack that is being made, or what a step asks; it is brought into view."""
        shot = cast(DrawnShot | None, self._hub.shot)
        before, self.overlay.shot = self.overlay.shot, shot
        if (before is not None and before.has_line) != (shot is not None and shot.has_line):
            self.hide_layers(self._hidden)
        if self.tool is not None and self.tool.aims and (shot is None or not shot.pointed):
            self.put_away()
        self._keep_beside()
        if shot is not None and (before is None or before.points != shot.points):
            for point in shot.points:
                self.view.ensure(QPointF(*point))
        self.say_what_is_here()
        self.view.viewport().update()

    def hide_layers(self, hidden: frozenset[str]) -> None:
        """Hide these layers and show all others."""
        self._hidden = hidden
        if self.overlay.shot is not None and self.overlay.shot.has_line:
            hidden |= {FLIGHTS}  # their lines would be taken for lines of fire
        self.tabletop.hidden = self.overlay.hidden = hidden
        self.scene.hide_layers(hidden)
        self.view.viewport().update()

    def _paint_over(self, painter: QPainter) -> None:
        self.overlay.paint(painter)
        if self.tool is not None:
            self.tool.paint(painter)

    def _connect(self) -> None:
        view, hub = self.view, self._hub
        view.keeps = self._is_as_large
        view.painted_under = self.tabletop.paint
        view.painted_over = self._paint_over
        view.keyed = self._keys.take
        view.stepped = self.go_to_unit
        view.dropped = self.photo.take
        view.zoomed.connect(lambda: hub.show_map_box(view.box_seen))
        view.rested.connect(self.say_what_is_here)  # a cluster may have opened
        view.focused.connect(lambda here: self.tell_keys() if here else None)
        self.tray.chosen.connect(self.put_down)
        self.tray.carried.connect(self._carry)
        self.tray.dropped.connect(self._drop)
        self._hub.placing_asked.connect(self.put_down)
        hub.unit_selected.connect(self._selected)
        self.several.changed.connect(self._show_several)
        hub.shot_changed.connect(self._show_shot)
        self._show_shot()  # of a step that waited before there was a map
        self._desk.changed.connect(self._heard)
        self.theme.changed.connect(self._restyle)

    def _lay_out(self) -> None:
        theme = self.theme
        self.readout = PartedLabel(theme, "", "small", "text2")
        self.readout.refitted.connect(self._note_what_is_cut)
        self._bar = MapBar(theme, self.readout)
        self._bar.add("minus", "Zoom out", "-", lambda: self.view.zoom(-1))
        self._bar.add("plus", "Zoom in", "+", lambda: self.view.zoom(1))
        self._bar.add("map", "Whole table", "0", self.view.fit)
        self._layers = self._bar.add("layers", "Layers", "L", self.choose_layers)
        self._bar.add("ruler", "Measure", "M", self.tools.measure)
        self._bar.add("search", "Sight", "V", self.tools.look)
        self._bar.add("arc", "Arc of fire", "G", self.tools.sweep)
        self._bar.add("blast", "Blast", "B", self.tools.blast)
        self._bar.add("edit", "Draw terrain", "E", lambda: self.terrain.draw())
        self._bar.add("photo", "Photo of the table", "T", self.photo.begin)
        self._bar.add_end(self._end_tool)
        in_column(theme, (self.view, 1), self.tray, self._bar, gap=0, on=self)

    def _restyle(self) -> None:
        self.scene.restyle()
        self.tabletop.restyle()
        self.overlay.restyle()
        self.tray.restyle()
        self.view.refit()
