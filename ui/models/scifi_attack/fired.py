"""A weapon with the figures that count for one attack, before it is fired and afterwards."""

from dataclasses import replace

from brikdesk.acts.scifi.as_fired import SfAim, as_fired, capability_of
from brikdesk.errors import BadInput
from brikdesk.rules.scifi.convergence import is_convergence
from brikdesk.rules.scifi.variable_fire import FireMode, modes
from brikdesk.rules.scifi.weapons import WeaponRecord
from brikdesk.store.views.scifi import ShotRow
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.table import SfTable


def aimed_weapon(table: SfTable, draft: SfDraft) -> WeaponRecord | None:
    """Return the weapon of a draft as it would be fired; None if it is not known or gone."""
    return _used(table, draft.weapon_id, draft.capability, draft.aim)


def shot_weapon(table: SfTable, shot: ShotRow) -> WeaponRecord | None:
    """Return the weapon of a shot as it was fired; None if it is gone."""
    aim = SfAim(warhead=shot.warhead, area_size=shot.area_size)
    return _used(table, shot.sf_weapon_id, shot.capability, aim)


def converges(table: SfTable, weapon: WeaponRecord) -> bool:
    """Return whether the two beams of a weapon meet at the target (12-81)."""
    option = table.house.sf_convergence_beams
    return is_convergence(weapon.type, convergence_beams=option)


def modes_of(table: SfTable, weapon: WeaponRecord) -> tuple[FireMode, ...]:
    """Return the modes that a weapon has the choice of; none for most (12-69, 12-72)."""
    return modes(weapon.type, variable_fire=table.house.sf_variable_fire)


def _used(
    table: SfTable, weapon_id: int | None, capability: str, aim: SfAim
) -> WeaponRecord | None:
    ready = table.ready(weapon_id)
    if ready is None:
        return None
    try:
        way = capability_of(ready.record, capability)
    except BadInput:  # not chosen yet, or the weapon was changed since
        return None
    try:
        return as_fired(ready.record, way, aim)
    except BadInput:  # a size that no area has: the attack itself says so
        return as_fired(ready.record, way, replace(aim, area_size=None))
