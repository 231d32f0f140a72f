"""The tables of the ledger for the Sci-fi rules, and the one that they share with BrikWars."""

from typing import Any

from msgspec.structs import replace

from brikdesk.store.act import Act
from brikdesk.turns import ledger
from ui.panels.ledger.acts import TABLES as OF_BRIKWARS
from ui.panels.ledger.acts import LedgerPage
from ui.panels.ledger.scifi_columns import BOTH_AMMO, CREWS, SEEN, SF_AMMO, SHOTS
from ui.panels.ledger.table_act import TableAct


def _is_sf(row: Any) -> bool:
    return isinstance(row, ledger.SfAmmoRow)


def _has_load(row: Any) -> bool:
    return _is_sf(row) and bool(row.load_id)


def _load(row: ledger.SfAmmoRow) -> dict[str, Any]:
    return {"load_id": row.load_id}


def _store(row: ledger.SfAmmoRow) -> dict[str, Any]:
    return {"store_id": row.store_id}


def _weapon(row: ledger.SfCrewRow) -> dict[str, Any]:
    return {"sf_weapon_id": row.id}


def _next_gunner(row: ledger.SfCrewRow) -> dict[str, Any]:
    return {"member_id": row.others_serve[0]}


def _no_longer(row: ledger.SfSeenRow) -> Act:
    from brikdesk.acts.scifi.detecting import MarkDetected

    return MarkDetected(unit_id=row.unit_id, player_id=row.by.player_id, detected=False)


SF_AMMO_ACTS = (
    TableAct("AdjustLoad", "Adjust", "edit", "j", _load, _has_load, head=True),
    TableAct("SetLoad", "Set load", "plus", "l", _store, _is_sf),
    TableAct("Resupply", "Resupply", "ammo", "r", _store, _is_sf),
)
SEEN_ACTS = (
    TableAct("", "No longer detected", "cross", "Del", does=_no_longer),
    TableAct("MarkDetected", "Detected", "search", "d", head=True),
)
CREW_ACTS = (
    TableAct("ServeAsGunner", "Serve as gunner", "hand", "g", _next_gunner,
             lambda r: bool(r.others_serve), head=True),
    TableAct("ReplaceGunner", "The gunner is gone", "destroyed", "", _weapon,
             lambda r: bool(r.gunner)),
    TableAct("AssistGunner", "Special fire", "attack", "s", _weapon, lambda r: bool(r.loader)),
    TableAct("SetCrew", "Set crew", "units", "c", _weapon),
)  # fmt: skip

SF_AMMUNITION = LedgerPage(
    "ammo", "Ammunition", "Ammo", "ammo", "No ammunition is counted.",
    ledger.sf_ammo, SF_AMMO, SF_AMMO_ACTS, attack="fire", last=("Weapon", "Load"), wide=True,
)  # fmt: skip
SHOTS_TABLE = LedgerPage(
    "shots", "Open shots", "Open shots", "attack", "No shot waits for an outcome.",
    ledger.sf_open_shots, SHOTS, (), attack="enter outcome",
)  # fmt: skip
SEEN_TABLE = LedgerPage(
    "detected", "Detected", "Detected", "search", "Nothing is detected.",
    ledger.sf_seen, SEEN, SEEN_ACTS,
)  # fmt: skip
CREWS_TABLE = LedgerPage(
    "crews", "Crews", "Crews", "units", "No weapon has a crew.",
    ledger.sf_crews, CREWS, CREW_ACTS, attack="fire",
)  # fmt: skip


TABLES = (SF_AMMUNITION, SHOTS_TABLE, SEEN_TABLE, CREWS_TABLE)
"""What the Sci-fi rules have in the ledger."""


def _is_rack(row: Any) -> bool:
    return not _is_sf(row)


def _of_racks(act: TableAct) -> TableAct:
    """Return an act of BrikWars' racks for the common table: it fits only rows of racks."""
    if act.filled is None:
        return act
    return replace(act, fits=lambda row: _is_rack(row) and act.fits(row))


def _without_r(act: TableAct) -> TableAct:
    """Return an act of Sci-fi stores for the common table, where R means Reload."""
    return replace(act, key="") if act.key == "r" else act


_BRIKWARS = {table.name: table for table in OF_BRIKWARS}
BOTH_AMMUNITION = LedgerPage(
    "ammo", "Ammunition", "Ammo", "ammo", "No ammunition is counted.", ledger.all_ammo, BOTH_AMMO,
    (*(_of_racks(act) for act in _BRIKWARS["ammo"].acts), *map(_without_r, SF_AMMO_ACTS)),
    last=("For", "Load"), wide=True,
)  # fmt: skip
