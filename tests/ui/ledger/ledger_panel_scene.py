"""The tables of the ledger in their order, and keys."""

from PySide6.QtCore import Qt

K = Qt.Key


NAMES = ["air", "fires", "fields", "ammo", "homing", "marks", "waiting"]
BOOK_NAMES = ["objectives", "armies"]
