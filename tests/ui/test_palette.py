from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.games.scifi import SCIFI
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.states import states
from brikdesk.store.views.units import squads, units
from brikdesk.turns.ledger import fires, objectives
from tests.ui.window_scene import (
    CTRL,
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
    typed,
)
from ui.forms.all_forms import ACT_FORMS
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.models.picks import match
from ui.palette import ATTACK, DO, GO, RULES, Palette
from ui.panels.ledger.table import LedgerTable
from ui.panels.rule_and_why import RuleSheet
from ui.widgets.focus import holds_focus
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    file = make_file(tmp_path / "campaign.brik")
    with Campaign.open(file) as campaign:
        campaign.do(AddUnit(player_id=1, name="Big Bertha’s Nephew", size=3, kind="Vehicle"))
        campaign.do(AddUnit(player_id=2, name="Sir Vacuum", size=1))
    with open_window(qtbot, theme, file) as opened:
        yield opened


def open_palette(window: MainWindow, words: str = "") -> Palette:
    press(Key.Key_K, CTRL)
    palette = next(p for p in window.findChildren(Palette) if p.is_open())
    if words:
        typed(words)
    return palette


def rows(palette: Palette) -> list[tuple[str, str]]:
    model = palette.model
    hits = [model.hit(place) for place in range(model.rowCount())]
    return [(hit.find.group, hit.find.words) for hit in hits if hit]


@pytest.mark.parametrize(
    ("typed_words", "text", "spans"),
    [
        ("bertha", "Big Bertha's Nephew", ((4, 10),)),
        ("neph big", "Big Bertha's Nephew", ((0, 3), (13, 17))),
        ("brtha", "Big Bertha's Nephew", ((4, 5), (6, 10))),
        ("ERTH", "Big Bertha's Nephew", ((5, 9),)),
        ("", "anything", ()),
    ],
)
def test_words_fit_in_any_order_and_with_small_slips(
    typed_words: str, text: str, spans: tuple[tuple[int, int], ...]
) -> None:
    found = match(typed_words, text)
    assert found is not None
    assert found.spans == spans


@pytest.mark.parametrize("words", ["xyz", "bertha cow", "aw", "hpen"])
def test_a_word_that_fits_nowhere_finds_nothing(words: str) -> None:
    assert match(words, "Big Bertha's Nephew") is None


def test_the_start_of_a_word_counts_more_than_its_middle() -> None:
    start, middle = match("in", "Ink well"), match("in", "Tin well")
    assert start is not None
    assert middle is not None
    assert start.cost < middle.cost


def test_letters_whose_small_form_is_longer_shift_nothing() -> None:
    found = match("bob", "İİ Bob")
    assert found is not None
    assert [("İİ Bob")[a:b] for a, b in found.spans] == ["Bob"]


def test_a_unit_s_name_finds_its_acts_itself_and_rules(window: MainWindow) -> None:
    palette = open_palette(window, "bertha")
    found = rows(palette)
    assert (DO, "Ignite: Big Bertha’s Nephew") in found
    assert (GO, "Big Bertha’s Nephew") in found
    assert all("Bertha" in words for group, words in found if group != RULES)


def test_an_act_with_a_unit_opens_its_form_filled_in(window: MainWindow) -> None:
    open_palette(window, "ignite bertha")
    press(Key.Key_F2)
    sheet = next(s for s in window.findChildren(ActSheet) if s.isVisible())
    assert sheet.title() == "Ignite"
    assert sheet.isAncestorOf(focus())
    press(Key.Key_Escape)
    assert not sheet.isVisible()


def test_a_rule_is_found_by_words_and_by_number(window: MainWindow) -> None:
    palette = open_palette(window, "F.1-31")
    assert (RULES, "Burning Roll") in rows(palette)
    for _ in range(20):
        hit = palette.current
        if hit and hit.find.rule == "F.1-31":
            break
        press(Key.Key_Down)
    press(Key.Key_Return)
    sheet = next(s for s in window.findChildren(RuleSheet) if s.is_open())
    assert sheet.card.rule == "F.1-31"
    press(Key.Key_Escape)
    assert not sheet.is_open()


def test_places_are_found_and_gone_to(window: MainWindow) -> None:
    view = at_work(window).view
    open_palette(window, "marks")
    found = [words for group, words in rows(window.findChildren(Palette)[-1]) if group == GO]
    assert "Marks" in found
    press(Key.Key_Escape)
    palette = open_palette(window, "units")
    while palette.current is None or palette.current.find.words != "Units":
        press(Key.Key_Down)
    press(Key.Key_Return)
    assert view.workspace == "units"
    assert holds_focus(view.middle)


