"""Desk > Attack by the Sci-fi rules: aiming, the entries of each shot, the shots of the turn."""

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units import SpecialFire
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import digit, sign
from ui.look.theme import Theme
from ui.models.scifi_attack.controller import (
    AttackGame,
    SfAttackController,
    SfAttackStage,
    sf_attack_choice,
    sf_attack_of,
)
from ui.models.scifi_attack.entries import Ask, SfEntry
from ui.panels.attack.blocks import EMPTY, AnyAttackPanel, AnyFoot, AttackBlock
from ui.panels.attack.panel import AttackPanel
from ui.panels.queue.pane import PaneFocus
from ui.panels.queue.step_card import StepNote
from ui.panels.scifi_attack.aim import SfAimBlock
from ui.panels.scifi_attack.shots import SfDoneBlock, SfShotsBlock
from ui.parts.pick_list import PickList
from ui.widgets.buttons import Button, Segment, Segmented
from ui.widgets.focus import bring_to_front
from ui.widgets.painted import Backdrop


class SfAttackFoot(AnyFoot):
    """Refusal, note and the buttons of an attack by the Sci-fi rules."""

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, controller.desk, hub, lambda: controller.draft.unit_id)
        self._controller = controller
        self.go = Button(theme, "Fire", "primary", "attack", "Enter")
        self.roll = Button(theme, "Roll", "primary", "roll", "Space")
        self.skip = Button(theme, "Skip", "soft", "", "S")
        self.again = Button(theme, "Roll again", "soft", "", "R")
        self.second = Button(theme, "Second shot", "soft", "", "L")
        self.shots = Button(theme, "Open shots", "soft", "", "S")
        self.seen = Button(theme, "Detected", "soft", "", "V")
        self._connect()
        aiming = (self.roll, self.go, self.skip, self.again, self.second)
        self.lay_out(*aiming, self.seen, self.shots, self.undo, self.cancel)

    def follow(self) -> None:
        """Show what can be done now."""
        controller, stage = self._controller, self._controller.stage
        entry, table = controller.entry, controller.table
        able = not controller.desk.read_only and bool(table.head.turn_id)
        entering = stage is SfAttackStage.SHOTS
        die = entering and entry.wants_die and entry.answer.face is None
        self.roll.setVisible(die)
        self.roll.setEnabled(able)
        words = {
            SfAttackStage.NOTHING: "New attack",
            SfAttackStage.AIM: "Fire",
            SfAttackStage.SHOTS: "Apply",
        }[stage]
        if stage is SfAttackStage.NOTHING and controller.latest is not None:
            words = "Next attack"
        self.go.set_words(words)
        self.go.set_icon("attack" if not entering else "check")
        self.go.set_kind("soft" if die else "primary")
        ready = (
            not entry.lacks if entering else controller.can_fire or stage is SfAttackStage.NOTHING
        )
        self.go.setEnabled(able and ready)
        self.skip.setVisible(entering)
        asked = entry.question
        self.skip.set_words("Skip" if asked is None or asked.skippable else "Later")
        self._show_help(stage)
        waiting = len(entry.open)
        self.shots.setVisible(stage is SfAttackStage.NOTHING and waiting > 0)
        self.shots.set_words(f"Open shots: {waiting}")
        self._show_seen(stage)
        self.undo.setVisible(stage is SfAttackStage.NOTHING and controller.latest is not None)
        self.cancel.setVisible(stage is not SfAttackStage.NOTHING)
        self.cancel.set_words("Leave" if entering else "Cancel")
        self._show_refusal()

    def _show_help(self, stage: SfAttackStage) -> None:
        """Show the ways in which the loader can help now; hide the others (12-78)."""
        helps = self._controller.loader_gives if stage is not SfAttackStage.AIM else ()
        shot, current = self._controller.helped, self._controller.entry.current
        asked = stage is SfAttackStage.SHOTS and current is not None
        other = asked and shot is not None and current is not None and shot.id != current.id
        of = f", {shot.unit}" if other and shot is not None else ""
        self.again.set_words(f"Roll again{of}")
        self.second.set_words(f"Second shot{of}")
        self.again.setVisible(SpecialFire.REROLL in helps)
        self.second.setVisible(SpecialFire.SECOND_SHOT in helps)

    def _show_seen(self, stage: SfAttackStage) -> None:
        controller = self._controller
        shot = controller.entry.current if stage is SfAttackStage.SHOTS else controller.latest
        there = shot is not None and controller.table.unit(shot.unit_id) is not None
        self.seen.setVisible(there and stage is not SfAttackStage.AIM)
        if shot is not None:
            player = controller.table.enemy_of(shot.unit_id, shot.target_id)
            seen = player is not None and controller.table.seen(shot.unit_id, (player,))
            becomes = "no longer detected" if seen else "gets detected"
            self.seen.set_words(f"Shooter {becomes}", f"{shot.unit} {becomes}")

    def _connect(self) -> None:
        controller = self._controller
        self.go.clicked.connect(self.going_on)
        self.roll.clicked.connect(controller.roll)
        self.skip.clicked.connect(controller.skip)
        self.again.clicked.connect(lambda: controller.assist(SpecialFire.REROLL))
        self.second.clicked.connect(lambda: controller.assist(SpecialFire.SECOND_SHOT))
        self.shots.clicked.connect(lambda: controller.to_the_shots())
        self.seen.clicked.connect(controller.detect)
        self.refusal.overruled.connect(controller.overrule)

    def _show_refusal(self) -> None:
        controller = self._controller
        if refused := controller.refused:
            self.refuse(refused.sentence, refused.rule, refused.others)
        else:
            self.refuse(controller.problem)


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


