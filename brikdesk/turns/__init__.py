"""What waits at the start and end of a turn, and whose turn it is."""
