"""The Attack tab of a campaign that plays both games: a switch, and the chosen game's panel."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.pressed import sign
from ui.look.theme import Theme
from ui.models.scifi_attack.wanted import AttackGame, sf_attack_choice
from ui.panels.attack.panel import AttackPanel
from ui.panels.scifi_attack.panel import SfAttackPanel
from ui.widgets.backdrop import Backdrop
from ui.widgets.layout.front import bring_to_front
from ui.widgets.segmented import Segment, Segmented

SEGMENTS = (Segment("BrikWars"), Segment("Sci-fi"))


class BothAttacks(Backdrop):
    """Both attack panels, one of them shown; G switches to the other."""

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, "bg1", parent=parent)
        self.setAccessibleName("Attack")
        self._choice = sf_attack_choice(desk)
        self.switch = Segmented(theme, SEGMENTS)
        self.brikwars = AttackPanel(theme, desk, hub)
        self.scifi = SfAttackPanel(theme, desk, hub)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.brikwars)
        self._stack.addWidget(self.scifi)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._head = QVBoxLayout()
        self._head.addWidget(self.switch)
        self._column.addLayout(self._head)
        self._column.addWidget(self._stack, 1)
        self.switch.chosen.connect(lambda at: self._choice.choose(tuple(AttackGame)[at]))
        self._choice.changed.connect(self._show)
        self._show()
        self.restyle()

    @property
    def shown(self) -> AttackPanel | SfAttackPanel:
        """The panel of the chosen game."""
        return self.scifi if self._choice.now is AttackGame.SCIFI else self.brikwars

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, _SHIFT)
        if plain and sign(event) == "g":
            other = {AttackGame.SCIFI: AttackGame.BRIKWARS, AttackGame.BRIKWARS: AttackGame.SCIFI}
            self._choice.choose(other[self._choice.now])
        else:
            event.ignore()

    @override
    def restyle(self) -> None:
        super().restyle()
        px = self.theme.px
        self._head.setContentsMargins(px(16), px(8), px(16), 0)

    def _show(self) -> None:
        bring_to_front(self._stack, self.shown)
        on = tuple(AttackGame).index(self._choice.now)
        for place, segment in enumerate(SEGMENTS):
            self.switch.set_segment(place, segment if place == on else replace(segment, badge="G"))
        self.switch.set_current(on)
        self.setFocusProxy(self.shown)


_SHIFT = Qt.KeyboardModifier.ShiftModifier
