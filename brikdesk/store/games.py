"""The games of a session's campaign."""

from sqlmodel import Session

from brikdesk.games import Game, of_names
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import CampaignRow


def games_of(session: Session) -> tuple[Game, ...]:
    """Return the campaign's games in the order of registration; empty without a campaign."""
    campaigns = rows_of(session, CampaignRow)
    return of_names(campaigns[0].rule_sets) if campaigns else ()
