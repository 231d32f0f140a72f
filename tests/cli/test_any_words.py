"""Whatever is typed, whatever a file holds: every command answers, in lines that say what is wrong.

The commands and their arguments are read from the parser, so that a new one is among them by itself.
"""

import argparse
import io
import json
import shutil
import signal
import sys
from collections.abc import Iterator
from dataclasses import fields
from inspect import isabstract
from pathlib import Path
from random import Random
from typing import Any

import pytest

import brikdesk.acts  # noqa: F401  (makes every act known by name)
from brikdesk.cli import main
from brikdesk.cli.parser import everything_said
from brikdesk.store.act import Act
from tests.cli.outcome import Run, unix
from tests.nightly import many

CASES = many(200, 20_000, quick=60)
SECONDS = 60
"""In which every command answers, also on a busy computer; most take a fraction of one."""

FRESH = 40
"""Cases after which the files are laid out anew: some of the commands change them."""

NAMES = ("Bob", "Ann", "Amber Army", "Brick Crew", "Big Bertha", "1", "1.AA", "last", "8.4-27")
ODD_WORDS = (
    "", " ", "-", "--", "-1", "0", "9" * 400, "1e999", "nan", "inf", "\0", "\ud800", "\u202e", "'", '"',
    "~", "~nobody", "/", ".", "..", "*", "{}", "[]", "null", "x" * 3000, "<b>", "%s", "\\", "1/0", "2d0",
    "999999d10", "d", "3d10 vs", ">=", "(", "1d10+", "٣", "½", "🧱", "a:b:c:d", "5in", '5in gun', ";;;",
)  # fmt: skip
SAID = (
    "Bob", "Ann", "fires", "gun", "at", "with", "and", ",", ";", ":", "(", ")", "5in", '9"', "x3", "4", "3",
    "shells", "vehicle", "hero", "squad", "light", "armor", "size", "move", "burst", "sweep", "parry",
    "support", "cover", "+1", "A", "B", "bails", "sprints", "charges", '"', "nobody:", "1d6", "overrule",
    "8.4-27", "2", "10", "blind", "the", "ground", "gun" * 30, "½", "-", "x", "moves", "forward",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 3, 10**12, 0.5, -0.0, 1e308, "", "Bob", "x" * 300, "1d6", "2d10", "sky",
    [], [1], [1, 2], [[]], {}, {"id": 1}, {"face": 7}, [{"face": 3}], "WHOLE", "8.4-27", ["8.4-27"],
)  # fmt: skip


ENDS = (".pdf", ".json", ".csv", ".svg", ".html", ".png", ".builder.json", ".brik", "")


class Hung(Exception):
    """A command has not answered in time."""


@pytest.fixture
def places(
    made: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Path]:
    """Return files of every kind that commands read, and some that none of them can."""
    run("add", made, "3 Bobs: gun, light armor; Big Bertha vehicle 4 cannon 3 (4 shells X3)")
    run("add", made, "Ann hero sword", "--player", "Brick Crew")
    store = tmp_path / "store"
    store.mkdir()
    found = {"campaign.brik": made}
    for name, words in {
        "army.json": ("army", made), "army.csv": ("army", made), "list.builder.json": ("army", made),
        "whole.json": ("export", made), "terrain.json": ("terrain", "save", made),
    }.items():  # fmt: skip
        assert run(*words, "-o", store / name)[0] == 0
        found[name] = store / name
    act = store / "act.json"
    act.write_text(json.dumps({"act": "AddUnit", "name": "Bob"}))
    (store / "folder").mkdir()
    (store / "empty").touch()
    found |= {"act.json": act, "folder": store / "folder", "empty": store / "empty"}
    return found


def mutated(chance: Random, content: bytes) -> bytes:
    """Return bytes with something wrong in them."""
    made = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(made) + 1)
        way = chance.randrange(6)
        if way == 0 and made:
            made[at - 1] = chance.randrange(256)
        elif way == 1:
            del made[at:]
        elif way == 2:
            del made[at : at + chance.randrange(1, 60)]
        elif way == 3:
            made[at:at] = chance.choice(
                (b"[", b"}", b'"', b",", b"\0", b"\xff", b"null", b"-1e999")
            )
        elif way == 4:
            made[at:at] = made[max(0, at - 80) : at]
        else:
            made[at : at + 3] = chance.choice((b"0", b"true", b"[]", b"99999999999999999999"))
    return bytes(made)


