"""The rule sets by which a campaign is played."""

from sqlmodel import Session

from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.store.games import games_of
from brikdesk.store.tables import CampaignRow
from brikdesk.store.views import view


@view(CampaignRow)
def played(session: Session) -> tuple[str, ...]:
    """Return the names of the games by which the campaign is played."""
    return tuple(each.name for each in games_of(session))


@view(CampaignRow)
def plays_scifi(session: Session) -> bool:
    """Tell whether the campaign is played by the Sci-fi rules, alone or beside others."""
    return SCIFI in games_of(session)


@view(CampaignRow)
def plays_brikwars(session: Session) -> bool:
    """Tell whether the campaign is played by BrikWars, alone or beside others."""
    return BRIKWARS in games_of(session)
