"""A campaign whose photos fill its file: opened without reading them, checked, thinned, sent out and back."""

import os
import shutil
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import select

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.acts.campaign.notes_and_photos import PinPhoto, UnpinPhoto
from brikdesk.cli import main
from brikdesk.errors import BadInput, CampaignFileError
from brikdesk.pictures.photo import PhotoCopy, name_of
from brikdesk.reports.web import shared_battle
from brikdesk.store import campaign as keeping_pictures
from brikdesk.store import campaign as past
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.exchange import read_back, written_out
from brikdesk.store.file import verify
from brikdesk.store.file.verify import check_ownership
from brikdesk.store.journal.chain import Tip
from brikdesk.store.journal.images import digest_of_game
from brikdesk.store.life import Watch
from brikdesk.store.tables import Picture
from brikdesk.store.views.notes_and_photos import album, faults_of_photos, kept_photos
from tests.pictures.hostile import saved

CORNERS = ((0.2, 0.2), (0.8, 0.2), (0.9, 0.9), (0.1, 0.9))


def noise(number: int, size: int = 300_000) -> PhotoCopy:
    """Return a photo of which only the beginning is one: what is in it does not matter here."""
    data = saved("JPEG", (200 + number, 200)) + os.urandom(size)
    return PhotoCopy(name_of(data), data, 200 + number, 200)


def play(battle: Campaign, photos: int) -> list[PhotoCopy]:
    """Pin photos, the last one under the map; return them."""
    made = [noise(number) for number in range(photos)]
    for each in made[:-1]:
        battle.keep_picture(each)
        battle.do(PinPhoto(picture=each.name, words=f"No. {each.width}"))
    battle.keep_picture(made[-1])
    battle.do(SetBackground(picture=made[-1].name, corners=CORNERS))
    return made


