"""A weapon that leaves its thrower's hand keeps its name on the Aim line."""

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.views.armory import weapons
from tests.ui.attack.attack_scene import Table
from tests.ui.window_scene import settle
from ui.models.attack.draft import AttackPhase
from ui.panels.attack.panel import AttackPanel


def test_a_thrown_grenade_keeps_its_name(panel: AttackPanel, table: Table) -> None:
    rosa, tile = table.units["Rifle Rosa"], table.units["Squire Tile"]
    table.campaign.do(AddWeapon(unit_id=rosa, preset="W-11", name="Grenade"))
    grenade = next(row.id for row in table.campaign.read(weapons) if row.name == "Grenade")
    panel.controller.take_up(
        Attack(
            strikes=(Strike(weapon_id=grenade, by_id=rosa),),
            aims=(Aim(unit_id=tile, distance=3),),
            faces=(Face(5), Face(8)),
        )
    )
    panel.controller.roll()
    assert panel.controller.apply(), panel.controller.preview
    settle()
    assert panel.controller.phase is AttackPhase.DONE
    assert not [row for row in table.campaign.read(weapons) if row.name == "Grenade"]
    assert panel.aim.summary() == "Rifle Rosa, Grenade at Squire Tile"
