"""Keys that the widget with the focus takes for itself: nothing around it shows them as its own."""

from typing import ClassVar

from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget

CapRows = tuple[tuple[str, str], ...]
"""Keycaps with what they do."""

IN_LIST: CapRows = (("↑ ↓", "row"), ("Enter", "choose"), ("Esc", "back"))
_IN_WORDS = ("Space", "⇧ Space", "Backspace", "Delete", "Del", "Home", "← →", "← ↑ ↓ →")


class OwnKeys:
    """A part with keys of its own while the focus is in it."""

    own_keys: ClassVar[CapRows] = ()
    takes_words: ClassVar[bool] = True
    """Whether a text field in it takes letters and signs; else only figures."""


class ShowsCap:
    """A button with a keycap, which is dim while its key goes elsewhere."""

    cap_is_live = True

    @property
    def cap(self) -> str:
        """The keys on the cap; empty where there is none."""
        raise NotImplementedError

    def show_cap(self, live: bool) -> None:
        """Show the cap as one that works, or dim."""
        if live != self.cap_is_live:
            self.cap_is_live = live
            if isinstance(self, QWidget):
                self.update()


class TakenKeys:
    """What the widget with the focus, and the parts of `pane` around it, take for themselves."""

    def __init__(self, now: QWidget | None, pane: QWidget) -> None:
        parts: list[OwnKeys] = []
        at = now
        while at is not None and at is not pane:
            if isinstance(at, OwnKeys):
                parts.append(at)
            at = at.parentWidget()
        self.keys: CapRows = next((part.own_keys for part in parts if part.own_keys), ())
        self._caps = {cap for part in parts for cap, _ in part.own_keys}
        self._types = isinstance(now, QLineEdit)
        self._words = self._types and (not parts or parts[0].takes_words)
        self._presses = isinstance(now, QAbstractButton | QComboBox)

    @property
    def state(self) -> tuple[object, ...]:
        """What tells one from another."""
        return self.keys, frozenset(self._caps), self._types, self._words, self._presses

    def leaves(self, cap: str) -> bool:
        """Return whether a key goes on to the pane."""
        if cap in self._caps or (self._presses and cap == "Space"):
            return False
        if self._types and (cap in _IN_WORDS or cap[:1].isdecimal()):
            return False
        return not (self._words and (len(cap) == 1 or (len(cap) == 3 and cap[1] == "–")))

    def dim(self, pane: QWidget) -> None:
        """Dim the keycaps in a pane whose keys are taken, and light all others."""
        for button in pane.findChildren(QAbstractButton):
            if isinstance(button, ShowsCap):
                button.show_cap(self.leaves(button.cap))
