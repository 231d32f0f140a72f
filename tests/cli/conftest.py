"""Commands run in a folder of their own, and a small campaign to run them on."""

import io
import json
import sys
from pathlib import Path

import pytest

from brikdesk.cli import main
from tests.cli.outcome import Run


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command in an empty folder; gives exit code, output and error output."""
    monkeypatch.chdir(tmp_path)

    def run_it(*arguments: object, typed: str | bytes = b"") -> tuple[int, str, str]:
        given = typed.encode() if isinstance(typed, str) else typed
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        return code, *capfd.readouterr()

    return run_it


@pytest.fixture
def made(run: Run, tmp_path: Path) -> Path:
    """Two players in a running battle."""
    file = tmp_path / "made.brik"
    assert run("new", file, "--player", "Ann:Amber Army", "--player", "Ben:Brick Crew:lime")[0] == 0
    acts = [{"act": "NewBattle", "name": "Clash", "player_ids": [1, 2]}, {"act": "StartBattle"}]
    assert run("do", file, "-", typed=json.dumps(acts))[0] == 0
    return file
