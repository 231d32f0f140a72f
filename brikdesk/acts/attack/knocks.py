"""KnockBack of a hit without Explosives: how far, and whether it Disrupts (8.1-18 to 8.1-20)."""

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arms import Armed
from brikdesk.acts.attack.targets import Target, is_structure
from brikdesk.rules.brikwars.attacks.knocking_back import weapon_knockback
from brikdesk.rules.brikwars.units.structure import effective_size


def _loose(target: Target) -> bool:
    """Return whether a hit can move it: as the table says, else all but structures."""
    unit, loose = target.unit, target.aim.loose
    return loose if loose is not None else unit is not None and not is_structure(unit)


def knockback_of(armed: Armed, target: Target) -> tuple[int, bool]:
    """Return inches of KnockBack of a hit without Explosives, and whether they Disrupt (8.1-19)."""
    unit = target.unit
    if unit is None or not _loose(target):
        return 0, False
    preset = armed.preset
    listed = preset.knockback if preset and armed.mode is Mode.STRIKE else 0
    hit = weapon_knockback(
        armed.size,
        effective_size(unit.size, unit.size_damage),
        gun=preset.name if preset else "",
        listed=listed,
        disrupts=preset is None or preset.disrupts,
    )
    return hit.inches, hit.disrupts
