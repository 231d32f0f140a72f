"""Army lists of the community's army builder: a JSON file becomes units, with what is lost on the way."""

import json
from pathlib import Path
from typing import Any

from msgspec import Struct

from brikdesk import text
from brikdesk.acts.turn.turns import Together
from brikdesk.armies.army_unit import ArmyReader, ArmyUnit, strangers
from brikdesk.armies.army_weapons import plain
from brikdesk.armies.unit_rows import MOST_UNITS
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.rules.brikwars.house import BrikWarsHouse

LARGEST = 10_000_000
"""Bytes of the largest file that is read."""


_FILE = frozenset(("name", "rules", "squads"))
_SQUAD = frozenset(("id", "name", "units"))
"""Facts of a file and of a squad."""


class Remark(Struct, frozen=True):
    """What became of something that the desk does not take as it stands, and of which unit."""

    unit: str
    words: str


class ArmyRead(Struct, frozen=True):
    """What a file says: the army's name, its units, what is lost, which figures differ."""

    name: str
    units: tuple[ArmyUnit, ...]
    lost: tuple[Remark, ...] = ()
    differs: tuple[Remark, ...] = ()

    @property
    def count(self) -> int:
        """How many units it adds, copies counted."""
        return sum(each.act.copies for each in self.units)

    def act(self) -> Together:
        """Return the act that adds them all, with one undo."""
        many = "1 unit" if self.count == 1 else f"{self.count} units"
        title = f"Import {self.name or 'an army list'}: {many}"
        return Together(
            title=title[: text.NAME_LENGTH], acts=tuple(each.act for each in self.units)
        )


def file_content(path: Path) -> bytes:
    """Return the bytes of a file; BadInput if it is no ordinary file of at most LARGEST bytes."""
    return content_of(path, LARGEST)


def read_army(
    content: bytes,
    rules: BrikWarsHouse,
    player_id: int | None = None,
    *,
    by_rules: bool = False,
    name: str = "This",
) -> ArmyRead:
    """Return what the bytes of a file say.

    - `rules`: the house rules, by which the figures of weapons are derived.
    - `by_rules`: figures that differ are those of the rules, else those of the file.

    Raise BadInput if it is too large, no JSON, no army list, or has no units.
    """
    data = parsed(decoded(content, name), name)
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
            reader = ArmyReader(row, plain(squad.get("name")), rules, player_id, by_rules)
            units.append(reader.read())
            lost += [Remark(reader.name, words) for words in reader.lost]
            differs += [Remark(reader.name, words) for words in reader.differs]
    if not units:
        raise BadInput(f"{name} is an army list without units.")
    if sum(each.act.copies for each in units) > MOST_UNITS:
        raise BadInput(f"{name} has more than {MOST_UNITS} units. Split it into several files.")
    if words := plain(data.get("rules")):
        lost.append(Remark("", f"The army's own rules are not taken: {words}"))
    return ArmyRead(plain(data.get("name")), tuple(units), tuple(lost), tuple(differs))


def _named(thing: Any) -> str:
    """Return what is left out in words, after a colon; empty for what says nothing."""
    words = json.dumps(thing, ensure_ascii=False) if thing not in (None, "", {}) else ""
    return f": {words[:200]}" if words else ""


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file's bytes; BadInput if they are too many, or are not UTF-8."""
    if len(content) > LARGEST:
        raise BadInput(f"{name} is larger than 10 MB, which no army list is.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name} is no army list: it is not written in UTF-8.") from None


def parsed(words: str, name: str) -> Any:
    """Return the data of JSON; BadInput says where it is torn."""
    try:
        return json.loads(words)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{name} is no army list: {error.msg} at {at}.") from None
    except (RecursionError, ValueError):
        raise BadInput(f"{name} is no army list: it is nested too deep.") from None
