"""The focus in the Attack tab: on dice, a field, the modifiers, else on the tab as a whole."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.models.attack.phases import AttackPhase
from ui.panels.attack.keys import AttackKeys
from ui.panels.attack.modifier_list import ModifierList
from ui.panels.queue.pane_focus import PaneFocus
from ui.parts.fields.pick_list import PickList
from ui.widgets.dice.row import DiceRow
from ui.widgets.kept_focus import may_take

KEEPS = (QLineEdit, QComboBox, QCheckBox, ModifierList)
"""Widgets that keep the focus while something changes."""

BELOW = 60
"""Pixels that stay in sight below the widget with the focus, if there is room."""


class AttackFocus(PaneFocus):
    """The focus in an attack by the BrikWars rules."""

    def __init__(
        self, pane: QWidget, body: QWidget, scroll: QScrollArea, keys: AttackKeys, hub: Hub
    ) -> None:
        controller = keys.controller
        super().__init__(pane, body, hub, controller.changing, controller.changed)
        self._keys, self._scroll, self._controller = keys, scroll, controller
        self._phase = controller.phase
        self._shifted = False
        self._wanted: QWidget | None = None
        body.installEventFilter(self)
        hub.spot_taken.connect(self.take_back)

    def settle(self, block: QWidget) -> None:
        """Scroll a block into view soon, when the layout has given it its place."""
        self._wanted = block
        self._later.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the widget with the focus in sight when parts above it come, go or grow."""
        if watched is self._body and event.type() is QEvent.Type.Resize and self._focused():
            self._shifted = True
            self._later.start()  # the parts find their places after the whole
        return False

    @override
    def scroll(self) -> None:
        block, shifted = self._wanted, self._shifted
        if (block is None and not shifted) or not self._pane.isVisible():
            return
        self._wanted, self._shifted = None, False
        if self._focused():
            self._show_focus()
        elif block is None:
            return
        elif block.height() <= self._scroll.viewport().height():
            self._scroll.ensureWidgetVisible(block, 0, 0)
        else:  # the beginning of a block that is too high; Qt would show its middle
            self._scroll.verticalScrollBar().setValue(block.y())

    def _focused(self) -> QWidget | None:
        """Return the part of the body that has the focus; None if it is on none of them."""
        now = QApplication.focusWidget()
        inside = now is not None and now is not self._body and self._body.isAncestorOf(now)
        return now if inside else None

    def _show_focus(self) -> None:
        """Scroll to the open question, and to the widget with the focus."""
        now, asked, preview = self._focused(), self._keys.choices, self._controller.preview
        # The last call wins where there is no room for both: what is typed into, else the dice.
        typing = isinstance(now, KEEPS)
        if preview.open_choices and asked.isVisible() and not typing:
            self._scroll.ensureWidgetVisible(asked, 0, 8)
        owner = now.parentWidget() if now is not None else None
        if isinstance(owner, PickList):
            self._scroll.ensureWidgetVisible(owner, 0, 0)
        if now is not None and (typing or preview.owed or not preview.open_choices):
            room = self._scroll.viewport().height() - now.height()
            self._scroll.ensureWidgetVisible(now, 0, max(0, min(BELOW, room // 2)))

    @override
    def keeps(self) -> bool:
        """Keep the focus in a field that is typed into, but not in a new phase."""
        now = QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, KEEPS) and now.isVisible()

    @override
    def _after_change(self) -> None:
        went_on, self._phase = self._phase is not self._controller.phase, self._controller.phase
        if went_on and self._had and may_take(self._pane):
            self.take()  # to the dice of the new phase, out of whatever field
        super()._after_change()

    @override
    def aim(self) -> None:
        row = self._keys.dice
        rolling = self._controller.phase is AttackPhase.DICE
        wanted: QWidget | None = row if rolling and row.slots() and not row.isHidden() else None
        if rolling and self._keys.choices.wants_words and not self._controller.preview.owed:
            wanted = self._keys.choices.words
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away
        title = self._controller.current
        self._body.setAccessibleName(f"Attack {title.title}" if title else "Attack")

    @override
    def _heard(self, old: QWidget | None, now: QWidget | None) -> None:
        super()._heard(old, now)
        if self._focused():
            self._shifted = True
            self._later.start()

    def _on_other_dice(self, row: DiceRow) -> bool:
        """Return whether dice of another roll have the focus: only one row shows a ring."""
        now = QApplication.focusWidget()
        others = (each for each in self._keys.rows if each is not row)
        return now is not None and any(each.isAncestorOf(now) for each in others)

    @override
    def show_live(self) -> None:
        rolling = self._controller.phase is AttackPhase.DICE
        for row in self._keys.rows:
            live = self._inside and rolling and row is self._keys.dice
            row.set_live(live and not self._on_other_dice(row))
        self._pane.update()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._keys.names()
