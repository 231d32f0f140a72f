"""Sight, arc and blast on the map: what the geometry says, by pointing and by keys."""

import pytest
from PySide6.QtCore import Qt

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.fields.fields import AddField
from brikdesk.rules.brikwars.fields import FieldKind
from tests.ui.map.map_scene import Map

Key = Qt.Key


@pytest.mark.rule("5.1-06", "5.1-33")
def test_a_wall_hides_a_minifig_behind_it_and_is_named(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_V)
    shown.press(Key.Key_Tab)
    while "Sister" not in shown.says():
        shown.press(Key.Key_Tab)
    assert "100% free" in shown.says()
    wall = PlaceTerrain(kind="wall", name="Hedge", points=((8, 0), (8.5, 0), (8.5, 4), (8, 4)))
    shown.desk.do(wall)
    assert "0% free (nothing to be seen). In the way: Hedge 100%" in shown.says()


@pytest.mark.rule("F.1-08")
def test_smoke_between_blocks_the_sight(shown: Map) -> None:
    shown.desk.do(AddField(kind=FieldKind.SMOKE, size=2, name="Fog", x=8, y=2))
    shown.click(6, 2)
    shown.press(Key.Key_V)
    while "Sister" not in shown.says():
        shown.press(Key.Key_Tab)
    assert "Fog" in shown.says()


@pytest.mark.rule("8.3-02", "8.3-04")
def test_an_arc_names_whom_it_sweeps_and_no_others(shown: Map) -> None:
    shown.click(6, 2)
    shown.press(Key.Key_G)
    while "Sister" not in shown.says():
        shown.press(Key.Key_Tab)
    assert "Squire" not in shown.says()
    shown.type("9")
    assert shown.says().startswith("Arc of 9 points from Rifle Rosa")
    assert "Squire" in shown.says(), "a wider arc reaches further round"


@pytest.mark.rule("8.4-27")
def test_a_blast_names_each_unit_with_its_ring(shown: Map) -> None:
    shown.click(18.5, 7.5)
    shown.press(Key.Key_B)
    shown.type("1")
    assert shown.says().startswith('Blast of 1 dice, 2": ')
    assert 'Squire Tile 2"' in shown.says()
    assert 'Second Opinion 2"' in shown.says()
    assert "Rosa" not in shown.says()
    shown.type("9")
    assert 'Sister Underfoot 10"' in shown.says()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("letter", ["v", "g"])
def test_without_a_unit_there_is_nobody_to_look_or_shoot(shown: Map, letter: str) -> None:
    shown.type(letter)
    assert shown.panel.tool is None


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("letter", ["v", "g", "b"])
def test_esc_ends_it_and_nothing_has_been_done(shown: Map, letter: str) -> None:
    shown.click(6, 2)
    before = shown.desk.campaign.digest()
    shown.type(letter)
    shown.press(Key.Key_Right, times=3)
    shown.press(Key.Key_Return)
    shown.press(Key.Key_Escape)
    assert shown.panel.tool is None
    assert shown.desk.campaign.digest() == before
