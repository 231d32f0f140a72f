"""Fields, Traps, terrain and Scouts."""
