"""What is done with the library: read, added to, renamed, deleted, by one program after another.

One lock of the kernel is held while the file is changed. So of programs that add at once none loses
what another one wrote.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import Timeout
from msgspec import Struct
from msgspec.structs import replace

from brikdesk import text
from brikdesk.errors import BadInput
from brikdesk.library.entries import UNIT, Template, called, from_data, to_data
from brikdesk.library.library_file import (
    LibraryContent,
    LibraryRow,
    read,
    rename_aside,
    replace_damaged,
    row_of,
    rows_of_earlier,
    write,
)
from brikdesk.store.backups.backup import data_dir
from brikdesk.store.file.durable import alone, make_folder
from brikdesk.store.file.faults import reason_of

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
            notices = (
                [_not_mended(content), error.sentence] if content.damaged else [error.sentence]
            )
    return _shelf(content, notices)


def _real(path: Path | None) -> Path:
    """Return the file itself where a link leads to it, which a change would else replace."""
    try:
        return (path or library_path()).resolve()
    except (OSError, RuntimeError) as error:  # a loop of links
        raise BadInput(f"The library cannot be read: {error}.") from None


def _not_mended(content: LibraryContent) -> str:
    return f"The library is damaged: {_whole(content)} whole. Nothing was changed."


def _whole(content: LibraryContent) -> str:
    return _many(len(content.rows), "nothing in it is", "template is", "templates are")


@contextmanager
def _alone(path: Path, patience: float) -> Iterator[None]:
    """Keep other programs from changing the library; BadInput if that cannot be, or by the drive."""
    try:
        make_folder(path.parent)
        with alone(path, patience):
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
    """Add what an earlier BrikDesk kept, each template once; its file gets a name that is told."""
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
