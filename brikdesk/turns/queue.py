"""The steps that wait at a turn's start or end, and the queue of them as the desk shows it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, SQLModel, col, func, select

from brikdesk.copied import copied
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store import tables
from brikdesk.store.act import face_from_data
from brikdesk.store.house_rules import games_of, house_of
from brikdesk.store.lines import (
    Kind,
    Line,
    LinePart,
    dice_thrown,
    parts_from_data,
    sums_from_data,
)
from brikdesk.store.tables import (
    ActRecord,
    Edge,
    LaidDice,
    LogLine,
    Phase,
    Player,
    SkippedStep,
    Turn,
)
from brikdesk.store.views import view
from brikdesk.store.views.log import STANDING, that_count
from brikdesk.turns.clocks import Coming, Lasting
from brikdesk.turns.seal import belongs_to_seal
from brikdesk.turns.steps import Step, step_name
from brikdesk.turns.telling import headline_of
from brikdesk.turns.turn_order import next_turn_of, order_of_turns, present_turn

END_ORDER = (
    "met", "idle", "staying", "counterstrike", "running", "exposure", "drowning", "dying",
    "detonating", "diverting", "standing", "notes",
)  # fmt: skip
"""Steps at turn end, as section 5 of chapters 8 and F and section 6 of chapter 4 order them; others
come last."""

NOT_DONE = 2
"""A step that was skipped this often no longer waits; it counts as not done."""


def all_lasting(session: Session) -> tuple[Lasting[Any], ...]:
    """Return everything with a clock in this campaign."""
    own = games_of(session)
    # Rows of some games are in campaigns of others too: fires, hazards, notes.
    ticking = (game for game in GAMES.values() if game.everywhere or game in own)
    return tuple(each for game in ticking for each in game.lasting)


def agenda(session: Session) -> tuple[Step, ...]:
    """Return the steps that wait in the running turn; empty if no battle is running.

    Between the start and the end of a turn only those wait that a move has just brought.
    """
    turn = present_turn(session)
    if turn is None:
        return ()
    if turn.phase is Phase.PLAY:
        return _in_order(session, turn, Edge.END, (), at_once=True)
    if turn.phase is Phase.END:
        return steps_at_end(session, turn)
    # Steps of the Sci-fi rules, which the order does not name, come after all others.
    order = house_of(session, BrikWarsHouse).turn_start_order
    return _in_order(session, turn, Edge.START, order)


def steps_at_end(session: Session, turn: Turn) -> tuple[Step, ...]:
    """Return the steps that wait at this turn's end."""
    return _in_order(session, turn, Edge.END, END_ORDER)


def not_done(session: Session, turn: Turn) -> tuple[SkippedStep, ...]:
    """Return the steps of this turn that were skipped for good."""
    skipped = select(SkippedStep).where(
        SkippedStep.turn_id == turn.id, col(SkippedStep.times) >= NOT_DONE
    )
    return tuple(session.exec(skipped))


def _in_order(
    session: Session, turn: Turn, edge: Edge, order: Sequence[str], *, at_once: bool = False
) -> tuple[Step, ...]:
    """Return what waits at an edge of a turn, or only what waits as soon as it happens."""
    lasting = [each for each in all_lasting(session) if each.at_once or not at_once]
    waiting = (step for each in lasting for step in each.waiting(session, turn, edge))
    return _with_memory(session, turn, in_order(waiting, order))


def in_order(steps: Iterable[Step], order: Sequence[str]) -> list[Step]:
    """Return steps in the order of their kinds; those that it does not name come last."""
    place = {kind: number for number, kind in enumerate(order)}
    # Sorting is stable: steps of one kind keep their own order.
    return sorted(steps, key=lambda step: place.get(step.kind, len(place)))


def _with_memory(session: Session, turn: Turn, steps: list[Step]) -> tuple[Step, ...]:
    """Add the dice that were laid; put steps skipped once last, drop those skipped twice."""
    laid = {
        row.step: tuple(face_from_data(face) for face in row.faces)
        for row in session.exec(select(LaidDice).where(LaidDice.turn_id == turn.id))
    }
    times = {
        row.step: row.times
        for row in session.exec(select(SkippedStep).where(SkippedStep.turn_id == turn.id))
    }
    remembered = [
        replace(step, laid=laid.get(step.key, ()), skipped=times.get(step.key, 0))
        if step.key in laid or step.key in times
        else step
        for step in steps
    ]
    waiting = [step for step in remembered if step.skipped < NOT_DONE]
    # Sorting is stable: among steps skipped equally often the order of the rules stands.
    return tuple(sorted(waiting, key=lambda step: step.skipped))


class Ahead(Struct, frozen=True):
    """A step that will wait, and when: Turn 6, BU."""

    step: Step
    when: str


_TOLD_AHEAD = (Kind.AIR, Kind.SMOKE, Kind.GAS, Kind.FIELD, Kind.FIRE, Kind.BLAST)
"""Icons of steps in which something happens on the table, whether dice are thrown for it or not."""