KEEPS = (QLineEdit, QCheckBox)
"""Widgets that keep the focus when the attack changes."""


class SfAttackFocus(PaneFocus):
    """The focus in an attack by the Sci-fi rules."""

    def __init__(self, pane: QWidget, body: QWidget, keys: SfAttackKeys, hub: Hub) -> None:
        controller = keys.controller
        super().__init__(pane, body, hub, controller.changing, controller.changed)
        self._keys, self._controller = keys, controller
        self._wanted: tuple[QScrollArea, QWidget, QWidget] | None = None
        hub.spot_taken.connect(self.take_back)
        hub.pointing_left.connect(self._pointed)

    def _pointed(self) -> None:
        """Take the keys back from the map, unless a form over the pane had asked for the place."""
        if not self._hub.form_asks:
            self.take_back()

    def settle(self, scroll: QScrollArea, part: QWidget, asked: QWidget) -> None:
        """Scroll a part into view as soon as the layout has placed it.

        A part higher than the pane is shown from `asked` on, a widget inside it.
        """
        self._wanted = (scroll, part, asked)
        self._later.start()

    @override
    def scroll(self) -> None:
        if self._wanted is None or not self._pane.isVisible():
            return
        scroll, part, asked = self._wanted
        self._wanted = None
        now, room = QApplication.focusWidget(), scroll.viewport().height()
        if now is not None and now is not self._body and self._body.isAncestorOf(now):
            self._show_part(scroll, now)
        elif part.height() <= room:
            scroll.ensureWidgetVisible(part, 0, 0)
        else:  # too high for the pane: what is asked comes first
            end = part.mapTo(self._body, part.rect().bottomLeft()).y()
            top = asked.mapTo(self._body, asked.rect().topLeft()).y()
            scroll.verticalScrollBar().setValue(min(top, max(0, end - room)))

    def _show_part(self, scroll: QScrollArea, now: QWidget) -> None:
        """Scroll to the widget with the focus; for the search of a list, to the whole list."""
        there = now.parentWidget()
        if not isinstance(there, PickList):
            scroll.ensureWidgetVisible(now, 0, 40)
        elif there.height() <= scroll.viewport().height():
            scroll.ensureWidgetVisible(there, 0, 0)
        else:
            scroll.verticalScrollBar().setValue(there.mapTo(self._body, there.rect().topLeft()).y())

    @override
    def keeps(self) -> bool:
        now = QApplication.focusWidget()
        inside = now is not None and self._pane.isAncestorOf(now)
        return inside and isinstance(now, KEEPS) and now.isVisible()

    @override
    def show_live(self) -> None:
        stage = self._controller.stage
        self._keys.show_die(live=self._inside and stage is SfAttackStage.SHOTS)
        asked = self._controller.entry.question if stage is SfAttackStage.SHOTS else None
        name = f"Sci-fi attack, {asked.prompt}" if asked else "Sci-fi attack"
        self._body.setAccessibleName(name)
        self._pane.update()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        return self._keys.names()


NO_BATTLE = "No battle is running: nobody can fire."


