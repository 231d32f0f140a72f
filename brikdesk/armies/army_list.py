"""Army lists of the community's army builder: a JSON file becomes units, with what is lost."""

import dataclasses
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as replace_dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.armies import Bond, Recruit, ScifiFacts, TakeArmy, free_names, names_of
from brikdesk.acts.units.facts import ARMOR, preset_of
from brikdesk.acts.units.roster import MOST_COPIES, AddUnit
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.armies.army_form import MOST_UNITS, Remark
from brikdesk.armies.army_weapons import (
    ArmyWeapon,
    army_weapon,
    lines,
    plain,
    said_name,
    strangers,
    whole,
    without_markup,
)
from brikdesk.dice import SIDES
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.brikwars.power import MAX_MULTIPLIER
from brikdesk.store.lines import Kind, Line
from brikdesk.store.tables import Unit, UnitKind
from brikdesk.store.views import view

KNOWN = frozenset((
    "id", "unitIcon", "name", "isMinifigure", "unit_number", "size", "armor", "power",
    "hasDeflection", "action", "move", "value", "custom_notes", "weapons", "equipment",
    "specialties", "magik",
))  # fmt: skip
"""Facts of a unit that the army builder's files have."""

MOST_ROWS = 100
"""Weapons, items and specialties of one unit that are read."""

SPECIALTIES = {
    "gunner": ("gunnery",), "scout": ("pathfinding", "tracking"), "mechanik": ("construction",),
    "medik": ("ker-triage",), "pilot": ("piloting",), "rider": ("riding",),
    "marksman": ("aiming",), "sniper": ("sniping",), "heavy": ("heavy",),
    "skirmisher": ("skirmish",), "phalanx": ("phalanx",), "officer": ("officer",),
    "leader": ("leader",), "commando": ("commando",),
}  # fmt: skip
"""Specialties that the desk has; others are kept as notes."""

HERO = "hero"
"""The specialty of a unit that is a Hero."""


class ArmyUnit(Struct, frozen=True):
    """A unit of the list: its act, its squad, what it is and carries in words."""

    act: AddUnit
    squad: str
    what: str
    carries: str
    scifi: ScifiFacts | None = None


