"""Fields and Traps, as they lie on the table."""
