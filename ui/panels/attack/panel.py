"""Desk > Attack: aim, roll to hit, damage; one act, one undo. Its keys, focus and foot."""

from collections.abc import Callable
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from brikdesk.lengths import in_inches
from brikdesk.store.views.armory import controls
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.models.attack.charging import run_words
from ui.models.attack.controller import AttackController, attack_of, shot_of
from ui.models.attack.draft import AttackPhase
from ui.models.attack.picks import by_touch
from ui.models.rows import asked_by, taken_back
from ui.panels.attack.aim import AimBlock, ModifierList
from ui.panels.attack.any_attack import (
    EMPTY,
    UNDO,
    AnyAttackFocus,
    AnyAttackKeys,
    AnyAttackPanel,
    AnyFoot,
    AttackBlock,
)
from ui.panels.attack.damage import AttackDone, DamageBlock
from ui.panels.attack.details_and_company import COMPANY, PARRY, SHIELDS
from ui.panels.attack.roll import AttackDice, RollBlock, damage_from
from ui.panels.queue.step_card import faces_needed
from ui.parts.editor_sheet import DISENGAGING, ENGAGED, may_disengage
from ui.parts.pick_list import ChoiceField, PickList
from ui.widgets.buttons import Button
from ui.widgets.dice import DiceBox, DiceRow
from ui.widgets.focus import may_take

NARROW = 440
"""Pixels at 100 % below which the buttons say less, so that they stay in one line."""


_MANNING = ("ManControl", "Man controls")
_PUTTING_AWAY = ("PutAway", "Put something away")
_WAYS_OUT = {
    "8.3-16": ("Reload", "Reload"),
    "8.4-46": ("Reload", "Reload"),
    "8.4-52": ("LoadLauncher", "Load it"),
    "8.5-03": _MANNING,
    "5.2-24": _PUTTING_AWAY,
    **dict.fromkeys(ENGAGED, DISENGAGING),
}
"""The form that makes ready what a rule refuses, and its words: a weapon is jammed or unmanned, no Hand
is free, it is in a fight."""


def way_out(controller: AttackController) -> tuple[str, str, dict[str, Any]] | None:
    """Return the form that mends what refuses an attack, its words, and its answers; None for none."""
    strike = controller.draft.strike
    if controller.phase is not AttackPhase.AIM:
        return None
    way = _WAYS_OUT.get(controller.refusing)
    if way is DISENGAGING:
        able = strike.by_id is not None and may_disengage(controller.desk, strike.by_id)
        return (*way, {"unit_id": strike.by_id}) if able else None
    if way is _PUTTING_AWAY:
        arms = controller.table.call.arms
        held = next((arm.id for arm in arms if arm.unit_id == strike.by_id and arm.held), None)
        return None if held is None else (*way, {"weapon_id": held})
    if way and way is not _MANNING:
        return None if strike.weapon_id is None else (*way, {"weapon_id": strike.weapon_id})
    gave_way = controller.table.gave_way(strike, controller.asked_of)
    return _seating(controller, gave_way) if way or gave_way else None


def _seating(controller: AttackController, who: str) -> tuple[str, str, dict[str, Any]] | None:
    """Return the form that mans the weapon: by whom the attack was asked of (`who`), or by anybody."""
    strike = controller.draft.strike
    seats = [row for row in controller.desk.read(controls) if row.weapon_id == strike.weapon_id]
    if not seats:
        return None
    form, words = _MANNING
    if not who:
        return form, words, {"control_id": seats[0].id}
    seat = next((row for row in seats if row.occupant_id == strike.by_id), seats[0])
    return form, f"Seat {who}", {"control_id": seat.id, "unit_id": controller.asked_of}


def is_answer(controller: AttackController) -> bool:
    """Return whether what was done is a Counterstrike: then the turn goes on, and no other attack."""
    done = controller.done if controller.phase is AttackPhase.DONE else None
    return done is not None and done.draft.counterstrike


