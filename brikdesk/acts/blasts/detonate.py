"""An Explosive goes off where it is: at the end of a turn, or at once (8.4-13 to 8.4-30)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import unanswered
from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.attack.event import Event, lying_explosion
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.acts.attack.results import Results
from brikdesk.acts.attack.victims import rolled_blasts, victim_lines, waiting_for
from brikdesk.acts.explosives.explosion import BlastRoll
from brikdesk.acts.rows import existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.rules.brikwars.explosives.stability import attacker_of
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Explosive, ExplosiveState
from brikdesk.text import said_of
from brikdesk.turns.sequence import turn_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Detonate(ExplodingStep):
    """Make the Damage Roll of an Explosive on the table; it is spent.

    It may go off at any time, whatever its state. Faces: the Damage dice with their Bonus Dice,
    then the POP and Armor dice of everybody `caught` within its reach. Choices: `tie-0` ... say
    which of equally high dice leaves first (8.4-42), `bad-12` is Something Bad for unit 12.
    """

    explosive_id: int

    @property
    def key(self) -> str:
        """The key of this step in the queue."""
        return f"detonate-{self.explosive_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse an Explosive that has gone off (8.4-24)."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        spent = explosive.state is ExplosiveState.SPENT
        self.refuse_if(
            spent, "8.4-24", f"{said_of(explosive.name, 'has')} gone off already.", session
        )

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the Damage dice, then for the order of ties."""
        event = self._event(session)
        owed, blast = event.throw.owed, event.explosions[0].blast
        choices = tuple(event.asked)
        return ExplosionPreview(
            dice=tuple(event.throw.asked),
            owed=owed,
            choices=choices,
            waiting=waiting_for(event.throw, event) or unanswered(choices),
            summary=self._summary(session, blast) if blast else "",
            bands=blast.rows if blast else (),
            victims=victim_lines(event),
            blasts=rolled_blasts(event),
        )

    def _event(self, session: Session) -> Event:
        """Let it go off as far as dice and choices are known."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        attacker = self._attacker(session, explosive)
        event = Event(session, throw, self.choices, self.caught, attacker, [])
        key = f"detonation-{explosive.id}"
        event.explosions.append(lying_explosion(session, explosive, key, attacker))
        if event.explode_all():
            event.armor()
        throw.done()
        return event

    def _attacker(self, session: Session, explosive: Explosive) -> int:
        """Return the player who counts as the attacker: decides ties, Fields shrink by (Q8-41)."""
        return attacker_of(
            explosive.causer_id,
            explosive.player_id,
            turn_now(session).player_id,
            premature_owner=house_of(session, BrikWarsHouse).premature_owner,
        )

    def _summary(self, session: Session, blast: BlastRoll) -> str:
        name = existing_row(session, Explosive, self.explosive_id).name
        if not blast.bands:
            return f"{said_of(name, 'deals')} no damage."
        return f'{said_of(name, "explodes")}: {blast.bands[0].damage} damage within 2".'

    def settle(self, session: Session) -> Outcome:
        """Let it explode: write what it does, and the Fields that it leaves."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        event = self._event(session)
        explosive.state = ExplosiveState.SPENT
        session.add(explosive)
        results = Results(event, self.key)
        lines = (*results.explosions(), *results.victims())
        return Outcome(said_of(explosive.name, "explodes"), lines)
