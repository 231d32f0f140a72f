"""The backups that can be brought back, of one campaign or of all."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.lineage.copies import Copy
from ui.campaign.places import day_and_time
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.big_choice import RecentLook, RecentRow

SAFE = (
    "What lies at its place now is put with the backups first: nothing is overwritten. "
    "Enter on a line asks what to do with it."
)
NONE = (
    "There is no backup yet. The first is made when a campaign is opened, then one every half hour "
    "of play and one at closing."
)


class BackupsSheet(Sheet):
    """Lists copies to go through with Up, Down and Enter; `chosen` brings the picked one."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, host: QWidget, title: str) -> None:
        super().__init__(theme, host, title, wide=760, high=760)
        self.rows: list[RecentRow] = []
        self._words = plain_label(
            theme, "Looking through the backups…", "small", "text2", wrap=True
        )
        self.body.addWidget(self._words)
        self.body.addStretch(1)

    def say(self, words: str) -> None:
        """Show these words above the list, as when looking failed."""
        self._words.say(words)

    def show_copies(self, copies: Sequence[Copy], *, of_one: bool) -> None:
        """Show these copies: those of one campaign by their acts, else by campaign."""
        self._words.say(SAFE if copies else NONE)
        self.body.takeAt(self.body.count() - 1)  # the stretch; it comes last again below
        for copy in copies:
            row = RecentRow(self.theme, _look_of(copy, of_one=of_one))
            # A copy without a name could not be read: it is listed, but cannot be brought back.
            row.setEnabled(bool(copy.campaign))
            row.clicked.connect(lambda _checked=False, copy=copy: self.chosen.emit(copy))
            row.moved.connect(self._move)
            self.rows.append(row)
            self.body.addWidget(row)
        self.body.addStretch(1)
        able = [row for row in self.rows if row.isEnabled()]
        self.place()
        if able:
            self.reveal(able[0])

    def _move(self, step: int) -> None:
        able = [row for row in self.rows if row.isEnabled()]
        now = next((at for at, row in enumerate(able) if row.hasFocus()), None)
        to = 0 if now is None else max(0, min(len(able) - 1, now + step))
        self.reveal(able[to])

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick the row with the focus with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for row in self.rows:
                if row.hasFocus():
                    row.click()
            return
        super().keyPressEvent(event)


def _look_of(copy: Copy, *, of_one: bool) -> RecentLook:
    """Return the words of a copy's row."""
    words = copy.words()
    what = words[:1].upper() + words[1:]
    if not copy.campaign:
        return RecentLook("It cannot be read", what, (), "", "")
    last = f"Act {copy.tip.act}" + (f": {copy.title}" if copy.title else "")
    if of_one:
        return RecentLook(last, what, (), day_and_time(copy.made.isoformat()), "")
    return RecentLook(copy.campaign, f"{last}. {what}", (), day_and_time(copy.made.isoformat()), "")