class Words:
    """Makes the arguments of one call after the other."""

    def __init__(self, chance: Random, places: dict[str, Path], folder: Path) -> None:
        self.chance, self.places, self.folder = chance, places, folder

    def file(self) -> str:
        """Return the path of a file: mostly one that exists, sometimes with something wrong in it."""
        chance = self.chance
        name = chance.choice((*self.places, *["campaign.brik"] * 4))
        path = self.places[name]
        if chance.random() < 0.3 and path.is_file():
            odd = self.folder / f"odd{''.join(path.suffixes)}"
            odd.write_bytes(mutated(chance, path.read_bytes()))
            return str(odd)
        return chance.choice((str(path),) * 8 + ODD_WORDS)

    def value(self, action: argparse.Action) -> str:
        """Return a word for one argument."""
        chance = self.chance
        metavar = str(action.metavar or "")
        if action.choices:
            return chance.choice((*map(str, action.choices), "other"))
        if metavar.startswith(("FILE", "ARMY", "ACT.", "TERRAIN", "EXPORT")):
            return self.act() if metavar == "ACT.json" and chance.random() < 0.6 else self.file()
        if metavar.startswith("OUT"):
            return str(
                self.folder
                / f"out{chance.choice(('.pdf', '.json', '.csv', '.svg', '.html', '.brik', ''))}"
            )
        if metavar == "WORDS" and chance.random() < 0.8:
            return " ".join(chance.choices(SAID, k=chance.randrange(1, 14)))
        return chance.choice((*NAMES, *ODD_WORDS))

    def act(self) -> str:
        """Return the path of a file with an act of any kind and values of any shape."""
        chance = self.chance
        name = chance.choice(ACTS)
        data: dict[str, Any] = {"act": name}
        for field in chance.sample(FIELDS[name], k=chance.randrange(len(FIELDS[name]) + 1)):
            data[field] = chance.choice(VALUES)
        path = self.folder / "made.json"
        path.write_text(json.dumps([data] if chance.random() < 0.2 else data))
        return str(path)

    def call(self, name: tuple[str, ...], parser: argparse.ArgumentParser) -> list[str]:
        """Return a whole call of a command."""
        chance, words = self.chance, list(name)
        for action in parser._actions:
            if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
                continue
            asked = action.required or not action.option_strings
            if (not asked and chance.random() < 0.7) or (asked and chance.random() < 0.03):
                continue
            if action.option_strings:
                words.append(action.option_strings[0])
            if action.nargs != 0:
                many_of = action.nargs in ("+", "*") and not action.option_strings
                words += [
                    self.value(action) for _ in range(chance.choice((1, 1, 1, 2)) if many_of else 1)
                ]
        return words


def _fields() -> dict[str, list[str]]:
    kinds = {name: kind for name, kind in Act.KINDS.items() if not isabstract(kind)}
    return {name: [each.name for each in fields(kind)] for name, kind in kinds.items()}


FIELDS = _fields()
ACTS = sorted(FIELDS)


def _commands(
    parser: argparse.ArgumentParser, name: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Yield every command of a parser with its own parser, also those below others."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for each in below:
        for word, made in each.choices.items():
            yield from _commands(made, (*name, word))


COMMANDS = dict(_commands(everything_said()[0]))


def test_every_command_of_the_parser_is_called() -> None:
    assert {("add",), ("terrain", "load"), ("library", "rename"), ("restore",)} <= set(COMMANDS)
    assert len(COMMANDS) > 35


@unix
def test_every_command_answers_whatever_is_typed(
    places: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Call commands with words and files of every kind: no trace, no hang, lines that can be read."""
    from brikdesk.cli import window

    monkeypatch.setattr(window, "_ui", lambda module: NoWindow())
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / "store", kept / "store")
    shutil.copy(places["campaign.brik"], kept / "made.brik")
    chance = Random(7)
    words = Words(chance, places, tmp_path)
    calls = [*COMMANDS.items()] * (CASES // len(COMMANDS) + 1)
    with alarms():
        for number, (name, parser) in enumerate(calls[:CASES]):
            if number % FRESH == 0:
                shutil.copytree(kept / "store", tmp_path / "store", dirs_exist_ok=True)
                shutil.copy(kept / "made.brik", places["campaign.brik"])
                shutil.rmtree(tmp_path / "data", ignore_errors=True)
            call = words.call(name, parser)
            typed = mutated(chance, b'{"act": "EndTurn"}') if chance.random() < 0.5 else b"Bob: gun"
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
            capfd.readouterr()
            signal.alarm(SECONDS)
            try:
                code = main(call)
            except BaseException as error:  # whatever it is, it names the call
                pytest.fail(f"{call[:8]}: {error!r}"[:1500], pytrace=True)
            finally:
                signal.alarm(0)
            said = capfd.readouterr().err
            assert code in (0, 1, 2, 3), call
            assert code == 0 or said.strip(), call
            assert all(len(line) < 800 for line in said.splitlines()), call
            assert "Traceback" not in said, call


class NoWindow:
    """Stands for the modules of the window, which are tried elsewhere."""

    SCENES: tuple[str, ...] = ("turn-start",)

    def main(self, *_: object) -> int:
        """Return at once."""
        return 0


class alarms:
    """Within it an alarm is an error of the command that runs."""

    def __enter__(self) -> None:
        def ring(*_: object) -> None:
            raise Hung

        self._before: Any = signal.signal(signal.SIGALRM, ring)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGALRM, self._before)
