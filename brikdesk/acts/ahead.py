"""What the next turns bring: what is certain is played in a copy, all else stands with its chance.

Nobody moves or attacks meanwhile, and who has to choose answers as is usual. Dice are not thrown:
each step says with which chances its row is what afterwards, and that is carried on.
"""

import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from math import prod
from typing import Any

from msgspec import Struct
from msgspec.structs import replace as replace_step
from sqlmodel import Session, SQLModel

from brikdesk.acts.fire.burning import FireLike, fire_like, taking
from brikdesk.acts.fire.fires import fire_on, light, put_out
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.turns_and_steps import hand_over, one_after_another
from brikdesk.dice import dice_words
from brikdesk.errors import BadInput, Refused
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.lines import Kind
from brikdesk.store.session import Progress, rows_of, unwatched
from brikdesk.store.tables import Edge, Field, Fire, Phase, Projectile, Turn, Unit
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import flight_spot
from brikdesk.turns.clocks import Coming, Owner, owners_now
from brikdesk.turns.queue import ALL_TABLES, agenda, all_lasting, steps_ahead
from brikdesk.turns.steps import AS_IT_IS, Prospect, Step
from brikdesk.turns.turn_order import next_turn_of, order_of_turns, present_turn, seats

MOST_TURNS = 60
"""Player turns that can be looked through at most."""

NEVER = 1e-12
"""What is less likely than this does not come."""

CERTAIN = 1 - 1e-9

MOST_WAYS = 4
"""The most ways of a step that are told in words, the likeliest first."""

RowKey = tuple[str, int]
"""A row: its table and its key."""


class LikelyWay(Struct, frozen=True):
    """One way in which a step may come out, and how likely that is if the step comes."""

    words: str
    chance: float


class OnAverage(Struct, frozen=True):
    """A number that a step brings, on the whole, if it comes: Grinding Damage 1.5."""

    words: str
    value: float


class Foreseen(Struct, frozen=True):
    """A step that will come, or may come.

    - `chance`: that it comes; `condition` says on what that depends, empty for what is certain.
    - `asks`: who has to choose what; all that comes later takes it as answered as is usual.
    - `ways` and `expects`: what its dice bring; both are empty for a step without dice, and for one
      of which nobody can tell.
    - `near`: who stands where it strikes. `unless`: what may end its unit before, with a chance that
      nobody can tell.
    - `table`: that of its row. `waits`: it can be settled now.
    """

    key: str
    icon: Kind
    title: str
    detail: str
    rule: str
    player_id: int | None
    unit_id: int | None
    dice: str
    chance: float
    condition: str = ""
    asks: str = ""
    ways: tuple[LikelyWay, ...] = ()
    expects: tuple[OnAverage, ...] = ()
    near: str = ""
    unless: str = ""
    table: str = ""
    waits: bool = False

    @property
    def by_itself(self) -> bool:
        """Whether it comes for certain, and takes neither dice nor a choice."""
        return not (self.dice or self.asks or self.condition or self.unless)

    @property
    def percent(self) -> str:
        """The chance that it comes: 62 %, or less than 1 %; empty if it is certain."""
        return "" if self.chance >= CERTAIN else in_percent(self.chance)

    @property
    def short(self) -> str:
        """The title with what makes it uncertain: Form 27B burns, 75 %."""
        return f"{self.title}, {self.percent}" if self.percent else self.title

    @property
    def facts(self) -> tuple[str, ...]:
        """All that there is to say beside the title, a part each."""
        ways = sorted(self.ways, key=lambda each: -each.chance)
        outcomes = ", ".join(f"{each.words} {in_percent(each.chance)}" for each in ways[:MOST_WAYS])
        more = ", less likely ones" if len(ways) > MOST_WAYS else ""
        expected = ", ".join(f"{each.value:.1f} {each.words}" for each in self.expects)
        parts = (
            self.condition,
            self.detail,
            f"then {outcomes}{more}" if ways else "",
            f"on average {expected}" if expected else "",
            self.near,
            self.asks,
            f"unless {self.unless}" if self.unless else "",
        )
        return tuple(part for part in parts if part)


def in_percent(chance: float) -> str:
    """Return a chance as it is read: 62 %; never 0 or 100 for what is not certain."""
    if NEVER < chance < 0.01:
        return "less than 1 %"
    return "more than 99 %" if 0.99 < chance < CERTAIN else f"{chance * 100:.0f} %"


