"""Every key of the desk, and what a key means in every layout."""

import sys
from dataclasses import dataclass
from unicodedata import decimal, name

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

KEYS: dict[str, tuple[str, ...]] = {
    "new": ("Ctrl+N",),
    "open": ("Ctrl+O",),
    "copy": ("Ctrl+Shift+S",),
    "close": ("Ctrl+W",),
    "quit": ("Ctrl+Q",),
    "undo": ("Ctrl+Z",),
    "redo": ("Ctrl+Y", "Ctrl+Shift+Z"),
    "add_units": ("Ctrl+Shift+A",),
    "library": ("Ctrl+L",),
    "keep": ("Ctrl+Shift+K",),
    "album": ("Ctrl+Shift+I",),
    "rulings": ("Ctrl+Shift+R",),
    "settings": ("Ctrl+,",),
    "palette": ("Ctrl+K",),
    "battle": ("Ctrl+1",),
    "units": ("Ctrl+2",),
    "ledger": ("Ctrl+3",),
    "log": ("Ctrl+4",),
    "report": ("Ctrl+5",),
    "units_drawer": ("Ctrl+B",),
    "ledger_drawer": ("Ctrl+J",),
    "next_pane": ("F6",),
    "previous_pane": ("Shift+F6",),
    "larger": ("Ctrl++", "Ctrl+="),
    "smaller": ("Ctrl+-",),
    "normal": ("Ctrl+0",),
    "theme": ("Ctrl+Shift+L",),
    "full_screen": ("F11",),
    "players": ("Ctrl+Shift+P",),
    "players_cover": ("Ctrl+Shift+B",),
    "end_turn": ("Ctrl+Shift+Return", "Ctrl+Shift+Enter"),
    "start_queue": ("Ctrl+Shift+Space",),
    "respond": ("Ctrl+R",),
    "look_back": ("F7",),
    "try_out": ("F8",),
    "look_ahead": ("F9",),
    "export": ("Ctrl+E",),
    "print": ("Ctrl+P",),
    "keys": ("F1",),
    "menu": ("F10",),
}
"""The keys of each command; the first is the one that is shown."""

