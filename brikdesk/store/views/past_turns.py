"""The course of past turns, read from the record: acts, ways over the table, shots."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from math import dist
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace
from sqlalchemy import ColumnElement, String, cast, or_
from sqlmodel import Session, col, func, select

from brikdesk.copied import copied
from brikdesk.lengths import in_inches
from brikdesk.store.lines import Dice, Kind, LinePart, Tone, part_text, parts_from_data
from brikdesk.store.session import rows_of
from brikdesk.store.tables import (
    ActRecord,
    Battle,
    Fate,
    Fire,
    Image,
    LogLine,
    Phase,
    Player,
    Projectile,
    SfShot,
    Turn,
    Unit,
)
from brikdesk.store.views import view
from brikdesk.store.views.log import CORRECTION, STANDING, corrected, that_count

TOGETHER = "Together"
"""The name of the act that consists of several."""

SEVERAL = (TOGETHER, CORRECTION)
"""The names of the acts with other acts in them."""


class DoneAct(Struct, frozen=True):
    """One act of the record; `name` is that of its kind, `turn_id` 0 where no battle ran.

    `deeds` are the names of the acts that it consists of: its own, or those of an act of several.
    """

    id: int
    turn_id: int
    name: str
    deeds: tuple[str, ...]
    title: str
    undone: bool
    done_at: datetime


@view(ActRecord)
def acts_of_turns(session: Session, turn_ids: Sequence[int]) -> tuple[DoneAct, ...]:
    """Return the acts of these player turns, the undone ones too, oldest first."""
    rows = session.exec(
        select(
            ActRecord.id,
            ActRecord.turn_id,
            ActRecord.name,
            ActRecord.title,
            ActRecord.state,
            ActRecord.done_at,
        )  # type: ignore[call-overload]  # not the arguments: an act can be as long as its dice
        .where(col(ActRecord.turn_id).in_(turn_ids))
        .order_by(col(ActRecord.id))
    )
    together, otherwise = _deeds(session, turn_ids), corrected(session)
    # SQLite keeps no zone: all moments in the file are UTC.
    return tuple(
        DoneAct(
            act_id,
            turn_id or 0,
            name,
            together.get(act_id, (name,)),
            title,
            state not in STANDING or act_id in otherwise,
            at.replace(tzinfo=UTC),
        )
        for act_id, turn_id, name, title, state, at in rows
    )


def _deeds(session: Session, turn_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    """Return the names of the acts within each act of several, by its key."""
    rows = session.exec(
        select(ActRecord.id, ActRecord.name, ActRecord.arguments).where(
            col(ActRecord.turn_id).in_(turn_ids), col(ActRecord.name).in_(SEVERAL)
        )
    )
    return {key or 0: tuple(_named(name, arguments)) for key, name, arguments in rows}


def _named(name: str, arguments: Mapping[str, Any]) -> Iterator[str]:
    return (each for each, _ in single_acts(name, arguments))


def single_acts(name: str, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the acts that an act consists of, each with its fields: itself, if it is a single one.

    Those of a correction are done in place of another act.
    """
    if name not in SEVERAL:
        yield name, arguments
        return
    for each in arguments.get("acts") or ():
        yield from single_acts(str(each.get("act", "")), each)


@view(Turn, ActRecord, LogLine)
def turn_to_tell(session: Session) -> int:
    """Return the key of the player turn that a report is asked for now, 0 before the first one.

    It is the running one, but right after handing over the one that has just ended: nothing was
    played in the new one but steps that ask for neither dice nor choices.
    """
    newest = rows_of(session, Turn)[-2:]
    if not newest:
        return 0
    # The same one in the first turn of all.
    before, running = newest[0], newest[-1]
    if running.phase is Phase.OVER or running.battle_id != before.battle_id:
        return running.id or 0
    played = session.exec(
        select(LogLine.id)
        .join(ActRecord, col(ActRecord.id) == col(LogLine.act_id))
        .where(LogLine.turn_id == running.id, ActRecord.turn_id == running.id)
        .where(that_count(session))
        .where(or_(col(LogLine.step) == "", col(LogLine.typed) > 0, col(LogLine.rolled) > 0))
        .limit(1)
    ).first()
    return (before if played is None else running).id or 0


