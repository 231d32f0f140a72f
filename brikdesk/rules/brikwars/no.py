"""How a rule says no: the refusal that all rule sets share."""

from brikdesk.rules.no import No, first

__all__ = ["No", "first"]
