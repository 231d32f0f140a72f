"""Make a campaign file with its first acts, so that it exists complete or not at all."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.errors import CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.durable import beside, discard, put_in_new_place, sweep
from brikdesk.store.file.faults import in_words
from brikdesk.store.life.files import create_file, open_file

Now = Callable[[], datetime]


def now() -> datetime:
    """Return the present moment."""
    return datetime.now(UTC)


def make_campaign(path: Path, fill: Callable[[Campaign], None], clock: Now = now) -> None:
    """Make a campaign file and let `fill` do its first acts, which are never undone.

    If anything goes wrong, no file is left. Raise CampaignFileError if the name is taken, if the
    folder is missing or if the drive refuses.
    """
    with new_place(path) as part:
        create_file(part)
        # Closing makes a backup; that of an unfinished file must not join the referee's backups.
        with TemporaryDirectory(prefix="brikdesk-", ignore_cleanup_errors=True) as backups:
            campaign = Campaign(open_file(part, backup_dir=Path(backups)), clock)
            try:
                fill(campaign)
                campaign.seal()  # undo begins after this: a campaign's beginning is not taken back
            finally:
                failed = campaign.close()
        if failed:
            raise CampaignFileError(
                "The campaign could not be made: its drive refused to finish it."
            )


@contextmanager
def new_place(path: Path) -> Iterator[Path]:
    """Yield the name under which a new campaign is written, and give it its own name at the end.

    Raise CampaignFileError as `make_campaign` does; then no file is left.
    """
    if path.exists() or path.is_symlink():
        raise CampaignFileError(f"There is a file {path.name} already. Choose another name.")
    if not path.parent.is_dir():
        raise CampaignFileError(f"There is no folder {path.parent}. Make it first.")
    sweep(path)
    part = beside(path)
    try:
        yield part
        put_in_new_place(part, path)
    except FileExistsError:
        raise CampaignFileError(f"There is a file {path.name} already. Choose another.") from None
    except (OSError, sqlite3.Error) as error:  # a driver's own, where rows are written without acts
        raise in_words(error, "The campaign could not be made", "Nothing was changed.") from error
    finally:
        discard(part)
