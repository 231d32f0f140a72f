"""Units: their presets, Power, states, limbs, and what damage does to a creation."""