@pytest.fixture
def large(battle: Campaign, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a closed campaign of six photos, which count as many."""
    play(battle, 6)
    battle.close()
    monkeypatch.setattr(verify, "READ_AT_OPENING", 100_000)
    return battle.path


def changed(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as file:
        file.execute(sql, values)
        file.commit()


def flip(path: Path, place: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        old = file.read(1)
        file.seek(place)
        file.write(bytes((old[0] ^ 0x55,)))


def within_a_photo(path: Path) -> int:
    """Return a place in the middle of a photo's bytes."""
    with closing(sqlite3.connect(path)) as file:
        (data,) = file.execute("SELECT data FROM picture WHERE width = 202").fetchone()
    return path.read_bytes().index(data[100_000:100_100]) + 50


def faults(campaign: Campaign) -> list[str]:
    return campaign.reading(lambda session: list(faults_of_photos(session)))


def test_a_photo_is_read_when_it_is_checked_and_not_when_the_file_is_opened(large: Path) -> None:
    flip(large, within_a_photo(large))
    with Campaign.open(large) as opened:
        (fault,) = faults(opened)
        assert "pinned to Turn 1, Amber Army, First Clash (No. 202), is damaged" in fault
        assert len(opened.read(album)) == 5


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE picture SET data = zeroblob(200) WHERE width = 202", "No. 202), is damaged"),
        ("UPDATE picture SET data = substr(data, 1, 9000) WHERE width = 202", "is damaged"),
        ("UPDATE picture SET data = (SELECT data FROM picture WHERE width = 203) WHERE width = 202",
         "is damaged"),
        ("DELETE FROM picture WHERE width = 202", "No. 202), is missing"),
        ("DELETE FROM picture WHERE width = 205", "under the map of First Clash, is missing"),
        ("UPDATE picture SET data = x'' WHERE width = 205", "under the map of First Clash"),
        ("UPDATE picture SET name = 'ab' WHERE width = 202", "shown nowhere, is damaged"),
    ],
)  # fmt: skip
def test_check_names_the_photo_and_the_rest_goes_on(
    sql: str, words: str, battle: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(battle, 6)
    battle.close()
    assert main(["check", str(battle.path)]) == 0
    changed(battle.path, sql)
    capsys.readouterr()
    assert main(["check", str(battle.path)]) == 1
    assert words in capsys.readouterr().out
    for command in (
        ["export", str(battle.path), "-o", str(tmp_path / "out.json")],
        ["export", str(battle.path), "-o", str(tmp_path / "out.html")],
        ["report", str(battle.path), "--battle", "--photos", "-o", str(tmp_path / "out.pdf")],
        ["map", str(battle.path), "--photo", "-o", str(tmp_path / "out.svg")],
    ):
        assert main(command) in (0, 3), command
        assert Path(command[-1]).stat().st_size > 1000


@pytest.mark.parametrize("words", [".html", ".pdf"])
def test_a_report_shows_the_other_photos_and_names_the_damaged_one(
    words: str, battle: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = [saved("JPEG", (300 + n, 200)) for n in range(3)]
    for data in good:
        battle.keep_picture(PhotoCopy(name_of(data), data, 300, 200))
        battle.do(PinPhoto(picture=name_of(data), words=f"of {name_of(data)[:3]}"))
    battle.close()
    changed(battle.path, "UPDATE picture SET data = zeroblob(99) WHERE name = ?", name_of(good[1]))
    out = tmp_path / f"battle{words}"
    command = (
        ["export", str(battle.path)] if words == ".html"
        else ["report", str(battle.path), "--battle", "--photos"]
    )  # fmt: skip
    assert main([*command, "-o", str(out)]) == 3
    assert f"(of {name_of(good[1])[:3]}) is damaged" in capsys.readouterr().err
    if words == ".html":
        page = out.read_text()
        assert page.count("data:image/jpeg;base64,") == 2
        assert f"(of {name_of(good[1])[:3]}) is damaged" in page


DAMAGE: dict[str, Callable[[bytearray, int], None]] = {
    "a page of the journal": lambda data, page: data.__setitem__(slice(page + 8, page + 40), bytes(32)),
    "the first page": lambda data, page: data.__setitem__(slice(100, 108), bytes(8)),
    "the number of free pages": lambda data, page: data.__setitem__(slice(32, 40), b"\0\0\0\5\0\0\0\1"),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGE)
def test_all_else_is_checked_at_opening(what: str, large: Path) -> None:
    with closing(sqlite3.connect(large)) as file:
        (root,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'image'").fetchone()
    data = bytearray(large.read_bytes())
    DAMAGE[what](data, (root - 1) * 4096)
    large.write_bytes(data)
    with pytest.raises(CampaignFileError):
        Campaign.open(large)


def test_a_page_that_belongs_to_two_is_noticed_without_reading_photos(large: Path) -> None:
    """SQLite's check of one table after the other does not see that."""
    with closing(sqlite3.connect(large)) as file:
        roots = file.execute(
            "SELECT tbl_name, rootpage FROM sqlite_master WHERE rootpage > 0"
        ).fetchall()
    check_ownership(large, roots, "picture")
    for again in (roots[3], ("picture", roots[0][1])):
        with pytest.raises(CampaignFileError):
            check_ownership(large, [*roots, again], "picture")
    with pytest.raises(CampaignFileError):
        check_ownership(large, roots[:-1], "picture")


def test_a_page_of_the_journal_among_the_free_ones_is_noticed(large: Path) -> None:
    """The next act would write over it."""
    changed(large, "CREATE TABLE spare (a)")
    changed(large, "DROP TABLE spare")
    with closing(sqlite3.connect(large)) as file:
        (root,) = file.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'stance'"
        ).fetchone()
    data = bytearray(large.read_bytes())
    assert any(data[32:36]), "one page is free"
    data[32:36] = root.to_bytes(4, "big")
    large.write_bytes(data)
    with pytest.raises(CampaignFileError):
        Campaign.open(large)


def test_what_nothing_shows_is_dropped_and_the_file_becomes_smaller(battle: Campaign) -> None:
    play(battle, 6)
    battle.do(UnpinPhoto(photo_id=battle.read(album)[2].id))
    assert battle.read(kept_photos).unshown == 1
    before, digest = battle.path.stat().st_size, battle.digest()
    found, trouble = battle.drop_photos()
    assert not trouble
    assert (found.count, found.unshown) == (6, 1)
    assert battle.path.stat().st_size < before - 290_000
    assert battle.digest() == digest
    assert not battle.others_wrote(), "it was this program"
    assert battle.drop_photos()[0].unshown == 0
    assert battle.undo().title.endswith("(its photo was dropped from this file)")
    assert "is missing" in faults(battle)[0]
    battle.redo()
    assert faults(battle) == []
    battle.do(UnpinPhoto(photo_id=battle.read(album)[0].id))


def test_a_drive_that_fails_after_photos_were_dropped_ends_nothing(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle.keep_picture(noise(1))
    remember = Watch.remember

    def after_the_commit(self: Watch, tip: Tip | None = None) -> None:
        if tip is None:
            raise sqlite3.OperationalError("disk I/O error")
        remember(self, tip)

    with monkeypatch.context() as failing:
        failing.setattr(Watch, "remember", after_the_commit)
        found, trouble = battle.drop_photos()
    assert (found.unshown, trouble) == (1, "")
    assert battle.read(kept_photos).count == 0


def test_a_damaged_file_is_not_thinned(battle: Campaign) -> None:
    """A page of a photo may belong to something else: it would be written over once it is free."""
    play(battle, 6)
    battle.do(UnpinPhoto(photo_id=battle.read(album)[2].id))
    battle.close()
    data = bytearray(battle.path.read_bytes())
    place = within_a_photo(battle.path) // 4096 * 4096
    data[place : place + 4] = (5).to_bytes(4, "big")  # where it goes on
    battle.path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "READ_AT_OPENING", 100_000)
        opened = Campaign.open(battle.path)
        with pytest.raises(CampaignFileError, match="do not fit together"):
            opened.drop_photos()
        assert opened.read(kept_photos).count == 6
        opened._opened.read_only = True  # no backup of a damaged file
        opened.close()


def test_the_command_says_what_it_frees(
    battle: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    play(battle, 3)
    battle.do(UnpinPhoto(photo_id=battle.read(album)[0].id))
    battle.close()
    path = str(battle.path)
    assert main(["thin", path, "--dry-run"]) == 0
    assert "Nothing shows 1 photo; without them the file would be 0.3 MB smaller." in (
        capsys.readouterr().out
    )
    assert main(["thin", path]) == 0
    assert "Dropped: 1 photo." in capsys.readouterr().out
    assert main(["thin", path]) == 0
    assert "Nothing was dropped" in capsys.readouterr().out


def test_limits_hold_when_something_is_added(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = play(battle, 3)
    monkeypatch.setattr(keeping_pictures, "MOST_OF_ALL", 3 * len(made[0].data) + 1000)
    with pytest.raises(BadInput, match="GB of photos"):
        battle.keep_picture(noise(9))
    monkeypatch.setattr(keeping_pictures, "MOST_OF_ALL", 1 << 40)
    full = battle.path.stat().st_size + keeping_pictures.RESERVE
    monkeypatch.setattr(keeping_pictures, "LARGEST_FILE", full)
    with pytest.raises(BadInput, match="largest file"):
        battle.keep_picture(noise(9))
    digest = battle.digest()
    monkeypatch.setattr(keeping_pictures, "LARGEST_FILE", keeping_pictures.RESERVE)
    with pytest.raises(BadInput, match="largest file"):
        battle.do(UnpinPhoto(photo_id=battle.read(album)[0].id))
    assert battle.digest() == digest
    battle.undo()
    assert battle.drop_photos()[0].unshown == 1, "there is a way out"


def test_a_large_campaign_goes_out_and_back_in_little_memory(
    battle: Campaign, tmp_path: Path
) -> None:
    play(battle, 70)
    out, back, page = tmp_path / "out.json", tmp_path / "back.brik", tmp_path / "page.html"
    size = battle.path.stat().st_size

    def write(parts: Iterator[bytes]) -> None:
        with out.open("wb") as file:
            file.writelines(parts)

    story = shared_battle(battle, 1, page)
    for work in (
        lambda: written_out(battle, write=write),
        lambda: read_back(out, back),
        lambda: story.write(page),
    ):
        tracemalloc.start()
        work()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < size / 2
    with Campaign.open(back) as again:
        assert again.digest() == battle.digest()
        assert faults(again) == []


def test_the_past_is_told_without_the_photos(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play(battle, 4)
    told = shared_battle(battle, 1, tmp_path / "b.html").text
    with looking_back(battle) as back_to:
        whole = digest_of_game(back_to(3).connection())
    monkeypatch.setattr(past, "READ_AT_OPENING", 100_000)
    with looking_back(battle) as back_to:
        assert digest_of_game(back_to(3).connection()) == whole
        assert list(back_to(3).execute(select(Picture))) == []
    assert shared_battle(battle, 1, tmp_path / "b.html").text == told


def test_a_copy_that_lost_its_end_is_told(large: Path, tmp_path: Path) -> None:
    cut = Path(shutil.copy(large, tmp_path / "cut.brik"))
    os.truncate(cut, cut.stat().st_size - 8192)
    with pytest.raises(CampaignFileError, match="shorter"):
        Campaign.open(cut)
