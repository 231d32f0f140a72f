"""A page of a report that is read alone says what it goes on with."""

from io import BytesIO

from msgspec.structs import replace
from pypdf import PdfReader

from brikdesk.reports.data import LastingFact, ReportData
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.turn_and_battle import report_of_battle, report_of_turn
from brikdesk.store.lines import Kind, Words

TURN = 4
"""The turn of the pictures: the Duchy's second."""


def pages_of(data: ReportData) -> list[str]:
    return [
        " ".join(page.extract_text().split()) for page in PdfReader(BytesIO(render(data))).pages
    ]


def test_every_part_that_goes_on_over_a_page_repeats_its_heading(told) -> None:
    made = report_of_turn(told.campaign, TURN)
    (turn,) = made.turns
    note = turn.play[-1]
    long = replace(turn, play=(note,) * 150, end=(note,) * 150, rulings=(note,) * 150)
    facts = [
        replace(each, rows=(LastingFact("A fire", "on the hay"),) * 150) for each in made.facts
    ]
    data = replace(made, turns=(long,), facts=tuple(facts))
    names = ["During the turn", "End of turn", "Rulings and corrections"]
    names += [each.heading for each in facts]
    pages = pages_of(data)
    for name in names:
        (begins,) = (at for at, page in enumerate(pages) if f"{name} " in page
                     and f"{name}, continued" not in page)  # fmt: skip
        assert f"{name}, continued" in pages[begins + 1], name
    assert "continued" not in pages[0]
    assert all("continued" in page or "Units changed" in page for page in pages[1:])


def test_an_attack_that_goes_on_over_a_page_repeats_its_name(told) -> None:
    made = report_of_turn(told.campaign, TURN)
    (turn,) = made.turns
    first = turn.fights[0]
    rest = replace(first, kind=Kind.NOTE, lead="And then", parts=(Words("more. " * 20),))
    data = replace(made, turns=(replace(turn, fights=(first, *(rest,) * 80)),))
    going_on = [page for page in pages_of(data) if page.count("And then") > 5]
    assert len(going_on) > 1
    name = first.lead.removesuffix(".")
    assert all(name in page for page in going_on)
    assert all("Attacks, continued" in page for page in going_on[1:])


def test_a_battle_says_which_turn_goes_on(told) -> None:
    made = report_of_battle(told.campaign, 1)
    turn = next(each for each in made.turns if each.play)
    data = replace(made, turns=(replace(turn, play=(turn.play[-1],) * 150),))
    assert any(f"{turn.title}: During the turn, continued" in page for page in pages_of(data))
