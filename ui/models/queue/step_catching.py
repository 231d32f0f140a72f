"""Who is caught when the current step of the queue explodes."""

from collections.abc import Mapping

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.store.views.explosives import MayGoOff
from brikdesk.store.views.explosives import loads as all_loads
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from brikdesk.turns.queue import Queue
from ui.models.catching import Name, by_key, left_out
from ui.models.queue.controller import QueueController
from ui.models.queue.step_looking import blasts_of


class StepCatching:
    """The current step for the list of those who are caught: read as shown, written to its draft."""

    def __init__(self, controller: QueueController) -> None:
        self._controller = controller
        self._units: dict[int, UnitRow] = {}
        self._read_for: Queue | None = None

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """The explosions whose dice are in; before that nobody knows how far they reach."""
        return blasts_of(self._controller.preview)

    @property
    def caught(self) -> tuple[Caught, ...]:
        """Everybody who is caught, by what was typed or by the map."""
        act = self._controller.shown.act if self._controller.shown else None
        return act.caught if isinstance(act, ExplodingStep) else ()

    @property
    def units(self) -> Mapping[int, UnitRow]:
        """All units on the table, by key."""
        if self._read_for is not self._controller.queue:  # it is another one after each act
            self._read_for = self._controller.queue
            rows = self._controller.desk.read(all_units)
            self._units = {row.id: row for row in rows if row.alive and row.on_table}
        return self._units

    @property
    def loads(self) -> Mapping[int, MayGoOff]:
        """All that may go off in turn, by key."""
        return by_key(self._controller.desk.read(all_loads))

    @property
    def beyond(self) -> tuple[Caught, ...]:
        """Whom the map has within reach too, but who are too many to be caught without a word."""
        reach = self._controller.reach
        if reach.whole:
            return ()
        return left_out(self._controller.desk, self.blasts, self.caught, reach.spared)

    def catch(self, *caught: Caught) -> None:
        """Note the measures of those who are caught."""
        self._controller.say_reach(self._controller.reach.catching(*caught))

    def spare(self, name: Name) -> None:
        """Take somebody out of an explosion."""
        self._controller.say_reach(self._controller.reach.sparing(name))
