"""Sort the log lines of one player turn into the parts of a report."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field

from brikdesk.errors import BadInput
from brikdesk.reports.data import ReportLine, TurnPart, count_dice
from brikdesk.reports.shots import shots_together
from brikdesk.reports.wording import clock, counted, span
from brikdesk.rules.clocks import Edge
from brikdesk.rules.texts import rule_text
from brikdesk.store.act import Act
from brikdesk.store.lines import OVERRULED, Kind, Words
from brikdesk.store.views.battle import PlayerRow, TurnRow
from brikdesk.store.views.course import DoneAct, Loss
from brikdesk.store.views.log import LogEntry
from brikdesk.store.views.shot_course import ShotsOfAct

# Above every key of an act: the end of a turn that still runs.
NEVER = 1 << 62


class BattleCourse(Struct, frozen=True):
    """The course of all turns: when phases began, fires lit and out, units lost, shots."""

    players: Mapping[int, PlayerRow]
    phases: Mapping[tuple[int, str], int]
    fires: Sequence[tuple[int, int]]
    losses: Sequence[Loss]
    waiting: Mapping[int, int] = field(default_factory=dict)
    shots: Mapping[int, ShotsOfAct] = field(default_factory=dict)
    edges: Mapping[str, tuple[Edge, ...]] = field(default_factory=dict)
    """At which edges of a turn steps wait, by the first part of their keys."""

    def end_of(self, turn_id: int) -> int:
        """Return the act by which a turn's end began: its end steps, else the handing over."""
        over = self.phases.get((turn_id, "OVER"), NEVER)
        return min(self.phases.get((turn_id, "END"), over), over)

    def fires_after(self, act_id: int) -> int:
        """Count the fires that burned after an act."""
        return sum(change for at, change in self.fires if at <= act_id)

    def colour(self, player_id: int | None) -> str:
        """Return a player's colour token, empty for nobody."""
        player = self.players.get(player_id or 0)
        return player.colour if player else ""


HANDING_OVER = ("EndTurn", "GoOn")


def last_act(turn: TurnRow, acts: Sequence[DoneAct], course: BattleCourse) -> int:
    """Return the last act of a turn, ignoring the one that cleared the table after the battle."""
    standing = [act.id for act in acts if not act.undone and act.name != "EndBattle"]
    return max([course.phases.get((turn.id, "START"), 0), *standing])


def last_own_act(turn: TurnRow, acts: Sequence[DoneAct], course: BattleCourse) -> int:
    """Return the last act before the turn was handed over, when its counters are complete."""
    # Handing over may end the round, and with it the counts of what was fired in it (S-01).
    return last_act(turn, [act for act in acts if act.name not in HANDING_OVER], course)


def turn_part(
    turn: TurnRow, log: Sequence[LogEntry], acts: Sequence[DoneAct], course: BattleCourse
) -> TurnPart:
    """Sort one turn's lines; each stands in exactly one part."""
    parts: dict[str, list[LogEntry]] = {
        name: [] for name in ("start", "play", "fights", "end", "rulings")
    }
    end = course.end_of(turn.id)
    standing = [line for line in log if not line.undone]
    attacks = _attacks(acts)
    fights = attacks | set(course.shots)
    waited = _edges(standing, course)
    for line in standing:
        part = _part_of(line, waited[line.id], end)
        parts["fights" if part == "play" and line.act_id in fights else part].append(line)
    steps = {line.step for line in parts["start"]} - {""}
    person = course.players[turn.player_id].name if turn.player_id in course.players else ""
    entries = {name: entries_of(lines, course) for name, lines in parts.items()}
    entries["fights"] = shots_together(entries["fights"], course.shots)
    ruled = {line.act_id for line in parts["rulings"]}
    elsewhere = [line for line in standing if line.act_id not in ruled]
    rulings = (*entries["rulings"], *_overruled(elsewhere, course))
    return TurnPart(
        turn_id=turn.id,
        number=turn.number,
        player_id=turn.player_id,
        faction=turn.faction,
        colour=turn.colour,
        code=turn.code,
        person=person,
        when=span([act.done_at for act in acts if not act.undone]),
        start=entries["start"],
        start_note=_start_note(parts, acts, end, course.waiting.get(turn.id, 0)),
        play=entries["play"],
        fights=entries["fights"],
        end=entries["end"],
        rulings=tuple(sorted(rulings, key=lambda entry: entry.act_id)),
        undone=len({line.act_id for line in log if line.undone}),
        steps=len(steps),
        attacks=_count(acts, standing, course),
        losses=tuple(loss for loss in course.losses if loss.turn_id == turn.id),
        fires=course.fires_after(last_act(turn, acts, course)),
        dice=sum((count_dice(made) for made in entries.values()), count_dice(())),
    )


