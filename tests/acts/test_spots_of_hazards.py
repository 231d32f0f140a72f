"""Where a Concealed Hazard goes off on the map: by the way of a unit, by words, by what is set down."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import ExplosionPreview
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, PlaceCarefully
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.step_act import StepAct
from brikdesk.acts.turns_and_steps import roll_all
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Unit
from tests.acts.attack_scene import unit
from tests.acts.hazards import ANN, BEN, waiting
from tests.acts.table import row, told

WALKER, BESIDE = 1, 2


@pytest.fixture
def garden(battle: Campaign) -> Campaign:
    """Mines with d10 Exp around x 10, y 5, 8 inches across; Ann's Walker at x 1, Ben's Beside at 9.5."""
    unit(battle, "Walker", ANN, x=1, y=5, move=60)
    unit(battle, "Beside", BEN, x=9.5, y=6.5)
    battle.do(
        AddField(
            kind=FieldKind.CONCEALED, size=8, name="Garden", dice=("d10 Exp",), player_id=BEN,
            x=10.0, y=5.0,
        )
    )  # fmt: skip
    return battle


def spot(campaign: Campaign, act: StepAct) -> tuple[float | None, float | None]:
    """Return where an act with these dice has its explosion."""
    preview = campaign.reading(act.examine)
    assert isinstance(preview, ExplosionPreview)
    (blast,) = preview.blasts
    return blast.x, blast.y


@pytest.mark.rule("F.1-63", "QF-42")
def test_it_goes_off_where_the_way_has_gone_so_many_inches_inside(garden: Campaign) -> None:
    # The edge of a Size 1" unit comes to the Field at x 5.5: three inches on is 8.5.
    garden.do(MoveUnit(unit_id=WALKER, x=20, y=5))
    act = waiting(garden, "path-1-1", 3, 5)
    assert isinstance(act, CrossConcealed)
    assert act.inches == 9
    assert spot(garden, act) == pytest.approx((8.5, 5))


@pytest.mark.rule("F.1-63")
def test_a_way_with_corners_and_a_second_way_count_from_where_each_came_in(
    garden: Campaign,
) -> None:
    garden.do(MoveUnit(unit_id=WALKER, x=7.5, y=14, corners=((7.5, 5),)))
    first = waiting(garden, "path-1-1", 3, 5)
    # 2 inches to the corner, and 1 more downward.
    assert spot(garden, first) == pytest.approx((7.5, 6))
    told(garden, waiting(garden, "path-1-1", 6))
    garden.do(MoveUnit(unit_id=WALKER, x=10, y=14))
    garden.do(MoveUnit(unit_id=WALKER, x=10, y=5))
    second = waiting(garden, "path-1-1", 2, 5)
    assert isinstance(second, CrossConcealed)
    assert second.inches == pytest.approx(4.5)
    assert spot(garden, second) == pytest.approx((10, 7.5))


@pytest.mark.rule("F.1-67")
def test_what_comes_down_in_it_sets_it_off_where_it_is(garden: Campaign) -> None:
    garden.do(MoveUnit(unit_id=WALKER, x=12, y=5))
    act = replace(waiting(garden, "path-1-1", 2, 5), through_air=True)
    assert spot(garden, act) == (12, 5)


def test_a_spot_in_words_names_a_point_or_none(garden: Campaign) -> None:
    typed = CrossConcealed(unit_id=WALKER, field_id=1, inches=5, faces=(Face(2), Face(5)))
    assert spot(garden, typed) == (None, None), "a typed path need not be on the map"
    assert spot(garden, replace(typed, spot="the rose bed")) == (None, None)
    assert spot(garden, replace(typed, spot="x 11, y 4.5")) == (11, 4.5)
    assert spot(garden, replace(typed, spot="x 11, y 4.5", x=9.0, y=5.0)) == (9, 5)


@pytest.mark.rule("F.1-63", "8.4-29")
def test_rolling_all_catches_whom_the_map_has_around_the_spot(garden: Campaign) -> None:
    garden.do(MoveUnit(unit_id=WALKER, x=20, y=5))
    faces = iter((3, 9, *[1] * 20))
    act = roll_all(garden, lambda _sides: next(faces))
    assert act is not None
    garden.do(act)
    # 9 damage from the middle at x 8.5 against Armor: who set it off, and who stood beside.
    assert row(garden, Unit, WALKER).fate is Fate.DEAD
    assert row(garden, Unit, BESIDE).fate is Fate.DEAD


@pytest.mark.rule("F.1-69")
def test_what_is_set_down_goes_off_where_it_lies_or_beside_who_sets_it_down(
    garden: Campaign,
) -> None:
    plank = unit(garden, "Plank", None, kind="Object", x=7.0, y=5.0)
    put = PlaceCarefully(unit_id=WALKER, field_id=1, what="a plank", faces=(Face(1), Face(5)))
    assert spot(garden, put) == (1, 5)
    assert spot(garden, replace(put, object_id=plank)) == (7, 5)
    assert spot(garden, replace(put, spot="8.5 4")) == (8.5, 4)
