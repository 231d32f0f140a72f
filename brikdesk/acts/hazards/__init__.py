"""Hazards that a unit crosses, or sets off."""
