"""States of units, set and cleared by the referee (4.1, 4.2-26, 5.1)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.heed import heed
from brikdesk.acts.lasting import (
    ENDINGS,
    ICONS,
    begin_state,
    clock_of,
    let_go,
    state_line,
    stay_stopped,
    wound_mortally,
)
from brikdesk.acts.rows import alive, existing_row
from brikdesk.acts.unit_now import begin_full_turn
from brikdesk.acts.units.activities import drop_burden
from brikdesk.acts.units.engaging import PAIRS, end_grabs, engage, grab, grabs_of, pairs_of
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.attacks.close_attacks import may_leave
from brikdesk.rules.brikwars.hazards.exposure import may_hold_breath
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.states import may_drown
from brikdesk.rules.clocks import Clock, Edge
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Outcome, line
from brikdesk.store.tables import Player, State, StateKind, Unit
from brikdesk.turns.sequence import turn_now

ENDS_BY_RULE = frozenset({
    StateKind.DISRUPTED, StateKind.FULL_TURN, StateKind.MORTALLY_WOUNDED, StateKind.DROWNING,
    StateKind.ENGAGED, StateKind.GRABBED, StateKind.INCAPACITATED,
})  # fmt: skip
"""States with which no player's turn ends: what follows on them comes by their own rules alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetState(Act):
    """Put a unit in a state, which ends by the clock of its kind or, if `lasting`, when cleared.

    A full-turn Action is refused if the unit cannot begin one, and spends its Action (4.2-26).
    `Other` needs a `cause` that says what it is; it ends with the running turn. With `ends_with_id`
    a state ends at the `edge` of the next turn of that player, unless its end is more than an end
    (`ENDS_BY_RULE`). `with_id` is the unit that it is engaged with, or Grabbed by.
    """

    unit_id: int
    kind: StateKind
    cause: str = ""
    lasting: bool = False
    ends_with_id: int | None = None
    edge: Edge = Edge.END
    with_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Begin the state; BadInput for Other without a cause."""
        unit = alive(session, self.unit_id)
        self._check_end()
        if self.with_id is not None or self.kind is StateKind.GRABBED:
            return self._with(session, unit)
        cause = text.name(self.cause, "cause") if self.cause.strip() else ""
        if self.kind is StateKind.OTHER and not cause:
            raise BadInput("Say in a few words what it is.", "cause")
        if self.kind is StateKind.INCAPACITATED:
            raise BadInput("A blast does that, by the Sci-fi rules: Incapacitate.", "kind")
        if self.kind is StateKind.MORTALLY_WOUNDED:
            words = wound_mortally(session, unit)
            return Outcome(f"{unit.name} is Mortally Wounded", (words,))
        self._check(session, unit)
        clock = self._clock(session, unit)
        begin_state(session, unit, self.kind, cause, lasting=self.lasting, clock=clock)
        # A grabber that is Disrupted lets go (A5-24), as it does in `disrupt`.
        freed = let_go(session, unit) if self.kind is StateKind.DISRUPTED else ""
        title = cause if self.kind is StateKind.OTHER else self.kind.value
        if self.lasting or self.ends_with_id is not None:
            ends = "Until it is cleared." if self.lasting else self._ends_with(session)
            words = line(
                ICONS.get(self.kind, Kind.STATE), f"{unit.name}: {title}.",
                f"{cause}. {ends}" if cause and title != cause else ends,
                rule="4.1-10", player_id=unit.player_id, unit_id=unit.id,
            )  # fmt: skip
        else:
            why = f"{text.opening(cause)}." if cause else ""
            words = state_line(unit, self.kind, f"{why} {freed}".strip())
        return Outcome(f"{unit.name}: {title}", (words,))

    def _with(self, session: Session, unit: Unit) -> Outcome:
        """Engage two units, or let one hold the other; BadInput if they are engaged already."""
        if self.with_id is None or self.kind not in PAIRS or self.with_id == self.unit_id:
            raise BadInput("Name who it is engaged with, or who holds it.", "with_id")
        other = alive(session, self.with_id)
        # A Grab engages the two as well, if they are not yet.
        lines = engage(session, unit, other)
        if self.kind is StateKind.GRABBED:
            lines.append(grab(session, other, unit))
        if not lines:
            raise BadInput(f"{unit.name} and {other.name} are engaged already.", "with_id")
        return Outcome(lines[-1].lead.rstrip("."), tuple(lines))

    def _check_end(self) -> None:
        if self.ends_with_id is None:
            return
        if self.kind in ENDS_BY_RULE and self.kind in ENDINGS:
            words = ENDINGS[self.kind].words
            raise BadInput(
                f"{self.kind.value.rstrip('!')}: {words} Leave out the player.", "ends_with_id"
            )
        if self.lasting:
            raise BadInput("It lasts until it is cleared, or ends with a turn: say one.", "lasting")

    def _check(self, session: Session, unit: Unit) -> None:
        if self.kind is StateKind.BREATH_HELD:
            able = may_hold_breath(unit.tags, surprised=False)
            why = f"{unit.name} is not alive and holds no breath."
            self.refuse_if(not able, "F.1-15", why, session)
        if self.kind is StateKind.DROWNING:
            light = house_of(session, BrikWarsHouse).bw_light_armor_drowns
            no = may_drown(unit.worn_armor, bw_light_armor_drowns=light)
            heed(self, no, session, unit.name)
        if self.kind is StateKind.FULL_TURN:
            begin_full_turn(self, session, unit)

    def _clock(self, session: Session, unit: Unit) -> Clock:
        if self.ends_with_id is None:
            return clock_of(session, unit, self.kind)
        player = existing_row(session, Player, self.ends_with_id)
        return Clock(player.id, self.edge, turn_now(session).id or 0)

    def _ends_with(self, session: Session) -> str:
        faction = existing_row(session, Player, self.ends_with_id).faction
        return f"Until the {self.edge.value} of a turn of {faction}."


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearState(Act):
    """Take a state off a unit before its clock strikes, or a lasting one."""

    state_id: int
    reason: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete the state."""
        state = existing_row(session, State, self.state_id)
        unit = session.get_one(Unit, state.unit_id)
        if state.with_id is not None:
            return self._apart(session, state, unit)
        what = state.cause if state.kind is StateKind.OTHER else state.kind.value
        session.delete(state)
        session.flush()
        words = line(
            ICONS.get(state.kind, Kind.STATE), f"{unit.name}: {what} is over.",
            " ".join(filter(None, (text.note(self.reason, "reason"), _leaves(session, state, unit)))),
            rule="4.1-24", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name}: {what} is over", (words,))

    def _apart(self, session: Session, state: State, unit: Unit) -> Outcome:
        """End a Grab (5.2-29), or the engagement of both units with each other (5.2-07).

        The second is refused while the unit holds that opponent: it lets go first. Who wants to
        leave a fight that goes on Disengages instead.
        """
        other = session.get_one(Unit, state.with_id)
        why = text.note(self.reason, "reason")
        if state.kind is StateKind.GRABBED:
            lines = end_grabs(session, unit, why, "5.2-29", by=other.id)
            return Outcome(f"{other.name} lets go of {unit.name}", tuple(lines))
        holding = any(each.unit_id == other.id for each in grabs_of(session, unit))
        heed(self, may_leave(grabbing=holding), session, unit.name)
        for pair in pairs_of(session, unit, StateKind.ENGAGED):
            if other.id in (pair.unit_id, pair.with_id):
                session.delete(pair)
        words = line(
            Kind.STATE, f"{unit.name} and {other.name} are no longer engaged.", why,
            rule="5.2-07", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return Outcome(f"{unit.name} and {other.name} are no longer engaged", (words,))


def _leaves(session: Session, state: State, unit: Unit) -> str:
    """Return what the end of a state leaves behind: a Stop until the next own turn (A4-31).

    A Stop that lasts for this turn only is taken back as a mistake, and leaves nothing.
    """
    if state.kind is StateKind.DROWNING or (state.kind is StateKind.STOPPED and state.lasting):
        return stay_stopped(session, unit, state.cause or f"it was {state.kind.value.lower()}")
    return drop_burden(session, unit) if state.kind is StateKind.HALF_SPEED else ""
