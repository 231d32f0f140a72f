"""Army lists of the community's army builder: a JSON file becomes units, with what is lost on the way."""

import dataclasses
import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brikdesk import text
from brikdesk.acts.armies.arriving import Bond, Recruit, TakeArmy
from brikdesk.armies.army_form import Remark
from brikdesk.armies.army_unit import ArmyReader, ArmyUnit
from brikdesk.armies.army_weapons import plain, said_name, strangers
from brikdesk.armies.unit_rows import MOST_UNITS
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.rules.brikwars.house import BrikWarsHouse

LARGEST = 10_000_000
"""Bytes of the largest file that is read."""


_FILE = frozenset(("name", "rules", "squads"))
_SQUAD = frozenset(("id", "name", "units"))
"""Facts of a file and of a squad."""


class ArmyRead(Struct, frozen=True):
    """What a file says: the army's name, its units, what is lost, which figures differ.

    `matched`: what the columns of a table were taken for. `bonds`: what binds units to each other.
    """

    name: str
    units: tuple[ArmyUnit, ...]
    lost: tuple[Remark, ...] = ()
    differs: tuple[Remark, ...] = ()
    matched: tuple[Remark, ...] = ()
    bonds: tuple[Bond, ...] = ()

    @property
    def count(self) -> int:
        """How many units it adds, copies counted."""
        return sum(each.act.copies for each in self.units)

    def act(self) -> TakeArmy:
        """Return the act that adds them all, with one undo.

        What a rule would refuse comes in overruled, and is told.
        """
        many = "1 unit" if self.count == 1 else f"{self.count} units"
        title = f"Import {self.name or 'an army list'}: {many}"
        return TakeArmy(
            title=title[: text.NAME_LENGTH],
            units=tuple(Recruit(unit=each.act, scifi=each.scifi) for each in self.units),
            bonds=self.bonds,
            marked=True,
        )

    def without(self, left_out: Collection[int]) -> "ArmyRead":
        """Return it without the units at these places, and without the bonds of any of them."""
        if not left_out:
            return self
        stay = [at not in left_out for at in range(len(self.units))]
        # Bonds count units from 1, each copy for itself.
        numbers: dict[int, int] = {}
        counted = 0
        for each, stays in zip(self.units, stay, strict=True):
            for _ in range(each.act.copies):
                counted += 1
                if stays:
                    numbers[counted] = len(numbers) + 1
        bonds = tuple(
            dataclasses.replace(bond, unit=numbers[bond.unit], other=numbers[bond.other])
            for bond in self.bonds
            if bond.unit in numbers and bond.other in numbers
        )
        units = tuple(each for each, stays in zip(self.units, stay, strict=True) if stays)
        return replace(self, units=units, bonds=bonds)


def file_content(path: Path) -> bytes:
    """Return the bytes of a file; BadInput if it is no ordinary file of at most LARGEST bytes."""
    return content_of(path, LARGEST)


def army_of_builder(
    data: Any,
    rules: BrikWarsHouse,
    player_id: int | None = None,
    *,
    by_rules: bool = False,
    name: str = "This",
) -> ArmyRead:
    """Return what the data of a builder's file say, as `read_army` does."""
    squads = data.get("squads") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(squads, list):
        raise BadInput(f"{name} is no army list: it has no squads.")
    units: list[ArmyUnit] = []
    lost: list[Remark] = []
    differs: list[Remark] = []
    lost += [Remark("", text.opening(words)) for words in strangers(data, _FILE)]
    for squad in squads:
        if isinstance(squad, dict):
            lost += [Remark("", text.opening(words)) for words in strangers(squad, _SQUAD)]
        rows = squad.get("units") if isinstance(squad, dict) else None
        if not isinstance(rows, list):
            lost.append(Remark("", f"A squad without units is left out{_named(squad)}."))
            continue
        for row in rows:
            if not isinstance(row, dict):
                lost.append(Remark("", f"A unit that is none is left out{_named(row)}."))
                continue
            reader = ArmyReader(row, said_name(squad.get("name")), rules, player_id, by_rules)
            try:
                units += reader.read()
            except BadInput as error:
                raise BadInput(f"{name}: {error}") from None
            lost += [Remark(reader.name, words) for words in reader.lost]
            differs += [Remark(reader.name, words) for words in reader.differs]
    if not units:
        raise BadInput(f"{name} is an army list without units.")
    if sum(each.act.copies for each in units) > MOST_UNITS:
        raise BadInput(f"{name} has more than {MOST_UNITS} units. Split it into several files.")
    if words := plain(data.get("rules")):
        lost.append(Remark("", f"The army's own rules are not taken: {words}"))
    return ArmyRead(said_name(data.get("name")), tuple(units), tuple(lost), tuple(differs))


def _named(thing: Any) -> str:
    """Return what is left out in words, after a colon; empty for what says nothing."""
    words = json.dumps(thing, ensure_ascii=False) if thing not in (None, "", {}) else ""
    return f": {words[:200]}" if words else ""


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file's bytes: UTF-8, else UTF-16 by its marks, else Windows-1252.

    BadInput if they are too many, or are no text.
    """
    if len(content) > LARGEST:
        raise BadInput(_too_large(name))
    if content.startswith(b"PK\x03\x04"):
        raise BadInput(f"{name} is no army list but a workbook or an archive. Save it as CSV.")
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    ways = ("utf-16",) if wide else ("utf-8-sig", *_wide(content), "cp1252")
    for way in ways:
        try:
            words = content.decode(way)
        except UnicodeDecodeError:
            continue
        if "\x00" not in words:
            return words
    raise BadInput(f"{name} is no army list: it is no text.")


def _too_large(name: str) -> str:
    return f"{name} is larger than 10 MB, which no army list is."


def _wide(content: bytes) -> tuple[str, ...]:
    """Return the kinds of UTF-16 without a mark that bytes look like, by where their zeros are."""
    head = content[:200]
    if head[1::2].count(0) > len(head) // 4:
        return ("utf-16-le",)
    return ("utf-16-be",) if head[::2].count(0) > len(head) // 4 else ()


def parsed(words: str, name: str) -> Any:
    """Return the data of JSON; BadInput says where it is torn."""
    try:
        return json.loads(words)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{name} is no army list: {error.msg} at {at}.") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{name} is no army list: it is nested too deep.") from None
