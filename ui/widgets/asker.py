"""What waits for an answer has the keys until it is answered or left: no click elsewhere takes them."""

from PySide6.QtWidgets import QApplication, QWidget


class Asker:
    """A pane or a sheet that may wait for dice, a choice, or what a form asks."""

    def waits_for(self) -> str:
        """Return what it waits for and the keys for it, as a sentence; "" if for nothing."""
        raise NotImplementedError


def asker_of(widget: QWidget | None) -> Asker | None:
    """Return the innermost asker that a widget is part of."""
    at = widget
    while at is not None and not isinstance(at, Asker):
        at = at.parentWidget()
    return at


def waits_with_the_keys() -> bool:
    """Return whether the focus is in something that waits for an answer."""
    asker = asker_of(QApplication.focusWidget())
    return asker is not None and bool(asker.waits_for())
