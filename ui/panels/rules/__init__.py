"""The card of a rule, and which rules belong together."""
