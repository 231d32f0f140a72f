"""Energy Shields: their dice, the Power that they cost, and when they may act (F.1-73, F.1-74)."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.power import power_now, take_power
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fields import SHIELD_POWER, may_use_shield, unspent
from brikdesk.rules.brikwars.power import POWER_OF_A_DIE, dice_that_act
from brikdesk.store.act import Act
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Field, FieldKind, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.brikwars.fields import sides_of
from brikdesk.turns.turn_order import stamp_now


class ShieldDie(Struct, frozen=True):
    """One die of an Energy Shield: its place among the dice of its Field, its sides, its name."""

    field_id: int
    index: int
    sides: int
    words: str


def projected(session: Session, field: Field) -> bool:
    """Return whether a working Shield Projector makes this Field (F.1-73).

    A Projector that is not in the roster counts as working.
    """
    projector = session.get(Weapon, field.projector_id) if field.projector_id else None
    return projector is None or not (projector.inoperative or projector.lying)


def dice_in(field: Field, places: Sequence[int]) -> tuple[ShieldDie, ...]:
    """Return the dice of an Energy Shield at these places; BadInput for a place without a die."""
    sides = sides_of(field)
    if wrong := [place for place in places if not 0 <= place < len(sides)]:
        raise BadInput(f"{said_of(field.name, 'has')} no die number {wrong[0] + 1}.", "dice")
    return tuple(
        ShieldDie(field.id or 0, place, sides[place], f"d{sides[place]} of {field.name}")
        for place in places
    )


def ready_places(session: Session, field: Field) -> tuple[int, ...]:
    """Return the places of the dice that have not acted in this player turn (F.1-06, F.1-74)."""
    used = {int(place): stamp for place, stamp in field.spent.items()}
    return unspent(len(field.dice), used, stamp_now(session))


def check_shield(act: Act, session: Session, unit: Unit, dice: Sequence[ShieldDie]) -> None:
    """Refuse shield dice that cannot be used now (F.1-73, F.1-74); change nothing.

    Raise BadInput for a Field that does not cover the unit.
    """
    now = power_now(session, unit)
    left = now.left + now.stored
    for field in _fields(session, dice):
        wanted = [die.index for die in dice if die.field_id == field.id]
        if field.carrier_id != unit.id:
            raise BadInput(f"{said_of(field.name, 'does')} not cover {unit.name}.", "dice")
        works = projected(session, field)
        no = may_use_shield(wanted, ready_places(session, field), left, projector_works=works)
        heed(act, no, session, f"{unit.name}, {field.name}")
        # All shields of a creation draw on the same Power.
        left -= len(wanted) * SHIELD_POWER


def spend_shield(session: Session, unit: Unit, dice: Sequence[ShieldDie]) -> Line:
    """Use shield dice, each for 1" of Power and once in a player turn (F.1-74); return the line."""
    names = []
    for field in _fields(session, dice):
        mine = [die for die in dice if die.field_id == field.id]
        now = stamp_now(session)
        # The column is JSON, whose keys are strings.
        field.spent = {**field.spent, **{str(die.index): now for die in mine}}
        session.add(field)
        take_power(session, unit, len(mine) * SHIELD_POWER, f"Energy Shield, {field.name}")
        names.append(f"{', '.join(f'd{die.sides}' for die in mine)} of {field.name}")
    left = power_now(session, unit).left
    words = f'{" and ".join(names)}. {len(dice) * SHIELD_POWER}" of Power, {left}" left.'
    return line(Kind.POWER, f"{unit.name} uses its Energy Shield.", words, rule="F.1-74", of=unit)


def _fields(session: Session, dice: Sequence[ShieldDie]) -> list[Field]:
    return [
        existing_row(session, Field, key) for key in dict.fromkeys(die.field_id for die in dice)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class UseShield(Act):
    """A creation uses dice of an Energy Shield against something that the desk did not roll.

    `dice` are their places among the dice of the Field, from 0.
    """

    field_id: int
    dice: tuple[int, ...]

    def carry_out(self, session: Session) -> Outcome:
        """Spend dice and Power; BadInput for no dice, or for a Field that is no Energy Shield."""
        field = existing_row(session, Field, self.field_id)
        if field.kind is not FieldKind.SHIELD or field.carrier_id is None:
            raise BadInput(
                f"{said_of(field.name, 'is')} no Energy Shield of a creation.", "field_id"
            )
        if not self.dice:
            raise BadInput("Name the dice that are used.", "dice")
        unit = alive(session, field.carrier_id)
        dice = dice_in(field, self.dice)
        check_shield(self, session, unit, dice)
        words = spend_shield(session, unit, dice)
        return Outcome(f"{unit.name} uses its Energy Shield", (words,))


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
