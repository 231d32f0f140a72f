"""How fast BrikDesk is.

Most is given as a ratio to a floor measured in the same run, which says on every computer the same.
What a referee waits for at the desk is given as the processor's milliseconds, which other programs
on the same computer hardly change. `python -m benchmarks` runs all of them, names run some of them.
"""
