from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import TellTurn
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.roster import AddUnit
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Changes
from tests.other_fonts import other_fonts
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
from ui.campaign.places import saved_words
from ui.forms.form_sheet import ActSheet
from ui.look.theme import Theme
from ui.panels.report import ElidedBox, ReportJob, ReportPanel
from ui.widgets.focus import holds_focus
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    with open_window(qtbot, theme, make_file(tmp_path / "campaign.brik")) as opened:
        desk = at_work(opened).desk
        desk.do(AddUnit(player_id=1, name="Sir Bob", size=1))
        desk.do(EndTurn())
        desk.do(AddUnit(player_id=2, name="Lady Jane", size=1))
        yield opened


def panel_of(window: MainWindow, qtbot: QtBot) -> ReportPanel:
    press(Key.Key_5, CTRL)
    panel = at_work(window).view.panel("report")
    assert isinstance(panel, ReportPanel)
    drawn(panel, qtbot)
    return panel


def drawn(panel: ReportPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(
        lambda: panel.pdf is not None and panel._job is None and not panel._wait.isActive()
    )


def words_of(panel: ReportPanel) -> str:
    assert panel.pdf is not None
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(panel.pdf)).pages)


def test_the_running_turn_is_drawn_first(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    assert "Turn 1, Brick Brigade" in words_of(panel)
    assert panel.pages.pages == len(PdfReader(BytesIO(panel.pdf or b"")).pages)


def test_the_pages_that_are_shown_are_those_of_the_pdf(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    picture = panel.pages._picture(0, 400)
    assert (picture.width(), picture.height()) == (400, pytest.approx(400 * 297 / 210, abs=1))
    colours = {picture.pixelColor(x, y).name() for x in range(0, 400, 4) for y in range(0, 90, 2)}
    assert "#ffffff" in colours
    assert len(colours) > 8, "there is ink on the page"


def test_a_stretch_begins_and_ends_with_the_turn_that_was_played_last(
    window: MainWindow, qtbot: QtBot
) -> None:
    choices = panel_of(window, qtbot).choices
    one, two = choices.turns[:2]
    began = replace(two, id=two.id + 1, number=two.number + 1)

    def stretch() -> tuple[int, int]:
        return choices.first.currentData(), choices.last.currentData()

    choices.show_turns((one, two), two.id)
    assert stretch() == (two.id, two.id)
    choices.show_turns((one, two, began), two.id)
    assert stretch() == (two.id, two.id), "nothing was played in the one that has begun"
    choices.first.setCurrentIndex(choices.first.findData(one.id))
    choices.show_turns((one, two, began), began.id)
    assert stretch() == (one.id, began.id), "what was chosen stays"


def test_another_turn_a_stretch_and_the_battle_can_be_chosen(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = panel_of(window, qtbot)
    panel.show_turn(1)
    drawn(panel, qtbot)
    assert "Turn 1, Amber Army" in words_of(panel)
    panel.choices.scope._group.button(1).click()
    drawn(panel, qtbot)
    assert "Turns 1 AA to 1 BB" in words_of(panel)
    panel.choices.scope._group.button(2).click()
    drawn(panel, qtbot)
    assert "First Clash" in words_of(panel)
    assert panel.choices.battle.isVisible()
    assert not panel.choices.first.isVisible()


def test_the_palette_and_the_menu_lead_to_the_dice_audit(window: MainWindow, qtbot: QtBot) -> None:
    window.commands["dice_audit"].trigger()
    panel = at_work(window).view.panel("report")
    assert isinstance(panel, ReportPanel)
    drawn(panel, qtbot)
    assert "Dice audit" in words_of(panel)
    assert panel.isVisible()
    for box in (panel.choices.turn, panel.choices.battle, panel.choices.with_map):
        assert not box.isVisible()
    panel.choices.scope._group.button(2).click()
    drawn(panel, qtbot)
    assert panel.choices.with_map.isVisible()


def test_letter_paper_is_wider_than_a4(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    a4 = PdfReader(BytesIO(panel.pdf or b"")).pages[0].mediabox.width
    panel.choices.papers._group.button(1).click()
    drawn(panel, qtbot)
    assert PdfReader(BytesIO(panel.pdf or b"")).pages[0].mediabox.width > a4


def test_an_act_draws_the_report_anew(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    assert "Sister Underfoot" not in words_of(panel)
    at_work(window).desk.do(AddUnit(player_id=2, name="Sister Underfoot", size=1))
    drawn(panel, qtbot)
    assert "Sister Underfoot" in words_of(panel)


def test_export_writes_what_is_shown_under_the_name_of_the_turn(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[str] = []

    def choose(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        offered.append(Path(name).name)
        return str(tmp_path / "out.pdf"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    press(Key.Key_E, CTRL)
    qtbot.waitUntil(lambda: (tmp_path / "out.pdf").exists())
    panel = at_work(window).view.panel("report")
    assert isinstance(panel, ReportPanel)
    assert offered == ["Turn 1.pdf"]
    assert (tmp_path / "out.pdf").read_bytes() == panel.pdf
    status = at_work(window).view.status
    assert status.words() == saved_words(tmp_path / "out.pdf")
    ways = [way.text() for way in status._ways if not way.isHidden()]
    assert ways == ["Open", "Show in folder"]


def test_a_report_never_goes_over_the_campaign(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    file = at_work(window).desk.path
    before = file.read_bytes()
    panel.write(file)
    assert "it would replace the campaign itself" in at_work(window).view.status.words()
    assert file.read_bytes() == before


def test_a_folder_that_is_missing_is_told(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    panel = panel_of(window, qtbot)
    panel.write(tmp_path / "nowhere" / "out.pdf")
    assert "The report was not written" in at_work(window).view.status.words()


def test_drawing_can_be_cancelled_and_begun_anew(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    before = panel.pdf
    panel.choices.changed.emit()
    panel.draw()
    assert panel.choices._cancel.isVisible()
    panel.choices._cancel.click()
    assert panel._job is None
    assert not panel.choices._cancel.isVisible()
    qtbot.waitUntil(lambda: not panel._running)
    settle()
    assert panel.pdf == before, "a cancelled report does not come after all"
    panel.draw()
    drawn(panel, qtbot)


def test_acts_go_on_while_a_report_is_drawn(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    panel.draw()
    assert panel._job is not None
    assert isinstance(at_work(window).desk.do(AddUnit(player_id=1, name="Third", size=1)), Changes)
    drawn(panel, qtbot)


def test_leaving_the_workspace_and_closing_wait_for_no_report(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = panel_of(window, qtbot)
    panel.draw()
    press(Key.Key_1, CTRL)
    assert panel._job is None
    window.close_campaign()
    assert not panel._running or all(job.isFinished() for job in panel._running)


def test_a_report_that_was_on_its_way_opens_nothing_once_the_campaign_is_left(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = panel_of(window, qtbot)
    panel.draw()
    job = panel._job
    assert job is not None
    assert job.wait(30_000)  # it has sent its pages; nobody has fetched them from the queue yet
    panel.finish()
    settle()
    assert panel.pages.pages == 0


def test_a_report_that_fails_by_a_defect_says_so_on_the_page(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = panel_of(window, qtbot)

    def broken(*_: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr("brikdesk.reports.pdf_pages.render", broken)
    with qtbot.captureExceptions() as caught:
        panel.draw()
        qtbot.waitUntil(lambda: panel._job is None)
        settle()
    assert [kind for kind, *_ in caught] == [ZeroDivisionError]
    assert panel.pages.accessibleName() == "The report could not be drawn."


def test_names_that_the_font_lacks_are_named(window: MainWindow, qtbot: QtBot) -> None:
    at_work(window).desk.do(AddUnit(player_id=2, name="将軍", size=1))
    with other_fonts() as give:
        give()
        panel = panel_of(window, qtbot)
        drawn(panel, qtbot)
        assert "将軍" in panel.choices.note.text()
        assert panel.choices.note.isVisible()


def test_the_pages_are_scrolled_by_keys(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    bar = panel.pages.verticalScrollBar()
    assert focus() is panel.pages
    press(Key.Key_Down)
    assert bar.value() > 0
    press(Key.Key_End)
    assert bar.value() == bar.maximum() > 0
    press(Key.Key_Home)
    assert bar.value() == 0
    press(Key.Key_End)
    panel.choices.scope._group.button(2).click()
    drawn(panel, qtbot)
    assert bar.value() == 0, "another report is read from its beginning"


def test_without_a_turn_there_is_nothing_to_draw(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with open_window(qtbot, theme, make_file(tmp_path / "new.brik", battle=False)) as window:
        press(Key.Key_5, CTRL)
        panel = at_work(window).view.panel("report")
        assert isinstance(panel, ReportPanel)
        qtbot.waitUntil(lambda: bool(panel.pages._words))
        assert panel.pages._words == "No turn has been played yet."
        assert not panel.choices.export.isEnabled()


def test_a_narrow_window_has_the_choices_above_the_pages(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window, qtbot)
    assert panel.choices.height() == panel.height()
    window.resize(800, 560)
    settle()
    assert panel.choices.width() == panel.width()
    assert panel.pages.y() >= panel.choices.height()
    assert panel.pages.height() > panel.height() // 3


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("scope", [0, 1, 2, 3])
def test_large_text_cuts_no_button_beside_the_pages(
    window: MainWindow, qtbot: QtBot, theme: Theme, scope: int
) -> None:
    panel = panel_of(window, qtbot)
    theme.set_scale(200)
    window.resize(1024, 768)
    panel.choices.scope.set_current(scope)
    panel.choices._chosen()
    settle()
    for button in (panel.choices.export, panel.choices.print):
        around = button.parentWidget()
        assert around is not None
        assert around.rect().contains(button.geometry()), button.text()
        assert button.height() >= button.sizeHint().height()
    theme.set_scale(100)


def test_the_copy_that_a_report_is_read_from_is_taken_away(
    window: MainWindow, qtbot: QtBot
) -> None:
    from brikdesk.reports.turn_and_battle import report_of_turn

    campaign = at_work(window).desk.campaign
    job = ReportJob(campaign, lambda copy: report_of_turn(copy, 1), "a4", window)
    folder = Path(job._folder.name)
    assert folder.exists()
    with qtbot.waitSignal(job.done):
        job.start()
    job.wait()
    assert not folder.exists()


def test_a_turn_too_long_for_its_box_ends_in_dots(qtbot: QtBot, theme: Theme) -> None:
    box = ElidedBox()
    qtbot.addWidget(box)
    box.addItem("Turn 6, Bureau of Unplanned Demolition")
    assert box.shown_words(1000) == "Turn 6, Bureau of Unplanned Demolition"
    assert box.shown_words(120).endswith("…")
    box.resize(120, 36)
    assert not box.grab().isNull()


def test_the_map_of_the_table_is_left_out_where_it_is_not_wanted(
    window: MainWindow, qtbot: QtBot
) -> None:
    at_work(window).desk.do(MoveUnit(unit_id=1, x=10, y=12))
    panel = panel_of(window, qtbot)
    assert "The table at this moment" in words_of(panel)
    panel.choices.with_map.click()
    drawn(panel, qtbot)
    assert "The table at this moment" not in words_of(panel)
    for scope, has_maps in ((1, False), (2, True), (3, False)):
        panel.choices.scope.set_current(scope)
        panel.choices._place()
        assert panel.choices.with_map.isVisible() is has_maps


def test_a_table_without_any_place_has_no_map_in_its_report(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert "The table" not in words_of(panel_of(window, qtbot))


@pytest.fixture
def told(qtbot: QtBot, theme: Theme, tmp_path: Path) -> Iterator[MainWindow]:
    write_sample(tmp_path / "sample.brik")
    with open_window(qtbot, theme, tmp_path / "sample.brik") as opened:
        yield opened


def story_of(window: MainWindow, qtbot: QtBot) -> ReportPanel:
    """Return the panel with the story of the battle, whose list has the focus."""
    panel = panel_of(window, qtbot)
    panel.show_story()
    drawn(panel, qtbot)
    panel.setFocus()
    settle()
    assert holds_focus(panel.story)
    return panel


def paragraph(panel: ReportPanel) -> str:
    index = panel.story.currentIndex()
    return str(index.data(Qt.ItemDataRole.AccessibleTextRole))


def test_a_paragraph_of_the_story_is_written_by_hand_and_taken_back(
    told: MainWindow, qtbot: QtBot
) -> None:
    panel = story_of(told, qtbot)
    for _ in range(4):
        press(Key.Key_Down)
    assert paragraph(panel).startswith(
        "Turn 3, Bureau of Unplanned Demolition. Lancer Scone was hit"
    )
    press(Key.Key_F2)
    sheet = next(each for each in told.findChildren(ActSheet) if each.isVisible())
    assert sheet.title() == "Turn 3, Bureau of Unplanned Demolition"
    press(Key.Key_A, CTRL)
    typed("A stapler flew.")
    press(Key.Key_Return, CTRL)
    drawn(panel, qtbot)
    assert paragraph(panel) == "Turn 3, Bureau of Unplanned Demolition. by hand. A stapler flew."
    words = words_of(panel)
    assert "A stapler flew." in words
    assert "Lancer Scone was hit" not in words.partition("The dead")[0]
    press(Key.Key_Z, CTRL)
    drawn(panel, qtbot)
    assert "Lancer Scone was hit" in paragraph(panel)


def test_a_paragraph_is_left_out_with_delete_and_taken_in_again(
    told: MainWindow, qtbot: QtBot
) -> None:
    panel = story_of(told, qtbot)
    before = paragraph(panel)
    press(Key.Key_Delete)
    drawn(panel, qtbot)
    assert ". left out. The referee ruled" in paragraph(panel)
    assert "The referee ruled" not in words_of(panel)
    press(Key.Key_Delete)
    drawn(panel, qtbot)
    assert paragraph(panel) == before
    assert "The referee ruled" in words_of(panel)


def test_a_paragraph_by_hand_says_so_when_the_log_tells_something_else(
    told: MainWindow, qtbot: QtBot
) -> None:
    panel = story_of(told, qtbot)
    press(Key.Key_End)
    assert panel.story.current is not None
    turn_id = panel.story.current.turn.turn_id
    desk = at_work(told).desk
    desk.do(TellTurn(turn_id=turn_id, words="Lemon fell.", by_log=panel.story.current.by_log))
    desk.do(Kill(unit_id=15, why="slipped"))
    drawn(panel, qtbot)
    said = paragraph(panel)
    assert "by hand. Lemon fell. The log tells now: " in said
    assert "Sir Crumpet died." in said


def test_the_story_is_for_battles_alone_and_keeps_its_keys(told: MainWindow, qtbot: QtBot) -> None:
    panel = story_of(told, qtbot)
    caps = [cap for cap, _ in panel.story.keys_now]
    assert caps == ["↑ ↓", "F2", "Delete"]
    panel.choices.choose_turn(1)
    assert panel.pages.isVisible()
    assert not panel.story.isVisible()
    assert not panel.choices.part.isVisible()


def test_right_after_handing_over_the_turn_that_has_ended_is_exported(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at_work(window).desk
    desk.do(EndTurn())
    offered: list[str] = []

    def choose(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        offered.append(Path(name).name)
        return str(tmp_path / "out.pdf"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    press(Key.Key_E, CTRL)
    qtbot.waitUntil(lambda: (tmp_path / "out.pdf").exists())
    words = " ".join(page.extract_text() for page in PdfReader(tmp_path / "out.pdf").pages)
    assert "Lady Jane" in words, "who joined in the turn that is over"
    assert offered == ["Turn 1.pdf"]
