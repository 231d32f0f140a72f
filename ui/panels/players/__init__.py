"""The window for the players: what may be seen of the battle, for a second screen."""
