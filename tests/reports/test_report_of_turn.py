"""A turn report says everything that the log says of the turn, once, and looks the same every time."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.acts.units.roster import AddUnit
from brikdesk.dice import Die, Origin
from brikdesk.errors import BadInput
from brikdesk.reports.data import Facts, ReportData
from brikdesk.reports.files import Paper, ReportCancelled
from brikdesk.reports.fonts import characters
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.text import draw_die
from brikdesk.reports.turn_and_battle import report_of_turn
from brikdesk.store import tables
from brikdesk.store.campaign import OVERRULED, Campaign
from brikdesk.store.lines import Dice, Kind, Sum, Term, Words, line
from brikdesk.store.views.log import log

pytestmark = pytest.mark.thorough(every=3)

TURN = 4
"""The turn of the pictures: the Duchy's second."""


def text_of(pdf: bytes) -> str:
    """Return a report's text with every blank and line break as one space."""
    pages = (page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)
    return " ".join(" ".join(pages).split())


def outline_of(pdf: bytes) -> list[str]:
    reader = PdfReader(BytesIO(pdf))

    def titles(entries: list[object]) -> list[str]:
        nested = (titles(each) if isinstance(each, list) else [each.title] for each in entries)  # type: ignore[attr-defined]
        return [title for part in nested for title in part]

    return titles(list(reader.outline))


def facts(data: ReportData, heading: str) -> dict[str, str]:
    (found,) = [each for each in data.facts if each.heading == heading]
    assert isinstance(found, Facts)
    return {fact.name: fact.value for fact in found.rows}


def test_every_line_of_the_turn_can_be_read_back_once(told) -> None:
    text = text_of(render(report_of_turn(told.campaign, TURN)))
    said = []
    for entry in told.campaign.read(log, turn_id=TURN):
        if entry.undone:
            assert entry.lead.removesuffix(".") not in text
            continue
        # The act itself names in its own line what was overruled, too.
        said += [re.sub(r"[.:]$", "", entry.lead)] if entry.lead != OVERRULED else []
        said += [part.text for part in entry.parts if isinstance(part, Words)]
        if "–" in entry.lead:  # a band: its damage stands in a column of its own
            said[-1] = re.sub(r"^\d+ damage, ", "", said[-1])
    said = [" ".join(words.split()) for words in said]
    assert len(said) > 40
    for words in said:
        assert text.count(words) == sum(other.count(words) for other in said), words


def test_a_thousand_lines_are_each_there_once(scribe) -> None:
    scribe.tell_many(
        line(Kind.UNIT, f"Lead {n:04}.", f"words {n:04}", rule="8.4-10") for n in range(1000)
    )
    text = text_of(render(report_of_turn(scribe.campaign, 1)))
    assert re.findall(r"Lead (\d{4})\.", text) == [f"{n:04}" for n in range(1000)]
    assert re.findall(r"words (\d{4})", text) == [f"{n:04}" for n in range(1000)]


def test_a_thousand_steps_have_the_head_of_their_table_on_every_page(scribe) -> None:
    steps = (
        line(Kind.FIRE, f"Lead {n:04}.", f"words {n:04}", step=f"burn-{n}") for n in range(1000)
    )
    scribe.tell_many(steps)
    reader = PdfReader(BytesIO(render(report_of_turn(scribe.campaign, 1))))
    pages = [page.extract_text() for page in reader.pages]
    assert len(pages) > 20
    assert all("What happened" in page for page in pages if "words" in page)
    assert re.findall(r"Lead (\d{4})", " ".join(pages)) == [f"{n:04}" for n in range(1000)]


def test_a_note_longer_than_a_page_goes_on_over_the_pages(scribe) -> None:
    notes = [f"note {n:04}" for n in range(900)]
    scribe.tell(
        line(Kind.STATE, "Note:", "\n".join(notes)),
        line(Kind.RULING, "Ruling:", "\n".join(notes[:400])),
    )
    text = text_of(render(report_of_turn(scribe.campaign, 1)))
    assert re.findall(r"note (\d{4})", text) == [each[5:] for each in notes + notes[:400]]


