"""Write and read an act's rows in the journal: its record, log lines and row images."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, update
from sqlmodel import Session, col, select

from brikdesk.dice import Origin
from brikdesk.store.act import Act
from brikdesk.store.journal.chain import add_act
from brikdesk.store.journal.images import Changed
from brikdesk.store.journal.recorder import RecordedChange
from brikdesk.store.lines import Line, Outcome, count_dice, parts_to_data, sums_to_data
from brikdesk.store.session import campaign_session
from brikdesk.store.tables import ActRecord, ActState, Image, LogLine

BEGINNING = "CreateCampaign"
"""The act that writes a campaign's own row. Without that row nothing can be done any more."""


def can_be_undone() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of the acts that undo takes back: done, and not the beginning.

    Sealed acts are left out: they are the campaign's past.
    """
    return col(ActRecord.state) == ActState.DONE, col(ActRecord.name) != BEGINNING


def present_turn_id(session: Session) -> int | None:
    """Return the key of the running player turn; None if none runs."""
    running = "SELECT id FROM turn WHERE phase <> 'OVER' ORDER BY id DESC LIMIT 1"
    newest: int | None = session.connection().exec_driver_sql(running).scalar()
    return newest


def insert_act(
    session: Session,
    act: Act,
    outcome: Outcome,
    turn_id: int | None,
    changed: list[Changed],
    deed: RecordedChange,
) -> int:
    """Write an act with its lines and images, as a link of the chain; return its key."""
    connection = session.connection()
    _overtake_undone(connection)
    turn_id = turn_id or present_turn_id(session)  # the act that starts a battle makes its turn
    row = {
        "uuid": deed.uuid,
        "turn_id": turn_id,
        "name": type(act).__name__,
        "arguments": {name: value for name, value in deed.data.items() if name != "act"},
        "title": outcome.title,
        "state": ActState.DONE,
        "done_at": deed.at,
        "chain": "",
    }
    made = connection.execute(insert(ActRecord).values(row)).inserted_primary_key
    assert made
    key = int(made[0])
    _insert_images(connection, key, changed)
    overruled = sorted(campaign_session(session).overruled)
    _insert_lines(connection, key, turn_id, outcome.lines, overruled)
    add_act(connection, key)
    return key


def _overtake_undone(connection: Connection) -> None:
    """Make undone acts history and drop their images: after another act they cannot be redone."""
    undone = connection.exec_driver_sql("SELECT id FROM act WHERE state = 'UNDONE'").scalars().all()
    if undone:
        connection.execute(delete(Image).where(col(Image.act_id).in_(undone)))
        overtaken = col(ActRecord.id).in_(undone)
        connection.execute(update(ActRecord).where(overtaken).values(state=ActState.HISTORY))


def images_of(session: Session, record: ActRecord, *, newest_first: bool) -> list[Changed]:
    """Return the images of the rows that an act changed."""
    order = col(Image.id).desc() if newest_first else col(Image.id)
    columns = select(Image.table, Image.row_id, Image.before, Image.after)
    found: Any = session.exec(columns.where(Image.act_id == record.id).order_by(order))
    return [tuple(row) for row in found]


def _insert_images(connection: Connection, act_id: int, changed: Iterable[Changed]) -> None:
    """Write the images of the rows that an act changed."""
    rows = [
        {"act_id": act_id, "table": name, "row_id": key, "before": before, "after": after}
        for name, key, before, after in changed
    ]
    if rows:
        connection.execute(insert(Image), rows)


def _insert_lines(
    connection: Connection,
    act_id: int,
    turn_id: int | None,
    lines: tuple[Line, ...],
    overruled: list[str],
) -> None:
    """Write the log lines of an act."""
    rows = [
        {
            "act_id": act_id,
            "turn_id": turn_id,
            "kind": line.kind.value,
            "lead": line.lead,
            "parts": parts_to_data(line.parts),
            "sums": sums_to_data(line.sums),
            "rule": line.rule,
            "player_id": line.player_id,
            "unit_id": line.unit_id,
            "step": line.step,
            "overruled": overruled,
            "typed": count_dice(line.parts, Origin.TYPED),
            "rolled": count_dice(line.parts, Origin.ROLLED),
        }
        for line in lines
    ]
    if rows:
        connection.execute(insert(LogLine), rows)
