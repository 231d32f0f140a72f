"""What a weapon in the campaign is now, and how a choice of its form is clicked."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from brikdesk.store.views.scifi import StatedWeapon, stated_weapons
from ui.campaign.desk import Desk
from ui.panels.scifi_units.weapon_editor import SfWeaponForm

LEFT = Qt.MouseButton.LeftButton


def stated(desk: Desk, unit_id: int, place: int = -1) -> StatedWeapon:
    return desk.read(stated_weapons, unit_id)[place]


def pick(form: SfWeaponForm, name: str, value: object) -> None:
    button = form.edit(name).button(value)
    form.ensurePolished()
    QTest.mouseClick(button, LEFT)
