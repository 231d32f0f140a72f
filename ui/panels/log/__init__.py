"""The log, and why its numbers are what they are."""
