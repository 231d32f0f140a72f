"""The dice boxes of an attack: Action Rolls in one row, damage and Armor in another."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from typing_extensions import override

from brikdesk.acts.attack.preview import AttackPreview
from brikdesk.acts.rows import initials
from brikdesk.turns.steps import Thrower
from ui.look.theme import Theme
from ui.models.attack.controller import AttackController
from ui.models.queue.step_draft import side_by_side
from ui.panels.queue.step_dice import StepDice
from ui.widgets.dice.box import BoxSize

APART = 20
"""Pixels at 100 % between the Damage dice and those of the Armor."""


def damage_from(preview: AttackPreview) -> int:
    """Return the place of the first die after the Action Rolls, or the number of dice if none."""
    first = preview.damage_first
    return len(preview.dice) if first is None else first


class AttackDice(StepDice):
    """One row: the Action Rolls, or with `damage` the dice after them.

    A line stands before the first die of the Armor.
    """

    def __init__(self, theme: Theme, controller: AttackController, damage: bool) -> None:
        self._attack, self._damage = controller, damage
        super().__init__(theme, controller, BoxSize.NORMAL)

    @override
    def places(self) -> tuple[int, ...]:
        preview = self._attack.preview
        first = damage_from(preview)
        return tuple(at for at in side_by_side(preview.dice) if (at >= first) is self._damage)

    @override
    def several(self, places: Sequence[int]) -> bool:
        return len(self._attack.preview.shots) > 1 or super().several(places)

    @override
    def token_of(self, thrower: Thrower) -> str:
        """Return the letters of the unit's token, else its initials; for a second shot GC 2."""
        unit = self._attack.table.unit(thrower.unit_id)
        token = (unit.token if unit else "") or initials(thrower.head or thrower.name)
        behind = str(thrower.number) if thrower.number else thrower.part and initials(thrower.part)
        return f"{token} {behind}" if behind else token

    @override
    def follow(self) -> None:
        super().follow()
        first = self._first_armor()
        for at, box in enumerate(self._boxes):
            apart = self.theme.px(APART) if self._damage and 0 < at == first else 0
            if box.property("apart") != apart:
                # The flow layout reads the property when it lays out, and nobody tells it to.
                box.setProperty("apart", apart)
                self.updateGeometry()
                self._flow.invalidate()
        self.update()

    @override
    def take_key(self, event: QKeyEvent) -> bool:
        """Leave Backspace in empty Damage boxes to the tab: it goes back to the Action dice."""
        bare = self._damage and not any(self.faces()) and not self.half_typed
        if event.key() == Qt.Key.Key_Backspace and bare:
            return False
        return super().take_key(event)

    @override
    def paint(self, painter: QPainter, box: QRectF) -> None:
        """Draw the line between damage and Armor."""
        first = self._first_armor()
        if not self._damage or not 0 < first < len(self._boxes):
            return
        place = self._boxes[first].geometry()
        if place.left() > self.theme.px(APART):  # the first of a line needs none
            left = place.left() - self.theme.px(APART + 8) / 2
            line = QRectF(left, place.top(), 1, place.height())
            painter.fillRect(line, self.theme.color("line2"))

    def _first_armor(self) -> int:
        dice, places = self._attack.preview.dice, self.places()
        return next((at for at, place in enumerate(places) if dice[place].armor), -1)
