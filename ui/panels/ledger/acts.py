"""The ledger's seven BrikWars tables: their views, their columns and their acts."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from msgspec import Struct, field

from brikdesk.store.views import View
from brikdesk.turns import ledger
from brikdesk.turns.steps import StepKind
from ui.forms.reloading import LAUNCHER
from ui.panels.ledger import columns as columns
from ui.panels.ledger import fields as ledger_fields
from ui.panels.ledger.table_act import TableAct


class LedgerPage(Struct, frozen=True):
    """One of the ledger's tables.

    `attack` is what the status bar says of A, empty for the default. The columns in `last` move to
    the right where there is no room for all. A `wide` table spans both columns of the workspace.
    """

    name: str
    title: str
    short: str
    icon: str
    empty: str
    question: View[[], Any]
    columns: columns.LedgerColumns
    acts: tuple[TableAct, ...]
    key: Callable[[Any], Any] = field(default=attrgetter("id"))
    attack: str = ""
    last: tuple[str, ...] = ()
    wide: bool = False


def _flying(row: ledger.AirRow) -> bool:
    return not row.lying


def _lies(row: ledger.AirRow) -> bool:
    return row.lying


def _no_dud(row: ledger.AirRow) -> bool:
    return row.lying and not row.dud


def _dud(row: ledger.AirRow) -> bool:
    return row.dud


def _projectile(row: ledger.AirRow) -> dict[str, Any]:
    return {"projectile_id": row.id}


def _explosive(row: ledger.AirRow) -> dict[str, Any]:
    # Projectiles and Explosives share a table: the ID of an Explosive is negative there.
    return {"explosive_id": -row.id}


def _moved(row: ledger.AirRow) -> dict[str, Any]:
    left = max(0.0, row.distance - row.travelled)
    return {"projectile_id": row.id, "target": row.target, "remaining": left}


def _fire(row: ledger.FireRow) -> dict[str, Any]:
    return {"fire_id": row.id}


def _weapon(row: ledger.AmmoRow) -> dict[str, Any]:
    return {"weapon_id": row.weapon_id}


def _rack(row: ledger.AmmoRow) -> dict[str, Any]:
    known: dict[str, Any] = {"rack_id": row.rack_id}
    return known | ({"round_id": row.round_id} if row.round_id else {})


def _round(row: ledger.AmmoRow) -> dict[str, Any]:
    return {"round_id": row.round_id}


def _has_round(row: ledger.AmmoRow) -> bool:
    return bool(row.round_id)


def _has_rack(row: ledger.AmmoRow) -> bool:
    return bool(row.rack_id)


def _has_weapon(row: ledger.AmmoRow) -> bool:
    return row.weapon_id is not None


def _is_loaded(row: ledger.AmmoRow) -> bool:
    return row.kind == LAUNCHER


def _is_reloaded(row: ledger.AmmoRow) -> bool:
    return row.weapon_id is not None and not _is_loaded(row)


def _payload(row: ledger.AmmoRow) -> dict[str, Any]:
    return _weapon(row) | (_round(row) if row.round_id and row.count else {})


_CLEARS = {
    StepKind.DYING: ("ClearState", "state_id"),
    StepKind.DROWNING: ("ClearState", "state_id"),
    StepKind.STANDING: ("ClearState", "state_id"),
    StepKind.EXPOSURE: ("LeaveHazard", "inside_id"),
    StepKind.DETONATING: ("RemoveExplosive", "explosive_id"),
    StepKind.RUNNING: ("Douse", "fire_id"),
}
"""The form that clears a waiting step, and the field of its act that names the row it is about."""


def _clears(form: str) -> Callable[[ledger.WaitingRow], bool]:
    return lambda row: _CLEARS.get(row.kind, ("", ""))[0] == form


def _waiting(row: ledger.WaitingRow) -> dict[str, Any]:
    about = _CLEARS[row.kind][1]
    return {about: row.act[about]}


AIR_ACTS = (
    TableAct("ShootDown", "Shoot it down", "attack", "", _projectile, _flying, head=True),
    TableAct("MoveTarget", "Move X", "projectile", "x", _moved, _flying),
    TableAct("RemoveProjectile", "Remove", "trash", "Del", _projectile, _flying),
    TableAct("MoveDud", "Move the dud", "dud", "", _explosive, _dud),
    TableAct("DamageExplosive", "Damage it", "blast", "", _explosive, _lies),
    TableAct("MoveExplosive", "Move it", "hand", "", _explosive, _no_dud),
    TableAct("Detonate", "Detonate", "blast", "", _explosive, _lies),
    TableAct("RemoveExplosive", "Remove", "trash", "Del", _explosive, _lies),
    TableAct("Launch", "Launch", "projectile", "p", head=True),
    TableAct("AddExplosive", "Add Explosive", "plus", "n"),
)
# The order is that of the context menu; `head` acts have a button on the card as well.
FIRE_ACTS = (
    TableAct("FightFire", "Fight fire", "drop", "", _fire, head=True),
    TableAct("Douse", "Douse", "drop", "Del", _fire),
    TableAct("SetFireSize", "Set size", "edit", "", _fire),
    TableAct("ShapeFire", "Shape", "fire", "", _fire, lambda r: not r.minifig),
    TableAct("DriveFire", "Who drives it", "turn", "", _fire),
    TableAct("Ignite", "Ignite", "fire", "i", head=True),
)
AMMO_ACTS = (
    TableAct("Reload", "Reload", "ammo", "r", _weapon, _is_reloaded, head=True),
    TableAct("LoadLauncher", "Load", "ammo", "r", _payload, _is_loaded),
    TableAct("Unload", "Unload", "ammo", "", _weapon, _has_weapon),
    TableAct("AddRounds", "Add rounds", "plus", "", _rack, _has_rack),
    TableAct("TakeRounds", "Take rounds", "minus", "", _round, _has_round),
    TableAct("DestroyRounds", "Destroy rounds", "blast", "", _round, _has_round),
    TableAct("RemoveRack", "Remove rack", "trash", "Del", _rack, _has_rack),
    TableAct("AddRack", "Add rack", "plus", "n", head=True),
)
HOMING_ACTS = (
    TableAct("ClearHoming", "Clear", "cross", "Del", lambda r: {"homing_id": r.id}, head=True),
    TableAct("HomeIn", "Home in", "homing", "n"),
)
MARK_ACTS = (
    TableAct("ClearMark", "Clear Mark", "trash", "Del", lambda r: {"mark_id": r.id}),
    TableAct("MarkTarget", "Mark a target", "marked", "k", head=True),
)
WAITING_ACTS = tuple(
    TableAct(form, words, icon, "Del", _waiting, _clears(form))
    for form, words, icon in (
        ("ClearState", "Clear", "cross"),
        ("LeaveHazard", "It has left", "gas"),
        ("RemoveExplosive", "Remove", "trash"),
        ("Douse", "Douse", "drop"),
    )
)

WAITING = LedgerPage(
    "waiting", "Waiting for end of turn", "End of turn", "turn",
    "Nothing waits for the end of the turn.", ledger.waiting_for_end, columns.WAITING,
    WAITING_ACTS, attrgetter("key"),
)  # fmt: skip
"""What waits for the end of the turn, in every game."""

TABLES: tuple[LedgerPage, ...] = (
    LedgerPage("air", "In the air, and Explosives", "In the air", "projectile",
          "Nothing is in the air, and no Explosive lies about or is carried.", ledger.in_the_air, columns.AIR,
          AIR_ACTS),
    LedgerPage("fires", "Fires", "Fires", "fire", "Nothing burns.", ledger.fires, columns.FIRES,
          FIRE_ACTS),
    LedgerPage("fields", "Fields and Traps", "Fields", "field",
          "No Field and no Trap is on the table.", ledger.fields_and_traps, ledger_fields.FIELDS,
          ledger_fields.FIELD_ACTS),
    LedgerPage("ammo", "Ammo racks", "Ammo", "ammo", "No rack is counted.", ledger.ammo,
          columns.AMMO, AMMO_ACTS),
    LedgerPage("homing", "Homing", "Homing", "homing", "No gun homes in.", ledger.homing,
          columns.HOMING, HOMING_ACTS),
    LedgerPage("marks", "Marks", "Marks", "marked", "Nothing is Marked.", ledger.marks,
          columns.MARKS, MARK_ACTS),
    WAITING,
)  # fmt: skip
"""The tables from top to bottom, and as tabs from left to right."""
