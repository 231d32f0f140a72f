"""The rule sets of a session's campaign."""

from sqlmodel import Session, select

from brikdesk.store.tables import Campaign, RuleSet


def rule_sets(session: Session) -> tuple[RuleSet, ...]:
    """Return the campaign's rule sets in the order of definition; empty without a campaign."""
    campaign = session.exec(select(Campaign)).first()
    named = campaign.rule_sets if campaign else []
    return tuple(each for each in RuleSet if each.name in named)
