"""Blast: survivors in the open are incapacitated until the turn is over (12-46 to 12-49)."""

from dataclasses import dataclass

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.scifi.course import check_due, existing_shot
from brikdesk.acts.scifi.typed import check_played, units_named
from brikdesk.errors import BadInput
from brikdesk.rules.scifi import blast
from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.blast import UnitInBlast
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.rules.scifi.incapacitated import Activity, may
from brikdesk.rules.scifi.warheads import has_blast
from brikdesk.store.act import Act
from brikdesk.store.house import house_of
from brikdesk.store.lines import Kind, Line, Outcome, line
from brikdesk.store.scifi_rows import facts_of, incapacitated
from brikdesk.store.tables import Edge, Fate, SfShot, State, StateKind, Unit
from brikdesk.turns.sequence import turn_now

ENDS = {
    "round_end": "until the round is over",
    "current_player_turn_end": "until this player's turn is over",
    "victims_next_turn_end": "until its own next turn is over",
}
"""The values of sf_incapacitated_until in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incapacitate(Act):
    """Settle the blast of a shot, or incapacitate the units that the referee names.

    With `shot_id` it strikes all survivors inside the area of that shot whom a blast can
    incapacitate (12-46, 12-48). Without, it strikes `unit_ids`, and is refused for a unit that a
    blast cannot incapacitate.
    """

    shot_id: int | None = None
    unit_ids: tuple[int, ...] = ()
    cause: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write the markers; moving and firing are refused until they end (12-47, S-03)."""
        check_played(session)
        turn_now(session)
        if self.shot_id is not None:
            return self._of_shot(session, existing_shot(session, self.shot_id))
        if not self.unit_ids:
            raise BadInput("Name a shot, or units.", "unit_ids")
        cause = text.name(self.cause, "cause") if self.cause.strip() else "a blast"
        open_crew = house_of(session, ScifiHouse).sf_open_crew_blast
        lines = []
        for unit in units_named(session, self.unit_ids, "unit_ids"):
            able = blast.susceptible(victim(session, unit), open_crew=open_crew)
            why = f"{unit.name}: a blast incapacitates people on foot and machines of size 0."
            self.refuse_if(not able, "12-48", why, session)
            lines.append(begin(session, unit, cause))
        names = ", ".join(session.get_one(Unit, each).name for each in self.unit_ids[:3])
        return Outcome(f"Incapacitate {names}", tuple(lines))

    def _of_shot(self, session: Session, shot: SfShot) -> Outcome:
        rules = house_of(session, ScifiHouse)
        named = rules.sf_blast_warheads
        has = has_blast(shot.warhead, named)
        kind = shot.warhead or "what it fires"
        self.refuse_if(not has, "12-46", f"{shot.weapon}: {kind} has no blast.", session)
        check_due(self, session, shot, AttackStep.BLAST)
        inside = [session.get_one(Unit, unit_id) for unit_id in shot.inside]
        # By key and not by name: two units may have the same name.
        victims = {str(unit.id): victim(session, unit) for unit in inside}
        struck = blast.incapacitated(
            shot.warhead or "",
            [_keyed(key, each) for key, each in victims.items()],
            # Where 12-46 was overruled, this warhead counts as one with a blast.
            blast_warheads=named if has else (shot.warhead,),
            open_crew=rules.sf_open_crew_blast,
        )
        shot.blasted = True
        session.add(shot)
        cause = f"{kind}, {shot.weapon}"[: text.NAME_LENGTH]
        lines = [begin(session, unit, cause) for unit in inside if str(unit.id) in struck]
        spared = [unit.name for unit in inside if str(unit.id) not in struck]
        words = f"{len(lines)} incapacitated." + (f" Not: {', '.join(spared)}." if spared else "")
        entry = line(
            Kind.BLAST, f"{text.opening(shot.weapon)}: the blast.", words,
            rule="12-49" if shot.early else "12-47", unit_id=shot.unit_id,
        )  # fmt: skip
        return Outcome(f"Blast of {shot.weapon}", (entry, *lines))


def _keyed(key: str, one: UnitInBlast) -> UnitInBlast:
    return UnitInBlast(key, one.kind, one.size, one.on_foot, one.open_topped, one.eliminated)


def victim(session: Session, unit: Unit) -> UnitInBlast:
    """Return a unit as the rule of blast needs it; BadInput if it has no Sci-fi facts."""
    facts = facts_of(session, unit.id or 0)
    if facts is None:
        raise BadInput(f"Say first what {unit.name} is by the Sci-fi rules.", "unit_ids")
    return UnitInBlast(
        unit.name,
        facts.kind,
        facts.size,
        facts.on_foot,
        facts.open_topped,
        eliminated=unit.fate is not Fate.ALIVE,
    )


def _no_defence(session: Session) -> str:
    """Return a sentence if an incapacitated unit cannot defend itself in melee, else "" (S-04)."""
    melee = house_of(session, ScifiHouse).sf_incapacitated_melee
    no = may(Activity.DEFEND, incapacitated=True, melee=melee)
    return " It does not defend itself in melee." if no else ""


def begin(session: Session, unit: Unit, cause: str) -> Line:
    """Mark a unit as incapacitated; a second blast starts its time again (S-03)."""
    turn = turn_now(session)
    until = house_of(session, ScifiHouse).sf_incapacitated_until
    state = incapacitated(session, unit.id or 0) or State(
        unit_id=unit.id or 0, kind=StateKind.INCAPACITATED, since_turn_id=turn.id or 0
    )
    # Kept with the state: a change of the house rule does not change one that runs already.
    state.cause, state.until = cause, until
    state.since_turn_id = turn.id or 0
    state.clock_player_id, state.clock_edge = unit.player_id, Edge.END
    session.add(state)
    session.flush()
    words = f"By {cause}. It neither moves nor fires {ENDS[until]}.{_no_defence(session)}"
    return line(
        Kind.STATE, f"{unit.name} is incapacitated.", words,
        rule="12-47", player_id=unit.player_id, unit_id=unit.id,
    )  # fmt: skip
