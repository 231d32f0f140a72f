"""A campaign of 5,000 acts looked back upon, beat by beat, in the window; and its past corrected.

Run by itself, `python -m benchmarks.looking_back FILE`, it opens the window on a campaign that was made here.
"""

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from time import process_time

from sqlalchemy import inspect
from sqlmodel import SQLModel

from benchmarks import campaigns
from benchmarks.measure import Figure
from benchmarks.pace import at_pace
from benchmarks.surroundings import surroundings
from brikdesk.acts.campaign.correcting import correction
from brikdesk.acts.campaign.notes_and_photos import AddNote
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, make_engine
from brikdesk.store.journal.chain import add_act
from brikdesk.store.journal.images import stored
from brikdesk.store.journal.unbroken import write_checkpoint
from brikdesk.store.lines import Kind
from brikdesk.store.tables import ActRecord, ActState, Image, LogLine, Phase, Turn, Unit

ACTS, EACH_TURN, UNITS = 5_000, 20, 60
LOOKS = 60
"""Beats that are gone to: steps of one, player turns, and leaps to anywhere."""

SLOWEST = 100.0
"""Milliseconds of processor for any beat, until it is painted."""

MOST = 64.0
"""Megabytes of all copies together."""

REPLAYED = 200
"""Acts that come after the one that is corrected."""

LONGEST = 5_000.0
"""Milliseconds of processor in which 1,000 acts are done once more."""


