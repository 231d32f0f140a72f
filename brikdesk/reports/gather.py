"""Read the contents of a report from a campaign, through views only, into frozen values."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.errors import BadInput
from brikdesk.reports.data import (
    AmmoLine,
    Facts,
    LastingFact,
    ReportData,
    ReportLine,
    Scope,
    ThrownDice,
    Tile,
    TurnPart,
    expended,
)
from brikdesk.reports.map.data import TableMap, table_map, without_secret_traps
from brikdesk.reports.photos.reading import with_photos
from brikdesk.reports.sections import BattleCourse, entries_of, last_act, last_own_act, turn_part
from brikdesk.reports.sf_standing import ammo_lines
from brikdesk.reports.standing import facts_after, standing
from brikdesk.reports.summary import points, scores
from brikdesk.reports.wording import counted, dice_words, span
from brikdesk.store.campaign import Campaign
from brikdesk.store.collecting import old_left_alone
from brikdesk.store.past import looking_back
from brikdesk.store.views.battle import TurnRow, battle_head, players, turns
from brikdesk.store.views.course import (
    DoneAct,
    acts_of_turns,
    fires_lit_and_out,
    losses,
    newest_standing_act,
    phases_begun,
    rule_set,
)
from brikdesk.store.views.log import LogEntry, log
from brikdesk.store.views.moved import moved_units
from brikdesk.store.views.scifi import plays_brikwars, plays_scifi
from brikdesk.store.views.shot_course import shots_of_acts
from brikdesk.store.views.units import units
from brikdesk.turns.ledger import sf_ammo
from brikdesk.turns.ledger.book import ObjectiveRow, objectives, points_in
from brikdesk.turns.queue import queue


@old_left_alone()
def report_of_turn(
    campaign: Campaign,
    turn_id: int,
    with_map: bool = True,
    photos: bool = False,
) -> ReportData:
    """Gather the report of one player turn, as it stands if the turn still runs.

    `with_map` shows the table as a map, `photos` the photos of
    the turn and that of the table under the map.
    Raise BadInput if there is no such turn.
    """

    def ask(session: Session) -> _Read:
        return _read(session, [_turn(session, turn_id)])

    read = campaign.reading(ask)
    turn, part = read.rows[0], read.parts[0]
    facts, ammo, table = _after_turn(campaign, turn, read)
    dice = f"{f'Played by {part.person}' if part.person else 'Played'}"
    played = f"{dice}, {part.when}. " if part.when else f"{dice}. "
    made = read.report(
        Scope.TURN,
        part.title,
        played + dice_words(part.dice),
        f"Turn {part.number} {part.faction}",
        colour=part.colour,
        facts=facts,
        ammo=ammo,
        table=table if with_map else None,
    )
    return with_photos(campaign, made) if photos else made


@old_left_alone()
def report_of_turns(
    campaign: Campaign, first_id: int, last_id: int, photos: bool = False
) -> ReportData:
    """Gather the report of all player turns from first to last, with their `photos` if asked.

    Raise BadInput if there is none.
    """

    def ask(session: Session) -> _Read:
        wanted = [row for row in turns(session) if first_id <= row.id <= last_id]
        if not wanted:
            raise BadInput("No turn was played there. Choose turns that have begun.", "turns")
        return _read(session, wanted)

    read = campaign.reading(ask)
    ends = [f"{row.number} {row.code}" for row in (read.rows[0], read.rows[-1])]
    stretch = f"Turns {ends[0]} to {ends[1]}"
    made = read.report(
        Scope.TURNS,
        f"{stretch}, {read.rows[0].battle}",
        read.subtitle(),
        stretch,
        facts=read.lost(),
        ammo=_ammo_after(campaign, read),
    )
    return with_photos(campaign, made) if photos else made


@old_left_alone()
def report_of_battle(campaign: Campaign, battle_id: int, photos: bool = False) -> ReportData:
    """Gather the report of a battle and its setting up, with the `photos` of its turns if asked.

    Raise BadInput if there is no such battle.
    """

    def ask(session: Session) -> tuple[_Read, str]:
        every = turns(session)
        wanted = [row for row in every if row.battle_id == battle_id]
        name = wanted[0].battle if wanted else _name_of_battle(session, battle_id)
        earlier = [row.id for row in every if row.battle_id < battle_id]
        return _read(session, wanted, before=(max(earlier, default=0),)), name

    read, name = campaign.reading(ask)
    # A file called "Battle Battle of the Bricks.pdf" would look like a fault.
    stem = name if name.casefold().startswith("battle") else f"Battle {name}"
    made = read.report(
        Scope.BATTLE,
        name,
        read.subtitle(),
        stem,
        facts=read.lost(),
        ammo=_ammo_after(campaign, read),
    )
    return with_photos(campaign, made) if photos else made


class _Read(Struct, frozen=True):
    """Everything read in one transaction, so that all of it is of the same state."""

    campaign: str
    rules: str
    rows: tuple[TurnRow, ...]
    acts: tuple[DoneAct, ...]
    course: BattleCourse
    parts: tuple[TurnPart, ...]
    before: tuple[ReportLine, ...]
    names: tuple[str, ...]
    brikwars: bool
    unit_names: dict[int, str]
    victory: dict[int, int]
    objectives: tuple[ObjectiveRow, ...]

    def report(
        self,
        scope: Scope,
        title: str,
        subtitle: str,
        file_stem: str,
        colour: str = "",
        facts: tuple[Facts, ...] = (),
        ammo: tuple[AmmoLine, ...] | None = None,
        table: TableMap | None = None,
    ) -> ReportData:
        """Build the report from what was read."""
        whole = scope is not Scope.TURN
        return ReportData(
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
            scores=scores(self.parts, tuple(self.course.players.values()), self.victory)
            if whole
            else (),
            points=points(self.parts) if whole else (),
            facts=facts,
            names=self.names,
            ammo=ammo,
            brikwars=self.brikwars,
            table=table,
        )

    def subtitle(self) -> str:
        """Return how much was played, when, and where the dice came from."""
        if not self.rows:
            return "No turn has been played."
        played = counted(len(self.rows), "player turn")
        when = span([act.done_at for act in self.acts if not act.undone])
        return f"{played}{f', {when}' if when else ''}. {dice_words(self._dice())}"

    def lost(self) -> tuple[Facts, ...]:
        """Return the units that were lost, and when."""
        rows = tuple(
            LastingFact(
                self.unit_names.get(loss.unit_id, "a unit that is no more"),
                f"Turn {part.number}, {part.code}",
                self.course.colour(loss.player_id),
                "danger",
            )
            for part in self.parts
            for loss in part.losses
        )
        return (*self._book(), Facts("Units lost", rows, "No unit was lost."))

    def _book(self) -> tuple[Facts, ...]:
        """Return what the battle was fought for, if that was written down, and who scored."""
        rows = tuple(
            LastingFact(
                row.name,
                ", ".join(f"{owner.code} {points:+d}" for owner, points in row.scored) or "nobody",
                row.owner.colour if row.owner.player_id else "",
            )
            for row in self.objectives
        )
        return (Facts("Objectives", rows, ""),) if rows else ()

    def _dice(self) -> ThrownDice:
        return sum((part.dice for part in self.parts), ThrownDice())

    def _tiles(self, scope: Scope, ammo: tuple[AmmoLine, ...] | None) -> tuple[Tile, ...]:
        attacks = sum(part.attacks for part in self.parts)
        lost = sum(part.lost for part in self.parts)
        dice = self._dice()
        fires = self.parts[-1].fires if self.parts else 0
        gone = expended(ammo or ())
        burning = Tile(fires, f"{_noun(fires, 'fire')} still burning")
        steps = self.parts[0].steps if scope is Scope.TURN else len(self.parts)
        noun = "turn-start step" if scope is Scope.TURN else "player turn"
        return (
            Tile(steps, _noun(steps, noun)),
            Tile(attacks, _noun(attacks, "attack")),
            Tile(lost, f"{_noun(lost, 'unit')} lost"),
            burning if self.brikwars else Tile(gone, f"{_noun(gone, 'weapon')} expended"),
            Tile(dice.total, f"{'die' if dice.total == 1 else 'dice'}, {dice.typed} typed"),
        )


def _noun(number: int, noun: str) -> str:
    return counted(number, noun).split(" ", 1)[1]


def _turn(session: Session, turn_id: int) -> TurnRow:
    found = [row for row in turns(session) if row.id == turn_id]
    if not found:
        raise BadInput("There is no such turn.", "turn")
    return found[0]


def _name_of_battle(session: Session, battle_id: int) -> str:
    head = battle_head(session)
    if head.battle_id != battle_id or not battle_id:
        raise BadInput("There is no such battle, or no turn of it was played.", "battle")
    return head.battle


def _read(session: Session, rows: Sequence[TurnRow], before: tuple[int, ...] = ()) -> _Read:
    people = {row.id: row for row in players(session)}
    now = queue(session)
    # Only the running turn can have steps that wait.
    waiting = {now.turn_id: len(now.waiting)} if now.phase == "START" else {}
    course = BattleCourse(
        people, phases_begun(session), fires_lit_and_out(session), losses(session), waiting,
        shots_of_acts(session),
    )  # fmt: skip
    acts = acts_of_turns(session, [row.id for row in rows])
    logs = [log(session, turn_id=row.id) for row in rows]
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
            for row, lines in zip(rows, logs, strict=True)
        ),
        before=entries_of(_set_up(session, logs, before[0]), course) if before else (),
        names=tuple(dict.fromkeys(names)),
        brikwars=plays_brikwars(session),
        unit_names={row.id: row.name for row in roster},
        victory=points_in(session, battle_id),
        objectives=objectives(session) if battle_id == head.battle_id else (),
    )


def _set_up(
    session: Session, logs: Sequence[Sequence[LogEntry]], earlier_turn: int
) -> list[LogEntry]:
    """Return the log lines of setting up: after the last battle, before this one's first turn."""
    earlier = log(session, turn_id=earlier_turn)[-1:] if earlier_turn else ()
    first = next((lines[0].id for lines in logs if lines), None)
    since = log(session, after=earlier[0].id if earlier else 0, before=first)
    return [line for line in since if not line.turn_id]


