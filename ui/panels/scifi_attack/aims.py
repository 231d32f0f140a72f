"""Buttons for the single attacks of a weapon that fires several times; one of them is shown."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout
from typing_extensions import override

from ui.look.theme import Theme
from ui.models.scifi_attack.controller import SfAttackController
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class SfAims(PaintedWidget):
    """The row of buttons, hidden until there is a target; `adding` asks for one more attack."""

    adding = Signal()

    def __init__(self, theme: Theme, controller: SfAttackController) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._controller = controller
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._flow = FlowLayout()
        self._column.addLayout(self._flow)
        self.buttons: list[Button] = []
        self.more = Button(theme, "One more shot", "quiet", "plus", "+")
        self.less = Button(theme, "Take it out", "quiet", "minus", "Del")
        self.more.clicked.connect(self.adding)
        self.less.clicked.connect(lambda: controller.change(controller.draft.without_aim()))
        self._flow.addWidget(self.more)
        self._flow.addWidget(self.less)
        self.hide()
        self.restyle()

    def follow(self) -> None:
        """Show the attacks as they are now."""
        controller = self._controller
        draft, table = controller.draft, controller.table
        several = len(draft.aims) > 1
        for button in (*self.buttons, self.more, self.less):
            self._flow.removeWidget(button)
        for button in self.buttons:
            button.hide()
            button.deleteLater()  # not at once: its own click may have brought us here
        self.buttons = []
        for place, aim in enumerate(draft.aims if several else ()):
            name = table.name(aim.target_id) or aim.target or "no target"
            icon = "check" if place == draft.at else ""
            button = Button(self.theme, f"{place + 1} {name}", "soft", icon)
            button.clicked.connect(lambda _=False, at=place: self._show(at))
            self._flow.addWidget(button)
            button.show()
            self.buttons.append(button)
        self._flow.addWidget(self.more)
        self._flow.addWidget(self.less)
        self.less.setVisible(several)
        ready = table.ready(draft.weapon_id)
        way = ready.way(draft.capability) if ready else None
        able = several or (way is not None and way.shots > 1)
        self.setVisible(bool(draft.aims) and able)

    @override
    def restyle(self) -> None:
        self._flow.setSpacing(self.theme.px(6))
        super().restyle()

    def _show(self, at: int) -> None:
        self._controller.change(self._controller.draft.showing(at))
