"""A unit Disengages or stays in reach, and others answer: Counterstrikes and Responses."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import Struct, field
from sqlmodel import Session, col, select

from brikdesk.acts import who_may
from brikdesk.acts.checks import alive, existing_row, heed
from brikdesk.acts.combat import engaging
from brikdesk.acts.step_act import ClockStep, StepAct, ask, unanswered
from brikdesk.errors import BadInput
from brikdesk.games.brikwars import BRIKWARS
from brikdesk.ground.paths import spot_along
from brikdesk.ground.shapes import Point
from brikdesk.lengths import NEARLY
from brikdesk.rules.brikwars import close_combat
from brikdesk.rules.brikwars.actions_and_responses import (
    AT_ONCE,
    FirstToAct,
    may_respond,
    who_is_first,
)
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.rules.refusal import No, first
from brikdesk.store.act import Act
from brikdesk.store.house_rules import are_foes, games_of, house_of
from brikdesk.store.lines import Kind, Line, Outcome, line, outcome_of
from brikdesk.store.tables import (
    ActRecord,
    Alliance,
    Background,
    CampaignRow,
    ControlPoint,
    Fate,
    HouseRule,
    Image,
    LogLine,
    Maneuver,
    Parting,
    State,
    StateKind,
    Turn,
    Unit,
    Weapon,
)
from brikdesk.store.views import view
from brikdesk.store.views.battlefield import TABLES as SIGHT
from brikdesk.store.views.log import CORRECTION, that_count
from brikdesk.store.views.past_turns import SEVERAL
from brikdesk.store.views.units import apart
from brikdesk.turns.brikwars.units import (
    CLEAR_OF,
    PARTING,
    STAYING,
    Beside,
    beside,
    ready_to_strike,
)
from brikdesk.turns.steps import Choice, Option, Preview
from brikdesk.turns.turn_order import order_of_turns, present_turn, stamp_now, turn_now

_IDLE = (
    Option("nothing", "Nothing", "it counts as Disengaging"),
    Option("engaged", "It Engaged", "it was only not noted"),
)
_ANSWERS = (Option("go", "It lets it go", "no Counterstrike"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disengage(StepAct):
    """A unit Disengages in its turn; those of its opponents who can may Counterstrike (5.2-33).

    `stays_with` are opponents whose reach it does not leave: with them it stays engaged (5.2-36).
    `idle`: it has done nothing in its Close Combat and stays where it is, which counts as
    Disengaging (5.2-16).
    """

    KEY = "idle-{0.unit_id}"
    unit_id: int
    stays_with: tuple[int, ...] = ()
    idle: bool = False

    def check_waiting(self, session: Session) -> None:
        """Refuse it to a unit that is engaged with nobody, lies down, or holds an opponent."""
        unit = alive(session, self.unit_id)
        turn = turn_now(session)
        held = who_may.kinds_of(session, unit)
        no = close_combat.may_disengage(
            own_turn=unit.player_id == turn.player_id,
            engaged=StateKind.ENGAGED in held,
            grabbing=bool(engaging.grabs_of(session, unit)),
            disrupted=StateKind.DISRUPTED in held,
            again=bool(who_may.partings_of(session, unit)),
            engages=bool(who_may.maneuvers_of(session, unit)),
        )
        heed(self, no, session, unit.name)
        foes = {foe.id for foe in engaging.foes_of(session, unit)}
        if stranger := next((each for each in self.stays_with if each not in foes), None):
            other = alive(session, stranger)
            raise BadInput(f"{other.name} is not engaged with {unit.name}.", "stays_with")

    def examine(self, session: Session) -> Preview:
        """Say who may strike back; ask first whether an idle unit really was idle."""
        unit = alive(session, self.unit_id)
        choices: tuple[Choice, ...] = ()
        if self.idle:
            asked = f"What did {unit.name} do in its Close Combat?"
            choice = ask(self.choices, "idle", asked, unit.player_id, _IDLE)
            choices = (choice,)
            if choice.chosen is None:
                return Preview(choices=choices, waiting=asked)
            if choice.chosen == "engaged":
                return Preview(choices=choices, summary=f"{unit.name} has Engaged.")
        names = [foe.name for foe in engaging.foes_of(session, unit) if _can_answer(session, foe)]
        most = " Three at most." if len(names) > close_combat.MOST_COUNTERSTRIKES else ""
        return Preview(choices=choices, summary=f"{unit.name} Disengages. {_may(names)}{most}")

    def settle(self, session: Session) -> Outcome:
        """Note from whom it parts; who can answer has a step, in the opponents' order (A5-48)."""
        unit = alive(session, self.unit_id)
        if self.idle and self.choices.get("idle") == "engaged":
            who_may.note_maneuver(session, unit, "unnoted")
            return outcome_of(
                line(
                    Kind.RULING, f"{unit.name} has Engaged.", "It was not noted.",
                    rule="5.2-16", of=unit, step=self.key,
                )
            )  # fmt: skip
        # Of an earlier turn, from which nobody can strike back any more.
        for row in session.exec(select(Parting).where(Parting.unit_id == unit.id)):
            session.delete(row)
        names = []
        for foe in _in_order(session, engaging.foes_of(session, unit)):
            answers = _can_answer(session, foe)
            names += [foe.name] if answers else []
            session.add(
                Parting(
                    unit_id=unit.id or 0,
                    foe_id=foe.id or 0,
                    turn_id=turn_now(session).id or 0,
                    waits=answers,
                    # One that was idle parts from nobody: it only may be struck.
                    leaves=not self.idle and foe.id not in self.stays_with,
                )
            )
        session.flush()
        does = "has done nothing in its Close Combat." if self.idle else "Disengages."
        first = line(
            Kind.STATE, f"{unit.name} {does}", _may(names), rule="5.2-16" if self.idle else "5.2-33",
            of=unit, step=self.key if self.idle else "",
        )  # fmt: skip
        return Outcome(f"{unit.name} Disengages", (first, *_part_if_answered(session, unit)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgoCounterstrike(ClockStep[Parting]):
    """An opponent lets a unit go that Disengages, and makes no Counterstrike (5.2-33)."""

    CLOCK = PARTING
    parting_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse it where no Counterstrike is to come."""
        if not existing_row(session, Parting, self.parting_id).waits:
            raise BadInput("That Counterstrike has been made or forgone.", "parting_id")

    def examine(self, session: Session) -> Preview:
        """Ask for the answer: it lets the other one go, or Counterstrikes by an attack."""
        row = existing_row(session, Parting, self.parting_id)
        foe = session.get_one(Unit, row.foe_id)
        choice = ask(self.choices, "answer", f"What does {foe.name} do?", foe.player_id, _ANSWERS)
        if choice.chosen is None:
            return Preview(choices=(choice,), waiting=choice.prompt)
        return Preview(choices=(choice,), summary=self._words(session))

    def settle(self, session: Session) -> Outcome:
        """Note that it lets it go; after the last answer the unit has Disengaged."""
        words = self._words(session)
        row = existing_row(session, Parting, self.parting_id)
        foe = session.get_one(Unit, row.foe_id)
        row.waits = False
        session.add(row)
        session.flush()
        unit = session.get_one(Unit, row.unit_id)
        first = line(Kind.STATE, words, "No Counterstrike.", rule="5.2-33", of=foe, step=self.key)
        return outcome_of(first, *_part_if_answered(session, unit))

    def _words(self, session: Session) -> str:
        row = existing_row(session, Parting, self.parting_id)
        foe, unit = session.get_one(Unit, row.foe_id), session.get_one(Unit, row.unit_id)
        return f"{foe.name} lets {unit.name} go."


def _can_answer(session: Session, foe: Unit) -> bool:
    """Return whether an opponent can make a Counterstrike now (5.2-33)."""
    hands = 1  # only minifigs count their Hands
    if foe.kind in who_may.MINIFIGS:
        _, used, bound = engaging.hands_of(session, foe)
        hands = who_may.free_hands_now(session, foe) - used - bound
    return foe.fate is Fate.ALIVE and close_combat.may_counterstrike(
        disrupted=StateKind.DISRUPTED in who_may.kinds_of(session, foe),
        weapons=len(ready_to_strike(session, foe.id, stamp_now(session))),
        hands=hands,
    )


def struck_back(session: Session, foe: Unit, unit: Unit) -> list[Line]:
    """Note a Counterstrike; the third ends all others, and after the last the unit has Disengaged.

    Return no lines for one that answers another maneuver, by house rule (A5-01).
    """
    partings = who_may.partings_of(session, unit)
    if not any(row.foe_id == foe.id and row.waits for row in partings):
        return []
    for row in partings:
        row.struck = row.struck or row.foe_id == foe.id
    over = sum(row.struck for row in partings) >= close_combat.MOST_COUNTERSTRIKES
    for row in partings:
        row.waits = row.waits and not row.struck and not over
        session.add(row)
    session.flush()
    return _part_if_answered(session, unit)


def _part_if_answered(session: Session, unit: Unit) -> list[Line]:
    """End the fights that a unit leaves by Disengaging, once all Counterstrikes are over (5.2-34)."""
    if unit.fate is not Fate.ALIVE or not who_may.has_disengaged(session, unit):
        return []
    free = close_combat.gets_away(
        grabbed=engaging.is_grabbed(session, unit),
        disrupted=StateKind.DISRUPTED in who_may.kinds_of(session, unit),
    )
    left = {row.foe_id for row in who_may.partings_of(session, unit) if row.leaves and free}
    engaging.end_engagements(session, unit, left)
    for row in who_may.partings_of(session, unit):
        row.inch = row.foe_id in left
        session.add(row)
    stays = ", ".join(foe.name for foe in engaging.foes_of(session, unit))
    where = "It leaves by an Angry Inch." if left else "It stays where it is."
    where += f" Still engaged with {stays}." if stays else ""
    rule = "5.2-36" if left else "5.2-37" if engaging.is_grabbed(session, unit) else "5.2-34"
    return [line(Kind.STATE, f"{unit.name} has Disengaged.", where, rule=rule, of=unit)]


def _may(names: Sequence[str]) -> str:
    return f"{', '.join(names)} may Counterstrike." if names else "Nobody can Counterstrike."


def _in_order(session: Session, foes: Sequence[Unit]) -> list[Unit]:
    """Return opponents in the order of their owners' turns, from the next one on (A5-48)."""
    coming = order_of_turns(session, turn_now(session))
    places = {player_id: place for place, player_id in enumerate(coming)}
    # Those of nobody come last.
    return sorted(foes, key=lambda foe: places.get(foe.player_id or 0, len(places)))


_WHERE = (
    Option("in", "In reach", "the two are engaged"),
    Option("out", "Out of reach", "it has gone by"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StayInReach(ClockStep[Unit]):
    """A unit ends its movement beside those who struck it, or from whom it has Disengaged (A4-07).

    By the map it is engaged with all in whose reach it stands. Choices: `reach-12` whether it is in the
    reach of unit 12, where the map does not know.
    """

    CLOCK = STAYING
    unit_id: int

    def check_waiting(self, session: Session) -> None:
        """Raise BadInput where the unit stands beside nobody."""
        unit = alive(session, self.unit_id)
        if not beside(session, unit, turn_now(session)):
            raise BadInput(f"{unit.name} is in nobody's reach who struck it on its way.", "unit_id")

    def examine(self, session: Session) -> Preview:
        """Ask where the map does not know."""
        unit = alive(session, self.unit_id)
        choices = self._asked(session, unit)
        if waiting := unanswered(choices):
            return Preview(choices=choices, waiting=waiting)
        names = ", ".join(each.foe.name for each in self._reached(session, unit))
        ends = f"engaged with {names}" if names else "out of reach"
        return Preview(choices=choices, summary=f"{unit.name} is {ends}.")

    def settle(self, session: Session) -> Outcome:
        """Engage it with those who reach it, and note whose reach it has left."""
        unit = alive(session, self.unit_id)
        found, reached = beside(session, unit, turn_now(session)), self._reached(session, unit)
        lines: list[Line] = []
        for each in found:
            if each in reached:
                lines += engaging.engage(session, unit, each.foe)
            else:
                who_may.note_maneuver(session, unit, f"{CLEAR_OF}{each.foe.id}")
        parts = bool(reached) and all(each.parts for each in reached)
        names = ", ".join(each.foe.name for each in reached)
        words = f"It ends its movement in reach of {names}." if names else "It is out of reach."
        first = line(
            Kind.STATE, f"{unit.name} stays." if names else f"{unit.name} has gone by.", words,
            rule="5.2-36" if parts else "A4-07",
            of=unit, step=self.key,
        )  # fmt: skip
        return outcome_of(first, *lines)

    def _asked(self, session: Session, unit: Unit) -> tuple[Choice, ...]:
        found = beside(session, unit, turn_now(session))
        unknown = [each.foe for each in found if each.reached is None]
        prompts = [(foe.id, f"Is {unit.name} in reach of {foe.name}?") for foe in unknown]
        return tuple(
            ask(self.choices, f"reach-{foe_id}", prompt, unit.player_id, _WHERE)
            for foe_id, prompt in prompts
        )

    def _reached(self, session: Session, unit: Unit) -> tuple[Beside, ...]:
        asked = self._asked(session, unit)
        said = {choice.id for choice in asked if choice.chosen == _WHERE[0].value}
        found = beside(session, unit, turn_now(session))
        return tuple(each for each in found if each.reached or f"reach-{each.foe.id}" in said)


MOST_INCHES = 1000.0

UNNOTICED = "4.3-06"
"""The rule that refuses a response to what a unit does not see."""

HOW = {
    FirstToAct.BEFORE: ('It is at least 1" ahead and acts first.', "4.3-10"),
    FirstToAct.TOGETHER: ("Both act at once: both Actions count, even of one who dies.", "4.3-11"),
    FirstToAct.HIGHER_ROLL: ("The higher Action Roll goes first.", "4.3-12"),
}
"""For each order what the log says, and its rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Respond(Act):
    """Let a unit respond to another one; the Action itself is an act of its own.

    `lead` are the inches by which it could act before the other one could. `exclude_each_other`: if
    one of the two Actions happens, the other one cannot. `noticed`: it was in doubt whether it saw
    the other one, and What I Say Goes decided that it did (4.3-09). `declines`: its player lets the
    other one pass, although it could strike (4.1-07).
    """

    unit_id: int
    to_id: int
    lead: float = 0.0
    exclude_each_other: bool = False
    noticed: bool = False
    declines: bool = False

    def carry_out(self, session: Session) -> Outcome:
        """Tell who acts first; refused to a unit that may not respond (4.3-03, 4.3-06)."""
        unit = who_may.in_play(existing_row(session, Unit, self.unit_id))
        other = existing_row(session, Unit, self.to_id)
        turn_now(session)  # raises BadInput where no battle runs
        if self.unit_id == self.to_id:
            raise BadInput("A unit does not respond to itself.", "to_id")
        if not 0 <= self.lead <= MOST_INCHES:
            raise BadInput(f"Give 0 to {MOST_INCHES:g} inches.", "lead")
        if self.declines:
            title = f"{unit.name} lets {other.name} pass"
            return Outcome(title, (line(Kind.UNIT, f"{title}.", rule="4.1-07", of=unit),))
        heed(self, may_answer_to(session, unit, other, noticed=self.noticed), session, unit.name)
        if self.noticed:
            who_may.note_maneuver(session, unit, who_may.NOTICED)
        order = who_is_first(self.lead, exclude_each_other=self.exclude_each_other)
        if order is FirstToAct.TOGETHER:
            for each in (unit, other):
                who_may.note_maneuver(session, each, AT_ONCE)
        words, rule = HOW[order]
        title = f"{unit.name} responds to {other.name}"
        lines = [line(Kind.UNIT, f"{title}.", words, rule=rule, of=unit)]
        if self.noticed:
            lead = f"{unit.name} has noticed it."
            lines.insert(0, line(Kind.UNIT, lead, "What I Say Goes.", rule="4.3-09", of=unit))
        return Outcome(title, tuple(lines))


class Responder(Struct, frozen=True):
    """A unit that may respond, or why it may not.

    - `distance`: inches from edge to edge, a crew being where its vehicle is; None where nobody knows.
    - `sees`: whether the other one is in its cone of vision; None where nobody said how it faces.
    - `strikes`: the other one is in its striking distance: it attacks by default (4.1-07).
    - `passed`: the other one came through its cone of vision or its striking distance in this turn,
      and is out of it now.
    - `visits`: how often in this turn the way of the other one led into its striking distance.
    - `after`, `spot`: inches of that way to where it came into striking distance at last, and the
      place; None where it has been there all the time, or nobody knows.
    - `own`: it is of the side that acts: it answers nobody, but may Bail or act all the same (A4-23).
    - `lead`: inches by which it reaches farther than the other one, so that it may be first (4.3-10).
    """

    unit_id: int
    distance: float | None
    sees: bool | None
    no: No | None
    strikes: bool = False
    passed: bool = False
    visits: int = 0
    after: float | None = None
    spot: Point | None = None
    lead: float = 0.0
    own: bool = False

    @property
    def unnoticed(self) -> bool:
        """Whether all that stands in its way is that it does not see the other one (4.3-06)."""
        return self.no is not None and all(each.rule == UNNOTICED for each in self.no.each)


@view(Unit, LogLine, Turn, CampaignRow)
def acting_unit(session: Session, selected: int = 0) -> int:
    """Return the unit that others may respond to: `selected`, if it is the running player's.

    Otherwise the unit of that player that did something last in this turn; 0 if none did.
    """
    turn = present_turn(session)
    if turn is None or BRIKWARS not in games_of(session):
        return 0
    unit = session.get(Unit, selected)
    if unit is not None and unit.player_id == turn.player_id and unit.fate is Fate.ALIVE:
        return selected
    newest = (
        select(LogLine.unit_id)
        .join(Unit, col(Unit.id) == col(LogLine.unit_id))
        .where(LogLine.turn_id == turn.id, Unit.player_id == turn.player_id)
        .where(Unit.fate == Fate.ALIVE)
    )
    return session.exec(newest.order_by(col(LogLine.id).desc()).limit(1)).first() or 0


@view(
    *SIGHT, Background, State, Maneuver, HouseRule, Weapon, Alliance, ActRecord, Image, ControlPoint
)
def responders(session: Session, to_id: int) -> tuple[Responder, ...]:
    """Return the other players' units on the table in the order in which they are asked.

    First those that may respond, of these first those that have it in striking distance, those that
    certainly see it, then by distance (4.1-07, 4.3-03, 4.3-06). Units of the player whose
    unit acts are his own, and are asked last.
    """
    other = session.get(Unit, to_id)
    if other is None or present_turn(session) is None:
        return ()
    living = select(Unit).where(Unit.fate == Fate.ALIVE, col(Unit.on_table).is_(True))
    way = engaging.way_now(session, other)
    gone_by = engaging.passed(other, way, tuple(engaging.watchers(session).values()))
    arm = engaging.strikes_at(session, other)
    found = []
    for unit in session.exec(living.order_by(col(Unit.id))):
        if unit.id == to_id or unit.player_id is None:
            continue
        key = unit.id or 0
        away, sees = apart(session, unit, other), engaging.seen_now(session, unit, other)
        looks = who_may.looks_at(session, unit, (other.x, other.y))
        seen = key in gone_by.in_view and looks is False
        no = may_answer_to(session, unit, other)
        reach = engaging.strikes_at(session, unit)
        near = away is not None and away <= reach + NEARLY
        foe = no is None and engaging.strikes_by_default(session, unit, other.player_id)
        came = gone_by.in_reach.get(key)
        strikes = foe and (near or came is not None)
        after = came.stretches[-1][0] if came and came.stretches[-1][0] > NEARLY else None
        row = Responder(
            key, away, sees, no, strikes, seen or (strikes and not near),
            visits=len(came.stretches) if came else 0,
            after=after, spot=None if after is None else spot_along(way, after),
            lead=max(0.0, reach - arm), own=not are_foes(session, unit.player_id, other.player_id),
        )  # fmt: skip
        found.append(row)
    return tuple(sorted(found, key=_asked))


@view(ActRecord, Turn)
def answered_now(session: Session) -> frozenset[tuple[int, int]]:
    """Return who has answered whom in the running turn, or let him pass, as pairs of keys."""
    turn = present_turn(session)
    wanted = select(ActRecord.name, ActRecord.arguments).where(
        ActRecord.turn_id == (turn.id if turn else 0),
        that_count(session),
        # What several let pass is one act of all of them.
        col(ActRecord.name).in_((Respond.__name__, *SEVERAL)),
    )
    rows = (
        {"act": name, **said}
        for name, said in session.exec(wanted)
        if name != CORRECTION or _in_turn(session, said["act_id"], turn)
    )
    return frozenset(pair for row in rows for pair in what_it_settles(row).pairs)


def _in_turn(session: Session, act_id: int, turn: Turn | None) -> bool:
    return session.get_one(ActRecord, act_id).turn_id == (turn.id if turn else None)


class Settles(Struct, frozen=True):
    """What an act means for those who may strike: who answers whom, and who attacks by himself.

    `damaged`: to whom the damage of the table is dealt. `moves`: somebody may have moved by it; a
    correction of where a unit stands is no move. `corners` are those of the ways that units went.
    """

    pairs: frozenset[tuple[int, int]] = frozenset()
    attackers: frozenset[int] = frozenset()
    damaged: frozenset[int] = frozenset()
    moves: bool = True
    corners: Mapping[int, tuple[Point, ...]] = field(default_factory=dict)


def what_it_settles(data: Mapping[str, Any]) -> Settles:
    """Return what an act, with all acts in it, means for those who may strike."""
    parts = tuple(_parts(data))
    strikes = (each for part in parts for each in part.get("strikes") or ())
    return Settles(
        frozenset(
            (part["unit_id"], part["to_id"])
            for part in parts
            if part.get("act") == Respond.__name__
        ),
        frozenset(each["by_id"] for each in strikes if each.get("by_id")),
        frozenset(part["unit_id"] for part in parts if part.get("act") == "DamageUnit"),
        moves=any(part.get("act") != "EditUnit" for part in parts),
        corners={
            part["unit_id"]: tuple((x, y) for x, y in part["corners"])
            for part in parts
            if part.get("corners")
        },
    )


def _parts(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield an act, or the acts in it."""
    acts = data.get("acts")
    if not acts:
        yield data
    for part in acts or ():
        yield from _parts(part)


def _asked(row: Responder) -> tuple[bool, bool, bool, int, float, int]:
    away = MOST_INCHES if row.distance is None else row.distance
    seen = {True: 0, None: 1, False: 2}[row.sees]
    return row.no is not None, row.own, not row.strikes, seen, away, row.unit_id


def may_answer_to(session: Session, unit: Unit, other: Unit, *, noticed: bool = False) -> No | None:
    """Refuse a unit's response to what another one does (4.3-03, 4.3-06, 5.2-06, 8.2-02).

    `noticed`: What I Say Goes decided that it saw it (4.3-09).
    """
    held = who_may.kinds_of(session, unit)
    mates = engaging.group_of(session, [unit.id or 0]) if StateKind.ENGAGED in held else frozenset()
    turn = turn_now(session)
    able = may_respond(
        who_may.actions_left_now(session, unit),
        own_turn=unit.player_id == turn.player_id,
        engaged_elsewhere=bool(mates) and other.id not in mates,
        disrupted=StateKind.DISRUPTED in held,
        full_turn=StateKind.FULL_TURN in held,
        dead=unit.fate is not Fate.ALIVE,
        bw_response_chains=house_of(session, BrikWarsHouse).bw_response_chains,
    )
    return first(
        who_may.no_mind(unit), able, None if noticed else engaging.unnoticed(session, unit, other)
    )
