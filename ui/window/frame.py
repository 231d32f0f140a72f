"""What the parts of the window know of it: its stack, its commands, and how campaigns come and go."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow, QStackedWidget

from ui.campaign.settings import Remembered
from ui.look.theme import Theme

if TYPE_CHECKING:  # imported when needed: the first frame shows none of these
    from brikdesk.store.campaign import Campaign
    from ui.models.commands import Commands
    from ui.window.kept_keys import KeptKeys


class Frame(QMainWindow):
    """The window as its parts see it; `MainWindow` is the only one.

    `painted` is emitted once, after the first paint, and `ready` when campaigns can be opened.
    `past_wanted` asks for the campaign as it was after an act (0: begin at the present), `trial_wanted`
    for a copy to try things out in, `other_wanted` for one in which something else is done in place of
    an act, `aside_made` brings such a copy at work, to be shown, and
    `back_wanted` drops it. `thrower`, if set, throws the desk's dice: it takes the sides and returns
    the face.
    """

    painted = Signal()
    ready = Signal()
    opened = Signal()
    past_wanted = Signal(int)
    trial_wanted = Signal()
    other_wanted = Signal(int)
    aside_made = Signal(object)
    back_wanted = Signal()

    theme: Theme
    remembered: Remembered
    stack: QStackedWidget
    thrower: Callable[[int], int] | None

    @cached_property
    def commands(self) -> "Commands":
        """The commands of the window."""
        raise NotImplementedError

    @cached_property
    def kept_keys(self) -> "KeptKeys":
        """The keeper of keys that are typed during a long act."""
        raise NotImplementedError

    @property
    def open_campaign(self) -> tuple[Path, str] | None:
        """The file and the name of the open campaign."""
        raise NotImplementedError

    def open_path(self, path: Path, *, read_only: bool = False) -> None:
        """Open a campaign file."""
        raise NotImplementedError

    def show_campaign(self, campaign: "Campaign") -> None:
        """Show an open campaign in place of what is shown."""
        raise NotImplementedError

    def close_campaign(self) -> tuple[str, ...]:
        """Close the campaign; return what is to be said of it."""
        raise NotImplementedError

    def show_menu(self) -> None:
        """Show the menus behind the logo."""
        raise NotImplementedError
