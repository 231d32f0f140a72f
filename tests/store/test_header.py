import os
from collections.abc import Callable
from pathlib import Path

import pytest

from brikdesk.errors import CampaignFileError
from brikdesk.store.file.connection import find_file, read_header
from brikdesk.store.file.faults import CutOff, Damaged, ForeignParts, Newer, NotACampaign


@pytest.fixture
def altered(campaign: Path) -> Callable[[int, bytes], Path]:
    """Put bytes at a place of the header."""

    def put(place: int, data: bytes) -> Path:
        content = bytearray(campaign.read_bytes())
        content[place : place + len(data)] = data
        campaign.write_bytes(content)
        return campaign

    return put


def test_a_good_header_says_what_the_file_is(campaign: Path) -> None:
    header = read_header(campaign, newest=1)
    header.check_size()
    assert header.version == 1
    assert not header.write_ahead
    assert header.page_count * 4096 == header.size == campaign.stat().st_size


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"", "it is empty"),
        ("Dear diary, Żółw".encode(), "it is a text file"),
        ("é".encode() * 400, "it is a text file"),
        ("Dear diary".encode("utf-16"), "it is a text file"),
        (b"%PDF-1.7\n\0", "it is a PDF"),
        (b"PK\x03\x04\0\0", "it is a zip archive"),
        (b"\x89PNG\r\n\x1a\n\0", "it is a picture"),
        (b"\x00\x01\x02" * 100, "it is a file of another kind"),
        (b"\xff\xfa" * 100, "it is a file of another kind"),
        (b"SQLite format 3", "it is a text file"),
    ],
)
def test_a_file_of_another_kind_is_named(tmp_path: Path, start: bytes, kind: str) -> None:
    path = tmp_path / "picked.brik"
    path.write_bytes(start)
    with pytest.raises(NotACampaign) as caught:
        read_header(path, newest=1)
    assert str(caught.value) == f"This is not a BrikDesk campaign ({kind}). Nothing was changed."


def test_a_header_alone_is_cut_off(campaign: Path) -> None:
    campaign.write_bytes(campaign.read_bytes()[:60])
    with pytest.raises(CutOff):
        read_header(campaign, newest=1)


@pytest.mark.parametrize(
    ("place", "data", "kind"),
    [
        (68, b"ANKI", NotACampaign),
        (60, b"\0\0\0\2", Newer),
        (60, b"\0\0\0\0", Damaged),
        (60, b"\xff\xff\xff\xff", Damaged),
        (16, b"\x04\x00", ForeignParts),
        (56, b"\0\0\0\2", ForeignParts),
        (18, b"\7", Damaged),
        (44, b"\0\0\0\5", Damaged),
        (44, b"\0\0\0\0", Damaged),
    ],
)
def test_a_field_that_cannot_be_ours_is_refused(
    altered: Callable[[int, bytes], Path], place: int, data: bytes, kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        read_header(altered(place, data), newest=1)


def test_a_newer_campaign_says_which_formats(altered: Callable[[int, bytes], Path]) -> None:
    with pytest.raises(Newer, match=r"file format 12; this one reads up to 3"):
        read_header(altered(60, b"\0\0\0\x0c"), newest=3)


def test_an_older_campaign_is_remembered(campaign: Path) -> None:
    assert read_header(campaign, newest=9).version == 1


def test_a_count_by_another_program_is_not_believed(altered: Callable[[int, bytes], Path]) -> None:
    header = read_header(altered(92, b"\0\0\0\0"), newest=1)
    assert header.page_count == 0
    header.check_size()


@pytest.mark.parametrize("missing", [1, 511, 4096, 5000])
def test_missing_bytes_are_noticed_by_the_count_of_pages(campaign: Path, missing: int) -> None:
    campaign.write_bytes(campaign.read_bytes()[:-missing])
    with pytest.raises(CutOff, match="shorter than it should be"):
        read_header(campaign, newest=1).check_size()


def test_only_a_regular_file_is_looked_into(tmp_path: Path) -> None:
    with pytest.raises(NotACampaign, match="it is a folder"):
        find_file(tmp_path)
    with pytest.raises(CampaignFileError, match=r"There is no file lost\.brik"):
        find_file(tmp_path / "lost.brik")
    with pytest.raises(CampaignFileError):
        find_file(tmp_path / "a\0b.brik")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.brik")
    with pytest.raises(NotACampaign, match="a device or a pipe"):
        find_file(tmp_path / "pipe.brik")
