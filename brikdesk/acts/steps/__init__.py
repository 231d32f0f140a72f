"""What waits at the start or the end of a player's turn, each step settled by its act."""
