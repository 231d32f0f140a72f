"""Who stands within reach of an explosion: by the map, by whoever carries it, and when all is rolled."""

from collections.abc import Callable
from itertools import cycle

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import Caught, ExplosionPreview, caught_in, near_blast
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive, DamageExplosive
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.dice import Face
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, LaidDice, Unit
from brikdesk.store.views.battlefield import near_point
from tests.acts.hazards import ANN, creation, keys, minifig
from tests.acts.table import row, rows, told


def keg(campaign: Campaign, **facts: object) -> None:
    """Set off a Keg X2 at the end of Ann's turn."""
    campaign.do(AddExplosive(name="Keg", explosive_size=2, **facts))  # type: ignore[arg-type]
    campaign.do(DamageExplosive(explosive_id=1, damage=3))
    campaign.do(EndTurn())
    assert "detonate-1" in keys(campaign)


def look(campaign: Campaign, *faces: int, caught: tuple[Caught, ...] = ()) -> ExplosionPreview:
    act = Detonate(explosive_id=1, faces=tuple(Face(face) for face in faces), caught=caught)
    preview: ExplosionPreview = campaign.reading(act.examine)
    return preview


def caught_on_map(campaign: Campaign, *faces: int) -> tuple[Caught, ...]:
    """Return whom the map has within reach of the Keg with these dice."""
    (blast,) = look(campaign, *faces).blasts
    return caught_in(None, campaign.reading(lambda session: near_blast(session, blast)))


def always(*faces: int) -> Callable[[int], int]:
    thrown = cycle(faces)
    return lambda sides: next(thrown)


@pytest.mark.rule("Q8-50", "Q8-46")
def test_units_near_a_point_are_named_nearest_first_by_their_edges(battle: Campaign) -> None:
    far = minifig(battle, "Far", x=10.0, y=0.0)
    near = minifig(battle, "Near", x=3.0, y=0.0)
    big = minifig(battle, "Big", size=6, x=6.0, y=0.0)
    minifig(battle, "Somewhere")
    minifig(battle, "Dead", x=0.0, y=0.0, fate=Fate.DEAD)
    minifig(battle, "In reserve", x=0.0, y=0.0, on_table=False)
    found = battle.read(near_point, 0.0, 0.0, 9.5)
    assert [(each.unit_id, each.distance) for each in found] == [
        (near, 2.5), (big, 3.0), (far, 9.5),
    ]  # fmt: skip
    assert [each.unit_id for each in battle.read(near_point, 0.0, 0.0, 9.4)] == [near, big]
    assert battle.read(near_point, None, None, 99.0) == ()


@pytest.mark.rule("Q8-46")
def test_whoever_carries_it_is_in_its_centre_wherever_that_is(battle: Campaign) -> None:
    carrier = minifig(battle, "Carrier")
    other = minifig(battle, "Other", x=1.0, y=0.0)
    assert [(each.unit_id, each.distance) for each in battle.read(near_point, None, None, 2.0, carrier)] == [
        (carrier, 0.0)
    ]  # fmt: skip
    found = battle.read(near_point, 0.0, 0.0, 2.0, carrier)
    assert [each.unit_id for each in found] == [carrier, other]


@pytest.mark.rule("8.4-31", "Q8-50")
def test_only_what_lies_within_the_band_that_strikes_counts(battle: Campaign) -> None:
    hull = creation(battle, "Hull", size=8, x=6.0, y=0.0)
    cart = creation(battle, "Cart", size=2, x=-1.0, y=0.0)
    tile = minifig(battle, "Tile", x=0.0, y=2.45)
    found = {each.unit_id: each for each in battle.read(near_point, 0.0, 0.0, 6.0)}
    # The near edge of the Hull is 2 inches away: in the first band lies nothing of it but that edge.
    assert (found[hull].distance, found[hull].sections) == (2.0, None)
    inches = found[hull].inches
    assert inches is not None
    assert inches < 1
    assert (found[cart].distance, found[cart].inches) == (0.0, None), "all of it is inside"
    assert (found[tile].distance, found[tile].inches) == (1.95, None)
    assert found[tile].sections == 2, "the head is more than 2 inches off through the air"