class ArmyReader:
    """One unit of a file while it is read."""

    def __init__(
        self,
        row: Mapping[str, Any],
        squad: str,
        rules: BrikWarsHouse,
        player_id: int | None,
        by_rules: bool,
    ) -> None:
        self._row, self._squad, self._rules = row, squad[: text.NAME_LENGTH], rules
        self._player_id, self._by_rules = player_id, by_rules
        self.lost: list[str] = []
        self.differs: list[str] = []
        self._notes: list[str] = []
        said = said_name(row.get("name"))
        self.name = said_name(said[: text.NAME_LENGTH]) or "Unit"
        if len(said) > text.NAME_LENGTH:
            self.lost.append(f"the end of its name “{said}”")
        if len(squad) > text.NAME_LENGTH:
            self.lost.append(f"the end of its squad's name “{squad}”")
        self._minifig = row.get("isMinifigure") is True
        for key in ("isMinifigure", "hasDeflection"):
            # Only True counts as yes; a word such as “yes” is named among what is lost.
            if row.get(key) not in (None, True, False, ""):
                self.lost.append(f"the {key} “{plain(row[key])[:40]}” counts as no")
        self.lost += strangers(row, KNOWN)

    def read(self) -> list[ArmyUnit]:
        """Return the unit, as often as it takes for all its copies.

        What cannot be taken over is noted in `lost`.
        """
        size = self._number("size", 1, 0, 999)
        kind = self._kind()
        weapons = self._weapons()
        # None throughout means that the file says nothing, and the rules decide.
        facts: dict[str, Any] = {
            "kind": kind,
            "size": size,
            "armor": self._armor(),
            "deflection": 1 if self._row.get("hasDeflection") is True else None,
            "action_die": self._action_die(),
            "worn_armor": self._equipment(),
            "specialties": self._specialties(),
            "power_multiplier": self._power(size),
            "value": self._value(),
            **self._move(),
        }
        self._magik()
        if words := lines(self._row.get("custom_notes")):
            self._notes.append(words)
        notes = "\n".join(self._notes)
        if len(notes) > text.NOTE_LENGTH:
            more = notes[text.NOTE_LENGTH :]
            self.lost.append(f"the last {len(more):,} characters of its notes: “{more[:80]}”")
            notes = notes[: text.NOTE_LENGTH]
        copies = self._copies()
        known = {name: value for name, value in facts.items() if value is not None}
        armed: list[WeaponFacts] = [each.facts for each in weapons for _ in range(each.amount)]
        act = AddUnit(
            name=self.name, player_id=self._player_id, weapons=tuple(armed),
            squad=self._squad, notes=notes or None, **known,
        )  # fmt: skip
        what = kind if self._minifig and size == 1 else f'{kind}, Size {size}"'
        carries = [
            f"{each.amount} × {each.facts.name}" if each.amount > 1 else each.facts.name
            for each in weapons
        ]
        worn = known.get("worn_armor")
        carries += [f"{worn.capitalize()} Armor"] if worn else []
        if copies > MOST_UNITS:
            raise BadInput(f"{self.name} has {copies:,} copies; a file adds {MOST_UNITS} at most.")
        return [
            ArmyUnit(replace_dataclass(act, copies=part), self._squad, what, ", ".join(carries))
            for part in shares(copies)
        ]

    def _kind(self) -> str:
        """Return what a unit is, a guess unless it is a minifig: the file does not say more."""
        if self._minifig:
            return "Hero" if HERO in self._types() else "Minifig"
        # What cannot move is a structure, what thinks is a creature, the rest is driven.
        move = re.match(r"\d+", plain(self._row.get("move")))
        if not move or not int(move[0]):
            kind = "Structure"
        else:
            kind = "Creature" if plain(self._row.get("action")) else "Vehicle"
        self.lost.append(f"the list does not say what it is: it comes as a {kind}")
        return kind

    def _copies(self) -> int:
        """Return how many there are: 3, x3 or 3x; junk counts as 1."""
        said = plain(self._row.get("unit_number"))
        found = re.fullmatch(r"[x×]?\s*(\d{1,6})\s*[x×]?", said, flags=re.IGNORECASE)
        if found and int(found[1]) >= 1:
            return int(found[1])
        return self._number("unit_number", 1, 1, MOST_COPIES)

    def _types(self) -> list[str]:
        rows = self._row.get("specialties")
        known = rows if isinstance(rows, list) else []
        return [plain(each.get("type")).lower() for each in known if isinstance(each, dict)]

    def _number(self, key: str, usual: int, least: int, most: int) -> int:
        said = plain(self._row.get(key))
        found = whole(said)
        if found is not None and least <= found <= most:
            return found
        if said:
            named = {"unit_number": "number"}.get(key, key.capitalize())
            self.lost.append(f"the {named} “{said[:20]}” counts as {usual}")
        return usual

    def _armor(self) -> str | None:
        said = plain(self._row.get("armor")).replace(" ", "").lower()
        said = f"1{said}" if re.match(r"d\d", said) else said
        if not said or ARMOR.fullmatch(said):
            return said or None
        # Of "2d10+2" the dice can be kept; the rest is named among what is lost.
        dice = re.match(r"[1-9]\d?d(?:4|6|8|10|12|20)(?!\d)", said)
        kept = dice[0] if dice else None
        self.lost.append(f"the Armor “{said[:20]}” counts as {kept or 'that of the rules'}")
        return kept

    def _action_die(self) -> int | None:
        said = plain(self._row.get("action")).lower().replace(" ", "")
        found = re.fullmatch(r"1?d(\d{1,2})", said)
        if found and int(found[1]) in SIDES:
            return self._own_die(int(found[1]))
        if said:
            self.lost.append(f"the Action die “{said[:20]}” is that of the rules")
        return None

    def _own_die(self, die: int) -> int | None:
        """Return the die of the file; for a Hero None, which is that of the rules, if those count."""
        hero = preset_of("", UnitKind.HERO, None).action_die
        if not self._minifig or HERO not in self._types() or die == hero:
            return die
        self.differs.append(f"Action die d{die} in the file, d{hero} by the rules")
        return None if self._by_rules else die

    def _move(self) -> dict[str, Any]:
        said = plain(self._row.get("move"))
        found = re.match(r"(\d{1,3}(?:[.,]\d)?)(?:\"|''|”|″)?\s*(.*)", said)
        if not found:
            if said:
                self.lost.append(f"the Move “{said[:20]}” is that of the rules")
            return {}
        words = found[2].strip().lower()
        # Flying in any of its forms: fly, flying, air, airborne.
        airborne = words.startswith(("fly", "air"))
        if words and not airborne:
            self.lost.append(f"“{words[:40]}” of its Move is a note")
            self._notes.append(f"Move: {said}")
        return {
            "move": float(found[1].replace(",", ".")),
            **({"airborne": True} if airborne else {}),
        }

    def _power(self, size: int) -> int | None:
        power = whole(self._row.get("power"))
        said = plain(self._row.get("power"))
        if power is None or self._minifig or not size:
            if said:
                self.lost.append(f"the Power “{said[:20]}” is that of the rules")
            return None
        # The desk knows Power as inches for each inch of Size, the file only in all.
        if power % size == 0 and 0 <= power // size <= MAX_MULTIPLIER:
            return power // size
        self.lost.append(f'its {power}" of Power is that of the rules')
        return None

    def _value(self) -> float | None:
        said = plain(self._row.get("value"))
        found = re.fullmatch(r"\d{1,3}(?:[.,]\d{1,3})?", said)
        if said and not found:
            self.lost.append(f"the value “{said[:20]}”")
        return float(said.replace(",", ".")) if found else None

    def _weapons(self) -> list[ArmyWeapon]:
        found = []
        for row in self._rows("weapons"):
            weapon = army_weapon(row, self._rules, minifig=self._minifig, by_rules=self._by_rules)
            self.lost += [f"{weapon.facts.name}: {words}" for words in weapon.lost]
            self.differs += [
                f"{weapon.facts.name}: {each.name.capitalize()} {each.file} in the file, "
                f"{each.rules} by the rules"
                for each in weapon.differs
            ]
            found.append(weapon)
        return found

    def _equipment(self) -> str | None:
        worn = None
        for row in self._rows("equipment"):
            said = plain(row.get("type"))
            if said in ("Light Armor", "Heavy Armor") and self._minifig:
                worn = said.split()[0].lower()
                continue
            more = (plain(row.get("notes")), without_markup(row.get("remark")))
            self._keep("equipment", said, " ".join(filter(None, more)))
            self._cost(said, row)
        return worn

    def _specialties(self) -> tuple[str, ...] | None:
        found: list[str] = []
        for row in self._rows("specialties"):
            said = plain(row.get("type")).lower()
            known = SPECIALTIES.get(said)
            more = without_markup(row.get("description"))
            if more and (known or (said == HERO and self._minifig)):
                self.lost.append(f"what it says of its specialty {said}: {more[:200]}")
            if known:
                found += known
            elif said != HERO or not self._minifig:
                self._keep("specialty", plain(row.get("name")), plain(row.get("description")))
            self._cost(plain(row.get("name")), row)
        return tuple(found) or None

    def _magik(self) -> None:
        for row in self._rows("magik"):
            words = [plain(row.get(key)) for key in ("die", "element", "genre", "cliche")]
            self._keep("Magik", " ".join(filter(None, words)), "")
            self._cost("Magik", row)

    def _cost(self, name: str, row: Mapping[str, Any]) -> None:
        """Note as lost what one item costs: the desk knows only the value of the whole unit."""
        # Costs of parts would not add up to the value that the file states.
        if (cost := plain(row.get("cost"))) not in ("", "0"):
            self.lost.append(f"the cost “{cost[:20]}” of “{name[:40]}”")

    def _keep(self, what: str, name: str, more: str) -> None:
        """Keep as a note what no rule of the desk uses."""
        said = ": ".join(filter(None, (name, more)))
        self._notes.append(f"{what.capitalize()}: {said}")
        self.lost.append(f"the {what} “{name[:40]}” is only a note")

    def _rows(self, key: str) -> list[Mapping[str, Any]]:
        rows = self._row.get(key)
        if not isinstance(rows, list):
            if plain(rows):
                self.lost.append(f"the {key} “{plain(rows)[:40]}” are no list")
            return []
        found: list[Mapping[str, Any]] = [row for row in rows[:MOST_ROWS] if isinstance(row, dict)]
        odd = [row for row in rows[:MOST_ROWS] if not isinstance(row, dict)]
        self.lost += [f"“{plain(row)[:40]}” among its {key}" for row in odd]
        if more := rows[MOST_ROWS:]:
            self.lost.append(f"{len(more)} of its {key}: only {MOST_ROWS} are read")
        return found


