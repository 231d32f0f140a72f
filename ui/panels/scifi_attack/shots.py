"""The shots that wait for entries: the current one as a card, with its effect area."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QSizePolicy
from typing_extensions import override

from brikdesk import text
from brikdesk.rules.scifi.effect_areas import DIRECTIONS
from brikdesk.rules.scifi.firing import Matter, UsualOutcome
from brikdesk.store.views.scifi import OutcomeRow, ShotRow
from ui.campaign.hub import Hub
from ui.forms.inputs import FieldBox
from ui.look.icons import ROW, paint_icon
from ui.look.shortcuts import ENTER
from ui.look.text import announce, note, plain_label
from ui.look.theme import Theme
from ui.models.scifi_attack import draft as sf_picks
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.draft import shot_weapon
from ui.models.scifi_attack.entries import (
    LETTERS,
    Ask,
    SfEntry,
    ShotQuestion,
    area_size,
    asks_flame,
    beside,
    points_to,
    shot_words,
    who_at,
)
from ui.models.scifi_attack.facts import about_shot
from ui.models.scifi_units import spans_of
from ui.panels.attack.any_attack import AttackBlock
from ui.panels.scifi_attack.aim import SfFactList, Typed
from ui.parts.lines import Cited, InlinePicture, LabelList, LinePiece, LineWords
from ui.parts.pick_list import PickList
from ui.parts.units import RangeBar
from ui.widgets.buttons import Button, OwnKeys
from ui.widgets.dice import DiceRow, DieSlot
from ui.widgets.fields import ChoiceRow, ChoiceWords
from ui.widgets.layout import as_many, fill, in_column, in_flow, in_row, let_wrap
from ui.widgets.painted import (
    Card,
    IconMark,
    PaintedButton,
    PaintedWidget,
    draw_focus,
    draw_line,
    draw_plate,
    sized,
    square_in,
    text_width,
)
from ui.widgets.rule_lines import Citation


class WordsEdit(QLineEdit, OwnKeys):
    """Free words; `left` on Enter or Esc."""

    own_keys = (("Enter", "done"), ("Esc", "back"))

    left = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setMaxLength(80)
        self.setAccessibleName(name)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER, Qt.Key.Key_Escape):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def follow(self, words: str) -> None:
        """Show these words, unless it is typed in: the cursor would jump to their end."""
        if not self.hasFocus() and self.text() != words:
            self.setText(words)


class SfArea(PaintedWidget):
    """Fields for an area, shown while a question asks for one.

    `free` is emitted when the keys go back to the panel.
    """

    free = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme)
        let_wrap(self)
        self._controller = controller
        self.dice = DiceRow(theme, (), "Direction of the oblong")
        self.points = plain_label(theme, "", "body", "text", wrap=True)
        self.seen = note(theme)
        self.fewer = Button(theme, "", "soft", "minus", name="Fewer detected targets (−)")
        self.more = Button(theme, "", "soft", "plus", name="More detected targets (+)")
        self.flame = Button(theme, "No flame inside", "soft", "fire", "F")
        self.ticks = Button(theme, "Who is inside", "soft", "units", "I", does=self.ask_inside)
        self.who = plain_label(theme, "", "body", "text", wrap=True)
        self.where = WordsEdit("Where it lies")
        self.picks = PickList(theme)
        count = in_row(theme, (self.seen, 1), self.fewer, self.more, gap=6)
        die = in_row(theme, self.dice, (self.points, 1), gap=10)
        buttons = in_flow(theme, self.ticks, self.flame, gap=6)
        parts = (count, die, self.where, buttons, self.who, self.picks)
        in_column(theme, *parts, gap=8, on=self)
        self._connect()

    def follow(self) -> None:
        """Show the current question; hide if it asks for no area."""
        entry, table = self._controller.entry, self._controller.table
        asked, answer, die = entry.question, entry.answer, entry.wants_die
        self.setVisible(asked is not None and asked.has_area)
        if asked is None or not asked.has_area:
            self.picks.hide()
            self.dice.set_dice(())
            return
        self._show_die(asked, die)
        for part in (self.seen, self.fewer, self.more):
            part.setVisible(asked.lays_oblong)
        # One detected target leaves the direction to a die, several to the referee (12-39).
        laid = "a die points it" if answer.detected == 1 else "laid in any way over them"
        laid = laid if answer.detected else "it cannot be laid"
        self.seen.say(f"Detected targets in range: {answer.detected}, {laid}.")
        self.flame.setVisible(asked.ask is Ask.LANDING and asks_flame(asked.shot))
        self.flame.set_words(self._flame_words())
        what = "Direction" if die else "Where"
        self.where.setPlaceholderText(f"{what}: the map (X), or words (W)")
        self.where.follow(answer.words)
        names = ", ".join(table.name(unit_id) for unit_id in answer.inside)
        self.who.say(f"Inside: {names}." if names else "Nobody is inside.")
        self.picks.follow()

    def ask_inside(self) -> None:
        """Open the list of units: Enter ticks, Esc closes."""
        controller = self._controller
        asked = controller.entry.question
        if asked is None:
            return
        center = asked.shot.target_id
        self.picks.open(
            "inside",
            "Who is inside? Enter ticks, Esc ends.",
            lambda: sf_picks.inside(controller.table, center, controller.entry.answer.inside),
            several=True,
        )

    def _flame_words(self) -> str:
        entry, table = self._controller.entry, self._controller.table
        asked = entry.question
        if asked is None or not entry.answer.flame:
            return "No flame inside"
        size = area_size(table, asked.shot, flame=True)
        return f'Flame inside: {size:g}", attack factor 4' if size else "Flame inside"

    def _show_die(self, asked: ShotQuestion, die: bool) -> None:
        answer = self._controller.entry.answer
        self.dice.setVisible(die)
        self.points.setVisible(die)
        slots = (DieSlot(DIRECTIONS, "", asked.key),) if die else ()
        if self.dice.slots() != slots:  # another question: its box is empty
            self.dice.set_dice(slots, keep=False)
        self.dice.say_whose(self._controller.whose_die())
        if die and self.dice.faces() != (answer.face,):
            self.dice.set_faces((answer.face,))
        points = points_to(self._controller.table, answer)
        words = f"The other end points {points}." if points else "One end on the target."
        if answer.face and not points:
            words = f"{answer.face.value}: the referee says the direction."
        self.points.say(words)

    def _connect(self) -> None:
        controller = self._controller
        self.fewer.clicked.connect(lambda: controller.fill(lambda entry: entry.detected(-1)))
        self.more.clicked.connect(lambda: controller.fill(lambda entry: entry.detected(1)))
        self.flame.clicked.connect(lambda: controller.fill(SfEntry.flame))
        self.where.textEdited.connect(lambda words: controller.say(words=words))
        self.where.left.connect(self.free)
        self.picks.picked.connect(lambda unit: controller.fill(lambda entry: entry.tick(unit)))
        self.picks.left.connect(self.free)
        self.dice.changed.connect(lambda: controller.say(face=next(iter(self.dice.faces()), None)))


CONSEQUENCES: dict[str, str] = {
    UsualOutcome.NO_EFFECT: "of this hit",
    UsualOutcome.PENETRATED: "then the damage",
    UsualOutcome.ELIMINATED: "leaves the table",
    UsualOutcome.WEAPON_DESTROYED: "its ammunition is lost",
    UsualOutcome.OTHER_EFFECT: "N says which",
}
"""The consequence of an answer, in a few words."""


class SfShotCard(Card):
    """The shot whose question is asked now; emits `free` when the keys go back to the panel."""

    free = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, "bg2", accent=True)
        let_wrap(self)
        self._controller = controller
        self._lettered: tuple[str, ...] = ()
        self._asked = ""
        self.title = plain_label(theme, "", "title", wrap=True)
        self.figures = note(theme)
        self.facts = SfFactList(theme)
        self.prompt = plain_label(theme, "", "body", "text", strong=True, wrap=True)
        self.rule = Citation(theme, "")
        self.answers = ChoiceRow(theme)
        self.number = Typed(theme, 0, 99)
        self.number_box = FieldBox(theme, "Number", self.number)
        self.words = WordsEdit("In words")
        self.area = SfArea(theme, controller)
        self.note = WordsEdit("Note for this entry")
        self.range = RangeBar(theme, self)
        self.more = SfFactList(theme)
        self._lay_out()
        self._connect(hub)
        self.restyle()

    def follow(self) -> None:
        """Show the current question; hide if there is none."""
        entry = self._controller.entry
        asked, answer = entry.question, entry.answer
        self.setVisible(asked is not None)
        self.area.follow()
        if asked is None:
            return
        shot = asked.shot
        self.title.say(f"{text.opening(shot.weapon)}, {who_at(shot)}")
        self.figures.say(shot_words(shot))
        self.figures.setVisible(bool(shot_words(shot)))
        self.facts.show_facts(beside(self._controller.table, asked))
        fired = shot_weapon(self._controller.table, shot)
        drawn = spans_of(fired) if fired and shot.distance is not None else ()
        self.range.show_spans(drawn, shot.distance)
        self.more.show_facts(about_shot(self._controller.table, shot))
        then = entry.then
        self.prompt.say(then.prompt if then else asked.prompt)
        self.rule.show_rule(then.rule if then else asked.rule)
        if self._asked != asked.key:  # a screen reader hears a question once, not at each key
            self._asked = asked.key
            announce(self, f"{self.title.text()}. {asked.prompt}")
        self._show_letters()
        self._show_number()
        self.words.setVisible(asked.ask is Ask.FALL)
        self.words.setPlaceholderText(asked.words)
        self.words.follow(answer.words)
        self.note.follow(answer.note)
        if not self.note.hasFocus():
            # "Other effect" is answered by the note, which says what it is.
            says = entry.chosen is UsualOutcome.OTHER_EFFECT
            self.note.setVisible(bool(answer.note) or says)
            self.note.setPlaceholderText("What it does" if says else "Note for this entry")

    def open_note(self) -> None:
        """Show the note of this entry, ready to type."""
        self.note.show()
        self.note.setFocus()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        edge = px(12)
        self.column.setContentsMargins(px(14), edge, edge, edge)
        self.column.setSpacing(px(8))
        self.number_box.setFixedWidth(px(170))

    def _show_letters(self) -> None:
        entry = self._controller.entry
        asked, answer, then = entry.question, entry.answer, entry.then
        names = then.names if then else asked.options if asked else ()
        if names != self._lettered:
            self._lettered = names
            self.answers.set_choices(
                [ChoiceWords(name, CONSEQUENCES.get(name, "")) for name in names]
            )
        self.answers.set_chosen(answer.then if then else answer.choice)
        self.answers.setVisible(bool(names))

    def _show_number(self) -> None:
        asked, answer = self._controller.entry.question, self._controller.entry.answer
        wanted = asked.number if asked else None
        self.number_box.setVisible(wanted is not None)
        if wanted is None:
            return
        label, least, most, usual = wanted
        self.number_box.set_label(f"{label}, {least} to {most}")
        self.number.setAccessibleName(label)
        self.number.least, self.number.most = least, most
        self.number.setPlaceholderText("" if usual is None else str(usual))
        if not self.number.hasFocus():
            self.number.set_value(answer.number)

    def _lay_out(self) -> None:
        theme, mark = self.theme, IconMark(self.theme, "attack", "danger", 18, 32)
        names = in_column(theme, self.title, self.figures, gap=1)
        asks = in_row(theme, (self.prompt, 1), self.rule, gap=8)
        fill(self.column, in_row(theme, mark, (names, 1), gap=10), self.facts, asks)
        fill(self.column, self.answers, self.number_box, self.words, self.area, self.note)
        fill(self.column, self.range, self.more)
        self.note.setPlaceholderText("Note for this entry")
        self.note.setMaxLength(2000)
        self.note.hide()

    def _connect(self, hub: Hub) -> None:
        controller = self._controller
        self.answers.chosen.connect(
            lambda place: controller.fill(lambda entry: entry.choose(LETTERS[place]))
        )
        self.number.textEdited.connect(lambda _text: self._typed())
        self.number.entered.connect(self.free)
        self.number.left.connect(self.free)
        self.words.textEdited.connect(lambda words: controller.say(words=words))
        self.words.left.connect(self.free)
        self.note.textEdited.connect(lambda words: controller.say(note=words))
        self.note.left.connect(self.free)
        self.area.free.connect(self.free)
        for cites in (self.rule, self.facts, self.more):
            cites.asked.connect(hub.rule_asked)

    def _typed(self) -> None:
        # A wrong number is no answer; the one before must not stay in its place.
        problem = self.number.problem(optional=True)
        self.number_box.set_problem(problem)
        value = self.number.value()
        number = None if problem or value is None else int(value)
        self._controller.say(number=number)


HIGH = 44
MOST_DONE = 6
"""Shots of this turn whose lines stay visible; the log has all of them."""


@sized(200, HIGH)
class WaitingShot(PaintedButton):
    """A button for a shot that waits; a click makes it the current one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lead, self._rest, self._due = "", "", ""

    def show_shot(self, asked: ShotQuestion, *, earlier_turn: bool) -> None:
        """Show a shot and the entry that it waits for."""
        self._lead, self._rest = text.opening(asked.shot.weapon), who_at(asked.shot)
        earlier = ", earlier turn" if earlier_turn else ""
        due = "hit or miss" if asked.ask is Ask.HIT else asked.ask.value
        self._due = f"{due}{earlier}"
        self.setAccessibleName(f"{self._lead}, {self._rest}, waits for {self._due}")
        self.update()

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        theme, px = self.theme, self.theme.px
        edge = theme.color("ctl" if self.underMouse() else "line2")
        draw_plate(painter, box, px(8), theme.color("bg2"), edge)
        spot = QRectF(px(12), 0, px(ROW), box.height())
        paint_icon(painter, square_in(spot, px(ROW)), theme, "attack", "text3")
        left, right = spot.right() + px(10), box.right() - px(12)
        small, strong = theme.font("small"), theme.font("small", strong=True)
        wide: float = text_width(small, self._due)
        half, edge_px = box.height() / 2, px(4)
        upper = QRectF(left, edge_px, right - left, half - edge_px)
        lower = QRectF(left, half, right - left, half - edge_px)
        place = QRectF(right - wide, upper.top(), wide, upper.height())
        draw_line(painter, place, self._due, small, theme.color("text2"))
        upper.setRight(right - wide - px(10))
        draw_line(painter, upper, self._lead, strong, theme.color("text"))
        draw_line(painter, lower, self._rest, small, theme.color("text2"))
        if self.hasFocus():
            draw_focus(painter, box, theme, px(8))