@view(ActRecord)
def turn_began(session: Session, turn_id: int) -> datetime | None:
    """Return when the first act of a player turn was done, before it when the turn was handed over.

    None in an empty campaign.
    """
    done = select(ActRecord.done_at)
    first = done.where(ActRecord.turn_id == turn_id).order_by(col(ActRecord.id)).limit(1)
    newest = done.order_by(col(ActRecord.id).desc()).limit(1)
    began = session.exec(first).first() or session.exec(newest).first()
    return None if began is None else began.replace(tzinfo=UTC)


@view(ActRecord)
def newest_standing_act(session: Session) -> int:
    """Return the key of the newest act that is not undone, 0 in an empty campaign."""
    newest = select(ActRecord.id).where(col(ActRecord.state).in_(STANDING))
    return session.exec(newest.order_by(col(ActRecord.id).desc()).limit(1)).first() or 0


@view(ActRecord, Image)
def phases_begun(session: Session) -> dict[tuple[int, str], int]:
    """Return, for each player turn and phase (START, END, OVER), the act by which it began."""
    images = session.exec(
        select(Image.row_id, Image.before, Image.after, Image.act_id)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Turn.__tablename__, col(ActRecord.state).in_(STANDING))
        .order_by(col(Image.id))
    )
    begun: dict[tuple[int, str], int] = {}
    for turn_id, before, after, act_id in images:
        phase = (after or {}).get("phase")
        if phase and phase != (before or {}).get("phase"):
            begun[turn_id, str(phase)] = act_id
    return begun


@view(ActRecord, Image)
def fires_lit_and_out(session: Session) -> tuple[tuple[int, int], ...]:
    """Return (act, +1 or −1) for each fire that began or ended, oldest first."""
    new, gone = col(Image.before).is_(None), col(Image.after).is_(None)
    images = session.exec(
        select(Image.act_id, new)
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Fire.__tablename__, col(ActRecord.state).in_(STANDING), new | gone)
        .order_by(col(Image.id))
    )
    return tuple((act_id, 1 if lit else -1) for act_id, lit in images)


class Loss(Struct, frozen=True):
    """A unit that died or was destroyed, and in which player turn (0: between battles)."""

    turn_id: int
    unit_id: int
    player_id: int | None


@view(ActRecord, Image)
def losses(session: Session) -> tuple[Loss, ...]:
    """Return every loss of a unit, oldest first; one that came back can be lost again.

    One that a correction takes back has never been; one that it brings was in the turn it corrects.
    """
    in_turn = _turns_corrected(session)
    images = session.exec(
        select(
            Image.row_id, Image.before, Image.after, ActRecord.turn_id, ActRecord.name, ActRecord.id
        )  # type: ignore[call-overload]
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == Unit.__tablename__, col(ActRecord.state).in_(STANDING))
        .where(col(Image.before).is_not(None), col(Image.after).is_not(None))
        .order_by(col(Image.id))
    )
    # An image holds what the file holds: names of enum members, not their values.
    dead = Fate.DEAD.name
    found: list[Loss] = []
    for unit_id, before, after, turn_id, name, act_id in images:
        if before["fate"] != dead and after["fate"] == dead:
            found.append(Loss(in_turn.get(act_id, turn_id) or 0, unit_id, after["player_id"]))
        elif name == CORRECTION and before["fate"] == dead and after["fate"] != dead:
            newest = next((loss for loss in reversed(found) if loss.unit_id == unit_id), None)
            found = [loss for loss in found if loss is not newest]
    return tuple(found)