class Ghost(Struct, frozen=True):
    """Something that is elsewhere, or smaller, by then: its table and key, place and Size."""

    table: str
    id: int
    name: str
    x: float
    y: float
    size: float = 0.0


class TurnAhead(Struct, frozen=True):
    """A player turn: what waits at its start and its end, and what lies on the table then.

    `runs`: it is the one that runs now; what is done in it already is left out. The ghosts are as
    things stand once all of its start is settled.
    """

    number: int
    owner: Owner
    runs: bool
    start: tuple[Foreseen, ...]
    end: tuple[Foreseen, ...]
    ghosts: tuple[Ghost, ...]

    @property
    def code(self) -> str:
        """The code of its player."""
        return self.owner.code

    @property
    def name(self) -> str:
        """What it is called: Turn 7, BU."""
        return f"Turn {self.number}, {self.code}"

    @property
    def steps(self) -> tuple[Foreseen, ...]:
        """All of its steps, in order."""
        return (*self.start, *self.end)


Looked = Callable[[int, Progress], tuple[TurnAhead, ...]]
"""Looks so many player turns ahead, once, on any thread."""


def look_ahead(
    campaign: Campaign, turns: int, progress: Progress = unwatched
) -> tuple[TurnAhead, ...]:
    """Return what is left of the running turn, and the next player turns; empty where no battle runs.

    Works on a copy in memory. Raise BadInput for more turns than can be looked through.
    """
    return about_to_look(campaign)(turns, progress)


def about_to_look(campaign: Campaign) -> Looked:
    """Copy a campaign into memory, and return what looks ahead in the copy and drops it."""
    with ExitStack() as holding:
        session = holding.enter_context(looking_back(campaign))(sys.maxsize)  # as it is now
        session.autoflush = True  # as where acts are done
        held = holding.pop_all()

    def look(turns: int, progress: Progress) -> tuple[TurnAhead, ...]:
        with held:
            if not 0 <= turns <= MOST_TURNS:
                raise BadInput(f"Look 0 to {MOST_TURNS} turns ahead.", "turns")
            return tuple(_TurnByTurn(session, progress).through(turns))

    return look


def two_rounds(session: Session) -> int:
    """Return how many player turns two rounds have, with those who still play; 0 without a battle."""
    turn = present_turn(session)
    if turn is None:
        return 0
    return min(MOST_TURNS, 2 * sum(not seat.out for seat in seats(session, turn.battle_id)))


class NextTurn(Struct, frozen=True):
    """A player turn that comes, in one line: whose, and what happens on the table as it starts.

    `quiet`: nothing does.
    """

    owner: Owner
    number: int
    words: str
    quiet: bool


@view(*ALL_TABLES)
def next_turns(session: Session) -> tuple[NextTurn, ...]:
    """Return the two player turns after the running one, by the rows as they are now."""
    turn = present_turn(session)
    if turn is None:
        return ()
    owners = owners_now(session)
    playing = {seat.player_id for seat in seats(session, turn.battle_id) if not seat.out}
    order = [each for each in order_of_turns(session, turn) if each in playing]
    titles: dict[str, list[str]] = {}
    coming = sorted(steps_ahead(session, all_of_it=True), key=lambda each: not each.step.dice)
    for each in coming:
        titles.setdefault(each.when, []).append(each.step.title)
    found = []
    for player_id in order[:2]:
        number = next_turn_of(session, turn, player_id, done=True)
        when = Coming(f"Turn {number}", owners[player_id].code).whole
        named = titles.get(when, [])
        found.append(NextTurn(owners[player_id], number, _in_few(named), quiet=not named))
    return tuple(found)


FEW = 2
"""Steps that are named where there is one line; the others are counted."""


def _in_few(titles: Sequence[str]) -> str:
    more = f" and {len(titles) - FEW} more" if len(titles) > FEW else ""
    return f"{', '.join(titles[:FEW])}{more}" if titles else "nothing"


def begins_with(session: Session) -> str:
    """Say what waits for the player whose turn starts, with the chances of its dice; else nothing."""
    turn = present_turn(session)
    if turn is None or turn.phase is not Phase.START:
        return ""
    steps = sorted(agenda(session), key=lambda step: not step.dice)
    said = [_with_chances(session, step) for step in steps[:FEW]]
    said += [""] * (len(steps) - len(said))
    return f"{owners_now(session)[turn.player_id].faction} begins: {_in_few(said)}."


