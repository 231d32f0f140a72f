"""The Sci-fi attack that is being aimed, as the map draws it."""

from brikdesk.store.views.units import UnitRow
from ui.models.map.shot import Point, Shot
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.table import SfTable


def sf_shot(table: SfTable, draft: SfDraft) -> Shot:
    """Return from where to where it goes; its inches are measured unless others were typed."""
    aim = draft.aim
    away = table.apart(draft.unit_id, aim.target_id) if aim.target_id else None
    return Shot(
        start=_place(table.unit(draft.unit_id)),
        goal=_place(table.unit(aim.target_id)),
        inches=aim.distance,
        measured=away is not None and aim.distance == round(away, 1),
    )


def _place(unit: UnitRow | None) -> Point | None:
    if unit is None or unit.x is None or unit.y is None:
        return None
    return unit.x, unit.y
