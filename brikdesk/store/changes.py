"""The result of an act, undo or redo, for the window and the command line."""

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.store.lines import Line

IN_THE_FILE = "The drive reported an error, but this is in the file"


class Changes(Struct, frozen=True):
    """What one act, undo or redo changed: the act, its title, and the tables whose rows differ."""

    act_id: int
    title: str
    tables: frozenset[str]
    lines: tuple[Line, ...] = ()

    def in_doubt(self) -> "Changes":
        """Return the same changes with a title that mentions the drive's error."""
        return replace(self, title=f"{self.title}. {IN_THE_FILE}.")
