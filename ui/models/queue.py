"""The step queue of a turn's start or end, without widgets; panel and large view share it."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from operator import attrgetter

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance
from typing_extensions import override

from brikdesk.acts.checks import point_said, point_words
from brikdesk.acts.combat.aim import (
    BlastLine,
    Caught,
    ExplodingStep,
    ExplosionPreview,
    LandingCircle,
)
from brikdesk.acts.turns_and_steps import EndTurn, SkipStep
from brikdesk.copied import copied
from brikdesk.dice import DiceFor, Face, dice_words
from brikdesk.errors import BrikDeskError
from brikdesk.store.act import Act, act_from_data, overruling
from brikdesk.store.campaign import Changes
from brikdesk.store.lines import Dice, Kind, part_text
from brikdesk.store.views.campaign_and_battle import BattleHead, battle_head
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.units import UnitRow, units
from brikdesk.turns.queue import DoneStep, Queue, queue
from brikdesk.turns.steps import Preview, Step
from ui.campaign.desk import Desk, NotDone
from ui.campaign.hub import Hub
from ui.models.map import DrawnShot, Landing, Ring
from ui.models.picks import ListedRows, MayExplode, SaidReach
from ui.models.step_draft import (
    DieKey,
    PlayersDice,
    ShownStep,
    StepDraft,
    as_it_was,
    blasts_of,
    look_at,
    without_dice,
)
from ui.widgets.bars import StepProgress

_SPOKEN = {
    StepProgress.DONE: "done",
    StepProgress.CURRENT: "now",
    StepProgress.OPEN: "waiting",
    StepProgress.SKIPPED: "put off",
}


class QueueRow(Struct, frozen=True):
    """One step as a list shows it, `place` of `total`; `done` is set once it is settled."""

    key: str
    state: StepProgress
    icon: Kind
    title: str
    detail: str
    rule: str
    place: int
    total: int
    dice: tuple[int, ...] = ()
    unit_id: int | None = None
    done: DoneStep | None = None

    @property
    def needs(self) -> str:
        """The dice it needs, in words: 3d4, or no dice."""
        return dice_words(self.dice) if self.dice else "no dice"

    @property
    def spoken(self) -> str:
        """What a screen reader says: 4 of 10, done, Pea Soup shrinks, 8" to 7"."""
        left = self.done is not None and self.state is StepProgress.SKIPPED  # its title says so
        state = "" if left else _SPOKEN[self.state]
        needs = self.needs if self.done is None else ""
        parts = [f"{self.place} of {self.total}", state, self.title, self.detail, needs]
        return ", ".join(part for part in parts if part)


def queue_rows(
    queue: Queue, steps: Sequence[Step], current: Step | None
) -> tuple[tuple[QueueRow, ...], tuple[QueueRow, ...]]:
    """Return the rows of steps that are over (settled or left), and of those that wait.

    The current step is among those that wait.
    """
    settled = (*queue.done, *queue.left)
    total = len(settled) + len(steps)
    done = tuple(_done_row(step, place, total) for place, step in enumerate(settled, start=1))
    waiting = tuple(
        _waiting_row(step, place, total, current is not None and step.key == current.key)
        for place, step in enumerate(steps, start=len(settled) + 1)
    )
    return done, waiting


def _done_row(step: DoneStep, place: int, total: int) -> QueueRow:
    words = " ".join(part_text(part) for part in step.parts if not isinstance(part, Dice))
    # What came of it goes first: who dies, not the damage that did it.
    before = f"{step.lead} " if step.outcome else ""
    return copied(
        QueueRow,
        step,
        # With its act: several acts may have told of the same step.
        key=f"{step.act_id} {step.key}",
        state=StepProgress.SKIPPED if step.icon is Kind.SKIPPED else StepProgress.DONE,
        title=step.outcome.rstrip(".") or step.heading,
        detail=" ".join((before + words).split()),
        place=place,
        total=total,
        done=step,
    )


def _waiting_row(step: Step, place: int, total: int, current: bool) -> QueueRow:
    later = StepProgress.SKIPPED if step.skipped else StepProgress.OPEN
    state = StepProgress.CURRENT if current else later
    return copied(QueueRow, step, state=state, place=place, total=total)


class QueueRowsModel(ListedRows[QueueRow]):
    """The steps of a list."""

    _words = attrgetter("title")


class StepOrder:
    """The order of the agenda, until the referee moves a step or puts one last."""

    def __init__(self) -> None:
        self._keys: list[str] = []

    def of(self, waiting: Sequence[Step]) -> tuple[Step, ...]:
        """Return the steps in the wanted order.

        A step that came later stands before the known step that the agenda puts after it.
        """
        if not self._keys:
            return tuple(waiting)
        there = {step.key: step for step in waiting}
        keys = [key for key in self._keys if key in there]
        known = set(keys)
        before: dict[str, list[Step]] = {}
        new: list[Step] = []
        for step in waiting:
            if step.key in known:
                before[step.key], new = new, []
            else:
                new.append(step)
        made = [each for key in keys for each in (*before[key], there[key])]
        return (*made, *new)

    def move(self, steps: Sequence[Step], step: Step, by: int) -> None:
        """Put one of the steps, as they stand now, earlier (−1) or later (1)."""
        keys = [each.key for each in steps]
        place = keys.index(step.key)
        keys.insert(max(0, place + by), keys.pop(place))
        self._keys = keys

    def put_last(self, key: str) -> None:
        """Put a step behind all others."""
        # Without an order of the referee's own the agenda itself puts skipped steps last.
        if key in self._keys:
            self._keys.remove(key)
            self._keys.append(key)


REST = 250
"""Milliseconds in which a second Enter is taken for a bounce of the key and ignored."""


class QueueStage(Enum):
    """What the queue shows."""

    NO_BATTLE = "no battle"
    STEPS = "steps wait"
    OPEN = "all done, the turn is open"
    OVER = "all done, the turn can be handed over"


class QueueController(QObject):
    """The current step, what was put in for it, and every act of the queue.

    `changing` is emitted before anything that is shown changes, `queue_changed` after the list or
    the current step changed or something was refused, `step_changed` after that too, and after
    dice, choices or outcome of the step changed.

    A step that asks for nothing is done by itself when the queue reaches it. It waits for Enter if
    undo brought it back or something can be redone. Nothing is done while no view is visible.
    """

    changing = Signal()
    queue_changed = Signal()
    step_changed = Signal()

    def __init__(self, desk: Desk, hub: Hub, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.hub = desk, hub
        self.apply_when_complete = False
        self.by_itself = True
        """Whether steps that ask for nothing are done by themselves."""
        self.rest = REST
        self.queue: Queue = desk.read(queue)
        self.head: BattleHead = desk.read(battle_head)
        self.shown: ShownStep | None = None
        self.refused: NotDone | None = None
        self.complaint = ""
        self.all_typed = False
        """Whether all the open dice are typed, so that Space rolls them only when pressed twice."""
        self.guide_left_out: set[str] = set()
        """Steps of the first battle that the referee left out, or found good as they are."""
        self.takes_digit: Callable[[str], bool] = lambda digit: False
        """Does what a digit on the card that closes the steps means, once there is one."""
        self._drafts: dict[str, StepDraft] = {}
        self._left: dict[str, StepDraft] = {}
        """Drafts of steps that wait no more: one that was skipped and comes back has its dice."""
        self.players_dice = PlayersDice(desk, self._name, self._player, lambda *_: DiceFor.TURN)
        self._order = StepOrder()
        self._wanted = self._pointed = ""
        self._held: set[str] = set()
        self._watching: set[QObject] = set()
        self._resting = QTimer(self, singleShot=True)
        # The next step is done in an event of its own: all must hear of the last act before.
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._do_by_itself)
        desk.changed.connect(self._heard)
        hub.step_asked.connect(self.go)
        self._look()

    # What there is

    @property
    def stage(self) -> QueueStage:
        """What the queue shows now."""
        if not self.queue.turn_id:
            return QueueStage.NO_BATTLE
        if self.queue.waiting:
            return QueueStage.STEPS
        return QueueStage.OVER if self.queue.ends or self.is_out else QueueStage.OPEN

    @property
    def is_out(self) -> bool:
        """Whether the running player is out of the battle: what waits is settled, no more (Q8-37)."""
        return self.head.active is not None and self.head.active.out

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that wait, in the order in which the referee wants them."""
        return self._order.of(self.queue.waiting)

    @property
    def current(self) -> Step | None:
        """The step that keys go to: the one the referee went to, else the first; None if none."""
        steps = self.steps
        if not self._wanted:
            return steps[0] if steps else None
        return next((step for step in steps if step.key == self._wanted), (*steps, None)[0])

    @property
    def preview(self) -> Preview:
        """What the current step asks and will do; empty if no step is shown."""
        return self.shown.preview if self.shown else Preview()

    @property
    def faces(self) -> dict[DieKey, Face]:
        """The faces in the boxes of the current step."""
        return dict(self._draft.faces) if self._draft else {}

    @property
    def _draft(self) -> StepDraft | None:
        step = self.current
        return self._drafts.get(step.key) if step else None

    @property
    def held(self) -> bool:
        """Whether undo brought the current step back, so that it waits for Enter."""
        return self.current is not None and self.current.key in self._held

    @property
    def can_apply(self) -> bool:
        """Whether Enter would settle the current step now."""
        return bool(self.shown and self.shown.preview.complete and not self.desk.read_only)

    @property
    def can_roll(self) -> bool:
        """Whether the current step lacks dice that the desk could roll."""
        return self.preview.owed > 0 and not self.desk.read_only

    def watch(self, view: QObject, seen: bool) -> None:
        """Note that a view became visible or hidden; steps are done by themselves only if seen."""
        (self._watching.add if seen else self._watching.discard)(view)
        if self._may_go_by_itself():
            self._next.start()

    @property
    def is_seen(self) -> bool:
        """Whether some view of it is in sight."""
        return bool(self._watching)

    # Dice and choices

    def _name(self) -> str:
        return self.current.key if self.current else ""

    def _player(self) -> int | None:
        return self.current.player_id if self.current else None

    def put(self, faces: dict[DieKey, Face | None]) -> None:
        """Note what is in the boxes now; None for a box that was emptied."""
        if self._draft and self._draft.put_all(faces):
            self._look_again()
            self._apply_if_wished()

    def choose(self, name: str, value: str) -> None:
        """Note the value chosen for one of the current step's choices."""
        if draft := self._draft:
            draft.choose(name, value)
            self._look_again()
            self._apply_if_wished()

    @property
    def answered_last(self) -> bool:
        """Whether the last thing given for the current step was an answer."""
        return bool(self._draft and self._draft.answered_last)

    def take_answer_back(self) -> bool:
        """Take that answer back, to be given anew; False if the last thing given was a die."""
        if not self.answered_last or self._draft is None or self.desk.read_only:
            return False
        self._draft.take_answer_back()
        self._look_again()
        return True

    @property
    def exploded(self) -> bool:
        """Whether the dice show an explosion, so that the referee has to say who is in reach."""
        return bool(blasts_of(self.preview))

    @property
    def reach(self) -> SaidReach:
        """What was said about those within reach of the current step's explosion."""
        return self._draft.reach if self._draft else SaidReach()

    def say_reach(self, reach: SaidReach) -> None:
        """Note who is within reach."""
        if (draft := self._draft) and draft.reach != reach:
            draft.reach = reach
            self._look_again()

    def roll(self) -> bool:
        """Roll the empty boxes of the current step, and the dice that these earn; False if none.

        Dice that their player types are rolled when it is asked for twice.
        """
        draft = self._draft
        if not self.can_roll or draft is None:
            return False
        if held := self.players_dice.roll(draft, self.desk.preview):
            self.hub.remarked.emit(held)
            return True
        self._look_again()
        self._apply_if_wished()
        return True

    def roll_all(self) -> bool:
        """Roll step after step, beginning with what is typed, until somebody must choose.

        Return False if the first of them has no dice to roll and waits for something else.
        """
        step = self.current
        if step is None or self.desk.read_only:
            return False
        if self.all_typed and self._draft and self._draft.untouched_by_hand:
            self.roll()  # says so, or rolls them the second time
            if self.preview.owed:
                return True
        # Rolling all knows only what is saved: a half-typed step is finished here first.
        if self._draft and not self._draft.untouched:
            self.roll()
            if self._is_current(step) and (self.exploded or not self.apply()):
                return False
            if self.all_typed:
                return True  # the next step waits for the table
        self._wanted = ""
        order, lying = [step.key for step in self.steps], self._lying()
        done = self.desk.throw_all(stop_at_choice=True, order=order, lying=lying)
        if not isinstance(done, Changes):
            self._look()  # what went by itself meanwhile waited for it
        return not self._is_current(step) or bool(self.preview.dice)

    def _lying(self) -> dict[str, tuple[Face, ...]]:
        """Return the dice that lie in the boxes of other steps: they are not thrown anew."""
        found = {}
        for key, draft in self._drafts.items():
            if not draft.faces or isinstance(draft.act, ExplodingStep):
                continue
            try:
                found[key] = draft.look(self.desk.preview).act.faces
            except BrikDeskError:
                continue  # the step says so itself when it comes up
        return found

    # Acts

    def enter(self) -> bool:
        """Do what Enter does: settle the step or hand the turn over; False if neither can be done."""
        if self._resting.isActive() and self._would_do_unasked():
            return True  # a bounce of the key, of which nobody wants to hear
        if self.stage is QueueStage.OVER and not self.desk.read_only:
            return self._do(EndTurn())
        return self.apply()

    def apply(self) -> bool:
        """Settle the current step with its dice and choices; False if it cannot be settled yet."""
        step, shown, draft = self.current, self.shown, self._draft
        if step is None or shown is None or draft is None or not self.can_apply:
            return False
        # Before the act: while it is done the desk announces it, and `_heard` looks at all of this.
        self._wanted = ""
        self._resting.start(self.rest)
        if not self._do(shown.act):
            self._wanted = step.key
            return False
        return True

    def overrule(self, rule: str = "") -> bool:
        """Do the refused step without this rule, or else the first one that refused it.

        The log says so. False if nothing was refused.
        """
        draft = self._draft
        if draft is None or self.refused is None:
            return False
        draft.act = overruling(draft.act, rule or self.refused.rule)
        self._look_again()
        return self.apply()

    def skip(self) -> bool:
        """Put the current step last; skipped a second time, it counts as not done."""
        step = self.current
        if step is None or self.desk.read_only:
            return False
        self._wanted = ""
        self._order.put_last(step.key)
        return self._do(SkipStep(step=step.key))

    def leave_out(self, step: str) -> None:
        """Count a step of the first battle as done, while the campaign is open."""
        self.guide_left_out.add(step)
        self.changing.emit()
        self.queue_changed.emit()
        self.step_changed.emit()

    def do_or_tell(self, act: Act) -> None:
        """Do an act of the referee's; where it cannot be done, the card says why."""
        self._do(act)

    @property
    def has_instead(self) -> bool:
        """Whether the current step can be settled by an attack in place of its own act."""
        return self.current is not None and self.current.instead is not None

    def do_instead(self) -> bool:
        """Open the attack that settles the current step too; False if there is none."""
        step = self.current
        if step is None or step.instead is None or self.desk.read_only:
            return False
        self.hub.attack_wanted.emit(act_from_data(step.instead))
        return True

    # Where the referee looks

    def go(self, key: str) -> None:
        """Make a waiting step the current one."""
        if any(step.key == key for step in self.queue.waiting):
            self._wanted = key
            self._look()

    def go_by(self, by: int) -> bool:
        """Go to the next (1) or previous (−1) open step; stay at the ends. False if none waits."""
        steps, step = self.steps, self.current
        if step is None:
            return False
        place = max(0, min(steps.index(step) + by, len(steps) - 1))
        self.go(steps[place].key)
        return True

    def go_first(self) -> None:
        """Go to the first open step; from there steps without dice are done by themselves."""
        self._wanted = ""
        self._look()

    def move(self, by: int) -> bool:
        """Put the current step earlier (−1) or later (1), in this window only; False if none is."""
        step = self.current
        if step is None:
            return False
        self._order.move(self.steps, step, by)
        self._wanted = step.key
        self._look()
        return True

    # How it follows the campaign

    def _do(self, act: Act) -> bool:
        self.refused, self.complaint = None, ""
        answer = self.desk.do(act)
        if isinstance(answer, NotDone):
            self.changing.emit()
            self.refused = answer if answer.rule else None
            self.complaint = answer.sentence
            self._hold()
            self.queue_changed.emit()
            self.step_changed.emit()
        return isinstance(answer, Changes)

    def _hold(self) -> None:
        """Keep the current step, which was refused or failed, from being tried again by itself."""
        if step := self.current:
            self._held.add(step.key)

    def _heard(self, changes: Changes) -> None:
        before = self.queue
        self.queue, self.head = self.desk.read(queue), self.desk.read(battle_head)
        waiting = {step.key: step for step in self.queue.waiting}
        # A step that was done in this same phase and waits again was undone.
        if self.queue.turn_id == before.turn_id and self.queue.phase == before.phase:
            for done in (*before.done, *before.left):
                if step := waiting.get(done.key):
                    self._bring_back(done, step)
        # A step may come back: one that was skipped has its dice then.
        self._left |= self._drafts
        self._drafts = {key: draft for key, draft in self._drafts.items() if key in waiting}
        self._held &= waiting.keys()
        if self._wanted not in waiting:
            self._wanted = ""
        self._look()

    def _bring_back(self, done: DoneStep, step: Step) -> None:
        self._held.add(step.key)
        self._wanted = step.key
        left = self._left.get(step.key)
        skipped = done.icon is Kind.SKIPPED and left is not None
        self._drafts[step.key] = left if skipped and left else as_it_was(self.desk, done, step)

    def _look(self) -> None:
        """Show the current step, with what was put in for it before."""
        self._look_again(self.queue_changed)
        self._point_at(self.current)
        if self._may_go_by_itself():
            self._next.start()

    def _point_at(self, step: Step | None) -> None:
        """Select the unit of a step that has just become current; later selections stay."""
        key = step.key if step else ""
        self.hub.tell_step_unit((step.unit_id or 0) if step else 0)
        if step and step.unit_id and key != self._pointed:
            self.hub.select_unit(step.unit_id)
        self._pointed = key

    def _is_current(self, step: Step) -> bool:
        return self.current is not None and self.current.key == step.key

    def _look_again(self, *besides: SignalInstance) -> None:
        """Examine the current step once more, and emit `besides` before it is shown."""
        self.refused, self.complaint = None, ""
        self.changing.emit()
        self._examine()
        for signal in (*besides, self.step_changed):
            signal.emit()

    def _examine(self) -> None:
        step = self.current
        self.shown, self.all_typed = None, False
        if step is None:
            return
        try:
            draft = self._drafts.get(step.key)
            if draft is None or (step.laid and draft.laid != step.laid):
                draft = StepDraft(without_dice(step), loose=list(step.laid), laid=step.laid)
                self._drafts[step.key] = draft
            self.shown = look_at(draft, self.desk)
            if self.players_dice.follow_seal(draft, self.shown):
                self.shown = look_at(draft, self.desk)
            if (said := self.players_dice).said.ways:
                while said.roll_unasked(draft, self.shown):
                    self.shown = look_at(draft, self.desk)
                self.all_typed = said.all_typed(draft, self.shown)
        except BrikDeskError as error:
            self.complaint = str(error)

    def _may_go_by_itself(self) -> bool:
        step = self.current
        return (
            step is not None
            and self.shown is not None
            and self.by_itself
            and self.shown.automatic
            and bool(self._watching)
            and step.kind != "notes"  # a note that puts itself away is never read
            and step.key not in self._held
            and not self._wanted  # the referee went to it, to look at it
            and not self.desk.read_only
            and self.desk.errand is None
            and not self.desk.read(undo_state).redo  # a new act would take it away
        )

    def _do_by_itself(self) -> None:
        if self._may_go_by_itself() and self.shown:
            self._do(self.shown.act)

    def _would_do_unasked(self) -> bool:
        """Return whether Enter would settle a step for which nobody has put anything in yet."""
        return self._draft is None or self._draft.untouched_by_hand

    def _apply_if_wished(self) -> None:
        wished = self.apply_when_complete and not self.exploded
        if wished and self.preview.dice and self.can_apply:
            self.apply()