class AttackFoot(AnyFoot):
    """Refusal, note and the buttons of an attack by the BrikWars rules."""

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        go = Button(theme, "To the dice", "primary", "roll", "Enter")
        super().__init__(theme, controller, hub, go, lambda: controller.draft.strike.by_id)
        self._controller = controller
        self.apply = Button(theme, "Apply", "soft", "", "Enter", does=controller.apply)
        self._hub = hub
        self.mend = Button(theme, "", "soft", "", "L", does=self.mend_it)
        self.way: tuple[str, str, dict[str, Any]] | None = None
        """The way out of what refuses the attack, as it is shown: to find it an act may be tried out."""
        self.lay_out(self.go, self.roll, self.apply, self.mend, self.undo, self.cancel)

    def mend_it(self) -> bool:
        """Open the form that mends what refuses the attack; False where there is none."""
        if self.way is not None:
            form, _, answers = self.way
            self._hub.form_asked.emit(form, answers)
        return self.way is not None

    def follow(self, roll_words: str, shown_elsewhere: bool) -> None:
        """Show what can be done now.

        `roll_words` stand on Roll. With `shown_elsewhere` the problem stands at its field already.
        """
        controller, phase = self._controller, self._controller.phase
        aiming, rolling = phase is AttackPhase.AIM, phase is AttackPhase.DICE
        self.roll.setVisible(rolling)
        self.apply.setVisible(rolling)
        self.undo.setVisible(phase is AttackPhase.DONE)
        self.go.setVisible(not rolling)
        self.cancel.setVisible(phase is not AttackPhase.NOTHING)
        self.way = way_out(controller)
        self.mend.setVisible(self.way is not None)
        self.mend.set_words(self.way[1] if self.way else "")
        self.cancel.set_words("Close" if phase is AttackPhase.DONE else "Cancel")
        following = "Back to the turn" if is_answer(controller) else "Next attack"
        begins = {AttackPhase.NOTHING: "New attack", AttackPhase.DONE: following}
        words = "Send it off" if aiming and controller.preview.flies else "To the dice"
        run = controller.run_first
        runs = run is not None and not run.why
        self.go.set_words(
            begins.get(phase, f"Run {in_inches(run.inches)}" if run and runs else words)
        )
        able = not controller.desk.read_only and bool(controller.table.head.turn_id)
        self.go.setEnabled(controller.aimed or runs if aiming else able)
        if rolling:
            # Space rolls while dice are missing, then Enter applies: that one is the primary.
            narrow = self.width() < self.theme.px(NARROW)
            self.roll.set_words("Roll" if narrow else roll_words)
            self.roll.setEnabled(controller.can_roll)
            calls = controller.can_roll and not controller.all_typed
            self.roll.set_kind("primary" if calls else "soft")
            self.apply.setEnabled(controller.can_apply)
            self.apply.set_kind("soft" if controller.can_roll else "primary")
        self._show_refusal(shown_elsewhere)

    def _show_refusal(self, shown_elsewhere: bool) -> None:
        controller, preview = self._controller, self._controller.preview
        if controller.phase not in (AttackPhase.AIM, AttackPhase.DICE):
            self.refuse("")
        elif controller.refused or (controller.problem and not shown_elsewhere):
            self.show_refusal()
        elif (run := controller.run_first) is not None:
            words = run_words(controller.table, controller.draft, run)
            self.refuse(words, preview.refused_by)
        elif (who := controller.table.gave_way(controller.draft.strike, controller.asked_of)) and (
            by := controller.table.unit(controller.draft.strike.by_id)
        ):
            self.refuse(f"{by.name} is at these controls, so {by.name} fires. L: {who} instead.")
        else:
            self.refuse(preview.refusal, preview.refused_by, preview.refused_too)


AIMING = {
    "a": "attacker", "w": "weapon", "t": "target", "m": "modifiers", "d": "measures", "s": "support",
    "e": "shield", "r": "charge", "f": "first", "x": "place",
}  # fmt: skip
"""Letters that open a part of the aim."""
_MORE = {"m": "modifiers", "d": "measures", "s": "support", "r": "Charge", "e": "Energy Shield",
         "f": "who is first", "x": "a place on the map"}  # fmt: skip
"""Letters that the status bar names, each with its words, while their part is shown."""


def may_aim_at_a_place(controller: AttackController) -> bool:
    """Return whether the target can be a place of the map: whatever flies comes down somewhere."""
    draft = controller.draft
    armed = controller.phase is AttackPhase.AIM and draft.lacks in ("", "target")
    return armed and not by_touch(controller.table, draft)


def is_landing(controller: AttackController) -> bool:
    """Return whether the map asks where a Missed Shot lands."""
    shot = shot_of(controller)
    return shot is not None and shot.landing is not None


