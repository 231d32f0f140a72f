"""Dice on screen: glyphs, boxes, rows, and the typing of faces."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import IntEnum

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from brikdesk.dice import BY_THE_DESK, Face, Origin
from ui.look.icons import die_path, number_centre, paint_icon
from ui.look.shortcuts import ENTER, sign
from ui.look.text import announce, note, tip, tip_text
from ui.look.theme import Theme
from ui.widgets.layout import in_column, in_flow, take_away
from ui.widgets.painted import (
    PaintedWidget,
    draw_centred,
    draw_plate,
    draw_shape,
    text_height,
    text_width,
    with_alpha,
)

SIDE = 18
"""Pixels at 100 % beside body text."""

# The d4 and the d8 are pointed: their numbers have less room than those of the others.
_NUMBER = {4: 0.5, 8: 0.54}


class DieGlyph(Struct, frozen=True):
    """A die to draw; without a value it still waits. `tone` is the colour of its meaning."""

    sides: int
    value: int | None = None
    origin: Origin = Origin.TYPED
    tone: str = "text2"


def paint_die_glyph(painter: QPainter, box: QRectF, theme: Theme, die: DieGlyph) -> None:
    """Paint a die into the square `box`; a rolled face that was changed has a dashed outline."""
    solid = die.origin in BY_THE_DESK and die.value is not None
    colour = theme.color(die.tone)
    inner = box.adjusted(0.75, 0.75, -0.75, -0.75)
    ground = theme.tint("smoke" if die.tone in ("text", "text2", "text3") else die.tone)
    line = Qt.PenStyle.DashLine if die.origin == Origin.CHANGED else Qt.PenStyle.SolidLine
    draw_shape(
        painter,
        die_path(die.sides, inner),
        colour if solid else ground,
        None if solid else colour,
        max(1.2, box.width() / 15),
        line,
    )
    if die.value is not None:
        part = _NUMBER.get(die.sides, 0.6) - (0.06 if die.value > 9 else 0)
        font = theme.bold_font(box.height() * part)
        ink = theme.color("on_solid") if solid else colour
        draw_centred(painter, number_centre(die.sides, inner), str(die.value), font, ink)
    if die.origin == Origin.SEALED:
        # A seal at its corner: told from a roll without colour, and the number stays as large.
        side = box.width() * 0.34
        dot = QPainterPath()
        dot.addEllipse(QRectF(box.right() - side, box.top(), side, side))
        draw_shape(painter, dot, theme.color("text"), theme.color("bg1"), max(1.0, side / 6))


class DiceGlyph(PaintedWidget):
    """One die glyph as a widget."""

    def __init__(self, theme: Theme, die: DieGlyph, side: int = SIDE) -> None:
        super().__init__(theme)
        self._side = side
        self.show_die(die)

    def show_die(self, die: DieGlyph) -> None:
        """Show another die."""
        self.die = die
        face = "waiting" if die.value is None else f"{die.value}, {die.origin}"
        self.setAccessibleName(f"d{die.sides}, {face}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return the square."""
        side = self.theme.px(self._side)
        return QSize(side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the die."""
        paint_die_glyph(painter, box, self.theme, self.die)


RING, ROOM, RADIUS, LABEL_GAP = 3, 4, 7, 4
DIE_PART, NUMBER_PART, ROLL_PART = 0.82, 0.46, 0.3


class BoxSize(IntEnum):
    """Sides of a box in pixels at 100 %."""

    DENSE = 38
    NORMAL = 44
    LARGE = 84


class BoxLook(Struct, frozen=True):
    """What a box shows. `waiting` is a digit that may get a second one; `current` draws the ring.

    `tone` is the colour token of what the face means; `refused` marks what was not entered.
    """

    sides: int
    face: Face | None = None
    waiting: str = ""
    tone: str = ""
    current: bool = False
    refused: bool = False
    label: str = ""

    @property
    def caption(self) -> str:
        """Return the words under the box."""
        return self.label or f"d{self.sides}"


def paint_dice_box(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Paint the square of a box; its ring needs 4 px around `box`."""
    radius = max(theme.px(RADIUS), box.width() * 0.12)
    edge, width = _edge(theme, look)
    draw_plate(painter, box, radius, theme.color("field"), edge, width)
    die = _inside(box)
    _paint_silhouette(painter, die, theme, look)
    if look.current:
        _paint_ring(painter, box, theme, radius)
    if look.face and not look.waiting:
        font = theme.bold_font(box.height() * NUMBER_PART)
        at = number_centre(look.sides, die)
        draw_centred(painter, at, str(look.face.value), font, _ink(theme, look))
        _paint_origin(painter, box, theme, look)
    elif look.current:
        _paint_caret(painter, box, theme, look)


def _paint_silhouette(painter: QPainter, die: QRectF, theme: Theme, look: BoxLook) -> None:
    ink = _ink(theme, look)
    bold = look.face is not None or look.refused
    fill, edge = (0.22, 0.45) if bold else (0.06, 0.18)
    width = max(1.0, die.width() / 32)
    path = die_path(look.sides, die)
    draw_shape(painter, path, with_alpha(ink, fill), with_alpha(ink, edge), width)


def _paint_ring(painter: QPainter, box: QRectF, theme: Theme, radius: float) -> None:
    """Draw the accent ring outside the box; in light themes an ink line inside it too."""
    ring = theme.px(RING)
    around = box.adjusted(-ring, -ring, ring, ring)
    draw_plate(painter, around, radius + ring * 0.7, None, theme.color("accent"), ring)
    # The accent alone is too pale on a light ground.
    if not theme.dark:
        draw_plate(painter, box, radius, None, theme.color("text"), max(1.5, ring / 2))


_ORIGINS = {Origin.ROLLED: "roll", Origin.SEALED: "lock"}


def _paint_origin(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Mark a face that was not typed: rolled by the desk, or rolled and then changed."""
    origin = look.face.origin if look.face else Origin.TYPED
    if origin != Origin.TYPED:
        side = round(max(theme.px(12), box.width() * ROLL_PART * 0.9))
        corner = QRectF(box.right() - side - 1, box.top() + 1, side, side)
        name = _ORIGINS.get(origin, "edit")
        paint_icon(painter, corner, theme, name, look.tone or "text3")


def _paint_caret(painter: QPainter, box: QRectF, theme: Theme, look: BoxLook) -> None:
    """Paint the caret, after the waiting digit if there is one."""
    font = theme.bold_font(box.height() * NUMBER_PART)
    at = number_centre(look.sides, _inside(box))
    shift = 0.0
    if look.waiting:
        shift = text_width(font, look.waiting) / 2 + theme.px(2)
        left = QPointF(at.x() - theme.px(2), at.y())
        draw_centred(painter, left, look.waiting, font, theme.color("text"))
    half = box.height() * 0.22
    wide = max(2, theme.px(2))
    stroke = QRectF(round(at.x() + shift - wide / 2), at.y() - half, wide, 2 * half)
    painter.fillRect(stroke, theme.color("caret"))


def _inside(box: QRectF) -> QRectF:
    die = QRectF(0, 0, box.width() * DIE_PART, box.height() * DIE_PART)
    die.moveCenter(box.center())
    return die


def _ink(theme: Theme, look: BoxLook) -> QColor:
    return theme.color("danger" if look.refused else look.tone or "text")


def _edge(theme: Theme, look: BoxLook) -> tuple[QColor, float]:
    if look.refused or look.tone:
        return _ink(theme, look), max(1.5, theme.px(1.5))
    return theme.color("line2" if look.face else "ctl"), 1.0


class DiceBox(PaintedWidget):
    """One box with its caption. The DiceRow around it handles the keys."""

    pressed = Signal()
    focused = Signal(bool)

    def __init__(
        self,
        theme: Theme,
        look: BoxLook,
        size: BoxSize = BoxSize.NORMAL,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self.look, self._size = look, size
        # The row gives Tab to its current box alone, so that Tab passes a row in one step.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_look(self, look: BoxLook) -> None:
        """Show another state."""
        wider = look.caption != self.look.caption
        if look != self.look:
            self.look = look
            # Only another caption can change the size; a face must not have the pane laid out anew.
            self.restyle() if wider else self.update()

    def sizeHint(self) -> QSize:
        """Return the size of box, ring and caption."""
        side, room = self.theme.px(self._size), self.theme.px(ROOM)
        font = self.theme.font("caption", strong=True)
        wide = max(side + 2 * room, text_width(font, self.look.caption))
        return QSize(wide, side + 2 * room + self.theme.px(LABEL_GAP) // 2 + text_height(font))

    def square(self) -> QRectF:
        """Return the place of the box itself in the widget."""
        side = self.theme.px(self._size)
        return QRectF((self.width() - side) // 2, self.theme.px(ROOM), side, side)

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint box and caption."""
        theme, square, look = self.theme, self.square(), self.look
        paint_dice_box(painter, square, theme, look)
        font = theme.font("caption", strong=bool(look.tone))
        top = square.bottom() + theme.px(ROOM)
        at = QPointF(square.center().x(), (top + self.height()) / 2)
        ink = theme.color("danger" if look.refused else look.tone or "text3")
        draw_centred(painter, at, look.caption, font, ink)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask to become the current box."""
        self.pressed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the row, which shows the ring."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the row, which takes the ring away."""
        super().focusOutEvent(event)
        self.focused.emit(False)


class DieSlot(Struct, frozen=True):
    """A die that is asked for. `label` is shown under its box instead of its size (Armor, +d6).

    `name` is read out instead of a short label (Armor, Squire Tile). `key` identifies the die when
    the row changes, so that it keeps its face wherever it moves.
    """

    sides: int
    label: str = ""
    key: Hashable = None
    name: str = ""


class DiceEntry:
    """The faces typed so far, the current box, and a digit that waits for a second one.

    After a digit the next empty box becomes the current one. No digit replaces a face that lies
    there: it is taken back first.
    """

    def __init__(self, dice: Iterable[int | DieSlot] = ()) -> None:
        self.slots: tuple[DieSlot, ...] = ()
        self.faces: list[Face | None] = []
        self.current = 0
        self.waiting = ""
        self._rolled: dict[int, Face] = {}
        self.set_dice(dice)

    @property
    def complete(self) -> bool:
        """Whether every die shows its face; a row without dice is complete."""
        return not self.waiting and all(self.faces)

    @property
    def lying(self) -> tuple[tuple[Face | None, ...], int, str]:
        """All that a key can change: the faces, the current box, the digit that waits."""
        return tuple(self.faces), self.current, self.waiting

    def set_dice(self, dice: Iterable[int | DieSlot], keep: bool = True) -> None:
        """Ask for other dice. Dice that stay keep their faces: by key, else in order; see `keep`.

        With `keep` False all boxes start empty.
        """
        slots = tuple(d if isinstance(d, DieSlot) else DieSlot(d) for d in dice)
        old = _by_name(zip(self.slots, self._lying(), strict=True)) if keep else {}
        lying = [old[name].pop(0) if old.get(name) else (None, None) for name in map(_name, slots)]
        self.slots = slots
        self.faces = [face for face, _ in lying]
        # What the desk rolled is remembered even when its box was cleared, so that another face
        # typed there is marked as changed, not as typed.
        self._rolled = {k: rolled for k, (_, rolled) in enumerate(lying) if rolled is not None}
        self.waiting = ""
        self._go_to_first_empty()

    def set_faces(self, faces: Sequence[Face | None]) -> None:
        """Put faces into the boxes, as after an undo.

        Raise ValueError if there are more or fewer than dice, or a die cannot show its face.
        """
        if len(faces) != len(self.slots):
            raise ValueError(f"{len(self.slots)} dice, but {len(faces)} faces")
        for slot, face in zip(self.slots, faces, strict=True):
            _check(slot, face)
        self.faces = list(faces)
        self._rolled = {k: f for k, f in enumerate(faces) if f and f.origin in BY_THE_DESK}
        self.waiting = ""
        self._go_to_first_empty()

    def digit(self, digit: str) -> str:
        """Enter a digit into the current box. Return the words of a refusal, or "".

        A digit that can begin a larger face (1 on a d12) waits for a second one. On a d10, 0 is 10.
        """
        if not self.slots:
            return ""
        if lies := self.faces[self.current]:
            return f"A {lies.value} lies there. Backspace takes it back."
        sides, typed = self.slots[self.current].sides, self.waiting + digit
        # A d10 is printed 0 to 9, and its 0 counts as ten.
        value = 10 if sides == 10 and typed == "0" else int(typed)
        # A leading digit waits only where a second one can still give a face: 1 on a d12, not 2.
        if sides > 10 and 0 < value * 10 <= sides:
            self.waiting = typed
        elif 1 <= value <= sides:
            self._enter(value)
        else:
            return f"A d{sides} shows 1 to {sides}. {typed} was not entered."
        return ""

    def close(self) -> bool:
        """Take the waiting digit as the whole face. Return False if none waits."""
        if not self.waiting:
            return False
        self._enter(int(self.waiting))
        return True

    def back(self) -> None:
        """Clear what was entered last: the waiting digit, else this box, else the box before it."""
        if self.waiting:
            self.waiting = ""
        elif self.slots:
            if self.faces[self.current] is None:
                self.current = max(0, self.current - 1)
            self.faces[self.current] = None

    def clear(self) -> None:
        """Clear the current box and stay in it."""
        self.waiting = ""
        if self.slots:
            self.faces[self.current] = None

    def go(self, place: int) -> None:
        """Make a box the current one, at most the first or last; close a waiting digit before."""
        self.close()
        self.current = max(0, min(place, len(self.slots) - 1))

    def step(self, by: int) -> None:
        """Go one box on or back. Closing a waiting digit moves on by itself: that is the step."""
        if not (self.close() and by > 0):
            self.go(self.current + by)

    def empty(self) -> tuple[int, ...]:
        """Return the places of the dice that the desk would roll: empty, with no digit waiting."""
        held = self.current if self.waiting else -1
        return tuple(k for k, face in enumerate(self.faces) if face is None and k != held)

    def fill_rolled(self, values: Sequence[int]) -> None:
        """Put rolled values into the empty boxes, in order.

        Raise ValueError if they are not as many as the boxes, or a die cannot show its value.
        """
        # Counted before the waiting digit is closed below: its box has a face then, and is not
        # rolled.
        places = self.empty()
        if len(values) != len(places):
            raise ValueError(f"{len(places)} dice to roll, but {len(values)} values")
        faces = [Face(value, Origin.ROLLED) for value in values]
        for place, face in zip(places, faces, strict=True):
            _check(self.slots[place], face)
        self.close()
        for place, face in zip(places, faces, strict=True):
            self.faces[place] = face
            self._rolled[place] = face
        self._go_to_first_empty()

    def _enter(self, value: int) -> None:
        """Enter a face and go on. A face typed over what the desk rolled counts as changed."""
        rolled = self._rolled.get(self.current)
        origin = Origin.TYPED if rolled is None else Origin.CHANGED
        same = rolled is not None and rolled.value == value
        self.faces[self.current] = rolled if rolled and same else Face(value, origin)
        self.waiting = ""
        after = [k for k, face in enumerate(self.faces) if face is None]
        # Behind the last empty box it goes back to the first one that was left out.
        beyond = (k for k in after if k > self.current)
        self.current = next(beyond, (after or [self.current])[0])

    def _go_to_first_empty(self) -> None:
        last = max(0, len(self.slots) - 1)
        self.current = next((k for k, face in enumerate(self.faces) if face is None), last)

    def _lying(self) -> list[tuple[Face | None, Face | None]]:
        return [(face, self._rolled.get(k)) for k, face in enumerate(self.faces)]


def _name(slot: DieSlot) -> Hashable:
    return (slot.sides, slot.key) if slot.key is not None else (slot.sides, "", slot.label)


def _by_name(
    pairs: Iterable[tuple[DieSlot, tuple[Face | None, Face | None]]],
) -> dict[Hashable, list[tuple[Face | None, Face | None]]]:
    lists: dict[Hashable, list[tuple[Face | None, Face | None]]] = defaultdict(list)
    for slot, lying in pairs:
        lists[_name(slot)].append(lying)
    return lists


def _check(slot: DieSlot, face: Face | None) -> None:
    if face and not 1 <= face.value <= slot.sides:
        raise ValueError(f"a d{slot.sides} shows 1 to {slot.sides}, not {face.value}")


_KEY = Qt.Key
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
        self._stood = 0
        self.take_answer_back: Callable[[], bool] = bool
        """Takes back an answer that came after the dice, and so goes before them; False if none did."""
        self._entry = DiceEntry(dice)
        self._flow = in_flow(theme)
        self._words = note(theme, "", "danger")
        self._words.hide()
        self.whose = ""
        """Whose dice they are, as it stands under the boxes."""
        self._whose = note(theme, "", "text3")
        self._whose.hide()
        in_column(theme, self._flow, self._whose, self._words, gap=4, on=self)
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
        self._stood = self._entry.current  # nobody has gone to another box since the row was shown
        if (tuple(tones), tuple(meanings)) != (self._tones, self._meanings):
            self._tones, self._meanings = tuple(tones), tuple(meanings)
            self._show()

    def set_purpose(self, purpose: str) -> None:
        """Set what the roll is for, as it is read out: wagon Hay There Burning Roll."""
        if purpose != self._purpose:
            self._purpose = purpose
            self._show()

    def say_whose(self, words: str) -> None:
        """Say under the boxes whose dice they are, where these are typed or rolled by themselves."""
        self.whose = words
        self._whose.say(words)
        self._whose.setVisible(bool(words))

    def set_live(self, live: bool) -> None:
        """Show the ring even without the focus: digits typed in the pane come here."""
        if live != self._live:
            self._live = live
            self._show()

    def current(self) -> int:
        """Return the place of the box that the next digit goes to."""
        return self._entry.current

    @property
    def box_now(self) -> QWidget | None:
        """The box that the next digit goes to; None where no die is asked for."""
        here = self._entry.current
        return self._boxes[here] if here < len(self._boxes) else None

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys of dice; pass every other key on to the panel."""
        if not self.take_key(event):
            event.ignore()

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key that was pressed anywhere in the pane. Return False if it is not one of dice.

        Enter is used only to close a waiting digit; a second Enter then applies the step.
        """
        typed, plain = sign(event), event.modifiers() in _PLAIN
        if event.key() == _KEY.Key_Backspace and plain and self.takes_back():
            return True
        if not self._entry.slots:
            return False
        if typed.isdecimal() and (plain or event.modifiers() == _SHIFT):
            # Where all dice lie, the panel says what it waits for.
            return not all(self._entry.faces) and self._type(typed)
        if not plain:
            return False
        if event.key() in ENTER:
            return bool(self._entry.waiting) and self._act(self._entry.close)
        return self._take_editing_key(event.key())

    def takes_back(self) -> bool:
        """Take back the answer that came last; False if a digit waits or another box was gone to."""
        here = not self._entry.waiting and self._entry.current == self._stood
        return here and self.take_answer_back()

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

    def _rebuild(self) -> None:
        # Asked before a box is hidden: with its box the focus would leave the row for good.
        had_focus = any(box.hasFocus() for box in self._boxes)
        while len(self._boxes) > len(self._entry.slots):
            take_away(self._flow, self._boxes.pop())
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
