"""The queue of a turn: its card, keys and focus; Desk > Start, and the large view, read across the table."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, SignalInstance
from PySide6.QtGui import QAccessible, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.store.views.units import units
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.forms.inputs import MeasureEdit
from ui.look.shortcuts import sign
from ui.look.text import ElidedLabel, announce, plain_label
from ui.look.theme import Theme
from ui.models.first_battle import guide_keys, guide_takes
from ui.models.queue import QueueController, QueueStage, queue_of, queue_rows
from ui.models.rows import asked_by, taken_back
from ui.panels.log import TurnLog
from ui.panels.queue.closing_card import (
    ClosingCard,
    fire_unfired,
    idle_keys,
    select_idle,
    unfired_keys,
)
from ui.panels.queue.step_card import StepCard, StepFoot, faces_needed
from ui.panels.queue.step_list import QueueList
from ui.panels.units.panel import UnitActs, attack_by
from ui.parts.editor_sheet import RefusedHere
from ui.parts.lines import RichLabel
from ui.parts.pick_list import PickList
from ui.widgets.bars import ProgressSteps
from ui.widgets.buttons import Asker, Button, CapRows, TakenKeys, follow_keys, icon_button
from ui.widgets.focus import may_take
from ui.widgets.layout import Arranged, Arranging, in_column, in_row, laid_out_once, nest, scrolling
from ui.widgets.painted import Backdrop, PaintedWidget


class TakesKeys(Protocol):
    """Knows what each key of a pane does."""

    def press(self, event: QKeyEvent) -> bool:
        """Carry out a key press; return False if the pane has no use for the key."""


_STEPS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}
_OF_THE_BODY = {"Tab"}
"""Keys that step only while the body itself has the focus; from one of its parts they go to the next."""


class QueueBody(Arranged, QWidget):
    """A column of parts. It takes the keys before the scroll area would scroll with them.

    `edge` is the margin in pixels, `left` that at the left: a pane may have one itself. `step` is
    called by Tab with 1, and with −1 by ⇧ Tab, while no part has the focus; False leaves Tab to them.
    """

    def __init__(self, keys: TakesKeys, step: Callable[[int], bool] | None = None) -> None:
        super().__init__()
        self._step = step
        self._arranging = Arranging(self, self._arrange)
        self._settling = Arranging(self, self._settle)
        self._keys = keys
        self.edge, self.left = 16, 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.column = QVBoxLayout(self)
        if step is not None:
            self.installEventFilter(self)  # Qt moves the focus with Tab before any key press

    def settle(self) -> None:
        """Give the pane the height that its parts need, soon, before the next frame.

        Otherwise one frame would show the parts squeezed or too far apart.
        """
        self._settling.ask()

    def _settle(self) -> None:
        self.column.activate()
        if view := self.parentWidget():  # the scroll area listens there
            QApplication.sendEvent(view, QEvent(QEvent.Type.LayoutRequest))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Step with Tab while no part has the focus, else leave it to Qt."""
        # Not in `focusNextPrevChild`: Qt calls that too when what has the focus is hidden.
        if self._step is None or not isinstance(event, QKeyEvent) or not self.hasFocus():
            return False
        by = _STEPS.get(Qt.Key(event.key()), 0) if event.type() == QEvent.Type.KeyPress else 0
        return bool(by) and self._step(by)

    def _arrange(self) -> None:
        """Take the scroll bar's width off the right margin, so that the parts keep their width."""
        view = self.parentWidget()
        area = view.parentWidget() if view else None
        bar = area.width() - self.width() if area else 0
        self.column.setContentsMargins(self.left, 0, max(0, self.edge - bar), self.edge)


