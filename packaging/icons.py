"""Draws the icon in the sizes and forms that the systems want: PNG, ICO for Windows, ICNS for macOS.

`python packaging/icons.py FOLDER` writes FOLDER/brikdesk-SIDE.png, brikdesk.ico and brikdesk.icns.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).parent / "brikdesk.svg"
SIDES = (16, 24, 32, 48, 64, 128, 256, 512, 1024)
OF_WINDOWS = tuple(side for side in SIDES if side <= 256)


def draw(folder: Path) -> None:
    """Write all icons into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    renderer = QSvgRenderer(str(DRAWING))
    for side in SIDES:
        image = QImage(side, side, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        if not image.save(str(_picture(folder, side))):
            raise SystemExit(f"{_picture(folder, side)} could not be written")
    largest = Image.open(_picture(folder, 256))
    smaller = [Image.open(_picture(folder, side)) for side in OF_WINDOWS[:-1]]
    sizes = [(side, side) for side in OF_WINDOWS]
    largest.save(folder / "brikdesk.ico", sizes=sizes, append_images=smaller)
    Image.open(_picture(folder, 1024)).save(folder / "brikdesk.icns")


def _picture(folder: Path, side: int) -> Path:
    return folder / f"brikdesk-{side}.png"


if __name__ == "__main__":
    application = QGuiApplication(sys.argv[:1])
    draw(Path(sys.argv[1]))
