"""Acts of the Sci-fi rules: their weapons, ammunition, crews, shots, and what becomes of them.

They know their own rules and the spine of the acts (rows, heed, step, reckoning, unit_leaving),
no other game; no other game's acts know them.
"""

from brikdesk.acts.scifi import (  # noqa: F401
    areas,
    crews,
    destroying,
    detecting,
    fire_sf,
    incapacitating,
    loads,
    outcomes,
    special_fire,
    turn_steps,
    units,
    weapons,
)
