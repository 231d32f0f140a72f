from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlmodel import Session
from typing_extensions import override

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Die, Origin
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Dice, Kind, Outcome, Tone, line
from brikdesk.store.views.log import LogEntry, log
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models import log as log_model
from ui.models.log import LogModel, TurnHead
from ui.panels.log import LogPanel
from ui.parts.lines import Cited, InlinePicture, LineWords, RichLine, entry_pieces, spoken
from ui.widgets.dice import DieGlyph

pytestmark = pytest.mark.thorough(every=2)

K = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell(Act):
    """Write lines of one kind into the log."""

    kind: Kind = Kind.FIRE
    words: str = "burns"
    count: int = 1
    refuses: bool = False

    @override
    def carry_out(self, session: Session) -> Outcome:
        self.refuse_if(self.refuses, "F.1-31", "No fire burns here.", session)
        dice = Dice((Die(4, 3), Die(6, 5, Origin.ROLLED)), (Tone.FIRE, Tone.PLAIN))
        lines = (
            line(self.kind, f"Wagon {k} {self.words}.", dice, "One up.", rule="F.1-31", player_id=1,
                 unit_id=7)
            for k in range(self.count)
        )  # fmt: skip
        return Outcome("Tell", tuple(lines))


@pytest.fixture
def desk(battle: Campaign, qapp: object) -> Iterator[Desk]:
    made = Desk(battle)
    yield made
    made.deleteLater()


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, desk: Desk) -> LogPanel:
    made = LogPanel(theme, desk, Hub(desk))
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.activateWindow()
    made.setFocus()
    return made


def leads(model: LogModel) -> list[str]:
    return [row.lead for row in model.rows if isinstance(row, LogEntry)]


def test_the_newest_line_comes_first_under_the_head_of_its_turn(desk: Desk) -> None:
    desk.do(Tell())
    desk.do(EndTurn())
    desk.do(Tell(words="flies"))
    model = LogModel(desk)
    rows = model.rows
    assert isinstance(rows[0], TurnHead)
    assert rows[0].words == "Turn 1 · Brick Brigade"
    assert isinstance(rows[1], LogEntry)
    assert rows[1].lead == "Wagon 0 flies."
    heads = [row.words for row in rows if isinstance(row, TurnHead)]
    assert heads == ["Turn 1 · Brick Brigade", "Turn 1 · Amber Army", "Before the battle"]


def test_an_act_adds_its_lines_on_top_and_undo_strikes_them_out(desk: Desk) -> None:
    model = LogModel(desk)
    tester = QAbstractItemModelTester(model, FATAL)
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    desk.do(Tell(count=2))
    assert leads(model)[:2] == ["Wagon 1 burns.", "Wagon 0 burns."]
    assert isinstance(model.rows[0], TurnHead), "the head of the turn stays on top"
    desk.undo()
    undone = [row for row in model.rows if isinstance(row, LogEntry) and row.undone]
    assert [row.lead for row in undone] == ["Wagon 1 burns.", "Wagon 0 burns."]
    desk.redo()
    assert not any(row.undone for row in model.rows if isinstance(row, LogEntry))
    assert resets == []
    assert tester.model() is model


def test_a_new_turn_begins_with_its_own_head(desk: Desk) -> None:
    model = LogModel(desk)
    tester = QAbstractItemModelTester(model, FATAL)
    desk.do(EndTurn())
    desk.do(Tell())
    heads = [row.words for row in model.rows if isinstance(row, TurnHead)]
    assert heads[:2] == ["Turn 1 · Brick Brigade", "Turn 1 · Amber Army"]
    assert tester.model() is model


