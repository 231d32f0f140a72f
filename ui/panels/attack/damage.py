"""Block 3 of an attack: what a hit does, to whom, Missed Shots, and what was done."""

from collections.abc import Callable, Mapping
from dataclasses import replace as replace_dataclass

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from brikdesk.acts.combat.aim import MANEUVERS, AttackPreview, BlastLine, Caught, Mode, Stray
from brikdesk.odds.attack_odds import TargetOdds
from brikdesk.store.lines import Line
from brikdesk.store.views.units import UnitRow
from brikdesk.turns.steps import Choice, Topic
from ui.campaign.hub import Hub
from ui.forms.inputs import MeasureEdit
from ui.forms.step_part import CaughtTable
from ui.look.text import ElidedLabel, note, plain_label
from ui.look.theme import Theme
from ui.models.attack import controller as attack_strays
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackPhase, Done, Miss, struck
from ui.models.attack.picks import by_touch, may_parry
from ui.models.picks import MayExplode, PickRow, SaidReach
from ui.models.rows import MINIFIGS
from ui.panels.attack.any_attack import AttackBlock
from ui.panels.attack.roll import AttackDice, damage_from
from ui.panels.queue.step_card import Expected, Outcomes
from ui.parts.lines import (
    Cited,
    InlinePicture,
    LabelList,
    LinePiece,
    LineWords,
    icon_of,
    part_pieces,
)
from ui.parts.lines import token_of as token_of_of_kind_marks
from ui.parts.pick_list import ChoiceField, PickList
from ui.parts.step import BandResults
from ui.parts.units import token_of
from ui.widgets.buttons import Button, OwnKeys, icon_button
from ui.widgets.layout import fill, in_column, in_row, let_wrap, take_away
from ui.widgets.painted import IconMark, PaintedWidget
from ui.widgets.tokens import Token, TokenLook

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
        self._cross = icon_button(theme, "cross", f"{name} is not struck")
        self._cross.clicked.connect(lambda: self.spared())  # not as it is now: it is set later
        label = ElidedLabel(theme, name, "body")
        token = Token(theme, look, 22, name)
        self._line = in_row(theme, token, (label, 1), self.distance, self._cross, gap=8, on=self)
        self.restyle()

    def show_distance(self, inches: float) -> None:
        """Show the distance, unless one is being typed."""
        if not self.distance.hasFocus():
            self.distance.set_value(round(inches, 1))

    def restyle(self) -> None:
        """Apply new sizes."""
        self.distance.setFixedWidth(self.theme.px(84))

    def _typed(self) -> None:
        if self.distance.value() is not None and not self.distance.problem():
            self.measured(float(self.distance.value() or 0))


class MissLine(QWidget):
    """One Missed Shot in words, with the button that asks what it strikes (`asked`)."""

    def __init__(self, theme: Theme, key: str) -> None:
        super().__init__()
        self.theme = theme
        self.asked: Callable[[], object] = lambda: None
        self.words = note(theme)
        self.button = Button(theme, "Strikes", "soft", "homing", key, does=lambda: self.asked())
        self._line = in_row(theme, (self.words, 1), self.button, gap=8, on=self)

    def show_miss(self, miss: Miss) -> None:
        """Show what is known of the shot, and on the button what that does."""
        self.words.say(miss.words)
        struck = "Strikes somebody else" if miss.strays else "Strikes…"
        self.button.set_words(struck if miss.tracked else "Track it")
        self.button.setVisible(not miss.tracked or miss.spot is not None)


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
        self._list = in_column(theme, gap=4)
        self._column = in_column(theme, self._list, self.picks, gap=6, on=self)
        self.restyle()
        self.hide()

    def ask(self, key: str = "") -> bool:
        """Ask what a Missed Shot strikes, by default the first that strikes nothing yet (L).

        Return False if there is no such shot, or nothing may be changed.
        """
        miss = self._miss(key)
        if miss is None or self._controller.desk.read_only:
            return False
        tracked = miss.tracked
        if not tracked:
            self._controller.change(self._controller.draft.tracking())
            miss = self._miss(miss.key)  # looked up again: it has its question only now
        if miss is None or miss.spot is None:
            return not tracked  # first somebody is named who places it: letters answer that
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
        for row in self._rows.values():
            row.restyle()
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
        row = self._rows.get(struck(added)) if added else None
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
            take_away(self._list, line)
        self.lines = {}
        for at, miss in enumerate(misses):
            line = self.lines[miss.key] = MissLine(self.theme, "" if at else "L")
            # By its key: the Miss itself is another value after each change.
            line.asked = lambda key=miss.key: self.ask(key)  # type: ignore[misc]

    def _show_rows(self, misses: tuple[Miss, ...]) -> None:
        known = {struck(stray) for miss in misses for stray in miss.strays}
        for key in [key for key in self._rows if key not in known]:
            take_away(self._list, self._rows.pop(key))
        at = 0
        for miss in misses:
            self._list.insertWidget(at, self.lines[miss.key])
            at += 1
            for stray in miss.strays:
                row = self._rows.get(struck(stray)) or self._row_of(stray)
                self._rows[struck(stray)] = row
                row.show_distance(stray.distance)
                self._list.insertWidget(at, row)
                at += 1

    def _row_of(self, stray: Stray) -> StrayRow:
        unit = self._controller.table.unit(stray.unit_id)
        names = (row.words for row in self._offered() if row.value == stray)
        name = unit.name if unit else next(names, "Explosive")
        made = StrayRow(self.theme, name, token_of(unit) if unit else _BOMB)
        made.measured = lambda far: self._change(replace_dataclass(stray, distance=far))
        made.spared = lambda: self._spare(stray)
        return made

    def _change(self, stray: Stray) -> None:
        self._controller.change(self._controller.draft.straying(stray))

    def _spare(self, stray: Stray) -> None:
        # All of the shot's: it strikes one thing at most.
        self._controller.change(self._controller.draft.without_strays(stray.shot))
        self.left.emit()


