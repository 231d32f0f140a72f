"""Checks of what was typed, of the rows that it names, and of the order in which a shot is settled."""

import math
from collections.abc import Iterable
from typing import TypeVar

from sqlmodel import Session, SQLModel

from brikdesk import text
from brikdesk.acts.checks import existing_row, heed
from brikdesk.errors import BadInput
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.scifi.effect_areas import VAPORSHOCK, AttackStep, may_take
from brikdesk.store.act import Act
from brikdesk.store.house_rules import games_of
from brikdesk.store.scifi import facts_of, next_step, order_of, steps_done, turn_began
from brikdesk.store.tables import Fate, SfShot, SfUnit, SfWeapon, Unit

Row = TypeVar("Row", bound=SQLModel)

MOST = 1000
"""The largest whole number that can be typed for a figure of this game."""

FARTHEST = 10_000.0
"""The most inches, or points of cost, that can be typed."""


def check_played(session: Session) -> None:
    """Raise BadInput if the campaign is not played by the Sci-fi rules."""
    if SCIFI not in games_of(session):
        raise BadInput("This campaign is not played by the Sci-fi rules. Add them to it first.")


def whole(value: int, where: str, least: int = 0, most: int = MOST) -> int:
    """Return the number; BadInput if it is outside its limits."""
    if not least <= value <= most:
        raise BadInput(f"{value} is not possible here, type {least} to {most:,}.", where)
    return value


def measure(value: float | None, where: str) -> float | None:
    """Return the inches or points; BadInput if they are not from 0 to 10,000."""
    if value is not None and not (math.isfinite(value) and 0 <= value <= FARTHEST):
        raise BadInput(f"{value:g} is not possible here, type 0 to {FARTHEST:,.0f}.", where)
    return value


def word(words: str, where: str) -> str:
    """Return words cleaned as a name; "" if nothing was typed."""
    return text.name(words, where) if words.strip() else ""


def words(several: Iterable[str], where: str) -> list[str]:
    """Return a list of words, each cleaned as a name and listed once."""
    return list(dict.fromkeys(each for typed in several if (each := word(typed, where))))


def there(unit: Unit) -> Unit:
    """Return the unit; BadInput if it is eliminated or removed."""
    if unit.fate is not Fate.ALIVE:
        raise BadInput(f"{unit.name} is {unit.fate.value}.")
    return unit


def sf_facts(session: Session, unit: Unit) -> SfUnit:
    """Return the Sci-fi facts of a unit; BadInput if it has none."""
    facts = facts_of(session, unit.id or 0)
    if facts is None:
        raise BadInput(f"Say first what {unit.name} is by the Sci-fi rules.", "unit_id")
    return facts


def weapon_and_unit(session: Session, sf_weapon_id: int) -> tuple[SfWeapon, Unit]:
    """Return a weapon with the unit that has it; BadInput if there is no such weapon."""
    weapon = numbered(session, SfWeapon, sf_weapon_id, "Sci-fi weapon")
    return weapon, session.get_one(Unit, weapon.unit_id)


def numbered(session: Session, kind: type[Row], row_id: int, what: str) -> Row:
    """Return the row with this key; BadInput, which calls it `what`, if there is none."""
    check_played(session)
    row = session.get(kind, row_id)
    if row is None:
        raise BadInput(f"There is no {what} with the number {row_id}.")
    return row


def began_for(session: Session, unit: Unit) -> int:
    """Return the stamp from which the present turn of a unit counts."""
    return turn_began(session, unit.player_id)


def units_named(session: Session, unit_ids: Iterable[int], where: str) -> list[Unit]:
    """Return living units, each once; BadInput if one is eliminated or removed."""
    found = [existing_row(session, Unit, unit_id) for unit_id in dict.fromkeys(unit_ids)]
    if gone := next((unit for unit in found if unit.fate is not Fate.ALIVE), None):
        raise BadInput(f"{gone.name} is {gone.fate.value}.", where)
    return found


def existing_shot(session: Session, shot_id: int) -> SfShot:
    """Return a shot of the running battle; BadInput if there is none with this key."""
    return numbered(session, SfShot, shot_id, "shot")


def check_due(act: Act, session: Session, shot: SfShot, step: AttackStep) -> None:
    """Refuse a step that comes too early; one that was taken may be entered again."""
    order, done = order_of(session, shot), steps_done(session, shot)
    if step not in done:
        heed(act, may_take(step, done, order), session, shot.weapon)


def next_words(session: Session, shot: SfShot) -> str:
    """Return what is due next, such as "Next: hit or miss."; "" after the last step."""
    step = next_step(session, shot)
    if step is None:
        return ""
    # The step's own words ask about flame, which matters to a vaporshock only (12-44).
    if step is AttackStep.LANDING and shot.warhead != VAPORSHOCK:
        return "Next: where it lands."
    return f"Next: {step.value.rstrip('?')}."
