"""Attacks: aimed, rolled, met by Armor, and carried out in one act."""
