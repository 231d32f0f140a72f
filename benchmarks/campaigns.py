"""Campaigns of any size for measuring: rows written straight into a file, so that it takes seconds."""

from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlmodel import Session, SQLModel

import brikdesk.acts  # noqa: F401
from brikdesk.acts.campaign.battles import NewBattle, StartBattle
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.dice import Die, Origin
from brikdesk.store.campaign import Campaign
from brikdesk.store.file.connection import make_engine, open_connection
from brikdesk.store.journal.chain import add_act
from brikdesk.store.journal.unbroken import write_checkpoint
from brikdesk.store.lines import Dice, Kind, Words, parts_to_data
from brikdesk.store.tables import ActRecord, ActState, Fire, Image, LogLine, Unit, UnitKind

WHEN = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def battle(path: Path) -> Path:
    """Make a campaign of two players, in the second round of a battle."""
    with Campaign.create(path) as campaign:
        campaign.do(CreateCampaign(name="Benchmark", uuid="benchmark"))
        campaign.do(AddPlayer(name="Ann", faction="Amber Army", colour="sky"))
        campaign.do(AddPlayer(name="Ben", faction="Brick Brigade", colour="lime"))
        campaign.do(NewBattle(name="Measured", player_ids=(1, 2)))
        campaign.do(StartBattle())
        campaign.do(EndTurn())
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


def history(path: Path, acts: int, lines_each: int = 1) -> None:
    """Add so many acts to the record, each with its lines and the image of one row."""
    dice = Dice((Die(6, 4, Origin.ROLLED), Die(6, 2, Origin.ROLLED)))
    parts = parts_to_data((Words("rolls"), dice, Words("and drives on over the bridge.")))
    rows: list[SQLModel] = []
    first = _acts_in(path) + 1
    for number in range(acts):
        key, arguments = first + number, {"unit_id": 1, "inches": number % 5}
        rows.append(
            ActRecord(
                id=key,
                uuid=f"b-{key}",
                turn_id=1 + number % 3,
                name="MoveUnit",
                arguments=arguments,
                title=f"Move Cart {number}",
                state=ActState.DONE,
                done_at=WHEN,
            )
        )
    for number in range(acts):
        rows.append(_image(first + number, number))
        rows += [_line(first + number, number, parts) for _ in range(lines_each)]
    add(path, rows)
    engine = make_engine(path)
    with engine.connect() as connection, connection.begin():
        for number in range(acts):
            add_act(connection, first + number)
        write_checkpoint(connection)
    engine.dispose()


def _acts_in(path: Path) -> int:
    with closing(open_connection(path, read_only=True)) as bare:
        return int(bare.execute("SELECT count(*) FROM act").fetchone()[0])


def _image(act_id: int, number: int) -> Image:
    turn: dict[str, Any] = {"id": 1, "battle_id": 1, "player_id": 1, "number": 1}
    same = {**turn, "own_number": 1, "phase": "OVER"}
    return Image(act_id=act_id, table="turn", row_id=1, before=same, after=same)


def _line(act_id: int, number: int, parts: list[Any]) -> LogLine:
    return LogLine(
        act_id=act_id,
        turn_id=1 + number % 3,
        kind=Kind.UNIT.value,
        lead=f"Cart {number} moves.",
        parts=parts,
        rule="4.1-01",
        player_id=1 + number % 2,
    )
