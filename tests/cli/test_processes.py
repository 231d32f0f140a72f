"""The command line as a process of its own: odd names, closed pipes, Ctrl+C."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.cli import main
from brikdesk.store.lines import Outcome
from tests.cli.outcome import ROOT, Run, everything_in, said_one_line, unix

pytestmark = pytest.mark.thorough(every=2)


def start(*arguments: str | bytes, **more: Any) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-P", "-m", "brikdesk", *arguments]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, **more)


@unix
def test_a_name_that_is_no_text_is_a_name_all_the_same(tmp_path: Path) -> None:
    name = bytes(tmp_path) + b"/caf\xe9-\xff.brik"
    assert start(b"new", name, b"--name", b"Odd").wait() == 0
    out, error = start(b"log", name).communicate()
    assert (b"Odd begins." in out, error) == (True, b"")
    again = start(b"new", name)
    _, error = again.communicate()
    assert again.returncode == 1
    assert error.count(b"\n") == 1
    error.decode("utf-8")


@unix
def test_a_campaign_in_the_users_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path / "home")}
    command = [sys.executable, "-P", "-m", "brikdesk", "new", "~/mine.brik"]
    subprocess.run(command, env=environment, cwd=tmp_path, check=True, capture_output=True)
    assert (tmp_path / "home" / "mine.brik").is_file()
    assert not (tmp_path / "~").exists()


@unix
def test_a_reader_who_leaves_early_is_no_error() -> None:
    asked = start("rules")
    assert asked.stdout is not None
    asked.stdout.readline()
    asked.stdout.close()
    assert asked.stderr is not None
    assert asked.stderr.read() == b""
    assert asked.wait() == 0


class Interrupting(io.BytesIO):
    """An input in which somebody presses Ctrl-C instead of typing."""

    def read(self, size: int | None = -1) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return b""


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Let Ctrl+C interrupt, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_an_act_is_typed_ends_in_one_line(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = everything_in(made.parent)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupting()))
    assert main(["do", str(made), "-"]) == 130
    assert said_one_line(capfd.readouterr().err)
    assert everything_in(made.parent) == before


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_in_the_middle_of_an_act_leaves_the_campaign_as_it_was(
    run: Run, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = run("digest", made)[1]
    carry_out = EndTurn.carry_out

    def interrupted(act: EndTurn, session: Session) -> Outcome:
        outcome = carry_out(act, session)
        session.flush()
        signal.raise_signal(signal.SIGINT)
        return outcome

    monkeypatch.setattr(EndTurn, "carry_out", interrupted)
    code, _, error = run("do", made, "-", typed='{"act": "EndTurn"}')
    assert (code, said_one_line(error)) == (130, True)
    monkeypatch.undo()
    assert main(["digest", str(made)]) == 0
    assert not made.with_name(made.name + ".lock").exists()
    assert run("digest", made)[1] == before
