"""The tables of the ledger for the Sci-fi rules, and the one that they share with BrikWars."""

from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from brikdesk.acts.scifi.ammunition import AdjustLoad, LoadFacts, SetLoad
from brikdesk.acts.scifi.outcomes import MarkDetected
from brikdesk.errors import BadInput
from brikdesk.store.act import Act
from brikdesk.turns import scifi_ledger
from brikdesk.turns.scifi_ledger import SfAmmoRow, SfCrewRow, SfOpenShotRow, SfSeenRow
from ui.panels.ledger.tables import AMMO, NOTHING, LedgerPage, TableAct, chip, puts, side, whole
from ui.panels.ledger.tables import TABLES as OF_BRIKWARS
from ui.parts.cells import Cell, CellWords, Gives, Painted, words
from ui.widgets.bars import MOST_PIPS, RoundsLeft
from ui.widgets.tokens import TokenLook

MINUS = "\N{MINUS SIGN}"
BY_HAND = "By hand."
"""The reason in the log for a number that was typed over in the table."""


def _unit(row: SfAmmoRow | SfCrewRow | SfSeenRow | SfOpenShotRow, name: str) -> Cell:
    token = TokenLook(row.owner.colour, row.token, solid=False)
    return Cell((token, CellWords(name, strong=True)))


# Ammunition: what is left of what was loaded; the tip has the whole sum


def number(count: int) -> str:
    """Return a whole number as text; negative ones with a real minus sign."""
    return str(count) if count >= 0 else f"{MINUS}{-count}"


def weapon_words(row: SfAmmoRow | SfOpenShotRow) -> str:
    """Return the name of what fires: a capability where the weapon has several, else the weapon."""
    return row.capability or row.weapon


def _weapon_tip(row: SfAmmoRow | SfOpenShotRow) -> str:
    ways = f"{row.capability} of {row.weapon}" if row.capability else row.weapon
    return f"{ways}, {row.unit}"


def _left(row: SfAmmoRow) -> str:
    return f"{row.remaining} of {row.loaded}" if row.load_id else "?"


def _sum_words(row: SfAmmoRow) -> str:
    """Return the ammunition's sum in words, for tip and screen reader; or what is to be asked."""
    if not row.load_id:
        return row.asked
    return (
        f"{row.loaded} loaded = {row.remaining} remaining + {row.fired} fired + {row.lost} lost"
        f" + {number(row.adjusted)} adjusted"
    )


def _left_cell(row: SfAmmoRow) -> Cell:
    # Nobody has said how many: it is asked before the first shot (12-66).
    if not row.load_id:
        return words("?", token="danger")
    left = CellWords(_left(row), strong=True)
    if row.loaded > MOST_PIPS:
        return Cell((left,))
    tone = "text3" if row.gone else "ok"
    return Cell((RoundsLeft(row.remaining, row.loaded, tone), left))


def _set_left(row: SfAmmoRow, typed: str) -> Act:
    # Typed is what is left, so that the table can be counted off; the act takes the difference.
    left = whole(typed.split("of")[0], "What remains")
    if not row.load_id:
        return SetLoad(store_id=row.store_id, loads=(LoadFacts(count=left),))
    if left == row.remaining:
        raise BadInput(f"{left} remain already.")
    return AdjustLoad(load_id=row.load_id, removed=row.remaining - left, reason=BY_HAND)


def this_turn(row: SfAmmoRow) -> str:
    """Return the shots fired this turn, of the most that are allowed: 1 of 2."""
    return str(row.fired_this_turn) if row.most is None else f"{row.fired_this_turn} of {row.most}"


def _this_turn_cell(row: SfAmmoRow) -> Cell:
    spent = row.most is not None and row.fired_this_turn >= row.most
    return words(this_turn(row), strong=spent)


def _ammo_state(row: SfAmmoRow) -> str:
    """Return why nothing can be fired from the store, or ""."""
    if row.gone:
        return "Destroyed"
    if row.asked:
        return "How many?"
    return "Expended" if row.expended else ""


def _state_cell(row: SfAmmoRow) -> Cell:
    state = _ammo_state(row)
    return chip("ammo", state) if state else words(NOTHING)


