"""Explosives as rows: what they are made of, where they lie, and those in the air."""
