"""Backups: made, thinned, brought back."""
