"""The first battle of a new campaign: what to do until the dice fall, step by step, each with its key."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.errors import BrikDeskError
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.store.act import Act
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import (
    Mustered,
    first_battle,
    plays_brikwars,
    table_is_laid,
)
from brikdesk.store.views.scifi import sf_units
from brikdesk.store.views.units import units
from ui.models.queue import QueueController, QueueStage

FIRST, LETTERS = "Enter", "BCD"
"""The keys of the ways of a step; A stays the key that attacks."""
TROOPS = "5 Troopers: gun"
"""What each side gets that has no army: enough to learn with, in the words of a roster."""

LAST = "turn"
"""The step that takes the guide away."""

EDGE, RANK = 2.0, 1.0
"""Inches from the edge of the table to the first rank, and between two ranks."""

BESIDE = 2.0
"""Inches between two units of a rank where there is room: on a small map each token is seen whole."""

APART = 16.0
"""Inches between the foremost ranks of two sides: 5 of Move each turn and 6 of a gun meet on the second."""


class GuideWay(Struct, frozen=True):
    """One way to do a step: its words and what it does."""

    words: str
    does: Callable[[], object]


class GuideStep(Struct, frozen=True):
    """One thing that a first battle needs: its name, how far it is, and the ways to do it."""

    id: str
    title: str
    said: str
    done: bool
    ways: tuple[GuideWay, ...]


def guide_steps(controller: QueueController) -> tuple[GuideStep, ...]:
    """Return what a first battle needs; nothing once all of it is done or something was played.

    It is read from the campaign: whatever does a step ticks it, and undo takes the tick away. Only
    what the referee left out, or found good as it is, is remembered, while the campaign is open.
    """
    desk = controller.desk
    if desk.read_only or controller.stage not in (QueueStage.NO_BATTLE, QueueStage.OPEN):
        return ()
    armies = desk.read(first_battle)
    if armies is None:
        return ()
    left_out, steps = controller.guide_left_out, _steps(controller, armies)
    done = tuple(replace(step, done=step.done or step.id in left_out) for step in steps)
    return () if all(step.done for step in done) else done


def open_step(steps: Sequence[GuideStep]) -> GuideStep | None:
    """Return the step that is to be done now."""
    return next((step for step in steps if not step.done), None)


def is_set_up(controller: QueueController) -> bool:
    """Return whether the armies are still being set up: the first turn of the battle has not begun."""
    begun = LAST in controller.guide_left_out or not controller.head.turn_id
    return not begun and open_step(guide_steps(controller)) is not None


def _steps(controller: QueueController, armies: Sequence[Mustered]) -> Iterator[GuideStep]:
    ask = controller.hub.command_asked.emit
    head = controller.head
    names = ", ".join(army.faction for army in armies)
    running = bool(head.turn_id)
    enough = len(armies) > 1
    form = partial(controller.hub.form_asked.emit, "AddPlayer", {})
    yield GuideStep(
        "armies", "Two armies", names or "no players yet", running and enough,
        (GuideWay("New battle", partial(ask, "new_battle")),) if enough and not running
        else (GuideWay("Add a player", form),),
    )  # fmt: skip
    yield _who_fights(controller, armies)
    size = (
        f"{in_inches(head.table_width)} by {in_inches(head.table_depth)}" if head.battle_id else ""
    )
    leave_out = controller.leave_out
    yield GuideStep(
        "table", "The table", size, controller.desk.read(table_is_laid),
        (
            GuideWay("As it is", partial(leave_out, "table")),
            GuideWay("Size and finish", partial(controller.hub.form_asked.emit, "SetTable", {})),
            GuideWay("Place terrain", partial(controller.hub.form_asked.emit, "PlaceTerrain", {})),
        ),
    )  # fmt: skip
    terrain = GuideWay("More terrain", partial(controller.hub.form_asked.emit, "PlaceTerrain", {}))
    placeless = [unit_id for army in armies for unit_id, _ in army.placeless]
    count = f"{len(placeless)} in the tray under the map" if placeless else ""
    yield GuideStep(
        "places", "Put them down", count, any(army.units for army in armies) and not placeless,
        (
            GuideWay(_rows_words(armies), partial(_put_in_rows, controller, armies)),
            GuideWay("By hand", partial(controller.hub.placing_asked.emit, (placeless or [0])[0])),
            *(terrain,) * bool(controller.desk.read(battlefield).pieces),
        ),
    )  # fmt: skip
    active = f"Turn of {head.active.faction}" if head.active else ""
    stand = [row.id for row in controller.desk.read(units) if row.alive and row.x is not None]
    chosen = controller.hub.selected_unit
    moved = chosen if chosen in stand else next(iter(stand), 0)
    said = f"{active}. Until then anybody is put elsewhere: drag, or Tab and arrows, Enter."
    yield GuideStep(
        LAST, "First turn", said if active and stand else active, False,
        (
            GuideWay("Begin", partial(leave_out, LAST)),
            *[GuideWay("Put them elsewhere", partial(controller.hub.placing_asked.emit, moved))]
            * bool(stand),
        ),
    )  # fmt: skip


def _rows_words(armies: Sequence[Mustered]) -> str:
    """Say where the desk puts the sides: two of them as near as their first fight asks."""
    return f"In rows, {in_inches(APART)} apart" if len(armies) == 2 else "In rows at their edges"


def _who_fights(controller: QueueController, armies: Sequence[Mustered]) -> GuideStep:
    ask = controller.hub.command_asked.emit
    counts = ", ".join(f"{army.faction} {army.units or 'none'}" for army in armies)
    without = [army for army in armies if not army.units]
    ways: list[GuideWay] = []
    if controller.desk.read(plays_brikwars):
        ways = [
            GuideWay("Type them", partial(ask, "add_units")),
            GuideWay("Army list", partial(ask, "import_army")),
            GuideWay("Five Troopers each", partial(_muster, controller, without)),
        ]
    else:
        ways = [GuideWay("New unit", partial(controller.hub.unit_edited.emit, 0))]
    return GuideStep("units", "Who fights", counts, bool(armies) and not without, tuple(ways))


def _muster(controller: QueueController, armies: Sequence[Mustered]) -> None:
    """Give each of these sides its Troopers, with one undo."""
    from brikdesk.acts.turns_and_steps import as_one
    from brikdesk.spoken.roster import hear_roster  # here: once in a campaign

    sides = [(army.player_id, army.faction) for army in armies]
    acts = [hear_roster(TROOPS, sides, player_id).act() for player_id, _ in sides]
    if act := as_one(acts, "Five Troopers each"):
        controller.do_or_tell(act)


def _put_in_rows(controller: QueueController, armies: Sequence[Mustered]) -> None:
    """Give every unit without one a place in front of its side's edge, with one undo."""
    from brikdesk.acts.movement.moving import MoveUnit
    from brikdesk.acts.scifi.units import MoveSf
    from brikdesk.acts.turns_and_steps import as_one

    head = controller.head
    scifi = {row.unit_id for row in controller.desk.read(sf_units)}
    acts: list[Act] = []
    apart = APART if len(armies) == 2 else None
    wide, deep = head.table_width, head.table_depth
    laid = bool(controller.desk.read(battlefield).pieces)
    taken: list[Occupied] = []
    for place, army in enumerate(armies):
        sizes = dict(army.placeless)
        for unit_id, x, y in in_rows(army.placeless, wide, deep, place, apart):
            put = partial(MoveSf if unit_id in scifi else MoveUnit, unit_id=unit_id)
            half = max(sizes[unit_id], 1) / 2
            stands = partial(_stands, controller, put, half, taken)
            spot = free_place((x, y), stands, (wide, deep), place) if laid else (x, y)
            acts.append(put(x=spot[0], y=spot[1]))
            taken.append((spot, half))
    if act := as_one(acts, f"Put down {len(acts)} units"):
        controller.do_or_tell(act)


