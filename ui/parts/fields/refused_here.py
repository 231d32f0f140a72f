"""Acts done from a panel: a refusal stands in that panel, with the way past it."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from brikdesk.errors import Refused
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Changes
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.look.theme import Theme
from ui.widgets.buttons import Button
from ui.widgets.refusal_line import RefusalLine


class RefusedHere(RefusalLine):
    """Does acts for its panel and shows why one was refused; any act that succeeds clears it.

    `done` after an act of this panel, also after an overruled one. `elsewhere` may show words of a
    bad entry at its field; then they do not stand here.
    """

    done = Signal(object)

    def __init__(self, theme: Theme, desk: Desk, hub: Hub, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._desk = desk
        self._act: Act | None = None
        self._refusal: Refused | None = None
        self._doing = False
        self.elsewhere: Callable[[str], bool] = lambda words: False
        self.overruled.connect(self._overrule)
        self.asked.connect(hub.rule_asked)
        desk.changed.connect(self._cleared)
        desk.refused.connect(self._refused)
        desk.failed.connect(self._failed)

    def do(self, act: Act) -> Changes | None:
        """Do an act; none where it was refused or made no sense, which then stands here."""
        self._act, self._refusal = act, None
        self.clear()
        self._doing = True
        try:
            changes = self._desk.do(act)
        finally:
            self._doing = False
        if changes:
            self.done.emit(changes)
        return changes

    def focus_overrule(self) -> None:
        """Put the focus on Overrule, where O and Space work; on nothing where there is no rule."""
        for button in self.findChildren(Button):
            if not button.isHidden():
                button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _refused(self, act: Act, refusal: Refused) -> None:
        if self._doing and act is self._act:
            self._refusal = refusal
            self.refuse(refusal.sentence, refusal.rule)

    def _failed(self, words: str) -> None:
        if self._doing and not self.elsewhere(words):
            self.refuse(words)

    def _overrule(self) -> None:
        if self._act and self._refusal:
            self.do(overruling(self._act, self._refusal.rule))

    def _cleared(self) -> None:
        self._act, self._refusal = None, None
        self.clear()
