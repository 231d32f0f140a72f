"""The game by which an attack is made in a campaign that plays both."""

from enum import Enum

from PySide6.QtCore import QObject, Signal

from brikdesk.acts.attack.attack import Attack
from brikdesk.acts.scifi.fire_sf import FireSf
from brikdesk.store.views.armory import weapons as brikwars_weapons
from brikdesk.store.views.scifi import played, sf_weapons
from ui.campaign.desk import Desk
from ui.campaign.hub import Hub
from ui.models.attack.controller import attack_of
from ui.models.scifi_attack.controller import sf_attack_of

BRIKWARS, SCIFI = "BRIKWARS_2020", "SCIFI"
"""Names of the rule sets, as the view `played` returns them."""


class AttackGame(Enum):
    """A game of the Attack tab."""

    BRIKWARS = "BrikWars"
    SCIFI = "Sci-fi"


class AttackChoice(QObject):
    """The game that the Attack tab shows in a campaign that plays both."""

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.now = AttackGame.BRIKWARS

    def choose(self, game: AttackGame) -> None:
        """Show a game."""
        if game is not self.now:
            self.now = game
            self.changed.emit()


def sf_attack_choice(desk: Desk) -> AttackChoice:
    """Return the desk's choice, made when it is first asked for."""
    return desk.shared(AttackChoice, lambda: AttackChoice(desk))


def take_up(desk: Desk, hub: Hub, wanted: Attack | FireSf) -> None:
    """Begin the attack that was asked for, by the game that it belongs to."""
    game = _game_of(desk, wanted)
    # First: on `begun` a panel takes the focus, but only if it is visible.
    sf_attack_choice(desk).choose(game)
    if game is AttackGame.BRIKWARS and isinstance(wanted, Attack):
        attack_of(desk, hub).take_up(wanted)
        return
    controller = sf_attack_of(desk, hub)
    if isinstance(wanted, FireSf):
        controller.take_up(wanted)
    elif unit_id := _by(wanted):
        controller.begin_with(unit_id)
    elif (target := _at(wanted)) is not None:
        controller.begin_at(target)
    else:
        controller.begin()


def _game_of(desk: Desk, wanted: Attack | FireSf) -> AttackGame:
    """Return the game of an attack: by the act, by the attacker's weapons, else the one shown."""
    sets = desk.read(played)
    if isinstance(wanted, FireSf) or BRIKWARS not in sets:
        return AttackGame.SCIFI if SCIFI in sets else AttackGame.BRIKWARS
    if SCIFI not in sets:
        return AttackGame.BRIKWARS
    if not wanted.strikes and not wanted.aims:
        return sf_attack_choice(desk).now
    unit_id = _by(wanted)
    armed = any(row.unit_id == unit_id for row in desk.read(brikwars_weapons))
    only = bool(unit_id) and bool(desk.read(sf_weapons, unit_id)) and not armed
    return AttackGame.SCIFI if only else AttackGame.BRIKWARS


def _by(wanted: Attack) -> int | None:
    """Return the attacker, if the attack says no more of the weapon; else None."""
    strike = wanted.strikes[0] if wanted.strikes else None
    bare = strike is not None and strike.weapon_id is None and not strike.name
    return strike.by_id if strike is not None and bare else None


def _at(wanted: Attack) -> int | None:
    return wanted.aims[0].unit_id if wanted.aims else None
