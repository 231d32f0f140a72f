"""Buttons with their keys, switches of a few words, and who has the keys while it waits."""

from collections.abc import Callable
from typing import ClassVar, Literal
from weakref import WeakSet

from msgspec import Struct
from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QRectF, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from shiboken6 import isValid

from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import KEYS, shown
from ui.look.text import tip
from ui.look.theme import Theme, override
from ui.widgets.focus import sheet_over
from ui.widgets.layout import in_row
from ui.widgets.painted import (
    PaintedButton,
    PaintedWidget,
    draw_centred,
    draw_focus,
    draw_line,
    draw_plate,
    keycap_width,
    paint_keycap,
    painting,
    square_in,
    text_width,
)

Does = Callable[..., object] | SignalInstance
"""What a click calls, or the signal that hands it on."""

CapRows = tuple[tuple[str, str], ...]
"""Keycaps with what they do."""

IN_LIST: CapRows = (("↑ ↓", "row"), ("Enter", "choose"), ("Esc", "back"))
_IN_WORDS = ("Space", "⇧ Space", "Backspace", "Delete", "Del", "Home", "← →", "← ↑ ↓ →")


class OwnKeys:
    """A part with keys of its own while the focus is in it."""

    own_keys: ClassVar[CapRows] = ()
    takes_words: bool = True
    """Whether a text field or drop-down list in it takes letters and signs; else only figures."""

    @property
    def letter_now(self) -> str:
        """The one letter that it takes although it takes no words, as a keycap; "" for none."""
        return ""

    @property
    def keys_now(self) -> CapRows:
        """Those of its keys that do something now; the others are its own all the same."""
        return self.own_keys


class HoldsKeys:
    """A part whose keys stand on the buttons in it: they act while the focus is in it."""

    def leaves(self, cap: str) -> bool:
        """Return whether a key acts elsewhere in the window while the focus is in this part."""
        return False


_ANYWHERE = frozenset(shown(keys) for some in KEYS.values() for keys in some) | {"O"}
"""Keycaps that act wherever the focus is: the desk's commands, and what overrules a refusal."""


_painted: WeakSet["ShowsCap"] = WeakSet()
"""The buttons of which a keycap has been painted: looking for them among all parts of a window takes long."""


class ShowsCap:
    """A button with a keycap, which is dim while its key goes elsewhere."""

    _painted_live = True

    @property
    def cap(self) -> str:
        """The keys on the cap; empty where there is none."""
        raise NotImplementedError

    @property
    def cap_is_live(self) -> bool:
        """Whether the key acts where the focus is now. A window without focus lights all."""
        assert isinstance(self, QtWidgets.QWidget)
        now = self.window().focusWidget()
        return self._acts(now, sheet_over(now))

    def _acts(self, now: QtWidgets.QWidget | None, over: QtWidgets.QWidget | None) -> bool:
        """Return whether the key acts where `now` has the focus, on the sheet `over` the panes."""
        assert isinstance(self, QtWidgets.QWidget)
        if now is None:
            return True
        home = self.window() if self.cap in _ANYWHERE else _home_of(self)
        if over is not None and not over.isAncestorOf(self):
            return False
        inside = now is home or home.isAncestorOf(now)
        if not inside and isinstance(there := _home_of(now), HoldsKeys):
            return there.leaves(self.cap)
        return inside and TakenKeys(now, home).leaves(self.cap)

    def follow_keys(self, now: QtWidgets.QWidget | None, over: QtWidgets.QWidget | None) -> None:
        """Paint the cap again if the focus, now at `now`, has come to where its key acts, or left it."""
        assert isinstance(self, QtWidgets.QWidget)
        if self._acts(now, over) != self._painted_live:
            self.update()

    def paint_cap(
        self, painter: QPainter, box: QRectF, theme: Theme, on_accent: bool = False
    ) -> None:
        """Paint the cap at the left of a box, dim where its key does not act now."""
        assert isinstance(self, QtWidgets.QWidget)
        _painted.add(self)
        self._painted_live = self.cap_is_live
        able = self.isEnabled() and self._painted_live
        paint_keycap(painter, box, theme, self.cap, on_accent and self.isEnabled(), able)


def _home_of(button: QtWidgets.QWidget) -> QtWidgets.QWidget:
    """Return the part in which the key of a button acts: its own, or else the whole window."""
    at = button.parentWidget()
    while at is not None and not isinstance(at, HoldsKeys) and not at.isWindow():
        at = at.parentWidget()
    return at or button


