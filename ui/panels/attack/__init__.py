"""An attack by the BrikWars rules: aim, roll to hit, damage."""
