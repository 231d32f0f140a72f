"""The ledger by the Sci-fi rules: ammunition, crews, what is detected, shots that wait."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session, col, select

from brikdesk.copied import copied
from brikdesk.games.scifi import SCIFI
from brikdesk.rules.scifi.effect_areas import VAPORSHOCK, AttackStep
from brikdesk.rules.scifi.units_and_crews import CrewRole, SpecialFire
from brikdesk.store.house_rules import games_of
from brikdesk.store.scifi import counts, state_of, stores_of, turn_began
from brikdesk.store.tables import Chamber, Fate, Rack, Round, SfWeapon, Unit, Weapon
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views import view
from brikdesk.turns.clocks import NOBODY, Owner, owners_now
from brikdesk.turns.ledger import AmmoRow, ammo


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


@view(*sf_views.TABLES)
def sf_ammo(session: Session) -> tuple[SfAmmoRow, ...]:
    """Return the ledger's Sci-fi Ammo: stores that count, load by load, and what was lost with a unit."""
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


@view(Rack, Round, Chamber, Weapon, *sf_views.TABLES)
def all_ammo(session: Session) -> tuple[AmmoRow | SfAmmoRow, ...]:
    """Return the ledger's Ammo by both rule sets: racks first, then Sci-fi stores."""
    return (*ammo(session), *sf_ammo(session))


def _of_weapon(session: Session, weapon: SfWeapon, unit: Unit, owner: Owner) -> Iterator[SfAmmoRow]:
    began = turn_began(session, unit.player_id)
    for row in stores_of(session, weapon):
        if counts(session, weapon, row):
            store = sf_views.store_row(session, row, began)
            helped = state_of(session, weapon, began).special_fire is not SpecialFire.NONE
            yield from _of_store(weapon, unit, owner, _with_help(store) if helped else store)


def _with_help(store: sf_views.SfStoreRow) -> sf_views.SfStoreRow:
    """Count the shots that the loader gave to what the store may fire in this turn (12-80)."""
    if store.most is None or store.fired_this_turn <= store.most:
        return store
    # Not one more: with sf_special_fire_max of 3 or 4 he gave two or three (S-14).
    return replace(store, most=store.fired_this_turn)


def _of_store(
    weapon: SfWeapon, unit: Unit, owner: Owner, store: sf_views.SfStoreRow
) -> Iterator[SfAmmoRow]:
    # A store of which nobody has said the number has a row too, which asks for it (12-66).
    for load in store.loads or (None,):
        yield copied(
            SfAmmoRow,
            store,
            id=f"sf-{store.id}-{load.id if load else 0}",
            store_id=store.id,
            load_id=load.id if load else 0,
            sf_weapon_id=weapon.id or 0,
            weapon=weapon.name,
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
            gone=weapon.destroyed or unit.fate is not Fate.ALIVE,
            asked=store.asked.words if store.asked else "",
        )


class SfCrewRow(Struct, frozen=True):
    """The crew of one weapon; its `id` is the weapon's. `others` and `gone` are names.

    `special_fire` is what the loader gave in this turn, empty for nothing. `others_serve` are the
    keys of the living members who are not the gunner.
    """

    id: int
    unit_id: int
    token: str
    owner: Owner
    weapon: str
    bearer: str
    gunner: str
    loader: str
    others: tuple[str, ...]
    gone: tuple[str, ...]
    special_fire: str
    destroyed: bool
    others_serve: tuple[int, ...]


@view(*sf_views.TABLES)
def sf_crews(session: Session) -> tuple[SfCrewRow, ...]:
    """Return the ledger's Crews of all weapons that somebody serves or served, in the order they came."""
    owners = owners_now(session)
    return tuple(
        _row(session, weapon, owners.get(weapon.player_id, NOBODY))
        for weapon in sf_views.sf_weapons(session)
        if weapon.crew
    )


def _row(session: Session, weapon: sf_views.SfWeaponRow, owner: Owner) -> SfCrewRow:
    there = [member for member in weapon.crew if member.alive]
    served = {CrewRole.GUNNER.value, CrewRole.LOADER.value}
    unused = weapon.special_fire == SpecialFire.NONE.value
    return copied(
        SfCrewRow,
        weapon,
        token=session.get_one(Unit, weapon.unit_id).token,
        owner=owner,
        weapon=weapon.name,
        bearer=weapon.unit,
        gunner=_named(there, CrewRole.GUNNER),
        loader=_named(there, CrewRole.LOADER),
        others=tuple(_in_words(each) for each in there if each.role not in served),
        gone=tuple(member.name for member in weapon.crew if not member.alive),
        special_fire="" if unused else weapon.special_fire,
        others_serve=tuple(each.id for each in there if each.role != CrewRole.GUNNER.value),
    )


def _named(there: list[sf_views.MemberRow], role: CrewRole) -> str:
    return next((member.name for member in there if member.role == role.value), "")


def _in_words(member: sf_views.MemberRow) -> str:
    waits = member.role == CrewRole.NEXT_LOADER.value
    return f"{member.name}, {member.role}" if waits else member.name


class SfSeenRow(Struct, frozen=True):
    """A unit that a side has detected: `by` sees it, `owner` has it; `lasts` says how long."""

    id: int
    unit_id: int
    unit: str
    token: str
    owner: Owner
    by: Owner
    lasts: str


class SfOpenShotRow(Struct, frozen=True):
    """A shot of which an outcome waits to be entered; `due` is the step."""

    id: int
    unit_id: int
    unit: str
    token: str
    owner: Owner
    sf_weapon_id: int
    weapon: str
    capability: str
    target: str
    due: str


@view(*sf_views.TABLES)
def sf_seen(session: Session) -> tuple[SfSeenRow, ...]:
    """Return the ledger's Detected: who is detected by which side, oldest first."""
    owners, units = owners_now(session), _units(session)
    return tuple(
        copied(
            SfSeenRow,
            row,
            token=units[row.unit_id].token,
            owner=owners.get(units[row.unit_id].player_id, NOBODY),
            by=owners.get(row.player_id, NOBODY),
        )
        for row in sf_views.detections(session)
    )


@view(*sf_views.TABLES)
def sf_open_shots(session: Session) -> tuple[SfOpenShotRow, ...]:
    """Return the ledger's open shots: those that wait for an entry, oldest first."""
    owners, units = owners_now(session), _units(session)
    return tuple(
        copied(
            SfOpenShotRow,
            shot,
            token=units[shot.unit_id].token,
            owner=owners.get(units[shot.unit_id].player_id, NOBODY),
            due=_due(shot),
        )
        for shot in sf_views.sf_shots(session, open_only=True)
    )


def _due(shot: sf_views.ShotRow) -> str:
    """Say what is due; flame is asked of a vaporshock warhead alone (12-44)."""
    if shot.next is AttackStep.LANDING and shot.warhead != VAPORSHOCK:
        return "where it lands"
    return shot.next or ""


def _units(session: Session) -> dict[int, Unit]:
    return {unit.id or 0: unit for unit in session.exec(select(Unit))}