class SfShotsBlock(AttackBlock):
    """The card of the current shot, and a line for each other shot that waits."""

    free = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController, hub: Hub) -> None:
        super().__init__(theme, 2, "What follows")
        self._controller = controller
        self.card = SfShotCard(theme, controller, hub)
        self.card.free.connect(self.free)
        self.lines: list[WaitingShot] = []
        self._ids: list[int] = []
        self.column.addWidget(self.card)

    def follow(self) -> None:
        """Show the shots as they are now."""
        entry = self._controller.entry
        self.card.follow()
        current = entry.current
        others = [each for each in entry.open if current is None or each.shot.id != current.id]
        turn = self._controller.table.head.turn_id
        self._ids = [each.shot.id for each in others]
        lines = as_many(self.lines, len(others), self._new_line)
        for line, asked in zip(lines, others, strict=True):
            line.show_shot(asked, earlier_turn=asked.shot.turn_id != turn)

    def _new_line(self) -> WaitingShot:
        line, place = WaitingShot(self.theme), len(self.lines)
        line.clicked.connect(lambda: self._go(place))
        self.column.addWidget(line)
        return line

    @override
    def summary(self) -> str:
        """Return how many shots wait, in words."""
        count = len(self._controller.entry.open)
        if not count:
            return "no shot waits for an entry"
        return f"{count} {'shot waits' if count == 1 else 'shots wait'} for entries"

    def _go(self, at: int) -> None:
        if at < len(self._ids):
            self._controller.to_the_shots(self._ids[at])


