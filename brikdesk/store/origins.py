"""Which earlier act a row comes from."""

from sqlmodel import Session, SQLModel, col, select

from brikdesk.store.tables import ActRecord, ActState, Image


def made_by(session: Session, row: SQLModel) -> int | None:
    """Give the newest act, still done, that wrote this row; none where nobody remembers."""
    wanted = (
        select(Image.act_id)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == str(row.__tablename__), Image.row_id == row.id)  # type: ignore[attr-defined]
        .where(col(ActRecord.state).in_([ActState.DONE, ActState.SEALED]))
        .order_by(col(Image.act_id).desc())
        .limit(1)
    )
    return session.exec(wanted).first()
