"""What a layout holds, found out without asking it for its items."""

from PySide6.QtWidgets import QLayout, QWidget


def held_by(layout: QLayout) -> dict[int, QWidget | QLayout]:
    """Return the widgets and layouts directly in a layout by their place; spacers are left out.

    The layout is never asked for its items (`itemAt`): PySide remembers each by its address as long
    as the layout lives, even when Qt has deleted it with its widget. When another object is made at
    that address and deleted again, PySide frees what is freed already, and the program crashes.
    """
    owner = layout.parentWidget()
    widgets = owner.children() if owner is not None else []
    parts = [part for part in (*widgets, *layout.children()) if isinstance(part, QWidget | QLayout)]
    return {place: part for part in parts if (place := layout.indexOf(part)) >= 0}
