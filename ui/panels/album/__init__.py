"""The album: photos of the battle, pinned to turns and units."""
