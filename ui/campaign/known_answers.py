"""The last answers of the campaign, which panes show on while its file cannot be read."""

from typing import Any

from brikdesk.store.campaign import Changes
from ui.campaign.errand import AskedView

MOST = 400
"""Answers that are kept, newest last: more than all panes of a window ask for."""


class KnownAnswers:
    """The last answer to each question. None is older than the last act that touched its rows."""

    def __init__(self) -> None:
        self._answers: dict[AskedView, Any] = {}

    def __contains__(self, asked: AskedView) -> bool:
        return asked in self._answers

    def __getitem__(self, asked: AskedView) -> Any:
        return self._answers[asked]

    def keep(self, asked: AskedView, answer: object) -> None:
        """Remember an answer; forget the one not asked for longest if there are too many."""
        # Taking the key out first moves it to the end: a dict keeps the order of insertion.
        self._answers.pop(asked, None)
        self._answers[asked] = answer
        if len(self._answers) > MOST:
            del self._answers[next(iter(self._answers))]

    def newest(self, count: int) -> tuple[AskedView, ...]:
        """Return the questions that were asked last."""
        return tuple(self._answers)[-count:]

    def forget(self, changes: Changes) -> None:
        """Forget the answers that an act may have changed."""
        for asked in tuple(self._answers):
            if not changes.tables.isdisjoint(asked[0].tables):
                del self._answers[asked]
