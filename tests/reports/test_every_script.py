"""Names in any writing stand on every paper as people write them, and are found by a search."""

import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from msgspec.structs import replace
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from brikdesk.acts.campaign.setup import EditPlayer
from brikdesk.reports import render, report_of_turn, unprintable
from brikdesk.reports import text as report_text
from brikdesk.reports.card_data import Roster, UnitOnPaper
from brikdesk.reports.cards import tokens, unit_cards
from brikdesk.reports.fonts import REGULAR, STRONG, characters, fitted, lacks, printable, width
from brikdesk.reports.scripts import parts_of
from brikdesk.reports.text import (
    BODY,
    HEAD,
    TextRun,
    draw_fitted,
    draw_lines,
    said_without_font,
    set_lines,
    with_names_alone,
)
from brikdesk.store.lines import Kind, line
from tests.other_fonts import other_fonts

NAMES = {
    "Japanese": "赤い騎士団の隊長",
    "Japanese, small signs": "ラッキー",
    "Chinese, simplified": "龙骑士",
    "Chinese, traditional": "龍騎士團",
    "Korean": "김철수 부대",
    "Arabic": "فرسان الصحراء",
    "Arabic, marks and digits": "محمّد ٣",
    "Arabic, ligature": "لا إله",
    "Hebrew": "דוד המלך",
    "Hebrew, points": "שָׁלוֹם",
    "Hebrew, brackets": "דוד (כהן)",
    "Devanagari": "योद्धा क्षत्रिय",
    "Devanagari, reordered": "हिन्दी",
    "Tamil": "நன்றி வீரர்",
    "Thai": "นักรบสยาม",
    "Thai, stacked": "กำลังน้ำ",
    "Greek": "Ἀχιλλεύς",
    "Cyrillic": "Дружина",
    "Georgian": "ვეფხისტყაოსანი",
    "Armenian": "Հայկ Արամ",
    "Ethiopic": "የንጉሥ ዘብ",
    "emoji": "🔥 Bob 🐉",
    "emoji family": "👨‍👩‍👧 Family",
    "flags": "🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪 Allies",
    "Latin with marks": "Z̈a̧lgo Żółw",
}


@pytest.fixture(params=NAMES.values(), ids=NAMES.keys())
def name(request: pytest.FixtureRequest) -> str:
    characters()
    found: str = request.param
    if lacks(found):
        pytest.skip(f"{said_without_font((found,))} ./dev test installs one on Debian.")
    return found


def a_page(*lines: str) -> bytes:
    characters()
    out = BytesIO()
    canvas = Canvas(out, pagesize=(600, 400), invariant=1, initialFontName=REGULAR)
    for place, words in enumerate(lines):
        draw_fitted(canvas, 20, 370 - 24 * place, words, BODY, 500)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def read(pdf: bytes) -> str:
    """Return what pypdf reads, without line ends."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def read_by_pdfium(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return " ".join(
            " ".join(page.get_textpage().get_text_bounded() for page in document).split()
        )
    finally:
        document.close()


def ink(pdf: bytes, scale: float = 2.0) -> set[tuple[int, int, int]]:
    """Return the colours on the first page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image = document[0].render(scale=scale).to_pil().convert("RGB")
        return {colour for _, colour in image.getcolors(10_000_000) or ()}
    finally:
        document.close()


def unit(name: str, initials: str = "XX") -> UnitOnPaper:
    return UnitOnPaper(
        1, name, name, "sky", initials, "Minifig", 1, (("Move", '5"'),), (), (), (), (), name
    )


MIXED = {"محمّد ٣", "דוד (כהן)"}
"""Names with signs of two directions: programs put the parts in an order of their own."""


def parts(name: str) -> list[str]:
    """Return what of a name is found as one."""
    return re.findall(r"[^\s()]+", name) if name in MIXED else [name]


def count(text: str, name: str) -> int:
    said = normalize("NFC", text)
    return min(said.count(part) for part in parts(name))


def test_two_programs_read_a_name_from_the_page(name: str) -> None:
    pdf = a_page(name, "a Latin line")
    assert count(read(pdf), name) == 1
    assert count(read_by_pdfium(pdf), name) == 1


