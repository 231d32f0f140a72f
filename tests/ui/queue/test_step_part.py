"""The dice that a form asks for: with several who throw each box says whose it is."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.weapons.weapons import AddWeapon
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


@pytest.fixture
def keg(desk: Desk) -> Detonate:
    """Return that a Keg X2 goes off 1.5 inches from Squire Tile, with both of its dice."""
    desk.do(AddExplosive(name="Keg", explosive_size=2, x=16.5, y=7.5))
    return Detonate(explosive_id=1, faces=(), choices={})


def explode(part: StepPart, keg: Detonate) -> tuple[int | None, ...]:
    """Ask for the explosion, roll it, and return who is caught."""
    assert part.ask(keg) == ""
    part.roll()
    act = part.act
    assert isinstance(act, Detonate)
    return tuple(each.unit_id for each in act.caught)


@pytest.mark.rule("8.4-24", "8.4-29")
def test_an_explosion_of_a_form_takes_whom_the_map_has_within_reach(
    part: StepPart, table: Table, keg: Detonate
) -> None:
    tile, opinion = table.units["Squire Tile"], table.units["Second Opinion"]
    assert explode(part, keg) == (tile, opinion)
    assert part.caught.isVisible()
    assert part.caught.row(tile).distance.value() == 1.5


def test_who_is_within_reach_in_a_form_is_taken_out_and_added_by_hand(
    part: StepPart, table: Table, keg: Detonate
) -> None:
    tile, lancer = table.units["Squire Tile"], table.units["Lost Lancer"]
    explode(part, keg)
    part.caught.row(tile).spared()
    assert isinstance(part.act, Detonate)
    assert tile not in [each.unit_id for each in part.act.caught]
    part.caught.add.click()
    assert part.picks.isVisible()
    part.picks.picked.emit(lancer)
    row = part.caught.row(lancer)
    row.distance.setText("3")
    row.distance.textEdited.emit("3")
    assert isinstance(part.act, Detonate)
    first, *_ = part.act.caught
    assert (first.unit_id, first.distance) == (lancer, 3)


def test_another_explosive_begins_with_nobody_said(
    part: StepPart, table: Table, keg: Detonate
) -> None:
    tile = table.units["Squire Tile"]
    explode(part, keg)
    part.caught.row(tile).spared()
    part.ask(None)
    assert tile in explode(part, keg)


@pytest.mark.rule("5.2-51", "F.1-71")
def test_who_holds_a_shield_is_asked_whether_he_parries_an_explosion(
    part: StepPart, desk: Desk, table: Table, keg: Detonate
) -> None:
    tile = table.units["Squire Tile"]
    desk.do(AddWeapon(unit_id=tile, preset="W-13", kind="Melee Shield"))
    explode(part, keg)
    assert part.waits_for() == "Tomasz: does Squire Tile parry Keg?"
    assert not part.complete
    # The letter of the second answer: he parries, and his die is asked for.
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_B, Qt.KeyboardModifier.NoModifier, "b")
    assert part.take_key(pressed)
    assert "Parry, Squire Tile" in [slot.name for slot in part.dice.slots()]
