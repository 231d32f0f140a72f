"""The parts that the program is made of, each with its licence and the texts.

A folder that was built without Python brings its own list; elsewhere the packages that are installed
beside the program tell theirs.
"""

import importlib.metadata as metadata
import re
import sqlite3
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec import Struct

import resources

if TYPE_CHECKING:
    from email.message import Message

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
    from brikdesk import __version__

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