@pytest.mark.thorough(but=1)
def test_a_name_stands_on_reports_cards_and_tokens(told, name: str) -> None:
    told.campaign.do(EditPlayer(player_id=1, faction=name, name=name))
    told.tell(line(Kind.UNIT, f"{name} moves.", f'It goes 5" to {name}.'))
    report = read(render(report_of_turn(told.campaign, 5)))
    assert count(report, name) >= 2
    made = Roster("War", (unit(name),))
    assert count(read(unit_cards(made)), name) >= 2
    assert count(read(tokens(replace(made, units=(replace(unit(name), size=4),)))), name)


def test_no_name_is_printed_as_a_box_or_a_number(name: str) -> None:
    signs = [
        sign
        for part in parts_of(printable(name), STRONG)
        if not isinstance(part, str)
        for sign in part
    ]
    assert not any(sign.is_box for sign in signs)
    assert "[" not in printable(name)


def test_a_name_is_set_within_its_room_and_cut_between_characters(name: str) -> None:
    whole = printable(name)
    for room in (12.0, 20.0, 33.0, 47.0, 500.0):
        cut = fitted(name, REGULAR, 9, room)
        assert width(cut, REGULAR, 9) <= room
        if "…" in cut:
            kept = cut.translate(dict.fromkeys(map(ord, "…\u2068\u2069\u200f"))).rstrip()
            bare = whole.strip("\u2068\u2069")
            assert bare.startswith(kept)
            assert (
                "".join(report_text.clusters(bare)[: len(report_text.clusters(kept))]).rstrip()
                == kept
            )


def test_the_lines_of_a_long_name_hold_all_of_it(name: str) -> None:
    characters()
    lines = set_lines((TextRun(name * 12, HEAD),), 70)
    assert all(each.width <= 70.02 for each in lines)
    said = "".join(
        piece.words for each in lines for _, piece in each.pieces if isinstance(piece, TextRun)
    )
    bare = said.translate(dict.fromkeys(map(ord, "\u2068\u2069 ")))
    assert bare == (name * 12).replace(" ", "")


def test_a_line_of_japanese_neither_begins_with_what_closes_nor_ends_with_what_opens() -> None:
    characters()
    words = "赤い騎士団「ラッキー」が、「城」を守るために、集まった。" * 4
    for room in range(30, 90, 7):
        for each in set_lines((TextRun(words),), room):
            said = "".join(
                piece.words for _, piece in each.pieces if isinstance(piece, TextRun)
            ).strip()
            assert said[0] not in "」、。ッー"
            assert said[-1] != "「" or len(said) == 1


def shown(words: str) -> str:
    """Return a line from the left, as it stands on the page."""
    characters()
    return "".join(
        part if isinstance(part, str) else "".join(sign.text for sign in part)
        for part in parts_of(printable(words), REGULAR)
    )


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ('דוד moves 5" (d6)', 'דוד moves 5" (d6)'.replace("דוד", "דוד"[::-1])),
        ("דוד כהן, 5 hits", "ןהכ דוד, 5 hits"),
        ('The unit “דוד 5” (10") rolls', 'The unit “5 דוד” (10") rolls'),
        ("דוד 5: 12 points", "5 דוד: 12 points"),
        ("Turn 3, דוד כהן (2 lost)", "Turn 3, ןהכ דוד (2 lost)"),
        ("שלום, דוד!", "!דוד ,םולש"),
    ],
)
def test_names_read_to_the_left_keep_to_themselves(said: str, seen: str) -> None:
    names = ("דוד", "דוד כהן", "דוד 5")
    assert shown(with_names_alone(said, names) if "שלום" not in said else said) == seen


def test_the_ellipsis_stands_where_reading_goes_on() -> None:
    characters()
    hebrew = fitted("שלום לכל העולם", REGULAR, 9, 40)
    assert shown(hebrew).startswith("…")
    english = fitted("Unit שלום לכל העולם", REGULAR, 9, 50)
    assert shown(english).startswith("Unit …")
    assert shown(fitted("A long English name", REGULAR, 9, 40)).endswith("…")


def test_coloured_letters_have_colours() -> None:
    characters()
    if lacks("🔥"):
        pytest.skip(f"{said_without_font(('🔥',))} ./dev test installs one on Debian.")
    found = ink(a_page("🔥"))
    assert any(red > blue + 100 for red, _, blue in found)


def test_equal_papers_are_equal_bytes(name: str) -> None:
    assert a_page(name) == a_page(name)


def test_initials_of_two_wide_letters_are_made_smaller_not_cut(name: str) -> None:
    pdf = tokens(Roster("War", (unit("A", name[:2]), unit("B", "赤い"))))
    assert "…" not in read(pdf)


