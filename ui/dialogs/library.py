"""The library over the window: templates found, added, kept, renamed, deleted."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk import text
from brikdesk.armies.army_form import Army, named
from brikdesk.errors import BadInput
from brikdesk.library import shelf
from brikdesk.library.templates import (
    KINDS,
    UNIT,
    AskedPart,
    Template,
    WantedTemplate,
    act_of,
    army_as_built,
    asked,
    fitting,
    of_army,
    of_rules,
    of_table,
    units_as_built,
    wanted_of,
)
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import house_rule_values, players
from ui.campaign.desk import Desk
from ui.dialogs.army_and_roster import RosterTable, counted, whose_box
from ui.forms.inputs import FieldBox, PickBox
from ui.forms.questions import FieldOption
from ui.forms.sheet import Question, Reply, Sheet
from ui.look.text import announce, note, plain_label
from ui.look.theme import Theme
from ui.widgets.layout import SPRING, fill

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
        self._holds = note(theme)
        self._not_kept = note(theme, "", "danger")
        fill(self.body, FieldBox(theme, "Name", self.name), self._holds, self._not_kept, SPRING)
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
        options = [
            *((key, f"All units of {faction}") for key, faction in self._factions.items()),
            (NOBODY, "All units of nobody"),
            (TABLE, "The table and its terrain"),
            (RULES, "The house rules"),
        ]
        if self._chosen.units:
            options.insert(0, (SELECTED, f"Selected: {_together(self._chosen)}"))
        return [FieldOption(*option) for option in options]

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


class NameSheet(Sheet):
    """Asks for a name and hands it to `does`, which may raise BadInput: that is then shown."""

    def __init__(
        self,
        theme: Theme,
        host: QWidget,
        title: str,
        button: str,
        name: str,
        does: Callable[[str], object],
    ) -> None:
        super().__init__(theme, host, title, button, 480, 320)
        self._does = does
        self.name = QLineEdit(name)
        self.name.setMaxLength(text.NAME_LENGTH)
        self.name.selectAll()
        self.body.addWidget(FieldBox(theme, "Name", self.name))

    @override
    def first_field(self) -> QWidget:
        return self.name

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        else:
            super().keyPressEvent(event)

    @override
    def submit(self) -> None:
        try:
            self._does(self.name.text())
        except BadInput as error:
            self.fail(error.sentence)
        else:
            self.close_sheet()


HINT = (
    "Words of names, with commas between: 3 trooper, big bertha. ↑ ↓ choose another that fits. "
    "F2 renames it, Ctrl D deletes it."
)
HEADS = ("", "Name", "What it is", "What it holds")
MOST_FITS, MOST_SHOWN = 8, 120
"""Lines of what fits, and letters of what a template holds."""
EMPTY = (
    "The library is empty. Keep selected units, an army, the table or the house rules in it "
    "with Ctrl ⇧ K."
)


class WordsField(QLineEdit):
    """A line whose Up and Down choose in the list below it; `stepped` brings -1 or 1."""

    stepped = Signal(int)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Left to the page around it, they would scroll.
        if step := {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key())):
            self.stepped.emit(step)
        else:
            super().keyPressEvent(event)


class LibrarySheet(Sheet):
    """Adds what the words name in one act. Raise BadInput if the library cannot be read.

    `path`: the library's file, if it is not that of this computer.
    """

    def __init__(self, theme: Theme, host: QWidget, desk: Desk, path: Path | None = None) -> None:
        found = shelf.opened(path, shelf.IN_THE_WINDOW)
        super().__init__(theme, host, "Add from the library", "Add", 760, 760)
        self._desk, self._host, self._path = desk, host, path
        self._entries = found.entries
        self._at = 0
        self._picked: dict[tuple[int, str], Template] = {}
        self.said = WordsField()
        self.said.stepped.connect(self._step)
        self.said.setMaxLength(2000)
        self.whose = whose_box(theme, desk)
        self._notice = note(theme, found.notice, "danger")
        fill(self.body, FieldBox(theme, "Which", self.said, HINT), self._notice)
        self._notice.setVisible(bool(found.notice))
        self._found = plain_label(theme, "", "body", strong=True, wrap=True)
        self._fits = RosterTable(theme, HEADS)
        fill(self.body, self._found, self._fits)
        self._count = plain_label(theme, "", "body", strong=True)
        self._adds = RosterTable(theme, HEADS)
        fill(self.body, self._count, self._adds, FieldBox(theme, "Whose units", self.whose), SPRING)
        self.said.textChanged.connect(self._hear)
        self._show()

    @override
    def first_field(self) -> QWidget:
        return self.said

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, here = event.key(), self.said.hasFocus()
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if here and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.submit()
        elif key == Qt.Key.Key_F2:
            self._rename()
        elif key == Qt.Key.Key_D and control:
            self._ask_to_delete()
        else:
            super().keyPressEvent(event)

    @override
    def submit(self) -> None:
        """Add what is named, or say what is in the way."""
        try:
            wanted = wanted_of(self._parts())
            act = act_of(wanted, self.whose.value(), self._desk.read(house_rule_values))
        except BadInput as error:
            self.fail(error.sentence)
            return
        answer = self._desk.do(act)
        if isinstance(answer, Changes):
            self.close_sheet()
        else:
            self.fail(f"Nothing was added. {answer.sentence}".strip())

    def fits(self) -> list[tuple[str, ...]]:
        """Return the lines of what fits, as they are shown."""
        return self._fits.rows()

    def adds(self) -> list[tuple[str, ...]]:
        """Return the lines of what is added, as they are shown."""
        return self._adds.rows()

    def notices(self) -> list[str]:
        """Return what is said above the templates: of the file, and how many fit."""
        return [label.text() for label in (self._notice, self._found) if label.isVisibleTo(self)]

    def current(self) -> Template | None:
        """Return the template that is chosen; None if nothing fits."""
        fits = self._fitting()
        return fits[self._at] if self._at < len(fits) else None

    def _parts(self) -> tuple[AskedPart, ...]:
        """Return what is asked, with what was chosen by arrows before what fits best."""
        parts = asked(self.said.text(), self._entries)
        found = []
        for number, part in enumerate(parts):
            picked = self._picked.get((number, part.words))
            fits = (picked, *part.fits) if picked in part.fits and picked else part.fits
            found.append(AskedPart(part.copies, part.words, fits))
        # Nothing is typed yet: what the arrows chose counts.
        return tuple(found) or self._untyped()

    def _untyped(self) -> tuple[AskedPart, ...]:
        picked = self._picked.get((0, ""))
        return (AskedPart(1, picked.name, (picked,)),) if picked in self._entries and picked else ()

    def _fitting(self) -> tuple[Template, ...]:
        parts = asked(self.said.text(), self._entries)
        return parts[-1].fits if parts else fitting("", self._entries)

    def _step(self, by: int) -> None:
        fits = self._fitting()
        if not fits:
            return
        # The first arrow in an empty field chooses the first line, not the second.
        untouched = not self._picked and not self.said.text()
        self._at = 0 if untouched else max(0, min(len(fits) - 1, self._at + by))
        parts = asked(self.said.text(), self._entries)
        place = (len(parts) - 1, parts[-1].words) if parts else (0, "")
        self._picked[place] = fits[self._at]
        announce(self.said, fits[self._at].name)
        self._show()

    def _hear(self) -> None:
        self.problem.clear()
        self._at = 0
        self._show()

    def _show(self) -> None:
        fits = self._fitting()
        first = max(0, min(self._at - MOST_FITS // 2, len(fits) - MOST_FITS))
        self._fits.show_rows(
            [
                ("→" if first + at == self._at else "", *_entry_cells(entry))
                for at, entry in enumerate(fits[first : first + MOST_FITS])
            ]
        )
        self._found.say(self._words(len(fits)))
        try:
            wanted = wanted_of(self._parts())
        except BadInput:
            wanted = ()
        self._adds.show_rows([_row(each) for each in wanted])
        units = sum(each.count for each in wanted)
        self._count.say(f"To add: {counted(units, 0)}" if units else "To add" if wanted else "")
        self._count.setVisible(bool(wanted))
        self.place()

    def _words(self, count: int) -> str:
        if not self._entries:
            return EMPTY
        if not count:
            return "Nothing fits."
        many = "1 template fits" if count == 1 else f"{count} templates fit"
        return f"{many}, the first {MOST_FITS} are shown" if count > MOST_FITS else many

    def _rename(self) -> None:
        entry = self.current()
        if entry is None:
            return

        def rename(name: str) -> None:
            self._take(shelf.renamed(entry, name, self._path, shelf.IN_THE_WINDOW))

        NameSheet(self.theme, self._host, "Rename a template", "Rename", entry.name, rename).begin()

    def _ask_to_delete(self) -> None:
        entry = self.current()
        if entry is None:
            return

        def delete() -> None:
            try:
                self._take(shelf.dropped(entry, self._path, shelf.IN_THE_WINDOW))
            except BadInput as error:
                self.fail(error.sentence)

        words = "Units that were added from it stay where they are."
        answers = (Reply("Delete it", delete, "danger"), Reply("Keep it", None))
        Question(self.theme, self._host, f"Delete {entry.name}?", words, answers).ask()

    def _take(self, found: shelf.Shelf) -> None:
        self._entries, self._at = found.entries, 0
        # A template that was picked by arrows may be the one that has gone.
        self._picked.clear()
        self._show()


def _row(each: WantedTemplate) -> tuple[str, ...]:
    return f"{each.copies} ×", *_entry_cells(each.entry)


def _entry_cells(entry: Template) -> tuple[str, ...]:
    holds = entry.holds
    short = holds if len(holds) <= MOST_SHOWN else f"{holds[:MOST_SHOWN].rstrip()} …"
    what = entry.what if entry.kind == UNIT else f"{KINDS[entry.kind]}, {entry.what}"
    return entry.name, what, short
