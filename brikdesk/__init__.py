"""BrikDesk: everything about a battle that is true without a window."""

from brikdesk.loaded_later import load_later

__version__ = "0.1.0"

load_later()  # here, as whatever imports SQLAlchemy comes through here first
