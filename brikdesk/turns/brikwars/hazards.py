"""Fields that shrink, and who stays in a damaging Field or fire (8.4-44, F.1-10 to F.1-17)."""

from sqlmodel import Session, select

from brikdesk.rules.brikwars.hazards.exposure import exposure_clock, exposure_edge
from brikdesk.rules.brikwars.hazards.fields import (
    FieldKind,
    hazard_die,
    shrink_clock,
    victims_tags_match,
)
from brikdesk.rules.brikwars.hazards.powered_hazards import acts_by_itself
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind
from brikdesk.store.tables import Fate, Field, Fire, Inside, State, StateKind, Turn, Unit
from brikdesk.text import said_of
from brikdesk.turns.lasting import Lasting, at_start, with_units
from brikdesk.turns.sequence import player_at
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
        title=said_of(field.name, "shrinks") if size else f"{said_of(field.name, 'is')} gone",
        detail=f'{field.size}" to {size}"' if size else f'was {field.size}"',
        rule="8.4-44",
        player_id=field.shrink_player_id,
        act={"act": "ShrinkField", "field_id": field.id},
        # With equal dice nobody has to choose which one leaves (QF-19).
        may_ask=len(set(field.dice)) > 1,
    )


def _next_size(field: Field, number: int) -> str:
    left = f'{field.size - 1}"' if field.size > 1 else "gone"
    return f"{left} on Turn {number}"


FIELD = Lasting(
    Field,
    {"field": at_start},
    _shrinks,
    _shrinking,
    struck=lambda _, field: field.shrunk_turn_id,
    next_words=_next_size,
)
"""A Field of an Explosive loses 1" at its player's turn start (8.4-44, Q8-58)."""


def _stay(session: Session) -> tuple[Edge, ...]:
    """Return when those who stay inside suffer: at the start or the end of their turn (QF-17)."""
    return (exposure_edge(house_of(session, BrikWarsHouse).exposure_stay),)


def _acts(session: Session, inside: Inside) -> Clock | None:
    owner = session.get_one(Unit, inside.unit_id).player_id or _whose_turn(session, inside)
    if inside.left or owner is None:
        return None
    stay = house_of(session, BrikWarsHouse).exposure_stay
    return exposure_clock(owner, inside.exposed_turn_id or 0, stay)


def _whose_turn(session: Session, inside: Inside) -> int | None:
    """Return in whose turns what belongs to nobody suffers in a Field or fire (F.1-31).

    Those of whoever made the Field or drives the fire, else those of the player whose turn it was.
    """
    if inside.fire_id:
        fire = session.get_one(Fire, inside.fire_id)
        return fire.driver_id or player_at(session, fire.lit_turn_id)
    field = session.get_one(Field, inside.field_id)
    return field.shrink_player_id or player_at(session, inside.exposed_turn_id, field.made_turn_id)


def _exposing(session: Session, turn: Turn, inside: Inside) -> Step | None:
    unit, dice = session.get_one(Unit, inside.unit_id), hazard_dice(session, inside)
    by_hand = not acts_by_itself(_mode(session, inside))
    if unit.fate is not Fate.ALIVE or not dice or by_hand or spared(session, inside, unit):
        return None
    return Step(
        key=f"inside-{inside.id}",
        kind=StepKind.EXPOSURE,
        icon=Kind.FIRE if inside.fire_id else Kind.GAS,
        title=f"{unit.name} is still in {hazard_name(session, inside)}",
        detail="takes its Hazard dice",
        rule="F.1-42" if inside.fire_id else "F.1-11",
        player_id=turn.player_id,
        act={"act": "Expose", "inside_id": inside.id},
        # Size 0" takes 1 point for each die without a roll (F.1-13).
        dice=dice if unit.size else (),
        may_ask=True,
        unit_id=unit.id,
    )


def _mode(session: Session, inside: Inside) -> str:
    return session.get_one(Field, inside.field_id).mode if inside.field_id else ""


def hazard_name(session: Session, inside: Inside) -> str:
    """Name the Field or fire that somebody is in."""
    if inside.fire_id:
        fire = session.get_one(Fire, inside.fire_id)
        return f"the fire of {session.get_one(Unit, fire.unit_id).name}"
    return session.get_one(Field, inside.field_id).name


def hazard_dice(session: Session, inside: Inside) -> tuple[int, ...]:
    """Return the sides of the dice with which a Field or fire damages whoever is inside.

    A wild fire has 1d4 whatever its Size (F.1-21), a permanent one those of its type (F.1-19).
    """
    if inside.fire_id:
        # Only a permanent fire stores its dice; 0 is a wild one.
        return (4,) * max(1, session.get_one(Fire, inside.fire_id).permanent_dice)
    return tuple(damaging_dice(session.get_one(Field, inside.field_id)))


def damaging_dice(field: Field) -> list[int]:
    """Return the sides of the dice with which a Field damages whoever stays inside (F.1-10)."""
    return sides_of(field) if field.kind is FieldKind.EXPOSURE else []


def sides_of(field: Field) -> list[int]:
    """Return the sides of a Field's Hazard dice."""
    return [hazard_die(die).sides for die in field.dice]


def spared(session: Session, inside: Inside, unit: Unit) -> str:
    """Return why a Field does nothing to somebody inside; empty if it acts (F.1-14, F.1-15)."""
    if not inside.field_id:
        return ""
    field = session.get_one(Field, inside.field_id)
    needed = _tags_of(field.affects)
    if not victims_tags_match(needed, unit.tags):
        return f"{unit.name} is not {' and '.join(sorted(needed - set(unit.tags)))}."
    if "breathing" in needed and holds_breath(session, unit):
        return f"{unit.name} holds its breath."
    return ""


def is_gas(session: Session, inside: Inside) -> bool:
    """Return whether a Field acts on those who breathe it (F.1-14, F.1-16)."""
    field = session.get_one(Field, inside.field_id) if inside.field_id else None
    return field is not None and "breathing" in _tags_of(field.affects)


def _tags_of(affects: str) -> frozenset[str]:
    """Return the tags that a victim needs, from words such as "living, breathing"."""
    return frozenset(tag.strip() for tag in affects.split(",") if tag.strip())


def holds_breath(session: Session, unit: Unit) -> bool:
    """Return whether a unit holds its breath now (F.1-15)."""
    held = select(State).where(State.unit_id == unit.id, State.kind == StateKind.BREATH_HELD)
    return session.exec(held).first() is not None


EXPOSED = Lasting(Inside, {"inside": _stay}, _acts, _exposing, read=with_units(Inside))
"""Who stays in a Field or fire suffers once in each own turn (QF-17, F.1-11, F.1-42)."""