class StepCatching(MayExplode):
    """The current step for the list of those who are caught: read as shown, written to its draft."""

    def __init__(self, controller: QueueController) -> None:
        super().__init__(controller.desk)
        self._controller = controller
        self._units: Mapping[int, UnitRow] = {}
        self._read_for: Queue | None = None

    @property
    @override
    def blasts(self) -> tuple[BlastLine, ...]:
        # Only explosions whose dice are in: before that nobody knows how far they reach.
        return blasts_of(self._controller.preview)

    @property
    @override
    def caught(self) -> tuple[Caught, ...]:
        act = self._controller.shown.act if self._controller.shown else None
        return act.caught if isinstance(act, ExplodingStep) else ()

    @property
    @override
    def reach(self) -> SaidReach:
        return self._controller.reach

    @override
    def say_reach(self, reach: SaidReach) -> None:
        self._controller.say_reach(reach)

    @property
    @override
    def units(self) -> Mapping[int, UnitRow]:
        if self._read_for is not self._controller.queue:  # it is another one after each act
            self._read_for = self._controller.queue
            self._units = super().units
        return self._units


def drawn_of(preview: Preview) -> DrawnShot | None:
    """Return what the map draws of a step: its explosions, and where what missed may come down."""
    if not isinstance(preview, ExplosionPreview):
        return None
    rings = tuple(
        Ring((blast.x, blast.y), blast.radius)
        for blast in preview.blasts
        if blast.x is not None and blast.y is not None
    )
    landing = _landing(preview.circle, preview) if preview.circle else None
    return DrawnShot(None, None, rings=rings, landing=landing) if rings or landing else None


