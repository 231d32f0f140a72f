"""Desk > Attack by the Sci-fi rules: aiming, the entries of each shot, the shots of the turn."""

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from brikdesk.rules.scifi.firing import Use
from brikdesk.rules.scifi.units_and_crews import SpecialFire
from brikdesk.store.views.campaign_and_battle import played
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.shortcuts import BRIKWARS, SCIFI, sign
from ui.look.theme import Theme
from ui.models.attack.draft import AttackPhase
from ui.models.scifi_attack.controller import (
    AttackGame,
    SfAttackController,
    sf_attack_choice,
    sf_attack_of,
)
from ui.models.scifi_attack.entries import Ask, SfEntry, place_asked
from ui.panels.attack.any_attack import (
    EMPTY,
    UNDO,
    AnyAttackFocus,
    AnyAttackKeys,
    AnyAttackPanel,
    AnyFoot,
    AttackBlock,
)
from ui.panels.attack.panel import AttackPanel
from ui.panels.scifi_attack.aim import SfAimBlock
from ui.panels.scifi_attack.shots import SfDoneBlock, SfShotsBlock
from ui.parts.pick_list import PickList
from ui.widgets.buttons import Button, Segment, Segmented
from ui.widgets.focus import bring_to_front
from ui.widgets.layout import in_column
from ui.widgets.painted import Backdrop


class SfAttackFoot(AnyFoot):
    """Refusal, note and the buttons of an attack by the Sci-fi rules."""

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        go = Button(theme, "Fire", "primary", "attack", "Enter")
        super().__init__(theme, controller, hub, go, lambda: controller.draft.unit_id)
        self._controller = controller
        self.skip = Button(theme, "Skip", "soft", "", "S", does=controller.skip)
        self.again = Button(theme, "Roll again", "soft", "", "R")
        self.second = Button(theme, "Second shot", "soft", "", "L")
        self.shots = Button(theme, "Open shots", "soft", "", "S")
        self.seen = Button(theme, "Detected", "soft", "", "V", does=controller.detect)
        self.again.clicked.connect(lambda: controller.assist(SpecialFire.REROLL))
        self.second.clicked.connect(lambda: controller.assist(SpecialFire.SECOND_SHOT))
        self.shots.clicked.connect(lambda: controller.to_the_shots())
        aiming = (self.roll, self.go, self.skip, self.again, self.second)
        self.lay_out(*aiming, self.seen, self.shots, self.undo, self.cancel)

    def follow(self) -> None:
        """Show what can be done now."""
        controller, stage = self._controller, self._controller.phase
        entry, table = controller.entry, controller.table
        able = not controller.desk.read_only and bool(table.head.turn_id)
        entering = stage is AttackPhase.SHOTS
        die = entering and entry.wants_die and entry.answer.face is None
        self.roll.setVisible(die)
        self.roll.setEnabled(able)
        words = "Next attack" if controller.latest is not None else "New attack"
        if stage is not AttackPhase.NOTHING:
            words = "Apply" if entering else "Fire"
        self.go.set_words(words)
        self.go.set_icon("check" if entering else "attack")
        # While the die is missing, Roll is the next thing to do.
        self.go.set_kind("soft" if die else "primary")
        ready = not entry.lacks if entering else controller.can_fire or stage is AttackPhase.NOTHING
        self.go.setEnabled(able and ready)
        self.skip.setVisible(entering)
        asked = entry.question
        self.skip.set_words("Skip" if asked is None or asked.skippable else "Later")
        self._show_help(stage)
        waiting = len(entry.open)
        self.shots.setVisible(stage is AttackPhase.NOTHING and waiting > 0)
        self.shots.set_words(f"Open shots: {waiting}")
        self._show_seen(stage)
        self.undo.setVisible(stage is AttackPhase.NOTHING and controller.latest is not None)
        self.cancel.setVisible(stage is not AttackPhase.NOTHING)
        self.cancel.set_words("Leave" if entering else "Cancel")
        self.show_refusal()

    def _show_help(self, stage: AttackPhase) -> None:
        """Show the ways in which the loader can help now; hide the others (12-78)."""
        helps = self._controller.loader_gives if stage is not AttackPhase.AIM else ()
        shot, current = self._controller.helped, self._controller.entry.current
        asked = stage is AttackPhase.SHOTS and current is not None
        other = asked and shot is not None and current is not None and shot.id != current.id
        of = f", {shot.unit}" if other and shot is not None else ""
        self.again.set_words(f"Roll again{of}")
        self.second.set_words(f"Second shot{of}")
        self.again.setVisible(SpecialFire.REROLL in helps)
        self.second.setVisible(SpecialFire.SECOND_SHOT in helps)

    def _show_seen(self, stage: AttackPhase) -> None:
        controller = self._controller
        shot = controller.entry.current if stage is AttackPhase.SHOTS else controller.latest
        there = shot is not None and controller.table.unit(shot.unit_id) is not None
        self.seen.setVisible(there and stage is not AttackPhase.AIM)
        if shot is not None:
            player = controller.table.enemy_of(shot.unit_id, shot.target_id)
            seen = player is not None and controller.table.seen(shot.unit_id, (player,))
            becomes = "no longer detected" if seen else "gets detected"
            self.seen.set_words(f"Shooter {becomes}", f"{shot.unit} {becomes}")