Occupied = tuple[Point, float]
"""Where somebody has been put, and half the inches that it takes up."""


def _stands(
    controller: QueueController,
    put: Callable[..., Act],
    half: float,
    taken: Sequence[Occupied],
    spot: Point,
) -> bool:
    """Return whether nothing is in the way of who is put there: others, a wall, the edge of the table."""
    x, y = spot
    if any(max(abs(x - left), abs(y - up)) < half + room for (left, up), room in taken):
        return False
    try:
        controller.desk.rehearse(put(x=x, y=y))
    except BrikDeskError:
        return False
    return True


ASIDE = 8
"""Inches from its place in the row within which a unit is put beside what stands there."""


def free_place(row: Point, stands: Callable[[Point], bool], table: Point, place: int) -> Point:
    """Return a unit's place in its row, or the free one nearest to it on the table.

    Behind comes before the rest; where none is free, it is the place in the row.

    - `table`: its sides in inches. `place`: the edge of the side, as `in_rows` counts them.
    """
    if stands(row):
        return row
    back = {0: (0, 1), 1: (0, -1), 2: (-1, 0), 3: (1, 0)}[place % 4]
    ways = (back, (back[1], back[0]), (-back[1], -back[0]), (-back[0], -back[1]))
    for inches in range(1, ASIDE + 1):
        for across, down in ways:
            x, y = row[0] + across * inches, row[1] + down * inches
            if 0 < x < table[0] and 0 < y < table[1] and stands((x, y)):
                return x, y
    return row