class CapsFollowFocus(QObject):
    """Paints the keycaps in a window bright only where their keys act, wherever the focus goes."""

    def __init__(self, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._window = window
        # Once, when the focus has arrived: on its way to another page it is in four places.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._follow)
        app = QtWidgets.QApplication.instance()
        if isinstance(app, QtWidgets.QApplication):
            app.focusChanged.connect(self._heard)

    def _heard(self, _old: QtWidgets.QWidget | None, now: QtWidgets.QWidget | None) -> None:
        if now is not None and self._window.isAncestorOf(now):
            self._soon.start()

    def _follow(self) -> None:
        follow_keys(self._window)


def follow_keys(within: QtWidgets.QWidget) -> None:
    """Paint the keycaps in a part as it is said by what has the focus now."""
    now = within.window().focusWidget()
    over = sheet_over(now)  # the same for all of them
    for button in tuple(_painted):
        assert isinstance(button, QtWidgets.QWidget)
        # Python may still know one that Qt has deleted.
        if isValid(button) and button.isVisible() and button.cap and within.isAncestorOf(button):
            button.follow_keys(now, over)


class TakenKeys:
    """What the widget with the focus, and the parts of `pane` around it, take for themselves."""

    def __init__(self, now: QtWidgets.QWidget | None, pane: QtWidgets.QWidget) -> None:
        parts: list[OwnKeys] = []
        at = now
        while at is not None and at is not pane:
            if isinstance(at, OwnKeys):
                parts.append(at)
            at = at.parentWidget()
        self.keys: CapRows = next((part.keys_now for part in parts if part.own_keys), ())
        self._caps = {cap for part in parts for cap, _ in part.own_keys}
        self._types = isinstance(now, QtWidgets.QLineEdit)
        # A letter chooses in a drop-down list, as Qt has it.
        worded = self._types or isinstance(now, QtWidgets.QComboBox)
        self._words = worded and (not parts or parts[0].takes_words)
        self._letter = parts[0].letter_now if parts else ""
        # Space presses such a button, or opens such a list.
        self._presses = isinstance(now, QtWidgets.QAbstractButton | QtWidgets.QComboBox)

    @property
    def state(self) -> tuple[object, ...]:
        """All that `leaves` goes by: with equal states the same keycaps are dim."""
        words = self._types, self._words, self._letter
        return self.keys, frozenset(self._caps), *words, self._presses

    def leaves(self, cap: str) -> bool:
        """Return whether a key goes on to the pane."""
        if cap in self._caps or (self._presses and cap == "Space") or cap == self._letter != "":
            return False
        if self._types and (cap in _IN_WORDS or cap[:1].isdecimal()):
            return False
        # One letter or sign, or a range of letters as A–E.
        return not (self._words and (len(cap) == 1 or (len(cap) == 3 and cap[1] == "–")))


ButtonKind = Literal["primary", "soft", "quiet", "danger"]

PADDING, GAP, KEY_GAP, ICON = 12, 8, 8, 16
HIGH, HIGH_LARGE = 32, 44

_INKS: dict[ButtonKind, str] = {
    "primary": "on_accent",
    "soft": "text",
    "quiet": "text2",
    "danger": "danger",
}


class Button(QtWidgets.QPushButton, ShowsCap):
    """A button with icon, words and keycap. The style sheet paints its plate by its kind.

    A click does not move the focus to it, so that the dice keep the keys. A button without words
    shows its icon alone; `name` is then its tip and what a screen reader says. A click calls `does`.
    """

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        kind: ButtonKind = "soft",
        icon: str = "",
        key: str = "",
        name: str = "",
        large: bool = False,
        does: Does | None = None,
    ) -> None:
        super().__init__()
        self.theme = theme
        self._kind, self._icon, self._key, self._large = kind, icon, key, large
        self._written: tuple[str, str, str] | None = None
        self.setProperty("kind", kind)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.set_words(text, name)
        if does is not None:
            self.clicked.connect(does)
        theme.changed.connect(self._restyle)

    @property
    def kind(self) -> ButtonKind:
        """Primary, soft, quiet or danger."""
        return self._kind

    def set_kind(self, kind: ButtonKind) -> None:
        """Give it another kind, as when it becomes the next thing to do."""
        if kind != self._kind:
            self._kind = kind
            self.setProperty("kind", kind)
            # A style sheet reads the property when it polishes a widget, and not when the property
            # changes.
            self.style().unpolish(self)
            self.style().polish(self)
            self.update()

    def set_words(self, text: str, name: str = "") -> None:
        """Write other words on it. The same words again cost no new layout."""
        if (text, name, self._key) == self._written:
            return
        self._written = text, name, self._key
        self._words = text
        # A single & would underline the next letter and make it a shortcut (Alt and that letter).
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(name or text)
        tip(self, f"{name}  {self._key}".strip() if name else "")
        self._restyle()

    @property
    def key(self) -> str:
        """The key that its cap shows; empty where it has none now."""
        return self._key

    @property
    @override
    def cap(self) -> str:
        """The keys on its cap."""
        return self._key

    def set_key(self, key: str) -> None:
        """Show another key, or none while it means something else."""
        if key != self._key:
            self._key = key
            self._restyle()

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        if icon != self._icon:
            self._icon = icon
            self._restyle()

    def sizeHint(self) -> QSize:
        """Return the size of padding, icon, words and keycap."""
        px, high = self.theme.px, self.theme.px(HIGH_LARGE if self._large else HIGH)
        if self._icon and not self._words and not self._key:
            return QSize(high, high)
        return QSize(self._content_width() + 2 * px(PADDING + 2 * self._large), high)

    def minimumSizeHint(self) -> QSize:
        """Return the same size: a layout must not cut the words of a button."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plate by the style sheet, then the content on it."""
        option = QtWidgets.QStyleOptionButton()
        self.initStyleOption(option)
        # The content is painted here, not by the style: a style has no room for a keycap.
        option.text = ""
        option.icon = QIcon()
        with painting(self) as painter:
            plate = QtWidgets.QStyle.ControlElement.CE_PushButton
            self.style().drawControl(plate, option, painter, self)
            self._paint_content(painter)

    def _paint_content(self, painter: QPainter) -> None:
        theme, box, ink = self.theme, QRectF(self.rect()), self._ink()
        left = round((self.width() - self._content_width()) / 2)
        if self._icon:
            side = theme.px(ICON)
            place = QRectF(left, 0, side, box.height())
            paint_icon(painter, square_in(place, side), theme, self._icon, ink)
            left += side + theme.px(GAP)
        if self._words:
            wide = text_width(theme.button_font(), self._words)
            line = QRectF(left, 0, wide, box.height())
            draw_line(painter, line, self._words, theme.button_font(), theme.color(ink))
            left += wide + theme.px(KEY_GAP)
        if self._key:
            cap = QRectF(left, 0, keycap_width(theme, self._key), box.height())
            self.paint_cap(painter, cap, theme, self._kind == "primary")

    def _content_width(self) -> int:
        px = self.theme.px
        parts = []
        if self._icon:
            parts.append(px(ICON))
        if self._words:
            parts.append(text_width(self.theme.button_font(), self._words))
        if self._key:
            parts.append(keycap_width(self.theme, self._key))
        return sum(parts) + px(GAP) * max(0, len(parts) - 1)

    def _ink(self) -> str:
        if not self.isEnabled():
            return "text3"
        bright = self._kind == "quiet" and (self.underMouse() or self.isChecked())
        return "text" if bright else _INKS[self._kind]

    def _restyle(self) -> None:
        self.setFont(self.theme.button_font())
        self.updateGeometry()
        self.update()


