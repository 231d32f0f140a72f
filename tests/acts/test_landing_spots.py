"""Misses that come down at a point of the table: within the circle, or refused."""

from dataclasses import replace

import pytest

from brikdesk.acts.checks import point_said, point_words
from brikdesk.acts.combat.aim import Aim, ExplosionPreview, LandingCircle, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, Fate, Unit
from tests.acts.attack_scene import done, look, unit, weapon, with_dice
from tests.acts.hazards import ANN, BEN, minifig, to_turn
from tests.acts.table import refused, row, rows, told


@pytest.mark.parametrize(
    ("words", "point"),
    [
        ("x 12.5, y 8", (12.5, 8)),
        ("X 12.5 Y 8", (12.5, 8)),
        ("12.5 8", (12.5, 8)),
        ("12, 8", (12, 8)),
        ("the ditch", None),
        ('2" from the X', None),
        ("12", None),
        ("12 8 4", None),
        ("", None),
    ],
)
def test_a_point_is_told_from_other_words(words: str, point: tuple[float, float] | None) -> None:
    assert point_said(words) == point


def test_a_point_in_words_is_read_again() -> None:
    assert point_said(point_words(103.26, 0)) == (103.3, 0)


def arriving(campaign: Campaign, **facts: object) -> Land:
    """Launch a Rocket X2 of Use 4 at an X; Ann's next turn begins, it lands and misses by 2."""
    usual: dict[str, object] = {
        "name": "Rocket", "explosive_size": 2, "distance": 20, "target": "the ford",
        "use": 4, "action_die": 6, "target_x": 20.0, "target_y": 5.0, "x": 0.0, "y": 5.0,
    }  # fmt: skip
    campaign.do(Launch(**{**usual, **facts}))  # type: ignore[arg-type]
    to_turn(campaign, ANN, 2)
    return Land(projectile_id=1, faces=(Face(2),))


def seen(campaign: Campaign, act: Land) -> ExplosionPreview:
    preview = campaign.reading(act.examine)
    assert isinstance(preview, ExplosionPreview)
    return preview


@pytest.mark.rule("8.4-20")
def test_a_projectile_that_misses_comes_down_at_a_point_within_the_circle(battle: Campaign) -> None:
    landing = arriving(battle)
    assert seen(battle, landing).circle == LandingCircle(20, 5, 2)
    placed = replace(landing, faces=(Face(2), Face(3), Face(7)), choices={"spot": "x 21, y 6.5"})
    (blast,) = seen(battle, placed).blasts
    assert (blast.x, blast.y) == (21, 6.5), "whom the map has around that point is caught"
    lines = told(battle, placed)
    assert "explodes at x 21, y 6.5 (the ford)" in lines[1]


@pytest.mark.rule("8.4-11")
def test_what_hits_its_x_has_no_circle(battle: Campaign) -> None:
    assert seen(battle, replace(arriving(battle), faces=(Face(5),))).circle is None


@pytest.mark.rule("8.4-20")
def test_a_point_farther_than_it_missed_by_is_refused_unless_overruled(battle: Campaign) -> None:
    landing = replace(arriving(battle), faces=(Face(2), Face(3), Face(7)))
    edge = replace(landing, choices={"spot": "x 20, y 7"})
    outside = replace(landing, choices={"spot": "x 20, y 7.1"})
    words = refused(battle, outside, "8.4-20")
    assert words == 'Rocket: it misses by 2", and this spot is 2.1" away.'
    told(battle, edge)
    battle.undo()
    assert "8.4-20" in " ".join(told(battle, replace(outside, overruled=frozenset({"8.4-20"}))))


@pytest.mark.rule("8.4-20")
def test_without_a_place_of_the_x_any_point_will_do(battle: Campaign) -> None:
    landing = arriving(battle, target_x=None, target_y=None)
    assert seen(battle, landing).circle is None
    told(battle, replace(landing, faces=(Face(2), Face(3), Face(7)), choices={"spot": "90 90"}))


