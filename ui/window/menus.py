"""The menus behind the logo: File, Edit with the undo list, View, Turn, Help."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from ui.campaign.places import shown_path
from ui.campaign.settings import Recent
from ui.models.commands import COMMANDS, Commands

_LONGEST = 60
_MOST_BACK = 15
"""The most acts that the undo list offers, so that it fits beside the menu."""
_LINES_BEFORE = {
    "close", "settings", "battle", "large", "units_drawer", "larger", "full_screen", "players",
    "new_battle", "news", "export",
}  # fmt: skip
"""Commands above which a menu has a line."""


def main_menu(
    window: QWidget,
    commands: Commands,
    undo_titles: Callable[[], Sequence[str]],
    undo_to: Callable[[int], object],
    recent: Callable[[], Sequence[Recent]],
    open_file: Callable[[Path], object],
) -> QMenu:
    """Return the menu of the logo; `undo_to` is called with the number of acts to undo."""
    commands.draw_icons()
    menu = QMenu(window)
    for name in ("File", "Edit", "View", "Turn", "Help"):
        part = menu.addMenu(name)
        for row in (row for row in COMMANDS if row.menu == name):
            if row.id in _LINES_BEFORE:
                part.addSeparator()
            part.addAction(commands[row.id])
            if row.id == "open":
                _add_recent(part, recent, open_file)
            if row.id == "redo":
                _add_undo_list(part, undo_titles, undo_to)
    return menu


def _add_recent(
    menu: QMenu, recent: Callable[[], Sequence[Recent]], open_file: Callable[[Path], object]
) -> None:
    files = menu.addMenu("Open recent")

    def fill() -> None:
        files.clear()
        found = recent()
        for place, file in enumerate(found, start=1):
            path = Path(file.path)
            # Its digit opens it; two campaigns of one name are told apart by their folders.
            words = f"&{place} {_entry(file.name or path.stem)}\t{_entry(shown_path(path.parent))}"
            files.addAction(words).triggered.connect(
                lambda _checked=False, chosen=path: open_file(chosen)
            )
        if not found:
            files.addAction("No campaign was opened yet").setEnabled(False)

    files.aboutToShow.connect(fill)


def _add_undo_list(
    menu: QMenu, titles: Callable[[], Sequence[str]], undo_to: Callable[[int], object]
) -> None:
    back = menu.addMenu("Undo list")

    def fill() -> None:
        back.clear()
        found = titles()[:_MOST_BACK]
        for count, title in enumerate(found, start=1):
            entry = back.addAction(_entry(title))
            entry.triggered.connect(lambda _checked=False, many=count: undo_to(many))
        if not found:
            back.addAction("Nothing to undo").setEnabled(False)

    back.aboutToShow.connect(fill)  # filled when it opens: titles change with every act


def _entry(title: str) -> str:
    """Return a title for a menu: cut to length, and with no letter underlined as a shortcut."""
    short = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
    return short.replace("&", "&&")
