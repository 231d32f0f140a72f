"""A widget whose parts wrap: the narrower it is, the higher it must be."""

from PySide6.QtWidgets import QSizePolicy, QWidget

_P = QSizePolicy.Policy


def let_wrap(widget: QWidget, across: _P = _P.Preferred, down: _P = _P.Preferred) -> None:
    """Have layouts ask a widget for its height at a width; they forget to, unless told."""
    policy = QSizePolicy(across, down)
    policy.setHeightForWidth(True)
    widget.setSizePolicy(policy)