def test_a_turn_leads_to_its_report(window: MainWindow, qtbot: QtBot) -> None:
    palette = open_palette(window, "turn 1 amber")
    while palette.current is None or palette.current.find.words != "Turn 1, Amber Army":
        press(Key.Key_Down)
    press(Key.Key_Return)
    view = at_work(window).view
    assert view.workspace == "report"


def test_commands_are_found_by_what_they_do(window: MainWindow) -> None:
    palette = open_palette(window, "end turn")
    assert rows(palette)[0] == (DO, "End turn")
    press(Key.Key_Return)
    head = at_work(window).view.heading.head
    assert head.active is not None
    assert head.active.name == "Ben"


@pytest.mark.parametrize(
    ("words", "title"), [("fire", "Ignite"), ("ram", "Collision"), ("ride", "Man controls")]
)
def test_one_word_for_an_act_finds_its_form_and_no_attack_of_nobody(
    window: MainWindow, words: str, title: str
) -> None:
    found = rows(open_palette(window, words))
    assert (DO, title) in found
    assert ATTACK not in {group for group, _ in found}


def test_up_and_down_pass_over_the_heads_and_stop_at_the_ends(window: MainWindow) -> None:
    palette = open_palette(window)
    first = palette.current
    assert first is not None
    press(Key.Key_Up)
    assert palette.current is first
    for _ in range(60):
        press(Key.Key_Down)
        assert palette.current is not None
    assert palette.current.find.words == rows(palette)[-1][1]


def test_what_fits_nothing_is_said_in_one_line(window: MainWindow) -> None:
    palette = open_palette(window, "qqqqqq")
    assert rows(palette) == []
    assert palette._nothing.isVisible()
    press(Key.Key_Return)
    assert palette.is_open(), "Enter has nothing to do"


def test_esc_closes_it_and_the_focus_is_where_it_was(window: MainWindow) -> None:
    before = focus()
    palette = open_palette(window)
    press(Key.Key_Escape)
    assert not palette.is_open()
    assert focus() is before


def test_it_opens_a_fifth_from_the_top_and_is_as_high_as_its_rows(window: MainWindow) -> None:
    palette = open_palette(window)
    assert palette.sheet.y() == window.height() // 5
    tall = palette.sheet.height()
    typed("qqqqqq")
    assert palette.sheet.height() < tall


def test_it_shows_only_what_can_be_done_in_a_campaign_that_is_watched(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "watched.brik")
    with open_window(qtbot, theme) as window:
        window.open_path(file, read_only=True)
        settle()
        found = [words for _, words in rows(open_palette(window, "e"))]
        assert "End turn" not in found
        assert not any(words.startswith("Ignite") for words in found)


def test_its_model_keeps_qt_s_rules(window: MainWindow) -> None:
    palette = open_palette(window)
    fatal = QAbstractItemModelTester.FailureReportingMode.Fatal
    QAbstractItemModelTester(palette.model, fatal, palette)
    for words in ("b", "be", "ber", "", "turn"):
        palette.field.setText(words)
        settle()
    assert palette.model.rowCount() > 0


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("words", ["<b>", "%s {0}", "\\ [(*", "’" * 50, "x" * 500, "  \t "])
def test_odd_words_do_no_harm(window: MainWindow, words: str) -> None:
    palette = open_palette(window)
    palette.field.setText(words)
    settle()
    assert palette.is_open()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("words", ["new unit", "add unit", "unit new", "add minifig"])
def test_a_unit_can_be_added_from_the_palette(window: MainWindow, words: str) -> None:
    palette = open_palette(window, words)
    assert rows(palette)[0] == (DO, "New unit")
    press(Key.Key_Return)
    assert focus().accessibleName() == "Name", "the editor of a new unit is open"


def test_many_units_are_added_by_words(window: MainWindow) -> None:
    assert rows(open_palette(window, "add units"))[0] == (DO, "Add units by words…")


@pytest.mark.rule("4.1-33", "4.3-14")
def test_a_deed_in_words_is_done_by_enter(window: MainWindow) -> None:
    palette = open_palette(window, "vacuum sprints 4")
    assert rows(palette)[0] == (DO, "Sprint: Sir Vacuum")
    press(Key.Key_Escape)
    palette = open_palette(window, "vacuum bails 3")
    assert rows(palette)[0] == (DO, "Bail: Sir Vacuum")
    press(Key.Key_Return)
    held = at_work(window).desk.read(states)
    assert [(each.unit, each.kind) for each in held] == [("Sir Vacuum", "Disrupted")]


