"""The ledger: rounds in racks, and the weapons that need them."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.brikwars.explosives.explosives_named import load_words
from brikdesk.rules.brikwars.weapons.ammunition import rounds_left
from brikdesk.store.journal.remembering import rows_of
from brikdesk.store.tables import Chamber, Fate, Player, Rack, Round, Turn, Unit, Weapon, WeaponKind
from brikdesk.store.views import view
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class AmmoRow(Struct, frozen=True):
    """Rounds of one type in a rack, with the chamber they serve; `round_id` is 0 if not counted."""

    id: int
    rack_id: int
    round_id: int
    rack: str
    owner: Owner
    unit_id: int | None
    unit: str
    token: str
    weapon_id: int | None
    weapon: str
    load: str
    count: int
    full: int
    chamber: str
    tone: str
    kind: str = ""
    endless: bool = False
    """Whether firing never takes from the count: the Ammo of Cannons is not used up (8.4-49)."""


@view(Rack, Round, Chamber, Weapon, Unit, Player, Turn)
def ammo(session: Session) -> tuple[AmmoRow, ...]:
    """Return racks round by round, then weapons that need reloading and have no rack."""
    owners = owners_now(session)
    weapons = {weapon.id: weapon for weapon in rows_of(session, Weapon)}
    racks = rows_of(session, Rack)
    bare = [weapon for weapon in weapons.values() if _needs_reloading(weapon)]
    carriers = {rack.unit_id or _bearer(weapons.get(rack.weapon_id)) for rack in racks}
    units = _living(session, carriers | {weapon.unit_id for weapon in bare})
    chambers = {chamber.weapon_id: chamber for chamber in rows_of(session, Chamber)}
    rounds: dict[int, list[Round]] = {}
    for one in rows_of(session, Round):
        rounds.setdefault(one.rack_id, []).append(one)
    rows: list[AmmoRow] = []
    served = set()
    for rack in racks:
        weapon = weapons.get(rack.weapon_id)
        unit = units.get(rack.unit_id or _bearer(weapon))
        # Its unit is lost. A rack that stands on the table has none, and is listed.
        if rack.unit_id is not None and unit is None:
            continue
        served.add(rack.weapon_id)
        lying: list[Round | None] = [*rounds.get(rack.id or 0, ())] or [None]
        chamber = chambers.get(rack.weapon_id or 0)
        shows = next((place for place, each in enumerate(lying) if _alike(each, chamber)), 0)
        for place, each in enumerate(lying):
            rows.append(_ammo_row(rack, each, unit, weapon, chambers, owners, first=place == shows))
    for weapon in bare:
        if weapon.id not in served and weapon.unit_id in units:
            # Never added to the session: it only makes a row for a weapon without a rack.
            rack = Rack(id=-(weapon.id or 0), unit_id=weapon.unit_id, name="")
            rows.append(
                _ammo_row(rack, None, units[weapon.unit_id], weapon, chambers, owners, first=True)
            )
    return tuple(rows)


def _needs_reloading(weapon: Weapon) -> bool:
    return weapon.inoperative or weapon.kind is WeaponKind.CANNON


def _bearer(weapon: Weapon | None) -> int | None:
    return weapon.unit_id if weapon else None


def _living(session: Session, unit_ids: set[int | None]) -> dict[int | None, Unit]:
    found = (session.get(Unit, key) for key in unit_ids if key is not None)
    return {unit.id: unit for unit in found if unit is not None and unit.fate is Fate.ALIVE}


def _ammo_row(
    rack: Rack,
    each: Round | None,
    unit: Unit | None,
    weapon: Weapon | None,
    chambers: dict[int, Chamber],
    owners: dict[int | None, Owner],
    *,
    first: bool,
) -> AmmoRow:
    chamber, tone = _chamber(rack, weapon, chambers) if first else ("–", "")
    return AmmoRow(
        # Keys of rows without rounds come from the rack and must not meet those of rounds.
        id=(each.id or 0) if each else -abs(rack.id or 0) - 1_000_000,
        rack_id=max(0, rack.id or 0),
        round_id=(each.id or 0) if each else 0,
        rack=rack.name,
        owner=owners.get(unit.player_id if unit else None, NOBODY),
        unit_id=unit.id if unit else None,
        unit=unit.name if unit else rack.place or rack.name,
        token=unit.token if unit else "",
        weapon_id=weapon.id if weapon else None,
        weapon=weapon.name if weapon else rack.name,
        load=_load(each) if each else "Not counted",
        count=each.count if each else 0,
        full=max(each.full, each.count) if each else 0,
        chamber=chamber,
        tone=tone,
        kind=weapon.kind.value if weapon else "",
        endless=bool(each and weapon and _endless(rack, weapon)),
    )


def _alike(each: Round | None, chamber: Chamber | None) -> bool:
    """Return whether what is loaded is of this type: its row then shows the chamber."""
    if each is None or chamber is None or chamber.rack_id != each.rack_id:
        return False
    facts = ("name", "explosive_size", "makeup", "stability")
    return all(getattr(each, fact) == getattr(chamber, fact) for fact in facts)


def _load(each: Round | Chamber) -> str:
    return load_words(each.name, each.explosive_size, each.makeup)


def _endless(rack: Rack, weapon: Weapon) -> bool:
    # Ask the rule of one shot of one round: if the round is still there, shots are not counted.
    kept = rounds_left(1, 1, battery=rack.battery) == 1
    return kept and weapon.kind in (WeaponKind.CANNON, WeaponKind.MACHINE_GUN)


def _chamber(rack: Rack, weapon: Weapon | None, chambers: dict[int, Chamber]) -> tuple[str, str]:
    if weapon is None:
        return "–", ""
    if weapon.inoperative:
        return "Reload", "danger"
    loaded = chambers.get(weapon.id or 0)
    if loaded:
        return _load(loaded), "ok"
    if weapon.kind is WeaponKind.CANNON:
        return ("Fired" if weapon.fired_turn_id else "Empty"), "danger"
    if weapon.kind is WeaponKind.LAUNCHER and not rack.battery:
        return "Empty", "danger"
    return "no reload", ""
