"""Corrections by hand of any value of a unit."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import existing_row
from brikdesk.acts.movement.going import check_spot, put
from brikdesk.acts.movement.on_the_way import spot_of
from brikdesk.acts.units.belongings import goes, passes_to, stands, take_away
from brikdesk.acts.units.facts import FACTS, _UnitFacts, checked, new_weight_class
from brikdesk.acts.units.roster import check_body
from brikdesk.acts.units.states import revive
from brikdesk.acts.who_may import in_battle
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Kind, Line, Outcome, outcome
from brikdesk.store.tables import Fate, Player, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class EditUnit(_UnitFacts):
    """Correct any value of a unit by hand; fields left None stay as they are.

    A change that counts in play is logged, as a ruling if a turn is running or a reason is typed.
    `unaligned` takes the unit from its player.
    """

    unit_id: int
    name: str | None = None
    size_damage: int | None = None
    grinding: int | None = None
    limbs_lost: tuple[str, ...] | None = None
    wounded: bool | None = None
    fate: str | None = None
    unaligned: bool = False
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the values that differ; BadInput if there is none to change."""
        unit = existing_row(session, Unit, self.unit_id)
        reason = text.note(self.reason, "reason")
        changes = self._changes(session, unit)
        self._check(session, unit, changes)
        title = f"Edit {unit.name}"
        # Before anything is written: the words and the title name the old values.
        words = [_words(session, unit, name, fact) for name, fact in changes.items()]
        quiet = {name for name in changes if name in FACTS and FACTS[name].quiet}
        loud = bool(reason or set(changes) - quiet)
        lines = self._write(session, unit, changes)
        if not changes or not loud:
            return Outcome(title, tuple(lines))
        kind = Kind.RULING if reason or in_battle(session) else Kind.UNIT
        said, lead = " ".join([*words, reason]).strip(), f"{unit.name} is changed."
        return outcome(kind, title, said, lead=lead, also=lines, of=unit)

    def _changes(self, session: Session, unit: Unit) -> dict[str, Any]:
        changes = checked(self, tuple(FACTS))
        if self.name is not None:
            changes["name"] = text.name(self.name)
        if self.unaligned:
            changes["player_id"] = None
        elif self.player_id is not None:
            changes["player_id"] = existing_row(session, Player, self.player_id).id
        if not changes:
            raise BadInput("Nothing to change is given.")
        if "armor" in changes and "weight_class" not in changes:
            rule = house_of(session, BrikWarsHouse).bw_weight_class_rule
            changes["weight_class"] = new_weight_class(
                unit.armor, unit.weight_class, changes["armor"], rule
            )
        return {name: fact for name, fact in changes.items() if fact != getattr(unit, name)}

    def _check(self, session: Session, unit: Unit, changes: dict[str, Any]) -> None:
        size = changes.get("size", unit.size)
        if set(changes) & {"armor", "size", "half_power"}:
            armor = changes.get("armor", unit.armor)
            half_power = changes.get("half_power", unit.half_power)
            check_body(self, session, unit.name, armor, size, half_power)
        # Size 0" takes 1" of Size Damage to be destroyed (OF-52).
        if changes.get("size_damage", 0) > max(1, size):
            raise BadInput(f'{unit.name} has a Size of {size}".', "size_damage")

    def _write(self, session: Session, unit: Unit, changes: dict[str, Any]) -> list[Line]:
        # `passes_to`, `revive` and `take_away` write these, with all that comes or goes with them.
        lines: list[Line] = []
        if "player_id" in changes:
            lines += passes_to(session, unit, changes["player_id"])
        for name, fact in changes.items():
            if name not in ("fate", "player_id", "x", "y"):
                setattr(unit, name, fact)
        session.add(unit)
        lines += self._put(session, unit, changes)
        if "fate" not in changes:
            return lines
        if changes["fate"] is Fate.ALIVE:
            revive(session, unit)
            return lines
        return [*lines, *take_away(session, unit, changes["fate"])]

    def _put(self, session: Session, unit: Unit, changes: dict[str, Any]) -> list[Line]:
        """Write where it stands, with all that this means, or how much room it takes there."""
        x, y = changes.get("x", unit.x), changes.get("y", unit.y)
        if x is None or y is None:
            was = stands(unit)
            unit.x, unit.y = x, y
            return goes(session, unit, was)
        if set(changes) & {"x", "y", "size"}:
            return put(self, session, unit, (x, y))
        if "airborne" in changes:
            check_spot(self, session, unit, spot_of(unit))
        return []


def _words(session: Session, unit: Unit, name: str, fact: Any) -> str:
    old = getattr(unit, name)
    if name == "player_id":
        return f"Player {_side(session, old)} becomes {_side(session, fact)}."
    if name == "notes":
        return "Notes are new."
    label = text.opening(name.replace("_", " "))
    return f"{label} {_spoken(old)} becomes {_spoken(fact)}."


def _side(session: Session, player_id: int | None) -> str:
    return session.get_one(Player, player_id).faction if player_id else "nobody"


def _spoken(fact: Any) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    if isinstance(fact, Enum):
        return str(fact.value)
    if isinstance(fact, float):
        return f"{fact:g}"
    if isinstance(fact, list):
        return ", ".join(word.replace("_", " ") for word in fact) or "none"
    return "none" if fact in (None, "") else str(fact)
