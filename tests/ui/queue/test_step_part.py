"""The dice that a form asks for: with several who throw each box says whose it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.attack.aim import Aim, Mode, Strike
from brikdesk.acts.attack.attack import Attack
from tests.ui.attack.attack_scene import Table, set_table
from ui.campaign.desk import Desk
from ui.forms.step_part import StepPart
from ui.look.theme import Theme


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = set_table(tmp_path / "attack.brik")
    yield made
    made.campaign.close()


@pytest.fixture
def desk(table: Table, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(table.campaign, lambda sides: 2)
    yield made
    made.deleteLater()


@pytest.fixture
def part(qtbot: QtBot, theme: Theme, desk: Desk) -> Iterator[StepPart]:
    host = QWidget()
    qtbot.addWidget(host)
    made = StepPart(theme, desk)
    QVBoxLayout(host).addWidget(made)
    host.show()
    yield made
    host.close()


def spray(part: StepPart, table: Table, *names: str) -> None:
    """Ask for the dice of an arc at some units."""
    strike = Strike(
        by_id=table.units["Rifle Rosa"], name="Hose", use=3, range=12.0, damage="1d6",
        mode=Mode.ARC, count=2,
    )  # fmt: skip
    aims = tuple(Aim(unit_id=table.units[name]) for name in names)
    attack = Attack(strikes=(strike,), aims=aims, overruled=frozenset({"8.3-05"}))
    assert part.ask(attack) == ""


def test_dice_of_several_say_whose_they_are(part: StepPart, table: Table) -> None:
    spray(part, table, "Squire Tile", "Sister Underfoot")
    part.roll()
    slots = part.dice.slots()[:2]
    assert [slot.label for slot in slots] == ["Action ST", "Action SU"]
    assert [slot.name for slot in slots] == ["Action, Squire Tile", "Action, Sister Underfoot"]


def test_dice_of_one_alone_do_not_repeat_its_name(part: StepPart, table: Table) -> None:
    spray(part, table, "Squire Tile")
    assert [slot.label for slot in part.dice.slots()] == ["Action"]