# Without fonts, and with fonts of all kinds


@pytest.fixture
def with_fonts() -> Iterator[object]:
    """Give this computer other fonts than it has."""
    with other_fonts() as give:
        yield give


def test_where_there_is_no_font_boxes_stand_and_it_is_said_once(told, with_fonts) -> None:
    with_fonts()
    told.campaign.do(EditPlayer(player_id=1, faction="Duchy of שלום"))
    told.tell(line(Kind.UNIT, "Pikeman 🔥 turns 漢字.", "Плохо."))
    data = report_of_turn(told.campaign, 5)
    assert unprintable(data) == ("🔥", "漢字.")
    assert unprintable(report_of_turn(told.campaign, 4)) == ("Duchy of שלום",)
    text = read(render(data))
    assert text.count("this computer has no font for") == 1
    assert "letters of emoji and Han" in text
    assert "1F525" not in text
    assert "• 漢字." in text  # a box is still found by what it stands for
    said = said_without_font(unprintable(data))
    assert said.startswith("This computer has no font for emoji and Han.")


def a_font(path: Path, *, kind: str = "glyf", permissions: int = 0, coloured: bool = False) -> Path:
    """Make a font with a square for Hebrew alef, Georgian an and a dragon."""
    signs = {0x5D0: "alef", 0x10D0: "an", 0x1F409: "dragon"}
    names = [".notdef", *signs.values(), "part"]
    builder = FontBuilder(1000, isTTF=kind != "CFF")
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(signs)

    def square(pen):
        pen.moveTo((100, 0))
        pen.lineTo((100, 700))
        pen.curveTo((300, 800), (500, 800), (700, 700)) if kind == "CFF" else pen.lineTo((700, 700))
        pen.lineTo((700, 0))
        pen.closePath()
        return pen

    if kind == "CFF":
        glyphs = {each: square(T2CharStringPen(800, None)).getCharString() for each in names}
        builder.setupCFF("Test", {}, glyphs, {})
    else:
        builder.setupGlyf({each: square(TTGlyphPen(None)).glyph() for each in names})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (800, 100)))
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    builder.setupOS2(fsType=permissions)
    builder.setupPost()
    if kind == "variable":
        builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
        builder.setupGvar({})
    if coloured:
        builder.setupCOLR({"dragon": [("part", 0)]})
        builder.setupCPAL([[(1.0, 0.0, 0.0, 1.0)]])
    builder.save(path)
    return path


@pytest.mark.parametrize("kind", ["glyf", "CFF", "variable"])
def test_fonts_of_each_kind_are_embedded_as_a_part(tmp_path: Path, with_fonts, kind: str) -> None:
    with_fonts(a_font(tmp_path / "test.ttf", kind=kind))
    pdf = a_page("א ა")
    assert re.search(rb"/BRIKDE\+Test", pdf)
    assert b"/FontFile2" in pdf
    assert "א" in read(pdf)
    # A square of ink: more than a box's frame leaves.
    assert len(ink(pdf)) > 1


def test_outlines_that_are_filled_are_seen(tmp_path: Path, with_fonts) -> None:
    for kind in ("glyf", "CFF", "variable"):
        with_fonts(a_font(tmp_path / f"{kind}.ttf", kind=kind))
        document = pypdfium2.PdfDocument(a_page("ა"))
        image = document[0].render(scale=4).to_pil().convert("L")
        dark = sum(count for count, value in image.getcolors() if value < 128)
        assert dark > 300, kind  # 6 by 7 points at four pixels each
        document.close()


def test_coloured_outlines_are_drawn_in_their_colours(tmp_path: Path, with_fonts) -> None:
    with_fonts(a_font(tmp_path / "test.ttf", coloured=True))
    pdf = a_page("🐉")
    assert (255, 0, 0) in ink(pdf, 4)
    assert "🐉" in read(pdf)


@pytest.mark.parametrize("permissions", [0x0002, 0x0100, 0x0200])
def test_a_font_whose_licence_forbids_it_is_not_embedded(
    tmp_path: Path, with_fonts, permissions: int
) -> None:
    with_fonts(a_font(tmp_path / "test.ttf", permissions=permissions))
    assert b"/BRIKDE+Test" not in a_page("א")
    assert lacks("א")


@pytest.mark.parametrize("permissions", [0, 0x0004, 0x0008])
def test_a_font_that_may_be_printed_is(tmp_path: Path, with_fonts, permissions: int) -> None:
    with_fonts(a_font(tmp_path / "test.ttf", permissions=permissions))
    assert b"/BRIKDE+Test" in a_page("א")


