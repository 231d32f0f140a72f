"""A photo of twelve megapixels read and laid under the map, and how long the window waits meanwhile."""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from brikdesk.acts.battlefield.table import SetBackground
from brikdesk.sample import write_sample
from brikdesk.store.campaign import Campaign
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.panels.map.panel import MapPanel
from ui.panels.photo import PhotoSheet

SIZE = 4032, 3024
CORNERS = ((0.25, 0.2), (0.75, 0.2), (0.95, 0.9), (0.05, 0.9))


def measure(app: QApplication, theme: Theme, folder: Path) -> Iterator[tuple[str, float]]:
    """Yield milliseconds by name: until the sheet is there, until the map shows it, the longest wait.

    On the sample campaign: on a large one the act itself takes longest, as every act there does.
    """
    file = folder / "photo.brik"  # another measurement has a sample in the same folder
    write_sample(file)
    with Campaign.open(file) as campaign:
        desk = Desk(campaign)
        panel = MapPanel(theme, desk, Hub())
        panel.show()
        app.processEvents()
        gc.collect()
        gc.freeze()  # as the window does in the first pause of a campaign
        yield from _measure(app, panel, desk, folder)
        gc.unfreeze()
        desk.close()
        panel.close()


def _measure(
    app: QApplication, panel: MapPanel, desk: Desk, folder: Path
) -> Iterator[tuple[str, float]]:
    photo = folder / "photo.jpg"
    Image.effect_noise(SIZE, 60).convert("RGB").save(photo, quality=90)
    waits = _Waits()
    begun = time.monotonic()
    panel.photo.take(photo)
    _until(app, lambda: bool(panel.findChildren(PhotoSheet)))
    yield "photo, read", 1000 * (time.monotonic() - begun)
    (sheet,) = panel.findChildren(PhotoSheet)
    app.processEvents()
    begun = time.monotonic()
    desk.do_with_photo(
        sheet.taken.photo, SetBackground(picture=sheet.taken.photo.name, corners=CORNERS)
    )
    _until(app, lambda: bool(panel.photo.flat.sizes))
    yield "photo, laid flat", 1000 * (time.monotonic() - begun)
    yield "photo, longest wait", 1000 * waits.longest
    sheet.close_sheet()
    app.processEvents()


def _until(app: QApplication, true: Callable[[], bool]) -> None:
    while not true():
        app.processEvents()


class _Waits:
    """The longest time between two looks of a timer: for so long no key could have been taken."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.monotonic()
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(1)

    def _look(self) -> None:
        now = time.monotonic()
        self.longest, self._last = max(self.longest, now - self._last), now
