"""Weapons: their Sizes, ammunition, controls and gunners."""
