"""What an attack and a form offer of Explosives that lie or are carried, and of what flies."""

from PySide6.QtWidgets import QApplication

from brikdesk.acts.combat.aim import Aim
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.fields.traps import AddTrap
from tests.ui.attack.attack_scene import Table
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms import options
from ui.models.attack import picks
from ui.models.attack.controller import attack_of


def test_an_explosive_is_offered_as_what_it_is_and_not_as_a_projectile(
    qapp: QApplication, table: Table
) -> None:
    table.campaign.do(
        AddExplosive(name="Keg", explosive_size=2, carrier_id=table.units["Squire Tile"])
    )
    desk = Desk(table.campaign)
    attack = attack_of(desk, Hub(desk))
    attack.begin_with(table.units["Rifle Rosa"])
    offered = picks.targets(desk, attack.table, attack.draft)
    assert [row.value for row in offered if row.words == "Keg"] == [Aim(explosive_id=1)]
    assert options.projectiles(desk, {}) == []
    desk.deleteLater()


def test_a_trap_with_the_key_of_an_explosive_is_not_taken_for_it(
    qapp: QApplication, table: Table
) -> None:
    table.campaign.do(AddTrap(name="Snare", trigger="the lid", effect="It bites.", x=30.0, y=30.0))
    table.campaign.do(AddExplosive(name="Keg", explosive_size=2))
    desk = Desk(table.campaign)
    attack = attack_of(desk, Hub(desk))
    attack.begin_with(table.units["Rifle Rosa"])
    attack.attack_at(Aim(explosive_id=1))
    assert attack.table.distance(attack.draft) is None, "nobody has said where the Keg lies"
    desk.deleteLater()
