"""Change many parts of a widget, and have them laid out once."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QWidget


@contextmanager
def laid_out_once(widget: QWidget) -> Iterator[None]:
    """Keep the layouts in a widget still while its parts change; afterwards Qt lays them out once.

    Whenever a part is shown, Qt lays out all that it lies in at once. A card that shows five parts
    would be laid out five times before its last words are known.
    """
    # Only classes of our own: what Qt puts around its scroll bars is laid out by Qt alone.
    still = [
        (each, layout)
        for each in (widget, *widget.findChildren(QWidget))
        if type(each) is not QWidget and (layout := each.layout()) is not None
    ]
    for _, layout in still:
        layout.setEnabled(False)
    try:
        yield
    finally:
        for owner, layout in still:
            layout.setEnabled(True)
            owner.updateGeometry()  # a layout that is still tells nobody what its parts want
