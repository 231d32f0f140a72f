"""The switches of a campaign with Sci-fi rules: what the chapter leaves open, and its options."""

from brikdesk.rules.switches import HouseRule, Value, checked, loaded, spoken

__all__ = ["HOUSE_RULES", "HouseRule", "Value", "check", "defaults", "spoken"]

HOUSE_RULES: dict[str, HouseRule] = loaded("scifi", "house_rules.json")
"""Every switch by its id, in the order of the settings page."""


def check(id: str, value: object) -> Value:
    """Return the value of one switch. Raise BadInput for an unknown switch or a wrong value."""
    return checked(HOUSE_RULES, id, value)


def defaults(*, player_turns: bool = False) -> dict[str, Value]:
    """Return every switch at its default (S-01: campaigns that run player turns reset by them)."""
    turn: dict[str, Value] = {"sf_turn_scope": "owner_turn"} if player_turns else {}
    return {rule.id: rule.default for rule in HOUSE_RULES.values()} | turn