def test_lines_stand_in_the_part_of_the_turn_in_which_they_happened(told) -> None:
    (turn,) = report_of_turn(told.campaign, TURN).turns
    assert [entry.lead for entry in turn.start if entry.place][:3] == [
        "Mark on Ratchet Golem ends.",
        "Baron Von Clutch gets up.",
        "Pea Soup shrinks.",
    ]
    assert [entry.place for entry in turn.start] == [1, 2, 3, 4, 5, 6, 0, 7, 8, 0, 9]
    assert [entry.lead for entry in turn.play][-1] == "Note:"
    assert [entry.lead for entry in turn.end] == [
        "Sister Underfoot dies.",
        "Pikeman Hinge runs.",
        "Turn 2, Duchy of Lower Stud is over.",
    ]
    assert [entry.lead for entry in turn.rulings] == [
        "Overruled.",
        "House rule: Power is counted over.",
        "The river puts out fires.",
        "Not done: Pikeman Hinge runs about, burning.",
        "Overruled.",
    ]
    assert turn.undone == 1
    assert "1 act undone." in text_of(render(report_of_turn(told.campaign, TURN)))


def test_the_summary_counts_what_stands(told) -> None:
    data = report_of_turn(told.campaign, TURN)
    assert data.title == "Turn 2, Duchy of Lower Stud"
    assert data.subtitle == (
        "Played by Priya, 21 November, 20:33 to 20:53. Typed dice, 1 roll by the desk."
    )
    assert [(tile.number, tile.words) for tile in data.tiles] == [
        (9, "turn-start steps"),
        (1, "attack"),
        (2, "units lost"),
        (3, "fires still burning"),
        (12, "dice, 11 typed"),
    ]


def test_times_are_those_of_this_computer(told, in_kolkata: None) -> None:
    data = report_of_turn(told.campaign, TURN)
    assert "22 November, 02:03 to 02:23." in data.subtitle
    assert data.turns[0].rulings[0].at == "02:12"


def test_units_and_what_carries_on_are_told_as_they_were_after_the_turn(told) -> None:
    data = report_of_turn(told.campaign, TURN)
    assert facts(data, "Units changed") == {
        "Baron Von Clutch": "no longer Disrupted",
        "Pikeman Hinge": "on fire, lost: right arm",
        "Second Opinion": 'Size −1"',
        "Squire Tile": "destroyed",
        "Sister Underfoot": "destroyed",
        "Haystack": 'on fire 4", Power 8 of 12',
    }
    carried = facts(data, "Carried to the next turn")
    assert carried["Second-Class Stamp"] == 'lands Turn 3, LS, 6" to go'
    assert carried["Fire on Haystack"] == '4", 4d4 on Turn 3, LS'
    assert carried["Pea Soup"] == '7", 6" on Turn 3, LS'
    assert facts(data, "Ammo racks") == {
        "Bertha’s Nephew": '2 shell X3, 1 smoke X3 = 3d10 Exp, Cannon 3": empty',
        "Coinchucker Nest": 'Cannon 2": fired',
    }


def test_what_is_done_later_does_not_change_the_report_of_a_turn(told) -> None:
    before = render(report_of_turn(told.campaign, TURN))
    told.remove("Fire", 3)
    told.put("Unit", row_id=1, fate=tables.Fate.DEAD)
    told.put("Round", row_id=1, count=0)
    told.put("Projectile", row_id=1, travelled=30.0)
    assert render(report_of_turn(told.campaign, TURN)) == before
    told.campaign.undo()
    assert render(report_of_turn(told.campaign, TURN)) == before


def test_gathering_a_report_writes_nothing(told) -> None:
    before = told.campaign.path.read_bytes()
    report_of_turn(told.campaign, TURN)
    report_of_turn(told.campaign, 1)
    assert told.campaign.path.read_bytes() == before


def test_a_campaign_that_is_only_looked_at_can_be_reported(told) -> None:
    with Campaign.open(told.campaign.path, read_only=True) as other:
        assert report_of_turn(other, TURN) == report_of_turn(told.campaign, TURN)


def test_a_turn_that_runs_says_what_still_waits(scribe) -> None:
    scribe.unit("Hay")
    scribe.put("Fire", unit_id=1, size=2, driver_id=1, lit_turn_id=1)
    for _ in range(3):
        scribe.end_turn()
    data = report_of_turn(scribe.campaign, 4)
    assert data.turns[0].start_note == "1 step still to do"
    assert "1 step still to do" in text_of(render(data))


def test_an_empty_turn_has_a_report(scribe) -> None:
    scribe.end_turn()
    data = report_of_turn(scribe.campaign, 2)
    assert data.subtitle == "Played by Tomasz. No dice."
    assert "Nothing has happened in this turn yet." in text_of(render(data))


