"""Copies of an open campaign, complete at any moment of the game."""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from brikdesk.errors import CampaignFileError
from brikdesk.store.backups.backup import back_up
from brikdesk.store.campaign import Campaign


def save_copy(campaign: Campaign, path: Path) -> None:
    """Write a checked copy of the campaign to `path`, replacing a file that is there.

    Raise CampaignFileError if it cannot be written; a file that was there is then unchanged.
    """
    if path.exists() and campaign.path.exists() and path.samefile(campaign.path):
        raise CampaignFileError("That is the open campaign itself. Choose another name.")
    try:
        # In the same folder, hence on the same drive: only there does `replace` swap files in one step.
        with TemporaryDirectory(prefix=".brikdesk-", dir=path.parent) as folder:
            made = back_up(campaign.engine, Path(folder), "copy", datetime.now(UTC))
            made.replace(path)
    except OSError as error:
        reason = error.strerror or "the system reported an error"
        raise CampaignFileError(
            f"The copy was not written: {reason}. The game is saved."
        ) from error
