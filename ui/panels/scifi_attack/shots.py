"""Blocks 2 and 3 of a Sci-fi attack: the shots that wait for entries, and the settled ones."""

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy
from typing_extensions import override

from brikdesk.rules.scifi.outcomes import Matter
from brikdesk.store.views.scifi import OutcomeRow, ShotRow
from ui.campaign.hub import Hub
from ui.look.icons import ROW, paint_icon
from ui.look.theme import Theme
from ui.models.scifi_attack.beside import shot_words
from ui.models.scifi_attack.controller import SfAttackController
from ui.models.scifi_attack.course import Ask
from ui.models.scifi_attack.entry import OpenShot
from ui.panels.attack.block import AttackBlock
from ui.panels.scifi_attack.card import SfShotCard
from ui.parts.lines.rich_line import Cited, InlinePicture, LinePiece, LineWords
from ui.parts.tables.label_list import LabelList
from ui.widgets.brushwork import draw_focus, draw_line, draw_plate, square_in, text_width
from ui.widgets.painted import PaintedButton

HIGH = 44
MOST_DONE = 6
"""Shots of this turn whose lines stay visible; the log has all of them."""


DUE = {
    Ask.PLACE: "place the area",
    Ask.FALL: "fall of shot",
    Ask.HIT: "hit or miss",
    Ask.LANDING: "where it lands",
    Ask.ARMOR: "armor class",
    Ask.PENETRATION: "penetration",
    Ask.DAMAGE: "damage",
    Ask.BLAST: "blast",
}
"""The entry that a shot waits for, in a few words."""


class WaitingShot(PaintedButton):
    """A button for a shot that waits; a click makes it the current one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._lead, self._rest, self._due = "", "", ""

    def show_shot(self, each: OpenShot, *, earlier_turn: bool) -> None:
        """Show a shot and the entry that it waits for."""
        shot = each.shot
        at = f" at {shot.target}" if shot.target else ""
        self._lead = _capital(shot.weapon)
        self._rest = f"{shot.unit}{at}"
        earlier = ", earlier turn" if earlier_turn else ""
        self._due = f"{DUE[each.question.ask]}{earlier}"
        self.setAccessibleName(f"{self._lead}, {self._rest}, waits for {self._due}")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.theme.px(200), self.theme.px(HIGH))

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
        while len(self.lines) < len(others):
            line = WaitingShot(self.theme)
            place = len(self.lines)
            line.clicked.connect(lambda _=False, at=place: self._go(at))
            self.column.addWidget(line)
            self.lines.append(line)
        turn = self._controller.table.head.turn_id
        self._ids = [each.shot.id for each in others]
        for place, line in enumerate(self.lines):
            line.setVisible(place < len(others))
            if place < len(others):
                earlier = others[place].shot.turn_id != turn
                line.show_shot(others[place], earlier_turn=earlier)

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
    at = f" at {shot.target}" if shot.target else ""
    lead = LineWords(f"{_capital(shot.weapon)}, {shot.unit}{at}.", "text", strong=True)
    entered = [_entry_words(each, named=each.unit_id != shot.target_id) for each in shot.outcomes]
    if shot.placed:
        entered.insert(_place_of_area(shot), _area_words(shot))
    said = " ".join([f"{_capital(shot_words(shot))}." if shot_words(shot) else "", *entered])
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
    note = f" {_capital(entry.note).rstrip('.')}." if entry.note else ""
    return f"{whom}{parts if whom else _capital(parts)}.{note}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
