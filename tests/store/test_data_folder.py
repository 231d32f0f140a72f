"""Something strange lies where BrikDesk keeps its files: it goes on, or says what it cannot do."""

import ctypes
import importlib
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from sqlmodel import Session, col, select

from brikdesk import about
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BrikDeskError
from brikdesk.library import shelf, templates
from brikdesk.store import life
from brikdesk.store.backups import allow, data_dir, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.copies import bring_back, copies_of, past_acts
from brikdesk.store.file.faults import ClosedBadly
from brikdesk.store.lineage import keep_within, open_campaign, room
from brikdesk.store.record import BEFORE
from brikdesk.store.tables import Note
from tests.nightly import many

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="needs pipes with names, and a process to end"
)

LONGEST = 60
"""Seconds after which a process hangs."""


LAST = "the last note"
EVERY = many(6, 1)
"""Of how many places one is tried."""


def evening(path: Path) -> None:
    """Do all that reads or writes in the data folder; what is refused in words is fine."""
    with suppress(ClosedBadly), open_campaign(path) as campaign:
        campaign.do(AddNote(text="a note of the evening"))
        with suppress(BrikDeskError):
            campaign.back_up_now()
        campaign.do(AddNote(text="a note after it"))
        life.take_request(path)
    steps: tuple[Callable[[], object], ...] = (
        lambda: allow(20_000_000),
        room,
        lambda: keep_within(default_backup_dir()),
        lambda: past_acts(path),
        lambda: [bring_back(copy, path) for copy in copies_of(path)[:1]],
        lambda: shelf.kept(templates.of_units("A", [AddUnit(name="A")])),
        shelf.opened,
        lambda: about.keep("a report " * 30_000),
        lambda: about.keep("a report"),
    )
    for step in steps:
        with suppress(BrikDeskError):
            step()
    with suppress(ClosedBadly), open_campaign(path) as campaign:
        campaign.do(AddNote(text=LAST))


def strange_pipe(path: Path) -> None:
    os.mkfifo(path)


def strange_folder(path: Path) -> None:
    path.mkdir()
    (path / "something").write_bytes(b"x")


def garbage(path: Path) -> None:
    path.write_bytes(Random("garbage").randbytes(5_000) + b"\n{\n[]\n" + b"9" * 5_000)


def closed_to_all(path: Path) -> None:
    path.write_bytes(b"{}")
    path.chmod(0)


STRANGE = (strange_pipe, strange_folder, garbage, closed_to_all)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a campaign, and a data folder in which there is all that can be."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRIKDESK_DATA_DIR", str(folder / "data"))
        path = folder / "war.brik"
        with Campaign.create(path) as campaign:
            campaign.do(CreateCampaign(name="War", uuid="war"))
            campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        evening(path)
        (record,) = (data_dir() / "recorder").iterdir()
        for name in ("library.json", ".library.jsonl.guard", ".backups.lock", "to-front/1"):
            (data_dir() / name).parent.mkdir(exist_ok=True)
            (data_dir() / name).touch()
        for name in (BEFORE, ".parts.lock", "photos/" + "0" * 64):
            (record / name).parent.mkdir(exist_ok=True)
            (record / name).touch()
    return folder


def places(data: Path) -> list[Path]:
    """Return all files and folders of the data folder, and the folder itself."""
    return [Path(), *sorted(path.relative_to(data) for path in data.rglob("*"))]


def last_note(session: Session) -> str | None:
    return session.exec(select(Note.text).order_by(col(Note.id).desc())).first()


def no_rights() -> None:
    """Take from this process what lets root read everything."""
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    ctypes.CDLL(None).capset(head, (ctypes.c_uint32 * 6)())


def came_of(path: Path) -> str:
    """Return what went wrong in an evening, played in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writing, 2)  # what is printed as an error is none of the referee's words
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(LONGEST)
        no_rights()
        try:
            evening(path)
        except BrikDeskError as error:
            os.write(writing, f"refused: {error}".encode())
        except BaseException:
            os.write(writing, traceback.format_exc().encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        said = pipe.read().decode()
    return "it hangs" if os.waitpid(child, 0)[1] else said


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("strange", STRANGE)
def test_whatever_lies_in_the_data_folder_the_evening_is_played(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strange: Callable[[Path], None]
) -> None:
    importlib.import_module("filelock")  # not once in each process
    wrong = {}
    every = places(played / "data")
    assert len(every) > 12
    tried = every[STRANGE.index(strange) % EVERY :: EVERY]
    for number, place in enumerate(tried):
        data = tmp_path / str(number)
        monkeypatch.setenv("BRIKDESK_DATA_DIR", str(data))
        shutil.copytree(played / "data", data)
        path = Path(shutil.copyfile(played / "war.brik", tmp_path / "war.brik"))
        there = data / place
        shutil.rmtree(there) if there.is_dir() else there.unlink()
        strange(there)
        if said := came_of(path):
            wrong[str(place)] = said
        with Campaign.open(path, read_only=True) as campaign:
            if campaign.reading(last_note) != LAST:
                wrong.setdefault(str(place), "its last note is not there")
    print(f"{strange.__name__}: {len(tried)} of {len(every)} places")
    assert wrong == {}
