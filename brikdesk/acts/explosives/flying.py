"""Projectiles that fly on: 12" at the start of each turn of their player (8.4-10)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.reckoning import Length, whole_inches
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.flight import FrozenAttack, fly_on
from brikdesk.store.act import reader
from brikdesk.store.journal.origins import made_by
from brikdesk.store.lines import Kind, Outcome, Sum, line
from brikdesk.store.tables import Projectile
from brikdesk.text import said_of
from brikdesk.turns.brikwars.explosives import FLIGHT
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Preview


def frozen_attack(flight: Projectile) -> FrozenAttack:
    """Read what was fixed at launch (Q8-32)."""
    frozen = reader(FrozenAttack).validate_python(flight.frozen)
    assert isinstance(frozen, FrozenAttack)
    return frozen


def flown(session: Session, flight: Projectile, now: float) -> tuple[Sum, ...]:
    """Return the sum of the inches flown up to `now`; call it before they are written."""
    old = Length("Before", flight.travelled, "8.4-09", made_by(session, flight, "travelled"))
    leg = Length("This turn", now - flight.travelled, "8.4-10")
    return whole_inches("Flown", now, old, leg)


def check_flies_now(act: StepAct, session: Session, flight: Projectile) -> None:
    """Refuse a second leg in one turn, and a leg in another player's turn (8.4-10)."""
    why = f"{said_of(flight.name, 'does')} not fly on now: it has flown, or it is not its player's turn."
    act.refuse_if(not FLIGHT.strikes(session, flight), "8.4-10", why, session)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlyOn(StepAct):
    """A projectile flies a further 12" at the start of its player's turn (8.4-10)."""

    projectile_id: int

    @property
    def key(self) -> str:
        """The key of this step in the queue."""
        return f"flight-{self.projectile_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a leg that is not due."""
        check_flies_now(self, session, existing_row(session, Projectile, self.projectile_id))

    def examine(self, session: Session) -> Preview:
        """Return a preview that asks for nothing."""
        flight = existing_row(session, Projectile, self.projectile_id)
        leg = fly_on(flight.travelled, flight.distance)
        return Preview(
            summary=f"{flight.name}: {in_inches(leg.travelled)} of {in_inches(flight.distance)}."
        )

    def settle(self, session: Session) -> Outcome:
        """Move it on; refused if it arrives in this leg: then it lands (`Land`)."""
        flight = existing_row(session, Projectile, self.projectile_id)
        leg = fly_on(flight.travelled, flight.distance)
        self.refuse_if(
            leg.arrives,
            "8.4-11",
            f"{said_of(flight.name, 'reaches')} its X now and makes its roll.",
            session,
        )
        sums = flown(session, flight, leg.travelled)
        flight.travelled = leg.travelled
        flight.flown_turn_id = turn_now(session).id
        session.add(flight)
        words = line(
            Kind.AIR, said_of(flight.name, "flies on."),
            f"Now {in_inches(leg.travelled)} of {in_inches(flight.distance)}.",
            rule="8.4-10", player_id=flight.player_id, unit_id=flight.unit_id, step=self.key,
            sums=sums,
        )  # fmt: skip
        return Outcome(said_of(flight.name, "flies on"), (words,))
