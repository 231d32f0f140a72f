"""Acts that hold points take pairs of numbers, and say which of their fields holds anything else."""

from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.acts.battlefield.terrain import PlaceTerrain, ReshapeTerrain
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Terrain
from tests.acts.attack_scene import unit
from tests.acts.table import rows

HOLDERS: dict[str, Callable[[Any], Act]] = {
    "MoveUnit.corners": lambda points: MoveUnit(unit_id=1, x=9, y=9, corners=points),
    "PlaceTerrain.points": lambda points: PlaceTerrain(kind="wall", points=points, radius=1),
    "SetBackground.corners": lambda points: SetBackground(picture="a" * 64, corners=points),
    "ReshapeTerrain.points": lambda points: ReshapeTerrain(terrain_id=1, points=points),
}

WRONG = {
    "one number": ((1.0, 1.0), (2.0,)),
    "three numbers": ((1.0, 2.0, 3.0),),
    "a bare number": (1.0, 2.0),
    "a number alone": 7,
    "words": ("15", "18"),
    "letters": (("1", "2"),),
    "a flag": ((True, 2.0),),
    "nothing": ((None, 2.0),),
    "no number": ((float("nan"), 2.0),),
    "endless": ((float("inf"), 2.0),),
}


@pytest.mark.thorough(but=13)
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("holder", HOLDERS)
def test_what_is_no_point_is_refused_with_the_name_of_its_field(
    battle: Campaign, holder: str, wrong: str
) -> None:
    unit(battle, "Runner", 1, x=5, y=5, move=30)
    battle.do(PlaceTerrain(kind="rocks", points=((3, 3),), radius=1))
    with pytest.raises(BadInput) as said:
        battle.do(HOLDERS[holder](WRONG[wrong]))
    assert said.value.where == holder.split(".")[1]
    assert len(rows(battle, Terrain)) == 1


def test_every_act_that_holds_points_is_tried_here() -> None:
    holding = {
        f"{name}.{field}"
        for name, kind in Act.KINDS.items()
        for field, hint in get_type_hints(kind).items()
        if "tuple[tuple[float, float]" in str(hint)
    }
    assert holding == set(HOLDERS)
