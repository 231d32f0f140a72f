"""Find the earlier act that a row, or a value in it, comes from."""

from sqlmodel import Session, SQLModel

from brikdesk.store.file.connection import from_json


def made_by(session: Session, row: SQLModel, *columns: str) -> int | None:
    """Return the newest act, not undone, that wrote this row; None if there is no image of it.

    With `columns`, only an act that changed one of them counts, or the one that made the row: a
    fire that has burned since it grew still comes from the act that made it grow.
    """
    of_row = (str(row.__tablename__), row.id)  # type: ignore[attr-defined]
    act_id: int
    for act_id, before, after in session.connection().exec_driver_sql(_IMAGES, of_row):
        if not columns or before is None or after is None:
            return act_id
        was, became = from_json(before), from_json(after)
        if any(was.get(name) != became.get(name) for name in columns):
            return act_id
    return None


# Plain SQL, because it runs for every term of every sum, and SQLAlchemy would take longer to build
# the statement than SQLite takes to answer it.
_IMAGES = """
    SELECT image.act_id, image."before", image."after"
    FROM image JOIN act ON act.id = image.act_id
    WHERE image."table" = ? AND image.row_id = ? AND act.state IN ('DONE', 'SEALED')
    ORDER BY image.act_id DESC
"""
