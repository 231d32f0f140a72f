"""Acts of the Sci-fi rules: their weapons, ammunition, crews, shots, and what becomes of them.

They know their own rules and the spine of the acts (rows, heed, step, reckoning, leaving),
no other game; no other game's acts know them.
"""
