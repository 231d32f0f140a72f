"""A battle in the form that a file's suffix names, with the pictures that lie beside it."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from msgspec import Struct, field

from brikdesk.reports.data import ReportData, ReportPhoto
from brikdesk.reports.files import write_export, write_map
from brikdesk.reports.gather import report_of_battle
from brikdesk.reports.map.picture import map_picture
from brikdesk.reports.paper import ReportCancelled
from brikdesk.reports.web.bbcode import bbcode
from brikdesk.reports.web.beside import Pictures
from brikdesk.reports.web.html import page
from brikdesk.reports.web.markdown import markdown
from brikdesk.reports.web.story import Tables, story, tables_of_battle
from brikdesk.store.campaign import Campaign

SUFFIXES = (".html", ".md", ".bbcode")
PIXELS = 1200
"""The width of a picture beside the text."""

PicturesDone = Callable[[int, int], None]


class SharedStory(Struct, frozen=True):
    """What is written: the parts of the text, and pictures by the names that the text gives them.

    Photos are read from the campaign while it is written, so that no more than one is in memory.
    """

    parts: Callable[[], Iterator[bytes]]
    pictures: dict[str, Callable[[], bytes]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    """A sentence for each photo that cannot be shown."""

    @property
    def text(self) -> bytes:
        """The whole text."""
        return b"".join(self.parts())

    def write(self, path: Path, campaign: Path | None = None) -> None:
        """Write the pictures, then the text. Raise CampaignFileError where the drive refuses."""
        for name, make in self.pictures.items():
            write_map(path.with_name(name), make())
        write_export(path, self.parts(), campaign)


def shared_battle(
    campaign: Campaign,
    battle_id: int,
    path: Path,
    progress: PicturesDone = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> SharedStory:
    """Return a battle as the suffix of `path` says: an HTML page, Markdown or BBCode.

    Raise BadInput if there is no such battle, ReportCancelled as soon as `cancelled()` says so.
    """
    suffix = path.suffix.lower()
    data = report_of_battle(campaign, battle_id, photos=True)
    tables = tables_of_battle(campaign, battle_id, cancelled)
    if suffix == ".html":
        title = f"{data.title}, {data.campaign}"
        return SharedStory(lambda: _lines(title, data, tables), faults=data.faults)
    maps = Pictures()
    write_as = bbcode if suffix == ".bbcode" else markdown
    text = write_as(story(data, tables), maps, path.stem).strip().encode("utf-8") + b"\n"
    pictures = dict[str, Callable[[], bytes]]()
    for done, (name, table) in enumerate(maps.items()):
        if cancelled():
            raise ReportCancelled
        progress(done, len(maps))
        if isinstance(table, ReportPhoto):
            pictures[name] = table.read
        else:
            pictures[name] = partial(bytes, map_picture(table, ".png", PIXELS))
    return SharedStory(lambda: iter((text,)), pictures, data.faults)


def _lines(title: str, data: ReportData, tables: Tables) -> Iterator[bytes]:
    for line in page(title, story(data, tables)):
        yield f"{line}\n".encode()
