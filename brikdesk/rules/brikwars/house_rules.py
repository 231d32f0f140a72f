"""The switches of a campaign: what the books leave open, with default and other readings."""

from brikdesk.rules.switches import Switch, Value, loaded, spoken

__all__ = ["HOUSE_RULES", "SOURCES", "Switch", "Value", "spoken"]

SOURCES = {
    "seed": "stated in the rule chapters",
    "author": "the author's own answer",
    "tool": "a community tool or an older edition",
    "players": "a player's answer, or read from an example",
    "assumed": "not found anywhere: an assumption",
    "ruling": "our reading where the chapters leave it open",
}
"""Where a default or a preset comes from, in words for the settings page."""

HOUSE_RULES: dict[str, Switch] = loaded("house_rules.json")
"""Every switch by its id, in the order of the settings page."""
