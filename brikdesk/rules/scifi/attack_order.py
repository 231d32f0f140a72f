"""The steps of one attack, in an order that cannot be changed (12-37, 12-41 to 12-43)."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from brikdesk.rules.no import No
from brikdesk.rules.scifi.areas import AreaShape, PlacedWhen, placed


class AttackStep(StrEnum):
    """A step that settles a shot. What comes before it is one act, which spends the ammunition."""

    PLACE = "place the area"
    FALL_OF_SHOT = "fall of shot"
    HIT = "hit or miss"
    LANDING = "where it lands, flame inside?"
    INSIDE = "who is inside?"
    DAMAGE = "penetration and damage"
    BLAST = "blast on survivors"


_AFTER_LANDING = (AttackStep.LANDING, AttackStep.INSIDE, AttackStep.DAMAGE, AttackStep.BLAST)

_BY_PLACE: dict[PlacedWhen | None, tuple[AttackStep, ...]] = {
    None: (AttackStep.HIT, AttackStep.DAMAGE),
    PlacedWhen.BEFORE_ROLL: (
        AttackStep.PLACE, AttackStep.INSIDE, AttackStep.HIT, AttackStep.DAMAGE,
    ),
    PlacedWhen.AFTER_ROLL: (AttackStep.HIT, *_AFTER_LANDING),
    PlacedWhen.AFTER_FALL_OF_SHOT: (AttackStep.FALL_OF_SHOT, *_AFTER_LANDING),
}  # fmt: skip

_RULES = {
    None: "12-91",
    PlacedWhen.AFTER_ROLL: "12-42",
    PlacedWhen.AFTER_FALL_OF_SHOT: "12-43",
}


class AttackOrder(Struct, frozen=True):
    """The steps of one attack, first to last, and the rule that orders them."""

    steps: tuple[AttackStep, ...]
    rule: str


def order(shape: AreaShape, *, explosive: bool = False, indirect: bool = False) -> AttackOrder:
    """Return the order of an attack.

    Rules: 12-37 and 12-41 (areas that are placed before the hit roll), 12-42 (after it), 12-43
    (after the fall of shot).
    """
    place = placed(shape, explosive=explosive, indirect=indirect)
    steps = _BY_PLACE[place]
    if not explosive:
        steps = tuple(step for step in steps if step is not AttackStep.BLAST)
    before = "12-37" if shape is AreaShape.OBLONG else "12-41"
    # BEFORE_ROLL is not in the table: 12-37 orders it for oblongs, 12-41 for circles.
    return AttackOrder(steps, _RULES.get(place, before))


def may_take(step: AttackStep, done: Sequence[AttackStep], order: AttackOrder) -> No | None:
    """Refuse a step before its turn."""
    due = order.steps[len(done)] if len(done) < len(order.steps) else None
    if step is due:
        return None
    words = f"first: {due.value}" if due else "the attack is done"
    return No(order.rule, f"{step.value.capitalize()}, but {words}")
