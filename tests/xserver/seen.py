"""What a test asks of the program while it runs; evaluated inside it."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTreeView,
    QWidget,
)

from brikdesk.store.views.log import LogEntry, undo_state
from brikdesk.store.views.past_turns import newest_standing_act, turns
from brikdesk.store.views.scifi import sf_shots
from brikdesk.store.views.units import unit, units
from brikdesk.turns.queue import queue
from ui.look.shortcuts import HELP, KEYS
from ui.look.shortcuts import shown as keycap
from ui.models.attack.controller import attack_of
from ui.models.attack.draft import AttackDraft
from ui.models.queue import QueueController, queue_of
from ui.models.rows import ROW_ROLE
from ui.panels.map.panel import MapPanel
from ui.panels.photo import Handle, PhotoSheet
from ui.widgets.buttons import ShowsCap
from ui.widgets.overlay import Overlay
from ui.window.campaign_at_work import AtWork
from ui.window.main_window import MainWindow

releases = 0
"""How often a button of the mouse has come up over a window since the start."""


def window() -> MainWindow:
    """Return the window of the program."""
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))


def work() -> AtWork:
    """Return the open campaign."""
    at_work = window().at_work
    assert at_work is not None, "no campaign is open"
    return at_work


def waiting() -> list[str]:
    """Name the steps that wait."""
    return [step.key for step in work().desk.read(queue).waiting]


def turn_number() -> int:
    """Return how many player turns have begun."""
    return len(work().desk.read(turns))


def newest_act() -> int:
    """Return the number of the newest act that is not undone."""
    return work().desk.read(newest_standing_act)


def redoable() -> int:
    """Count the acts that can be done again."""
    return len(work().desk.read(undo_state).redo)


def undoable() -> str:
    """Return the title of the act that Undo takes back; empty for none."""
    return next(iter(work().desk.read(undo_state).undo), "")


def steps() -> QueueController:
    """Return the queue that the desk shows."""
    return queue_of(work().desk, work().hub)


def draft() -> AttackDraft:
    """Return the attack that is being made."""
    return attack_of(work().desk, work().hub).draft


def is_open() -> bool:
    """Tell whether a campaign is open and the window has the keys."""
    return window().at_work is not None and QApplication.activeWindow() is not None


def is_open_on(file: str) -> bool:
    """Tell whether the campaign of a file is open."""
    at_work = window().at_work
    return at_work is not None and str(at_work.desk.path) == file


def open_file(file: str) -> None:
    """Open a file when the answer has been given."""
    QTimer.singleShot(0, window(), lambda: window().open_path(Path(file)))


def close_soon() -> None:
    """Close the window when the answer has been given."""
    QTimer.singleShot(0, window(), lambda: window().close() and None)


def is_busy() -> bool:
    """Tell whether a long act is under way: keys wait until it is done."""
    made = next((w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)), None)
    at_work = made.at_work if made else None
    return bool(made and at_work and (at_work.desk.errand or made.kept_keys.waiting))


def handle() -> int:
    """Return the X server's number of the window."""
    return int(window().winId())


def focus() -> QWidget:
    """Return the widget that has the keys."""
    now = QApplication.focusWidget()
    assert now is not None, "nothing has the focus"
    return now


def focus_words() -> list[str]:
    """Return kind and name of the widget with the focus, and of those that hold it."""
    at: QWidget | None = QApplication.focusWidget()
    found = []
    while at is not None:
        found.append(f"{type(at).__name__} {at.accessibleName() or at.objectName()}".strip())
        at = at.parentWidget()
    return found


def _hidden(widget: QWidget) -> str:
    """Return the kind of what was hidden, the widget itself or what holds it."""
    at: QWidget | None = widget
    while at is not None and not at.isHidden():
        at = at.parentWidget()
    return type(at).__name__