@pytest.mark.rule("4.1-33")
def test_a_deed_without_its_die_opens_its_form(window: MainWindow) -> None:
    open_palette(window, "vacuum bails")
    press(Key.Key_Return)
    sheet = next(each for each in window.findChildren(ActSheet) if not each.isHidden())
    assert sheet.title() == "Bail"


def test_a_form_without_a_named_unit_takes_the_selected_one(window: MainWindow) -> None:
    at_work(window).hub.select_unit(2)
    filled = {}
    for form in ACT_FORMS.values():
        if not form.about or form.rule_set == SCIFI.name:
            continue
        open_palette(window, form.title)
        press(Key.Key_Return)
        sheets = [each for each in window.findChildren(ActSheet) if each.isVisible()]
        if sheets and sheets[0].title() == form.title:
            filled[form.title] = sheets[0].body.values().get(form.about)
            press(Key.Key_Escape)
            # Eighty sheets together would take 250 MB.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert len(filled) > 20
    assert filled["Bail"] == filled["Spend its MOM"] == 2
    assert set(filled.values()) == {2}


def test_the_book_of_the_battle_is_gone_to_and_scored_by_keys(window: MainWindow) -> None:
    open_palette(window, "add an objective")
    press(Key.Key_Return)
    typed("Hold the hill")
    press(Key.Key_Return, CTRL)
    open_palette(window, "objectives")
    press(Key.Key_Return)
    settle()
    assert at_work(window).view.workspace == "ledger"
    table = focus()
    assert isinstance(table, LedgerTable)
    assert (table.spec.name, table.count) == ("objectives", 1)
    press(Key.Key_S)
    press(Key.Key_Return, CTRL)
    (row,) = at_work(window).desk.read(objectives)
    assert [points for _, points in row.scored] == [1]


def test_notes_are_found_by_any_of_their_words(window: MainWindow) -> None:
    desk = at_work(window).desk
    desk.do(AddNote(text="The tunnel under the hill floods on a six"))
    desk.do(EditUnit(unit_id=2, notes="Owes Bertha a favour"))
    palette = open_palette(window, "tunnel six")
    assert (GO, "The tunnel under the hill floods on a six") in rows(palette)
    press(Key.Key_Return)
    sheet = next(s for s in window.findChildren(ActSheet) if s.isVisible())
    assert (sheet.title(), sheet.body.values()["note_id"]) == ("Edit a note", 1)
    press(Key.Key_Escape)
    opened: list[int] = []
    at_work(window).hub.unit_opened.connect(opened.append)
    open_palette(window, "favour")
    press(Key.Key_Return)
    settle()
    assert opened == [2]


def test_a_squad_is_made_of_what_is_selected_and_selected_again_by_its_name(
    window: MainWindow,
) -> None:
    work = at_work(window)
    work.desk.do(AddUnit(player_id=1, name="Uncle Bertha", size=1))
    work.hub.select_unit(1)
    work.hub.choose_together((1, 3))
    open_palette(window, "join a squad")
    press(Key.Key_Return)
    typed("Red")
    press(Key.Key_Return, CTRL)
    assert [row.unit_ids for row in work.desk.read(squads)] == [(1, 3)]
    work.hub.select_unit(0)
    work.hub.choose_together(())
    open_palette(window, "squad red")
    press(Key.Key_Return)
    settle()
    assert work.hub.together == (1, 3)
    work.desk.undo()
    assert work.desk.read(squads) == ()


DEEDS = {
    "vacuum bails 6": ("Bail", (6,), {}),
    'vacuum bails 6 2"': ("Bail", (6,), {"needed": 2}),
    "vacuum sprints 6": ("Sprint", (6,), {}),
    'vacuum sprints 7"': ("Sprint", (), {"wanted": 7}),
    "vacuum, bob sprint 6": ("Sprint", (6,), {"with_ids": [{"unit_id": 3}]}),
    "vacuum sprints 4 1/2in": ("Sprint", (), {"wanted": 4.5}),
    "vacuum collides with bertha 5": ("Collision", (5,), {"target_id": 1}),
    'vacuum, bob collide with bertha 2"': (
        "Collision", (), {"target_id": 1, "free": 2, "with_ids": [{"unit_id": 3}]},
    ),
}  # fmt: skip
"""Lines of deeds that lack something, with the title, dice and answers of the form they open."""


