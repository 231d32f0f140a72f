"""A battle in the form that a file's suffix names, with the pictures that lie beside it."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from brikdesk.reports.files import write_export, write_map
from brikdesk.reports.gather import report_of_battle
from brikdesk.reports.map.picture import map_picture
from brikdesk.reports.paper import ReportCancelled
from brikdesk.reports.web.bbcode import bbcode
from brikdesk.reports.web.beside import Pictures
from brikdesk.reports.web.html import page
from brikdesk.reports.web.markdown import markdown
from brikdesk.reports.web.story import story, tables_of_battle
from brikdesk.store.campaign import Campaign

SUFFIXES = (".html", ".md", ".bbcode")
PIXELS = 1200
"""The width of a picture beside the text."""

PicturesDone = Callable[[int, int], None]


class SharedStory(Struct, frozen=True):
    """What is written: the text, and pictures by the names that the text gives them."""

    text: bytes
    pictures: dict[str, bytes] = field(default_factory=dict)

    def write(self, path: Path, campaign: Path | None = None) -> None:
        """Write the pictures, then the text. Raise CampaignFileError where the drive refuses."""
        for name, data in self.pictures.items():
            write_map(path.with_name(name), data, campaign)
        write_export(path, self.text, campaign)


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
        return SharedStory(
            page(f"{data.title}, {data.campaign}", story(data, tables)).encode("utf-8")
        )
    maps = Pictures()
    write_as = bbcode if suffix == ".bbcode" else markdown
    text = write_as(story(data, tables), maps, path.stem).strip().encode("utf-8") + b"\n"
    pictures = dict[str, bytes]()
    for done, (name, table) in enumerate(maps.items()):
        if cancelled():
            raise ReportCancelled
        progress(done, len(maps))
        pictures[name] = table if isinstance(table, bytes) else map_picture(table, ".png", PIXELS)
    return SharedStory(text, pictures)
