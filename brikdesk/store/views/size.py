"""The size of a running game."""

from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Fire, Unit
from brikdesk.store.views import view
from brikdesk.store.views.units import living_units


@view(Unit, Fire)
def rows_in_play(session: Session) -> int:
    """Count the units that are not lost and the fires: the panes read all of them after an act.

    So these rows are at hand, and counting them here is quicker than asking the file.
    """
    return len(living_units(session)) + len(rows_of(session, Fire))
