"""Errors of the program itself are kept in a log that says nothing of a campaign."""

import os
from pathlib import Path

import pytest

from brikdesk import about, cli
from tests.cli.outcome import unix


def test_a_command_that_fails_inside_says_so_in_one_line_and_keeps_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Sir Bob's secret")

    monkeypatch.setattr(cli, "_run", broken)
    assert cli.main(["agenda", "x"]) == 4
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "KeyError" in said
    assert str(about.log_path()) in said.replace("\n", "")
    kept = about.log_path().read_text("utf-8")
    assert "test_defects.py" in kept
    assert "Bob" not in kept + said
    assert about.log_path().stat().st_mode & 0o077 == 0


def test_the_log_does_not_grow_without_end() -> None:
    for _ in range(12):
        about.keep("x" * (about.LARGEST_LOG // 4))
    sizes = [path.stat().st_size for path in about.log_path().parent.iterdir()]
    assert len(sizes) == 2
    assert max(sizes) <= about.LARGEST_LOG


@unix
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/full")])
def test_a_log_that_cannot_be_written_stops_nothing(make: object) -> None:
    path = about.log_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    assert callable(make)
    make(path)
    assert not about.keep("words") or path.is_symlink()


def test_help_and_about_tell_where_it_lies(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    said = "".join(capsys.readouterr().out.split())
    assert str(about.log_path()) in said
