"""BrikWars 2020."""

from brikdesk.games.game import Game

BRIKWARS = Game(
    name="BRIKWARS_2020",
    title="BrikWars 2020",
    word="brikwars",
    label="BrikWars",
    explained="BrikWars 2020: fires, Fields, Explosives and all the rest.",
    switches_at="brikdesk.rules.brikwars.house_rules:HOUSE_RULES",
    keeps=("weapon",),
    lasting_at="brikdesk.turns.brikwars:LASTING",
    shown_at="ui.campaign.hub:BRIKWARS",
    # Units of every game burn, fall into hazards and carry notes.
    everywhere=True,
    player_turns=True,
    turn_rule="4.0-01",
    power=True,
    pages=True,
)