def test_a_collection_is_read_face_by_face(tmp_path: Path, with_fonts) -> None:
    one = a_font(tmp_path / "one.ttf").read_bytes()
    begin = 16
    head = bytearray(one)
    for at in range(struct.unpack(">H", one[4:6])[0]):
        place = 12 + 16 * at + 8
        old = struct.unpack(">L", one[place : place + 4])[0]
        head[place : place + 4] = struct.pack(">L", old + begin)
    whole = b"ttcf" + struct.pack(">LLL", 0x00010000, 1, begin) + bytes(head)
    (tmp_path / "all.ttc").write_bytes(whole)
    with_fonts(tmp_path / "all.ttc")
    assert b"/BRIKDE+Test" in a_page("א")


def test_no_broken_font_stops_a_report(tmp_path: Path, with_fonts) -> None:
    whole = a_font(tmp_path / "whole.ttf").read_bytes()
    broken = []
    for place in range(0, len(whole), 97):
        cut, turned = tmp_path / f"cut{place}.ttf", tmp_path / f"turned{place}.ttf"
        cut.write_bytes(whole[:place])
        turned.write_bytes(
            whole[:place]
            + bytes(255 - each for each in whole[place : place + 40])
            + whole[place + 40 :]
        )
        broken += [cut, turned]
    (tmp_path / "empty.ttf").touch()
    for path in (*broken, tmp_path / "empty.ttf", tmp_path / "gone.ttf"):
        with_fonts(path)
        assert a_page("א ა 🐉 b").startswith(b"%PDF")


def test_a_font_that_goes_while_the_report_is_drawn_stops_nothing(
    tmp_path: Path, with_fonts
) -> None:
    path = a_font(tmp_path / "test.ttf")
    with_fonts(path)
    path.unlink()
    assert "א" in read(a_page("א"))


def test_latin_names_import_nothing_further() -> None:
    code = (
        "import sys\n"
        "from brikdesk.reports.fonts import characters, fitted, printable\n"
        "import brikdesk.reports.pdf_pages\n"
        "characters(); printable('Żółw “№ 1” −½ Дружина'); fitted('Bob of Ω', 'Inter', 9, 20)\n"
        "print([name for name in ('uharfbuzz._harfbuzz', 'fontTools', 'bidi') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_a_long_line_of_every_writing_is_quick_enough_to_draw() -> None:
    characters()
    words = " ".join(NAMES.values()) * 3
    out = BytesIO()
    canvas = Canvas(out, pagesize=(600, 800), invariant=1, initialFontName=REGULAR)
    draw_lines(canvas, 20, 780, set_lines((TextRun(words),), 500))
    canvas.showPage()
    canvas.save()
    assert out.getvalue().startswith(b"%PDF")


# For programs that read a report aloud


def elements(node: Any, kind: str) -> list[Any]:
    """Return the elements of a kind below another one."""
    node = node.get_object()
    if not isinstance(node, dict):
        return []
    kids = node.get("/K", [])
    kids = kids if isinstance(kids, list) else [kids]
    own = [node] if node.get("/S") == kind else []
    return own + [each for kid in kids for each in elements(kid, kind)]


def test_a_report_says_what_is_a_heading_a_table_and_a_picture(told) -> None:
    root = PdfReader(BytesIO(render(report_of_turn(told.campaign, 4)))).trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    tree = root["/StructTreeRoot"]["/K"]
    assert len(elements(tree, "/H1")) == 1
    assert len(elements(tree, "/H2")) > 2
    assert len(elements(tree, "/P")) > 5
    (table,) = elements(tree, "/Table")[:1]
    rows = elements(table, "/TR")
    assert len(elements(rows[0], "/TH")) == 5
    assert all(elements(row, "/TD") for row in rows[1:])


def test_each_mark_of_a_page_belongs_to_an_element(told) -> None:
    reader = PdfReader(BytesIO(render(report_of_turn(told.campaign, 4))))
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    by_page = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in reader.pages:
        commands = page.get_contents().get_data()
        marks = [int(found) for found in re.findall(rb"/MCID (\d+) >> BDC", commands)]
        assert marks == list(range(len(by_page[page["/StructParents"]])))
        assert len(re.findall(rb"\b(?:BDC|BMC)\b", commands)) == len(
            re.findall(rb"\bEMC\b", commands)
        )
