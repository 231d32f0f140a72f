"""Settings (Ctrl+,): look, work at the table, and the house rules of the open campaign."""

from collections.abc import Callable

from PySide6 import QtWidgets
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from brikdesk.lengths import Ruler
from brikdesk.store.backups import LEAST, MEGABYTE, MOST, allow, allowed, default_backup_dir
from brikdesk.store.lineage import RoomTaken, keep_within, room
from ui.campaign.desk import Desk
from ui.campaign.jobs import Job
from ui.campaign.settings import DISTANCES, Remembered, Said
from ui.dialogs.new_campaign import RuleSetPage
from ui.forms.house_rules import HouseRulesPage, pages_played
from ui.forms.inputs import FieldBox
from ui.forms.sheet import Sheet
from ui.look.shortcuts import sign
from ui.look.text import note, plain_label
from ui.look.theme import LARGEST, SMALLEST, Look, Theme, Width, width_of
from ui.widgets.buttons import Segment, Segmented
from ui.widgets.fields import ListBox, NumberField
from ui.widgets.focus import bring_to_front
from ui.widgets.layout import SPRING, fill, held, in_column, in_row, nest, scrolling
from ui.widgets.painted import RowDelegate, hairline

RULERS = (Ruler.TENTHS, Ruler.EIGHTHS)
LOOKS = (Look.SYSTEM, Look.DARK, Look.LIGHT)
SAID = {Said.USUAL: "Strikes and dice", Said.DICE: "Dice only", Said.ALL: "All"}
OWN_PAGES = ("Look", "At the table", "Backups")
RULE_SETS = "Rule sets"
"""The last page if a campaign is open: the rule sets that it plays by."""