class QueueHead(Arranged, PaintedWidget):
    """Title, count and bar of segments; in the large view without buttons."""

    def __init__(
        self, theme: Theme, controller: QueueController, hub: Hub, large: bool = False
    ) -> None:
        super().__init__(theme)
        self._arranging = Arranging(self, self._arrange)
        self._controller = controller
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(policy.Policy.Preferred)
        policy.setVerticalPolicy(policy.Policy.Minimum)
        self.setSizePolicy(policy)
        self.title = plain_label(theme, "", "head" if large else "title")
        self.count = ElidedLabel(theme, "", "small", "text2")
        self.progress = ProgressSteps(theme)
        self.roll_all = Button(theme, "Roll all", "soft", "roll", "⇧ Space")
        self.expand = icon_button(theme, "expand", "Large view (F)")
        self.roll_all.clicked.connect(controller.roll_all)
        self.expand.clicked.connect(lambda: hub.large_asked.emit(True))
        names = in_column(theme, self.title, self.count, gap=0)
        line = in_row(theme, (names, 1), self.roll_all, self.expand)
        self._column = in_column(theme, line, self.progress, gap=12, on=self)
        for button in (self.roll_all, self.expand):
            button.setVisible(not large)
        controller.queue_changed.connect(self.follow)
        self.restyle()
        self.follow()

    def set_short(self, short: bool) -> None:
        """Leave only the count and the bar, where height is scarce: the tab names the queue too."""
        for part in (self.title, self.roll_all, self.expand):
            part.setVisible(not short)
        self._column.setSpacing(self.theme.px(6 if short else 12))

    def follow(self) -> None:
        """Show how far the queue is."""
        controller, queue = self._controller, self._controller.queue
        self.title.say("End of turn" if queue.ends else "Start of turn")
        settled, waiting = queue_rows(queue, controller.steps, controller.current)
        done, missed = len(queue.done), len(queue.left)
        self.count.say(_count(done, len(waiting), missed, queue.rolls_left))
        states = tuple(row.state for row in (*settled, *waiting))
        self.progress.show_steps(states)
        self.progress.setVisible(bool(states))
        self.roll_all.setEnabled(
            controller.stage is QueueStage.STEPS and not controller.desk.read_only
        )

    def _arrange(self) -> None:
        """Drop the icon of Roll all if the count needs the room."""
        self.roll_all.set_icon("roll" if self.width() >= self.theme.px(390) else "")


def _count(done: int, waiting: int, missed: int, rolls: int) -> str:
    if not done + waiting + missed:
        return "Nothing waits"
    parts = [f"{done} of {done + waiting + missed} done"]
    if missed:
        parts.append(f"{missed} not done")
    if rolls:
        parts.append(f"{rolls} {'roll' if rolls == 1 else 'rolls'} left")
    return ", ".join(parts)


_KEY = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
LOOKING = frozenset(("↑ ↓", "F"))
"""The keys that work in a campaign that is only looked at."""

_ALT = Qt.KeyboardModifier.AltModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


def takes_digit(controller: QueueController, digit: str) -> bool:
    """Do what a digit on the closing card means; False if nothing has it."""
    return fire_unfired(controller, digit) or select_idle(controller, digit)