def _with_chances(session: Session, step: Step) -> str:
    ways = act_of_step(step).prospects(session) if step.dice else ()
    words: Counter[str] = Counter()
    for way in ways:  # some differ only in what is not told here
        words[way.words] += way.chance  # type: ignore[assignment]
    said = ", ".join(f"{each} {in_percent(chance)}" for each, chance in words.most_common(3))
    return f"{step.title} ({said})" if said else step.title


class _TurnByTurn:
    """The way through the turns to come, in a copy of the campaign.

    - `like`: by rows whose future is not certain, what they may be like, each with its chance; None:
      no more there. Fires that were lit again lie in `anew` until the turn is over, for they burn in
      the next one: the chances of both add up to 1.
    - `lost`: by units that may be lost, by which rows, with the chance. `risks`: by units, which step
      may strike them with a chance that nobody can tell.
    """

    def __init__(self, session: Session, progress: Progress) -> None:
        self.session, self.progress = session, progress
        self.like: dict[RowKey, dict[Hashable, float]] = {}
        self.anew: dict[RowKey, dict[Hashable, float]] = {}
        self.lost: dict[int, dict[RowKey, float]] = {}
        self.risks: dict[int, str] = {}
        self.waiting = frozenset(step.key for step in agenda(session))

    def through(self, turns: int) -> Iterator[TurnAhead]:
        """Yield the rest of the running turn, and so many more."""
        turn = present_turn(self.session)
        for left in range(turns, -1, -1):
            if turn is None:
                return
            self.progress("Looking ahead", turns - left, turns + 1)
            yield self._turn(turn, runs=left == turns)
            try:
                hand_over(self.session, turn)
            except BadInput:  # no player is left who could have a turn
                return
            self.session.flush()
            self._burn_from_now_on()
            self.waiting = frozenset()
            turn = present_turn(self.session)

    def _turn(self, turn: Turn, *, runs: bool) -> TurnAhead:
        start: list[Foreseen] = []
        if turn.phase is not Phase.END:
            start = list(self._settled(Edge.START))
            turn.phase = Phase.PLAY
            self.session.flush()
            start += self._settled(Edge.START)
        ghosts = tuple(self._ghosts())
        turn.phase = Phase.END
        self.session.flush()
        owner = owners_now(self.session)[turn.player_id]
        return TurnAhead(
            turn.number, owner, runs,
            tuple(start), tuple(self._settled(Edge.END)), ghosts,
        )  # fmt: skip

    def _ghosts(self) -> Iterator[Ghost]:
        for flight in rows_of(self.session, Projectile):
            if spot := flight_spot(flight):
                yield Ghost("projectile", flight.id or 0, flight.name, *spot)
        for field in rows_of(self.session, Field):
            if field.x is not None and field.y is not None:
                size = float(field.size)
                yield Ghost("field", field.id or 0, field.name, field.x, field.y, size)

    # One step

    def _settled(self, edge: Edge) -> Iterator[Foreseen]:
        """Yield the steps that wait now, and have each come to what it comes to."""
        for step in one_after_another(self.session, (), self.progress):
            row = self._row_of(step)
            chance = self._comes(step, row, edge)
            if chance > NEVER:
                yield from self._settle(step, row, chance)

    def _row_of(self, step: Step) -> RowKey | None:
        """Return the row that a step is about; None if it is about several."""
        for lasting in all_lasting(self.session):
            if lasting.owns(step.key):
                key = step.act.get(lasting.names_row)
                return (str(lasting.table.__tablename__), key) if key is not None else None
        return None

    def _comes(self, step: Step, row: RowKey | None, edge: Edge) -> float:
        """Return the chance that a step comes: its row is there by then, and its unit."""
        there = 1.0
        if row in self.like:
            there = sum(share for state, share in self.like[row].items() if state is not None)
            # What was lit again in this turn runs about at its end, and burns in the next one.
            if edge is Edge.END:
                there += sum(self.anew.get(row, {}).values())
        return there * self._lives(step.unit_id, row)

    def _lives(self, unit_id: int | None, row: RowKey | None) -> float:
        """Return the chance that a unit is there, whatever became of the row itself."""
        by = self.lost.get(unit_id or 0, {})
        return prod(1 - chance for source, chance in by.items() if source != row)

    def _settle(self, step: Step, row: RowKey | None, chance: float) -> Iterator[Foreseen]:
        act, session = act_of_step(step), self.session
        if not step.dice:
            with session.begin_nested():
                asks = self._as_usual(act)
            if asks is not None:
                yield self._foreseen(step, row, act, chance, asks=asks)
            return
        ways = self._ways(act, row)
        near, struck = act.within_reach(session)
        by_then = self._as_by_then(step, row)
        yield self._foreseen(by_then, row, act, chance, ways=ways, near=near)
        if not ways:
            struck |= {step.unit_id} if step.unit_id else set()
        for unit_id in struck:
            self.risks.setdefault(unit_id, step.title)
        if row is not None and ways:
            self._carry_on(step, row, ways)

    def _as_by_then(self, step: Step, row: RowKey | None) -> Step:
        """Return a step with what its fire may be like by then in place of what it is like now."""
        like = self.like.get(row, {}) if row else {}
        fires = {each: share for each, share in like.items() if isinstance(each, FireLike)}
        if not fires:
            return step
        whole, sizes = sum(fires.values()), dict[int, float]()
        for fire, share in fires.items():
            _add(sizes, fire.size, share / whole)
        said = ", ".join(
            f'{size}" {in_percent(share)}' if share < CERTAIN else f'{size}"'
            for size, share in sorted(sizes.items())
            if size
        )
        sides = step.dice[:1] if len(sizes) > 1 else step.dice[:1] * max(1, *sizes)
        return replace_step(step, detail=f"fire of {said}" if said else "", dice=sides)

    def _as_usual(self, act: StepAct) -> str | None:
        """Settle a step without dice; return what was asked in it, None where it cannot be settled."""
        asked: dict[str, str] = {}
        try:
            preview = act.examine(self.session)
            while preview.open_choices and not preview.owed:
                choice = preview.open_choices[0]
                asked[choice.id] = choice.prompt.rstrip(" :")
                usual = choice.options[0].value if choice.options else ""
                act = replace(act, choices={**act.choices, choice.id: usual})
                preview = act.examine(self.session)
            act.carry_out(self.session)
            self.session.flush()
        except (BadInput, Refused):
            return None
        return "; ".join(asked.values())

    def _ways(self, act: StepAct, row: RowKey | None) -> list[tuple[float, Hashable, Prospect]]:
        """Return the ways in which dice let a step come out, by what its row may be like before.

        Each has the chance that the row is like that and the dice fall so; with that of the row being
        no more they add up to 1.
        """
        before = self.like.get(row, {AS_IT_IS: 1.0}) if row else {AS_IT_IS: 1.0}
        return [
            (share * way.chance, state, way)
            for state, share in before.items()
            if state is not None and share > 0
            for way in act.prospects(self.session, state)
        ]

    def _carry_on(
        self, step: Step, row: RowKey, ways: Sequence[tuple[float, Hashable, Prospect]]
    ) -> None:
        """Note what the row of a step may be like after it, whom it may cost, and what it may light."""
        lives = self._lives(step.unit_id, row)
        gone = self.like.get(row, {}).get(None, 0.0)
        after: dict[Hashable, float] = {None: gone} if gone else {}
        jumps: dict[tuple[int, ...], dict[int, float]] = {}
        for chance, _, way in ways:
            _add(after, way.after, chance)
            if way.lost and step.unit_id:
                _add(self.lost.setdefault(step.unit_id, {}), row, chance)
            if way.jumps and way.onto:
                _add(jumps.setdefault(way.onto, {}), way.jumps, chance * lives)
        self.like[row] = after
        found = self._found(row)
        for onto, inches in jumps.items():
            assert isinstance(found, Fire)
            self._may_jump(found, onto, inches)
        if after.get(None, 0.0) > CERTAIN and found is not None:
            self._take_away(found)

    def _found(self, row: RowKey) -> SQLModel | None:
        for lasting in all_lasting(self.session):
            if lasting.table.__tablename__ == row[0]:
                found: SQLModel | None = self.session.get(lasting.table, row[1])
                return found
        return None

    def _take_away(self, found: SQLModel) -> None:
        """Take away a row that is not there any more, whatever the dice have shown."""
        if isinstance(found, Fire):
            put_out(self.session, found)
        else:
            self.session.delete(found)
        self.session.flush()

    # Fires that light others

    def _may_jump(self, source: Fire, onto: Sequence[int], inches: dict[int, float]) -> None:
        """Note that a fire may jump to the first of these units with room: inches, how likely."""
        for unit_id in onto:
            if sum(inches.values()) <= NEVER:
                return
            inches = self._may_catch(self.session.get_one(Unit, unit_id), source, inches)

    def _may_catch(self, unit: Unit, source: Fire, inches: dict[int, float]) -> dict[int, float]:
        """Note that a unit may catch fire; return the inches for which it has no room, how likely."""
        fire = fire_on(self.session, unit, source.kind)
        burnt: dict[Hashable, float] = {None: 1.0}
        if fire is not None:
            burnt = self.like.get(_row(fire), {AS_IT_IS: 1.0})
            if AS_IT_IS in burnt:
                burnt = {fire_like(fire, unit): 1.0}
        again = self.anew.get(_row(fire), {}) if fire is not None else {}
        stays = 1 - sum(inches.values())
        like = {each: share * stays for each, share in burnt.items()}
        anew = {each: share * stays for each, share in again.items()}
        lives = self._lives(unit.id, None)
        over = {each: chance * (1 - lives) for each, chance in inches.items()}
        for states, lies in ((burnt, like), (again, anew)):
            for state, share in states.items():
                assert state is None or isinstance(state, FireLike)
                for many, chance in inches.items():
                    now, rest = taking(self.session, unit, state, many)
                    _add(anew if state is None else lies, now, share * chance)
                    if rest:
                        _add(over, rest, share * chance * lives)
        if fire is None:
            if sum(anew.values()) <= NEVER:
                return over
            fire = light(self.session, unit, 1, source.set_by_id, source.kind)
        self.like[_row(fire)], self.anew[_row(fire)] = like, anew
        return over

    def _burn_from_now_on(self) -> None:
        """Count what was lit again in the turn that is over with what burns."""
        for row, states in self.anew.items():
            like = self.like[row]
            for state, share in states.items():
                like[state] = like.get(state, 0.0) + share
        self.anew = {}

    # What is told of a step

    def _foreseen(
        self,
        step: Step,
        row: RowKey | None,
        act: StepAct,
        chance: float,
        *,
        asks: str = "",
        ways: Sequence[tuple[float, Hashable, Prospect]] = (),
        near: str = "",
    ) -> Foreseen:
        whole = sum(share for share, _, _ in ways) or 1.0
        words, expects = Counter[str](), Counter[str]()
        for share, _, way in ways:
            words[way.words] += share / whole  # type: ignore[assignment]
            for name, value in way.expects:
                expects[name] += value * share / whole  # type: ignore[assignment]
        unless = self.risks.get(step.unit_id or 0, "")
        return Foreseen(
            step.key, step.icon, step.title, step.detail, step.rule, step.player_id, step.unit_id,
            dice_words(step.dice), chance,
            condition=act.IF if chance < CERTAIN else "",
            asks=asks,
            ways=tuple(LikelyWay(each, float(share)) for each, share in words.items()),
            expects=tuple(OnAverage(name, float(value)) for name, value in expects.items()),
            near=near,
            unless=f"{unless[:1].lower()}{unless[1:]} first" if unless else "",
            table=row[0] if row else "",
            waits=step.key in self.waiting,
        )  # fmt: skip


def _add(chances: dict[Any, float], to: Hashable, chance: float) -> None:
    chances[to] = chances.get(to, 0.0) + chance


def _row(fire: Fire) -> RowKey:
    return (str(Fire.__tablename__), fire.id or 0)


def as_data(turns: Sequence[TurnAhead]) -> list[dict[str, Any]]:
    """Return the turns as plain data."""
    return [
        {
            "turn": each.number,
            "player": each.code,
            "faction": each.owner.faction,
            "runs": each.runs,
            "start": [_step_data(step) for step in each.start],
            "end": [_step_data(step) for step in each.end],
        }
        for each in turns
    ]


def _step_data(step: Foreseen) -> dict[str, Any]:
    return {
        "key": step.key,
        "title": step.title,
        "detail": step.detail,
        "rule": step.rule,
        "unit_id": step.unit_id,
        "dice": step.dice,
        "chance": step.chance,
        "condition": step.condition,
        "asks": step.asks,
        "ways": {each.words: each.chance for each in step.ways},
        "expects": {each.words: each.value for each in step.expects},
        "near": step.near,
        "unless": step.unless,
        "by_itself": step.by_itself,
    }
