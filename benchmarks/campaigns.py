"""Campaigns of any size for measuring: rows written straight into a file, so that it takes seconds."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session, SQLModel, insert

import brikdesk.acts  # noqa: F401
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Die, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import driver_connection, make_engine, open_connection
from brikdesk.store.journal.chain import (
    ACT,
    IMAGE,
    LINE,
    chain_of_act,
    digest_of_images,
    grouped,
    last_chain,
)
from brikdesk.store.journal.unbroken import write_checkpoint
from brikdesk.store.lines import Dice, Kind, Words, parts_to_data
from brikdesk.store.tables import ActRecord, ActState, Fire, Image, LogLine, Unit, UnitKind

WHEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def battle(path: Path, turns: int = 3) -> Path:
    """Make a campaign of two players, in so many player turns of a battle: the last one goes on."""
    with Campaign.create(path) as campaign:
        campaign.do(CreateCampaign(name="Benchmark", uuid="benchmark"))
        campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        campaign.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="lime"))
        campaign.do(NewBattle(name="Measured", player_ids=(1, 2)))
        campaign.do(StartBattle())
        for _ in range(turns - 1):
            campaign.do(EndTurn())
    return path


def add(path: Path, rows: Iterable[SQLModel]) -> None:
    """Write rows past the acts, into a campaign that is closed."""
    engine = make_engine(path)
    with engine.connect() as connection, connection.begin(), Session(connection) as session:
        session.add_all(list(rows))
        session.flush()
        write_checkpoint(session.connection())
    engine.dispose()


def units(count: int, *, placed: bool = True) -> list[Unit]:
    """Return vehicles of both players, on the map or without a place."""
    return [
        Unit(
            player_id=1 + number % 2,
            name=f"Cart {number}",
            token="CA",
            kind=UnitKind.VEHICLE,
            size=4,
            armor="2d10",
            weight_class=2,
            x=float(number % 40) if placed else None,
            y=float(number % 30) if placed else None,
        )
        for number in range(count)
    ]


def fires(first_unit: int, count: int) -> list[Fire]:
    """Return a fire of 2 inches on each of so many units, lit by Ann in her first turn."""
    return [
        Fire(unit_id=first_unit + number, size=2, set_by_id=1, driver_id=1, lit_turn_id=1)
        for number in range(count)
    ]


def history(path: Path, acts: int, lines_each: int = 1, turns: int = 3) -> None:
    """Add so many acts to the record, each with its lines and the image of one row."""
    dice = Dice((Die(6, 4, Origin.ROLLED), Die(6, 2, Origin.ROLLED)))
    parts = parts_to_data((Words("rolls"), dice, Words("and drives on over the bridge.")))
    first = _acts_in(path) + 1
    engine = make_engine(path)
    with engine.connect() as connection, connection.begin():
        for start in range(0, acts, 1_000):
            numbers = range(start, min(start + 1_000, acts))
            of_turn = {number: 1 + number % turns for number in numbers}
            lines = [
                _line(first + number, of_turn[number], number, parts)
                for number in numbers
                for _ in range(lines_each)
            ]
            _insert(
                connection, [_act(first + number, of_turn[number], number) for number in numbers]
            )
            _insert(connection, [_image(first + number, number) for number in numbers])
            _insert(connection, lines)
        _chain(connection, first)
        write_checkpoint(connection)
    engine.dispose()


def _insert(connection: Connection, rows: Sequence[SQLModel]) -> None:
    values = [row.model_dump(exclude_none=True) for row in rows]
    connection.execute(insert(type(rows[0])), values)


def _chain(connection: Connection, first: int) -> None:
    """Do for all acts from the first on what `add_act` does for one."""
    file = driver_connection(connection)
    since = "WHERE act_id >= ? ORDER BY act_id, id"
    lines = grouped(file.execute(f"SELECT act_id, {LINE} FROM logline {since}", (first,)))
    images = grouped(file.execute(f"SELECT act_id, {IMAGE} FROM image {since}", (first,)))
    records = file.execute(f"SELECT {ACT} FROM act WHERE id >= ? ORDER BY id", (first,)).fetchall()
    before, made = last_chain(file, first), []
    for record in records:
        digest = digest_of_images(images(record[0]))
        before = chain_of_act(before, record, digest, lines(record[0]))
        made.append((digest, before, record[0]))
    file.executemany("UPDATE act SET images = ?, chain = ? WHERE id = ?", made)


def _act(key: int, turn_id: int, number: int) -> ActRecord:
    return ActRecord(
        id=key,
        uuid=f"b-{key}",
        turn_id=turn_id,
        name="MoveUnit",
        arguments={"unit_id": 1, "inches": number % 5},
        title=f"Move Cart {number}",
        state=ActState.DONE,
        done_at=WHEN,
    )


def _acts_in(path: Path) -> int:
    with closing(open_connection(path, read_only=True)) as bare:
        return int(bare.execute("SELECT count(*) FROM act").fetchone()[0])


def _image(act_id: int, number: int) -> Image:
    turn: dict[str, Any] = {"id": 1, "battle_id": 1, "player_id": 1, "number": 1}
    same = {**turn, "own_number": 1, "phase": "OVER"}
    return Image(act_id=act_id, table="turn", row_id=1, before=same, after=same)


def _line(act_id: int, turn_id: int, number: int, parts: list[Any]) -> LogLine:
    return LogLine(
        act_id=act_id,
        turn_id=turn_id,
        kind=Kind.UNIT.value,
        lead=f"Cart {number} moves.",
        parts=parts,
        rule="4.1-01",
        player_id=1 + number % 2,
    )