def measure(folder: Path) -> Iterator[Figure]:
    """Measure the slowest beat, the copies, and the acts that are done once more."""
    path = _long(folder / "long.brik")
    before = hashlib.sha256(path.read_bytes()).digest()
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.looking_back", str(path)],
        env=surroundings(folder), check=True, timeout=600, stdout=subprocess.PIPE,
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    slow = sorted(found["beats"])
    what = f"any of {len(slow)} beats of a campaign of {ACTS:,} acts, until it is painted"
    yield Figure("past, slowest beat", what, slow[-1], "ms", SLOWEST)
    yield Figure("past, usual beat", "the median of them", slow[len(slow) // 2], "ms")
    yield Figure("past, begun", "until the past is shown", found["begun"], "ms")
    yield Figure("past, copies", "all copies together", found["copies"], "MB", MOST)
    changed = float(hashlib.sha256(path.read_bytes()).digest() != before)
    yield Figure("past, bytes changed", "whether looking wrote to the file", changed, "", 0.0)
    what = "1,000 later acts done once more, twice: as they were, and as they are"
    yield Figure("past, corrected", what, _corrected(folder / "corrected.brik"), "ms", 2 * LONGEST)


def _long(path: Path) -> Path:
    """Write a campaign in which units move, act by act, and a turn begins after every twentieth."""
    campaigns.battle(path)
    campaigns.add(path, campaigns.units(UNITS))
    with Campaign.open(path, read_only=True) as campaign:
        first = campaign.tip.act + 1
    rows: list[SQLModel] = []
    images: list[Image] = []
    places = {key: (float(key % 40), float(key % 30)) for key in range(1, UNITS + 1)}
    for act in range(first, first + ACTS):
        turn = 4 + (act - first) // EACH_TURN
        rows.append(_act(act, turn))
        rows.append(
            LogLine(act_id=act, turn_id=turn, kind=Kind.UNIT.value, lead=f"Cart {act} moves.")
        )
        if (act - first) % EACH_TURN == 0:
            images.append(_image(act, "turn", turn, None, _turn(turn)))
        key = 1 + act * 7 % UNITS
        was, (x, y) = places[key], places[key]
        places[key] = ((x + 3) % 40, (y + 1) % 30)
        images.append(_image(act, "unit", key, _unit(key, was), _unit(key, places[key])))
    turns = [Turn(**{**_turn(t), "phase": Phase.OVER}) for t in range(4, turn)]
    campaigns.add(path, [*rows, *images, *turns, Turn(**{**_turn(turn), "phase": Phase.PLAY})])
    engine = make_engine(path)
    with engine.connect() as connection, connection.begin():
        for key, (x, y) in places.items():
            connection.exec_driver_sql("UPDATE unit SET x = ?, y = ? WHERE id = ?", (x, y, key))
        connection.exec_driver_sql("UPDATE turn SET phase = 'OVER' WHERE id <= 3")
        for act in range(first, first + ACTS):
            add_act(connection, act)
        write_checkpoint(connection)
    engine.dispose()
    return path


def _act(act: int, turn: int) -> ActRecord:
    return ActRecord(
        id=act,
        uuid=f"b-{act}",
        turn_id=turn,
        name="MoveUnit",
        arguments={"unit_id": 1 + act * 7 % UNITS, "x": 1, "y": 1},
        title=f"Cart {act} moves",
        state=ActState.DONE,
        done_at=campaigns.WHEN,
    )


def _turn(turn: int) -> dict[str, object]:
    number = 1 + (turn - 1) // 2
    own = {"own_number": number, "phase": Phase.PLAY.name}
    return {"id": turn, "battle_id": 1, "player_id": 1 + (turn - 1) % 2, "number": number, **own}


def _unit(key: int, place: tuple[float, float]) -> dict[str, object]:
    return {**_as_stored()[key - 1], "id": key, "x": place[0], "y": place[1]}


@cache
def _as_stored() -> list[dict[str, object]]:
    names = [column.name for column in inspect(Unit).columns]
    return [{n: stored(getattr(u, n)) for n in names} for u in campaigns.units(UNITS)]


def _image(act: int, table: str, key: int, before: object, after: object) -> Image:
    return Image(act_id=act, table=table, row_id=key, before=before, after=after)


def _corrected(path: Path) -> float:
    """Return the milliseconds of processor for 1,000 acts, by those of a few hundred."""
    campaigns.battle(path)
    campaigns.add(path, campaigns.units(12))
    with Campaign.open(path) as campaign:
        driver_connection(campaign.engine).execute("PRAGMA synchronous = OFF")
        wrong = campaign.do(AddNote(text="Tea")).act_id
        for number in range(REPLAYED):
            campaign.do(_deed(number))
        instead = (AddNote(text="Cake"),)

        def ask() -> None:
            campaign.reading(lambda session: correction(session, wrong, instead))

        ask()  # the first time all statements are worded
        return at_pace(process_time, ask) * 1_000 / REPLAYED


def _deed(number: int) -> Act:
    if number % 10 == 9:
        return EndTurn()
    if number % 10 == 7:
        return AddNote(text=f"Note {number}")
    place = (number * 3 % 38 + 1.0, number * 5 % 28 + 1.0)
    return MoveUnit(unit_id=1 + number % 12, x=place[0], y=place[1], by_itself=False)


def main() -> None:
    """Look back in the window, and print what it took as JSON."""
    # Only here: whoever starts this program does not need a window.
    from time import thread_time

    from benchmarks.reacting import settle
    from ui.app import make_application, make_window
    from ui.window.looking_back import LookingBack

    window = make_window(make_application())
    window.resize(1440, 900)
    window.show()
    window.open_path(Path(sys.argv[1]))
    while window.at_work is None:
        settle()
    settle(1500)
    begun = at_pace(thread_time, lambda: (window.commands["look_back"].trigger(), settle()))
    past = window.at_work
    assert isinstance(past, LookingBack)
    files = driver_connection(past.past.engine).execute("PRAGMA database_list").fetchall()
    copies = sum(Path(row[2]).stat().st_size for row in files) / 1e6
    chance, took = Random(1), list[float]()
    last = len(past.past.beats) - 1
    past.go(last // 2)
    settle()
    for number in range(LOOKS):
        if number % 3 == 0:
            place = chance.randrange(last)
            took.append(at_pace(thread_time, lambda place=place: (past.go(place), settle())))  # type: ignore[misc]
        elif number % 3 == 1:
            took.append(at_pace(thread_time, lambda: (past.step(-1), settle())))
        else:
            took.append(at_pace(thread_time, lambda: (past.step_turn(1), settle())))
    print(json.dumps({"begun": begun, "copies": copies, "beats": took}))
    window.close()


if __name__ == "__main__":
    main()
