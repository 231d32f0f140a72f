"""About the program: what is new in it, its licences, and every key on one sheet."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget
from typing_extensions import override

from brikdesk import __version__
from brikdesk.about import Component, Release, all_parts, changelog, log_path, releases
from ui.campaign.places import shown_path
from ui.forms.sheet import Question, Reply, Sheet
from ui.look.shortcuts import HELP, KeyGroup
from ui.look.text import note, plain_label
from ui.look.theme import Theme, Width, width_of
from ui.widgets.fields import ListBox
from ui.widgets.layout import SPRING, fill, held, in_column, in_grid, in_row, nest
from ui.widgets.overlay import ReadingField
from ui.widgets.painted import KeyCap

WORDS = (
    "The referee's desk for BrikWars battles. BrikDesk is free software under the MIT licence; "
    "it uses Qt for Python (LGPL 3), ReportLab (BSD), SQLModel (MIT) and the typeface Inter (OFL). "
    "BrikWars is the work of Mike Rayhawk; the rules in this program are told in its own words."
)


def _show_about(theme: Theme, host: QWidget) -> None:
    """Tell the version, with ways to the sheets that tell more."""
    answers = (
        Reply("Close", None, "primary"),
        Reply("What is new", lambda: _show_news(theme, host)),
        Reply("Licences", lambda: _show_licences(theme, host)),
    )
    words = f"{WORDS}\n\nErrors of the program itself are kept in {shown_path(log_path())}."
    Question(theme, host, f"BrikDesk {__version__}", words, answers, "logo", "text").ask()


def _show_news(theme: Theme, host: QWidget) -> None:
    NewsSheet(theme, host).begin()


def _show_licences(theme: Theme, host: QWidget) -> None:
    LicencesSheet(theme, host).begin()


SHEETS = {"about": _show_about, "news": _show_news, "licences": _show_licences}
"""What the window's commands of these names open."""


ALL = "All parts"
NO_TEXT = "The text of this licence does not lie with the program."


class LicencesSheet(Sheet):
    """Lists all parts with their licences; picked in the list, a part shows the texts of its own."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(theme, host, "Licences", wide=860, high=820, scrolls=False)
        self.parts = all_parts()
        words = "Pick a part with Up and Down to read its licence; Tab goes to the text."
        self.list = ListBox()
        self.list.setAccessibleName("Part")
        self.list.addItems([ALL, *(f"{part.name} {part.version}" for part in self.parts)])
        self.text = ReadingField(theme, "Licence")
        fill(self.body, note(theme, words), self.list, (self.text, 1))
        self.list.currentIndexChanged.connect(self._show)
        self._show(0)

    @override
    def first_field(self) -> QWidget:
        return self.list

    def _show(self, at: int) -> None:
        self.text.setPlainText(_overview(self.parts) if at < 1 else _texts(self.parts[at - 1]))


def _overview(parts: tuple[Component, ...]) -> str:
    return "\n".join(f"{part.name} {part.version}: {part.licence}" for part in parts)


def _texts(part: Component) -> str:
    """Return the licence's name and all texts of a part, one after the other."""
    texts = [f"{part.name} {part.version}: {part.licence}"]
    for file in part.texts:
        try:
            texts.append(file.read_text(encoding="utf-8", errors="replace"))
        except OSError:
            texts.append(NO_TEXT)
    return "\n\n".join(texts if part.texts else [*texts, NO_TEXT])


MISSING = "The list of changes is missing or cannot be read. Install BrikDesk again."


class NewsSheet(Sheet):
    """Shows the newest version first; it can only be closed."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(theme, host, "What is new", wide=760, high=820, scrolls=False)
        here = f"This is BrikDesk {__version__}."
        # One field for all: a label for each change would take a third of a second to lay out.
        self.text = ReadingField(theme, "Changes")
        self.text.setPlainText(_words())
        fill(self.body, note(theme, here), (self.text, 1))

    @override
    def first_field(self) -> QWidget:
        return self.text


def _words() -> str:
    try:
        found = releases(changelog())
    except (OSError, UnicodeDecodeError):
        return MISSING
    return "\n\n\n".join(_release_text(release) for release in found) or MISSING


def _release_text(release: Release) -> str:
    title = ", ".join(part for part in (f"Version {release.version}", release.when) if part)
    return "\n\n".join((title, *(f"•  {change}" for change in release.changes)))


_SEPARATOR = "…"


def groups_for(games: tuple[str, ...]) -> tuple[KeyGroup, ...]:
    """Return the groups of keys for these rule sets; all groups if none is named."""
    return tuple(group for group in HELP if not games or group.game in ("", *games))


class KeysSheet(Sheet):
    """Shows the keys by the place in which they work, in two columns where there is room.

    `games` are the rule sets of the open campaign; keys of other rule sets are left out.
    """

    def __init__(self, theme: Theme, host: QWidget, games: tuple[str, ...] = ()) -> None:
        super().__init__(theme, host, "Keys", wide=960, high=820)
        narrow = width_of(host.width(), theme.scale) is Width.SLIM
        words = "Single letters work in the pane with the focus ring, never in a text field."
        self.body.addWidget(note(theme, words))
        columns = [in_column(theme, gap=16) for _ in range(1 if narrow else 2)]
        heights = [0] * len(columns)
        for group in groups_for(games):
            # Each group goes below the shorter column, so that both end at about the same height.
            at = heights.index(min(heights))
            columns[at].addWidget(self._group(group))
            heights[at] += len(group.rows) + 2  # the title and the gap count as rows
        for column in columns:
            column.addStretch(1)
        nest(self.body, in_row(theme, *((column, 1) for column in columns), gap=32))

    def _group(self, group: KeyGroup) -> QWidget:
        theme = self.theme
        title = ((plain_label(theme, group.where, "title"), 2),)
        rows = ((self._caps(row.keys), note(theme, row.words)) for row in group.rows)
        table = in_grid(theme, title, *rows, gap=(12, 6), grows=(1,))
        table.setColumnMinimumWidth(0, theme.px(136))
        return held(table)

    def _caps(self, keys: Sequence[str]) -> QHBoxLayout:
        theme = self.theme
        caps: list[QWidget] = [
            KeyCap(theme, key) if key != _SEPARATOR else plain_label(theme, key, "small", "text3")
            for key in keys
        ]
        return in_row(theme, *caps, SPRING, gap=4)
