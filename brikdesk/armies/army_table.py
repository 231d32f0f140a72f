"""An army as CSV: a line for each unit, and below it one for each thing that it has.

Every fact has its column. An empty cell is not stated, `none` is stated as empty. Which lines there
are, and which facts they have, follows from the values themselves.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from brikdesk.acts.armies.arriving import Bond
from brikdesk.acts.armies.scifi_part import (
    CrewFacts,
    ScifiFacts,
    SfArmFacts,
    SfRoundsLeft,
    StoreFacts,
)
from brikdesk.acts.guns.racks import RackFacts, RoundFacts
from brikdesk.acts.guns.weapon_facts import ChamberFacts, WeaponFacts
from brikdesk.acts.roster.as_it_stands import CarriedFacts, FireFacts, StateFacts
from brikdesk.acts.roster.units import AddUnit
from brikdesk.acts.scifi.weapon_figures import CapabilityFacts
from brikdesk.armies.army_form import Army, army_name
from brikdesk.armies.formula_safe import guarded, unguarded
from brikdesk.armies.unit_rows import (
    NOT_IN_FILES,
    bonds_from_data,
    bonds_to_data,
    recruits_from_data,
    recruits_to_data,
)
from brikdesk.errors import BadInput

FIRST = "line"
"""Head of the first column, by which such a file is known."""


class Below(Struct, frozen=True):
    """A kind of line: its facts, the kind of line that it stands below, and its name there."""

    kind: type[Any]
    above: str = ""
    name: str = ""
    single: bool = False


LINES: Mapping[str, Below] = {
    "unit": Below(AddUnit),
    "state": Below(StateFacts, "unit", "states"),
    "fire": Below(FireFacts, "unit", "fires"),
    "explosive": Below(CarriedFacts, "unit", "explosives"),
    "weapon": Below(WeaponFacts, "unit", "weapons"),
    "chamber": Below(ChamberFacts, "weapon", "chamber"),
    "rack": Below(RackFacts, "unit", "racks"),
    "rounds": Below(RoundFacts, "rack", "rounds"),
    "scifi": Below(ScifiFacts, "unit", "scifi", single=True),
    "scifi weapon": Below(SfArmFacts, "scifi", "weapons"),
    "capability": Below(CapabilityFacts, "scifi weapon", "capabilities"),
    "store": Below(StoreFacts, "scifi weapon", "stores"),
    "load": Below(SfRoundsLeft, "store", "loads"),
    "crew": Below(CrewFacts, "scifi weapon", "crew"),
    "bond": Below(Bond),
}
"""The kinds of lines; each stands somewhere below one of the kind above it."""

_COUNTED = {("rack", "weapon"), ("chamber", "rack")}
"""Facts that count from 0, and from 1 for people."""


@cache
def _hints(what: str) -> Mapping[str, Any]:
    return get_type_hints(LINES[what].kind)


@cache
def _facts(what: str) -> tuple[str, ...]:
    """Return the facts that have a cell in a kind of line."""
    kind = LINES[what].kind
    below = {each.name for each in LINES.values() if each.above == what}
    plain = (each.name for each in fields(kind) if not _is_nested(_hints(what)[each.name]))
    return tuple(name for name in plain if name not in (*NOT_IN_FILES, *below))


def _is_nested(hint: Any) -> bool:
    return is_dataclass(hint) or any(_is_nested(each) for each in get_args(hint))


_ORDER = ("name", "copies", "count")
COLUMNS = tuple(dict.fromkeys((FIRST, *_ORDER, *(fact for what in LINES for fact in _facts(what)))))
"""The columns; a line leaves those empty that it does not have."""

_NONE = "none"
MOST_LINES = 20_000


def written(army: Army) -> str:
    """Return an army as the text of a CSV file."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    if army.name:
        rows.writerow(_line("army", {"name": army.name}))
    for unit in recruits_to_data(army.units):
        rows.writerows(_tree("unit", unit))
    for bond in bonds_to_data(army.bonds):
        rows.writerow(_line("bond", bond))
    return out.getvalue()


