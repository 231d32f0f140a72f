from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from brikdesk.games.related import related, switches_of
from brikdesk.rules.brikwars.house_rules import HOUSE_RULES
from brikdesk.rules.texts import all_rule_texts, rule_text
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.campaign_and_battle import house_rule_values
from brikdesk.store.views.log import log
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.rule_and_why import RuleCard
from ui.widgets.buttons import Segmented

K = Qt.Key


@pytest.fixture
def desk(campaign: Campaign, qapp: object) -> Iterator[Desk]:
    made = Desk(campaign)
    yield made
    made.deleteLater()


@pytest.fixture
def card(qtbot: QtBot, theme: Theme, desk: Desk) -> RuleCard:
    made = RuleCard(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(560, 620)
    made.show()
    made.activateWindow()
    made.setFocus()
    return made


def test_a_rule_shows_number_title_words_mode_and_moment(card: RuleCard) -> None:
    card.show_rule("8.4-10")
    text = rule_text("8.4-10")
    said = card.words()
    assert card.title.text() == text.title
    assert text.text in said
    assert "The desk does it" in said
    assert "When: at the beginning of the attacker's turn" in said
    assert card.accessibleName() == f"Rule 8.4-10, {text.title}"


def test_a_ruling_shows_question_answer_and_other_readings(card: RuleCard) -> None:
    card.show_rule("QF-01")
    text = rule_text("QF-01")
    assert text.question in card.words()
    assert text.ruling in card.words()
    assert "Other readings: all reductions first" in card.words()


def test_the_setting_of_the_campaign_stands_on_the_card_and_can_be_changed(
    card: RuleCard, campaign: Campaign
) -> None:
    card.show_rule("QF-01")
    assert [row.rule.id for row in card.switches] == ["burn_order"]
    rule = HOUSE_RULES["burn_order"]
    box = card.switches[0].editor.findChild(QComboBox)
    if box is not None:
        box.activated.emit(1)
    else:
        switch = card.switches[0].editor.findChild(Segmented)
        assert switch is not None
        switch.chosen.emit(1)
    assert campaign.read(house_rule_values)["burn_order"] == rule.choices[1]
    assert campaign.read(log)[-1].lead == f"House rule: {rule.title}."


def test_an_undo_is_seen_on_the_open_card(card: RuleCard, desk: Desk) -> None:
    card.show_rule("QF-01")
    row = card.switches[0]
    row._set(row.rule.choices[1])
    assert not row._back.isHidden(), "a changed value has a way back to its default"
    desk.undo()
    assert row._back.isHidden()


def test_a_link_leads_to_another_rule_and_alt_left_returns(card: RuleCard) -> None:
    card.show_rule("QF-03")
    link = next(link for link in card.links if link.rule == "F.1-40")
    link.click()
    assert card.rule == "F.1-40"
    QTest.keyClick(card, K.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert card.rule == "QF-03"
    QTest.keyClick(card, K.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert card.rule == "QF-03"


def test_esc_asks_to_be_closed(card: RuleCard) -> None:
    closed: list[int] = []
    card.closed.connect(lambda: closed.append(1))
    card.show_rule("8.4-10")
    QTest.keyClick(card, K.Key_Escape)
    assert closed == [1]


def test_a_number_that_is_no_rule_is_said_in_words(card: RuleCard) -> None:
    card.show_rule("turn-order")
    assert card.title.text() == "No rule of that number"
    assert "there is no rule" in card.words()


def test_the_focus_stays_on_the_card_from_rule_to_rule(card: RuleCard) -> None:
    card.show_rule("QF-03")
    card.links[0].setFocus()
    card.show_rule("F.1-40")
    assert card.hasFocus()


def test_a_rule_knows_its_switches_by_name_and_by_number() -> None:
    assert [row.id for row in switches_of(rule_text("QF-03"))] == [
        "overflow_chooser",
        "overflow_max_wc",
    ]
    fire_window = HOUSE_RULES["fire_window"]
    assert fire_window in switches_of(rule_text(fire_window.rule))


def test_every_link_of_every_rule_leads_somewhere() -> None:
    known = {rule.id for rule in all_rule_texts()}
    for rule in all_rule_texts():
        links = related(rule)
        assert set(links) <= known
        assert rule.id not in links
        assert len(links) == len(set(links)) <= 12


def test_rules_of_the_same_matter_are_linked() -> None:
    assert "QF-27" in related(rule_text("F.1-31")), "the first Burning Roll"
    assert "Q8-22" in related(rule_text("8.4-47")), "reload and fire in one turn"


def test_a_rule_of_the_sci_fi_chapter_shows_its_switches(card: RuleCard) -> None:
    card.show_rule("S-01")
    assert "sf_turn_scope" in [row.rule.id for row in card.switches]


def test_what_was_clicked_is_there_until_its_click_is_over(card: RuleCard) -> None:
    card.show_rule("8.4-10")
    link = card.links[0]
    there = []
    link.clicked.connect(lambda: there.append(isValid(link)))  # the last to hear of the click
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert card.rule == link.rule
    assert there == [True]
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(link), "it is deleted afterwards"
