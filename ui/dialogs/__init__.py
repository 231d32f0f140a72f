"""Sheets over the window: settings, new campaigns and battles, rules, keys, backups.

Each module is imported when it is first asked for: no sheet is open when the program starts.
"""

from typing import TYPE_CHECKING

from brikdesk.loaded_later import modules_of

if TYPE_CHECKING:
    from ui.dialogs import army_and_roster as army_and_roster
    from ui.dialogs import battles_and_responders as battles_and_responders
    from ui.dialogs import book_and_life as book_and_life
    from ui.dialogs import keys_news_licences as keys_news_licences
    from ui.dialogs import league as league
    from ui.dialogs import library as library
    from ui.dialogs import new_campaign as new_campaign
    from ui.dialogs import settings as settings
else:
    __getattr__ = modules_of(__name__)