@pytest.mark.rule("Q8-50")
def test_distances_go_through_the_air_from_the_ground_at_the_point(battle: Campaign) -> None:
    low, high = minifig(battle, "Low", x=4.0, y=0.0), minifig(battle, "High", x=10.0, y=0.0)
    battle.do(PlaceTerrain(kind="hill", points=((10, 0),), radius=2, top=3))
    found = battle.read(near_point, 7.0, 0.0, 8.0)
    assert [(each.unit_id, round(each.distance, 3)) for each in found] == [
        (low, 2.5), (high, round((2.5**2 + 3**2) ** 0.5, 3)),
    ]  # fmt: skip
    on_top = battle.read(near_point, 10.0, 0.0, 8.0)
    nearest, *_ = on_top
    assert (nearest.unit_id, nearest.distance) == (high, 0.0)


@pytest.mark.rule("8.4-31", "8.4-29")
def test_a_large_one_at_the_edge_adds_the_size_of_what_lies_inside(battle: Campaign) -> None:
    hull = creation(battle, "Hull", size=8, weight_class=0, armor="9", x=7.0, y=0.0)
    keg(battle, x=0.0, y=0.0)
    whole = Caught(unit_id=hull, distance=3)
    (by_hand,) = look(battle, 3, 6, caught=(whole,)).victims
    caught = caught_on_map(battle, 3, 6)
    (by_map,) = look(battle, 3, 6, caught=caught).victims
    assert by_hand.damage is not None
    assert by_map.damage is not None
    assert by_map.damage < by_hand.damage


@pytest.mark.rule("8.4-25", "Q8-46")
def test_a_detonation_tells_where_it_is_once_its_roll_lies_there(battle: Campaign) -> None:
    carrier = minifig(battle, "Carrier", x=4.0, y=7.0)
    keg(battle, carrier_id=carrier)
    assert look(battle, 3).blasts == ()
    (blast,) = look(battle, 3, 6).blasts
    assert (blast.radius, blast.x, blast.y, blast.carrier_id) == (4.0, 4.0, 7.0, carrier)
    assert look(battle, 1, 1).blasts == (), "a Critical Failure reaches nobody"


@pytest.mark.rule("8.4-27", "5.1-11")
def test_a_detonation_tells_what_each_of_the_caught_takes(battle: Campaign) -> None:
    squire = minifig(battle, "Squire", armor="4")
    keg(battle)
    (victim,) = look(battle, 3, 6, caught=(Caught(unit_id=squire, distance=3),)).victims
    assert (victim.unit_id, victim.where, victim.damage, victim.armor) == (squire, '2–4"', 3, 4)


@pytest.mark.rule("8.4-25", "5.1-11")
def test_rolling_all_strikes_those_whom_the_map_has_within_reach(battle: Campaign) -> None:
    near = minifig(battle, "Near", armor="1d10", x=1.0, y=0.0)
    far = minifig(battle, "Far", armor="1d10", x=9.0, y=0.0)
    keg(battle, x=0.0, y=0.0)
    act = roll_all(battle, always(6, 5, 2))
    assert act is not None
    lines = told(battle, act)
    assert any(words.startswith("Near takes 11. [2*]") for words in lines)
    assert row(battle, Unit, near).fate is Fate.DEAD
    assert row(battle, Unit, far).fate is Fate.ALIVE


def test_rolling_all_leaves_an_explosion_to_somebody_where_the_map_does_not_know(
    battle: Campaign,
) -> None:
    minifig(battle, "Somewhere", ANN)
    keg(battle, x=0.0, y=0.0)
    act = roll_all(battle, always(6, 5, 2))
    assert act is not None
    told(battle, act)
    assert keys(battle) == ["detonate-1"]
    assert [each["face"] for each in rows(battle, LaidDice)[0].faces] == [6, 5]
    assert roll_all(battle, always(6)) is None, "its dice are not thrown again"
