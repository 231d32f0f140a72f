"""Which page of a large file belongs to what, told without reading its photos.

SQLite's own check reads every page, and so every photo. Where photos fill most of a file, its tables are
checked one by one instead, all but the photos' own; what gets lost by that is looked at here: that no page
belongs to two tables, or to one and to the free pages, and that exactly as many are left as the photos take.
"""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from brikdesk.store.file.connection import PAGE_SIZE
from brikdesk.store.file.faults import Damaged

MOST_LOCAL = PAGE_SIZE - 35
"""Bytes of a table's row that stay on its page as a whole: https://www.sqlite.org/fileformat.html#b_tree_pages"""

MOST_IN_INDEX = (PAGE_SIZE - 12) * 64 // 255 - 23
LEAST_LOCAL = (PAGE_SIZE - 12) * 32 // 255 - 23
ON_A_PAGE = PAGE_SIZE - 4
"""Bytes of a value on a page of its own, after the number of the next one."""

INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 2, 5, 10, 13


def check_ownership(path: Path, roots: Iterable[tuple[str, int]], photos: str) -> None:
    """Follow the tables and indexes that begin on these pages, and the free pages.

    Only for a file that this program has not open: closing it after reading would let go of SQLite's locks.
    Of the table `photos` only the rows are read, not the pages to which their bytes run over. Raise
    Damaged for a page that belongs to two, or to none.
    """
    with path.open("rb") as file:
        walk = _Walk(file)
        for table, root in [("sqlite_master", 1), *roots]:
            walk.follow(root, values=table != photos)
        walk.follow_free()
        walk.check_rest()


class _Walk:
    """Goes through the pages of a file, each of them once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        head = self._page(1)
        if head[20]:
            raise Damaged("page 1")
        self._count, self._free = struct.unpack_from(">II", head, 28)
        self._seen = bytearray(self._count + 1)
        self._left_out = 0
        self._begun: list[int] = []

    def follow(self, root: int, values: bool) -> None:
        """Go through a table or an index; with `values`, also where its rows run over."""
        waiting = [root]
        while waiting:
            number = waiting.pop()
            page = self._taken(number)
            at = 100 if number == 1 else 0
            kind, cells = page[at], struct.unpack_from(">H", page, at + 3)[0]
            interior = kind in (INTERIOR_INDEX, INTERIOR_TABLE)
            if kind not in (INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE):
                raise Damaged(f"page {number}")
            places = at + (12 if interior else 8)
            if interior:
                waiting.append(struct.unpack_from(">I", page, at + 8)[0])
            try:
                for (cell,) in struct.iter_unpack(">H", page[places : places + 2 * cells]):
                    if interior:
                        waiting.append(struct.unpack_from(">I", page, cell)[0])
                        cell += 4
                    if kind != INTERIOR_TABLE:
                        self._run_over(page, cell, kind == LEAF_TABLE, values)
            except (struct.error, IndexError) as error:
                raise Damaged(f"page {number}") from error

    def follow_free(self) -> None:
        """Go through the pages that are free."""
        trunk, leaves = self._free, 0
        while trunk:
            page = self._taken(trunk)
            trunk, leaves = struct.unpack_from(">II", page)
            if leaves > PAGE_SIZE // 4 - 2:
                raise Damaged("the list of free pages")
            for (leaf,) in struct.iter_unpack(">I", page[8 : 8 + 4 * leaves]):
                self._take(leaf)

    def check_rest(self) -> None:
        """Raise Damaged unless exactly the photos' bytes are left."""
        # The last page with locks of its own exists only beyond a gigabyte: SQLite never writes it.
        locks = int(self._count * PAGE_SIZE > 1 << 30)
        rest = self._count - sum(self._seen) - locks
        if rest != self._left_out or any(self._is_taken(each) for each in self._begun):
            raise Damaged("its pages do not fit together")

    def _run_over(self, page: bytes, cell: int, in_table: bool, values: bool) -> None:
        size, cell = _varint(page, cell)
        if in_table:
            _, cell = _varint(page, cell)
        most = MOST_LOCAL if in_table else MOST_IN_INDEX
        if size <= most:
            return
        local = LEAST_LOCAL + (size - LEAST_LOCAL) % ON_A_PAGE
        local = local if local <= most else LEAST_LOCAL
        (first,) = struct.unpack_from(">I", page, cell + local)
        pages = -(-(size - local) // ON_A_PAGE)
        if values:
            for _ in range(pages):
                (first,) = struct.unpack_from(">I", self._taken(first))
        else:
            self._left_out += pages
            self._begun.append(first)

    def _taken(self, number: int) -> bytes:
        self._take(number)
        return self._page(number)

    def _take(self, number: int) -> None:
        if not 0 < number <= self._count or self._seen[number]:
            raise Damaged(f"page {number}")
        self._seen[number] = 1

    def _is_taken(self, number: int) -> bool:
        return not 0 < number <= self._count or bool(self._seen[number])

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * PAGE_SIZE)
        page = self._file.read(PAGE_SIZE)
        if len(page) < PAGE_SIZE:
            raise Damaged(f"page {number}")
        return page


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return a number of SQLite's own form, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return value, place + 1
    return value << 8 | page[at + 8], at + 9