SF_AMMO: tuple[Painted[SfAmmoRow], ...] = (
    Painted("Unit", lambda r: r.unit, cell=lambda r: _unit(r, r.unit), width=150,
            tip=lambda r: f"{r.unit}, {r.owner.faction}"),
    Painted("Weapon", weapon_words, gives=Gives.FIRST, width=150, tip=_weapon_tip),
    Painted("Load", lambda r: r.load, gives=Gives.FIRST, width=110, tip=lambda r: r.load),
    Painted("Left", _left, cell=_left_cell, edit=_set_left, order=lambda r: r.remaining,
            width=110, tip=_sum_words),
    Painted("This turn", this_turn, cell=_this_turn_cell, order=lambda r: r.fired_this_turn,
            short="Turn", width=80),
    Painted("State", lambda r: _ammo_state(r) or NOTHING, cell=_state_cell, width=100,
            tip=lambda r: r.asked),
)  # fmt: skip


# One table for the ammunition of both rule sets

_RACK = {column.title: column for column in AMMO}
_AS_RACK = {
    "Unit": _RACK["Rack"], "Weapon": _RACK["For"], "Load": _RACK["Load"],
    "Left": _RACK["Rounds"], "State": _RACK["Chamber"],
}  # fmt: skip
_TITLES = {"Unit": "Rack", "Weapon": "For", "State": "Chamber"}


def _for_both(column: Painted[SfAmmoRow]) -> Painted[Any]:
    rack: Painted[Any] | None = _AS_RACK.get(column.title)

    # Each row of the common table is either a store or a rack, and has the column of its own game.
    def mine(row: Any) -> Painted[Any] | None:
        return column if isinstance(row, SfAmmoRow) else rack

    def edit(row: Any, typed: str) -> Act:
        its = mine(row)
        assert its is not None
        assert its.edit is not None
        made: Act = its.edit(row, typed)
        return made

    def text(row: Any) -> str:
        its = mine(row)
        return its.text(row) if its else NOTHING

    def cell(row: Any) -> Cell:
        its = mine(row)
        return its.cell_of(row) if its else words(NOTHING)

    def tip(row: Any) -> str:
        its = mine(row)
        return its.tip(row) if its and its.tip else ""

    def order(row: Any) -> Any:
        its = mine(row)
        if its is None:
            return -1
        return its.order(row) if its.order else its.text(row).casefold()

    return replace(
        column,
        title=_TITLES.get(column.title, column.title),
        text=text,
        cell=cell,
        tip=tip if column.tip or (rack and rack.tip) else None,
        order=order,
        edit=edit if column.edit else None,
    )


BOTH_AMMO: tuple[Painted[Any], ...] = tuple(_for_both(column) for column in SF_AMMO)


# Detected, crews, open shots

SEEN: tuple[Painted[SfSeenRow], ...] = (
    Painted("Detected", lambda r: r.unit, cell=lambda r: _unit(r, r.unit), width=170,
            tip=lambda r: f"{r.unit}, {r.owner.faction}"),
    Painted("By", lambda r: r.by.faction, cell=lambda r: side(r.by, r.by.faction), width=140,
            tip=lambda r: r.by.faction),
    Painted("How long", lambda r: r.lasts, gives=Gives.FIRST, width=170, tip=lambda r: r.lasts),
)  # fmt: skip


def _others(row: SfCrewRow) -> str:
    return ", ".join(row.others) or NOTHING


def _gone(row: SfCrewRow) -> str:
    return ", ".join(row.gone) or NOTHING


def _gunner_cell(row: SfCrewRow) -> Cell:
    if row.destroyed:
        return chip("destroyed", "Destroyed")
    return words(row.gunner, strong=True) if row.gunner else chip("warning", "Unmanned")


def _gunner(row: SfCrewRow) -> str:
    return "Destroyed" if row.destroyed else row.gunner or "Unmanned"


CREWS: tuple[Painted[SfCrewRow], ...] = (
    Painted("Weapon", lambda r: r.weapon, cell=lambda r: _unit(r, r.weapon), width=160,
            tip=lambda r: f"{r.weapon} of {r.bearer}"),
    Painted("Gunner", _gunner, cell=_gunner_cell, width=120, tip=lambda r: r.gunner),
    Painted("Loader", lambda r: r.loader or NOTHING, width=110, tip=lambda r: r.loader),
    Painted("Others", _others, gives=Gives.FIRST, width=130, tip=lambda r: ", ".join(r.others)),
    Painted("Gone", _gone, gives=Gives.FIRST, width=110, tip=lambda r: ", ".join(r.gone),
            cell=lambda r: words(_gone(r), token="danger" if r.gone else "")),
    Painted("Special fire", lambda r: r.special_fire or NOTHING, short="Special", width=90),
)  # fmt: skip

