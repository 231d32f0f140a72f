"""The Sci-fi rules: weapon characteristics and counted ammunition."""

from brikdesk.games.game import Game

SCIFI = Game(
    name="SCIFI",
    title="Science fiction (weapon characteristics)",
    word="scifi",
    label="Sci-fi",
    explained="Science fiction: weapon characteristics and counted ammunition.",
    switches_at="brikdesk.rules.scifi.house_rules:HOUSE_RULES",
    # S-01: a campaign that runs player turns resets by them.
    with_player_turns={"sf_turn_scope": "owner_turn"},
    keeps=("sfweapon", "sfunit"),
    lasting_at="brikdesk.turns.scifi:LASTING",
)