_HELPS = {
    SpecialFire.REROLL: ("R", "roll again"),
    SpecialFire.SECOND_SHOT: ("L", "second shot"),
}

_MOVES = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}
Doings = dict[str, Callable[[], object]]


class SfAttackKeys(AnyAttackKeys):
    """Does what a key means in an attack by the Sci-fi rules."""

    lacking: ClassVar = {
        "attacker": "Who fires? A opens the list.",
        "weapon": "With which weapon? W opens the list.",
        "target": "At whom? T opens the list, or click the target.",
        "capability": "By which capability? C opens the list.",
    }
    refused: ClassVar = "A rule refuses it: O overrules, Esc leaves it."

    def __init__(self, panel: "SfAttackPanel", hub: Hub) -> None:
        super().__init__(panel, hub)
        self.controller = controller = panel.controller
        self._aim, self._card = panel.aim, panel.shots.card
        aim, fields, note = panel.aim, panel.aim.fields, panel.foot.note
        self._always: Doings = {"v": controller.detect, "o": controller.overrule}
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
            "x": lambda: fields.open(not fields.is_open),
            "n": note.open,
        }
        helping: Doings = {
            "r": lambda: controller.assist(SpecialFire.REROLL),
            "l": lambda: controller.assist(SpecialFire.SECOND_SHOT),
        }
        self._entering = {**helping, "s": controller.skip, "n": self._card.open_note}
        self._resting = {**helping, "s": controller.to_the_shots, "a": self._begin, "n": note.open}
        self._placing: Doings = {
            "i": self._card.area.ask_inside,
            "w": self._card.area.where.setFocus,
            "x": hub.pointing_asked.emit,
            "f": lambda: controller.fill(SfEntry.flame),
            "+": lambda: controller.fill(lambda entry: entry.detected(1)),
            "-": lambda: controller.fill(lambda entry: entry.detected(-1)),
        }

    @override
    def press_die(self, event: QKeyEvent, *, plain: bool) -> bool:
        controller = self.controller
        if controller.phase is not AttackPhase.SHOTS or not controller.entry.wants_die or not plain:
            return False
        if event.key() == Qt.Key.Key_Space:
            return controller.roll()
        return self._card.area.dice.take_key(event)

    @override
    def press_sign(self, event: QKeyEvent, typed: str) -> bool:
        phase = self.controller.phase
        if phase is AttackPhase.AIM:
            return self._press_aim(event, typed)
        if phase is AttackPhase.SHOTS:
            return self._press_shots(event, typed)
        return self._do(self._resting, typed)

    @override
    def leave(self) -> None:
        """Leave the shots for later, give the attack up, or leave the tab."""
        shots = self.controller.phase is AttackPhase.SHOTS
        if self.controller.phase is not AttackPhase.NOTHING:
            self.controller.back()
        if not shots:  # their keys are still of use: S goes back to them
            self._hub.attack_left.emit()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        controller = self.controller
        if controller.phase is AttackPhase.NOTHING:
            wait = (("S", "open shots"),) if controller.entry.open else ()
            helps = (_HELPS[way] for way in controller.loader_gives)
            begin = (("A", "new attack"), ("Enter", "again"))
            return (*self.over, *begin, *helps, *wait, ("N", "note"), UNDO, ("Esc", "leave"))
        if controller.phase is AttackPhase.AIM:
            names = [("A", "attacker"), ("W", "weapon"), ("T", "target"), ("0–9", "distance")]
            names += [("C", "capability")] if controller.draft.ways else []
            fields = self._aim.fields
            names += [("+", "one more")] if controller.draft.aims else []
            names += [("M", "mode")] if not fields.mode.isHidden() else []
            names += [("L", "round")] if not fields.round.isHidden() else []
            names += [("I", "indirect")] if not fields.use.isHidden() else []
            names += [("V", "detected")] if controller.draft.aim.target_id else []
            names += [("X", "more")]
            return (*self.over, ("Enter", "fire"), *names, ("N", "note"), ("Esc", "cancel"))
        return (*self.over, *self._entry_names(), ("N", "note"), ("Esc", "later"), UNDO)

    @override
    def wanted(self) -> str:
        if self.controller.phase is AttackPhase.AIM:
            return "Enter fires."
        return self.controller.entry.lacks or "Enter applies it."

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
        names += [("I", "inside")] if (asked and asked.has_area) else []
        where = asked is not None and bool(place_asked(asked))
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
        if self.controller.table.head.turn_id:  # else nobody can fire
            self.controller.begin()

    def _do(self, doings: Doings, letter: str) -> bool:
        # What is done returns False where it means nothing now: then the key is not used.
        doing = (doings | self._always).get(letter)
        return not self.controller.desk.read_only and doing is not None and doing() is not False

    def _press_aim(self, event: QKeyEvent, typed: str) -> bool:
        controller, draft = self.controller, self.controller.draft
        if typed.isdecimal() and draft.aims:
            self._aim.fields.distance.begin_with(typed)
            return True
        if (by := _MOVES.get(event.key())) and len(draft.aims) > 1:
            controller.change(draft.showing(draft.at + by))
            return True
        if event.key() == Qt.Key.Key_Delete and draft.aims:
            controller.change(draft.without_aim())
            return True
        return self._do(self._aiming, typed)

    def _press_shots(self, event: QKeyEvent, letter: str) -> bool:
        controller, entry = self.controller, self.controller.entry
        asked = entry.question
        if (by := _MOVES.get(event.key())) and len(entry.open) > 1:
            controller.fill(lambda entry: entry.step(by))
            return True
        if asked and asked.number and self._press_number(event, letter, asked.number[2]):
            return True
        if event.key() == Qt.Key.Key_Backspace:
            return controller.fill(SfEntry.unchoose)
        # Answers come before commands: the letters on the answers are what is seen.
        if letter and controller.fill(lambda entry: entry.choose(letter)):
            return True
        if asked and asked.ask is Ask.FALL and letter in ("w", "x"):
            (self._card.words.setFocus if letter == "w" else self._hub.pointing_asked.emit)()
            return True
        if (asked and asked.has_area) and self._do(self._placing, letter):
            return True
        return self._do(self._entering, letter)

    def _press_number(self, event: QKeyEvent, typed: str, most: int) -> bool:
        answer = self.controller.entry.answer
        if event.key() == Qt.Key.Key_Backspace and answer.number is not None:
            shorter = answer.number // 10 or None
            self.controller.say(number=shorter)
            return True
        if not typed.isdecimal():
            return False
        longer = (answer.number or 0) * 10 + int(typed)
        # A digit too many begins the number anew: there is no box to empty first.
        number = longer if longer <= most else int(typed)
        self.controller.say(number=number)
        return True

    @override
    def rule(self) -> str:
        controller, asked = self.controller, self.controller.entry.question
        if controller.refusing or controller.phase is AttackPhase.NOTHING:
            return controller.refusing
        if controller.phase is AttackPhase.SHOTS:
            return asked.rule if asked else ""
        return next((fact.rule for fact in self._aim.facts.facts), "")

    @override
    def target(self) -> int | None:
        shot = self.controller.entry.current
        if self.controller.phase is AttackPhase.SHOTS:
            return shot.target_id if shot else None
        return self.controller.draft.aim.target_id


