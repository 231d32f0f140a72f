"""Outcomes that the chapter leaves to other rules, so that the referee enters them."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.scifi.data import rows


class Matter(StrEnum):
    """What the referee is asked about a shot."""

    DETECTION = "detection"
    HIT = "hit"
    ARMOR_CLASS = "armor class"
    PENETRATION = "penetration"
    DAMAGE = "damage"
    LANDING_POINT = "landing point"
    FALL_OF_SHOT = "fall of shot"
    COST = "cost"
    INITIATIVE = "initiative"
    OTHER_EFFECT = "other effect"
    CHART = "chart"


class UsualOutcome(StrEnum):
    """The usual answers about a shot."""

    DETECTED = "detected"
    NOT_DETECTED = "not detected"
    HIT = "hit"
    MISS = "miss"
    NO_EFFECT = "no effect"
    PENETRATED = "penetrated"
    ELIMINATED = "eliminated"
    WEAPON_DESTROYED = "weapon destroyed"
    OTHER_EFFECT = "other effect"


class RefereesMatter(Struct, frozen=True):
    """A matter that the referee decides.

    `missing` names the rule that the chapter refers to, `rules` those that need the outcome,
    `choices` its usual answers (none: free words or a number), `asks` the question. Every one may
    be skipped, and takes a note.
    """

    matter: Matter
    missing: str
    rules: tuple[str, ...]
    choices: tuple[UsualOutcome, ...]
    asks: str


OUTCOMES: Mapping[str, RefereesMatter] = {
    (matter := Matter(row["matter"])): RefereesMatter(
        matter,
        row["missing"],
        tuple(row["rules"]),
        tuple(map(UsualOutcome, row["choices"])),
        row["asks"],
    )
    for row in rows("outcomes")
}
"""All of them by matter."""
