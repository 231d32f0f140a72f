"""The dice and choices that an act asks for in its form, and who is caught in an explosion."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from typing_extensions import override

from brikdesk.acts.checks import initials
from brikdesk.acts.combat.aim import BlastLine, Caught, ExplodingStep, ExplosionPreview
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import DiceFor, Face
from brikdesk.errors import BadInput, BrikDeskError
from brikdesk.lengths import in_inches
from brikdesk.store.views.units import units
from brikdesk.turns.steps import DieAsked, Preview
from ui.campaign.desk import Desk
from ui.forms.inputs import MeasureEdit, PickBox
from ui.forms.questions import FieldOption
from ui.look.shortcuts import sign
from ui.look.text import ElidedLabel, note
from ui.look.theme import Theme
from ui.models import picks
from ui.models.rows import MINIFIGS
from ui.models.step_draft import (
    DieKey,
    PlayersDice,
    ShownStep,
    StepDraft,
    blasts_of,
    die_keys,
    look_at,
    player_of,
    side_by_side,
)
from ui.parts.lines import box_tone
from ui.parts.pick_list import ChoiceField, PickList
from ui.parts.step import BandResults, BandTable, StepWords
from ui.parts.units import token_of
from ui.widgets.buttons import Button, OwnKeys, icon_button
from ui.widgets.dice import DiceRow, DieSlot
from ui.widgets.layout import SPRING, held, in_column, in_flow, in_row, let_wrap, take_away
from ui.widgets.painted import PaintedWidget
from ui.widgets.tokens import Token, TokenLook

LOOSE = {None: "Thrown by Size", True: "Loose", False: "Fixed"}
SECTIONS = {None: "All inside", 2: "2 sections", 1: "1 section"}
EXPLOSIVE = TokenLook("slate", "!")
"""What stands for an Explosive in place of a token."""
Say = Callable[[Caught], object]


class CaughtRow(QtWidgets.QWidget):
    """One unit or Explosive that is caught: token, name, distance; further measures unfold.

    `said` is called with the new measures, `spared` when its cross is pressed.
    """

    def __init__(
        self, theme: Theme, caught: Caught, name: str, look: TokenLook, minifig: bool
    ) -> None:
        super().__init__()
        self.theme, self.caught = theme, caught
        self.said: Say = lambda _caught: None
        self.spared: Callable[[], object] = lambda: None
        self._names = ElidedLabel(theme, name, "body")
        self.distance = MeasureEdit(theme, 0, 1000, '"', 2)
        self.distance.setAccessibleName(f"{name}, inches from the centre")
        self.distance.textEdited.connect(self._measured)
        self.more = icon_button(theme, "dots", f"More about {name}")
        self.more.setCheckable(True)
        self._spare = icon_button(theme, "cross", f"{name} is not caught", lambda: self.spared())
        self._sections, self._inches = PickBox(theme), MeasureEdit(theme, 0, 1000, '" in', 1)
        self._exposed = QtWidgets.QCheckBox("Exposed")
        self._loose, self._free = PickBox(theme), MeasureEdit(theme, 0, 1000, '" free', 1)
        self._lay_out(Token(theme, look, 22, name), minifig)
        self._connect()
        self.show_caught(caught)

    def show_caught(self, caught: Caught) -> None:
        """Show the measures, but leave the field alone that is typed into."""
        self.caught = caught
        for field, value in (
            (self.distance, caught.distance),
            (self._inches, caught.inches),
            (self._free, caught.free),
        ):
            if not field.hasFocus():
                field.set_value(None if value is None else round(value, 1))
        self._sections.set_value(caught.sections)
        self._exposed.setChecked(caught.exposed)
        self._loose.set_value(caught.loose)
        # Whatever differs from the defaults must be seen: it changes the damage.
        shown = replace(caught, distance=0.0, blast="", measured=False)
        usual = Caught(
            unit_id=caught.unit_id, explosive_id=caught.explosive_id,
            projectile_id=caught.projectile_id, round_id=caught.round_id,
        )  # fmt: skip
        if shown != usual:  # never folded here: the referee may look at it
            self.more.setChecked(True)

    def restyle(self) -> None:
        """Take up new sizes."""
        px = self.theme.px
        for field in (self.distance, self._inches, self._free):
            field.setFixedWidth(px(84))
        for box in (self._sections, self._loose):
            box.setFixedWidth(px(156))
        self._details.setContentsMargins(px(30), 0, 0, px(4))

    def _lay_out(self, token: Token, minifig: bool) -> None:
        self._sections.offer([FieldOption(value, words) for value, words in SECTIONS.items()])
        self._loose.offer([FieldOption(value, words) for value, words in LOOSE.items()])
        self._sections.setAccessibleName("Sections inside")
        self._inches.setAccessibleName("Inches inside")
        self._loose.setAccessibleName("Whether it is thrown")
        self._free.setAccessibleName("Inches free behind it")
        # A minifig is counted in sections, all else in inches; the other field stays hidden.
        inside = self._sections if minifig else self._inches
        (self._inches if minifig else self._sections).hide()
        # An Explosive is as small as can be: nothing of it is measured but where it is.
        if self.caught.unit_id is None:
            inside.hide()
        # Also the one that stays hidden: without a parent a field outlives its row.
        more = (self._sections, self._inches, self._exposed, self._loose, self._free)
        theme = self.theme
        self._details = held(in_flow(theme, *more))
        let_wrap(self._details, down=QtWidgets.QSizePolicy.Policy.Minimum)
        ends = (self.distance, self.more, self._spare)
        line = in_row(theme, token, (self._names, 1), *ends, gap=8)
        in_column(theme, line, self._details, gap=4, on=self)
        self._details.hide()
        self.restyle()

    def _connect(self) -> None:
        self.more.toggled.connect(self._details.setVisible)
        self._sections.activated.connect(lambda _at: self._say(sections=self._sections.value()))
        self._loose.activated.connect(lambda _at: self._say(loose=self._loose.value()))
        # Signals of changes by hand only, above too: `show_caught` writes into the same fields.
        self._exposed.clicked.connect(lambda on: self._say(exposed=on))
        self._inches.textEdited.connect(lambda _: self._say(inches=self._inches.value()))
        self._free.textEdited.connect(lambda _: self._say(free=self._free.value()))

    def _measured(self) -> None:
        if self.distance.value() is not None and not self.distance.problem():
            self._say(distance=float(self.distance.value() or 0))

    def _say(self, **found: object) -> None:
        self.caught = replace(self.caught, **found)  # type: ignore[arg-type]
        self.said(self.caught)


class CaughtTable(PaintedWidget, OwnKeys):
    """A line that says who is caught; when open, a row for each.

    `adding` asks for the list of units, `opened` says whether the rows come or go, on `left` the
    keys go back to where they were. `word` is the word on its line, `key` the key that opens it.
    """

    own_keys = (("Tab", "next"), ("Enter", "done"), ("Esc", "back"))

    adding = Signal()
    opened = Signal(bool)
    left = Signal()

    def __init__(
        self,
        theme: Theme,
        catching: picks.MayExplode,
        word: str = "Caught",
        key: str = "C",
        nobody: str = "nobody else",
    ) -> None:
        super().__init__(theme)
        let_wrap(self, down=QtWidgets.QSizePolicy.Policy.Minimum)
        self._catching, self._word, self._nobody = catching, word, nobody
        self.is_open = False
        self._rows: dict[picks.Name, CaughtRow] = {}
        self._order: list[picks.Name] = []
        self._added: picks.Name | None = None
        self.head = Button(theme, word, "quiet", "chevron-right", key, does=self.toggle)
        self._names = ElidedLabel(theme, "", "small", "text2")
        self.add = Button(theme, "Add", "soft", "plus", does=self.adding)
        self.beyond = note(theme, "", "danger")
        self.all = Button(theme, "Catch them too", "soft", "plus")
        self.all.clicked.connect(lambda: self._catching.catch(*self._catching.beyond))
        # The empty room at its end takes what the names leave when they are hidden (`follow`).
        self._top = in_row(theme, self.head, (self._names, 1), (0, 0), gap=8)
        self._list = in_column(theme, gap=4)
        foot = in_row(theme, self.add, self.all, SPRING)
        in_column(theme, self._top, self._list, self.beyond, foot, gap=6, on=self)
        self.hide()

    def toggle(self) -> None:
        """Go to the rows; from there fold them and give the keys back."""
        now = QtWidgets.QApplication.focusWidget()
        inside = now is not None and self.isAncestorOf(now)
        self.open(not (inside and self.is_open))
        if inside and not self.is_open:
            self.left.emit()

    def open(self, wanted: bool) -> None:
        """Show the rows, or only the line (C)."""
        self.is_open = wanted
        self.follow()
        self.opened.emit(wanted)
        if wanted:
            first = next((self._rows[name] for name in self._order if name in self._rows), None)
            self._measure(first) if first else self.add.setFocus(_KEYS)

    def measure_added(self) -> bool:
        """Go to the distance of the unit that was added last; False if none was."""
        row = self._rows.get(self._added) if self._added else None
        self._added = None
        if row:
            self._measure(row)
        return row is not None

    def follow(self) -> None:
        """Show who is caught, by the draft and the map."""
        known = {picks.named(each): each for each in self._catching.caught}
        self.setVisible(bool(self._catching.blasts))
        # Known rows keep their order: one must not jump away while its distance is typed.
        self._order = [name for name in self._order if name in known]
        fresh = sorted((name for name in known if name not in self._order),
                       key=lambda name: known[name].distance)  # fmt: skip
        self._order += fresh
        self._names.say(self._summary(known))
        more = len(self._catching.beyond)
        count = f"{len(known)} of {len(known) + more}" if more else len(known) or self._nobody
        self.head.set_words(f"{self._word}: {count}")
        self.head.set_icon("chevron-down" if self.is_open else "chevron-right")
        self._names.setVisible(not self.is_open)
        self._top.setStretch(2, int(self.is_open))  # takes the room of the names, hidden now
        self.add.setVisible(self.is_open)
        self.beyond.say(f"and {more} more within reach, who are not caught yet")
        self.beyond.setVisible(more > 0)
        self.all.setVisible(more > 0)
        self._show_rows(known if self.is_open else {})

    def rows(self) -> tuple[picks.PickRow, ...]:
        """Return the rows of the list of units, with those ticked that are caught."""
        catching = self._catching
        caught = [picks.named(each)[1] for each in catching.caught]
        return (
            *picks.unit_rows(catching.units.values(), caught),
            *picks.load_rows(catching.loads, caught),
        )

    def take(self, key: int) -> None:
        """Have a unit or an Explosive caught, by its key, or take it out if it is."""
        # By hand all are put into the first explosion, which has no name.
        catching, name = self._catching, ("", key)
        if any(picks.named(each) == name for each in catching.caught):
            self._added = None
            catching.spare(name)
            return
        self._added = name
        if key < 0:
            catching.catch(picks.caught_load(catching.loads[key]))
            return
        away = [picks.inches_from(blast, catching.units[key]) for blast in catching.blasts[:1]]
        catching.catch(Caught(unit_id=key, distance=next(iter(away), None) or 0.0))

    def row(self, key: int, blast: str = "") -> CaughtRow:
        """Return the row of a unit or an Explosive. Raise KeyError if it has none."""
        return self._rows[(blast, key)]

    @override
    def restyle(self) -> None:
        for row in self._rows.values():
            row.restyle()
        super().restyle()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Give the keys back on Esc and Enter; Enter in a field only takes what is typed."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.add.hasFocus():
            self.add.click()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            event.ignore()

    def _measure(self, row: CaughtRow) -> None:
        row.distance.setFocus(_KEYS)
        row.distance.selectAll()

    def _summary(self, known: dict[picks.Name, Caught]) -> str:
        parts = []
        for name in self._order:
            if known[name].exposed:
                away = in_inches(known[name].distance)
                parts.append(f"{self._name(known[name])} {away}")
        return ", ".join(parts)

    def _name(self, caught: Caught) -> str:
        if caught.unit_id is not None:
            unit = self._catching.units.get(caught.unit_id)
            return unit.name if unit else "Gone"
        load = self._catching.loads.get(picks.load_key(caught))
        if load is None:
            return "Gone"
        # Rounds of one name lie in many racks; all else is told by its own name.
        where = f", {load.where}" if load.round_id is not None else ""
        return f"{load.name} X{load.explosive_size}{where}"

    def _show_rows(self, known: dict[picks.Name, Caught]) -> None:
        for name in [name for name in self._rows if name not in known]:
            take_away(self._list, self._rows.pop(name))
        for at, name in enumerate(self._order):
            if name in known and name not in self._rows:
                self._rows[name] = self._made(known[name])
                self._list.insertWidget(at, self._rows[name])
            elif name in known:
                self._rows[name].show_caught(known[name])

    def _made(self, caught: Caught) -> CaughtRow:
        unit = self._catching.units.get(caught.unit_id or 0)
        look = token_of(unit) if unit else EXPLOSIVE
        minifig = unit is not None and unit.kind in MINIFIGS
        row = CaughtRow(self.theme, caught, self._name(caught), look, minifig)
        row.said = self._catching.catch
        row.spared = lambda: self._catching.spare(picks.named(caught))
        return row


_KEYS = Qt.FocusReason.ShortcutFocusReason


class FormCatching(picks.MayExplode):
    """The act of a form for the list of those who are caught; `changed` is called when somebody is named."""

    def __init__(self, desk: Desk, changed: Callable[[], object]) -> None:
        super().__init__(desk)
        self._changed = changed
        self.draft: StepDraft | None = None
        self.shown: ShownStep | None = None

    @property
    @override
    def blasts(self) -> tuple[BlastLine, ...]:
        # Only explosions whose dice are in: before that nobody knows how far they reach.
        return blasts_of(self.shown.preview) if self.shown else ()

    @property
    @override
    def caught(self) -> tuple[Caught, ...]:
        act = self.shown.act if self.shown else None
        return act.caught if isinstance(act, ExplodingStep) else ()

    @property
    @override
    def reach(self) -> picks.SaidReach:
        return self.draft.reach if self.draft else picks.SaidReach(whole=True)

    @override
    def say_reach(self, reach: picks.SaidReach) -> None:
        if self.draft is not None:
            self.draft.reach = reach
            self._changed()


class StepPart(QtWidgets.QWidget):
    """Dice and choices of the act; hidden for acts that ask for none.

    `changed` is emitted when a face or choice came in, `remarked` says why Space rolled nothing.
    """

    changed = Signal()
    remarked = Signal(str)

    def __init__(self, theme: Theme, desk: Desk) -> None:
        super().__init__()
        self.theme, self._desk = theme, desk
        self._catching = FormCatching(desk, self._said)
        self._showing = False
        self._players_dice = PlayersDice(desk, self._name, self._player, lambda *_: DiceFor.OTHER)
        self.dice = DiceRow(theme)
        self.dice.take_answer_back = self._take_answer_back
        self.choices = ChoiceField(theme)
        self._words = StepWords(theme)
        self.caught = CaughtTable(theme, self._catching, "Within reach", "", "nobody")
        self.caught.is_open = True
        self.picks = PickList(theme)
        self._bands, self._results = BandTable(theme), BandResults(theme)
        explosion = (self.caught, self.picks, self._bands, self._results)
        parts = (self.dice, self._words, *explosion, self.choices)
        in_column(theme, *parts, gap=10, on=self)
        self.dice.changed.connect(self._typed)
        self.choices.chosen.connect(self._chosen)
        self.choices.words.left.connect(self.focus)
        self.caught.adding.connect(self._add_caught)
        self.caught.left.connect(self.focus)
        self.picks.picked.connect(self.caught.take)
        self.picks.left.connect(self._picked)
        self.hide()

    @property
    def draft(self) -> StepDraft | None:
        """The dice and choices that are in; None if nothing is asked."""
        return self._catching.draft

    def take_up(self, draft: StepDraft | None) -> None:
        """Begin with dice and choices that were in before."""
        self._catching.draft = draft

    @property
    def _shown(self) -> ShownStep | None:
        return self._catching.shown

    @property
    def act(self) -> StepAct | None:
        """The act with the faces and choices that are in; None if nothing is asked."""
        return self._shown.act if self._shown else None

    @property
    def throws(self) -> bool:
        """Whether dice are asked for or lie there."""
        return not self.isHidden() and bool(self.dice.slots())

    @property
    def complete(self) -> bool:
        """Whether all dice and choices are in."""
        return self._shown is None or self._shown.preview.complete

    def waits_for(self) -> str:
        """Return what is missing, in words; empty if nothing is."""
        if self._shown is None or self._shown.preview.complete:
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
        if self.draft and type(self.draft.act) is type(act) and self.draft.act.key == act.key:
            self.draft.act = act  # the same step with other answers: its dice still lie there
        else:
            # What the act brings, as from a line of words, is in its boxes to begin with.
            self._catching.draft = StepDraft(act, choices=dict(act.choices), loose=list(act.faces))
        return self._look()

    def roll(self) -> None:
        """Have the desk throw the missing dice (Space); typed ones when it is asked twice."""
        if self.draft is None or self._shown is None:
            return
        try:
            held = self._players_dice.roll(self.draft, self._desk.preview)
        except BrikDeskError as error:
            self._desk.failed.emit(str(error))
            return
        if held:
            self.remarked.emit(held)
            return
        self._look()
        self.changed.emit()

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a letter that chooses, or Space, which rolls; False if the key is for others."""
        if self.isHidden():
            return False
        if sign(event) == " ":
            self.roll()
            return True
        now = QtWidgets.QApplication.focusWidget()
        if event.key() == Qt.Key.Key_Backspace and now is not None and self.isAncestorOf(now):
            return self.dice.take_key(event)
        return self.choices.choose(sign(event))

    def focus(self) -> None:
        """Put the focus on the field of what is answered in words, else on the dice or choices."""
        if self.choices.wants_words and self._shown and not self._shown.preview.owed:
            self.choices.words.setFocus()
        else:
            (self.dice if self.dice.slots() else self.choices).setFocus()

    def _name(self) -> tuple[str, str, int]:
        act = self.draft.act if self.draft else None
        return type(act).__name__, act.key if act else "", getattr(act, "unit_id", 0) or 0

    def _player(self) -> int | None:
        """Return whose dice they are: those of the unit that acts, else of who plays now."""
        act = self.draft.act if self.draft else None
        unit_id = getattr(act, "unit_id", None) or getattr(act, "by_unit_id", None)
        return player_of(self._desk, unit_id)

    def _look(self) -> str:
        assert self.draft is not None
        try:
            shown = self._catching.shown = look_at(self.draft, self._desk)
            if self._players_dice.follow_seal(self.draft, shown):
                shown = self._catching.shown = look_at(self.draft, self._desk)
            while self._players_dice.roll_unasked(self.draft, shown):
                shown = self._catching.shown = look_at(self.draft, self._desk)
        except BadInput as error:
            self._catching.shown = None
            self.hide()
            return str(error)
        self._show(shown.preview, shown.act.faces)
        return ""

    def _show(self, preview: Preview, faces: tuple[Face, ...]) -> None:
        assert self.draft is not None
        keys, order = die_keys(preview.dice), side_by_side(preview.dice)
        victims = preview.victims if isinstance(preview, ExplosionPreview) else ()
        several = len(victims) > 1 or len({die.of for die in preview.dice}) > 1
        slots = [self._slot(preview.dice[at], keys[at], several) for at in order]
        # While it is shown, `_typed` must not take the faces that are put here for typed ones.
        self._showing = True
        if tuple(slots) != self.dice.slots():  # new boxes would lose a half-typed face
            self.dice.set_dice(slots)
        wanted = tuple(self.draft.faces.get(keys[at]) for at in order)
        if wanted != self.dice.faces():
            self.dice.set_faces(wanted)
        self._showing = False
        self.dice.say_whose(self._players_dice.words(preview.dice, order))
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
        if self._showing or self.draft is None:
            return
        for slot, face in zip(self.dice.slots(), self.dice.faces(), strict=True):
            key: Any = slot.key
            self.draft.put(key, face)
        self._look()
        self.changed.emit()

    def _said(self) -> None:
        """Look again once it was said who is within reach."""
        if self.draft is not None:
            self._look()
            self.changed.emit()

    def _add_caught(self) -> None:
        self.picks.open("caught", "Who is within reach?", self.caught.rows, several=True)

    def _picked(self) -> None:
        """Move on to the distance of the unit that was added."""
        if not self.caught.measure_added():
            self.focus()

    def _take_answer_back(self) -> bool:
        """Take back the answer that was the last thing given; False if a die was."""
        if self.draft is None or not self.draft.take_answer_back():
            return False
        self._look()
        self.changed.emit()
        self.focus()
        return True

    def _chosen(self, name: str, value: str) -> None:
        if self.draft is not None:
            self.draft.choose(name, value)
            self._look()
            self.changed.emit()
            if self.choices.wants_words:
                self.focus()


def _caption(die: DieAsked) -> str:
    return die.label or (f"+d{die.sides}" if die.earned_by is not None else "")
