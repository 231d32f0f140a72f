"""Fields that a creation powers: the dice that can act now, and what they cost (F.1-06, QF-20)."""

from sqlmodel import Session

from brikdesk.acts.power.now import power_now, take_power
from brikdesk.acts.power.shield_now import ready_places
from brikdesk.rules.brikwars.hazards.powered_hazards import POWER_OF_A_DIE, dice_that_act
from brikdesk.store.lines import Line
from brikdesk.store.tables import Field, FieldKind, Unit
from brikdesk.turns.sequence import stamp_now


def powered_by(session: Session, field: Field | None) -> Unit | None:
    """Return the creation that powers a Field; None for a Hazard of the landscape (F.1-05).

    None for Energy Shields too: the creation that carries one has rules of its own (F.1-74).
    """
    if field is None or field.kind is FieldKind.SHIELD or field.carrier_id is None:
        return None
    return session.get(Unit, field.carrier_id)


def acting_places(session: Session, field: Field, victim: Unit) -> tuple[int, ...]:
    """Return the places of a Field's dice that can act on this victim now."""
    creation = powered_by(session, field)
    if creation is None:
        return tuple(range(len(field.dice)))
    now = power_now(session, creation)
    return dice_that_act(ready_places(session, field), now.left + now.stored, victim.size)


def spend_dice(session: Session, field: Field, places: tuple[int, ...], victim: Unit) -> list[Line]:
    """Note that these dice have acted in this turn, and take the Power for them.

    Return no line for a Field without Power, or for a victim of Size 0", which costs none (F.1-13).
    """
    creation = powered_by(session, field)
    if creation is None or not places or not victim.size:
        return []
    field.spent = {**field.spent, **{str(place): stamp_now(session) for place in places}}
    session.add(field)
    return [take_power(session, creation, len(places) * POWER_OF_A_DIE, field.name)]
