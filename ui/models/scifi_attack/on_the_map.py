"""The Sci-fi attack that is being aimed, as the map draws it."""

from math import dist

from brikdesk.acts.places import point_words
from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.ground.shapes import Point
from brikdesk.store.views.units import UnitRow
from ui.models.map.shot import DrawnShot
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.fill import measured
from ui.models.scifi_attack.table import SfTable


def sf_shot(table: SfTable, draft: SfDraft, asked: bool = False) -> DrawnShot:
    """Return from where to where it goes; its inches are measured unless others were typed.

    Its target is pointed at once the weapon is known; `asked`: a list of targets is open.
    """
    aim = draft.aim
    away = table.apart(draft.unit_id, aim.target_id) if aim.target_id else None
    return DrawnShot(
        start=_place(table.unit(draft.unit_id)),
        goal=_place(table.unit(aim.target_id)),
        inches=aim.distance,
        measured=away is not None and aim.distance == round(away, 1),
        aiming=draft.lacks in ("", "target"),
        wanted=draft.lacks == "target" or (asked and not draft.lacks),
    )


def pointed_at(table: SfTable, draft: SfDraft, unit_id: int, x: float, y: float) -> SfDraft:
    """Return the attack at a unit of the map, or at a place (unit 0), with its inches."""
    if draft.lacks not in ("", "target") or unit_id == draft.unit_id:
        return draft
    if unit_id:
        return draft.at_target(measured(table, draft.unit_id, unit_id))
    start = _place(table.unit(draft.unit_id))
    away = None if start is None else round(dist(start, (x, y)), 1)
    return draft.at_target(SfAim(target=point_words(x, y), distance=away))


def _place(unit: UnitRow | None) -> Point | None:
    if unit is None or unit.x is None or unit.y is None:
        return None
    return unit.x, unit.y