class SfDoneBlock(AttackBlock):
    """The last settled shots of this turn with their entries; `asked` carries a rule ID."""

    asked = Signal(str)

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme, 3, "This turn")
        self._controller = controller
        self.lines = LabelList(theme, hangs=True)
        self.lines.asked.connect(self.asked)
        self.column.addWidget(self.lines)

    def follow(self) -> None:
        """Show the shots that are settled."""
        done = self._controller.entry.done()
        # The newest first, as in the log.
        self.lines.show_lines([_pieces(shot) for shot in done[-MOST_DONE:][::-1]])

    @property
    def is_empty(self) -> bool:
        """Whether no shot of this turn is settled."""
        return not self._controller.entry.done()

    @override
    def summary(self) -> str:
        count = len(self._controller.entry.done())
        return f"{count} {'shot' if count == 1 else 'shots'} settled"


def _pieces(shot: ShotRow) -> tuple[LinePiece, ...]:
    lead = LineWords(f"{text.opening(shot.weapon)}, {who_at(shot)}.", "text", strong=True)
    # The target is named in the lead already.
    entered = [_entry_words(each, named=each.unit_id != shot.target_id) for each in shot.outcomes]
    if shot.placed:
        entered.insert(_place_of_area(shot), _area_words(shot))
    said = " ".join([f"{text.opening(shot_words(shot))}." if shot_words(shot) else "", *entered])
    words = LineWords(f" {said.strip()} ", "text2")
    mark = InlinePicture("check", "ok")
    over: tuple[LinePiece, ...] = ()
    if shot.overruled:
        rules = ", ".join(shot.overruled)
        over = (InlinePicture("shield", "accent_text"), LineWords(f"Overruled {rules}. ", "text2"))
    return (mark, lead, words, *over, Cited("12-91"))


