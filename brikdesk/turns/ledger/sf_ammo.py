"""The ledger: counted ammunition of the Sci-fi rules, load by load."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk.games.scifi import SCIFI
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.store.games import games_of
from brikdesk.store.scifi_rows import counts, state_of, stores_of, turn_began
from brikdesk.store.tables import Chamber, Fate, Rack, Round, SfWeapon, Unit, Weapon
from brikdesk.store.views import view
from brikdesk.store.views.scifi import TABLES, SfStoreRow
from brikdesk.store.views.scifi.stores import store_row
from brikdesk.turns.ledger.magazines import AmmoRow, ammo
from brikdesk.turns.owners import NOBODY, Owner, owners_now


class SfAmmoRow(Struct, frozen=True):
    """Rounds of one type in a pod, rack, launcher or item group (7.1).

    loaded = remaining + fired + lost + adjusted. `load_id` 0: nobody has said how many there are,
    `asked` is the question. What was `fired_this_turn` counts for the whole store, `most` of it
    may leave in a turn (none: as many as the weapon fires). `gone`: weapon or bearer is destroyed.
    """

    id: str
    store_id: int
    load_id: int
    sf_weapon_id: int
    weapon: str
    capability: str
    unit_id: int
    unit: str
    token: str
    owner: Owner
    load: str
    loaded: int
    remaining: int
    fired: int
    lost: int
    adjusted: int
    fired_this_turn: int
    most: int | None
    expended: bool
    gone: bool
    asked: str = ""


@view(*TABLES)
def sf_ammo(session: Session) -> tuple[SfAmmoRow, ...]:
    """Return the stores that count, load by load, also of eliminated units: what was lost with them."""
    if SCIFI not in games_of(session):
        return ()
    owners = owners_now(session)
    found = session.exec(
        select(SfWeapon, Unit)
        .join(Unit, col(Unit.id) == col(SfWeapon.unit_id))
        .where(Unit.fate != Fate.REMOVED)
        .order_by(col(SfWeapon.id))
    ).all()
    return tuple(
        made
        for weapon, unit in found
        for made in _of_weapon(session, weapon, unit, owners.get(unit.player_id, NOBODY))
    )


@view(Rack, Round, Chamber, Weapon, *TABLES)
def all_ammo(session: Session) -> tuple[AmmoRow | SfAmmoRow, ...]:
    """Return the ammunition of both rule sets: racks first, then Sci-fi stores."""
    return (*ammo(session), *sf_ammo(session))


def _of_weapon(session: Session, weapon: SfWeapon, unit: Unit, owner: Owner) -> Iterator[SfAmmoRow]:
    began = turn_began(session, unit.player_id)
    for row in stores_of(session, weapon):
        if counts(session, weapon, row):
            store = store_row(session, row, began)
            helped = state_of(session, weapon, began).special_fire is not SpecialFire.NONE
            yield from _of_store(weapon, unit, owner, _with_help(store) if helped else store)


def _with_help(store: SfStoreRow) -> SfStoreRow:
    """Count the shots that the loader gave to what the store may fire in this turn (12-80)."""
    if store.most is None or store.fired_this_turn <= store.most:
        return store
    # Not one more: with sf_special_fire_max of 3 or 4 he gave two or three (S-14).
    return replace(store, most=store.fired_this_turn)


def _of_store(weapon: SfWeapon, unit: Unit, owner: Owner, store: SfStoreRow) -> Iterator[SfAmmoRow]:
    for load in store.loads or (None,):
        yield SfAmmoRow(
            id=f"sf-{store.id}-{load.id if load else 0}",
            store_id=store.id,
            load_id=load.id if load else 0,
            sf_weapon_id=weapon.id or 0,
            weapon=weapon.name,
            capability=store.capability,
            unit_id=unit.id or 0,
            unit=unit.name,
            token=unit.token,
            owner=owner,
            load=load.name if load else store.unit_name,
            loaded=load.loaded if load else 0,
            remaining=load.remaining if load else 0,
            fired=load.fired if load else 0,
            lost=load.lost if load else 0,
            adjusted=load.adjusted if load else 0,
            fired_this_turn=store.fired_this_turn,
            most=store.most,
            expended=store.expended,
            gone=weapon.destroyed or unit.fate is not Fate.ALIVE,
            asked=store.asked.words if store.asked else "",
        )
