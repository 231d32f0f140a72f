"""Where an effect area lies and which units are inside: by die or words, with flame or without."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout
from typing_extensions import override

from brikdesk.rules.scifi.areas import DIRECTIONS, AreaShape
from ui.look.text import plain_label
from ui.look.theme import Theme
from ui.models.scifi_attack import picks as sf_picks
from ui.models.scifi_attack.answer import area_size, points_to
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.course import Ask, asks_flame
from ui.models.scifi_attack.entry import SfEntry
from ui.parts.fields.pick_list import PickList
from ui.widgets.buttons import Button
from ui.widgets.dice.entry import DieSlot
from ui.widgets.dice.row import DiceRow
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.own_keys import OwnKeys
from ui.widgets.painted import PaintedWidget

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


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
        if event.key() in _ENTER or event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


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
        self.seen = plain_label(theme, "", "small", "text2", wrap=True)
        self.fewer = Button(theme, "", "soft", "minus", name="Fewer detected targets (−)")
        self.more = Button(theme, "", "soft", "plus", name="More detected targets (+)")
        self.flame = Button(theme, "No flame inside", "soft", "fire", "F")
        self.ticks = Button(theme, "Who is inside", "soft", "units", "I")
        self.who = plain_label(theme, "", "body", "text", wrap=True)
        self.where = WordsEdit("Where it lies")
        self.picks = PickList(theme)
        self._lay_out()
        self._connect()
        self.restyle()

    def follow(self) -> None:
        """Show the current question; hide if it asks for no area."""
        entry, table = self._controller.entry, self._controller.table
        asked, answer = entry.question, entry.answer
        self.setVisible(asked is not None and asked.has_area)
        if asked is None or not asked.has_area:
            self.picks.hide()
            self.dice.set_dice(())
            return
        oblong = asked.ask is Ask.PLACE and asked.shot.shape is AreaShape.OBLONG
        die = entry.wants_die
        self._show_die(die)
        for part in (self.seen, self.fewer, self.more):
            part.setVisible(oblong)
        laid = "a die points it" if answer.detected == 1 else "laid in any way over them"
        laid = laid if answer.detected else "it cannot be laid"
        self.seen.say(f"Detected targets in range: {answer.detected}, {laid}.")
        self.flame.setVisible(asked.ask is Ask.LANDING and asks_flame(asked.shot))
        self.flame.set_words(self._flame_words())
        self.where.setPlaceholderText(
            "Direction: the map (X), or words (W)" if die else "Where: the map (X), or words (W)"
        )
        # setText would send the cursor to the end while somebody types in the middle.
        if not self.where.hasFocus() and self.where.text() != answer.words:
            self.where.setText(answer.words)
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

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self._column.setSpacing(px(8))
        self._line.setSpacing(px(6))
        self._count.setSpacing(px(6))
        self._die.setSpacing(px(10))
        super().restyle()

    def _flame_words(self) -> str:
        entry, table = self._controller.entry, self._controller.table
        asked = entry.question
        if asked is None or not entry.answer.flame:
            return "No flame inside"
        size = area_size(table, asked.shot, flame=True)
        return f'Flame inside: {size:g}", attack factor 4' if size else "Flame inside"

    def _show_die(self, die: bool) -> None:
        entry, table = self._controller.entry, self._controller.table
        asked = entry.question
        self.dice.setVisible(die)
        self.points.setVisible(die)
        slots = (DieSlot(DIRECTIONS, "", asked.key if asked else ""),) if die else ()
        if self.dice.slots() != slots:
            self.dice.set_dice(slots, keep=False)
        if die and self.dice.faces() != (entry.answer.face,):
            self.dice.set_faces((entry.answer.face,))
        points = points_to(table, entry.answer)
        words = f"The other end points {points}." if points else "One end on the target."
        if entry.answer.face and not points:
            words = f"{entry.answer.face.value}: the referee says the direction."
        self.points.say(words)

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._count, self._die, self._line = QHBoxLayout(), QHBoxLayout(), FlowLayout()
        self._count.addWidget(self.seen, 1)
        self._count.addWidget(self.fewer)
        self._count.addWidget(self.more)
        self._die.addWidget(self.dice)
        self._die.addWidget(self.points, 1)
        self._line.addWidget(self.ticks)
        self._line.addWidget(self.flame)
        self._column.addLayout(self._count)
        self._column.addLayout(self._die)
        self._column.addWidget(self.where)
        self._column.addLayout(self._line)
        self._column.addWidget(self.who)
        self._column.addWidget(self.picks)

    def _connect(self) -> None:
        controller = self._controller
        self.fewer.clicked.connect(lambda: controller.fill(lambda entry: entry.detected(-1)))
        self.more.clicked.connect(lambda: controller.fill(lambda entry: entry.detected(1)))
        self.flame.clicked.connect(lambda: controller.fill(SfEntry.flame))
        self.ticks.clicked.connect(self.ask_inside)
        self.where.textEdited.connect(
            lambda words: controller.fill(lambda entry: entry.say_where(words))
        )
        self.where.left.connect(self.free)
        self.picks.picked.connect(lambda unit: controller.fill(lambda entry: entry.tick(unit)))
        self.picks.left.connect(self.free)
        self.dice.changed.connect(self._face_typed)

    def _face_typed(self) -> None:
        face = next(iter(self.dice.faces()), None)
        self._controller.fill(lambda entry: entry.put_face(face))
