"""The focus in the Attack tab: on dice, a field, the modifiers, else on the tab as a whole."""

from PySide6.QtCore import QEvent, QObject, QTimer
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
from ui.models.attack.phases import Phase
from ui.panels.attack.keys import AttackKeys
from ui.panels.attack.modifier_list import ModifierList
from ui.parts.fields.pick_list import PickList
from ui.widgets.dice.row import DiceRow
from ui.widgets.kept_focus import may_take

KEEPS = (QLineEdit, QComboBox, QCheckBox, ModifierList)
"""Widgets that keep the focus while something changes."""

BELOW = 60
"""Pixels that stay in sight below the widget with the focus, if there is room."""


class AttackFocus(QObject):
    """Keeps the focus in its pane when boxes come and go, and tells the hub which keys work."""

    def __init__(
        self, pane: QWidget, body: QWidget, scroll: QScrollArea, keys: AttackKeys, hub: Hub
    ) -> None:
        super().__init__(pane)
        self._pane, self._body, self._keys, self._hub = pane, body, keys, hub
        self._scroll = scroll
        self._shifted = False
        self._controller = keys.controller
        self._inside = self._had = self._arriving = False
        self._phase = self._controller.phase
        self._told: tuple[tuple[str, str], ...] = ()
        self._wanted: QWidget | None = None
        # What has just been shown gets its place with the next layout, and is scrolled to after it.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._settle)
        body.installEventFilter(self)
        self._controller.changing.connect(self._remember)
        self._controller.changed.connect(self._after_change)
        hub.spot_taken.connect(self._take_back)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    def take(self) -> None:
        """Put the focus on the dice, or on the tab if there are none."""
        self._aim()  # first: the body passes the focus on to its proxy
        self._body.setFocus()

    def _take_back(self) -> None:
        """Take the keys back from the map, where the referee has pointed at where a shot lands."""
        if self._pane.isVisible():
            self.take()

    def arrive(self) -> None:
        """Take the focus to the dice soon, as Qt gives it to any part of a tab that comes up."""
        self._arriving = True
        self._later.start()

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

    @property
    def ringed(self) -> bool:
        """Whether the tab as a whole has the focus."""
        return QApplication.focusWidget() is self._body

    def _settle(self) -> None:
        if self._arriving and self._inside and may_take(self._pane) and not self._kept():
            self.take()
        self._arriving = False
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

    def _remember(self) -> None:
        # Before the change: hiding a widget that has the focus takes it out of the pane.
        self._had = self._inside

    def _after_change(self) -> None:
        """Keep the focus in a field that is typed into, but take it to the dice in a new phase."""
        self._aim()
        went_on, self._phase = self._phase is not self._controller.phase, self._controller.phase
        if self._had and may_take(self._pane) and (went_on or not self._kept()):
            self.take()
        self._show()

    def _kept(self) -> bool:
        now = QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, KEEPS) and now.isVisible()

    def _aim(self) -> None:
        """Let the dice take the focus in place of the body while there are some."""
        row = self._keys.dice
        rolling = self._controller.phase is Phase.DICE
        wanted = row if rolling and row.slots() and not row.isHidden() else None
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away
        title = self._controller.current
        self._body.setAccessibleName(f"Attack {title.title}" if title else "Attack")

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        # None too: while another window is in front, no keys of this pane are shown.
        self._inside = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        if self._focused():
            self._shifted = True
            self._later.start()
        self._show()

    def _on_other_dice(self, row: DiceRow) -> bool:
        """Return whether dice of another roll have the focus: only one row shows a ring."""
        now = QApplication.focusWidget()
        others = (each for each in self._keys.rows if each is not row)
        return now is not None and any(each.isAncestorOf(now) for each in others)

    def _show(self) -> None:
        rolling = self._controller.phase is Phase.DICE
        for row in self._keys.rows:
            live = self._inside and rolling and row is self._keys.dice
            row.set_live(live and not self._on_other_dice(row))
        self._pane.update()
        keys = self._keys.names() if self._inside else ()
        if self._inside and keys != self._told:
            self._hub.keys_changed.emit(keys)
        self._told = keys
