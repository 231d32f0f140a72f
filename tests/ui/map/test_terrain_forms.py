"""The acts of the table in words: forms as the palette opens them."""

from typing import Any

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.units.roster import AddUnit
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.views.battlefield import TerrainPiece, battlefield
from tests.ui.map.map_scene import Map
from ui.forms.all_forms import ACT_FORMS, forms_played
from ui.forms.form_sheet import ActSheet, show_form
from ui.models.map import DrawnShot

pytestmark = pytest.mark.thorough(every=2)

ON_THE_TABLE = (
    "PlaceTerrain", "ReshapeTerrain", "RemoveTerrain", "SetTable", "PutField", "FaceUnit",
)  # fmt: skip


def fill(shown: Map, act: str, /, **answers: Any) -> ActSheet:
    """Open a form with nothing known, answer it, and do it."""
    panel = shown.panel
    sheet = show_form(panel.theme, shown.desk, shown.hub, panel, ACT_FORMS[act].filled())
    assert sheet.body is not None
    for question, answer in answers.items():
        sheet.body.answers[question].set_value(answer)
        sheet.body.refresh()
    sheet.submit()
    return sheet


def only(shown: Map) -> TerrainPiece:
    (piece,) = shown.desk.read(battlefield).pieces
    return piece


def test_the_palette_offers_all_acts_of_the_table(shown: Map) -> None:
    assert set(ON_THE_TABLE) <= {form.name for form in forms_played(shown.desk)}


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("answers", "points", "radius"),
    [
        ({"shape": "rectangle", "across": 4, "deep": 2}, {(8, 19), (8, 21), (12, 19), (12, 21)}, 0),
        ({"shape": "rectangle", "across": 4, "deep": 2, "facing": 90},
         {(9, 18), (9, 22), (11, 18), (11, 22)}, 0),
        ({"shape": "round", "across": 3}, {(10, 20)}, 1.5),
        ({"shape": "long", "across": 1, "deep": 6}, {(10, 17.5), (10, 22.5)}, 0.5),
    ],
)  # fmt: skip
def test_terrain_is_placed_in_words(
    shown: Map, answers: dict[str, Any], points: set[Any], radius: float
) -> None:
    fill(shown, "PlaceTerrain", kind="rocks", name="Crag", middle="10 20", **answers)
    piece = only(shown)
    assert (set(piece.points), piece.radius) == (points, radius)
    assert (piece.name, piece.top, piece.blocks_move) == ("Crag", 2, True)


def test_what_will_lie_there_is_drawn_with_its_size_and_a_wall_is_long_and_thin(shown: Map) -> None:
    panel = shown.panel
    sheet = show_form(panel.theme, shown.desk, shown.hub, panel, ACT_FORMS["PlaceTerrain"].filled())
    assert sheet.body is not None
    answers = sheet.body.answers

    def drawn() -> DrawnShot:
        sheet.body.refresh()
        shot = sheet.body.drawn()
        assert shot is not None
        return shot

    answers["kind"].set_value("wall")
    assert (drawn().place.covers.words, drawn().ghosts) == ('8" by 1"', ())
    answers["middle"].set_value("20 10")
    (zone,) = drawn().ghosts
    assert {(round(x, 3), round(y, 3)) for x, y in zone.outline.core} == {
        (16, 9.5), (24, 9.5), (24, 10.5), (16, 10.5),
    }  # fmt: skip
    answers["across"].set_value(5)
    answers["kind"].set_value("building")
    assert drawn().place.covers.words == '5" by 4"', "what was typed stays"
    sheet.submit()
    xs = [x for x, _ in only(shown).points]
    assert max(xs) - min(xs) == 5


def test_an_outline_is_placed_in_words_or_turned_back_at_its_field(shown: Map) -> None:
    sheet = fill(shown, "PlaceTerrain", kind="water", shape="outline", points="4 5, 8 5; 8 nine")
    assert sheet.isVisible()
    assert shown.desk.read(battlefield).pieces == ()
    fill(shown, "PlaceTerrain", kind="water", shape="outline", points="4 5, 8 5; 8 9")
    assert only(shown).points == ((4, 5), (8, 5), (8, 9))


def test_terrain_is_changed_in_words_and_the_rest_stays(shown: Map) -> None:
    shown.desk.do(PlaceTerrain(kind="wood", name="Oak", points=((9, 9),), radius=1, weight_class=2))
    fill(shown, "ReshapeTerrain", terrain_id=1, top=7)
    piece = only(shown)
    assert (piece.name, piece.top, piece.weight_class, piece.blocks_sight) == ("Oak", 7, 2, True)
    fill(shown, "ReshapeTerrain", terrain_id=1, burns=False, difficult="none")
    assert (only(shown).weight_class, only(shown).difficult) == (None, None)


def test_terrain_is_tied_to_a_unit_and_untied(shown: Map) -> None:
    shown.desk.do(AddUnit(name="Hut", player_id=1, kind="structure", size=4))
    shown.desk.do(PlaceTerrain(kind="building", points=((9, 9),), radius=1))
    form = next(each for each in ACT_FORMS["ReshapeTerrain"].fields if each.name == "unit_id")
    hut = next(each for each in form.options(shown.desk, {}) if each.words.startswith("Hut"))  # type: ignore[attr-defined]
    fill(shown, "ReshapeTerrain", terrain_id=1, unit_id=hut.value)
    assert only(shown).unit_id == hut.value
    fill(shown, "ReshapeTerrain", terrain_id=1, top=9)
    assert only(shown).unit_id == hut.value
    fill(shown, "ReshapeTerrain", terrain_id=1, unit_id=0)
    assert only(shown).unit_id is None


def test_terrain_is_taken_away_in_words(shown: Map) -> None:
    shown.desk.do(PlaceTerrain(kind="wood", points=((9, 9),), radius=1))
    fill(shown, "RemoveTerrain", terrain_id=1)
    assert shown.desk.read(battlefield).pieces == ()


def test_the_table_is_set_in_words(shown: Map) -> None:
    before = shown.desk.read(battlefield)
    fill(shown, "SetTable", width=50, finish="sand")
    ground = shown.desk.read(battlefield)
    assert (ground.width, ground.depth, ground.finish.value) == (50, before.depth, "sand")


def test_a_field_and_a_unit_are_placed_and_turned_in_words(shown: Map) -> None:
    shown.desk.do(AddField(name="Bog", kind=FieldKind.TERRAIN, size=4, mode="Slow"))
    fill(shown, "PutField", field_id=1, place="7 8.5")
    disc = shown.desk.read(battlefield).discs[-1]
    assert (disc.name, disc.x, disc.y) == ("Bog", 7, 8.5)
    rosa = shown.keys["Rifle Rosa"]
    fill(shown, "FaceUnit", unit_id=rosa, facing=90, base=3)
    standing = shown.desk.read(battlefield).standing[rosa]
    assert (standing.facing, standing.base) == (90, 3)
