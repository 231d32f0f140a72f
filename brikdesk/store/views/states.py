"""What each state of a unit is, and the states and hazards that units are in, one by one."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.rules.brikwars.actions_and_responses import full_turn_clock
from brikdesk.rules.brikwars.states import disrupted_clock, drowning_clock, recovering_clock
from brikdesk.rules.brikwars.traps_and_scouts import TECHNICIANS, mark_clock
from brikdesk.rules.brikwars.units_and_damage import mortal_wound_clock
from brikdesk.rules.turn import Clock
from brikdesk.store.lines import Kind
from brikdesk.store.tables import (
    Fate,
    State,
    StateKind,
    Unit,
)
from brikdesk.store.views import view


def _with_turn(_: int, __: int, now: int) -> Clock:
    """Return the end of the running turn, whosever it is."""
    return mortal_wound_clock(now)


class KindOfState(Struct, frozen=True):
    """One kind of state, told once; its word is the value of the kind.

    - `until` says how long it lasts; `begins` and `ends` are the rules of its start and its end.
    - `clock`: its end, from its unit's player, whoever plays now, and the stamp of the running turn.
    - `icon`: that of its log lines. `chip`: the icon of its chip, in a `tone`; empty: it has none of its
      own.
    - `stops`: the unit moves no more by itself, and a straight run ends (5.4-06).
    - `strict`: what follows on its end comes by its own rules, so that no other turn ends it.
    - `binds`: it binds two units, and ends by what they do.
    - `offered`: the referee may choose it in a form; the others come by acts of their own.
    - `bonus`: points on each Action Roll of the unit itself, by the rule `begins`.
    """

    until: str
    begins: str
    ends: str
    chip: str
    clock: Callable[[int, int, int], Clock] = _with_turn
    tone: str = ""
    icon: Kind = Kind.STATE
    stops: bool = False
    strict: bool = False
    binds: bool = False
    offered: bool = True
    bonus: int = 0

    @property
    def own(self) -> bool:
        """Whether it ends with a turn of the unit's own player."""
        owner, other = 1, 2
        return self.clock(owner, other, 0).player == owner

    @property
    def following(self) -> bool:
        """Whether its end is that of the turn after the one in which it began."""
        return self.clock(1, 1, 0).following


RECOVERING = "recovering"
"""Cause of the Half Speed of a unit that has got up again (4.1-31)."""

NEXT_OWN_TURN = "Until its next own turn starts."

STATES: Mapping[StateKind, KindOfState] = {
    StateKind.DISRUPTED: KindOfState(
        NEXT_OWN_TURN, "4.1-26", "4.1-31", "disrupted",
        lambda owner, _, now: disrupted_clock(owner, now),
        icon=Kind.DISRUPTED, stops=True, strict=True,
    ),
    StateKind.HALF_SPEED: KindOfState(
        "Until its own turn ends.", "4.1-16", "4.1-10", "half-speed",
        lambda owner, _, now: recovering_clock(owner, now), icon=Kind.HALF_SPEED,
    ),
    StateKind.STOPPED: KindOfState(
        NEXT_OWN_TURN, "4.1-23", "4.1-24", "cross",
        lambda owner, _, now: disrupted_clock(owner, now), stops=True,
    ),
    StateKind.INCAPACITATED: KindOfState(
        "Until the moment that its marker names.", "12-47", "12-47", "blast",
        tone="danger", strict=True, offered=False,
    ),
    StateKind.FULL_TURN: KindOfState(
        "Until its own turn ends.", "4.2-26", "4.2-27", "turn",
        lambda owner, _, now: full_turn_clock(owner, now), stops=True, strict=True,
    ),
    StateKind.MORTALLY_WOUNDED: KindOfState(
        "Until the running turn ends.", "5.1-17", "5.1-17", "mortally-wounded",
        tone="danger", icon=Kind.MORTAL, strict=True,
    ),
    StateKind.DROWNING: KindOfState(
        "It dies when its following turn ends, unless freed.", "4.1-22", "4.1-22", "drop",
        lambda owner, _, now: drowning_clock(owner, now),
        tone="danger", stops=True, strict=True,
    ),
    StateKind.BREATH_HELD: KindOfState(
        NEXT_OWN_TURN, "F.1-15", "F.1-15", "gas",
        lambda owner, _, now: disrupted_clock(owner, now),
    ),
    StateKind.ENGAGED: KindOfState(
        "Until it Disengages or the fight is over.", "5.2-07", "5.2-07", "attack",
        strict=True, binds=True,
    ),
    StateKind.GRABBED: KindOfState(
        "Until it is let go, breaks free with a Shove, or one dies.", "5.2-24", "5.2-29", "attack",
        tone="danger", strict=True, binds=True,
    ),
    StateKind.REVEALED: KindOfState(
        "Until the next turn of the Scout's player.", "F.3-07", "F.3-07", "search",
        lambda _, playing, now: mark_clock(playing, now),  # by a Scout of whoever plays now
        tone="aim", icon=Kind.MARK, offered=False,
    ),
    StateKind.OTHER: KindOfState("Until the running turn ends.", "4.1-10", "4.1-10", ""),
}  # fmt: skip
"""Every kind of state, in the order of the forms and the chips.

A Mortal Wound has its chip before all others, `OTHER` after them, with its cause for a word.
"""


