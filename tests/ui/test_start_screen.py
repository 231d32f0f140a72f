import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from brikdesk.turns.secrets import players_view
from tests.ui.window_scene import (
    Key,
    at_work,
    focus,
    make_file,
    open_window,
    press,
    settle,
)
from ui.campaign.places import (
    Dot,
    SmallTable,
    campaigns_dir,
    day_and_time,
    file_name,
    free_path,
    saved_words,
    shown_path,
)
from ui.campaign.settings import EMPTY, MOST_RECENT, Recent, Remembered
from ui.look.theme import Theme
from ui.widgets.start_rows import RecentRow
from ui.window.main_window import MainWindow
from ui.window.opening import SampleJob
from ui.window.start_screen import CHOICES, StartScreen

pytestmark = pytest.mark.thorough(every=3)


@pytest.fixture
def screen(qtbot: QtBot, theme: Theme, tmp_path: Path) -> StartScreen:
    recent = [
        Recent(str(tmp_path / "a.brik"), "The Crumbledown Affair", "Turn 6", ("sky",), ""),
        Recent(str(tmp_path / "b.brik"), "Battle of the Bath Mat", "Turn 11", (), ""),
    ]
    made = StartScreen(theme, recent)
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


def chosen_by(screen: StartScreen, qtbot: QtBot, key: Qt.Key) -> str:
    with qtbot.waitSignal(screen.chosen) as heard:
        QTest.keyClick(screen, key)
    return str(heard.args[0])


def test_one_two_and_three_begin(screen: StartScreen, qtbot: QtBot) -> None:
    assert chosen_by(screen, qtbot, Qt.Key.Key_1) == "sample"
    assert chosen_by(screen, qtbot, Qt.Key.Key_2) == "new"
    assert chosen_by(screen, qtbot, Qt.Key.Key_3) == "open"


def test_up_down_and_enter_go_through_all_rows(
    screen: StartScreen, qtbot: QtBot, tmp_path: Path
) -> None:
    screen.take_focus()
    assert screen.rows[len(CHOICES)].hasFocus(), "the newest file is the usual answer"
    press(Qt.Key.Key_Down)
    with qtbot.waitSignal(screen.file_chosen) as heard:
        press(Qt.Key.Key_Return)
    assert heard.args == [str(tmp_path / "b.brik")]
    for _ in range(9):
        press(Qt.Key.Key_Up)
    assert screen.rows[0].hasFocus()
    with qtbot.waitSignal(screen.chosen) as heard:
        press(Qt.Key.Key_Return)
    assert heard.args == ["sample"]


def test_on_the_first_start_there_is_no_recent_list(qtbot: QtBot, theme: Theme) -> None:
    screen = StartScreen(theme)
    qtbot.addWidget(screen)
    assert len(screen.rows) == len(CHOICES)
    words = [label.text() for label in screen.findChildren(type(screen._motto))]
    assert "Recent" not in words


def test_a_row_says_name_turn_and_place_to_a_screen_reader(screen: StartScreen) -> None:
    words = screen.rows[len(CHOICES)].accessibleName()
    assert words.startswith("The Crumbledown Affair, Turn 6, ")


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("size", [(1440, 900), (800, 560)])
@pytest.mark.parametrize("scale", [80, 200])
def test_every_row_keeps_its_size_at_any_width(
    screen: StartScreen, size: tuple[int, int], scale: int
) -> None:
    screen.theme.set_scale(scale)
    screen.resize(*size)
    settle()
    for row in screen.rows:
        assert row.height() >= row.sizeHint().height()
        assert row.width() <= size[0]


@pytest.mark.thorough(but=1)
def test_the_sample_is_played_once_and_opened_from_there(qtbot: QtBot, theme: Theme) -> None:
    with open_window(qtbot, theme) as window:
        press(Key.Key_1)
        qtbot.waitUntil(lambda: window.at_work is not None)
        made = at_work(window).desk.path
        assert made.parent == campaigns_dir()
        assert at_work(window).view.heading.queue.turn_id > 0
        stamp = made.stat().st_ino
        window.close_campaign()
        window.open_sample()
        qtbot.waitUntil(lambda: window.at_work is not None)
        assert at_work(window).desk.path == made
        assert made.stat().st_ino == stamp
        assert [path.name for path in campaigns_dir().glob("*.brik")] == [made.name]


@pytest.mark.thorough(
    witness="tests/ui/test_start_screen.py::test_the_sample_is_played_once_and_opened_from_there"
)
@pytest.mark.parametrize("wanted", [[True, False], [False, True], [True, True]])
def test_the_sample_that_was_asked_for_last_is_opened(
    qtbot: QtBot, theme: Theme, wanted: list[bool]
) -> None:
    with open_window(qtbot, theme) as window:
        for scifi in wanted:
            window.open_sample(scifi)
        qtbot.waitUntil(lambda: window.at_work is not None)
        assert ("SCIFI" in at_work(window).games) is wanted[-1]
        assert not any(job.isRunning() for job in window.findChildren(SampleJob))


def test_a_file_that_is_opened_while_a_sample_is_made_stays_open(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "campaign.brik")
    with open_window(qtbot, theme) as window:
        window.open_sample()
        window.open_path(file)
        qtbot.waitUntil(lambda: not window.findChildren(SampleJob))
        settle()
        assert at_work(window).desk.path == file


