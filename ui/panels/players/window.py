"""The window for a second screen: map, turn order, the step with its dice, the last outcome."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.store.lines import Line
from brikdesk.turns.players_view import MOST_LINES, PlayersView
from ui.look.pressed import sign
from ui.look.shortcuts import KEYS
from ui.look.stage import StageTheme
from ui.look.text import plain_label, tip
from ui.models.players.feed import OpenStep
from ui.panels.players.dice_line import DiceLine
from ui.panels.players.map import PlayersMap
from ui.parts.lines.line_pieces import part_pieces
from ui.parts.lines.rich_label import RichLabel
from ui.parts.lines.rich_line import LinePiece, LineWords
from ui.widgets.layout.arranging import Arranging
from ui.widgets.turn_order import Seated, TurnOrder

LEAST = QSize(640, 360)
USUAL = QSize(1280, 720)

PHASES = {"START": "Start of the turn", "PLAY": "The turn is open", "END": "End of the turn"}
"""What the side says while no step waits of which the players may know."""

SIDE_PARTS, MAP_PARTS = 3, 7
"""How the width is shared."""


class PlayersWindow(QWidget):
    """Shows the values that it is given, and knows no campaign. Nothing can be done in it.

    Esc, or the key that opened it, closes it; 0 shows the whole table, F11 fills the screen.
    `closed` is emitted when it is closed in whatever way.
    """

    closed = Signal()

    def __init__(self, theme: StageTheme) -> None:
        super().__init__()
        self._arranging = Arranging(self, self._take_size)
        self.theme = theme
        self.setWindowTitle("BrikDesk for the players")
        # It is looked at on another screen, while the keys go on working on the desk.
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(LEAST)
        self.resize(USUAL)
        self._step, self._phase = OpenStep(), ""
        self.turn = plain_label(theme, "", "head", strong=True)
        self.order = TurnOrder(theme)
        self.order.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.map = PlayersMap(theme)
        self.who = plain_label(theme, "", "head", strong=True, wrap=True)
        self.step = plain_label(theme, "", "title", wrap=True)
        self.dice = DiceLine(theme)
        self.odds = plain_label(theme, "", "body", "text2", wrap=True)
        self.last = plain_label(theme, "Last", "small", "text2")
        self.outcome = [RichLabel(theme, role="title") for _ in range(MOST_LINES)]
        self._lay_out()
        for keys in KEYS["players"]:
            QShortcut(QKeySequence(keys), self, self.close)
        theme.changed.connect(self._restyle)

    def show_view(self, view: PlayersView) -> None:
        """Show the battle as the players may see it."""
        self.turn.say(f"Turn {view.number}" if view.number else view.campaign)
        self.order.show_seats(
            [Seated(p.name, p.faction, p.code, p.colour, p.active, p.out) for p in view.players]
        )
        # The tip of the turn order is for the mouse, and here is none.
        tip(self.order, "")
        active = next((p for p in view.players if p.active), None)
        self.who.say(f"{active.faction} to play" if active else "No battle")
        self.who.set_token(active.colour if active else "text2")
        self._phase = PHASES.get(view.phase, "")
        self._say_step()
        self.map.show_view(view)
        for place, label in enumerate(self.outcome):
            shown = place < len(view.outcome)
            label.show_pieces(_pieces(view.outcome[place]) if shown else ())
            label.setVisible(shown)
        self.last.setVisible(bool(view.outcome))

    def show_step(self, step: OpenStep) -> None:
        """Show what dice are thrown for, the dice, and what it draws on the map."""
        self._step = step
        self.map.show_shot(step.drawn)
        self._say_step()

    def show_place(self, box: QRectF) -> None:
        """Show this part of the table, as the desk does; all of it for a null box."""
        self.map.show_place(box)

    # --- as a window -----------------------------------------------------------------------------

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close, fit the table, or fill the screen; other keys do nothing here."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif sign(event) == "0":
            self.map.fit()
        elif event.key() == Qt.Key.Key_F11:
            self.showNormal() if self.isFullScreen() else self.showFullScreen()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell who opened it, which keeps its place."""
        super().closeEvent(event)
        self.closed.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arranging.ask()

    def _take_size(self) -> None:
        self.theme.fit(self.size())

    # --- around ----------------------------------------------------------------------------------

    def _say_step(self) -> None:
        self.step.say(self._step.title or self._phase)
        self.step.setVisible(bool(self._step.title or self._phase))
        self.dice.show_dice(self._step.dice)
        self.dice.setVisible(bool(self._step.dice))
        self.odds.say(self._step.odds)
        self.odds.setVisible(bool(self._step.odds))

    def _lay_out(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.turn)
        self._head.addWidget(self.order, 1)
        self._side = QVBoxLayout()
        for part in (self.who, self.step, self.dice, self.odds):
            self._side.addWidget(part)
        self._side.addStretch(1)
        self._side.addWidget(self.last)
        for line in self.outcome:
            self._side.addWidget(line)
        self._across = QHBoxLayout()
        self._across.addWidget(self.map, MAP_PARTS)
        self._across.addLayout(self._side, SIDE_PARTS)
        self._column = QVBoxLayout(self)
        # Its text follows the window and not the other way round.
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._column.addLayout(self._head)
        self._column.addLayout(self._across, 1)
        self._restyle()

    def _restyle(self) -> None:
        px = self.theme.px
        self._column.setContentsMargins(px(12), px(10), px(14), px(10))
        self._column.setSpacing(px(8))
        self._head.setSpacing(px(16))
        self._across.setSpacing(px(14))
        self._side.setSpacing(px(8))


def _pieces(line: Line) -> tuple[LinePiece, ...]:
    lead = LineWords(" ".join(line.lead.split()), "text", strong=True)
    return (lead, *part_pieces(line.parts))