def focus_wrong() -> str:
    """Say what is wrong with the focus; empty where it is visible and somewhere."""
    popup, now = QApplication.activePopupWidget(), QApplication.focusWidget()
    if popup is not None:
        return ""
    if QApplication.activeWindow() is None:
        return "no window of the program has the keys"
    if now is None:
        return "nothing has the focus"
    if not now.isVisible():
        return f"the focus is on {focus_words()}, which is hidden, as {_hidden(now)} is"
    if not now.isEnabled():
        return f"the focus is on {focus_words()}, which is disabled"
    over = [sheet for sheet in window().findChildren(Overlay) if sheet.is_open()]
    if over and not any(sheet.isAncestorOf(now) or sheet is now for sheet in over):
        return f"the focus is on {focus_words()}, beneath {over[-1].objectName() or over[-1]}"
    return ""


def box(widget: QWidget) -> tuple[int, int, int, int]:
    """Return where a widget is on the screen: left, top, width and height."""
    at = widget.mapToGlobal(QPoint(0, 0))
    return at.x(), at.y(), widget.width(), widget.height()


def named(name: str, kind: str = "") -> QWidget:
    """Return the visible widget of a name, of a kind if one is given."""
    found = [
        each
        for each in QApplication.allWidgets()
        if each.isVisible()
        and name in (each.accessibleName(), each.objectName())
        and kind in ("", type(each).__name__)
    ]
    assert found, f"no {kind or 'widget'} {name!r} is visible"
    return found[0]


def cell(view: QAbstractItemView, row: int, column: int) -> tuple[int, int, int, int]:
    """Return where a cell is on the screen."""
    rect: QRect = view.visualRect(view.model().index(row, column))
    at = view.viewport().mapToGlobal(rect.topLeft())
    return at.x(), at.y(), rect.width(), rect.height()


def texts(view: QAbstractItemView, column: int) -> list[Any]:
    """Return what a column of a table says, row by row."""
    model = view.model()
    return [model.index(row, column).data() for row in range(model.rowCount())]


def columns(view: QAbstractItemView) -> list[str]:
    """Return the titles of a table's columns."""
    return [column.title for column in view.columns()]  # type: ignore[attr-defined]


def unit_of(view: QAbstractItemView, row: int) -> int:
    """Return the unit that a line of the log tells of; 0 for none."""
    entry = view.model().index(row, 0).data(ROW_ROLE)
    return int(entry.unit_id or 0) if isinstance(entry, LogEntry) else 0


def steps_to_unit(view: QTreeView, unit_id: int) -> int:
    """Return how often Down goes from the top of the list to a unit."""
    steps, at = 0, view.model().index(0, 0)
    while getattr(at.data(ROW_ROLE), "id", 0) != unit_id:
        steps, at = steps + 1, view.indexBelow(at)
        assert at.isValid(), f"unit {unit_id} is not in the list"
    return steps


def row_of_unit(view: QTreeView, unit_id: int) -> tuple[int, int, int, int]:
    """Return where the name of a unit is on the screen."""
    at = view.model().index(0, 0)
    for _ in range(steps_to_unit(view, unit_id)):
        at = view.indexBelow(at)
    rect = view.visualRect(at)
    place = view.viewport().mapToGlobal(rect.topLeft())
    return place.x(), place.y(), rect.width(), rect.height()


def on_the_map(x: float, y: float) -> tuple[int, int]:
    """Return the place on the screen of a point of the table, in inches."""
    view = _map().view
    place = view.viewport().mapToGlobal(view.to_view(QPointF(x, y)).toPoint())
    return place.x(), place.y()


def stands_at(unit_id: int) -> tuple[float, float] | None:
    """Return where the map shows a unit; None if it does not."""
    token = _map().scene.token(unit_id)
    return (token.x, token.y) if token else None


def place_of(unit_id: int) -> list[float | None]:
    """Return where a unit stands by its row, also while no map is shown."""
    row = next(row for row in work().desk.read(units) if row.id == unit_id)
    return [row.x, row.y]


def stands_near(unit_id: int, x: float, y: float) -> bool:
    """Return whether a unit stands at a point, as exactly as a pixel can be pointed at."""
    place = stands_at(unit_id)
    return place is not None and abs(place[0] - x) <= 0.13 and abs(place[1] - y) <= 0.13


