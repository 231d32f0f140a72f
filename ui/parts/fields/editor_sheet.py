"""A sheet beside the lists: a form that scrolls between a title and the buttons."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.look.text import ElidedLabel
from ui.look.theme import Theme
from ui.parts.fields.refused_here import RefusedHere
from ui.widgets.asker import Asker
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.segmented import Segment, Segmented
from ui.widgets.tab_order import step_as_read

AGAIN = "What is filled in would be lost. Esc again drops it."

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
RULE_SETS = (Segment("BrikWars"), Segment("Sci-fi"))
"""The rule sets that have editors of their own, by their names on screen."""


class EditorSheet(QWidget, Asker):
    """Ctrl+Enter does what its first button says, Esc leaves; then `closed` is emitted.

    `switched` brings the place in RULE_SETS of the editor that the referee would rather have. A
    subclass calls `lay_out` with its form.
    """

    closed = Signal()
    switched = Signal(int)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._desk, self._hub = theme, desk, hub
        self._touched = False
        self.refusal = RefusedHere(theme, desk, hub, self)

    @property
    def is_touched(self) -> bool:
        """Whether something is filled in that Esc would ask about."""
        return self._touched

    def submit(self, again: bool = False) -> None:
        """Do what the sheet is for; `again` goes on with another of its kind."""
        raise NotImplementedError

    def forget(self) -> None:
        """Empty the form before it is left."""

    def overrule(self) -> bool:
        """Overrule what is refused (O); False if nothing is."""
        return self.refusal.overrule()

    def leave(self) -> None:
        """Leave the sheet: the pane that holds it takes it away, as on Esc."""
        self.forget()
        self.closed.emit()
        # Only the pane knows what stood there before, and it goes back to that on this very key.
        if host := self.parentWidget():
            plain = Qt.KeyboardModifier.NoModifier
            QApplication.sendEvent(host, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, plain))

    @override
    def waits_for(self) -> str:
        return "The form waits: Ctrl Enter does it, Esc leaves it."

    def _touch(self) -> None:
        self._touched = True
        if self.refusal.sentence() == AGAIN:
            self.refusal.clear()

    def _leave_by_key(self) -> None:
        """Leave on Esc; if something was filled in, only a second Esc drops it."""
        if self._touched:
            self._touched = False
            self.refusal.refuse(AGAIN)
        else:
            self.leave()

    def offer_sets(self, offered: bool, shown: int) -> None:
        """Show the switch between the rule sets, or hide it; `shown` is the place of this one."""
        self._sets.setVisible(offered)
        self._sets.set_current(shown)

    def tell_keys(self, does: str) -> None:
        """Tell the status bar which keys work here; `does` is what Ctrl+Enter does."""
        self._hub.keys_changed.emit(
            (("Tab", "next field"), ("Ctrl Enter", does), ("Esc", "cancel"))
        )

    def show_below(self, part: QWidget) -> None:
        """Scroll to a part of the form that has come below the focused field."""
        # Later, when it has its place; never if `part` is deleted before, as it owns the timer.
        QTimer.singleShot(0, part, lambda: self._area.ensureWidgetVisible(part, 0, 0))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in ENTER and held == Qt.KeyboardModifier.ControlModifier:
            self.submit()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave_by_key()
        elif sign(event) == "o" and not held and self.overrule():
            pass
        else:
            event.ignore()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return step_as_read(self, forward=next) or super().focusNextPrevChild(next)

    def lay_out(self, form: QWidget, title: str, does: str, another: str = "") -> None:
        """Build the sheet around its form; call it once, when the form is made."""
        theme = self.theme
        self._title = ElidedLabel(theme, title, "head")
        cross = Button(theme, "", "quiet", "cross", name="Close")
        cross.clicked.connect(self.leave)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title, 1)
        self._head.addWidget(cross)
        self._sets = Segmented(theme, RULE_SETS, self)
        self._sets.setAccessibleName("Rules")
        self._sets.hide()
        self._sets.chosen.connect(self.switched)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(form)
        self._add = Button(theme, does, "primary", key="Ctrl Enter")
        self._another = Button(theme, another, "soft")
        self._cancel = Button(theme, "Cancel", "quiet", key="Esc")
        for button in (self._add, self._another):
            button.setEnabled(not self._desk.read_only)
        # Not `self.submit` itself: Qt would pass whether the button is checked, as `again`.
        self._add.clicked.connect(lambda: self.submit())
        self._another.clicked.connect(lambda: self.submit(again=True))
        self._cancel.clicked.connect(self.leave)
        self._foot = QWidget()
        self._flow = FlowLayout(self._foot, theme.px(8))
        for button in (self._add, self._another, self._cancel):
            self._flow.addWidget(button)
        self._another.setVisible(bool(another))
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self._sets)
        self._column.addWidget(self._area, 1)
        self._column.addWidget(self.refusal)
        self._column.addWidget(self._foot)
        self._form = form
        # Of the application: the fields are many, come and go, and may lie deep in their parts.
        QApplication.instance().focusChanged.connect(self._bring_into_view)  # type: ignore[union-attr]
        theme.changed.connect(self._restyle)
        self._restyle()

    def _bring_into_view(self, _before: object, now: QWidget | None) -> None:
        """Scroll to the field that has the focus, whichever way it got it."""
        if now is not None and self._form.isAncestorOf(now):
            QTimer.singleShot(0, self, self._scroll_to_focus)  # when it has its place

    def _scroll_to_focus(self) -> None:
        now = self.window().focusWidget()
        if now is not None and self._form.isAncestorOf(now):
            self._area.ensureWidgetVisible(now, 0, self.theme.px(24))

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(px(24), px(16), px(20), px(16))
        self._column.setSpacing(px(12))
        self._flow.setSpacing(px(8))
