"""The players' window on its screen, and windows kept inside theirs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from ui import panels
from ui.campaign.settings import Remembered
from ui.look.theme import AWAY, StageTheme, Theme

if TYPE_CHECKING:
    # Windows are kept on their screen from the first paint on, before a campaign's door is loaded.
    from ui.campaign.desk import Desk
    from ui.campaign.hub import Hub
    from ui.panels.players import PlayersFeed, PlayersWindow


WHOLE_SCREEN = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def inside(frame: QRect, inner: QRect, room: QRect) -> QRect:
    """Return the place of a window's content with which its frame lies inside `room`.

    `frame` is the window now with title bar and edges, `inner` its content. The window is moved if
    that is enough, and made smaller only if it is larger than the room.
    """
    around = frame.size() - inner.size()
    wide = min(inner.width(), room.width() - around.width())
    high = min(inner.height(), room.height() - around.height())
    # + 1: in Qt, the right and bottom of a QRect are its last pixels, not the ones after.
    left = max(room.left(), min(frame.left(), room.right() + 1 - wide - around.width()))
    top = max(room.top(), min(frame.top(), room.bottom() + 1 - high - around.height()))
    edge = inner.topLeft() - frame.topLeft()
    return QRect(left + edge.x(), top + edge.y(), wide, high)


def keep_on_screen(window: QWidget) -> None:
    """Move a shown window to where all of it can be seen; a hidden one has no known frame."""
    if window.windowState() & WHOLE_SCREEN:
        return
    inner = window.geometry()
    wanted = inside(window.frameGeometry(), inner, window.screen().availableGeometry())
    if wanted != inner:
        window.setGeometry(wanted)


def beside(desk: QRect, room: QRect, least: QSize) -> QRect | None:
    """Return the wider place left or right of the desk's window; None where there is too little."""
    left = QRect(room.left(), room.top(), desk.left() - room.left(), room.height())
    right = QRect(desk.right() + 1, room.top(), room.right() - desk.right(), room.height())
    wider = max(left, right, key=lambda place: place.width())
    return wider if wider.width() >= least.width() else None


PART = "players"


class SecondScreen(QObject):
    """At most one players' window of an open campaign; `beside` is the window of the desk."""

    def __init__(
        self, theme: Theme, desk: "Desk", hub: "Hub", remembered: Remembered, beside: QWidget
    ) -> None:
        # Of the desk, not of its window: with the campaign it goes.
        super().__init__(desk)
        self._theme, self._desk, self._hub = theme, desk, hub
        self._remembered, self._beside = remembered, beside
        self._away, self._covered = AWAY, False
        self.window: PlayersWindow | None = None
        self._feed: PlayersFeed | None = None
        hub.map_moved.connect(self._follow)

    def toggle(self) -> None:
        """Open the window, or close it."""
        if self.window is not None:
            self.window.close()
        else:
            self._open()

    def follow(self, wanted: bool) -> None:
        """Have the window show what the map of the desk shows, or stand still where it is."""
        self._remembered.players_follow = wanted
        self._follow()

    def show_odds(self, wanted: bool) -> None:
        """Have the window show the odds of an attack, or not."""
        self._remembered.players_odds = wanted
        if self._feed is not None:
            self._feed.show_odds(wanted)

    def cover(self, wanted: bool) -> None:
        """Have the window show nothing but a word, or the battle again."""
        self._covered = wanted
        if self.window is not None:
            self.window.show_cover(wanted)

    def read_from(self, away: float) -> None:
        """Have the window's text as large as those need it who sit so many metres away."""
        self._away = away
        if self.window is not None:
            self.window.read_from(away)

    def end(self) -> None:
        """Close the window with its campaign."""
        if self.window is not None:
            self.window.close()

    def _open(self) -> None:
        theme = StageTheme(self._theme)
        window = self.window = panels.players.PlayersWindow(theme)
        theme.setParent(window)
        feed = self._feed = panels.players.PlayersFeed(
            self._desk, self._hub, self._remembered.players_odds, window
        )
        feed.seen.connect(window.show_view)
        feed.passed.connect(window.show_moment)
        feed.pictured.connect(window.map.tabletop.show_photo)
        window.show_view(feed.view)
        window.show_moment(feed.moment)
        feed.show_photo()
        window.read_from(self._away)
        window.show_cover(self._covered)
        feed.passed.connect(self._follow)
        window.closed.connect(self._closed)
        had_the_keys = self._beside.isActiveWindow()
        self._put(window)
        self._follow()
        if had_the_keys:  # some systems give them to every new window, whatever it asks for
            self._beside.activateWindow()
        # Once: where there is one screen, the desk may cover it from then on.
        window.raise_()

    def _put(self, window: "PlayersWindow") -> None:
        """Show it where it was last; at first it fills a screen that the desk is not on."""
        here = self._beside.screen()
        kept = self._remembered.place(here.size(), PART)
        if not kept.isEmpty() and window.restoreGeometry(kept):
            window.show()
            keep_on_screen(window)
            return
        other = next((each for each in here.virtualSiblings() if each is not here), None)
        if other is None:
            frame, inner = self._beside.frameGeometry(), self._beside.geometry()
            place = beside(frame, here.availableGeometry(), window.minimumSize())
            if place is not None:
                # Its own frame is known only once it is shown: it will be like that of the desk.
                window.setGeometry(
                    place.adjusted(
                        inner.left() - frame.left(),
                        inner.top() - frame.top(),
                        inner.right() - frame.right(),
                        inner.bottom() - frame.bottom(),
                    )
                )
            window.show()
            keep_on_screen(window)
        else:
            window.setGeometry(other.availableGeometry())
            window.showFullScreen()

    def _follow(self) -> None:
        """Show who acts and at whom, while dice are thrown for it, else what the desk shows."""
        if self.window is None or self._feed is None or not self._remembered.players_follow:
            return
        framed = self._feed.framed
        self.window.show_place(self._hub.map_box if framed.isNull() else framed)

    def _closed(self) -> None:
        window, self.window, self._feed = self.window, None, None
        if window is not None:
            self._remembered.keep_place(self._beside.screen().size(), PART, window.saveGeometry())
            if window.isActiveWindow():
                self._beside.activateWindow()
            window.deleteLater()
