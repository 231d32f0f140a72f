"""The switches of a campaign: what the books leave open, with default and other readings."""

from brikdesk.rules.switches import HouseRule, Value, checked, loaded, spoken

__all__ = ["HOUSE_RULES", "SOURCES", "HouseRule", "Value", "check", "defaults", "spoken"]

SOURCES = {
    "seed": "stated in the rule chapters",
    "author": "the author's own answer",
    "tool": "a community tool or an older edition",
    "players": "a player's answer, or read from an example",
    "assumed": "not found anywhere: an assumption",
    "ruling": "our reading where the chapters leave it open",
}
"""Where a default or a preset comes from, in words for the settings page."""

HOUSE_RULES: dict[str, HouseRule] = loaded("house_rules.json")
"""Every switch by its id, in the order of the settings page."""


def check(id: str, value: object) -> Value:
    """Return the value of one switch. Raise BadInput for an unknown switch or a wrong value."""
    return checked(HOUSE_RULES, id, value)


def defaults() -> dict[str, Value]:
    """Return every switch at its default."""
    return {rule.id: rule.default for rule in HOUSE_RULES.values()}
