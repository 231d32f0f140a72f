"""A campaign that went on in two places, or an older copy: both sides, to choose one."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.store.file.faults import moment
from brikdesk.store.lineage.ancestry import AncestryLink, Lineage, Relation
from ui.forms.sheet import EDGE, Sheet
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.look.widths import Width, width_of
from ui.widgets.backdrop import Backdrop
from ui.widgets.buttons import Button

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
        self.body.addWidget(plain_label(theme, common, "small", "text2", wrap=True))
        narrow = width_of(host.width(), theme.scale) is Width.SLIM
        sides = QVBoxLayout() if narrow else QHBoxLayout()
        sides.setSpacing(theme.px(24))
        sides.addWidget(self._side(HERE, lineage.here.act, lineage.ours), 1)
        sides.addWidget(self._side(FILE, lineage.there.act, lineage.theirs), 1)
        self.body.addLayout(sides)
        self.body.addStretch(1)
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
        px = self.theme.px
        line = Backdrop(self.theme, "line")
        line.setFixedHeight(1)
        self.column.addWidget(line)
        foot = QHBoxLayout()
        foot.setContentsMargins(px(EDGE), px(12), px(EDGE), px(16))
        foot.setSpacing(px(8))
        for button in self.buttons:
            foot.addWidget(button)
        foot.addStretch(1)
        cancel = Button(self.theme, "Cancel", "quiet", key="Esc")
        cancel.clicked.connect(self.close_sheet)
        foot.addWidget(cancel)
        self.column.addLayout(foot)

    def _side(self, name: str, newest: int, acts: Sequence[AncestryLink]) -> QWidget:
        theme, px = self.theme, self.theme.px
        side = QFrame()
        grid = QGridLayout(side)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(6))
        grid.setColumnStretch(1, 1)
        count = f"{len(acts)} more, newest first" if acts else "Nothing more"
        title = plain_label(theme, f"{name}, to act {newest}", "title", wrap=True)
        grid.addWidget(title, 0, 0, 1, 3)
        grid.addWidget(plain_label(theme, count, "small", "text2"), 1, 0, 1, 3)
        now = datetime.now(UTC)
        for row, act in enumerate(reversed(acts[-MOST:]), start=2):
            grid.addWidget(plain_label(theme, str(act.act), "small", "text2"), row, 0)
            grid.addWidget(ElidedLabel(theme, act.title, "small"), row, 1)
            when = plain_label(theme, moment(act.at, now), "small", "text2")
            grid.addWidget(when, row, 2)
        # The shorter side keeps its lines together at the top.
        grid.setRowStretch(len(acts) + 2, 1)
        return side
