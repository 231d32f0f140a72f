"""Run by test_power_cuts.py in a process of its own: apsw brings an SQLite of its own.

Arguments: a campaign, the recorded acts, how many cuts for each of the settings. Plays the acts on
a drive in memory, cuts the power at disk calls spread over all of them, and prints as JSON how many
acts were lost and how many files were not what any act had left.
"""

import hashlib
import json
import sys
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import apsw

from tests.walks.power import MODELS, Drive, DriveInMemory, PowerCut

FILE = "/campaign.brik"
Act = list[list[Any]]
"""The statements of one act: SQL, and its values or those of several rows."""

END_OF_TEN = 10
"""One cut of so many is at the very end of an act."""


class Trial:
    """The recorded acts on a drive, with one setting of journal and sync."""

    def __init__(self, system: DriveInMemory, start: bytes, acts: list[Act], settings: str) -> None:
        self._system, self._acts, self._settings = system, acts, settings
        self._before = [start]
        self._calls: list[int] = []
        self._contents = [self._content(start)]
        for act in acts:
            drive = self._drive = Drive.with_file(FILE, self._before[-1])
            self._play([act])
            self._calls.append(drive.calls)
            self._before.append(bytes(drive.names[FILE].seen))
            self._contents.append(self._content(self._before[-1]))

    def _content(self, content: bytes) -> str:
        return self._look(Drive.with_file(FILE, content))

    def _open(self, drive: Drive) -> apsw.Connection:
        self._system.drive = drive
        connection = apsw.Connection(FILE, vfs=DriveInMemory.NAME)
        connection.execute(self._settings).fetchall()
        return connection

    def _look(self, drive: Drive) -> str:
        """Return a hash of all rows; empty where the pages do not fit together."""
        try:
            with closing(self._open(drive)) as connection:
                if connection.execute("PRAGMA integrity_check(1)").get != "ok":
                    return ""
                names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
                whole = hashlib.sha256()
                for (name,) in connection.execute(names).fetchall():
                    for row in connection.execute(f'SELECT * FROM "{name}"'):
                        whole.update(repr(row).encode())
                return whole.hexdigest()
        except apsw.Error:
            return ""

    def _play(self, acts: list[Act]) -> int:
        """Do acts until the power goes; give how many were confirmed."""
        confirmed = 0
        connection = self._open(self._drive)
        try:
            for act in acts:
                for sql, values in act:
                    for row in values if values and isinstance(values[0], list) else [values]:
                        connection.execute(sql, row)
                connection.execute("COMMIT")
                confirmed += 1
        except (PowerCut, apsw.Error):
            assert self._drive.dead, "an act failed although the power was there"
        finally:
            with suppress(PowerCut, apsw.Error):
                connection.close()
        return confirmed

    def places(self) -> list[tuple[int, int]]:
        """Return every disk call as (act, call), the next act following on each."""
        pairs = zip(self._calls, self._calls[1:], strict=False)
        return [(at, k) for at, (one, two) in enumerate(pairs) for k in range(1, one + two + 1)]

    def ends(self) -> list[tuple[int, int]]:
        """Return the last disk call of each act, which even steps through the places may miss."""
        return [(at, last) for at, last in enumerate(self._calls[:-1])]

    def cut(self, at: int, call: int, model: str, chance: Random) -> str:
        """Cut the power at a call of an act or the next one; tell what came of it."""
        drive = self._drive = Drive.with_file(FILE, self._before[at], cut_at=call)
        confirmed = self._play(self._acts[at : at + 2])
        found = self._look(drive.after_the_cut(model, chance))
        if found not in self._contents:
            return "corrupt"
        if found == self._contents[at + confirmed]:
            return "kept"
        if confirmed < 2 and found == self._contents[at + confirmed + 1]:
            return "one more"
        return "lost"


def main(campaign: str, recorded: str, cuts: str) -> None:
    start, acts = Path(campaign).read_bytes(), json.loads(Path(recorded).read_text())
    system = DriveInMemory()
    print(json.dumps({"SQLite": apsw.sqlite_lib_version()}))
    for settings, wanted in json.loads(cuts).items():
        trial = Trial(system, start, acts, settings)
        places, ends = trial.places(), trial.ends()
        for model in MODELS:
            chance, found = Random(f"{settings} {model}"), Counter[str]()
            for number in range(wanted):
                among = places if number % END_OF_TEN else ends
                at, call = among[number * len(among) // wanted]
                found[trial.cut(at, call, model, chance)] += 1
            told = {"settings": settings, "model": model, "places": len(places), **found}
            print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
