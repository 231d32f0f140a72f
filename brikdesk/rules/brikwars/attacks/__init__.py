"""Attacks: who may, Action Rolls, Parries, Damage Rolls and what comes of them."""
