"""The Parries of an attack as they are rolled: which hit each one meets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlmodel import Session

from brikdesk.acts.attack.decisions import Decisions
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.modifiers import parry_rows
from brikdesk.acts.attack.parries import (
    Guard,
    Parried,
    guards_of,
    line_of,
    parry_for,
    parry_roll,
    parry_terms,
)
from brikdesk.acts.attack.preview import ModifierLine, ParryLine
from brikdesk.acts.attack.shots import Shot
from brikdesk.acts.throwing import Throw
from brikdesk.rules.brikwars.attacks.parrying import ParryWith, loses_object
from brikdesk.store.tables import Unit, Weapon

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack


class Guarding:
    """The Parries of one attack; `done` are those that are rolled."""

    def __init__(
        self, act: "Attack", session: Session, throw: Throw, decide: Decisions, melee: Melee
    ) -> None:
        self.act, self.session, self.throw = act, session, throw
        self.decide, self.melee = decide, melee
        self.guards = guards_of(session, act.parries)
        self.done: list[Parried] = []
        self.taken: set[int] = set()

    @property
    def rolled(self) -> set[int]:
        """The numbers of the Parries that were rolled, or taken against an explosion."""
        return {each.guard.number for each in self.done} | self.taken

    def declared(self, unit: Unit) -> Weapon | None:
        """Take the Shield with which a unit parries what strikes it besides the shots (5.2-51)."""
        for guard in self.guards:
            free = guard.unit.id == unit.id and guard.number not in self.rolled
            if free and guard.held is ParryWith.SHIELD and guard.weapon is not None:
                self.taken.add(guard.number)
                return guard.weapon
        return None

    @property
    def lost(self) -> frozenset[int]:
        """The objects that Parries of this attack have lost already (5.2-47)."""
        return frozenset(
            each.guard.weapon.id or 0
            for each in self.done
            if each.guard.weapon
            and loses_object(each.guard.held, critical_failure=each.roll.critical_failure)
        )

    def against(self, shot: Shot) -> Guard | None:
        """Return the Parry that meets this shot if it hits."""
        return parry_for(shot, self.guards, self.rolled, self.act.overruled)

    def meet(self, shot: Shot) -> bool:
        """Roll the Parry that meets a hit, if there is one; false while a die of it is missing."""
        guard = self.against(shot)
        if guard is None:
            return True
        rows = self.rows(guard, shot)
        parried = parry_roll(self.session, self.throw, self.decide, shot, guard, rows)
        if parried is None:
            return False
        shot.parry, shot.cancelled = parried.rolled.levels, shot.maneuver and parried.made
        self.done.append(parried)
        return True

    def rows(self, guard: Guard, shot: Shot) -> tuple[ModifierLine, ...]:
        """Return the modifiers of one Parry."""
        known = parry_terms(self.session, shot, guard, self.melee)
        return parry_rows(known, self.act.changes, self.act.extras)

    def shown(self, shots: Sequence[Shot]) -> list[tuple[ParryLine, tuple[ModifierLine, ...]]]:
        """Show every Parry with its modifiers, also those that nothing has called for yet."""
        made = []
        for guard in self.guards:
            parried = next((each for each in self.done if each.guard is guard), None)
            shot = parried.shot if parried else self._foreseen(guard, shots)
            rows = self.rows(guard, shot) if shot else ()
            made.append((line_of(guard, rows, parried), rows))
        return made

    def _foreseen(self, guard: Guard, shots: Sequence[Shot]) -> Shot | None:
        able = [shot for shot in shots if parry_for(shot, [guard], (), self.act.overruled)]
        return able[0] if able else None
