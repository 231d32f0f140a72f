"""The pictures that lie as files beside a text, by the names that the text gives them."""

from brikdesk.reports.data import ReportPhoto
from brikdesk.reports.map.data import TableMap
from brikdesk.reports.web.story import Snapshot, StoryPicture

Pictures = dict[str, TableMap | ReportPhoto]
"""Tables that are still to be drawn, and photos that are still to be read."""


def put_beside(block: StoryPicture | Snapshot, pictures: Pictures, stem: str) -> tuple[str, str]:
    """Put a picture beside the text of which `stem` is the name; return its name and its words."""
    number = len(pictures) + 1
    if isinstance(block, StoryPicture):
        name = f"{stem}-table-{number}.png"
        pictures[name] = block.table
        return name, block.table.title
    name = f"{stem}-photo-{number}.jpg"
    pictures[name] = block.photo
    return name, block.photo.words
