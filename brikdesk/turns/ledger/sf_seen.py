"""The ledger: what is detected, and shots that wait for an entry, by the Sci-fi rules."""

from msgspec import Struct
from sqlmodel import Session, select

from brikdesk.rules.scifi.attack_order import AttackStep
from brikdesk.rules.scifi.vaporshock import VAPORSHOCK
from brikdesk.store.tables import Unit
from brikdesk.store.views import view
from brikdesk.store.views.scifi import TABLES, ShotRow, detections, sf_shots
from brikdesk.turns.owners import NOBODY, Owner, owners_now


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


@view(*TABLES)
def sf_seen(session: Session) -> tuple[SfSeenRow, ...]:
    """Return who is detected by which side, oldest first."""
    owners, units = owners_now(session), _units(session)
    return tuple(
        SfSeenRow(
            id=row.id,
            unit_id=row.unit_id,
            unit=row.unit,
            token=units[row.unit_id].token,
            owner=owners.get(units[row.unit_id].player_id, NOBODY),
            by=owners.get(row.player_id, NOBODY),
            lasts=row.lasts,
        )
        for row in detections(session)
    )


@view(*TABLES)
def sf_open_shots(session: Session) -> tuple[SfOpenShotRow, ...]:
    """Return the shots that wait for an entry, oldest first."""
    owners, units = owners_now(session), _units(session)
    return tuple(
        SfOpenShotRow(
            id=shot.id,
            unit_id=shot.unit_id,
            unit=shot.unit,
            token=units[shot.unit_id].token,
            owner=owners.get(units[shot.unit_id].player_id, NOBODY),
            sf_weapon_id=shot.sf_weapon_id,
            weapon=shot.weapon,
            capability=shot.capability,
            target=shot.target,
            due=_due(shot),
        )
        for shot in sf_shots(session, open_only=True)
    )


def _due(shot: ShotRow) -> str:
    """Say what is due; flame is asked of a vaporshock warhead alone (12-44)."""
    if shot.next is AttackStep.LANDING and shot.warhead != VAPORSHOCK:
        return "where it lands"
    return shot.next or ""


def _units(session: Session) -> dict[int, Unit]:
    return {unit.id or 0: unit for unit in session.exec(select(Unit))}
