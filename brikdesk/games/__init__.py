"""The games that a campaign can be played by, each registered once here."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from brikdesk.errors import BadInput
from brikdesk.games.brikwars import BRIKWARS
from brikdesk.games.game import Game
from brikdesk.games.scifi import SCIFI

if TYPE_CHECKING:
    from brikdesk.rules.switches import Switch

__all__ = [
    "BRIKWARS", "GAMES", "SCIFI", "Game", "of_names", "of_titles", "switches", "usual",
]  # fmt: skip

GAMES: dict[str, Game] = {game.name: game for game in (BRIKWARS, SCIFI)}
"""Every game by its name in campaign files. The first one is played where nobody chooses."""


def usual() -> Game:
    """Return the game that is played where nobody chooses."""
    return next(iter(GAMES.values()))


def of_names(names: Collection[str]) -> tuple[Game, ...]:
    """Return the games with these names in campaign files, in the order of registration."""
    return tuple(game for game in GAMES.values() if game.name in names)


def of_titles(titles: Collection[str]) -> tuple[Game, ...]:
    """Return each game once, in the order of registration; BadInput for none or an unknown one."""
    if not titles:
        raise BadInput("A campaign is played by at least one rule set.", "rule_sets")
    known = [game.title for game in GAMES.values()]
    for title in titles:
        if title not in known:
            # Campaigns that begin as data name their game by its title.
            raise BadInput(
                f"{title[:60]!r} is no rule set. There are: {'; '.join(known)}.", "rule_sets"
            )
    return tuple(game for game in GAMES.values() if game.title in titles)


def switches() -> "dict[str, Switch]":
    """Return the house rules of all games by their ids."""
    return {id: rule for game in GAMES.values() for id, rule in game.house_rules.items()}