class QueueKeys:
    """Carries out the keys of the queue."""

    def __init__(
        self, controller: QueueController, card: StepCard, hub: Hub, acts: UnitActs
    ) -> None:
        self._controller, self._card, self._hub, self._acts = controller, card, hub, acts
        controller.takes_digit = partial(takes_digit, controller)
        go = controller
        self._keys: dict[tuple[Qt.KeyboardModifier, int], Callable[[], object]] = {
            (_NONE, _KEY.Key_Space): self._roll,
            (_SHIFT, _KEY.Key_Space): self._roll_all,
            (_NONE, _KEY.Key_Return): self._enter,
            (_NONE, _KEY.Key_Enter): self._enter,
            (_NONE, _KEY.Key_Up): lambda: go.go_by(-1),
            (_NONE, _KEY.Key_Down): lambda: go.go_by(1),
            (_NONE, _KEY.Key_Home): go.go_first,
            (_ALT, _KEY.Key_Up): lambda: go.move(-1),
            (_ALT, _KEY.Key_Down): lambda: go.move(1),
        }
        self._letters: dict[str, Callable[[], object]] = {
            "s": go.skip,
            "o": go.overrule,
            "n": card.note.open,
            "w": card.say_who_is_caught,
        }

    def press(self, event: QKeyEvent) -> bool:
        """Carry out a key press; return False if the key is not one of the queue's.

        A key that is held down acts once; only moving and deleting repeat.
        """
        modifiers = event.modifiers() & ~_KEYPAD
        moving = event.key() in (_KEY.Key_Up, _KEY.Key_Down, _KEY.Key_Backspace)
        if event.isAutoRepeat() and not moving:
            return True
        # A digit or Backspace is a face before it is anything else.
        if self._controller.stage is QueueStage.STEPS and self._card.dice.take_key(event):
            return True
        if event.key() == _KEY.Key_Escape:
            return self._card.dice.drop_digit()
        if sign(event) == "?":
            return self._show_rule()
        if sign(event) == ".":
            return self._show_on_map()
        if doing := self._keys.get((modifiers, event.key())):
            return doing() is not False
        return self._press_sign(sign(event))

    def _press_sign(self, typed: str) -> bool:
        """Do what a letter or a digit means now; False if it means nothing."""
        go = self._controller
        if go.stage is not QueueStage.STEPS and typed.isdecimal():
            return takes_digit(go, typed)
        if typed == "a" and self._may_attack:
            self._hub.attack_wanted.emit(attack_by(self._attacker))
            return True
        if typed and go.stage is not QueueStage.STEPS and guide_takes(go, typed):
            return True
        # Before the letters of choices: a step that an attack can settle too has one option only.
        if typed == "c" and go.has_instead:
            return go.do_instead()
        if doing := self._letters.get(typed):
            return doing() is not False
        return self._card.choices.choose(typed) or self._of_unit(typed)

    def _of_unit(self, typed: str) -> bool:
        """Do to the selected unit what a letter does to it on the map and in the lists."""
        unit_id = self._hub.selected_unit
        if not typed or not unit_id or not self._may_attack or not self._acts.knows(typed, unit_id):
            return False
        self._acts.by_letter(typed, unit_id)
        return True

    def waits_for(self) -> str:
        """Say what the current step waits for, "" if no step waits."""
        controller = self._controller
        if controller.stage is not QueueStage.STEPS or controller.desk.read_only:
            return ""
        if self._card.note.isVisible():
            return "A note is open: Enter writes it, Esc drops it."
        if controller.refused:
            return "A rule refuses it: O overrules, S skips."
        preview = controller.preview
        letters, digits = self._card.choices.letters, faces_needed(preview.open_dice)
        if asked := asked_by(preview, letters, digits):
            return asked
        return "Enter applies it." if controller.can_apply else "S skips this step."

    @property
    def _attacker(self) -> int:
        """The selected unit if it is the running player's; else 0."""
        rows, active = self._controller.desk.read(units), self._controller.head.player_id
        chosen = self._hub.selected_unit
        return next((row.id for row in rows if row.id == chosen and row.player_id == active), 0)

    @property
    def _may_attack(self) -> bool:
        """Whether A begins an attack: while steps wait it is an answer."""
        controller = self._controller
        playing = controller.stage in (QueueStage.OPEN, QueueStage.OVER) and not controller.is_out
        return playing and not controller.desk.read_only

    def _digits(self) -> tuple[tuple[str, str], ...]:
        """List what digits do: weapons come first where both games are played."""
        return unfired_keys(self._controller) or idle_keys(self._controller)

    def _attack(self) -> tuple[tuple[str, str], ...]:
        return (("A", "attack"),) if self._may_attack else ()

    def names(self, large: bool = False) -> tuple[tuple[str, str], ...]:
        """List the keys that work now, for the status bar; of a past only those that look around."""
        controller, preview = self._controller, self._controller.preview
        if controller.stage is QueueStage.OVER and controller.head.following:
            hand_over = ("Enter", f"hand over to {controller.head.following.name}")
            return (hand_over, *self._digits(), *self._attack(), ("Ctrl Z", "undo"))
        if controller.stage is not QueueStage.STEPS:
            guiding = guide_keys(controller)
            return (*guiding, *self._digits(), *self._attack(), ("Ctrl Z", "undo"))
        typed = preview.open_dice
        names = [(faces_needed(typed), "type a die")] if typed else []
        names += [(self._card.choices.letters, "choose")] if preview.choices else []
        names += [("W", "within reach")] if controller.exploded else []
        names += [("Enter", "apply")] if controller.can_apply else []
        names += [("C", "Counterstrike")] if controller.has_instead else []
        names += taken_back(preview, controller.answered_last)
        names += [("Space", "twice: roll" if controller.all_typed else "roll this")] * bool(
            preview.owed
        )
        names += [("⇧ Space", "roll all")] if preview.dice or controller.can_apply else []
        names += [("↑ ↓", "step")] if len(controller.steps) > 1 else []
        names += [("S", "skip"), ("Ctrl Z", "undo")]
        names += [("O", "overrule")] if controller.refused else []
        names += [("F", "back to the desk" if large else "large view")]
        if controller.desk.read_only:
            names = [row for row in names if row[0] in LOOKING]
        return tuple(names)

    def _enter(self) -> bool:
        guiding = self._controller.stage is not QueueStage.STEPS
        return (guiding and guide_takes(self._controller, "")) or self._controller.enter()

    def _roll(self) -> bool:
        self._card.dice.close_digit()  # or the roll would take the box of the half-typed face
        return self._controller.roll()

    def _roll_all(self) -> bool:
        self._card.dice.close_digit()
        return self._controller.roll_all()

    def _show_rule(self) -> bool:
        step = self._controller.current
        rule = step.rule if step else ""
        if rule:
            self._hub.rule_asked.emit(rule)
        return bool(rule)

    def _show_on_map(self) -> bool:
        step = self._controller.current
        return show_on_map(self._hub, step.unit_id if step else None)


