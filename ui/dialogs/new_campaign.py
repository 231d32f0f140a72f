"""The sheet for a new campaign: name, file, rules, players in turn order, table."""

import uuid
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.making import make_campaign
from brikdesk.store.views.battle import players
from ui.campaign.places import SUFFIX, campaigns_dir, free_path, shown_path
from ui.campaign.remembered import Remembered
from ui.dialogs.player_rows import MOST, PlayerEntry, PlayerRows
from ui.dialogs.rule_set_choice import RuleSetChoice, act_sets
from ui.forms.field_box import FieldBox
from ui.forms.sheet import Sheet
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.number_field import NumberField

TABLE = (48, 36)
LARGEST_TABLE = 400


class NewCampaign(Sheet):
    """Makes a campaign file with players and a running battle. `made` brings its path."""

    made = Signal(str)

    def __init__(self, theme: Theme, host: QWidget, remembered: Remembered) -> None:
        super().__init__(theme, host, "New campaign", "Make the campaign", 640, 780)
        self._remembered = remembered
        self._folder = remembered.folder or campaigns_dir()
        self._chosen: Path | None = None
        self.name, self.battle = QLineEdit(), QLineEdit("First battle")
        self.wide = NumberField(theme, 6, LARGEST_TABLE, " inches")
        self.deep = NumberField(theme, 6, LARGEST_TABLE, " inches")
        self.wide.setValue(TABLE[0])
        self.deep.setValue(TABLE[1])
        self.players = PlayerRows(theme)
        self.rules = RuleSetChoice(theme)
        self.rules.show_sets(remembered.rule_sets)
        self._path = ElidedLabel(theme, "", "small", "text2")
        self._add = Button(theme, "Add player", "quiet", "plus")
        self._boxes = (
            FieldBox(theme, "Campaign", self.name),
            FieldBox(theme, "Battle", self.battle),
        )
        self._lay_out()
        self.name.textChanged.connect(lambda _text: self._show_path())
        self._add.clicked.connect(self._add_player)
        self.players.counted.connect(self._follow_players)
        self.players.went_on.connect(lambda row: self.reveal(row.name))
        self.name.returnPressed.connect(lambda: self.reveal(self.players.rows[0].name))
        self._show_path()

    @override
    def first_field(self) -> QWidget:
        """Return the field for the campaign's name."""
        return self.name

    @property
    def path(self) -> Path:
        """The path at which the campaign will be saved."""
        return self._chosen or free_path(self._folder, self.name.text() or "Campaign")

    @override
    def submit(self) -> None:
        """Make the file, or say what is missing and go to that field."""
        try:
            name = self._name(self.name, "Give the campaign a name.")
            battle = self._name(self.battle, "Give the battle a name.")
            entries = self._entries()
        except BadInput as error:
            self.fail(str(error))
            return
        # Kept: while it is free now, the property would give another one once the file is there.
        path = self.path
        try:
            make_campaign(path, lambda campaign: self._fill(campaign, name, battle, entries))
        except BrikDeskError as error:
            self.fail(str(error))
            return
        self._remembered.rule_sets = self.rules.sets
        self.close_sheet()
        self.made.emit(str(path))

    def choose_place(self) -> None:
        """Ask where to save the file."""
        words = f"BrikDesk campaigns (*{SUFFIX})"
        chosen, _ = QFileDialog.getSaveFileName(
            self.window(), "Save the campaign as", str(self.path), words
        )
        if chosen:
            path = Path(chosen)
            self._chosen = path if path.suffix else path.with_suffix(SUFFIX)
            self._show_path()

    def _lay_out(self) -> None:
        theme, px = self.theme, self.theme.px
        for box in self._boxes[:1]:
            self.body.addWidget(box)
        place = QHBoxLayout()
        place.addWidget(self._path, 1)
        change = Button(theme, "Another place…", "quiet", "folder")
        change.clicked.connect(self.choose_place)
        place.addWidget(change)
        self.body.addLayout(place)
        self.body.addWidget(FieldBox(theme, "Rules", self.rules))
        self.body.addWidget(plain_label(theme, "Players, in turn order", "title"))
        self.body.addWidget(self.players)
        self.body.addWidget(self._add, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(plain_label(theme, "The first battle", "title"))
        table = QHBoxLayout()
        table.setSpacing(px(8))
        top = Qt.AlignmentFlag.AlignTop
        table.addWidget(self._boxes[1], 2, top)
        table.addWidget(FieldBox(theme, "Table, wide", self.wide), 1, top)
        table.addWidget(FieldBox(theme, "Table, deep", self.deep), 1, top)
        self.body.addLayout(table)
        self.body.addStretch(1)
        self._follow_players()

    def _name(self, field: QLineEdit, missing: str) -> str:
        if not field.text().strip():
            self.reveal(field)
            raise BadInput(missing)
        try:
            return text.name(field.text())
        except BadInput:
            self.reveal(field)
            raise

    def _entries(self) -> tuple[PlayerEntry, ...]:
        entries = self.players.entries
        if not entries:
            self.reveal(self.players.rows[0].name)
            raise BadInput("Name at least one player.")
        for row in self.players.rows:
            if row.entry:
                self._name(row.name if row.name.text().strip() else row.faction, "")
        return entries

    def _fill(
        self, campaign: Campaign, name: str, battle: str, entries: tuple[PlayerEntry, ...]
    ) -> None:
        made = {"act": "CreateCampaign", "name": name, "uuid": str(uuid.uuid4())}
        campaign.do(act_from_data({**made, "rule_sets": act_sets(self.rules.sets)}))
        for entry in entries:
            campaign.do(AddPlayer(name=entry.name, faction=entry.faction, colour=entry.colour))
        ids = tuple(player.id for player in campaign.read(players))
        size = (float(self.wide.value()), float(self.deep.value()))
        campaign.do(
            NewBattle(name=battle, player_ids=ids, table_width=size[0], table_depth=size[1])
        )
        campaign.do(StartBattle())

    def _add_player(self) -> None:
        if row := self.players.add():
            self.reveal(row.name)

    def _follow_players(self) -> None:
        """Allow one more player as long as there are fewer than `MOST`."""
        self._add.setEnabled(len(self.players.rows) < MOST)

    def _show_path(self) -> None:
        self._path.say(shown_path(self.path))