def ended_by(state: State) -> str:
    """Return the rule by which a state ends."""
    return "4.1-31" if state.cause == RECOVERING else STATES[state.kind].ends


def kinds_that(fact: Callable[[KindOfState], bool]) -> frozenset[StateKind]:
    """Return the kinds of states of which something holds."""
    return frozenset(kind for kind, facts in STATES.items() if fact(facts))


STOPS = kinds_that(lambda facts: facts.stops)
BINDS = kinds_that(lambda facts: facts.binds)


ENGAGED = StateKind.ENGAGED.value
"""The kind of the rows of those who fight each other."""


class StateRow(Struct, frozen=True):
    """One cause of one state of a unit."""

    id: int
    unit_id: int
    unit: str
    kind: str
    cause: str
    lasting: bool
    with_id: int | None = None


@view(State, Unit)
def states(session: Session) -> tuple[StateRow, ...]:
    """Return all states of living units, oldest first."""
    rows = session.exec(
        select(State, Unit)
        .join(Unit, col(Unit.id) == col(State.unit_id))
        .where(Unit.fate == Fate.ALIVE)
        .order_by(col(State.id))
    )
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    return tuple(
        copied(
            StateRow,
            state,
            unit_id=unit.id or 0,
            unit=unit.name,
            cause=_bound(state, names) or state.cause,
        )
        for state, unit in rows
    )


def _bound(state: State, names: Mapping[int | None, str]) -> str:
    """Name the other one of a Close Combat: with the Ninja, by the Ninja."""
    if state.with_id is None:
        return ""
    link = "by" if state.kind is StateKind.GRABBED else "with"
    return f"{link} {names.get(state.with_id, '')}"


@view(Unit)
def trackers(session: Session) -> frozenset[int]:
    """Return the living units with the Specialty with which Scouts Mark (F.3-05)."""
    return _with_any(session, frozenset({"tracking"}))


@view(Unit)
def technicians(session: Session) -> frozenset[int]:
    """Return the living units with a Specialty for setting Weapon Traps again (F.2-09)."""
    return _with_any(session, frozenset(TECHNICIANS))


def _with_any(session: Session, wanted: frozenset[str]) -> frozenset[int]:
    """Return the living units that have one of these Specialties."""
    # Specialties are a JSON list in any spelling, so they are compared here, not by SQLite.
    asked = select(Unit.id, Unit.specialties).where(Unit.fate == Fate.ALIVE)
    return frozenset(
        unit_id or 0
        for unit_id, specialties in session.exec(asked)
        if wanted & {specialty.casefold() for specialty in specialties}
    )
