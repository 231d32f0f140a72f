"""An army as CSV: our own table, and tables that other programs or people wrote."""

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from difflib import get_close_matches
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.armies import Bond, CrewFacts, ScifiFacts, SfArmFacts, SfRoundsLeft, StoreFacts
from brikdesk.acts.scifi.weapons import CapabilityFacts
from brikdesk.acts.units.facts import ARMOR
from brikdesk.acts.units.roster import AddUnit, CarriedFacts, FireFacts, StateFacts
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import ChamberFacts, WeaponFacts
from brikdesk.armies.army_form import (
    MOST_UNITS,
    NOT_IN_FILES,
    Army,
    Remark,
    army_name,
    bonds_from_data,
    bonds_to_data,
    carries_of,
    guarded,
    recruits_from_data,
    recruits_to_data,
    unguarded,
    what_of,
)
from brikdesk.armies.army_list import ArmyRead, ArmyUnit, shares
from brikdesk.armies.army_weapons import said_name
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.power import MAX_MULTIPLIER
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.tables import UnitKind

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
ARMY_TABLE_COLUMNS = tuple(
    dict.fromkeys((FIRST, *_ORDER, *(fact for what in LINES for fact in _facts(what))))
)
"""The columns; a line leaves those empty that it does not have."""

_NONE = "none"
ARMY_TABLE_MOST_LINES = 20_000


