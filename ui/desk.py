"""The desk's own door to the campaign: every panel reads, does, undoes and hears of changes here."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from brikdesk.acts.rolling import roll_all, roll_step
from brikdesk.acts.step import StepAct
from brikdesk.errors import BadInput, BrikDeskError, CampaignFileError, Refused
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.views import View
from brikdesk.turns.steps import Preview

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

LOOK_AT_THE_FILE = 1000
"""Milliseconds between looks at whether another program wrote to the campaign."""


class Desk(QObject):
    """One open campaign and its announcements.

    `changed` comes once for each act, undo and redo, with the Changes. `refused` brings the act
    and the Refused of a rule; doing `replace(act, overruled=act.overruled | {refusal.rule})`
    overrules it. `failed` brings words for the referee: bad input, or trouble with the file.
    `said` brings the words of what was done, undone or redone, for the status bar.
    """

    changed = Signal(object)
    refused = Signal(object, object)
    failed = Signal(str)
    said = Signal(str)

    def __init__(
        self,
        campaign: Campaign,
        thrower: Callable[[int], int] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._campaign = campaign
        chance = random.SystemRandom()
        self._thrower = thrower or (lambda sides: chance.randint(1, sides))
        self._watch = QTimer(self, interval=LOOK_AT_THE_FILE)
        self._watch.timeout.connect(self._look_at_the_file)
        self._watch.start()

    @property
    def path(self) -> Path:
        """Where the campaign is saved."""
        return self._campaign.path

    @property
    def read_only(self) -> bool:
        """Whether the campaign can only be looked at."""
        return self._campaign.read_only

    @property
    def campaign(self) -> Campaign:
        """The campaign, for reports and copies that read it whole."""
        return self._campaign

    def close(self) -> tuple[str, ...]:
        """Let go of the file; gives what the referee should know."""
        self._watch.stop()
        return self._campaign.close()

    def read(
        self, question: View[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
    ) -> Answer:
        """Answer a question from the saved rows."""
        return self._campaign.read(question, *args, **kwargs)

    def do(self, act: Act) -> Changes | None:
        """Carry out an act and announce it; none where it was refused or failed, which is announced."""
        try:
            changes = self._campaign.do(act)
        except Refused as refusal:
            self.refused.emit(act, refusal)
            return None
        except BrikDeskError as error:
            self.failed.emit(str(error))
            return None
        self._announce(changes, changes.title)
        return changes

    def undo(self) -> Changes | None:
        """Take the last act back and announce it."""
        return self._again(self._campaign.undo, "Undone")

    def redo(self) -> Changes | None:
        """Do the act again that was undone last, and announce it."""
        return self._again(self._campaign.redo, "Done again")

    def preview(self, act: StepAct) -> Preview:
        """Tell what a step asks and will do, for the dice and choices in the act.

        Raises BadInput for dice or choices that cannot be.
        """
        return self._campaign.reading(act.examine)

    def throw(self, act: StepAct) -> StepAct:
        """Give the act with its missing dice thrown by the desk."""
        return roll_step(self._campaign, act, self._thrower)

    def throw_all(self, *, stop_at_choice: bool = True) -> Changes | None:
        """Throw and settle step after step until one needs somebody's choice, as one act."""
        try:
            act = roll_all(self._campaign, self._thrower, stop_at_choice=stop_at_choice)
        except BrikDeskError as error:
            self.failed.emit(str(error))
            return None
        return self.do(act) if act else None

    def _again(self, what: Callable[[], Changes], word: str) -> Changes | None:
        try:
            changes = what()
        except (BadInput, CampaignFileError) as error:
            self.failed.emit(str(error))
            return None
        self._announce(changes, f"{word}: {changes.title}")
        return changes

    def _announce(self, changes: Changes, words: str) -> None:
        self.changed.emit(changes)
        self.said.emit(words)

    def _look_at_the_file(self) -> None:
        try:
            wrote = self._campaign.others_wrote()
        except CampaignFileError as error:
            self._watch.stop()
            self.failed.emit(str(error))
            return
        if wrote:
            self.changed.emit(Changes(0, "", EVERYTHING))
            self.said.emit("Another program changed this campaign; all is read again.")


class _Everything(frozenset[str]):
    """The set of all tables, whatever they are called."""

    def __contains__(self, name: object) -> bool:
        return True

    def __and__(self, other: object) -> frozenset[str]:
        assert isinstance(other, frozenset)
        return other

    def isdisjoint(self, other: object) -> bool:
        return not other


EVERYTHING: frozenset[str] = _Everything()
