"""What each state of a unit is, and states, hazards, Explosives and notes one by one, for forms."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from sqlmodel import Session, col, select

from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.actions import full_turn_clock
from brikdesk.rules.brikwars.explosives import load_words
from brikdesk.rules.brikwars.states import disrupted_clock, drowning_clock, recovering_clock
from brikdesk.rules.brikwars.traps_and_scouts import TECHNICIANS, mark_clock
from brikdesk.rules.brikwars.units import mortal_wound_clock
from brikdesk.rules.turn import Clock
from brikdesk.store.lines import Kind
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Fire,
    Inside,
    Note,
    Player,
    Projectile,
    Rack,
    Round,
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


class MayGoOff(Struct, frozen=True):
    """One of them, by the id of its row, of which there is exactly one; `where` it is, in words."""

    name: str
    explosive_size: int
    where: str
    explosive_id: int | None = None
    projectile_id: int | None = None
    round_id: int | None = None


@view(Explosive, Projectile, Rack, Round, Unit)
def loads(session: Session) -> tuple[MayGoOff, ...]:
    """Return everything that may go off: what lies or is carried, what flies, what is stored."""
    return (*_explosives(session), *_flights(session), *_rounds(session))


def present(session: Session) -> Iterator[Explosive]:
    """Yield the Explosives that have not gone off; what is carried off the table is not there."""
    for row in rows_of(session, Explosive):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        away = carrier is not None and not _plays(carrier)
        if row.state is not ExplosiveState.SPENT and not away:
            yield row


def _plays(unit: Unit) -> bool:
    return unit.fate is Fate.ALIVE and unit.on_table


def _explosives(session: Session) -> Iterator[MayGoOff]:
    for row in present(session):
        carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
        where = f"carried by {carrier.name}" if carrier else row.place
        yield MayGoOff(row.name, row.explosive_size, where, explosive_id=row.id)


def _flights(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Projectile):
        where = f"{in_inches(row.travelled)} on the way to {row.target}"
        yield MayGoOff(row.name, row.explosive_size, where, projectile_id=row.id)


def _rounds(session: Session) -> Iterator[MayGoOff]:
    for row in rows_of(session, Round):
        rack = session.get_one(Rack, row.rack_id)
        unit = session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
        if row.count and (unit is None or _plays(unit)):
            where = f"{rack.name} of {unit.name}" if unit else rack.name
            name = f"{row.count} {row.name}"
            yield MayGoOff(name, row.explosive_size, where, round_id=row.id)


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
        StateRow(
            id=state.id or 0,
            unit_id=unit.id or 0,
            unit=unit.name,
            kind=state.kind.value,
            cause=_bound(state, names) or state.cause,
            lasting=state.lasting,
            with_id=state.with_id,
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


class InsideRow(Struct, frozen=True):
    """A unit inside a Field, or inside the burning part of an object."""

    id: int
    unit_id: int
    unit: str
    hazard: str


@view(Inside, Unit, Field, Fire)
def insides(session: Session) -> tuple[InsideRow, ...]:
    """Return the units that stand in a hazard now, each with its hazard."""
    still = select(Inside).where(col(Inside.left).is_(False))
    names = {unit.id: unit.name for unit in session.exec(select(Unit))}
    fields = {field.id: field.name for field in session.exec(select(Field))}
    fires = {fire.id: f"fire of {names[fire.unit_id]}" for fire in rows_of(session, Fire)}
    return tuple(
        InsideRow(
            id=row.id or 0,
            unit_id=row.unit_id,
            unit=names.get(row.unit_id, ""),
            hazard=fields.get(row.field_id) or fires.get(row.fire_id) or "",
        )
        for row in session.exec(still.order_by(col(Inside.id)))
    )


class ExplosiveRow(Struct, frozen=True):
    """An Explosive that lies on the table or is carried; `state` is stored, activated or dud.

    `load` is its name with its XSize, and what it is made of where the name does not say that.
    `x` and `y` say where it is, with its carrier if somebody carries it; none where nobody knows.
    """

    id: int
    name: str
    load: str
    state: str
    player_id: int | None
    place: str
    carrier_id: int | None
    carrier: str
    x: float | None = None
    y: float | None = None


@view(Explosive, Unit)
def explosives(session: Session) -> tuple[ExplosiveRow, ...]:
    """Return all Explosives that have not gone off, oldest first."""
    return tuple(
        ExplosiveRow(
            id=row.id or 0,
            name=row.name,
            load=load_words(row.name, row.explosive_size, row.makeup),
            state=row.state.value,
            player_id=row.player_id,
            place=row.place,
            carrier_id=row.carrier_id,
            carrier=_name(session, row.carrier_id),
            x=lies.x,
            y=lies.y,
        )
        for row, lies in ((row, _lies(session, row)) for row in present(session))
    )


def _lies(session: Session, row: Explosive) -> Unit | Explosive:
    carrier = session.get(Unit, row.carrier_id) if row.carrier_id is not None else None
    return carrier or row


def _name(session: Session, unit_id: int | None) -> str:
    unit = session.get(Unit, unit_id) if unit_id is not None else None
    return unit.name if unit else ""


class NoteRow(Struct, frozen=True):
    """A note that is not done yet; `due_number` none: pinned to no turn."""

    id: int
    kind: str
    text: str
    unit_id: int | None
    player_id: int | None
    faction: str
    due_number: int | None


@view(Note, Player)
def notes(session: Session) -> tuple[NoteRow, ...]:
    """Return all open notes and alarms, oldest first."""
    factions = {player.id: player.faction for player in rows_of(session, Player)}
    open_notes = select(Note).where(col(Note.done).is_(False)).order_by(col(Note.id))
    return tuple(
        NoteRow(
            id=note.id or 0,
            kind=note.kind.value,
            text=note.text,
            unit_id=note.unit_id,
            player_id=note.player_id,
            faction=factions.get(note.player_id, ""),
            due_number=note.due_number,
        )
        for note in session.exec(open_notes)
    )
