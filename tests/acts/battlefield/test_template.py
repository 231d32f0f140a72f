"""Terrain saved as a template file, laid out again, and files that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from brikdesk.acts.battlefield.table import SetTable
from brikdesk.acts.battlefield.terrain import (
    LARGEST,
    LayTerrain,
    PlaceTerrain,
    read,
    read_file,
    written,
)
from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Terrain
from brikdesk.store.views.battlefield import battlefield
from tests.acts.attack_scene import unit
from tests.acts.table import bad, rows, told

OAK: dict[str, Any] = {"kind": "wood", "name": "Oak", "points": [[4, 5]], "radius": 1.5}


def template(**facts: Any) -> str:
    return json.dumps({"format": "brikdesk terrain", "version": 1, "pieces": [], **facts})


def facts_of(campaign: Campaign) -> list[dict[str, Any]]:
    names = Terrain.model_fields.keys() - {"id", "unit_id"}
    return [{name: getattr(piece, name) for name in names} for piece in rows(campaign, Terrain)]


def furnish(campaign: Campaign) -> None:
    hut = unit(campaign, "Hut", 1, kind="structure", size=4)
    campaign.do(SetTable(width=48, depth=36.5, finish="sand"))
    campaign.do(PlaceTerrain(**{**OAK, "points": ((4, 5),)}, weight_class=1))
    campaign.do(
        PlaceTerrain(
            kind="building",
            name="Zum „Stein“",
            points=((1, 1), (4, 1), (4, 3.125)),
            base=-1,
            top=4,
            blocks_sight=False,
            unit_id=hut,
        )
    )
    campaign.do(PlaceTerrain(kind="rubble", points=((1, 9), (4, 9)), radius=0.5, difficult="none"))


def test_a_table_comes_back_from_its_file(battle: Campaign, tmp_path: Path) -> None:
    furnish(battle)
    before, ground = facts_of(battle), battle.read(battlefield)
    file = tmp_path / "docks.terrain.json"
    file.write_text(written(ground), encoding="utf-8")
    battle.do(SetTable(width=40, depth=30, finish="plain"))
    digest = battle.digest()
    lines = told(battle, read_file(file, instead=True))
    assert lines[-1] == (
        "3 pieces of terrain laid out. Oak, Zum „Stein“, Rubble. 3 pieces taken away before."
    )
    assert facts_of(battle) == before
    again = battle.read(battlefield)
    assert (again.width, again.depth, again.finish) == (48, 36.5, ground.finish)
    # A unit belongs to its campaign, and a template to any.
    assert {piece.unit_id for piece in again.pieces} == {None}
    battle.undo()
    assert battle.digest() == digest


def test_a_template_is_added_to_what_stands(battle: Campaign) -> None:
    furnish(battle)
    battle.do(read(written(battle.read(battlefield))))
    assert len(rows(battle, Terrain)) == 6


def test_a_template_has_a_line_for_each_piece(battle: Campaign) -> None:
    furnish(battle)
    text = written(battle.read(battlefield))
    assert sum(1 for line in text.splitlines() if '"kind"' in line) == 3
    assert "Zum „Stein“" in text
    assert json.loads(text)["version"] == 1


def test_an_empty_table_is_a_template_too(battle: Campaign) -> None:
    act = read(written(battle.read(battlefield)))
    assert act.pieces == ()
    assert told(battle, act)[-1] == "0 pieces of terrain laid out."


def test_a_template_may_say_nothing_of_the_table(battle: Campaign) -> None:
    act = read(template(pieces=[OAK]))
    assert (act.width, act.depth, act.finish) == (None, None, None)
    assert told(battle, act) == ["1 piece of terrain laid out. Oak."]


def test_five_hundred_pieces_are_laid_out_and_not_one_more(battle: Campaign) -> None:
    battle.do(read(template(pieces=[OAK] * 500)))
    assert len(rows(battle, Terrain)) == 500
    with pytest.raises(BadInput, match="501 pieces"):
        read(template(pieces=[OAK] * 501))
    oak = PlaceTerrain(kind="wood", points=((4, 5),), radius=1)
    assert "At most 500" in bad(battle, LayTerrain(pieces=(oak,) * 501))


def test_one_wrong_piece_stops_all_and_is_named(battle: Campaign) -> None:
    furnish(battle)
    digest = battle.digest()
    crossed = {**OAK, "name": "Knot", "points": [[0, 0], [4, 4], [4, 0], [0, 4]]}
    act = read(template(pieces=[OAK, crossed], table={"width": 99}), instead=True)
    assert "Piece 2, Knot:" in bad(battle, act)
    assert battle.digest() == digest


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no terrain file"),
        ("{", "line 1, column 2"),
        ("[]", "no terrain file"),
        ('{"format": "something else"}', "no terrain file"),
        ("[" * 200_000, "no terrain file"),
        ('{"format": ' + "9" * 5000 + "}", "no terrain file"),
        (template(version=2), "newer BrikDesk"),
        (template(version=0), "its version"),
        (template(version=True), "its version"),
        (template(version="1"), "its version"),
        (template(script="rm"), 'unknown fact "script"'),
        (template(pieces={}), "a list"),
        (template(table=[]), "an object"),
        (template(table={"width": "wide"}), "width"),
        (template(table={"legs": 4}), 'unknown fact "legs"'),
        (template(pieces=["oak"]), "Piece 1 is not an object"),
        (template(pieces=[OAK, {"name": "Ash"}]), 'Piece 2, Ash has no "kind"'),
        (template(pieces=[{"kind": "wood"}]), 'Piece 1 has no "points"'),
        (template(pieces=[{**OAK, "unit_id": 1}]), 'Piece 1, Oak has an unknown fact "unit_id"'),
        (template(pieces=[{**OAK, "overruled": ["4.1"]}]), 'unknown fact "overruled"'),
        (template(pieces=[{**OAK, "points": [[1]]}]), "Piece 1, Oak: points.0"),
        (template(pieces=[{**OAK, "points": [["1", 2]]}]), "points.0.0"),
        (template(pieces=[{**OAK, "radius": "1"}]), "radius"),
        (template(pieces=[{**OAK, "blocks_move": 1}]), "blocks_move"),
        (template(pieces=[{**OAK, "weight_class": 1.5}]), "weight_class"),
        (template(pieces=[{**OAK, "name": 7}]), "name"),
        (template(pieces=[{**OAK, "radius": float("nan")}]), "NaN is no number"),
        (template(pieces=[{**OAK, "radius": float("inf")}]), "Infinity is no number"),
    ],
)
def test_what_is_no_template_is_turned_back_in_words(text: str, words: str) -> None:
    with pytest.raises(BadInput) as error:
        read(text, "oak.json")
    assert words in str(error.value)
    assert len(str(error.value)) < 300


def test_files_that_cannot_be_read_are_turned_back(tmp_path: Path) -> None:
    file = tmp_path / "oak.json"
    with pytest.raises(BadInput, match=r"oak\.json is not there"):
        read_file(file)
    with pytest.raises(BadInput, match="cannot be read"):
        read_file(tmp_path)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="UTF-8"):
        read_file(file)
    file.write_bytes(b" " * (LARGEST + 1))
    with pytest.raises(BadInput, match="larger than 4 MB"):
        read_file(file)
    file.write_text("\ufeff" + template(pieces=[OAK]), encoding="utf-8")
    assert len(read_file(file).pieces) == 1