class AttackKeys(AnyAttackKeys):
    """Does what a key means in an attack by the BrikWars rules."""

    lacking: ClassVar = {
        "attacker": "Who attacks? A opens the list.",
        "weapon": "With which weapon? W opens the list.",
        "target": "Whom does it attack? T opens the list, or click the target.",
    }
    refused: ClassVar = "A rule refuses the attack: O overrules, Esc gives it up."

    def __init__(self, panel: "AttackPanel", hub: Hub) -> None:
        super().__init__(panel, hub)
        self.controller = controller = panel.controller
        self._aim, self._roll, self._damage = panel.aim, panel.roll, panel.damage
        self._foot = panel.foot
        aim, roll, damage = panel.aim, panel.roll, panel.damage
        self._letters: dict[str, Callable[[], object]] = {
            "a": lambda: aim.ask("attacker"),
            "w": lambda: aim.ask("weapon"),
            "t": lambda: aim.ask("target"),
            "m": aim.modifiers.setFocus,
            "d": aim.toggle_details,
            "s": lambda: aim.ask_for(COMPANY[0]),  # Support
            "c": damage.caught.toggle,
            "h": roll.toggle_help,
            "l": self._load_or_say_strays,
            "n": self._note.open,
            "p": lambda: aim.ask_for(PARRY),
            "e": lambda: aim.ask_for(SHIELDS),
            "r": aim.details.charge,
            "f": controller.change_first,
            "o": controller.overrule,
            "x": hub.pointing_asked.emit,
        }

    def _load_or_say_strays(self) -> bool | None:
        return self._foot.mend_it() or self._damage.strays.ask()

    @property
    def dice(self) -> AttackDice:
        """The row that digits go to: Action Rolls first, then damage and Armor."""
        preview = self.controller.preview
        lie = len(preview.dice) - preview.owed
        first = damage_from(preview)
        return self._damage.dice if first < len(preview.dice) and lie >= first else self._roll.dice

    @property
    def rows(self) -> tuple[AttackDice, AttackDice]:
        """Both rows of dice boxes."""
        return self._roll.dice, self._damage.dice

    @property
    def choices(self) -> ChoiceField:
        """The field whose question letters answer: the first unanswered one, else any."""
        for field in (self._roll.choices, self._damage.choices):
            if field.open_choice and field.open_choice.chosen is None:
                return field
        # All are answered: letters change an answer, more likely one of the later questions.
        fields = (self._damage.choices, self._roll.choices)
        return next((field for field in fields if field.open_choice), self._damage.choices)

    @override
    def press_die(self, event: QKeyEvent, *, plain: bool) -> bool:
        row, controller = self.dice, self.controller
        if controller.phase is not AttackPhase.DICE:
            return event.key() == Qt.Key.Key_Backspace and controller.bring_back()
        back = event.key() == Qt.Key.Key_Backspace
        if back and (row.takes_back() or self._over_the_edge(row)):
            return True
        if row.take_key(event):  # digits and what edits them, before any letter's meaning
            return True
        if event.key() != Qt.Key.Key_Space or not plain or not controller.preview.owed:
            return False  # where no die is missing the status bar says what is waited for
        row.close_digit()  # a 1 that waits for a second digit is a face now
        controller.roll()
        return True

    @override
    def step(self, by: int) -> bool:
        return self.controller.next_target(by)

    def _throw_first(self, event: QKeyEvent) -> bool:
        """Take a digit for the first die where nothing is missing before it; False where it is none."""
        goes_on = self.rolls_at_once and self.controller.to_the_dice()
        return goes_on and self.press_die(event, plain=True)

    @property
    def rolls_at_once(self) -> bool:
        """Whether a digit is the first die now: the aim is complete, and dice are thrown for it."""
        controller, preview = self.controller, self.controller.preview
        return controller.aimed and preview.owed > 0 and not preview.flies

    @override
    def press_sign(self, event: QKeyEvent, typed: str) -> bool:
        phase, meaning = self.controller.phase, self.letters().get(typed)
        if phase is AttackPhase.AIM and typed.isdecimal():
            return self._aim.details.type_distance(typed) or self._throw_first(event)
        if meaning == "answer":
            return self.choices.choose(typed)
        if phase in (AttackPhase.NOTHING, AttackPhase.DONE) and typed == "a":
            self.controller.begin()
            return True
        return meaning is not None and self._letters[typed]() is not False

    @override
    def go_on(self) -> bool:
        if not is_answer(self.controller):
            return super().go_on()
        self.leave()  # the turn goes on with whom it answered
        return True

    @override
    def leave(self) -> None:
        """Leave a field, drop a half-typed face, go back one phase, or leave.

        Whoever has given up an attack with its dice stays until the next Esc: one key brings it back.
        """
        controller = self.controller
        if self._aim.details.holds_focus and controller.phase is AttackPhase.AIM:
            self._aim.leave_details()
            return
        answers, busy = len(controller.answers), controller.phase is not AttackPhase.NOTHING
        if busy and not self.dice.drop_digit():
            controller.back()
        if busy and controller.given_up:
            controller.desk.said.emit(
                "The attack is given up, its dice with it: Backspace brings both back."
            )
            return
        # Who leaves a response is already back where it began.
        if controller.phase is AttackPhase.NOTHING and answers == len(controller.answers):
            self._hub.attack_left.emit()

    @override
    def names(self) -> tuple[tuple[str, str], ...]:
        controller, preview = self.controller, self.controller.preview
        if controller.phase is AttackPhase.NOTHING:
            back = (("Backspace", "bring the attack back"),) if controller.given_up else ()
            return (*back, ("A", "new attack"), ("N", "note"), UNDO, ("Esc", "leave"))
        if controller.phase is AttackPhase.DONE:
            following = "back to the turn" if is_answer(controller) else "next attack"
            again = (("Enter", following), ("A", "another attacker"), ("N", "note"))
            return (*again, UNDO, ("Esc", "close"))
        if controller.phase is AttackPhase.AIM:
            names = [("A", "attacker"), ("W", "weapon"), ("T", "target")]
            names += [("Tab", "next target")] if controller.has_other_target else []
            if self._aim.details.wants_distance:
                names += [("0–9", "distance")]
            elif self.rolls_at_once:
                names += [(faces_needed(preview.open_dice), "first die")]
            there = self._aiming()
            here = "m" if self._aim.modifiers.hasFocus() else ""  # it leads to where one is
            names += [(key.upper(), _MORE[key]) for key in _MORE if key in there and key != here]
            names += [("C", "caught")] if preview.blasts else []
            names += [("N", "note")]
            way = self._foot.way
            names = [("L", way[1].lower()), *names] if way else names
            run = controller.run_first
            goes = "send it off" if preview.flies else "to the dice"
            goes = f"run {in_inches(run.inches)}" if run and not run.why else goes
            return (*self.over, ("Enter", goes), *names, ("Esc", "cancel"))
        names = [(faces_needed(preview.open_dice), "type a die")] if preview.owed else []
        names += [(self.choices.letters, "choose")] if preview.open_choices else []
        names += [("Enter", "apply")] if controller.can_apply else []
        names += taken_back(preview, controller.answered_last)
        names += [("Space", "twice: roll" if controller.all_typed else "roll")] * bool(preview.owed)
        names += [("P", "parry")] if self._damage.parrying else []
        names += [("L", "what a miss strikes")] if self._damage.strays.lines else []
        names += [("X", "where it lands, on the map")] if is_landing(controller) else []
        return (*self.over, *names, ("N", "note"), ("Esc", "back to the aim"), UNDO)

    @override
    def wanted(self) -> str:
        controller, preview = self.controller, self.controller.preview
        if controller.complaint or controller.phase is AttackPhase.AIM:
            on = "Enter, or the first die, goes on." if self.rolls_at_once else ""
            return controller.complaint or on or "Enter goes to the dice."
        digits = faces_needed(preview.open_dice)
        return asked_by(preview, self.choices.letters, digits) or "Enter applies the attack."

    def letters(self) -> dict[str, str]:
        """Return the one meaning of each letter now; an answer goes before what opens something."""
        controller, preview = self.controller, self.controller.preview
        phase = controller.phase
        if phase in (AttackPhase.NOTHING, AttackPhase.DONE):
            return {"a": "attacker", "n": "note"}
        opens = {"n": "note", "h": "help"}
        opens |= {"c": "caught"} if preview.blasts and not preview.flies else {}
        opens |= {"l": "strays"} if self._damage.strays.lines else {}
        opens |= {"l": "load"} if self._foot.way else {}
        opens |= {"p": "parry"} if self._damage.parrying else {}
        opens |= {"o": "overrule"} if controller.refusing else {}
        opens |= {"x": "place"} if phase is AttackPhase.DICE and is_landing(controller) else {}
        if phase is AttackPhase.AIM:
            return opens | self._aiming()
        return opens | dict.fromkeys(self.choices.letters_now, "answer")

    def _aiming(self) -> dict[str, str]:
        """Return the letters that open a part of the aim that is there."""
        aim, lacks = self._aim, bool(self.controller.draft.lacks)
        company, details = aim.company, aim.details
        there = {
            "modifiers": not aim.modifiers.isHidden(), "measures": not lacks,
            "support": company.can("supporters"), "shield": company.can("shields"),
            "charge": details.may_charge, "first": self.controller.who_first is not None,
            "place": may_aim_at_a_place(self.controller),
        }  # fmt: skip
        return {letter: part for letter, part in AIMING.items() if there.get(part, True)}

    def show_keys(self) -> None:
        """Show keycaps only where the letter opens that part now."""
        now = self.letters()
        caps = [("C", "caught", self._damage.caught.head), ("H", "help", self._roll.more)]
        caps += [("L", "strays", each.button) for each in self._damage.strays.first_line()]
        for letter, word, button in caps:
            button.set_key(letter if now.get(letter.lower()) == word else "")
        aim = self._aim
        for card in (aim.attacker, aim.weapon, aim.target):
            card.set_live(now.get(card.key.lower()) in AIMING.values())
        for field in (self._roll.choices, self._damage.choices):
            field.set_live(field is self.choices)

    def _over_the_edge(self, row: AttackDice) -> bool:
        """Take Backspace from empty Damage boxes to the last Action die; False if it stays."""
        empty = row is self._damage.dice and not any(row.faces()) and not row.half_typed
        before = self._roll.dice
        keys = [s.key for s, face in zip(before.slots(), before.faces(), strict=True) if face]
        if empty and keys:
            self.controller.put({keys[-1]: None})  # type: ignore[dict-item]
        return empty and bool(keys)

    @override
    def rule(self) -> str:
        row, busy = self._aim.modifiers.current(), self._busy
        return (self.controller.preview.refused_by or (row.rule if row else "")) if busy else ""

    @override
    def target(self) -> int | None:
        aim = self.controller.draft.aim
        return aim.unit_id if aim and self._busy else None

    @property
    def _busy(self) -> bool:
        return self.controller.phase in (AttackPhase.AIM, AttackPhase.DICE)


