"""The course of the turns, and the waiting steps rolled for, singly or all at once."""
