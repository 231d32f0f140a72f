"""Fields that Explosives left: they shrink at turn starts of their player."""

from sqlmodel import Session

from brikdesk.rules.brikwars.clocks import Clock
from brikdesk.rules.brikwars.hazards.fields import shrink_clock
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Field, FieldKind, Turn
from brikdesk.turns.lasting import Lasting, at_start
from brikdesk.turns.steps import Step, StepKind


def field_icon(field: Field) -> Kind:
    """Return the icon of a Field's kind."""
    if field.kind is FieldKind.SMOKE:
        return Kind.SMOKE
    return Kind.GAS if field.kind is FieldKind.EXPOSURE else Kind.FIELD


def _shrinks(_: Session, field: Field) -> Clock | None:
    return shrink_clock(field.shrink_player_id, field.shrunk_turn_id or field.made_turn_id)


def _shrinking(_: Session, __: Turn, field: Field) -> Step:
    size = field.size - 1
    return Step(
        key=f"field-{field.id}",
        kind=StepKind.FIELDS,
        icon=field_icon(field),
        title=f"{field.name} shrinks" if size else f"{field.name} is gone",
        detail=f'{field.size}" to {size}"' if size else f'was {field.size}"',
        rule="8.4-44",
        player_id=field.shrink_player_id,
        act={"act": "ShrinkField", "field_id": field.id},
        may_ask=len(set(field.dice)) > 1,
    )


def _next_size(field: Field, number: int) -> str:
    left = f'{field.size - 1}"' if field.size > 1 else "gone"
    return f"{left} on Turn {number}"


FIELD = Lasting(
    Field, {"field": at_start}, _shrinks, _shrinking, goes_on=True, next_words=_next_size
)
"""A Field of an Explosive loses 1" at its player's turn start (8.4-44, Q8-58)."""
