"""BrikDesk: everything about a battle that is true without a window."""

__version__ = "0.1.0"
