"""Weapons: their facts, controls, crews, racks and rounds."""
