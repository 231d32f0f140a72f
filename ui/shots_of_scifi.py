"""Pictures of what the desk shows by the Sci-fi rules; drawn of a campaign that is played by them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from brikdesk.errors import CampaignFileError

if TYPE_CHECKING:
    from ui.at_work import AtWork
    from ui.main_window import MainWindow

Scene = Callable[["MainWindow"], None]


class ScifiScenes:
    """Scenes by name; `rest` waits until the window has come to rest, `type_keys` presses keys."""

    def __init__(self, rest: Callable[[], None], type_keys: Callable[[str], None]) -> None:
        self._rest, self._type = rest, type_keys

    def all(self) -> dict[str, Scene]:
        """Give every scene by its name."""
        return {
            "sf-log": self._log,
        }

    def _log(self, window: "MainWindow") -> None:
        _at_work(window)
        window.commands["log"].trigger()


def _at_work(window: "MainWindow") -> "AtWork":
    """Give the open campaign; CampaignFileError where it is not played by the Sci-fi rules."""
    from brikdesk.store.views.scifi import plays_scifi

    assert window.at_work is not None
    if not window.at_work.desk.read(plays_scifi):
        name = window.at_work.desk.path.name
        raise CampaignFileError(f"{name} is not played by the Sci-fi rules.")
    return window.at_work
