"""Random keys, clicks, drags, wheel and sizes, as data: the same seed gives the same ones."""

from collections.abc import Callable, Iterator
from random import Random

from tests.xserver.hands import LEFT, RIGHT, WHEEL_DOWN, WHEEL_UP, Hands

Event = list[str | float]
"""A kind and what belongs to it; places are parts of the window's width and height."""

Box = tuple[int, int, int, int]

PLAIN = (
    *("Enter", "Esc", "Tab", "Shift+Tab", "Space", "Backspace", "Delete", "F2", "F6", "Shift+F6"),
    *("Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Alt+Up", "Alt+Down"),
    *(
        "Shift+Up",
        "Shift+Down",
        "Ctrl+A",
        "Ctrl+C",
        "Ctrl+V",
        "Ctrl+X",
        "Shift+F10",
        "Plus",
        "Minus",
    ),
)
COMMANDS = (
    *("Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5", "Ctrl+B", "Ctrl+J", "Ctrl+K", "Ctrl+Z"),
    *(
        "Ctrl+Z",
        "Ctrl+Y",
        "Ctrl+Shift+Z",
        "Ctrl+Enter",
        "Ctrl+Enter",
        "Ctrl+Shift+Enter",
        "Shift+Space",
    ),
    *("Ctrl+Shift+Space", "F1", "F10", "F11", "Ctrl+comma", "Ctrl+n", "Ctrl+e", "Ctrl+p"),
    *("Ctrl+Shift+l", "Ctrl+plus", "Ctrl+minus", "Ctrl+0", "Ctrl+Shift+s"),
)
WORDS = (
    "3",
    "12",
    "Gnome",
    "ra 6",
    "burn",
    "undo",
    "rule 8.4",
    "new unit",
    "shoot",
    "settings",
    "x",
)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789/?.'"
SIZES = ((1440, 900), (1100, 800), (820, 600), (1560, 940), (960, 640))


def events(seed: int) -> Iterator[Event]:
    """Yield events without end."""
    chance = Random(f"monkey {seed}")
    while True:
        motif = chance.choices(MOTIFS, WEIGHTS)[0]
        yield from motif(chance)


def perform(hands: Hands, event: Event, window: int, box: Box) -> None:
    """Have an event happen in a window that stands in `box` on the screen."""
    kind, *rest = event
    if kind == "key":
        hands.key(str(rest[0]))
    elif kind == "type":
        hands.type(str(rest[0]))
    elif kind == "resize":
        hands.resize(window, int(rest[0]), int(rest[1]))
    else:
        places = [
            _place(box, float(x), float(y)) for x, y in zip(rest[::2], rest[1::2], strict=False)
        ]
        if kind == "drag":
            hands.drag(places[:2])
        else:
            button, times = BUTTONS[str(kind)]
            hands.click(*places[0], button, times)


BUTTONS = {
    "click": (LEFT, 1),
    "double": (LEFT, 2),
    "right": (RIGHT, 1),
    "up": (WHEEL_UP, 3),
    "down": (WHEEL_DOWN, 3),
}


def _place(box: Box, x: float, y: float) -> tuple[int, int]:
    left, top, wide, high = box
    return left + int(x * (wide - 1)), top + int(y * (high - 1))


def _spot(chance: Random) -> list[float]:
    return [round(chance.random(), 4), round(chance.random(), 4)]


def _plain(chance: Random) -> Iterator[Event]:
    for _ in range(chance.randint(1, 4)):
        yield ["key", chance.choice(PLAIN)]


def _letters(chance: Random) -> Iterator[Event]:
    for _ in range(chance.randint(1, 4)):
        yield ["key", chance.choice(LETTERS)]


def _command(chance: Random) -> Iterator[Event]:
    yield ["key", chance.choice(COMMANDS)]


def _click(chance: Random) -> Iterator[Event]:
    kind = chance.choices(("click", "double", "right", "up", "down"), (10, 2, 2, 1, 1))[0]
    yield [kind, *_spot(chance)]


def _drag(chance: Random) -> Iterator[Event]:
    yield ["drag", *_spot(chance), *_spot(chance)]


def _resize(chance: Random) -> Iterator[Event]:
    yield ["resize", *chance.choice(SIZES)]


def _edit(chance: Random) -> Iterator[Event]:
    """Edit a cell of a table, as the referee who corrects a number."""
    for _ in range(chance.randint(0, 4)):
        yield ["key", chance.choice(("Down", "Down", "Right", "Right", "Right", "Left"))]
    yield ["key", "F2"]
    yield ["key", chance.choice("0123456789")]
    yield ["key", chance.choice(("Enter", "Enter", "Enter", "Tab", "Esc", "F6", "Ctrl+1", "Down"))]


def _ledger(chance: Random) -> Iterator[Event]:
    yield ["key", "Ctrl+3"]
    for _ in range(chance.randint(0, 6)):
        yield ["key", "Shift+Tab"]
    yield ["key", "Home"]
    for _ in range(chance.randint(1, 3)):
        yield ["key", "Right"]
    yield ["key", "F2"]
    yield ["key", chance.choice("0123456789")]
    yield ["key", chance.choice(("Enter", "Enter", "Tab"))]
    yield from _edit(chance)


def _search(chance: Random) -> Iterator[Event]:
    yield ["key", "Ctrl+K"]
    yield ["type", chance.choice(WORDS)]
    for _ in range(chance.randint(0, 3)):
        yield ["key", "Down"]
    yield ["key", chance.choice(("Enter", "Enter", "Esc"))]


def _queue(chance: Random) -> Iterator[Event]:
    """Go on in the turn: roll, apply, choose."""
    yield ["key", "Ctrl+Shift+Space"]
    for _ in range(chance.randint(1, 5)):
        yield [
            "key",
            chance.choice(("Space", "Enter", "Enter", "A", "1", "4", "6", "S", "Shift+Space")),
        ]


def _turn(chance: Random) -> Iterator[Event]:
    yield ["key", chance.choice(("Ctrl+Shift+Enter", "Ctrl+Shift+Space"))]
    yield ["key", chance.choice(("Enter", "Space", "S", "Esc"))]


def _form(chance: Random) -> Iterator[Event]:
    """Fill in whatever form there is."""
    for _ in range(chance.randint(1, 4)):
        yield ["type", chance.choice(WORDS)] if chance.random() < 0.5 else ["key", "Down"]
        yield ["key", "Tab"]
    yield ["key", "Ctrl+Enter"]
    yield ["key", chance.choice(LETTERS)]


def _back_and_forth(chance: Random) -> Iterator[Event]:
    for _ in range(chance.randint(1, 6)):
        yield ["key", chance.choice(("Ctrl+Z", "Ctrl+Z", "Ctrl+Y"))]


MOTIFS: tuple[Callable[[Random], Iterator[Event]], ...] = (
    *(_plain, _letters, _command, _click, _drag, _resize),
    *(_edit, _ledger, _search, _queue, _turn, _form, _back_and_forth),
)
WEIGHTS = (30, 20, 14, 40, 3, 2, 8, 9, 6, 12, 4, 8, 5)
