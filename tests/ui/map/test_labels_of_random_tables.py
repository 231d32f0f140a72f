"""The labels of the desk's map on random tables, at several zooms."""

from itertools import combinations
from random import Random

from pytestqt.qtbot import QtBot

from brikdesk.store.campaign import Campaign
from tests.reports.test_labels_of_random_tables import crowd
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.map.panel import MapPanel


def test_on_the_desk_no_label_overlaps_another(
    qtbot: QtBot, theme: Theme, battle: Campaign
) -> None:
    desk = Desk(battle)
    panel = MapPanel(theme, desk, Hub())
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    panel.show()
    qtbot.waitExposed(panel)
    shown = 0
    for seed in range(50):
        desk.do(crowd(Random(f"labels {seed}")))
        panel.view.fit()
        for _ in range(seed % 4):
            panel.view.zoom(1.5)
        labels = list(panel.overlay.boxes().values())
        shown += len(labels)
        assert not any(one.intersects(other) for one, other in combinations(labels, 2))
        desk.undo()
    assert shown > 200
    desk.close()