def _turns_corrected(session: Session) -> dict[int, int | None]:
    """Return for each correction the player turn of the act whose place it took."""
    asked = select(ActRecord.id, ActRecord.arguments).where(
        ActRecord.name == CORRECTION, col(ActRecord.state).in_(STANDING)
    )
    instead = {act_id or 0: int(said["act_id"]) for act_id, said in session.exec(asked)}
    if not instead:
        return {}
    acts = select(ActRecord.id, ActRecord.turn_id).where(col(ActRecord.id).in_(instead.values()))
    turns = dict(session.exec(acts).all())
    return {act_id: turns.get(was) for act_id, was in instead.items()}


class ShotsOfAct(Struct, frozen=True):
    """Keys of shots: those that an act fired, and those of earlier acts to which it added."""

    fired: list[int] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)


@view(ActRecord, Image)
def shots_of_acts(session: Session) -> dict[int, ShotsOfAct]:
    """Return the shots by act, for acts that are not undone and that concern one."""
    images = session.exec(
        select(Image.act_id, Image.row_id, col(Image.before).is_(None))
        .join(ActRecord, col(ActRecord.id) == col(Image.act_id))
        .where(Image.table == SfShot.__tablename__, col(ActRecord.state).in_(STANDING))
        # An act that deletes a shot neither fires nor settles it.
        .where(col(Image.after).is_not(None))
        .order_by(col(Image.id))
    )
    found: dict[int, ShotsOfAct] = {}
    for act_id, shot_id, new in images:
        shots = found.setdefault(act_id, ShotsOfAct())
        (shots.fired if new else shots.settled).append(shot_id)
    return found


class TurnRow(Struct, frozen=True):
    """One player turn that has begun."""

    id: int
    battle_id: int
    battle: str
    number: int
    player_id: int
    faction: str
    colour: str
    code: str
    over: bool

    @property
    def words(self) -> str:
        """The turn of one player as it is called at the table: Turn 6, Duchy of Lower Stud."""
        return f"Turn {self.number}, {self.faction}"


@view(Turn, Battle, Player)
def turns(session: Session) -> tuple[TurnRow, ...]:
    """Return all player turns of the campaign, oldest first."""
    battles = {row.id: row.name for row in rows_of(session, Battle)}
    players = {row.id: row for row in rows_of(session, Player)}
    return tuple(
        copied(
            TurnRow,
            turn,
            battle=battles[turn.battle_id],
            faction=player.faction,
            colour=player.colour,
            code=player.code,
            over=turn.phase is Phase.OVER,
        )
        for turn, player in ((turn, players[turn.player_id]) for turn in rows_of(session, Turn))
    )


# What each unit has done


class ServiceRecord(Struct, frozen=True):
    """What a unit has done, acts that were taken back left out.

    - `shots`: attacks that it made itself, by hand too; of `rolled` ones it is known whether they hit.
    - `kills`, `wounds`: what came of its hits, and of what it launched. Of a blow that several units
      landed together the one has the credit whose damage did it; of damage that was rolled jointly
      the first of them that hit, who leads.
    - `through`: its hits that beat an Armor, credited likewise.
    - `inches`: the length of its own ways; it was not carried, shoved or thrown them.
    - `best`: the chance of the least likely of its hits, in percent; None where no chance is known.
    - `said`: what it spent its other Actions on, in the words of the referee.
    - `battles`: in how many battles it did so.
    """

    unit_id: int
    name: str
    player_id: int | None
    shots: int = 0
    rolled: int = 0
    hits: int = 0
    through: int = 0
    kills: int = 0
    wounds: int = 0
    launches: int = 0
    inches: float = 0.0
    best: float | None = None
    said: tuple[str, ...] = ()
    battles: int = 0

    @property
    def did(self) -> bool:
        """Whether there is anything to tell of it."""
        return self.acted or self.inches > 0

    @property
    def acted(self) -> bool:
        """Whether it did more than move."""
        return bool(self.shots or self.launches or self.kills or self.wounds or self.said)

    @property
    def words(self) -> str:
        """The record in a line: 2 attacks, 1 hit, nothing through; moved 3.5"."""
        counts = [_several(self.shots, "attack")] if self.shots else []
        counts += [_several(self.hits, "hit") if self.hits else "no hit"] if self.rolled else []
        counts += ["nothing through"] if self.hits and not self.harm and not self.through else []
        counts += [_several(self.launches, "launch", "launches")] if self.launches else []
        counts += [_several(self.kills, "kill")] if self.kills else []
        counts += [_several(self.wounds, "wound")] if self.wounds else []
        parts = [", ".join(counts)] if counts else []
        if self.best is not None:
            parts.append(f"best roll a hit at {percent(self.best)}")
        parts += [f"moved {in_inches(self.inches)}"] if self.inches else []
        if self.said:
            actions = "an Action" if len(self.said) == 1 else f"{len(self.said)} Actions"
            parts.append(f"{actions} for {', '.join(f'“{words}”' for words in self.said)}")
        parts += [f"in {self.battles} battles"] if self.battles > 1 else []
        return "; ".join(parts)

    def without(self, betrays: Callable[[str], bool]) -> "ServiceRecord":
        """Return the record, but no words that would betray a secret."""
        return replace(self, said=tuple(each for each in self.said if not betrays(each)))

    @property
    def harm(self) -> int:
        """How often it killed or wounded somebody."""
        return self.kills + self.wounds


