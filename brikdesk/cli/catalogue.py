"""Commands that need no campaign: acts, odds, rules, completion."""

import argparse
import dataclasses
import re
import sys
import types
import typing
from argparse import Namespace
from enum import Enum
from fractions import Fraction
from inspect import isabstract
from typing import Any

import shtab
from msgspec.structs import asdict

from brikdesk.cli.looking import compare_rules
from brikdesk.cli.parser import everything_said
from brikdesk.cli.words import columns, say, tell
from brikdesk.errors import BadInput
from brikdesk.odds.rolls import odds_of
from brikdesk.rules import texts
from brikdesk.rules.texts import RuleText


def acts(asked: Namespace) -> None:
    """List every act, or the one named, with the first line of its docstring and its fields."""
    import brikdesk.acts  # noqa: F401  (makes every act known by its name)
    from brikdesk.store.act import Act

    # Going through all values imports every module of acts: only this command needs them all.
    kinds = {name: kind for name, kind in sorted(Act.KINDS.items()) if not isabstract(kind)}
    if asked.name is not None:
        named = {name: kind for name, kind in kinds.items() if name.lower() == asked.name.lower()}
        if not named:
            words = "brikdesk acts lists them all."
            raise BadInput(f"There is no act called {asked.name[:40]!r}. {words}")
        kinds = named
    if asked.json:
        tell([_act_to_data(name, kind) for name, kind in kinds.items()])
        return
    for name, kind in kinds.items():
        say(f"{name}: {_first_line(kind)}")
        for line in columns(_fields_in_columns(kind), indent="    "):
            say(line)


def _first_line(kind: type) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _act_to_data(name: str, kind: type) -> dict[str, Any]:
    return {"act": name, "words": (kind.__doc__ or "").strip(), "fields": _fields(kind)}


def _fields(kind: type) -> list[dict[str, Any]]:
    hints = typing.get_type_hints(kind)
    found = []
    for field in dataclasses.fields(kind):
        usual = (field.default, field.default_factory)
        words: dict[str, Any] = {"name": field.name, "type": _type_in_words(hints[field.name])}
        words["required"] = all(each is dataclasses.MISSING for each in usual)
        if field.default is not dataclasses.MISSING:
            words["default"] = _plain(field.default)
        if values := _values_of(hints[field.name]):
            words["values"] = values
        found.append(words)
    return sorted(found, key=lambda words: words["name"] == "overruled")


def _fields_in_columns(kind: type) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for field in _fields(kind):
        more = "required" if field["required"] else ""
        if field.get("default") not in (None, "", [], ()):
            more = f"default {field['default']}"
        values = ", ".join(str(value) for value in field.get("values", ()))
        rows.append((field["name"], field["type"], "; ".join(filter(None, (more, values)))))
    return rows


NAMES: dict[Any, str] = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    type(None): "null",
    Any: "any value",
}


def _type_in_words(hint: Any) -> str:
    """Return what JSON calls a value of a type: whole number, text, list of: ..."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in NAMES:
        return NAMES[hint]
    if origin in (types.UnionType, typing.Union):
        return " or ".join(_type_in_words(part) for part in inner)
    if origin is typing.Annotated:
        return _type_in_words(inner[0])
    if origin in (tuple, list, frozenset):
        return f"list of: {_type_in_words(inner[0])}"
    if origin is dict:
        return f"object of: {_type_in_words(inner[1])}"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "one of"
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return "face" if hint.__name__ == "Face" else f"object ({hint.__name__})"
    return str(getattr(hint, "__name__", hint))


def _values_of(hint: Any) -> list[Any]:
    """Return the values of an enum, also of one that may be null; [] for other types."""
    parts = typing.get_args(hint) or (hint,)
    enums = [part for part in parts if isinstance(part, type) and issubclass(part, Enum)]
    return [member.value for kind in enums for member in kind]


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, frozenset | tuple):
        return [_plain(item) for item in value]
    return value


def odds(asked: Namespace) -> None:
    """Print the exact chances of a roll."""
    answer = odds_of(" ".join(asked.expression))
    if asked.json:
        rows = [{"label": row.label, "chance": float(row.chance)} for row in answer.rows]
        tell({"title": answer.title, "rows": rows, "cut_off": float(answer.cut_off)})
        return
    say(answer.title)
    for line in columns((row.label, _percent(row.chance)) for row in answer.rows):
        say(f"  {line}")
    if answer.cut_off:
        say(f"  each off by at most {float(answer.cut_off):.0e}: endless chains are cut")


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:6.2f}%"


def rules(asked: Namespace) -> None:
    """Print the rule with this ID, the rules that hold all these words, or the titles of all.

    With `diff A B`, print what is otherwise between two campaigns.
    """
    if asked.words[:1] == ["diff"] and len(asked.words) == 3:
        compare_rules(asked.words[1], asked.words[2], asked.json)
        return
    if not asked.words:
        _list_rules(texts.all_rule_texts(), asked.json)
        return
    words = " ".join(asked.words)
    known = {rule.id: rule for rule in texts.all_rule_texts()}
    if rule := known.get(words.strip().upper()):
        _show_rule(rule, asked.json)
        return
    found = texts.search(words, limit=50)
    if not found:
        if words[:1].isdigit() or "-" in words:
            texts.rule_text(words)  # raises, and names the nearest
        raise BadInput(f"No rule holds the words {words[:60]!r}.")
    _list_rules(found, asked.json)


def _list_rules(found: tuple[RuleText, ...], as_json: bool) -> None:
    if as_json:
        tell([_rule_to_data(rule) for rule in found])
        return
    for line in columns((rule.id, rule.title) for rule in found):
        say(line)


def _show_rule(rule: RuleText, as_json: bool) -> None:
    if as_json:
        tell(_rule_to_data(rule))
        return
    say(f"{rule.id}  {rule.title}")
    say(f"{rule.chapter}, {rule.section}")
    say(rule.text)
    if rule.setting:
        say(f"House rules: {', '.join(rule.setting)}")


def _rule_to_data(rule: RuleText) -> dict[str, Any]:
    facts = asdict(rule)
    return {name: value for name, value in facts.items() if value not in ("", (), [])}


_A_FILE = re.compile(r"FILE|\.(brik|json|pdf|svg|png|csv)\b")
"""What stands for a file in the help: FILE, ARMY.json, OUT.pdf and the like."""


def completion(asked: argparse.Namespace) -> int:
    """Print the completion for a shell."""
    parser, _ = everything_said()
    _complete_files(parser)
    sys.stdout.write(shtab.complete(parser, asked.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser) -> None:
    """Have every argument that is a file completed by the names of files."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in action.choices.values():
                _complete_files(part)
        elif _A_FILE.search(str(action.metavar or "")):
            named: Any = action  # the library looks for an attribute that argparse does not know
            named.complete = shtab.FILE
