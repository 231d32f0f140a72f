"""The end of a battle: its sums, and the result in the referee's words."""

from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QWidget
from typing_extensions import override

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head, turns
from brikdesk.store.views.log import dice_count
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.forms.field_box import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.widgets.token import Token, TokenLook

HEADS = ("", "Faction", "Turns", "Units left", "Lost")


class EndBattleSheet(Sheet):
    """Sums up the battle and ends it: fires, flights, Marks and homing go, the roster stays."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk) -> None:
        super().__init__(theme, host, "End the battle", "End the battle", 640, 680)
        self._desk = desk
        self.result = QPlainTextEdit()
        self.result.setTabChangesFocus(True)
        self.result.setFixedHeight(theme.px(84))
        self._lay_out()

    @override
    def first_field(self) -> QWidget:
        return self.result

    @override
    def submit(self) -> None:
        """End the battle, or say that it was not ended."""
        answer = self._desk.do(EndBattle(result=self.result.toPlainText()))
        if isinstance(answer, Changes):
            self.close_sheet()
        else:
            self.fail("The battle was not ended. The status bar says why.")

    def rows(self) -> list[tuple[str, str, str, int, int, int]]:
        """Return (faction, colour, code, turns, units left, units lost) for each player."""
        head = self._desk.read(battle_head)
        played = [turn for turn in self._desk.read(turns) if turn.battle_id == head.battle_id]
        roster = self._desk.read(units, True)  # with the lost ones, to count them
        found = []
        for player in head.players:
            own = [unit for unit in roster if unit.player_id == player.id]
            left = sum(unit.alive for unit in own)
            count = sum(turn.player_id == player.id for turn in played)
            row = (player.faction, player.colour, player.code, count, left, len(own) - left)
            found.append(row)
        return found

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        head = self._desk.read(battle_head)
        dice = self._desk.read(dice_count)
        words = f"{head.battle}, Turn {head.number}. Campaign dice: {dice.typed} typed, {dice.rolled} rolled."
        self.body.addWidget(plain_label(theme, words, "body", "text2", wrap=True))
        table = QWidget()
        grid = QGridLayout(table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(8))
        grid.setColumnStretch(1, 1)
        for column, name in enumerate(HEADS):
            grid.addWidget(plain_label(theme, name, "caption", "text3", strong=True), 0, column)
        for row, (faction, colour, code, *numbers) in enumerate(self.rows(), start=1):
            grid.addWidget(Token(theme, TokenLook(colour, code)), row, 0)
            grid.addWidget(plain_label(theme, faction, "body", strong=True, wrap=True), row, 1)
            for column, number in enumerate(numbers, start=2):
                grid.addWidget(plain_label(theme, str(number), "body", "text2"), row, column)
        self.body.addWidget(table)
        self.body.addWidget(
            FieldBox(theme, "Result", self.result, "Who won, and why. It is logged.")
        )
        after = (
            "What burns, flies, hangs in the air or is pending is cleared away. The roster stays; "
            "one Undo brings everything back."
        )
        self.body.addWidget(plain_label(theme, after, "small", "text2", wrap=True))
        self.body.addStretch(1)
