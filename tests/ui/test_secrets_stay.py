"""Nothing that players may not know leaves the window, unless it is asked for by name.

The ways out are those of the menu (SHARED), the report, the players' window, titles, names of files and
the clipboard. The files of the source that open one of these doors are listed: a new one is noticed.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.reports.files import file_name
from brikdesk.reports.pdf_pages import render
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from tests.planted import betrayed, plant, words_in
from tests.ui.players.players_scene import read_out, words_of
from tests.ui.window_scene import at_work, open_window, settle
from ui.look.theme import Theme
from ui.models.log import REFUSED, copying_of
from ui.panels.report import ReportChoices
from ui.window.campaign_at_work import SECRET, SHARED
from ui.window.main_window import MainWindow

pytestmark = pytest.mark.thorough(every=2)

ROOT = Path(__file__).parents[2]
EVERY = [(name, kind) for name, (_, kinds) in SHARED.items() for kind in kinds]

DOORS = {
    "getSaveFileName": {
        "ui/window/campaign_at_work.py", "ui/panels/report.py", "ui/window/armies.py",
        "ui/panels/map/drawing.py", "ui/panels/rule_and_why.py",
        # The campaign itself, or a new one.
        "ui/window/lost_file.py", "ui/dialogs/new_campaign.py",
    },
    "clipboard()": {
        "ui/models/log.py",
        "ui/parts/rows_view.py",  # tables with secrets ask `Copying`
        "ui/panels/map/measuring.py", "ui/dialogs/league.py",  # figures, names and points
        "ui/forms/sheet.py",  # where the program failed
    },
    "setWindowTitle": {"ui/window/main_window.py", "ui/panels/players.py"},
    "QPrinter(": {"ui/panels/report.py"},
}  # fmt: skip
"""What leads out of the window, and where it is used."""


def test_no_other_place_leads_out_of_the_window() -> None:
    for door, known in DOORS.items():
        found = {
            path.relative_to(ROOT).as_posix()
            for path in ROOT.glob("ui/**/*.py")
            if re.search(rf"\b{re.escape(door)}", path.read_text())
        }
        assert found == known, door


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, sample: Path) -> Iterator[MainWindow]:
    """Open the sample campaign with secrets of every kind."""
    with Campaign.open(sample) as game:
        plant(game)
    with open_window(qtbot, theme, sample) as made:
        yield made


def test_every_kind_of_file_of_the_menu(window: MainWindow, tmp_path: Path) -> None:
    desk = at_work(window).desk
    for name, kind in EVERY:
        out = tmp_path / f"{name}{kind.suffix}"
        kind.draw(desk.campaign, out, desk.path, lambda done, total: None, lambda: False)
        told = {word for each in tmp_path.glob(f"{name}*") for word in betrayed(words_in(each))}
        for each in tmp_path.glob(f"{name}*"):
            each.unlink()
        assert bool(told) == (SECRET in kind.words), (kind.words, told)


def test_file_names_and_titles(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    work, offered = at_work(window), list[str]()

    def chosen(_parent: object, title: str, name: str, kinds: str) -> tuple[str, str]:
        offered.extend((title, name, kinds))
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", chosen)
    for name in SHARED:
        window.commands[name].trigger()
    assert len(offered) == 3 * len(SHARED)
    window.commands["players"].trigger()
    settle()
    players = work.second.window
    assert players is not None
    assert betrayed([*offered, window.windowTitle(), players.windowTitle()]) == []
    assert betrayed(words_of(players) + read_out(players)) == []


def test_the_report_is_for_players_until_its_box_is_ticked(window: MainWindow) -> None:
    work = at_work(window)
    work.hub.workspace_asked.emit("report")
    settle()
    (choices,) = window.findChildren(ReportChoices)
    for place in range(3):
        choices.scope.set_current(place)
        told = {}
        for secret in (False, True):
            choices.with_secrets.setChecked(secret)
            gather = choices.gather()
            assert gather is not None
            data = gather(work.desk.campaign)
            assert betrayed(file_name(data)) == []
            pdf = Path(work.desk.path.with_name("report.pdf"))
            pdf.write_bytes(render(data))
            told[secret] = betrayed(words_in(pdf))
        assert told[False] == []
        assert told[True], "ticked, it tells them"


def test_a_secret_is_copied_when_it_is_asked_for_twice(window: MainWindow) -> None:
    desk, heard = at_work(window).desk, list[str]()
    desk.said.connect(heard.append)
    clipboard, copying = QGuiApplication.clipboard(), copying_of(desk)
    secret = [each for each in desk.read(log) if "Honey snare" in each.words][-1]
    note = [each for each in desk.read(log) if "Ring the bell" in each.words][-1]
    public = next(each for each in desk.read(log) if not betrayed(each.words))
    copying.copy_line(public)
    assert clipboard.text() == public.words
    for entry in (secret, note):
        copying.copy_line(entry)
        assert (clipboard.text(), heard[-1]) == (public.words, REFUSED)
    copying.copy_line(note)
    assert clipboard.text() == note.words
    copying.copy("Honey snare\tFaction")
    assert clipboard.text() == note.words
    copying.copy("Honey snare\tFaction")
    assert clipboard.text() == "Honey snare\tFaction"