def show_on_map(hub: Hub, unit_id: int | None) -> bool:
    """Select a unit, also one that is selected already, so that the map shows it; False for none."""
    if unit_id:
        hub.select_unit(0)  # the hub announces nothing for a unit that is selected already
        hub.select_unit(unit_id)
    return bool(unit_id)


class PaneFocus(QObject):
    """Keeps the focus in its pane when parts come and go, and tells the hub which keys work.

    `changing` is emitted before what the pane shows changes, `changed` after it. `body` has the
    focus where no part of it has.
    """

    def __init__(
        self,
        pane: QWidget,
        body: QWidget,
        hub: Hub,
        changing: SignalInstance,
        changed: SignalInstance,
    ) -> None:
        super().__init__(pane)
        self._pane, self._body, self._hub = pane, body, hub
        self._inside = self._had = self._arriving = False
        self._announced: tuple[tuple[str, str], ...] = ()
        self._taken: tuple[object, ...] = ()
        self._lines: tuple[str, ...] = ()
        # What has just been shown gets its place with the next layout, and is scrolled to after it.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._arrived)
        changing.connect(self._remember)
        changed.connect(self._after_change)
        for picks in pane.findChildren(PickList):
            picks.narrowed.connect(self._show)
            picks.unused.connect(hub.key_unused)
        for field in pane.findChildren(MeasureEdit):
            if field.takes_letters:  # which one follows is another after each
                field.textChanged.connect(self._show)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._heard)

    def aim(self) -> None:
        """Choose what takes the focus in place of the body."""

    def keeps(self) -> bool:
        """Return whether what has the focus keeps it: a field that is typed into."""
        raise NotImplementedError

    def scroll(self) -> None:
        """Scroll to what was asked for, now that the layout has placed it."""
        raise NotImplementedError

    def show_live(self) -> None:
        """Show whether digits come here."""
        raise NotImplementedError

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work where the focus is."""
        raise NotImplementedError

    @property
    def ringed(self) -> bool:
        """Whether the pane as a whole has the focus."""
        return QApplication.focusWidget() is self._body  # hasFocus() would ask its proxy for it

    def take(self) -> None:
        """Set the focus to the dice, or to the pane as a whole where there are none."""
        self.aim()  # first: the body passes the focus on to its proxy
        self._body.setFocus()

    def take_back(self) -> None:
        """Take the keys back from the map, where the referee has pointed at what is asked."""
        if self._pane.isVisible():
            self.take()

    def arrive(self) -> None:
        """Move the focus to the dice when the pane is shown, from wherever Qt has put it."""
        self._arriving = True
        self._later.start()

    def _arrived(self) -> None:
        if self._arriving and self._inside and may_take(self._pane) and not self.keeps():
            self.take()
        self._arriving = False
        self.scroll()
        if self._inside and QAccessible.isActive():
            self._read_out()

    def _remember(self) -> None:
        # A part that is hidden or deleted takes the focus with it: afterwards nobody could tell.
        self._had = self._inside

    def _after_change(self) -> None:
        self.aim()
        if self._had and may_take(self._pane) and not self.keeps():
            self.take()
        self._show()
        if QAccessible.isActive():
            self._later.start()  # the parts show it by then

    def _read_out(self) -> None:
        """Have what is new in the pane read out: what the dice do, and what is waited for."""
        labels = self._body.findChildren(RichLabel)
        lines = [each.accessibleName() for each in labels if each.isVisible()]
        lines = [self._body.accessibleName(), *lines]
        if isinstance(self._pane, Asker):
            lines.append(self._pane.waits_for())
        new = [words for words in lines if words and words not in self._lines]
        self._lines = tuple(lines)
        if new:
            announce(self._pane, ". ".join(words.rstrip(".") for words in new))

    def _heard(self, _old: QWidget | None, now: QWidget | None) -> None:
        # None too: while another window is in front, no keys of this pane are shown.
        self._inside = now is not None and (now is self._pane or self._pane.isAncestorOf(now))
        self._show()

    def _show(self) -> None:
        self.show_live()
        taken = TakenKeys(QApplication.focusWidget() if self._inside else None, self._pane)
        if taken.state != self._taken:
            self._taken = taken.state
            follow_keys(self._pane)
        keys: CapRows = ()
        if self._inside:
            here = self._body.hasFocus()
            keys = (*taken.keys, *(
                row for row in self.names()
                if taken.leaves(row[0]) and (here or row[0] not in _OF_THE_BODY)
            ))  # fmt: skip
        if self._inside and keys != self._announced:
            self._hub.keys_changed.emit(keys)
        self._announced = keys


class QueueFocus(PaneFocus):
    """The focus in a view of the queue, and the ring around its card."""

    def __init__(
        self,
        pane: QWidget,
        body: QWidget,
        card: StepCard,
        closing: ClosingCard,
        keys: QueueKeys,
        hub: Hub,
        large: bool = False,
    ) -> None:
        controller = card.controller
        super().__init__(pane, body, hub, controller.changing, controller.step_changed)
        self._card, self._closing, self._keys, self._large = card, closing, keys, large
        self._scroll: QScrollArea | None = None
        self._pin: Callable[[], object] = bool
        for part in (card, closing, body.parentWidget() or body):  # the area in which it scrolls
            part.installEventFilter(self)
        for field in (card.note, card.choices.words, card.caught):
            field.left.connect(self.take)
        hub.spot_taken.connect(self.take_back)
        self.aim()

    def settle(self, scroll: QScrollArea, pin: Callable[[], object]) -> None:
        """Scroll the card into view as soon as the layout has placed it; `pin` is called before."""
        self._scroll, self._pin = scroll, pin
        self._later.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look again when the layout has given the card or its area another place or size."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self._scroll:
            self._later.start()
        return False

    @override
    def scroll(self) -> None:
        if self._scroll is None or not self._pane.isVisible():
            return
        self._pin()
        card, now = self._card, QApplication.focusWidget()
        if now is not None and self.keeps():
            self._scroll.ensureWidgetVisible(now, 0, 60)
        elif card.isHidden():
            self._scroll.ensureWidgetVisible(self._closing, 0, 0)
        elif card.height() <= self._scroll.viewport().height():
            self._scroll.ensureWidgetVisible(card, 0, 0)
        else:
            self._show_asked(self._scroll, card.asked)

    def _show_asked(self, scroll: QScrollArea, asked: QWidget) -> None:
        """Show the card from its top on, or as far down as what is asked is still in sight."""
        room = scroll.viewport().height()
        top = asked.mapTo(self._body, asked.rect().topLeft()).y()
        start = max(self._card.y(), top + asked.height() - room)
        scroll.verticalScrollBar().setValue(min(start, top))

    @override
    def keeps(self) -> bool:
        return self._card.writes(QApplication.focusWidget())

    @override
    def aim(self) -> None:
        step = self._card.controller.current
        words = f"{step.title}, {step.detail}" if step else self._closing.words()
        self._body.setAccessibleName(words)
        dice, choices = self._card.dice, self._card.choices
        wanted: QWidget | None = dice if dice.slots() and not self._card.isHidden() else None
        if choices.wants_words and not self._card.controller.preview.owed:
            wanted = choices.words
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away

    @override
    def show_live(self) -> None:
        self._card.dice.set_live(self._inside)
        self._card.set_ringed(self.ringed and self._card.controller.stage is QueueStage.STEPS)
        self._closing.set_ringed(self.ringed and self._card.isHidden())

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._keys.names(self._large)


class QueuePane(Backdrop, Asker):
    """The queue's parts. A subclass lays them out, then calls `begin`."""

    def __init__(
        self,
        theme: Theme,
        desk: Desk,
        hub: Hub,
        ground: str,
        large: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, ground, parent=parent)
        self._hub, self._large = hub, large
        self.controller = queue_of(desk, hub)
        self.head = QueueHead(theme, self.controller, hub, large=large)
        self.card = StepCard(theme, self.controller, hub, large=large, parent=self)
        self.closing = ClosingCard(theme, self.controller, large=large, parent=self)
        # What has a letter opens a form or an attack: nothing is refused here.
        acts = UnitActs(theme, desk, hub, RefusedHere(theme, desk, hub, self), self)
        self.keys = QueueKeys(self.controller, self.card, hub, acts)
        self._body = QueueBody(self.keys)
        self._scroll = scrolling(plain=True)
        self.foot = StepFoot(theme, self.controller, large)

    def begin(self) -> None:
        """Follow the queue from now on; after the parts are laid out."""
        self._lay_out_body()
        self._focus = QueueFocus(
            self, self._body, self.card, self.closing, self.keys, self._hub, large=self._large
        )
        self.setFocusProxy(self._body)
        self.controller.queue_changed.connect(self.follow)
        self.controller.step_changed.connect(self._body.settle)  # when the cards have changed
        self.card.grew.connect(self.show_card)
        self.restyle()
        self.follow()

    def _lay_out_body(self) -> None:
        self._scroll.setWidget(self._body)
        self._body.setAutoFillBackground(False)  # Qt's own would be painted over the backdrop

    def follow(self) -> None:
        """Show which steps are done and which wait."""
        raise NotImplementedError

    def show_card(self) -> None:
        """Keep the card in view, once the layout has given it its place."""
        if self.isVisible():
            self._focus.settle(self._scroll, self._pin_foot)

    def _pin_foot(self) -> None:
        """Put the buttons below the area that scrolls, or back on a card that fits into it."""
        card, foot = self.card, self.foot
        room, high = self._scroll.height(), card.height()
        if not foot.isHidden():
            room += foot.height()
            high += card.column.spacing() + card.buttons.heightForWidth(card.dice.width())
        pinned = not card.isHidden() and high > room
        if pinned is foot.isHidden():
            foot.setVisible(pinned)
            card.buttons.setVisible(not pinned)

    @override
    def waits_for(self) -> str:
        return self.keys.waits_for()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.controller.watch(self, True)
        self._focus.arrive()
        self.show_card()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.controller.watch(self, False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.keys.press(event):
            event.ignore()


SHORT = 800
"""Window height in pixels at 100 % below which settled steps take one line while others wait."""

LOW = 320
"""Height of the pane in pixels at 100 % below which the head leaves its room to the dice."""


QUEUE, CARD, LOG = 348, 640, 332
WITH_LOG, WITH_QUEUE = 1160, 820
"""Least widths in pixels at 100 % for showing the log, and the queue, beside the card."""


class StartPanel(Arranged, QueuePane):
    """Settled steps folded, the current one as a card, those that wait below."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, "bg1", parent=parent)
        self._arranging = Arranging(self, self._arrange)
        self.setAccessibleName("Start and end of turn")
        self.done = QueueList(theme, self.controller, hub, "done")
        self.waiting = QueueList(theme, self.controller, hub, "waiting")
        self._lay_out()
        for part in (self.done, self.waiting):
            part.grew.connect(self.show_card)
        self.begin()

    @property
    def apply_when_complete(self) -> bool:
        """Whether a step is applied when its last die is in, without Enter."""
        return self.controller.apply_when_complete

    @apply_when_complete.setter
    def apply_when_complete(self, wished: bool) -> None:
        self.controller.apply_when_complete = wished

    @override
    def follow(self) -> None:
        controller = self.controller
        done, waiting = queue_rows(controller.queue, controller.steps, controller.current)
        current = controller.current
        # Both lists change: Qt lays the pane out once, when they are as they will be.
        with laid_out_once(self._body):
            self.done.show_rows(done)
            self._fold()
            # The current step is the card between the two lists.
            self.waiting.show_rows([row for row in waiting if current and row.key != current.key])
        self._body.settle()
        self.show_card()

    def _arrange(self) -> None:
        """Fold settled steps in a short window, and in a low pane the head, for the new size."""
        self._fold()
        low = self.height() < self.theme.px(LOW)
        self.head.set_short(low)
        self.foot.set_short(low)

    def _fold(self) -> None:
        """Fold settled steps if the window is short and other steps still wait."""
        short = self.window().height() < self.theme.px(SHORT)
        self.done.set_compact(short and bool(self.controller.queue.waiting))

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self.head.setContentsMargins(0, 0, px(16), 0)
            self._body.edge = px(16)
            self._body.column.setSpacing(px(8))

    def _lay_out(self) -> None:
        self._column = in_column(
            self.theme, self.head, (self._scroll, 1), edges=(16, 16, 0, 0), gap=12
        )
        in_column(self.theme, (self._column, 1), self.foot, gap=0, on=self)
        for part in (self.done, self.card, self.closing, self.waiting):
            self._body.column.addWidget(part)
        self._body.column.addStretch(1)


class LargeView(Arranged, QueuePane):
    """The same queue as the desk's Start panel, with 84 px dice."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, desk, hub, "bg0", large=True, parent=parent)
        self._arranging = Arranging(self, self._arrange)
        self.setAccessibleName("Large view of the queue")
        self.steps = QueueList(theme, self.controller, hub, "large", whole=False)
        self.log = TurnLog(theme, desk, hub, self.controller)
        self._left = Backdrop(theme, "bg1", Qt.Edge.RightEdge)
        self._right = Backdrop(theme, "bg1", Qt.Edge.LeftEdge)
        self._lay_out()
        self.begin()

    def show_map(self, detail: QWidget) -> None:
        """Put a detail of the map above the log."""
        self._right_column.insertWidget(0, detail)

    @override
    def follow(self) -> None:
        controller = self.controller
        done, waiting = queue_rows(controller.queue, controller.steps, controller.current)
        self.steps.show_rows((*done, *waiting))
        self.steps.show_current()
        self.show_card()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self.steps.show_current()
        super().showEvent(event)

    @override
    def restyle(self) -> None:
        super().restyle()
        if self.layout():
            px = self.theme.px
            self._left.setFixedWidth(px(QUEUE))
            self._right.setFixedWidth(px(LOG))
            self.head.setContentsMargins(px(10), 0, px(10), 0)
            self._body.edge = self._body.left = px(24)
            self._body.column.setSpacing(px(12))
            for card in (self.card, self.closing):
                card.setMaximumWidth(px(CARD))
            self._arrange()

    def _lay_out(self) -> None:
        self._left_column = in_column(
            self.theme, self.head, (self.steps, 1), edges=(12, 20, 12, 12), gap=16, on=self._left
        )
        self._right_column = QVBoxLayout(self._right)
        self._right_column.setContentsMargins(1, 0, 0, 0)
        self._right_column.addWidget(self.log, 1)
        column = self._body.column
        # A little above the middle: one part of the room above the card, two below it.
        column.addStretch(1)
        for card in (self.card, self.closing):
            line = QHBoxLayout()
            line.addStretch(1)
            line.addWidget(card, 1000)  # the card first grows to its maximum, then the stretches
            line.addStretch(1)
            nest(column, line)
        column.addStretch(2)
        self._scroll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        middle = in_column(self.theme, (self._scroll, 1), self.foot, gap=0)
        in_row(self.theme, self._left, (middle, 1), self._right, gap=0, on=self)

    def _arrange(self) -> None:
        self._right.setVisible(self.width() >= self.theme.px(WITH_LOG))
        self._left.setVisible(self.width() >= self.theme.px(WITH_QUEUE))
