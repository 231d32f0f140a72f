"""A unit Disengages from its opponents, who answer with Counterstrikes or let it go (5.2-33)."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from brikdesk.acts.asking import ask
from brikdesk.acts.heed import heed
from brikdesk.acts.parted import (
    has_disengaged,
    maneuvers_of,
    note_maneuver,
    partings_of,
)
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.step import StepAct
from brikdesk.acts.unit_now import MINIFIGS, free_hands_now, kinds_of
from brikdesk.acts.units.engaging import end_engagements, foes_of, grabs_of, hands_of, is_grabbed
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.disengaging import (
    MOST_COUNTERSTRIKES,
    gets_away,
    may_counterstrike,
    may_disengage,
)
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.tables import Fate, Parting, StateKind, Unit
from brikdesk.turns.brikwars.close_combat import ready_to_strike
from brikdesk.turns.sequence import order_of_turns, stamp_now, turn_now
from brikdesk.turns.steps import Option, Preview

_IDLE = (
    Option("nothing", "Nothing", "it counts as Disengaging"),
    Option("engaged", "It Engaged", "it was only not noted"),
)
_ANSWERS = (Option("go", "It lets it go", "no Counterstrike"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage(StepAct):
    """A unit Disengages in its turn; those of its opponents who can may Counterstrike (5.2-33).

    `stays_with` are opponents whose reach it does not leave: with them it stays engaged (5.2-36).
    `idle`: it has done nothing in its Close Combat and stays where it is, which counts as
    Disengaging (5.2-16).
    """

    unit_id: int
    stays_with: tuple[int, ...] = ()
    idle: bool = False

    @property
    def key(self) -> str:
        """The key of the step that waits for an idle unit."""
        return f"idle-{self.unit_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it to a unit that is engaged with nobody, lies down, or holds an opponent."""
        unit = alive(session, self.unit_id)
        turn = turn_now(session)
        held = kinds_of(session, unit)
        no = may_disengage(
            own_turn=unit.player_id == turn.player_id,
            engaged=StateKind.ENGAGED in held,
            grabbing=bool(grabs_of(session, unit)),
            disrupted=StateKind.DISRUPTED in held,
            again=bool(partings_of(session, unit)),
            engages=bool(maneuvers_of(session, unit)),
        )
        heed(self, no, session, unit.name)
        foes = {foe.id for foe in foes_of(session, unit)}
        if stranger := next((each for each in self.stays_with if each not in foes), None):
            raise BadInput(
                f"{alive(session, stranger).name} is not engaged with {unit.name}.", "stays_with"
            )

    def examine(self, session: Session) -> Preview:
        """Say who may strike back; ask first whether an idle unit really was idle."""
        unit = alive(session, self.unit_id)
        if self.idle:
            choice = ask(self.choices, "idle", f"What did {unit.name} do in its Close Combat?",
                            unit.player_id, _IDLE)  # fmt: skip
            if choice.chosen is None:
                return Preview(choices=(choice,), waiting=choice.prompt)
            if choice.chosen == "engaged":
                return Preview(choices=(choice,), summary=f"{unit.name} has Engaged.")
            return Preview(choices=(choice,), summary=self._says(session, unit))
        return Preview(summary=self._says(session, unit))

    def _says(self, session: Session, unit: Unit) -> str:
        names = [foe.name for foe in foes_of(session, unit) if _can_answer(session, foe)]
        who = " ".join(filter(None, (_may(names), "Three at most." if len(names) > 3 else "")))
        return f"{unit.name} Disengages. {who}"

    def settle(self, session: Session) -> Outcome:
        """Note from whom it parts; who can answer has a step, in the opponents' order (A5-48)."""
        unit = alive(session, self.unit_id)
        if self.idle and self.choices.get("idle") == "engaged":
            note_maneuver(session, unit, "unnoted")
            words = line(
                Kind.RULING, f"{unit.name} has Engaged.", "It was not noted.",
                rule="5.2-16", player_id=unit.player_id, unit_id=unit.id, step=self.key,
            )  # fmt: skip
            return Outcome(f"{unit.name} has Engaged", (words,))
        # Of an earlier turn, from which nobody can strike back any more.
        for row in session.exec(select(Parting).where(Parting.unit_id == unit.id)):
            session.delete(row)
        names = []
        for foe in _in_order(session, foes_of(session, unit)):
            answers = _can_answer(session, foe)
            names += [foe.name] if answers else []
            session.add(
                Parting(
                    unit_id=unit.id or 0,
                    foe_id=foe.id or 0,
                    turn_id=turn_now(session).id or 0,
                    waits=answers,
                    # One that was idle parts from nobody: it only may be struck.
                    leaves=not self.idle and foe.id not in self.stays_with,
                )
            )
        session.flush()
        does = "has done nothing in its Close Combat." if self.idle else "Disengages."
        first = line(
            Kind.STATE, f"{unit.name} {does}", _may(names), rule="5.2-16" if self.idle else "5.2-33",
            player_id=unit.player_id, unit_id=unit.id, step=self.key if self.idle else "",
        )  # fmt: skip
        return Outcome(f"{unit.name} Disengages", (first, *_part_if_answered(session, unit)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgoCounterstrike(StepAct):
    """An opponent lets a unit go that Disengages, and makes no Counterstrike (5.2-33)."""

    parting_id: int

    @property
    def key(self) -> str:
        """The key of the step that waits for the Counterstrike."""
        return f"counterstrike-{self.parting_id}"

    def check_waiting(self, session: Session) -> None:
        """Refuse it where no Counterstrike is to come."""
        if not existing_row(session, Parting, self.parting_id).waits:
            raise BadInput("That Counterstrike has been made or forgone.", "parting_id")

    def examine(self, session: Session) -> Preview:
        """Ask for the answer: it lets the other one go, or Counterstrikes by an attack."""
        row = existing_row(session, Parting, self.parting_id)
        foe = session.get_one(Unit, row.foe_id)
        choice = ask(self.choices, "answer", f"What does {foe.name} do?", foe.player_id, _ANSWERS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=choice.prompt)
        return Preview(choices=(choice,), summary=self._words(session))

    def settle(self, session: Session) -> Outcome:
        """Note it; after the last answer the unit has Disengaged."""
        words = self._words(session)
        row = existing_row(session, Parting, self.parting_id)
        foe = session.get_one(Unit, row.foe_id)
        row.waits = False
        session.add(row)
        session.flush()
        unit = session.get_one(Unit, row.unit_id)
        first = line(
            Kind.STATE, words, "No Counterstrike.",
            rule="5.2-33", player_id=foe.player_id, unit_id=foe.id, step=self.key,
        )  # fmt: skip
        return Outcome(words[:-1], (first, *_part_if_answered(session, unit)))

    def _words(self, session: Session) -> str:
        row = existing_row(session, Parting, self.parting_id)
        foe, unit = session.get_one(Unit, row.foe_id), session.get_one(Unit, row.unit_id)
        return f"{foe.name} lets {unit.name} go."


def _can_answer(session: Session, foe: Unit) -> bool:
    """Return whether an opponent can make a Counterstrike now (5.2-33)."""
    hands = 1
    if foe.kind in MINIFIGS:
        _, used, bound = hands_of(session, foe)
        hands = free_hands_now(session, foe) - used - bound
    return foe.fate is Fate.ALIVE and may_counterstrike(
        disrupted=StateKind.DISRUPTED in kinds_of(session, foe),
        weapons=len(ready_to_strike(session, foe.id, stamp_now(session))),
        hands=hands,
    )


def struck_back(session: Session, foe: Unit, unit: Unit) -> list[Line]:
    """Note a Counterstrike; after the third nobody else has one, after the last it has parted.

    No lines for one that answers another maneuver, by house rule (A5-01).
    """
    partings = partings_of(session, unit)
    if not any(row.foe_id == foe.id and row.waits for row in partings):
        return []
    for row in partings:
        if row.foe_id == foe.id:
            row.waits, row.struck = False, True
            session.add(row)
    if sum(row.struck for row in partings) >= MOST_COUNTERSTRIKES:
        for row in partings:
            row.waits = False
            session.add(row)
    session.flush()
    return _part_if_answered(session, unit)


def _part_if_answered(session: Session, unit: Unit) -> list[Line]:
    """End what a unit that has Disengaged leaves, once all Counterstrikes are over (5.2-34)."""
    if unit.fate is not Fate.ALIVE or not has_disengaged(session, unit):
        return []
    free = gets_away(
        grabbed=is_grabbed(session, unit), disrupted=StateKind.DISRUPTED in kinds_of(session, unit)
    )
    left = {row.foe_id for row in partings_of(session, unit) if row.leaves and free}
    end_engagements(session, unit, left)
    for row in partings_of(session, unit):
        row.inch = row.foe_id in left
        session.add(row)
    stays = [foe.name for foe in foes_of(session, unit)]
    where = "It leaves by an Angry Inch." if left else "It stays where it is."
    if stays:
        where += f" Still engaged with {', '.join(stays)}."
    rule = "5.2-36" if left else "5.2-37" if is_grabbed(session, unit) else "5.2-34"
    return [
        line(
            Kind.STATE, f"{unit.name} has Disengaged.", where,
            rule=rule, player_id=unit.player_id, unit_id=unit.id,
        )
    ]  # fmt: skip


def _may(names: Sequence[str]) -> str:
    if not names:
        return "Nobody can Counterstrike."
    return f"{', '.join(names)} may Counterstrike."


def _in_order(session: Session, foes: Sequence[Unit]) -> list[Unit]:
    """Return opponents in the order of their owners' turns, from the next one on (A5-48)."""
    coming = order_of_turns(session, turn_now(session))
    places = {player_id: place for place, player_id in enumerate(coming)}
    # Those of nobody come last.
    return sorted(foes, key=lambda foe: places.get(foe.player_id or 0, len(places)))