def test_a_turn_that_does_not_exist_is_refused_in_words(scribe) -> None:
    with pytest.raises(BadInput, match=r"There is no such turn\."):
        report_of_turn(scribe.campaign, 99)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("paper", "size"), [(Paper.A4, (595.28, 841.89)), ("letter", (612.0, 792.0))]
)
def test_the_paper_is_the_one_asked_for(told, paper: str, size: tuple[float, float]) -> None:
    reader = PdfReader(BytesIO(render(report_of_turn(told.campaign, TURN), paper)))
    for page in reader.pages:
        box = page.mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.01)


def test_title_language_author_bookmarks_and_page_numbers_are_set(told) -> None:
    pdf = render(report_of_turn(told.campaign, TURN))
    reader = PdfReader(BytesIO(pdf))
    root = reader.trailer["/Root"]
    assert reader.metadata is not None
    assert reader.metadata.title == "Turn 2, Duchy of Lower Stud, The Crumbledown Affair"
    assert reader.metadata.author == "BrikDesk"
    assert root["/Lang"] == "en"
    assert outline_of(pdf) == [
        "Turn 2, Duchy of Lower Stud",
        "Start of turn",
        "During the turn",
        "Attacks",
        "End of turn",
        "Units changed",
        "Carried to the next turn",
        "Ammo racks",
        "Rulings and corrections",
    ]
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        assert f"Page {number} of {len(reader.pages)}" in text
        assert "Rules: BrikWars 2020" in text
        assert "outlined dice were typed, filled dice were rolled by BrikDesk" in text


def test_only_inter_is_used_and_embedded(told) -> None:
    reader = PdfReader(BytesIO(render(report_of_turn(told.campaign, TURN))))
    fonts = [
        font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()
    ]
    used = {str(font["/BaseFont"]) for font in fonts}
    assert {name.split("+")[-1] for name in used} <= {
        "Inter-Regular",
        "Inter-SemiBold",
        "Inter-Bold",
    }
    assert all("/FontFile2" in font["/FontDescriptor"] for font in fonts)
    assert {ord(sign) for sign in "−–“”’½×…•→"} <= characters()


def test_equal_campaigns_give_equal_bytes(told, tmp_path: Path) -> None:
    copy = tmp_path / "copy.brik"
    copy.write_bytes(told.campaign.path.read_bytes())
    pdf = render(report_of_turn(told.campaign, TURN))
    with Campaign.open(copy) as other:
        assert render(report_of_turn(other, TURN)) == pdf
    assert render(report_of_turn(told.campaign, TURN)) == pdf


def test_progress_goes_up_to_its_end(told) -> None:
    told.tell_many(line(Kind.UNIT, f"Line {n}.") for n in range(300))
    steps: list[tuple[int, int]] = []
    render(
        report_of_turn(told.campaign, 5), progress=lambda done, total: steps.append((done, total))
    )
    assert steps == sorted(steps)
    assert len(steps) > 8
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_report_that_is_not_wanted_any_more_stops(told, after: int) -> None:
    told.tell_many(line(Kind.UNIT, f"Line {n}.") for n in range(300))
    asked: list[None] = []

    def cancelled() -> bool:
        asked.append(None)
        return len(asked) > after

    with pytest.raises(ReportCancelled):
        render(report_of_turn(told.campaign, 5), cancelled=cancelled)
    assert len(asked) == after + 1


def _pixels(draw: Callable[[Canvas], None]) -> list[tuple[int, ...]]:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(100, 100), invariant=1)
    draw(canvas)
    canvas.save()
    with pypdfium2.PdfDocument(out.getvalue()) as document:
        picture = document[0].render(scale=1).to_pil().convert("RGB")
        points = ((50, 24), (25, 76), (4, 4))
        return [picture.getpixel(point) for point in points]


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_a_typed_die_is_outlined_and_a_rolled_one_filled(sides: int) -> None:
    characters()
    white = (255, 255, 255)

    def drawn(origin: Origin) -> list[tuple[int, ...]]:
        die = Die(sides, 1, origin)
        return _pixels(lambda canvas: draw_die(canvas, 5, 5, 90, die, "danger"))

    typed, rolled = drawn(Origin.TYPED), drawn(Origin.ROLLED)
    # A place beside the number; a triangle is wide only at its foot.
    place = 1 if sides == 4 else 0
    assert typed[place] == white
    assert rolled[place] == (0xB3, 0x20, 0x2F)
    assert typed[2] == rolled[2] == white


