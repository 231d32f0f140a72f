"""Explosives: what they are made of, how they fly, land and go off."""
