"""The dice and choices that an act asks for in its form: armor, explosions, exposure."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.rows import initials
from brikdesk.acts.step import StepAct
from brikdesk.dice import Face
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.store.views.units import units
from brikdesk.turns.steps import DieAsked, Preview
from ui.campaign.desk import Desk
from ui.forms.caught_table import CaughtTable
from ui.forms.form_catching import FormCatching
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.models.queue.step_draft import DieKey, ShownStep, StepDraft, die_keys, side_by_side
from ui.models.queue.step_looking import look_at
from ui.parts.fields.choice_field import ChoiceField
from ui.parts.fields.pick_list import PickList
from ui.parts.lines.kind_marks import box_tone
from ui.parts.step.band_results import BandResults
from ui.parts.step.band_table import BandTable
from ui.parts.step.step_words import StepWords
from ui.widgets.buttons import Button
from ui.widgets.dice.entry import DieSlot
from ui.widgets.dice.row import DiceRow
from ui.widgets.own_keys import TakenKeys


class StepPart(QWidget):
    """Dice and choices of the act; hidden for acts that ask for none.

    `changed` is emitted when a face or choice came in.
    """

    changed = Signal()

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__()
        self.theme, self._desk = theme, desk
        self._catching = FormCatching(desk, self._said)
        self._showing = False
        self.dice = DiceRow(theme)
        self.choices = ChoiceField(theme)
        self._words = StepWords(theme)
        self.caught = CaughtTable(theme, self._catching, "Within reach", "", "nobody")
        self.caught.is_open = True
        self.picks = PickList(theme)
        self._bands, self._results = BandTable(theme), BandResults(theme)
        self._roll = Button(theme, "Roll", "soft", "roll", "Space")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        explosion = (self.caught, self.picks, self._bands, self._results)
        for widget in (self.dice, self._roll, self._words, *explosion, self.choices):
            self._column.addWidget(widget)
        self._column.setAlignment(self._roll, Qt.AlignmentFlag.AlignLeft)
        self.dice.changed.connect(self._typed)
        self.choices.chosen.connect(self._chosen)
        self._roll.clicked.connect(self.roll)
        self.caught.adding.connect(self._add_caught)
        self.caught.left.connect(self.focus)
        self.picks.picked.connect(self.caught.take)
        self.picks.left.connect(self._picked)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    @property
    def _draft(self) -> StepDraft | None:
        return self._catching.draft

    @property
    def _shown(self) -> ShownStep | None:
        return self._catching.shown

    @property
    def act(self) -> StepAct | None:
        """The act with the faces and choices that are in; None if nothing is asked."""
        return self._shown.act if self._shown else None

    @property
    def complete(self) -> bool:
        """Whether all dice and choices are in."""
        return self._shown is None or self._shown.complete

    def waits_for(self) -> str:
        """Return what is missing, in words; empty if nothing is."""
        if self._shown is None or self._shown.complete:
            return ""
        return self._shown.preview.waiting or "Dice or choices are missing."

    def ask(self, act: StepAct | None) -> str:
        """Ask for the dice of an act; for the same act with other answers those that are in stay.

        Return what makes the act impossible, in words; empty if nothing does. None hides the part.
        """
        if act is None:
            self._catching.draft = self._catching.shown = None
            self.hide()
            return ""
        if self._draft and type(self._draft.act) is type(act) and self._draft.act.key == act.key:
            self._draft.act = act  # the same step with other answers: its dice still lie there
        else:
            # What the act brings, as from a line of words, is in its boxes to begin with.
            self._catching.draft = StepDraft(act, choices=dict(act.choices), loose=list(act.faces))
        return self._look()

    def roll(self) -> None:
        """Have the desk throw the missing dice (Space)."""
        if self._draft is None or self._shown is None:
            return
        try:
            thrown = self._desk.throw(self._shown.act)
        except BrikDeskError as error:
            self._desk.failed.emit(str(error))
            return
        # The thrown act has all faces in order, the typed ones too; `look` gives each its die.
        self._draft.faces.clear()
        self._draft.loose[:] = list(thrown.faces)
        self._look()
        self.changed.emit()

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a letter that chooses, or Space, which rolls; False if the key is for others."""
        if self.isHidden():
            return False
        if sign(event) == " ":
            self.roll()
            return True
        return self.choices.choose(sign(event))

    def dim(self, taken: TakenKeys) -> None:
        """Show which of its keys go to the field with the focus."""
        taken.dim(self)

    def focus(self) -> None:
        """Put the focus on the dice, else on the choices."""
        (self.dice if self.dice.slots() else self.choices).setFocus()

    def _look(self) -> str:
        assert self._draft is not None
        try:
            shown = self._catching.shown = look_at(self._draft, self._desk)
        except BadInput as error:
            self._catching.shown = None
            self.hide()
            return str(error)
        self._show(shown.preview, shown.act.faces)
        return ""

    def _show(self, preview: Preview, faces: tuple[Face, ...]) -> None:
        assert self._draft is not None
        keys, order = die_keys(preview.dice), side_by_side(preview.dice)
        victims = preview.victims if isinstance(preview, ExplosionPreview) else ()
        several = len(victims) > 1 or len({die.of for die in preview.dice}) > 1
        slots = [self._slot(preview.dice[at], keys[at], several) for at in order]
        # While it is shown, `_typed` must not take the faces that are put here for typed ones.
        self._showing = True
        if tuple(slots) != self.dice.slots():  # new boxes would lose a half-typed face
            self.dice.set_dice(slots)
        wanted = tuple(self._draft.faces.get(keys[at]) for at in order)
        if wanted != self.dice.faces():
            self.dice.set_faces(wanted)
        self._showing = False
        said = {words.index: words for words in preview.words}
        self.dice.set_tones([box_tone(said[at].tone) if at in said else "" for at in order])
        self._words.show_preview(preview, faces)
        self.caught.follow()
        if self.caught.isHidden():
            self.picks.hide()
        self.picks.follow()
        self._bands.show_bands(() if victims else preview.bands)
        self._results.show_results(preview.bands if victims else (), victims)
        self.choices.show_choices(preview.choices)
        self.dice.setVisible(bool(slots))
        self._roll.setVisible(bool(slots))
        self.setVisible(True)

    def _slot(self, die: DieAsked, key: DieKey, several: bool) -> DieSlot:
        """Return the box of a die; if several units throw, its caption says which."""
        caption = _caption(die)
        if not several or die.of is None:
            return DieSlot(die.sides, caption, key)
        what, roster = caption or f"d{die.sides}", self._desk.read(units)
        own = (row.token for row in roster if row.id == die.of.unit_id)
        token = next(own, initials(die.of.name))
        return DieSlot(die.sides, f"{what} {token}", key, f"{what}, {die.of.name}")

    def _typed(self) -> None:
        if self._showing or self._draft is None:
            return
        for slot, face in zip(self.dice.slots(), self.dice.faces(), strict=True):
            key: Any = slot.key
            self._draft.put(key, face)
        self._look()
        self.changed.emit()

    def _said(self) -> None:
        """Look again once it was said who is within reach."""
        if self._draft is not None:
            self._look()
            self.changed.emit()

    def _add_caught(self) -> None:
        self.picks.open("caught", "Who is within reach?", self.caught.rows, several=True)

    def _picked(self) -> None:
        """Move on to the distance of the unit that was added."""
        if not self.caught.measure_added():
            self.focus()

    def _chosen(self, name: str, value: str) -> None:
        if self._draft is not None:
            self._draft.choices[name] = value
            self._look()
            self.changed.emit()

    def _restyle(self) -> None:
        self._column.setSpacing(self.theme.px(10))


def _caption(die: DieAsked) -> str:
    return die.label or (f"+d{die.sides}" if die.earned_by is not None else "")
