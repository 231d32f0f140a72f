"""Acts done from a panel: a refusal is shown in that panel, with a button to overrule it."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from brikdesk.store.act import Act
from brikdesk.store.campaign import Changes
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.campaign.not_done import NotDone
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.rules.refusal_line import RefusalLine


class RefusedHere(RefusalLine):
    """Does acts for its panel and shows why one was refused; any act that succeeds clears it.

    `done` brings the Changes of an act of this panel, also of an overruled one. `elsewhere` may
    show the sentence at the field that is wrong: it is called with the field's name and the
    sentence, and returns whether it did.
    """

    done = Signal(object)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._desk = desk
        self._not_done: NotDone | None = None
        self.elsewhere: Callable[[str, str], bool] = lambda where, sentence: False
        self.overruled.connect(self._overrule)
        self.asked.connect(hub.rule_asked)
        desk.changed.connect(self._cleared)

    def do(self, act: Act) -> Changes | NotDone:
        """Do an act; if it is refused, show why, here or at its field."""
        # First: a refusal of before would else stay beside the new one's field.
        self._cleared()
        answer = self._desk.do(act)
        if isinstance(answer, Changes):
            self.done.emit(answer)
            return answer
        self._not_done = answer
        if answer.sentence and not self.elsewhere(answer.where, answer.sentence):
            self.refuse(answer.sentence, answer.rule, answer.others)
        return answer

    def focus_overrule(self) -> None:
        """Put the focus on Overrule, where O and Space work; nowhere if no rule refuses."""
        for button in self.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _overrule(self, rule: str) -> None:
        if self._not_done and self._not_done.rule:
            self.do(self._not_done.overruled(rule))

    def _cleared(self) -> None:
        self._not_done = None
        self.clear()
