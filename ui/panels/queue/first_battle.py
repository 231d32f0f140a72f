"""The card of the first battle: what to do until the dice fall, each thing with its key."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from ui.look.text import note, plain_label
from ui.look.theme import Theme
from ui.models.first_battle import FIRST, LAST, LETTERS, GuideStep, guide_takes, open_step
from ui.models.queue import QueueController
from ui.widgets.buttons import Button, ButtonKind
from ui.widgets.layout import FlowLayout, clear_out, in_row, let_wrap
from ui.widgets.painted import IconMark


class GuideList(QWidget):
    """The steps: those that are done a line each, the open one with its ways, the rest in grey."""

    def __init__(self, theme: Theme, controller: QueueController) -> None:
        super().__init__()
        self.theme, self._controller = theme, controller
        self._shown: tuple[object, ...] = ()
        let_wrap(self, down=QSizePolicy.Policy.Minimum)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))

    def follow(self, steps: Sequence[GuideStep]) -> None:
        """Show these steps; hidden where there are none."""
        self.setVisible(bool(steps))
        shown = tuple((s.id, s.said, s.done, [way.words for way in s.ways]) for s in steps)
        if shown == self._shown:
            return
        self._shown = shown
        clear_out(self._column)
        now = open_step(steps)
        for step in steps:
            self._column.addWidget(self._head(step, step is now))
            if step is now:
                self._column.addWidget(self._ways(step))

    def _head(self, step: GuideStep, now: bool) -> QWidget:
        theme, line = self.theme, QWidget()
        icon, tone = ("check", "ok") if step.done else ("chevron-right", "text" if now else "text3")
        mark = IconMark(theme, icon, tone, 16)
        title = plain_label(theme, step.title, "body", "text" if now else "text2", strong=now)
        in_row(theme, mark, title, (note(theme, step.said), 1), gap=8, on=line)
        return line

    def _ways(self, step: GuideStep) -> QWidget:
        """Return the buttons of a step, in as many lines as they need."""
        line = QWidget()
        let_wrap(line, down=QSizePolicy.Policy.Minimum)
        flow = FlowLayout(line, gap=self.theme.px(6))
        flow.addWidget(self._way(step.ways[0].words, FIRST, "", "primary"))
        for letter, way in zip(LETTERS, step.ways[1:], strict=False):
            flow.addWidget(self._way(way.words, letter, letter.lower(), "soft"))
        if step.id != LAST:
            flow.addWidget(self._way("Leave it out", "S", "s", "quiet"))
        return line

    def _way(self, words: str, cap: str, typed: str, kind: ButtonKind) -> Button:
        # By its key: what the step is when it is clicked decides, not what it was when it was made.
        does = partial(guide_takes, self._controller, typed)
        return Button(self.theme, words, kind, "", cap, does=does)
