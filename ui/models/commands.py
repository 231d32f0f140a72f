"""What the window can do, one action for each, and the rows in which the palette finds things."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from ui.look.icons import icon
from ui.look.shortcuts import KEYS
from ui.look.theme import Theme
from ui.widgets.overlay import open_overlays

DO, GO, RULES = "Do", "Go to", "Rules"
"""The groups of what the palette finds."""


class Find(Struct, frozen=True):
    """One row: its words, what it does, and in `also` further words that find it.

    `alias`: another name for it, which counts as much as its words.
    """

    group: str
    icon: str
    words: str
    does: Callable[[], object]
    more: str = ""
    key: str = ""
    rule: str = ""
    also: str = ""
    alias: str = ""
    at_first: bool = False
    """Whether it shows before anything is typed."""


class Command(Struct, frozen=True):
    """One command: its name, words, menu and icon, and when it can be used.

    `needs` is "" for always, "campaign" for an open campaign, "writing" for one that may change.
    `ticked`: it switches something on and off, and has a tick in the menu.
    """

    id: str
    words: str
    menu: str
    icon: str = ""
    needs: str = ""
    ticked: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("new", "New campaign…", "File", "plus"),
    Command("open", "Open a file…", "File", "folder"),
    Command("sample", "Open the sample campaign", "File", "map"),
    Command("scifi_sample", "Open the Sci-fi sample", "File", "projectile"),
    Command("backups", "Backups…", "File", "layers"),
    Command("league", "League table…", "File", "ledger"),
    Command("copy", "Save a copy…", "File", "copy", "campaign"),
    Command("export", "Export a report as PDF…", "File", "pdf", "campaign"),
    Command("print", "Print a report…", "File", "print", "campaign"),
    Command("share", "Share the battle as a page…", "File", "copy", "campaign"),
    Command("cards", "Unit cards…", "File", "units", "campaign"),
    Command("tokens", "Tokens to cut out…", "File", "units", "campaign"),
    Command("reference", "Quick reference…", "File", "book", "campaign"),
    Command("export_data", "Export campaign or log as data…", "File", "file", "campaign"),
    Command("import_army", "Import an army list…", "File", "units", "writing"),
    Command("export_army", "Export an army…", "File", "units", "campaign"),
    Command("close", "Close the campaign", "File", "cross", "campaign"),
    Command("quit", "Quit", "File"),
    Command("undo", "Undo", "Edit", "undo", "writing"),
    Command("redo", "Redo", "Edit", "redo", "writing"),
    Command("add_units", "Add units by words…", "Edit", "plus", "writing"),
    Command("library", "Add from the library…", "Edit", "layers", "writing"),
    Command("keep", "Keep in the library…", "Edit", "copy", "campaign"),
    Command("album", "Photos of the battle…", "Edit", "photo", "campaign"),
    Command("settings", "Settings…", "Edit", "gear"),
    Command("palette", "Search or do…", "View", "search", "campaign"),
    Command("battle", "Battle", "View", "turn", "campaign"),
    Command("units", "Units", "View", "units", "campaign"),
    Command("ledger", "Ledger", "View", "ledger", "campaign"),
    Command("log", "Log", "View", "log", "campaign"),
    Command("report", "Report", "View", "pdf", "campaign"),
    Command("dice_audit", "Dice audit: are the dice fair?", "View", "roll", "campaign"),
    Command("large", "Large view of the queue", "View", "expand", "campaign"),
    Command("look_back", "Look back at what was", "View", "undo", "campaign"),
    Command("look_ahead", "Look ahead: the next two rounds", "View", "chevron-right", "campaign"),
    Command("try_out", "Try something out", "Turn", "why", "writing"),
    Command("rulings", "Book of rulings…", "View", "book", "campaign"),
    Command("map_alone", "The map alone, and back", "View", "map", "campaign"),
    Command("units_drawer", "Go to the units", "View", "", "campaign"),
    Command("ledger_drawer", "Go to the ledger", "View", "", "campaign"),
    Command("next_pane", "Next pane", "View", "", "campaign"),
    Command("previous_pane", "Previous pane", "View", "", "campaign"),
    Command("larger", "Larger text", "View", "plus"),
    Command("smaller", "Smaller text", "View", "minus"),
    Command("normal", "Text at 100 %", "View"),
    Command("theme", "Dark or light theme", "View", "sun"),
    Command("full_screen", "Full screen", "View", "expand"),
    Command("players", "Window for the players", "View", "expand", "campaign"),
    Command("players_follow", "Players see the same part of the map", "View", "", "campaign", True),
    Command("players_odds", "Players see the odds", "View", "", "campaign", True),
    Command("players_cover", "Cover the players' window", "View", "", "campaign", True),
    Command("start_queue", "Go to the queue", "Turn", "turn", "campaign"),
    Command("end_turn", "End turn", "Turn", "flag", "writing"),
    Command("go_on", "Play on with steps open", "Turn", "chevron-right", "writing"),
    Command("respond", "Who responds?", "Turn", "shield", "writing"),
    Command("new_battle", "New battle…", "Turn", "attack", "writing"),
    Command("end_battle", "End the battle…", "Turn", "flag", "writing"),
    Command("keys", "Keys", "Help", "keyboard"),
    Command("rules", "Look up a rule…", "Help", "book", "campaign"),
    Command("news", "What is new", "Help", "bell"),
    Command("licences", "Licences", "Help", "file"),
    Command("about", "About BrikDesk", "Help", "logo"),
    Command("menu", "Menu", "", "dots"),
)


class Commands(QObject):
    """The actions of the window by command name, with keys; enabled as the campaign allows."""

    def __init__(
        self, theme: Theme, window: QWidget, does: Mapping[str, Callable[[], object]]
    ) -> None:
        super().__init__(window)
        self._theme, self._window, self._drawn = theme, window, False
        self._actions = {row.id: self._action(window, row, does[row.id]) for row in COMMANDS}

    def __getitem__(self, name: str) -> QAction:
        """Return the action of a command. Raise KeyError for a name that does not exist."""
        return self._actions[name]

    def set_open(self, campaign: bool, writing: bool) -> None:
        """Enable each command if what it needs is there."""
        for row in COMMANDS:
            able = {"": True, "campaign": campaign, "writing": writing}[row.needs]
            self._actions[row.id].setEnabled(able)

    def _action(self, window: QWidget, row: Command, do: Callable[[], object]) -> QAction:
        action = QAction(row.words, window)
        action.setShortcuts([QKeySequence(keys) for keys in KEYS.get(row.id, ())])
        action.setCheckable(row.ticked)
        action.triggered.connect(lambda _checked=False: self._rests() or do())
        # A shortcut fires only if a widget of the active window has the action.
        window.addAction(action)
        return action

    def _rests(self) -> bool:
        """Return whether something lies over the window, so that commands have to wait."""
        # An overlay stops keys by itself, but not those typed in a list or menu that it has opened:
        # that is a window of its own, from which Qt goes straight to the actions.
        return bool(open_overlays(self._window))

    def draw_icons(self) -> None:
        """Give the actions their icons, and new ones with each look; only a menu shows them."""
        if not self._drawn:
            self._drawn = True
            self._theme.changed.connect(self.draw_icons)
        for row in COMMANDS:
            if row.icon:
                self._actions[row.id].setIcon(icon(self._theme, row.icon, "text2"))
