"""Which earlier act a row, or a value in it, comes from."""

from sqlmodel import Session, SQLModel, col, select

from brikdesk.store.tables import ActRecord, ActState, Image


def made_by(session: Session, row: SQLModel, *columns: str) -> int | None:
    """Give the newest act, still done, that wrote this row; none where nobody remembers.

    With `columns` only an act that changed one of them counts, or the one that made the row:
    a fire that has burned since it grew still comes from the act that let it grow.
    """
    wanted = (
        select(Image.act_id, Image.before, Image.after)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == str(row.__tablename__), Image.row_id == row.id)  # type: ignore[attr-defined]
        .where(col(ActRecord.state).in_([ActState.DONE, ActState.SEALED]))
        .order_by(col(Image.act_id).desc())
    )
    if not columns:
        wanted = wanted.limit(1)
    for act_id, before, after in session.exec(wanted):
        if not columns or before is None or after is None:
            return act_id
        if any(before.get(name) != after.get(name) for name in columns):
            return act_id
    return None
