"""The book of rulings: what was decided once is found, told when the rule refuses again, and compared."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import Rule
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.cli import main
from brikdesk.reports.pdf_pages import render
from brikdesk.reports.story import decisions, story
from brikdesk.reports.turn_and_battle import report_of_battle
from brikdesk.reports.web import bbcode, markdown, page
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views.log import act_as_data, ruled_before, rulings
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    focus,
    open_window,
    press,
    settle,
    typed,
)
from ui.campaign.desk import NotDone
from ui.dialogs.book_and_life import RulingsSheet
from ui.look.theme import Theme
from ui.panels.rule_and_why import RuleSheet
from ui.parts.editor_sheet import RefusedHere
from ui.window.main_window import MainWindow

COVER = Rule(text="Half a brick counts as cover.", rule="5.1-34")


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Yield a window with the sample campaign, in which a Mark was overruled once."""
    with open_window(qtbot, theme, sample) as made:
        at_work(made).desk.do(COVER)
        yield made


def book(window: MainWindow) -> RulingsSheet:
    """Open the book by its key."""
    press(Key.Key_R, CTRL | SHIFT)
    settle()
    return next(found for found in window.findChildren(RulingsSheet) if found.is_open())


@pytest.mark.rule("F.3-08")
def test_overrulings_and_written_rulings_are_found_by_rule_and_words(window: MainWindow) -> None:
    sheet = book(window)
    rows = sheet.list.happened.rows
    assert [row.rule for row in rows] == ["5.1-34", "F.3-08", ""]
    assert rows[1].words == (
        'Overruled: Surveyor Plumb: the target is 9.5" away, a Mark reaches 8".'
    )
    assert rows[1].head.startswith("Turn 5, Bureau of Unplanned Demolition · ")
    press(Key.Key_Slash)
    assert focus() is sheet.words
    typed("half cover")
    assert [row.rule for row in sheet.list.happened.rows] == ["5.1-34"]
    sheet.words.setText("f.3-08")
    assert [row.rule for row in sheet.list.happened.rows] == ["F.3-08"]
    sheet.words.setText("nothing like it")
    assert sheet.none.text() == "No ruling holds all these words."
    assert not sheet.buttons["Enter"].isEnabled()


def test_a_ruling_is_made_a_house_rule_where_a_switch_fits(window: MainWindow) -> None:
    at_work(window).desk.do(Rule(text="A Bonus Die is a d4 here.", rule="of-01"))
    sheet = book(window)
    assert sheet.list.current is not None
    assert sheet.list.current.rule == "OF-01", "as the rules write it"
    assert sheet.buttons["H"].text() == "House rule: Bonus Die"
    press(Key.Key_H)
    card = next(found for found in window.findChildren(RuleSheet) if found.is_open())
    assert [row.rule.title for row in card.card.switches] == ["Bonus Die"]
    press(Key.Key_Escape)
    press(Key.Key_Down)
    assert sheet.buttons["H"].isHidden(), "no switch fits the second"


@pytest.mark.rule("F.3-08")
def test_what_was_decided_is_told_when_the_rule_refuses_again(window: MainWindow) -> None:
    work = at_work(window)
    with Campaign.open(work.desk.path, read_only=True) as saved:
        (before,) = saved.read(rulings, "F.3-08")
    assert (
        work.desk.read(ruled_before, "F.3-08") == f"Decided on Turn 5: overruled. “{before.words}”"
    )
    data = work.desk.read(act_as_data, before.act_id)
    again = act_from_data({name: data[name] for name in data if name != "overruled"})
    answer = work.desk.do(again)
    assert isinstance(answer, NotDone)
    assert "F.3-08" in {each.rule for each in answer.refusals}
    told = f"Decided on Turn 5: overruled. “{before.words}”"
    assert told in work.view.status.words()
    line = RefusedHere(window.theme, work.desk, work.hub, window)
    line.do(again)
    assert told in line.sentence()
    assert work.desk.read(ruled_before, "8.4-10") == ""


def test_a_ruling_of_no_rule_is_refused(window: MainWindow) -> None:
    answer = at_work(window).desk.do(Rule(text="So be it.", rule="99.9"))
    assert isinstance(answer, NotDone)
    assert "there is no rule '99.9'" in answer.sentence
    assert isinstance(at_work(window).desk.do(Rule(text="So be it.")), Changes)


def test_the_battle_prints_what_was_decided(sample: Path) -> None:
    from tests.planted import words_in

    with Campaign.open(sample) as campaign:
        campaign.do(COVER)
        data = report_of_battle(campaign, 1, with_map=False)
    made = sample.with_name("report.pdf")
    made.write_bytes(render(data))
    words = words_in(made)
    assert "book of rulings" in words
    assert "half a brick counts as cover." in words


def test_the_shared_battle_tells_what_was_decided_as_a_table(sample: Path) -> None:
    with Campaign.open(sample) as campaign:
        campaign.do(COVER)
        data = report_of_battle(campaign, 1, with_map=False)
    assert COVER.text in {row[1] for row in decisions(data)}
    told = list(story(data, {}))
    for written in ("".join(page("x", told)), markdown(told, {}, "x"), bbcode(told, {}, "x")):
        in_its_turn, _, table = written.partition("Book of rulings")
        assert COVER.text in in_its_turn
        assert "What was decided" in table
        assert COVER.text in table


def test_two_campaigns_are_compared(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = Path(shutil.copy(sample, sample.with_name("other.brik")))
    with Campaign.open(other) as campaign:
        campaign.do(COVER)
        campaign.do(SetHouseRule(switch="bw_bonus_die", value="d4"))
    assert main(["rules", "diff", str(sample), str(other), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found == {
        "house_rules": [{"title": "Bonus Die", "rule": "OF-01", "first": "d6", "second": "d4"}],
        "rulings": [[], [{"rule": "5.1-34", "words": "Half a brick counts as cover."}]],
    }
    assert main(["rules", "diff", str(sample), str(other)]) == 0
    said = capsys.readouterr().out
    assert "Bonus Die" in said
    assert "Ruled only in other.brik:" in said
    assert main(["rulings", str(other), "half", "cover"]) == 0
    assert "Half a brick counts as cover." in capsys.readouterr().out
