"""The library's file: read with every damage told, changed as a whole or not at all."""

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk import text
from brikdesk.armies.army_file import put_text
from brikdesk.errors import BadInput
from brikdesk.library.entries import Template, from_data, to_data
from brikdesk.store.backups.backup import data_dir
from brikdesk.store.file.durable import put_in_new_place, sweep

FORMAT, VERSION = "brikdesk library", 1
LARGEST = 20_000_000
"""Bytes of the largest file that is read."""

Entries = tuple[Template, ...]


def library_path() -> Path:
    """Return where the library lies: in the program's data folder on this computer."""
    return data_dir() / "library.json"


class Shelf(Struct, frozen=True):
    """What the library holds, by name, and what the referee should know about its file."""

    entries: Entries = ()
    notice: str = ""


def opened(path: Path | None = None) -> Shelf:
    """Return the library. A damaged file is put aside, and what of it is whole is kept.

    Raise BadInput for a file that cannot be read, or that a newer BrikDesk wrote; it stays.
    """
    path = path or library_path()
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        return Shelf()
    except OSError as error:
        raise BadInput(f"The library cannot be read: {error.strerror or error}.") from None
    rows = _rows(content)
    whole = [entry for row in rows or () if (entry := _entry(row))]
    found = _by_name(whole)
    if rows is not None and len(whole) == len(rows):
        return Shelf(found)
    return Shelf(found, _put_aside(path, found))


def _rows(content: bytes) -> list[Any] | None:
    """Return the rows of a file; None if it is damaged as a whole."""
    try:
        data = json.loads(content.decode("utf-8-sig")) if len(content) <= LARGEST else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    version, rows = data.get("version"), data.get("templates")
    if type(version) is int and version > VERSION:
        raise BadInput(
            f"The library was made by a newer BrikDesk (version {version} of such files)."
        )
    return rows if isinstance(rows, list) else None


def _entry(row: Any) -> Template | None:
    try:
        return from_data(row)
    except BadInput:
        return None


def _put_aside(path: Path, whole: Entries) -> str:
    """Keep a damaged file under another name, write what is whole anew; return what to say."""
    for number in range(1, 1000):
        aside = path.with_name(f"library.damaged-{number}.json")
        try:
            put_in_new_place(path, aside)
        except FileExistsError:
            continue
        except OSError as error:
            raise BadInput(
                f"The library is damaged and cannot be put aside: {error.strerror or error}."
            ) from None
        break
    if whole:
        _write(path, whole)
    kept = {0: "nothing in it is whole", 1: "1 template is whole"}
    words = kept.get(len(whole), f"{len(whole)} templates are whole")
    return f"The library was damaged: {words}. The old file is kept as {aside}."


def changed(change: Callable[[Entries], Sequence[Template]], path: Path | None = None) -> Shelf:
    """Return the library after a change of what its file holds now; nothing else may be lost."""
    path = path or library_path()
    before = opened(path)
    after = _by_name(change(before.entries))
    _write(path, after)
    return replace(before, entries=after)


def _write(path: Path, entries: Entries) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The library was not written: {error.strerror or error}.") from None
    sweep(path)
    lines = ",\n".join(f"    {json.dumps(to_data(e), ensure_ascii=False)}" for e in entries)
    rows = f"[\n{lines}\n  ]" if lines else "[]"
    put_text(
        path, f'{{\n  "format": "{FORMAT}",\n  "version": {VERSION},\n  "templates": {rows}\n}}\n'
    )


def _by_name(entries: Sequence[Template]) -> Entries:
    return tuple(sorted(entries, key=lambda entry: (entry.name.casefold(), entry.kind)))


def named(entries: Entries, name: str) -> Template | None:
    """Return the template of this name, however it is written; None if there is none."""
    wanted = " ".join(name.split()).casefold()
    return next((entry for entry in entries if entry.name.casefold() == wanted), None)


def kept(entry: Template, path: Path | None = None) -> Shelf:
    """Add a template; one of the same name gives it a number: Trooper, Trooper 2."""

    def add(entries: Entries) -> Sequence[Template]:
        return (*entries, replace(entry, name=_free(entries, entry.name)))

    return changed(add, path)


def _free(entries: Entries, name: str) -> str:
    made, number = name, 2
    while named(entries, made):
        suffix = f" {number}"
        made = name[: text.NAME_LENGTH - len(suffix)].rstrip() + suffix
        number += 1
    return made


def renamed(entry: Template, name: str, path: Path | None = None) -> Shelf:
    """Give a template another name, and its unit with it; BadInput if another one has it."""
    title = text.name(name)

    def rename(entries: Entries) -> Sequence[Template]:
        other = named(entries, title)
        if other is not None and other != entry:
            raise BadInput(f"{other.name} is in the library already. Choose another name.")
        units = tuple(dataclasses.replace(unit, name=title) for unit in entry.units)
        new = replace(entry, name=title, units=units if entry.kind == "unit" else entry.units)
        return [new if each == entry else each for each in entries]

    return changed(rename, path)


def dropped(entry: Template, path: Path | None = None) -> Shelf:
    """Delete a template."""
    return changed(lambda entries: [each for each in entries if each != entry], path)
