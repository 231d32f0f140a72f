"""What tests of the unit editor ask the campaign."""

from brikdesk.store.views.log import acts_done
from brikdesk.store.views.units import UnitCard, unit_card, units
from ui.campaign.desk import Desk


def newest(desk: Desk) -> UnitCard:
    """Return the unit that was added last."""
    card = desk.read(unit_card, max(row.id for row in desk.read(units, include_lost=True)))
    assert card is not None
    return card


def card_of(desk: Desk, unit_id: int) -> UnitCard:
    """Return a unit with all its facts."""
    card = desk.read(unit_card, unit_id)
    assert card is not None
    return card


def count_acts(desk: Desk) -> int:
    """Return how many acts were done."""
    return desk.read(acts_done)