def test_a_turn_played_with_the_real_acts_is_reported(campaign: Campaign) -> None:
    campaign.do(AddUnit(name="Hay Wagon", player_id=1, kind="VEHICLE", size=4))
    campaign.do(NewBattle(name="First Clash", player_ids=(1, 2)))
    campaign.do(StartBattle())
    campaign.do(Ignite(unit_id=1, inches=2))
    campaign.do(EndTurn())
    campaign.do(EndTurn())
    rolled = roll_all(campaign, lambda sides: sides)
    assert rolled is not None
    campaign.do(rolled)
    data = report_of_turn(campaign, 3)
    (step,) = [entry for entry in data.turns[0].start if entry.place]
    assert step.lead.startswith("Hay Wagon")
    assert data.dice.rolled == 2
    assert data.turns[0].start_note == "all steps done"
    assert "Hay Wagon" in facts(data, "Units changed")
    assert 'fire is now 4"' in text_of(render(data))


def thrown(sides: int, *faces: int, again: bool = False) -> Dice:
    return Dice(tuple(Die(sides, face) for face in faces), again=again)


def test_an_attack_stands_under_its_own_heading_with_its_odds_its_modifiers_and_its_bands(
    scribe,
) -> None:
    shot = Sum(
        "Action Roll", 8, (Term("Action d8", 7, "5.1-09"), Term("Large target", 1, "5.1-28"))
    )
    scribe.tell_many([line(Kind.UNIT, "Nubs reloads.", "A shell.")])
    scribe.tell(
        line(Kind.ATTACK, "Nubs fires Cannon at Tile.", "Needed 5 or more on a d8: 50 %.",
             thrown(8, 7), "Hit.", rule="5.1-09", sums=(shot,)),
        line(Kind.BLAST, "Shell explodes.", thrown(10, 6, 4), "10 damage in all."),
        line(Kind.BLAST, '0–2":', thrown(10, 6, 4, again=True), '10 damage, 2" KnockBack.'),
        line(Kind.BLAST, '2–4":', thrown(10, 4, again=True), '4 damage, 1" KnockBack.'),
        line(Kind.ATTACK, "Tile takes 10.", thrown(10, 3), '0–2": 10 damage against Armor 3: dead.',
             rule="5.1-11", unit_id=7),
        line(Kind.LOST, "Tile dies.", rule="OF-56", unit_id=7),
        line(Kind.AMMO, "Cannon: the chamber is empty.", unit_id=3),
    )  # fmt: skip
    data = report_of_turn(scribe.campaign, 1)
    assert [entry.lead for entry in data.turns[0].play][-1:] == ["Nubs reloads."]
    assert len(data.turns[0].fights) == 7
    assert data.dice.total == 4  # 7, 6, 4 and 3: bands show the 6 and the 4 again
    text = text_of(render(data))
    assert text.index("During the turn") < text.index("Nubs reloads") < text.index("Attacks")
    ordered = ["Attacks", "Nubs fires Cannon at Tile", "Needed 5 or more on a d8: 50 %.",
               "Large target", "Hit.", "Shell explodes.", "Tile:",
               "10 damage against Armor 3: dead.", "Dies.", '1" KnockBack.',
               "Cannon: the chamber is empty."]  # fmt: skip
    places = [text.index(words) for words in ordered]
    assert places == sorted(places)
    assert '2" KnockBack' not in text  # what it did to Tile stands there instead
    assert "takes 10" not in text


def test_victims_of_two_explosions_at_once_keep_their_own_lines(scribe) -> None:
    scribe.tell(
        line(Kind.BLAST, "Keg explodes.", thrown(10, 6), "6 damage in all."),
        line(Kind.BLAST, '0–2":', thrown(10, 6, again=True), '6 damage, 1" KnockBack.'),
        line(Kind.BLAST, "Jar explodes.", thrown(10, 4), "4 damage in all."),
        line(Kind.BLAST, '0–2":', thrown(10, 4, again=True), '4 damage, 1" KnockBack.'),
        line(Kind.ATTACK, "Tile takes 10.", '0–2": 10 damage against Armor 3: dead.',
             rule="5.1-11", unit_id=7),
    )  # fmt: skip
    data = report_of_turn(scribe.campaign, 1)
    assert data.turns[0].fights == (), "what goes off by itself is no attack"
    assert data.turns[0].attacks == 0
    text = text_of(render(data))
    assert text.count('1" KnockBack.') == 2
    assert 'Tile takes 10. 0–2": 10 damage against Armor 3: dead.' in text
