"""The licences of everything inside the program, with their whole texts."""

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.about.licences import Component, all_parts
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.list_box import ListBox
from ui.widgets.reading_field import ReadingField

ALL = "All parts"
NO_TEXT = "The text of this licence does not lie with the program."


class LicencesSheet(Sheet):
    """Lists all parts with their licences; picked in the list, a part shows the texts of its own."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(theme, host, "Licences", wide=860, high=820, scrolls=False)
        self.parts = all_parts()
        words = "Pick a part with Up and Down to read its licence; Tab goes to the text."
        self.body.addWidget(plain_label(theme, words, "small", "text2", wrap=True))
        self.list = ListBox()
        self.list.setAccessibleName("Part")
        self.list.addItems([ALL, *(f"{part.name} {part.version}" for part in self.parts)])
        self.body.addWidget(self.list)
        self.text = ReadingField(theme, "Licence")
        self.body.addWidget(self.text, 1)
        self.list.currentIndexChanged.connect(self._show)
        self._show(0)

    @override
    def first_field(self) -> QWidget:
        return self.list

    def _show(self, at: int) -> None:
        self.text.setPlainText(_overview(self.parts) if at < 1 else _texts(self.parts[at - 1]))


def _overview(parts: tuple[Component, ...]) -> str:
    return "\n".join(f"{part.name} {part.version}: {part.licence}" for part in parts)


def _texts(part: Component) -> str:
    """Return the licence's name and all texts of a part, one after the other."""
    texts = [f"{part.name} {part.version}: {part.licence}"]
    for file in part.texts:
        try:
            texts.append(file.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            texts.append(NO_TEXT)
    return "\n\n".join(texts if part.texts else [*texts, NO_TEXT])
