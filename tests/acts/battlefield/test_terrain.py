"""Terrain: placed with the facts of its kind, reshaped, tied to a unit, taken away."""

import math

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain, RemoveTerrain, ReshapeTerrain
from brikdesk.acts.units.roster import EnlistTerrain
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import TerrainMode
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Terrain, TerrainKind
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.units import units
from brikdesk.turns.ledger import fires
from tests.acts.attack_scene import unit
from tests.acts.table import bad, row, rows, told

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def place(campaign: Campaign, **said: object) -> Terrain:
    campaign.do(PlaceTerrain(**{"kind": "rocks", "points": SQUARE, **said}))  # type: ignore[arg-type]
    return rows(campaign, Terrain)[-1]


def facts(piece: Terrain) -> dict[str, object]:
    return {name: getattr(piece, name) for name in type(piece).model_fields}


@pytest.mark.parametrize(
    ("kind", "usual"),
    [
        ("building", (6.0, True, True, None)),
        ("wall", (2.0, True, True, None)),
        ("wood", (5.0, False, True, TerrainMode.SLOW)),
        ("rocks", (2.0, True, True, None)),
        ("water", (0.0, False, False, TerrainMode.SLOW)),
        ("hill", (2.0, False, False, None)),
        ("road", (0.0, False, False, None)),
        ("rubble", (0.5, False, False, TerrainMode.SPIKED)),
        ("other", (1.0, False, False, None)),
    ],
)
def test_a_kind_brings_its_usual_facts(battle: Campaign, kind: str, usual: object) -> None:
    piece = place(battle, kind=kind)
    assert (piece.top, piece.blocks_move, piece.blocks_sight, piece.difficult) == usual
    assert (piece.name, piece.kind) == (kind.capitalize(), TerrainKind(kind))
    assert (piece.base, piece.weight_class, piece.unit_id) == (0.0, None, None)


def test_every_kind_has_usual_facts(battle: Campaign) -> None:
    for kind in TerrainKind:
        assert place(battle, kind=kind.value).kind is kind


def test_what_is_said_counts_more_than_what_is_usual(battle: Campaign) -> None:
    keep = unit(battle, "Keep", 1, kind="structure", size=6)
    act = PlaceTerrain(
        kind="wood", points=((5.0, 5.0),), radius=1.5, name="  Old   Oak ", base=-1, top=7,
        blocks_move=True, blocks_sight=False, difficult="none", weight_class=2, unit_id=keep,
    )  # fmt: skip
    assert told(battle, act) == ["Old Oak stands on the table."]
    piece = battle.read(battlefield).pieces[0]
    assert (piece.name, piece.points, piece.radius) == ("Old Oak", ((5.0, 5.0),), 1.5)
    assert (piece.base, piece.top, piece.blocks_move, piece.blocks_sight) == (-1, 7, True, False)
    assert (piece.difficult, piece.weight_class, piece.unit_id) == (None, 2, keep)
    assert piece.words == 'blocks moving, burns, Weight class 2, 7" high'


def test_what_begins_above_the_usual_top_ends_there(battle: Campaign) -> None:
    assert place(battle, base=9).top == 9


def test_points_that_repeat_are_left_out(battle: Campaign) -> None:
    piece = place(battle, points=(*SQUARE[:2], SQUARE[1], *SQUARE[2:], SQUARE[0]))
    assert battle.read(battlefield).pieces[0].points == SQUARE
    assert piece.radius == 0


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"kind": "castle"}, "kind"),
        ({"name": "n" * 81}, "name"),
        ({"points": ()}, "points"),
        ({"points": ((1001.0, 0.0),), "radius": 1}, "points"),
        ({"points": ((math.nan, 0.0),), "radius": 1}, "points"),
        ({"points": ((0, 0), (4, 4), (4, 0), (0, 4))}, "points"),
        ({"points": ((0, 0), (2, 0), (4, 0))}, "points"),
        ({"points": ((0, 0), (4, 0), (4, math.inf))}, "points"),
        ({"points": tuple((n, n * n / 1000) for n in range(201))}, "points"),
        ({"points": ((3.0, 3.0),)}, "radius"),
        ({"points": ((0, 0), (4, 0))}, "radius"),
        ({"radius": -1}, "radius"),
        ({"radius": 1001}, "radius"),
        ({"radius": math.nan}, "radius"),
        ({"base": 3, "top": 2}, "top"),
        ({"base": -201}, "top"),
        ({"top": 201}, "top"),
        ({"top": math.nan}, "top"),
        ({"difficult": "muddy"}, "difficult"),
        ({"weight_class": -1}, "weight_class"),
        ({"weight_class": 100}, "weight_class"),
        ({"unit_id": 99}, ""),
    ],
)
def test_what_makes_no_sense_is_turned_back(
    battle: Campaign, wrong: dict[str, object], where: str
) -> None:
    with pytest.raises(BadInput) as error:
        place(battle, **wrong)
    assert error.value.where == where
    assert rows(battle, Terrain) == []


def test_terrain_needs_a_battle(campaign: Campaign) -> None:
    assert "Set up a battle" in bad(campaign, PlaceTerrain(kind="hill", points=SQUARE))


