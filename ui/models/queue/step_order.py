"""The order in which the referee wants the open steps, kept by this window alone."""

from collections.abc import Sequence

from brikdesk.turns.steps import Step


class StepOrder:
    """The order of the agenda, until the referee moves a step or puts one last."""

    def __init__(self) -> None:
        self._keys: list[str] = []

    def of(self, waiting: Sequence[Step]) -> tuple[Step, ...]:
        """Return the steps in the wanted order.

        A step that came later stands before the known step that the agenda puts after it.
        """
        if not self._keys:
            return tuple(waiting)
        there = {step.key: step for step in waiting}
        keys = [key for key in self._keys if key in there]
        known = set(keys)
        before: dict[str, list[Step]] = {}
        new: list[Step] = []
        for step in waiting:
            if step.key in known:
                before[step.key], new = new, []
            else:
                new.append(step)
        made = [each for key in keys for each in (*before[key], there[key])]
        return (*made, *new)

    def move(self, steps: Sequence[Step], step: Step, by: int) -> None:
        """Put one of the steps, as they stand now, earlier (−1) or later (1)."""
        keys = [each.key for each in steps]
        place = keys.index(step.key)
        keys.insert(max(0, place + by), keys.pop(place))
        self._keys = keys

    def put_last(self, key: str) -> None:
        """Put a step behind all others."""
        # Without an order of the referee's own the agenda itself puts skipped steps last.
        if key in self._keys:
            self._keys.remove(key)
            self._keys.append(key)
