"""Formats are frozen: what any program ever wrote opens as it was, and a change is a new number."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from brikdesk.acts.campaign.setup import RenameCampaign
from brikdesk.errors import CampaignFileError
from brikdesk.store.backups import backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import open_connection
from brikdesk.store.file.schema import PARTS, frozen_schema, layout, words_of
from tests.nightly import NIGHTLY
from tests.store import frozen
from tests.store.played import names, opened_once, seen_in, unpack

ROOT = Path(__file__).parents[2]
PRESENT = frozen_schema().version
ALL = names()
FORMS = sorted({name.partition("-")[0] for name in ALL})
ONE_OF_EACH = [next(name for name in ALL if name.startswith(f"{form}-")) for form in FORMS]
TRIED = ALL if NIGHTLY else ONE_OF_EACH

FROZEN = """
Format {0} of the campaign file is frozen, and this program would read or write another one.
A file with a new member, shape or statement is "damaged" to the BrikDesk of yesterday, where one
of a new format is "newer". So give the change a number of its own:
  1. take back what was changed in the migrations up to 000{0};
  2. add brikdesk/store/migrations/000{1}.sql with what tables need; a line of comment is enough
     where only members or shapes are new;
  3. python -m tests.store.frozen > tests/store/released/format-{1}.txt
  4. play a campaign with it, and pack it: python -m tests.store.played FOLDER
"""


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("name", TRIED)
def test_a_campaign_of_every_form_opens_as_it_was_left(name: str, tmp_path: Path) -> None:
    path = unpack(name, tmp_path)
    original = path.read_bytes()
    wanted = opened_once(name)
    with Campaign.open(path, read_only=True) as looked_at:
        assert seen_in(looked_at) == wanted
    assert path.read_bytes() == original, "looking at a file does not change it"
    with Campaign.open(path) as opened:
        assert seen_in(opened) == wanted
        is_old = path.read_bytes() != original
        brought = f"The campaign was brought to file format {PRESENT}."
        assert opened.notices == ((brought,) if is_old else ())
        undone = wanted["undo"][0]
        for _ in range(undone):
            opened.undo()
        for _ in range(undone):
            opened.redo()
        assert seen_in(opened) == wanted
        opened.do(RenameCampaign(name="It goes on"))
    Campaign.open(path).close()
    kept = [copy for copy in backups(default_backup_dir(), backup_name(path)) if copy.reason]
    assert [_parts(copy.path) for copy in kept] == (
        [_parts_of(original, tmp_path)] if is_old else []
    )


def test_every_form_that_was_ever_written_is_among_them(tmp_path: Path) -> None:
    schema = frozen_schema()
    wanted = {form.words for form in schema.earlier} | {
        words_of(layout(schema, number).parts) for number in range(1, PRESENT + 1)
    }
    assert {words_of(_parts(unpack(name, tmp_path))) for name in ALL} == wanted


CHANGED = {
    "a row": "UPDATE unit SET name = 'Somebody else' WHERE id = 1",
    "an argument of an act": "UPDATE act SET arguments = '{}' WHERE id = 2",
}


@pytest.mark.thorough(but=17)
@pytest.mark.parametrize("what", CHANGED)
@pytest.mark.parametrize("form", FORMS)
def test_what_another_hand_changed_in_an_earlier_form_is_noticed(
    form: str, what: str, tmp_path: Path
) -> None:
    name = next(name for name in reversed(ALL) if name.startswith(f"{form}-"))
    path = unpack(name, tmp_path)
    with closing(sqlite3.connect(path)) as file, file:
        assert file.execute(CHANGED[what]).rowcount == 1
    before = path.read_bytes()
    with pytest.raises(CampaignFileError, match=r"differs|mixes two states"):
        Campaign.open(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", [form for form in FORMS if form[-1].isalpha()])
def test_a_word_more_or_less_is_no_known_form(form: str, tmp_path: Path) -> None:
    name = next(name for name in ALL if name.startswith(f"{form}-"))
    path = unpack(name, tmp_path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("CREATE TABLE added (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT)")
    with pytest.raises(CampaignFileError, match="parts that BrikDesk never writes"):
        Campaign.open(path)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("name", [n for n in TRIED if n.partition("-")[0][-1].isalpha()])
def test_a_file_whose_way_ended_after_its_first_step_opens_too(name: str, tmp_path: Path) -> None:
    """Killed between the last form of its own number and the next format."""
    path = unpack(name, tmp_path)
    wanted = opened_once(name)
    with closing(open_connection(path)) as file:
        earlier = frozen_schema().earlier_form(_parts(path))
        if earlier is None:
            return  # the last form of its number
        file.execute("PRAGMA foreign_keys = OFF")
        file.execute("BEGIN IMMEDIATE")
        earlier.last.run(file)
        file.execute("COMMIT")
    with Campaign.open(path) as opened:
        assert seen_in(opened) == wanted


def _parts(path: Path) -> dict[tuple[str, str], str | None]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        return {(kind, name): sql for kind, name, sql in file.execute(PARTS)}


def _parts_of(content: bytes, folder: Path) -> dict[tuple[str, str], str | None]:
    path = folder / "original.brik"
    path.write_bytes(content)
    return _parts(path)


def test_the_present_format_is_the_frozen_one() -> None:
    # In a process of its own: other tests register a third game, with tables of its own.
    command = [sys.executable, "-m", "tests.store.frozen"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    kept = frozen.description_file(PRESENT)
    what_to_do = FROZEN.format(PRESENT, PRESENT + 1)
    assert kept.exists(), f"{kept.name} is missing. {what_to_do}"
    assert said.splitlines() == kept.read_text("utf-8").splitlines(), what_to_do
