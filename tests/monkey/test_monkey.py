"""The monkey finds what it is there to find, and what it found once never comes back."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.sample import write_scifi_sample
from brikdesk.store.campaign import Campaign
from brikdesk.store.recovery import restore
from tests.monkey.events import Event, events
from tests.monkey.run import Run
from tests.monkey.shrink import shrink
from tests.monkey.twin import Twin
from tests.xserver.conftest import x_screen  # noqa: F401  (a fixture)
from tests.xserver.display import Screen

KEPT = sorted((Path(__file__).parent / "kept").glob("*.json"))


@pytest.fixture
def samples(sample: Path, tmp_path: Path) -> dict[str, Path]:
    """Return both samples by name."""
    return {"brikwars": sample, "scifi": tmp_path / "scifi.brik"}


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_went_wrong_once_goes_well(
    x_screen: Screen,  # noqa: F811
    samples: dict[str, Path],
    tmp_path: Path,
    file: Path,
) -> None:
    kept = json.loads(file.read_text())
    if kept["sample"] == "scifi":
        write_scifi_sample(samples["scifi"])
    outcome = Run(x_screen, samples[kept["sample"]], _folder(tmp_path)).play(kept["events"])
    assert outcome.finding is None


def test_an_editor_deleted_in_its_own_slot_is_found(
    x_screen: Screen,  # noqa: F811
    samples: dict[str, Path],
    tmp_path: Path,
) -> None:
    edits = json.loads((Path(__file__).parent / "kept/enter_in_an_editor.json").read_text())
    run = Run(x_screen, samples["brikwars"], _folder(tmp_path), control=True)
    assert run.play(edits["events"]).finding is not None


def test_the_same_seed_gives_the_same_events() -> None:
    one, other = events(7), events(7)
    assert [next(one) for _ in range(200)] == [next(other) for _ in range(200)]


def test_a_failing_run_becomes_as_short_as_it_can() -> None:
    whole: list[Event] = [["key", str(number)] for number in range(300)]
    Random(1).shuffle(whole)

    def fails(some: object) -> bool:
        names = [str(event[1]) for event in some]  # type: ignore[attr-defined]
        return {"17", "230"} <= set(names)

    short = shrink(whole, fails, tries=200)
    assert sorted(str(event[1]) for event in short) == ["17", "230"]


def test_acts_that_were_done_and_taken_back_are_followed(sample: Path, tmp_path: Path) -> None:
    deeds = tmp_path / "deeds.txt"
    before = shutil.copy(sample, tmp_path / "before.brik")
    twin = Twin(sample, deeds)
    with Campaign.open(sample) as campaign, deeds.open("a") as written:
        for words in ("one", "two"):
            changes = campaign.do(AddNote(text=words))
            written.write(f"{changes.act_id}\t{sample}\n")
        campaign.undo()
        written.write(f"undo\t{sample}\n")
        written.flush()
        assert twin.difference() == ""
        assert twin.acts == 3
    restore(Path(before), sample, backup_dir=tmp_path / "kept", when=datetime.now(UTC))
    with deeds.open("a") as written:
        written.write(f"{before}\t{sample}\n")
    assert twin.difference() == ""
    with closing(sqlite3.connect(sample)) as file, file:
        file.execute("UPDATE unit SET name = 'Somebody else' WHERE id = 1")
    assert "differ" in twin.difference()
    twin.close()


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder
