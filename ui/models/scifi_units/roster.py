"""Facts of all units by the Sci-fi rules, for lists and the inspector; it follows the desk."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from brikdesk.store.campaign import Changes
from brikdesk.store.views.armory import weapons as arms_of_all
from brikdesk.store.views.scifi import (
    DetectionRow,
    SfUnitRow,
    SfWeaponRow,
    detections,
    played,
    sf_units,
    sf_weapons,
)
from brikdesk.store.views.scifi.stores import LoadRow
from brikdesk.store.views.units import ShownState, UnitRow
from ui.campaign.desk import Desk

SCIFI, BRIKWARS = "SCIFI", "BRIKWARS_2020"
TABLES = (
    sf_weapons.tables | sf_units.tables | detections.tables | played.tables | arms_of_all.tables
)


class SfRoster(QObject):
    """Facts, weapons and detections by unit key; empty if the Sci-fi rules are not played.

    `arms` are the names of the weapons that units have by the other rules played beside them.

    `changed` is emitted when any of it may be different, `rules_changed` before it when other rule
    sets are played.
    """

    changed = Signal()
    rules_changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.sets: tuple[str, ...] = ()
        self.facts: Mapping[int, SfUnitRow] = {}
        self.weapons: Mapping[int, list[SfWeaponRow]] = {}
        self.arms: Mapping[int, list[str]] = {}
        self.seen: Mapping[int, list[DetectionRow]] = {}
        self._read()
        desk.changed.connect(self._heard)

    @property
    def plays(self) -> bool:
        """Whether the Sci-fi rules are played, alone or beside others."""
        return SCIFI in self.sets

    @property
    def alone(self) -> bool:
        """Whether they are the only rules."""
        return self.sets == (SCIFI,)

    def only_sf(self, row: UnitRow) -> bool:
        """Return whether a unit has figures of the Sci-fi rules and none of BrikWars."""
        figures = row.armor or row.action_die or row.move or row.power_limit
        return row.id in self.facts and not figures

    def ammo(self, unit_id: int) -> str:
        """Return what is left of a unit's ammunition: artillery rocket 5 of 7, grenade 2 of 2."""
        return ", ".join(
            f"{load.name} {load.remaining} of {load.loaded}" for load in self.loads(unit_id)
        )

    def loads(self, unit_id: int) -> tuple[LoadRow, ...]:
        """Return the loads in the stores of a unit's weapons."""
        return tuple(
            load
            for weapon in self.weapons.get(unit_id, ())
            for store in weapon.stores
            for load in store.loads
        )

    def _heard(self, changes: Changes) -> None:
        if not changes.tables.isdisjoint(TABLES):
            before = self.sets
            self._read()
            # Columns are built anew first; `changed` then fills them.
            if self.sets != before:
                self.rules_changed.emit()
            self.changed.emit()

    def _read(self) -> None:
        read = self._desk.read
        self.sets = read(played)
        self.facts = {row.unit_id: row for row in read(sf_units)} if self.plays else {}
        self.weapons = _by_unit(read(sf_weapons) if self.plays else ())
        self.seen = _by_unit(read(detections) if self.plays else ())
        arms: dict[int, list[str]] = {}
        for row in read(arms_of_all) if self.plays and not self.alone else ():
            arms.setdefault(row.unit_id, []).append(row.label)
        self.arms = arms


def _by_unit(rows: Iterable[SfWeaponRow] | Iterable[DetectionRow]) -> dict[int, list]:  # type: ignore[type-arg]
    found: dict[int, list] = {}  # type: ignore[type-arg]
    for row in rows:
        found.setdefault(row.unit_id, []).append(row)
    return found


def cost_words(facts: SfUnitRow) -> str:
    """Return the points of a unit's weapons, with a question mark if some are unknown (12-51)."""
    points = f"{facts.cost.points:g}"
    if not facts.cost.unknown:
        return points
    return f"{points} + ?" if facts.cost.points else "?"


def cost_in_full(facts: SfUnitRow) -> str:
    """Return the points in a sentence, with the number of weapons that have none (12-51)."""
    rest = f", {facts.cost.unknown} unknown" if facts.cost.unknown else ""
    return f"{facts.cost.points:g} points, weapons only{rest}"


def with_detections(rows: Iterable[UnitRow], seen: Iterable[DetectionRow]) -> tuple[UnitRow, ...]:
    """Return the units, each detected one with a chip that names the factions."""
    by: dict[int, list[str]] = {}
    for each in seen:
        by.setdefault(each.unit_id, []).append(each.faction)
    return tuple(
        replace(row, chips=(*row.chips, _detected_chip(by[row.id]))) if row.id in by else row
        for row in rows
    )


def _detected_chip(factions: Iterable[str]) -> ShownState:
    """Return the chip of a unit that these factions have detected."""
    return ShownState("search", f"Detected by {' and '.join(factions)}", tone="aim")
