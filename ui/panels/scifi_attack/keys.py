"""The keys of the Sci-fi attack, for each stage of it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from brikdesk.rules.scifi.convergence import Use
from brikdesk.rules.scifi.special_fire import SpecialFire
from ui.campaign.hub import Hub
from ui.look.pressed import digit, sign
from ui.models.scifi_attack.controller import SfAttackController, SfAttackStage
from ui.models.scifi_attack.course import Ask
from ui.models.scifi_attack.entry import SfEntry
from ui.panels.queue.step_note import StepNote
from ui.panels.scifi_attack.aim import SfAimBlock
from ui.panels.scifi_attack.shots import SfShotsBlock

_KEY = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ENTER = (_KEY.Key_Return, _KEY.Key_Enter)
_UNDO = ("Ctrl Z", "undo")
_HELPS = {
    SpecialFire.REROLL: ("R", "roll again"),
    SpecialFire.SECOND_SHOT: ("L", "second shot"),
}

_LACKING = {
    "attacker": "Who fires? A opens the list.",
    "weapon": "With which weapon? W opens the list.",
    "target": "At whom? T opens the list, or click the target.",
    "capability": "By which capability? C opens the list.",
}

Doings = dict[str, Callable[[], object]]


class SfAttackKeys:
    """Carries out the keys of the tab, by the stage of the attack."""

    def __init__(
        self,
        controller: SfAttackController,
        aim: SfAimBlock,
        shots: SfShotsBlock,
        note: StepNote,
        hub: Hub,
    ) -> None:
        self.controller, self._hub = controller, hub
        self._aim, self._card = aim, shots.card
        fields = aim.fields
        self._aiming: Doings = {
            "a": lambda: aim.ask("attacker"),
            "w": lambda: aim.ask("weapon"),
            "c": lambda: self._ask("capability", there=bool(controller.draft.ways)),
            "t": lambda: aim.ask("target"),
            "+": lambda: aim.ask("more"),
            "s": lambda: self._ask("spotter", there=controller.draft.use is Use.INDIRECT),
            "m": fields.toggle_mode,
            "l": fields.next_round,
            "i": fields.toggle_use,
            "v": controller.detect,
            "x": lambda: fields.open(not fields.is_open),
            "n": note.open,
            "o": controller.overrule,
        }
        self._entering: Doings = {
            "s": controller.skip,
            "r": lambda: controller.assist(SpecialFire.REROLL),
            "l": lambda: controller.assist(SpecialFire.SECOND_SHOT),
            "v": controller.detect,
            "n": self._card.open_note,
            "o": controller.overrule,
        }
        self._placing: Doings = {
            "i": self._card.area.ask_inside,
            "w": self._card.area.where.setFocus,
            "x": hub.pointing_asked.emit,
            "f": lambda: controller.fill(SfEntry.flame),
            "+": lambda: controller.fill(lambda entry: entry.detected(1)),
            "-": lambda: controller.fill(lambda entry: entry.detected(-1)),
        }
        self._resting: Doings = {
            "a": self._begin,
            "s": controller.to_the_shots,
            "r": lambda: controller.assist(SpecialFire.REROLL),
            "l": lambda: controller.assist(SpecialFire.SECOND_SHOT),
            "v": controller.detect,
            "n": note.open,
            "o": controller.overrule,
        }

    def press(self, event: QKeyEvent) -> bool:
        """Carry out a key press; return False if the key is not one of the tab's.

        A key that is held down acts once; only Backspace repeats.
        """
        if event.isAutoRepeat() and event.key() != _KEY.Key_Backspace:
            return True
        plain = event.modifiers() & ~_KEYPAD in (_NONE, _SHIFT)
        if not plain:
            return False
        stage = self.controller.stage
        if event.key() == _KEY.Key_Escape:
            self.leave()
            return True
        if stage is SfAttackStage.SHOTS and self._press_die(event):
            return True
        if event.key() in _ENTER:
            return self.go_on()
        if sign(event) == "?":
            return self._show_rule()
        if sign(event) == ".":
            return self._show_on_map()
        if stage is SfAttackStage.AIM:
            return self._press_aim(event)
        if stage is SfAttackStage.SHOTS:
            return self._press_shots(event)
        return self._do(self._resting, sign(event))

    def go_on(self) -> bool:
        """Do what Enter does: ask for what is missing, fire, apply, or begin anew."""
        controller = self.controller
        if controller.desk.read_only or not controller.table.head.turn_id:
            return False
        if controller.stage is SfAttackStage.SHOTS:
            return controller.enter()
        if controller.stage is SfAttackStage.NOTHING:
            controller.again()
        elif controller.draft.lacks:
            self._aim.ask_missing()
        elif not controller.fire() and not self._aim.fields.ask_missing():
            self._aim.free.emit()  # refused: O has to overrule, not stand in a field
            return False
        return True

    def leave(self) -> None:
        """Do what Esc does: leave the shots for later, give the attack up, or leave the tab."""
        shots = self.controller.stage is SfAttackStage.SHOTS
        if self.controller.stage is not SfAttackStage.NOTHING:
            self.controller.back()
        if not shots:  # their keys are still of use: S goes back to them
            self._hub.attack_left.emit()

    def names(self) -> tuple[tuple[str, str], ...]:
        """List the keys that work now, for the status bar."""
        controller = self.controller
        over = (("O", "overrule"),) if controller.refused else ()
        if controller.stage is SfAttackStage.NOTHING:
            wait = (("S", "open shots"),) if controller.entry.open else ()
            helps = (_HELPS[way] for way in controller.loader_gives)
            begin = (("A", "new attack"), ("Enter", "again"))
            return (*over, *begin, *helps, *wait, ("N", "note"), _UNDO, ("Esc", "leave"))
        if controller.stage is SfAttackStage.AIM:
            names = [("A", "attacker"), ("W", "weapon"), ("T", "target"), ("0–9", "distance")]
            names += [("C", "capability")] if controller.draft.ways else []
            fields = self._aim.fields
            names += [("+", "one more")] if controller.draft.aims else []
            names += [("M", "mode")] if not fields.mode.isHidden() else []
            names += [("L", "round")] if not fields.round.isHidden() else []
            names += [("I", "indirect")] if not fields.use.isHidden() else []
            names += [("V", "detected")] if controller.draft.aim.target_id else []
            names += [("X", "more")]
            return (*over, ("Enter", "fire"), *names, ("N", "note"), ("Esc", "cancel"))
        return (*over, *self._entry_names(), ("N", "note"), ("Esc", "later"), _UNDO)

    def waits_for(self) -> str:
        """Say what the attack waits for, "" if none is being made."""
        controller = self.controller
        if controller.stage is SfAttackStage.NOTHING or controller.desk.read_only:
            return ""
        if self._aim.picks.isVisible():
            return "A list is open: letters filter it, Enter chooses, Esc leaves it."
        if controller.refused:
            return "A rule refuses it: O overrules, Esc leaves it."
        if controller.stage is SfAttackStage.AIM:
            return _LACKING.get(controller.draft.lacks, "Enter fires.")
        return controller.entry.lacks or "Enter applies it."

    def show_die(self, *, live: bool) -> None:
        """Draw the ring around the die while it takes the digits typed in the pane."""
        self._card.area.dice.set_live(live and self.controller.entry.wants_die)

    def _entry_names(self) -> list[tuple[str, str]]:
        entry = self.controller.entry
        asked = entry.question
        count = len(entry.then.names) if entry.then else len(asked.options) if asked else 0
        names = [(f"A–{'ABCDE'[count - 1]}", "choose")] if count > 1 else []
        names += [("0–9", "number")] if asked and asked.number else []
        names += [("0–9", "die"), ("Space", "roll")] if entry.wants_die else []
        names += [("I", "inside")] if entry.is_area() else []
        where = entry.is_area() or (asked is not None and asked.ask is Ask.FALL)
        names += [("W", "where"), ("X", "on the map")] if where else []
        names += [("Enter", "apply"), ("S", "skip" if asked and asked.skippable else "later")]
        names += [_HELPS[way] for way in self.controller.loader_gives]
        return [*names, ("↑ ↓", "shot")] if len(entry.open) > 1 else names

    def _ask(self, purpose: str, *, there: bool) -> bool:
        """Open a list, where there is something to choose."""
        if there:
            self._aim.ask(purpose)
        return there

    def _begin(self) -> None:
        if self.controller.table.head.turn_id:
            self.controller.begin()

    def _do(self, doings: Doings, letter: str) -> bool:
        if self.controller.desk.read_only or letter not in doings:
            return False
        return doings[letter]() is not False

    def _press_aim(self, event: QKeyEvent) -> bool:
        controller, draft = self.controller, self.controller.draft
        if (typed := digit(event)) and draft.aims:
            self._aim.fields.distance.begin_with(typed)
            return True
        moves = {_KEY.Key_Up: -1, _KEY.Key_Down: 1}
        if (by := moves.get(_KEY(event.key()))) and len(draft.aims) > 1:
            controller.change(draft.showing(draft.at + by))
            return True
        if event.key() == _KEY.Key_Delete and draft.aims:
            controller.change(draft.without_aim())
            return True
        return self._do(self._aiming, sign(event))

    def _press_die(self, event: QKeyEvent) -> bool:
        """Pass a key to the die; return False if none is asked for or it has no use for the key."""
        controller = self.controller
        if not controller.entry.wants_die:
            return False
        if event.key() == _KEY.Key_Space:
            return controller.roll()
        return self._card.area.dice.take_key(event)

    def _press_shots(self, event: QKeyEvent) -> bool:
        controller, letter = self.controller, sign(event)
        entry = controller.entry
        asked = entry.question
        moves = {_KEY.Key_Up: -1, _KEY.Key_Down: 1}
        if (by := moves.get(_KEY(event.key()))) and len(entry.open) > 1:
            controller.fill(lambda entry: entry.step(by))
            return True
        if asked and asked.number and self._press_number(event, asked.number[2]):
            return True
        if event.key() == _KEY.Key_Backspace:
            return controller.fill(SfEntry.unchoose)
        if letter and controller.fill(lambda entry: entry.choose(letter)):
            return True
        if asked and asked.ask is Ask.FALL and letter in ("w", "x"):
            (self._card.words.setFocus if letter == "w" else self._hub.pointing_asked.emit)()
            return True
        if entry.is_area() and self._do(self._placing, letter):
            return True
        return self._do(self._entering, letter)

    def _press_number(self, event: QKeyEvent, most: int) -> bool:
        answer = self.controller.entry.answer
        if event.key() == _KEY.Key_Backspace and answer.number is not None:
            shorter = answer.number // 10 or None
            self.controller.fill(lambda entry: entry.say_number(shorter))
            return True
        if not (typed := digit(event)):
            return False
        longer = (answer.number or 0) * 10 + int(typed)
        # A digit too many begins the number anew: there is no box to empty first.
        number = longer if longer <= most else int(typed)
        self.controller.fill(lambda entry: entry.say_number(number))
        return True

    def _show_rule(self) -> bool:
        controller = self.controller
        rule = controller.refused.rule if controller.refused else ""
        asked = controller.entry.question
        if not rule and controller.stage is SfAttackStage.SHOTS and asked:
            rule = asked.rule
        if not rule and controller.stage is SfAttackStage.AIM:
            shown = self._aim.facts.facts
            rule = shown[0].rule if shown else ""
        if rule:
            self._hub.rule_asked.emit(rule)
        return bool(rule)

    def _show_on_map(self) -> bool:
        controller = self.controller
        shot = controller.entry.current
        unit_id = controller.draft.aim.target_id
        if controller.stage is SfAttackStage.SHOTS:
            unit_id = shot.target_id if shot else None
        if not unit_id:
            return False
        self._hub.select_unit(0)  # the hub announces nothing for a unit that is selected already
        self._hub.select_unit(unit_id)
        return True
