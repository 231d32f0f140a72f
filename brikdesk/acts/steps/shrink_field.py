"""A Field made by an Explosive loses 1" at each turn start of its player (8.4-44, F.1-04)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.asking import ask, unanswered
from brikdesk.acts.fields.fields import resize_field
from brikdesk.acts.rows import existing_row
from brikdesk.acts.step import StepAct
from brikdesk.rules.brikwars.hazards.fields import Shrunk, dice_remover, shrink
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Field
from brikdesk.text import said_of
from brikdesk.turns.brikwars.hazards import FIELD
from brikdesk.turns.sequence import player_name, turn_now
from brikdesk.turns.steps import Choice, Option, Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class ShrinkField(StepAct):
    """Make a Field 1" smaller.

    Choices `removed-0`, `removed-1` ... name the dice that it can no longer hold (QF-19).
    """

    field_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"field-{self.field_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it a second time in one turn, and in another player's turn (Q8-58)."""
        field = existing_row(session, Field, self.field_id)
        why = f"{said_of(field.name, 'does')} not shrink now."
        self.refuse_if(not FIELD.strikes(session, field), "8.4-44", why, session)

    def examine(self, session: Session) -> Preview:
        """Ask which dice go, if different ones could."""
        field = existing_row(session, Field, self.field_id)
        choices = self._choices(session, field)
        waiting = unanswered(choices)
        if waiting:
            return Preview(choices=choices, waiting=waiting)
        after = self._after(field, choices)
        size = "is gone" if after.gone else f'is now {after.field_size}"'
        return Preview(choices=choices, summary=f"{field.name} {size}.")

    def _choices(self, session: Session, field: Field) -> tuple[Choice, ...]:
        chooser = dice_remover(field.player_id, house_of(session, BrikWarsHouse).hd_removal_chooser)
        prompt = f"{player_name(session, chooser)} removes a die:"
        left, choices = list(field.dice), []
        for number in range(shrink(field.size, field.dice).to_choose):
            options = tuple(Option(die, die) for die in dict.fromkeys(left))
            removed = ask(self.choices, f"removed-{number}", prompt, chooser, options)
            choices.append(removed)
            if removed.chosen is not None:
                # The same die is offered again only if the Field has another one like it.
                left.remove(removed.chosen)
        return tuple(choices)

    def _after(self, field: Field, choices: tuple[Choice, ...]) -> Shrunk[str]:
        gone = tuple(choice.chosen for choice in choices if choice.chosen is not None)
        return shrink(field.size, field.dice, chosen=gone)

    def settle(self, session: Session) -> Outcome:
        """Write what is left, or remove the Field at 0"."""
        field = existing_row(session, Field, self.field_id)
        after = self._after(field, self._choices(session, field))
        field.shrunk_turn_id = turn_now(session).id
        lines = resize_field(
            session, field, after.field_size, after.dice, after.removed, "8.4-44", self.key
        )
        return Outcome(lines[0].lead.rstrip("."), tuple(lines))
