"""The first battle of a new campaign: what to do until the dice fall, step by step, each with its key."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

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
from ui.look.text import note, plain_label
from ui.look.theme import Theme
from ui.models.queue import QueueController, QueueStage
from ui.widgets.buttons import Button, ButtonKind
from ui.widgets.layout import FlowLayout, clear_out, in_row, let_wrap
from ui.widgets.painted import IconMark

FIRST, LETTERS = "Enter", "BCD"
"""The keys of the ways of a step; A stays the key that attacks."""
TROOPS = "5 Troopers: gun"
"""What each side gets that has no army: enough to learn with, in the words of a roster."""

LAST = "turn"
"""The step that takes the guide away."""

EDGE, RANK = 2.0, 1.0
"""Inches from the edge of the table to the first rank, and between two ranks."""


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
            GuideWay("Each side in rows at its edge", partial(_put_in_rows, controller, armies)),
            GuideWay("By hand", partial(controller.hub.placing_asked.emit, (placeless or [0])[0])),
            *(terrain,) * bool(controller.desk.read(battlefield).pieces),
        ),
    )  # fmt: skip
    active = head.active.faction if head.active else ""
    yield GuideStep(
        LAST, "First turn", f"Turn of {active}" if active else "", False,
        (GuideWay("Begin", partial(leave_out, LAST)),),
    )  # fmt: skip


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
    for place, army in enumerate(armies):
        rows = in_rows(army.placeless, head.table_width, head.table_depth, place)
        for unit_id, x, y in rows:
            move = MoveSf if unit_id in scifi else MoveUnit
            acts.append(move(unit_id=unit_id, x=x, y=y))
    if act := as_one(acts, f"Put down {len(acts)} units"):
        controller.do_or_tell(act)


def in_rows(
    units: Sequence[tuple[int, int]], wide: float, deep: float, place: int
) -> Iterator[tuple[int, float, float]]:
    """Yield each unit with its place in inches: ranks along the edge of a side, middle first filled.

    - `units`: unit key and Size in inches.
    - `place`: 0 is the near edge, 1 the far one, 2 the left and 3 the right; then the same again.
    """
    along, across = (wide, deep) if place % 4 < 2 else (deep, wide)
    out = EDGE
    for rank in _ranks(units, along - 2 * EDGE):
        widths = [max(size, 1) + RANK / 2 for _, size in rank]
        at = (along - sum(widths)) / 2
        thick = max(max(size, 1) for _, size in rank)
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


class GuideList(QWidget):
    """The steps: those that are done a line each, the open one with its ways, the rest in grey."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        super().__init__()
        self.theme, self._controller = theme, controller
        self._shown: tuple[object, ...] = ()
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))

    def follow(self, steps: Sequence[GuideStep]) -> None:
        """Show these steps; hidden where there are none."""
        self.setVisible(bool(steps))
        shown = tuple((s.id, s.said, s.done, [way.words for way in s.ways]) for s in steps)
        if shown == self._shown:
            return
        self._shown = shown
        clear_out(self._column)
        now = open_step(steps)
        for step in steps:
            self._column.addWidget(self._head(step, step is now))
            if step is now:
                self._column.addWidget(self._ways(step))

    def _head(self, step: GuideStep, now: bool) -> QWidget:
        theme, line = self.theme, QWidget()
        icon, tone = ("check", "ok") if step.done else ("chevron-right", "text" if now else "text3")
        mark = IconMark(theme, icon, tone, 16)
        title = plain_label(theme, step.title, "body", "text" if now else "text2", strong=now)
        in_row(theme, mark, title, (note(theme, step.said), 1), gap=8, on=line)
        return line

    def _ways(self, step: GuideStep) -> QWidget:
        """Return the buttons of a step, in as many lines as they need."""
        line = QWidget()
        let_wrap(line, down=QSizePolicy.Policy.Minimum)
        flow = FlowLayout(line, gap=self.theme.px(6))
        flow.addWidget(self._way(step.ways[0].words, FIRST, "", "primary"))
        for letter, way in zip(LETTERS, step.ways[1:], strict=False):
            flow.addWidget(self._way(way.words, letter, letter.lower(), "soft"))
        if step.id != LAST:
            flow.addWidget(self._way("Leave it out", "S", "s", "quiet"))
        return line

    def _way(self, words: str, cap: str, typed: str, kind: ButtonKind) -> Button:
        # By its key: what the step is when it is clicked decides, not what it was when it was made.
        does = partial(guide_takes, self._controller, typed)
        return Button(self.theme, words, kind, "", cap, does=does)
