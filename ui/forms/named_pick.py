"""A choice of one of the names that the rules know, or of another that is typed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.look.theme import Theme

OTHER = "\0other"
"""The value of the row under which a name of one's own is typed; no typed name can equal it."""

LENGTH = 80
"""Letters of a typed name at most."""


class NamedPick(QWidget):
    """A list whose last row opens a line to type in; `changed` brings the name, empty for none."""

    changed = Signal(str)

    def __init__(self, theme: Theme, names: Sequence[str], label: str, none: str) -> None:
        super().__init__()
        self.theme = theme
        self.box = PickBox(theme)
        named = [FieldOption(name, name.capitalize()) for name in names]
        self.box.offer(
            [FieldOption("", none), *named, FieldOption(OTHER, "Another: type its name")]
        )
        self.box.setAccessibleName(label)
        self.line = QLineEdit()
        self.line.setMaxLength(LENGTH)
        self.line.setAccessibleName(f"{label}, its name")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.box)
        self._column.addWidget(self.line)
        self.setFocusProxy(self.box)
        self.set_name("")
        self.box.currentIndexChanged.connect(self._picked)
        self.line.textEdited.connect(lambda _: self.changed.emit(self.name()))
        theme.changed.connect(self._restyle)
        self._restyle()

    def name(self) -> str:
        """Return the chosen or typed name; empty for none."""
        value = self.box.value() or ""
        return " ".join(self.line.text().split()) if value == OTHER else value

    def set_name(self, name: str) -> None:
        """Show a name, without the signal; what is being typed stays."""
        if name == self.name() and name:
            return
        blocked = self.box.blockSignals(True)
        known = name in self.box.values()
        # While a name of one's own is begun it is empty, which is not "none".
        if not (name == "" and self.box.value() == OTHER and self.line.hasFocus()):
            self.box.set_value(name if known else OTHER)
        self.box.blockSignals(blocked)
        if not self.line.hasFocus():
            self.line.setText("" if known else name)
        self.line.setVisible(self.box.value() == OTHER)

    def _picked(self) -> None:
        own = self.box.value() == OTHER
        self.line.setVisible(own)
        if own:
            self.line.setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit(self.name())

    def _restyle(self) -> None:
        self._column.setSpacing(self.theme.px(6))
