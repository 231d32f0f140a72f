"""Arcs in the Attack tab: what a jam spares has no die, the weapon chosen again, lists that stay."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.views.armory import weapons
from brikdesk.store.views.units import units
from tests.ui.attack.attack_scene import Table
from tests.ui.attack.panel_scene import Make, typed
from tests.ui.window_scene import settle
from ui.panels.attack.details_and_company import COMPANY
from ui.panels.attack.panel import AttackPanel

pytestmark = pytest.mark.thorough(every=2)

MORE_TARGETS = next(part for part in COMPANY if part.purpose == "targets")
FOES = 12


def spray(table: Table) -> tuple[int, int, list[int]]:
    """Return a MachineGun, who fires it, and twelve foes before it."""
    rosa = table.units["Rifle Rosa"]
    table.campaign.do(AddWeapon(unit_id=rosa, kind="MachineGun", size=1, name="Spray"))
    for number in range(FOES):
        table.campaign.do(AddUnit(name=f"Foe {number}", player_id=2, x=9, y=2 + number / 4))
    gun = next(row.id for row in table.campaign.read(weapons) if row.name == "Spray")
    foes = [row.id for row in table.campaign.read(units) if row.name.startswith("Foe ")]
    return gun, rosa, foes


def arc(table: Table, count: int = 4) -> Attack:
    gun, rosa, foes = spray(table)
    strike = Strike(weapon_id=gun, by_id=rosa, mode=Mode.ARC, count=count)
    return Attack(aims=tuple(Aim(unit_id=each) for each in foes[:3]), strikes=(strike,))


@pytest.mark.rule("8.3-15")
def test_a_shot_that_a_jam_spares_shows_no_die(make: Make, table: Table) -> None:
    panel = make()
    panel.controller.take_up(arc(table))
    panel.controller.to_the_dice()
    settle()
    typed("2")
    lines = panel.roll.results.words()
    assert len(lines) == 3
    assert [line.count("d6") for line in lines] == [1, 0, 0]
    assert all("this shot is lost" in line for line in lines[1:])


def test_the_same_weapon_chosen_again_stays_as_it_is_used(panel: AttackPanel, table: Table) -> None:
    attack = arc(table)
    panel.controller.take_up(attack)
    before = panel.controller.draft
    panel.controller.attack_with(attack.strikes[0].weapon_id or 0)
    assert panel.controller.draft == before
    assert panel.controller.preview.refusal == ""


@pytest.mark.rule("8.5-01")
def test_a_weapon_that_fires_no_arc_leaves_one_target(panel: AttackPanel, table: Table) -> None:
    attack = arc(table)
    panel.controller.take_up(attack)
    pistol = table.guns["Rifle Rosa"]
    panel.controller.attack_with(pistol)
    assert panel.controller.draft.aims == attack.aims[:1]
    assert panel.controller.preview.refused_by != "8.5-01"


@pytest.mark.rule("8.3-01", "8.3-10")
def test_another_weapon_for_arcs_takes_the_targets_along(panel: AttackPanel, table: Table) -> None:
    attack = arc(table)
    rosa = table.units["Rifle Rosa"]
    table.campaign.do(AddWeapon(unit_id=rosa, kind="BlastGun", size=1, name="Blast"))
    blast = next(row.id for row in table.campaign.read(weapons) if row.name == "Blast")
    panel.controller.take_up(attack)
    panel.controller.attack_with(blast)
    draft = panel.controller.draft
    assert (draft.strike.mode, draft.strike.count, len(draft.aims)) == (Mode.ARC, 1, 3)


def test_another_way_than_an_arc_leaves_one_target(panel: AttackPanel, table: Table) -> None:
    panel.controller.take_up(arc(table))
    panel.aim.details.open(True)
    panel.aim.details.answers["mode"].box.set_value(Mode.SINGLE)
    assert len(panel.controller.draft.aims) == 1


@pytest.mark.parametrize("high", [900, 560])
def test_the_list_of_targets_stays_under_the_pointer(make: Make, table: Table, high: int) -> None:
    panel = make(size=(424, high))
    panel.controller.take_up(arc(table))
    panel.aim.toggle_details()
    settle()
    more = panel.aim.company.buttons["targets"]
    panel.view.ensureWidgetVisible(more)
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    settle()
    view = panel.aim.picks.view
    port = view.viewport()
    for step in (10, 40):
        before, spot = view.mapTo(panel, QPoint()), QPoint(port.width() // 2, step)
        assert panel.rect().contains(port.mapTo(panel, spot)), "it is seen"
        under = view.indexAt(spot).data()
        QTest.mouseClick(port, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
        settle()
        assert view.mapTo(panel, QPoint()) == before
        assert view.indexAt(spot).data() == under


def test_the_list_says_who_lies_outside_the_arc(panel: AttackPanel, table: Table) -> None:
    panel.controller.take_up(arc(table))
    rows = {row.words: row for row in panel.aim.company.rows("targets")}
    assert "out of Range" in rows["Second Opinion"].right
    assert "outside the arc" not in rows["Foe 3"].right
    table.campaign.do(AddUnit(name="Behind", player_id=2, x=4, y=2))
    panel.controller.table.forget()
    rows = {row.words: row for row in panel.aim.company.rows("targets")}
    assert "outside the arc" in rows["Behind"].right


@pytest.mark.rule("8.4-18")
def test_a_projectile_on_the_map_needs_no_typed_distance(panel: AttackPanel, table: Table) -> None:
    table.campaign.do(
        Launch(unit_id=table.units["Nephew"], name="Rocket", explosive_size=1, distance=20, use=3,
               action_die=6, target="there", target_x=26, target_y=11)
    )  # fmt: skip
    panel.controller.table.forget()
    gun, rosa = table.guns["Rifle Rosa"], table.units["Rifle Rosa"]
    attack = Attack(aims=(Aim(projectile_id=1),), strikes=(Strike(weapon_id=gun, by_id=rosa),))
    panel.controller.take_up(attack)
    assert panel.controller.problem is None
    assert "away, measured" in panel.aim.target.words[1]
