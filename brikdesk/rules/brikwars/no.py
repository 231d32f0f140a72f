"""The refusal that all rule sets share, for imports within this one."""

from brikdesk.rules.no import No, first, no_if

__all__ = ["No", "first", "no_if"]