def test_a_sample_that_cannot_be_written_is_told(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.forms.sheet import Question

    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    monkeypatch.setenv("BRIKDESK_CAMPAIGNS_DIR", str(blocked / "below"))
    with open_window(qtbot, theme) as window:
        window.open_sample()
        qtbot.waitUntil(lambda: bool(window.findChildren(Question)))
        assert "cannot be written" in window.findChildren(Question)[0].words


def test_a_campaign_that_was_open_leads_the_recent_files(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    file = make_file(tmp_path / "campaign.brik")
    with open_window(qtbot, theme, file) as window:
        window.close_campaign()
        settle()
        row = window.start.rows[len(CHOICES)]
        assert row.accessibleName().startswith("Test of Strength, Turn 1, Amber Army to play")
        assert focus() is row
        press(Key.Key_Return)
        assert at_work(window).desk.path == file


def test_closing_leaves_nothing_but_the_file(qtbot: QtBot, theme: Theme, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    file = make_file(folder / "campaign.brik")
    with open_window(qtbot, theme, file) as window:
        assert isinstance(window, MainWindow)
    assert [path.name for path in folder.iterdir()] == ["campaign.brik"]
    with Campaign.open(file) as campaign:
        assert not campaign.read_only


def test_only_files_that_are_still_there_are_recent(tmp_path: Path) -> None:
    remembered = Remembered(tmp_path)
    for number in range(MOST_RECENT + 3):
        path = tmp_path / f"{number}.brik"
        path.touch()
        remembered.add_recent(path, f"Campaign {number}")
    (tmp_path / "9.brik").unlink()
    names = [recent.name for recent in remembered.recent]
    assert names[0] == f"Campaign {MOST_RECENT + 2}"
    assert "Campaign 9" not in names
    assert len(names) == MOST_RECENT - 1


@pytest.mark.parametrize("words", ["", "[", "{}", '[{"path": 3, "shoe": 1}]', "[[1]]", "null"])
def test_settings_that_cannot_be_read_are_as_on_the_first_day(tmp_path: Path, words: str) -> None:
    remembered = Remembered(tmp_path)
    remembered._file.set("recent", words)
    remembered._file.set("look", words)
    remembered._file.set("text_size", words)
    assert remembered.recent == ()
    assert remembered.look == "system"
    assert remembered.scale == 100


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("The Crumbledown Affair", "The Crumbledown Affair"),
        ("a/b:c*?", "a b c"),
        ("CON", "_CON"),
        ("..", "Campaign"),
        ("", "Campaign"),
        ("trailing dot.", "trailing dot"),
        ("x" * 200, "x" * 60),
    ],
)
def test_a_name_becomes_a_file_name_that_every_system_takes(name: str, file: str) -> None:
    assert file_name(name) == file


def test_a_free_path_never_hits_a_file(tmp_path: Path) -> None:
    (tmp_path / "War.brik").touch()
    (tmp_path / "War 2.brik").touch()
    assert free_path(tmp_path, "War") == tmp_path / "War 3.brik"


def test_moments_and_folders_are_told_as_people_do() -> None:
    from datetime import datetime, timedelta

    now = datetime.now().astimezone().replace(hour=12)
    assert day_and_time(now.isoformat()) == "today 12:00"[:5] + f" {now:%H:%M}"
    assert day_and_time((now - timedelta(days=1)).isoformat()).startswith("yesterday ")
    assert day_and_time("2019-05-02T10:00:00+00:00") == "2 May 2019"
    assert day_and_time("rubbish") == ""
    assert shown_path(Path.home() / "games" / "a.brik") == str(Path("~/games/a.brik"))
    assert saved_words(Path.home() / "games" / "a.pdf") == f"Saved a.pdf in {Path('~/games')}."
    deep = Path.home().joinpath(
        "a rather long name", "and one more folder", "turns", "of May", "a.pdf"
    )
    assert saved_words(deep) == f"Saved a.pdf in {Path('…/turns/of May')}."


def test_a_recent_campaign_shows_its_table_without_what_is_secret(
    qtbot: QtBot, theme: Theme, tmp_path: Path, sample: Path
) -> None:
    with open_window(qtbot, theme, sample) as window:
        assert isinstance(window, MainWindow)
        seen = at_work(window).desk.read(players_view)
        window.close_campaign()
        settle()
        (recent,) = window.remembered.recent
        assert recent.table.depth == pytest.approx(seen.ground.depth / seen.ground.width, abs=0.001)
        assert len(recent.table.dots) == sum(unit.x is not None for unit in seen.units)
        row = window.start.rows[-1]
        assert isinstance(row, RecentRow)
        picture = row.grab().toImage()
        shades = {picture.pixelColor(x, y).name() for x in range(12, 76) for y in range(10, 58)}
        assert {theme.color(dot.colour).name() for dot in recent.table.dots} <= shades


@pytest.mark.parametrize(
    "table", [None, 3, [], [1], [0.7, [[1, 2]]], [0.7, [["a", 1, 1, "sky"]]], [-1, []], ["x", {}]]
)
def test_a_picture_that_cannot_be_read_is_left_out(tmp_path: Path, table: object) -> None:
    path = tmp_path / "a.brik"
    path.touch()
    remembered = Remembered(tmp_path)
    remembered._file.set("recent", json.dumps([{"path": str(path), "name": "A", "table": table}]))
    (recent,) = remembered.recent
    assert (recent.name, recent.table) == ("A", EMPTY)


def test_opened_again_a_campaign_keeps_its_picture_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "a.brik"
    path.touch()
    remembered = Remembered(tmp_path)
    picture = SmallTable(0.75, (Dot(0.5, 0.5, 0.1, "sky"),))
    remembered.add_recent(path, "A", table=picture)
    remembered.add_recent(path, "A")
    assert remembered.recent[0].table == picture
