"""What a layout holds, found without asking it for its items."""

from PySide6.QtWidgets import QLayout, QWidget


def held_by(layout: QLayout) -> dict[int, QWidget | QLayout]:
    """Return the widgets and layouts directly in a layout, by their place in it; no spaces.

    Its items are never asked for (`itemAt`): PySide remembers each by its address for as long as the
    layout lives, also when Qt has deleted it with its widget. As soon as another object is made at
    that address, and goes again, PySide frees what is gone already, and the program dies.
    """
    owner = layout.parentWidget()
    widgets = owner.children() if owner is not None else []
    parts = [part for part in (*widgets, *layout.children()) if isinstance(part, QWidget | QLayout)]
    return {place: part for part in parts if (place := layout.indexOf(part)) >= 0}