def _in_short(choice: Choice) -> Choice:
    """Return a choice of Something Bad without the consequences of its options.

    Of many victims there is no room for them, and with the first they have been read.
    """
    if choice.topic is not Topic.BAD:
        return choice
    return replace(choice, options=tuple(replace(each, consequence="") for each in choice.options))


class AttackCatching(MayExplode):
    """The attack for the list of those who are caught: read from draft and map, written to the draft."""

    def __init__(self, controller: AttackController) -> None:
        super().__init__(controller.desk)
        self._controller = controller

    @property
    @override
    def blasts(self) -> tuple[BlastLine, ...]:
        # None for a projectile that is still to fly.
        preview = self._controller.preview
        return () if preview.flies else preview.blasts

    @property
    @override
    def caught(self) -> tuple[Caught, ...]:
        return (*self._controller.draft.caught, *self._controller.on_the_map)

    @property
    @override
    def reach(self) -> SaidReach:
        return self._controller.draft.reach

    @override
    def say_reach(self, reach: SaidReach) -> None:
        self._controller.change(self._controller.draft.reaching(reach))

    @property
    @override
    def units(self) -> Mapping[int, UnitRow]:
        return self._controller.table.units  # read once after each act, as the cards are


class DamageBlock(AttackBlock):
    """Expected outcome, who is caught, dice, bands and victims, choices."""

    def __init__(self, theme: Theme, controller: AttackController, hub: Hub) -> None:
        super().__init__(theme, 3, "Damage")
        self._controller = controller
        self.outcomes = Outcomes(theme)
        self.caught = CaughtTable(theme, AttackCatching(controller))
        self.strays = StrayTable(theme, controller)
        self.dice = AttackDice(theme, controller, damage=True)
        self.waiting = note(theme, "", "text3")
        self.results = BandResults(theme)
        self.results.asked.connect(hub.rule_asked)
        self.choices = ChoiceField(theme)
        self.choices.chosen.connect(controller.choose)
        fill(self.column, self.outcomes, self.caught, self.strays, self.dice)
        fill(self.column, self.results, self.waiting, self.choices)
        controller.reckoner.known.connect(self.follow)

    def follow(self) -> None:
        """Show the attack as it is now."""
        controller, preview = self._controller, self._controller.preview
        rolling = controller.phase is AttackPhase.DICE
        self._show_expected(preview)
        self.caught.follow()
        self.strays.follow()
        self.dice.follow()
        self.dice.setVisible(rolling and bool(self.dice.slots()))
        self.results.show_results(preview.bands, preview.victims)
        self.waiting.say(self._waiting(preview) if rolling or self._maneuver() else "")
        self.waiting.setVisible(bool(self.waiting.text()))
        asked = tuple(each for each in preview.choices if each.topic is not Topic.ROLL)
        if sum(each.topic is Topic.BAD for each in asked) > 1:
            asked = tuple(map(_in_short, asked))
        self.choices.show_choices(asked if rolling else ())

    @property
    def thrown(self) -> bool:
        """Whether a Damage die is in."""
        preview = self._controller.preview
        return len(self._controller.thrown) > damage_from(preview)

    @property
    def roll_words(self) -> str:
        """What Space rolls now, in words: Roll, Roll Damage, Roll Armor."""
        preview = self._controller.preview
        owed = preview.open_dice
        if not owed or len(preview.dice) - preview.owed < damage_from(preview):
            return "Roll"
        return "Roll Armor" if owed[0].armor else "Roll Damage"

    @override
    def summary(self) -> str:
        preview = self._controller.preview
        if preview.victims:
            first = preview.victims[0]
            more = len(preview.victims) - 1
            return first.plain + (f" And {more} more." if more else "")
        done = self._controller.phase is AttackPhase.DONE and not preview.flies
        if self._maneuver() or (done and preview.damage):
            return "None."
        return preview.damage

    def _show_expected(self, preview: AttackPreview) -> None:
        odds = self._controller.reckoner.odds
        there = (
            odds is not None and not self.thrown and self._controller.phase is not AttackPhase.DONE
        )
        missed = any(shot.natural for shot in preview.shots) and not any(
            shot.hit for shot in preview.shots
        )
        targets = odds.targets if odds and there and not missed and not preview.flies else ()
        rolled = any(shot.hit for shot in preview.shots if shot.natural)
        harmed = [each for each in targets if each.expected_damage > 0 or each.thrown > 0]
        self.outcomes.show_expected([] if rolled else [self._expected(each) for each in harmed])

    def _maneuver(self) -> Mode | None:
        """Return the mode of a Grab or Shove; None for all other attacks."""
        mode = self._controller.draft.strike.mode
        return mode if mode in MANEUVERS else None

    def _expected(self, odds: TargetOdds) -> Expected:
        unit = self._controller.table.unit_of(odds.key)
        minifig = unit is not None and unit.kind in MINIFIGS
        return Expected(odds, "kill" if minifig else "through the Armor")

    @property
    def parrying(self) -> str:
        """The name of a target that may still parry; empty if there is none."""
        controller = self._controller
        # A Shield may parry a shot too, but only one that the referee says it sees (5.2-51).
        close = by_touch(controller.table, controller.draft)
        if controller.phase is not AttackPhase.DICE or not close or self.thrown:
            return ""
        return may_parry(controller.desk, controller.draft, controller.preview)

    def _waiting(self, preview: AttackPreview) -> str:
        """Return which dice are missing, in words, or before that who may parry (5.2-48)."""
        # First, because once a Damage die is in it is too late.
        if name := self.parrying:
            return f"Hit. {name} may parry before the damage: P."
        if mode := self._maneuver():
            return f"A {mode.value.capitalize()} deals no damage."
        missed = preview.complete and bool(preview.shots) and not preview.victims
        if missed and not preview.flies and not self.strays.lines:
            return "No damage."
        if not preview.owed or len(preview.dice) - preview.owed < damage_from(preview):
            return ""
        owed = preview.open_dice
        many = "a die" if preview.owed == 1 else f"{preview.owed} dice"
        if not owed[0].armor:
            return f"Waiting for {many}."
        name = next((v.name for v in preview.victims if v.armor is None and v.damage), "")
        return f"Armor of {name}: {many}." if name else f"Armor: {many}."


class AttackDone(PaintedWidget):
    """A check, the title, the lines; hidden while nothing is done. `asked` brings a rule."""

    asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._title = plain_label(theme, "", "title", wrap=True)
        self.lines = LabelList(theme, hangs=True)
        self.lines.asked.connect(self.asked)
        self._head = in_row(theme, IconMark(theme, "check", "ok", 16, 28), (self._title, 1), gap=12)
        self._column = in_column(
            theme, self._head, self.lines, edges=(0, 12, 0, 0), gap=10, on=self
        )
        self.hide()
        self.restyle()

    def show_done(self, done: Done | None) -> None:
        """Show an attack; None hides the part."""
        self.setVisible(done is not None)
        if done:
            self._title.say(done.title)
            self.lines.show_lines([_pieces(line) for line in done.lines])

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        painter.fillRect(QRectF(0, 0, box.width(), 1), self.theme.color("line"))


def _pieces(line: Line) -> tuple[LinePiece, ...]:
    lead = LineWords(line.lead, "text", strong=True)
    mark = InlinePicture(icon_of(line.kind), token_of_of_kind_marks(line.kind))
    cited = (Cited(line.rule),) if line.rule else ()
    return (mark, lead, *part_pieces(line.parts), *cited)
