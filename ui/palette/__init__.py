"""The palette: search or do."""
