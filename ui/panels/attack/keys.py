"""The keys of the Attack tab, by the phase of the attack."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.models.asking import asked_by
from ui.models.attack.controller import AttackController
from ui.models.attack.phases import AttackPhase
from ui.panels.attack.aim import AimBlock
from ui.panels.attack.company import PARRY, PARTS, SHIELDS
from ui.panels.attack.damage import DamageBlock
from ui.panels.attack.dice import AttackDice, damage_from
from ui.panels.attack.roll import RollBlock
from ui.panels.queue.step_dice import faces_needed
from ui.panels.queue.step_note import StepNote
from ui.parts.fields.choice_field import ChoiceField

_KEY = Qt.Key
_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ENTER = (_KEY.Key_Return, _KEY.Key_Enter)
_UNDO = ("Ctrl Z", "undo")
_LACKING = {
    "attacker": "Who attacks? A opens the list.",
    "weapon": "With which weapon? W opens the list.",
    "target": "Whom does it attack? T opens the list, or click the target.",
}
AIMING = {
    "a": "attacker", "w": "weapon", "t": "target", "m": "modifiers", "d": "measures", "s": "support",
    "e": "shield", "r": "charge",
}  # fmt: skip
"""Letters that open a part of the aim."""
_MORE = {"m": "modifiers", "d": "measures", "s": "support", "r": "Charge", "e": "Energy Shield"}
"""Those that the status bar names where the part is there."""


class AttackKeys:
    """Does what a key means in the tab."""

    def __init__(
        self,
        controller: AttackController,
        aim: AimBlock,
        roll: RollBlock,
        damage: DamageBlock,
        note: StepNote,
        hub: Hub,
    ) -> None:
        self.controller, self._hub = controller, hub
        self._aim, self._roll, self._damage = aim, roll, damage
        self._note = note
        self._letters: dict[str, Callable[[], object]] = {
            "a": lambda: aim.ask("attacker"),
            "w": lambda: aim.ask("weapon"),
            "t": lambda: aim.ask("target"),
            "m": aim.modifiers.setFocus,
            "d": aim.toggle_details,
            "s": lambda: aim.ask_for(PARTS[0]),  # Support
            "c": damage.caught.toggle,
            "h": roll.toggle_help,
            "l": damage.strays.ask,
            "n": note.open,
            "p": lambda: aim.ask_for(PARRY),
            "e": lambda: aim.ask_for(SHIELDS),
            "r": aim.details.charge,
            "o": controller.overrule,
        }

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

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; False if it is none of the tab's.

        A key that is held down counts once, except for Backspace.
        """
        if event.isAutoRepeat() and event.key() != _KEY.Key_Backspace:
            return True
        phase = self.controller.phase
        if phase is AttackPhase.DICE:
            return self._press_dice(event)
        plain = event.modifiers() & ~_KEYPAD in (_NONE, _SHIFT)
        if event.key() == _KEY.Key_Escape:
            self.leave()
            return True
        if event.key() in _ENTER and plain:
            return self.go_on()
        letter = sign(event)
        if not plain or len(letter) != 1:
            return False
        if phase is AttackPhase.AIM:
            return self._press_aim(letter)
        if letter == "n":
            self._note.open()
        elif letter == "a":
            self.controller.begin()
        return letter in ("a", "n")

    def go_on(self) -> bool:
        """Do what Enter does: ask for what is missing, go to the dice, or begin another attack."""
        controller = self.controller
        if controller.desk.read_only:
            return False
        if controller.phase is AttackPhase.DONE:
            controller.again()
        elif controller.phase is AttackPhase.NOTHING:
            controller.begin()
        elif not controller.to_the_dice() and not self._aim.ask_missing():
            self._aim.free.emit()  # refused: O has to overrule, not stand in a field
            return False
        return True

    def leave(self) -> None:
        """Do what Esc does: leave a field, drop a half-typed face, go back one phase, or leave."""
        controller = self.controller
        if self._aim.details.holds_focus and controller.phase is AttackPhase.AIM:
            self._aim.leave_details()
            return
        if controller.phase is not AttackPhase.NOTHING and not self.dice.drop_digit():
            controller.back()
        if controller.phase is AttackPhase.NOTHING:
            self._hub.attack_left.emit()

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return the keys that work now with their words, for the status bar."""
        controller, preview = self.controller, self.controller.preview
        over = (("O", "overrule"),) if preview.refused_by or controller.refused else ()
        if controller.phase is AttackPhase.NOTHING:
            return (("A", "new attack"), ("N", "note"), _UNDO, ("Esc", "leave"))
        if controller.phase is AttackPhase.DONE:
            return (
                ("Enter", "next attack"),
                ("A", "another attacker"),
                ("N", "note"),
                _UNDO,
                ("Esc", "close"),
            )
        if controller.phase is AttackPhase.AIM:
            names = [("A", "attacker"), ("W", "weapon"), ("T", "target")]
            names += [("0–9", "distance")] if self._aim.details.wants_distance else []
            there = self._aiming()
            names += [(key.upper(), _MORE[key]) for key in _MORE if key in there]
            names += [("C", "caught")] if preview.blasts else []
            names += [("N", "note")]
            return (*over, ("Enter", "to the dice"), *names, ("Esc", "cancel"))
        names = [(faces_needed(preview.open_dice), "type a die")] if preview.owed else []
        names += [(self.choices.letters, "choose")] if preview.open_choices else []
        names += [("Enter", "apply")] if controller.can_apply else []
        names += [("Backspace", "take a die back")] if preview.dice and not preview.owed else []
        names += [("Space", "roll")] if preview.owed else []
        names += [("P", "parry")] if self._damage.parrying else []
        names += [("L", "what a miss strikes")] if self._damage.strays.lines else []
        return (*over, *names, ("N", "note"), ("Esc", "back to the aim"), _UNDO)

    def waits_for(self) -> str:
        """Say what the attack waits for, "" if none is being made."""
        controller, preview = self.controller, self.controller.preview
        if controller.phase not in (AttackPhase.AIM, AttackPhase.DICE) or controller.desk.read_only:
            return ""
        if self._note.isVisible():
            return "A note is open: Enter writes it, Esc drops it."
        if self._aim.picks.isVisible():
            return "A list is open: letters filter it, Enter chooses, Esc leaves it."
        if preview.refused_by or controller.refused:
            return "A rule refuses the attack: O overrules, Esc gives it up."
        if controller.complaint:
            return controller.complaint
        if controller.phase is AttackPhase.AIM:
            return _LACKING.get(controller.draft.lacks, "Enter goes to the dice.")
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
        opens |= {"p": "parry"} if self._damage.parrying else {}
        opens |= {"o": "overrule"} if preview.refused_by or controller.refused else {}
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
            "charge": details.may_charge,
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

    def _press_aim(self, letter: str) -> bool:
        if letter == ".":
            return self._show_on_map()
        if letter == "?":
            return self._show_rule()
        if letter in "0123456789":
            return self._aim.details.type_distance(letter)
        return self._press_letter(letter)

    def _press_dice(self, event: QKeyEvent) -> bool:
        row = self.dice
        if event.key() == _KEY.Key_Backspace and self._over_the_edge(row):
            return True
        if row.take_key(event):  # digits and what edits them, before any letter's meaning
            return True
        plain = event.modifiers() & ~_KEYPAD in (_NONE, _SHIFT)
        if event.key() == _KEY.Key_Escape:
            self.leave()
        elif event.key() in _ENTER and plain:
            return self.controller.apply()
        elif event.key() == _KEY.Key_Space and plain:
            row.close_digit()  # a 1 that waits for a second digit is a face now
            return self.controller.roll()
        elif sign(event) == "?":
            return self._show_rule()
        elif sign(event) == ".":
            return self._show_on_map()
        else:
            return plain and self._press_letter(sign(event))
        return True

    def _press_letter(self, letter: str) -> bool:
        """Do what a letter means now."""
        meaning = self.letters().get(letter)
        if meaning is None:
            return False
        if meaning == "answer":
            return self.choices.choose(letter)
        return self._letters[letter]() is not False

    def _over_the_edge(self, row: AttackDice) -> bool:
        """Take Backspace from empty Damage boxes to the last Action die; False if it stays."""
        empty = row is self._damage.dice and not any(row.faces()) and not row.half_typed
        before = self._roll.dice
        faces = [
            slot.key for slot, face in zip(before.slots(), before.faces(), strict=True) if face
        ]
        if not empty or not faces:
            return False
        self.controller.put({faces[-1]: None})  # type: ignore[dict-item]
        return True

    def _show_rule(self) -> bool:
        row = self._aim.modifiers.current()
        rule = self.controller.preview.refused_by or (row.rule if row else "")
        if rule:
            self._hub.rule_asked.emit(rule)
        return bool(rule)

    def _show_on_map(self) -> bool:
        aim = self.controller.draft.aim
        if aim is None or not aim.unit_id:
            return False
        # First nobody: to select the unit that is selected already would move no pane to it.
        self._hub.select_unit(0)
        self._hub.select_unit(aim.unit_id)
        return True
