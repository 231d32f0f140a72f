"""Explosives that are launched, land, or go off where they are."""
