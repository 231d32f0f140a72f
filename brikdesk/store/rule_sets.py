"""The games by which the campaign that a session is in is played."""

from sqlmodel import Session, select

from brikdesk.store.tables import Campaign, RuleSet


def rule_sets(session: Session) -> tuple[RuleSet, ...]:
    """Return the rule sets of the campaign, in the order of their definition; none before it is made."""
    campaign = session.exec(select(Campaign)).first()
    named = campaign.rule_sets if campaign else []
    return tuple(each for each in RuleSet if each.name in named)
