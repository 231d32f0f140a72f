"""The sheet for the next battle: who takes part, what stays from the last one, the table."""

from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.turn.turns import Together
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head, players
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.dialogs.new_campaign import LARGEST_TABLE, TABLE
from ui.dialogs.seat_rows import SeatRows
from ui.forms.field_box import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.units.unit_ticks import UnitTicks
from ui.widgets.number_field import NumberField

KEPT = {
    "keep_size_damage": "Size Damage and wounds stay",
    "keep_limbs": "Lost limbs and Grinding Damage stay",
    "keep_rounds": "Spent rounds stay spent",
    "keep_dead": "The dead stay dead",
}


class NewBattleSheet(Sheet):
    """Sets up the table and starts the first turn, as one act."""

    def __init__(self, theme: Theme, host: QWidget, desk: Desk) -> None:
        super().__init__(theme, host, "New battle", "Start the battle", 640, 780)
        self._desk = desk
        head = desk.read(battle_head)
        self.name = QLineEdit()
        self.wide = NumberField(theme, 1, LARGEST_TABLE, " inches")
        self.deep = NumberField(theme, 1, LARGEST_TABLE, " inches")
        # The table of the last battle; before the first one it is 0 inches wide.
        self.wide.setValue(round(head.table_width) or TABLE[0])
        self.deep.setValue(round(head.table_depth) or TABLE[1])
        self.seats = SeatRows(theme, desk.read(players))
        self.ticks = UnitTicks(desk.read(units, True), self)
        self.kept = {name: QCheckBox(words) for name, words in KEPT.items()}
        self._lay_out()

    @override
    def first_field(self) -> QWidget:
        return self.name

    @override
    def submit(self) -> None:
        """Start the battle, or say what is missing."""
        if not self.name.text().strip():
            self.reveal(self.name)
            self.fail("Give the battle a name.")
            return
        if not self.seats.chosen:
            self.fail("Tick at least one player.")
            return
        battle = NewBattle(
            name=self.name.text(),
            player_ids=self.seats.chosen,
            unit_ids=self.ticks.ticked,
            table_width=float(self.wide.value()),
            table_depth=float(self.deep.value()),
            keep_size_damage=self.kept["keep_size_damage"].isChecked(),
            keep_limbs=self.kept["keep_limbs"].isChecked(),
            keep_rounds=self.kept["keep_rounds"].isChecked(),
            keep_dead=self.kept["keep_dead"].isChecked(),
        )
        title = f"Start {self.name.text().strip()}"
        # Together: one Undo takes back the battle with its first turn.
        answer = self._desk.do(Together(title=title, acts=(battle, StartBattle())))
        if isinstance(answer, Changes):
            self.close_sheet()
        else:
            self.fail("The battle was not started. The status bar says why.")

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        top = QHBoxLayout()
        top.setSpacing(px(8))
        top.addWidget(FieldBox(theme, "Battle", self.name), 2)
        top.addWidget(FieldBox(theme, "Table, wide", self.wide), 1)
        top.addWidget(FieldBox(theme, "Table, deep", self.deep), 1)
        self.body.addLayout(top)
        self.body.addWidget(plain_label(theme, "Players, in turn order", "title"))
        self.body.addWidget(self.seats)
        self.body.addWidget(plain_label(theme, "Units that take part", "title"))
        view = QListView()
        view.setModel(self.ticks)
        view.setAccessibleName("Units that take part")
        # The list scrolls after eight units, so that the rest of the sheet stays in reach.
        rows = max(2, min(8, self.ticks.rowCount()))
        view.setSpacing(px(4))
        view.setFixedHeight(rows * px(28))
        self.body.addWidget(view)
        self.body.addWidget(plain_label(theme, "What stays", "title"))
        stays = QVBoxLayout()
        stays.setSpacing(px(4))
        for box in self.kept.values():
            box.setChecked(True)
            stays.addWidget(box)
        self.body.addLayout(stays)
        self.body.addStretch(1)
