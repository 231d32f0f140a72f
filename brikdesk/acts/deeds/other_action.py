"""Any other Action: a task with a name and a Use rating (4.2-06 to 4.2-25)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.deeds.action_throw import FLAIR, ActionThrow, in_percent
from brikdesk.acts.rows import alive
from brikdesk.acts.step import StepAct
from brikdesk.acts.unit_now import check_other_action, take_action
from brikdesk.acts.units.facts import whole
from brikdesk.acts.units.slipping import fall, slips
from brikdesk.dice import action_kind
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.using import (
    DIFFICULTIES,
    USUAL_USE,
    is_trivial,
    succeeds,
    use_chance,
)
from brikdesk.store.house import house_of
from brikdesk.store.lines import REFEREE, Dice, Kind, Line, Outcome, Term, Tone, line
from brikdesk.store.tables import Unit
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import DieWords, Option, Preview

HIGHEST_USE = 99
LARGEST_MODIFIER = 99

ROLL = Option("roll", "+1d6 on the Action Roll")


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherAction(StepAct):
    """A unit spends its Action on a task: an Action Roll against its Use, 0 for a trivial one.

    `modifier` is added to the roll for the reason `why`. `outcome` are words for the log: what
    follows from success or failure (4.2-07).

    Faces: the Action die, then the Benny's die with its Bonus Dice. Choices: `benny` (roll, flair),
    and with flair the words of `flair`.
    """

    unit_id: int
    name: str
    use: int = USUAL_USE
    modifier: int = 0
    why: str = ""
    outcome: str = ""

    @property
    def key(self) -> str:
        """The key of this step, which never stands in a queue."""
        return f"action-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse a unit that has no Action left, or cannot act."""
        turn_now(session)
        check_other_action(self, session, alive(session, self.unit_id))

    def examine(self, session: Session) -> Preview:
        """Ask for the Action die, unless the task is trivial, and for what a Benny is spent on."""
        unit, name, use = self._task(session)
        throw = self._throw(session, unit, use)
        if throw is None:
            return Preview(summary=f"{unit.name}: {name}. It works, no roll is needed.")
        summary = ""
        words: tuple[DieWords, ...] = ()
        if throw.roll:
            summary = f"{unit.name}: {name}. {_comes(throw, use)}"
            words = (DieWords(0, _tone(throw, use), f"{throw.roll.total} against Use {use}."),)
        return Preview(
            dice=tuple(throw.throw.asked),
            owed=throw.throw.owed,
            words=words,
            choices=tuple(throw.choices),
            waiting=f"{throw.waiting} {_chance(session, throw, use)}" if throw.waiting else "",
            summary=summary,
        )

    def settle(self, session: Session) -> Outcome:
        """Spend the Action; a Critical Failure in a Slippery Field makes the unit fall (F.1-54)."""
        unit, name, use = self._task(session)
        throw = self._throw(session, unit, use)
        slipping = bool(throw and throw.roll and throw.roll.critical_failure)
        slipping = slipping and slips(session, unit)
        entry = self._line(session, unit, name, use, throw)
        take_action(session, unit)
        lines = [entry, *([fall(session, unit, self.key)] if slipping else [])]
        return Outcome(f"{unit.name}: {name}", tuple(lines))

    def _task(self, session: Session) -> tuple[Unit, str, int]:
        unit = alive(session, self.unit_id)
        whole(self.modifier, "modifier", -LARGEST_MODIFIER, LARGEST_MODIFIER)
        if self.modifier and not self.why.strip():
            raise BadInput("Say what it is added for.", "why")
        use = whole(self.use, "use", most=HIGHEST_USE)
        if not unit.action_die and not is_trivial(use):
            raise BadInput(f"{unit.name} has no Action die.", "unit_id")
        return unit, text.name(self.name), use

    def _throw(self, session: Session, unit: Unit, use: int) -> ActionThrow | None:
        """Return the roll; None for a trivial task, which needs none (4.2-08)."""
        if is_trivial(use):
            return None
        kind = action_kind(unit.action_die, house=house_of(session, BrikWarsHouse).dice)
        terms = (Term(text.note(self.why), self.modifier, REFEREE),) if self.modifier else ()
        offers, bought = (ROLL, FLAIR), (ROLL.value,)
        return ActionThrow(session, self, unit, kind, offers=offers, bought=bought, terms=terms)

    def _line(
        self, session: Session, unit: Unit, name: str, use: int, throw: ActionThrow | None
    ) -> Line:
        follows = text.note(self.outcome, "outcome")
        if throw is None or throw.roll is None:
            words = f"{name}. It works, no roll is needed. {follows}".strip()
            return line(
                Kind.UNIT, f"{unit.name}:", words,
                rule="4.2-08", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            )  # fmt: skip
        flair = f"The Benny: {throw.flair}." if throw.flair else ""
        said = (_comes(throw, use), _chance(session, throw, use), flair, follows)
        return line(
            Kind.UNIT, f"{unit.name}:", f"{name}.", Dice(throw.roll.dice),
            " ".join(filter(None, said)),
            rule="4.2-06", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            sums=(throw.sum("Action Roll", throw.roll.total, "4.2-06"),),
        )  # fmt: skip


def _comes(throw: ActionThrow, use: int) -> str:
    assert throw.roll
    hard = f" ({DIFFICULTIES[use]})" if use in DIFFICULTIES else ""
    works = "it works" if succeeds(throw.roll, use) else "it fails"
    why = ", a Critical Failure" if throw.roll.critical_failure else ""
    return f"= {throw.roll.total} against Use {use}{hard}: {works}{why}."


def _chance(session: Session, throw: ActionThrow, use: int) -> str:
    chance = use_chance(throw.pool, use, house=house_of(session, BrikWarsHouse).dice)
    return f"The chance was {in_percent(float(chance))}."


def _tone(throw: ActionThrow, use: int) -> Tone:
    return Tone.OK if throw.roll and succeeds(throw.roll, use) else Tone.DANGER
