"""The labels of the desk's map on random tables, at several zooms."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.nightly import many
from tests.reports.test_labels_of_random_tables import crowd
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.map import DrawnShot, Landing, Ring
from ui.panels.map.panel import MapPanel
from ui.panels.map.scene import LABELS


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, battle: Campaign) -> Iterator[MapPanel]:
    desk = Desk(battle)
    made = MapPanel(theme, desk, Hub())
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    yield made
    desk.close()


def test_on_the_desk_no_label_overlaps_another(panel: MapPanel) -> None:
    desk, shown, tables = panel._desk, 0, many(50, 50, quick=16)
    for seed in range(tables):
        desk.do(crowd(Random(f"labels {seed}")))
        panel.view.fit()
        for _ in range(seed % 4):
            panel.view.zoom(1.5)
        labels = list(panel.overlay.boxes().values())
        shown += len(labels)
        assert not any(one.intersects(other) for one, other in combinations(labels, 2))
        desk.undo()
    assert shown > 4 * tables


def test_the_inches_of_a_shot_are_shown_and_no_name_lies_over_them(panel: MapPanel) -> None:
    desk = panel._desk
    for seed in range(20):
        chance = Random(f"shot {seed}")
        desk.do(crowd(chance))
        tokens = list(panel.scene.tokens)
        panel.overlay.selected = tokens[0].unit_id
        start, goal = ((chance.uniform(8, 32), chance.uniform(8, 22)) for _ in range(2))
        panel.overlay.shot = DrawnShot(
            start, goal, inches=12.5, measured=True,
            rings=(Ring(goal, 3.0),), landing=Landing(goal, 5.0, inches=4),
        )  # fmt: skip
        boxes = panel.overlay.boxes()
        assert "shot-0" in boxes, "the inches of the line"
        assert not any(one.intersects(other) for one, other in combinations(boxes.values(), 2))
        panel.hide_layers(frozenset({LABELS}))
        alone = panel.overlay.boxes()
        assert "shot-0" in alone
        assert all(key.startswith("shot-") for key in alone)
        panel.hide_layers(frozenset())
        desk.undo()
