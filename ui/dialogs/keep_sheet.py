"""Keep something in the library: the selected units, an army, the table or the house rules."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.armies.army_form import named
from brikdesk.armies.mustered import army_of, mustered
from brikdesk.errors import BadInput
from brikdesk.library import shelf
from brikdesk.library.entries import Template, of_rules, of_table, of_units
from brikdesk.store.views.battle import house_rule_values, players
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme

SELECTED, TABLE, RULES, NOBODY = "selected", "table", "rules", "nobody"


class KeepSheet(Sheet):
    """Asks what to keep and under which name; Enter keeps it. `said` tells what was kept."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        desk: Desk,
        selected: tuple[int, ...],
        said: Callable[[str], object],
    ) -> None:
        super().__init__(theme, host, "Keep in the library", "Keep", 560, 480)
        self._desk, self._say = desk, said
        self._chosen = desk.read(mustered, selected)
        self._factions = {each.id: each.faction for each in desk.read(players)}
        self.what = PickBox(theme)
        self.what.offer(self._options())
        self.what.setCurrentIndex(0)
        self.body.addWidget(FieldBox(theme, "What", self.what))
        self.name = QLineEdit()
        self.name.setMaxLength(text.NAME_LENGTH)
        self.body.addWidget(FieldBox(theme, "Name", self.name))
        self._holds = plain_label(theme, "", "small", "text2", wrap=True)
        self.body.addWidget(self._holds)
        self.body.addStretch(1)
        self.what.currentIndexChanged.connect(self._suggest)
        self._suggest()

    @override
    def first_field(self) -> QWidget:
        return self.name

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.name.hasFocus():
            self.submit()
        else:
            super().keyPressEvent(event)

    @override
    def submit(self) -> None:
        """Keep it, or say why it cannot be."""
        try:
            entry = self._entry(self.name.text())
            after = shelf.kept(entry, patience=shelf.IN_THE_WINDOW)
        except BadInput as error:
            self.fail(error.sentence)
            return
        # A damaged library is told of, even though this template is kept.
        self._say(after.notice or f"{after.name} is in the library.")
        self.close_sheet()

    def holds(self) -> str:
        """Return what is said of what would be kept."""
        return self._holds.text()

    def _options(self) -> list[FieldOption]:
        selected = (
            [FieldOption(SELECTED, f"Selected: {named(self._chosen)}")] if self._chosen else []
        )
        armies = [
            FieldOption(key, f"All units of {faction}") for key, faction in self._factions.items()
        ]
        return [
            *selected,
            *armies,
            FieldOption(NOBODY, "All units of nobody"),
            FieldOption(TABLE, "The table and its terrain"),
            FieldOption(RULES, "The house rules"),
        ]

    def _suggest(self) -> None:
        """Offer a name for what is chosen, and say what is in it."""
        self.problem.clear()
        what = self.what.value()
        names = {TABLE: "Table", RULES: "House rules", NOBODY: "Nobody's"}
        if what == SELECTED:
            name = named(self._chosen)
        else:
            name = names.get(what) or self._factions.get(what, "Army")
        self.name.setText(name)
        self.name.selectAll()
        try:
            entry = self._entry(name)
            self._holds.say(f"{entry.what}. {entry.holds}"[:600])
        except BadInput as error:
            self._holds.say(error.sentence)
        self.place()

    def _entry(self, name: str) -> Template:
        what, desk = self.what.value(), self._desk
        if what == TABLE:
            return of_table(name, desk.read(battlefield))
        if what == RULES:
            return of_rules(name, desk.read(house_rule_values))
        if what == SELECTED:
            return of_units(name, self._chosen)
        return of_units(name, desk.read(army_of, None if what == NOBODY else what))
