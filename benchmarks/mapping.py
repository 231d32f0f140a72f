"""A map that is panned, zoomed and moved on: `python -m benchmarks.mapping FILE`.

Runs in a process of its own. What counts is the time of the processor until the view is painted, at
the pace of the machine that the aims are for.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

import brikdesk.acts  # noqa: F401 - makes every act known by its name
from benchmarks import photo
from benchmarks.pace import at_pace
from brikdesk.store.campaign import Campaign
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Look, Theme
from ui.panels.map.panel import MapPanel

TIMES = 60
WIDE, HIGH = 900, 700


def main() -> None:
    """Print the 95th percentile of each kind of work as JSON."""
    gc.disable()  # as in the window, which collects in its pauses
    app = QApplication(sys.argv[:1])
    theme = Theme(Look("dark"))
    theme.dress(app)
    first = {"map, first empty view": at_pace(time.thread_time, lambda: _view(app))}
    for name, file in (("with its map", sys.argv[1]), ("without places", sys.argv[2])):
        with Campaign.open(Path(file)) as campaign:
            opened = partial(_opened, app, theme, Desk(campaign))
            first[f"map, first {name}"] = at_pace(time.thread_time, opened)
            first.setdefault("map, first again", at_pace(time.thread_time, opened))
    with Campaign.open(Path(sys.argv[1])) as campaign:
        desk, hub = Desk(campaign), Hub()
        panel = MapPanel(theme, desk, hub)
        panel.resize(WIDE, HIGH)
        panel.show()
        app.processEvents()
        empty = QGraphicsView(QGraphicsScene(panel))
        empty.resize(WIDE, HIGH)
        empty.show()
        found = {
            "map, empty view": _slow(empty.viewport().repaint),
            "map, pan": _slow(_shifting(panel)),
            "map, zoom": _slow(_zooming(panel)),
        }
        panel.view.show_box(panel.scene.box_of(next(iter(panel.scene.tokens)), 20.0))
        found["map, near"] = _slow(_shifting(panel))
        panel.view.fit()
        found["map, drag"] = _slow(_dragging(panel))
        found |= first
        found |= dict(photo.measure(app, theme, Path(sys.argv[1]).parent))
        print(json.dumps(found))


def _view(app: QApplication) -> None:
    """Make an empty view and paint it for the first time."""
    empty = QGraphicsView(QGraphicsScene())
    empty.resize(WIDE, HIGH)
    empty.show()
    app.processEvents()


def _opened(app: QApplication, theme: Theme, desk: Desk) -> None:
    """Make the map of a campaign and paint it for the first time."""
    panel = MapPanel(theme, desk, Hub())
    panel.resize(WIDE, HIGH)
    panel.show()
    app.processEvents()


def _slow(work: Callable[[], object]) -> float:
    work()
    times = sorted(at_pace(time.thread_time, work) for _ in range(TIMES))
    return times[int(TIMES * 0.95)]


def _shifting(panel: MapPanel) -> Callable[[], None]:
    view, place = panel.view, [0]

    def shift() -> None:
        place[0] += 1
        view.pan(7 if place[0] % 20 < 10 else -7, 3)
        view.viewport().repaint()

    return shift


def _zooming(panel: MapPanel) -> Callable[[], None]:
    view, place = panel.view, [0]

    def zoom() -> None:
        place[0] += 1
        view.zoom(1 if place[0] % 8 < 4 else -1)
        view.viewport().repaint()

    return zoom


def _dragging(panel: MapPanel) -> Callable[[], None]:
    token = next(iter(panel.scene.tokens))
    panel.select(token.unit_id)
    moving = panel.take_up_move(token)
    place = [0]

    def drag() -> None:
        place[0] += 1
        moving.drag(QPointF(10 + place[0] % 50, 10 + place[0] % 40))
        panel.view.viewport().repaint()

    return drag


if __name__ == "__main__":
    main()
