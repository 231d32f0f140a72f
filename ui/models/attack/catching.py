"""Who is caught in the explosions of the attack that is being prepared."""

from collections.abc import Mapping
from functools import reduce

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.store.views.explosives import MayGoOff
from brikdesk.store.views.explosives import loads as all_loads
from brikdesk.store.views.units import UnitRow
from ui.models.attack.controller import AttackController
from ui.models.attack.draft import AttackDraft
from ui.models.catching import Name, by_key, left_out


class AttackCatching:
    """The attack for the list of those who are caught: read from draft and map, written to the draft."""

    def __init__(self, controller: AttackController) -> None:
        self._controller = controller

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """The explosions that a hit would make; none for a projectile that is still to fly."""
        preview = self._controller.preview
        return () if preview.flies else preview.blasts

    @property
    def caught(self) -> tuple[Caught, ...]:
        """Everybody who is caught, by what was typed or by the map."""
        return (*self._controller.draft.caught, *self._controller.on_the_map)

    @property
    def units(self) -> Mapping[int, UnitRow]:
        """All units on the table, by key."""
        return self._controller.table.units

    @property
    def loads(self) -> Mapping[int, MayGoOff]:
        """All that may go off in turn, by key."""
        return by_key(self._controller.desk.read(all_loads))

    @property
    def beyond(self) -> tuple[Caught, ...]:
        """Whom the map has within reach too, but who are too many to be caught without a word."""
        spared = frozenset(self._controller.draft.spared)
        return left_out(self._controller.desk, self.blasts, self.caught, spared)

    def catch(self, *caught: Caught) -> None:
        """Note the measures of those who are caught."""
        self._controller.change(reduce(AttackDraft.catching, caught, self._controller.draft))

    def spare(self, name: Name) -> None:
        """Take somebody out of an explosion."""
        self._controller.change(self._controller.draft.sparing(*name))
