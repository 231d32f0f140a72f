"""All forms by the name of their act, for panels, context menus and the palette."""

from ui.dialogs import (
    forms_air,
    forms_guns,
    forms_hazards,
    forms_table,
    forms_terrain,
    forms_traps,
    forms_units,
)
from ui.dialogs.fields import ActForm

ACT_FORMS: dict[str, ActForm] = {
    form.name: form
    for forms in (
        forms_units.FORMS,
        forms_hazards.FORMS,
        forms_terrain.FORMS,
        forms_traps.FORMS,
        forms_guns.FORMS,
        forms_air.FORMS,
        forms_table.FORMS,
    )
    for form in forms
}
"""Name of the act: its form. `form.filled(unit_id)` is what `show_form` opens."""
