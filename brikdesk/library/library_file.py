"""The library's file: a line for each template, with a sum by which a damaged line is known.

It is written beside and put in place as a whole, so that a reader finds the old file or the new one.
Who changes it is alone (`shelf.py`). What is whole in a damaged file stays; the damaged one is kept
under another name.
"""

import hashlib
import json
import re
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from brikdesk.errors import BadInput
from brikdesk.foreign_file import ordinary
from brikdesk.store.file.durable import beside, copy, discard, put_in_place, sweep

FORMAT, VERSION = "brikdesk library", 2
LARGEST = 64_000_000
"""Bytes of the largest library. It is refused to grow beyond, so that what was kept can be read."""

_LINE = re.compile(rb'\{"sum": "([0-9a-f]{16})", "template": (\{.*\})\}')


class LibraryRow(Struct, frozen=True):
    """A line of the file, and the data of the template in it."""

    line: bytes
    data: Any


class LibraryContent(Struct, frozen=True):
    """The whole lines of a file, and whether there was anything else."""

    rows: tuple[LibraryRow, ...] = ()
    damaged: bool = False


def row_of(data: Any) -> LibraryRow:
    """Return the line of a template's data; BadInput if it holds what no text can."""
    try:
        words = json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput("There are characters in it that no text can hold.") from None
    return LibraryRow(b'{"sum": "%b", "template": %b}' % (_sum(words), words), data)


def _sum(words: bytes) -> bytes:
    return hashlib.sha256(words).hexdigest()[:16].encode()


def is_there(path: Path) -> bool:
    """Return whether there is such a file; BadInput for what is no file, such as a pipe."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None
    if not stat.S_ISREG(kind):
        raise BadInput(f"The library cannot be read: {path} is no file. Move it away.")
    return True


def content_of(path: Path) -> bytes:
    """Return the bytes of a file; BadInput if it cannot be read or is too large."""
    try:
        with ordinary(path) as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise _unreadable(error) from None
    if len(content) > LARGEST:
        words = f"{path} is larger than {LARGEST // 1_000_000} MB, as no library of BrikDesk is"
        raise BadInput(f"The library cannot be read: {words}. Move it away.")
    return content


def _unreadable(error: OSError | ValueError) -> BadInput:
    return BadInput(f"The library cannot be read: {getattr(error, 'strerror', '') or error}.")


def read(path: Path) -> LibraryContent:
    """Return what is whole in the file; nothing if there is none.

    Raise BadInput if it cannot be read, or a newer BrikDesk wrote it.
    """
    if not is_there(path):
        return LibraryContent()
    first, *lines = content_of(path).split(b"\n")
    count = _promised(first)
    if lines and not lines[-1]:
        lines.pop()  # what follows the last end of a line
    rows = tuple(row for line in lines if (row := _row(line)))
    return LibraryContent(rows, damaged=not len(rows) == len(lines) == count)


def _promised(first: bytes) -> int:
    """Return how many templates the first line promises; -1 if it is none, or is damaged itself."""
    try:
        head = json.loads(first)
    except (ValueError, RecursionError):
        return -1
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        return -1
    version, count = head.get("version"), head.get("templates")
    # Its sum tells a file of a newer BrikDesk from one whose number was hit.
    if type(version) is not int or type(count) is not int or head != _head(version, count):
        return -1
    if version > VERSION:
        raise BadInput(
            f"The library was made by a newer BrikDesk (version {version} of such files)."
        )
    return count


def _head(version: int, count: int) -> dict[str, object]:
    """Return the first line of a file; every later version begins with the same."""
    words = f"{FORMAT} {version} {count}".encode()
    return {
        "format": FORMAT, "version": version, "templates": count, "sum": _sum(words).decode(),
    }  # fmt: skip


def _row(line: bytes) -> LibraryRow | None:
    found = _LINE.fullmatch(line)
    if found is None or _sum(found[2]) != found[1]:
        return None
    try:
        return LibraryRow(line, json.loads(found[2]))
    except (ValueError, RecursionError):
        return None


def write(path: Path, rows: Sequence[LibraryRow]) -> None:
    """Put these rows in place of the file; BadInput if they are too many, OSError by the drive."""
    head = json.dumps(_head(VERSION, len(rows))).encode()
    content = b"".join(each + b"\n" for each in (head, *(row.line for row in rows)))
    if len(content) > LARGEST:
        raise BadInput(
            f"The library would be larger than {LARGEST // 1_000_000} MB. Nothing was changed. "
            "Delete templates that you no longer use."
        )
    sweep(path)
    part = beside(path)
    try:
        part.write_bytes(content)
        put_in_place(part, path)
    finally:
        discard(part)


def replace_damaged(path: Path, rows: Sequence[LibraryRow]) -> Path:
    """Write what is whole in place of a damaged file; return where the old file is kept.

    OSError if the drive refuses: then the damaged file still lies in its place.
    """
    for aside in _free_names(path, "damaged"):
        if not _has_both_names(path, aside):
            continue
        try:
            write(path, rows)
        except BaseException:
            discard(aside)
            raise
        return aside
    raise OSError("there are too many damaged libraries beside it")


def _has_both_names(path: Path, other: Path) -> bool:
    try:
        other.hardlink_to(path)
    except FileExistsError:
        return False
    except OSError:  # a drive without links
        if other.exists():
            return False
        try:
            copy(path, other)
        except OSError:
            discard(other)
            raise
    return True


def rename_aside(path: Path, word: str) -> Path:
    """Give a file another name that says what it is; return it. OSError if the drive refuses."""
    for name in _free_names(path, word):
        if not name.exists():
            path.rename(name)
            return name
    raise OSError(f"there are too many files beside {path.name}")


def _free_names(path: Path, word: str) -> Iterable[Path]:
    return (path.with_name(f"{path.stem}.{word}-{n}{path.suffix}") for n in range(1, 1000))


_OBJECT = re.compile(rb'\{\s*"kind"\s*:')


def rows_of_earlier(path: Path) -> tuple[list[Any], bool]:
    """Return the templates in a file of version 1, `library.json`, and whether all of it was whole.

    Raise BadInput if it cannot be read, or is of no version known here.
    """
    content = content_of(path)
    with suppress(ValueError, RecursionError):
        data = json.loads(content.decode("utf-8-sig"))
        if isinstance(data, dict) and data.get("format") == FORMAT:
            version, rows = data.get("version"), data.get("templates")
            if type(version) is int and version > 1:
                raise BadInput(f"{path} was made by a newer BrikDesk. It stays as it is.")
            if isinstance(rows, list):
                return rows, True
    return list(_whole_objects(content)), False


def _whole_objects(content: bytes) -> Iterable[Any]:
    """Return each template that can be read in a torn file."""
    words, decoder, end = content.decode("utf-8", "replace"), json.JSONDecoder(), 0
    for found in re.finditer(_OBJECT.pattern.decode(), words):
        if found.start() < end:
            continue  # within a template that was read
        with suppress(ValueError, RecursionError):
            row, end = decoder.raw_decode(words, found.start())
            if "\ufffd" not in json.dumps(row, ensure_ascii=False):
                yield row