BELOW = 60
"""Pixels that stay in sight below the widget with the focus, if there is room."""


class AttackFocus(AnyAttackFocus):
    """The focus in an attack by the BrikWars rules."""

    kept: ClassVar = (*AnyAttackFocus.kept, ModifierList)

    def __init__(self, panel: "AttackPanel", hub: Hub) -> None:
        super().__init__(panel, hub)
        self._keys, self._controller = panel.keys, panel.controller
        self._phase = panel.controller.phase
        panel.body.installEventFilter(self)
        panel.aim.modifiers.moved.connect(self._show)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the widget with the focus in sight when parts above it come, go or grow."""
        if watched is self._body and event.type() is QEvent.Type.Resize and self.focused:
            self._shifted = True
            self._later.start()  # the parts find their places after the whole
        return False

    @override
    def show_focus(self, now: QWidget) -> None:
        """Scroll to the open question, and to the widget with the focus."""
        asked, preview = self._keys.choices, self._controller.preview
        # The last call wins where there is no room for both: what is typed into, else the dice.
        typing = isinstance(now, self.kept)
        if preview.open_choices and asked.isVisible() and not typing:
            self._scroll.ensureWidgetVisible(asked, 0, 8)
        owner = now.parentWidget()
        if isinstance(owner, PickList):
            self._scroll.ensureWidgetVisible(owner, 0, 0)
        # Dice that lie there give way to the question; whatever else Tab has led to does not.
        lies = isinstance(now, DiceBox) and not preview.owed
        if typing or not lies or not preview.open_choices:
            room = self._scroll.viewport().height() - now.height()
            self._scroll.ensureWidgetVisible(now, 0, max(0, min(BELOW, room // 2)))

    @override
    def _after_change(self) -> None:
        went_on, self._phase = self._phase is not self._controller.phase, self._controller.phase
        if went_on and self._had and may_take(self._pane):
            self.take()  # to the dice of the new phase, out of whatever field
        super()._after_change()

    @override
    def aim(self) -> None:
        row = self._keys.dice
        rolling = self._controller.phase is AttackPhase.DICE
        wanted: QWidget | None = row if rolling and row.slots() and not row.isHidden() else None
        if rolling and self._keys.choices.wants_words and not self._controller.preview.owed:
            wanted = self._keys.choices.words
        if self._body.focusProxy() is not wanted:
            self._body.setFocusProxy(wanted)  # type: ignore[arg-type]  # None takes it away
        title = self._controller.current
        self._body.setAccessibleName(f"Attack {title.title}" if title else "Attack")

    @override
    def _heard(self, old: QWidget | None, now: QWidget | None) -> None:
        super()._heard(old, now)
        if self.focused:
            self._shifted = True
            self._later.start()

    def _on_other_dice(self, row: DiceRow) -> bool:
        """Return whether dice of another roll have the focus: only one row shows a ring."""
        now = QApplication.focusWidget()
        others = (each for each in self._keys.rows if each is not row)
        return now is not None and any(each.isAncestorOf(now) for each in others)

    @override
    def show_live(self) -> None:
        rolling = self._controller.phase is AttackPhase.DICE
        for row in self._keys.rows:
            live = self._inside and rolling and row is self._keys.dice
            row.set_live(live and not self._on_other_dice(row))
        self._pane.update()


NO_BATTLE = "No battle is running: nobody can attack."


class AttackPanel(AnyAttackPanel):
    """Three blocks; without room for all of them, those that are done fold to a line."""

    controller: AttackController
    aim: AimBlock
    foot: AttackFoot
    keys: AttackKeys

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Attack", parent)
        self.controller = attack_of(desk, hub)
        self.aim = AimBlock(theme, self.controller, hub)
        self.roll = RollBlock(theme, self.controller, hub)
        self.damage = DamageBlock(theme, self.controller, hub)
        self.done = AttackDone(theme)
        self.foot = AttackFoot(theme, self.controller, hub)
        self.keys = AttackKeys(self, hub)
        self._tight: set[AttackBlock] = set()
        self.lay_out(self.done)
        self._was_shown = self._behind = False
        # Connected before AttackFocus is made: slots run in this order, and the focus looks for
        # dice that `follow` has shown.
        self.controller.changed.connect(self._follow_seen)
        self.focus = AttackFocus(self, hub)
        self._connect(hub)
        self.restyle()
        self.follow()

    @property
    @override
    def blocks(self) -> tuple[AttackBlock, ...]:
        """Aim, roll to hit, damage."""
        return self.aim, self.roll, self.damage

    def _follow_seen(self) -> None:
        """Show the attack as it is now; if the panel is hidden, do so when it is shown again."""
        # A panel that was never shown follows at once, so that it comes up complete.
        self._behind = self._was_shown and not self.isVisible()
        if not self._behind:
            self.follow()

    @override
    def follow(self) -> None:
        controller = self.controller
        if controller.phase is AttackPhase.DONE and self.damage.caught.is_open:
            self.damage.caught.is_open = False  # what came of it stands there now
            self._unfolded.pop(self.damage, None)
        self.aim.follow()
        self.roll.follow()
        self.damage.follow()
        self.done.show_done(controller.done if controller.phase is AttackPhase.DONE else None)
        there = controller.phase is not AttackPhase.NOTHING
        self.empty.say(EMPTY if controller.table.head.turn_id else NO_BATTLE)
        self.empty.setVisible(not there)
        for block in self.blocks:
            block.setVisible(there)
        self.show_states()
        problem = controller.problem
        elsewhere = problem is not None and self.aim.details.shows(problem.where)
        self.foot.follow(self.damage.roll_words, elsewhere)
        self.keys.show_keys()
        self._fitting.start()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._was_shown = True
        if self._behind:
            self._follow_seen()
        self.focus.arrive()

    def _connect(self, hub: Hub) -> None:
        self.wire()
        self.roll.help_wanted.connect(lambda open: self._unfold(self.roll, open))
        self.damage.caught.opened.connect(self._caught_opened)
        self.controller.reckoner.known.connect(self._fitting.start)
        self.damage.caught.adding.connect(self._add_caught)
        self.damage.caught.left.connect(self.focus.take)
        self.damage.strays.opened.connect(self._strays_opened)
        self.damage.strays.left.connect(self.focus.take)
        for field in (self.roll.choices, self.damage.choices):
            field.words.left.connect(self.focus.take)
        self.aim.picks.picked.connect(self._caught_picked)
        self.aim.picks.opening.connect(lambda: self._unfold(self.aim, True))
        self.aim.picks.left.connect(self._list_left)
        self.done.asked.connect(hub.rule_asked)

    @override
    def begun(self) -> None:
        self._tight.clear()
        self.damage.caught.is_open = False
        super().begun()
        self.aim.details.follow()  # a field that had the keys for the attack before goes

    def _unfold(self, block: AttackBlock, wanted: bool) -> None:
        """Open a block because something in it was asked for, and keep it open."""
        if wanted:
            self._unfolded[block] = True
            self.show_states()
        self._fitting.start()

    def _caught_opened(self, opened: bool) -> None:
        self._unfold(self.damage, opened)
        if not opened:
            self.focus.take()

    def _strays_opened(self, opened: bool) -> None:
        self._unfold(self.damage, opened)
        if opened:
            self.view.ensureWidgetVisible(self.damage.strays.picks)

    @override
    def go_on(self) -> None:
        super().go_on()
        self.focus.settle(self._now())

    def _add_caught(self) -> None:
        self.aim.ask_units("Who is caught too?", self.damage.caught.rows)
        self.view.ensureWidgetVisible(self.aim.picks)

    def _list_left(self) -> None:
        """Let the aim fold again if there is no room: it was opened only for the list."""
        self._unfolded.pop(self.aim, None)
        self.show_states()
        self._fitting.start()

    def _caught_picked(self, value: object) -> None:
        if self.aim.picks.purpose == "caught" and isinstance(value, int):
            self.damage.caught.take(value)

    # Folding

    def _now(self) -> AttackBlock:
        """Return the block that the referee works on."""
        phase = self.controller.phase
        if phase is not AttackPhase.DICE:
            return self.aim
        return self.damage if self.roll.rolled(self.controller.preview) else self.roll

    @override
    def show_states(self) -> None:
        now, preview, before = self._now(), self.controller.preview, True
        rights = {self.aim: preview.power, self.damage: preview.damage}
        for block in self.blocks:
            before = before and block is not now
            over = before or self.controller.phase is AttackPhase.DONE
            state = "done" if over else "now" if block is now else "waits"
            right = rights.get(block, "")
            block.show_state(state, block.summary(), right, self.is_open(block))

    @override
    def is_open(self, block: AttackBlock) -> bool:
        return self._unfolded.get(block, block not in self._tight)

    @override
    def open_up(self, block: AttackBlock) -> None:
        """Open a block, whoever folded it; without room it may be folded again later."""
        self._unfolded.pop(block, None)
        self._tight.discard(block)
        self.show_states()

    @override
    def fit(self) -> None:
        """Fold blocks until all has room: those done, then those to come, none with a question."""
        if not self.isVisible() or self.controller.phase is AttackPhase.NOTHING:
            return
        room = self.view.viewport().height()
        now = self._now()
        self._tight = set(self.blocks) if self.controller.phase is AttackPhase.DONE else set()
        at = self.blocks.index(now)
        done, later = self.blocks[:at], self.blocks[at + 1 :][::-1]  # the farthest from now first
        for block in (*done, *later):
            if self._height() <= room:
                break
            if not block.asks:
                self._tight.add(block)
        self.show_states()
        if self.aim.picks.isHidden():  # a list stays under the pointer, whatever changes below it
            self.focus.settle(now)

    def _height(self) -> int:
        # Reckoned, not tried out: folding a block to measure it would be painted.
        column = self.body.column
        margins = column.contentsMargins()
        wide = self.view.viewport().width() - margins.left() - margins.right()
        blocks = sum(block.high(wide, self.is_open(block)) for block in self.blocks)
        gaps = column.spacing() * len(self.blocks)
        return blocks + gaps + margins.top() + margins.bottom()