def unit_called(name: str) -> int:
    """Return the key of the unit on the map with this name."""
    return next(token.unit_id for token in _map().scene.tokens if token.name == name)


def unit_near(x: float, y: float) -> int:
    """Return the key of the unit on the map that stands nearest to a point."""
    return min(
        _map().scene.tokens, key=lambda token: (token.x - x) ** 2 + (token.y - y) ** 2
    ).unit_id


def shown() -> list[str]:
    """Return the keycaps in sight: of the status bar, and of buttons and cards."""
    caps = [cap for cap, _ in work().view.status.keys.keys]
    for each in QApplication.allWidgets():
        if each.isVisible() and isinstance(each, ShowsCap):
            caps.append(each.cap)
    return [cap for cap in caps if cap]


def is_shown(key: str) -> bool:
    """Tell whether a key is a sign of what is typed, or stands on a keycap in sight, in F1 or in a menu."""
    if isinstance(focus(), QLineEdit | QPlainTextEdit | QComboBox) and len(key) == 1:
        return True  # it is written, or chooses by its letter
    helped = [each for group in HELP for row in group.rows for each in row.keys]
    in_menus = [keycap(each) for keys in KEYS.values() for each in keys]
    caps = {" ".join(_SIGNS.get(part, part) for part in each.split(" "))
            for each in (*shown(), *helped, *in_menus)}  # fmt: skip
    cap = key.replace("+", " ").title() if len(key) > 1 else key.upper()
    return cap in caps or (key.isdigit() and any("–" in each for each in shown()))


_SIGNS = {"←": "Left", "→": "Right", "↑": "Up", "↓": "Down", "⇧": "Shift"}


def _map() -> MapPanel:
    panel = work().view.panel("map")
    assert isinstance(panel, MapPanel)
    return panel


def last_shot() -> int:
    """Return the number of the shot that was fired last."""
    return max((shot.id for shot in work().desk.read(sf_shots)), default=0)


def first_load() -> int:
    """Return the load in the first line of the ledger's ammunition."""
    table = named("Ammunition", "WholeTable")
    assert isinstance(table, QTreeView)
    return int(table.model().index(0, 0).data(ROW_ROLE).load_id)


def unit_lives(unit_id: int) -> bool:
    """Tell whether a unit is still there and not eliminated."""
    row = work().desk.read(unit, unit_id)
    return row is not None and row.alive


def give_photo(path: str) -> None:
    """Give the map a photo when the answer has been given, as its file dialog would."""
    QTimer.singleShot(0, window(), lambda: _map().photo.take(Path(path)))


def photo_sheet() -> PhotoSheet | None:
    """Return the sheet in which a photo is straightened, if it is open."""
    return next(iter(window().findChildren(PhotoSheet)), None)


def handle_at(number: int) -> tuple[int, int]:
    """Return the place on the screen of a handle of the photo, 1 to 6."""
    sheet = photo_sheet()
    assert sheet is not None
    place = sheet.canvas.mapToGlobal(sheet.canvas.place_of(Handle(number - 1)).toPoint())
    return place.x(), place.y()


def in_the_photo(x: float, y: float) -> tuple[int, int]:
    """Return the place on the screen of a place of the photo, in parts of its sides."""
    sheet = photo_sheet()
    assert sheet is not None
    place = sheet.canvas.mapToGlobal(sheet.canvas.pixel_of((x, y)).toPoint())
    return place.x(), place.y()


def colour_on_the_map(x: float, y: float, *, of_players: bool = False) -> list[int]:
    """Return red, green and blue of a point of the table, as the map or the players' map shows it."""
    view = _map().view
    if of_players:
        players = work().second.window
        assert players is not None
        view = players.map
    shown = view.viewport().grab().toImage()
    colour = shown.pixelColor(view.to_view(QPointF(x, y)).toPoint() * shown.devicePixelRatio())
    return [colour.red(), colour.green(), colour.blue()]
