"""Rounds of one type in the unit editor: name, size, count. Too large rounds are refused here."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from brikdesk.errors import BadInput
from ui.campaign.hub import Hub
from ui.forms.inputs import FieldBox, MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.theme import Theme
from ui.models.unit_drafts import TAKE_ROUNDS, RoundsDraft, WeaponDraft
from ui.widgets.buttons import icon_button
from ui.widgets.layout import in_column, in_row
from ui.widgets.rule_lines import RefusalLine

NAME_LENGTH = 80

MADE_BY_NAME = "as its name says: 2 smoke, 1 fire"


class RoundsField(QWidget):
    """Name, XSize, count and makeup of rounds, and their weapon if several take rounds.

    `changed` is emitted when the referee types, `removed` for the cross. `overruled` brings the
    rule when the referee allows too large a round.
    """

    changed = Signal()
    removed = Signal()
    overruled = Signal(str)

    def __init__(self, theme: Theme, hub: Hub, rounds: RoundsDraft) -> None:
        super().__init__()
        self.theme, self._rounds, self._rule = theme, rounds, ""
        self._weapons: tuple[WeaponDraft, ...] = ()
        self._let_in = False
        self.name = QLineEdit(rounds.name)
        self.name.setMaxLength(NAME_LENGTH)
        self.xsize = MeasureEdit(theme, 1, 99)
        self.xsize.set_value(rounds.explosive_size)
        self.count = MeasureEdit(theme, 0 if rounds.round_id else 1, 999)
        self.count.set_value(rounds.count)
        self.made = QLineEdit(rounds.made)
        self.made.setMaxLength(NAME_LENGTH)
        self.made.setPlaceholderText(MADE_BY_NAME)
        self.weapon = PickBox(theme)
        self.weapon.activated.connect(self._aimed)
        self.refusal = RefusalLine(theme)
        self.refusal.overruled.connect(self._let_it_in)
        self.refusal.asked.connect(hub.rule_asked)
        if rounds.round_id:  # rounds that lie in a rack keep their type
            self.name.setReadOnly(True)
            self.xsize.setReadOnly(True)
            self.made.setReadOnly(True)
            self.weapon.setEnabled(False)
        self._lay_out()

    def _lay_out(self) -> None:
        theme = self.theme
        self.name_box = FieldBox(theme, "Explosive", self.name)
        self.made_box = FieldBox(theme, "Made of", self.made)
        self.weapon_box = FieldBox(theme, "For", self.weapon)
        self.size_box = FieldBox(theme, "XSize", self.xsize)
        self.count_box = FieldBox(theme, "Rounds", self.count)
        cross = icon_button(theme, "cross", "Remove these rounds", self.removed)
        self._line = in_row(self.theme, gap=10)
        self._line.addWidget(self.name_box, 3, _TOP)
        self._line.addWidget(self.size_box, 1, _TOP)
        self._line.addWidget(self.count_box, 1, _TOP)
        self._line.addWidget(cross, 0, Qt.AlignmentFlag.AlignBottom)
        self._below = in_row(theme, (self.made_box, 3, _TOP), (self.weapon_box, 2, _TOP), gap=10)
        in_column(theme, self._line, self._below, self.refusal, on=self)
        for edit in (self.name, self.xsize, self.count, self.made):
            edit.textEdited.connect(self._edited)
        for box in (self.name_box, self.size_box, self.count_box, self.made_box):
            box.left.connect(self.check)

    def draft(self) -> RoundsDraft:
        """Return the rounds as they are typed; a field that is not a number gives None."""
        size, count = self.xsize.value(), self.count.value()
        return replace(
            self._rounds,
            name=self.name.text().strip(),
            explosive_size=None if size is None else int(size),
            count=None if count is None else int(count),
            weapon=self.weapon.value() if self.weapon.values() else self._rounds.weapon,
            made=self.made.text().strip(),
        )

    def set_weapons(self, weapons: tuple[WeaponDraft, ...]) -> None:
        """Offer the weapons that take rounds; the choice is shown only if there are several."""
        if weapons != self._weapons or not self.weapon.values():
            self._offer(weapons)
            self._weapons = weapons
            if not self.refusal.isHidden():
                self.check()

    def _offer(self, weapons: tuple[WeaponDraft, ...]) -> None:
        """Offer the weapons that take rounds; keep the chosen one when others are removed."""
        chosen = self._rounds.weapon if not self.weapon.values() else self.weapon.value()
        before, gone = self._weapons, len(self._weapons) - len(weapons)
        if chosen is not None and gone == 1 and before:
            pairs = zip(before, weapons, strict=False)
            # Weapons are known by their places: the first place that differs is the one that was
            # removed, and every later one moves down by one.
            at = next((k for k, (old, new) in enumerate(pairs) if old != new), len(weapons))
            chosen = None if at == chosen else chosen - (at < chosen)
        served = [(k, each) for k, each in enumerate(weapons) if each.takes_rounds]
        options = [FieldOption(k, f'{each.title} {each.size:g}"') for k, each in served]
        self.weapon.offer(options)
        known = chosen in {option.value for option in options}
        self.weapon.set_value(chosen if known else next((o.value for o in options), None))
        self.weapon_box.setVisible(len(options) > 1)

    def _aimed(self) -> None:
        self._let_in = False
        self.check()
        self.changed.emit()

    def check(self) -> bool:
        """Check what is typed; refuse too large a round. Return whether all is right."""
        self.name_box.set_problem("" if self.name.text().strip() else "A name is needed.")
        self.count_box.set_problem(self.count.problem())
        wrong = self.xsize.problem()
        self.size_box.set_problem(wrong)
        self.made_box.set_problem("" if wrong else self._nonsense())
        refusal = "" if wrong else self._too_large()
        if refusal:
            self._mark_size(True)
            self.refusal.refuse(refusal, self._rule)
        else:
            self._mark_size(bool(wrong))
            self.refusal.clear()
        boxes = (self.name_box, self.size_box, self.count_box, self.made_box)
        return not refusal and not any(box.problem() for box in boxes)

    def _nonsense(self) -> str:
        """Return why rounds of this XSize cannot be made of what is typed, or of what they are named."""
        drafted = self.draft()
        if drafted.round_id:
            return ""
        try:
            drafted.facts()
        except BadInput as error:
            return error.sentence
        return ""

    def _too_large(self) -> str:
        place = self.weapon.value()
        served = [self._weapons[place]] if place is not None else []
        size = int(self.xsize.value() or 0)
        if not served or self._let_in or self._rounds.round_id:
            return ""
        widest = max(served, key=lambda weapon: weapon.largest_round)
        if size <= widest.largest_round:
            return ""
        self._rule = TAKE_ROUNDS[widest.kind]
        what = {"Cannon": "takes shells", "Launcher": "sends Explosives"}.get(widest.kind, "is")
        return f'A {widest.size:g}" {widest.kind} {what} up to X{widest.largest_round}.'

    def _mark_size(self, wrong: bool) -> None:
        if bool(self.xsize.property("wrong")) != wrong:
            self.xsize.setProperty("wrong", wrong)
            # The style sheet reads the property "wrong" only when it polishes a widget.
            self.xsize.style().unpolish(self.xsize)
            self.xsize.style().polish(self.xsize)

    def _let_it_in(self) -> None:
        self._let_in = True
        self.check()
        self.overruled.emit(self._rule)

    def _edited(self) -> None:
        # Another XSize is a new question: what was allowed before does not cover it.
        if self.xsize.isModified():
            self._let_in = False
            self.xsize.setModified(False)
            self.refusal.clear()
            self._mark_size(False)
        self.changed.emit()


_TOP = Qt.AlignmentFlag.AlignTop
