"""What computing with inches loses, so that equal lengths do not come out equal."""

NEARLY = 1e-6
"""Inches. Lengths that differ by no more are equal: nobody at a table sees the difference."""
