"""The queue of a turn's start or end as the desk shows it: what is done, what waits."""

from msgspec import Struct
from sqlmodel import Session, SQLModel, col, func, select

from brikdesk.store import tables
from brikdesk.store.lines import Kind, LinePart, dice_thrown, parts_from_data
from brikdesk.store.tables import ActRecord, ActState, Edge, LogLine, Phase, Turn
from brikdesk.store.views import view
from brikdesk.turns.agenda import agenda, all_lasting
from brikdesk.turns.sequence import present_turn
from brikdesk.turns.steps import Step


class DoneStep(Struct, frozen=True):
    """A step of this queue that was settled."""

    key: str
    act_id: int
    icon: Kind
    lead: str
    parts: tuple[LinePart, ...]
    rule: str
    unit_id: int | None
    rolled: bool

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
        .where(LogLine.turn_id == turn.id, LogLine.step != "")
        .where(col(ActRecord.state).in_(_STANDING))
        .order_by(col(LogLine.id))
    )
    if turn.phase is Phase.END:
        # Whatever was settled at the start or in play comes before the act that ended the turn.
        lines = lines.where(col(LogLine.act_id) > _end_began(session, turn))
    elsewhere = frozenset[str]() if turn.phase is Phase.END else _not_of_the_start(session)
    first: dict[tuple[int, str], DoneStep] = {}
    for row in session.exec(lines):
        # The part before the hyphen is the kind of step: burn of burn-12.
        if row.step.split("-")[0] not in elsewhere:
            # One act may write several lines for a step; the first one stands for it.
            first.setdefault((row.act_id, row.step), _done_step(row))
    return tuple(first.values())


_STANDING = (ActState.DONE, ActState.SEALED)


def _end_began(session: Session, turn: Turn) -> int:
    """Return the number of the act with which this turn's end began."""
    ended = select(func.max(ActRecord.id)).where(
        ActRecord.turn_id == turn.id,
        ActRecord.name == "EndTurn",
        col(ActRecord.state).in_(_STANDING),
    )
    return session.exec(ended).one() or 0


def edges_of_steps(session: Session) -> dict[str, tuple[Edge, ...]]:
    """Return at which edges of a turn the steps wait, by the first part of their keys.

    What waits as soon as it is there belongs to no edge.
    """
    kinds = [
        (key, () if lasting.at_once else edges(session))
        for lasting in all_lasting(session)
        for key, edges in lasting.keys.items()
    ]
    return dict(kinds)


def _not_of_the_start(session: Session) -> frozenset[str]:
    """Return the keys of steps that only wait at a turn's end; some can be settled before by hand."""
    kinds = [each for lasting in all_lasting(session) for each in lasting.keys.items()]
    return frozenset(key for key, edges in kinds if Edge.START not in edges(session))


def _done_step(row: LogLine) -> DoneStep:
    parts = parts_from_data(row.parts)
    return DoneStep(
        key=row.step,
        act_id=row.act_id,
        icon=Kind(row.kind),
        lead=row.lead,
        parts=parts,
        rule=row.rule,
        unit_id=row.unit_id,
        rolled=any(dice_thrown(parts)),
    )
