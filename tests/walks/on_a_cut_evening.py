"""Run by test_data_folder_cuts.py in a process of its own, with noting_drive.c loaded before libc.

Arguments: the drive, an empty folder, cuts for each model, cuts for the control. Plays an evening
with whole backups, a record that begins new parts, a cap, a copy and a campaign that is brought back,
then cuts the power at calls spread over all of it, and prints as JSON what was found each time.
"""

import ctypes
import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, RenameCampaign
from brikdesk.errors import BrikDeskError, CampaignFileError
from brikdesk.store import backups, record
from brikdesk.store.backups import all_backups, allow, allowed, data_dir, default_backup_dir, opens
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import bring_back, copies_of, copy_at, past_acts, write_out
from brikdesk.store.lineage import keep_within, open_campaign
from tests.walks.noted import ENDINGS, Drive, Note, notes_in

State = tuple[int, str]
"""The number of the newest act and the digest of the campaign."""


class Evening:
    """What is played, telling the drive after each step what is confirmed."""

    def __init__(self, drive: ctypes.CDLL, root: Path) -> None:
        self._drive, self.path, self.copy = drive, root / "war.brik", root / "copy.brik"
        self._act = 0

    def begin(self) -> None:
        """Make a campaign, before the drive notes anything; there is no data folder yet."""
        with Campaign.create(self.path) as campaign:
            campaign.do(CreateCampaign(name="War", uuid="war"))
            campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        shutil.rmtree(data_dir())

    def _play(self, acts: int) -> None:
        with open_campaign(self.path) as campaign:
            self._tell("state", campaign)
            for _ in range(acts):
                self._act += 1
                campaign.do(AddNote(text=f"note {self._act} {Random(self._act).random()}" * 20))
                self._tell("act", campaign)
            campaign.do(RenameCampaign(name=f"War {self._act}"))
            self._tell("act", campaign)
            campaign.undo()
            self._tell("state", campaign)

    def _tell(self, what: str, campaign: Campaign | None = None) -> None:
        said: dict[str, Any] = {"what": what}
        if campaign:
            said |= {"state": [campaign.tip.act, campaign.digest()], "tip": campaign.tip.as_data()}
        words = json.dumps(said).encode()
        self._drive.drive_tell(ord("!"), 0, 0, b"", words, len(words))

    def play(self) -> None:
        """Do all that writes into the data folder."""
        record.MOST_WITHOUT_BACKUP = 4_000  # so that parts begin within an evening too
        for acts in (2, 3, 6, 3):
            self._play(acts)
        write_out(copies_of(self.path)[0], self.copy)
        self._tell("copied")
        allow(50_000_000)
        self._tell("allowed")
        whose, acts = past_acts(self.path)
        bring_back(copy_at(whose, acts[-3]), self.path)
        self._tell("brought back")
        self._play(3)
        backups.LEAST = 1
        allow(sum(each.path.stat().st_size for each in all_backups(default_backup_dir())) // 2)
        keep_within(default_backup_dir())
        self._tell("room made")
        self._play(2)


def looked_at(path: Path, copy: Path, is_gone: bool) -> dict[str, Any]:
    """Start again after the cut: return the state that is found, with or without the stick."""
    found: dict[str, Any] = {"torn": [], "allowed": allowed(), "copied": copy.exists()}
    for each in all_backups(default_backup_dir()):
        try:
            opens(each.path)
        except CampaignFileError as error:
            found["torn"].append(f"{each.path.name}: {error}")
    if copy.exists():
        try:
            Campaign.open(copy, read_only=True).close()
        except CampaignFileError as error:
            found["torn"].append(f"copy: {error}")
    if is_gone:
        for left in path.parent.glob("war.brik*"):
            left.unlink()
        copies = [each for each in copies_of(path) if each.campaign]
        found["missing"] = bring_back(copies[0], path).missing if copies else "everything"
    found["tips"] = [past.tip.as_data() for past in past_acts(path)[1]]
    with open_campaign(path) as campaign:
        found["state"] = [campaign.tip.act, campaign.digest()]
        campaign.do(AddNote(text="and on"))
    return found


def in_a_child(path: Path, copy: Path, is_gone: bool) -> dict[str, Any]:
    """Look in a process of its own, which must not hang."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            said = looked_at(path, copy, is_gone)
        except BrikDeskError as error:
            said = {"words": f"{type(error).__name__}: {error}"}
        except BaseException:
            said = {"traceback": traceback.format_exc()}
        with open(writing, "w") as pipe:
            json.dump(said, pipe)
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        words = pipe.read()
    os.waitpid(child, 0)
    return dict(json.loads(words)) if words else {"traceback": "it hung"}


def expected(notes: list[Note], at: int) -> dict[str, Any]:
    """Return what was confirmed before a call: states that may be found, acts, steps."""
    said = [json.loads(note.other) for note in notes[:at] if note.kind == "!"]
    later = [json.loads(note.other) for note in notes[at:] if note.kind == "!"]
    states = [one["state"] for one in said if "state" in one]
    after = next((one["state"] for one in later if "state" in one), states[-1])
    tips = [one["tip"] for one in said if one["what"] == "act"]
    steps = [one["what"] for one in said if "tip" not in one]
    return {"states": [states[-1], after], "tips": tips, "steps": steps}


def main(library: str, folder: str, cuts: str, controls: str) -> None:
    """Play it, and cut it."""
    drive, root = ctypes.CDLL(library), Path(folder).resolve() / "desk"
    (root / "home").mkdir(parents=True)
    os.environ["BRIKDESK_DATA_DIR"] = str(root / "home" / "data")
    backups.EVENING = timedelta(0)
    evening = Evening(drive, root)
    evening.begin()
    for syncs, wanted in ((True, int(cuts)), (False, int(controls))):
        start = Drive.of(root, syncs)
        notes = played(drive, evening, root)
        for ending in ENDINGS:
            for case in ended(evening, root, start.copied(), notes, ending, wanted):
                print(json.dumps({"syncs": syncs, "ending": ending, **case}))
        start.write_into(root)


def played(drive: ctypes.CDLL, evening: Evening, root: Path) -> list[Note]:
    """Play the evening in a process that is gone afterwards, as its lock must be found."""
    noted = root.with_name("notes")
    file = os.open(noted, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    player = os.fork()
    if player == 0:
        drive.drive_note(os.fsencode(root), file)
        evening.play()
        os._exit(0)
    os.close(file)
    if os.waitpid(player, 0)[1]:
        sys.exit("the evening was not played")
    return list(notes_in(noted))


def ended(
    evening: Evening, root: Path, drive: Drive, notes: list[Note], ending: str, wanted: int
) -> Iterator[dict[str, Any]]:
    """End the evening at calls spread over all of it; yield what was found each time."""
    first = next(at for at, note in enumerate(notes) if note.kind == "!")
    places = [at for at in range(first, len(notes)) if notes[at].kind != "!"]
    chance, done = Random(f"{ending} {drive.syncs}"), 0
    for number in range(wanted):
        at = places[number * len(places) // wanted]
        for note in notes[done:at]:
            drive.take(note)
        done, is_gone = at, bool(number % 2)
        drive.copied().cut(ending, chance, root)
        told = in_a_child(evening.path, evening.copy, is_gone)
        call = f"{at} of {len(places)}: {notes[at].kind} {notes[at].name}"
        yield {"call": call, "gone": is_gone, "expected": expected(notes, at), **told}


if __name__ == "__main__":
    main(*sys.argv[1:])
