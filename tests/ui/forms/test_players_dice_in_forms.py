"""Dice in forms come as their player likes, and there is a form that says how."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from brikdesk.acts.campaign.setup import SetDice
from brikdesk.dice import DiceFor, DiceWay, Face, Origin
from brikdesk.store.views.campaign_and_battle import players, ways_of_dice
from brikdesk.store.views.units import units
from tests.ui.forms.sheet_scene import Opener, answer, field
from tests.ui.roster_scene import HERO
from ui.campaign.desk import Desk
from ui.forms.answers import DiceAnswer
from ui.forms.form_sheet import ActSheet
from ui.widgets.dice import DiceRow

K = Qt.Key


def owner(desk: Desk) -> tuple[int, str]:
    """Return the player of the hero: key and name."""
    player_id = next(row.player_id for row in desk.read(units) if row.id == HERO)
    assert player_id is not None
    return player_id, next(row.name for row in desk.read(players) if row.id == player_id)


def beside(row: DiceRow) -> str:
    return row.whose


def ways(sheet: ActSheet) -> Mapping[str, Any]:
    assert sheet.body is not None
    values = sheet.body.values()
    return {kind.name: values[kind.name.lower()] for kind in DiceFor}


def test_a_sprint_is_rolled_as_soon_as_it_is_asked_for(opened: Opener, desk: Desk) -> None:
    player, name = owner(desk)
    desk.do(SetDice(player_id=player, other=DiceWay.ROLLED))
    sheet = opened("SprintUnit", HERO)
    rolled = sheet.step.dice.faces()
    assert rolled
    assert all(face is not None and face.origin is Origin.ROLLED for face in rolled)
    assert beside(sheet.step.dice) == f"{name}'s dice: rolled here"
    sheet.close_sheet()
    assert opened("SprintUnit", HERO).step.dice.faces() == rolled


def test_a_typed_sprint_is_rolled_when_space_is_pressed_twice(opened: Opener, desk: Desk) -> None:
    player, name = owner(desk)
    desk.do(SetDice(player_id=player, other=DiceWay.TYPED))
    said: list[str] = []
    opened.hub.remarked.connect(said.append)
    sheet = opened("SprintUnit", HERO)
    sheet.step.roll()
    assert said == [f"{name} types the dice: digits enter them. Space once more rolls them."]
    assert not any(sheet.step.dice.faces())
    sheet.step.roll()
    assert all(sheet.step.dice.faces())


def test_faces_that_a_form_asks_by_number_are_rolled_too(opened: Opener, desk: Desk) -> None:
    player, name = owner(desk)
    desk.do(SetDice(player_id=player, other=DiceWay.ROLLED))
    sheet = opened("FireDamage", HERO)
    assert sheet.body is not None
    faces = sheet.body.answers["faces"]
    assert isinstance(faces, DiceAnswer)
    assert faces.row.faces() == (Face(3, Origin.ROLLED),)
    assert beside(faces.row) == f"{name}'s dice: rolled here"
    faces.count.setText("2")
    faces.count.textEdited.emit("2")
    assert faces.row.faces() == (Face(3, Origin.ROLLED),) * 2
    assert faces.value() == [{"face": 3, "origin": "rolled"}] * 2
    QTest.keyClick(faces.row, K.Key_Backspace)
    QTest.keyClick(faces.row, K.Key_1)
    assert Face(1, Origin.CHANGED) in faces.row.faces()


def test_the_form_shows_what_each_player_has_said(opened: Opener, desk: Desk) -> None:
    player, _ = owner(desk)
    other = next(row.id for row in desk.read(players) if row.id != player)
    desk.do(SetDice(player_id=other, armor=DiceWay.TYPED))
    sheet = opened("SetDice", player_id=player)
    assert set(ways(sheet).values()) == {"asked"}
    answer(sheet, "player_id", other)
    assert ways(sheet) == {**dict.fromkeys(ways(sheet), "asked"), "ARMOR": "typed"}
    answer(sheet, "hit", "rolled")
    sheet.submit()
    assert desk.read(ways_of_dice) == {
        (other, DiceFor.ARMOR): DiceWay.TYPED,
        (other, DiceFor.HIT): DiceWay.ROLLED,
    }
    assert field(sheet, "hit") is not None
