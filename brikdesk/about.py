"""What the program tells of itself: what is new in it, its own errors, and the licences of its parts."""

import importlib.metadata as metadata
import logging
import platform
import re
import sqlite3
import sys
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import closing
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, cast

from msgspec import Struct

import resources
from brikdesk import __version__

if TYPE_CHECKING:
    from email.message import Message


NAME = "CHANGELOG.md"

_MARKS = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1")


class Release(Struct, frozen=True):
    """One version: its number, when it came out, and what changed for the referee."""

    version: str
    when: str
    changes: tuple[str, ...]


def changelog() -> str:
    """Return the list as it is written. Raise OSError where it cannot be read."""
    packed = Path(resources.__path__[0])
    # An installed program has it among its resources, a clone beside them.
    places = (packed / NAME, packed.parent / NAME)
    return next((at for at in places if at.is_file()), places[0]).read_text(encoding="utf-8")


def releases(text: str) -> tuple[Release, ...]:
    """Return the versions in the order in which the list has them.

    A version is a heading `## number, date`, a change an item `- words`, which may go over several
    lines. Everything else is left out.
    """
    found: list[Release] = []
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        version, _, when = head.partition(",")
        items = re.findall(r"^- (.+(?:\n[ \t]+\S.*)*)", body, re.MULTILINE)
        changes = tuple(_plain(item) for item in items)
        found.append(Release(version.strip(), when.strip(), changes))
    return tuple(found)


def _plain(item: str) -> str:
    """Return an item on one line, without the marks around names and keys."""
    return _MARKS.sub(r"\2", _MARKS.sub(r"\2", " ".join(item.split())))


LOG = "defects.log"
LARGEST_LOG = 200_000
"""Bytes from which the log is put aside as `defects.log.1`, and a new one begun."""

_ROOT = Path(__file__).resolve().parents[1]
_MOST_LINES = 40


def report(kind: type[BaseException], trace: TracebackType | None, beside: str = "") -> str:
    """Return a report to pass on: the kind of error and where, without words of the campaign.

    `beside` names what else the program ran with, such as the version of Qt.
    """
    # No message of the error: it may hold a player's words, and the report is passed on.
    with_ = f", {beside}" if beside else ""
    python, system = platform.python_version(), platform.system()
    frames = traceback.extract_tb(trace)[-_MOST_LINES:]
    where = [f"  {_short(each.filename)}:{each.lineno} {each.name}" for each in frames]
    head = f"BrikDesk {__version__}, Python {python}{with_}, {system}"
    return "\n".join((head, kind.__name__, *where))


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(_ROOT)) if path.is_relative_to(_ROOT) else path.name


class _Log(RotatingFileHandler):
    """A log whose drive may refuse: the usual one prints that, where the referee reads it."""

    def handleError(self, record: logging.LogRecord) -> None:
        raise  # what `keep` catches


def log_path() -> Path:
    """Return where the reports are kept: in the program's data folder."""
    from brikdesk.store.backups import data_dir

    return data_dir() / LOG


def keep(words: str) -> bool:
    """Write a report into the log, with the moment; return whether it could be written.

    It raises nothing: where the drive refuses, the program goes on without.
    """
    path = log_path()
    try:
        if path.exists() and not path.is_file():
            return False  # a pipe would be waited for
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        with closing(_Log(path, maxBytes=LARGEST_LOG, backupCount=1, encoding="utf-8")) as log:
            log.setFormatter(logging.Formatter("%(asctime)s %(message)s\n", "%Y-%m-%d %H:%M:%S %z"))
            log.handle(logging.makeLogRecord({"msg": words}))
    except (OSError, ValueError):
        return False
    return True


OURS = Path(resources.__path__[0])
LIST = "NOTICES.txt"
QT = (OURS / "licences" / "LGPL-3.0.txt", OURS / "licences" / "GPL-3.0.txt")
"""Texts that the packages of Qt name, but do not bring along."""

DIRECT = (
    *("PySide6-Essentials", "sqlmodel", "msgspec", "reportlab", "icepool", "pypdfium2", "shapely"),
    *("platformdirs", "pillow", "typing-extensions", "pi-heif", "uharfbuzz", "python-bidi"),
    *("fonttools", "filelock", "shtab"),
)
"""What the program itself needs; the rest follows from their own metadata."""


