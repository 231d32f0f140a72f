"""The command palette: search for something, or do it."""
