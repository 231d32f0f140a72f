"""Where what missed comes down is pointed at on the map: a step of the turn, or a shot of an attack."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.combat.aim import Aim, Caught, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.store.views.armory import explosives, weapons
from tests.ui.map.map_scene import Map
from ui.models.attack.controller import AttackController, attack_of
from ui.models.map import Landing, Ring
from ui.models.queue import QueueController, queue_of

pytestmark = pytest.mark.thorough(every=2)

Key = Qt.Key
ROSA, SISTER = "Rifle Rosa", "Sister Underfoot"


@pytest.fixture
def queue(shown: Map) -> QueueController:
    """Return the queue of a turn in which a Rocket X2 misses its X at x 20, y 20 by 2 inches."""
    queue = queue_of(shown.desk, shown.hub)
    shown.desk.do(
        Launch(
            name="Rocket", explosive_size=2, distance=20, target="the ford", use=4, action_die=6,
            target_x=20.0, target_y=20.0, x=2.0, y=2.0,
        )
    )  # fmt: skip
    for _ in range(2):
        shown.desk.do(EndTurn())
    assert queue.current is not None
    assert queue.current.key == "flight-1"
    assert queue.shown is not None
    queue.put({queue.shown.keys[0]: Face(2)})
    return queue


def missing(shown: Map) -> AttackController:
    """Return an attack of Rosa, whose grenade of Use 2 shows a 1 and misses Sister by an inch."""
    attack = attack_of(shown.desk, shown.hub)
    rosa = shown.keys[ROSA]
    shown.desk.do(AddWeapon(unit_id=rosa, preset="W-11", name="Egg"))
    egg = next(row.id for row in shown.desk.read(weapons) if row.name == "Egg")
    aim = Aim(unit_id=shown.keys[SISTER])
    attack.take_up(Attack(strikes=(Strike(weapon_id=egg, by_id=rosa),), aims=(aim,)))
    assert attack.to_the_dice()
    assert attack.shown is not None
    attack.put({attack.shown.keys[0]: Face(1)})
    return attack


def landing(shown: Map) -> Landing:
    """Return the circle that the map draws."""
    shot = shown.panel.overlay.shot
    assert shot is not None
    assert shot.landing is not None
    return shot.landing


@pytest.mark.rule("8.4-20")
def test_a_click_within_the_circle_says_where_a_projectile_comes_down(
    shown: Map, queue: QueueController
) -> None:
    assert landing(shown) == Landing((20, 20), 2, 2, explodes=True)
    assert "Click where it comes down" in shown.says()
    shown.click(21, 21)
    (spot,) = (choice for choice in queue.preview.choices if choice.id == "spot")
    assert spot.chosen is not None
    assert spot.chosen.startswith("x 21")
    assert landing(shown).said == pytest.approx((21, 21), abs=0.1)
    assert "comes down" not in shown.says()


def test_what_explodes_there_is_drawn_with_its_rings(shown: Map, queue: QueueController) -> None:
    shown.click(21, 21)
    assert queue.shown is not None
    queue.put({key: Face(5) for key in queue.shown.keys if key not in queue.faces})
    shot = shown.panel.overlay.shot
    assert shot is not None
    (ring,) = shot.rings
    assert ring == Ring(pytest.approx((21, 21), abs=0.1), 4)  # type: ignore[arg-type]
    assert queue.apply()
    assert shown.panel.overlay.shot is None


@pytest.mark.rule("8.4-20")
def test_by_keys_it_comes_down_farther_only_if_the_referee_says_so(
    shown: Map, queue: QueueController
) -> None:
    shown.press(Key.Key_X)
    shown.press(Key.Key_Right, times=3)
    assert 'Comes down: x 23, y 20, 3" away, farther than it missed by' in shown.says()
    shown.press(Key.Key_Return)
    assert queue.shown is not None
    queue.put({key: Face(5) for key in queue.shown.keys if key not in queue.faces})
    assert not queue.apply()
    assert queue.refused is not None
    assert queue.refused.rule == "8.4-20"
    shown.press(Key.Key_X)
    shown.press(Key.Key_Right)
    shown.press(Key.Key_Return)
    assert landing(shown).said == (21, 20), "it can be said anew"
    assert queue.apply()


def test_a_click_outside_the_circle_means_the_table(shown: Map, queue: QueueController) -> None:
    shown.click(10, 2)
    assert shown.hub.selected_unit == shown.keys[SISTER]
    assert landing(shown).said is None


@pytest.mark.rule("8.4-20")
def test_a_bare_place_outside_the_circle_says_so_and_keeps_what_is_selected(shown: Map) -> None:
    missing(shown)
    said: list[str] = []
    shown.hub.remarked.connect(said.append)
    shown.hub.select_unit(shown.keys[SISTER])
    shown.click(10, 5)
    assert said == ['That is outside of the circle: it comes down at most 1" away.']
    assert shown.hub.selected_unit == shown.keys[SISTER]
    assert landing(shown).said is None


@pytest.mark.rule("8.4-20", "8.4-22")
def test_a_grenade_that_misses_comes_down_where_the_map_is_clicked(shown: Map) -> None:
    attack = missing(shown)
    circle = landing(shown)
    assert (circle.middle, circle.inches, circle.explodes) == ((10, 2), 1, True)
    assert circle.radius == 1.5, "from the edge of a minifig"
    shown.click(10, 3)
    attack.choose("dud-0", "dud")
    assert attack.apply(), attack.refused
    (dud,) = shown.desk.read(explosives)
    assert dud.place.startswith("x 10, y ")


@pytest.mark.rule("8.4-20", "8.4-24")
def test_whom_the_map_has_around_that_place_is_caught(shown: Map) -> None:
    attack = missing(shown)
    shown.press(Key.Key_X)
    shown.press(Key.Key_Up)
    shown.press(Key.Key_Return)
    attack.choose("dud-0", "explodes")
    assert attack.shown is not None
    caught = attack.shown.act.caught
    assert [each.unit_id for each in caught] == [shown.keys[SISTER]]
    assert isinstance(caught[0], Caught)
    assert caught[0].distance == pytest.approx(0.5), "from where it lies to her edge"
