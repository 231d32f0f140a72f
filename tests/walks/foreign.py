"""What else happens to the file of a game: sync programs, sticks, older copies, another laptop."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.store.campaign import Campaign
from brikdesk.store.lineage import Relation, open_campaign
from brikdesk.store.views.log import log

ANY = frozenset(Relation)


@dataclass
class Around:
    """A campaign file, earlier copies of it, and another laptop that has one too."""

    file: Path
    folder: Path
    chance: Random
    copies: list[Path] = field(default_factory=list)

    def copy(self) -> None:
        """Copy the file to a stick, as it is now."""
        if self.file.exists():
            made = self.folder / f"copy-{len(self.copies)}.brik"
            self.copies.append(Path(shutil.copyfile(self.file, made)))

    def play_elsewhere(self) -> None:
        """Play on with a copy on another laptop, which has a memory of its own."""
        if not self.copies:
            return
        path = self.chance.choice(self.copies)
        ours = os.environ["BRIKDESK_DATA_DIR"]
        os.environ["BRIKDESK_DATA_DIR"] = str(self.folder / "data of the other laptop")
        try:
            with open_campaign(path, accept=ANY) as campaign:
                for _ in range(self.chance.randint(1, 3)):
                    campaign.do(AddNote(text=f"elsewhere {self.chance.random()}"))
                if self.chance.random() < 0.3:
                    campaign.undo()
        except CampaignFileError:
            return  # it was copied from a file that was cut
        finally:
            os.environ["BRIKDESK_DATA_DIR"] = ours

    def happen(self) -> str:
        """Let something happen to the file; give what."""
        events = [self.overwrite, self.replace, self.cut, self.empty, self.move, self.scribble]
        event = self.chance.choice([*events, self.overwrite, self.replace])
        event()
        return event.__name__

    def overwrite(self) -> None:
        """Write a copy over the file where it lies, as cp does; some keep the copy's time."""
        if self.copies and self.file.exists():
            source = self.chance.choice(self.copies)
            shutil.copyfile(source, self.file)
            if self.chance.random() < 0.5:
                shutil.copystat(source, self.file)

    def replace(self) -> None:
        """Put a copy in the file's place, as a sync program does."""
        if self.copies:
            part = self.folder / "synced.part"
            shutil.copyfile(self.chance.choice(self.copies), part)
            part.replace(self.file)

    def cut(self) -> None:
        """Cut the file off where it lies."""
        if self.file.exists():
            shorter = self.chance.randrange(max(1, self.file.stat().st_size))
            os.truncate(self.file, shorter)

    def empty(self) -> None:
        if self.file.exists():
            os.truncate(self.file, 0)

    def move(self) -> None:
        """Rename the file away, or delete it."""
        if self.file.exists():
            self.file.rename(self.folder / f"moved-{self.chance.randrange(10**9)}.brik")

    def scribble(self) -> None:
        """Copy over the first half only, as a copy that is still under way, or was broken off."""
        if self.copies and self.file.exists():
            there = self.chance.choice(self.copies).read_bytes()
            with self.file.open("r+b") as file:
                file.write(there[: len(there) // 2])


def notes_in(path: Path) -> list[str]:
    """Return the words of all notes that stand in a good file; none where it is not good."""
    try:
        with Campaign.open(path, read_only=True) as campaign:
            return standing(campaign)
    except BrikDeskError:
        return []


def standing(campaign: Campaign) -> list[str]:
    """Return the words of the notes that are done and not undone."""
    return [
        entry.words.removeprefix("Note: ")
        for entry in campaign.read(log)
        if not entry.undone and entry.title.startswith("Note: ")
    ]
