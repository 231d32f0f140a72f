"""Attacks and Close Combat: aimed, rolled, met by Armor, and what damage does."""