def test_the_log_is_read_in_pages(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_model, "PAGE", 20)
    desk.do(Tell(count=50))
    every = len(desk.read(log))
    model = LogModel(desk)
    assert len(leads(model)) == 20
    pages = 1
    while model.canFetchMore():
        model.fetchMore()
        pages += 1
    assert len(leads(model)) == every
    assert pages == every // 20 + 1
    assert leads(model) == [entry.lead for entry in reversed(desk.read(log))]
    other = LogModel(desk)
    QAbstractItemModelTester(other, FATAL)  # reads all pages itself, and checks each
    assert leads(other) == leads(model)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("attacks", Kind.ATTACK),
        ("fires and fields", Kind.SMOKE),
        ("in the air", Kind.DUD),
        ("ammo and homing", Kind.AMMO),
        ("units lost", Kind.LOST),
        ("rulings", Kind.RULING),
    ],
)
def test_each_filter_shows_its_own_kinds(desk: Desk, name: str, kind: Kind) -> None:
    desk.do(Tell(kind=kind, words="is here"))
    desk.do(Tell(kind=Kind.SETUP, words="is not"))
    model = LogModel(desk)
    model.set_filter(name)
    assert leads(model) == ["Wagon 0 is here."]


def test_undone_shows_what_was_taken_back(desk: Desk) -> None:
    model = LogModel(desk)
    model.set_filter("undone")
    assert model.rows == []
    desk.do(Tell())
    desk.undo()
    assert leads(model) == ["Wagon 0 burns."]
    desk.redo()
    assert leads(model) == []


