"""The steps of a turn's start and end."""
