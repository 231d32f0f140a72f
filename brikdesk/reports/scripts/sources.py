"""The fonts of this computer: where they lie, and what is read of them.

Of each only a few tables are read until its letters are drawn. A font that is broken, cut short, or on
a drive that has gone can stop no report.
"""

import os
import re
import struct
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import uharfbuzz as hb

SUFFIXES = frozenset({".ttf", ".otf", ".ttc", ".otc"})
MOST_FILES, MOST_FACES = 5_000, 64
"""The most files that are looked at, and faces of one collection."""

LARGEST_TABLE, LARGEST_READ = 8_000_000, 64_000_000
"""Bytes of a table that is looked at, and of a file that is read whole when its letters are drawn."""

_RESTRICTED, _NO_SUBSET, _BITMAP_ONLY = 0x0002, 0x0100, 0x0200
_MAY_PRINT = 0x000C
"""Bits of a font's permissions: "preview and print" and "editable" also set aside the first."""


def font_folders() -> Iterator[Path]:
    """Yield the folders in which this system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
        if local := os.environ.get("LOCALAPPDATA"):
            yield Path(local, "Microsoft", "Windows", "Fonts")
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
        yield Path("/System/Library/AssetsV2")
    else:
        yield Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share", "fonts")
        yield home / ".fonts"
        shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
        yield from (Path(each, "fonts") for each in shared.split(os.pathsep) if each)
        yield from _fontconfig_folders()


_FOLDER = re.compile(r"<dir>\s*([^<]+?)\s*</dir>")


def _fontconfig_folders() -> Iterator[Path]:
    """Yield the folders that fontconfig is told of; those that begin at the home are known."""
    try:
        said = Path(os.environ.get("FONTCONFIG_FILE") or "/etc/fonts/fonts.conf").read_text("utf-8")
    except (OSError, ValueError):
        return
    yield from (Path(each) for each in _FOLDER.findall(said) if each.startswith("/"))


def font_files() -> Iterator[Path]:
    """Yield the font files, those of a folder by their names; none twice."""
    seen: set[str] = set()
    for folder in dict.fromkeys(font_folders()):
        for at, folders, names in os.walk(folder, onerror=None):
            folders.sort()
            for name in sorted(names):
                path = Path(at, name)
                if path.suffix.lower() in SUFFIXES and (real := os.path.realpath(path)) not in seen:
                    seen.add(real)
                    yield path
                if len(seen) >= MOST_FILES:
                    return


class Typeface:
    """One face of a font file; ValueError or OSError if it is none, or may not be embedded."""

    def __init__(self, path: Path, place: int = 0) -> None:
        self.path, self.place = path, place
        self._tables = dict(_directory(path, place))
        if not {"cmap", "head", "hhea", "hmtx", "maxp"} <= self._tables.keys():
            raise ValueError("a table is missing")
        self.em = int(struct.unpack(">H", self._table("head")[18:20])[0])
        if not 16 <= self.em <= 16_384:
            raise ValueError("letters of no size")
        self.is_coloured = bool({"CBDT", "sbix", "COLR"} & self._tables.keys())
        self.is_variable = "fvar" in self._tables
        # Fonts of bitmaps alone have no letters to draw.
        if not ({"glyf", "CFF ", "CFF2"} & self._tables.keys() or self.is_coloured):
            raise ValueError("no outlines")
        self._read_style()

    def _read_style(self) -> None:
        style = self._table("OS/2").ljust(64, b"\0")
        weight, width, permissions = struct.unpack(">HHH", style[4:10])
        if permissions & _RESTRICTED and not permissions & _MAY_PRINT:
            raise ValueError("its licence forbids embedding")
        if permissions & (_NO_SUBSET | _BITMAP_ONLY):
            raise ValueError("its licence forbids a subset")
        self.weight, self.width = weight or 400, width or 5
        self.is_even = any(self._table("post")[12:16])
        names = (hb.OTNameIdPredefined.FONT_FAMILY, hb.OTNameIdPredefined.FONT_SUBFAMILY)
        small = self._part("name", "maxp")
        self.family, look = ((small.get_name(each) or "").casefold() for each in names)
        # Bit 0 of the choices of OS/2 says italic.
        self.is_italic = bool(style[63] & 1) or "italic" in look or "oblique" in look

    def _table(self, tag: str) -> bytes:
        if tag not in self._tables:
            return b""
        begin, long = self._tables[tag]
        with self.path.open("rb") as file:
            file.seek(begin)
            return file.read(min(long, LARGEST_TABLE))

    def _part(self, *tags: str) -> hb.Face:
        """Return a face of these tables alone: most of the fonts of a computer are only looked at."""
        tables = [(tag, self._table(tag)) for tag in tags if tag in self._tables]
        at = 12 + 16 * len(tables)
        head = struct.pack(">4sHHHH", b"\0\1\0\0", len(tables), 0, 0, 0)
        for tag, data in tables:
            head += struct.pack(">4sLLL", tag.encode("latin-1"), 0, at, len(data))
            at += len(data)
        return hb.Face(hb.Blob(head + b"".join(data for _, data in tables)))

    def has(self, signs: str) -> bool:
        """Return whether it has all of these characters."""
        return all(ord(sign) in self._signs for sign in signs)

    @cached_property
    def _signs(self) -> frozenset[int] | hb.Set:
        try:
            return self._part("cmap", "maxp").unicodes
        except Exception:  # whatever is wrong with a font of somebody's computer, it is passed over
            return frozenset()

    @cached_property
    def face(self) -> hb.Face:
        """The whole face. A large file stays on the drive, all others are read now."""
        if self.path.stat().st_size > LARGEST_READ:
            return hb.Face(hb.Blob.from_file_path(str(self.path)), self.place)
        return hb.Face(hb.Blob(self.path.read_bytes()), self.place)

    @cached_property
    def axes(self) -> dict[str, tuple[float, float]]:
        """The least and the greatest value on each axis of a variable font."""
        return {axis.tag: (axis.min_value, axis.max_value) for axis in self.face.axis_infos}


def _directory(path: Path, place: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the tables of a face: name, first byte, length."""
    with path.open("rb") as file:
        head = file.read(12)
        if head[:4] == b"ttcf":
            file.seek(12 + 4 * place)
            file.seek(struct.unpack(">L", file.read(4))[0])
            head = file.read(12)
        if head[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
            raise ValueError("no font of outlines")
        rows = file.read(16 * struct.unpack(">H", head[4:6])[0])
    for at in range(0, len(rows) - 15, 16):
        name, _, begin, long = struct.unpack(">4sLLL", rows[at : at + 16])
        yield name.decode("latin-1"), (begin, long)


def _faces_in(path: Path) -> int:
    with path.open("rb") as file:
        head = file.read(12)
    return min(struct.unpack(">L", head[8:12])[0], MOST_FACES) if head[:4] == b"ttcf" else 1


def typefaces_of(path: Path) -> Iterator[Typeface]:
    """Yield the faces of a file that can be embedded; a broken file has none."""
    try:
        count = _faces_in(path)
    except (OSError, ValueError, struct.error):
        return
    for place in range(count):
        try:
            yield Typeface(path, place)
        except (
            Exception
        ):  # a font is a program's file: whatever is wrong with it, it is passed over
            continue


@cache
def typefaces() -> tuple[Typeface, ...]:
    """Return all faces of this computer, read once in the life of the program."""
    return tuple(face for path in font_files() for face in typefaces_of(path))
