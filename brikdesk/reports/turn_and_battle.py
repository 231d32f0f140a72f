"""Read the contents of a report from a campaign, through views only, into frozen values."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec import Struct, field
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.reports import data as report_data
from brikdesk.reports.photos import with_photos
from brikdesk.reports.standing import ammo_lines, facts_after, standing
from brikdesk.rules.texts import rule_text
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, looking_back
from brikdesk.store.house_rules import OwnParagraph
from brikdesk.store.lines import OVERRULED, Kind, Words
from brikdesk.store.session import old_left_alone
from brikdesk.store.views.campaign_and_battle import (
    PlayerRow,
    battle_head,
    players,
    plays_brikwars,
    plays_scifi,
    rule_set,
    story_by_hand,
)
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.past_turns import (
    DoneAct,
    Loss,
    ServiceRecord,
    ShotsOfAct,
    TurnRow,
    acts_of_turns,
    fires_lit_and_out,
    losses,
    newest_standing_act,
    phases_begun,
    service_records,
    shots_of_acts,
    turns,
)
from brikdesk.store.views.still_to_act import MovedUnit, moved_units
from brikdesk.store.views.units import units
from brikdesk.text import opening
from brikdesk.turns.ledger import ObjectiveRow, objectives, points_in
from brikdesk.turns.queue import edges_of_steps, queue
from brikdesk.turns.scifi_ledger import sf_ammo
from brikdesk.turns.seal import SEALED, Proof, proof_of
from brikdesk.turns.secrets import Secrets, kept_from
from brikdesk.turns.steps import step_name

ShotKey = tuple[str, int]


def shots_together(
    entries: Sequence[report_data.ReportLine], shots: Mapping[int, ShotsOfAct]
) -> tuple[report_data.ReportLine, ...]:
    """Move the lines of outcomes below their shots; all other lines stay in order.

    An outcome of a shot fired in an earlier turn stays where it was entered.
    """
    groups: dict[ShotKey, list[report_data.ReportLine]] = {}
    attacks: dict[int, int] = {}
    for entry in entries:
        of_act = shots.get(entry.act_id)
        if of_act is None:
            groups.setdefault(("act", entry.act_id), []).append(entry)
            continue
        if of_act.fired:
            # Each line of an attack begins the next shot of its act.
            first = entry.kind is Kind.ATTACK
            place = attacks.get(entry.act_id, -1) + first
            attacks[entry.act_id] = place
            # Clamped: lines before the first attack belong to the first shot.
            shot = of_act.fired[max(0, min(place, len(of_act.fired) - 1))]
        else:
            shot = of_act.settled[0]
        group = groups.setdefault(("shot", shot), [])
        group.append(replace(entry, shot=shot, follows=bool(group) and not of_act.fired))
    return tuple(entry for group in groups.values() for entry in group)


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

    def faction(self, player_id: int | None) -> str:
        """Return a player's faction, empty for nobody."""
        player = self.players.get(player_id or 0)
        return player.faction if player else ""


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
) -> report_data.TurnPart:
    """Sort one turn's lines; each stands in exactly one part."""
    parts: dict[str, list[LogEntry]] = {
        name: [] for name in ("start", "play", "fights", "end", "rulings")
    }
    end = course.end_of(turn.id)
    # Sealed rolls are listed in the proof; the acts that use their dice tell them here.
    standing = [line for line in log if not line.undone and step_name(line.step) != SEALED]
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
    return copied(
        report_data.TurnPart,
        turn,
        turn_id=turn.id,
        person=person,
        when=report_data.span([act.done_at for act in acts if not act.undone]),
        start=entries["start"],
        start_note=_start_note(parts, acts, end, course.waiting.get(turn.id, 0)),
        play=entries["play"],
        fights=entries["fights"],
        end=entries["end"],
        rulings=tuple(sorted(rulings, key=lambda entry: entry.act_id)),
        undone=len({line.act_id for line in log if line.undone}),
        steps=len(steps),
        attackers=tuple(_attackers(acts, standing, course, turn.player_id)),
        losses=tuple(loss for loss in course.losses if loss.turn_id == turn.id),
        fires=course.fires_after(last_act(turn, acts, course)),
        dice=sum(
            (report_data.count_dice(made) for made in entries.values()), report_data.count_dice(())
        ),
    )


