"""The record of acts as a whole: whether its chain holds."""

from sqlmodel import Session, col, select

from brikdesk.store.digest import chain
from brikdesk.store.tables import ActRecord
from brikdesk.store.views import view


@view(ActRecord)
def first_break(session: Session) -> int | None:
    """Give the first act whose place in the chain does not follow from those before it; none: whole."""
    before = ""
    for record in session.exec(select(ActRecord).order_by(col(ActRecord.id))):
        before = chain(before, {"act": record.name, "uuid": record.uuid, **record.arguments})
        if record.chain != before:
            return record.id
    return None