class SfAttackPanel(AnyAttackPanel):
    """Three blocks; the one in use is open, and a click folds or unfolds any of them."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Sci-fi attack", parent)
        self.controller = sf_attack_of(desk, hub)
        self.aim = SfAimBlock(theme, self.controller, hub)
        self.shots = SfShotsBlock(theme, self.controller, hub)
        self.done = SfDoneBlock(theme, self.controller)
        self.foot = SfAttackFoot(theme, self.controller, hub)
        self.keys = SfAttackKeys(self.controller, self.aim, self.shots, self.foot.note, hub)
        self._stage = SfAttackStage.NOTHING
        self.lay_out(self.keys, self.foot, self.blocks)
        self.controller.changed.connect(self.follow)
        self.focus: SfAttackFocus = SfAttackFocus(self, self._body, self.keys, hub)
        self._connect(hub)
        self.restyle()
        self.follow()

    @property
    def blocks(self) -> tuple[AttackBlock, AttackBlock, AttackBlock]:
        """The blocks Fire, What follows and This turn."""
        return self.aim, self.shots, self.done

    def follow(self) -> None:
        """Show the attack and the shots as they are now."""
        controller = self.controller
        if controller.stage is not self._stage:
            self._stage = controller.stage
            self._unfolded.clear()
            # A list that is open would go on taking the letters of the next block.
            if controller.stage is not SfAttackStage.AIM:
                self.aim.picks.hide()
        if controller.stage is SfAttackStage.AIM:
            self.aim.follow()
        self.shots.follow()
        self.done.follow()
        waits = bool(controller.entry.open)
        self.aim.setVisible(controller.stage is SfAttackStage.AIM)
        self.shots.setVisible(waits)
        self.done.setVisible(not self.done.is_empty)
        there = controller.stage is not SfAttackStage.NOTHING or not self.done.is_empty or waits
        self.empty.say(EMPTY if controller.table.head.turn_id else NO_BATTLE)
        self.empty.setVisible(not there)
        self.show_states()
        self.foot.follow()
        self._fitting.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        pages = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if by := pages.get(Qt.Key(event.key())):
            bar = self._scroll.verticalScrollBar()
            bar.setValue(bar.value() + by * bar.pageStep())
        else:
            super().keyPressEvent(event)

    @override
    def leave(self) -> None:
        self.keys.leave()

    @override
    def waits_for(self) -> str:
        return self.keys.waits_for()

    def _connect(self, hub: Hub) -> None:
        self.controller.begun.connect(self._begun)
        self.foot.going_on.connect(self._go_on)
        self.foot.leaving.connect(self.keys.leave)
        self.foot.note.left.connect(self.focus.take)
        self.aim.free.connect(self.focus.take)
        self.aim.going_on.connect(self._go_on_from_field)
        self.shots.free.connect(self.focus.take)
        self.done.asked.connect(hub.rule_asked)
        for block in self.blocks:
            block.wanted.connect(lambda each=block: self.toggle(each))

    def _begun(self) -> None:
        self._unfolded.clear()
        self.aim.fields.is_open = False
        self.aim.picks.hide()
        self.follow()
        if self.isVisible() and not self.aim.ask_missing():
            self.focus.take()

    def _go_on(self) -> None:
        self.keys.go_on()

    def _go_on_from_field(self) -> None:
        self.focus.take()
        self.keys.go_on()

    def _now(self) -> AttackBlock:
        stage = self.controller.stage
        return {SfAttackStage.AIM: self.aim, SfAttackStage.SHOTS: self.shots}.get(stage, self.done)

    @override
    def show_states(self) -> None:
        now, stage = self._now(), self.controller.stage
        states = {self.aim: "done", self.shots: "waits", self.done: "done"}
        for block in self.blocks:
            state = "now" if block is now and stage is not SfAttackStage.NOTHING else states[block]
            block.show_state(state, block.summary(), "", self.is_open(block))

    @override
    def is_open(self, block: AttackBlock) -> bool:
        usual = block is self._now() or (
            # What was fired this turn is worth seeing, but not while the next shot is aimed.
            block is self.done and self._stage is not SfAttackStage.AIM
        )
        return self._unfolded.get(block, usual)

    @override
    def fit(self) -> None:
        """Scroll to the block in use."""
        if self.isVisible() and self.controller.stage is not SfAttackStage.NOTHING:
            card = self.shots.card
            if self.controller.stage is SfAttackStage.SHOTS:
                self.focus.settle(self._scroll, card, card.prompt)
            else:
                self.focus.settle(self._scroll, self.aim, self.aim)


SEGMENTS = tuple(Segment(game.value) for game in AttackGame)


class BothAttacks(Backdrop):
    """Both attack panels, one of them shown; G switches to the other."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName("Attack")
        self._choice = sf_attack_choice(desk)
        self.switch = Segmented(theme, SEGMENTS)
        self.brikwars = AttackPanel(theme, desk, hub)
        self.scifi = SfAttackPanel(theme, desk, hub)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.brikwars)
        self._stack.addWidget(self.scifi)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = QVBoxLayout()
        self._head.addWidget(self.switch)
        self._column.addLayout(self._head)
        self._column.addWidget(self._stack, 1)
        self.switch.chosen.connect(lambda at: self._choice.choose(tuple(AttackGame)[at]))
        self._choice.changed.connect(self._show)
        self._show()
        self.restyle()

    @property
    def shown(self) -> AttackPanel | SfAttackPanel:
        """The panel of the chosen game."""
        return self.scifi if self._choice.now is AttackGame.SCIFI else self.brikwars

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, _SHIFT)
        if plain and sign(event) == "g":
            other = {AttackGame.SCIFI: AttackGame.BRIKWARS, AttackGame.BRIKWARS: AttackGame.SCIFI}
            self._choice.choose(other[self._choice.now])
        else:
            event.ignore()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        self._head.setContentsMargins(px(16), px(8), px(16), 0)

    def _show(self) -> None:
        bring_to_front(self._stack, self.shown)
        on = tuple(AttackGame).index(self._choice.now)
        for place, segment in enumerate(SEGMENTS):
            self.switch.set_segment(place, segment if place == on else replace(segment, badge="G"))
        self.switch.set_current(on)
        self.setFocusProxy(self.shown)