def in_rows(
    units: Sequence[tuple[int, int]],
    wide: float,
    deep: float,
    place: int,
    apart: float | None = None,
) -> Iterator[tuple[int, float, float]]:
    """Yield each unit with its place in inches: ranks along the edge of a side, middle first filled.

    - `units`: unit key and Size in inches.
    - `place`: 0 is the near edge, 1 the far one, 2 the left and 3 the right; then the same again.
    - `apart`: inches to the foremost rank of the other side, where the table is deeper than needed.
    """
    along, across = (wide, deep) if place % 4 < 2 else (deep, wide)
    ranks = list(_ranks(units, along - 2 * EDGE))
    thicks = [max(max(size, 1) for _, size in rank) for rank in ranks]
    out = EDGE
    if apart is not None:
        out = max(EDGE, (across - apart) / 2 - sum(thicks) - RANK * (len(ranks) - 1))
    for rank, thick in zip(ranks, thicks, strict=True):
        bare = [max(size, 1) for _, size in rank]
        gap = (along - 2 * EDGE - sum(bare)) / len(rank)
        widths = [size + min(max(gap, RANK / 2), BESIDE) for size in bare]
        at = (along - sum(widths)) / 2
        for (unit_id, _), room in zip(rank, widths, strict=True):
            u, v = at + room / 2, min(out + thick / 2, across / 2)
            at += room
            u = min(max(u, 0.0), along)
            x, y = {0: (u, across - v), 1: (u, v), 2: (v, u), 3: (across - v, u)}[place % 4]
            yield unit_id, round(x * 4) / 4, round(y * 4) / 4
        out += thick + RANK


def _ranks(units: Sequence[tuple[int, int]], room: float) -> Iterator[list[tuple[int, int]]]:
    """Yield the units in as many ranks as they need."""
    rank: list[tuple[int, int]] = []
    taken = 0.0
    for unit in units:
        needs = max(unit[1], 1) + RANK / 2
        if rank and taken + needs > room:
            yield rank
            rank, taken = [], 0.0
        rank.append(unit)
        taken += needs
    if rank:
        yield rank


def guide_head(steps: Sequence[GuideStep]) -> tuple[str, str] | None:
    """Return the title of the steps, how far they are and what is next; None where there are none."""
    if not steps:
        return None
    done = sum(step.done for step in steps)
    now = open_step(steps)
    following = f"{now.title}: {now.ways[0].words}" if now else ""
    return "Your first battle", f"{done} of {len(steps)} done. {following}"


def guide_keys(controller: QueueController) -> tuple[tuple[str, str], ...]:
    """List the keys of the open step, for the status bar."""
    step = open_step(guide_steps(controller))
    if step is None:
        return ()
    keys: tuple[tuple[str, str], ...] = ((FIRST, step.ways[0].words),)
    others = LETTERS[: len(step.ways) - 1]
    if others:
        keys += ((others if len(others) == 1 else f"{others[0]}–{others[-1]}", "choose"),)
    return keys if step.id == LAST else (*keys, ("S", "leave it out"))


def guide_letters(controller: QueueController) -> str:
    """Return the letters of the open step, "" if there is none."""
    step = open_step(guide_steps(controller))
    if step is None:
        return ""
    return LETTERS[: len(step.ways) - 1] + ("S" if step.id != LAST else "")


def guide_takes(controller: QueueController, typed: str) -> bool:
    """Do what a letter means for the open step, "" for Enter; False if it means nothing."""
    step = open_step(guide_steps(controller))
    if step is None:
        return False
    if typed == "s" and step.id != LAST:
        controller.leave_out(step.id)
        return True
    keys = ("", *LETTERS.lower())
    if typed not in keys[: len(step.ways)]:
        return False
    step.ways[keys.index(typed)].does()
    return True


def card_shows(controller: QueueController, cap: str) -> bool:
    """Return whether a letter stands on the card of a first battle that is in sight.

    Such a letter does what it says wherever the desk has the keys, also on the map; and so does the
    key that begins the first turn.
    """
    if not controller.is_seen or controller.stage is QueueStage.STEPS:
        return False
    return cap in (*guide_letters(controller), *((FIRST,) * waits_to_begin(controller)))


def waits_to_begin(controller: QueueController) -> bool:
    """Return whether all is set up and in sight is only what begins the first turn, by Enter."""
    step = open_step(guide_steps(controller)) if controller.is_seen else None
    return step is not None and step.id == LAST and controller.stage is not QueueStage.STEPS


def card_takes(controller: QueueController, typed: str) -> bool:
    """Do what a letter on that card means, "" for Enter, or a digit of what has done nothing.

    Return False for all others.
    """
    if not typed:
        seen = controller.is_seen and controller.stage is not QueueStage.STEPS
        return seen and guide_takes(controller, "")
    if card_shows(controller, typed.upper()):
        return guide_takes(controller, typed)
    waits = not controller.is_seen or controller.stage is QueueStage.STEPS
    return typed.isdecimal() and not waits and controller.takes_digit(typed)
