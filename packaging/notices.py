"""Writes the licences of all that lies in the packaged folder, from what is installed here.

`python packaging/notices.py FOLDER` makes FOLDER/NOTICES.txt, which names every part with its
version and licence, and beside it the texts. It fails where a part comes without a text.
"""

import importlib.metadata as metadata
import re
import shutil
import sqlite3
import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).parent
DIRECT = (
    *("PySide6-Essentials", "sqlmodel", "reportlab", "icepool", "pypdfium2", "shapely"),
    *("platformdirs", "pillow", "typing-extensions"),
)
"""What the program itself needs; the rest follows from their own metadata."""

QT = ("LGPL-3.0.txt", "GPL-3.0.txt")
"""Texts that the packages of Qt name, but do not bring along."""

HEAD = """BrikDesk is free software under the MIT licence (LICENSE). This folder also holds the parts below.
Their licences lie beside this file. Qt is used under the LGPL 3: its libraries are separate files in
this folder and may be replaced by others of the same interface. PDFium comes with pypdfium2.
GEOS comes with shapely, as a library of its own under the LGPL 2.1.
"""


def parts() -> dict[str, metadata.Distribution]:
    """Give every installed distribution that the program needs, by its name."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(DIRECT)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            part = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # for another system or another Python
        found[name] = part
        needs = (need for need in part.requires or () if "extra ==" not in need)
        waiting += [re.match(r"[\w.-]+", need)[0] for need in needs]  # type: ignore[index]
    return dict(sorted(found.items()))


def texts(part: metadata.Distribution) -> list[Path]:
    """Give the files with the licences of a distribution."""
    named = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)
    files = [
        file for file in part.files or () if named.search(file.name) or "licenses" in file.parts
    ]
    found = [Path(str(file.locate())) for file in files if file.suffix not in (".py", ".pyc")]
    return [path for path in found if path.is_file()]


def licence(part: metadata.Distribution) -> str:
    """Give the name of a distribution's licence."""
    said = part.metadata
    given = said.get("License-Expression") or said.get("License") or ""
    kinds = [kind for kind in said.get_all("Classifier") or () if kind.startswith("License")]
    short = given.strip().partition("\n")[0].partition("Copyright")[0].strip(" ,(")
    return short or "; ".join(kind.rpartition(" :: ")[2] for kind in kinds)


def python_text() -> Path:
    """Give the licence of Python itself, where this system keeps it."""
    places = (
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{sys.version_info[0]}.{sys.version_info[1]}/copyright"),
    )
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise SystemExit("Python's own licence is not where it usually is")
    return found


def write(folder: Path) -> None:
    """Write notices and texts; SystemExit names a part without a text."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = [HEAD]
    for name, part in parts().items():
        own = texts(part)
        if "LGPL" in licence(part):
            own += [HERE / "licences" / text for text in QT]
        if not own:
            raise SystemExit(f"{name} comes without the text of its licence")
        kept = sorted({_keep(folder, name, text) for text in own})
        lines.append(f"{part.metadata['Name']} {part.version}: {licence(part)}: {', '.join(kept)}")
    version = ".".join(map(str, sys.version_info[:3]))
    lines.append(f"Python {version}: PSF-2.0: {_keep(folder, 'python', python_text())}")
    lines.append(f"SQLite {sqlite3.sqlite_version}: public domain")
    lines.append("Inter, the typeface: OFL-1.1: resources/fonts/Inter-LICENSE.txt")
    (folder / "NOTICES.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _keep(folder: Path, name: str, text: Path) -> str:
    kept = f"{name}-{text.name}" if text.parent != HERE / "licences" else text.name
    there = folder / kept
    # Packages hold some texts several times; where one only points to another, the text counts.
    if not there.exists() or there.stat().st_size < text.stat().st_size:
        shutil.copyfile(text, there)
    return kept


if __name__ == "__main__":
    write(Path(sys.argv[1]))
