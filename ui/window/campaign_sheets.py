"""The sheets that an open campaign shows on command; each is imported when it is first asked for."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from ui.window.at_work import AtWork
    from ui.window.main_window import MainWindow


class CampaignSheets(QObject):
    """Opens them; `commands` are those of the window by their names."""

    def __init__(self, window: "MainWindow", work: "AtWork") -> None:
        super().__init__(work)
        self._window, self._work = window, work
        self.commands: dict[str, Callable[[], object]] = {
            "add_units": self.add_units,
            "import_army": partial(self._from_armies, "take"),
            "export_army": partial(self._from_armies, "export"),
            "library": partial(self._with_armies, "add"),
            "keep": partial(self._with_armies, "keep"),
            "album": self.album,
            "respond": self.respond,
            "new_battle": self.new_battle,
            "end_battle": self.end_battle,
        }
        work.hub.album_asked.connect(self.album)

    def respond(self) -> None:
        """Ask who responds to the selected unit of the running player, else to what acted last."""
        from brikdesk.acts.units.responding import acting_unit

        work = self._work
        to_id = work.desk.read(acting_unit, work.hub.selected_unit)
        if not to_id:
            words = (
                "No unit has acted in this turn. Select one of the running player's units first."
            )
            work.view.status.remark(words)
            return
        from ui.dialogs.responders import RespondersSheet

        theme, stack = self._window.theme, self._window.stack
        RespondersSheet(theme, stack, work.desk, work.hub, work.view.body, to_id).begin()

    def add_units(self) -> None:
        """Open the sheet for units by words, by the rules of BrikWars."""
        from ui.dialogs.roster_sheet import RosterSheet

        if self._takes_rosters():
            RosterSheet(self._window.theme, self._window.stack, self._work.desk).begin()

    def album(self, unit_id: int = 0) -> None:
        """Open the album of pinned photos; for a unit, at its photos."""
        from ui.panels.album.sheet import AlbumSheet

        AlbumSheet(self._window.theme, self._window.stack, self._work.desk, unit_id).begin()

    def new_battle(self) -> None:
        """Open the sheet for the next battle."""
        from ui.dialogs.new_battle import NewBattleSheet

        NewBattleSheet(self._window.theme, self._window.stack, self._work.desk).begin()

    def end_battle(self) -> None:
        """Open the sheet that ends the running battle."""
        from ui.dialogs.end_battle import EndBattleSheet

        EndBattleSheet(self._window.theme, self._window.stack, self._work.desk).begin()

    def _from_armies(self, what: str) -> None:
        if self._takes_rosters():
            self._with_armies(what)

    def _with_armies(self, what: str) -> None:
        from ui.window.armies import Armies

        work = self._work
        getattr(Armies(self._window, work.desk, work.hub, work.view.status), what)()

    def _takes_rosters(self) -> bool:
        """Return whether this campaign is played by BrikWars; if not, say so."""
        from ui.forms.forms import forms_played

        takes = any(form.name == "AddWeapon" for form in forms_played(self._work.desk))
        if not takes:
            words = "Army lists are those of BrikWars. Add the units of this campaign in Units."
            self._work.view.status.remark(words)
        return takes