def icon_button(theme: Theme, icon: str, name: str, does: Does | None = None) -> Button:
    """Return a quiet button that shows its icon alone; a screen reader says its name."""
    return Button(theme, "", "quiet", icon, name=name, does=does)


class Segment(Struct, frozen=True):
    """A word, its icon, and a badge: how many things wait, or a word like done."""

    text: str
    icon: str = ""
    badge: str = ""


class _SegmentButton(PaintedButton):
    HIGH, GAP, RADIUS, BADGE = 30, 8, 6, 20

    def __init__(
        self, theme: Theme, segment: Segment, padding: int, parent: QtWidgets.QWidget
    ) -> None:
        super().__init__(theme, parent)
        self._padding = padding
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.MinimumExpanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self.setCheckable(True)
        self.show_segment(segment)

    def show_segment(self, segment: Segment) -> None:
        self.segment = segment
        self.setText(segment.text.replace("&", "&&"))
        badge = f", {segment.badge}" if segment.badge else ""
        self.setAccessibleName(segment.text + badge)
        self.restyle()

    def sizeHint(self) -> QSize:
        px = self.theme.px
        return QSize(self._content_width() + 2 * px(self._padding), px(self.HIGH))

    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, radius = self.theme, self.theme.px(self.RADIUS)
        if self.isChecked():
            draw_plate(painter, box, radius, theme.color("raised"), theme.color("line2"))
        ink = "text" if self.isChecked() or self.underMouse() else "text2"
        left: float = round((self.width() - self._content_width()) / 2)
        if self.segment.icon:
            side = theme.px(ROW)
            place = QRectF(left, 0, side, box.height())
            paint_icon(painter, square_in(place, side), theme, self.segment.icon, ink)
            left += side + theme.px(self.GAP)
        words = text_width(theme.button_font(), self.segment.text)
        line = QRectF(left, 0, words, box.height())
        draw_line(painter, line, self.segment.text, theme.button_font(), theme.color(ink))
        self._paint_badge(painter, left + words + theme.px(self.GAP))
        if self.hasFocus():
            draw_focus(painter, box, theme, radius)

    def _paint_badge(self, painter: QPainter, left: float) -> None:
        if not self.segment.badge:
            return
        theme, side, font = self.theme, self.theme.px(self.BADGE), self.theme.font("caption", True)
        plate = square_in(QRectF(left, 0, self._badge_width(), self.height()), side)
        plate = QRectF(left, plate.top(), self._badge_width(), side)
        # A count is something to do and gets the accent; a word only informs.
        counts = self.segment.badge.isdecimal()
        if counts:
            draw_plate(painter, plate, side / 2, theme.color("accent"))
        ink = theme.color("on_accent" if counts else "text2")
        draw_centred(painter, plate.center(), self.segment.badge, font, ink)

    def _badge_width(self) -> int:
        wide = text_width(self.theme.font("caption", True), self.segment.badge)
        return max(self.theme.px(self.BADGE), wide + self.theme.px(8))

    def _content_width(self) -> int:
        px, segment = self.theme.px, self.segment
        wide = text_width(self.theme.button_font(), segment.text)
        wide += px(ROW) + px(self.GAP) if segment.icon else 0
        return wide + (px(self.GAP) + self._badge_width() if segment.badge else 0)


