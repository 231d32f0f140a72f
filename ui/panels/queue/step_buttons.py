"""Roll, Apply and Skip of the current step: the one that Enter or Space would do now is primary."""

from PySide6.QtWidgets import QSizePolicy

from ui.look.theme import Theme
from ui.models.queue.controller import QueueController
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.painted import PaintedWidget


class StepButtons(PaintedWidget):
    """The row of buttons under a step; the large view has Roll all in it too."""

    def __init__(self, theme: Theme, controller: QueueController, large: bool = False) -> None:
        super().__init__(theme)
        self._controller = controller
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._flow = FlowLayout(self)
        self.roll = Button(theme, "Roll", "primary", "roll", "Space", large=large)
        self.apply = Button(theme, "Apply", "soft", "", "Enter", large=large)
        self.roll_all = Button(theme, "Roll all", "soft", "roll", "⇧ Space", large=large)
        self.instead = Button(theme, "Counterstrike", "primary", "attack", "C", large=large)
        self.skip = Button(theme, "Skip", "quiet", "", "S", large=large)
        self.roll.clicked.connect(controller.roll)
        self.apply.clicked.connect(controller.apply)
        self.roll_all.clicked.connect(controller.roll_all)
        self.instead.clicked.connect(controller.do_instead)
        self.skip.clicked.connect(lambda: controller.skip())
        buttons = (self.roll, self.instead, self.apply, self.roll_all, self.skip)
        for button in buttons if large else (self.roll, self.instead, self.apply, self.skip):
            self._flow.addWidget(button)
        self.roll_all.setVisible(large)
        self.restyle()

    def follow(self) -> None:
        """Disable what cannot be done yet, and make Roll or Apply the primary button."""
        controller, preview = self._controller, self._controller.preview
        able = not controller.desk.read_only
        self.roll.setVisible(bool(preview.dice))
        self.roll.setEnabled(controller.can_roll)
        self.roll.set_kind("primary" if controller.can_roll else "soft")
        self.apply.setEnabled(controller.can_apply)
        self.instead.setVisible(controller.has_instead)
        self.instead.setEnabled(able)
        self.apply.set_kind("soft" if controller.can_roll else "primary")
        self.skip.setEnabled(able)
        self.roll_all.setEnabled(able)

    def restyle(self) -> None:
        """Take up new sizes."""
        self._flow.setSpacing(self.theme.px(6))
        super().restyle()
