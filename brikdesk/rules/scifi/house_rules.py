"""The switches of a campaign with Sci-fi rules: what the chapter leaves open, and its options."""

from brikdesk.rules.switches import Switch, Value, loaded, spoken

__all__ = ["HOUSE_RULES", "Switch", "Value", "spoken"]

HOUSE_RULES: dict[str, Switch] = loaded("scifi", "house_rules.json")
"""Every switch by its id, in the order of the settings page."""