@pytest.mark.rule("8.4-20", "8.4-22")
def test_the_x_of_a_target_without_a_mark_is_where_the_target_stands(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN, x=8.0, y=8.0)
    landing = arriving(battle, target_id=foe, target_x=None, target_y=None)
    assert seen(battle, landing).circle == LandingCircle(8, 8, 2)
    dud = replace(landing, faces=(Face(1),), choices={"spot": "x 9, y 8", "dud": "dud"})
    told(battle, dud)
    lying = row(battle, Explosive)
    assert (lying.x, lying.y, lying.place) == (9, 8, "x 9, y 8 (the ford)")


@pytest.fixture
def grenade(battle: Campaign) -> Attack:
    """Return a grenade of Use 2 thrown at a Foe of Size 1 who stands at x 10, y 5."""
    thrower = unit(battle, "Thrower", ANN, x=7.0, y=5.0)
    foe = unit(battle, "Foe", BEN, x=10.0, y=5.0)
    held = weapon(battle, thrower, preset="W-11")
    return Attack(
        aims=(Aim(unit_id=foe, distance=2),), strikes=(Strike(weapon_id=held, by_id=thrower),)
    )


@pytest.mark.rule("8.4-20", "8.4-21", "8.4-22")
def test_a_grenade_that_misses_lies_as_a_dud_at_a_point(battle: Campaign, grenade: Attack) -> None:
    # A Critical Failure misses Use 2 by 1", counted from the edge of the Foe.
    said = {"spot_0": "x 11.5, y 5", "dud_0": "dud"}
    done(battle, grenade, 1, **said)
    (dud,) = rows(battle, Explosive)
    assert (dud.x, dud.y) == (11.5, 5)


@pytest.mark.rule("8.4-20", "8.4-24")
def test_a_grenade_explodes_where_it_lands_and_no_farther_than_it_missed_by(
    battle: Campaign, grenade: Attack
) -> None:
    near = with_dice(grenade, (1, 3), {"spot_0": "x 10, y 6.5", "dud_0": "explodes"})
    preview = battle.reading(near.examine)
    assert [(blast.x, blast.y) for blast in preview.blasts] == [(10, 6.5)]
    far = with_dice(grenade, (1, 3), {"spot_0": "x 10, y 6.6", "dud_0": "explodes"})
    assert "1.1" in refused(battle, far, "8.4-20")
    assert battle.reading(far.examine).refused_by == "8.4-20"
    told(battle, near)
    thrown = next(each for each in rows(battle, Unit) if each.name == "Foe")
    assert thrown.fate is Fate.ALIVE, "nobody was said to be within its reach"


@pytest.mark.rule("8.4-20")
def test_a_miss_shows_no_explosion_at_its_target(battle: Campaign, grenade: Attack) -> None:
    assert [(blast.x, blast.y) for blast in look(battle, grenade, 5).blasts] == [(10, 5)]
    assert [(blast.x, blast.y) for blast in look(battle, grenade, 1).blasts] == [(None, None)]


@pytest.mark.rule("5.3-08")
def test_a_tracked_miss_lands_within_the_inches_it_missed_by(battle: Campaign) -> None:
    viking = unit(battle, "Viking", ANN, x=7.0, y=5.0)
    foe = unit(battle, "Foe", BEN, x=10.0, y=5.0)
    axe = weapon(battle, viking, preset="W-01", name="Axe")
    throw = Attack(
        aims=(Aim(unit_id=foe, distance=2),),
        strikes=(Strike(weapon_id=axe, by_id=viking, mode=Mode.THROW),),
        track_misses=True,
    )
    by_one = with_dice(throw, (1,), {"spot_0": "x 10, y 7"})
    assert 'misses by 1", and this spot is 1.5" away' in refused(battle, by_one, "5.3-08")
    lines = done(battle, throw, 1, spot_0="x 10, y 6.5")
    assert any("lands it: x 10, y 6.5." in line for line in lines)
