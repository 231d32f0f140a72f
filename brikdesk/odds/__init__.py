"""Exact odds of the rolls in `brikdesk.dice`, of whole attacks, and of fires.

The functions that resolve a roll also decide here what a face earns. Single rolls use icepool's
dice, imported on first use, and give exact fractions. Attacks and fires add up many rolls and use
floats. Chains of Bonus Dice have no end; they are cut where the rest is too small to show.
"""
