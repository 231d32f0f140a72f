"""The dice of one roll as a row of boxes that the digits of the keyboard fill."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from brikdesk.dice import Face
from ui.look.announce import announce
from ui.look.pressed import sign
from ui.look.text import plain_label, tip, tip_text
from ui.look.theme import Theme
from ui.widgets.dice.box import BoxLook, BoxSize, DiceBox
from ui.widgets.dice.entry import DiceEntry, DieSlot
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.painted import PaintedWidget

_KEY = Qt.Key
_ENTER = (_KEY.Key_Return, _KEY.Key_Enter)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
"""French keyboards type digits with Shift."""

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class DiceRow(PaintedWidget):
    """Boxes for the dice of one roll. Digits are faces; keys that it does not use go to the panel.

    `changed` is emitted after every change of a face, `complete` when the last face is entered,
    `refused` with a sentence when a die cannot show what was typed. `purpose` is read out with
    every box.
    """

    changed = Signal()
    complete = Signal()
    refused = Signal(str)

    def __init__(
        self,
        theme: Theme,
        dice: Sequence[int | DieSlot] = (),
        purpose: str = "",
        size: BoxSize = BoxSize.NORMAL,
    ) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._purpose, self._size, self._live = purpose, size, False
        self._tones: tuple[str, ...] = ()
        self._meanings: tuple[str, ...] = ()
        self._wrong = -1
        self._boxes: list[DiceBox] = []
        self._entry = DiceEntry(dice)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._flow = FlowLayout()
        self._words = plain_label(theme, "", "small", "danger", wrap=True)
        self._words.hide()
        self._column.addLayout(self._flow)
        self._column.addWidget(self._words)
        self.restyle()
        self._rebuild()

    # Dice and faces

    def set_dice(self, dice: Sequence[int | DieSlot], keep: bool = True) -> None:
        """Ask for more, fewer or other dice; with `keep`, those that stay keep their faces."""
        self._entry.set_dice(dice, keep)
        self._tones, self._meanings = (), ()
        self._forget_refusal()
        self._rebuild()

    def slots(self) -> tuple[DieSlot, ...]:
        """Return the dice asked for, in the order of the boxes."""
        return self._entry.slots

    def faces(self) -> tuple[Face | None, ...]:
        """Return the faces in the order of the boxes; None for an empty box."""
        return tuple(self._entry.faces)

    def set_faces(self, faces: Sequence[Face | None]) -> None:
        """Put faces back, as after an undo. Raise ValueError if they do not fit the dice."""
        self._act(lambda: self._entry.set_faces(faces))

    def is_complete(self) -> bool:
        """Return whether every box shows a face."""
        return self._entry.complete

    def fill_rolled(self, values: Sequence[int]) -> None:
        """Put values that the desk rolled into the empty boxes; ValueError if they do not fit."""
        self._act(lambda: self._entry.fill_rolled(values))

    def set_tones(self, tones: Sequence[str], meanings: Sequence[str] = ()) -> None:
        """Colour each box by what its face means (fire, ok, danger, smoke, or empty).

        `meanings` say the same in words, for the screen reader.
        """
        if (tuple(tones), tuple(meanings)) != (self._tones, self._meanings):
            self._tones, self._meanings = tuple(tones), tuple(meanings)
            self._show()

    def set_purpose(self, purpose: str) -> None:
        """Set what the roll is for, as it is read out: wagon Hay There Burning Roll."""
        if purpose != self._purpose:
            self._purpose = purpose
            self._show()

    def set_live(self, live: bool) -> None:
        """Show the ring even without the focus: digits typed in the pane come here."""
        if live != self._live:
            self._live = live
            self._show()

    def current(self) -> int:
        """Return the place of the box that the next digit goes to."""
        return self._entry.current

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of dice; pass every other key on to the panel."""
        if not self.take_key(event):
            event.ignore()

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key that was pressed anywhere in the pane. Return False if it is not one of dice.

        Enter is used only to close a waiting digit; a second Enter then applies the step.
        """
        if not self._entry.slots:
            return False
        typed, plain = sign(event), event.modifiers() in _PLAIN
        if typed.isdecimal() and (plain or event.modifiers() == _SHIFT):
            # Where all dice lie, the panel says what it waits for.
            return not all(self._entry.faces) and self._type(typed)
        if not plain:
            return False
        if event.key() in _ENTER:
            return bool(self._entry.waiting) and self._act(self._entry.close)
        return self._take_editing_key(event.key())

    def _take_editing_key(self, key: int) -> bool:
        entry = self._entry
        doings = {
            int(_KEY.Key_Backspace): entry.back,
            int(_KEY.Key_Delete): entry.clear,
            int(_KEY.Key_Left): lambda: entry.step(-1),
            int(_KEY.Key_Right): lambda: entry.step(1),
        }
        doing = doings.get(int(key))
        before = entry.lying
        return doing is not None and self._act(doing) and entry.lying != before

    def _type(self, digit: str) -> bool:
        self._forget_refusal()
        place, before = self._entry.current, self._state()
        if sentence := self._entry.digit(digit):
            self._wrong = place
            self._words.say(sentence)
            self._words.show()
            announce(self, sentence, urgent=True)
            self.refused.emit(sentence)
        self._tell(before)
        return True

    def _act(self, doing: Callable[[], object]) -> bool:
        """Do something to the entry, show it, emit what changed. Return True: the key is used."""
        self._forget_refusal()
        before = self._state()
        doing()
        self._tell(before)
        return True

    def _state(self) -> tuple[tuple[Face | None, ...], bool]:
        return self.faces(), self._entry.complete

    def _tell(self, before: tuple[tuple[Face | None, ...], bool]) -> None:
        if any(box.hasFocus() for box in self._boxes):
            self._boxes[self._entry.current].setFocus()
        self._show()
        if self.faces() != before[0]:
            self.changed.emit()
        if self._entry.complete and not before[1]:  # a listener may have added a Bonus Die
            self.complete.emit()

    # What is seen

    def restyle(self) -> None:
        """Take up new sizes."""
        self._flow.setSpacing(self.theme.px(8))
        self._column.setSpacing(self.theme.px(4))
        super().restyle()

    def _rebuild(self) -> None:
        # Asked before a box is hidden: with its box the focus would leave the row for good.
        had_focus = any(box.hasFocus() for box in self._boxes)
        while len(self._boxes) > len(self._entry.slots):
            box = self._boxes.pop()
            self._flow.removeWidget(box)
            # Hidden at once, deleted later: the key that is being handled may have come from this
            # box.
            box.hide()
            box.deleteLater()
        while len(self._boxes) < len(self._entry.slots):
            self._add_box(len(self._boxes))
        self._show()
        if had_focus and self._boxes:
            self._boxes[self._entry.current].setFocus()
        self.updateGeometry()

    def _add_box(self, place: int) -> None:
        box = DiceBox(self.theme, BoxLook(self._entry.slots[place].sides), self._size, self)
        box.pressed.connect(lambda: self._act(lambda: self._entry.go(place)))
        box.focused.connect(lambda there: self._box_focused(place, there))
        self._boxes.append(box)
        self._flow.addWidget(box)
        # A widget made after its parent is shown stays hidden until it is shown itself.
        box.setVisible(True)

    def _box_focused(self, place: int, there: bool) -> None:
        # Tab and code move the focus too, not only a click: the current box follows it.
        if there and place != self._entry.current:
            self._entry.go(place)
        self._show()

    def _show(self) -> None:
        """Show the state of each box that has a die; while boxes come and go, one may have none."""
        ring = self._live or any(box.hasFocus() for box in self._boxes)
        for place, box in enumerate(self._boxes[: len(self._entry.slots)]):
            current = place == self._entry.current
            box.setFocusPolicy(_STRONG if current else _CLICK)
            box.show_look(self._look(place, current and ring))
            # A name or tip that is set again sends events, also when it is the same.
            if (name := self._name(place)) != box.accessibleName():
                box.setAccessibleName(name)
            said = self._entry.slots[place].name
            if tip_text(said) != box.toolTip():
                tip(box, said)
        here = self._entry.current
        proxy = self._boxes[here] if here < len(self._boxes) else None
        self.setFocusProxy(proxy)  # type: ignore[arg-type]  # None removes the proxy

    def _look(self, place: int, current: bool) -> BoxLook:
        slot, face = self._entry.slots[place], self._entry.faces[place]
        waiting = self._entry.waiting if place == self._entry.current else ""
        return BoxLook(
            sides=slot.sides,
            face=face,
            waiting=waiting,
            tone=_at(self._tones, place) if face else "",
            current=current,
            refused=place == self._wrong,
            label=slot.label,
        )

    def _name(self, place: int) -> str:
        """Return a box in words: Die 2 of 2, d4, empty, wagon Hay There Burning Roll."""
        slot, face = self._entry.slots[place], self._entry.faces[place]
        parts = [f"Die {place + 1} of {len(self._entry.slots)}", f"d{slot.sides}"]
        parts.append(slot.name or slot.label)
        parts.append(f"{face.value} {face.origin}" if face else "empty")
        parts.append(_at(self._meanings, place) if face else "")
        parts.append(self._purpose)
        return ", ".join(part for part in parts if part)

    def _forget_refusal(self) -> None:
        self._wrong = -1
        self._words.hide()


def _at(words: Sequence[str], place: int) -> str:
    return words[place] if place < len(words) else ""


_STRONG, _CLICK = Qt.FocusPolicy.StrongFocus, Qt.FocusPolicy.ClickFocus