_SIGNS = {"Shift": "⇧", "Return": "Enter", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓"}


def shown(keys: str) -> str:
    """Return keys as on a keycap: Ctrl K, ⇧ Space; on a Mac in the system's own signs."""
    if sys.platform == "darwin":
        return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    # In "Ctrl++" and "Ctrl+-" the last sign is a key and not what joins the keys.
    parts = keys.replace("++", "+plus").replace("+-", "+minus").split("+")
    return " ".join(_SIGNS.get(part, part) for part in parts)


def key_of(command: str) -> str:
    """Return the first key of a command as on a keycap, or "" if it has none."""
    return shown(KEYS[command][0]) if command in KEYS else ""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Keycaps of the keys that do one thing, and what they do."""

    keys: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Keys that work in one place. `game` is the rule set that has it, empty for any."""

    where: str
    rows: tuple[KeyRow, ...]
    game: str = ""


def _rows(*pairs: tuple[str, str]) -> tuple[KeyRow, ...]:
    # Two spaces between keycaps; one belongs to a keycap (Ctrl K).
    return tuple(KeyRow(tuple(keys.split("  ")), words) for keys, words in pairs)


BRIKWARS, SCIFI = "BRIKWARS_2020", "SCIFI"
"""The rule sets as campaigns name them, written out: the first frame is painted before any game is loaded."""

HELP: tuple[KeyGroup, ...] = (
    KeyGroup(
        "Anywhere",
        _rows(
            ("Ctrl K", "Search, or do anything"),
            ("Ctrl Z", "Undo"),
            ("Ctrl Y", "Redo"),
            ("Ctrl 1  …  Ctrl 5", "Battle, Units, Ledger, Log, Report"),
            ("F6  ⇧ F6", "Next and previous pane"),
            ("Ctrl B", "Units, as a drawer where the window is narrow"),
            ("Ctrl J", "Ledger, as a drawer where the window is narrow"),
            ("Ctrl L  Ctrl ⇧ K", "Add from the library; keep in it"),
            ("Ctrl D", "Delete the template chosen in the library"),
            ("Ctrl ⇧ R", "Book of rulings: what was decided once, by rule and words"),
            ("Ctrl ⇧ I", "Photos of the battle: N pins one, Del takes one out"),
            ("F2", "Edit"),
            ("F1", "Keys"),
            ("F10", "Menu"),
            ("F11", "Full screen, unless the map has the focus"),
            ("Ctrl ⇧ P", "Window for the players, on a second screen"),
            ("Ctrl ⇧ B", "Cover that window, and show it again"),
            ("Esc", "Back"),
        ),
    ),
    KeyGroup(
        "Turn",
        _rows(
            ("Ctrl ⇧ Enter", "End turn"),
            ("Ctrl ⇧ Space", "Start-of-turn queue"),
            ("Ctrl R", "Who responds to what a unit does"),
            ("Y  U  ⇧ U", "What a move has caused: go there, let it pass, let all pass"),
        ),
    ),
    KeyGroup(
        "Time",
        _rows(
            ("F7", "Look back: the battle as it was; again or Esc, now"),
            ("Alt ←  Alt →", "While you look back: one step back, one on"),
            ("Alt ↑  Alt ↓", "The player turn before, and after"),
            ("Alt Home  Alt End", "The beginning, and now"),
            (
                "Space",
                "While you look back: play the player turn on the map, a step a second; stop",
            ),
            (
                "M  Alt M",
                "On the timeline or anywhere: a bookmark; again names it or takes it away",
            ),
            ("/  Alt F", "Search the steps for words, names, rules"),
            ("Enter  ⇧ Enter", "In that search: the next step found, and the one before"),
            ("U  Alt U", "The steps that touched the selected unit"),
            (
                "Alt Page Up  Alt Page Down",
                "The step found before, and the next; else bookmarks",
            ),
            ("Alt D", "The dispute card of the step that is shown"),
            ("D", "In the log: all about an event on one page, to settle a dispute"),
            ("Ctrl S  S", "On that page: save it as PDF or picture; show secrets too"),
            ("B", "In the log: look back to right after a line"),
            ("M", "In the log: a bookmark on the moment"),
            ("C", "In the log: do something else in place of what a line tells of"),
            ("Ctrl ⇧ D", "While you weigh a correction: leave everything as it was"),
            ("F9", "Look ahead: what the next two rounds bring; again or Esc, back"),
            ("L", "In the inspector: all that has happened to the unit; Enter goes there"),
            ("F8", "Try out: do anything, nothing is saved; again, keep or drop it"),
        ),
    ),
    KeyGroup(
        "Dice of a step",
        _rows(
            ("0  …  9", "A face; 0 is 10 on a d10, Enter closes a 1 on a d12"),
            ("Backspace  Delete", "Take a die back; no digit replaces one"),
            ("←  →", "Go to another die"),
            ("Space", "Roll the empty dice of this step"),
            ("⇧ Space", "Roll step after step until somebody has to choose"),
            ("Enter", "Apply"),
            ("A  …  E", "Choose"),
            ("O", "Overrule a refusal"),
            ("S", "Skip: once to the end of the queue, twice not done"),
            ("N", "Add a note"),
            ("?", "Rule card"),
        ),
    ),
    KeyGroup(
        "Queue",
        _rows(
            ("↑  ↓", "Another step"),
            ("Alt ↑  Alt ↓", "Move the step up or down"),
            ("Home", "First open step"),
            ("F", "Large view, and back"),
        ),
    ),
    KeyGroup(
        "Attack",
        _rows(
            ("A  W  T", "Attacker, weapon, target"),
            ("Tab  ⇧ Tab", "Next and previous target in Range and view, nearest first"),
            ("M", "Modifiers: Space ticks, + and − change"),
            ("D", "Measurements, and how the weapon is used"),
            ("S", "Gunners who support"),
            ("R  E", "Charge; Energy Shield, where there is one"),
            ("F", "In a response: who is first, until anything else is done"),
            ("C", "Who is caught in the explosion"),
            ("H", "What would change the odds"),
            ("0  …  9", "The first die where nothing is missing, else inches"),
            ("Enter", "To the dice, then apply"),
            ("Esc", "Back to the aim, then give it up"),
        ),
        BRIKWARS,
    ),
    KeyGroup(
        "Attack, Sci-fi",
        _rows(
            ("A  W  T", "Attacker, weapon, target"),
            ("0  …  9", "Inches to the target"),
            ("+  Delete", "One more shot, or one less"),
            ("C  M  L", "Capability, mode, type of round, where there is a choice"),
            ("I  S", "Direct or indirect, and who spots"),
            ("X", "Area and warhead of this round"),
            ("V", "Detected, or no longer"),
            ("Enter", "Fire, then apply what was entered"),
            ("Esc", "Leave it; shots that wait stay open"),
        ),
        SCIFI,
    ),
    KeyGroup(
        "What follows a Sci-fi shot",
        _rows(
            ("A  …  E", "Answer; digits where a number is asked"),
            ("I  W  F", "Who is inside, where it lies, flame inside"),
            ("+  −", "More or fewer detected targets"),
            ("R  L", "The loader: roll again, second shot"),
            ("S", "Skip, or later"),
            ("↑  ↓", "Another shot"),
            ("Backspace", "Take an answer back"),
            ("N", "Add a note"),
        ),
        SCIFI,
    ),
    KeyGroup(
        "Map",
        _rows(
            ("Tab  ⇧ Tab", "Next and previous unit"),
            ("←  ↑  ↓  →", "Move the unit 1 inch, with ⇧ a quarter; Enter ends it"),
            ("0  …  9", "While it moves: a place as x y, in inches"),
            ("[  ]", "Turn the unit, with ⇧ a little"),
            ("Ctrl click", "Add a unit to those that move and turn together, or take it out"),
            ("Ctrl Space", "The same for the unit where Tab is; Esc leaves one"),
            ("⇧ drag  Ctrl A", "Select all in a box; all of whose turn it is"),
            ("M  V", "Measure; sight, and what is in the way"),
            ("G  B", "Arc of fire; blast, digits for their points and dice"),
            ("X", "The target of the attack that is being made; letters go to who is called so"),
            ("E  T", "Draw terrain; lay a photo of the table under the map"),
            ("L", "Layers"),
            ("+  −  0  Z", "Zoom; the whole table; the unit"),
            ("Enter", "In a disc with a count: come near, until its units are seen apart"),
            ("Ctrl ←  Ctrl →", "Move the table"),
            ("F11", "The map alone; again or Esc, all panes"),
        ),
    ),
    KeyGroup(
        "A unit is selected",
        _rows(
            ("Enter", "Inspector"),
            ("A", "Attack"),
            ("J", "Charge: whom is asked, the run comes first"),
            ("R", "Reload a gun, or load a Launcher"),
            ("K", "Mark"),
            ("P", "Launch"),
            ("I  F", "Ignite; fight a fire"),
            ("H", "Size Damage"),
            ("N", "New unit"),
            ("Delete", "Remove"),
            ("⇧ F10", "Context menu"),
        ),
        BRIKWARS,
    ),
    KeyGroup(
        "A Sci-fi unit is selected",
        _rows(
            ("Enter", "Inspector"),
            ("A", "Attack"),
            ("M", "Move"),
            ("D", "Detected, or no longer"),
            ("I", "Incapacitate"),
            ("N", "New unit"),
            ("Delete", "Remove"),
            ("⇧ F10", "Context menu"),
        ),
        SCIFI,
    ),
    KeyGroup(
        "Sci-fi tables of the ledger",
        _rows(
            ("J  L", "Ammunition: adjust, set what is loaded"),
            ("D  Delete", "Detected, no longer detected"),
            ("G  S  C", "Crew: serve as gunner, special fire, set crew"),
            ("Enter", "Open shot: go on with it"),
        ),
        SCIFI,
    ),
    KeyGroup(
        "Lists and tables",
        _rows(
            ("↑  ↓", "Row"),
            ("Page Up  Page Down", "Page"),
            ("Home  End", "First and last row"),
            ("Tab", "Next table"),
            ("/", "Filter"),
            ("F2  ↑", "In a filter: keep it by a name; what is kept"),
            ("W", "In the log: how the numbers of a line came about"),
            ("F2  Delete", "In the story of a battle: write a paragraph, leave it out"),
            ("Ctrl C", "Copy a row as text"),
            ("Ctrl A  Ctrl Space", "Units: select all; one more. ⇧ ↑ ⇧ ↓ select on"),
        ),
    ),
    KeyGroup(
        "Forms",
        _rows(
            ("Tab  ⇧ Tab", "Next and previous field"),
            ("Ctrl Enter", "Add, or make it so"),
            ("Alt P  Alt W", "New unit: its preset, its weapons"),
            ("Esc", "Cancel; twice where something is filled in"),
        ),
    ),
    KeyGroup(
        "File",
        _rows(
            ("Ctrl N", "New campaign"),
            ("Ctrl O", "Open a file"),
            ("Ctrl ⇧ S", "Save a copy"),
            ("Ctrl W", "Close the campaign"),
            ("Ctrl E", "Export a report as PDF"),
            ("Ctrl P", "Print a report"),
            ("Ctrl ,", "Settings"),
        ),
    ),
    KeyGroup(
        "View",
        _rows(
            ("Ctrl plus  Ctrl minus", "Larger and smaller text"),
            ("Ctrl 0", "Text at 100 %"),
            ("Ctrl ⇧ L", "Dark or light theme"),
        ),
    ),
    KeyGroup(
        "Start screen",
        _rows(("1  2  3  4", "Sample, new, open, Sci-fi sample"), ("↑  ↓", "Recent files")),
    ),
)


ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The key of the letters, and that of the keypad."""

_MOD = Qt.KeyboardModifier
_COMMANDS = _MOD.ControlModifier | _MOD.AltModifier | _MOD.MetaModifier
_ALT_GR = _MOD.ControlModifier | _MOD.AltModifier
"""As Windows tells of AltGr, by which some layouts write signs."""

_ROWS = {2: "1234567890-=", 16: "qwertyuiop[]", 30: "asdfghjkl;'`", 43: "\\zxcvbnm,./"}
_PLACES = {first + n: sign for first, row in _ROWS.items() for n, sign in enumerate(row)}
"""The signs of a US keyboard by the number that the PC's keyboards send for their place."""

_MAC_PLACES = dict(
    zip(
        (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 31, 32, 34, 35, 37, 38, 40, 45,
         46, 18, 19, 20, 21, 23, 22, 26, 28, 25, 29, 27, 24, 33, 30, 43, 47, 44),
        "asdfhgzxcvbqwerytouipljknm1234567890-=[],./",
        strict=True,
    )
)  # fmt: skip
"""The same by the numbers of a Mac."""

_BEFORE = {"windows": 0}
"""What a system adds to the number of a place; X and Wayland add 8."""

_KEY = Qt.Key
_ALONE = (
    0, _KEY.Key_unknown, _KEY.Key_Shift, _KEY.Key_Control, _KEY.Key_Alt, _KEY.Key_AltGr, _KEY.Key_Meta,
    _KEY.Key_CapsLock, _KEY.Key_NumLock, _KEY.Key_ScrollLock, _KEY.Key_Mode_switch,
    _KEY.Key_Super_L, _KEY.Key_Super_R, _KEY.Key_Hyper_L, _KEY.Key_Multi_key,
)  # fmt: skip
"""Keys that do nothing by themselves in any program."""

_SHIFTED = {"/": "?", "=": "+", "-": "_", "[": "{", "]": "}"}


def sign(event: QKeyEvent) -> str:
    """Return the letter, digit or sign of a key, "" for other keys and with Ctrl, Alt or Meta.

    Capitals count as small letters, digits of any script as 0 to 9. A key whose own letter or sign
    is of another script means what stands at its place on a US keyboard, as it does with Ctrl.
    """
    text, held = event.text(), event.modifiers() & _COMMANDS
    if held and not (held == _ALT_GR and text.isascii() and text.isprintable()):
        return ""
    if len(text) == 1 and (digit := decimal(text, None)) is not None:
        return str(digit)
    if Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z:
        return chr(event.key()).lower()
    if text == "\N{MINUS SIGN}":
        return "-"
    if text.isascii():
        return text.lower() if text.isprintable() else ""
    return _by_place(event) or text.lower()


def digit(event: QKeyEvent) -> str:
    """Return the digit of a key as 0 to 9, "" if it has none."""
    typed = sign(event)
    return typed if typed.isdecimal() else ""


def pressed_words(event: QKeyEvent) -> str:
    """Return a key with what is held, as on a keycap: ⇧ Space; "" for keys that do nothing alone."""
    if event.key() in _ALONE:
        return ""
    return shown(QKeySequence(event.keyCombination()).toString())


def _by_place(event: QKeyEvent) -> str:
    """Return the sign at the place of a key that writes no Latin; "" where that is not known."""
    if "LATIN" in name(event.text()[0], ""):
        return ""
    if sys.platform == "darwin":
        # The number 0 is a place too there; an event that was made up has neither number.
        known = event.nativeVirtualKey() or event.nativeScanCode()
        found = _MAC_PLACES.get(event.nativeVirtualKey(), "") if known else ""
    else:
        place = event.nativeScanCode() - _BEFORE.get(QGuiApplication.platformName(), 8)
        found = _PLACES.get(place, "")
    shift = event.modifiers() & _MOD.ShiftModifier
    return _SHIFTED.get(found, found) if shift else found