def _several(number: int, noun: str, nouns: str = "") -> str:
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"


_CHANCE = re.compile(r": [<>]?(\d+(?:\.\d+)?) %(?:, with a Benny [<>]?(\d+(?:\.\d+)?) %)?")


def chance_said(said: str) -> float | None:
    """Return the chance of a hit in percent that the line of a shot says; None where it says none.

    Where a Benny could have saved a miss, it is the chance with that Benny.
    """
    found = _CHANCE.search(said)
    return None if found is None else float(found[2] or found[1])


def percent(chance: float) -> str:
    """Return a chance in percent in words: 50 %, 12.5 %."""
    return f"{chance:.1f}".removesuffix(".0") + " %"


_SHOT = re.compile(r".+ (?:fires|throws|drops|strikes with|makes a) .+ at .+\.")
_NEXT_SHOT = re.compile(r".+, shot \d+ at .+\.")
_TAKES = re.compile(r".+ (?:takes \d+|is hit)\.")
_ROLLED, _AVOIDED, _BEATEN = "5.1-09", "A5-69", "5.1-11"
"""Rules of lines: a shot that is rolled, one that a Bail gets clear of, damage that beats an Armor."""

_OWN_WAYS = ("MoveUnit", "Bail", "JumpUnit")
_SERVED = (
    *(*_OWN_WAYS, "Attack", "FireWeapon", "Launch", "Land", "SpendAction", "FireSf"),
    *("EnterOutcome", *SEVERAL),
)
"""The acts of which a service record tells something."""


class _ServedAct(Struct, frozen=True):
    """An act with the rows of units that it changed, and its lines about attacks.

    `lost`: before which of these lines it cost a unit, by its key.
    """

    turn_id: int
    deeds: tuple[tuple[str, Mapping[str, Any]], ...]
    changed: Sequence[tuple[int, Mapping[str, Any], Mapping[str, Any]]]
    lines: Sequence[tuple[str, tuple[LinePart, ...], str, int | None]]
    lost: Mapping[int, int]


class _Blow(Struct):
    """Who hit in an attack, a name for each hit, and the damage that each victim took of it.

    Of each damage it is told whether it beat the Armor while the victim was still there.
    """

    hits: list[int] = field(default_factory=list)
    taken: dict[int, list[bool]] = field(default_factory=dict)

    def doers(self, victim: int) -> list[int]:
        """Return who did it to a victim, of each damage of it that went through."""
        taken = self.taken.get(victim, [])
        # Rolled jointly, or a blast: who leads.
        alone = len(taken) == len(self.hits)
        return [
            self.hits[place if alone else 0]
            for place, beat in enumerate(taken)
            if beat and self.hits
        ]

    def doer(self, victim: int) -> int:
        """Return who killed or wounded a victim; 0 for nobody."""
        return next(reversed(self.doers(victim) or self.hits[:1]), 0)


