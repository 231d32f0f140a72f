"""Where a process runs: the computer, its boot, and the namespace of its process ids.

A process id means something only together with these. Two computers may have the same name, a
container has ids of its own, and after a restart the ids are used again.
"""

import sys
from functools import cache
from pathlib import Path

from msgspec import Struct

FIRST_SPACE = "pid:[4026531836]"
"""The id namespace of the computer itself, a fixed number in Linux; every container has another."""


class Whereabouts(Struct, frozen=True):
    """The ids of the computer, of its boot and of its process namespace; empty if not known."""

    machine: str = ""
    boot: str = ""
    space: str = ""

    def surely_knows(self, there: "Whereabouts") -> bool:
        """Return whether the id of a process there means the same process here."""
        if (
            self.boot and self.space
        ):  # no two starts have one number, whatever the computer is called
            return (self.boot, self.space) == (there.boot, there.space)
        return bool(self.machine) and self == there

    def is_on_the_computer_of(self, there: "Whereabouts") -> bool:
        """Return whether this is the computer of a process there, perhaps in another container.

        A bare system may have no id of the computer; of its boot it always has one.
        """
        same_machine = bool(self.machine) and self.machine == there.machine
        return same_machine or (bool(self.boot) and self.boot == there.boot)

    def surely_outlived(self, there: "Whereabouts") -> bool:
        """Return whether this computer was restarted since, so that the process there has ended.

        False in containers: those of two computers may report the same machine id.
        """
        return (
            bool(self.machine)
            and self.machine == there.machine
            and self.space == there.space == FIRST_SPACE
            and bool(self.boot and there.boot)
            and self.boot != there.boot
        )


@cache
def here() -> Whereabouts:
    """Return where this program runs."""
    return Whereabouts(_machine(), _words("/proc/sys/kernel/random/boot_id"), _space())


def _space() -> str:
    try:
        return str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        return ""


def _words(path: str) -> str:
    try:
        return Path(path).read_text("ascii", "replace").strip()[:80]
    except OSError:
        return ""


if sys.platform == "win32":
    import winreg

    def _machine() -> str:
        try:
            place = r"SOFTWARE\Microsoft\Cryptography"
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0])[:80]
        except OSError:
            return ""

elif sys.platform == "darwin":
    import ctypes

    def _machine() -> str:
        number, wait = (ctypes.c_ubyte * 16)(), (ctypes.c_long * 2)(1, 0)
        try:
            failed = ctypes.CDLL(None).gethostuuid(number, wait)
        except (OSError, AttributeError):
            return ""
        return "" if failed else bytes(number).hex()

else:

    def _machine() -> str:
        return _words("/etc/machine-id") or _words("/var/lib/dbus/machine-id")
