"""The window."""

from ui.plain_imports import import_plainly

import_plainly()  # here: this package is imported before every other module of the window
