"""The fields for a modifier of the referee's own: points, reason, and the roll that it changes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy
from typing_extensions import override

from brikdesk.acts.attack.aim import Extra
from brikdesk.acts.attack.preview import To
from ui.forms.fields import FieldOption
from ui.forms.measure import MeasureEdit
from ui.forms.pick_box import PickBox
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.layout.flow import FlowLayout
from ui.widgets.layout.wrapping import let_wrap
from ui.widgets.own_keys import OwnKeys
from ui.widgets.painted import PaintedWidget

MOST_LETTERS = 80
ROLLS = (To.ACTION, To.DAMAGE, To.PARRY)
"""The rolls that a modifier of the referee's own can change."""


class OtherModifier(PaintedWidget, OwnKeys):
    """Hidden until opened. Enter adds the modifier, Esc leaves; on `left` the keys go back."""

    own_keys = (("Enter", "add it"), ("Tab", "next"), ("Esc", "back"))

    added = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._flow = FlowLayout(self)
        self.value = MeasureEdit(theme, -100, 100)
        self.value.setAccessibleName("Points, plus or minus")
        self.value.setPlaceholderText("+1")
        self.reason = QLineEdit()
        self.reason.setMaxLength(MOST_LETTERS)
        self.reason.setPlaceholderText("Reason")
        self.reason.setAccessibleName("Reason of the modifier")
        self.to = PickBox(theme)
        self.to.offer([FieldOption(to, f"on {to.value}") for to in ROLLS])
        self.to.setAccessibleName("What it changes")
        self.add = Button(theme, "Add", "soft", "plus", "Enter")
        self.add.clicked.connect(self._add)
        for part in (self.value, self.reason, self.to, self.add):
            self._flow.addWidget(part)
        self.hide()
        self.restyle()

    def open(self, to: To = To.ACTION) -> None:
        """Show empty fields, ready to type the points; `to` is the roll that is proposed."""
        self.value.clear()
        self.reason.clear()
        self.to.set_value(to)
        self.show()
        self.value.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._add()

    @override
    def restyle(self) -> None:
        px = self.theme.px
        self.value.setFixedWidth(px(72))
        self.reason.setFixedWidth(px(150))
        self.to.setFixedWidth(px(150))
        self._flow.setSpacing(px(8))
        super().restyle()

    def _add(self) -> None:
        # Enter in one field goes on to the next one that is empty, and adds when none is.
        points = self.value.value()
        if points is None:
            self.value.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        reason = self.reason.text().strip()
        if not reason:
            self.reason.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        to = self.to.value()
        made = Extra(reason=reason, value=int(points), damage=to is To.DAMAGE, parry=to is To.PARRY)
        self.hide()
        self.added.emit(made)
        self.left.emit()
