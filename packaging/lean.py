"""Which of the files that PyInstaller gathers stay in the folder: those that the program can reach.

An entry is PyInstaller's own: where the file goes, where it is, and its kind.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath

Entry = tuple[str, str, str]

EXCLUDED = (
    *("tkinter", "pytest", "hypothesis", "mypy", "rich", "pygments"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtNetwork", "PySide6.QtOpenGL"),
    # Of numpy only arrays are used, by shapely; it imports these when they are asked for.
    *("numpy.f2py", "numpy.testing", "numpy.random", "numpy.fft"),
    # Photos are PNG, JPEG and WebP, and nothing writes on them.
    *("PIL._avif", "PIL._imagingft", "PIL.ImageTk"),
)
"""Modules that nothing here uses."""

PLUGIN_FOLDERS = ("egldeviceintegrations", "generic", "networkinformation", "tls", "qmltooling")
PLUGINS = (
    *("qeglfs", "qlinuxfb", "qvnc", "qvkkhrdisplay", "qminimalegl", "qminimal", "qdirect2d"),
    *("qtiff", "qicns", "qwbmp", "qtga", "qpdf"),
)
"""Parts of Qt for screens without a desktop, for the network, and for pictures that no window shows."""

OUTSIDE = (
    *("libqgtk3", "libatk", "libcairo", "libgdk_pixbuf", "libpango", "libpixman", "libthai"),
    "libwayland-",
)
"""The desktop of the one who builds is not that of the one who plays: libraries of GTK or Wayland in two
versions do not go together. Without GTK's Qt asks the portal for its file dialogs."""

LOADED_BY_NAME = ("libpython", "libdbus-1", "libpdfium")
"""Libraries that are opened while the program runs, so that no file says that it needs them."""


def kept(entries: Iterable[Entry], imports: Callable[[str], Iterable[str]] | None) -> list[Entry]:
    """Return the entries that stay.

    `imports` tells which libraries a file needs, by their names; None: libraries all stay.
    """
    used = [entry for entry in entries if not _is_unused(PurePath(entry[0]))]
    if imports is None:
        return used
    reached = _reached(used, imports)
    return [entry for entry in used if not _is_library(entry) or PurePath(entry[0]).name in reached]


def _is_unused(place: PurePath) -> bool:
    name = place.name.partition(".")[0].removeprefix("lib")
    is_plugin = "plugins" in place.parts
    return (
        place.name.startswith(OUTSIDE)
        or (is_plugin and (place.parent.name in PLUGIN_FOLDERS or name in PLUGINS))
        or "translations" in place.parts  # Qt's own are 99 files that no window shows
    )


def _is_library(entry: Entry) -> bool:
    """Return whether it is there only because another file needs it."""
    place = PurePath(entry[0])
    if entry[2] == "EXTENSION" or "plugins" in place.parts:
        return False
    return ".so" in place.name and not place.name.startswith(LOADED_BY_NAME)


def _reached(entries: Sequence[Entry], imports: Callable[[str], Iterable[str]]) -> set[str]:
    """Return the names of libraries that are needed, also by way of others."""
    files = {PurePath(place).name: at for place, at, kind in entries if kind != "SYMLINK"}
    waiting = [PurePath(entry[0]).name for entry in entries if not _is_library(entry)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        if at := files.get(name):
            waiting += imports(at)
    return reached