class PagesList(QtWidgets.QListView):
    """The list of pages. It leaves / to the finder instead of searching for it."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if sign(event) == "/":
            event.ignore()
        else:
            super().keyPressEvent(event)


class Settings(Sheet):
    """Changes count at once. House rules are changed by acts, so that Undo takes them back."""

    def __init__(
        self,
        theme: Theme,
        host: QtWidgets.QWidget,
        remembered: Remembered,
        desk: Desk | None,
        ask_rule: Callable[[str], object] = lambda rule: None,
    ) -> None:
        super().__init__(theme, host, "Settings", wide=960, high=760, scrolls=False)
        self._remembered = remembered
        self._desk = desk
        self._names = self._pages_now()
        self._narrow = width_of(host.width(), theme.scale) is Width.SLIM
        self.pages = QtWidgets.QStackedWidget()
        self.pages.addWidget(self._look_page())
        self.pages.addWidget(self._table_page())
        self.pages.addWidget(self._backups_page())
        self.rules = HouseRulesPage(theme, desk) if desk else None
        self.finder = QtWidgets.QLineEdit()
        self.finder.setPlaceholderText("Find a house rule")
        self.finder.setAccessibleName("Find a house rule")
        self.finder.setClearButtonEnabled(True)
        self.finder.textChanged.connect(self._found)
        if self.rules:
            self.pages.addWidget(self.rules)
            self.rules.asked.connect(ask_rule)
        self.sets = RuleSetPage(theme, desk) if desk else None
        if desk and self.sets:
            self.pages.addWidget(self.sets)
            desk.changed.connect(self._repage)
        self._title = plain_label(theme, "", "title")
        self._note = note(theme)
        self.list, self.box = PagesList(), ListBox()
        self._fill_choices()
        self._lay_out()
        self.finder.setVisible(desk is not None)
        self.list.setVisible(not self._narrow)
        self.box.setVisible(self._narrow)
        self.show_page(0)

    @override
    def first_field(self) -> QtWidgets.QWidget:
        """Return the list of pages, or the box that replaces it in a narrow window."""
        return self.box if self._narrow else self.list

    @property
    def page_names(self) -> tuple[str, ...]:
        """The names of the pages in their order."""
        return self._names

    def show_page(self, place: int) -> None:
        """Show a page: three of the program, one for each subject of house rules, and rule sets."""
        name = self._names[place]
        is_own = place < len(OWN_PAGES) or name == RULE_SETS
        self._title.say(name if is_own else f"House rules: {name}")
        self._note.setVisible(not is_own)
        self._note.say("They belong to the open campaign. Every change is in the log; Undo works.")
        if name == RULE_SETS and self.sets:
            bring_to_front(self.pages, self.sets)
        elif is_own:
            bring_to_front(self.pages, self.pages.widget(place))
        elif self.rules:
            self.rules.show_subject(name)
            bring_to_front(self.pages, self.rules)
        # All pages scroll in one area, which would keep the place of the last page.
        self._scroll_pages.verticalScrollBar().setValue(0)
        self.list.setCurrentIndex(self.list.model().index(place, 0))
        self.box.setCurrentIndex(place)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the finder with /."""
        if sign(event) == "/" and self.rules:
            self.finder.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        super().keyPressEvent(event)

    def _pages_now(self) -> tuple[str, ...]:
        return (*OWN_PAGES, *pages_played(self._desk), RULE_SETS) if self._desk else OWN_PAGES

    def _repage(self) -> None:
        """Offer the pages for the campaign's rule sets; stay on the same page if possible."""
        names = self._pages_now()
        if names == self._names:
            return
        here = self._names[max(0, self.list.currentIndex().row())]
        self._names = names
        self._page_names.setStringList(list(names))
        self.box.clear()
        self.box.addItems(list(names))
        self.show_page(names.index(here) if here in names else 0)

    def _fill_choices(self) -> None:
        self._page_names = QStringListModel(list(self._names), self)
        self.list.setModel(self._page_names)
        self.list.setAccessibleName("Pages")
        self.list.setFixedWidth(self.theme.px(200))
        self.list.setItemDelegate(RowDelegate(self.theme, self.list))
        self.list.selectionModel().currentChanged.connect(self._moved)
        self.box.addItems(list(self._names))
        self.box.setAccessibleName("Page")
        # `activated` comes by hand only, not when `show_page` sets the box.
        self.box.activated.connect(self.show_page)

    def _moved(self, now: object) -> None:
        row = now.row()  # type: ignore[attr-defined]
        # `show_page` moves list and box: where both agree it has been shown already.
        if row >= 0 and self._title.text() and self.box.currentIndex() != row:
            self.show_page(row)

    def _lay_out(self) -> None:
        theme = self.theme
        page = in_column(
            theme, self._title, self._note, (self.pages, 1), gap=8, edges=(0, 0, 12, 0)
        )
        self._scroll_pages = scrolling(held(page))
        right = in_column(theme, self.finder, self.box, (self._scroll_pages, 1), gap=12)
        edge = None if self._narrow else hairline(theme, upright=True)
        nest(self.body, in_row(theme, self.list, edge, (right, 1), gap=16), 1)

    def _found(self, words: str) -> None:
        if not self.rules:
            return
        if not words.strip():
            self.show_page(max(0, self.list.currentIndex().row()))
            return
        self._title.say("House rules")
        self._note.show()
        self.rules.show_found(words)
        bring_to_front(self.pages, self.rules)

    # --- the program's own pages -----------------------------------------------------------------

    def _look_page(self) -> QtWidgets.QWidget:
        theme = self.theme
        page, column = _page(theme)
        look = Segmented(theme, (Segment("As the system"), Segment("Dark"), Segment("Light")))
        look.set_current(LOOKS.index(theme.look))
        look.chosen.connect(self._set_look)
        self.text_size = NumberField(theme, SMALLEST, LARGEST, " %")
        self.text_size.setSingleStep(10)
        self.text_size.setValue(theme.scale)
        # Else each typed digit would count: on the way to 120, 1 and 12 would set the least size.
        self.text_size.setKeyboardTracking(False)
        self.text_size.valueChanged.connect(self._set_size)
        size = FieldBox(theme, "Text size", self.text_size, "80 to 200 %. Ctrl plus, minus, 0")
        fill(column, FieldBox(theme, "Theme", look), size, SPRING)
        return page

    def _table_page(self) -> QtWidgets.QWidget:
        theme = self.theme
        page, column = _page(theme)
        words = (
            "Digits are dice, letters are choices. Dice may be typed, rolled by the desk, or both."
        )
        self.apply = self._check(
            "Apply when the last die is in",
            "A step that asks nothing else is then nothing but digits: no Enter.",
            "apply_when_complete",
        )
        fill(column, plain_label(theme, words, "body", "text2", wrap=True), self.apply)
        self.ruler = Segmented(theme, (Segment("Tenths"), Segment("Eighths")))
        self.ruler.set_current(RULERS.index(self._remembered.preferences.ruler))
        self.ruler.chosen.connect(self._set_ruler)
        hint = 'As on your tape: 13.1" or 13⅛". The log keeps tenths.'
        fill(column, FieldBox(theme, "Inches in", self.ruler, hint))
        self.away = Segmented(theme, tuple(Segment(f"{away} m") for away in DISTANCES))
        self.away.set_current(DISTANCES.index(self._remembered.preferences.players_from))
        self.away.chosen.connect(self._set_away)
        hint = "How far away those sit who look at the players' window: its text is as large."
        fill(column, FieldBox(theme, "Players read from", self.away, hint))
        self.caused = Segmented(theme, tuple(Segment(words) for words in SAID.values()))
        self.caused.set_current(list(SAID).index(self._remembered.preferences.caused))
        self.caused.chosen.connect(self._set_caused)
        hint = (
            "Under the tabs of the desk. Strikes are those of who attacks by default, dice those of "
            "Fields and fires. All names whoever else may respond too."
        )
        fill(column, FieldBox(theme, "Say what a move causes", self.caused, hint), SPRING)
        return page

    def _set_caused(self) -> None:
        self._remembered.prefer(caused=list(SAID)[self.caused.current()])

    def _set_away(self) -> None:
        self._remembered.prefer(players_from=DISTANCES[self.away.current()])

    def _set_ruler(self) -> None:
        self._remembered.prefer(ruler=RULERS[self.ruler.current()])
        if self._desk:
            self._desk.tell_anew()

    def _backups_page(self) -> QtWidgets.QWidget:
        theme = self.theme
        page, column = _page(theme)
        self._room = plain_label(theme, "", "body", "text2", wrap=True)
        self.most = NumberField(theme, LEAST // MEGABYTE, MOST // MEGABYTE, " MB")
        self.most.setSingleStep(100)
        self.most.setValue(allowed() // MEGABYTE)
        self.most.setKeyboardTracking(False)  # else the first digit would drop backups
        self.most.valueChanged.connect(self._allow)
        hint = (
            "Where it gets tight old evenings go first, then whole backups that the record makes up "
            "for. The newest whole backup of a campaign stays in any case."
        )
        most = FieldBox(theme, "Room for backups on this computer", self.most, hint)
        fill(column, most, self._room, SPRING)
        self.closed.connect(self._wait)
        self._tell_room(room)
        return page

    def _allow(self, megabytes: int) -> None:
        def keep() -> RoomTaken:
            allow(megabytes * MEGABYTE)
            return keep_within(default_backup_dir())

        self._tell_room(keep)

    def _tell_room(self, look: Callable[[], RoomTaken]) -> None:
        """Say how much room backups take, once that was looked up beside the window."""
        job = Job(look, self)
        job.done.connect(lambda found: self._room.say(found.words()))
        job.failed.connect(self._room.say)
        job.begin()

    def _wait(self) -> None:
        for job in self.findChildren(Job):
            job.wait()

    def _check(self, words: str, hint: str, name: str) -> QtWidgets.QWidget:
        box = QtWidgets.QCheckBox(words)
        box.setChecked(bool(getattr(self._remembered.preferences, name)))
        box.toggled.connect(lambda on: self._remembered.prefer(**{name: on}))
        field = FieldBox(self.theme, "", box, hint)
        box.setAccessibleName(words)
        return field

    def _set_look(self, place: int) -> None:
        self.theme.set_look(LOOKS[place])
        self._remembered.look = self.theme.look

    def _set_size(self, percent: int) -> None:
        self.theme.set_scale(percent)
        self._remembered.scale = self.theme.scale


def _page(theme: Theme) -> tuple[QtWidgets.QWidget, QtWidgets.QVBoxLayout]:
    page = QtWidgets.QWidget()
    column = in_column(theme, gap=16, edges=(0, 4, 0, 0), on=page)
    return page, column