def _tree(what: str, facts: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the line of something, and those of all that it has."""
    yield _line(what, facts or ({"kind": "Gun"} if what == "weapon" else {}))
    for name, below in LINES.items():
        if below.above != what or below.name not in facts:
            continue
        inner = facts[below.name]
        # No weapons at all is stated too: a preset would bring its own.
        if name == "weapon" and inner == []:
            yield _line("weapon", {"name": ""})
        for each in [inner] if below.single else inner:
            yield from _tree(name, each)


def _line(what: str, facts: Mapping[str, Any]) -> list[str]:
    said = {
        name: value + 1 if (what, name) in _COUNTED and value is not None else value
        for name, value in facts.items()
    }
    own = ("name",) if what == "army" else _facts(what)
    return [what, *(_cell(said.get(name) if name in own else None, name) for name in COLUMNS[1:])]


def _cell(value: Any, column: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return f"{value:.10g}"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False) if value else ""
    if isinstance(value, list):
        return _list_cell(value)
    if not value:
        return "" if column == "name" else _NONE
    # The word itself is told from what it stands for by the same apostrophe.
    return f"'{value}" if value == _NONE else guarded(value)


def _list_cell(words: list[str]) -> str:
    joined = "; ".join(words)
    odd = any(";" in word or word[:1] in ("[", "'") or word != word.strip() for word in words)
    if odd or joined == _NONE:
        return json.dumps(words, ensure_ascii=False)
    return guarded(joined) or _NONE


def is_table(content: str) -> bool:
    """Return whether a text begins like an army as CSV."""
    head = content.lstrip("\ufeff")[: len(FIRST) + 3].casefold().replace('"', "")
    return head.startswith((f"{FIRST},", f"{FIRST};", f"{FIRST}\t"))


def read(content: str, name: str = "This") -> Army:
    """Return the army of a CSV file; BadInput says what is wrong, and in which line."""
    title = ""
    units: list[dict[str, Any]] = []
    bonds: list[dict[str, Any]] = []
    # The latest line of each kind, below which others stand.
    latest: dict[str, dict[str, Any]] = {}
    for number, what, facts in _lines(content, name):
        where = f"{name}, line {number}"
        if what == "army":
            title = facts.get("name", "")
        elif what == "bond":
            bonds.append(facts)
        elif what == "unit":
            units.append(facts)
            latest = {"unit": facts}
        else:
            _put_below(what, facts, latest, where)
    recruits = recruits_from_data(units, name)
    return Army(army_name(title), recruits, bonds_from_data(bonds, recruits, name))


def _put_below(
    what: str, facts: dict[str, Any], latest: dict[str, dict[str, Any]], where: str
) -> None:
    """Put a line's facts into those that it stands below; BadInput if there are none."""
    below = LINES[what]
    above = latest.get(below.above)
    if above is None:
        if below.above == "unit":
            raise BadInput(f"{where}: a {what} stands before the first unit.")
        raise BadInput(
            f"{where}: a line {what!r} stands before the first {below.above} of its unit."
        )
    if below.single:
        above[below.name] = facts
    else:
        rows = above.setdefault(below.name, [])
        rows += [facts] if facts or what != "weapon" else []
    latest[what] = facts
    # What stood below an earlier line of this kind is over.
    for name, each in LINES.items():
        if each.above == what:
            latest.pop(name, None)


def _lines(content: str, name: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    content = content.lstrip("\ufeff")
    after = content.lstrip('"')[len(FIRST) :].lstrip('"')[:1]
    mark = after if after in (",", ";", "\t") else ","
    # Strict, so that a quote that is never closed is torn and does not swallow the rest.
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=mark, strict=True)
    try:
        heads = [head.strip().casefold() for head in next(rows)]
        if unknown := [head for head in heads if head and head not in COLUMNS]:
            raise BadInput(f'{name} has an unknown column "{unknown[0][:40]}".')
        for count, row in enumerate(rows):
            if count > MOST_LINES:
                raise BadInput(f"{name} has more than {MOST_LINES:,} lines.")
            if any(cell.strip() for cell in row):
                yield rows.line_num, *_read_line(heads, row, f"{name}, line {rows.line_num}")
    except csv.Error as error:
        raise BadInput(f"{name} is torn: {error} in line {rows.line_num}.") from None


def _read_line(heads: list[str], row: list[str], where: str) -> tuple[str, dict[str, Any]]:
    if len(row) > len(heads) and any(cell.strip() for cell in row[len(heads) :]):
        raise BadInput(f"{where} has more cells than there are columns.")
    cells = {head: cell for head, cell in zip(heads, row, strict=False) if head and cell != ""}
    what = cells.pop(FIRST, "").strip().lower()
    if what != "army" and what not in LINES:
        known = ", ".join(("army", *LINES))
        raise BadInput(f"{where} begins with {what[:20]!r}, not one of {known}.")
    own = ("name",) if what == "army" else _facts(what)
    if strange := [head for head in cells if head not in own]:
        raise BadInput(f'{where}: a line of this kind has no "{strange[0]}".')
    return what, {head: _value(head, cell, what, where) for head, cell in cells.items()}


def _value(head: str, cell: str, what: str, where: str) -> Any:
    try:
        read: Any = _text(cell) if what == "army" else _read_as(_hints(what)[head], cell)
        return read - 1 if (what, head) in _COUNTED else read
    except (ValueError, OverflowError, RecursionError):
        raise BadInput(f"{where}: {cell[:20]!r} is no {head.replace('_', ' ')}.") from None


def _read_as(hint: Any, cell: str) -> Any:
    """Return the value of a cell as its fact has it; ValueError where it is none."""
    kinds = [each for each in get_args(hint) if each is not NoneType]
    if len(kinds) == 1 and get_origin(hint) is not tuple:
        return _read_as(kinds[0], cell)
    if get_origin(hint) is tuple:
        return _words(cell)
    if get_origin(hint) is dict:
        return json.loads(cell)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _text(cell)
    reads = {bool: _flag, int: _whole, float: _number}
    return reads.get(hint, _text)(cell)


def _text(cell: str) -> str:
    return "" if cell == _NONE else unguarded(cell)


def _words(cell: str) -> list[str]:
    words = _text(cell)
    if words.startswith("["):
        found = json.loads(words)
        if not isinstance(found, list):
            raise ValueError(words)
        return found
    return [word.strip() for word in words.split(";") if word.strip()]


def _whole(cell: str) -> int:
    return int(cell.strip()[:20])


def _number(cell: str) -> float:
    # A spreadsheet of many a country writes 1,5.
    return float(cell.strip().replace(",", "."))


def _flag(cell: str) -> bool:
    said = cell.strip().lower()
    if said not in ("yes", "no", "true", "false"):
        raise ValueError(cell)
    return said in ("yes", "true")
