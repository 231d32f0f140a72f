"""The form for an empty or jammed weapon: a Reload, or a payload for a Launcher."""

from typing import Any

from brikdesk.store.views.armory import ArmedRow
from brikdesk.store.views.armory import weapons as all_weapons
from ui.campaign.desk import Desk
from ui.forms.fields import ABOUT, FilledForm

ROOMS = ("sqlmodel", "brikdesk.acts", "ui.campaign.desk", "ui.window.at_work")

LAUNCHER = "Launcher"
RELOADED = ("Cannon", "MachineGun")


def reload_form(desk: Desk, unit_id: int | None) -> FilledForm:
    """Return the form that reloads the first weapon of a unit that needs it.

    For a Launcher it opens with a payload of the Launcher's own side filled in, if there is one.
    """
    # Imported here: panels import this module for its names, the forms only when one is wanted.
    from ui.forms import options
    from ui.forms.forms import ACT_FORMS

    armed = [row for row in desk.read(all_weapons) if row.unit_id == unit_id]
    able = [row for row in armed if row.kind in (*RELOADED, LAUNCHER) or row.inoperative]
    weapon = min(able, key=_ready, default=None)
    if weapon is None:
        return ACT_FORMS["Reload"].filled(unit_id)
    if weapon.kind != LAUNCHER:
        return ACT_FORMS["Reload"].filled(unit_id, weapon_id=weapon.id)
    known: dict[str, Any] = {"weapon_id": weapon.id}
    own = options.own_payloads(desk, {ABOUT: unit_id, **known})
    if own:
        known["round_id"] = own[0].value
    return ACT_FORMS["LoadLauncher"].filled(unit_id, **known)


def empty_guns(desk: Desk, unit_id: int) -> list[int]:
    """Return the weapons of a unit that a Reload makes ready: empty Cannons, jammed MachineGuns."""
    return [
        row.id
        for row in desk.read(all_weapons)
        if row.unit_id == unit_id
        and (
            (row.kind == "Cannon" and not row.load)
            or (row.kind == "MachineGun" and row.inoperative)
        )
    ]


def _ready(weapon: ArmedRow) -> bool:
    # False sorts first: a weapon that needs it comes before one that can fire.
    return bool(weapon.load) and not weapon.inoperative
