"""What the window shows of a game: where its forms and its tables of the ledger are.

Each game names its part itself (`Game.shown_at`), so that a game is registered once.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from brikdesk.games import GAMES


class GameInWindow(Struct, frozen=True):
    """The window's part of a game; every place is "module:NAME" and imported on first use.

    - `forms_at`: the forms of its acts.
    - `tables_at`: its tables of the ledger. Where a game before it has a table of the same name,
      the two are shown as one: the table at `joined_at[name]`.
    """

    forms_at: tuple[str, ...] = ()
    tables_at: str = ""
    joined_at: Mapping[str, str] = field(default_factory=dict)


BRIKWARS = GameInWindow(
    forms_at=(
        "ui.forms.forms_units:FORMS",
        "ui.forms.forms_hazards:FORMS",
        "ui.forms.forms_deeds:FORMS",
        "ui.forms.forms_terrain:FORMS",
        "ui.forms.forms_traps:FORMS",
        "ui.forms.forms_guns:FORMS",
        "ui.forms.forms_air:FORMS",
    ),
    tables_at="ui.panels.ledger.acts:TABLES",
)
SCIFI = GameInWindow(
    forms_at=("ui.forms.forms_scifi:FORMS",),
    tables_at="ui.panels.ledger.scifi_tables:TABLES",
    joined_at={"ammo": "ui.panels.ledger.scifi_tables:BOTH_AMMUNITION"},
)


def shown(game: str) -> GameInWindow:
    """Return the window's part of a game, by its name in campaign files."""
    place = GAMES[game].shown_at
    found: GameInWindow = at(place) if place else GameInWindow()
    return found


@cache
def at(place: str) -> Any:
    """Import what "module:NAME" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
