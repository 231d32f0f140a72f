"""A copy on purpose: a campaign of its own, with the past of the one that it was made of.

So one prepared battle can be played by two groups, and a campaign can be given away, without either
being taken for an older or a foreign state of the other. A file that was only copied goes on being
the same campaign.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlmodel import Session, select

from brikdesk import text
from brikdesk.errors import CampaignFileError
from brikdesk.store.act import Act
from brikdesk.store.backups.backup import back_up
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import in_words
from brikdesk.store.file.durable import put_in_place
from brikdesk.store.life.files import open_file
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.progress import Progress, unwatched
from brikdesk.store.tables import CampaignRow

_FAILED = ("The copy was not written", "The game is saved.")


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginAnew(Act):
    """Begin a campaign of its own here: what was done before is the past that it shares.

    From the act on, this computer remembers and records the campaign apart from the other.
    """

    name: str
    uuid: str

    def carry_out(self, session: Session) -> Outcome:
        """Give the campaign its own name and identity."""
        campaign = session.exec(select(CampaignRow)).one()
        before, campaign.name = campaign.name, text.name(self.name)
        campaign.uuid = self.uuid
        session.add(campaign)
        words = line(Kind.SETUP, f"{campaign.name} begins", f"as a copy of {before}.")
        return Outcome(f"Begin {campaign.name}", (words,))


def begin_copy(campaign: Campaign, path: Path, name: str) -> Callable[[Progress], None]:
    """Copy an open campaign as it is now; return what makes a campaign of its own of it at `path`.

    That takes longer and may run on any thread. It replaces a file that is there, and leaves that
    as it was if anything fails. Raise BadInput for a name that is none, else CampaignFileError.
    """
    begin = BeginAnew(name=text.name(name), uuid=str(uuid.uuid4()))
    if path.exists() and campaign.path.exists() and path.samefile(campaign.path):
        raise CampaignFileError("That is the open campaign itself. Choose another name.")
    try:
        # In the same folder, hence on the same drive: only there are files swapped in one step.
        folder = TemporaryDirectory(
            prefix=".brikdesk-", dir=path.parent, ignore_cleanup_errors=True
        )
        here = Path(folder.name)
        made = back_up(campaign.engine, here, "copy", datetime.now(UTC), check=lambda _path: None)
    except OSError as error:
        raise in_words(error, *_FAILED) from error

    def finish(progress: Progress = unwatched) -> None:
        with folder:
            try:
                progress("Saving a copy, part", 0, 2)
                _begin_anew(made, begin, here / "backups")
                progress("Saving a copy, part", 1, 2)
                put_in_place(made, path)
            except OSError as error:
                raise in_words(error, *_FAILED) from error

    return finish


def _begin_anew(file: Path, begin: BeginAnew, backups: Path) -> None:
    campaign = Campaign(open_file(file, backup_dir=backups))
    try:
        campaign.do(begin)
        campaign.seal()  # undo would lead back into the other campaign
    finally:
        failed = campaign.close()
    if failed:
        raise CampaignFileError("The copy was not written: its drive refused to finish it.")
