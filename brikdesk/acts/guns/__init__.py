"""Guns: their facts, controls, crews, racks and rounds."""
