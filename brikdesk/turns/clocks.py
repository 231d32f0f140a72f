"""Everything with a clock is declared once: its rows, whose it is, when they strike, the step that waits."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from msgspec import Struct
from sqlalchemy import inspect
from sqlmodel import Session, SQLModel, col, select

from brikdesk.rules.turn import Clock, Slot, due
from brikdesk.store.lines import Kind, OfPlayer
from brikdesk.store.session import known, rows_of
from brikdesk.store.tables import Edge, Phase, Player, Turn, Unit
from brikdesk.turns.steps import Step, step_name
from brikdesk.turns.turn_order import (
    left_undone,
    next_turn_of,
    present_turn,
    round_of,
    round_served,
    slots_of_absent,
    turn_now,
)


class Owner(Struct, frozen=True):
    """A player as his token shows him before a name: code, faction and colour."""

    player_id: int | None
    code: str
    faction: str
    colour: str


NOBODY = Owner(None, "–", "Unaligned", "slate")


def owners_now(session: Session) -> dict[int | None, Owner]:
    """Return all players by key."""
    rows = rows_of(session, Player)
    return {row.id: Owner(row.id, row.code, row.faction, row.colour) for row in rows}


class Coming(Struct, frozen=True):
    """What comes next, in words, and the code of the player in whose turn; empty for no player."""

    words: str
    code: str = ""

    @property
    def whole(self) -> str:
        """The words with the code of the player: Turn 6, BU."""
        return f"{self.words}, {self.code}" if self.code else self.words

    def beside(self, owner: Owner) -> str:
        """Return the words without the code if this owner is shown beside them already: Turn 6."""
        return self.words if self.code == owner.code else self.whole


Row = TypeVar("Row", bound=SQLModel)
Edges = Callable[[Session], tuple[Edge, ...]]


def at_start(_: Session) -> tuple[Edge, ...]:
    """Return the start of a turn alone."""
    return (Edge.START,)


def at_end(_: Session) -> tuple[Edge, ...]:
    """Return the end of a turn alone."""
    return (Edge.END,)


def at_both(_: Session) -> tuple[Edge, ...]:
    """Return both edges of a turn."""
    return (Edge.START, Edge.END)


def _in_round(_: Any, number: int) -> str:
    """Return what the ledger says of the next time, if there is nothing to add: Turn 6."""
    return f"Turn {number}"


def with_units(table: type[Row]) -> Callable[[Session], Sequence[Row]]:
    """Return a question for all rows of a table, oldest first, that puts their units at hand too.

    Otherwise 500 steps would read 500 units one by one.
    """
    columns = inspect(table).columns
    both = (
        select(table, Unit).join(Unit, col(Unit.id) == columns["unit_id"]).order_by(columns["id"])
    )

    def ask(session: Session) -> Sequence[Row]:
        return known(session, "with units", lambda: [row for row, _ in session.exec(both)], table)

    return ask


@cache
def _key_field(table: type[SQLModel]) -> str:
    # Asked for each step: SQLAlchemy takes its time for the name of a table.
    return f"{table.__tablename__}_id"


class Lasting(Struct, Generic[Row], frozen=True):
    """One kind of thing with a clock, and what is alike in all of its steps.

    - `keys`: the first parts of its steps' keys (burn of burn-12), with the edges of a turn at which
      such a step waits, by the house rules. The first one is that of `step_of`.
    - `clock`: when a row strikes next; None if it does not. In its place `when` answers for rules
      that count in their own way: does a row strike at this edge of a turn?
    - `step`: the step that waits when a row strikes; None if nothing happens to it. In its place
      `together` makes one step for all rows that strike.
    - `act`: the act that settles a step, as "module:Name"; in `of` it names the row, "mark_id" unless
      told. `kind` is the step's place in the order of a turn's start, by default that of its key.
    - `icon` and `rule`: those of its steps. `cleared_by`: the act that takes a row away before its time.
    - `read`: reads the rows; without it they are all rows of `table`.
    - `alike`: of rows for which this is equal only the first one waits.
    - `at_once`: whether its steps wait as soon as they are there, also between start and end.
    - `struck`: the stamp of the turn in which a row struck last, if it may strike again.
    - `next_words`: what the ledger says of a row that strikes next in a round.
    """

    table: type[Row]
    keys: Mapping[str, Edges]
    clock: Callable[[Session, Row], Clock | None] = lambda *_: None
    step: Callable[[Session, Turn, Row], Step | None] = lambda *_: None
    act: str = ""
    of: str = ""
    kind: str = ""
    icon: Kind = Kind.STATE
    rule: str = ""
    cleared_by: str = ""
    when: Callable[[Session, Row, Turn, Edge], bool] | None = None
    together: Callable[[Session, Turn, Sequence[Row]], Step] | None = None
    read: Callable[[Session], Sequence[Row]] | None = None
    # The identity of the object: unless a declaration says otherwise, no two rows are alike.
    alike: Callable[[Row], Hashable] = id
    at_once: bool = False
    struck: Callable[[Session, Row], int | None] = lambda *_: None
    next_words: Callable[[Row, int], str] = _in_round

    @property
    def settles(self) -> Mapping[str, tuple[str, ...]]:
        """The module of its act, with the name of that act; empty where steps name acts themselves."""
        module, _, name = self.act.partition(":")
        return {module: (name,)} if name else {}

    @property
    def names_row(self) -> str:
        """The field of its act that holds the key of the row: mark_id."""
        return self.of or _key_field(self.table)

    def key_of(self, row_id: int | None) -> str:
        """Return the key of the step of one row: mark-12; of all rows together: sfseen."""
        first = next(iter(self.keys))
        return first if row_id is None else f"{first}-{row_id}"

    def owns(self, key: str) -> bool:
        """Return whether a step's key is one of its own; False for no step."""
        return step_name(key) in self.keys

    def step_of(
        self,
        row: Row | None,
        title: str,
        detail: str = "",
        *,
        of: OfPlayer | None = None,
        **more: Any,
    ) -> Step:
        """Return the step of a row, of None for that of all rows together.

        `of` is the unit that it is about. `more` are facts of this step: who decides, its dice, and what
        is not as in all of its steps.
        """
        row_id: int | None = getattr(row, "id", None)
        key = more.pop("key", "") or self.key_of(row_id)
        facts: dict[str, Any] = {
            "icon": self.icon,
            "rule": self.rule,
            "player_id": of.player_id if of else None,
            "unit_id": of.id if of else None,
            "cleared_by": self.cleared_by,
        }
        # What this step has of its own is not worked out for all first: a turn starts with hundreds.
        if "kind" not in more:
            facts["kind"] = self.kind or step_name(key)
        if "act" not in more:
            named = {} if row is None else {self.names_row: row_id}
            facts["act"] = {"act": self.act.partition(":")[2], **named}
        return Step(key=key, title=title, detail=detail, **(facts | more))

    def rows(self, session: Session) -> Sequence[Row]:
        """Return its rows, oldest first."""
        return self.read(session) if self.read else rows_of(session, self.table)

    def waiting(self, session: Session, turn: Turn, edge: Edge) -> Iterator[Step]:
        """Yield the steps that wait at this edge of a turn, the oldest first."""
        # Most kinds strike at one edge only; at the other one their rows are not even read.
        if not any(edge in edges(session) for edges in self.keys.values()):
            return
        absent = slots_of_absent(session, turn)
        firsts: dict[Hashable, Row] = {}
        for row in self.rows(session):
            if self._due(session, row, turn, edge, absent):
                firsts.setdefault(self.alike(row), row)
        if self.together and firsts:
            yield self.together(session, turn, list(firsts.values()))
        for row in firsts.values():
            step = self.step(session, turn, row)
            # Asked only where somebody is absent: mostly nobody is, and there are many rows.
            if step and not (absent and self._passed_over(session, row, turn, absent, step.key)):
                yield step

    def strikes(self, session: Session, row: Row) -> bool:
        """Return whether a row can be settled in the running turn.

        What strikes at the start of a turn can be settled later in it too, what strikes at its
        end only then.
        """
        turn = turn_now(session)
        ending = turn.phase is Phase.END
        edge = Edge.END if ending else Edge.START
        absent = slots_of_absent(session, turn)
        return self._due(session, row, turn, edge, absent, late=ending)

    def striking(self, session: Session) -> list[Row]:
        """Return the rows that can be settled in the running turn, oldest first."""
        return [row for row in self.rows(session) if self.strikes(session, row)]

    def waits(self, session: Session, row: Row) -> bool:
        """Return whether a row waits while the running turn starts."""
        turn = present_turn(session)
        return turn is not None and turn.phase is Phase.START and self.strikes(session, row)

    def coming(self, session: Session, row: Row) -> Coming:
        """Return when a row strikes next, for the ledger."""
        clock = self.clock(session, row)
        if clock is None or clock.player is None:
            return Coming("permanent")
        over = not self.waits(session, row)
        number = next_turn_of(session, present_turn(session), clock.player, over)
        return Coming(self.next_words(row, number), session.get_one(Player, clock.player).code)

    def _due(
        self,
        session: Session,
        row: Row,
        turn: Turn,
        edge: Edge,
        absent: Mapping[int, Slot],
        *,
        late: bool = False,
    ) -> bool:
        if self.when:
            return self.when(session, row, turn, edge)
        clock = self.clock(session, row)
        if clock is None:
            return False
        # What struck at the start of a turn can still be settled at its end.
        edge = clock.edge if late else edge
        if clock.player in (None, turn.player_id):
            strikes = due(clock, turn.player_id, edge, turn.id or 0, turn.number)
            return strikes and not self._struck_in(session, row, clock.player, turn.number)
        slot = absent.get(clock.player)
        if slot is None or not self._due_at(session, clock, turn, edge, slot):
            return False
        return not self._struck_in(session, row, clock.player, slot.round)

    def _due_at(self, session: Session, clock: Clock, turn: Turn, edge: Edge, slot: Slot) -> bool:
        """Return whether a clock strikes in this turn at the place of a player without one (Q8-37)."""
        # What began in this turn began after that place: it waits for the next one.
        if clock.since >= (turn.id or 0):
            return False
        # Where seats have changed nobody knows whether it began before the place or after it.
        if not slot.fresh and round_of(session, clock.since) >= slot.round:
            return False
        return due(clock, clock.player or 0, edge, turn.id or 0, turn.number)

    def _struck_in(self, session: Session, row: Row, player_id: int | None, number: int) -> bool:
        """Return whether a row has struck in a round already: nothing strikes twice in one.

        A player may have been out as it did, and be back; his seat may have been moved.
        """
        struck = self.struck(session, row)
        if struck is None or player_id is None:
            return False
        return round_served(session, struck, player_id) >= number

    def _passed_over(
        self, session: Session, row: Row, turn: Turn, absent: Mapping[int, Slot], key: str
    ) -> bool:
        """Return whether a step was left undone in this round, at a place that has come before."""
        clock = None if self.when else self.clock(session, row)
        slot = absent.get(clock.player or 0) if clock else None
        return slot is not None and not slot.fresh and key in left_undone(session, turn)