@pytest.mark.thorough(but=1)
@pytest.mark.rule("4.1-33", "4.3-14")
@pytest.mark.parametrize("line", DEEDS)
def test_the_form_of_a_deed_holds_all_that_its_line_says(window: MainWindow, line: str) -> None:
    title, faces, answers = DEEDS[line]
    work = at_work(window)
    work.desk.do(EndTurn())  # Sir Vacuum runs in the turn of his player
    work.desk.do(AddUnit(player_id=2, name="Bob"))
    for unit_id in (2, 3):
        work.desk.do(MoveUnit(unit_id=unit_id, inches=5, straight=5))
    open_palette(window, line)
    press(Key.Key_Return)
    sheet = next(each for each in window.findChildren(ActSheet) if each.isVisible())
    assert sheet.title() == title
    shown = tuple(face.value for face in sheet.step.dice.faces() if face)
    assert shown[: len(faces)] == faces
    values = sheet.body.values()
    assert {name: values[name] for name in answers} == answers


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("line", ["vacuum sprints 7", "vacuum bails 3 quickly", "vacuum bails 9 3"])
def test_a_word_that_a_deed_cannot_take_stays_and_is_selected(
    window: MainWindow, line: str
) -> None:
    at_work(window).desk.do(EndTurn())
    palette = open_palette(window, line)
    assert palette.current is not None
    press(Key.Key_Return)
    assert palette.is_open()
    assert palette.field.text() == line
    wrong = palette.field.selectedText()
    assert wrong in line.split()[2:]
    assert palette.current.find.more, "the row says what is wrong"


def test_any_act_in_words_is_told_and_done_by_enter(window: MainWindow) -> None:
    palette = open_palette(window, "ignite vacuum 1")
    assert palette.current is not None
    assert rows(palette)[0] == (DO, "Ignite Sir Vacuum 1")
    assert palette.current.find.more == "Sir Vacuum burns", "what comes of it"
    press(Key.Key_Return)
    assert [row.name for row in at_work(window).desk.read(fires)] == ["Sir Vacuum"]


def test_an_act_in_words_that_lacks_something_opens_its_form_with_what_was_said(
    window: MainWindow,
) -> None:
    open_palette(window, "smoke at 20 9")
    press(Key.Key_Return)
    sheet = next(each for each in window.findChildren(ActSheet) if each.isVisible())
    assert sheet.title() == ACT_FORMS["AddField"].title
    values = sheet.body.values()
    assert (values["kind"], values["place"]) == ("Smoke", "20 9")


def test_a_mistyped_word_is_mended_by_enter_and_done_by_the_next(window: MainWindow) -> None:
    palette = open_palette(window, "ignit vacuum 1")
    press(Key.Key_Return)
    assert palette.is_open()
    assert palette.field.text() == "ignite vacuum 1"
    assert not at_work(window).desk.read(fires)
    press(Key.Key_Return)
    assert at_work(window).desk.read(fires)


def test_a_name_that_several_have_is_chosen_from_rows(window: MainWindow) -> None:
    desk = at_work(window).desk
    desk.do(AddUnit(player_id=2, name="Bob Tile"))
    desk.do(AddUnit(player_id=2, name="Bob Stub"))
    palette = open_palette(window, "kill bob")
    words = [words for _, words in rows(palette)]
    assert {"kill Bob Tile", "kill Bob Stub"} <= set(words)
    while palette.current is None or palette.current.find.words != "kill Bob Tile":
        press(Key.Key_Down)
    press(Key.Key_Return)
    assert palette.is_open()
    assert palette.field.text() == "kill Bob Tile"
    press(Key.Key_Return)
    assert len(desk.read(units)) + 1 == len(desk.read(units, include_lost=True))


@pytest.mark.rule("4.3-04")
def test_an_act_in_words_that_a_rule_refuses_says_so_and_is_overruled_by_a_word(
    window: MainWindow,
) -> None:
    palette = open_palette(window, "vacuum moves 9")
    assert palette.current is not None
    assert "4.3-04" in palette.current.find.more
    palette.field.setText("vacuum moves 9 overruled")
    assert "Overruled: " in palette.current.find.more
    press(Key.Key_Return)
    assert at_work(window).desk.read(undo_state).undo[0] == "Sir Vacuum moves"


def test_a_typed_name_leads_to_its_unit_first(window: MainWindow) -> None:
    for row in at_work(window).desk.read(units):
        for said in (row.name, row.name.casefold(), row.name[: len(row.name) // 2 + 2]):
            palette = open_palette(window)
            palette.field.setText(said)
            assert rows(palette)[0] == (GO, row.name), said
            press(Key.Key_Escape)
