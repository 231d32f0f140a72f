"""Damage and what it does: Armor, Something Bad, harm to rows."""
