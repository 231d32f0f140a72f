"""The rules of the games: pure functions of values. Dice come in as faces."""
