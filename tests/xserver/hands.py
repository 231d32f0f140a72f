"""Keys and clicks as a referee gives them: the X server takes them for a keyboard and a mouse."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest
from Xlib.protocol.event import ClientMessage

NAMES = {
    "Enter": "Return",
    "Esc": "Escape",
    "Space": "space",
    "Backspace": "BackSpace",
    "PageUp": "Prior",
    "PageDown": "Next",
    "Plus": "plus",
    "Minus": "minus",
    "Ctrl": "Control_L",
    "Shift": "Shift_L",
    "Alt": "Alt_L",
}
"""Names of keys where the X server has another one."""

SIGNAL = "_BRIKDESK_TEST_MARK"
BETWEEN_CLICKS = 10
"""Milliseconds that the X server waits within a double click: of clicks at one time it tells no two."""

BETWEEN_PRESSES = 2
"""Milliseconds between two presses of one key: of one time they are a key that is held down."""

LEFT, MIDDLE, RIGHT, WHEEL_UP, WHEEL_DOWN = 1, 2, 3, 4, 5


class Hands:
    """One keyboard and one mouse on a display."""

    def __init__(self, name: str) -> None:
        self._display = Display(name)
        self._codes = self._read_keyboard()
        self._pressed = 0

    def close(self) -> None:
        """Let go of the display."""
        self._display.close()

    def key(self, keys: str) -> None:
        """Press and release a key with what is held down before it, as `Ctrl+Shift+Enter`."""
        *held, last = keys.split("+") if keys != "+" else [keys]
        code, shift = self._code(last)
        down = [self._code(each)[0] for each in held]
        if shift and "Shift" not in held:
            down.append(self._code("Shift")[0])
        self._press([*down, code])

    def type(self, words: str) -> None:
        """Type words, as fast as the machine takes them."""
        for sign in words:
            code, shift = self._codes[ord(sign)]
            self._press([self._code("Shift")[0], code] if shift else [code])

    def move(self, x: int, y: int) -> None:
        """Put the pointer on a place of the screen."""
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)

    @contextmanager
    def holding(self, key: str) -> Iterator[None]:
        """Hold a key down while the mouse is at work."""
        code, _ = self._code(key)
        xtest.fake_input(self._display, X.KeyPress, code)
        yield
        xtest.fake_input(self._display, X.KeyRelease, code)

    def click(self, x: int, y: int, button: int = LEFT, times: int = 1) -> None:
        """Click on a place; the wheel is a button too."""
        self.move(x, y)
        pause = BETWEEN_CLICKS if times > 1 else 0
        for place in range(times):
            xtest.fake_input(self._display, X.ButtonPress, button, pause if place else 0)
            xtest.fake_input(self._display, X.ButtonRelease, button, pause)

    def drag(self, places: Iterable[tuple[int, int]]) -> None:
        """Hold the left button down from the first place to the last."""
        first, *others = places
        self.move(*first)
        xtest.fake_input(self._display, X.ButtonPress, LEFT)
        for place in others:
            self.move(*place)
        xtest.fake_input(self._display, X.ButtonRelease, LEFT)

    def resize(self, window: int, wide: int, high: int) -> None:
        """Ask the window manager for another size of a window."""
        self._display.create_resource_object("window", window).configure(width=wide, height=high)

    def from_below(self) -> list[int]:
        """Return the windows of programs as they lie upon each other, the lowest first."""
        root = self._display.screen().root
        atom = self._display.intern_atom("_NET_CLIENT_LIST_STACKING")
        found = root.get_full_property(atom, X.AnyPropertyType)
        return [] if found is None else [int(each) for each in found.value]

    def sync(self) -> None:
        """Wait until the X server has had all of it."""
        self._display.sync()

    def mark(self, window: int, number: int) -> None:
        """Send a window a number behind all that came before: when it has it, it has the rest."""
        signal = self._display.intern_atom(SIGNAL)
        event = ClientMessage(window=window, client_type=signal, data=(32, [number, 0, 0, 0, 0]))
        self._display.send_event(
            self._display.create_resource_object("window", window), event, event_mask=0
        )
        self._display.sync()

    def _press(self, codes: list[int]) -> None:
        pause = BETWEEN_PRESSES if codes[-1] == self._pressed else 0
        self._pressed = codes[-1]
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code, pause)
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)

    def _code(self, name: str) -> tuple[int, bool]:
        sign = ord(name) if len(name) == 1 else XK.string_to_keysym(NAMES.get(name, name))
        return self._codes[sign]

    def _read_keyboard(self) -> dict[int, tuple[int, bool]]:
        """Return for each sign the key that makes it, and whether with Shift."""
        first, last = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        codes: dict[int, tuple[int, bool]] = {}
        for place, signs in enumerate(
            self._display.get_keyboard_mapping(first, last - first + 1), first
        ):
            for shift, sign in enumerate(signs[:2]):
                if sign:
                    codes.setdefault(sign, (place, bool(shift)))
        return codes