def steps_ahead(session: Session, *, all_of_it: bool = False) -> Iterator[Ahead]:
    """Yield what will happen on the table after the present phase, by its rows: the soonest first.

    With `all_of_it` also what only ends there, or gets up, without dice.
    """
    turn = present_turn(session)
    if turn is None:
        return
    if turn.phase is not Phase.END:
        yield from (
            Ahead(step, "end of this turn") for step in steps_at_end(session, turn) if step.dice
        )
    places = {player: place for place, player in enumerate(order_of_turns(session, turn))}
    found: list[tuple[int, int, Lasting[Any], SQLModel]] = []
    for lasting in all_lasting(session):
        for row in lasting.rows(session):
            clock = None if lasting.together else lasting.clock(session, row)
            if clock is None or clock.edge is not Edge.START or clock.player not in places:
                continue
            if not lasting.waits(session, row):
                number = next_turn_of(session, turn, clock.player, done=True)
                found.append((number, places[clock.player], lasting, row))
    # Sorting is stable: what comes in one turn stays in the order of the declarations.
    for number, place, lasting, row in sorted(found, key=lambda each: each[:2]):
        step = lasting.step(session, turn, row)
        if step is not None and (all_of_it or step.dice or step.icon in _TOLD_AHEAD):
            code = session.get_one(Player, list(places)[place]).code
            yield Ahead(step, Coming(f"Turn {number}", code).whole)


class DoneStep(Struct, frozen=True):
    """A step of this queue that was settled.

    `outcome` is what came of it, where a later line of its act weighs more than the first: that
    somebody dies, where the first line tells of the damage.
    """

    key: str
    act_id: int
    icon: Kind
    lead: str
    parts: tuple[LinePart, ...]
    rule: str
    unit_id: int | None
    rolled: bool
    outcome: str = ""

    @property
    def heading(self) -> str:
        """The lead as a heading: on one line, without a full stop or a colon."""
        return " ".join(self.lead.split()).rstrip(".:")


class Queue(Struct, frozen=True):
    """Done and waiting steps; `left` are those of this phase that were skipped for good."""

    turn_id: int
    phase: str
    done: tuple[DoneStep, ...]
    waiting: tuple[Step, ...]
    left: tuple[DoneStep, ...]

    @property
    def ends(self) -> bool:
        """Whether these are the steps of the turn's end."""
        return self.phase == Phase.END.name

    @property
    def not_done(self) -> tuple[str, ...]:
        """The keys of the steps that were skipped for good."""
        return tuple(step.key for step in self.left)

    @property
    def rolls_left(self) -> int:
        """How many waiting steps need dice."""
        return sum(bool(step.dice) for step in self.waiting)


ALL_TABLES = tuple(
    getattr(tables, name)
    for name in tables.__all__
    if isinstance(getattr(tables, name), type) and issubclass(getattr(tables, name), SQLModel)
)
"""The agenda is a function of nearly every table."""


@view(*ALL_TABLES)
def queue(session: Session) -> Queue:
    """Return the queue of the running turn; empty if no battle runs."""
    turn = present_turn(session)
    if turn is None:
        return Queue(0, "", (), (), ())
    steps = _steps_of(session, turn)
    return Queue(
        turn_id=turn.id or 0,
        phase=turn.phase.name,
        done=tuple(step for step in steps if step.icon is not Kind.SKIPPED),
        waiting=agenda(session),
        left=tuple(step for step in steps if step.icon is Kind.SKIPPED),
    )


def _steps_of(session: Session, turn: Turn) -> tuple[DoneStep, ...]:
    """Return the steps of this phase of the turn that were settled, or skipped for good."""
    lines = (
        select(LogLine)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(LogLine.turn_id == turn.id, LogLine.step != "", that_count(session))
        .order_by(col(LogLine.id))
    )
    if turn.phase is Phase.END:
        # Whatever was settled at the start or in play comes before the act that ended the turn.
        lines = lines.where(col(LogLine.act_id) > _end_began(session, turn))
    elsewhere = frozenset[str]() if turn.phase is Phase.END else _not_of_the_start(session)
    written: dict[tuple[int, str], list[LogLine]] = {}
    for row in session.exec(lines):
        if step_name(row.step) not in elsewhere and not belongs_to_seal(row.step):
            written.setdefault((row.act_id, row.step), []).append(row)
    return tuple(_done_step(*rows) for rows in written.values())


def _end_began(session: Session, turn: Turn) -> int:
    """Return the number of the act with which this turn's end began."""
    ended = select(func.max(ActRecord.id)).where(
        ActRecord.turn_id == turn.id,
        ActRecord.name == "EndTurn",
        col(ActRecord.state).in_(STANDING),
    )
    return session.exec(ended).one() or 0


def edges_of_steps(session: Session) -> dict[str, tuple[Edge, ...]]:
    """Return at which edges of a turn the steps wait, by the first part of their keys.

    What waits as soon as it is there belongs to no edge.
    """
    return {
        key: () if lasting.at_once else edges(session)
        for lasting in all_lasting(session)
        for key, edges in lasting.keys.items()
    }


def _not_of_the_start(session: Session) -> frozenset[str]:
    """Return the keys of steps that only wait at a turn's end; some can be settled before by hand."""
    kinds = [each for lasting in all_lasting(session) for each in lasting.keys.items()]
    return frozenset(key for key, edges in kinds if Edge.START not in edges(session))


def _done_step(row: LogLine, *more: LogLine) -> DoneStep:
    """Return a step by the lines that one act wrote for it: the first one stands for it."""
    parts = parts_from_data(row.parts)
    return copied(
        DoneStep,
        row,
        key=row.step,
        icon=Kind(row.kind),
        parts=parts,
        rolled=any(dice_thrown(parts)),
        outcome=_outcome(row, *more) if more else "",
    )


def _outcome(*rows: LogLine) -> str:
    """Return what came of a step; empty if its first line says so."""
    lines = [
        Line(Kind(row.kind), row.lead, parts_from_data(row.parts), row.rule, unit_id=row.unit_id,
             sums=sums_from_data(row.sums))
        for row in rows
    ]  # fmt: skip
    whole = headline_of(lines).words
    return "" if whole == headline_of(lines[:1]).words else whole
