"""Units of a campaign as the acts that add them anew, by BrikWars alone."""

from sqlmodel import Session

from brikdesk.acts.units.roster import AddUnit
from brikdesk.armies.standing import KEPT
from brikdesk.library.templates import army_as_built, units_as_built
from brikdesk.store.views import view


@view(*KEPT)
def mustered(session: Session, unit_ids: tuple[int, ...]) -> tuple[AddUnit, ...]:
    return tuple(each.unit for each in units_as_built(session, unit_ids).units)


@view(*KEPT)
def army_of(session: Session, player_id: int | None) -> tuple[AddUnit, ...]:
    return tuple(each.unit for each in army_as_built(session, player_id).units)
