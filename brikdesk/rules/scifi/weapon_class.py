"""Classes of infantry weapons, light to ultra (12-22 to 12-25, T4)."""

from enum import Enum

from brikdesk.rules.scifi.data import rows

_SONIC = frozenset({"sonic", "ultrasonic"})
"""Types whose strongest weapons are never called ultra (12-23)."""


class WeaponClass(Enum):
    """The code of an infantry weapon's class; it changes no number by itself (12-24)."""

    LIGHT = "L"
    MEDIUM = "M"
    HEAVY = "H"
    MAGNUM = "G"
    ULTRA = "U"


_NAMES = {row["code"]: row["name"] for row in rows("weapon_classes")}
_SONIC_NAMES = {row["code"]: row["sonic_name"] for row in rows("weapon_classes") if len(row) > 2}


def class_name(weapon_class: WeaponClass, type: str = "") -> str:
    """Return the word for a class: the ultra class of sonic weapons is "super-heavy".

    Rules: 12-23, S-24 (the code stays U).
    """
    names = {**_NAMES, **_SONIC_NAMES} if type in _SONIC else _NAMES
    return str(names[weapon_class.value])
