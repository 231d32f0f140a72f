"""The sheet of Launch: the weapon an attack would use, what it has loaded, its Range."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from sqlmodel import select

from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Projectile
from brikdesk.store.views.armory import controls, weapons
from brikdesk.turns import ledger
from tests.ui.roster_scene import ANN, CANNON, SCOUT, do, make_roster
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.all_forms import ACT_FORMS
from ui.forms.answers import PickAnswer
from ui.forms.form_sheet import ActSheet, show_form
from ui.look.theme import Theme

TRUCK = 11


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    """Yield the roster with a truck whose Launcher (Range 18") holds Missiles X2; a Scout mans it."""
    campaign = make_roster(tmp_path / "roster.brik")
    do(
        campaign, "AddUnit", name="Truck", player_id=ANN, kind="Vehicle", size=4, armor="2d10",
        weapons=[{"kind": "Launcher", "size": 3, "name": "Tube"}],
        racks=[{"name": "Battery", "battery": True, "weapon": 0,
                "rounds": [{"name": "Missile", "explosive_size": 2, "count": 3}]}],
    )  # fmt: skip
    made = Desk(campaign)
    yield made
    made._watch.stop()
    campaign.close()


def opened(theme: Theme, desk: Desk, qtbot: QtBot, unit_id: int | None) -> ActSheet:
    host = QWidget()
    QVBoxLayout(host)
    qtbot.addWidget(host)
    host.resize(1000, 700)
    host.show()
    return show_form(theme, desk, Hub(), host, ACT_FORMS["Launch"].filled(unit_id))


def tube(campaign: Campaign) -> int:
    """Return the key of the Launcher."""
    return next(row.id for row in campaign.read(weapons) if row.name == "Tube")


def shown(sheet: ActSheet) -> set[str]:
    """Return the questions that are asked."""
    assert sheet.body is not None
    return {
        each.name
        for each in ACT_FORMS["Launch"].fields
        if not sheet.body.boxes[each.name].isHidden()
    }


@pytest.mark.rule("8.4-09", "5.1-53")
def test_the_weapon_of_an_attack_is_offered_first_and_flies_with_its_load_and_range(
    theme: Theme, desk: Desk, qtbot: QtBot
) -> None:
    gun = tube(desk.campaign)
    do(desk.campaign, "AddControl", weapon_id=gun, place="seat")
    seat = desk.read(controls)[-1].id
    do(desk.campaign, "ManControl", control_id=seat, unit_id=SCOUT)
    sheet = opened(theme, desk, qtbot, TRUCK)
    assert sheet.body is not None
    values = sheet.body.values()
    assert (values["unit_id"], values["weapon_id"]) == (SCOUT, gun)
    assert not shown(sheet) & {"name", "explosive_size", "use", "type", "exchanges", "flat"}
    sheet.body.answers["distance"].set_value(20)
    sheet.body.answers["target"].set_value("the gate")
    sheet.submit()
    assert sheet.isHidden(), sheet.refusal.sentence()
    flight = desk.read(ledger.in_the_air)[-1]
    assert flight.name == "Missile"
    frozen = next(
        row.frozen
        for row in desk.campaign.reading(lambda s: s.exec(select(Projectile)).all())
        if row.name == "Missile"
    )
    assert [(each["reason"], each["value"]) for each in frozen["modifiers"]] == [
        ("Out of Range", -2)
    ]  # type: ignore[attr-defined]


def test_by_hand_can_be_chosen_and_stays_chosen(theme: Theme, desk: Desk, qtbot: QtBot) -> None:
    sheet = opened(theme, desk, qtbot, CANNON)
    assert sheet.body is not None
    pick = sheet.body.answers["weapon_id"]
    assert isinstance(pick, PickAnswer)
    assert pick.value() is not None
    pick.box.setFocus()
    QTest.keyClick(pick.box, Qt.Key.Key_Down)
    assert pick.box.currentText() == "By hand, or none"
    QTest.keyClicks(sheet.body.answers["distance"].focusProxy(), "30")
    assert pick.value() is None
    assert {"name", "explosive_size", "use", "type"} <= shown(sheet)


def test_another_who_fires_brings_his_weapons(theme: Theme, desk: Desk, qtbot: QtBot) -> None:
    sheet = opened(theme, desk, qtbot, CANNON)
    assert sheet.body is not None
    first = sheet.body.values()["weapon_id"]
    sheet.body.answers["unit_id"].set_value(TRUCK)
    sheet.body.refresh()
    assert sheet.body.values()["weapon_id"] not in (None, first)


def test_the_first_key_in_the_list_of_weapons_chooses_one_for_good(
    theme: Theme, desk: Desk, qtbot: QtBot
) -> None:
    sheet = opened(theme, desk, qtbot, SCOUT)
    assert sheet.body is not None
    answer = sheet.body.answers["weapon_id"]
    assert isinstance(answer, PickAnswer)
    first, box = answer.value(), answer.box
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    assert box.currentIndex() == 1
    assert answer.value() != first
