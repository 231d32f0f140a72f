"""Pills of which any number can be on: the equipment of a unit, the effects of a warhead."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from ui.look.theme import Theme
from ui.parts.fields.pick_buttons import GAP, PickButton, PickOption
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import STEPS


class TickPills(QWidget):
    """Space turns a pill on or off, arrows go on; `ticked` is emitted after a change by hand."""

    ticked = Signal()

    def __init__(self, theme: Theme, options: Sequence[PickOption], name: str) -> None:
        super().__init__()
        self.theme = theme
        let_wrap(self, across=QSizePolicy.Policy.Expanding, down=QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._flow = FlowLayout(None, theme.px(GAP))
        column.addLayout(self._flow)
        self.setAccessibleName(name)
        self._pills = [PickButton(theme, option, "pill", self) for option in options]
        for pill in self._pills:
            pill.clicked.connect(lambda _=False: self.ticked.emit())
            # They are in no group: by itself Qt would look for what lies in an arrow's direction.
            pill.installEventFilter(self)
            self._flow.addWidget(pill)
        theme.changed.connect(self._restyle)

    def values(self) -> tuple[Any, ...]:
        """Return the values that are on, in the order of the pills."""
        return tuple(pill.option.value for pill in self._pills if pill.isChecked())

    def set_values(self, values: Sequence[Any]) -> None:
        """Turn these on and all others off, without the signal."""
        for pill in self._pills:
            pill.setChecked(pill.option.value in values)

    def pill(self, value: Any) -> PickButton:
        """Return the pill of a value. Raise StopIteration if there is none."""
        return next(pill for pill in self._pills if pill.option.value == value)

    def _restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(GAP))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or not isinstance(watched, PickButton):
            return False
        place = self._pills.index(watched) + step
        self._pills[place % len(self._pills)].setFocus(Qt.FocusReason.OtherFocusReason)
        return True