class Component(Struct, frozen=True):
    """Something that the program is made of; `texts` are files, and may be none."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...] = ()


def all_parts() -> tuple[Component, ...]:
    """Return the program itself and everything that came with it."""
    built = OURS.parent / "licences"
    ours = (_own(), _typeface())
    if (built / LIST).is_file():
        return (*ours, *_listed(built), *_listed(built / "system"))
    return (*ours, *installed(), *_python())


def installed() -> tuple[Component, ...]:
    """Return the packages that the program needs, by their names, as they are installed."""
    return tuple(_part(found) for found in _needed().values())


def line(part: Component) -> str:
    """Return a part as a line of the list that lies with a built folder."""
    texts = ", ".join(text.name for text in part.texts)
    return f"- {part.name} {part.version}: {part.licence}" + (f": {texts}" if texts else "")


def _listed(folder: Path) -> Iterator[Component]:
    """Yield the parts of a list; lines without a dash are the words around them."""
    if not (folder / LIST).is_file():
        return
    for row in (folder / LIST).read_text(encoding="utf-8").splitlines():
        head, *rest = row.removeprefix("- ").split(": ")
        name, _, version = head.rpartition(" ")
        if row.startswith("- ") and name and rest:
            named = rest[1].split(", ") if len(rest) > 1 else ()
            yield Component(name, version, rest[0], tuple(folder / text for text in named))


def _own() -> Component:
    beside = OURS.parent / "LICENSE"
    texts = (beside,) if beside.is_file() else tuple(_texts_of("brikdesk", "LICENSE"))
    return Component("BrikDesk", __version__, "MIT", texts)


def _typeface() -> Component:
    return Component("Inter, the typeface", "4", "OFL-1.1", (OURS / "fonts" / "Inter-LICENSE.txt",))


def _texts_of(package: str, name: str) -> Iterator[Path]:
    try:
        found = metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return
    yield from (text for text in _texts(found) if text.name == name)


def _needed() -> dict[str, metadata.Distribution]:
    found: dict[str, metadata.Distribution] = {}
    waiting = list(DIRECT)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system or another Python
        needs = (need for need in found[name].requires or () if "extra ==" not in need)
        waiting += [named[0] for need in needs if (named := re.match(r"[\w.-]+", need))]
    return dict(sorted(found.items()))


def _part(found: metadata.Distribution) -> Component:
    licence = _licence(found)
    own = (*_texts(found), *(QT if "LGPL" in licence else ()))
    return Component(found.metadata["Name"], found.version, licence, own)


def _texts(found: metadata.Distribution) -> tuple[Path, ...]:
    """Return the files with the licences of a package."""
    named = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
    files = [
        file for file in found.files or () if named.search(file.name) or "licenses" in file.parts
    ]
    places = [Path(str(file.locate())) for file in files if file.suffix not in (".py", ".pyc")]
    return tuple(place for place in places if place.is_file())


def _licence(found: metadata.Distribution) -> str:
    """Return the name of a package's licence."""
    said = cast("Message", found.metadata)  # it is one, though its type tells less
    licence = said.get("License-Expression") or said.get("License") or ""
    kinds = [kind for kind in said.get_all("Classifier") or () if kind.startswith("License")]
    short = licence.strip().partition("\n")[0].partition("Copyright")[0].strip(" ,(")
    return short or "; ".join(kind.rpartition(" :: ")[2] for kind in kinds)


def _python() -> tuple[Component, ...]:
    text = python_text()
    python = Component("Python", sysconfig.get_python_version(), "PSF-2.0", (text,) if text else ())
    return (python, sqlite())


def sqlite() -> Component:
    """Return the database that Python brings along."""
    return Component("SQLite", sqlite3.sqlite_version, "public domain")


def python_text() -> Path | None:
    """Return the licence of Python itself, where this system keeps it; None where it does not."""
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version}/copyright"),
    )
    return next((place for place in places if place.is_file()), None)