class Segmented(PaintedWidget):
    """A switch of a few words; `chosen` brings the place of the one that the referee turned on.

    `padding` are the pixels at 100 % beside each word.
    """

    chosen = Signal(int)

    def __init__(
        self,
        theme: Theme,
        segments: tuple[Segment, ...],
        parent: QtWidgets.QWidget | None = None,
        padding: int = PADDING,
    ) -> None:
        super().__init__(theme, parent)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )
        self._line = in_row(theme, gap=2, on=self)
        self._group = QtWidgets.QButtonGroup(self)
        for place, segment in enumerate(segments):
            button = _SegmentButton(theme, segment, padding, self)
            self._group.addButton(button, place)
            self._line.addWidget(button)
        # Not `idToggled`: that would also tell of what the program turns on itself.
        self._group.idClicked.connect(self.chosen)
        self.restyle()
        self.set_current(0)

    def current(self) -> int:
        """Return the place of the segment that is on; -1 for none."""
        return self._group.checkedId()

    def set_current(self, place: int) -> None:
        """Turn a segment on without emitting `chosen`."""
        if button := self._group.button(place):
            button.setChecked(True)

    def set_segment(self, place: int, segment: Segment) -> None:
        """Show another word, icon or badge."""
        button = self._group.button(place)
        if isinstance(button, _SegmentButton):
            button.show_segment(segment)

    def restyle(self) -> None:
        """Take up new sizes."""
        edge = self.theme.px(3)
        self._line.setContentsMargins(edge, edge, edge, edge)
        super().restyle()

    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Paint the well that the segments lie in."""
        radius = self.theme.px(8)
        draw_plate(painter, box, radius, self.theme.color("well"), self.theme.color("line"))


class Asker(HoldsKeys):
    """A pane or a sheet that may wait for dice, a choice, or what a form asks."""

    def waits_for(self) -> str:
        """Return what it waits for and the keys for it, as a sentence; "" if for nothing."""
        raise NotImplementedError


def asker_of(widget: QtWidgets.QWidget | None) -> Asker | None:
    """Return the innermost asker that a widget is part of."""
    at = widget
    while at is not None and not isinstance(at, Asker):
        at = at.parentWidget()
    return at


def waits_with_the_keys() -> bool:
    """Return whether the focus is in something that waits for an answer."""
    asker = asker_of(QtWidgets.QApplication.focusWidget())
    return asker is not None and bool(asker.waits_for())
