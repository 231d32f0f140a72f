"""The present Move of a unit: its built Move less what damage and a weapon take, and its Sprint."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.structure import move_after_damage, move_of_bearer
from brikdesk.rules.brikwars.weapons.weapon_presets import is_two_handed
from brikdesk.store.house import house_of
from brikdesk.store.journal.remembering import known
from brikdesk.store.tables import Sprint, Turn, Unit, Weapon


def move_of(unit: Unit, weapons: Iterable[Weapon], rules: BrikWarsHouse) -> float:
    """Return a unit's Move in inches with these weapons and house rules (OF-54, W-03)."""
    two_handed = any(is_two_handed(each.preset) and not each.lying for each in weapons)
    move = move_of_bearer(
        unit.move,
        two_handed=two_handed,
        bw_two_handed_move_penalty=rules.bw_two_handed_move_penalty,
    )
    per_inch = rules.bw_move_loss_per_inch
    return move_after_damage(move, unit.size, unit.size_damage, per_inch=per_inch)


def move_now(session: Session, unit: Unit) -> float:
    """Return a unit's Move in inches as the campaign has it."""

    def ask() -> tuple[Weapon, ...]:
        return tuple(session.exec(select(Weapon).where(Weapon.unit_id == unit.id)))

    weapons = known(session, ("weapons of", unit.id), ask, Weapon, "unit_id")
    return move_of(unit, weapons, house_of(session, BrikWarsHouse))


def move_left_in(session: Session, unit: Unit, turn: Turn) -> float:
    """Return the inches of Move that a unit has left in a player turn, with those of its Sprints."""
    used = unit.move_used if unit.moved_turn_id == turn.id else 0.0
    return max(0.0, move_now(session, unit) + sprinted(session, unit, turn.id) - used)


def sprinted(session: Session, unit: Unit, turn_id: int | None) -> int:
    """Return the inches that Sprints add to a unit's Move in a player turn (4.1-33)."""
    return sum(row.inches for row in sprints_in(session, turn_id) if row.unit_id == unit.id)


def sprints_in(session: Session, turn_id: int | None) -> tuple[Sprint, ...]:
    """Return the Sprints of a player turn, oldest first."""

    def ask() -> tuple[Sprint, ...]:
        rows = select(Sprint).where(Sprint.turn_id == turn_id)
        return tuple(session.exec(rows.order_by(col(Sprint.id))))

    return known(session, ("sprints", turn_id), ask, Sprint, "turn_id", "inches", "unit_id")
