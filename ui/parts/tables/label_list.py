"""Lines of running text, one below the other."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout
from typing_extensions import override

from ui.look.theme import Theme
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LinePiece
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class LabelList(PaintedWidget):
    """The lines; hidden while there are none. `asked` brings a rule that was clicked."""

    asked = Signal(str)

    def __init__(self, theme: Theme, hangs: bool = False) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._hangs = hangs
        self._labels: list[RichLabel] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.hide()
        self.restyle()

    def show_lines(self, lines: Sequence[tuple[LinePiece, ...]]) -> None:
        """Show other lines."""
        while len(self._labels) < len(lines):
            label = RichLabel(self.theme, (), "small", self._hangs)
            label.asked.connect(self.asked)
            self._column.addWidget(label)
            self._labels.append(label)
        # Labels are hidden, not deleted: lines come and go with each die that is typed.
        for number, label in enumerate(self._labels):
            label.setVisible(number < len(lines))
            if number < len(lines) and label.pieces != lines[number]:
                label.show_pieces(lines[number])
        self.setVisible(bool(lines))

    def words(self) -> list[str]:
        """Return the lines as a screen reader says them."""
        return [label.accessibleName() for label in self._labels if not label.isHidden()]

    @override
    def restyle(self) -> None:
        self._column.setSpacing(self.theme.px(4))
        super().restyle()