class _Tally(Struct):
    """What is counted of one unit, by the names of the fields of its record."""

    counts: Counter[str] = field(default_factory=Counter)
    inches: float = 0.0
    best: float | None = None
    said: list[str] = field(default_factory=list)
    turn_ids: set[int] = field(default_factory=set)


@view(ActRecord, Image, LogLine, Unit, Turn, SfShot)
def service_records(
    session: Session, turn_ids: tuple[int, ...] | None = None, unit_id: int | None = None
) -> tuple[ServiceRecord, ...]:
    """Return what each unit has done in battle, or in these player turns, in the order of the units.

    Of one unit alone (`unit_id`) fewer acts are read. Who has done nothing is left out.
    """
    served = _Served(session)
    for act in _served_acts(session, turn_ids, unit_id):
        served.count(act)
    battle_of = dict(session.exec(select(Turn.id, Turn.battle_id)).all())
    found = []
    for row in session.exec(select(Unit).where(*_only(Unit.id, unit_id)).order_by(col(Unit.id))):
        tally, key = served.tallies[row.id or 0], row.id or 0
        battles = {battle_of[each] for each in tally.turn_ids if each in battle_of}
        found.append(
            ServiceRecord(
                key,
                row.name,
                row.player_id,
                **tally.counts,
                inches=tally.inches,
                best=tally.best,
                said=tuple(tally.said),
                battles=len(battles),
            )
        )
    return tuple(record for record in found if record.did)


def _only(column: object, unit_id: int | None) -> list[ColumnElement[bool]]:
    return [] if unit_id is None else [col(column) == unit_id]


_NAMES_DOER = ("by_id", "unit_id", "by_unit_id")
"""Fields of acts that name who does it."""


def _concerns(unit_id: int | None) -> list[ColumnElement[bool]]:
    """Return the condition of acts that may be those of a unit: they, or their lines, name it."""
    if unit_id is None:
        return []
    said = cast(col(ActRecord.arguments), String)
    named = [
        said.contains(f'"{name}":{unit_id}{end}') for name in _NAMES_DOER for end in (",", "}")
    ]
    fired = select(LogLine.act_id).where(LogLine.unit_id == unit_id, LogLine.kind == Kind.ATTACK)
    # What lands, and what a shot came to, names neither.
    later = col(ActRecord.name).in_(("Land", "EnterOutcome", *SEVERAL))
    return [or_(*named, later, col(ActRecord.id).in_(fired))]


def _served_acts(
    session: Session, turn_ids: tuple[int, ...] | None, unit_id: int | None
) -> Iterator[_ServedAct]:
    """Yield the acts that count, oldest first."""
    turn = col(ActRecord.turn_id)
    acts = session.exec(
        select(ActRecord.id, ActRecord.turn_id, ActRecord.name, ActRecord.arguments)
        .where(that_count(session), col(ActRecord.name).in_(_SERVED))
        .where(turn.is_not(None) if turn_ids is None else turn.in_(turn_ids))
        .where(*_concerns(unit_id))
        .order_by(col(ActRecord.id))
    ).all()
    for some in _in_lots(acts):
        in_place = {key: said["act_id"] for key, _, name, said in some if name == CORRECTION}
        keys = [*(key for key, *_ in some), *in_place.values()]
        changed: defaultdict[int, list[Any]] = defaultdict(list)
        for act_id, *image in session.exec(
            select(Image.act_id, Image.row_id, Image.before, Image.after)
            .where(col(Image.act_id).in_(keys), Image.table == Unit.__tablename__, _TOLD_CHANGE)
            .order_by(col(Image.id))
        ):
            changed[act_id].append(image)
        lines: defaultdict[int, list[Any]] = defaultdict(list)
        lost: defaultdict[int, dict[int, int]] = defaultdict(dict)
        for act_id, kind, lead, parts, rule, of_unit in session.exec(
            select(
                LogLine.act_id,
                LogLine.kind,
                LogLine.lead,
                LogLine.parts,
                LogLine.rule,
                LogLine.unit_id,
            )  # type: ignore[call-overload]
            .where(col(LogLine.act_id).in_(keys), col(LogLine.kind).in_((Kind.ATTACK, Kind.LOST)))
            .order_by(col(LogLine.id))
        ):
            if kind == Kind.LOST:
                lost[act_id].setdefault(of_unit or 0, len(lines[act_id]))
            else:
                lines[act_id].append((lead, parts_from_data(parts), rule, of_unit))
        for key, turn_id, name, arguments in some:
            deeds = tuple(single_acts(name, arguments))
            rows = changed[key or 0]
            if key in in_place:
                rows = _in_place(changed[in_place[key]], rows)
            own = rows, lines[key or 0], lost[key or 0]
            yield _ServedAct(turn_id or 0, deeds, *own)


