"""Whom an attack is proposed to aim at, and Tab, which takes the next one."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Aim
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.act import act_from_data
from tests.ui.attack.attack_scene import PRIYA, TOMASZ, Table
from tests.ui.attack.panel_scene import begin
from tests.ui.window_scene import SHIFT, focus, press, settle, typed
from ui.models.attack import picks
from ui.models.attack.draft import AttackPhase
from ui.models.map import DrawnShot
from ui.panels.attack.panel import AttackPanel

K = Qt.Key
ROSA, SISTER, TILE, OPINION = "Rifle Rosa", "Sister Underfoot", "Squire Tile", "Second Opinion"


def aimed_at(panel: AttackPanel, table: Table) -> str:
    """Return the name of the unit that the attack is aimed at."""
    aim = panel.controller.draft.aim
    return next((name for name, key in table.units.items() if aim and key == aim.unit_id), "")


def bring_near(panel: AttackPanel, table: Table) -> None:
    """Put Rifle Rosa where all three enemies that have a place are in her Range."""
    panel.controller.desk.do(EditUnit(unit_id=table.units[ROSA], x=13, y=5))


def test_the_nearest_in_range_and_view_is_proposed_and_the_first_digit_is_its_die(
    panel: AttackPanel, table: Table
) -> None:
    begin(panel, table.units[ROSA])
    assert aimed_at(panel, table) == SISTER
    assert panel.aim.picks.isHidden()
    typed("5")
    assert panel.controller.phase is AttackPhase.DICE
    assert [face.value for face in panel.controller.faces.values()] == [5]


@pytest.mark.rule("5.1-06")
def test_who_is_out_of_range_behind_a_wall_or_on_the_own_side_is_not_proposed(
    panel: AttackPanel, table: Table
) -> None:
    do = panel.controller.desk.do
    do(AddUnit(name="Mate", player_id=PRIYA, x=6, y=4))
    do(PlaceTerrain(kind="wall", points=((8, -5), (8.4, -5), (8.4, 6), (8, 6)), top=9))
    begin(panel, table.units[ROSA])
    assert aimed_at(panel, table) == "", "a wall hides her, the others are too far"
    assert panel.aim.picks.purpose == "target"


@pytest.mark.rule("5.1-53")
def test_the_list_of_targets_says_who_is_out_of_range(panel: AttackPanel, table: Table) -> None:
    begin(panel, table.units[ROSA])
    controller = panel.controller
    rows = picks.targets(controller.desk, controller.table, controller.draft)
    reach = controller.table.weapons[controller.draft.strike.weapon_id or 0].range or 0.0
    units = [row for row in rows if isinstance(row.value, Aim) and row.value.unit_id]
    away = {
        row.words: controller.table.apart(table.units[ROSA], row.value.unit_id) for row in units
    }
    beyond = {words for words, inches in away.items() if inches is not None and inches > reach}
    assert 0 < len(beyond) < len(away)
    assert {row.words for row in units if row.right.endswith(", out of Range")} == beyond


def test_tab_takes_the_next_target_and_shift_tab_the_one_before(
    panel: AttackPanel, table: Table
) -> None:
    bring_near(panel, table)
    begin(panel, table.units[ROSA])
    assert ("Tab", "next target") in panel.keys.names()
    order = [aimed_at(panel, table)]
    for _ in range(3):
        press(K.Key_Tab)
        order.append(aimed_at(panel, table))
    assert order == [SISTER, TILE, OPINION, SISTER]
    press(K.Key_Backtab, SHIFT)
    assert aimed_at(panel, table) == OPINION
    assert panel.focus.ringed, "the keys stay"
    typed("5")
    assert panel.controller.phase is AttackPhase.DICE


def test_tab_goes_to_the_fields_where_there_is_nobody_else_and_while_dice_wait(
    panel: AttackPanel, table: Table
) -> None:
    begin(panel, table.units[ROSA])
    assert ("Tab", "next target") not in panel.keys.names()
    press(K.Key_Tab)
    assert aimed_at(panel, table) == SISTER
    bring_near(panel, table)
    begin(panel, table.units[ROSA])
    typed("5")
    press(K.Key_Tab)
    assert aimed_at(panel, table) == SISTER


def test_tab_in_a_field_goes_to_the_next_field(panel: AttackPanel, table: Table) -> None:
    bring_near(panel, table)
    begin(panel, table.units[ROSA])
    press(K.Key_D)
    field = focus()
    press(K.Key_Tab)
    assert focus() is not field
    assert aimed_at(panel, table) == SISTER


def test_the_proposed_target_is_drawn_on_the_map_and_a_click_there_says_another(
    panel: AttackPanel, table: Table
) -> None:
    bring_near(panel, table)
    begin(panel, table.units[ROSA])
    hub = panel.controller.hub
    shot = hub.shot
    assert isinstance(shot, DrawnShot)
    assert (shot.goal, shot.wanted) == ((10, 2), True)
    hub.point_at(table.units[TILE], 18.5, 7.5)
    settle()
    assert aimed_at(panel, table) == TILE
    shot = hub.shot
    assert isinstance(shot, DrawnShot)
    assert not shot.wanted, "it was said"


def test_a_click_on_a_friend_says_so_and_one_on_the_attacker_aims_at_nobody(
    panel: AttackPanel, table: Table
) -> None:
    said: list[str] = []
    panel.controller.desk.said.connect(said.append)
    begin(panel, table.units[ROSA])
    point = panel.controller.hub.target_pointed.emit
    point(table.units["Nephew"], 4.0, 9.0)
    assert aimed_at(panel, table) == "Nephew"
    assert said == ["Nephew is on the attacker's own side."]
    point(table.units[ROSA], 6.0, 2.0)
    assert aimed_at(panel, table) == "Nephew"
    assert said[1:] == ["That is who attacks: click whom it attacks."]
    point(table.units[SISTER], 9.0, 2.0)
    assert aimed_at(panel, table) == SISTER
    assert len(said) == 2


def test_a_blow_is_proposed_at_the_nearest_in_reach(panel: AttackPanel, table: Table) -> None:
    do = panel.controller.desk.do
    brute = {"name": "Brute", "player_id": TOMASZ, "x": 4, "y": 2, "weapons": [{"preset": "W-01"}]}
    do(act_from_data({"act": "AddUnit", **brute}))
    do(AddUnit(name="Near", player_id=PRIYA, x=5, y=2))
    do(AddUnit(name="Nearer", player_id=PRIYA, x=4, y=3.2))
    keys = {row.name: row.id for row in panel.controller.table.units.values()}
    begin(panel, keys["Brute"])
    assert panel.controller.draft.aim == Aim(unit_id=keys["Near"])
    press(K.Key_Tab)
    assert panel.controller.draft.aim == Aim(unit_id=keys["Nearer"])


def test_a_blade_that_struck_last_is_not_proposed_at_whom_only_the_gun_reaches(
    panel: AttackPanel, table: Table
) -> None:
    do = panel.controller.desk.do
    arms = [{"preset": "W-04", "name": "Gun"}, {"preset": "W-01", "name": "Blade"}]
    do(act_from_data({"act": "AddUnit", "name": "Ann", "player_id": PRIYA, "x": 4, "y": 30,
                      "weapons": arms}))  # fmt: skip
    do(AddUnit(name="Near", player_id=TOMASZ, x=5, y=30))
    do(AddUnit(name="Far", player_id=TOMASZ, x=9, y=30))
    keys = {row.name: row.id for row in panel.controller.table.units.values()}
    begin(panel, keys["Ann"])
    controller = panel.controller
    blade = next(arm.id for arm in controller.table.call.arms if arm.name == "Blade")
    controller.attack_with(blade)
    controller.attack_at(Aim(unit_id=keys["Near"]))
    typed("5")
    controller.roll()
    assert controller.apply()
    begin(panel, keys["Ann"])
    assert controller.draft.strike.weapon_id == blade, "Near is still in reach"
    do(EditUnit(unit_id=keys["Near"], x=30, y=30))
    begin(panel, keys["Ann"])
    assert controller.table.weapon_name(controller.draft.strike) == "Gun"
    assert controller.draft.aim == Aim(unit_id=keys["Far"])
