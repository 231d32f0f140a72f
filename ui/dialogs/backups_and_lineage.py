"""Backups that can be brought back, a campaign that went on in two places, and what was salvaged."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from brikdesk.store.copies import Copy, PastAct
from brikdesk.store.file.faults import moment
from brikdesk.store.lineage import AncestryLink, Lineage, Relation
from brikdesk.store.salvage import Salvaged
from ui.campaign.places import day_and_time, shown_path
from ui.forms.sheet import EDGE, Sheet
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme, Width, width_of
from ui.widgets.buttons import Button
from ui.widgets.layout import SPRING, fill, held, in_column, in_grid, in_row, nest, take_away
from ui.widgets.painted import IconMark, hairline
from ui.widgets.start_rows import RecentLook, RecentRow

SAFE = (
    "What lies at its place now is put with the backups first: nothing is overwritten. "
    "Enter on a line asks what to do with it."
)
NONE = (
    "There is no backup yet. One is made when a campaign is opened for an evening, and every act of "
    "it is recorded."
)
ACTS = "Enter on an act brings the campaign back as it was right after it."


TOP = Qt.AlignmentFlag.AlignTop

LookAndDeed = tuple[RecentLook, Callable[[], object] | None]
"""A row of the list, and what Enter does on it; None where it can only be read."""


class BackupsFound(Struct, frozen=True):
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
        self._found = BackupsFound()
        self._words = note(theme, "Looking through the backups…")
        fill(self.body, self._words, SPRING)

    def say(self, words: str) -> None:
        """Show these words above the list, as when looking failed."""
        self._words.say(words)

    def show_found(self, found: BackupsFound) -> None:
        """Show the copies, and below them the evenings whose acts can be brought back."""
        self._found = found
        self._words.say(f"{SAFE if found.copies else NONE} {found.room}")
        looks: list[LookAndDeed] = []
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
        looks: list[LookAndDeed] = [
            (_look_of_act(past), partial(self.act_chosen.emit, past)) for past in reversed(evening)
        ]
        self._show([*looks, (back, lambda: self.show_found(self._found))])

    def _show(self, looks: Sequence[LookAndDeed]) -> None:
        self.body.takeAt(self.body.count() - 1)  # the stretch; it comes last again below
        self.body.setSpacing(self.theme.px(8))
        for row in self.rows:
            take_away(self.body, row)
        self.rows = []
        for look, does in looks:
            row = RecentRow(self.theme, look)
            row.setEnabled(does is not None)
            row.clicked.connect(lambda _checked=False, does=does: does())
            row.moved.connect(self._move)
            self.rows.append(row)
            self.body.addWidget(row)
            row.show()  # else the sheet does not count it when it takes its height
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


HERE, FILE = "Played on this computer", "In this file"
GO_HERE, GO_FILE, LOOK = "Go on with this computer's", "Go on with this file", "Only look"
MOST = 200
"""The most acts that are shown of a side; of more, the newest."""

TITLES = {
    Relation.OLDER: "This file is older",
    Relation.FORK: "Played on in two places",
}


class LineageSheet(Sheet):
    """Shows both sides act by act, and calls `here`, `file` or `look`; none of them for Esc."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        name: str,
        lineage: Lineage,
        here: Callable[[], object],
        file: Callable[[], object],
        look: Callable[[], object],
    ) -> None:
        super().__init__(theme, host, f"{TITLES[lineage.relation]}: {name}", wide=900, high=720)
        words = (
            f"{lineage.words()} Choose one. The other is kept as a copy among the backups; nothing is "
            "overwritten, and nothing is merged."
        )
        self.body.addWidget(plain_label(theme, words, "body", "text2", wrap=True))
        if lineage.last_common:
            common = f"Both have act {lineage.common}: {lineage.last_common.title}"
        else:
            common = f"Both have the acts up to {lineage.common}."
        self.body.addWidget(note(theme, common))
        narrow = width_of(host.width(), theme.scale) is Width.SLIM
        ours = self._side(HERE, lineage.here.act, lineage.ours)
        theirs = self._side(FILE, lineage.there.act, lineage.theirs)
        sides = (in_column if narrow else in_row)(theme, (ours, 1), (theirs, 1), gap=24)
        fill(self.body, sides, SPRING)
        ways = ((GO_HERE, here, "primary"), (GO_FILE, file, "soft"), (LOOK, look, "quiet"))
        self.buttons = [self._way(words, do, kind) for words, do, kind in ways]
        self._add_ways()

    @override
    def first_field(self) -> QWidget:
        """Return the button of the usual answer: to go on with what was played here."""
        return self.buttons[0]

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the answer with the focus with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for button in self.buttons:
                if button.hasFocus():
                    button.click()
                    return
        super().keyPressEvent(event)

    def _way(self, words: str, do: Callable[[], object], kind: str) -> Button:
        button = Button(self.theme, words, kind)  # type: ignore[arg-type]

        # Closed first: the answer may open a campaign, or another sheet.
        def go() -> None:
            self.close_sheet()
            do()

        button.clicked.connect(go)
        return button

    def _add_ways(self) -> None:
        cancel = Button(self.theme, "Cancel", "quiet", key="Esc", does=self.close_sheet)
        foot = in_row(self.theme, *self.buttons, SPRING, cancel, gap=8, edges=(EDGE, 12, EDGE, 16))
        fill(self.column, hairline(self.theme), foot)

    def _side(self, name: str, newest: int, acts: Sequence[AncestryLink]) -> QWidget:
        theme, now = self.theme, datetime.now(UTC)
        count = f"{len(acts)} more, newest first" if acts else "Nothing more"
        title = plain_label(theme, f"{name}, to act {newest}", "title", wrap=True)
        rows = (
            (
                plain_label(theme, str(act.act), "small", "text2"),
                ElidedLabel(theme, act.title, "small"),
                plain_label(theme, moment(act.at, now), "small", "text2"),
            )
            for act in reversed(acts[-MOST:])
        )
        heads = ((title, 3),), ((plain_label(theme, count, "small", "text2"), 3),)
        table = in_grid(theme, *heads, *rows, gap=(12, 6), grows=(1,))
        # The shorter side keeps its lines together at the top.
        table.setRowStretch(len(acts) + 2, 1)
        return held(table)


class SalvageSheet(Sheet):
    """What was salvaged of a damaged campaign, and what is lost: Ctrl+Enter opens the new file."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        name: str,
        made: Path,
        done: Salvaged,
        opens: Callable[[], object],
    ) -> None:
        super().__init__(theme, host, f"Salvaged: {name}", f"Open {made.name}")
        self.cancel.set_words("Leave it for later")
        self._opens = opens
        losses = done.losses()
        nest(self.body, self._part("What is back", done.found(), "check", "ok"))
        if losses:
            nest(self.body, self._part("What is lost", losses, "warning", "danger"))
        stays = f"{name} stays as it is. What was salvaged is in {shown_path(made)}."
        fill(self.body, note(theme, stays), SPRING)

    @override
    def first_field(self) -> QWidget | None:
        """Return the button that opens the new file."""
        return self.primary

    @override
    def submit(self) -> None:
        """Open the new file."""
        self.close_sheet()
        self._opens()

    def _part(self, heading: str, words: Sequence[str], icon: str, token: str) -> QLayout:
        theme = self.theme
        head = plain_label(theme, heading, "small", "text2", strong=True)
        rows = []
        for each in words:
            mark, said = IconMark(theme, icon, token), plain_label(theme, each, "body", wrap=True)
            rows.append(in_row(theme, (mark, 0, TOP), (said, 1), gap=8))
        return in_column(theme, head, *rows, gap=6)