def _attacks(acts: Sequence[DoneAct]) -> set[int]:
    """Return the acts that are attacks; one of several acts is told as its first one is."""
    return {act.id for act in acts if act.deeds and _is_attack(act.deeds[0])}


def _is_attack(deed: str) -> bool:
    # A name that is no act any more is that of an old file.
    kind = Act.KINDS.get(deed)
    return kind is not None and kind.is_attack


def _attackers(
    acts: Sequence[DoneAct], standing: Sequence[LogEntry], course: BattleCourse, player_id: int
) -> Iterator[int]:
    """Yield who made each attack: acts of BrikWars, and each shot by the Sci-fi rules, not its outcomes.

    Who does it is told by the first line of an attack; `player_id` where none names a player.
    """
    doers = {line.act_id: line.player_id for line in reversed(standing)}
    doers |= {
        line.act_id: line.player_id for line in reversed(standing) if line.kind is Kind.ATTACK
    }
    shots = course.shots
    made = {key: len(shots[key].fired) for key in doers if key in shots}
    for act in acts:
        if not act.undone and act.id not in shots:
            made[act.id] = sum(map(_is_attack, act.deeds))
    for key, count in made.items():
        yield from [doers.get(key) or player_id] * count


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
            found[line.id] = course.edges.get(step_name(step), ())
    return found


def _part_of(line: LogEntry, waited: tuple[Edge, ...], end: int) -> str:
    if line.kind in (Kind.RULING, Kind.SKIPPED):
        return "rulings"
    if line.act_id >= end or waited == (Edge.END,):
        return "end"
    return "start" if Edge.START in waited else "play"


def entries_of(log: Sequence[LogEntry], course: BattleCourse) -> tuple[report_data.ReportLine, ...]:
    """Return the entries of log lines; steps are numbered, overruled rules shown once an act."""
    places: dict[tuple[int, str], int] = {}
    overruled: set[int] = set()
    made = []
    for line in log:
        first = bool(line.step) and (line.act_id, line.step) not in places
        if first:
            places[line.act_id, line.step] = len(places) + 1
        made.append(
            copied(
                report_data.ReportLine,
                line,
                colour=course.colour(line.player_id),
                at=report_data.clock(line.done_at),
                place=places[line.act_id, line.step] if first else 0,
                overruled=() if line.act_id in overruled else line.overruled,
            )
        )
        overruled.add(line.act_id)
    return tuple(made)


