"""Writes the licences of all that lies in the packaged folder.

`python packaging/notices.py FOLDER` makes FOLDER/NOTICES.txt, which names every Python package with its
version and licence, and beside it the texts, from what is installed here. `notices.py system BUILT`
does the same for the libraries of this system that were gathered into BUILT, `notices.py outside BUILT`
takes those out again. A part that comes without a text is an error.
"""

import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parent.parent))
from brikdesk.about import LIST, QT, Component, installed, line, python_text, sqlite

HEAD = """BrikDesk is free software under the MIT licence (LICENSE). This folder also holds the parts below.
Their licences lie beside this file. Qt is used under the LGPL 3: its libraries are separate files in
this folder and may be replaced by others of the same interface. PDFium comes with pypdfium2.
GEOS comes with shapely, as a library of its own under the LGPL 2.1. Inter, the typeface, is under the OFL 1.1
(resources/fonts/Inter-LICENSE.txt).
"""

QT_HOLDS = """
Qt's own libraries hold code of others, among it ICU, PCRE2, zlib, double-conversion, MD4C, HarfBuzz,
FreeType, libpng, libjpeg-turbo and libwebp. Qt's documentation names all of it with its notices, under
"Licenses Used in Qt".
"""

SYSTEM_HEAD = """Libraries of the system on which this folder was built, from its packages. Behind each stand
all licences that its sources name, those of its tools and tests among them.
"""


def write(folder: Path) -> None:
    """Write notices and texts of the Python packages; SystemExit names a part without a text."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if (text := python_text()) is None:
        raise SystemExit("Python's own licence is not where it usually is")
    python = Component("Python", platform.python_version(), "PSF-2.0", (text,))
    lines = [HEAD]
    for part in (*installed(), python):
        if not part.texts:
            raise SystemExit(f"{part.name} comes without the text of its licence")
        short = re.sub(r"[-_.]+", "-", part.name).lower()
        texts = sorted({_keep(folder, short, text) for text in part.texts})
        lines.append(line(replace(part, texts=tuple(texts))))
    lines += [line(sqlite()), QT_HOLDS]
    (folder / LIST).write_text("\n".join(lines), encoding="utf-8")


def write_system(built: Path) -> None:
    """Write notices and texts of the system's libraries in a built folder; Debian's packages bring them."""
    inside = next(built.rglob("libpython3*")).parent
    folder = inside / "licences" / "system"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    lines = [SYSTEM_HEAD]
    for package, version in sorted(packages_of(system_libraries(inside)).items()):
        text = Path("/usr/share/doc") / package / "copyright"
        if not text.is_file():
            raise SystemExit(f"{package} comes without the text of its licence")
        written = text.read_text(encoding="utf-8", errors="replace")
        short = sorted(set(re.findall(r"^License: *([\w.+-]+)", written, re.MULTILINE)))
        named = ", ".join(short) or "as its text says"
        kept = folder / f"{package}-copyright"
        shutil.copyfile(text, kept)
        lines.append(line(Component(package, version, named, (kept,))))
    (folder / LIST).write_text("\n".join(lines) + "\n", encoding="utf-8")


def system_libraries(inside: Path) -> list[Path]:
    """Return the libraries in a built folder that are the system's own; Python's has its own notice."""
    libraries = (file for file in inside.glob("lib*.so*") if not file.is_symlink())
    return sorted(file for file in libraries if not file.name.startswith("libpython"))


def packages_of(libraries: list[Path]) -> dict[str, str]:
    """Return the Debian packages that brought these libraries, with their versions."""
    names = [f"*/{library.name}" for library in libraries]
    asked = subprocess.run(["dpkg", "-S", *names], capture_output=True, text=True, check=False)
    owners: dict[str, set[str]] = {}
    for row in asked.stdout.splitlines():
        package, _, at = row.partition(": ")
        if Path(at).parent.name.endswith("linux-gnu"):
            owners.setdefault(Path(at).name, set()).add(package.partition(":")[0])
    if missing := [library.name for library in libraries if library.name not in owners]:
        raise SystemExit(f"no package of this system brought {', '.join(missing)}")
    found = {package for each in owners.values() for package in each}
    form = "${Package} ${Version}\n"
    told = subprocess.run(
        ["dpkg-query", "-W", "-f", form, *found], capture_output=True, text=True, check=True
    )
    return dict(row.split() for row in told.stdout.splitlines())


def _keep(folder: Path, name: str, text: Path) -> Path:
    kept = folder / (text.name if text in QT else f"{name}-{text.name}")
    # Packages hold some texts several times; where one only points to another, the text counts.
    if not kept.exists() or kept.stat().st_size < text.stat().st_size:
        shutil.copyfile(text, kept)
    return kept


def take_system_out(built: Path) -> None:
    """Remove the system's libraries and their notices from a built folder."""
    inside = next(built.rglob("libpython3*")).parent
    for library in system_libraries(inside):
        library.unlink()
    shutil.rmtree(inside / "licences" / "system")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["system", built]:
            write_system(Path(built))
        case ["outside", built]:
            take_system_out(Path(built))
        case [folder]:
            write(Path(folder))
