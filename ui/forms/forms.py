"""All forms by the names of their acts, for panels, context menus and the palette."""

from collections.abc import Iterable
from dataclasses import replace

from brikdesk.store.views.scifi import played
from ui.campaign.desk import Desk
from ui.forms import (
    forms_air,
    forms_battlefield,
    forms_guns,
    forms_hazards,
    forms_scifi,
    forms_table,
    forms_terrain,
    forms_traps,
    forms_units,
)
from ui.forms.fields import ActForm

BRIKWARS, SCIFI = "BRIKWARS_2020", "SCIFI"

SHARED = {"ReviveUnit", "TakePart", "DuplicateUnit", "RemoveUnit"}
"""Acts on units that every rule set has, although their forms stand among those of BrikWars."""


def _of(rule_set: str, *several: Iterable[ActForm]) -> tuple[ActForm, ...]:
    return tuple(
        form if form.name in SHARED else replace(form, rule_set=rule_set)
        for forms in several
        for form in forms
    )


_BRIKWARS = _of(
    BRIKWARS,
    forms_units.FORMS,
    forms_hazards.FORMS,
    forms_terrain.FORMS,
    forms_traps.FORMS,
    forms_guns.FORMS,
    forms_air.FORMS,
)

ACT_FORMS: dict[str, ActForm] = {
    form.name: form
    for form in (
        *_BRIKWARS,
        *forms_table.FORMS,
        *forms_battlefield.FORMS,
        *_of(SCIFI, forms_scifi.FORMS),
    )
}
"""The form of each act, by the act's name; `show_form` opens what `form.filled` returns."""


def forms_played(desk: Desk) -> tuple[ActForm, ...]:
    """Return the forms of the rule sets that the campaign plays."""
    sets = desk.read(played)
    return tuple(form for form in ACT_FORMS.values() if form.rule_set in ("", *sets))