def test_a_minifig_is_no_terrain(battle: Campaign) -> None:
    ann = unit(battle, "Ann", 1)
    act = PlaceTerrain(kind="other", points=SQUARE, unit_id=ann)
    assert "neither a Structure nor an Object" in bad(battle, act)


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"kind": "wall"}, {"kind": TerrainKind.WALL}),
        ({"name": "Stone"}, {"name": "Stone"}),
        ({"points": ((1, 1), (3, 1), (3, 3))}, {"points": [[1, 1], [3, 1], [3, 3]]}),
        ({"radius": 0.5}, {"radius": 0.5}),
        ({"base": 1}, {"base": 1}),
        ({"top": 5}, {"top": 5}),
        ({"blocks_move": False}, {"blocks_move": False}),
        ({"blocks_sight": False}, {"blocks_sight": False}),
        ({"difficult": "Slippery"}, {"difficult": TerrainMode.SLIPPERY}),
        ({"weight_class": 3}, {"weight_class": 3}),
    ],
)
def test_reshaping_changes_what_it_names_and_nothing_else(
    battle: Campaign, change: dict[str, object], kept: dict[str, object]
) -> None:
    before = facts(place(battle))
    digest = battle.digest()
    battle.do(ReshapeTerrain(terrain_id=1, **change))  # type: ignore[arg-type]
    assert facts(row(battle, Terrain)) == {**before, **kept}
    battle.undo()
    assert battle.digest() == digest


def test_a_move_is_told_as_a_move(battle: Campaign) -> None:
    place(battle)
    moved = tuple((x + 1, y) for x, y in SQUARE)
    assert told(battle, ReshapeTerrain(terrain_id=1, points=moved)) == ["Rocks is moved."]
    assert told(battle, ReshapeTerrain(terrain_id=1, top=4)) == ["Rocks is changed."]


def test_what_hinders_burns_or_is_tied_can_be_ended(battle: Campaign) -> None:
    hut = unit(battle, "Hut", 1, kind="structure", size=4)
    place(battle, kind="wood", weight_class=1, unit_id=hut)
    battle.do(ReshapeTerrain(terrain_id=1, difficult="none", burns=False, tied=False))
    piece = row(battle, Terrain)
    assert (piece.difficult, piece.weight_class, piece.unit_id) == (None, None, None)
    battle.undo()
    piece = row(battle, Terrain)
    assert (piece.difficult, piece.weight_class, piece.unit_id) == (TerrainMode.SLOW, 1, hut)


def test_what_burns_needs_a_weight_class(battle: Campaign) -> None:
    place(battle)
    assert "needs a Weight class" in bad(battle, ReshapeTerrain(terrain_id=1, burns=True))
    battle.do(ReshapeTerrain(terrain_id=1, burns=True, weight_class=2))
    assert row(battle, Terrain).weight_class == 2


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "sea"},
        {"name": " "},
        {"points": ((0, 0), (4, 4), (4, 0), (0, 4))},
        {"radius": -1},
        {"base": 3},
        {"top": -1},
        {"difficult": "wet"},
        {"weight_class": 100},
        {"unit_id": 99},
    ],
)
def test_a_wrong_change_changes_nothing(battle: Campaign, change: dict[str, object]) -> None:
    place(battle)
    digest = battle.digest()
    bad(battle, ReshapeTerrain(terrain_id=1, **change))  # type: ignore[arg-type]
    assert battle.digest() == digest


def test_terrain_is_taken_away_and_comes_back(battle: Campaign) -> None:
    place(battle)
    digest = battle.digest()
    assert told(battle, RemoveTerrain(terrain_id=1)) == ["Rocks is taken off the table."]
    assert rows(battle, Terrain) == []
    assert "no terrain" in bad(battle, RemoveTerrain(terrain_id=1))
    battle.undo()
    assert battle.digest() == digest


@pytest.mark.rule("8.4-25", "F.1-23", "F.1-24")
def test_terrain_that_is_set_on_fire_burns_as_an_object_where_it_lies(battle: Campaign) -> None:
    battle.do(PlaceTerrain(kind="wood", name="Grove", points=((5, 5), (9, 5), (9, 8), (5, 8))))
    lines = told(battle, EnlistTerrain(terrain_id=1, inches=2))
    assert lines[0].startswith("Grove joins.")
    assert lines[-1].startswith("Grove is on fire.")
    (grove,) = [row for row in battle.read(units) if row.name == "Grove"]
    assert (grove.kind, grove.size, grove.x, grove.y) == ("Object", 4, 7.0, 6.5)
    (fire,) = battle.read(fires)
    assert (fire.unit_id, fire.size) == (grove.id, 2)
    (piece,) = battle.read(battlefield).pieces
    assert piece.unit_id == grove.id
    assert "is a unit of the roster already" in bad(battle, EnlistTerrain(terrain_id=1))
    battle.undo()
    assert not [row for row in battle.read(units) if row.name == "Grove"]
    assert battle.read(battlefield).pieces[0].unit_id is None


@pytest.mark.rule("8.4-25", "4.1-03")
def test_a_wall_becomes_an_object_that_is_hit_though_nobody_can_stand_in_it(
    battle: Campaign,
) -> None:
    battle.do(
        PlaceTerrain(kind="wall", name="Wall", points=((3, 3), (8, 3), (8, 4), (3, 4)), top=3)
    )
    battle.do(EnlistTerrain(terrain_id=1, size=3, weight_class=2))
    (wall,) = [row for row in battle.read(units) if row.name == "Wall"]
    assert (wall.size, wall.weight_class) == (3, 2)
    assert battle.read(fires) == ()
