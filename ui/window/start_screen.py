"""The first screen: samples, a new campaign, a file, backups, and what was open last."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QWidget

from ui.campaign.places import day_and_time, shown_path
from ui.campaign.settings import Recent
from ui.look.icons import paint_icon
from ui.look.shortcuts import sign
from ui.look.text import note, plain_label
from ui.look.theme import Theme, Width, override, width_of
from ui.widgets.layout import SPRING, Arranged, Arranging, OnePage, fill, in_column, in_row
from ui.widgets.painted import Backdrop, PaintedWidget, sized
from ui.widgets.start_rows import BigChoice, LargeRow, RecentLook, RecentRow, TableScene

COLUMN = 616
CHOICES = (
    ("sample", "map", "Open the sample campaign", "A battle under way: fires, gas and rockets"),
    ("new", "plus", "New campaign", "Factions, turn order and table size, then units"),
    ("open", "folder", "Open a file…", "Or drop a campaign file anywhere in this window"),
    ("scifi_sample", "projectile", "Open the Sci-fi sample", "A rack of seven rockets, a crew"),
    ("backups", "layers", "Backups", "Bring back a campaign that was open here"),
)
DIGITS = tuple(str(place + 1) for place in range(len(CHOICES)))

MOTTO = "Who burns, what lands, who rolls. You keep your hands on the dice."


@sized(64, 64)
class Brick(PaintedWidget):
    """The logo."""

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the brick."""
        paint_icon(painter, box, self.theme, "logo")


class StartScreen(Arranged, Backdrop):
    """Five ways to begin, and recent files. `notices` tell what of the settings was put aside.

    `chosen` brings the name of a command, `file_chosen` a path.
    """

    chosen = Signal(str)
    file_chosen = Signal(str)

    def __init__(
        self, theme: Theme, recent: Sequence[Recent] = (), notices: Sequence[str] = ()
    ) -> None:
        super().__init__(theme, "bg0")
        self._arranging = Arranging(self, self._make_room)
        self._rows: list[LargeRow] = []
        self._busy = ""
        self._notices = tuple(notices)
        self._scroll = QScrollArea()
        # Our own viewport: to wrap the one that Qt made, Qt for Python would go through every
        # widget class that it knows.
        self._canvas = QWidget()
        self._scroll.setViewport(self._canvas)
        self._holder = OnePage()
        self._scroll.setWidget(self._holder)
        self._holder.setAutoFillBackground(False)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scene = TableScene(theme)
        self._whole = in_row(theme, (self._scroll, 55), (self._scene, 45), gap=0, on=self)
        self._recent = tuple(recent)
        self._build()
        theme.changed.connect(self._build)

    def show_recent(self, recent: Sequence[Recent]) -> None:
        """Show these recent files; without any, their part of the screen is left out."""
        if self._recent != tuple(recent):
            self._recent = tuple(recent)
            self._build()

    @property
    def recent(self) -> tuple[Recent, ...]:
        """The recent files that are shown."""
        return self._recent

    def say(self, words: str) -> None:
        """Say what is being done, instead of the motto; "" brings the motto back."""
        self._busy = words
        self._motto.say(words or MOTTO)

    def take_focus(self) -> None:
        """Focus the newest file, or the first way to begin if there is none."""
        self._rows[len(CHOICES) if self._recent else 0].setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def canvas(self) -> QWidget:
        """The viewport of the rows, which is painted with every frame of this screen."""
        return self._canvas

    @property
    def rows(self) -> tuple[QAbstractButton, ...]:
        """Everything that can be chosen, from top to bottom."""
        return tuple(self._rows)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with 1 to 5; go through all rows with Up and Down, and choose with Enter."""
        key = event.key()
        if sign(event) in DIGITS:
            self.chosen.emit(CHOICES[int(sign(event)) - 1][0])
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if (row := self._focused()) is not None:
                self._rows[row].click()
        else:
            event.ignore()

    def _make_room(self) -> None:
        """Hide the painted table where the window is too narrow for it."""
        self._scene.setVisible(width_of(self.width(), self.theme.scale) > Width.SLIM)

    def _focused(self) -> int | None:
        return next((at for at, row in enumerate(self._rows) if row.hasFocus()), None)

    def _move(self, step: int) -> None:
        now = self._focused()
        to = 0 if now is None else max(0, min(len(self._rows) - 1, now + step))
        self._rows[to].setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(self._rows[to])

    def _build(self) -> None:
        """Build the whole screen anew: it is small and seldom changes."""
        had_focus = self._focused()
        page, holder = QWidget(), QWidget()
        holder.setMaximumWidth(self.theme.px(COLUMN))
        self._fill(holder)
        in_row(self.theme, SPRING, (holder, 100), SPRING, edges=(40, 32, 40, 32), on=page)
        self._holder.show_page(page)
        self._canvas.setAutoFillBackground(False)
        if had_focus is not None and had_focus < len(self._rows):
            self._rows[had_focus].setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, holder: QWidget) -> None:
        theme, px = self.theme, self.theme.px
        column = in_column(theme, SPRING, gap=12, on=holder)
        head = in_row(
            theme, Brick(theme), (plain_label(theme, "BrikDesk", "display_large"), 1), gap=20
        )
        self._motto = plain_label(theme, self._busy or MOTTO, "body", "text2", wrap=True)
        fill(column, head, self._motto, *(note(theme, words, "danger") for words in self._notices))
        column.addSpacing(px(12))
        self._rows = [
            *(self._choice(place) for place in range(len(CHOICES))),
            *map(self._recent_row, self._recent),
        ]
        for row in self._rows:
            row.moved.connect(self._move)
        for place, row in enumerate(self._rows):
            if place == len(CHOICES):
                column.addSpacing(px(20))
                column.addWidget(plain_label(theme, "Recent", "small", "text2", strong=True))
            column.addWidget(row)
        column.addStretch(1)

    def _choice(self, place: int) -> BigChoice:
        name, icon, title, words = CHOICES[place]
        row = BigChoice(self.theme, icon, title, words, str(place + 1), primary=place == 0)
        row.clicked.connect(lambda: self.chosen.emit(name))
        return row

    def _recent_row(self, recent: Recent) -> RecentRow:
        path = Path(recent.path)
        look = RecentLook(
            name=recent.name or path.stem,
            standing=recent.trouble or recent.standing,
            colours=recent.colours,
            when=day_and_time(recent.when),
            folder=shown_path(path.parent),
            depth=recent.table.depth,
            dots=recent.table.dots,
        )
        row = RecentRow(self.theme, look)
        row.clicked.connect(lambda: self.file_chosen.emit(recent.path))
        return row
