"""A Charge found from a unit, from a move that ends at an enemy, and from an attack (5.4)."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.battlefield.by_the_map import way_ahead
from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Aim, Mode
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.dice import Face
from brikdesk.store.act import act_from_data
from brikdesk.store.views.units import units
from tests.ui.attack.attack_scene import PRIYA, TOMASZ, Table
from tests.ui.attack.panel_scene import said
from tests.ui.window_scene import press, settle
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel
from ui.panels.scifi_units.unit_columns import acts_of, words_of
from ui.panels.units.panel import charge_by

K = Qt.Key


def stand(panel: AttackPanel, name: str, x: float, *, preset: str = "", player: int = PRIYA) -> int:
    """Put a minifig down on a free line of the table, with a weapon of this preset; return its key."""
    arms = [{"preset": preset}] if preset else []
    facts = {"name": name, "player_id": player, "x": x, "y": 30, "weapons": arms}
    panel.controller.desk.do(act_from_data({"act": "AddUnit", **facts}))
    return next(key for key, row in panel.controller.table.units.items() if row.name == name)


def charge(panel: AttackPanel, unit_id: int) -> AttackController:
    """Ask for a Charge as the menu of a unit and the palette do."""
    panel.controller.take_up(charge_by(unit_id))
    settle()
    return panel.controller


@pytest.mark.rule("5.4-03", "5.4-15", "5.4-01")
def test_a_charge_asks_whom_runs_there_and_strikes(panel: AttackPanel, table: Table) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    foe = stand(panel, "Foe", 9, player=TOMASZ)
    controller = charge(panel, pike)
    assert controller.draft.aim is not None
    assert controller.draft.aim.unit_id == foe, "the nearest that it can run to is proposed"
    assert said(panel) == 'Pike runs 4" straight to Foe first: Enter. Then it Charges.'
    assert ("Enter", 'run 4"') in panel.keys.names()
    press(K.Key_Return)
    row = next(row for row in table.campaign.read(units) if row.id == pike)
    assert (row.x, row.y, row.momentum) == (8, 30, True)
    assert controller.phase is AttackPhase.AIM
    assert controller.aimed, "it touches Foe and holds a MOM: nothing refuses it"
    press(K.Key_Return)
    assert controller.phase is AttackPhase.DICE
    assert controller.draft.act().charge


@pytest.mark.rule("5.4-03")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        (8, '3" to it: it takes 4" straight on'),
        (14, '9" to it, 5" of Move left: a Sprint adds to that'),
    ],
)
def test_it_says_why_it_cannot_charge_from_here(panel: AttackPanel, at: float, why: str) -> None:
    pike = stand(panel, "Pike", 4)
    foe = stand(panel, "Foe", at, player=TOMASZ)
    controller = charge(panel, pike)
    controller.hub.point_at(foe, at, 30)
    settle()
    assert said(panel) == f"Pike cannot Charge Foe from here: {why}."
    press(K.Key_Return)
    assert controller.phase is AttackPhase.AIM


@pytest.mark.rule("5.4-09")
def test_the_key_is_there_for_minifigs_alone(panel: AttackPanel, table: Table) -> None:
    pike = stand(panel, "Pike", 4)
    acts = [acts_of(panel.controller.desk, unit_id) for unit_id in (pike, table.units["Nephew"])]
    assert [words_of(each).get("j") for each in acts] == ["charge", None]


@pytest.mark.rule("5.4-21")
def test_without_a_weapon_for_it_the_body_charges(panel: AttackPanel) -> None:
    axe = stand(panel, "Axe", 4, preset="W-01")
    stand(panel, "Foe", 9, player=TOMASZ)
    assert charge(panel, axe).draft.strike.mode is Mode.SHOVE


def test_tab_takes_only_whom_it_can_run_to(panel: AttackPanel) -> None:
    pike = stand(panel, "Pike", 6, preset="W-03")
    left, right = (stand(panel, name, x, player=TOMASZ) for name, x in (("Left", 1), ("Right", 11)))
    stand(panel, "Far", 20, player=TOMASZ)
    controller = charge(panel, pike)
    seen = []
    for _ in range(3):
        assert controller.draft.aim is not None
        seen.append(controller.draft.aim.unit_id)
        press(K.Key_Tab)
    assert seen == [left, right, left]
    assert controller.draft.charge


@pytest.mark.rule("5.4-01")
def test_r_makes_a_blow_at_somebody_far_a_charge(panel: AttackPanel) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    foe = stand(panel, "Foe", 9, player=TOMASZ)
    controller = panel.controller
    controller.begin_with(pike)
    controller.hub.point_at(foe, 9, 30)
    settle()
    assert ("R", "Charge") in panel.keys.names()
    press(K.Key_R)
    assert said(panel).startswith('Pike runs 4" straight to Foe first')


@pytest.mark.rule("5.4-01", "5.4-06")
def test_a_move_that_ends_at_an_enemy_names_the_charge(panel: AttackPanel) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    stand(panel, "Foe", 9, player=TOMASZ)
    stand(panel, "Mate", 3, player=PRIYA)
    campaign = panel.controller.desk.campaign

    def charges(*points: tuple[float, float]) -> str:
        way = campaign.read(way_ahead, pike, points)
        return way.charges if way else ""

    assert charges((4, 30), (8, 30)) == "Foe"
    assert charges((4, 30), (6, 30)) == "", "two inches earn no MOM"
    assert charges((4, 30), (8, 28), (8, 30)) == "", "it turned"
    outline = ((5.0, 29.0), (6.0, 29.0), (6.0, 31.0), (5.0, 31.0))
    panel.controller.desk.do(PlaceTerrain(kind="other", points=outline, difficult="Slow"))
    assert charges((4, 30), (8, 30)) == "", "mud keeps it from running flat out"


@pytest.mark.rule("5.4-02", "4.2-02", "4.1-34")
def test_after_a_sprint_its_charge_is_still_proposed(panel: AttackPanel, table: Table) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    foe = stand(panel, "Foe", 14, player=TOMASZ)
    panel.controller.desk.do(SprintUnit(unit_id=pike, faces=(Face(5),)))
    controller = charge(panel, pike)
    assert controller.draft.aim is not None
    assert controller.draft.aim.unit_id == foe
    assert said(panel) == 'Pike runs 9" straight to Foe first: Enter. Then it Charges.'
    press(K.Key_Return)
    assert controller.aimed, "the Sprint and its Charge are one Action"
    press(K.Key_Return)
    assert controller.phase is AttackPhase.DICE


@pytest.mark.rule("5.4-01", "5.4-22")
def test_of_those_that_it_touches_the_one_ahead_is_charged(panel: AttackPanel) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    stand(panel, "Aside", 7.5, player=TOMASZ)
    ahead = stand(panel, "Ahead", 9.25, player=TOMASZ)
    desk = panel.controller.desk
    aside = next(row for row in desk.read(units) if row.name == "Aside")
    desk.do(MoveUnit(unit_id=aside.id, x=7.5, y=31.1, by_itself=False))
    desk.do(MoveUnit(unit_id=pike, x=8, y=30))
    controller = charge(panel, pike)
    assert controller.draft.aim is not None
    assert controller.draft.aim.unit_id == ahead, "nearer is who is not in the line of its run"


@pytest.mark.rule("5.2-06", "5.1-01")
def test_whoever_fights_is_proposed_before_an_old_target_that_is_far(panel: AttackPanel) -> None:
    pike = stand(panel, "Pike", 4, preset="W-03")
    near = stand(panel, "Near", 5, player=TOMASZ)
    old = stand(panel, "Old", 6, player=TOMASZ)
    desk, controller = panel.controller.desk, panel.controller
    controller.begin_with(pike)
    controller.hub.point_at(old, 6, 30)
    settle()
    strike = controller.draft.strike
    last = {strike.weapon_id or 0: Aim(unit_id=old)}
    assert controller.table.aim_of(strike, last) == Aim(unit_id=old), "two blows at one in reach"
    desk.do(MoveUnit(unit_id=old, x=20, y=30, by_itself=False))
    assert controller.table.aim_of(strike, last) == Aim(unit_id=near)
    desk.do(MoveUnit(unit_id=old, x=6, y=30, by_itself=False))
    fight = {"act": "SetState", "kind": "Engaged in Close Combat", "unit_id": pike, "with_id": near}
    desk.do(act_from_data(fight))
    assert controller.table.aim_of(strike, last) == Aim(unit_id=near)
