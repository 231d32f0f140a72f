"""The Sci-fi attack that is aimed, as the map draws it."""

from dataclasses import replace

from brikdesk.acts.scifi.fire_sf import FireSf
from brikdesk.acts.scifi.units import MoveSf
from tests.ui.scifi.sf_scene import DRONE, RACK
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.map.shot import Shot
from ui.models.scifi_attack.controller import sf_attack_of


def test_the_map_draws_a_sci_fi_attack_while_it_is_aimed(desk: Desk) -> None:
    hub = Hub()
    drawn: list[Shot | None] = []
    hub.shot_changed.connect(drawn.append)
    attack = sf_attack_of(desk, hub)
    bearer = attack.table.weapon(RACK)
    assert bearer is not None
    desk.do(MoveSf(unit_id=bearer.unit_id, x=4, y=4, inches=0))
    desk.do(MoveSf(unit_id=DRONE, x=10, y=12, inches=0))
    assert drawn == [], "nothing is aimed yet"
    attack.begin_with(bearer.unit_id)
    attack.fire_with(RACK)
    attack.change(replace(attack.draft, aims=FireSf(sf_weapon_id=RACK).aims))
    assert drawn[-1] is not None
    assert (drawn[-1].start, drawn[-1].goal) == ((4, 4), None)
    attack.begin_at(DRONE)
    attack.fire_by(bearer.unit_id)
    shot = drawn[-1]
    assert shot is not None
    assert (shot.start, shot.goal, shot.inches, shot.measured) == ((4, 4), (10, 12), 10, True)
    attack.change(attack.draft.aiming(distance=9.0))
    shot = drawn[-1]
    assert shot is not None
    assert (shot.inches, shot.measured) == (9, False), "typed over"
    attack.back()
    assert drawn[-1] is None
