"""How fast BrikDesk is, each time as a ratio to a floor measured in the same run.

A ratio says on every computer the same; a time in milliseconds does not. `python -m benchmarks`
runs all of them, names run some of them.
"""
