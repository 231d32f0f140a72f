"""Acts of the Sci-fi rules: their weapons, ammunition, crews, shots, and what becomes of them.

They know their own rules and what all acts stand on (checks, steps, sums, what belongs to a unit),
no other game; no other game's acts know them.
"""
