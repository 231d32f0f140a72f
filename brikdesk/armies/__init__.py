"""Armies that come from other programs, as acts that add their units."""
