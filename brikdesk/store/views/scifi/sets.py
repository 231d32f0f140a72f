"""The rule sets by which a campaign is played."""

from sqlmodel import Session

from brikdesk.store.rule_sets import rule_sets
from brikdesk.store.tables import (
    Campaign,
    RuleSet,
)
from brikdesk.store.views import view


@view(Campaign)
def played(session: Session) -> tuple[str, ...]:
    """Return the names of the members of RuleSet by which the campaign is played."""
    return tuple(each.name for each in rule_sets(session))


@view(Campaign)
def plays_scifi(session: Session) -> bool:
    """Tell whether the campaign is played by the Sci-fi rules, alone or beside others."""
    return RuleSet.SCIFI in rule_sets(session)


@view(Campaign)
def plays_brikwars(session: Session) -> bool:
    """Tell whether the campaign is played by BrikWars, alone or beside others."""
    return RuleSet.BRIKWARS_2020 in rule_sets(session)
