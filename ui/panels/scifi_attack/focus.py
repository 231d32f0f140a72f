"""Where the focus is in the Sci-fi attack: in a field, else on the tab as a whole."""

from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QScrollArea, QWidget
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.models.scifi_attack.controller import SfAttackStage
from ui.panels.queue.pane_focus import PaneFocus
from ui.panels.scifi_attack.keys import SfAttackKeys
from ui.parts.fields.pick_list import PickList

KEEPS = (QLineEdit, QCheckBox)
"""Widgets that keep the focus when the attack changes."""


class SfAttackFocus(PaneFocus):
    """The focus in an attack by the Sci-fi rules."""

    def __init__(self, pane: QWidget, body: QWidget, keys: SfAttackKeys, hub: Hub) -> None:
        controller = keys.controller
        super().__init__(pane, body, hub, controller.changing, controller.changed)
        self._keys, self._controller = keys, controller
        self._wanted: tuple[QScrollArea, QWidget, QWidget] | None = None
        hub.spot_taken.connect(self.take_back)
        hub.pointing_left.connect(self._pointed)

    def _pointed(self) -> None:
        """Take the keys back from the map, unless a form over the pane had asked for the place."""
        if not self._hub.form_asks:
            self.take_back()

    def settle(self, scroll: QScrollArea, part: QWidget, asked: QWidget) -> None:
        """Scroll a part into view as soon as the layout has placed it.

        A part higher than the pane is shown from `asked` on, a widget inside it.
        """
        self._wanted = (scroll, part, asked)
        self._later.start()

    @override
    def scroll(self) -> None:
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

    @override
    def keeps(self) -> bool:
        now = QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, KEEPS) and now.isVisible()

    @override
    def show_live(self) -> None:
        stage = self._controller.stage
        self._keys.show_die(live=self._inside and stage is SfAttackStage.SHOTS)
        asked = self._controller.entry.question if stage is SfAttackStage.SHOTS else None
        name = f"Sci-fi attack, {asked.prompt}" if asked else "Sci-fi attack"
        self._body.setAccessibleName(name)
        self._pane.update()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._keys.names()
