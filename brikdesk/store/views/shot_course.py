"""Which Sci-fi shots each act of the record fired or settled, as its row images tell it."""

from msgspec import Struct, field
from sqlmodel import Session, col, select

from brikdesk.store.tables import ActRecord, Image, SfShot
from brikdesk.store.views import view
from brikdesk.store.views.course import STANDING


class ShotsOfAct(Struct, frozen=True):
    """Keys of shots: those that an act fired, and those of earlier acts to which it added."""

    fired: list[int] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)


@view(ActRecord, Image)
def shots_of_acts(session: Session) -> dict[int, ShotsOfAct]:
    """Return the shots by act, for acts that are not undone and that concern one."""
    images = session.exec(
        select(Image.act_id, Image.row_id, col(Image.before).is_(None))
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == SfShot.__tablename__, col(ActRecord.state).in_(STANDING))
        # An act that deletes a shot neither fires nor settles it.
        .where(col(Image.after).is_not(None))
        .order_by(col(Image.id))
    )
    found: dict[int, ShotsOfAct] = {}
    for act_id, shot_id, new in images:
        shots = found.setdefault(act_id, ShotsOfAct())
        (shots.fired if new else shots.settled).append(shot_id)
    return found
