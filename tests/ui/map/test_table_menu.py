"""The menu of the table, and template files from it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QPushButton

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.fields.fields import AddField
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.views.battlefield import battlefield
from brikdesk.turns.ledger import fires
from tests.ui.map.map_scene import Map
from ui.forms.form_sheet import ActSheet
from ui.forms.sheet import Question
from ui.panels.map.drawing import Drawing


def entries(shown: Map, x: float, y: float) -> dict[str, QAction]:
    menu = shown.panel.terrain.menu(QPointF(x, y))
    return {each.text().split("\t")[0]: each for each in menu.actions() if each.text()}


def names(shown: Map) -> list[str]:
    return [piece.name for piece in shown.desk.read(battlefield).pieces]


def stand(shown: Map, name: str = "Oak") -> None:
    shown.desk.do(PlaceTerrain(kind="wood", name=name, points=((30, 25),), radius=2))


def test_the_table_offers_drawing_and_its_size(shown: Map) -> None:
    offered = entries(shown, 5, 25)
    assert list(offered) == [
        "Draw terrain", "Size and finish of the table…", "Load terrain…", "Save terrain…",
    ]  # fmt: skip
    assert not offered["Save terrain…"].isEnabled()
    offered["Draw terrain"].trigger()
    assert isinstance(shown.panel.tool, Drawing)


def test_the_size_of_the_table_is_asked_with_what_it_is(shown: Map) -> None:
    entries(shown, 5, 25)["Size and finish of the table…"].trigger()
    (sheet,) = shown.panel.window().findChildren(ActSheet)
    ground = shown.desk.read(battlefield)
    assert sheet.body is not None
    assert sheet.body.filled_in() == {
        "width": ground.width, "depth": ground.depth, "finish": ground.finish.value,
    }  # fmt: skip


def test_a_field_without_a_place_is_put_where_was_clicked(shown: Map) -> None:
    shown.desk.do(AddField(name="Bog", kind=FieldKind.TERRAIN, size=4, mode="Slow"))
    entries(shown, 5.1, 25)['Put Bog here, 4"'].trigger()
    disc = shown.desk.read(battlefield).discs[-1]
    assert (disc.name, disc.x, disc.y) == ("Bog", 5.125, 25)
    assert 'Put Bog here, 4"' not in entries(shown, 5, 25)


def test_a_piece_under_the_pointer_is_changed_from_the_menu(shown: Map) -> None:
    stand(shown)
    offered = entries(shown, 30, 25)
    offered["Duplicate Oak"].trigger()
    assert names(shown) == ["Oak", "Oak"]
    shown.desk.undo()
    offered["Move or turn Oak"].trigger()
    assert isinstance(shown.panel.tool, Drawing)
    assert shown.panel.tool.chosen == 1
    entries(shown, 30, 25)["Remove Oak"].trigger()
    assert names(shown) == []


@pytest.mark.rule("8.4-25", "F.1-23")
def test_a_wood_is_set_on_fire_from_its_menu(shown: Map) -> None:
    stand(shown)
    entries(shown, 30, 25)["Set Oak on fire…"].trigger()
    (sheet,) = shown.panel.window().findChildren(ActSheet)
    assert sheet.body is not None
    assert sheet.body.filled_in() == {"terrain_id": 1, "inches": 1, "size": 4}
    sheet.submit()
    (fire,) = shown.desk.read(fires)
    assert (fire.name, fire.size) == ("Oak", 1)
    assert "Set Oak on fire…" not in entries(shown, 30, 25), (
        "it is a unit now, with a menu of its own"
    )


def test_terrain_is_saved_and_loaded(
    shown: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand(shown)
    file = tmp_path / "woods.terrain.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    entries(shown, 5, 25)["Save terrain…"].trigger()
    shown.desk.undo()
    assert names(shown) == []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    entries(shown, 5, 25)["Load terrain…"].trigger()
    assert names(shown) == ["Oak"]
    shown.desk.undo()
    assert names(shown) == []


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("Replace it", ["Oak"]),
        ("Add to it", ["Ash", "Oak"]),
        ("Cancel", ["Ash"]),
    ],
)
def test_loading_over_terrain_asks_what_becomes_of_it(
    shown: Map, tmp_path: Path, answer: str, after: list[str]
) -> None:
    stand(shown)
    file = tmp_path / "woods.terrain.json"
    shown.panel.terrain.write(file)
    shown.desk.undo()
    stand(shown, "Ash")
    shown.panel.terrain.lay_out(file)
    (question,) = shown.panel.window().findChildren(Question)
    next(b for b in question.findChildren(QPushButton) if b.text() == answer).click()
    assert sorted(names(shown)) == after


def test_a_file_that_is_no_template_is_refused_under_the_map(shown: Map, tmp_path: Path) -> None:
    stand(shown)
    file = tmp_path / "letter.json"
    file.write_text("Dear Sir", encoding="utf-8")
    shown.panel.terrain.lay_out(file)
    assert "letter.json is no terrain file" in shown.panel.refusal.sentence()
    assert names(shown) == ["Oak"]


def test_a_template_that_cannot_be_written_is_said_so(shown: Map, tmp_path: Path) -> None:
    stand(shown)
    shown.panel.terrain.write(tmp_path / "gone" / "woods.terrain.json")
    assert "was not written" in shown.panel.refusal.sentence()


def test_a_template_never_takes_the_name_of_a_campaign(shown: Map, tmp_path: Path) -> None:
    stand(shown)
    campaign = shown.desk.path
    before = campaign.stat().st_size
    shown.panel.terrain.write(campaign)
    assert campaign.stat().st_size == before
    assert campaign.with_name(campaign.name + ".terrain.json").exists()
