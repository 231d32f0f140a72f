"""Where the focus is in a pane of the queue: on the first empty die, else on the whole card."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.models.queue.controller import QueueStage
from ui.panels.queue.closing_card import ClosingCard
from ui.panels.queue.keys import QueueKeys
from ui.panels.queue.pane_focus import PaneFocus
from ui.panels.queue.step_card import StepCard


class QueueFocus(PaneFocus):
    """The focus in a view of the queue, and the ring around its card."""

    def __init__(
        self,
        pane: QWidget,
        body: QWidget,
        card: StepCard,
        closing: ClosingCard,
        keys: QueueKeys,
        hub: Hub,
        large: bool = False,
    ) -> None:
        controller = card.controller
        super().__init__(pane, body, hub, controller.changing, controller.step_changed)
        self._card, self._closing, self._keys, self._large = card, closing, keys, large
        self._scroll: QScrollArea | None = None
        card.installEventFilter(self)
        closing.installEventFilter(self)
        for field in (card.note, card.choices.words, card.caught):
            field.left.connect(self.take)
        hub.spot_taken.connect(self.take_back)
        self.aim()

    def settle(self, scroll: QScrollArea) -> None:
        """Scroll the card into view as soon as the layout has placed it."""
        self._scroll = scroll
        self._later.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when the layout has given the card another place or size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self._scroll:
            self._later.start()
        return False

    @override
    def scroll(self) -> None:
        if self._scroll is None or not self._pane.isVisible():
            return
        card, now = self._card, QApplication.focusWidget()
        if now is not None and self.keeps():
            self._scroll.ensureWidgetVisible(now, 0, 60)
        elif card.isHidden():
            self._scroll.ensureWidgetVisible(self._closing, 0, 0)
        elif card.height() <= self._scroll.viewport().height():
            self._scroll.ensureWidgetVisible(card, 0, 0)
        elif card.controller.preview.open_choices:
            self._scroll.ensureWidgetVisible(card.choices, 0, 0)
        else:
            self._scroll.verticalScrollBar().setValue(card.y())

    @override
    def keeps(self) -> bool:
        return self._card.writes(QApplication.focusWidget())

    @override
    def aim(self) -> None:
        step = self._card.controller.current
        words = f"{step.title}, {step.detail}" if step else self._closing.words()
        self._body.setAccessibleName(words)
        dice, choices = self._card.dice, self._card.choices
        wanted: QWidget | None = dice if dice.slots() and not self._card.isHidden() else None
        if choices.wants_words and not self._card.controller.preview.owed:
            wanted = choices.words
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away

    @override
    def show_live(self) -> None:
        self._card.dice.set_live(self._inside)
        self._card.set_ringed(self.ringed and self._card.controller.stage is QueueStage.STEPS)
        self._closing.set_ringed(self.ringed and self._card.isHidden())

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._keys.names(self._large)
