"""The referee's guide and the README: what they show, name and tell to type is there and works."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from brikdesk.cli import main
from ui.commands import COMMANDS
from ui.dialogs.forms import ACT_FORMS
from ui.panels.units.unit_act import UNIT_ACTS
from ui.shortcuts import HELP, KEYS
from ui.start_screen import DIGITS

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
    entries = {(row.menu, row.words.rstrip("…")) for row in COMMANDS} | {("Edit", "Undo list")}
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
