"""Whose units a command adds: a player named by name or faction, or the first one."""

from brikdesk.errors import BadInput
from brikdesk.store.campaign import Campaign
from brikdesk.store.views.battle import battle_head


def player_named(campaign: Campaign, said: str | None) -> int | None:
    """Return the key of the player that is named, else of the first; none if there is nobody.

    Raise BadInput for a name that no player has.
    """
    players = campaign.read(battle_head).players
    if said is None:
        return players[0].id if players else None
    named = {word.casefold(): each.id for each in players for word in (each.faction, each.name)}
    if said.casefold() not in named:
        known = ", ".join(each.faction for each in players) or "none yet"
        raise BadInput(f"There is no player {said[:40]!r}. Players: {known}.", "--player")
    return named[said.casefold()]
