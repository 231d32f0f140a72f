"""What does not hold on the table of an older campaign is told of, and nothing is changed."""

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Inside, Mark, State, StateKind
from brikdesk.turns.contradictions import at_odds
from tests.acts.hazards import ANN, BEN, minifig, put, turn


def said(battle: Campaign) -> list[str]:
    return [each.words for each in battle.read(at_odds)]


@pytest.mark.rule("5.4-31")
def test_a_unit_inside_of_a_wall_is_told_of(battle: Campaign) -> None:
    battle.do(PlaceTerrain(kind="wall", points=((10.0, 10.0), (20.0, 10.0)), radius=0.5, top=4.0))
    minifig(battle, "Above", x=15.0, y=11.5)
    assert said(battle) == []
    minifig(battle, x=15.0, y=10.2)
    minifig(battle, "Bird", x=15.0, y=10.2, airborne=True)
    assert said(battle) == ["Gus stands inside of Wall."]


@pytest.mark.rule("F.1-11")
def test_a_unit_in_a_field_that_does_not_know_it_is_told_of(battle: Campaign) -> None:
    acid = Field(
        name="Acid", kind=FieldKind.EXPOSURE, size=4, dice=["d6 Damage"], made_turn_id=1, x=10, y=10
    )
    put(battle, acid, Field(name="Smoke", size=4, made_turn_id=1, x=10, y=10))
    gus = minifig(battle, x=12.4, y=10.0)
    minifig(battle, "Outside", x=12.6, y=10.0)
    assert said(battle) == ["Gus is in Acid, which does not know of it."]
    put(battle, Inside(unit_id=gus, field_id=1))
    assert said(battle) == []


@pytest.mark.rule("5.2-11")
def test_units_that_are_engaged_out_of_reach_are_told_of(battle: Campaign) -> None:
    gus, foe = minifig(battle, x=10.0, y=10.0), minifig(battle, "Foe", BEN, x=13.0, y=10.0)
    now = turn(battle).id or 0
    for one, other in ((gus, foe), (foe, gus)):
        put(
            battle,
            State(
                unit_id=one, with_id=other, kind=StateKind.ENGAGED, lasting=True, since_turn_id=now
            ),
        )
    # One of them may have come an inch nearer to strike, which the map does not tell (5.2-09).
    assert said(battle) == []
    far = minifig(battle, "Far", BEN, x=13.2, y=10.0)
    put(
        battle,
        State(unit_id=gus, with_id=far, kind=StateKind.ENGAGED, lasting=True, since_turn_id=now),
    )
    assert said(battle) == ["Gus and Far are engaged, and out of each other's reach."]


@pytest.mark.rule("Q8-37")
def test_a_clock_of_nobody_is_told_of(battle: Campaign) -> None:
    gus = minifig(battle)
    put(battle, Mark(scout_id=gus, target_id=gus, player_id=ANN, made_turn_id=1))
    assert said(battle) == []
