"""The Sci-fi rules: weapon characteristics. Distances are inches, dice have ten sides.

What their chapter leaves to other chapters (hit, penetration, damage, detection, fall of shot) is
not made up here: it is an outcome that the referee enters.
"""