def _after_turn(
    campaign: Campaign, turn: TurnRow, read: _Read
) -> tuple[tuple[Facts, ...], tuple[AmmoLine, ...] | None, TableMap | None]:
    """Return facts, Sci-fi ammunition and table after the turn (None without them)."""
    last = last_act(turn, read.acts, read.course)
    began = read.course.phases.get((turn.id, "START"), 0)
    newest = campaign.read(newest_standing_act)
    with looking_back(campaign) as back_to:
        # `back_to` only goes back in time: the end of the turn comes before its beginning.
        session = back_to(min(last, newest))
        after = standing(session)
        over = (turn.id, "OVER") in read.course.phases
        title = "The table after this turn" if over else "The table at this moment"
        table = table_map(session, turn.id, title, without_secret_traps)
        # Handing the turn over ends what counts for it alone.
        own = min(last_own_act(turn, read.acts, read.course), newest)
        session = back_to(own)
        ammo = None if after.scifi is None else ammo_lines(sf_ammo(session))
        moved = moved_units(session, turn.id) if after.brikwars else ()
        # A map without a unit and without terrain says nothing.
        shown = None if table.is_bare else table
        return facts_after(standing(back_to(began)), after, moved), ammo, shown


def _ammo_after(campaign: Campaign, read: _Read) -> tuple[AmmoLine, ...] | None:
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
