"""Kinds of units and weapons of which something special is asked."""

MINIFIGS = ("Minifig", "Hero")
"""Units of which single sections can be seen or caught, and who have Actions of their own."""

LAUNCHED_FROM = ("Rocket", "Cannon", "Launcher", "Explosive")
"""Weapons that send what flies 12" a turn (8.4-08)."""
