"""The map: the table of the battle, with its terrain, units, Fields and flights."""
