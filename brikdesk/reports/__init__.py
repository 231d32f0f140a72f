"""Papers and files for others: reports, maps, cards, tokens, tables, pages for the web.

They are read through views into frozen values, and drawn from these on any thread. Each module is
imported when it is first asked for: a desk on which nothing is printed needs none of them.
"""

from typing import TYPE_CHECKING

from brikdesk.loaded_later import modules_of

if TYPE_CHECKING:
    from brikdesk.reports import audit as audit
    from brikdesk.reports import card_data as card_data
    from brikdesk.reports import cards as cards
    from brikdesk.reports import data as data
    from brikdesk.reports import dispute as dispute
    from brikdesk.reports import files as files
    from brikdesk.reports import map_picture as map_picture
    from brikdesk.reports import pdf_pages as pdf_pages
    from brikdesk.reports import photos as photos
    from brikdesk.reports import reference as reference
    from brikdesk.reports import tables as tables
    from brikdesk.reports import text as text
    from brikdesk.reports import turn_and_battle as turn_and_battle
    from brikdesk.reports import web as web
else:
    __getattr__ = modules_of(__name__)