def test_a_filter_finds_at_once_what_lies_pages_below(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.do(Tell(kind=Kind.LOST, words="is lost", count=15))
    desk.do(Tell(count=90))
    monkeypatch.setattr(log_model, "PAGE", 10)
    model = LogModel(desk)
    model.set_filter("units lost")
    assert leads(model) == [f"Wagon {k} is lost." for k in range(14, 4, -1)]
    model.fetchMore()
    assert len(leads(model)) == 15
    assert not model.canFetchMore()


def test_a_search_reads_on_until_it_finds_something_that_the_filter_shows(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    desk.do(Tell(kind=Kind.LOST, words="is gone"))
    desk.do(Tell(kind=Kind.LOST, words="is lost", count=30))
    desk.do(Tell(words="is gone"))
    monkeypatch.setattr(log_model, "PAGE", 10)
    model = LogModel(desk)
    model.set_filter("units lost")
    model.set_search("GONE 0")
    qtbot.waitUntil(lambda: leads(model) == ["Wagon 0 is gone."])


@pytest.fixture
def long(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> LogModel:
    """Return a log of some hundred lines in which Wagon 7 burns, is lost, or that is undone."""
    for _ in range(4):
        desk.do(Tell(count=40))
        desk.do(Tell(count=40, kind=Kind.LOST, words="is lost"))
        desk.do(EndTurn())
    desk.do(Tell(count=9))
    desk.undo()
    monkeypatch.setattr(log_model, "PAGE", 20)
    monkeypatch.setattr(log_model, "LOOKED_AT", 30)
    return LogModel(desk)


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "words", ["wagon 7 burns", "7 lost", "undone 7", "f.1-31 [3][5*] 7", "WAGON 7", "nowhere"]
)
@pytest.mark.parametrize("only", ["everything", "units lost", "undone"])
def test_a_search_finds_every_line_of_the_log_by_itself(
    long: LogModel, desk: Desk, qtbot: QtBot, words: str, only: str
) -> None:
    QAbstractItemModelTester(long, FATAL)
    long.set_filter(only)
    long.set_search(words)
    qtbot.waitUntil(lambda: not long.is_searching)
    there = desk.read(log, None, 0, None, None, only)
    wanted = words.casefold().split()
    holding = [e for e in there[::-1] if all(word in e.words.casefold() for word in wanted)]
    assert [row for row in long.rows if isinstance(row, LogEntry)] == holding
    assert bool(holding) == (words != "nowhere" and (only, words) not in NOTHING)


NOTHING = {
    ("units lost", "wagon 7 burns"),
    ("units lost", "undone 7"),
    ("undone", "7 lost"),
}


def test_a_search_stops_nothing_and_the_next_one_takes_its_place(
    long: LogModel, qtbot: QtBot
) -> None:
    ticks: list[int] = []
    tick = QTimer(long, interval=0)
    tick.timeout.connect(lambda: ticks.append(len(leads(long))))
    tick.start()
    long.set_search("wagon 7")
    assert long.is_searching
    qtbot.waitUntil(lambda: len(set(ticks)) > 2)
    assert long.is_searching, "parts of it are shown before the end"
    long.set_search("8 wagon")
    qtbot.waitUntil(lambda: not long.is_searching)
    assert {lead.split()[1] for lead in leads(long)} == {"8", "18", "28", "38"}
    long.set_search("")
    assert len(leads(long)) == 20
    assert long.canFetchMore()


def test_undo_strikes_out_what_a_search_found_far_below(
    long: LogModel, desk: Desk, qtbot: QtBot
) -> None:
    act = desk.do(Tell(words="explodes"))
    desk.do(Tell(count=80))
    assert act
    long.set_search("explodes")
    qtbot.waitUntil(lambda: not long.is_searching)
    desk.undo()
    desk.undo()
    (found,) = (row for row in long.rows if isinstance(row, LogEntry))
    assert found.undone


def test_overruled_lines_are_rulings_and_carry_shield_and_word(desk: Desk) -> None:
    act = Tell(refuses=True)
    assert isinstance(desk.do(act), NotDone)
    desk.do(replace(act, overruled=frozenset({"F.1-31"})))
    model = LogModel(desk)
    model.set_filter("rulings")
    entry = next(row for row in model.rows if isinstance(row, LogEntry) and row.overruled)
    pieces = entry_pieces(entry, "sky")
    assert InlinePicture("shield", "accent_text") in pieces
    assert "Overruled" in spoken(pieces)
    assert entry.words.endswith("(overruled)")


def test_a_line_shows_faction_lead_dice_words_and_citation(desk: Desk) -> None:
    desk.do(Tell())
    entry = desk.read(log)[-1]
    assert entry_pieces(entry, "sky") == (
        InlinePicture("", "sky", faction=True),
        LineWords("Wagon 0 burns.", "text", strong=True),
        DieGlyph(4, 3, Origin.TYPED, "fire"),
        DieGlyph(6, 5, Origin.ROLLED, "text2"),
        LineWords("One up.", "text2"),
        Cited("F.1-31"),
    )


def test_an_undone_line_is_grey_struck_and_says_so(desk: Desk) -> None:
    desk.do(Tell())
    desk.undo()
    pieces = entry_pieces(desk.read(log)[-1], "sky")
    assert pieces[0] == LineWords("Undone:", "text3")
    assert isinstance(pieces[1], LineWords)
    assert pieces[1].struck


def test_a_narrow_line_wraps_and_its_citation_can_be_hit(desk: Desk, theme: Theme) -> None:
    desk.do(Tell(words="burns and burns with many words that need several lines"))
    pieces = entry_pieces(desk.read(log)[-1], "sky")
    wide, narrow = RichLine(theme, pieces, 2000), RichLine(theme, pieces, 160)
    assert narrow.height >= 3 * wide.height

    hits = {
        narrow.rule_at(QPointF(x, y)) for x in range(0, 160, 4) for y in range(int(narrow.height))
    }
    assert hits == {"", "F.1-31"}


def test_letters_beyond_the_first_plane_move_no_picture(theme: Theme) -> None:
    plain = RichLine(theme, (LineWords("ab"), Cited("8.4-10")), 900)
    faces = RichLine(theme, (LineWords("\N{GRINNING FACE}"), Cited("8.4-10")), 900)
    assert plain.width > 0

    assert any(faces.rule_at(QPointF(x, 10)) == "8.4-10" for x in range(0, 300, 2))


def test_search_narrows_by_every_word(panel: LogPanel, desk: Desk, qtbot: QtBot) -> None:
    desk.do(Tell(words="burns"))
    desk.do(AddNote(text="The bridge breaks"))
    QTest.keyClicks(panel.list, "/")
    assert panel.search.hasFocus()
    QTest.keyClicks(panel.search, "bridge note")
    qtbot.waitUntil(lambda: leads(panel.model) == ["Note:"])
    QTest.keyClick(panel.search, K.Key_Escape)
    qtbot.waitUntil(lambda: len(leads(panel.model)) > 2)
    assert panel.list.hasFocus()


def test_ctrl_f_finds_too(panel: LogPanel) -> None:
    QTest.keyClick(panel.list, K.Key_F, CTRL)
    assert panel.search.isVisible()


def test_enter_shows_the_unit_and_question_mark_the_rule(panel: LogPanel, desk: Desk) -> None:
    desk.do(Tell())
    opened: list[int] = []
    asked: list[str] = []
    hub = panel.list._hub
    hub.unit_opened.connect(opened.append)
    hub.rule_asked.connect(asked.append)
    panel.list.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(panel.list, K.Key_Return)
    QTest.keyClicks(panel.list, "?")
    assert (opened, asked) == ([7], ["F.1-31"])
    assert hub.selected_unit == 7


def test_ctrl_c_copies_the_line_as_text(panel: LogPanel, desk: Desk) -> None:
    desk.do(Tell())
    panel.list.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(panel.list, K.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "Wagon 0 burns. [3][5*] One up. F.1-31"


def test_arrows_pass_over_the_heads_of_turns(panel: LogPanel, desk: Desk) -> None:
    desk.do(EndTurn())
    desk.do(Tell())
    panel.list.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(panel.list, K.Key_Down)
    assert isinstance(panel.model.row_at(panel.model.index(2)), TurnHead)
    entry = panel.list.entry()
    assert entry is not None
    assert entry.lead == "Turn 1, Amber Army is over."
    QTest.keyClick(panel.list, K.Key_Up)
    assert panel.list.currentIndex().row() == 1


def test_a_citation_in_the_text_can_be_clicked(
    panel: LogPanel, desk: Desk, qtbot: QtBot, theme: Theme
) -> None:
    desk.do(Tell())
    asked: list[str] = []
    panel.list._hub.rule_asked.connect(asked.append)
    qtbot.waitUntil(lambda: panel.list.visualRect(panel.model.index(1)).height() > 0)
    box = panel.list.visualRect(panel.model.index(1))
    entry = panel.model.rows[1]
    assert isinstance(entry, LogEntry)

    place = next(
        x
        for x in range(box.left(), box.right(), 3)
        if panel.list.drawn.rule_at(entry, QRectF(box), QPointF(x, box.center().y()))
    )
    at = box.center()
    at.setX(place + 3)
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == ["F.1-31"]


def test_dice_are_counted_as_typed_and_rolled(panel: LogPanel, desk: Desk) -> None:
    desk.do(Tell(count=3))
    assert panel.dice.text() == "3 typed, 3 rolled"


def test_filters_stand_beside_a_wide_log_and_on_a_button_in_a_narrow_one(panel: LogPanel) -> None:
    assert panel.filters.isVisible()
    assert not panel.button.isVisible()
    panel.resize(420, 600)
    QApplication.processEvents()
    assert not panel.filters.isVisible()
    assert panel.button.isVisible()
    panel.button.picked.emit("units lost")
    assert panel.model.filter == "units lost"
    assert panel.button.text() == "Units lost"


def test_rows_get_higher_where_the_list_gets_narrower(
    panel: LogPanel, desk: Desk, qtbot: QtBot
) -> None:
    desk.do(Tell(words="burns with rather many words that need some room to stand in"))
    high = panel.list.sizeHintForRow(1)
    panel.resize(300, 600)
    qtbot.waitUntil(lambda: panel.list.sizeHintForRow(1) > high)


def test_names_are_never_taken_for_markup(panel: LogPanel, desk: Desk) -> None:
    desk.do(AddNote(text="<img src='file:///nowhere.png'> <b>Tom & Jerry</b>"))
    entry = next(row for row in panel.model.rows if isinstance(row, LogEntry))
    assert "<b>Tom & Jerry</b>" in spoken(entry_pieces(entry))
    panel.grab()


def test_a_page_of_the_log_is_never_empty_while_it_is_measured_anew(
    panel: LogPanel, desk: Desk
) -> None:
    desk.do(Tell(count=200))
    panel.list.drawn.forget()
    panel.list.doItemsLayout()
    assert panel.list.indexAt(panel.list.viewport().rect().center()).isValid()
