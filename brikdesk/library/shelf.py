"""What is done with the library and its file, by one program at a time."""

import hashlib
import json
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import Timeout
from msgspec import Struct
from msgspec.structs import replace

from brikdesk import text
from brikdesk.errors import BadInput
from brikdesk.foreign_file import ordinary
from brikdesk.library.templates import UNIT, Template, called, from_data, to_data
from brikdesk.store.backups import data_dir
from brikdesk.store.file import durable
from brikdesk.store.file.faults import reason_of

FORMAT, VERSION = "brikdesk library", 2
LARGEST = 64_000_000
"""Bytes of the largest library. It is refused to grow beyond, so that what was kept can be read."""

_LINE = re.compile(rb'\{"sum": "([0-9a-f]{16})", "template": (\{.*\})\}')


class LibraryRow(Struct, frozen=True):
    """A line of the file, and the data of the template in it."""

    line: bytes
    data: Any


class LibraryContent(Struct, frozen=True):
    """The undamaged lines of a file, and whether there was anything else in it."""

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
    # What a program left that was killed while it wrote.
    durable.sweep(path)
    part = durable.beside(path)
    try:
        part.write_bytes(content)
        durable.put_in_place(part, path)
    finally:
        durable.discard(part)


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
            durable.discard(aside)
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
            durable.copy(path, other)
        except OSError:
            durable.discard(other)
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


PATIENCE = 10.0
"""Seconds within which other programs are done with the library; each takes some hundredths."""

IN_THE_WINDOW = 0.1
"""The same where somebody waits at the window: it rather says so than stand still."""

Entries = tuple[Template, ...]


def library_path() -> Path:
    """Return where the library lies: in the program's data folder on this computer."""
    return data_dir() / "library.jsonl"


class Shelf(Struct, frozen=True):
    """What the library holds, by name, and what the referee should know about its file."""

    entries: Entries = ()
    notice: str = ""


class KeptTemplate(Struct, frozen=True):
    """The name that a new template got, and what the referee should know about the file."""

    name: str
    notice: str = ""


def opened(path: Path | None = None, patience: float = PATIENCE) -> Shelf:
    """Return the library. A damaged file is put aside, and what of it is whole is kept.

    Raise BadInput for a file that cannot be read, or that a newer BrikDesk wrote; it stays.
    """
    path = _real(path)
    content = read(path)
    notices: list[str] = []
    if content.damaged or _earlier(path):
        try:
            with _alone(path, patience):
                content, notices = _in_order(path)
        except BadInput as error:  # to look at it the whole lines are enough
            damaged = f"The library is damaged: {_whole(content)} whole. Nothing was changed."
            notices = [damaged, error.sentence] if content.damaged else [error.sentence]
    return _shelf(content, notices)


def _real(path: Path | None) -> Path:
    """Return the file itself where a link leads to it, which a change would else replace."""
    try:
        return (path or library_path()).resolve()
    except (OSError, RuntimeError) as error:  # a loop of links
        raise BadInput(f"The library cannot be read: {error}.") from None


def _whole(content: LibraryContent) -> str:
    return _many(len(content.rows), "nothing in it is", "template is", "templates are")


@contextmanager
def _alone(path: Path, patience: float) -> Iterator[None]:
    """Keep other programs from changing the library; BadInput if that cannot be, or by the drive."""
    try:
        durable.make_folder(path.parent)
        with durable.alone(path, patience):
            yield
    except Timeout:
        words = "Another program is just using the library. Nothing was changed. Try again."
        raise BadInput(words) from None
    except OSError as error:
        raise BadInput(f"The library was not written: {reason_of(error)}.") from None


def _in_order(path: Path) -> tuple[LibraryContent, list[str]]:
    """Return the content, with what is damaged put aside and an earlier file taken over.

    To be called alone. OSError if the drive refuses: then all files are where they were.
    """
    content, notices = read(path), []
    if content.damaged:
        aside = replace_damaged(path, content.rows)
        words = f"The library was damaged: {_whole(content)} whole."
        notices.append(f"{words} The old file is kept as {aside}.")
        content = LibraryContent(content.rows)
    if earlier := _earlier(path):
        content, notice = _taken_over(path, content, earlier)
        notices.append(notice)
    return content, notices


def _many(count: int, none: str, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}" if count else none


def _earlier(path: Path) -> Path | None:
    """Return the file of an earlier BrikDesk beside the library, if there is one to take over."""
    earlier = path.with_name("library.json")
    return earlier if earlier != path and earlier.is_file() else None


