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
    acts={
        "brikdesk.acts.scifi.areas": ("PlaceArea", "BurstSf", "Incapacitate"),
        "brikdesk.acts.scifi.crews": ("SetCrew", "ServeAsGunner", "ReplaceGunner"),
        "brikdesk.acts.scifi.outcomes": ("MarkDetected", "EnterOutcome"),
        "brikdesk.acts.scifi.shooting": ("FireSf", "AssistGunner"),
        "brikdesk.acts.scifi.ammunition": ("SetLoad", "AdjustLoad", "Resupply"),
        "brikdesk.acts.scifi.units": ("AddSfUnit", "SetSfUnit", "MoveSf", "EliminateSf"),
        "brikdesk.acts.scifi.weapons": (
            "AddSfWeapon",
            "EditSfWeapon",
            "RemoveSfWeapon",
            "DestroySfWeapon",
        ),
    },
    keeps=("sfweapon", "sfunit"),
    with_power=frozenset({"sf_weapons_cost_power"}),
    lasting_at="brikdesk.turns.scifi:LASTING",
    shown_at="ui.campaign.hub:SCIFI",
)
