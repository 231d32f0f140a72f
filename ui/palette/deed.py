"""The palette's deeds: `wobble sprints 4` becomes a row of the list, and Enter does it."""

from functools import cached_property, partial
from typing import TYPE_CHECKING

from brikdesk.store.views.scifi import sf_weapons
from ui.campaign.desk import Desk
from ui.forms.fields import FilledForm
from ui.forms.forms import ACT_FORMS
from ui.look.announce import announce
from ui.palette.finds import DO, Find, Hit
from ui.widgets.underlined_field import UnderlinedField

if TYPE_CHECKING:
    from collections.abc import Callable

    from brikdesk.spoken.deeds import Deed
    from brikdesk.spoken.roll_call import RollCall
    from brikdesk.spoken.scifi_fire import SpokenShot


class PaletteDeed:
    """Reads a typed line as a deed; `show` opens the form of one that is not complete yet.

    A line with a word that has no place in the deed stays as it is: a form would lose that word.
    """

    def __init__(
        self, desk: Desk, field: UnderlinedField, show: "Callable[[FilledForm], None]"
    ) -> None:
        self._desk, self._field, self._show = desk, field, show
        self._row: Find | None = None
        self._deed: Deed | SpokenShot | None = None

    @cached_property
    def _call(self) -> "RollCall":
        from brikdesk.spoken.roll_call import roll_call

        return self._desk.read(roll_call)

    def hear(self, typed: str) -> tuple[Hit, ...]:
        """Return the row of a line that says a deed; an empty tuple for any other."""
        self._row = self._deed = None
        if len(typed.split()) < 2 or self._desk.read_only:
            return ()
        from brikdesk.spoken.deeds import hear_deed
        from brikdesk.spoken.scifi_fire import hear_shot

        shot = hear_shot(typed, self._call, self._desk.read(sf_weapons))
        deed = shot or hear_deed(typed, self._call, self._desk.preview)
        if deed is None:
            return ()
        does = partial(self._do, deed)
        mark = "ruler" if shot is None else "attack"
        self._deed, self._row = deed, Find(DO, mark, deed.title, does, more=deed.standing)
        return (Hit(self._row),)

    def refuses(self, find: Find) -> bool:
        """Return whether this row is of a deed with a wrong word; then select it and say why."""
        if find is not self._row or self._deed is None or self._deed.wrong is None:
            return False
        self._field.select(*self._deed.wrong)
        announce(self._field, self._deed.trouble, urgent=True)
        return True

    def _do(self, deed: "Deed | SpokenShot") -> None:
        if deed.act is None:
            return  # what is wrong with the line is selected in it instead
        if deed.ready:
            self._desk.do(deed.act)
            return
        from brikdesk.store.act import act_to_data

        data = act_to_data(deed.act)
        form = ACT_FORMS[data.pop("act")]
        lines = [{"unit_id": each} for each in data.pop("with_ids", [])]
        known = {**data, "with_ids": lines} if lines else data
        unit_id = known.pop("unit_id")
        self._show(form.filled(unit_id, **known))