def shares(copies: int) -> Iterator[int]:
    """Yield copies in shares that one act can add."""
    for done in range(0, copies, MOST_COPIES):
        yield min(MOST_COPIES, copies - done)


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
        """Return the army without the units at these places and without their bonds."""
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
    """Return what the data of an army builder's file hold; BadInput if they are no army list.

    `rules`, `by_rules`: as for `army_weapon`. `name`: what the file is called in messages.
    """
    squads = data.get("squads") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(squads, list):
        raise BadInput(f"{name} is no army list: it has no squads.")
    units: list[ArmyUnit] = []
    differs: list[Remark] = []
    lost = [Remark("", text.opening(words)) for words in strangers(data, _FILE)]
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


class Against(Struct, frozen=True):
    """What a rule has against the unit at a place of the list."""

    at: int
    remark: Remark


def checking(found: ArmyRead, places: Sequence[int]) -> TakeArmy:
    """Return the act whose rehearsal tells what the rules have against units at these places.

    Copies are alike, so one of each is enough.
    """
    units = [found.units[at] for at in places]
    one_of_each = tuple(
        Recruit(unit=replace_dataclass(each.act, copies=1), scifi=each.scifi) for each in units
    )
    return TakeArmy(title="Check", units=one_of_each, marked=True)


def against(found: ArmyRead, places: Sequence[int], lines: Iterable[Line]) -> tuple[Against, ...]:
    """Return what the lines of that rehearsal say against each unit."""
    said, at = [], -1
    for line in lines:
        if line.kind is Kind.UNIT:
            at += 1  # each unit begins with the line that it joins
        elif line.kind is Kind.RULING:
            name = found.units[places[at]].act.name
            why = line.said().removeprefix(line.lead).strip().removeprefix(f"{name}: ")
            said.append(Against(places[at], Remark(name, f"{why} ({line.rule})")))
    return tuple(said)


@view(Unit)
def taken_names(session: Session, player_id: int | None) -> frozenset[str]:
    """Return the names that a player's units have."""
    return frozenset(names_of(session, player_id))


def renamed(found: ArmyRead, taken: Iterable[str]) -> tuple[Remark, ...]:
    """Return which units get another name than the file's, because somebody is called that."""
    known, said = set(taken), []
    for each in found.units:
        names = free_names(each.act.name, each.act.copies, known)
        known.update(names)
        if names[0] != each.act.name:
            said.append(Remark(each.act.name, f"joins as {names[0]}: there is one already"))
    return tuple(said)
