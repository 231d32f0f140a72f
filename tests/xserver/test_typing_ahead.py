"""What is typed while the desk is at work comes when it is done."""

from pathlib import Path

import pytest

from tests.xserver.conftest import Run


@pytest.mark.parametrize("key", ["Ctrl+3", "Ctrl+2"])
def test_a_command_pressed_while_steps_go_by_themselves_is_not_lost(
    run: Run, sample: Path, key: str
) -> None:
    with run(sample) as desk:  # its first steps need no dice: they follow each other at once
        desk.key(key)
        wanted = {"Ctrl+3": "ledger", "Ctrl+2": "units"}[key]
        assert desk.see("work().view.workspace") == wanted
        assert desk.see("focus_wrong()") == ""


def test_letters_after_ctrl_enter_are_the_name_of_the_next_unit(run: Run, sample: Path) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+2", "n")
        desk.hands.type("First")
        desk.hands.key("Ctrl+Enter")
        desk.hands.type("nabcdefghij")
        desk.settle()
        assert desk.see("focus().accessibleName()") == "Name"
        assert desk.see("focus().text()") == "abcdefghij"


def test_letters_after_ctrl_enter_in_a_form_go_to_where_it_was_opened(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+2")
        desk.see("work().hub.select_unit(1)")
        desk.key("i")
        assert desk.see("work().view.open_sheet() is not None")
        desk.hands.key("Ctrl+Enter")
        desk.hands.type("nabcdefghij")
        desk.settle()
        assert desk.see("work().view.open_sheet()") is None
        assert desk.see("focus().text()") == "abcdefghij"


def test_a_list_takes_the_line_that_is_highlighted_by_key_and_by_mouse(
    run: Run, sample: Path
) -> None:
    with run(sample) as desk:
        desk.key("Ctrl+2", "n")
        desk.until("focus().accessibleName() == 'Name'")
        desk.key("Alt+p")
        before = desk.see("focus().currentIndex()")
        desk.key("Space", "Down", "Down", "Enter", "Alt+p")
        assert desk.see("focus().currentIndex()") == before + 2
        desk.key("Space", "Down")
        row = f"focus().visualRect(focus().model().index({before + 3}, 0)).center()"
        desk.click(
            *desk.see(f"(lambda at: [at.x(), at.y()])(focus().viewport().mapToGlobal({row}))")
        )
        desk.key("Alt+p")
        assert desk.see("focus().currentIndex()") == before + 3
