"""Steps at the edges of a turn: weapons may fire again, Incapacitated and detection end (12-89)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.rows import existing_row
from brikdesk.acts.scifi.load_rows import in_words, left_sum
from brikdesk.acts.step import StepAct
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.scifi_rows import (
    crew_rows,
    is_now,
    store_of,
    stores_of,
    turn_began,
)
from brikdesk.store.tables import SfWeapon, State, StateKind, Unit
from brikdesk.turns.scifi import DETECTED, FIRED, INCAPACITATED, fire_again
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Preview


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSfTurn(StepAct):
    """A turn of the Sci-fi rules begins: all counters of the last turn are cleared (12-89).

    Ammunition, crews and damage stay as they are (12-90), and the log says what is left.
    """

    @property
    def key(self) -> str:
        """Name the step."""
        return "sfturn"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        words, whose = fire_again(session, FIRED.striking(session))
        return Preview(summary=f"{words}: {whose}." if whose else f"{words}.")

    def check_waiting(self, session: Session) -> None:
        """Refuse it if nothing was fired in an earlier turn."""
        waits = FIRED.striking(session)
        why = "No weapon fired before this turn began."
        self.refuse_if(not waits, "12-89", why, session)

    def settle(self, session: Session) -> Outcome:
        """Clear what belongs to the turn before; log what carries over."""
        rows = FIRED.striking(session)
        words, whose = fire_again(session, rows)
        # A weapon without counted ammunition or a new loader has nothing to tell.
        lines = [entry for row in rows if (entry := _renewed(session, row)).parts]
        entry = line(
            Kind.TURN, f"{words}.", f"{whose}." if whose else "",
            "Ammunition, crews and damage stay as they are (12-90).",
            rule="12-89", player_id=turn_now(session).player_id, step=self.key,
        )  # fmt: skip
        return Outcome(words, (entry, *lines))


def _renewed(session: Session, row: SfWeapon) -> Line:
    unit = session.get_one(Unit, row.unit_id)
    began = turn_began(session, unit.player_id)
    row.fired, row.capability_used, row.special_fire = {}, "", SpecialFire.NONE
    row.fired_turn_id = None
    session.add(row)
    said, sums = [], []
    for store in stores_of(session, row):
        if not is_now(store.fired_turn_id, began):
            store.fired_this_turn, store.fired_turn_id = 0, None
            session.add(store)
        if (now := store_of(session, store, began)).loads:
            said.append(in_words(now))
            sums.append(left_sum(session, store))
    for member in crew_rows(session, row):
        if not is_now(member.initiative_turn_id, began):
            member.initiative_turn_id = None
        # Loader only from the turn after the one in which he was chosen (S-18).
        if member.role is CrewRole.NEXT_LOADER and not is_now(member.role_turn_id, began):
            member.role, member.role_turn_id = CrewRole.LOADER, None
            said.append(f"{member.name} is the loader.")
        session.add(member)
    return line(
        Kind.AMMO, f"{text.opening(row.name)} of {unit.name}.", " ".join(said),
        rule="12-90", player_id=unit.player_id, unit_id=unit.id, sums=sums,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class EndIncapacitated(StepAct):
    """A unit that a blast incapacitated can move and fire again (12-47, S-03)."""

    state_id: int

    @property
    def key(self) -> str:
        """Name the step."""
        return f"sfstate-{self.state_id}"

    def _marked(self, session: Session) -> tuple[State, Unit]:
        state = existing_row(session, State, self.state_id)
        if state.kind is not StateKind.INCAPACITATED:
            raise BadInput("This is another state.", "state_id")
        return state, session.get_one(Unit, state.unit_id)

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        _, unit = self._marked(session)
        return Preview(summary=f"{unit.name} can move and fire again.")

    def check_waiting(self, session: Session) -> None:
        """Refuse it before its time (S-03)."""
        state, unit = self._marked(session)
        early = not INCAPACITATED.strikes(session, state)
        why = f"{unit.name} stays incapacitated for now."
        self.refuse_if(early, "12-47", why, session)

    def settle(self, session: Session) -> Outcome:
        """Take the marker off."""
        state, unit = self._marked(session)
        session.delete(state)
        lead = f"{unit.name} can move and fire again."
        entry = line(
            Kind.STATE, lead, f"({state.cause})" if state.cause else "",
            rule="12-47", player_id=unit.player_id, unit_id=unit.id, step=self.key,
        )  # fmt: skip
        return Outcome(lead[:-1], (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class EndDetections(StepAct):
    """Detection that lasts for a turn or a round is over."""

    @property
    def key(self) -> str:
        """Name the step."""
        return "sfseen"

    def examine(self, session: Session) -> Preview:
        """Return what will happen; neither dice nor choices are asked for."""
        return Preview(summary=f"{len(DETECTED.striking(session))} no longer detected.")

    def check_waiting(self, session: Session) -> None:
        """Refuse it if none ends now."""
        why = "No detection ends now."
        self.refuse_if(not DETECTED.striking(session), "12-89", why, session)

    def settle(self, session: Session) -> Outcome:
        """Delete the markers that end now."""
        rows = DETECTED.striking(session)
        names = sorted({session.get_one(Unit, row.unit_id).name for row in rows})
        for row in rows:
            session.delete(row)
        entry = line(
            Kind.MARK, f"{len(rows)} no longer detected.", f"{', '.join(names)}.",
            rule="12-89", player_id=turn_now(session).player_id, step=self.key,
        )  # fmt: skip
        return Outcome("Detection ends", (entry,))
