"""How a number of the log came about: the chip on its line, the card, and the way to what it names."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlmodel import Session
from typing_extensions import override

from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import REFEREE, Kind, Outcome, Sum, Term, line
from brikdesk.store.views.log import EVERYTHING, LogEntry, log
from tests.ui.window_scene import at_work, make_file, open_window, settle
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Look, Theme
from ui.models import log as log_model
from ui.models.log import NUMBERS_TOLD
from ui.panels.log import LogPanel
from ui.panels.rule_and_why import RuleSheet, WhyCard, WhySheet
from ui.parts.lines import WHY, Cited, RichLine, SumChip, entry_pieces

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckon(Act):
    """Write lines with numbers, the first of which names an earlier act."""

    act_id: int | None = None
    unit_id: int | None = None
    told: bool = True
    count: int = 1

    @override
    def carry_out(self, session: Session) -> Outcome:
        terms = (
            Term("d6 shows", 3, "5.1-09"),
            Term("Homing", 2, "8.5-16", self.act_id),
            Term("<b>wind</b>", -1, REFEREE),
        )
        summed = (
            Sum("Action Roll", 4, terms),
            Sum("Damage", 0, (Term("d4 shows", -2, "OF-48"),), 0),
        )
        lines = (
            line(
                Kind.ATTACK, f"Shot {k} is fired.", "4 against Use 6.", rule="5.1-09",
                unit_id=self.unit_id, sums=summed if self.told else (),
            )
            for k in range(self.count)
        )  # fmt: skip
        return Outcome("Reckon & shoot", tuple(lines))


@pytest.fixture
def desk(battle: Campaign, qapp: object) -> Iterator[Desk]:
    made = Desk(battle)
    yield made
    made.deleteLater()


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> LogPanel:
    desk.do(Reckon())
    made = LogPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.activateWindow()
    made.setFocus()
    return made


@pytest.fixture
def card(qtbot: QtBot, theme: Theme, desk: Desk) -> WhyCard:
    origin = desk.campaign.do(Reckon(told=False)).act_id
    desk.do(Reckon(act_id=origin))
    made = WhyCard(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(600, 620)
    made.show()
    made.activateWindow()
    made.setFocus()
    made.show_entry(newest(desk))
    return made


def newest(desk: Desk) -> LogEntry:
    return desk.read(log)[-1]


def asked_of(panel: LogPanel) -> list[LogEntry]:
    asked: list[LogEntry] = []
    panel.list._hub.why_asked.connect(asked.append)
    return asked


# The line


def test_a_line_with_sums_shows_the_chip_before_its_citation(desk: Desk) -> None:
    desk.do(Reckon())
    assert entry_pieces(newest(desk))[-2:] == (SumChip(), Cited("5.1-09"))
    desk.undo()
    assert SumChip() in entry_pieces(newest(desk)), "what was undone can be explained too"
    desk.do(Reckon(told=False))
    assert SumChip() not in entry_pieces(newest(desk))


def test_the_chip_can_be_hit_and_is_no_rule(theme: Theme) -> None:
    laid = RichLine(theme, (SumChip(), Cited("5.1-09")), 400)
    middle = laid.height / 2
    found = [laid.rule_at(QPointF(x, middle)) for x in range(0, 200, 4)]
    assert WHY in found
    assert "5.1-09" in found
    assert found.index(WHY) < found.index("5.1-09")


@pytest.mark.parametrize("key", [K.Key_W, K.Key_Return])
def test_w_asks_why_and_so_does_enter_where_no_unit_is_named(panel: LogPanel, key: Qt.Key) -> None:
    asked = asked_of(panel)
    QTest.keyClick(panel.list, key)
    assert [entry.lead for entry in asked] == ["Shot 0 is fired."]


def test_enter_still_shows_the_unit_and_w_the_numbers(panel: LogPanel, desk: Desk) -> None:
    desk.do(Reckon(unit_id=7))
    panel.list.show_line(newest(desk).id)
    asked = asked_of(panel)
    opened: list[int] = []
    panel.list._hub.unit_opened.connect(opened.append)
    QTest.keyClick(panel.list, K.Key_Return)
    assert (opened, asked) == ([7], [])
    QTest.keyClick(panel.list, K.Key_W)
    assert len(asked) == 1


def test_w_says_nothing_where_there_is_no_number(panel: LogPanel, desk: Desk) -> None:
    desk.do(Reckon(told=False))
    panel.list.show_line(newest(desk).id)
    asked = asked_of(panel)
    QTest.keyClick(panel.list, K.Key_W)
    QTest.keyClick(panel.list, K.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert asked == []


def test_a_click_on_the_chip_asks_why(panel: LogPanel) -> None:
    asked = asked_of(panel)
    index = panel.list.currentIndex()
    box = QRectF(panel.list.visualRect(index))
    entry = panel.list.entry()
    assert entry
    middle = box.center().y()
    chip = next(
        x
        for x in range(round(box.left()), round(box.right()))
        if panel.list.drawn.rule_at(entry, box, QPointF(x, middle)) == WHY
    )
    at = QPoint(chip + 2, round(middle))
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == [entry]


def test_a_screen_reader_hears_that_the_numbers_can_be_opened(panel: LogPanel, desk: Desk) -> None:
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    assert panel.list.currentIndex().data(role) == NUMBERS_TOLD
    desk.do(Reckon(told=False))
    panel.list.show_line(newest(desk).id)
    assert panel.list.currentIndex().data(role) == ""


# The card


def test_the_card_lists_numbers_parts_and_who_decided(card: WhyCard) -> None:
    said = card.words()
    assert card.title.text() == "Shot 0 is fired."
    assert card.accessibleName() == "Why: Shot 0 is fired."
    for words in ("Action Roll", "d6 shows", "+3", "+2", "−1", "<b>wind</b>", "Referee", "4"):
        assert words in said.splitlines(), words
    assert "Damage, the least that it can be" in said
    assert [each.rule for each in card.citations] == ["5.1-09", "8.5-16", "OF-48"]


def test_a_citation_on_the_card_opens_the_rule(card: WhyCard) -> None:
    asked: list[str] = []
    card._hub.rule_asked.connect(asked.append)
    card.citations[1].setFocus()
    QTest.keyClick(card.citations[1], K.Key_Space)
    assert asked == ["8.5-16"]


def test_a_part_of_an_earlier_act_leads_to_its_line(card: WhyCard, desk: Desk) -> None:
    (jump,) = card.jumps
    assert jump.accessibleName() == "from: Reckon & shoot"
    origin = next(entry for entry in desk.read(log) if entry.act_id == jump.act.id)
    gone: list[bool] = []
    lines: list[int] = []
    card.closed.connect(lambda: gone.append(True))
    card._hub.line_asked.connect(lines.append)
    QTest.keyClick(jump, K.Key_Space)
    assert (gone, lines) == ([True], [origin.id])


def test_an_earlier_act_that_was_undone_says_so(card: WhyCard, desk: Desk) -> None:
    desk.undo()
    desk.undo()
    assert [jump.words for jump in card.jumps] == ["from: Reckon & shoot (undone)"]


def test_an_act_that_is_nowhere_is_left_out(card: WhyCard, desk: Desk) -> None:
    desk.do(Reckon(act_id=999))
    card.show_entry(newest(desk))
    assert card.jumps == ()


def test_escape_closes_the_card(card: WhyCard) -> None:
    gone: list[bool] = []
    card.closed.connect(lambda: gone.append(True))
    QTest.keyClick(card, K.Key_Escape)
    assert gone == [True]


def test_the_card_is_painted_in_both_looks_and_with_large_text(
    qtbot: QtBot, desk: Desk, qapp: QApplication
) -> None:
    desk.do(Reckon(act_id=1))
    pictures = []
    for look, text in ((Look.DARK, 100), (Look.LIGHT, 100), (Look.LIGHT, 200)):
        theme = Theme(look, text)
        theme.dress(qapp)
        made = WhyCard(theme, desk, Hub(desk))
        qtbot.addWidget(made)
        made.resize(600, 400)
        made.show_entry(newest(desk))
        made.show()
        assert made.jumps[0].width() <= 600
        pictures.append(made.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2]


# In the window


def test_from_the_log_to_the_card_to_the_rule_and_to_the_earlier_act(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "campaign.brik")
    with Campaign.open(file) as campaign:
        origin = campaign.do(Reckon(told=False)).act_id
        campaign.do(Reckon(told=False, count=log_model.PAGE + 20))
        campaign.do(Reckon(act_id=origin))
    with open_window(qtbot, theme, file) as window:
        work = at_work(window)
        work.hub.workspace_asked.emit("log")
        settle()
        panel = work.view.panel("log_full")
        assert isinstance(panel, LogPanel)
        panel.show_filter("attacks")
        panel.list.show_line(work.desk.read(log)[-1].id)
        QTest.keyClick(panel.list, K.Key_W)
        sheet = next(found for found in window.findChildren(WhySheet) if found.is_open())
        assert sheet.card.hasFocus()

        QTest.keyClick(sheet.card.citations[0], K.Key_Space)
        rule = next(found for found in window.findChildren(RuleSheet) if found.is_open())
        assert rule.card.rule == "5.1-09"
        QTest.keyClick(rule.card, K.Key_Escape)
        assert sheet.is_open()

        for _ in range(4):
            QTest.keyClick(window.focusWidget(), K.Key_Tab)
            if window.focusWidget() is sheet.card.jumps[0]:
                break
        assert window.focusWidget() is sheet.card.jumps[0]
        QTest.keyClick(window.focusWidget(), K.Key_Space)
        settle()
        assert not sheet.is_open()
        assert panel.list.hasFocus()
        entry = panel.list.entry()
        assert entry
        assert entry.act_id == origin, "however many pages below"
        index = panel.list.currentIndex()
        shown = panel.list.viewport().rect()
        qtbot.waitUntil(lambda: shown.intersects(panel.list.visualRect(index)))


def test_a_filter_or_search_that_hides_the_line_is_taken_away(panel: LogPanel, desk: Desk) -> None:
    first = desk.read(log)[0]
    panel.show_filter("attacks")
    panel.search.setText("shot")
    panel._find()
    panel.show_line(first.id)
    assert panel.model.filter == EVERYTHING
    assert panel.search.text() == ""
    entry = panel.list.entry()
    assert entry
    assert entry.id == first.id
    assert not panel._pause.isActive()
