"""The question at the start of a turn whether a homing gun or its target has moved (8.5-17)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.units.leaving import homing_sum
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Homing, Unit, Weapon
from brikdesk.turns.sequence import player_name, stamp_now, turn_now
from brikdesk.turns.steps import Option, Preview

_OPTIONS = (
    Option("neither", "Neither has moved", "the bonus stays"),
    Option("weapon", "The gun moved", "the bonus is lost"),
    Option("target", "The target moved", "the bonus is lost"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepHoming(StepAct):
    """Keep a homing bonus, or lose it because the gun or its target has moved.

    Choice `moved`: "neither", "weapon" or "target".
    """

    homing_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"homing-{self.homing_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse to ask twice in one turn."""
        homing = existing_row(session, Homing, self.homing_id)
        asked = homing.asked_turn_id == stamp_now(session)
        why = "It was asked in this turn. Clear the bonus in the ledger if something moves."
        self.refuse_if(asked, "8.5-17", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask what has moved."""
        homing = existing_row(session, Homing, self.homing_id)
        asked = f"{player_name(session, homing.player_id)}, has either moved?"
        choice = ask(self.choices, "moved", asked, homing.player_id, _OPTIONS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=asked)
        kept = f"+{homing.bonus} on {homing.target} "
        return Preview(
            choices=(choice,),
            summary=kept + ("stays." if choice.chosen == "neither" else "is lost."),
        )

    def settle(self, session: Session) -> Outcome:
        """Keep the bonus for this turn, or lose it."""
        homing = existing_row(session, Homing, self.homing_id)
        weapon = session.get_one(Weapon, homing.weapon_id)
        gun = session.get_one(Unit, weapon.unit_id)
        moved = self.choices["moved"]
        sums = (homing_sum(session, homing),)
        if moved == "neither":
            # Without this stamp the step would wait on: the bonus itself does not change.
            homing.asked_turn_id = turn_now(session).id
            session.add(homing)
            lead, words, rule = "keeps", "Neither gun nor target moved.", "8.5-15"
        else:
            session.delete(homing)
            mover = "The gun" if moved == "weapon" else homing.target
            lead, words, rule = "loses", f"{mover} moved.", "8.5-17"
        entry = line(
            Kind.HOMING, f"{gun.name} {lead} +{homing.bonus} on {homing.target}.", words,
            rule=rule, player_id=homing.player_id, unit_id=gun.id, step=self.key, sums=sums,
        )  # fmt: skip
        return Outcome(f"{gun.name} {lead} its homing bonus", (entry,))
