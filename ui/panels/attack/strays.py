"""Missed Shots: who places each, the circle in which it may land, and what it strikes."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from brikdesk.acts.attack.aim import Stray
from ui.forms.measure import MeasureEdit
from ui.look.text import ElidedLabel, plain_label
from ui.look.theme import Theme
from ui.models.attack import strays as attack_strays
from ui.models.attack.controller import AttackController
from ui.models.attack.strays import Miss
from ui.models.pick_rows import PickRow
from ui.parts.fields.pick_list import PickList
from ui.parts.units.unit_cells import token_of
from ui.widgets.buttons import Button
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.own_keys import OwnKeys
from ui.widgets.painted import PaintedWidget
from ui.widgets.token import Token, TokenLook

_KEYS = Qt.FocusReason.ShortcutFocusReason
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BOMB = TokenLook("slate", "!")


class StrayRow(QWidget):
    """Something that a Missed Shot strikes: token, name, inches from the weapon, a cross.

    `measured` is called with inches that were typed, `spared` when the cross is pressed.
    """

    def __init__(self, theme: Theme, name: str, look: TokenLook) -> None:
        super().__init__()
        self.theme = theme
        self.measured: Callable[[float], object] = lambda _far: None
        self.spared: Callable[[], object] = lambda: None
        self.distance = MeasureEdit(theme, 0, 10_000, '"', 2)
        self.distance.setAccessibleName(f"{name}, inches from the weapon")
        self.distance.textEdited.connect(self._typed)
        self._cross = Button(theme, "", "quiet", "cross", name=f"{name} is not struck")
        self._cross.clicked.connect(lambda: self.spared())  # not as it is now: it is set later
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(Token(theme, look, 22, name))
        self._line.addWidget(ElidedLabel(theme, name, "body"), 1)
        self._line.addWidget(self.distance)
        self._line.addWidget(self._cross)
        self.restyle()

    def show_distance(self, inches: float) -> None:
        """Show the distance, unless one is being typed."""
        if not self.distance.hasFocus():
            self.distance.set_value(round(inches, 1))

    def restyle(self) -> None:
        """Take up new sizes."""
        self.distance.setFixedWidth(self.theme.px(84))
        self._line.setSpacing(self.theme.px(8))

    def _typed(self) -> None:
        if self.distance.value() is not None and not self.distance.problem():
            self.measured(float(self.distance.value() or 0))


class MissLine(QWidget):
    """One Missed Shot in words, with the button that asks what it strikes (`asked`)."""

    def __init__(self, theme: Theme, key: str) -> None:
        super().__init__()
        self.theme = theme
        self.asked: Callable[[], object] = lambda: None
        self.words = plain_label(theme, "", "small", "text2", wrap=True)
        self.button = Button(theme, "Strikes", "soft", "homing", key)
        self.button.clicked.connect(lambda: self.asked())
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self.words, 1)
        self._line.addWidget(self.button)
        self.restyle()

    def show_miss(self, miss: Miss) -> None:
        """Show what is known of the shot, and on the button what that does."""
        self.words.say(miss.words)
        struck = "Strikes somebody else" if miss.strays else "Strikes…"
        self.button.set_words(struck if miss.tracked else "Track it")
        self.button.setVisible(not miss.tracked or miss.spot is not None)

    def restyle(self) -> None:
        """Take up new sizes."""
        self._line.setSpacing(self.theme.px(8))


class StrayTable(PaintedWidget, OwnKeys):
    """A line for each Missed Shot, a row for each thing struck, and the list to pick it from (L).

    `opened` says whether the list came or went. On `left` the keys go back to where they were.
    """

    own_keys = (("Tab", "next"), ("Enter", "done"), ("Esc", "back"))

    opened = Signal(bool)
    left = Signal()

    def __init__(self, theme: Theme, controller: AttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._asked, self._unsaid = "", False
        self._added: Stray | None = None
        self._landing = False
        self.lines: dict[str, MissLine] = {}
        self._rows: dict[tuple[object, ...], StrayRow] = {}
        self.picks = PickList(theme)
        self.picks.picked.connect(self._picked)
        self.picks.words.connect(self._land)
        self.picks.left.connect(self._list_gone)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._list = QVBoxLayout()
        self._column.addLayout(self._list)
        self._column.addWidget(self.picks)
        self.restyle()
        self.hide()

    def ask(self, key: str = "") -> bool:
        """Ask what a Missed Shot strikes, by default the first that strikes nothing yet (L).

        Return False if there is no such shot, or nothing may be changed.
        """
        miss = self._miss(key)
        if miss is None or self._controller.desk.read_only:
            return False
        if not miss.tracked:
            attack_strays.track(self._controller)
            miss = self._miss(miss.key)  # looked up again: it has its question only now
        if miss is None or miss.spot is None:
            return True  # first somebody is named who places it
        self._asked, self._unsaid = miss.key, not miss.spot.chosen
        prompt = f"{miss.spot.prompt} on what?"
        self.picks.open("stray", prompt, self._offered, free="a place: it lands there")
        self.opened.emit(True)
        return True

    def follow(self) -> None:
        """Show the Missed Shots as they are now."""
        misses = attack_strays.misses_of(self._controller)
        self.setVisible(bool(misses))
        if not misses:
            self.picks.hide()  # without `left`: the focus is where the attack went on
        elif self._unsaid and self._said_elsewhere():
            self.picks.hide()
            self.opened.emit(False)
        self._show_lines(misses)
        self._show_rows(misses)
        for miss in misses:
            self.lines[miss.key].show_miss(miss)
        self.picks.follow()

    def first_line(self) -> tuple[MissLine, ...]:
        """Return the line whose button has the key L; none if nothing has missed."""
        return tuple(self.lines.values())[:1]

    def row(self, unit_id: int) -> StrayRow:
        """Return the row of a unit that is struck. Raise StopIteration if it is not struck."""
        return next(row for key, row in self._rows.items() if key[1] == unit_id)

    @override
    def restyle(self) -> None:
        self._list.setSpacing(self.theme.px(4))
        self._column.setSpacing(self.theme.px(6))
        parts: tuple[MissLine | StrayRow, ...] = (*self.lines.values(), *self._rows.values())
        for part in parts:
            part.restyle()
        super().restyle()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the keys back on Esc and Enter; Enter in a field only takes what is typed."""
        if event.key() in (Qt.Key.Key_Escape, *_ENTER):
            self.left.emit()
        else:
            event.ignore()

    def _said_elsewhere(self) -> bool:
        """Return whether somebody pointed on the map to where the shot lands that is asked about."""
        miss = self._miss(self._asked)
        said = bool(miss and miss.spot and miss.spot.chosen)
        return said and not self.picks.isHidden() and not self._landing

    # Picking

    def _miss(self, key: str = "") -> Miss | None:
        misses = attack_strays.misses_of(self._controller)
        if key:
            return next((miss for miss in misses if miss.key == key), None)
        bare = (miss for miss in misses if not miss.strays)
        return next(bare, misses[0] if misses else None)

    def _offered(self) -> tuple[PickRow, ...]:
        miss = self._miss(self._asked)
        return attack_strays.stray_rows(self._controller, miss) if miss else ()

    def _picked(self, value: object) -> None:
        named = [row.words for row in self._offered() if row.value == value]
        self._added = value if isinstance(value, Stray) else None
        self._land(value, *named[:1])

    def _land(self, value: object, name: str = "") -> None:
        if miss := self._miss(self._asked):
            self._landing = True  # the list closes by itself, and gives the keys back
            attack_strays.land(self._controller, miss, value, name)
            self._landing = False

    def _list_gone(self) -> None:
        """Go to the distance if the map does not know it, else give the keys back."""
        added, self._added = self._added, None
        self.opened.emit(False)
        row = self._rows.get(_key(added)) if added else None
        if added and row and not attack_strays.is_measured(self._controller, added):
            row.distance.setFocus(_KEYS)
            row.distance.selectAll()
        else:
            self.left.emit()

    # Rows

    def _show_lines(self, misses: tuple[Miss, ...]) -> None:
        if list(self.lines) == [miss.key for miss in misses]:
            return
        for line in self.lines.values():
            _drop(self._list, line)
        self.lines = {}
        for at, miss in enumerate(misses):
            line = self.lines[miss.key] = MissLine(self.theme, "" if at else "L")
            # By its key: the Miss itself is another value after each change.
            line.asked = lambda key=miss.key: self.ask(key)  # type: ignore[misc]

    def _show_rows(self, misses: tuple[Miss, ...]) -> None:
        known = {_key(stray): stray for _, stray in attack_strays.all_strays(misses)}
        for key in [key for key in self._rows if key not in known]:
            _drop(self._list, self._rows.pop(key))
        at = 0
        for miss in misses:
            self._list.insertWidget(at, self.lines[miss.key])
            at += 1
            for stray in miss.strays:
                row = self._rows.setdefault(_key(stray), self._row_of(stray))
                row.show_distance(stray.distance)
                self._list.insertWidget(at, row)
                at += 1

    def _row_of(self, stray: Stray) -> StrayRow:
        key = _key(stray)
        if key in self._rows:
            return self._rows[key]
        unit = self._controller.table.unit(stray.unit_id)
        names = (row.words for row in self._offered() if row.value == stray)
        name = unit.name if unit else next(names, "Explosive")
        made = StrayRow(self.theme, name, token_of(unit) if unit else _BOMB)
        made.measured = lambda far: self._change(replace(stray, distance=far))
        made.spared = lambda: self._spare(stray)
        return made

    def _change(self, stray: Stray) -> None:
        self._controller.change(self._controller.draft.straying(stray))

    def _spare(self, stray: Stray) -> None:
        # All of the shot's: it strikes one thing at most.
        self._controller.change(self._controller.draft.without_strays(stray.shot))
        self.left.emit()


def _key(stray: Stray) -> tuple[object, ...]:
    return stray.shot, stray.unit_id, stray.explosive_id


def _drop(column: QVBoxLayout, part: QWidget) -> None:
    # Deleted later, as its own button may be what is just being clicked; hidden until then.
    column.removeWidget(part)
    part.hide()
    part.deleteLater()
