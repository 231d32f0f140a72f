"""The battle as a row of blocks, in the order in which every form of text tells them."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.reports.data import ReportData, ReportLine, ReportPhoto, Score, TurnPart
from brikdesk.reports.map.data import TableMap, table_map, without_secret_traps
from brikdesk.reports.paper import ReportCancelled
from brikdesk.reports.wording import dice_words
from brikdesk.store.campaign import Campaign
from brikdesk.store.past import looking_back
from brikdesk.store.views.battle import TurnRow, turns
from brikdesk.store.views.course import acts_of_turns

MOST_PICTURES = 24
"""The most pictures of the table; of a longer battle they are taken at even distances."""


class StoryHeading(Struct, frozen=True):
    """A heading of level 1 to 3; `colour` is the token of a faction, empty for none."""

    level: int
    words: str
    colour: str = ""


class Sentence(Struct, frozen=True):
    """A sentence under a heading."""

    words: str


class StoryTable(Struct, frozen=True):
    """A table with a head; all cells are words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Happenings(Struct, frozen=True):
    """Lines of the log that stand together."""

    entries: tuple[ReportLine, ...]


class StoryPicture(Struct, frozen=True):
    """The table after a turn."""

    table: TableMap


class Snapshot(Struct, frozen=True):
    """A photo that is pinned to a turn."""

    photo: ReportPhoto


StoryBlock = StoryHeading | Sentence | StoryTable | Happenings | StoryPicture | Snapshot
Tables = dict[int, TableMap]
"""The table after player turns, by the key of the turn."""


def story(data: ReportData, tables: Tables) -> Iterator[StoryBlock]:
    """Yield the blocks of a battle."""
    yield StoryHeading(1, data.title)
    yield Sentence(f"{data.campaign}. {data.rules_short}. {data.subtitle}")
    if data.scores:
        yield StoryHeading(2, "Factions")
        yield _scores(data.scores)
    for facts in data.facts:
        yield StoryHeading(2, facts.heading)
        if facts.rows:
            yield StoryTable(("Name", "When"), tuple((row.name, row.value) for row in facts.rows))
        else:
            yield Sentence(facts.none)
    if data.before:
        yield StoryHeading(2, "Before the battle")
        yield Happenings(data.before)
    for turn in data.turns:
        yield from _turn(turn)
        if turn.turn_id in tables:
            yield StoryPicture(tables[turn.turn_id])
        for photo in data.photos_of(turn.turn_id):
            yield Sentence(photo.fault) if photo.fault else Snapshot(photo)


def _scores(scores: Sequence[Score]) -> StoryTable:
    rows = tuple(
        (
            score.faction,
            score.person,
            str(score.turns),
            str(score.attacks),
            str(score.lost),
            str(score.dice.total),
            *([] if score.points is None else [str(score.points)]),
        )
        for score in scores
    )
    head = ("Faction", "Player", "Turns", "Attacks", "Units lost", "Dice")
    counted = any(score.points is not None for score in scores)
    return StoryTable((*head, "Points") if counted else head, rows)


def _turn(turn: TurnPart) -> Iterator[StoryBlock]:
    yield StoryHeading(2, turn.title, turn.colour)
    played = ", ".join(words for words in (turn.person, turn.when) if words)
    yield Sentence(f"{played}. {dice_words(turn.dice)}" if played else dice_words(turn.dice))
    for words, entries in (
        ("Start of turn", turn.start),
        ("During the turn", turn.play),
        ("Attacks", turn.fights),
        ("End of turn", turn.end),
        ("Rulings and corrections", turn.rulings),
    ):
        if entries:
            yield StoryHeading(3, words)
            yield Happenings(entries)


def tables_of_battle(
    campaign: Campaign, battle_id: int, cancelled: Callable[[], bool] = lambda: False
) -> Tables:
    """Return the table after the turns of a battle, without secret Traps and bare tables.

    Raise ReportCancelled as soon as `cancelled()` returns True.
    """

    def ask(session: Session) -> tuple[list[TurnRow], dict[int, int]]:
        rows = [row for row in turns(session) if row.battle_id == battle_id]
        acts = acts_of_turns(session, [row.id for row in rows])
        # The end of a battle clears the table, and what is wanted is how it stood before.
        last = {act.turn_id: act.id for act in acts if not act.undone and act.name != "EndBattle"}
        return rows, last

    rows, last = campaign.reading(ask)
    found: Tables = {}
    with looking_back(campaign) as back_to:
        for row in reversed(_spread(rows)):
            if cancelled():
                raise ReportCancelled
            if row.id in last:
                title = f"The table after Turn {row.number}, {row.faction}"
                shown = table_map(back_to(last[row.id]), row.id, title, without_secret_traps)
                if not shown.is_bare:
                    found[row.id] = shown
    return found


def _spread(rows: list[TurnRow]) -> list[TurnRow]:
    """Return at most MOST_PICTURES of the turns, at even distances; the last is among them."""
    step = -(-len(rows) // MOST_PICTURES) or 1
    return rows[::-1][::step][::-1]
