"""Why a unit may not have a weapon, the remedy that the chapter names, and Overrule."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from brikdesk.rules.no import No
from brikdesk.rules.scifi.carrying import Mounting
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.rules.refusal_line import RefusalLine


class CarryLine(QWidget):
    """Hidden unless a rule refuses. `overruled` brings the rule; `crewed` takes the remedy."""

    overruled = Signal(str)
    crewed = Signal()

    def __init__(self, theme: Theme, hub: Hub) -> None:
        super().__init__()
        self._rule = ""
        self.line = RefusalLine(theme)
        self.line.overruled.connect(lambda: self.overruled.emit(self._rule))
        self.line.asked.connect(hub.rule_asked)
        self.crew_served = Button(theme, "Make it crew-served", "soft")
        self.crew_served.clicked.connect(self.crewed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        column.addWidget(self.crew_served, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def show_no(self, no: No | None, offer: Mounting | None, who: str = "") -> None:
        """Show a refusal and its remedy, about the weapon `who` if named; hide it for None."""
        if no is None:
            self.line.clear()
            self.hide()
            return
        words = f"{who}: {no.why}." if who else f"{no.why}."
        # It is asked for after each key; `refuse` has a screen reader say it, so only what is new.
        if (words, no.rule) != (self.line.sentence(), self._rule):
            self.line.refuse(words, no.rule)
        self._rule = no.rule
        self.crew_served.setVisible(offer is Mounting.CREW_SERVED)
        self.show()

    def focus(self) -> None:
        """Focus Overrule, where O and Space work."""
        for button in self.line.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)
