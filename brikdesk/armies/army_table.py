"""An army as CSV: a line for each unit, and below it one for each weapon, rack and type of round.

Every fact has its column. An empty cell is not stated, `none` is stated as empty.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from brikdesk.acts.guns.racks import RackFacts, RoundFacts
from brikdesk.acts.guns.weapon_facts import WeaponFacts
from brikdesk.acts.roster.units import AddUnit
from brikdesk.armies.army_form import Army, army_name
from brikdesk.armies.formula_safe import guarded, unguarded
from brikdesk.armies.unit_rows import NOT_IN_FILES, units_from_data, units_to_data
from brikdesk.errors import BadInput

FIRST = "line"
"""Head of the first column, by which such a file is known."""

_OF = {"unit": AddUnit, "weapon": WeaponFacts, "rack": RackFacts, "rounds": RoundFacts}
_APART = (*NOT_IN_FILES, "weapons", "racks", "rounds")
"""Facts that have lines of their own, or none."""

_FACTS: Mapping[str, tuple[str, ...]] = {
    what: tuple(each.name for each in fields(kind) if each.name not in _APART)
    for what, kind in _OF.items()
}
_ORDER = ("name", "copies", "count")
COLUMNS = tuple(
    dict.fromkeys((FIRST, *_ORDER, *(fact for facts in _FACTS.values() for fact in facts)))
)
"""The columns; a line leaves those empty that it does not have."""

_LISTS = ("specialties", "tags", "controls")
_WHOLE = (
    "copies", "count", "weight_class", "deflection", "action_die", "actions_per_turn", "use",
    "power_multiplier", "max_payload", "hands", "explosive_size", "weapon",
)  # fmt: skip
_INCHES = ("move", "value", "range")
_FLAGS = ("airborne", "mounted", "battery", "thrusting")
_NONE = "none"
MOST_LINES = 20_000


def written(army: Army) -> str:
    """Return an army as the text of a CSV file."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    if army.name:
        rows.writerow(_line("army", {"name": army.name}))
    for unit in units_to_data(army.units):
        rows.writerow(_line("unit", unit))
        # No weapons at all is stated too: a preset would bring its own.
        if unit.get("weapons") == []:
            rows.writerow(_line("weapon", {"name": ""}))
        for weapon in unit.get("weapons", ()):
            rows.writerow(_line("weapon", weapon or {"kind": "Gun"}))
        for rack in unit.get("racks", ()):
            rows.writerow(_line("rack", rack))
            for each in rack.get("rounds", ()):
                rows.writerow(_line("rounds", each))
    return out.getvalue()


def _line(what: str, facts: Mapping[str, Any]) -> list[str]:
    if what == "rack" and facts.get("weapon") is not None:
        facts = {**facts, "weapon": facts["weapon"] + 1}
    return [what, *(_cell(facts.get(column), column) for column in COLUMNS[1:])]


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
    return content.lstrip("\ufeff").startswith(
        (f"{FIRST},", f"{FIRST};", f"{FIRST}\t", f'"{FIRST}"')
    )


def read(content: str, name: str = "This") -> Army:
    """Return the army of a CSV file; BadInput says what is wrong, and in which line."""
    title, units = "", []
    unit: dict[str, Any] = {}
    for number, what, facts in _lines(content, name):
        where = f"{name}, line {number}"
        if what == "army":
            title = facts.get("name", "")
            continue
        if what == "unit":
            unit = facts
            units.append(unit)
            continue
        if not units:
            raise BadInput(f"{where}: a {what} stands before the first unit.")
        if what == "weapon":
            weapons = unit.setdefault("weapons", [])
            weapons += [facts] if facts else []
        elif what == "rack":
            unit.setdefault("racks", []).append({**facts, "rounds": []})
        elif not unit.get("racks"):
            raise BadInput(f"{where}: these rounds stand before the first rack of their unit.")
        else:
            unit["racks"][-1]["rounds"].append(facts)
    return Army(army_name(title), units_from_data(units, name))


def _lines(content: str, name: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    content = content.lstrip("\ufeff")
    after = content.lstrip('"')[len(FIRST) :].lstrip('"')[:1]
    mark = after if after in (",", ";", "\t") else ","
    # Strict, so that a quote that is never closed is torn and does not swallow the rest.
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=mark, strict=True)
    try:
        heads = [head.strip() for head in next(rows)]
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
    if what != "army" and what not in _FACTS:
        known = ", ".join(("army", *_FACTS))
        raise BadInput(f"{where} begins with {what[:20]!r}, not one of {known}.")
    own = ("name",) if what == "army" else _FACTS[what]
    if strange := [head for head in cells if head not in own]:
        raise BadInput(f'{where}: a line of this kind has no "{strange[0]}".')
    return what, {head: _value(head, cell, what, where) for head, cell in cells.items()}


def _value(head: str, cell: str, what: str, where: str) -> Any:
    try:
        return _read_as(head, what)(cell)
    except (ValueError, OverflowError, RecursionError):
        raise BadInput(f"{where}: {cell[:20]!r} is no {head.replace('_', ' ')}.") from None


def _read_as(head: str, what: str) -> Callable[[str], Any]:
    if head == "size":
        return _whole if what == "unit" else _number
    kinds = ((_LISTS, _words), (_WHOLE, _whole), (_INCHES, _number), (_FLAGS, _flag))
    for heads, reads in kinds:
        if head in heads:
            return (lambda cell: _whole(cell) - 1) if head == "weapon" else reads
    return json.loads if head == "makeup" else _text


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
