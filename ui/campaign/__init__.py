"""The door to the open campaign: the desk, what it remembers, and the work done beside it."""
