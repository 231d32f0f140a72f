"""The ledger: who serves which weapon by the Sci-fi rules, and who is gone."""

from msgspec import Struct
from sqlmodel import Session

from brikdesk.rules.scifi.crews import CrewRole
from brikdesk.rules.scifi.special_fire import SpecialFire
from brikdesk.store.tables import Unit
from brikdesk.store.views import view
from brikdesk.store.views.scifi import TABLES, MemberRow, SfWeaponRow, sf_weapons
from brikdesk.turns.owners import NOBODY, Owner, owners_now


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


@view(*TABLES)
def sf_crews(session: Session) -> tuple[SfCrewRow, ...]:
    """Return the crews of all weapons that somebody serves or served, in the order they came."""
    owners = owners_now(session)
    return tuple(
        _row(session, weapon, owners.get(weapon.player_id, NOBODY))
        for weapon in sf_weapons(session)
        if weapon.crew
    )


def _row(session: Session, weapon: SfWeaponRow, owner: Owner) -> SfCrewRow:
    there = [member for member in weapon.crew if member.alive]
    served = {CrewRole.GUNNER.value, CrewRole.LOADER.value}
    unused = weapon.special_fire == SpecialFire.NONE.value
    return SfCrewRow(
        id=weapon.id,
        unit_id=weapon.unit_id,
        token=session.get_one(Unit, weapon.unit_id).token,
        owner=owner,
        weapon=weapon.name,
        bearer=weapon.unit,
        gunner=_named(there, CrewRole.GUNNER),
        loader=_named(there, CrewRole.LOADER),
        others=tuple(_in_words(each) for each in there if each.role not in served),
        gone=tuple(member.name for member in weapon.crew if not member.alive),
        special_fire="" if unused else weapon.special_fire,
        destroyed=weapon.destroyed,
        others_serve=tuple(each.id for each in there if each.role != CrewRole.GUNNER.value),
    )


def _named(there: list[MemberRow], role: CrewRole) -> str:
    return next((member.name for member in there if member.role == role.value), "")


def _in_words(member: MemberRow) -> str:
    waits = member.role == CrewRole.NEXT_LOADER.value
    return f"{member.name}, {member.role}" if waits else member.name
