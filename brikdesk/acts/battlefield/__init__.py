"""The table of a battle: its size, its terrain, where Fields lie, and which way units face."""
