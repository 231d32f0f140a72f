"""A sheet that asks for a name."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.errors import BadInput
from ui.forms.field_box import FieldBox
from ui.forms.sheet import Sheet
from ui.look.theme import Theme


class NameSheet(Sheet):
    """Asks for a name and hands it to `does`, which may raise BadInput: that is then shown."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        title: str,
        button: str,
        name: str,
        does: Callable[[str], object],
    ) -> None:
        super().__init__(theme, host, title, button, 480, 320)
        self._does = does
        self.name = QLineEdit(name)
        self.name.setMaxLength(text.NAME_LENGTH)
        self.name.selectAll()
        self.body.addWidget(FieldBox(theme, "Name", self.name))

    @override
    def first_field(self) -> QWidget:
        return self.name

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        else:
            super().keyPressEvent(event)

    @override
    def submit(self) -> None:
        try:
            self._does(self.name.text())
        except BadInput as error:
            self.fail(error.sentence)
        else:
            self.close_sheet()
