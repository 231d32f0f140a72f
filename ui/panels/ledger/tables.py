"""The tables of the ledger for the games that a campaign plays."""

from ui.campaign.games import at, shown
from ui.panels.ledger.acts import WAITING, LedgerPage


def tables_for(games: tuple[str, ...]) -> tuple[LedgerPage, ...]:
    """Return the ledger's tables for these games, by their names in the campaign.

    The games of the end come first, and what waits for the end of the turn is last in every game.
    """
    found: dict[str, LedgerPage] = {}
    joined: dict[str, str] = {}
    for game in reversed(games):
        part = shown(game)
        for table in at(part.tables_at) if part.tables_at else ():
            place = joined.get(table.name)
            found[table.name] = at(place) if place else table
        joined.update(part.joined_at)
    found.pop(WAITING.name, None)
    return (*found.values(), WAITING)
