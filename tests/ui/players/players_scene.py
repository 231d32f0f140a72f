"""Desk and players' window side by side, and all the words that are in a window."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractItemView, QWidget

from brikdesk.store.views.log import acts_done
from tests.ui.window_scene import settle
from ui.panels.map.overlay import MapOverlay
from ui.panels.players import PlayersFeed, PlayersWindow
from ui.widgets.painted import Board
from ui.window.campaign_at_work import AtWork
from ui.window.main_window import MainWindow

SECRETS = (
    "Loose manhole", "Marmalade snare", "Knees stick", "Lid spring", "The lid flies up",
    "The bridge will break",
)  # fmt: skip
"""Every name and effect that only the referee knows, but for the text of the sample's own note."""

_TEXTS = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
_WORDS = ("text", "toolTip", "accessibleName", "accessibleDescription", "windowTitle", "statusTip")


@dataclass(frozen=True, slots=True)
class Screens:
    """The window of the desk with its campaign, and the one for the players."""

    window: MainWindow
    work: AtWork

    @property
    def players(self) -> PlayersWindow:
        """The players' window, which must be open."""
        assert self.work.second.window is not None
        return self.work.second.window

    def open(self) -> None:
        """Open or close the players' window by its command."""
        self.window.commands["players"].trigger()
        settle()

    def come_to_rest(self) -> None:
        """Let the queue do the steps that it does by itself, up to the first that waits."""
        done = -1
        while done != (now := self.work.desk.read(acts_done)):
            done = now
            settle()

    @property
    def is_open(self) -> bool:
        """Whether the players' window is there."""
        return self.work.second.window is not None


def feed_of(screens: Screens) -> PlayersFeed:
    """Return what tells the players' window what to show."""
    feed = screens.work.second._feed
    assert feed is not None
    return feed


def said_by(board: Board) -> str:
    """Return the words on a part of the players' window."""
    return " ".join(piece.words for piece in board.pieces)


def words_of(window: QWidget) -> str:
    """Return all words of a window's widgets: texts, tips, names, and the rows of its lists."""
    found: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        for name in _WORDS:
            words = getattr(widget, name, None)
            value = words() if callable(words) else None
            if isinstance(value, str):
                found.append(value)
        if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            found += _rows(model)
    return "\n".join(found)


def _rows(model: QAbstractItemModel, under: QModelIndex | None = None) -> Iterator[str]:
    parent = under or QModelIndex()
    # A list has one column, and keeps the count to itself.
    across = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(model.rowCount(parent)):
        for column in range(across):
            at = model.index(row, column, parent)
            yield from (str(model.data(at, role)) for role in _ROLES)
        first = model.index(row, 0, parent)
        if not isinstance(model, QAbstractListModel) and model.rowCount(first):
            yield from _rows(model, first)


def read_out(window: QWidget) -> str:
    """Return all that a screen reader finds in a window."""
    top = QAccessible.queryAccessibleInterface(window)
    assert top is not None
    return "\n".join(_spoken(top))


def _spoken(part: QAccessibleInterface) -> Iterator[str]:
    yield from (part.text(kind) for kind in _TEXTS)
    for place in range(part.childCount()):
        if (inner := part.child(place)) is not None:
            yield from _spoken(inner)


def labels_of(overlay: MapOverlay) -> list[str]:
    """Return the words of the labels that are painted on a map."""
    shown = overlay.boxes()
    return [words for key, (words, *_) in overlay._words.items() if key in shown]
