"""The battery dies while templates are kept: what was confirmed is in the library."""

import importlib.util
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from brikdesk.acts.units.roster import AddUnit
from brikdesk.library import shelf, templates
from brikdesk.store.file import durable
from tests.nightly import many

if importlib.util.find_spec("apsw") is None:
    pytest.skip("needs apsw, of the development packages", allow_module_level=True)

from tests.walks.power import MODELS, Drive, PowerCut

CUTS = many(60, 1_500)
"""For each of two models."""
ADDS = 3
TROOPER = AddUnit(name="Trooper")


class Battery:
    """The calls by which the library is written, on a real folder and on a drive that loses power."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, syncs: bool = True) -> None:
        self.drive = Drive({}, {})
        self._syncs = syncs
        self._replace, self._write = Path.replace, Path.write_bytes
        monkeypatch.setattr(Path, "write_bytes", lambda path, content: self._written(path, content))
        monkeypatch.setattr(Path, "replace", lambda path, target: self._renamed(path, target))
        monkeypatch.setattr(durable, "sync", self._synced)
        monkeypatch.setattr(durable, "discard", lambda path: None)

    def _written(self, path: Path, content: bytes) -> int:
        self.drive.write(self.drive.make(path.name), 0, content)
        return self._write(path, content)

    def _renamed(self, path: Path, target: Path) -> Path:
        self.drive.call()
        file = self.drive.names.pop(path.name)
        self.drive.names[target.name] = file
        # One step of the drive: the name leads to the new file, or still to the old one.
        self.drive.on_its_way.append((target.name, file))
        return self._replace(path, target)

    def _synced(self, path: Path) -> None:
        if not self._syncs:
            return
        if path.is_dir():
            self.drive.call()
            self.drive._sync_names()
        else:
            self.drive.sync(self.drive.names[path.name])

    def cut(self, path: Path, call: int, model: str, chance: Random) -> str:
        """Keep templates until the power goes at a call; tell what is there afterwards."""
        before = _names(path)
        start = path.read_bytes()
        self.drive = Drive.with_file(path.name, start, cut_at=call)
        confirmed = []
        with suppress(PowerCut):
            for number in range(ADDS):
                shelf.kept(templates.of_units(f"New {number}", [TROOPER]), path)
                confirmed.append(f"New {number}")
        found = self.drive.after_the_cut(model, chance).names
        self._write(path, bytes(found[path.name].seen) if path.name in found else b"")
        there = shelf.read(path)
        names = [row.data["name"] for row in there.rows]
        self._write(path, start)
        if there.damaged:
            return "damaged"
        if names == [*before, *confirmed]:
            return "kept"
        return "one more" if names[:-1] == [*before, *confirmed] else "lost"


def _names(path: Path) -> list[str]:
    return [row.data["name"] for row in shelf.read(path).rows]


@pytest.mark.parametrize("syncs", [True, False], ids=["ours", "without syncs"])
def test_a_power_cut_at_any_call_loses_no_confirmed_template(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, syncs: bool
) -> None:
    path = tmp_path / "library.jsonl"
    shelf.write(
        path,
        [
            shelf.row_of(templates.to_data(templates.of_units(f"Old {number}", [TROOPER])))
            for number in range(20)
        ],
    )
    battery = Battery(monkeypatch, syncs=syncs)
    battery.cut(path, 0, MODELS[0], Random("count"))
    calls = battery.drive.calls
    assert calls >= ADDS * (4 if syncs else 2)
    for model in MODELS:
        chance, found = Random(f"{syncs} {model}"), Counter[str]()
        for number in range(CUTS):
            found[battery.cut(path, 1 + number % calls, model, chance)] += 1
        print(f"{model}, syncs {syncs}, {calls} calls: {dict(found)}")
        if syncs:
            assert found["kept"] + found["one more"] == CUTS
            assert found["one more"], "no cut hit the very end of an addition"
        else:
            assert found["lost"] + found["damaged"] > CUTS // 10, "the control"


def test_the_files_beside_are_gone_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "library.jsonl"
    shelf.kept(templates.of_units("New", [TROOPER]), path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["library.jsonl"]
