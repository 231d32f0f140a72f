"""Attacks: who may make them, Action Rolls, Parries, Damage Rolls and their results."""
