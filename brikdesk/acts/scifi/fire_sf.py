"""Firing a Sci-fi weapon: once, with every barrel, or two out of a pod, at one target or more."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.rows import alive
from brikdesk.acts.scifi.as_fired import SfAim, capability_of
from brikdesk.acts.scifi.power import pay_power
from brikdesk.acts.scifi.shooting import shoot
from brikdesk.acts.scifi.telling import FiredWeapon
from brikdesk.acts.scifi.typed import began_for, there, weapon_and_unit
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.convergence import Use
from brikdesk.store.act import Act
from brikdesk.store.lines import Line, Outcome
from brikdesk.store.scifi_rows import shots_now, state_of, weapon_of
from brikdesk.store.tables import SfWeapon, Unit
from brikdesk.turns.sequence import turn_now

MOST_ATTACKS = 100
"""Attacks that one act can hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireSf(Act):
    """Fire a weapon, one attack for each aim: barrels of a group, projectiles of a pod.

    Of a weapon with several, `capability` names the one that is fired (12-32). Hit, penetration
    and damage are entered afterwards, for the shot that each attack makes. `use` and `spotter_id`
    are for indirect fire; `same_initiative` is off if a pod's second projectile comes later (S-11).
    """

    sf_weapon_id: int
    aims: tuple[SfAim, ...] = (SfAim(),)
    capability: str = ""
    use: Use = Use.DIRECT
    spotter_id: int | None = None
    same_initiative: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Carry out the attacks in their order; if one is refused, all are."""
        row, unit = weapon_and_unit(session, self.sf_weapon_id)
        turn_now(session)
        there(unit)
        if not 1 <= len(self.aims) <= MOST_ATTACKS:
            raise BadInput("Say at what it fires, once for each attack.", "aims")
        self._check_enough(session, row, unit)
        power = [line for _ in self.aims for line in pay_power(self, session, row, unit)]
        divides = self._divides(session, row, unit)
        lines = [self._attack(session, row, unit, aim, divides) for aim in self.aims]
        times = f" {len(lines)} times" if len(lines) > 1 else ""
        return Outcome(f"{unit.name} fires {row.name}{times}", (*lines, *power))

    def _check_enough(self, session: Session, row: SfWeapon, unit: Unit) -> None:
        """Refuse more attacks than there are rounds left, before the first takes one (12-60)."""
        state = state_of(session, row, began_for(session, unit))
        store = state.stores.get(self.capability)
        few = store is not None and bool(store.loads) and 0 < store.remaining < len(self.aims)
        left = store.remaining if store else 0
        is_left = "1 is" if left == 1 else f"{left} are"
        why = f"{unit.name}, {row.name}: {is_left} left, not {len(self.aims)}."
        self.refuse_if(few, "12-60", why, session)

    def _divides(self, session: Session, row: SfWeapon, unit: Unit) -> bool:
        """Return whether the weapons of a group fire at different targets in this turn (12-55)."""
        fired = shots_now(session, row, began_for(session, unit))
        aimed = [(aim.target_id, "" if aim.target_id else aim.target) for aim in self.aims]
        aimed += [(shot.target_id, "" if shot.target_id else shot.target) for shot in fired]
        return len(set(aimed)) > 1

    def _attack(
        self, session: Session, row: SfWeapon, unit: Unit, aim: SfAim, divides: bool
    ) -> Line:
        spotter = alive(session, self.spotter_id) if self.spotter_id is not None else None
        attack = FiredWeapon(
            row=row,
            unit=unit,
            capability=capability_of(weapon_of(row), self.capability),
            aim=aim,
            use=self.use,
            spotter=spotter,
            same_initiative=self.same_initiative,
            divides=divides,
        )
        return shoot(self, session, attack)[1]
