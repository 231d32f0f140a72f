"""Where the focus is in a pane of the queue: on the first empty die, else on the whole card."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from typing_extensions import override

from ui.campaign.hub import Hub
from ui.models.queue.controller import Stage
from ui.panels.queue.closing_card import ClosingCard
from ui.panels.queue.keys import QueueKeys
from ui.panels.queue.step_card import StepCard
from ui.widgets.kept_focus import may_take


class QueueFocus(QObject):
    """Keeps the focus in its pane when boxes come and go, draws the ring, and names the keys."""

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
        super().__init__(pane)
        self._pane, self._body, self._card, self._closing = pane, body, card, closing
        self._keys, self._hub, self._large = keys, hub, large
        self._inside = self._had = self._arriving = False
        self._told: tuple[tuple[str, str], ...] = ()
        self._scroll: QScrollArea | None = None
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._show_card)
        card.installEventFilter(self)
        closing.installEventFilter(self)
        card.controller.changing.connect(self._remember)
        card.controller.step_changed.connect(self._after_change)
        card.note.left.connect(self.take)
        card.choices.words.left.connect(self.take)
        card.caught.left.connect(self.take)
        hub.spot_taken.connect(self._take_back)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)
        self._aim()

    def take(self) -> None:
        """Set the focus to the dice, or to the card where there are none."""
        self._aim()
        self._body.setFocus()

    def _take_back(self) -> None:
        """Take the keys back from the map, where the referee has pointed at what a step asks."""
        if self._pane.isVisible():
            self.take()

    def arrive(self) -> None:
        """Move the focus to the dice when the pane is shown, from wherever Qt has put it."""
        self._arriving = True
        self._later.start()

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

    def _show_card(self) -> None:
        if self._arriving and self._inside and may_take(self._pane) and not self._typing():
            self.take()
        self._arriving = False
        if self._scroll is None or not self._pane.isVisible():
            return
        card, now = self._card, QApplication.focusWidget()
        if now is not None and self._typing():
            self._scroll.ensureWidgetVisible(now, 0, 60)
        elif card.isHidden():
            self._scroll.ensureWidgetVisible(self._closing, 0, 0)
        elif card.height() <= self._scroll.viewport().height():
            self._scroll.ensureWidgetVisible(card, 0, 0)
        elif card.controller.preview.open_choices:
            self._scroll.ensureWidgetVisible(card.choices, 0, 0)
        else:
            self._scroll.verticalScrollBar().setValue(card.y())

    def _remember(self) -> None:
        # A box that is deleted takes the focus with it: afterwards nobody could tell who had it.
        self._had = self._inside

    def _after_change(self) -> None:
        self._aim()
        if self._had and may_take(self._pane) and not self._typing():
            self.take()
        self._show()

    def _typing(self) -> bool:
        """Return whether the focus is in a text field, which keeps it."""
        return self._card.writes(QApplication.focusWidget())

    def _aim(self) -> None:
        """Make the dice the focus proxy of the body while there are any."""
        step = self._card.controller.current
        words = f"{step.title}, {step.detail}" if step else self._closing.words()
        self._body.setAccessibleName(words)
        dice = self._card.dice
        wanted = dice if dice.slots() and not self._card.isHidden() else None
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        self._inside = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        self._show()

    def _show(self) -> None:
        self._card.dice.set_live(self._inside)
        ring = QApplication.focusWidget() is self._body  # hasFocus() would ask the dice for it
        self._card.set_ringed(ring and self._card.controller.stage is Stage.STEPS)
        self._closing.set_ringed(ring and self._card.isHidden())
        keys = self._keys.names(self._large) if self._inside else ()
        if self._inside and keys != self._told:
            self._hub.keys_changed.emit(keys)
        self._told = keys
