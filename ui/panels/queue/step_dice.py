"""The dice boxes of the current step: they grow when a die earns another, and keep their faces."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from brikdesk.acts.attack.blast_preview import ExplosionPreview
from brikdesk.acts.rows import initials
from brikdesk.turns.steps import DieAsked, Thrower
from ui.look.theme import Theme
from ui.models.asking import AsksForDice
from ui.models.queue.step_draft import DieKey, die_keys, side_by_side
from ui.parts.lines.kind_marks import box_tone
from ui.widgets.dice.box import BoxSize
from ui.widgets.dice.entry import DieSlot
from ui.widgets.dice.row import DiceRow


class StepDice(DiceRow):
    """A row of boxes that follows what asks for dice, and tells it what was typed."""

    def __init__(
        self, theme: Theme, controller: AsksForDice, size: BoxSize = BoxSize.NORMAL
    ) -> None:
        super().__init__(theme, (), "", size)
        self._controller = controller
        self._step = ""
        self._showing = False
        self.changed.connect(self._tell_controller)

    @property
    def half_typed(self) -> bool:
        """Whether a digit waits for its second one."""
        return bool(self._entry.waiting)

    def close_digit(self) -> None:
        """Take the digit typed so far as the whole face."""
        if self.half_typed:
            self._press(Qt.Key.Key_Return)

    def drop_digit(self) -> bool:
        """Forget the digit typed so far; return False if there is none."""
        return self.half_typed and self._press(Qt.Key.Key_Backspace)

    def places(self) -> tuple[int, ...]:
        """Return the places of the dice that stand in this row, in the order of their boxes."""
        return side_by_side(self._controller.preview.dice)

    def follow(self) -> None:
        """Show the dice, faces and meanings of the current step."""
        step, preview = self._controller.current, self._controller.preview
        dice, order = preview.dice, self.places()
        keys = die_keys(dice)
        several = self.several(order)
        slots = [self._slot(dice[at], keys[at], several) for at in order]
        name = step.key if step else ""
        self._showing = True  # filling the boxes emits `changed`, which nobody has typed
        if tuple(slots) != self.slots() or name != self._step:
            self.set_dice(slots, keep=name == self._step)
        self._step = name
        self.set_purpose(step.title if step else "")
        faces = self._controller.faces
        wanted = tuple(faces.get(keys[at]) for at in order)
        if wanted != self.faces():
            self.set_faces(wanted)
        self._showing = False
        said = {words.index: words for words in preview.words}
        self.set_tones(
            [box_tone(said[at].tone) if at in said else "" for at in order],
            [said[at].words if at in said else "" for at in order],
        )

    def several(self, places: Sequence[int]) -> bool:
        """Return whether this row has dice of several units or shots."""
        if len(places) < 2:
            return False
        preview = self._controller.preview
        victims = preview.victims if isinstance(preview, ExplosionPreview) else ()
        return len(victims) > 1 or len({preview.dice[at].of for at in places}) > 1

    def token_of(self, thrower: Thrower) -> str:
        """Return the letters for the unit or shot that throws a die."""
        return initials(thrower.name)

    def _slot(self, die: DieAsked, key: DieKey, several: bool) -> DieSlot:
        """Return the box of a die, captioned with its thrower if several throw."""
        caption = _caption(die)
        if not several or die.of is None:
            return DieSlot(die.sides, caption, key)
        what = caption or f"d{die.sides}"
        return DieSlot(die.sides, f"{what} {self.token_of(die.of)}", key, f"{what}, {die.of.name}")

    def _show(self) -> None:
        """Show the entry only once there is a box for each of its dice.

        A box that is removed while it has the focus would ask for a die that is no longer there.
        """
        if len(self._boxes) == len(self._entry.slots):
            super()._show()

    def _tell_controller(self) -> None:
        if not self._showing:
            faces = zip(self.slots(), self.faces(), strict=True)
            self._controller.put({slot.key: face for slot, face in faces})  # type: ignore[misc]

    def _press(self, key: Qt.Key) -> bool:
        plain = Qt.KeyboardModifier.NoModifier
        return self.take_key(QKeyEvent(QEvent.Type.KeyPress, key, plain))


def _caption(die: DieAsked) -> str:
    if die.label:
        return die.label
    return f"+d{die.sides}" if die.earned_by is not None else ""


def faces_needed(dice: Sequence[DieAsked]) -> str:
    """Return the digits that the dice accept, as a keycap: 1–4."""
    most = max((die.sides for die in dice), default=0)
    return f"1–{most}" if 0 < most < 10 else "0–9"
