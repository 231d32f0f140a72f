"""The tables of the ledger for the games that a campaign plays."""

from ui.campaign.games import SHOWN, at
from ui.panels.ledger.acts import WAITING, Table


def tables_for(games: tuple[str, ...]) -> tuple[Table, ...]:
    """Return the ledger's tables for these games, by their names in the campaign.

    The games of the end come first, and what waits for the end of the turn is last in every game.
    """
    found: dict[str, Table] = {}
    joined: dict[str, str] = {}
    for game in reversed(games):
        shown = SHOWN[game]
        for table in at(shown.tables_at) if shown.tables_at else ():
            place = joined.get(table.name)
            found[table.name] = at(place) if place else table
        joined.update(shown.joined_at)
    found.pop(WAITING.name, None)
    return (*found.values(), WAITING)
