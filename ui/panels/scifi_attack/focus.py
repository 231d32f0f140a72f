"""Where the focus is in the Sci-fi attack: in a field, else on the tab as a whole."""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QScrollArea, QWidget

from ui.campaign.hub import Hub
from ui.models.scifi_attack.controller import Stage
from ui.panels.scifi_attack.keys import SfAttackKeys
from ui.parts.fields.pick_list import PickList
from ui.widgets.kept_focus import may_take

KEEPS = (QLineEdit, QCheckBox)
"""Widgets that keep the focus when the attack changes."""

IN_LIST = (("↑ ↓", "row"), ("Enter", "choose"), ("Esc", "back"))
IN_FIELD = (("Enter", "done"), ("Tab", "next"), ("Esc", "back"))
IN_AIM = (("Enter", "fire"), *IN_FIELD[1:])
"""The keys that work where letters are typed."""


class SfAttackFocus(QObject):
    """Keeps the focus in its pane when parts come and go, and names the keys that work."""

    def __init__(self, pane: QWidget, body: QWidget, keys: SfAttackKeys, hub: Hub) -> None:
        super().__init__(pane)
        self._pane, self._body, self._keys, self._hub = pane, body, keys, hub
        self._controller = keys.controller
        self._inside = self._had = False
        self._told: tuple[tuple[str, str], ...] = ()
        self._wanted: tuple[QScrollArea, QWidget, QWidget] | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._settle)
        self._controller.changing.connect(self._remember)
        self._controller.changed.connect(self._after_change)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    def take(self) -> None:
        """Set the focus to the tab."""
        self._body.setFocus()

    def settle(self, scroll: QScrollArea, part: QWidget, asked: QWidget) -> None:
        """Scroll a part into view as soon as the layout has placed it.

        A part higher than the pane is shown from `asked` on, a widget inside it.
        """
        self._wanted = (scroll, part, asked)
        self._later.start()

    @property
    def ringed(self) -> bool:
        """Whether the tab as a whole has the focus."""
        return QApplication.focusWidget() is self._body

    def _settle(self) -> None:
        if self._wanted is None or not self._pane.isVisible():
            return
        scroll, part, asked = self._wanted
        self._wanted = None
        now, room = QApplication.focusWidget(), scroll.viewport().height()
        if now is not None and now is not self._body and self._body.isAncestorOf(now):
            self._show_part(scroll, now)
        elif part.height() <= room:
            scroll.ensureWidgetVisible(part, 0, 0)
        else:  # too high for the pane: what is asked comes first
            end = part.mapTo(self._body, part.rect().bottomLeft()).y()
            top = asked.mapTo(self._body, asked.rect().topLeft()).y()
            scroll.verticalScrollBar().setValue(min(top, max(0, end - room)))

    def _show_part(self, scroll: QScrollArea, now: QWidget) -> None:
        """Scroll to the widget with the focus; for the search of a list, to the whole list."""
        there = now.parentWidget()
        if not isinstance(there, PickList):
            scroll.ensureWidgetVisible(now, 0, 40)
        elif there.height() <= scroll.viewport().height():
            scroll.ensureWidgetVisible(there, 0, 0)
        else:
            scroll.verticalScrollBar().setValue(there.mapTo(self._body, there.rect().topLeft()).y())

    def _remember(self) -> None:
        self._had = self._inside

    def _after_change(self) -> None:
        if self._had and may_take(self._pane) and not self._kept():
            self.take()
        self._show()

    def _kept(self) -> bool:
        now = QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, KEEPS) and now.isVisible()

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        self._inside = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        self._show()

    def _show(self) -> None:
        stage = self._controller.stage
        self._keys.show_die(live=self._inside and stage is Stage.SHOTS)
        asked = self._controller.entry.question if stage is Stage.SHOTS else None
        name = f"Sci-fi attack, {asked.prompt}" if asked else "Sci-fi attack"
        self._body.setAccessibleName(name)
        self._pane.update()
        keys = self._names() if self._inside else ()
        if self._inside and keys != self._told:
            self._hub.keys_changed.emit(keys)
        self._told = keys

    def _names(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work where the focus is; in a field letters are typed."""
        now = QApplication.focusWidget()
        if not isinstance(now, QLineEdit):
            return self._keys.names()
        if self._keys.fires_from(now):
            return IN_AIM
        return IN_LIST if isinstance(now.parent(), PickList) else IN_FIELD