class SfAttackFocus(AnyAttackFocus):
    """The focus in an attack by the Sci-fi rules."""

    def __init__(self, panel: "SfAttackPanel", hub: Hub) -> None:
        super().__init__(panel, hub)
        self._keys, self._controller = panel.keys, panel.controller

    @override
    def show_focus(self, now: QWidget) -> None:
        """Scroll to the widget with the focus; for the search of a list, to the whole list."""
        there = now.parentWidget()
        if isinstance(there, PickList):
            self.show_part(there, there)
        else:
            self._scroll.ensureWidgetVisible(now, 0, 40)

    @override
    def show_live(self) -> None:
        stage = self._controller.phase
        self._keys.show_die(live=self._inside and stage is AttackPhase.SHOTS)
        asked = self._controller.entry.question if stage is AttackPhase.SHOTS else None
        name = f"Sci-fi attack, {asked.prompt}" if asked else "Sci-fi attack"
        self._body.setAccessibleName(name)
        self._pane.update()


NO_BATTLE = "No battle is running: nobody can fire."


class SfAttackPanel(AnyAttackPanel):
    """Three blocks; the one in use is open, and a click folds or unfolds any of them."""

    controller: SfAttackController
    aim: SfAimBlock
    foot: SfAttackFoot
    keys: SfAttackKeys

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Sci-fi attack", parent)
        self.controller = sf_attack_of(desk, hub)
        self.aim = SfAimBlock(theme, self.controller, hub)
        self.shots = SfShotsBlock(theme, self.controller, hub)
        self.done = SfDoneBlock(theme, self.controller)
        self.foot = SfAttackFoot(theme, self.controller, hub)
        self.keys = SfAttackKeys(self, hub)
        self._phase = AttackPhase.NOTHING
        self.lay_out()
        self.controller.changed.connect(self.follow)
        self.focus = SfAttackFocus(self, hub)
        self.wire()
        self.aim.going_on.connect(self._go_on_from_field)
        self.shots.free.connect(self.focus.take)
        self.done.asked.connect(hub.rule_asked)
        self.restyle()
        self.follow()

    @property
    @override
    def blocks(self) -> tuple[AttackBlock, ...]:
        """The blocks Fire, What follows and This turn."""
        return self.aim, self.shots, self.done

    @override
    def follow(self) -> None:
        controller = self.controller
        if controller.phase is not self._phase:
            self._phase = controller.phase
            self._unfolded.clear()
            # A list that is open would go on taking the letters of the next block.
            if controller.phase is not AttackPhase.AIM:
                self.aim.picks.hide()
        if controller.phase is AttackPhase.AIM:
            self.aim.follow()
        self.shots.follow()
        self.done.follow()
        waits = bool(controller.entry.open)
        self.aim.setVisible(controller.phase is AttackPhase.AIM)
        self.shots.setVisible(waits)
        self.done.setVisible(not self.done.is_empty)
        there = controller.phase is not AttackPhase.NOTHING or not self.done.is_empty or waits
        self.empty.say(EMPTY if controller.table.head.turn_id else NO_BATTLE)
        self.empty.setVisible(not there)
        self.show_states()
        self.foot.follow()
        self._fitting.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        pages = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}
        if by := pages.get(Qt.Key(event.key())):
            bar = self.view.verticalScrollBar()
            bar.setValue(bar.value() + by * bar.pageStep())
        else:
            super().keyPressEvent(event)

    def _go_on_from_field(self) -> None:
        self.focus.take()
        self.keys.go_on()

    def _now(self) -> AttackBlock:
        stage = self.controller.phase
        return {AttackPhase.AIM: self.aim, AttackPhase.SHOTS: self.shots}.get(stage, self.done)

    @override
    def show_states(self) -> None:
        now, stage = self._now(), self.controller.phase
        states = {self.aim: "done", self.shots: "waits", self.done: "done"}
        for block in self.blocks:
            state = "now" if block is now and stage is not AttackPhase.NOTHING else states[block]
            block.show_state(state, block.summary(), "", self.is_open(block))

    @override
    def is_open(self, block: AttackBlock) -> bool:
        usual = block is self._now() or (
            # What was fired this turn is worth seeing, but not while the next shot is aimed.
            block is self.done and self._phase is not AttackPhase.AIM
        )
        return self._unfolded.get(block, usual)

    @override
    def fit(self) -> None:
        """Scroll to the block in use."""
        if self.isVisible() and self.controller.phase is not AttackPhase.NOTHING:
            card = self.shots.card
            if self.controller.phase is AttackPhase.SHOTS:
                self.focus.settle(card, card.prompt)
            else:
                self.focus.settle(self.aim)


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
        head = in_column(theme, self.switch, edges=(16, 8, 16, 0))
        in_column(theme, head, (self._stack, 1), gap=0, on=self)
        self.switch.chosen.connect(lambda at: self._choice.choose(tuple(AttackGame)[at]))
        self._choice.changed.connect(self._show)
        self._show()

    @property
    def shown(self) -> AttackPanel | SfAttackPanel:
        """The panel of the chosen game."""
        return self.scifi if self._choice.now is AttackGame.SCIFI else self.brikwars

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        none, shift = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
        plain = event.modifiers() in (none, shift)
        if plain and sign(event) == "g":
            other = {AttackGame.SCIFI: AttackGame.BRIKWARS, AttackGame.BRIKWARS: AttackGame.SCIFI}
            self._choice.choose(other[self._choice.now])
        else:
            event.ignore()

    def _show(self) -> None:
        bring_to_front(self._stack, self.shown)
        on = tuple(AttackGame).index(self._choice.now)
        for place, segment in enumerate(SEGMENTS):
            self.switch.set_segment(place, segment if place == on else replace(segment, badge="G"))
        self.switch.set_current(on)
        self.setFocusProxy(self.shown)


def attack_tab(theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> QWidget:
    """Return the panel of the game that the campaign plays, or both with a switch."""
    sets = desk.read(played)
    if SCIFI not in sets:
        return AttackPanel(theme, desk, hub, parent)
    if BRIKWARS not in sets:
        return SfAttackPanel(theme, desk, hub, parent)
    return BothAttacks(theme, desk, hub, parent)
