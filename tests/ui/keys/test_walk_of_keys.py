"""Every key that the window shows, in every state: it does what is shown, and nothing gets lost."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from brikdesk.sample import write_scifi_sample
from tests.nightly import NIGHTLY, many
from tests.ui.keys.walked_effects import promised, told
from tests.ui.keys.walked_states import State, states_of
from tests.ui.keys.walked_window import Seen, Walked, changes
from tests.ui.window_scene import open_window
from ui.look.theme import Theme
from ui.widgets.overlay import Overlay

LEAVING = {"Ctrl K", "F11", "Ctrl P", "Ctrl E"}
"""Keys that open a window of the system, or that other states begin with."""

NO_KEYS = {"click", "drag", "letter", "Shift"}
"""What stands on keycaps of the status bar and is no key."""

OF_A_TABLE = {"button By faction", "button Add field", "button Add rack"}
"""Buttons whose key acts in the table with the focus, while each table shows its own."""

UNASKED = ("5", "Q", "Enter", "Space", "Z")
"""Keys that are pressed wherever the walk comes, shown or not."""

PARTS = many(1, 8)
"""A whole walk takes most of an hour: at night it is cut into parts that go side by side."""

Pressed = set[tuple[str, str]]


def caps_of(keys: str) -> list[str]:
    """Return the keys that a keycap stands for: 1–6 is 1 and 6, A–C all three, ↑ ↓ both."""
    if found := re.fullmatch(r"(\d)–(\d)", keys):
        return [found[1], found[2]]
    if found := re.fullmatch(r"([A-Z])–([A-Z])", keys):
        return [chr(code) for code in range(ord(found[1]), ord(found[2]) + 1)]
    parts = keys.split(" ")
    if len(parts) > 1 and parts[0] not in ("Ctrl", "⇧", "Alt"):
        return parts
    return [keys]


class Walk:
    """Goes to states, presses and clicks, and notes what went wrong."""

    def __init__(self, at: Walked) -> None:
        self.at, self.wrong = at, list[str]()
        self.states = self.pressed = self.clicked = 0

    @property
    def words(self) -> str:
        """How far it went, and how often something was wrong."""
        went = f"{self.states} states, {self.pressed} keys, {self.clicked} clicks"
        return f"{went}: {len(self.wrong)} wrong"

    def visit(self, state: State, known: Pressed | None) -> None:
        """Press and click in a state; of the keys that are `known` none, if that is given."""
        self.states += 1
        self._keys(state, known)
        if not state.quiet:
            at = self.states % len(UNASKED)
            self._unasked(state, UNASKED if known is None else UNASKED[at : at + 1])
        if known is None or not state.quiet or self.states % 10 == 0:
            self._clicks(state, every=known is None)

    def _enter(self, state: State) -> None:
        self.at.reset()
        state.enter()
        self.at.view.status.clear()  # what an earlier key came to is not what the next one says

    def _keys(self, state: State, known: Pressed | None) -> None:
        """Press every key that is shown, each from the state as it was entered."""
        self._enter(state)
        for keys, words in self.at.shown_keys():
            if known is not None and (keys, words) in known:
                continue
            if known is not None:
                known.add((keys, words))
            caps = [cap for cap in caps_of(keys) if cap not in NO_KEYS]
            if not caps or keys in LEAVING or words in OF_A_TABLE:
                continue
            done = [self._does(state, keys, cap, words) for cap in caps]
            # Of arrows and letters one may be at its end, or have been chosen; digits all count.
            if not (all(done) if keys[:1].isdecimal() else any(done)):
                self.wrong.append(f"{state.name}: {keys} does not: {words}; nor is it said why")

    def _does(self, state: State, keys: str, cap: str, words: str) -> bool:
        at = self.at
        self._enter(state)
        if (keys, words) not in at.shown_keys():
            return True  # some lists remember a row, and with it which keys they show
        before = at.seen()
        at.press(cap)
        self.pressed += 1
        after = at.seen()
        self._focus(f"{state.name}: {cap} ({words})")
        if not words.startswith("button "):
            return promised(words, before, after) or told(before, after)
        self._enter(state)
        if not at.click_button(words.removeprefix("button "), cap):
            return True
        # A menu names all that there is, while the key goes on to the next or takes the one named.
        menu = QApplication.activePopupWidget() is not None and bool(changes(before, after))
        return menu or done_by(after) == done_by(at.seen()) or told(before, after)

    def _unasked(self, state: State, caps: Sequence[str]) -> None:
        """Press keys that may mean nothing there: something happens, or it is said why not."""
        at = self.at
        for cap in caps:
            self._enter(state)
            if QApplication.activePopupWidget() or at.waits() == "form":
                return  # a menu shows no keys of its own; in a form a key is what is filled in
            before = at.seen()
            at.press(cap)
            self.pressed += 1
            if not changes(before, at.seen()):
                self.wrong.append(f"{state.name}: {cap} does nothing, and nothing is said")
            self._focus(f"{state.name}: {cap}")

    def _clicks(self, state: State, *, every: bool) -> None:
        """Click on the map: what waits keeps the keys, and all that was filled in."""
        at = self.at
        self._enter(state)
        if at.each(Overlay) or not at.map.view.isVisible():
            return
        spots = list(at.spots())
        for name, x, y in spots if every else spots[self.states % 3 :][:1]:
            self._enter(state)
            before, waits = at.seen(), at.waits()
            at.click_map(x, y)
            self.clicked += 1
            after = at.seen()
            where = f"{state.name}: a click on {name}"
            self._focus(where)
            if waits and not at.waits() and "acts" not in changes(before, after):
                self.wrong.append(f"{where} takes the keys from the {waits}")
            # A click that answers whom to fire at brings the distance of the new target with it.
            answered = "target" in before["picks"] and "target" not in after["picks"]
            free = at.measured() if answered else ""
            if waits and not kept_answers(before, free) <= kept_answers(after, free):
                self.wrong.append(f"{where} loses what was filled in")

    def _focus(self, where: str) -> None:
        focus = QApplication.focusWidget()
        if QApplication.activePopupWidget():
            return
        if focus is None or not focus.isVisible() or not focus.isEnabled():
            self.wrong.append(f"{where}: the focus is lost")


def done_by(seen: Seen) -> Seen:
    """Return what a key and a click on the button with its keycap must have in common."""
    names = ("acts", "step", "chosen", "attack", "sf", "sheet", "aside", "tab", "tool", "overlays")
    # A roll gives other faces each time.
    dice = [sorted(map(str, faces)) for faces in seen["dice"][:2]]
    return {**{name: seen[name] for name in names}, "dice": dice}


def kept_answers(seen: Seen, free: object = "") -> set[str]:
    """Return the dice, answers and words that are filled in, but not those in the field `free`."""
    faces = enumerate(seen["dice"][:2])
    dice = [f"{which} {key} {face}" for which, row in faces for key, face in row.items()]
    words = [f"{where} {text}" for where, text in seen["texts"] if text and where != free]
    return {*dice, *words, *(str(each) for each in seen["chosen"] if each)}


@pytest.fixture(params=["BRIKWARS_2020", "SCIFI"])
def walk(
    request: pytest.FixtureRequest,
    qtbot: QtBot,
    theme: Theme,
    sample: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Walk]:
    """Yield a walk through the sample campaign of a rule set."""
    for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
        # A window of the system, in which no test can press a key.
        monkeypatch.setattr(QFileDialog, name, lambda *_: ("", ""))
    file = sample
    if request.param == "SCIFI":
        file = tmp_path / "stars.brik"
        write_scifi_sample(file)
    with open_window(qtbot, theme, file) as window:
        walked = Walked(window)
        walked.desk._thrower = lambda sides: min(sides, 3)  # each time the same
        yield Walk(walked)


@pytest.mark.thorough(
    witness="tests/ui/attack/test_attack_keys_now.py::test_every_keycap_in_sight_means_what_it_stands_at"
)
@pytest.mark.parametrize("part", range(PARTS))
def test_each_key_does_what_is_shown_and_no_click_on_the_map_loses_anything(
    walk: Walk, part: int
) -> None:
    """At night every key of every state; else each label once, in every third state."""
    known: Pressed | None = None if NIGHTLY else set()
    for place, state in enumerate(states_of(walk.at, walk.at.work.games[0])):
        if place % PARTS == part and (known is None or place % 3 == 0):
            walk.visit(state, known)
    print(walk.words)
    assert not walk.wrong, "\n".join((walk.words, *walk.wrong))
    assert walk.pressed > 50, "the states show keys"