def _in_place(wrong: Sequence[Any], right: Sequence[Any]) -> list[Any]:
    """Return what an act changed that stands in place of another one, by what both have changed."""
    before = {unit_id: was for unit_id, was, _ in (*right, *wrong)}
    after = {unit_id: became for unit_id, _, became in (*wrong, *right)}
    return [(unit_id, was, after[unit_id]) for unit_id, was in before.items()]


LOT = 500
"""Acts whose images and lines are read at once; SQLite takes some thousand keys in one question."""


def _in_lots(acts: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (acts[place : place + LOT] for place in range(0, len(acts), LOT))


_TOLD_CHANGE = or_(
    *(
        func.json_extract(Image.before, f"$.{name}").is_distinct_from(
            func.json_extract(Image.after, f"$.{name}")
        )
        for name in ("x", "y", "fate", "wounded", "size_damage")
    )
)
"""Found by SQLite: most images of a unit tell of its Actions and its Move alone."""


class _Served:
    """Counts acts for the units that did them; `tallies` are by the keys of units, 0 for nobody."""

    def __init__(self, session: Session) -> None:
        self.tallies: defaultdict[int, _Tally] = defaultdict(_Tally)
        self._shooters = dict(session.exec(select(SfShot.id, SfShot.unit_id)).all())
        flown = select(Image.row_id, Image.before).where(Image.table == Projectile.__tablename__)
        self._launchers = {
            key: row.get("unit_id")
            for key, row in session.exec(flown.where(col(Image.before).is_not(None)))
            if row
        }

    def count(self, act: _ServedAct) -> None:
        """Count one act, with all that it consists of."""
        strikes: list[Mapping[str, Any]] = []
        doers: set[int] = set()
        for name, said in act.deeds:
            if name == "Attack":
                strikes += said.get("strikes") or ()
            elif name == "Land":
                doers.add(self._launchers.get(said.get("projectile_id") or 0) or 0)
            elif name == "EnterOutcome":
                doers.add(self._entered(act, said))
            elif name in _OWN_WAYS:
                self._walked(act, name, said)
            elif name == "SpendAction" and said.get("why"):
                self._of(act, said.get("unit_id")).said.append(str(said["why"]).rstrip("."))
            else:
                self._fired(act, name, said)
        self._harmed(act, doers - {0}, self._shot(act, strikes))

    def _of(self, act: _ServedAct, unit_id: int | None) -> _Tally:
        """Return what is counted of a unit, which has done something in this act."""
        tally = self.tallies[unit_id or 0]
        tally.turn_ids.add(act.turn_id)
        return tally

    def _fired(self, act: _ServedAct, name: str, said: Mapping[str, Any]) -> None:
        """Count what is fired without a roll of its own, and what flies off."""
        if name == "Launch":
            self._of(act, said.get("unit_id")).counts["launches"] += 1
        for _, _, _, unit_id in act.lines if name in ("FireWeapon", "FireSf") else ():
            self._of(act, said.get("by_unit_id") or unit_id).counts["shots"] += 1

    def _entered(self, act: _ServedAct, said: Mapping[str, Any]) -> int:
        """Count a hit or miss by the Sci-fi rules; return who had fired."""
        shooter = self._shooters.get(said.get("shot_id") or 0) or 0
        matter, answer = said.get("matter"), said.get("answer")
        counts = self._of(act, shooter).counts
        if matter == "hit" and answer:
            counts["rolled"] += 1
            counts["hits"] += answer == "hit"
        counts["through"] += matter == "penetration" and answer == "penetrated"
        return shooter

    def _walked(self, act: _ServedAct, name: str, said: Mapping[str, Any]) -> None:
        if said.get("by_itself") is False:
            return
        walker = said.get("unit_id")
        tally = self._of(act, walker)
        if said.get("inches") is not None:
            tally.inches += float(said["inches"])
            return
        for unit_id, before, after in act.changed:
            if unit_id == walker and None not in (before.get("x"), after.get("x")):
                corners = said.get("corners") or () if name == "MoveUnit" else ()
                way = [(before["x"], before["y"]), *corners, (said.get("x"), said.get("y"))]
                tally.inches += _length(way)

    def _shot(self, act: _ServedAct, strikes: Sequence[Mapping[str, Any]]) -> _Blow:
        """Count the Action Rolls of an attack; return who hit, and the damage that came of it."""
        left = iter(strikes)
        user, chance, blow = 0, chance_said(""), _Blow()
        for place, (lead, parts, rule, unit_id) in enumerate(act.lines if strikes else ()):
            if _TAKES.fullmatch(lead) or rule == _BEATEN:
                there = place < act.lost.get(unit_id or 0, len(act.lines))
                blow.taken.setdefault(unit_id or 0, []).append(rule == _BEATEN and there)
            if _SHOT.fullmatch(lead) and not _NEXT_SHOT.fullmatch(lead):
                user = next(left, {}).get("by_id") or unit_id or 0
                chance = chance_said(" ".join(map(part_text, parts)))
            elif not _NEXT_SHOT.fullmatch(lead):
                continue
            tally = self._of(act, user)
            tally.counts.update(("shots", "rolled"))
            if _hits(parts, rule):
                blow.hits.append(user)
                tally.counts["hits"] += 1
                if chance is not None and (tally.best is None or chance < tally.best):
                    tally.best = chance
        for victim in blow.taken:
            for each in blow.doers(victim):
                self._of(act, each).counts["through"] += 1
        return blow

    def _harmed(self, act: _ServedAct, doers: Iterable[int], blow: _Blow) -> None:
        """Credit those who did it with whom the act killed or wounded."""
        for unit_id, before, after in act.changed:
            if not before or not after:
                continue
            dies = before["fate"] != Fate.DEAD.name and after["fate"] == Fate.DEAD.name
            wounded = bool(after.get("wounded")) and not before.get("wounded")
            worn = (after.get("size_damage") or 0) > (before.get("size_damage") or 0)
            for doer in {*doers, blow.doer(unit_id)} - {0, unit_id}:
                counts = self._of(act, doer).counts
                counts["kills"] += dies
                counts["wounds"] += (wounded or worn) and not dies


def _hits(parts: Iterable[LinePart], rule: str) -> bool:
    """Return whether a shot hit: its die says so, or it needed none."""
    dice = next((part for part in parts if isinstance(part, Dice)), None)
    if dice is None:
        return rule not in (_ROLLED, _AVOIDED)
    return dice.tone(0) is Tone.OK


def _length(way: Sequence[Any]) -> float:
    """Return the inches of a way as far as its places are known."""
    known = [point for point in way if None not in point]
    return sum(dist(one, other) for one, other in pairwise(known))
