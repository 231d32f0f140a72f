"""What the panes of the desk have in common where the focus is: it stays in them, and names the keys."""

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication, QWidget

from ui.campaign.hub import Hub
from ui.widgets.kept_focus import may_take
from ui.widgets.own_keys import CapRows, TakenKeys


class PaneFocus(QObject):
    """Keeps the focus in its pane when parts come and go, and tells the hub which keys work.

    `changing` is emitted before what the pane shows changes, `changed` after it. `body` has the
    focus where no part of it has.
    """

    def __init__(
        self,
        pane: QWidget,
        body: QWidget,
        hub: Hub,
        changing: SignalInstance,
        changed: SignalInstance,
    ) -> None:
        super().__init__(pane)
        self._pane, self._body, self._hub = pane, body, hub
        self._inside = self._had = self._arriving = False
        self._announced: tuple[tuple[str, str], ...] = ()
        self._taken: tuple[object, ...] = ()
        # What has just been shown gets its place with the next layout, and is scrolled to after it.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._arrived)
        changing.connect(self._remember)
        changed.connect(self._after_change)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    def aim(self) -> None:
        """Choose what takes the focus in place of the body."""

    def keeps(self) -> bool:
        """Return whether what has the focus keeps it: a field that is typed into."""
        raise NotImplementedError

    def scroll(self) -> None:
        """Scroll to what was asked for, now that the layout has placed it."""
        raise NotImplementedError

    def show_live(self) -> None:
        """Show whether digits come here."""
        raise NotImplementedError

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work where the focus is."""
        raise NotImplementedError

    @property
    def ringed(self) -> bool:
        """Whether the pane as a whole has the focus."""
        return QApplication.focusWidget() is self._body  # hasFocus() would ask its proxy for it

    def take(self) -> None:
        """Set the focus to the dice, or to the pane as a whole where there are none."""
        self.aim()  # first: the body passes the focus on to its proxy
        self._body.setFocus()

    def take_back(self) -> None:
        """Take the keys back from the map, where the referee has pointed at what is asked."""
        if self._pane.isVisible():
            self.take()

    def arrive(self) -> None:
        """Move the focus to the dice when the pane is shown, from wherever Qt has put it."""
        self._arriving = True
        self._later.start()

    def _arrived(self) -> None:
        if self._arriving and self._inside and may_take(self._pane) and not self.keeps():
            self.take()
        self._arriving = False
        self.scroll()

    def _remember(self) -> None:
        # A part that is hidden or deleted takes the focus with it: afterwards nobody could tell.
        self._had = self._inside

    def _after_change(self) -> None:
        self.aim()
        if self._had and may_take(self._pane) and not self.keeps():
            self.take()
        self._show()

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        # None too: while another window is in front, no keys of this pane are shown.
        self._inside = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        self._show()

    def _show(self) -> None:
        self.show_live()
        taken = TakenKeys(QApplication.focusWidget() if self._inside else None, self._pane)
        if taken.state != self._taken:
            self._taken = taken.state
            taken.dim(self._pane)
        keys: CapRows = ()
        if self._inside:
            keys = (*taken.keys, *(row for row in self.names() if taken.leaves(row[0])))
        if self._inside and keys != self._announced:
            self._hub.keys_changed.emit(keys)
        self._announced = keys
