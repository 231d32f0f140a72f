"""The window: what lies around the panes, and how campaigns are opened and closed in it.

What the first frame does not show is imported when it is first asked for.
"""

from typing import TYPE_CHECKING

from brikdesk.loaded_later import modules_of

if TYPE_CHECKING:
    from ui.window import campaign_at_work as campaign_at_work
    from ui.window import kept_keys as kept_keys
    from ui.window import looking_back as looking_back
    from ui.window import menus as menus
    from ui.window import opening as opening
    from ui.window import past_and_trial as past_and_trial
    from ui.window import second_screen as second_screen
else:
    __getattr__ = modules_of(__name__)
