"""An arc drawn on the map is the arc of an attack: Range, order, points, and the attack by one key."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.combat.aim import Mode
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.store.views.armory import weapons
from tests.ui.map.map_scene import Map

Key = Qt.Key


@pytest.fixture
def spray(shown: Map) -> int:
    """Give Rosa a MachineGun that reaches 8", and put a foe to both sides of the Sister."""
    shown.desk.do(
        AddWeapon(
            unit_id=shown.keys["Rifle Rosa"], kind="MachineGun", size=1, name="Spray", range=8
        )
    )
    for name, x, y in (("Above", 10, 1), ("Below", 10, 3.2), ("Far", 20, 2)):
        shown.desk.do(AddUnit(name=name, player_id=2, x=x, y=y))
    return next(row.id for row in shown.desk.read(weapons) if row.name == "Spray")


def swept(shown: Map, *keys: Qt.Key) -> list[Attack]:
    asked: list[Attack] = []
    shown.hub.attack_wanted.connect(asked.append)
    shown.click(6, 2)
    shown.press(Key.Key_G)
    while "Sister" not in shown.says():
        shown.press(Key.Key_Tab)
    shown.type("6")
    for key in keys:
        shown.press(key)
    return asked


@pytest.mark.rule("8.3-04", "8.3-13")
@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_A])
def test_it_attacks_everybody_in_arc_and_range(shown: Map, spray: int, key: Qt.Key) -> None:
    (attack,) = swept(shown, key)
    (strike,) = attack.strikes
    assert (strike.weapon_id, strike.mode, strike.count) == (spray, Mode.ARC, 6)
    names = {row: name for name, row in shown.keys.items()}
    met = [names.get(aim.unit_id or 0, "added") for aim in attack.aims]
    assert met == ["added", "Sister Underfoot", "added"], "from edge to edge, and not Far"
    assert shown.panel.tool is None


def test_the_line_names_weapon_and_range_and_nobody_out_of_it(shown: Map, spray: int) -> None:
    swept(shown)
    assert shown.says().startswith('Arc of 6 points from Rifle Rosa, Spray 8": ')
    assert "Far" not in shown.says()
    assert "Above" in shown.says()


def test_without_a_weapon_for_it_the_line_says_so_and_nothing_begins(shown: Map) -> None:
    assert swept(shown, Key.Key_Return) == []
    assert "has no weapon that fires arcs" in shown.says()
    assert shown.panel.tool is not None
