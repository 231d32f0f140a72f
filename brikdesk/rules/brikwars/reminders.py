"""House rules that no act carries out: the desk reminds the referee where they matter."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.brikwars.house_rules import HOUSE_RULES, Switch
from brikdesk.rules.switches import Reminding, Value


class Occasion(StrEnum):
    """When a house rule matters: on a unit's card, at an attack, when a turn ends, in a sheet.

    The sheets are named as the acts that they fill in.
    """

    RESPONDER = "responder"
    ARMORED = "armored"
    HERO = "hero"
    MECHANIK = "mechanik"
    CHARGE = "charge"
    HERO_TARGET = "hero target"
    IDLE = "idle"
    DISPUTE = "dispute"
    MOVE = "MoveUnit"
    SPEND = "SpendAction"
    STATE = "SetState"


class Reminder(Struct, frozen=True):
    """What the referee should remember, and the ruling that it belongs to.

    `usual`: the house rule has its default here.
    """

    words: str
    rule: str
    usual: bool = False


def reminders(occasions: Collection[Occasion], values: Mapping[str, Value]) -> tuple[Reminder, ...]:
    """Return what to remember on these occasions, by the house rules as they are.

    - `values`: every switch by its ID.
    """
    return tuple(
        _reminder(rule, rule.reminder, _spoken(values[rule.id]))
        for rule in HOUSE_RULES.values()
        if rule.reminder and not set(occasions).isdisjoint(rule.reminder.at)
    )


def _reminder(rule: Switch, reminding: Reminding, value: Value) -> Reminder:
    return Reminder(reminding.words(value), rule.rule, usual=value == rule.default)


def _spoken(value: Value | list[str]) -> Value:
    """Return a value as the data has it: a campaign file holds lists for tuples."""
    return tuple(value) if isinstance(value, list) else value
