"""The backups that can be brought back, of one campaign or of all."""

from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from brikdesk.store.lineage.copies import Copy, PastAct
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
    "There is no backup yet. One is made when a campaign is opened for an evening, and every act of "
    "it is recorded."
)
ACTS = "Enter on an act brings the campaign back as it was right after it."


class Found(Struct, frozen=True):
    """What can be brought back of one campaign, or of all, and how much room it takes."""

    copies: Sequence[Copy] = ()
    evenings: Sequence[Sequence[PastAct]] = ()
    origin: str = ""
    of_one: bool = True
    room: str = ""


class BackupsSheet(Sheet):
    """Lists copies, and evenings with their acts, to go through with Up, Down and Enter.

    `chosen` brings the picked copy, `act_chosen` the act to which the campaign should go back.
    """

    chosen = Signal(object)
    act_chosen = Signal(object)

    def __init__(self, theme: Theme, host: QWidget, title: str) -> None:
        super().__init__(theme, host, title, wide=760, high=760)
        self.rows: list[RecentRow] = []
        self._found = Found()
        self._words = plain_label(
            theme, "Looking through the backups…", "small", "text2", wrap=True
        )
        self.body.addWidget(self._words)
        self.body.addStretch(1)

    def say(self, words: str) -> None:
        """Show these words above the list, as when looking failed."""
        self._words.say(words)

    def show_found(self, found: "Found") -> None:
        """Show the copies, and below them the evenings whose acts can be brought back."""
        self._found = found
        self._words.say(f"{SAFE if found.copies else NONE} {found.room}")
        looks: list[tuple[RecentLook, Callable[[], object] | None]] = []
        for copy in found.copies:
            # A copy without a name could not be read: it is listed, but cannot be brought back.
            does = partial(self.chosen.emit, copy) if copy.campaign else None
            looks.append((_look_of(copy, of_one=found.of_one), does))
        for evening in found.evenings:
            looks.append((_look_of_evening(evening), partial(self.show_evening, evening)))
        self._show(looks)

    def show_evening(self, evening: Sequence[PastAct]) -> None:
        """Show the acts of one evening, the last one first."""
        self._words.say(f"{ACTS} {SAFE}")
        back = RecentLook("All backups", "Back to the list", (), "", "")
        looks: list[tuple[RecentLook, Callable[[], object] | None]] = [
            (_look_of_act(past), partial(self.act_chosen.emit, past)) for past in reversed(evening)
        ]
        self._show([*looks, (back, lambda: self.show_found(self._found))])

    def _show(self, looks: Sequence[tuple[RecentLook, Callable[[], object] | None]]) -> None:
        self.body.takeAt(self.body.count() - 1)  # the stretch; it comes last again below
        for row in self.rows:
            self.body.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for look, does in looks:
            row = RecentRow(self.theme, look)
            row.setEnabled(does is not None)
            row.clicked.connect(lambda _checked=False, does=does: does())
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


def _look_of_evening(evening: Sequence[PastAct]) -> RecentLook:
    first, last = evening[0], evening[-1]
    many = "1 act" if len(evening) == 1 else f"{len(evening)} acts"
    day = f"{first.evening:%A} {first.evening.day} {first.evening:%B %Y}"
    spans = f"Act {first.act}" + (f" to {last.act}: any of them" if len(evening) > 1 else "")
    return RecentLook(f"{day}, {many}", spans, (), day_and_time(last.at.isoformat()), "")


def _look_of_act(past: PastAct) -> RecentLook:
    when = day_and_time(past.at.isoformat())
    return RecentLook(f"Act {past.act}", past.title, (), when, "")
