"""No command and no view works a sealed face out, or tells the seed, before its roll is saved.

Watched is the one function that makes faces: whoever calls it must have saved a roll in the end. A new
command needs a line in `tests/walks/commands.py`, a new view values for what it asks.
"""

import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import brikdesk
from brikdesk.acts.step_act import act_of_step
from brikdesk.store.campaign import Campaign
from brikdesk.store.views import View
from brikdesk.turns import seal
from brikdesk.turns.queue import agenda
from tests.cli.outcome import Run
from tests.planted import words_in
from tests.sealed_game import SEED, Watched, make_sealed_game, rolls
from tests.walks.commands import CALLS, known_commands

ATTACK = ("pike fires gun at wall", '4"')


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    monkeypatch.setattr(seal.secrets, "token_hex", lambda _bytes: SEED)
    return Watched(monkeypatch)


@pytest.fixture
def game(tmp_path: Path, watched: Watched) -> Path:
    path = make_sealed_game(tmp_path / "game.brik")
    watched.faces = 0
    return path


DOORS = {
    name: calls
    for name, calls in CALLS.items()
    if any("game.brik" in call or "burning.brik" in call for call in calls)
}
ELSEWHERE = {"shot", "import", "terrain load", "library add", "library save"}
"""The window, and commands that need files of others beside the campaign and show no dice."""

MORE: list[list[str]] = [
    ["attack", "game.brik", *ATTACK, "--dry-run", "--roll"],
    ["attack", "game.brik", *ATTACK, "--roll"],
    ["attack", "game.brik", *ATTACK, "--json"],
    ["say", "game.brik", "pike sprints", "--dry-run", "--roll"],
    ["try", "game.brik", "throws.json"],
    ["agenda", "game.brik", "--json"],
    ["log", "game.brik", "--json"],
    ["seal", "game.brik", "--json"],
    ["report", "game.brik", "-o", "old.pdf", "--battle", "--secret"],
    ["export", "game.brik", "-o", "old.md"],
    ["export", "game.brik", "--log", "-o", "old.json", "--secret"],
]


def test_every_command_is_a_door_or_has_no_campaign() -> None:
    assert set(CALLS) == known_commands()
    assert set(DOORS) >= ELSEWHERE


@pytest.mark.thorough(but=12)
@pytest.mark.parametrize(
    "call",
    [call for name, calls in DOORS.items() if name not in ELSEWHERE for call in calls] + MORE,
    ids=" ".join,
)
def test_no_command_shows_a_face_before_its_roll_is_saved(
    run: Run, game: Path, watched: Watched, call: list[str]
) -> None:
    with Campaign.open(game) as made:
        step = act_of_step(made.reading(agenda)[0])
        throws = made.reading(lambda session: declared_as_data(session, step))
    Path("throws.json").write_text(json.dumps(throws), "utf-8")
    Path("act.json").write_text('{"act": "EndTurn"}', "utf-8")
    before, words = rolls(game), [each.replace("burning.brik", "game.brik") for each in call]
    _, said, error = run(*words)
    assert (watched.faces > 0) == (rolls(game) > before), (said, error)
    assert SEED not in said + error
    for path in Path().glob("old*"):
        # The campaign as data is the campaign itself, as its help says.
        if words != ["export", "game.brik", "-o", "old.json"]:
            assert SEED not in str(words_in(path)), path
    if "--dry-run" in words or words[0] in ("try", "seal", "log", "agenda"):
        assert watched.faces == 0


def declared_as_data(session: Any, step: Any) -> Any:
    from brikdesk.acts.throwing import to_declare
    from brikdesk.store.act import act_to_data

    found = to_declare(session, step)
    assert found is not None
    return act_to_data(found)


def views() -> Iterator[tuple[str, View[..., Any]]]:
    """Yield every question that can be asked of a campaign, in whichever module it stands."""
    found = {}
    for module in pkgutil.walk_packages(brikdesk.__path__, "brikdesk."):
        if module.name.endswith("__main__"):
            continue
        for name, each in vars(importlib.import_module(module.name)).items():
            if isinstance(each, View):
                found[id(each)] = (name, each)
    yield from found.values()


ANSWERS: dict[str, Any] = {
    "turn_id": 1, "unit_id": 1, "battle_id": 1, "act_id": 1, "player_id": 1, "turn_ids": (1,),
    "words": ("roll",), "before": None, "most": 9, "ids": (1,), "said": ("Pike rolls.",),
    "name": "x", "weapon_id": 1, "rule": "8.3-33", "after": 0, "unit_ids": (1,), "x": 10.0, "y": 12.0,
    "target_id": 2,
}  # fmt: skip


GEOMETRY = {
    "measured_aim", "arc_from", "blast_at", "way_ahead", "run_over", "near_point", "near_terrain",
    "responders", "bears_on_act",
}  # fmt: skip
"""Views of places and of who may do what, which ask for more than is made up here, and show no dice."""


def test_no_view_works_a_face_out_or_tells_the_seed(game: Path, watched: Watched) -> None:
    asked, unasked = 0, set[str]()
    with Campaign.open(game, read_only=True) as campaign:
        for name, question in views():
            needs = [
                each.name
                for each in list(inspect.signature(question._ask).parameters.values())[1:]
                if each.default is inspect.Parameter.empty
            ]
            if not set(needs) <= ANSWERS.keys():
                unasked.add(name)
                continue
            try:
                answer = campaign.read(question, *(ANSWERS[each] for each in needs))
            except Exception as error:  # what is not there for it to answer, shows nothing
                answer = error
            asked += 1
            told = repr(answer)
            # The one act with a seed in it is none: acts as data are asked for by their numbers.
            assert SEED not in told, name
    assert watched.faces == 0
    assert unasked == GEOMETRY, "a new view: say in ANSWERS what it is asked with"
    assert asked > 60
