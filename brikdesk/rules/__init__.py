"""Rules of the games: pure functions of values, dice come in as faces."""
