"""The refusal that all rule sets share, for imports within this one."""

from brikdesk.rules.no import No, first

__all__ = ["No", "first"]
