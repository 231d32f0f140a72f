"""Armies and templates at the window: files in and out, the library's sheets."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from brikdesk.armies.army_file import write_army
from brikdesk.armies.standing import army_standing
from brikdesk.errors import BadInput
from brikdesk.store.views.campaign_and_battle import battle_head, brikwars_house, players
from brikdesk.store.views.units import unit
from ui import dialogs
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.places import file_name, saved_words
from ui.dialogs.army_and_roster import open_army
from ui.forms.sheet import Question

if TYPE_CHECKING:
    from ui.window.bars import StatusBar
    from ui.window.frame import Frame

KINDS = (
    "BrikDesk army (*.json)", "Table for spreadsheets (*.csv)", "Army builder (*.builder.json)",
)  # fmt: skip
_ENDS = (".json", ".csv", ".builder.json")


class Armies:
    """Opens army files and the library's sheets; what goes wrong with a file is told in the status bar."""

    def __init__(self, window: "Frame", desk: Desk, hub: Hub, status: "StatusBar") -> None:
        self._window, self._desk, self._hub, self._status = window, desk, hub, status

    def take(self) -> None:
        """Ask for an army file, and open the sheet that shows what is in it."""
        words = "Army lists (*.json *.csv)"
        name, _ = QFileDialog.getOpenFileName(self._window, "Import an army list", "", words)
        if not name:
            return
        try:
            open_army(self._window.theme, self._window.stack, self._desk, Path(name)).begin()
        except BadInput as error:
            self._status.remark(error.sentence)

    def export(self) -> None:
        """Write the army of the selected unit's player, or of whose turn it is; name what is lost."""
        whose, faction = self._whose()
        army = self._desk.read(army_standing, whose)
        if not army.units:
            self._status.remark(f"There are no units of {faction} to export.")
            return
        start = f"{file_name(faction)}.json"
        name, kind = QFileDialog.getSaveFileName(
            self._window, f"Export {faction}", start, ";;".join(KINDS)
        )
        if not name:
            return
        try:
            path, lost = write_army(
                _ended(name, kind), army, self._desk.read(brikwars_house), self._desk.path
            )
        except BadInput as error:
            self._status.remark(error.sentence)
            return
        self._status.say(saved_words(path))
        if lost:
            words = "Such a file cannot hold these, so they are not in it:"
            lines = "\n".join(f"{each.unit}: {each.words}" for each in lost)
            title = f"{path.name} is saved, with losses"
            Question(self._window.theme, self._window.stack, title, words, details=lines).ask()

    def add(self) -> None:
        """Open the library."""
        try:
            dialogs.library.LibrarySheet(self._window.theme, self._window.stack, self._desk).begin()
        except BadInput as error:
            self._status.remark(error.sentence)

    def keep(self) -> None:
        """Open the sheet that keeps the selected units, or something else, in the library."""
        chosen = self._hub.selected_unit
        selected = self._hub.together_with(chosen) if chosen else self._hub.together
        theme, stack = self._window.theme, self._window.stack
        dialogs.library.KeepSheet(theme, stack, self._desk, selected, self._status.say).begin()

    def _whose(self) -> tuple[int | None, str]:
        head = self._desk.read(battle_head)
        row = self._desk.read(unit, self._hub.selected_unit) if self._hub.selected_unit else None
        named = {each.id: each.faction for each in self._desk.read(players)}
        first = head.active.id if head.active else next(iter(named), None)
        whose = row.player_id if row else first
        return whose, named.get(whose or 0, "Nobody")


def _ended(name: str, kind: str) -> Path:
    """Return the path with the end of the chosen kind, if the name has none."""
    # Not every system's dialog adds the suffix of the chosen kind.
    if Path(name).suffix:
        return Path(name)
    return Path(name + dict(zip(KINDS, _ENDS, strict=True)).get(kind, _ENDS[0]))
