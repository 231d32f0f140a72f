"""The BrikWars Power that a Sci-fi weapon takes from its creation, by house rule."""

from sqlmodel import Session

from brikdesk.acts.power.now import check_power, take_power
from brikdesk.rules.scifi.house import ScifiHouse
from brikdesk.store.act import Act
from brikdesk.store.games import games_of
from brikdesk.store.house import house_of
from brikdesk.store.lines import Line
from brikdesk.store.tables import SfWeapon, Unit

EACH_ATTACK = 1
"""Inches of Power of one attack: a weapon without a Size in inches counts as 1" (8.1-01)."""


def pay_power(act: Act, session: Session, weapon: SfWeapon, unit: Unit) -> list[Line]:
    """Take the Power of one attack if the house rule says so; refused if it does not suffice.

    Units without any figures of BrikWars have no Power, so nothing is taken from them.
    """
    power = any(game.power for game in games_of(session))
    figures = unit.armor or unit.action_die or unit.move
    costs = power and house_of(session, ScifiHouse).sf_weapons_cost_power
    if not costs or not figures:
        return []
    check_power(act, session, unit, EACH_ATTACK, weapon.name)
    return [take_power(session, unit, EACH_ATTACK, weapon.name)]
