"""What a game is: one frozen value that says where its rules, clocks and texts are.

The rooms that serve every game ask these values and compare no names. What lies on a floor above is
named by its module and imported on first use, so that a campaign loads only what it plays.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from brikdesk.rules.switches import Switch, Value


class Game(Struct, frozen=True):
    """A set of rules that a campaign can be played by.

    - `name` stands in campaign files, `title` in acts, `word` on the command line.
    - `explained`: one sentence for the referee who chooses it.
    - `switches_at`: its house rules by their ids, as "module:NAME"; `with_player_turns` are the
      defaults that differ where a game with player turns is played too.
    - `acts`: the modules with acts of its own, each with their names.
    - `keeps`: tables of which a single row keeps the game in the campaign.
    - `lasting_at`: its clocks (see `brikdesk/turns/clocks.py`), as "module:NAME". With `everywhere`
      they count in every campaign, because its rows can be in all of them.
    - `shown_at`: its part in the window, as "module:NAME"; empty for a game without one.
    - `player_turns`: it is played in player turns, and `turn_rule` is the rule that says so.
    - `power`: its units have Power. `with_power` are switches that say something only where a game
      with Power is played too.
    - `pages`: the settings have a page for each subject of its switches, instead of one for all.
    """

    name: str
    title: str
    word: str
    label: str
    explained: str
    switches_at: str
    with_player_turns: "Mapping[str, Value]" = field(default_factory=dict)
    acts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keeps: tuple[str, ...] = ()
    lasting_at: str = ""
    shown_at: str = ""
    everywhere: bool = False
    player_turns: bool = False
    turn_rule: str = ""
    power: bool = False
    with_power: frozenset[str] = frozenset()
    pages: bool = False

    def __hash__(self) -> int:
        """Return the hash of its name, which no two games share."""
        # By itself it would be the hash of all fields, and mappings have none.
        return hash(self.name)

    @property
    def house_rules(self) -> "Mapping[str, Switch]":
        """Its switches by their ids, in the order of the settings page."""
        switches: Mapping[str, Switch] = _named(self.switches_at)
        return switches

    @property
    def lasting(self) -> tuple[Any, ...]:
        """Everything with a clock by its rules, in the order of the ledger."""
        clocks: tuple[Any, ...] = _named(self.lasting_at) if self.lasting_at else ()
        return clocks

    def defaults(self, *, player_turns: bool = False) -> "dict[str, Value]":
        """Return every switch at its default, in a campaign with or without player turns."""
        own = {rule.id: rule.default for rule in self.house_rules.values()}
        return own | dict(self.with_player_turns) if player_turns else own


@cache
def _named(place: str) -> Any:
    """Import what "module:NAME" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