def _taken_over(path: Path, content: LibraryContent, earlier: Path) -> tuple[LibraryContent, str]:
    """Add what an earlier BrikDesk kept, each template once; rename its file, and say how."""
    try:
        found, whole = rows_of_earlier(earlier)
    except BadInput as error:
        return content, error.sentence
    good = [entry for row in found if (entry := _understood(row))]
    rows, there = list(content.rows), [row.data for row in content.rows]
    for entry in good:
        if to_data(entry) not in there:
            rows.append(row_of(to_data(replace(entry, name=_free(rows, entry.name)))))
    write(path, rows)
    # Renamed last: cut short before, it is taken over again, and each template is there already.
    kept = rename_aside(earlier, "taken-over")
    many = _many(len(good), "no template", "template", "templates")
    lost = "" if whole and len(good) == len(found) else " Not all of it could be read."
    words = f"The library of an earlier BrikDesk was taken over: {many}.{lost}"
    return LibraryContent(tuple(rows)), f"{words} Its file is kept as {kept}."


def _understood(data: Any) -> Template | None:
    try:
        return from_data(data)
    except BadInput:
        return None


def _shelf(content: LibraryContent, notices: Sequence[str]) -> Shelf:
    found = [entry for row in content.rows if (entry := _understood(row.data))]
    if strange := len(content.rows) - len(found):
        many = _many(strange, "", "template", "templates")
        words = f"{many} in the library cannot be used by this BrikDesk. They stay in it."
        notices = [*notices, words]
    ordered = tuple(sorted(found, key=lambda entry: (entry.name.casefold(), entry.kind)))
    return Shelf(ordered, " ".join(notices))


def named(entries: Entries, name: str) -> Template | None:
    """Return the template of this name, however it is written; None if there is none."""
    wanted = _plain(name)
    return next((entry for entry in entries if entry.name.casefold() == wanted), None)


def _plain(name: object) -> str:
    return " ".join(str(name).split()).casefold()


def _names(rows: Sequence[LibraryRow]) -> set[str]:
    return {_plain(row.data.get("name")) for row in rows}


def _free(rows: Sequence[LibraryRow], name: str) -> str:
    taken, made, number = _names(rows), name, 2
    while _plain(made) in taken:
        suffix = f" {number}"
        made = name[: text.NAME_LENGTH - len(suffix)].rstrip() + suffix
        number += 1
    return made


def kept(entry: Template, path: Path | None = None, patience: float = PATIENCE) -> KeptTemplate:
    """Add a template; one of the same name gives it a number: Trooper, Trooper 2."""
    path = _real(path)
    with _alone(path, patience):
        content, notices = _in_order(path)
        name = _free(content.rows, entry.name)
        write(path, (*content.rows, row_of(to_data(replace(entry, name=name)))))
    return KeptTemplate(name, " ".join(notices))


def _changed(
    change: Callable[[LibraryContent, int], Sequence[LibraryRow]],
    entry: Template,
    path: Path | None,
    patience: float,
) -> Shelf:
    """Change the row of a template; BadInput if another program has changed it meanwhile."""
    path = _real(path)
    with _alone(path, patience):
        content, notices = _in_order(path)
        at = _place_of(content, entry)
        after = LibraryContent(tuple(change(content, at)))
        write(path, after.rows)
    return _shelf(after, notices)


def _place_of(content: LibraryContent, entry: Template) -> int:
    wanted = _plain(entry.name)
    for at, row in enumerate(content.rows):
        if _plain(row.data.get("name")) == wanted and _understood(row.data) == entry:
            return at
    raise BadInput(
        f"{entry.name} is no longer in the library as it was here: another program has changed or "
        "deleted it. Nothing was changed."
    )


def renamed(
    entry: Template, name: str, path: Path | None = None, patience: float = PATIENCE
) -> Shelf:
    """Give a template another name, and its unit with it; BadInput if another one has it."""
    title = text.name(name)

    def rename(content: LibraryContent, at: int) -> Sequence[LibraryRow]:
        rows = list(content.rows)
        others = rows[:at] + rows[at + 1 :]
        if _plain(title) in _names(others):
            raise BadInput(f"{title} is in the library already. Choose another name.")
        units = tuple(called(each, title) for each in entry.units)
        new = replace(entry, name=title, units=units if entry.kind == UNIT else entry.units)
        rows[at] = row_of(to_data(new))
        return rows

    return _changed(rename, entry, path, patience)


def dropped(entry: Template, path: Path | None = None, patience: float = PATIENCE) -> Shelf:
    """Delete a template; BadInput if another program has changed it meanwhile."""
    return _changed(
        lambda content, at: content.rows[:at] + content.rows[at + 1 :], entry, path, patience
    )
