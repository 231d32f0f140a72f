"""Factions as the heads of groups of units, and units in words."""

from msgspec import Struct, field

from brikdesk.lengths import at_spot, in_inches
from brikdesk.store.views.units import UnitRow

NOBODYS = 1
"""The number of the group of unaligned units; a player's group has the player's key plus 2.

The model puts the number into its indexes, where 0 means that a row has no parent.
"""


class Faction(Struct, frozen=True):
    """The head of a group: a faction, how many of its units are shown, and how many there are."""

    number: int
    player_id: int | None
    name: str
    code: str
    colour: str
    shown: int = 0
    total: int = 0

    @property
    def count(self) -> str:
        """The number at the right: 9, or 3 of 9 while a filter hides some."""
        return f"{self.total}" if self.shown == self.total else f"{self.shown} of {self.total}"


class FactionUnits(Struct):
    """A faction with its units as they are shown."""

    faction: Faction
    rows: list[UnitRow] = field(default_factory=list)


def spoken(row: UnitRow) -> str:
    """Return a unit as a screen reader says it: name, faction, squad, place, states."""
    place = ""
    if row.x is not None and row.y is not None:
        place = f"{at_spot(row.x, row.y)} inches"
    chips = [chip.aloud for chip in row.chips]
    if row.move_left is not None and row.alive:
        chips.append(f"{in_inches(row.move_left)} of Move left")
    squad = f"squad {row.squad}" if row.squad else ""
    return ", ".join(part for part in (row.name, row.faction, squad, place, *chips) if part)
