"""The players of a battle in turn order: a tick for each, and buttons to move them."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from brikdesk.store.views.battle import PlayerRow
from ui.look.theme import Theme
from ui.widgets.alt_moves import AltMoves
from ui.widgets.buttons import Button
from ui.widgets.token import Token, TokenLook


class _Seat(QWidget):
    """One player, with a tick and two buttons."""

    def __init__(self, theme: Theme, player: PlayerRow) -> None:
        super().__init__()
        self.player = player
        # A single & would underline the next letter and make it a shortcut.
        self.tick = QCheckBox(f"{player.faction} ({player.name})".replace("&", "&&"))
        self.tick.setChecked(True)
        self.up = Button(theme, "", "quiet", "chevron-up", name=f"Earlier: {player.faction}")
        self.down = Button(theme, "", "quiet", "chevron-down", name=f"Later: {player.faction}")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.px(8))
        line.addWidget(Token(theme, TokenLook(player.colour, player.code)))
        line.addWidget(self.tick, 1)
        line.addWidget(self.up)
        line.addWidget(self.down)


class SeatRows(QWidget):
    """The players of a campaign. Alt+Up and Alt+Down move the player with the focus."""

    def __init__(self, theme: Theme, players: Sequence[PlayerRow]) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(4))
        self._seats = [_Seat(theme, player) for player in players]
        for seat in self._seats:
            seat.up.clicked.connect(lambda _on=False, s=seat: self._move(s, -1))
            seat.down.clicked.connect(lambda _on=False, s=seat: self._move(s, 1))
            AltMoves(seat).moved.connect(lambda by, s=seat: self._move(s, by))
            self._column.addWidget(seat)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The IDs of the ticked players, in turn order."""
        return tuple(seat.player.id for seat in self._seats if seat.tick.isChecked())

    def _move(self, seat: _Seat, by: int) -> None:
        at = self._seats.index(seat)
        to = max(0, min(len(self._seats) - 1, at + by))
        now = self.window().focusWidget()
        self._seats.insert(to, self._seats.pop(at))
        self._column.removeWidget(seat)
        self._column.insertWidget(to, seat)
        if now and seat.isAncestorOf(now):
            now.setFocus(Qt.FocusReason.OtherFocusReason)
