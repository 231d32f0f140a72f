"""The report's file: its name on every system, and the old file whole whatever goes wrong."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from brikdesk.errors import CampaignFileError
from brikdesk.reports import files as report_files
from brikdesk.reports.data import ReportData
from brikdesk.reports.files import file_name, safe_stem, write_report
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store.file.durable import created

PDF = b"%PDF-1.4 new"
OLD = b"%PDF-1.4 old"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "Turn 6.pdf"
    path.write_bytes(OLD)
    return path


def untouched(old: Path) -> bool:
    parts = [entry for entry in old.parent.iterdir() if entry.suffix == ".part"]
    return old.read_bytes() == OLD and not parts


def test_a_report_takes_the_place_of_the_old_one(old: Path) -> None:
    assert write_report(old, PDF) == old
    assert old.read_bytes() == PDF
    assert [entry.name for entry in old.parent.iterdir() if entry.suffix == ".part"] == []


@pytest.mark.parametrize(
    ("given", "made"), [("Turn 6", "Turn 6.pdf"), ("a.b", "a.b.pdf"), ("A.PDF", "A.PDF")]
)
def test_a_name_without_suffix_gets_one(tmp_path: Path, given: str, made: str) -> None:
    assert write_report(tmp_path / given, PDF) == tmp_path / made
    assert (tmp_path / made).read_bytes() == PDF


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "the drive is full"),
        (errno.EIO, "the drive reported an error"),
        (errno.EACCES, "the file or its folder is write-protected"),
        (errno.EROFS, "the drive is write-protected"),
    ],
)
@pytest.mark.parametrize("where", ["write", "sync", "replace"])
def test_a_failed_write_leaves_the_old_report_and_says_why(
    old: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str, where: str
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError(number, "no")

    if where == "write":
        monkeypatch.setattr(report_files, "created", lambda *made: _Full(created(*made), fail))
    else:
        monkeypatch.setattr(*{"sync": (os, "fsync"), "replace": (Path, "replace")}[where], fail)
    with pytest.raises(CampaignFileError) as caught:
        write_report(old, PDF)
    monkeypatch.undo()
    assert str(caught.value) == (
        f"The report was not written: {reason}. The old report is unchanged."
    )
    assert untouched(old)


class _Full:
    """A file on a drive that takes no more bytes."""

    def __init__(self, file: Any, fail: Any) -> None:
        self.file, self.writelines = file, fail

    def __enter__(self) -> "_Full":
        return self

    def __exit__(self, *error: object) -> None:
        self.file.close()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        CampaignFileError,
        match=r"^The report was not written: the folder is not there\. Nothing was changed\.$",
    ):
        write_report(tmp_path / "gone" / "Turn 6.pdf", PDF)


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "Turn 6.pdf").mkdir()
    with pytest.raises(CampaignFileError, match=r"Turn 6\.pdf is a folder\. Nothing was changed\."):
        write_report(tmp_path / "Turn 6", PDF)
    assert (tmp_path / "Turn 6.pdf").is_dir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(CampaignFileError, match="not a file that can be replaced"):
        write_report(tmp_path / "pipe.pdf", PDF)
    assert (tmp_path / "pipe.pdf").exists()


def test_a_write_protected_report_is_kept(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_files.os, "access", lambda path, mode: False)
    with pytest.raises(CampaignFileError, match=r"the file is write-protected\. The old report"):
        write_report(old, PDF)
    assert untouched(old)


@pytest.mark.parametrize("name", ["campaign.brik", "link.pdf"])
def test_the_campaign_itself_is_never_replaced(tmp_path: Path, name: str) -> None:
    campaign = tmp_path / "campaign.brik"
    campaign.write_bytes(OLD)
    if name == "link.pdf":
        (tmp_path / name).symlink_to(campaign)
    with pytest.raises(CampaignFileError, match="would replace the campaign itself"):
        write_report(tmp_path / name, PDF, campaign)
    assert campaign.read_bytes() == OLD


def test_a_campaign_that_ends_in_pdf_is_not_replaced_by_its_bare_name(tmp_path: Path) -> None:
    campaign = tmp_path / "campaign.pdf"
    campaign.write_bytes(OLD)
    with pytest.raises(CampaignFileError, match="would replace the campaign itself"):
        write_report(tmp_path / "campaign", PDF, campaign)
    assert campaign.read_bytes() == OLD


def test_a_link_is_followed(old: Path) -> None:
    link = old.with_name("latest.pdf")
    link.symlink_to(old)
    assert write_report(link, PDF) == old
    assert link.is_symlink()
    assert old.read_bytes() == PDF


@pytest.mark.parametrize(
    ("name", "reason"),
    [("x" * 300, "its name is too long"), ("a\0b", "a character that no file name")],
)
def test_a_name_that_the_system_does_not_take_is_refused(
    tmp_path: Path, name: str, reason: str
) -> None:
    with pytest.raises(CampaignFileError, match=reason):
        write_report(tmp_path / name, PDF)
    assert list(tmp_path.glob("*.part")) == []


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("Turn 6 Duchy of Lower Stud", "Turn 6 Duchy of Lower Stud"),
        ("CON", "Report CON"),
        ("nul.txt", "Report nul.txt"),
        ("com1", "Report com1"),
        ("a:b", "a b"),
        ("../../x", "x"),
        ("C:\\x|y?*", "C x y"),
        ("ends with dots...", "ends with dots"),
        ("", "Report"),
        (" . ", "Report"),
        ("\ud800\x00\x1b", "Report"),
        ("Ü" * 200, "Ü" * 90),
        ("שלום", "שלום"),
    ],
)
def test_a_file_name_is_good_on_every_system(words: str, stem: str) -> None:
    assert safe_stem(words) == stem


def test_the_file_is_named_after_the_turn(told) -> None:
    data = report_of_turn(told.campaign, 4)
    assert file_name(data) == "Turn 2 Duchy of Lower Stud.pdf"
    assert isinstance(data, ReportData)
    assert file_name(replace(data, file_stem="Turn 6 Stud/Duchy")) == "Turn 6 Stud Duchy.pdf"
