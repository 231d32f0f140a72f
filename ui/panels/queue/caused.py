"""What a move has caused: one line for each thing that now may or must happen, with a key to go there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.turns_and_steps import as_one
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_figures, in_inches
from brikdesk.rules.brikwars.actions_and_responses import FirstToAct
from brikdesk.store.campaign import Changes
from brikdesk.store.views.campaign_and_battle import battle_head, plays_brikwars
from brikdesk.store.views.log import act_as_data
from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.settings import Said
from ui.look.text import note, plain_label
from ui.look.theme import Theme, Width, width_of
from ui.models.queue import queue_of
from ui.panels.queue.closing_card import DigitRow
from ui.widgets.layout import Arranged, clear_out, let_wrap
from ui.widgets.overlay import open_overlays
from ui.widgets.painted import Backdrop

if TYPE_CHECKING:
    from brikdesk.acts.combat.disengaging_and_responses import Responder, Settles
    from ui.models.attack.draft import Answering

MOST = 3
"""Lines that are shown, and parts of the way back; the others are counted."""

GO, PASS, PASS_ALL = "Y", "U", "Shift+U"
"""The keys of the first line: go there, let it pass; let all pass."""


class CausedLine(Struct, frozen=True):
    """A thing that now may happen, or that is owed: who, in words, by which rule.

    - `step`: the key of a step that waits; else unit `by_id` may answer unit `to_id`.
    - `strikes`: it attacks by default (4.1-07); else it only may respond. `short`: the words without
      the mover, whom the heading names.
    - `lead`: the inches by which it reaches farther; `visits`: how often the other one came.
    - `over`: the act by which unit `by_id` ran into unit `to_id`, whose damage is to be entered.
    """

    words: str
    detail: str
    rule: str
    by_id: int = 0
    to_id: int = 0
    step: str = ""
    short: str = ""
    strikes: bool = False
    lead: float = 0.0
    visits: int = 0
    over: int = 0

    @property
    def answers(self) -> bool:
        """Whether somebody strikes or responds."""
        return not self.step and not self.over

    @property
    def pair(self) -> tuple[int, int]:
        """Who answers whom."""
        return self.by_id, self.to_id


class Caused(QObject):
    """What the last moves of this turn have caused and nobody has answered yet.

    Only moves are heard: who is put down, corrected or taken back causes nothing. A strike is gone
    when it was answered, when it is no longer possible, when the mover attacks, and at the end of
    the turn. An undo of what took it away brings it back.
    """

    changed = Signal()

    def __init__(self, desk: Desk, hub: Hub, parent: QObject) -> None:
        super().__init__(parent)
        self.desk, self._hub = desk, hub
        self._queue = queue_of(desk, hub)
        self.lines: tuple[CausedLine, ...] = ()
        self.title = ""
        self.others = 0
        """How many more may respond to what moved last."""
        self._said = Said.USUAL
        self._turn = desk.read(battle_head).turn_id
        self._gone: dict[int, tuple[CausedLine, ...]] = {}
        """The lines that an act has taken away, by the key of the act."""
        self._visits: dict[tuple[int, int], int] = {}
        """How often each mover had come into the reach of who answered it."""
        self._places = self._all_places()
        self._steps = self._all_steps()
        self._moved: dict[int, tuple[int, tuple[Point, ...]]] = {}
        """The last act and the way of each unit that has moved since the last look."""
        self._done = ""
        """The title of the last act in the middle of this turn since then; empty if there was none."""
        # After everything else has heard of the act: the map shows where it went first.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        desk.changed.connect(self._heard)

    def prefer(self, said: Said) -> None:
        """Say only what is wished for from now on."""
        self._said = said
        kept = tuple(line for line in self.lines if self._is_wished(line))
        if kept != self.lines:
            self.lines = kept
            self.changed.emit()

    @property
    def open_strikes(self) -> int:
        """How many may strike and have not been answered."""
        return sum(line.strikes for line in self.lines)

    @property
    def answer(self) -> "Answering | None":
        """The response that is being made; None if none is."""
        return next(reversed(self._answers()), None)

    @property
    def crumb(self) -> str:
        """The way from the move to the response that is being made, three parts at most."""
        answers = self._answers()
        parts = [*(answers[0].crumb[:1] if answers else ()), *(each.crumb[1] for each in answers)]
        return " > ".join(parts[-MOST:])

    def _answers(self) -> "tuple[Answering, ...]":
        if not self._hub.answering:
            return ()
        from ui.models.attack.controller import attack_of

        return attack_of(self.desk, self._hub).answers

    def _is_wished(self, line: CausedLine) -> bool:
        least = Said.USUAL if line.strikes else Said.ALL
        return not line.answers or self._said in (least, Said.ALL)

    def _all_places(self) -> dict[int, tuple[float | None, float | None]]:
        return {row.id: (row.x, row.y) for row in self.desk.read(units)}

    def _all_steps(self) -> set[str]:
        return {step.key for step in self._queue.steps}

    # How it follows the campaign

    def _heard(self, changes: Changes) -> None:
        places, before = self._all_places(), self._places
        self._places = places
        head, begins = self.desk.read(battle_head), False
        if head.turn_id != self._turn:
            self._turn, self.lines, self._done, begins = head.turn_id, (), "", True
            self._gone.clear()
            self._visits.clear()
            self.changed.emit()
        elif changes.act_id in self._gone:
            self._turn_back(self._gone[changes.act_id])
        elif run := [line for line in self.lines if line.over == changes.act_id and line.over]:
            self._drop(run)  # the run itself is taken back
        elif gone := tuple(self._taken_by(changes.act_id)):
            self._gone[changes.act_id] = gone
            self._drop(gone)
        # What waits already is in front; at the end of a turn its steps come by themselves.
        if changes.lines and not (begins or self._steps or self._queue.queue.ends):
            self._done = changes.title
        # Undo and redo bring no lines, and neither does who gets its first place.
        moved = {
            unit_id
            for unit_id, place in places.items()
            if changes.lines and place[0] is not None and before.get(unit_id, place) != place
        }
        own = {row.id for row in self.desk.read(units) if row.player_id == head.player_id}
        if moved & own and (settled := self._settled_by(changes.act_id)).moves:
            for unit_id in moved & own:
                ends = (before[unit_id], *settled.corners.get(unit_id, ()), places[unit_id])
                way = tuple((x, y) for x, y in ends if x is not None and y is not None)
                self._moved[unit_id] = (changes.act_id, way)
        self._soon.start()

    def _settled_by(self, act_id: int) -> "Settles":
        from brikdesk.acts.combat.disengaging_and_responses import what_it_settles

        return what_it_settles(self.desk.read(act_as_data, act_id))

    def _taken_by(self, act_id: int) -> Iterator[CausedLine]:
        """Yield the lines that an act takes away: it answers them, or their mover attacks."""
        if not self.lines:
            return
        by = self._settled_by(act_id)
        for line in self.lines:
            answered = line.pair in by.pairs or line.to_id in by.attackers
            if answered if line.answers else line.over > 0 and line.to_id in by.damaged:
                yield line

    def _turn_back(self, lines: tuple[CausedLine, ...]) -> None:
        """Bring back what an act had taken away, as it was undone; or take it away once more."""
        if set(lines) & set(self.lines):
            self._drop(lines)
            return
        for line in lines:
            self._visits.pop(line.pair, None)
        self.lines = (*lines, *self.lines)
        self.changed.emit()

    def _look(self) -> None:
        steps, before = self._all_steps(), self._steps
        self._steps = steps
        moved, self._moved = self._moved, {}
        done, self._done = self._done, ""
        still = [line for line in self.lines if self._still(line)]
        # What an act has brought waits at once, for whomever; else only what who moved owes.
        new = [step for step in self._queue.steps if step.key in steps - before]
        owed = [step for step in new if done or step.unit_id in moved]
        fresh = [CausedLine(each.title, each.detail, each.rule, step=each.key) for each in owed]
        fresh += [*self._run_over(moved), *(self._answering(set(moved)) if moved else ())]
        known = {(line.pair, line.step, line.over) for line in still}
        fresh = [line for line in fresh if (line.pair, line.step, line.over) not in known]
        fresh = [line for line in fresh if self._is_wished(line)]
        lines = (*still, *fresh)
        if fresh:
            names = [row.name for row in self.desk.read(units) if row.id in moved]
            did = "came within reach" if any(line.strikes for line in fresh) else "moved"
            who = ", ".join(names[:2]) if len(names) < 3 else "Several"
            self.title = f"{who} {did}" if names else done
        if lines != self.lines:
            self.lines = lines
            self.changed.emit()

    def _still(self, line: CausedLine) -> bool:
        """Return whether a line may still be answered."""
        if line.step:
            return line.step in self._steps
        if line.over:
            return {line.by_id, line.to_id} <= self._places.keys()
        found = self._responders(line.to_id)
        able = (each for each in found if each.unit_id == line.by_id and each.no is None)
        return any(each.strikes or not line.strikes for each in able)

    def _responders(self, to_id: int) -> "tuple[Responder, ...]":
        # Here: before the first move nobody needs it, and the desk is seen earlier.
        from brikdesk.acts.combat.disengaging_and_responses import responders

        return self.desk.read(responders, to_id)

    def _run_over(self, moved: Mapping[int, tuple[int, tuple[Point, ...]]]) -> Iterator[CausedLine]:
        """Yield whom creations have run into: what that does is for the table to say (X9.5-01)."""
        if not moved or not self.desk.read(plays_brikwars):
            return
        from brikdesk.acts.battlefield.by_the_map import run_over

        names = {row.id: row.name for row in self.desk.read(units)}
        for by_id, (act_id, way) in moved.items():
            for to_id in self.desk.read(run_over, by_id, way):
                did = f"{names[by_id]} runs into {names[to_id]}"
                yield CausedLine(
                    did, "enter its damage", "X9.5-01", by_id, to_id, short=did, over=act_id
                )

    def _answering(self, moved: set[int]) -> list[CausedLine]:
        """Return who attacks by default, as the way comes to them, then who may respond too."""
        if not self.desk.read(plays_brikwars):
            return []
        found = [
            (not each.strikes, each.after or 0.0, each.distance or 0.0, self._line(each, to_id))
            for to_id in sorted(moved)
            for each in self._responders(to_id)
            if each.no is None and not self._is_answered(each, to_id)
        ]
        found.sort(key=lambda row: row[:3])
        self.others = sum(not line.strikes for *_, line in found)
        return [line for *_, line in found]

    def _is_answered(self, each: "Responder", to_id: int) -> bool:
        """Return whether a pair was answered in this turn, and has not met once more since."""
        from brikdesk.acts.combat.disengaging_and_responses import answered_now

        pair = (each.unit_id, to_id)
        if pair not in self.desk.read(answered_now):
            return False
        return each.visits <= self._visits.setdefault(pair, each.visits)

    def _line(self, each: "Responder", to_id: int) -> CausedLine:
        names = {row.id: row.name for row in self.desk.read(units)}
        by, to = names.get(each.unit_id, ""), names.get(to_id, "")
        does, at = ("strikes", to) if each.strikes else ("may respond", f"to {to}")
        rule = "4.1-07" if each.strikes else "4.3-03"
        return CausedLine(
            f"{by} {does} {at}", _where(each), rule, each.unit_id, to_id,
            short=f"{by} {does}", strikes=each.strikes, lead=each.lead, visits=each.visits,
        )  # fmt: skip

    # What the referee does about it

    def go(self, place: int = 0) -> None:
        """Go to what a line names: the step, or the attack of who strikes, filled in."""
        if not place < len(self.lines) or self.answer:
            return
        line = self.lines[place]
        if line.step:
            self._hub.step_asked.emit(line.step)
            return
        if line.over:
            # What ran over him may be gone by now.
            by = next((row for row in self.desk.read(units) if row.id == line.by_id), None)
            said = {"cause": f"Run over by {by.name}", "causer_id": by.player_id} if by else {}
            self._hub.form_asked.emit("DamageUnit", {"unit_id": line.to_id, **said})
            return
        from brikdesk.acts.combat.disengaging_and_responses import Respond
        from ui.models.attack.controller import attack_of

        act = Respond(unit_id=line.by_id, to_id=line.to_id, lead=line.lead)
        attack_of(self.desk, self._hub).respond(act, "moves")

    def let_pass(self) -> None:
        """Take the first line away: its player lets it pass, or the dice come last."""
        self._let_pass(self.lines[:1])

    def let_all_pass(self) -> None:
        """Take all lines away, with one undo for all whom their players let pass."""
        self._let_pass(self.lines)

    def _let_pass(self, lines: tuple[CausedLine, ...]) -> None:
        if self.answer:
            return
        from brikdesk.acts.combat.disengaging_and_responses import Respond

        pairs = [line.pair for line in lines if line.answers]
        acts = [Respond(unit_id=by, to_id=to, declines=True) for by, to in pairs]
        if act := as_one(acts, f"{len(acts)} let it pass"):
            self.desk.do(act)
        for line in lines:
            # One that was put last already would count as not done.
            if any(step.key == line.step and not step.skipped for step in self._queue.steps):
                self._queue.go(line.step)
                self._queue.skip()
        self._drop([line for line in lines if not line.answers])

    def _drop(self, lines: Iterable[CausedLine]) -> None:
        gone = set(lines)
        self._visits |= {line.pair: line.visits for line in gone}
        self.lines = tuple(each for each in self.lines if each not in gone)
        self.changed.emit()


def _where(each: "Responder") -> str:
    """Say where on its way the mover came within reach, else how far away it is."""
    parts = ["it came past"] if each.passed else []
    if each.after is not None and each.spot is not None:
        parts.append(f"after {in_inches(each.after)}, {_at(each.spot)}")
    elif each.distance is not None and not parts:
        parts.append(in_inches(each.distance))
    return ", ".join(parts)


def _at(spot: Point) -> str:
    x, y = (in_figures(each) for each in spot)
    return f"x {x} y {y}"


def caused_of(desk: Desk, hub: Hub) -> Caused:
    """Return what the moves of a campaign have caused."""
    return desk.shared(Caused, lambda: Caused(desk, hub, desk))


FIRST = {
    FirstToAct.BEFORE: ("It acts first", "4.3-10"),
    FirstToAct.TOGETHER: ("Both act at once", "4.3-11"),
    FirstToAct.HIGHER_ROLL: ("The higher Action Roll goes first", "4.3-12"),
}
"""Each order of a response and of what it answers, in words, and its rule."""


class CausedStrip(Arranged, Backdrop):
    """The lines under the desk's tabs; not there while nothing was caused.

    Where there is little room one line is shown, and how many more there are. While a response is
    being made they wait, and the way back stands above them. `waits_first` says
    what has to be left before anything is gone to, "" if nothing.
    """

    def __init__(
        self, theme: Theme, desk: Desk, hub: Hub, waits_first: Callable[[], str] = str
    ) -> None:
        super().__init__(theme, "bg2")
        self._caused, self._hub, self._waits_first = caused_of(desk, hub), hub, waits_first
        self.setAccessibleName("What the move has caused")
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self._most = MOST
        self.arranged_by(self._follow_room)
        self.restyle()
        self._actions = [
            self._key(GO, self._caused.go),
            self._key(PASS, self._caused.let_pass),
            self._key(PASS_ALL, self._caused.let_all_pass),
        ]
        self._caused.changed.connect(self.follow)
        hub.answer_begun.connect(self.follow)
        hub.answer_over.connect(self.follow)
        self.follow()

    def _key(self, key: str, does: Callable[[], None]) -> QAction:
        action = QAction(self)
        action.setShortcut(QKeySequence(key))
        # Text fields keep their letters; below a sheet nothing is done.
        action.triggered.connect(lambda _=False: self._press(does))
        self.addAction(action)
        return action

    def _press(self, does: Callable[[], None]) -> None:
        if open_overlays(self.window()):
            return
        if waits := self._waits_first():
            self._hub.remarked.emit(waits)
        else:
            does()

    def follow(self) -> None:
        """Show what there is now."""
        lines, answer = self._caused.lines, self._caused.answer
        for action in self._actions:
            action.setEnabled(bool(lines) and answer is None)
        shown = bool(lines) or answer is not None
        clear_out(self._column)
        if shown:
            self._fill(lines, answer)
        self.setVisible(shown)

    def _fill(self, lines: tuple[CausedLine, ...], answer: "Answering | None") -> None:
        theme = self.theme
        head = self._caused.crumb or self._caused.title
        self._column.addWidget(plain_label(theme, head, "small", "text2", strong=True))
        if answer is not None:
            self._column.addWidget(self._order(answer))
        # In a response the line that says who is first is the one.
        most = self._most if answer is None or self._most == MOST else 0
        for place, line in enumerate(lines[:most]):
            self._column.addWidget(self._row(line, place, answer is None))
        foot = self._foot(len(lines) - most, answer is None)
        self._column.addWidget(note(theme, foot, "text3"))

    def _follow_room(self) -> None:
        """Show one line only where the window is narrow or its text large."""
        slim = width_of(self.window().width(), self.theme.scale) is Width.SLIM
        most = 1 if slim else MOST
        if most != self._most:
            self._most = most
            self.follow()

    def _foot(self, more: int, free: bool) -> str:
        lines, others = self._caused.lines, self._caused.others
        words = [f"{more} more" if more > 0 else ""]
        if not free:
            return "   ".join(filter(None, (*words, "Esc goes back to where it began")))
        words += [
            "U lets the first pass",
            "⇧ U all" if len(lines) > 1 else "",
            f"Ctrl R: {others} more may respond" if others else "Ctrl R: who else responds",
        ]
        return "   ".join(filter(None, words))

    def _order(self, answer: "Answering") -> QWidget:
        """Return the line that says who of the two is first, with its key while that may change."""
        from ui.models.attack.controller import attack_of

        attack = attack_of(self._caused.desk, self._hub)
        able = attack.who_first is not None
        words, rule = FIRST[answer.order]
        row = DigitRow(self.theme, "F" if able else "", words, "", rule, self)
        row.setEnabled(able)
        row.clicked.connect(attack.change_first)
        return row

    def _row(self, line: CausedLine, place: int, free: bool) -> QWidget:
        key = GO if not place else ""
        alone = len({each.to_id for each in self._caused.lines if not each.step}) < 2
        words = line.short if alone and line.short else line.words
        row = DigitRow(self.theme, key, words, line.detail, line.rule, self)
        row.setAccessibleName(f"{line.words}, {line.detail}, {line.rule}")
        row.setEnabled(free)
        row.clicked.connect(lambda: self._press(partial(self._caused.go, place)))
        return row

    @override
    def restyle(self) -> None:
        """Take up new sizes."""
        super().restyle()
        px = self.theme.px
        self._column.setContentsMargins(px(16), px(8), px(16), px(8))
        self._column.setSpacing(px(2))


class CausedOver(CausedStrip):
    """One line of it over the foot of the map, where the desk is not in sight: `wanted` says when.

    It takes no room from the map, so nothing moves under the pointer.
    """

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        waits_first: Callable[[], str],
        view: QWidget,
        wanted: Callable[[], bool],
    ) -> None:
        self._view, self._wanted = view, wanted
        super().__init__(theme, desk, hub, waits_first)
        self.setParent(view)
        view.installEventFilter(self)
        self.follow()

    @override
    def follow(self) -> None:
        super().follow()
        if not self._wanted() or self._caused.answer is not None:
            self.hide()
        self._put_in_place()

    @override
    def _fill(self, lines: tuple[CausedLine, ...], answer: "Answering | None") -> None:
        if not lines:
            return
        line, more = lines[0], len(lines) - 1
        rest = [f"{more} more"] if more else []
        rule = ", ".join([line.rule, "U passes", *rest])
        words = replace(line, rule=rule, short="")  # no heading names the mover here
        self._column.addWidget(self._row(words, 0, answer is None))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the foot of the view."""
        if event.type() == QEvent.Type.Resize:
            self._put_in_place()
        return False

    def _put_in_place(self) -> None:
        if self.isHidden():
            return
        px, room = self.theme.px, self._view.rect()
        wide = min(room.width() - 2 * px(8), px(640))
        high = self.sizeHint().height()
        self.setGeometry((room.width() - wide) // 2, room.height() - high - px(8), wide, high)
        self.raise_()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        self._column.setContentsMargins(px(8), px(2), px(8), px(2))
        self._put_in_place()