def written(army: Army) -> str:
    """Return an army as the text of a CSV file."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(ARMY_TABLE_COLUMNS)
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
    cells = (said.get(name) if name in own else None for name in ARMY_TABLE_COLUMNS[1:])
    return [what, *map(_cell, cells, ARMY_TABLE_COLUMNS[1:])]


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


def read_of_army_table(content: str, name: str = "This") -> Army:
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
        first = f"the first {below.above} of its unit"
        raise BadInput(f"{where}: a line {what!r} stands before {first}.")
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
    # What follows the first head separates the cells.
    after = content.lstrip('"')[len(FIRST) :].lstrip('"')[:1]
    mark = after if after in (",", ";", "\t") else ","
    # Strict, so that a quote that is never closed is torn and does not swallow the rest.
    rows = csv.reader(io.StringIO(content, newline=""), delimiter=mark, strict=True)
    try:
        heads = [head.strip().casefold() for head in next(rows)]
        if unknown := [head for head in heads if head and head not in ARMY_TABLE_COLUMNS]:
            raise BadInput(f'{name} has an unknown column "{unknown[0][:40]}".')
        for count, row in enumerate(rows):
            if count > ARMY_TABLE_MOST_LINES:
                raise BadInput(f"{name} has more than {ARMY_TABLE_MOST_LINES:,} lines.")
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
    """Return the value of a cell in the type of its fact; ValueError if it has none."""
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


COLUMNS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "unit", "unit name", "model", "figure", "character", "troop", "title",
             "einheit", "nombre", "nom", "unidad", "unité"),
    "copies": ("count", "copies", "number", "amount", "quantity", "qty", "how many", "models", "no",
               "anzahl", "cantidad", "nombre de figurines", "quantité"),
    "squad": ("squad", "group", "team", "platoon", "section", "formation", "gruppe", "trupp"),
    "kind": ("kind", "type", "class", "unit type", "category", "art", "typ", "tipo"),
    "size": ("size", "unit size", "inches", "größe", "groesse", "tamaño", "taille"),
    "armor": ("armor", "armour", "av", "armor value", "defense", "defence", "panzerung", "armadura"),
    "move": ("move", "movement", "speed", "mv", "bewegung", "movimiento", "mouvement"),
    "action_die": ("action", "action die", "skill", "skill die", "die", "aktion"),
    "power": ("power", "power inches", "energy", "energie"),
    "value": ("value", "points", "cost", "pts", "unit inches", "ui", "price", "punkte", "puntos"),
    "weapons": ("weapons", "weapon", "equipment", "gear", "arms", "wargear", "loadout", "carries",
                "armament", "waffen", "ausrüstung", "armas"),
    "specialties": ("specialties", "specialty", "skills", "abilities", "special", "fähigkeiten"),
    "notes": ("notes", "note", "description", "comment", "comments", "remarks", "special rules",
              "rules", "notizen", "notas"),
}  # fmt: skip
"""What is read of a unit, each with the heads by which it is known, in any case."""

WANTED = "Name, and if there are any: " + ", ".join(
    name.replace("_", " ").capitalize() for name in COLUMNS if name != "name"
)
"""The columns that are read, in words."""

MOST_HEADS = 20
"""Lines at the top of a file among which the heads may stand."""

MOST_LINES = 5_000
_MARKS = (",", ";", "\t", "|")
_NEAR = 0.82


class _Heads(Struct, frozen=True):
    """The line of heads: its place, the fact of each column (None: not known), and their words."""

    at: int
    facts: tuple[str | None, ...]
    words: tuple[str, ...]


def read(content: str, player_id: int | None, name: str = "This") -> ArmyRead:
    """Return the units of a table; BadInput says which columns are wanted where none is a name."""
    rows = _rows(content, name)
    heads = _heads(rows)
    if heads is None:
        raise BadInput(
            f"{name} is no army list: no line in it has a head such as Name. Wanted are the"
            f" columns {WANTED}."
        )
    units: list[ArmyUnit] = []
    lost: list[Remark] = []
    for row in rows[heads.at + 1 :]:
        cells = {
            fact or words: cell.strip()
            for fact, words, cell in zip(heads.facts, heads.words, row, strict=False)
            if cell.strip()
        }
        if not cells:
            continue
        made, said = _unit(cells, heads, player_id)
        units += made
        lost += said
    if not units:
        raise BadInput(f"{name} has the heads of an army list, and no unit below them.")
    if sum(each.act.copies for each in units) > MOST_UNITS:
        raise BadInput(f"{name} has more than {MOST_UNITS} units. Split it into several files.")
    return ArmyRead("", tuple(units), tuple(lost), matched=_matched(heads))


def _rows(content: str, name: str) -> list[list[str]]:
    content = content.lstrip("\ufeff")
    first, _, rest = content.partition("\n")
    # As Excel writes it where the list separator is not that of the country.
    said = re.fullmatch(r'"?sep=(.)"?', first.strip())
    mark = said[1] if said else _mark(content)
    try:
        rows = csv.reader(io.StringIO(rest if said else content, newline=""), delimiter=mark)
        found = [row for _, row in zip(range(MOST_LINES + 1), rows, strict=False)]
    except csv.Error as error:
        raise BadInput(f"{name} is torn: {error}.") from None
    if len(found) > MOST_LINES:
        raise BadInput(f"{name} has more than {MOST_LINES:,} lines.")
    return found


def _mark(content: str) -> str:
    """Return what separates the cells: the mark with which some line has the most known heads."""
    lines = content.splitlines()[:MOST_HEADS]

    def most_known(mark: str) -> int:
        heads = (_known(line.split(mark)) for line in lines)
        return max((sum(fact is not None for fact in facts) for facts in heads), default=0)

    return max(_MARKS, key=most_known)  # the first of equals, and so a comma where none is known


def _heads(rows: Sequence[Sequence[str]]) -> _Heads | None:
    """Return the line with a name and the most known heads, the first of equals; None for none."""
    best: _Heads | None = None
    for at, row in enumerate(rows[:MOST_HEADS]):
        words = tuple(_clean(cell) or f"column {n}" for n, cell in enumerate(row, 1))
        found = _Heads(at, _known(row), words)
        if "name" in found.facts and (best is None or _count(found) > _count(best)):
            best = found
    return best


def _count(heads: _Heads) -> int:
    return sum(fact is not None for fact in heads.facts)


def _known(row: Sequence[str]) -> tuple[str | None, ...]:
    """Return what each head means; each fact once, the first and best match keeps it."""
    found: list[str | None] = [None] * len(row)
    for exact in (True, False):
        for at, cell in enumerate(row):
            fact = _fact(cell, exact=exact)
            if found[at] is None and fact and fact not in found:
                found[at] = fact
    return tuple(found)


def _fact(head: str, *, exact: bool) -> str | None:
    words = _folded(head)
    # A sentence is no head.
    if not words or len(words) > 40:
        return None
    known = {each: fact for fact, heads in COLUMNS.items() for each in heads}
    if exact:
        return known.get(words)
    # Words of one or two letters are near to too many.
    near = get_close_matches(words, known, 1, _NEAR)
    return known[near[0]] if near and len(words) > 2 else None


def _folded(head: str) -> str:
    plain = re.sub(r"\(.*?\)|[\"'“”#*:]", " ", head.casefold()).replace("_", " ").replace("-", " ")
    return " ".join(plain.split())


def _clean(cell: str) -> str:
    return " ".join(text.clean(cell).split())[: text.NAME_LENGTH]


def _matched(heads: _Heads) -> tuple[Remark, ...]:
    return tuple(
        Remark(
            f"Column “{words}”",
            fact.replace("_", " ").capitalize() if fact else "not known: kept as a note",
        )
        for fact, words in zip(heads.facts, heads.words, strict=True)
    )


class _TableLine:
    """One line while it is read: facts, notes, and what is lost."""

    def __init__(self, cells: Mapping[str, str], name: str) -> None:
        self._cells, self.name = cells, name
        self.lost: list[Remark] = []
        self.notes: list[str] = []

    def say(self, words: str) -> None:
        """Note what becomes of something that is not taken as it stands."""
        self.lost.append(Remark(self.name, words))

    def number(self, fact: str, most: float, said: str | None = None) -> float | None:
        """Return a number of a cell, also with a decimal comma or inches behind it; else None.

        `said`: what is read instead of the whole cell.
        """
        said = self._cells.get(fact, "") if said is None else said
        found = re.fullmatch(r"(\d{1,6}(?:[.,]\d{1,3})?)\s*(?:\"|''|”|″|in|inches|pts?)?", said)
        value = float(found[1].replace(",", ".")) if found else None
        if value is not None and value <= most:
            return value
        if said:
            self.say(f"the {fact.replace('_', ' ')} “{said[:40]}” is a note")
            self.notes.append(f"{fact.replace('_', ' ').capitalize()}: {said}")
        return None

    def whole(self, fact: str, most: int) -> int | None:
        """Return a whole number of a cell; else None."""
        value = self.number(fact, most)
        if value is not None and value != int(value):
            self.say(f"the {fact} “{self._cells[fact][:40]}” counts as {int(value)}")
        return None if value is None else int(value)


def _unit(
    cells: Mapping[str, str], heads: _Heads, player_id: int | None
) -> tuple[list[ArmyUnit], list[Remark]]:
    said = said_name(cells.get("name", ""))
    row = _TableLine(cells, said_name(said[: text.NAME_LENGTH]) or "Unit")
    if len(said) > text.NAME_LENGTH:
        row.say(f"the end of its name “{said}”")
    facts: dict[str, Any] = {**_kind(row, cells), **_figures(row, cells)}
    squad = said_name(cells.get("squad", ""))[: text.NAME_LENGTH]
    copies = _copies(row, cells)
    armed = _armed(row, cells, facts)
    for fact, words in zip(heads.facts, heads.words, strict=True):
        if fact is None and words in cells:
            row.notes.append(f"{words}: {cells[words]}")
            row.say(f"“{words}: {cells[words][:60]}” is a note")
    notes = "\n".join(filter(None, (cells.get("notes", ""), *row.notes)))
    if len(notes) > text.NOTE_LENGTH:
        row.say(f"the last {len(notes) - text.NOTE_LENGTH:,} characters of its notes")
    act = AddUnit(
        name=row.name, player_id=player_id, squad=squad, notes=notes[: text.NOTE_LENGTH] or None,
        **{**facts, **armed},
    )  # fmt: skip
    what, carries = what_of(act), carries_of(act)
    units = [ArmyUnit(replace(act, copies=part), squad, what, carries) for part in shares(copies)]
    return units, row.lost


def _copies(row: _TableLine, cells: Mapping[str, str]) -> int:
    said = cells.get("copies", "")
    found = re.fullmatch(r"[x×]?\s*(\d{1,6})(?:[.,]0+)?\s*[x×]?", said, flags=re.IGNORECASE)
    if found and 1 <= int(found[1]) <= MOST_UNITS:
        return int(found[1])
    if said:
        row.say(f"the number “{said[:20]}” counts as 1")
    return 1


def _kind(row: _TableLine, cells: Mapping[str, str]) -> dict[str, Any]:
    said = cells.get("kind", "")
    if not said:
        return {}
    for kind in UnitKind:
        if said.casefold() in (kind.value.casefold(), f"{kind.value.casefold()}s"):
            return {"kind": kind.value}
    heard = hear_roster(f'"{row.name[:60]}" {_plain(said)}', [])
    if heard.ready and heard.units[0].act.preset:
        return {"preset": heard.units[0].act.preset}
    if heard.ready and heard.units[0].act.kind:
        return {"kind": heard.units[0].act.kind}
    row.say(f"the kind “{said[:40]}” is a note, it comes as a Minifig")
    row.notes.append(f"Kind: {said}")
    return {}


def _figures(row: _TableLine, cells: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if (size := row.whole("size", 999)) is not None:
        found["size"] = size
    armor = cells.get("armor", "").replace(" ", "").lower()
    armor = f"1{armor}" if armor.startswith("d") else armor
    if armor and ARMOR.fullmatch(armor):
        found["armor"] = armor
    elif armor in ("light", "heavy"):
        found["worn_armor"] = armor
    elif armor:
        row.say(f"the Armor “{cells['armor'][:40]}” is that of the rules")
        row.notes.append(f"Armor: {cells['armor']}")
    flies = r"(.*?)[\s,]*(?:fly|flying|air|airborne)"
    move = re.fullmatch(flies, cells.get("move", ""), re.IGNORECASE)
    if move:
        found["airborne"] = True
    if (inches := row.number("move", 999, move[1] if move else None)) is not None:
        found["move"] = inches
    die = re.fullmatch(r"1?d(\d{1,2})", cells.get("action_die", "").replace(" ", "").lower())
    if die and int(die[1]) in SIDES:
        found["action_die"] = int(die[1])
    elif cells.get("action_die"):
        row.say(f"the action die “{cells['action_die'][:40]}” is that of the rules")
        row.notes.append(f"Action die: {cells['action_die']}")
    if (value := row.number("value", 999)) is not None:
        found["value"] = value
    found |= _power(row, found.get("size", 1))
    return found


def _power(row: _TableLine, size: int) -> dict[str, Any]:
    power = row.whole("power", 9_999)
    if power is None or not size:
        return {}
    if power % size == 0 and power // size <= MAX_MULTIPLIER:
        return {"power_multiplier": power // size}
    row.say(f'its {power}" of Power is that of the rules')
    return {}


def _armed(row: _TableLine, cells: Mapping[str, str], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the words of a roster say in the cells of weapons and specialties."""
    made: dict[str, Any] = {}
    creation = str(facts.get("kind", "Minifig"))
    body = "" if creation in ("Minifig", "Hero") else f"{creation.lower()} {facts.get('size', 1)}"
    for fact in ("weapons", "specialties"):
        for part in _parts(cells.get(fact, "")):
            # Each item as the only one of a unit, so that one that is not understood spoils no
            # other.
            heard = hear_roster(f'"x" {body} {_plain(part)}', [])
            act = heard.units[0].act if heard.ready else None
            if act is None or act.notes is not None:
                row.say(f"“{part[:60]}” among its {fact} is a note")
                row.notes.append(f"{fact.capitalize()}: {part}")
                continue
            at = len(made.get("weapons", ()))
            racks = [_moved_rack(each, at) for each in act.racks]
            made["weapons"] = (*made.get("weapons", ()), *(act.weapons or ()))
            made["racks"] = (*made.get("racks", ()), *racks)
            for name in ("specialties", "tags"):
                if said := getattr(act, name):
                    made[name] = tuple(dict.fromkeys((*made.get(name, ()), *said)))
            made |= {"worn_armor": act.worn_armor} if act.worn_armor else {}
    if not made.get("weapons"):
        # Nothing is said of weapons: a unit of these rules has none then, except a preset's.
        made.pop("weapons", None)
        made.pop("racks", None)
    return made


def _moved_rack(rack: Any, by: int) -> Any:
    return rack if rack.weapon is None else replace(rack, weapon=rack.weapon + by)


def _parts(cell: str) -> list[str]:
    """Return the items of a cell, between commas, semicolons, slashes, plus signs or line ends."""
    depth, parts = 0, [""]
    for letter in cell:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter in ",;/+&\n" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _plain(words: str) -> str:
    """Return words without quotes, colons and line ends, which mean something in a roster."""
    return re.sub(r"[\";:\n]", " ", words)
