"""The rule sets of a session's campaign."""

from sqlmodel import Session

from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Campaign, RuleSet


def rule_sets(session: Session) -> tuple[RuleSet, ...]:
    """Return the campaign's rule sets in the order of definition; empty without a campaign."""
    campaigns = rows_of(session, Campaign)
    named = campaigns[0].rule_sets if campaigns else []
    return tuple(each for each in RuleSet if each.name in named)
