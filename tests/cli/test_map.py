"""The map from the command line: to scale, without secrets, in three kinds of file."""

import base64
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.pictures.photo import photo_from
from brikdesk.store.campaign import Campaign
from tests.cli.outcome import Run, everything_in, said_one_line
from tests.pictures.a_table import corners_seen, photo_of_table

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><b>&\u202e\U0001f525 " + "Long " * 12


@pytest.fixture
def laid(run: Run, made: Path) -> Path:
    """Set up a battle with units at known places, a secret Trap and a minefield."""
    acts = [
        {"act": "AddUnit", "name": "Ten Twelve", "preset": "U-01", "player_id": 1},
        {"act": "AddUnit", "name": HOSTILE.strip(), "preset": "U-01", "player_id": 2},
        {"act": "MoveUnit", "unit_id": 1, "x": 10, "y": 12},
        {"act": "MoveUnit", "unit_id": 2, "x": 25.5, "y": 3.25},
        {"act": "AddField", "name": "Mine Garden", "kind": "Concealed Hazard", "size": 6,
         "dice": ["d6 Damage"], "x": 30, "y": 20},
        {"act": "AddTrap", "name": "Trapdoor", "trigger": "the door", "effect": "It opens",
         "secret": True, "x": 5, "y": 5},
    ]  # fmt: skip
    assert run("do", made, "-", typed=json.dumps(acts))[0::2] == (0, "")
    return made


def spots(svg: Path, kind: str) -> list[tuple[str, float, float]]:
    """Return the groups of a kind by title, and where each stands."""
    found = []
    for group in ElementTree.parse(svg).getroot().iter(f"{SVG}g"):
        if group.get("class") == kind:
            x, y = re.findall(r"[-\d.]+", group.get("transform", ""))
            found.append((group.findtext(f"{SVG}title") or "", float(x), float(y)))
    return found


def test_units_stand_to_the_scale_of_the_bar(run: Run, laid: Path, tmp_path: Path) -> None:
    assert run("map", laid, "-o", "m.svg")[0] == 0
    ((_, left, _),) = spots(tmp_path / "m.svg", "bar")
    bar = next(
        group
        for group in ElementTree.parse(tmp_path / "m.svg").getroot().iter(f"{SVG}g")
        if group.get("class") == "bar"
    )
    line = re.findall(r"-?[\d.]+", next(bar.iter(f"{SVG}path")).get("d", ""))
    inch = (float(line[2]) - float(line[0])) / 6
    units = {name.split(",")[0]: (x, y) for name, x, y in spots(tmp_path / "m.svg", "unit")}
    ten = units.pop("Ten Twelve")
    ((other,),) = (list(units.values()),)
    assert ten[0] - left == pytest.approx(10 * inch, abs=0.01 * inch)
    assert other[0] - ten[0] == pytest.approx(15.5 * inch, abs=0.01 * inch)
    assert ten[1] - other[1] == pytest.approx(8.75 * inch, abs=0.01 * inch)


@pytest.mark.rule("F.2-02", "F.1-54")
def test_secrets_are_left_out_unless_asked_for(run: Run, laid: Path, tmp_path: Path) -> None:
    assert run("map", laid, "-o", "m.svg")[0] == 0
    assert run("map", laid, "-o", "s.svg", "--secret")[0] == 0
    plain, secret = ((tmp_path / name).read_text("utf-8") for name in ("m.svg", "s.svg"))
    for name in ("Mine Garden", "Trapdoor"):
        assert name not in plain
        assert name in secret


def test_a_pdf_holds_its_words_in_inter(run: Run, laid: Path, tmp_path: Path) -> None:
    assert run("map", laid, "-o", "m.pdf")[0] == 0
    (page,) = PdfReader(io.BytesIO((tmp_path / "m.pdf").read_bytes())).pages
    assert "Scale 1:4" in page.extract_text()
    fonts = [str(font.get_object()["/BaseFont"]) for font in page["/Resources"]["/Font"].values()]
    assert any("Inter" in font for font in fonts)


def test_a_png_is_as_wide_as_asked(run: Run, laid: Path, tmp_path: Path) -> None:
    assert run("map", laid, "-o", "m.png", "--width", "500")[0] == 0
    data = (tmp_path / "m.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 500


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_the_photo_of_the_table_is_drawn_if_asked(
    run: Run, laid: Path, tmp_path: Path, suffix: str
) -> None:
    code, _, error = run("map", laid, "-o", f"m{suffix}", "--photo")
    assert (code, "No photo" in error) == (1, True)
    with Campaign.open(laid) as campaign:
        photo = photo_from(photo_of_table(tmp_path / "t.jpg", 40, 30, (800, 600)))
        campaign.keep_picture(photo)
        campaign.do(SetBackground(picture=photo.name, corners=corners_seen(40, 30), opacity=0.9))
    assert run("map", laid, "-o", f"plain{suffix}")[0] == 0
    assert run("map", laid, "-o", f"m{suffix}", "--photo")[0] == 0
    plain, shown = (
        (tmp_path / f"plain{suffix}").read_bytes(),
        (tmp_path / f"m{suffix}").read_bytes(),
    )
    if suffix == ".svg":
        (image,) = ElementTree.fromstring(shown).iter(f"{SVG}image")
        jpeg = base64.b64decode((image.get("href") or "").partition(",")[2])
    elif suffix == ".pdf":
        assert not PdfReader(io.BytesIO(plain)).pages[0].images
        (drawn,) = PdfReader(io.BytesIO(shown)).pages[0].images
        jpeg = drawn.data
    else:
        greens = [
            sum(1 for r, g, b in _pixels(data) if g > r + 15 and g > b + 15)
            for data in (plain, shown)
        ]
        assert greens[1] > 10 * greens[0] + 1000
        return
    with Image.open(io.BytesIO(jpeg)) as picture:
        assert picture.width / picture.height == pytest.approx(4 / 3, rel=0.01)
        red, green, _ = picture.getpixel((picture.width // 10, picture.height // 10))
        assert red > 150 > green, "the red mark, an inch across at 4, 3"


def _pixels(png: bytes) -> list[tuple[int, int, int]]:
    with Image.open(io.BytesIO(png)) as picture:
        small = picture.convert("RGB").resize((200, 150))
        return [small.getpixel((x, y)) for x in range(200) for y in range(150)]


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("m.txt", "ends in .svg, .pdf or .png"),
        ("no/m.svg", "There is no folder"),
        ("made.brik", "is a campaign"),
    ],
)
def test_a_bad_name_is_said_and_nothing_is_written(
    run: Run, laid: Path, tmp_path: Path, out: str, words: str
) -> None:
    before = everything_in(tmp_path)
    code, _, error = run("map", laid, "-o", out)
    assert code == 1
    assert words in error
    assert said_one_line(error)
    assert everything_in(tmp_path) == before
