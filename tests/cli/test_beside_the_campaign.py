"""What lies beside a campaign: files of other programs, pipes, permissions, times."""

import json
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from tests.cli.outcome import Run, everything_in, said_one_line, unix

UNLOCKED = "is not locked"


def test_only_the_lock_of_a_campaign_is_taken_away(run: Run, made: Path, tmp_path: Path) -> None:
    (tmp_path / "poetry").write_text("x")
    (tmp_path / "poetry.lock").write_text("# of another program")
    code, _, error = run("unlock", "poetry")
    assert (code, said_one_line(error)) == (1, True)
    assert (tmp_path / "poetry.lock").exists()
    assert UNLOCKED in run("unlock", made)[1]


DOORS = {
    "import": ("import", "{file}", "{odd}"),
    "terrain load": ("terrain", "load", "{file}", "{odd}"),
    "new --from": ("new", "{new}", "--from", "{odd}"),
    "do": ("do", "{file}", "{odd}"),
    "try": ("try", "{file}", "{odd}"),
    "agenda": ("agenda", "{odd}"),
    "ahead": ("ahead", "{odd}"),
    "undo": ("undo", "{odd}"),
    "unlock": ("unlock", "{odd}"),
    "restore": ("restore", "{odd}"),
    "salvage": ("salvage", "{odd}", "-o", "{new}"),
    "league": ("league", "{odd}"),
}


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def deep_lists(path: Path) -> None:
    path.write_text("[" * 200_000)


@pytest.mark.thorough(but=2)
@unix
@pytest.mark.parametrize("odd", [a_pipe, a_device, a_folder, a_link_to_itself, deep_lists])
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_ordinary_file_is_turned_back(
    run: Run, made: Path, tmp_path: Path, door: str, odd: object
) -> None:
    path = tmp_path / "odd.json"
    assert callable(odd)
    odd(path)
    places = {"file": made, "odd": path, "new": tmp_path / "new.brik"}
    code, _, error = run(*(word.format(**places) for word in DOORS[door]))
    assert code == 1 or (door == "unlock" and code == 0)
    assert said_one_line(error) or not error
    assert not (tmp_path / "new.brik").exists()


WRITTEN = {
    "report": ("-o", "a.pdf"), "export": ("-o", "a.json"), "map": ("-o", "a.svg"),
    "cards": ("-o", "a.pdf"), "tokens": ("-o", "a.pdf"), "quickref": ("-o", "a.pdf"),
    "army": ("-o", "army.json"),
}  # fmt: skip


@pytest.mark.thorough(but=2)
@unix
@pytest.mark.parametrize("command", [*WRITTEN, "terrain", "export csv", "export html"])
def test_what_is_made_from_a_private_campaign_is_as_private(
    run: Run, made: Path, tmp_path: Path, command: str
) -> None:
    run("add", made, "Bob")
    made.chmod(0o600)
    before = set(tmp_path.iterdir())
    name, _, kind = command.partition(" ")
    if command == "terrain":
        arguments: tuple[object, ...] = ("terrain", "save", made, "-o", "t.json")
    else:
        arguments = (name, made, *(("-o", f"x.{kind}") if kind else WRITTEN[name]))
    assert run(*arguments)[0] == 0
    new = [path for path in set(tmp_path.iterdir()) - before if path.is_file()]
    assert new
    assert {stat.S_IMODE(path.stat().st_mode) for path in new} == {0o600}


def test_a_file_that_is_refused_as_older_stays_as_it_is(
    run: Run, made: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.brik"
    old.write_bytes(made.read_bytes())
    assert run("add", made, "Bob")[0] == 0
    made.write_bytes(old.read_bytes())
    with sqlite3.connect(made) as file:
        file.execute("PRAGMA journal_mode = WAL")
    file.close()
    before = everything_in(tmp_path)
    code, _, error = run("add", made, "Ann")
    assert (code, "older" in error) == (1, True)
    assert everything_in(tmp_path) == before


@unix
def test_people_read_local_time_and_programs_the_offset(
    run: Run, made: Path, in_kolkata: None
) -> None:
    entries = json.loads(run("log", made, "--json")[1])
    (stored,) = {entry["time"][:16] for entry in entries[-1:]}
    assert entries[-1]["time"].endswith("+00:00")
    hour, minute = (int(part) for part in stored[11:].split(":"))
    local = (hour * 60 + minute + 330) % 1440
    assert f" {local // 60:02}:{local % 60:02}  " in run("log", made)[1].splitlines()[-1]
    run("export", made, "-o", "log.csv")
    assert "+00:00" in Path("log.csv").read_text("utf-8-sig")


def test_inches_in_front_of_a_weapon_are_no_count_of_it(run: Run, made: Path) -> None:
    code, _, error = run("add", made, "Bob, 5in gun")
    assert code == 1
    assert error == "Line 1 “5in”: A Size stands behind its weapon: gun 5in.\n"
    assert run("add", made, "Bob, 2 guns")[0] == 0
