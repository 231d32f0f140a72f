"""A table of the Sci-fi rules: a battle of two sides, units with weapons, shots and their rows."""

from typing import Any

from sqlmodel import Session, select

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.scifi.outcomes import EnterOutcome, MarkDetected
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.scifi import store_of, stores_of, turn_began
from brikdesk.store.tables import SfLoad, SfShot, SfStore, SfWeapon, Unit
from tests.acts.table import rows, told

ANN, BEN = 1, 2


def unit(
    campaign: Campaign, name: str, *weapons: SfWeaponFacts, player: int = ANN, **facts: Any
) -> int:
    """Add a unit with these weapons; give its key."""
    campaign.do(AddSfUnit(name=name, player_id=player, weapons=weapons, **facts))
    return rows(campaign, Unit)[-1].id or 0


def armed(
    campaign: Campaign, catalogue: str, *, kind: SfUnitKind = SfUnitKind.INFANTRY, **facts: Any
) -> int:
    """Add a unit of Ann's with one weapon of the catalogue; give the weapon's key."""
    unit(campaign, "Trooper", SfWeaponFacts(catalogue=catalogue, **facts), kind=kind)
    return rows(campaign, SfWeapon)[-1].id or 0


def foes(campaign: Campaign, *names: str, detected: bool = True, **facts: Any) -> list[int]:
    """Add soldiers of Ben's, detected by Ann; give their keys."""
    keys = [unit(campaign, name, player=BEN, **facts) for name in names]
    for key in keys if detected else ():
        campaign.do(MarkDetected(unit_id=key, player_id=ANN))
    return keys


def fire(campaign: Campaign, weapon_id: int, *targets: int, **facts: Any) -> list[str]:
    """Fire once at each target (once without any); give the log lines."""
    aims = tuple(SfAim(target_id=target) for target in targets) or (SfAim(),)
    return told(campaign, FireSf(sf_weapon_id=weapon_id, aims=aims, **facts))


def enter(campaign: Campaign, matter: str, answer: str = "", **facts: Any) -> list[str]:
    """Enter an outcome of the latest shot."""
    return told(
        campaign,
        EnterOutcome(shot_id=shot(campaign).id or 0, matter=matter, answer=answer, **facts),
    )


def shot(campaign: Campaign) -> SfShot:
    """Return the latest shot."""
    return rows(campaign, SfShot)[-1]


def switch(campaign: Campaign, name: str, value: bool | int | str) -> None:
    """Return a house rule another value."""
    campaign.do(SetHouseRule(switch=name, value=value))


def left(campaign: Campaign, weapon_id: int) -> int:
    """Return what is left of a weapon's first store; the four counts must agree."""

    def ask(session: Session) -> int:
        row = session.get_one(SfWeapon, weapon_id)
        owner = session.get_one(Unit, row.unit_id)
        store = store_of(session, stores_of(session, row)[0], turn_began(session, owner.player_id))
        for load in store.loads:
            assert load.loaded == load.remaining + load.fired + load.lost + load.adjusted
        return store.remaining

    return campaign.reading(ask)


def store_id(campaign: Campaign, weapon_id: int) -> int:
    """Return the key of a weapon's first store."""
    wanted = select(SfStore.id).where(SfStore.sf_weapon_id == weapon_id)
    return campaign.reading(lambda session: session.exec(wanted).first() or 0)


def load_id(campaign: Campaign, weapon_id: int) -> int:
    """Return the key of the first load of a weapon."""
    wanted = select(SfLoad.id).where(SfLoad.store_id == store_id(campaign, weapon_id))
    return campaign.reading(lambda session: session.exec(wanted).first() or 0)
