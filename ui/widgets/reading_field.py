"""A long text to read, scroll and copy, shown as it stands and never as markup."""

from PySide6.QtWidgets import QPlainTextEdit

from ui.look.theme import Theme


class ReadingField(QPlainTextEdit):
    """Takes no words; Tab goes on to the next part. `name` is what a screen reader says."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setFont(theme.font("body"))
        self.setMinimumHeight(theme.px(80))
