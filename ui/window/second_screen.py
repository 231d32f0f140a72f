"""Opens and closes the players' window, and keeps its place on its screen."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.remembered import Remembered
from ui.look.theme import Theme
from ui.window.on_screen import keep_on_screen

if TYPE_CHECKING:  # imported when it is opened: most evenings have no second screen
    from ui.models.players.feed import PlayersFeed
    from ui.panels.players.window import PlayersWindow

PART = "players"


class SecondScreen(QObject):
    """At most one players' window of an open campaign; `beside` is the window of the desk."""

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, remembered: Remembered, beside: QWidget
    ) -> None:
        # Of the desk, not of its window: with the campaign it goes.
        super().__init__(desk)
        self._theme, self._desk, self._hub = theme, desk, hub
        self._remembered, self._beside = remembered, beside
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

    def end(self) -> None:
        """Close the window with its campaign."""
        if self.window is not None:
            self.window.close()

    def _open(self) -> None:
        from ui.look.stage import StageTheme
        from ui.models.players.feed import PlayersFeed
        from ui.panels.players.window import PlayersWindow

        theme = StageTheme(self._theme)
        window = self.window = PlayersWindow(theme)
        theme.setParent(window)
        feed = self._feed = PlayersFeed(
            self._desk, self._hub, self._remembered.players_odds, window
        )
        feed.seen.connect(window.show_view)
        feed.opened.connect(window.show_step)
        feed.pictured.connect(window.map.tabletop.show_photo)
        window.show_view(feed.view)
        window.show_step(feed.step)
        feed.show_photo()
        window.closed.connect(self._closed)
        had_the_keys = self._beside.isActiveWindow()
        self._put(window)
        self._follow()
        if had_the_keys:  # some systems give them to every new window, whatever it asks for
            self._beside.activateWindow()

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
            window.show()
            keep_on_screen(window)
        else:
            window.setGeometry(other.availableGeometry())
            window.showFullScreen()

    def _follow(self) -> None:
        if self.window is not None and self._remembered.players_follow:
            self.window.show_place(self._hub.map_box)

    def _closed(self) -> None:
        window, self.window, self._feed = self.window, None, None
        if window is not None:
            self._remembered.keep_place(self._beside.screen().size(), PART, window.saveGeometry())
            if window.isActiveWindow():
                self._beside.activateWindow()
            window.deleteLater()
