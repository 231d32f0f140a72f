"""Rounds leave a rack without being fired: taken, stolen, destroyed (8.4-50)."""

from dataclasses import dataclass
from enum import Enum

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.guns.racks import RoundFacts, add_rounds, load, rack_line
from brikdesk.acts.places import point_said
from brikdesk.acts.reckoning import used_up
from brikdesk.acts.rows import existing_row
from brikdesk.acts.unit_now import in_play
from brikdesk.acts.units.facts import one_of, whole
from brikdesk.acts.units.going import lie
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.store.lines import Line, Outcome
from brikdesk.store.tables import Explosive, ExplosiveState, Player, Rack, Round, Unit
from brikdesk.text import said_of
from brikdesk.turns.sequence import stamp_now


class Becomes(Enum):
    """What destroyed rounds turn into."""

    GONE = "gone"
    LYING = "lying"
    ACTIVATED = "activated"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRounds(Act):
    """Take rounds out of a rack: into another rack, into a unit's hands, or out of play.

    Out of play if neither `to_rack_id` nor `by_unit_id` is set.
    """

    round_id: int
    count: int = 1
    to_rack_id: int | None = None
    by_unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Move them; refused where they do not fit the other rack."""
        row, rack = _found(session, self.round_id)
        count = _enough(row, self.count)
        goes = ""
        if self.to_rack_id is not None:
            other = existing_row(session, Rack, self.to_rack_id)
            if other.id == rack.id:
                raise BadInput("They lie in that rack already.", "to_rack_id")
            facts = RoundFacts(
                name=row.name,
                explosive_size=row.explosive_size,
                makeup=dict(row.makeup),
                stability=row.stability.value,
                count=count,
            )
            add_rounds(self, session, other, facts)
            goes = f"{'It goes' if count == 1 else 'They go'} to {other.name}."
        elif self.by_unit_id is not None:
            unit = in_play(existing_row(session, Unit, self.by_unit_id))
            for _ in range(count):
                session.add(_explosive(row, unit.player_id, carrier_id=unit.id))
            goes = f"{unit.name} carries {'it' if count == 1 else 'them'}."
        left = used_up(session, row, count, "Taken", "8.4-50")
        row.count -= count
        session.add(row)
        lead = f"{count} {load(row)} {'leaves' if count == 1 else 'leave'} {rack.name}."
        words = f"{goes} {row.count} left.".strip()
        entry = rack_line(session, rack, lead, words, "8.4-50", (left,))
        return Outcome(f"Take {count} {load(row)}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class RackExplosive(Act):
    """Put an Explosive that lies on the table or is carried into a rack, as one of its rounds."""

    explosive_id: int
    rack_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Make it a round; refused where no weapon of the rack takes it (8.4-48), or it is armed."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        rack = existing_row(session, Rack, self.rack_id)
        if explosive.state is not ExplosiveState.STORED:
            word = "a dud" if explosive.state is ExplosiveState.DUD else explosive.state.value
            raise BadInput(
                f"{said_of(explosive.name, 'is')} {word}: it cannot be stored in a rack.",
                "explosive_id",
            )
        facts = RoundFacts(
            name=explosive.name,
            explosive_size=explosive.explosive_size,
            makeup=dict(explosive.makeup),
            stability=explosive.stability.value,
        )
        row = add_rounds(self, session, rack, facts)
        session.delete(explosive)
        entry = rack_line(
            session, rack, f"{load(row)} for {rack.name}.", f"{row.count} now.", "8.4-50"
        )
        return Outcome(f"Put {load(row)} into {rack.name}", (entry,))


@dataclass(frozen=True, slots=True, kw_only=True)
class DestroyRounds(Act):
    """Destroy rounds in a rack, and say what becomes of them.

    `becomes` is "gone", "lying" (Explosives on the table, not activated) or "activated" (they go
    off when the turn ends, 8.4-15). `causer_id` is the player who caused it (Q8-41).
    """

    round_id: int
    count: int = 1
    becomes: str = Becomes.GONE.value
    causer_id: int | None = None
    place: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write what is left, and the Explosives that they become."""
        row, rack = _found(session, self.round_id)
        count = _enough(row, self.count)
        becomes = one_of(Becomes, self.becomes, "becomes")
        unit = session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
        where = text.note(self.place, "place") or rack.place or (unit.name if unit else rack.name)
        fallen: list[Line] = []
        if becomes is not Becomes.GONE:
            fallen = self._leave(
                session, row, count, unit, where, activated=becomes is Becomes.ACTIVATED
            )
        left = used_up(session, row, count, "Destroyed", "8.4-50")
        row.count -= count
        session.add(row)
        words = _FATES[becomes][count != 1].format(where=where)
        rule = "8.4-15" if becomes is Becomes.ACTIVATED else "8.4-50"
        lead = f"{said_of(rack.name, 'loses')} {count} {load(row)}."
        entry = rack_line(session, rack, lead, f"{words} {row.count} left.", rule, (left,))
        return Outcome(f"Destroy {count} {load(row)}", (entry, *fallen))

    def _leave(
        self,
        session: Session,
        row: Round,
        count: int,
        unit: Unit | None,
        where: str,
        *,
        activated: bool,
    ) -> list[Line]:
        causer = (
            existing_row(session, Player, self.causer_id) if self.causer_id is not None else None
        )
        lines: list[Line] = []
        for _ in range(count):
            made = _explosive(row, unit.player_id if unit else None, place=where)
            made.causer_id = causer.id if causer else None
            if activated:
                made.state = ExplosiveState.ACTIVATED
                made.activated_turn_id = stamp_now(session)
            if unit:
                made.x, made.y = unit.x, unit.y
            session.add(made)
            lines += lie(session, made)
        return lines


_FATES = {
    Becomes.GONE: ("It is gone.", "They are gone."),
    Becomes.LYING: ("It lies at {where}.", "They lie at {where}."),
    Becomes.ACTIVATED: ("It goes off when this turn ends.", "They go off when this turn ends."),
}


def _found(session: Session, round_id: int) -> tuple[Round, Rack]:
    row = existing_row(session, Round, round_id)
    return row, session.get_one(Rack, row.rack_id)


def _enough(row: Round, count: int) -> int:
    wanted = whole(count, "count", 1)
    if wanted > row.count:
        raise BadInput(f"{row.count} {load(row)} lie there, not {wanted}.", "count")
    return wanted


def _explosive(
    row: Round, player_id: int | None, *, carrier_id: int | None = None, place: str = ""
) -> Explosive:
    x, y = point_said(place) or (None, None)
    return Explosive(
        player_id=player_id,
        x=x,
        y=y,
        name=row.name,
        explosive_size=row.explosive_size,
        makeup=dict(row.makeup),
        stability=row.stability,
        carrier_id=carrier_id,
        place=place,
    )
