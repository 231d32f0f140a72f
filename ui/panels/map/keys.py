"""The keys of the map."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent

from ui.look.pressed import sign
from ui.panels.map.tool import STEPS, step_of

if TYPE_CHECKING:
    from ui.panels.map.panel import MapPanel

_OF_UNIT = (
    ("← ↑ ↓ →", "move"), ("[ ]", "turn"), ("Ctrl Space", "several"), ("A", "attack"),
)  # fmt: skip
_OF_MAP = (
    ("M", "measure"), ("E", "terrain"), ("L", "layers"), ("+ −", "zoom"), ("0", "fit"), ("F11", "alone"),
)  # fmt: skip


def idle_keys(selected: bool, read_only: bool) -> tuple[tuple[str, str], ...]:
    """Return what the status bar lists while no tool is in use."""
    first = (("Tab", "next unit"),)
    if not selected:
        return (*first, *_OF_MAP)
    changing = () if read_only else _OF_UNIT
    return (*first, *changing, *_OF_MAP, ("Enter", "open"))


_KEY, _MOD = Qt.Key, Qt.KeyboardModifier
QUARTER_TURN, FINE_TURN = 15.0, 5.0
"""Degrees of one press of a bracket, and with Shift."""

PAN = 60
"""Pixels at 100 % of one step with Ctrl and an arrow."""


class MapKeys:
    """Takes the keys of a map; those that it does not use go on to the desk."""

    def __init__(self, panel: "MapPanel") -> None:
        self._panel = panel

    def take(self, event: QKeyEvent) -> bool:
        """Use a key, or return False."""
        panel = self._panel
        if event.key() == _KEY.Key_Escape and panel.photo.cancel():
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
        panel, key, words = self._panel, event.key(), sign(event)
        shift = bool(event.modifiers() & _MOD.ShiftModifier)
        if event.modifiers() & (_MOD.ControlModifier | _MOD.AltModifier):
            return False
        token = panel.selected_token()
        if words == "o" and panel.refusal.overrule():
            pass
        elif words == "m":
            panel.tools.measure()
        elif words == "l":
            panel.choose_layers()
        elif words == "e":
            panel.terrain.draw()
        elif words == "t":
            panel.photo.begin()
        elif words in ("x", "v", "g", "b"):
            tools = panel.tools
            begin = {
                "x": tools.point_at_target, "v": tools.look, "g": tools.sweep, "b": tools.blast,
            }  # fmt: skip
            return begin[words]()
        elif words == "z" and token is not None:
            # A foot of table around the unit.
            panel.view.show_box(QRectF(token.x - 6, token.y - 6, 12, 12))
        elif words in ("[", "{"):
            return panel.turn(-FINE_TURN if shift else -QUARTER_TURN)
        elif words in ("]", "}"):
            return panel.turn(FINE_TURN if shift else QUARTER_TURN)
        elif key == _KEY.Key_Menu and token is None:
            panel.terrain.show_menu_here()
        elif token is not None:
            return self._of_unit(event, token.unit_id, QPointF(token.x, token.y))
        else:
            return False
        return True

    def _of_unit(self, event: QKeyEvent, unit_id: int, point: QPointF) -> bool:
        panel, key = self._panel, event.key()
        if key in (_KEY.Key_Return, _KEY.Key_Enter):
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