SHOTS: tuple[Painted[SfOpenShotRow], ...] = (
    Painted("Weapon", weapon_words, cell=lambda r: _unit(r, weapon_words(r)), width=180,
            tip=_weapon_tip),
    Painted("Target", lambda r: r.target or NOTHING, width=130, tip=lambda r: r.target),
    Painted("What is due", lambda r: r.due, gives=Gives.FIRST, width=150, tip=lambda r: r.due,
            cell=lambda r: words(r.due, token="accent_text")),
)  # fmt: skip


def _is_sf(row: Any) -> bool:
    return isinstance(row, SfAmmoRow)


def _is_rack(row: Any) -> bool:
    return not _is_sf(row)


def _has_load(row: Any) -> bool:
    return _is_sf(row) and bool(row.load_id)


_store, _weapon = puts(store_id="store_id"), puts(sf_weapon_id="id")


def _next_gunner(row: SfCrewRow) -> dict[str, Any]:
    return {"member_id": row.others_serve[0]}


def _no_longer(row: SfSeenRow) -> Act:
    return MarkDetected(unit_id=row.unit_id, player_id=row.by.player_id, detected=False)


SF_AMMO_ACTS = (
    TableAct("AdjustLoad", "Adjust", "edit", "j", puts(load_id="load_id"), _has_load, head=True),
    TableAct("SetLoad", "Set load", "plus", "l", _store, _is_sf),
    TableAct("Resupply", "Resupply", "ammo", "r", _store, _is_sf),
)
SEEN_ACTS = (
    TableAct("", "No longer detected", "cross", "Del", does=_no_longer),
    TableAct("MarkDetected", "Detected", "search", "d", head=True),
)
CREW_ACTS = (
    TableAct("ServeAsGunner", "Serve as gunner", "hand", "g", _next_gunner,
             attrgetter("others_serve"), head=True),
    TableAct("ReplaceGunner", "The gunner is gone", "destroyed", "", _weapon, attrgetter("gunner")),
    TableAct("AssistGunner", "Special fire", "attack", "s", _weapon, attrgetter("loader")),
    TableAct("SetCrew", "Set crew", "units", "c", _weapon),
)  # fmt: skip

SF_AMMUNITION = LedgerPage(
    "ammo", "Ammunition", "Ammo", "ammo", "No ammunition is counted.",
    scifi_ledger.sf_ammo, SF_AMMO, SF_AMMO_ACTS, attack="fire", last=("Weapon", "Load"), wide=True,
    place=1, sought="Ammo",
)  # fmt: skip
SHOTS_TABLE = LedgerPage(
    "shots", "Open shots", "Open shots", "attack", "No shot waits for an outcome.",
    scifi_ledger.sf_open_shots, SHOTS, (), attack="enter outcome", place=2, least="Shots",
)  # fmt: skip
SEEN_TABLE = LedgerPage(
    "detected", "Detected", "Detected", "search", "Nothing is detected.",
    scifi_ledger.sf_seen, SEEN, SEEN_ACTS, right=True, place=1, least="Seen",
)  # fmt: skip
CREWS_TABLE = LedgerPage(
    "crews", "Crews", "Crews", "units", "No weapon has a crew.",
    scifi_ledger.sf_crews, CREWS, CREW_ACTS, attack="fire", place=2,
)  # fmt: skip


TABLES = (SF_AMMUNITION, SHOTS_TABLE, SEEN_TABLE, CREWS_TABLE)
"""What the Sci-fi rules have in the ledger."""


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
    "ammo", "Ammunition", "Ammo", "ammo", "No ammunition is counted.", scifi_ledger.all_ammo, BOTH_AMMO,
    (*(_of_racks(act) for act in _BRIKWARS["ammo"].acts), *map(_without_r, SF_AMMO_ACTS)),
    last=("For", "Load"), wide=True, place=1, sought="Ammo",
)  # fmt: skip
