"""Cards, tokens and the quick reference: every sign lies where it may, whatever a name holds."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdf import PdfReader

from brikdesk.acts.campaign.notes_and_photos import PinPhoto
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.units.roster import AddUnit
from brikdesk.errors import BadInput
from brikdesk.pictures.photo import photo_of
from brikdesk.reports.card_data import (
    CARD,
    CardSheet,
    Roster,
    damage_words,
    grid,
    reach_words,
    roster,
)
from brikdesk.reports.cards import INCH, place, tokens, unit_cards
from brikdesk.reports.files import Paper, ReportCancelled
from brikdesk.reports.pdf_pages import MARGIN
from brikdesk.reports.reference import Noted, Reference, quick_reference, reference
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.store.campaign import Campaign
from tests.staging import nine_steps

pytestmark = pytest.mark.thorough(every=2)

NAMES = (
    "<b>bold</b> & <script>alert(1)</script>", "W" * 80, "i" * 80,
    "\u05e9\u05dc\u05d5\u05dd \u0639\u0631\u0628",
    "\U0001f525" * 40, "A long name of many words that goes on and on over more than one line of it",
)  # fmt: skip

Box = tuple[float, float, float, float]


@pytest.fixture
def crowd(battle: Campaign) -> Campaign:
    """Return the nine steps with units whose names no card is made for."""
    nine_steps(battle)
    for number, name in enumerate(NAMES):
        notes = f"{name} " * 60
        battle.do(AddUnit(name=name, preset="U-01", player_id=1 + number % 3, notes=notes))
    return battle


def signs(pdf: bytes) -> Iterator[tuple[int, str, Box]]:
    """Yield each sign of a PDF that is not blank: its page, itself, its left, low, right, top."""
    document = pypdfium2.PdfDocument(pdf)
    assert sum(page.get_textpage().count_chars() for page in document) > 100
    for number in range(len(document)):
        text = document[number].get_textpage()
        for at in range(text.count_chars()):
            sign = text.get_text_range(at, 1)
            if sign.strip():
                yield number, sign, text.get_charbox(at)


def outside(box: Box, room: Box) -> bool:
    near = 0.75  # a sign may lean out of its place by less than a point
    return (
        box[0] < room[0] - near or box[1] < room[1] - near
        or box[2] > room[2] + near or box[3] > room[3] + near
    )  # fmt: skip


def cards_of(campaign: Campaign, *, now: bool) -> Roster:
    return campaign.reading(lambda session: roster(session, with_state=now))


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("sheet", list(CardSheet))
@pytest.mark.parametrize("now", [False, True])
def test_every_sign_of_a_card_lies_within_one_card(
    crowd: Campaign, sheet: CardSheet, now: bool
) -> None:
    pdf = unit_cards(cards_of(crowd, now=now), sheet)
    inner = 8.0
    rooms = [
        (x + inner, y - CARD[1] + inner, x + CARD[0] - inner, y - inner)
        for x, y in grid(sheet).places
    ]
    found = [(sign, box) for _, sign, box in signs(pdf) if all(outside(box, r) for r in rooms)]
    assert not found
    sizes = {tuple(map(float, page.mediabox[2:])) for page in PdfReader(BytesIO(pdf)).pages}
    assert len(sizes) == 1
    assert sizes.pop() == pytest.approx(sheet.points, abs=0.01)


def test_a_card_shows_figures_weapons_and_its_state_only_if_asked(crowd: Campaign) -> None:
    blank, now = (
        " ".join(page.extract_text() for page in PdfReader(BytesIO(
            unit_cards(cards_of(crowd, now=with_state)))).pages)
        for with_state in (False, True)
    )  # fmt: skip
    for words in ("Size", "Move", "Armor", "Action"):
        assert words in blank
    assert "On fire" in now
    assert "On fire" not in blank


def test_what_has_no_room_on_a_card_goes_on_a_second_one(tmp_path: Path) -> None:
    write_sample(tmp_path / "s.brik")
    with Campaign.open(tmp_path / "s.brik", read_only=True) as campaign:
        made = cards_of(campaign, now=True)
    (many,) = [unit for unit in made.units if unit.arms][:1]
    long = Roster("Long", (type(many)(**{
        **{name: getattr(many, name) for name in many.__slots__}, "arms": many.arms * 20}),),
    )  # fmt: skip
    pages = [page.extract_text() for page in PdfReader(
        BytesIO(unit_cards(long, CardSheet.POKER))).pages]  # fmt: skip
    assert len(pages) > 1
    assert all(f"{n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    assert sum(page.count(many.arms[0].name) for page in pages) == 20


@pytest.mark.parametrize("paper", list(Paper))
def test_tokens_are_to_scale_and_lie_apart_on_the_page(crowd: Campaign, paper: Paper) -> None:
    made = cards_of(crowd, now=False)
    wide, high = paper.points
    laid = place([unit for unit in made.units if unit.size <= 7], paper.points)
    assert laid
    for each in laid:
        assert each.side == each.unit.size * INCH
        assert each.x >= MARGIN - 0.1
        assert each.x + each.side <= wide - MARGIN + 0.1
        assert each.y >= MARGIN
        assert each.y + each.side <= high - MARGIN + 0.1
    for n, one in enumerate(laid):
        for other in laid[n + 1 :]:
            apart = one.page != other.page or (
                one.x + one.side <= other.x or other.x + other.side <= one.x
                or one.y + one.side <= other.y or other.y + other.side <= one.y
            )  # fmt: skip
            assert apart, (one.unit.name, other.unit.name)
    pdf = tokens(made, paper)
    page = (MARGIN - 6, MARGIN - 20, wide - MARGIN + 6, high - MARGIN + 2)
    assert not [(sign, box) for _, sign, box in signs(pdf) if outside(box, page)]


def test_small_tokens_fill_the_room_beside_large_ones(tmp_path: Path) -> None:
    write_sample(tmp_path / "s.brik")
    with Campaign.open(tmp_path / "s.brik", read_only=True) as campaign:
        made = cards_of(campaign, now=False)
    largest_first = sorted(made.units, key=lambda unit: -unit.size)
    laid = place(largest_first, Paper.A4.points)
    pages = {each.page for each in laid}
    assert pages == set(range(4))
    wide, high = Paper.A4.points
    room = (wide - 2 * MARGIN) * (high - 2 * MARGIN)
    for page in sorted(pages)[:-1]:
        covered = sum(each.side**2 for each in laid if each.page == page)
        assert covered > room / 2, "no half of the paper stays white"


@pytest.mark.parametrize("now", [False, True])
def test_no_card_has_an_empty_half(tmp_path: Path, now: bool) -> None:
    write_sample(tmp_path / "s.brik")
    with Campaign.open(tmp_path / "s.brik", read_only=True) as campaign:
        made = cards_of(campaign, now=now)
    document = pypdfium2.PdfDocument(unit_cards(made, CardSheet.POKER))
    assert len(document) >= len(made.units)
    for number in range(len(made.units)):
        page = document[number].render(scale=1).to_pil().convert("L")
        wide, high = page.size
        lower = page.crop((12, high // 2, wide - 12, high - 12))
        rows = [
            lower.crop((0, at, lower.width, at + 1)).getextrema()[0] for at in range(lower.height)
        ]
        white = [row > 250 for row in rows]
        longest = max(len(run) for run in "".join(" x"[not each] for each in white).split("x"))
        assert longest < high / 4, number


def test_a_card_shows_the_newest_photo_of_its_unit(crowd: Campaign) -> None:
    for colour in ("#e02020", "#2020e0"):
        out = BytesIO()
        Image.new("RGB", (160, 120), colour).save(out, "PNG")
        photo = photo_of(out.getvalue())
        crowd.keep_picture(photo)
        crowd.do(PinPhoto(picture=photo.name, unit_id=1, words=colour))
    made = crowd.reading(lambda session: roster(session, photos=True))
    shown = next(unit for unit in made.units if unit.unit_id == 1)
    assert shown.photo is not None
    assert not made.faults
    first = [unit.unit_id for unit in made.units].index(1)
    page = pypdfium2.PdfDocument(unit_cards(made, CardSheet.POKER))[first].render().to_pil()
    blues = sum(count for count, (red, _, blue) in page.convert("RGB").getcolors(1 << 20)
                if blue > 180 and red < 80)  # fmt: skip
    assert blues > 1000


def test_figures_of_weapons_are_told_without_shorthand() -> None:
    assert reach_words("CC") == "Close Combat"
    assert reach_words('6"') == 'Range 6"'
    for damage, said in (
        ("1 Action die+2", "Damage Action die + 2"), ("2 Action dice", "Damage 2 Action dice"),
        ("by ammo", "Damage by its rounds"), ("1d6+1", "Damage 1d6+1"), ("", ""),
    ):  # fmt: skip
        assert damage_words(damage) == said


def test_a_unit_larger_than_the_paper_is_named_and_not_shrunk(crowd: Campaign) -> None:
    crowd.do(AddUnit(name="Enormous Keep", player_id=1, kind="Structure", size=20))
    pages = PdfReader(BytesIO(tokens(cards_of(crowd, now=False)))).pages
    assert 'Enormous Keep (20")' in " ".join(pages[-1].extract_text().split())


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("how", ["as it is", "all changed", "hostile"])
def test_the_reference_is_one_page_and_holds_its_words(
    crowd: Campaign, paper: Paper, how: str
) -> None:
    if how == "all changed":
        for rule in HOUSE_RULES.values():
            other = [choice for choice in rule.choices if choice != rule.default]
            if rule.kind == "choice" and other:
                crowd.do(SetHouseRule(switch=rule.id, value=other[0]))
    made = crowd.reading(reference)
    if how == "hostile":
        notes = tuple(Noted(name, f"{name} " * 30, "x" * 30) for name in NAMES * 9)
        made = Reference(NAMES[1], NAMES[1], notes, notes, notes, notes)
    pdf = quick_reference(made, paper)
    (page,) = PdfReader(BytesIO(pdf)).pages
    words = " ".join(page.extract_text().split())
    wide, high = paper.points
    column = (wide - 2 * MARGIN - 18) / 2
    rooms = [(x, MARGIN, x + column, high - MARGIN - 10) for x in (MARGIN, MARGIN + column + 18)]
    edges = [(MARGIN, 20, wide - MARGIN, MARGIN), (MARGIN, high - MARGIN - 4, wide - MARGIN, high)]
    rooms += edges
    found = [(sign, box) for _, sign, box in signs(pdf) if all(outside(box, r) for r in rooms)]
    assert not found
    if how == "as it is":
        assert "Firing blind: −5" in words
        assert "more, which" not in words
        assert "House rules of this table" in words
    if how == "all changed":
        assert "(usually" in words
        assert "more, which BrikDesk shows" in words


def test_a_house_rule_that_differs_is_told_with_what_is_usual(crowd: Campaign) -> None:
    assert not crowd.reading(reference).house
    crowd.do(SetHouseRule(switch="bw_oor_rounding", value="floor"))
    made = crowd.reading(reference)
    (told,) = made.house
    assert told.words == "floor (usually ceil)"
    assert any("full inch out of Range" in row.name for row in made.modifiers)


def test_papers_of_a_scifi_campaign(tmp_path: Path) -> None:
    write_scifi_sample(tmp_path / "s.brik")
    with Campaign.open(tmp_path / "s.brik", read_only=True) as campaign:
        made = cards_of(campaign, now=True)
        page = campaign.reading(reference)
    text = " ".join(each.extract_text() for each in PdfReader(BytesIO(unit_cards(made))).pages)
    assert "Armor class" in text
    assert "Attack factor" in text
    assert "artillery rocket" in text, "its rounds have boxes"
    assert "medium" in text
    assert not page.modifiers
    assert page.conditions


def test_no_cards_without_units(campaign: Campaign) -> None:
    with pytest.raises(BadInput, match="no unit"):
        campaign.reading(roster)


def test_papers_tell_their_progress_and_can_be_cancelled(crowd: Campaign) -> None:
    made, seen = cards_of(crowd, now=False), list[tuple[int, int]]()
    unit_cards(made, CardSheet.A4, lambda *at: seen.append(at))
    assert seen[-1][0] == seen[-1][1] > 0
    for draw in (unit_cards, tokens):
        with pytest.raises(ReportCancelled):
            draw(made, "a4", cancelled=lambda: True)