def _overruled(standing: Sequence[LogEntry], course: BattleCourse) -> list[report_data.ReportLine]:
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
        report_data.ReportLine(
            kind=Kind.RULING,
            lead=f"Overruled: {rule}.",
            parts=(Words(_rule_title(rule)),),
            colour=course.colour(line.player_id),
            act_id=line.act_id,
            at=report_data.clock(line.done_at),
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
        return f"{report_data.counted(waiting, 'step')} still to do"
    if skipped:
        return f"{report_data.counted(skipped, 'step')} not done"
    put_off = any(act.name == "SkipStep" and not act.undone for act in acts)
    return "all steps done, not in order" if put_off else "all steps done"


MOST_POINTS = 24
"""The most places that a chart has room for; with more turns, some are taken together."""


def scores(
    parts: Sequence[report_data.TurnPart],
    people: Mapping[int, PlayerRow],
    victory: Mapping[int, int],
) -> tuple[report_data.Score, ...]:
    """Return the score of every faction that had a turn, attacked or lost somebody, by their first turns.

    `people` are the players and `victory` their victory points, by key; empty where none were given.
    """
    lost = Counter(loss.player_id for part in parts for loss in part.losses)
    attacks = Counter(each for part in parts for each in part.attackers)
    played = [part.player_id for part in parts]
    order = dict.fromkeys((*played, *attacks, *filter(None, lost)))
    return tuple(
        report_data.Score(
            faction=people[player_id].faction,
            person=people[player_id].name,
            colour=people[player_id].colour,
            points=victory.get(player_id, 0) if victory else None,
            turns=sum(part.was_played for part in own),
            attacks=attacks[player_id],
            lost=lost[player_id],
            dice=sum((part.dice for part in own), report_data.ThrownDice()),
        )
        for player_id in order
        if player_id in people
        # A list of one names `own` within the generator.
        for own in [[part for part in parts if part.player_id == player_id]]
    )


def points(parts: Sequence[report_data.TurnPart]) -> tuple[report_data.ChartPoint, ...]:
    """Return the points of the charts: one for each turn, round or group of rounds, as they fit."""
    single = [
        report_data.ChartPoint(
            f"{part.number} {part.code}", part.lost, part.fires, part.dice, part.attacks
        )
        for part in parts
    ]
    if len(single) <= MOST_POINTS:
        return tuple(single)
    rounds = [
        _together(str(number), [point for _, point in same])
        for number, same in groupby(
            zip([part.number for part in parts], single, strict=True), key=lambda pair: pair[0]
        )
    ]
    # Rounded up, so that there are never more groups than places.
    size = -(-len(rounds) // MOST_POINTS)
    groups = [rounds[at : at + size] for at in range(0, len(rounds), size)]
    return tuple(_together(_stretch(group), group) for group in groups)


def _stretch(group: Sequence[report_data.ChartPoint]) -> str:
    first, last = group[0].label, group[-1].label
    return first if first == last else f"{first}–{last}"


def _together(label: str, group: Sequence[report_data.ChartPoint]) -> report_data.ChartPoint:
    """Add up a group; of fires, which are a state and not an event, the last count stands."""
    dice = sum((point.dice for point in group), report_data.ThrownDice())
    attacks = sum(point.attacks for point in group)
    return report_data.ChartPoint(
        label, sum(point.lost for point in group), group[-1].fires, dice, attacks
    )


@old_left_alone()
def report_of_turn(
    campaign: Campaign,
    turn_id: int,
    with_map: bool = True,
    photos: bool = False,
    secret: bool = False,
) -> report_data.ReportData:
    """Gather the report of one player turn, as it stands if the turn still runs.

    `with_map` shows the table as a map, `photos` the photos of the turn and that of the table
    under the map. Raise BadInput if there is no such turn.
    """
    read = campaign.reading(lambda session: _read(session, [_turn(session, turn_id)], secret))
    part = read.parts[0]
    played = f"Played by {part.person}" if part.person else "Played"
    if part.when:
        played += f", {part.when}"
    words = f"{played}. {report_data.dice_words(part.dice)}"
    stem = f"Turn {part.number} {part.faction}"
    made = read.report(
        report_data.Scope.TURN, part.title, words, stem, part.colour,
        *_after_turn(campaign, read, with_map),
    )  # fmt: skip
    return with_photos(campaign, made, read.secrets) if photos else made


@old_left_alone()
def report_of_whole_turn(
    campaign: Campaign,
    turn_id: int,
    with_map: bool = True,
    photos: bool = False,
    secret: bool = False,
) -> report_data.ReportData:
    """Gather the report of a turn as the table counts it: the parts of all players in it.

    `turn_id` is the key of any of these parts; the rest is as for one of them. Raise BadInput if there
    is no such turn.
    """
    read = campaign.reading(
        lambda session: _read(session, _whole(session, _turn(session, turn_id)), secret)
    )
    if len(read.rows) == 1:
        return report_of_turn(campaign, turn_id, with_map, photos, secret)
    stem = f"Turn {read.rows[0].number}"
    made = read.report(
        report_data.Scope.TURN, f"{stem}, {read.rows[0].battle}", read.subtitle(), stem, "",
        *_after_turn(campaign, read, with_map),
    )  # fmt: skip
    return with_photos(campaign, made, read.secrets) if photos else made


@old_left_alone()
def report_of_turns(
    campaign: Campaign,
    first_id: int,
    last_id: int,
    photos: bool = False,
    secret: bool = False,
) -> report_data.ReportData:
    """Gather the report of all player turns from first to last, with their `photos` if asked.

    Raise BadInput if there is none.
    """

    def ask(session: Session) -> _Read:
        wanted = [row for row in turns(session) if first_id <= row.id <= last_id]
        if not wanted:
            raise BadInput("No turn was played there. Choose turns that have begun.", "turns")
        return _read(session, wanted, secret)

    read = campaign.reading(ask)
    ends = [f"{row.number} {row.code}" for row in (read.rows[0], read.rows[-1])]
    stretch = f"Turns {ends[0]} to {ends[1]}" if len(read.rows) > 1 else f"Turn {ends[0]}"
    made = read.report(
        report_data.Scope.TURNS,
        f"{stretch}, {read.rows[0].battle}",
        read.subtitle(),
        stretch,
        facts=read.lost(),
        ammo=_ammo_after(campaign, read),
    )
    return with_photos(campaign, made, read.secrets) if photos else made


@old_left_alone()
def report_of_battle(
    campaign: Campaign,
    battle_id: int,
    photos: bool = False,
    secret: bool = False,
    with_map: bool = True,
) -> report_data.ReportData:
    """Gather the report of a battle and its setting up, with the `photos` of its turns if asked.

    `with_map` shows the table as it was at its start and at its end. Raise BadInput if there is no
    such battle.
    """

    def ask(session: Session) -> tuple[_Read, str]:
        every = turns(session)
        wanted = [row for row in every if row.battle_id == battle_id]
        name = wanted[0].battle if wanted else _name_of_battle(session, battle_id)
        earlier = [row.id for row in every if row.battle_id < battle_id]
        return _read(session, wanted, secret, before=(max(earlier, default=0),)), name

    read, name = campaign.reading(ask)
    # A file called "Battle Battle of the Bricks.pdf" would look like a fault.
    stem = name if name.casefold().startswith("battle") else f"Battle {name}"
    made = read.report(
        report_data.Scope.BATTLE,
        name,
        read.subtitle(),
        stem,
        facts=read.lost(),
        ammo=_ammo_after(campaign, read),
    )
    made = replace(made, service=read.served(), by_hand=read.by_hand)
    if with_map and read.rows:
        opening, closing = _maps_of_battle(campaign, read)
        made = replace(made, opening=opening, closing=closing)
    return with_photos(campaign, made, read.secrets) if photos else made


def _maps_of_battle(
    campaign: Campaign, read: "_Read"
) -> tuple[report_data.TableMap | None, report_data.TableMap | None]:
    """Return the table before the first turn of a battle and after the last; None for a bare one."""
    last, first = read.rows[-1], read.rows[0]
    own = [act for act in read.acts if act.turn_id == last.id]
    ends = last_act(last, own, read.course)
    newest = campaign.read(newest_standing_act)
    with looking_back(campaign) as back_to:
        # `back_to` only goes back in time.
        closing = report_data.table_map(
            back_to(min(ends, newest)), (last.id,), "The table at the end", read.secrets
        )
        opening = opening_map(back_to, read.course.phases.get((first.id, "START"), 0), read.secrets)
    return opening, None if closing.is_bare else closing


def opening_map(
    back_to: Callable[[int], Session], began: int, secrets: Secrets
) -> report_data.TableMap | None:
    """Return the table as it was after the act by which a battle began; None for a bare one."""
    made = report_data.table_map(back_to(began), (), "The table at the start", secrets)
    return None if made.is_bare else made


class _Read(Struct, frozen=True):
    """Everything read in one transaction, so that all of it is of the same state."""

    campaign: str
    rules: str
    rows: tuple[TurnRow, ...]
    acts: tuple[DoneAct, ...]
    course: BattleCourse
    parts: tuple[report_data.TurnPart, ...]
    before: tuple[report_data.ReportLine, ...]
    names: tuple[str, ...]
    brikwars: bool
    unit_names: dict[int, str]
    victory: dict[int, int]
    objectives: tuple[ObjectiveRow, ...]
    secrets: Secrets
    service: tuple[ServiceRecord, ...] = ()
    by_hand: Mapping[int, OwnParagraph] = field(default_factory=dict)
    seal: Proof | None = None

    def report(
        self,
        scope: report_data.Scope,
        title: str,
        subtitle: str,
        file_stem: str,
        colour: str = "",
        facts: tuple[report_data.Facts, ...] = (),
        ammo: tuple[report_data.AmmoLine, ...] | None = None,
        table: report_data.TableMap | None = None,
    ) -> report_data.ReportData:
        """Build the report from what was read."""
        whole = scope is not report_data.Scope.TURN
        return report_data.ReportData(
            scope=scope,
            campaign=self.campaign,
            rules=self.rules,
            title=title,
            colour=colour,
            subtitle=subtitle,
            file_stem=file_stem,
            tiles=self._tiles(scope, ammo),
            turns=self.parts,
            before=self.before,
            scores=scores(self.parts, self.course.players, self.victory) if whole else (),
            points=points(self.parts) if whole else (),
            facts=tuple(self._public(each) for each in facts),
            names=self.names,
            ammo=ammo,
            brikwars=self.brikwars,
            table=table,
            seal=self.seal,
        )

    def _public(self, facts: report_data.Facts) -> report_data.Facts:
        """Return facts without those that name a secret, such as a Field that nobody has met."""
        rows = facts.rows
        public = (row for row in rows if not self.secrets.betrayed_by(f"{row.name} {row.value}"))
        return replace(facts, rows=tuple(public))

    def subtitle(self) -> str:
        """Return how much was played, when, and where the dice came from."""
        if not any(part.was_played for part in self.parts):
            return "No turn has been played."
        played = report_data.turns_played(self.parts)
        when = report_data.span([act.done_at for act in self.acts if not act.undone])
        return f"{played}{f', {when}' if when else ''}. {report_data.dice_words(self._dice())}"

    def lost(self) -> tuple[report_data.Facts, ...]:
        """Return the units that were lost, and when."""
        rows = tuple(
            report_data.LastingFact(
                self.unit_names.get(loss.unit_id, "a unit that is no more"),
                f"Turn {part.number}, {part.code}",
                self.course.colour(loss.player_id),
                "danger",
                loss.unit_id,
                self.course.faction(loss.player_id),
            )
            for part in self.parts
            for loss in part.losses
        )
        return (*self._book(), report_data.Facts(report_data.LOST, rows, "No unit was lost."))

    def served(self) -> tuple[report_data.ServiceLine, ...]:
        """Return what each unit did beside moving, in words; none that name a secret."""
        public = (record.without(self.secrets.betrayed_by) for record in self.service)
        return tuple(
            report_data.ServiceLine(
                record.name, self.course.colour(record.player_id), f"{opening(record.words)}."
            )
            for record in public
            if record.acted
        )

    def _book(self) -> tuple[report_data.Facts, ...]:
        """Return what the battle was fought for, if that was written down, and who scored."""
        rows = tuple(
            report_data.LastingFact(
                row.name,
                ", ".join(f"{owner.code} {points:+d}" for owner, points in row.scored) or "nobody",
                row.owner.colour if row.owner.player_id else "",
            )
            for row in self.objectives
        )
        return (report_data.Facts("Objectives", rows, ""),) if rows else ()

    def _dice(self) -> report_data.ThrownDice:
        return sum((part.dice for part in self.parts), report_data.ThrownDice())

    def _tiles(
        self, scope: report_data.Scope, ammo: tuple[report_data.AmmoLine, ...] | None
    ) -> tuple[report_data.Tile, ...]:
        attacks = sum(part.attacks for part in self.parts)
        lost = sum(part.lost for part in self.parts)
        dice = self._dice()
        fires = self.parts[-1].fires if self.parts else 0
        gone = report_data.expended(ammo or ())
        burning = report_data.Tile(fires, f"{_noun(fires, 'fire')} still burning")
        if scope is report_data.Scope.TURN:
            steps, noun = sum(part.steps for part in self.parts), "turn-start step"
        else:
            steps, noun = sum(part.was_played for part in self.parts), "player turn"
        expended = report_data.Tile(gone, f"{_noun(gone, 'weapon')} expended")
        dice_noun = "die" if dice.total == 1 else "dice"
        return (
            report_data.Tile(steps, _noun(steps, noun)),
            report_data.Tile(attacks, _noun(attacks, "attack")),
            report_data.Tile(lost, f"{_noun(lost, 'unit')} lost"),
            burning if self.brikwars else expended,
            report_data.Tile(dice.total, f"{dice_noun}, {dice.typed} typed"),
        )


def _noun(number: int, noun: str) -> str:
    return report_data.counted(number, noun).split(" ", 1)[1]


def _turn(session: Session, turn_id: int) -> TurnRow:
    found = [row for row in turns(session) if row.id == turn_id]
    if not found:
        raise BadInput("There is no such turn.", "turn")
    return found[0]


def _whole(session: Session, wanted: TurnRow) -> list[TurnRow]:
    """Return all player turns of the same battle and number, oldest first."""
    same = (wanted.battle_id, wanted.number)
    return [row for row in turns(session) if (row.battle_id, row.number) == same]


def _name_of_battle(session: Session, battle_id: int) -> str:
    head = battle_head(session)
    if head.battle_id != battle_id or not battle_id:
        raise BadInput("There is no such battle, or no turn of it was played.", "battle")
    return head.battle


def _read(
    session: Session, rows: Sequence[TurnRow], secret: bool, before: tuple[int, ...] = ()
) -> _Read:
    people = {row.id: row for row in players(session)}
    secrets = kept_from(session, secret=secret)
    now = queue(session)
    # Only the running turn can have steps that wait.
    open_steps = [step for step in now.waiting if not secrets.hides_step(step)]
    waiting = {now.turn_id: len(open_steps)} if now.phase == "START" else {}
    course = BattleCourse(
        people, phases_begun(session), fires_lit_and_out(session), losses(session), waiting,
        shots_of_acts(session), edges_of_steps(session),
    )  # fmt: skip
    acts = acts_of_turns(session, [row.id for row in rows])
    logs = [log(session, turn_id=row.id) for row in rows]
    public = [secrets.public(lines) for lines in logs]
    head = battle_head(session)
    battle_id = rows[-1].battle_id if rows else head.battle_id
    roster = units(session, include_lost=True)
    names = [head.campaign, *(row.battle for row in rows), *(row.name for row in roster)]
    names += [name for row in people.values() for name in (row.faction, row.name)]
    return _Read(
        campaign=head.campaign,
        rules=rule_set(session),
        rows=tuple(rows),
        acts=acts,
        course=course,
        parts=tuple(
            turn_part(row, lines, [act for act in acts if act.turn_id == row.id], course)
            for row, lines in zip(rows, public, strict=True)
        ),
        before=entries_of(secrets.public(_set_up(session, logs, before[0])), course)
        if before
        else (),
        names=tuple(dict.fromkeys(names)),
        brikwars=plays_brikwars(session),
        unit_names={row.id: row.name for row in roster},
        victory=points_in(session, battle_id),
        objectives=objectives(session) if battle_id == head.battle_id else (),
        secrets=secrets,
        service=service_records(session, tuple(row.id for row in rows)) if before else (),
        by_hand={
            turn_id: own
            for turn_id, own in story_by_hand(session).items()
            if not secrets.betrayed_by(own.words)
        },
        seal=_seal(session, battle_id, secrets),
    )


def _seal(session: Session, battle_id: int, secrets: Secrets) -> Proof | None:
    """Return the sealed rolls of a battle, without words that name a secret."""
    proof = proof_of(session, battle_id)
    if proof is None:
        return None
    rolls = (
        replace(roll, what="Kept secret.") if secrets.betrayed_by(roll.what) else roll
        for roll in proof.rolls
    )
    return replace(proof, rolls=tuple(rolls))


def _set_up(
    session: Session, logs: Sequence[Sequence[LogEntry]], earlier_turn: int
) -> list[LogEntry]:
    """Return the log lines of setting up: after the last battle, before this one's first turn."""
    earlier = log(session, turn_id=earlier_turn)[-1:] if earlier_turn else ()
    first = next((lines[0].id for lines in logs if lines), None)
    since = log(session, after=earlier[0].id if earlier else 0, before=first)
    return [line for line in since if not line.turn_id and not line.undone]


AfterTurn = tuple[
    tuple[report_data.Facts, ...],
    tuple[report_data.AmmoLine, ...] | None,
    report_data.TableMap | None,
]
"""Facts, Sci-fi ammunition and the table after a turn; None without the Sci-fi rules or a map."""


def _after_turn(campaign: Campaign, read: _Read, with_map: bool) -> AfterTurn:
    turn, first = read.rows[-1], read.rows[0]
    own = [act for act in read.acts if act.turn_id == turn.id]
    last = last_act(turn, own, read.course)
    began = read.course.phases.get((first.id, "START"), 0)
    newest = campaign.read(newest_standing_act)
    with looking_back(campaign) as back_to:
        # `back_to` only goes back in time: the end of the turn comes before its beginning.
        session = back_to(min(last, newest))
        after = standing(session)
        over = (turn.id, "OVER") in read.course.phases
        title = "The table after this turn" if over else "The table at this moment"
        table = report_data.table_map(session, [row.id for row in read.rows], title, read.secrets)
        # Handing the turn over ends what counts for it alone.
        session = back_to(min(last_own_act(turn, own, read.course), newest))
        ammo = None if after.scifi is None else ammo_lines(sf_ammo(session))
        moved = _moved(back_to, read, newest) if after.brikwars else ()
        # A map without a unit and without terrain says nothing.
        shown = None if table.is_bare or not with_map else table
        return facts_after(standing(back_to(began)), after, moved), ammo, shown


def _moved(back_to: Callable[[int], Session], read: _Read, newest: int) -> tuple[MovedUnit, ...]:
    """Return who moved and acted, each part of the turn as it was before it was handed over."""
    found = []
    for row in reversed(read.rows):
        own = [act for act in read.acts if act.turn_id == row.id]
        session = back_to(min(last_own_act(row, own, read.course), newest))
        found.append(moved_units(session, row.id))
    return tuple(unit for units_of_part in reversed(found) for unit in units_of_part)


def _ammo_after(campaign: Campaign, read: _Read) -> tuple[report_data.AmmoLine, ...] | None:
    """Return the Sci-fi ammunition after the last of the turns; None without the Sci-fi rules."""
    if not campaign.read(plays_scifi):
        return None
    if not read.rows:
        return ammo_lines(campaign.read(sf_ammo))
    turn = read.rows[-1]
    own = [act for act in read.acts if act.turn_id == turn.id]
    last = last_own_act(turn, own, read.course)
    newest = campaign.read(newest_standing_act)
    with looking_back(campaign) as back_to:
        return ammo_lines(sf_ammo(back_to(min(last, newest))))
