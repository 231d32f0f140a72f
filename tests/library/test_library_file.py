"""The library's file: many programs at once, damage, earlier files, drives that are full, pipes."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.errors import BadInput
from brikdesk.library import shelf, templates
from brikdesk.library.shelf import _head, read, row_of, write
from brikdesk.library.templates import Template, from_data, to_data
from brikdesk.store.file.durable import alone
from tests.at_once import PROGRAMS, at_once
from tests.nightly import many

TROOPER = AddUnit(name="Trooper", worn_armor="light", weapons=(WeaponFacts(preset="W-05"),))
EACH = many(10, 250)


def keep(name: str, path: Path | None = None) -> Template:
    entry = templates.of_units(name, [TROOPER])
    shelf.kept(entry, path)
    return entry


def names() -> list[str]:
    return [entry.name for entry in shelf.opened().entries]


def beside() -> list[str]:
    return sorted(path.name for path in shelf.library_path().parent.iterdir())


forks = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="needs programs that begin at one moment"
)


@forks
def test_eight_programs_that_add_at_once_lose_nothing() -> None:
    def add(number: int) -> None:
        for count in range(EACH):
            shelf.kept(templates.of_units(f"{number} {count}", [TROOPER]), patience=60)

    assert at_once(add) == [0] * PROGRAMS
    wanted = {f"{number} {count}" for number in range(PROGRAMS) for count in range(EACH)}
    print(f"{PROGRAMS} programs, {len(wanted)} templates, {len(wanted - set(names()))} lost")
    assert sorted(names()) == sorted(wanted)
    assert beside() == ["library.jsonl"]


@forks
def test_eight_programs_with_the_same_name_renamings_and_deletions_lose_nothing() -> None:
    def work(number: int) -> None:
        for turn in range(5):
            name = shelf.kept(templates.of_units("Trooper", [TROOPER]), patience=60).name
            mine = shelf.named(shelf.opened().entries, name)
            assert mine is not None
            after = shelf.renamed(mine, f"{number} {turn}", patience=60)
            again = shelf.named(after.entries, f"{number} {turn}")
            assert again is not None
            if number % 2:
                shelf.dropped(again, patience=60)

    assert at_once(work) == [0] * PROGRAMS
    assert len(names()) == len(set(names())) == 5 * PROGRAMS // 2


@forks
def test_eight_programs_that_find_an_earlier_library_take_it_over_once() -> None:
    path = shelf.library_path()
    path.parent.mkdir(parents=True)
    write_earlier([to_data(templates.of_units(f"Trooper {n}", [TROOPER])) for n in range(20)])
    assert at_once(lambda number: keep(f"Mine {number}")) == [0] * PROGRAMS
    assert len(names()) == 20 + PROGRAMS
    assert beside() == ["library.jsonl", "library.taken-over-1.json"]


def test_a_library_in_use_is_waited_for_then_told() -> None:
    keep("Trooper")
    with alone(shelf.library_path(), 1):
        with pytest.raises(BadInput, match="Another program is just using the library"):
            shelf.kept(templates.of_units("Other", [TROOPER]), patience=0.01)
        assert names() == ["Trooper"], "looking at it needs nobody's leave"
    keep("Other")
    assert names() == ["Other", "Trooper"]


def test_what_another_program_changed_is_neither_renamed_nor_deleted() -> None:
    seen = keep("Trooper")
    shelf.renamed(seen, "Grunt")
    for deed in (lambda: shelf.renamed(seen, "Elite"), lambda: shelf.dropped(seen)):
        with pytest.raises(BadInput, match="Trooper is no longer in the library as it was here"):
            deed()
    assert names() == ["Grunt"]


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe", b"{", b"[]", b'{"format": "other"}', b"[" * 99_999, b"\0" * 512]
)
def test_a_damaged_file_is_put_aside_with_a_message(damage: bytes) -> None:
    keep("Trooper")
    path = shelf.library_path()
    path.write_bytes(damage)
    found = shelf.opened()
    assert found.entries == ()
    aside = path.with_name("library.damaged-1.jsonl")
    assert found.notice == (
        f"The library was damaged: nothing in it is whole. The old file is kept as {aside}."
    )
    assert aside.read_bytes() == damage
    assert shelf.opened() == shelf.Shelf()
    path.write_bytes(damage)
    assert "damaged-2" in shelf.opened().notice
    assert aside.read_bytes() == damage, "what was put aside first is still there"


@settings(deadline=None, max_examples=many(60, 1_000))
@given(st.data())
def test_wherever_a_file_is_hit_all_other_lines_stay(data: st.DataObject) -> None:
    path = shelf.library_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    for aside in path.parent.glob("library.damaged-*"):
        aside.unlink()
    kept = [to_data(templates.of_units(f"Trooper {number}", [TROOPER])) for number in range(9)]
    write(path, [row_of(each) for each in kept])
    whole = path.read_bytes()
    first = data.draw(st.integers(0, len(whole) - 1))
    length = data.draw(st.integers(1, 40))
    hit = bytes(byte ^ data.draw(st.integers(1, 255)) for byte in whole[first : first + length])
    path.write_bytes(whole[:first] + hit + whole[first + length :])
    found = shelf.opened()
    lines = whole[first : first + length].count(b"\n") + 1
    assert len(found.entries) >= 9 - lines
    assert all(to_data(entry) in kept for entry in found.entries)
    assert "The library was damaged" in found.notice
    assert shelf.opened() == shelf.Shelf(found.entries)


def test_half_a_file_keeps_half() -> None:
    for number in range(40):
        keep(f"Trooper {number}")
    path = shelf.library_path()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    found = shelf.opened()
    assert len(found.entries) >= 19
    assert f"{len(found.entries)} templates are whole" in found.notice


def test_a_missing_end_is_noticed_also_between_two_lines() -> None:
    keep("Trooper")
    keep("Other")
    path = shelf.library_path()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert "1 template is whole" in shelf.opened().notice


def test_a_value_that_still_can_be_but_was_changed_is_no_whole_template() -> None:
    keep("Trooper")
    path = shelf.library_path()
    path.write_bytes(path.read_bytes().replace(b'"light"', b'"heavy"'))
    assert "nothing in it is whole" in shelf.opened().notice


@pytest.mark.parametrize("change", ["look", "add"])
def test_a_damaged_library_on_a_full_drive_is_told_every_time_and_stays(
    monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    keep("Trooper")
    keep("Other")
    path = shelf.library_path()
    torn = path.read_bytes()[:-5]
    path.write_bytes(torn)

    def full(_self: Path, _content: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(Path, "write_bytes", full)
        for _ in range(3):
            if change == "add":
                with pytest.raises(BadInput, match="was not written: the drive is full"):
                    keep("Third")
                continue
            found = shelf.opened()
            assert [entry.name for entry in found.entries] == ["Trooper"]
            assert found.notice.startswith("The library is damaged: 1 template is whole.")
            assert found.notice.endswith("The library was not written: the drive is full.")
    assert beside() == ["library.jsonl"]
    assert path.read_bytes() == torn
    assert "1 template is whole" in shelf.opened().notice


def test_what_cannot_be_written_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    keep("Trooper")
    before = shelf.library_path().read_bytes()

    def full(_self: Path, _content: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(Path, "write_bytes", full)
        with pytest.raises(BadInput, match="was not written: the drive is full"):
            keep("Bertha")
    assert shelf.library_path().read_bytes() == before
    assert beside() == ["library.jsonl"]


def test_a_newer_file_is_neither_read_nor_changed() -> None:
    path = shelf.library_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    newer = f"{json.dumps(_head(9, 1))}\nsomething new\n"
    path.write_text(newer)
    with pytest.raises(BadInput, match="newer BrikDesk"):
        shelf.opened()
    with pytest.raises(BadInput, match="newer BrikDesk"):
        keep("Trooper")
    assert path.read_text() == newer


def test_a_library_grows_only_so_far_that_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    keep("Trooper")
    monkeypatch.setattr("brikdesk.library.shelf.LARGEST", 900)
    keep("Trooper 2")
    with pytest.raises(BadInput, match="would be larger than"):
        shelf.kept(templates.of_units("Army", [TROOPER] * 9))
    assert shelf.opened().notice == ""
    assert names() == ["Trooper", "Trooper 2"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
@pytest.mark.parametrize("kind", ["a pipe", "a folder", "a loop of links"])
def test_what_is_no_file_is_not_waited_for(kind: str) -> None:
    path = shelf.library_path()
    path.parent.mkdir(parents=True)
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    for deed in (shelf.opened, lambda: keep("Trooper")):
        with pytest.raises(BadInput, match="The library cannot be read"):
            deed()
    assert beside() == ["library.jsonl"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_pipe_in_the_place_of_an_earlier_library_hinders_nobody() -> None:
    path = shelf.library_path()
    path.parent.mkdir(parents=True)
    os.mkfifo(path.with_name("library.json"))
    keep("Trooper")
    assert names() == ["Trooper"]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_library_behind_a_link_stays_where_it_is(tmp_path: Path) -> None:
    there = tmp_path / "synced.jsonl"
    keep("Trooper", there)
    path = shelf.library_path()
    path.parent.mkdir(parents=True)
    path.symlink_to(there)
    keep("Other")
    assert path.is_symlink()
    assert [entry.name for entry in shelf.opened(there).entries] == ["Other", "Trooper"]


def write_earlier(rows: list[object], end: int | None = None) -> str:
    """Write the file of the version before: JSON with a line for each template."""
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    head = '{\n  "format": "brikdesk library",\n  "version": 1,\n  "templates": '
    words = f"{head}[\n{lines}\n  ]\n}}\n"[:end]
    path = shelf.library_path().with_name("library.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(words)
    return words


def test_an_earlier_library_is_taken_over_once_and_its_file_kept() -> None:
    rows = [to_data(templates.of_units(name, [TROOPER])) for name in ("Ann", "Ben", "Trooper")]
    words = write_earlier([*rows])
    found = shelf.opened()
    kept = shelf.library_path().with_name("library.taken-over-1.json")
    assert found.notice == (
        "The library of an earlier BrikDesk was taken over: 3 templates. "
        f"Its file is kept as {kept}."
    )
    assert [to_data(entry) for entry in found.entries] == rows
    assert kept.read_text() == words
    assert shelf.opened() == shelf.Shelf(found.entries)
    # An earlier BrikDesk that still is at work begins a file of its own: that comes too.
    write_earlier([rows[0], to_data(templates.of_units("ben", [TROOPER, TROOPER]))])
    after = shelf.kept(templates.of_units("Cleo", [TROOPER]))
    assert "taken-over-2" in after.notice
    assert names() == ["Ann", "Ben", "ben 2", "Cleo", "Trooper"]


def test_a_torn_earlier_library_gives_what_is_whole() -> None:
    rows = [to_data(templates.of_units(f"Trooper {n}", [TROOPER])) for n in range(10)]
    words = write_earlier([*rows], end=1000)
    found = shelf.opened()
    whole = words.count("}]}")
    assert 3 < whole < 9
    assert len(found.entries) == whole
    assert "Not all of it could be read." in found.notice


def test_a_takeover_that_was_cut_short_adds_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    write_earlier([to_data(templates.of_units("Trooper", [TROOPER]))])

    def refused(_self: Path, _target: Path) -> Path:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as now:
        now.setattr(Path, "rename", refused)
        assert "the drive reported an error" in shelf.opened().notice
    assert names() == ["Trooper"]
    assert beside() == ["library.jsonl", "library.taken-over-1.json"]


def test_an_earlier_library_of_a_newer_format_stays_and_hinders_nobody() -> None:
    path = shelf.library_path().with_name("library.json")
    keep("Trooper")
    path.write_text('{"format": "brikdesk library", "version": 9, "templates": []}')
    found = shelf.opened()
    assert [entry.name for entry in found.entries] == ["Trooper"]
    assert "newer BrikDesk. It stays as it is." in found.notice
    assert path.exists()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=9,
)


@given(
    st.fixed_dictionaries(
        {
            "kind": ANYTHING | st.sampled_from(["unit", "army", "table", "rules"]),
            "name": ANYTHING | st.just("A"),
        },
        optional={"units": ANYTHING, "data": ANYTHING, "scifi": ANYTHING},
    )
    | ANYTHING
)
def test_data_of_any_shape_is_a_template_or_none(data: object) -> None:
    try:
        entry = from_data(data)
    except BadInput:
        return
    assert isinstance(entry.what + entry.holds, str)
    assert to_data(from_data(to_data(entry))) == to_data(entry)


def test_a_whole_line_that_this_program_cannot_use_stays_and_is_told() -> None:
    """Perhaps of a later version that changed nothing else about the file."""
    keep("Trooper")
    path = shelf.library_path()
    write(path, (*read(path).rows, row_of({"kind": "sky", "name": "Night"})))
    keep("Other")
    found = shelf.opened()
    assert [entry.name for entry in found.entries] == ["Other", "Trooper"]
    assert found.notice == (
        "1 template in the library cannot be used by this BrikDesk. They stay in it."
    )
    assert len(read(path).rows) == 3
