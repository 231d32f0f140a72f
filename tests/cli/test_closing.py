"""What fails beside a command is told on the error output and by the exit code; the act is saved."""

import json
from pathlib import Path

from brikdesk.store.backups.backup import default_backup_dir
from brikdesk.store.file.lock import lock_path
from tests.cli.outcome import Run, said_one_line

NOTE = json.dumps({"act": "AddNote", "text": "Tea at six."})


def no_more_backups() -> None:
    folder = default_backup_dir()
    if folder.exists():
        folder.rename(folder.with_name("put away"))
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("in the way")


def test_a_backup_that_fails_is_told_and_the_act_is_saved(run: Run, made: Path) -> None:
    no_more_backups()
    code, out, error = run("do", made, "-", typed=NOTE)
    assert code == 3
    assert "Tea at six." in out
    assert error.splitlines()[-1].startswith("The backup could not be made")
    assert error.splitlines()[-1].endswith("The game is saved.")
    assert "Tea at six." in run("log", made)[1]


def test_a_warning_of_one_command_is_not_that_of_the_next(run: Run, made: Path) -> None:
    folder = default_backup_dir()
    no_more_backups()
    assert run("do", made, "-", typed=NOTE)[0] == 3
    folder.unlink()
    assert run("do", made, "-", typed=NOTE)[::2] == (0, "")


def test_a_lock_can_be_taken_away_on_the_users_word(run: Run, made: Path) -> None:
    assert run("unlock", made) == (0, "made.brik is not locked.\n", "")
    theirs = {"pid": 1, "host": "ANNA-LAPTOP", "user": "anna", "started": "", "token": "theirs"}
    lock_path(made).write_text(json.dumps({**theirs, "since": "2026-01-01T10:00:00+00:00"}))
    code, _, error = run("undo", made)
    assert code == 1
    assert said_one_line(error)
    assert "Opened on 'ANNA-LAPTOP' by anna" in error
    assert "brikdesk unlock" in error
    assert run("unlock", made)[0] == 0
    assert run("undo", made)[::2] == (0, "")
    assert run("unlock", made.with_name("no.brik"))[0] == 1
