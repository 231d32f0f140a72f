"""The library over the window: templates found by words, added with copies, renamed, deleted."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from brikdesk.errors import BadInput
from brikdesk.library import shelf
from brikdesk.library.asked import AskedPart, asked, fitting, wanted_of
from brikdesk.library.entries import KINDS, UNIT, Template, WantedTemplate, act_of
from brikdesk.store.campaign import Changes
from brikdesk.store.views.battle import battle_head, house_rule_values
from ui.campaign.desk import Desk
from ui.dialogs.name_sheet import NameSheet
from ui.dialogs.roster_table import RosterTable, counted
from ui.forms.field_box import FieldBox
from ui.forms.fields import FieldOption
from ui.forms.pick_box import PickBox
from ui.forms.question import Question, Reply
from ui.forms.sheet import Sheet
from ui.look.announce import announce
from ui.look.text import plain_label
from ui.look.theme import Theme

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
        self.body.addWidget(FieldBox(theme, "Which", self.said, HINT))
        head = desk.read(battle_head)
        self.whose = PickBox(theme)
        self.whose.offer(
            [
                *(FieldOption(each.id, each.faction) for each in head.players),
                FieldOption(None, "Nobody"),
            ]
        )
        playing = head.active or (head.players[0] if head.players else None)
        self.whose.set_value(playing.id if playing else None)
        self._notice = plain_label(theme, found.notice, "small", "danger", wrap=True)
        self.body.addWidget(self._notice)
        self._notice.setVisible(bool(found.notice))
        self._found = plain_label(theme, "", "body", strong=True, wrap=True)
        self.body.addWidget(self._found)
        self._fits = RosterTable(theme, HEADS)
        self.body.addWidget(self._fits)
        self._count = plain_label(theme, "", "body", strong=True)
        self.body.addWidget(self._count)
        self._adds = RosterTable(theme, HEADS)
        self.body.addWidget(self._adds)
        self.body.addWidget(FieldBox(theme, "Whose units", self.whose))
        self.body.addStretch(1)
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
        if isinstance(self._desk.do(act), Changes):
            self.close_sheet()
        else:
            self.fail("Nothing was added. The status bar says why.")

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
        self._picked.clear()
        self._show()


def _row(each: WantedTemplate) -> tuple[str, ...]:
    return f"{each.copies} ×", *_entry_cells(each.entry)


def _entry_cells(entry: Template) -> tuple[str, ...]:
    holds = entry.holds
    short = holds if len(holds) <= MOST_SHOWN else f"{holds[:MOST_SHOWN].rstrip()} …"
    what = entry.what if entry.kind == UNIT else f"{KINDS[entry.kind]}, {entry.what}"
    return entry.name, what, short
