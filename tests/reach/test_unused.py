"""The search for what only tests use finds what is planted, and nothing else."""

from pathlib import Path

from tests.reach.unused import unused

PROGRAM = '''
from msgspec import Struct

LOST, KEPT = 1, 2


class Seen(Struct):
    read: int
    unread: int = KEPT


class Shelf:
    def __init__(self, width: int, parent: object = None) -> None:
        self.width = width

    def used(self, step: int = 1, spare: int = 0) -> int:
        return self.width + step

    def unused(self) -> int:
        return 0


class Low(Shelf):
    def __init__(self) -> None:
        super().__init__(3)


def handed_on(often: int = 1) -> int:
    return often


def called(way: int, *, far: int = 0, near: int = 0) -> int:
    return way + near


def nobody() -> None:
    """Do nothing."""


TABLE = {"later": handed_on}
print(TABLE, called(1, near=2), Low().used(2), Seen(read=1).read, "program.last:named_in_data")


def named_in_data() -> None:
    """Be found by a name that is data."""
'''


def test_what_is_planted_is_found_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "last.py").write_text(PROGRAM, encoding="utf-8")
    assert unused(tmp_path, ["program"]) == [
        "program.last: LOST",
        "program.last: nobody",
        "program.last: Shelf.unused",
        "program.last: Seen.unread",
        "program.last: Shelf.__init__(parent)",
        "program.last: Shelf.used(spare)",
        "program.last: called(far)",
    ]
