"""Nothing that players may not know leaves the desk by a command, unless it is asked for by name.

The ways out are those that the parser knows (every command with --output), in every kind of file that
each of them writes: a new one without a line in CALLS is noticed.
"""

import argparse
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from brikdesk.cli.parser import everything_said
from brikdesk.store.campaign import Campaign
from tests.cli.outcome import Run
from tests.planted import WORDS, betrayed, plant, words_in

CALLS: dict[str, tuple[tuple[str, ...], ...]] = {
    "report": (
        (),
        ("--battle",),
        ("--photos",),
        ("--no-map", "--paper", "letter"),
        ("--turn", "5"),
    ),
    "export": ((), ("--log",)),
    "cards": ((), ("--state",), ("--state", "--paper", "poker")),
    "tokens": ((), ("--state",)),
    "quickref": ((),),
    "card": (("last",), ("114", "--paper", "letter")),
    "map": ((), ("--width", "800")),
    "army": ((),),
    "terrain save": ((),),
}
"""Ways to call each command that writes a file for others."""

OWN = {"restore": "campaign", "salvage": "campaign", "shot": "with all secrets"}
"""Commands that write what is the referee's own, and what their help says of it."""

CAMPAIGN = ("export", "", ".json")
"""The whole campaign as data, which brings it back: its help says that it holds secrets."""


def writing(
    parser: argparse.ArgumentParser, path: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the commands that write a file, by their words."""
    if path and any("--output" in action.option_strings for action in parser._actions):
        yield path.strip(), parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield from writing(below, f"{path} {name}")


COMMANDS = dict(writing(everything_said()[0]))


@pytest.fixture(scope="module")
def planted(built_sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample campaign with secrets of every kind."""
    file = tmp_path_factory.mktemp("planted") / "planted.brik"
    file.write_bytes(built_sample.read_bytes())
    with Campaign.open(file) as game:
        plant(game)
    return file


def suffixes(run: Run, file: Path, command: str) -> list[str]:
    """Return the kinds of file that a command writes, as it names them when it is called wrongly."""
    code, _, error = run(*command.split(), file, *CALLS[command][0], "-o", "made.unknown")
    assert code == 1, error
    found = re.findall(r"(?<!\w)\.[a-z.]+[a-z]", error.partition(", as in")[0])
    assert found, error
    return found


def test_every_command_that_writes_is_looked_at() -> None:
    assert set(COMMANDS) == {*CALLS, *OWN}
    for name, words in OWN.items():
        assert words in str(COMMANDS[name].description)
    words = " ".join(COMMANDS["export"].format_help().split())
    assert "the campaign as .json always holds them" in words


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("command", CALLS)
def test_no_file_tells_a_secret(run: Run, planted: Path, command: str) -> None:
    for suffix, options in product(suffixes(run, planted, command), CALLS[command]):
        if (command, " ".join(options), suffix) == CAMPAIGN or (suffix, options) in UNWRITTEN:
            continue
        out = Path(f"made{suffix}")
        code, said, error = run(*command.split(), planted, *options, "-o", out)
        assert code == 0, error
        for path in Path().glob("made*"):
            assert set(betrayed(words_in(path))) <= ALLOWED.get(command, set()), (options, path)
            path.unlink()
        assert betrayed(said + error) == []


ALLOWED = {"army": {"Honey snare"}}
"""An army file is the army as it was typed, lossless: the notes of a unit stand in it, whatever they say."""

UNWRITTEN = {(suffix, ("--log",)) for suffix in (".html", ".md", ".bbcode")}
"""Kinds that an option does not go with."""


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_map_does_not_change_when_a_secret_is_written_down(
    run: Run, built_sample: Path, planted: Path, suffix: str
) -> None:
    """Not by one pixel: what is left out leaves no trace."""
    for file, name in ((built_sample, "before"), (planted, "made")):
        assert run("map", file, "-o", f"{name}{suffix}")[0] == 0
    assert run("map", planted, "--secret", "-o", f"secret{suffix}")[0] == 0
    before, made, secret = (Path(f"{n}{suffix}").read_bytes() for n in ("before", "made", "secret"))
    assert made == before
    assert made != secret


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    "command",
    ["report", "report --battle", "export .html", "export .md", "export .bbcode", "export .csv",
     "export --log .json"],
)  # fmt: skip
def test_what_is_asked_for_by_name_tells_them(run: Run, planted: Path, command: str) -> None:
    """The control: these files do tell secrets where they may, so their silence means something."""
    name, *options = command.split()
    suffix = options.pop() if options and options[-1].startswith(".") else ".pdf"
    assert run(name, planted, *options, "--secret", "-o", f"made{suffix}")[0] == 0
    told = betrayed(words_in(Path(f"made{suffix}")))
    assert {"Honey snare", "Quiet quicksand", "Lid spring", "Silk unravels"} <= set(told)


def test_the_campaign_as_data_holds_all_of_them(run: Run, planted: Path) -> None:
    assert run("export", planted, "-o", "made.json")[0] == 0
    assert set(betrayed(words_in(Path("made.json")))) == set(WORDS)
