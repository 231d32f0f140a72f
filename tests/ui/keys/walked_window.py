"""A window that a walk goes through: what can be seen of it, keys and clicks, and the way back."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from brikdesk.store.views.log import undo_state
from tests.ui.window_scene import at_work, settle
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackHabits, AttackPhase
from ui.models.queue import QueueStage, StepOrder, queue_of
from ui.models.scifi_attack.controller import sf_attack_of
from ui.panels.ledger.panel import LedgerTabs
from ui.panels.ledger.table import LedgerTable
from ui.panels.map.panel import MapPanel
from ui.panels.queue.step_card import StepDice, StepNote
from ui.parts.lists import FilterField
from ui.parts.pick_list import ChoiceField, PickList
from ui.widgets.buttons import Button
from ui.widgets.overlay import Overlay
from ui.widgets.rule_lines import RefusalLine
from ui.window.main_window import MainWindow

_W = TypeVar("_W", bound=QWidget)
Seen = dict[str, Any]
"""What a referee could see, by name."""

SF_DISTANCE = "Distance in inches"
"""The name of the field in which the map writes the distance of a Sci-fi attack."""

EDITORS = ("unit_editor", "sf_unit_editor", "sf_weapon_editor")
CAPS = {
    "Enter": Qt.Key.Key_Return, "Esc": Qt.Key.Key_Escape, "Space": Qt.Key.Key_Space,
    "Tab": Qt.Key.Key_Tab, "Backspace": Qt.Key.Key_Backspace, "Delete": Qt.Key.Key_Delete,
    "Del": Qt.Key.Key_Delete, "↑": Qt.Key.Key_Up, "↓": Qt.Key.Key_Down, "←": Qt.Key.Key_Left,
    "→": Qt.Key.Key_Right, "Home": Qt.Key.Key_Home, "End": Qt.Key.Key_End, "−": Qt.Key.Key_Minus,
    "PgUp": Qt.Key.Key_PageUp, "PgDn": Qt.Key.Key_PageDown,
    "plus": Qt.Key.Key_Plus, "minus": Qt.Key.Key_Minus,
}  # fmt: skip
HELD = {
    "Ctrl": Qt.KeyboardModifier.ControlModifier, "⇧": Qt.KeyboardModifier.ShiftModifier,
    "Alt": Qt.KeyboardModifier.AltModifier,
}  # fmt: skip


class Walked:
    """The window with a campaign, and everything that a walk needs of it."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.work = at_work(window)
        self.view, self.desk, self.hub = self.work.view, self.work.desk, self.work.hub
        self.queue = queue_of(self.desk, self.hub)
        self.attack = attack_of(self.desk, self.hub)
        self.sf = sf_attack_of(self.desk, self.hub)
        self.queue.rest = 0
        self._start = len(self.desk.read(undo_state).undo)

    # What is seen

    @property
    def map(self) -> MapPanel:
        panel = self.view.panel("map")
        assert isinstance(panel, MapPanel)
        return panel

    def each(self, kind: type[_W]) -> list[_W]:
        """Return the visible widgets of a kind."""
        return [widget for widget in self.window.findChildren(kind) if widget.isVisible()]

    def seen(self) -> Seen:
        """Return everything a referee could see that a key may change."""
        view, hub, queue, attack = self.view, self.hub, self.queue, self.attack
        focus = QApplication.focusWidget()
        acts = self.desk.read(undo_state)
        lists = [each for each in self.each(QAbstractItemView) if each.currentIndex().isValid()]
        areas = self.each(QAbstractScrollArea)
        tool = self.map.tool
        popup = QApplication.activePopupWidget()
        return {
            "acts": (acts.undo, acts.redo),
            "step": (queue.current.key if queue.current else "", [s.key for s in queue.steps]),
            "dice": (queue.faces, attack.faces, self.sf.entry.answer.face),
            "half": [(id(row), row.half_typed, row.current()) for row in self.each(StepDice)],
            "choices": [
                (each.open_choice.id, each.open_choice.chosen, each._page)
                for each in self.each(ChoiceField)
                if each.open_choice
            ],
            "chosen": [c.chosen for c in (*queue.preview.choices, *attack.preview.choices)],
            "refused": [line.sentence() for line in self.each(RefusalLine)],
            "attack": (attack.phase, attack.draft),
            "sf": (self.sf.phase, self.sf.draft, repr(self.sf.entry.answer)),
            "shot": self.sf.entry.current.id if self.sf.entry.current else 0,
            "focus": (id(focus), type(focus).__name__, focus.accessibleName() if focus else ""),
            "unit": (hub.selected_unit, hub.together),
            "overlays": [type(each).__name__ for each in self.each(Overlay)],
            "sheet": view.open_sheet().title() if view.open_sheet() else "",  # type: ignore[union-attr]
            "aside": view.side.aside,
            "tab": view.side.tab,
            "workspace": view.workspace,
            "large": view._large,
            "tool": (type(tool).__name__, self.map.readout.accessibleName(), points_of(tool)),
            "alone": view.body.map_alone,
            "place": (self.map.view.scale_now, self.map.view.sceneRect()),
            "texts": [(id(each), each.text()) for each in self.each(QLineEdit)],
            "boxes": [(id(each), each.currentIndex()) for each in self.each(QComboBox)],
            "ticks": [(id(each), each.isChecked()) for each in self.each(QCheckBox)],
            "rows": [(id(each), each.currentIndex().row(), each.currentIndex().column(),
                      each.model().rowCount()) for each in lists],
            "scrolled": [each.verticalScrollBar().value() for each in areas],
            "picks": [each.purpose for each in self.each(PickList)],
            "one_row": any(each.model.rowCount() == 1 for each in self.each(PickList)),
            "popup": type(popup).__name__ if popup else "",
            "clipboard": QApplication.clipboard().text(),
            "status": view.status.words(),
            "keys": view.status.keys.keys,
            "look": (self.window.theme.look, self.window.theme.scale, self.window.isFullScreen()),
            "labels": [each.text() or each.accessibleName() for each in self.each(QLabel)],
            "buttons": [(each.text(), each.isChecked()) for each in self.each(QPushButton)],
            "drawn": [(type(each).__name__, each.accessibleName()) for each in self.each(QWidget)],
        }  # fmt: skip

    def waits(self) -> str:
        """Say what has the keys and waits for dice, a choice or what a form asks; "" if nothing."""
        focus, view = QApplication.focusWidget(), self.view
        sheet = view.open_sheet()
        if focus is None:
            return ""
        if sheet is not None and sheet.isAncestorOf(focus):
            return "form"
        if self.each(Overlay):
            return ""
        side = view.panel("large") if view._large else view.side
        if not side.isAncestorOf(focus):
            return ""
        if view.side.aside and not view._large:
            return "form" if view.side.aside in EDITORS else ""
        if view._large or view.side.tab == "start":
            return "step" if self.queue.stage is QueueStage.STEPS else ""
        if view.side.tab == "attack":
            brikwars = self.attack.phase in (AttackPhase.AIM, AttackPhase.DICE)
            scifi = self.sf.phase is not AttackPhase.NOTHING
            return "attack" if brikwars or scifi else ""
        return ""

    def measured(self) -> int:
        """Return the identity of the field that holds the distance of a Sci-fi attack; 0 for none."""
        fields = (each for each in self.each(QLineEdit) if each.accessibleName() == SF_DISTANCE)
        return next((id(each) for each in fields), 0)

    def shown_keys(self) -> list[tuple[str, str]]:
        """Return each key that is shown with its words: in the status bar, or on a button."""
        if QApplication.activePopupWidget():
            return []  # a menu takes all keys, and shows none of its own as keycaps
        found = [] if self.each(Overlay) else list(self.view.status.keys.keys)
        for button in self._in_front():
            if button.key and getattr(button, "cap_is_live", True):
                found.append((button.key, f"button {button.accessibleName()}"))
        return list(dict.fromkeys(found))

    def _in_front(self) -> list[Button]:
        """Return the buttons that can be used: of the overlay or form in front, if there is one."""
        overlays, sheet = self.each(Overlay), self.view.open_sheet()
        front = overlays[-1] if overlays else sheet
        return [
            button
            for button in self.each(Button)
            if button.isEnabled() and (front is None or front.isAncestorOf(button))
        ]

    # Keys and clicks

    def click_button(self, name: str, cap: str) -> bool:
        """Click on the button of this name and key; False if there is none."""
        for button in self._in_front():
            if button.accessibleName() == name and button.key == cap:
                button.click()
                settle()
                return True
        return False

    def press(self, cap: str) -> None:
        """Press what a keycap shows: Ctrl Z, ⇧ Space, a letter."""
        *held, last = cap.split(" ")
        modifiers = Qt.KeyboardModifier.NoModifier
        for each in held:
            modifiers |= HELD[each]
        focus = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window
        if last in CAPS:
            QTest.keyClick(focus, CAPS[last], modifiers)
        elif last.startswith("F") and last[1:].isdigit():
            QTest.keyClick(focus, getattr(Qt.Key, f"Key_{last}"), modifiers)
        elif modifiers and last.isalnum():
            QTest.keyClick(focus, getattr(Qt.Key, f"Key_{last.upper()}"), modifiers)
        else:
            QTest.keyClick(focus, last.lower(), modifiers)
        settle()

    def type(self, caps: str) -> None:
        """Press several keycaps, with commas between them."""
        for cap in filter(None, caps.split(",")):
            self.press(cap.strip())

    def go(self, command: str) -> None:
        """Carry out a command of the window."""
        self.window.commands[command].trigger()
        settle()

    def click_map(self, x: float, y: float) -> None:
        """Click on a point of the table."""
        view = self.map.view
        at = view.to_view(QPointF(x, y)).toPoint()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at))
        settle()

    def spots(self) -> Iterator[tuple[str, float, float]]:
        """Yield places of the table that are in view: bare ground, and two units."""
        view = self.map.view
        room = view.viewport().rect().adjusted(4, 4, -4, -4)
        tokens = [
            t for t in self.map.scene.in_reading_order() if t.unit_id != self.hub.selected_unit
        ]
        for name, token in zip(("a unit", "another unit"), (tokens[0], tokens[-1]), strict=False):
            if room.contains(view.to_view(QPointF(token.x, token.y)).toPoint()):
                yield name, token.x, token.y
        for x, y in ((1.0, 1.0), (47.0, 1.0), (1.0, 35.0), (20.0, 15.0), (30.0, 5.0)):
            point = QPointF(x, y)
            seen = room.contains(view.to_view(point).toPoint())
            if seen and not self.map.scene.unit_seen_at(point, view.scale_now):
                yield "bare table", x, y
                return

    # The way back

    def stay(self) -> None:
        """Let the walk go back to here from now on."""
        self._start = len(self.desk.read(undo_state).undo)

    def reset(self) -> None:
        """Go back to where the walk began: nothing open, nothing filled in, no act done."""
        while popup := QApplication.activePopupWidget():
            popup.close()
        for overlay in self.each(Overlay):
            overlay.close_sheet()
        while (place := at_work(self.window)) is not self.work:
            place.leave()  # a trial, a correction or the past, into which a key has led
        if sheet := self.view.open_sheet():
            sheet.close_sheet()
        self.view.side.close_aside()
        for note in self.window.findChildren(StepNote):
            note.clear()  # a note that was begun stays open with its step
            note.hide()
        self.map.put_away()
        for _ in range(9):
            if self.attack.phase is not AttackPhase.NOTHING:
                self.attack.back()
        self.attack._habits = AttackHabits(self.attack.table)
        for _ in range(9):
            if self.sf.phase is not AttackPhase.NOTHING:
                self.sf.back()
        while len(self.desk.read(undo_state).undo) > self._start:
            self.desk.undo()
        while len(self.desk.read(undo_state).undo) < self._start:
            self.desk.redo()  # Ctrl+Z was pressed, and took back what was done before the walk
        self.queue._drafts.clear()
        self.queue._wanted = ""
        self.queue._order = StepOrder()
        self.map.several.leave()
        for field in self.window.findChildren(FilterField):
            field.clear()
            field.hide()
        theme = self.window.theme
        if theme.scale != 100:
            theme.set_scale(100)
        if self.window.isFullScreen():
            self.window.showNormal()
            self.window.resize(1440, 900)
        # Panes remember which table had the keys, tables their tab and row: keys are pressed at the same.
        self.view.panes._last.clear()
        self.view.show_workspace("battle")
        self.view.show_desk("start")
        for table in self.window.findChildren(LedgerTable):
            table.setCurrentIndex(QModelIndex())
        for tabs in self.window.findChildren(LedgerTabs):
            tabs.bar.setCurrentIndex(0)
        self.map.view.fit()
        self.hub.select_unit(0)
        self.queue._look()
        self.view.status.clear()
        QApplication.clipboard().clear()  # the same row copied once more would change nothing
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        settle()


def points_of(tool: object) -> str:
    """Return the points that were set with a tool of the map, and what it draws at the next one.

    An arc, a line of sight and a piece that is being moved or turned are drawn, not said in words.
    """
    parts = [getattr(tool, name, "") for name in ("points", "corners", "at", "ghost")]
    return f"{parts} {getattr(getattr(tool, 'sketch', None), 'points', '')}"


def changes(before: Seen, after: Seen) -> set[str]:
    """Return the names of what is seen otherwise; the focus alone counts too."""
    return {name for name in before if before[name] != after[name]}


Effect = Callable[[Walked, Seen, Seen], bool]
