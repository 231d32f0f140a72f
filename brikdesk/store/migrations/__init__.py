"""Frozen statements, one file for each file format."""
