"""Any name prints as typed or with a visible substitute; no text opens a file or the net."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

import brikdesk.reports
from brikdesk.reports.data import Facts, LastingFact, ReportData
from brikdesk.reports.fonts import printable
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.text import TextRun, set_lines, unprintable
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store.lines import Words

NAMES = {
    "image of a file": '<img src="/etc/hostname"/>',
    "image": "<img src=x>",
    "bold": "<b>",
    "stray": "</b>",
    "script link": "<a href=javascript:1>x</a>",
    "tag": "<Bob>",
    "signs": "a < b & c",
    "entity": "&lt;",
    "no entity": "&nosuch;",
    "null entity": "&#0;",
    "comment": "<!-- -->",
    "cdata": "]]>",
    "braces": "{0}",
    "percent": "%s",
    "argument": "%1",
    "modified": "[*]",
    "mnemonic": "&File",
    "sql": "'; DROP TABLE",
    "path": "../../x",
    "device": "CON",
    "colon": "a:b",
    "dot": "dot.",
    "empty": "",
    "spaces": "   ",
    "nbsp": "\u00a0",
    "zero width": "\u200b",
    "null": "a\0b",
    "escape": "\x1b[31mred",
    "bell": "\a",
    "delete": "\x7f",
    "tab": "a\tb",
    "crlf": "a\r\nb",
    "line separator": "a\u2028b",
    "rtl override": "\u202eabc",
    "hebrew": "שלום",
    "arabic": "مرحبا",
    "devanagari": "नमस्ते",
    "cjk": "漢字",
    "emoji family": "👨‍👩‍👧",
    "flags": "🇩🇪🇫🇷",
    "zalgo": "Z" + "\u0301\u0489\u0315" * 500,
    "nfd": "e\u0301",
    "nfc": "é",
    "sharp s": "ß",
    "double s": "SS",
    "surrogate": "\ud800",
    "noncharacter": "\ufffe",
    "private": "\ue000",
    "200": "x" * 200,
    "10,000": "word " * 2000,
    "one long word": "y" * 10_000,
    "onDraw": "<onDraw name=x/>",
    "font": '<font name="nosuch" color="exec">x</font>',
    "index": "<index item=x>",
    "unc": '<img src="\\\\host\\x"/>',
}

DIRECTIONS = dict.fromkeys(map(ord, "\u2068\u2069"))

_watched: list[tuple[str, str]] | None = None


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _watched is not None and event in (
        "open",
        "socket.connect",
        "socket.getaddrinfo",
        "os.system",
        "subprocess.Popen",
    ):
        _watched.append((event, str(arguments[:1])))


sys.addaudithook(_hook)


@contextmanager
def watching() -> Iterator[list[tuple[str, str]]]:
    """Note every file and every address that is opened meanwhile."""
    global _watched
    _watched = opened = []
    try:
        yield opened
    finally:
        _watched = None


@pytest.fixture
def data(told) -> ReportData:
    return report_of_turn(told.campaign, 4)


def named(data: ReportData, name: str) -> ReportData:
    """Put a name on every place of a report where people's words can stand."""
    turn = data.turns[0]

    def entries(old):
        return tuple(
            replace(entry, lead=name, parts=(Words(name), *entry.parts), rule=entry.rule)
            for entry in old[:3]
        )

    parts = {part: entries(getattr(turn, part)) for part in ("start", "play", "end", "rulings")}
    return replace(
        data,
        campaign=name,
        title=name,
        subtitle=name,
        turns=(replace(turn, faction=name, person=name, **parts),),
        facts=tuple(Facts(each.heading, (LastingFact(name, name),), name) for each in data.facts),
        names=(name,),
    )


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_prints_and_opens_nothing(data: ReportData, name: str) -> None:
    render(named(data, name))  # fonts and colours are read once
    with watching() as opened:
        pdf = render(named(data, name))
    assert opened == []
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert pages
    wanted = "".join(printable(name).translate(DIRECTIONS).split())
    if len(wanted) < 60:
        assert wanted in "".join("".join(pages).split())


def test_a_word_of_a_million_letters_is_broken_into_lines() -> None:
    lines = set_lines((TextRun("z" * 1_000_000),), 200)
    pieces = [piece for line in lines for _, piece in line.pieces]
    assert sum(len(piece.words) for piece in pieces if isinstance(piece, TextRun)) == 1_000_000
    assert all(line.width <= 200 for line in lines)


def test_the_watch_sees_a_file_that_is_opened(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    with watching() as opened:
        (tmp_path / "x").open().close()
    assert [event for event, _ in opened] == ["open"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Żółw “№ 1” −½", "Żółw “№ 1” −½"),
        ("Sir 🔥 Bob", "Sir 🔥 Bob"),
        ("שלום", "\u2068שלום\u2069"),
        ("漢" * 20, "漢" * 20),
        ("a\u202eb\u200bc", "abc"),
        ("a\u200db", "ab"),
        ("👨\u200d👩", "👨\u200d👩"),
        ("two\r\nlines", "two\nlines"),
        ("\ud800", "\N{REPLACEMENT CHARACTER}"),
        ("Z" + "\u0315" * 500, "Z" + "\u0315" * 8),
    ],
)
def test_what_steers_or_means_nothing_is_left_out(typed: str, shown: str) -> None:
    assert printable(typed) == shown


def test_a_report_without_missing_characters_says_nothing_of_them(told) -> None:
    assert unprintable(report_of_turn(told.campaign, 4)) == ()


def modules_with(pattern: str) -> set[str]:
    """Return the modules of the reports in which a pattern is found."""
    folder = Path(next(iter(brikdesk.reports.__path__)))
    return {
        path.name
        for path in folder.glob("*.py")
        if re.search(pattern, path.read_text(encoding="utf-8"))
    }


def test_no_module_of_the_reports_uses_markup_and_few_have_pictures() -> None:
    assert modules_with(r"\b(Paragraph|XPreformatted|linkURL)\b") == set()
    # Photos, one of them under the map, and signs that a font has as pictures.
    pictures = modules_with(r"\b(Image|drawImage|drawInlineImage)\b")
    assert pictures == {"photos.py", "map_picture.py", "scripts.py"}


def test_words_get_on_a_page_in_one_way_and_marks_on_the_map() -> None:
    drawing = r"(?<!def )\bput_string\(|\.(drawString|drawRightString|beginText|textOut)\b"
    assert modules_with(drawing) == {"text.py", "map_picture.py"}
