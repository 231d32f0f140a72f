"""The steps of one attack, in an order that cannot be changed (12-37, 12-41 to 12-43)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from brikdesk.rules.no import No
from brikdesk.rules.scifi.areas import Placed, Shape, placed


class Step(StrEnum):
    """A step of an attack."""

    LEGAL = "may it fire?"
    DETECTED = "detected?"
    BAND = "distance and range band"
    MODE = "mode and modifiers"
    PLACE = "place the area"
    FALL_OF_SHOT = "fall of shot"
    HIT = "hit or miss"
    LANDING = "where it lands, flame inside?"
    INSIDE = "who is inside?"
    ROTARY = "hits of a rotary weapon"
    DAMAGE = "penetration and damage"
    BLAST = "blast on survivors"
    RECORD = "log, ammunition, counters"


_START = (Step.LEGAL, Step.DETECTED, Step.BAND, Step.MODE)
_END = (Step.DAMAGE, Step.RECORD)

_BY_PLACE: dict[Placed | None, tuple[Step, ...]] = {
    None: (*_START, Step.HIT, Step.ROTARY, *_END),
    Placed.BEFORE_ROLL: (*_START, Step.PLACE, Step.INSIDE, Step.HIT, Step.ROTARY, *_END),
    Placed.AFTER_ROLL: (
        *_START, Step.HIT, Step.LANDING, Step.INSIDE, Step.DAMAGE, Step.BLAST, Step.RECORD,
    ),
    Placed.AFTER_FALL_OF_SHOT: (
        *_START, Step.FALL_OF_SHOT, Step.LANDING, Step.INSIDE, Step.DAMAGE, Step.BLAST, Step.RECORD,
    ),
}  # fmt: skip

SPENT_AFTER = Step.MODE
"""With this step done the ammunition is spent; a miss does not bring it back."""

_RULES = {
    None: "12-91",
    Placed.AFTER_ROLL: "12-42",
    Placed.AFTER_FALL_OF_SHOT: "12-43",
}


@dataclass(frozen=True, slots=True)
class Order:
    """The steps of one attack, first to last, and the rule that orders them."""

    steps: tuple[Step, ...]
    rule: str


def order(
    shape: Shape,
    *,
    explosive: bool = False,
    indirect: bool = False,
    rotary: bool = False,
    spotter: bool = False,
) -> Order:
    """Return the order of an attack.

    Rules: 12-37 and 12-41 (areas that are placed before the hit roll), 12-42 (after it), 12-43
    (after the fall of shot), 12-57 (`rotary`), 12-82 (indirect fire with a `spotter` needs no
    detection).
    """
    place = placed(shape, explosive=explosive, indirect=indirect)
    left_out = {
        Step.ROTARY: not rotary,
        Step.DETECTED: indirect and spotter,
        Step.BLAST: not explosive,
    }
    kept = tuple(step for step in _BY_PLACE[place] if not left_out.get(step))
    before = "12-37" if shape is Shape.OBLONG else "12-41"
    # BEFORE_ROLL is not in the table: 12-37 orders it for oblongs, 12-41 for circles.
    return Order(kept, _RULES.get(place, before))


def may_take(step: Step, done: Sequence[Step], order: Order) -> No | None:
    """Refuse a step before its turn."""
    due = order.steps[len(done)] if len(done) < len(order.steps) else None
    if step is due:
        return None
    words = f"first: {due.value}" if due else "the attack is done"
    return No(order.rule, f"{step.value.capitalize()}, but {words}")
