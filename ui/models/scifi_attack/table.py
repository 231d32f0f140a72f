"""Units, weapons, shots and distances on the table, as a Sci-fi attack needs them."""

from math import hypot

from brikdesk.store.views.battle import alliances, battle_head, scifi_house
from brikdesk.store.views.scifi import (
    SfStoreRow,
    SfUnitRow,
    SfWeaponRow,
    ShotRow,
    detections,
    flames,
    sf_shots,
    sf_units,
    sf_weapons,
)
from brikdesk.store.views.sf_ready import SfReady, sf_ready
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from ui.campaign.desk import Desk


class SfTable:
    """The table as it stands; `read` has to be called after each act."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.read()

    def read(self) -> None:
        """Read the whole table again."""
        read = self._desk.read
        # Lost units too: shots that are open still name them.
        every = read(all_units, True)
        self.names = {row.id: row.name for row in every}
        self.units: dict[int, UnitRow] = {
            row.id: row for row in every if row.alive and row.on_table
        }
        self.facts: dict[int, SfUnitRow] = {row.unit_id: row for row in read(sf_units)}
        self.weapons: dict[int, SfWeaponRow] = {row.id: row for row in read(sf_weapons)}
        self.shots: tuple[ShotRow, ...] = read(sf_shots)
        self.flames: tuple[str, ...] = read(flames)
        self.head = read(battle_head)
        self.house = read(scifi_house)
        self._allied = read(alliances)
        self._seen = {(row.unit_id, row.player_id) for row in read(detections)}

    # Single things

    def unit(self, unit_id: int | None) -> UnitRow | None:
        """Return a unit; None if it is not on the table."""
        return self.units.get(unit_id or 0)

    def name(self, unit_id: int | None) -> str:
        """Return the name of a unit, also of one that is lost; empty if there is no such unit."""
        return self.names.get(unit_id or 0, "")

    def fact(self, unit_id: int | None) -> SfUnitRow | None:
        """Return the Sci-fi facts of a unit; None if nobody has entered any."""
        return self.facts.get(unit_id or 0)

    def weapon(self, weapon_id: int | None) -> SfWeaponRow | None:
        """Return a weapon; None if it is gone."""
        return self.weapons.get(weapon_id or 0)

    def weapons_of(self, unit_id: int | None) -> tuple[SfWeaponRow, ...]:
        """Return the weapons of a unit."""
        return tuple(row for row in self.weapons.values() if row.unit_id == unit_id)

    def ready(self, weapon_id: int | None) -> SfReady | None:
        """Return what a weapon can still do; None if it is gone."""
        return self._desk.read(sf_ready, weapon_id) if weapon_id else None

    def store(self, weapon: SfWeaponRow | None, capability: str) -> SfStoreRow | None:
        """Return the counted ammunition of a capability; None if it never runs out."""
        rows = weapon.stores if weapon else ()
        return next((each for each in rows if each.capability == capability), None)

    # Sides

    def side(self, unit_id: int | None) -> tuple[int, ...]:
        """Return the keys of the players who see for a unit: its own player and that one's allies.

        An unaligned unit counts for the player whose turn it is.
        """
        unit = self.unit(unit_id)
        own = (unit.player_id if unit else None) or self.head.player_id
        return (own, *sorted(ally for player, ally in self._allied if player == own))

    def seen(self, unit_id: int | None, by: tuple[int, ...]) -> bool:
        """Return whether one of these players has detected a unit."""
        return any((unit_id, player_id) in self._seen for player_id in by)

    def seen_by(self, side: tuple[int, ...], but: int | None) -> int:
        """Return how many units of other sides a side has detected, not counting the unit `but`."""
        return sum(
            self.seen(unit.id, side)
            for unit in self.units.values()
            if unit.id != but and unit.player_id not in side
        )

    def enemy_of(self, unit_id: int | None, other_id: int | None) -> int | None:
        """Return the player against whom a unit fired: the target's, else the first other one."""
        side, other = self.side(unit_id), self.unit(other_id)
        if other is not None and other.player_id and other.player_id not in side:
            return other.player_id
        return next((each.id for each in self.head.players if each.id not in side), None)

    # Measures

    def apart(self, one: int | None, other: int | None) -> float | None:
        """Return the inches between the centres of two units; None if a place is not known."""
        first, second = self.unit(one), self.unit(other)
        if first is None or second is None:
            return None
        if first.x is None or first.y is None or second.x is None or second.y is None:
            return None
        return max(0.0, hypot(first.x - second.x, first.y - second.y))
