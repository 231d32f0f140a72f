"""The keys of the queue, the same in the panel and in the large view."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from brikdesk.store.views.units import units
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.models.asking import asked_by
from ui.models.queue.controller import QueueController, QueueStage
from ui.panels.queue.idle_list import idle_keys, select_idle
from ui.panels.queue.step_card import StepCard
from ui.panels.queue.step_dice import faces_needed
from ui.panels.queue.unfired_list import fire_unfired, unfired_keys
from ui.panels.units.unit_acts import attack_by

_KEY = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_ALT = Qt.KeyboardModifier.AltModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class QueueKeys:
    """Carries out the keys of the queue."""

    def __init__(self, controller: QueueController, card: StepCard, hub: Hub) -> None:
        self._controller, self._card, self._hub = controller, card, hub
        go = controller
        self._keys: dict[tuple[Qt.KeyboardModifier, int], Callable[[], object]] = {
            (_NONE, _KEY.Key_Space): self._roll,
            (_SHIFT, _KEY.Key_Space): self._roll_all,
            (_NONE, _KEY.Key_Return): go.enter,
            (_NONE, _KEY.Key_Enter): go.enter,
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
            return fire_unfired(go, typed) or select_idle(go, typed)
        if typed == "a" and self._may_attack:
            self._hub.attack_wanted.emit(attack_by(self._attacker))
            return True
        # Before the letters of choices: a step that an attack can settle too has one option only.
        if typed == "c" and go.has_instead:
            return go.do_instead()
        if doing := self._letters.get(typed):
            return doing() is not False
        return self._card.choices.choose(typed)

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
        """List the keys that work now, for the status bar."""
        controller, preview = self._controller, self._controller.preview
        if controller.stage is QueueStage.OVER and controller.head.following:
            hand_over = ("Enter", f"hand over to {controller.head.following.name}")
            return (hand_over, *self._digits(), *self._attack(), ("Ctrl Z", "undo"))
        if controller.stage is not QueueStage.STEPS:
            return (*self._digits(), *self._attack(), ("Ctrl Z", "undo"))
        typed = preview.open_dice
        names = [(faces_needed(typed), "type a die")] if typed else []
        names += [(self._card.choices.letters, "choose")] if preview.choices else []
        names += [("W", "within reach")] if controller.exploded else []
        names += [("Enter", "apply")] if controller.can_apply else []
        names += [("C", "Counterstrike")] if controller.has_instead else []
        names += [("Backspace", "take a die back")] if preview.dice and not typed else []
        names += [("Space", "roll this")] if preview.owed else []
        names += [("⇧ Space", "roll all")] if preview.dice or controller.can_apply else []
        names += [("↑ ↓", "step"), ("S", "skip"), ("Ctrl Z", "undo")]
        names += [("O", "overrule")] if controller.refused else []
        return (*names, ("F", "back to the desk" if large else "large view"))

    def _roll(self) -> bool:
        self._card.dice.close_digit()  # or the roll would take the box of the half-typed face
        return self._controller.roll()

    def _roll_all(self) -> bool:
        self._card.dice.close_digit()
        return self._controller.roll_all()

    def _show_rule(self) -> bool:
        step = self._controller.current
        if step is None or not step.rule:
            return False
        self._hub.rule_asked.emit(step.rule)
        return True

    def _show_on_map(self) -> bool:
        step = self._controller.current
        if step is None or not step.unit_id:
            return False
        self._hub.select_unit(0)  # the hub announces nothing for a unit that is selected already
        self._hub.select_unit(step.unit_id)
        return True