def _place_of_area(shot: ShotRow) -> int:
    """Return the area's place among the entries: a warhead's comes after hit and fall of shot."""
    if not shot.explosive:
        return 0
    return sum(each.matter in (Matter.HIT, Matter.FALL_OF_SHOT) for each in shot.outcomes)


def _area_words(shot: ShotRow) -> str:
    size = f' {shot.area_size:g}"' if shot.area_size is not None else ""
    early = ", early" if shot.early else ""
    where = f", {shot.place}" if shot.place else ""
    count = len(shot.inside)
    return f"Area{size}{early}{where}: {count or 'nobody'} inside."


def _entry_words(entry: OutcomeRow, *, named: bool) -> str:
    """Return an entry in words, with the unit's name if `named`.

    An entry with neither answer nor number was skipped.
    """
    said = entry.answer or ("" if entry.number is not None else f"{entry.matter} skipped")
    number = ""
    if entry.number is not None:
        number = f"hit {entry.number}" if entry.matter is Matter.PENETRATION else str(entry.number)
        number = f"armor class {entry.number}" if entry.matter is Matter.ARMOR_CLASS else number
    parts = ", ".join(part for part in (number, said) if part)
    whom = f"{entry.unit}: " if entry.unit and named else ""
    note = f" {text.opening(entry.note).rstrip('.')}." if entry.note else ""
    return f"{whom}{parts if whom else text.opening(parts)}.{note}"
