"""House rules as switches: their kinds, how a value is read, and how they are loaded.

Each rule set has switches of its own as data (`resources/rules/`), by subject, in the order of the
settings page. A campaign stores what its table chose; acts read it and hand it to the rules as
values.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from msgspec import Struct, convert

from brikdesk.errors import BadInput

House = TypeVar("House", bound=Struct)

Value = bool | int | str | tuple[str, ...]
"""What a switch can hold. Every switch keeps to one of these types."""

LONGEST_NAME = 24
"""Characters of one entry of a list."""


class Reminding(Struct, frozen=True):
    """What a switch reminds of: on which occasions, in which words.

    `says` has the words for a value as it is spoken, or under "*" for any with `{value}` in them.
    """

    at: tuple[str, ...]
    says: Mapping[str, str]

    def words(self, value: Value) -> str:
        """Return what to remember while the switch has this value."""
        named = spoken(value)
        return self.says.get(named) or self.says["*"].replace("{value}", _as_words(named))


def _as_words(named: str) -> str:
    return named.replace("_", " ") or "none"


class Switch(Struct, frozen=True):
    """One switch.

    `kind` says how its value is read: "choice" (one of `choices`), "number" (whole, within
    `span`), "text" (matching `pattern`, in words `format`), "order" (every one of `choices`, in
    the wanted order), "subset" (some of `choices`) or "list" (as many names as the default has).
    `rule` is the ruling it belongs to, `source` says where its default comes from. An `advanced`
    switch stands in a list of its own. One with a `reminder` is also shown where it matters. `table`
    says why the table decides, where no act asks for it.
    """

    id: str
    subject: str
    rule: str
    default: Value
    title: str
    explanation: str
    source: str = ""
    kind: str = "choice"
    choices: tuple[bool | int | str, ...] = ()
    span: tuple[int, int] = (0, 0)
    pattern: str = ""
    format: str = ""
    advanced: bool = False
    reminder: Reminding | None = None
    table: str = ""

    @property
    def allowed(self) -> str:
        """What may be chosen, in words."""
        words = ", ".join(spoken(choice) for choice in self.choices)
        return {
            "number": f"{self.span[0]} to {self.span[1]}",
            "text": self.format,
            "order": f"all of {words}",
            "subset": f"any of {words}",
            "list": f"{len(_names(self.default))} names with commas between",
        }.get(self.kind, words)


def spoken(value: Value) -> str:
    """Return a value as a referee reads and types it: on, off, −2 as -2, lists with commas."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def loaded(*path: str) -> dict[str, Switch]:
    """Return the switches of a file below `resources/rules`, by their ids."""
    text = files("resources").joinpath("rules", *path).read_text(encoding="utf-8")
    by_subject: dict[str, list[dict[str, Any]]] = json.loads(text)
    rows = (_switch(subject, row) for subject, rows in by_subject.items() for row in rows)
    return {rule.id: rule for rule in rows}


def checked(rules: Mapping[str, Switch], id: str, value: object) -> Value:
    """Return the value of one switch as the rules take it, also from typed or stored text.

    Raise BadInput for an unknown switch and for a value outside its choices.
    """
    rule = rules.get(id)
    if rule is None:
        raise BadInput(f"there is no house rule {id}", where="House rules")
    read = _READ[rule.kind](rule, value)
    if read is None:
        shown = spoken(tuple(map(str, value)) if isinstance(value, list | tuple) else str(value))
        raise BadInput(f"{shown!r} is not a choice, choose from: {rule.allowed}", where=rule.title)
    return read


def house_from(kind: type[House], values: Mapping[str, Value]) -> House:
    """Return house rules as a value of a game's kind, whose fields are IDs of switches."""
    make: Callable[..., House] = kind
    return make(**{name: values[name] for name in kind.__struct_fields__})


def _switch(subject: str, row: dict[str, Any]) -> Switch:
    kind = "number" if "span" in row else "text" if "pattern" in row else row.get("kind", "choice")
    return convert({**row, "subject": subject, "kind": kind}, Switch)


def _one_of(rule: Switch, value: object) -> Value | None:
    # A stored bool reads as "true" or "false"; the referee types on or off.
    typed = {"true": "on", "false": "off"}.get(text := _text(value), text)
    return next((choice for choice in rule.choices if spoken(choice).lower() == typed), None)


def _number(rule: Switch, value: object) -> Value | None:
    # A bool is an int in Python, but True is not the number 1 here.
    if isinstance(value, bool) or not re.fullmatch("[0-9]{1,6}", text := _text(value)):
        return None
    low, high = rule.span
    return int(text) if low <= int(text) <= high else None


def _matching(rule: Switch, value: object) -> Value | None:
    text = _text(value)
    return text if re.fullmatch(rule.pattern, text) else None


def _subset(rule: Switch, value: object) -> Value | None:
    names = _names(value)
    known = len(names) == len(set(names)) and set(names) <= set(rule.choices)
    return names if known else None


def _order(rule: Switch, value: object) -> Value | None:
    names = _subset(rule, value)
    return names if isinstance(names, tuple) and len(names) == len(rule.choices) else None


def _list(rule: Switch, value: object) -> Value | None:
    names = _names(value)
    fits = len(names) == len(_names(rule.default)) and max(map(len, names)) <= LONGEST_NAME
    return names if fits else None


def _text(value: object) -> str:
    return str(value).strip().replace("\N{MINUS SIGN}", "-").removesuffix(".0").lower()


def _names(value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, Iterable):
        return (str(value),)
    return tuple(name for part in parts if (name := str(part).strip()))


_READ: dict[str, Callable[[Switch, object], Value | None]] = {
    "choice": _one_of,
    "number": _number,
    "text": _matching,
    "subset": _subset,
    "order": _order,
    "list": _list,
}
