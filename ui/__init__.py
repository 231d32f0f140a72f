"""The window."""

from ui.plain_imports import import_plainly

import_plainly()
