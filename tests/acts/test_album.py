"""The album: photos pinned to a turn and a unit, in reports and on the page that is shared."""

import io
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.acts.campaign.notes_and_photos import EditPinnedPhoto, PinPhoto, UnpinPhoto
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.pictures.photo import MOST_PINNED, PhotoCopy, photo_from, photo_of
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_battle, report_of_turn, report_of_turns
from brikdesk.reports.web import shared_battle
from brikdesk.store import campaign as keeping_pictures
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Picture
from brikdesk.store.views.notes_and_photos import album
from tests.acts.hazards import minifig
from tests.acts.table import bad, rows, told

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


def photo(shade: int = 90, size: tuple[int, int] = (400, 300)) -> PhotoCopy:
    out = io.BytesIO()
    Image.new("RGB", size, (shade, shade, shade)).save(out, "PNG")
    return photo_of(out.getvalue(), MOST_PINNED)


def pin(campaign: Campaign, shade: int = 90, **more: object) -> PhotoCopy:
    kept = photo(shade)
    campaign.keep_picture(kept)
    campaign.do(PinPhoto(picture=kept.name, **more))  # type: ignore[arg-type]
    return kept


def pictures_in(pdf: bytes) -> int:
    return sum(len(page.images) for page in PdfReader(io.BytesIO(pdf)).pages)


def test_a_photo_is_pinned_to_the_turn_that_is_played_and_to_a_unit(battle: Campaign) -> None:
    minifig(battle, "Gus")
    before = battle.digest()
    pin(battle, unit_id=1, words="  The moment\n before ")
    told(battle, EndTurn())
    pin(battle, 120)
    first, second = battle.read(album)
    assert (first.unit_id, first.title) == (1, "Gus: The moment before")
    assert first.turn.startswith("Turn 1, ")
    assert second.turn.startswith("Turn 1, ")
    assert first.turn_id != second.turn_id
    assert (second.unit, second.title) == ("", second.turn)
    for _ in range(3):
        battle.undo()
    assert (battle.read(album), battle.digest()) == ((), before)


def test_what_a_photo_shows_is_said_anew_and_taken_back(battle: Campaign) -> None:
    minifig(battle, "Gus")
    pin(battle, unit_id=1)
    (line,) = told(battle, EditPinnedPhoto(photo_id=1, words="<b>Boom</b>", unit_id=0))
    assert line.endswith("<b>Boom</b>")
    assert (battle.read(album)[0].unit_id, battle.read(album)[0].words) == (0, "<b>Boom</b>")
    battle.undo()
    assert (battle.read(album)[0].unit_id, battle.read(album)[0].words) == (1, "")
    told(battle, UnpinPhoto(photo_id=1))
    assert battle.read(album) == ()
    battle.undo()
    assert len(battle.read(album)) == 1


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (PinPhoto(picture="sunset"), "SHA-256"),
        (PinPhoto(picture="0" * 64, unit_id=99), "unit"),
        (EditPinnedPhoto(photo_id=5), "5"),
        (UnpinPhoto(photo_id=5), "5"),
    ],
)
def test_what_makes_no_sense_is_told(battle: Campaign, act: object, why: str) -> None:
    assert why in bad(battle, act)  # type: ignore[arg-type]
    assert battle.read(album) == ()


def test_an_album_that_is_full_takes_no_more(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brikdesk.acts.campaign.notes_and_photos.MOST", 2)
    pin(battle, 10)
    pin(battle, 20)
    assert "full with 2" in bad(battle, PinPhoto(picture="0" * 64))


def test_pinned_photos_stay_when_old_ones_go(
    battle: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = pin(battle, 10)
    monkeypatch.setattr(keeping_pictures, "MOST", len(first.data) + 200)
    loose = [photo(shade) for shade in (60, 110, 160)]
    for each in loose:
        battle.keep_picture(each)
    assert {row.name for row in rows(battle, Picture)} == {
        first.name, loose[1].name, loose[2].name,
    }  # fmt: skip


def test_a_pinned_photo_is_kept_small(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    Image.new("RGB", (4000, 3000), (20, 90, 40)).save(path)
    small = photo_from(path, MOST_PINNED)
    assert small.width * small.height <= MOST_PINNED
    assert small.width / small.height == pytest.approx(4 / 3, rel=0.01)


def test_reports_show_photos_only_when_asked(battle: Campaign) -> None:
    pin(battle, words="Ann's <gate> falls")
    pin(battle, 120)
    pin(battle, 150)
    under = photo(200)
    battle.keep_picture(under)
    battle.do(SetBackground(picture=under.name, corners=CORNERS))
    assert pictures_in(render(report_of_turn(battle, 1))) == 0
    shown = report_of_turn(battle, 1, photos=True)
    pdf = render(shown)
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "Ann's <gate> falls" in text
    assert pictures_in(pdf) == 3 + (shown.table is not None)
    assert pictures_in(render(report_of_battle(battle, 1, photos=True))) == 3
    assert pictures_in(render(report_of_turns(battle, 1, 1, photos=True))) == 3
    assert pictures_in(render(report_of_turns(battle, 1, 1))) == 0
    assert render(shown) == pdf, "equal reports are equal bytes"


def test_the_shared_page_carries_the_photos_of_its_turns(battle: Campaign, tmp_path: Path) -> None:
    kept = pin(battle, words="<script>alert(1)</script>")
    page = shared_battle(battle, 1, tmp_path / "b.html").text.decode()
    assert page.count("data:image/jpeg;base64,") == 1
    assert "<script>" not in page
    told_in = shared_battle(battle, 1, tmp_path / "b.md")
    assert kept.data in [read() for read in told_in.pictures.values()]
    (name,) = [each for each in told_in.pictures if each.endswith(".jpg")]
    assert f"(<{name}>)" in told_in.text.decode()
    forum = shared_battle(battle, 1, tmp_path / "b.bbcode")
    (name,) = [each for each in forum.pictures if each.endswith(".jpg")]
    assert forum.pictures[name]() == kept.data
    assert f"[img]{name}[/img]" in forum.text.decode()
