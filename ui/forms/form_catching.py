"""Who is caught when the act of a form explodes."""

from collections.abc import Callable, Mapping

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.attack.reach import ExplodingStep
from brikdesk.store.views.explosives import MayGoOff
from brikdesk.store.views.explosives import loads as all_loads
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from ui.campaign.desk import Desk
from ui.models.catching import Name, by_key, left_out
from ui.models.queue.step_draft import ShownStep, StepDraft
from ui.models.queue.step_looking import blasts_of


class FormCatching:
    """The act of a form for the list of those who are caught; `changed` is called when somebody is named."""

    def __init__(self, desk: Desk, changed: Callable[[], object]) -> None:
        self._desk, self._changed = desk, changed
        self.draft: StepDraft | None = None
        self.shown: ShownStep | None = None

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """The explosions whose dice are in; before that nobody knows how far they reach."""
        return blasts_of(self.shown.preview) if self.shown else ()

    @property
    def caught(self) -> tuple[Caught, ...]:
        """Everybody who is caught, by what was typed or by the map."""
        act = self.shown.act if self.shown else None
        return act.caught if isinstance(act, ExplodingStep) else ()

    @property
    def units(self) -> Mapping[int, UnitRow]:
        """All units on the table, by key."""
        rows = self._desk.read(all_units)
        return {row.id: row for row in rows if row.alive and row.on_table}

    @property
    def loads(self) -> Mapping[int, MayGoOff]:
        """All that may go off in turn, by key."""
        return by_key(self._desk.read(all_loads))

    @property
    def beyond(self) -> tuple[Caught, ...]:
        """Whom the map has within reach too, but who are too many to be caught without a word."""
        if self.draft is None or self.draft.reach.whole:
            return ()
        return left_out(self._desk, self.blasts, self.caught, self.draft.reach.spared)

    def catch(self, *caught: Caught) -> None:
        """Note the measures of those who are caught."""
        if self.draft is not None:
            self.draft.reach = self.draft.reach.catching(*caught)
            self._changed()

    def spare(self, name: Name) -> None:
        """Take somebody out of an explosion."""
        if self.draft is not None:
            self.draft.reach = self.draft.reach.sparing(name)
            self._changed()
