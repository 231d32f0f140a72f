"""The referee's guide and the README: what they show, name and tell to type is there and works."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from brikdesk.store.campaign import Changes

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.cli import main
from brikdesk.store.act import act_from_data
from brikdesk.store.backups import backup_name, backups, default_backup_dir
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.log import log
from brikdesk.store.views.units import units
from tests.ui.window_scene import (
    CTRL,
    SHIFT,
    Key,
    at_work,
    make_file,
    open_window,
    own_folders,
    press,
    settle,
    typed,
)
from ui.campaign.places import campaigns_dir
from ui.forms.all_forms import ACT_FORMS
from ui.forms.sheet import Question
from ui.look.shortcuts import HELP, KEYS
from ui.look.theme import Look, Theme
from ui.models.commands import COMMANDS
from ui.models.queue import queue_of
from ui.parts.units import UNIT_ACTS
from ui.window.main_window import MainWindow
from ui.window.start_screen import DIGITS

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
TEXTS = {name: ROOT / name for name in ("README.md", "docs/guide.md")}
LARGEST_PICTURE = 200_000

BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
PROSE = BLOCK.sub("", GUIDE)
KEY = re.compile(
    r"(?:(?:Ctrl|Shift|Alt)\+)*"
    r"(?:[A-Z0-9/?+,-]|F\d+|plus|minus|Enter|Space|Tab|Esc|Backspace|Delete|Home|End"
    r"|Up|Down|Left|Right|Page Up|Page Down)"
)
SIGNS = {"⇧": "Shift", "←": "Left", "→": "Right", "↑": "Up", "↓": "Down"}
OF_THE_ATTACK = {"L"}
"""Keys that the status bar names where they work, and F1 does not."""
OF_SCIFI_ATTACKS = {"+", "V"}


def links(text: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(r"\]\(([^)\s]+)\)", text))


def anchors(text: str) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@cache
def keys_of_the_desk() -> frozenset[str]:
    caps = [cap for group in HELP for row in group.rows for cap in row.keys]
    helped = {"+".join(SIGNS.get(part, part) for part in cap.split()) for cap in caps}
    helped |= {cap for cap in caps if cap.startswith("Page")}
    commands = {key.replace("Return", "Enter") for keys in KEYS.values() for key in keys}
    units = {act.key.replace("Del", "Delete") for act in UNIT_ACTS if act}
    ranges = {*"0123456789", *"ABCDE", "+", "-"}
    return frozenset(
        {*helped, *commands, *units, *ranges, *DIGITS, *OF_THE_ATTACK, *OF_SCIFI_ATTACKS}
    )


@cache
def words_of_the_window() -> str:
    files = sorted((ROOT / "ui").rglob("*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_leads_somewhere(name: str) -> None:
    file = TEXTS[name]
    text = file.read_text(encoding="utf-8")
    for link in links(text):
        place, _, anchor = link.partition("#")
        assert (file.parent / place).exists() if place else True, link
        if anchor:
            there = (file.parent / place).read_text(encoding="utf-8") if place else text
            assert anchor in anchors(there), link


def test_the_readme_leads_to_the_guide() -> None:
    assert "docs/guide.md" in set(links(TEXTS["README.md"].read_text(encoding="utf-8")))


def test_every_picture_is_shown_and_none_is_heavy() -> None:
    shown = {
        (file.parent / link).resolve()
        for file in TEXTS.values()
        for link in links(file.read_text(encoding="utf-8"))
        if link.endswith(".png")
    }
    assert shown == {file.resolve() for file in PICTURES.iterdir()}
    for file in shown:
        assert not QImage(str(file)).isNull(), file.name
        assert file.stat().st_size < LARGEST_PICTURE, file.name


def test_every_key_is_one_that_the_desk_has() -> None:
    named = {code for code in re.findall(r"`([^`]+)`", PROSE) if KEY.fullmatch(code)}
    assert len(named) > 60
    assert named - keys_of_the_desk() == set()


def test_every_menu_entry_is_there() -> None:
    entries = {(row.menu, row.words.rstrip("…")) for row in COMMANDS} | {
        ("Edit", "Undo list"),
        ("File", "Open recent"),
    }
    named = set(re.findall(r"\*\*(\w+) > ([^*]+)\*\*", PROSE))
    assert len(named) >= 5
    assert named - entries == set()


def test_every_form_is_there() -> None:
    titles = {form.title for form in ACT_FORMS.values()}
    named = set(re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", PROSE))
    assert len(named) >= 15
    assert named - titles == set()


def test_every_button_and_page_that_is_named_is_there() -> None:
    bold = {words.replace("\n", " ") for words in re.findall(r"\*\*([^*]+)\*\*", PROSE)}
    named = {words for words in bold if ">" not in words and not words.endswith(".")}
    assert len(named) >= 12
    known = words_of_the_window()
    missing = {words for words in named if not re.search(rf'"{re.escape(words)}["…]', known)}
    missing -= {words for words in named if f'"{words.lower()}"' in known}
    assert missing == set()


def test_every_command_line_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "data"))
    blocks = BLOCK.findall(GUIDE)
    (act,) = (code for kind, code in blocks if kind == "json")
    Path("note.json").write_text(act, encoding="utf-8")
    lines = [line for kind, code in blocks if kind == "sh" for line in code.splitlines()]
    assert len(lines) > 10
    for line in lines:
        program, *arguments = shlex.split(line, comments=True)
        assert program == "brikdesk"
        assert main(arguments) == 0, (line, capsys.readouterr().err)
    assert Path("turn.pdf").read_bytes().startswith(b"%PDF")
    capsys.readouterr()
    assert main(["agenda", "sample.brik", "--json"]) == 0
    assert main(["check", "club.brik"]) == 0


def test_the_readmes_command_lines_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BRIKDESK_DATA_DIR", str(tmp_path / "data"))
    Path("act.json").write_text('{"act": "AddNote", "text": "Tea."}', encoding="utf-8")
    lines = re.findall(r"^\./dev run (\w.+)$", TEXTS["README.md"].read_text(), re.MULTILINE)
    assert len(lines) > 5
    for line in lines:
        assert main(shlex.split(line, comments=True)) == 0, (line, capsys.readouterr().err)


# --- what it promises of a first start, a turn and a file, done in the real window ---------------


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    worn = Theme(Look.DARK, 100, qapp)
    worn.dress(qapp)
    return worn


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    own_folders(tmp_path, monkeypatch)
    return make_file(tmp_path / "club.brik")


def asked(window: MainWindow) -> Question:
    """Return the question that stands in the window."""
    found = [each for each in window.findChildren(Question) if each.isVisible()]
    assert len(found) == 1
    return found[0]


def answers(question: Question) -> list[str]:
    return [button.text() for button in question.buttons]


def test_1_opens_the_sample_and_makes_it_anew_when_its_file_was_deleted(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own_folders(tmp_path, monkeypatch)
    with open_window(qtbot, theme) as window:
        for _ in range(2):
            typed("1")
            qtbot.waitUntil(lambda: window.at_work is not None)
            settle()
            work = at_work(window)
            path = work.desk.path
            assert path.parent == campaigns_dir()
            assert work.view.heading.head.number == 6
            window.close_campaign()
            path.unlink()


def test_the_places_are_where_the_guide_says(qtbot: QtBot, theme: Theme, file: Path) -> None:
    with open_window(qtbot, theme, file) as window:
        work = at_work(window)
        press(Key.Key_2, CTRL)
        typed("n")
        assert work.view.side.aside == "unit_editor"
        typed("Sir Bob")
        press(Key.Key_Return, CTRL)
        (bob,) = work.desk.read(units)
        assert bob.name == "Sir Bob"


def test_a_turn_is_ended_and_handed_over_with_enter(qtbot: QtBot, theme: Theme, file: Path) -> None:
    with open_window(qtbot, theme, file) as window:
        work = at_work(window)
        note = {"act": "AddNote", "text": "Tea", "due_number": 1, "player_id": 1, "edge": "end"}
        assert isinstance(work.desk.do(act_from_data(note)), Changes)
        queue_of(work.desk, work.hub).rest = 0  # both Enters are meant
        press(Key.Key_Return, CTRL | SHIFT)
        assert work.view.heading.queue.phase == "END"
        press(Key.Key_Return, CTRL | SHIFT)
        assert "1 step is left" in work.view.status.words()
        press(Key.Key_Return)
        press(Key.Key_Return)
        active = work.view.heading.head.active
        assert active is not None
        assert active.name == "Ben"


def test_a_damaged_file_stays_and_enter_opens_its_backup_beside_it(
    qtbot: QtBot, theme: Theme, file: Path
) -> None:
    Campaign.open(file).close()
    broken = file.read_bytes()[:-5000]
    file.write_bytes(broken)
    with open_window(qtbot, theme) as window:
        window.open_path(file)
        settle()
        assert answers(asked(window)) == ["Open the backup", "Salvage into a new file…", "Close"]
        press(Key.Key_Return)
        qtbot.waitUntil(lambda: window.at_work is not None)
        assert at_work(window).desk.path.name == "club from backup.brik"
    assert file.read_bytes() == broken


def test_a_second_window_watches_and_follows(qtbot: QtBot, theme: Theme, file: Path) -> None:
    with Campaign.open(file) as played, open_window(qtbot, theme) as window:
        window.open_path(file)
        settle()
        assert answers(asked(window)) == ["Watch only", "Take over", "Close"]
        press(Key.Key_Return)
        qtbot.waitUntil(lambda: window.at_work is not None)
        desk = at_work(window).desk
        assert desk.read_only
        assert "Tea" not in notes(desk.campaign)
        played.do(AddNote(text="Tea"))
        desk.look_at_the_file()
        assert "Tea" in notes(desk.campaign)


def notes(campaign: Campaign) -> str:
    return " ".join(str(entry) for entry in campaign.read(log))


def test_a_backup_that_is_copied_to_the_campaigns_can_be_played_on(
    qtbot: QtBot, theme: Theme, file: Path
) -> None:
    with Campaign.open(file) as played:
        played.do(AddNote(text="Tea"))
        before = played.digest()
    newest = backups(default_backup_dir(), backup_name(file))[0]
    copy = file.with_name("again.brik")
    shutil.copy(newest.path, copy)
    with open_window(qtbot, theme, copy) as window:
        assert at_work(window).desk.campaign.digest() == before
        assert not at_work(window).desk.read_only
