"""The steps of one attack, in an order that cannot be changed (12-37, 12-41 to 12-43)."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.areas import AreaShape, PlacedWhen, placed


class AttackStep(StrEnum):
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


_START = (AttackStep.LEGAL, AttackStep.DETECTED, AttackStep.BAND, AttackStep.MODE)
_END = (AttackStep.DAMAGE, AttackStep.RECORD)
_AFTER_LANDING = (AttackStep.INSIDE, AttackStep.DAMAGE, AttackStep.BLAST, AttackStep.RECORD)

_BY_PLACE: dict[PlacedWhen | None, tuple[AttackStep, ...]] = {
    None: (*_START, AttackStep.HIT, AttackStep.ROTARY, *_END),
    PlacedWhen.BEFORE_ROLL: (
        *_START, AttackStep.PLACE, AttackStep.INSIDE, AttackStep.HIT, AttackStep.ROTARY, *_END,
    ),
    PlacedWhen.AFTER_ROLL: (*_START, AttackStep.HIT, AttackStep.LANDING, *_AFTER_LANDING),
    PlacedWhen.AFTER_FALL_OF_SHOT: (*_START, AttackStep.FALL_OF_SHOT, AttackStep.LANDING, *_AFTER_LANDING),
}  # fmt: skip

SPENT_AFTER = AttackStep.MODE
"""With this step done the ammunition is spent; a miss does not bring it back."""

_RULES = {
    None: "12-91",
    PlacedWhen.AFTER_ROLL: "12-42",
    PlacedWhen.AFTER_FALL_OF_SHOT: "12-43",
}


class AttackOrder(Struct, frozen=True):
    """The steps of one attack, first to last, and the rule that orders them."""

    steps: tuple[AttackStep, ...]
    rule: str


def order(
    shape: AreaShape,
    *,
    explosive: bool = False,
    indirect: bool = False,
    rotary: bool = False,
    spotter: bool = False,
) -> AttackOrder:
    """Return the order of an attack.

    Rules: 12-37 and 12-41 (areas that are placed before the hit roll), 12-42 (after it), 12-43
    (after the fall of shot), 12-57 (`rotary`), 12-82 (indirect fire with a `spotter` needs no
    detection).
    """
    place = placed(shape, explosive=explosive, indirect=indirect)
    left_out = {
        AttackStep.ROTARY: not rotary,
        AttackStep.DETECTED: indirect and spotter,
        AttackStep.BLAST: not explosive,
    }
    kept = tuple(step for step in _BY_PLACE[place] if not left_out.get(step))
    before = "12-37" if shape is AreaShape.OBLONG else "12-41"
    # BEFORE_ROLL is not in the table: 12-37 orders it for oblongs, 12-41 for circles.
    return AttackOrder(kept, _RULES.get(place, before))


def may_take(step: AttackStep, done: Sequence[AttackStep], order: AttackOrder) -> No | None:
    """Refuse a step before its turn."""
    due = order.steps[len(done)] if len(done) < len(order.steps) else None
    if step is due:
        return None
    words = f"first: {due.value}" if due else "the attack is done"
    return No(order.rule, f"{step.value.capitalize()}, but {words}")
