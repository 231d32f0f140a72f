"""Fires: lit, catching, spreading, fought and put out."""