def _landing(circle: LandingCircle, preview: Preview) -> Landing:
    asked = (each for each in preview.choices if each.id == circle.choice)
    said = next((each.chosen for each in asked if each.chosen), "")
    middle = circle.x, circle.y
    return Landing(middle, circle.inches, circle.inches, explodes=True, said=point_said(said))


class StepOnMap(QObject):
    """Has the map draw the step, and takes the place that is pointed at there."""

    def __init__(self, controller: QueueController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._is_drawn = False
        controller.step_changed.connect(self._draw)
        controller.hub.spot_pointed.connect(self._pointed)
        self._draw()

    def _draw(self) -> None:
        drawn = drawn_of(self._controller.preview)
        if drawn is not None or self._is_drawn:
            self._is_drawn = drawn is not None
            self._controller.hub.show_step(drawn)

    def _pointed(self, unit_id: int, x: float, y: float) -> None:
        """Have it come down where the referee pointed: at a unit's place, or on the ground."""
        preview = self._controller.preview
        circle = preview.circle if isinstance(preview, ExplosionPreview) else None
        if circle is None or self._controller.desk.read_only:
            return
        rows = self._controller.desk.read(units) if unit_id else ()
        spots = ((row.x, row.y) for row in rows if row.id == unit_id)
        there = next((spot for spot in spots if None not in spot), (x, y))
        self._controller.choose(circle.choice, point_words(there[0] or 0.0, there[1] or 0.0))
        self._controller.hub.spot_taken.emit()


def queue_of(desk: Desk, hub: Hub) -> QueueController:
    """Return the desk's queue, made when it is first asked for."""
    return desk.shared(QueueController, lambda: _made(desk, hub))


def _made(desk: Desk, hub: Hub) -> QueueController:
    controller = QueueController(desk, hub, desk)
    StepOnMap(controller)  # Qt keeps it with the queue
    return controller
