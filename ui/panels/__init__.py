"""The panes of the main window. Each module is imported when it is first asked for."""

from typing import TYPE_CHECKING

from brikdesk.loaded_later import modules_of

if TYPE_CHECKING:
    from ui.panels import album as album
    from ui.panels import players as players
    from ui.panels import rule_and_why as rule_and_why
else:
    __getattr__ = modules_of(__name__)
