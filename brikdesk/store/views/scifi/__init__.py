"""Sci-fi units, weapons and shots as the desk, the ledger and the report show them."""

from brikdesk.store.views.scifi.crews import MemberRow
from brikdesk.store.views.scifi.detections import DetectionRow, detections
from brikdesk.store.views.scifi.read_from import TABLES
from brikdesk.store.views.scifi.reminders import UnfiredRow, flames, unfired, unfired_weapons
from brikdesk.store.views.scifi.sets import played, plays_brikwars, plays_scifi
from brikdesk.store.views.scifi.shots import OutcomeRow, ShotRow, sf_shots
from brikdesk.store.views.scifi.stores import LoadRow, SfStoreRow
from brikdesk.store.views.scifi.units import SfUnitRow, sf_unit, sf_units
from brikdesk.store.views.scifi.weapons import SfWeaponRow, sf_weapons

__all__ = [
    "TABLES",
    "DetectionRow",
    "LoadRow",
    "MemberRow",
    "OutcomeRow",
    "SfStoreRow",
    "SfUnitRow",
    "SfWeaponRow",
    "ShotRow",
    "UnfiredRow",
    "detections",
    "flames",
    "played",
    "plays_brikwars",
    "plays_scifi",
    "sf_shots",
    "sf_unit",
    "sf_units",
    "sf_weapons",
    "unfired",
    "unfired_weapons",
]