def _attacks(acts: Sequence[DoneAct]) -> set[int]:
    """Return the acts that are attacks; one of several acts is told as its first one is."""
    return {act.id for act in acts if act.deeds and _is_attack(act.deeds[0])}


def _is_attack(deed: str) -> bool:
    # A name that is no act any more is that of an old file.
    kind = Act.KINDS.get(deed)
    return kind is not None and kind.is_attack


def _count(acts: Sequence[DoneAct], standing: Sequence[LogEntry], course: BattleCourse) -> int:
    """Count attacks: acts of BrikWars, and every shot by the Sci-fi rules, not its outcomes."""
    shots = course.shots
    fired = (len(shots[act].fired) for act in {line.act_id for line in standing} if act in shots)
    deeds = [deed for act in acts if not act.undone and act.id not in shots for deed in act.deeds]
    return sum(map(_is_attack, deeds)) + sum(fired)


def _edges(log: Sequence[LogEntry], course: BattleCourse) -> dict[int, tuple[Edge, ...]]:
    """Return at which edges of a turn the step of each line waits, by the key of the line.

    A line without a step of its own tells what came of the step before it in the same act.
    """
    found: dict[int, tuple[Edge, ...]] = {}
    for _, same in groupby(log, key=lambda line: line.act_id):
        lines = list(same)
        steps = [line.step for line in lines if line.step]
        step = steps[0] if steps else ""
        for line in lines:
            step = line.step or step
            found[line.id] = course.edges.get(step.partition("-")[0], ())
    return found


def _part_of(line: LogEntry, waited: tuple[Edge, ...], end: int) -> str:
    if line.kind in (Kind.RULING, Kind.SKIPPED):
        return "rulings"
    if line.act_id >= end or waited == (Edge.END,):
        return "end"
    return "start" if Edge.START in waited else "play"


def entries_of(log: Sequence[LogEntry], course: BattleCourse) -> tuple[ReportLine, ...]:
    """Return the entries of log lines; steps are numbered, overruled rules shown once an act."""
    places: dict[tuple[int, str], int] = {}
    overruled: set[int] = set()
    made = []
    for line in log:
        first = bool(line.step) and (line.act_id, line.step) not in places
        if first:
            places[line.act_id, line.step] = len(places) + 1
        made.append(
            ReportLine(
                kind=line.kind,
                lead=line.lead,
                parts=line.parts,
                rule=line.rule,
                colour=course.colour(line.player_id),
                act_id=line.act_id,
                at=clock(line.done_at),
                place=places[line.act_id, line.step] if first else 0,
                overruled=() if line.act_id in overruled else line.overruled,
                sums=line.sums,
                unit_id=line.unit_id,
            )
        )
        overruled.add(line.act_id)
    return tuple(made)


def _overruled(standing: Sequence[LogEntry], course: BattleCourse) -> list[ReportLine]:
    """Return what was overruled in acts whose own lines stand in other parts.

    Acts of today say it in lines of their own; those of earlier campaigns do not.
    """
    by_themselves = {line.act_id for line in standing if line.lead == OVERRULED}
    # One line stands for its act: the rules that were overruled are the same on all of them.
    acts = {
        line.act_id: line
        for line in standing
        if line.overruled and line.act_id not in by_themselves
    }
    return [
        ReportLine(
            kind=Kind.RULING,
            lead=f"Overruled: {rule}.",
            parts=(Words(_rule_title(rule)),),
            colour=course.colour(line.player_id),
            act_id=line.act_id,
            at=clock(line.done_at),
        )
        for line in acts.values()
        for rule in line.overruled
    ]


def _rule_title(rule: str) -> str:
    try:
        return f"{rule_text(rule).title}."
    except BadInput:
        return ""


def _start_note(
    parts: Mapping[str, Sequence[LogEntry]], acts: Sequence[DoneAct], end: int, waiting: int
) -> str:
    skipped = sum(
        line.kind is Kind.SKIPPED and not line.undone and line.act_id < end
        for line in parts["rulings"]
    )
    if waiting:
        return f"{counted(waiting, 'step')} still to do"
    if skipped:
        return f"{counted(skipped, 'step')} not done"
    put_off = any(act.name == "SkipStep" and not act.undone for act in acts)
    return "all steps done, not in order" if put_off else "all steps done"
