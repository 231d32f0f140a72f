"""What lies on the ground: Fields and Traps."""
