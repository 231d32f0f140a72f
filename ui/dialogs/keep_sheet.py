"""Keep something in the library: the selected units, an army, the table or the house rules."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.armies.army_form import Army, named
from brikdesk.errors import BadInput
from brikdesk.library import shelf
from brikdesk.library.as_built import army_as_built, units_as_built
from brikdesk.library.entries import Template, of_army, of_rules, of_table
from brikdesk.store.views.battle import house_rule_values, players
from brikdesk.store.views.battlefield import battlefield
from ui.campaign.desk import Desk
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.forms.sheet import Sheet
from ui.look.text import plain_label
from ui.look.theme import Theme

MOST_LOST = 6
"""Lines about what is not kept."""

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
        self._chosen = desk.read(units_as_built, selected)
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
        self._not_kept = plain_label(theme, "", "small", "danger", wrap=True)
        self.body.addWidget(self._not_kept)
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
        words = f"{after.name} is in the library."
        self._say(" ".join(filter(None, (words, self._lost(), after.notice))))
        self.close_sheet()

    def holds(self) -> str:
        """Return what is said of what would be kept, and what of it would not."""
        return f"{self._holds.text()} {self._not_kept.text()}".strip()

    def _options(self) -> list[FieldOption]:
        selected = (
            [FieldOption(SELECTED, f"Selected: {_together(self._chosen)}")]
            if self._chosen.units
            else []
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
            name = _together(self._chosen)
        else:
            name = names.get(what) or self._factions.get(what, "Army")
        self.name.setText(name)
        self.name.selectAll()
        try:
            entry = self._entry(name)
            self._holds.say(f"{entry.what}. {entry.holds}"[:600])
            self._not_kept.say(self._lost())
            self._not_kept.setVisible(bool(self._lost()))
        except BadInput as error:
            self._holds.say(error.sentence)
        self.place()

    def _army(self) -> Army | None:
        """Return the units that are chosen; None for the table or the house rules."""
        what = self.what.value()
        if what in (TABLE, RULES):
            return None
        if what == SELECTED:
            return self._chosen
        return self._desk.read(army_as_built, None if what == NOBODY else what)

    def _entry(self, name: str) -> Template:
        if army := self._army():
            return of_army(name, army)
        if self.what.value() == TABLE:
            return of_table(name, self._desk.read(battlefield))
        return of_rules(name, self._desk.read(house_rule_values))

    def _lost(self) -> str:
        """Return what belongs to the units and no template keeps, by name."""
        army = self._army()
        lost = [f"{each.unit}: {each.words}." for each in army.lost] if army else []
        more = f" And {len(lost) - MOST_LOST} more." if len(lost) > MOST_LOST else ""
        return f"Not kept of {' Not kept of '.join(lost[:MOST_LOST])}{more}" if lost else ""


def _together(army: Army) -> str:
    return named([each.unit for each in army.units])
