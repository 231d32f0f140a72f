"""A real X server without a screen, and a window manager on it, for as long as a test needs them."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path

WANTED = {"Xvfb": "xvfb", "openbox": "openbox"}
"""Programs that must be there, and the packages of Debian and Ubuntu that bring them."""

PLUGIN = {
    "xkbcommon-x11": "libxkbcommon-x11-0",
    "xcb-cursor": "libxcb-cursor0",
    "xcb-icccm": "libxcb-icccm4",
    "xcb-keysyms": "libxcb-keysyms1",
    "xcb-shape": "libxcb-shape0",
}
"""Libraries that Qt's part for X servers loads, and their packages."""

WIDE, HIGH = 1600, 1000

NO_KEYS = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy></placement>
  <desktops><number>1</number><popupTime>0</popupTime></desktops>
  <keyboard><chainQuitKey>C-A-F35</chainQuitKey></keyboard>
  <mouse><context name="Client"><mousebind button="Left" action="Press">
    <action name="Focus"/><action name="Raise"/></mousebind></context></mouse>
</openbox_config>
"""
"""The window manager takes no key, and of clicks only that they bring a window to the front."""


def missing() -> str:
    """Say why no X server can be started here; empty where one can."""
    packages = [package for program, package in WANTED.items() if not shutil.which(program)]
    packages += [package for library, package in PLUGIN.items() if not find_library(library)]
    if packages:
        return f"no X server without a screen: install {' '.join(packages)}"
    try:
        import Xlib  # noqa: F401
    except ImportError:
        return "python-xlib is not installed"
    return ""


@dataclass(frozen=True)
class Screen:
    """A display, and what a program needs to be shown on it."""

    name: str
    folder: Path

    def environment(self, data: Path) -> dict[str, str]:
        """Return the environment of a program with its window here and its files in `data`."""
        own = {
            "DISPLAY": self.name,
            "QT_QPA_PLATFORM": "xcb",
            "HOME": str(data),
            "XDG_RUNTIME_DIR": str(data),
            "BRIKDESK_DATA_DIR": str(data / "data"),
            "BRIKDESK_CONFIG_DIR": str(data / "config"),
            "BRIKDESK_CAMPAIGNS_DIR": str(data / "campaigns"),
            "PYTHONFAULTHANDLER": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
        }
        left_out = ("WAYLAND_DISPLAY", "QT_SCALE_FACTOR", "DBUS_SESSION_BUS_ADDRESS")
        return {k: v for k, v in os.environ.items() if k not in left_out} | own


@contextmanager
def screen() -> Iterator[Screen]:
    """Start an X server on a display that is free, with a window manager; both end afterwards."""
    with tempfile.TemporaryDirectory(prefix="brikdesk-x-") as made:
        folder = Path(made)
        settings = folder / "openbox.xml"
        settings.write_text(NO_KEYS)
        server, name = _start_server(folder)
        try:
            environment = os.environ | {"DISPLAY": name, "HOME": made, "XDG_CACHE_HOME": made}
            manager = subprocess.Popen(
                ["openbox", "--sm-disable", "--config-file", str(settings)],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                _wait_for_manager(name)
                yield Screen(name, folder)
            finally:
                manager.terminate()
                manager.wait()
        finally:
            server.terminate()
            server.wait()


def _start_server(folder: Path) -> tuple["subprocess.Popen[bytes]", str]:
    """Return the server and its display; it tells the number when it is ready."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", f"{WIDE}x{HIGH}x24"]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp", "-ac", "-noreset"],
        pass_fds=(writes,),
        stdout=subprocess.DEVNULL,
        stderr=(folder / "server.log").open("wb"),
    )
    os.close(writes)
    with open(reads) as told:
        number = told.readline().strip()
    if not number:
        server.wait()
        raise OSError((folder / "server.log").read_text(errors="replace")[-2000:])
    return server, f":{number}"


def _wait_for_manager(name: str) -> None:
    """Wait until a window manager says that it is there: a property of the root window."""
    from Xlib import X
    from Xlib.display import Display

    display = Display(name)
    try:
        root = display.screen().root
        root.change_attributes(event_mask=X.PropertyChangeMask)
        there = display.intern_atom("_NET_SUPPORTING_WM_CHECK")
        while root.get_full_property(there, X.AnyPropertyType) is None:
            display.next_event()
    finally:
        display.close()
