"""A Sci-fi attack as the referee fills it in, and what the desk fills in by itself."""

import dataclasses
from collections.abc import Iterable
from dataclasses import replace as replace_dataclass
from math import dist
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk.acts.checks import direction_said, point_said, point_words
from brikdesk.acts.scifi.shooting import FireSf, SfAim, as_fired, capability_of
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.ground.gaps import reach_from
from brikdesk.ground.shapes import Footprint, Point, bearing, box, disc, toward
from brikdesk.lengths import NEARLY, in_inches
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.firing import Use, is_convergence
from brikdesk.rules.scifi.weapon_records import WeaponRecord
from brikdesk.rules.scifi.weapons import FireMode, modes
from brikdesk.store.views import scifi as sf_views
from brikdesk.store.views.campaign_and_battle import alliances, battle_head, scifi_house
from brikdesk.store.views.units import UnitRow
from brikdesk.store.views.units import units as all_units
from ui.campaign.desk import Desk
from ui.models.attack.any_attack import inches, or_far, place_of
from ui.models.map import AskedPlace, DrawnShot, Zone
from ui.models.picks import PickRow, unit_row


class SfDraft(Struct, frozen=True):
    """Unit, weapon and targets of an attack; each change returns a new value.

    `ways` are the names of the weapon's capabilities, empty if it has only one. A weapon that fires
    several times has several aims; `at` is the place of the one that the fields show.
    """

    unit_id: int | None = None
    weapon_id: int | None = None
    ways: tuple[str, ...] = ()
    capability: str = ""
    aims: tuple[SfAim, ...] = ()
    at: int = 0
    use: Use = Use.DIRECT
    spotter_id: int | None = None
    same_initiative: bool = True
    overruled: frozenset[str] = frozenset()

    def act(self) -> FireSf:
        """Return the act that fires it."""
        return copied(FireSf, self, sf_weapon_id=self.weapon_id or 0)

    @property
    def lacks(self) -> str:
        """What is still to be said first; empty if nothing.

        One of "attacker", "weapon", "capability" and "target".
        """
        if self.weapon_id is None:
            return "weapon" if self.unit_id else "attacker"
        if self.ways and self.capability not in self.ways:
            return "capability"
        return "" if self.aims else "target"

    @property
    def aim(self) -> SfAim:
        """The aim that the fields show; an empty one before there is any."""
        return self.aims[self.at] if self.at < len(self.aims) else SfAim()

    def aiming(self, **found: Any) -> "SfDraft":
        """Return it with facts of the shown aim changed; unchanged if there is no aim."""
        return self._with(dataclasses.replace(self.aim, **found)) if self.aims else self

    def at_target(self, aim: SfAim) -> "SfDraft":
        """Return it with another target for the shown aim, in the same mode with the same round."""
        return self._with(self._as_before(aim))

    def also_at(self, aim: SfAim) -> "SfDraft":
        """Return it with one more attack of the same weapon, which is shown."""
        made = self._as_before(aim)
        return replace(self, at=len(self.aims))._with(made)

    def without_aim(self) -> "SfDraft":
        """Return it without the attack that is shown, unless that is the only one."""
        if len(self.aims) < 2:
            return self
        aims = (*self.aims[: self.at], *self.aims[self.at + 1 :])
        return replace(self, aims=aims, at=min(self.at, len(aims) - 1), overruled=frozenset())

    def showing(self, at: int) -> "SfDraft":
        """Return it with another of the aims shown; a place beyond the ends is moved to them."""
        return replace(self, at=max(0, min(at, len(self.aims) - 1)))

    def _as_before(self, aim: SfAim) -> SfAim:
        was = self.aim
        return dataclasses.replace(
            aim, mode=was.mode, ammunition=was.ammunition, warhead=was.warhead,
            area_size=was.area_size,
        )  # fmt: skip

    def _with(self, aim: SfAim) -> "SfDraft":
        """Return it with the shown aim replaced, or with one more where none is shown."""
        aims = (*self.aims[: self.at], aim, *self.aims[self.at + 1 :])
        # The referee overruled a refusal of this very shot; what is different may be refused anew.
        return replace(self, aims=aims, overruled=frozenset())


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
        self.units = {row.id: row for row in every if row.alive and row.on_table}
        self.facts = {row.unit_id: row for row in read(sf_views.sf_units)}
        self.weapons = {row.id: row for row in read(sf_views.sf_weapons)}
        self.shots = read(sf_views.sf_shots)
        self.flames = read(sf_views.flames)
        self.head = read(battle_head)
        self.house = read(scifi_house)
        self._allied = read(alliances)
        self._seen = {(row.unit_id, row.player_id) for row in read(sf_views.detections)}

    # Single things

    def unit(self, unit_id: int | None) -> UnitRow | None:
        """Return a unit; None if it is not on the table."""
        return self.units.get(unit_id or 0)

    def name(self, unit_id: int | None) -> str:
        """Return the name of a unit, also of one that is lost; empty if there is no such unit."""
        return self.names.get(unit_id or 0, "")

    def fact(self, unit_id: int | None) -> sf_views.SfUnitRow | None:
        """Return the Sci-fi facts of a unit; None if nobody has entered any."""
        return self.facts.get(unit_id or 0)

    def weapon(self, weapon_id: int | None) -> sf_views.SfWeaponRow | None:
        """Return a weapon; None if it is gone."""
        return self.weapons.get(weapon_id or 0)

    def weapons_of(self, unit_id: int | None) -> tuple[sf_views.SfWeaponRow, ...]:
        """Return the weapons of a unit."""
        return tuple(row for row in self.weapons.values() if row.unit_id == unit_id)

    def ready(self, weapon_id: int | None) -> sf_views.SfReady | None:
        """Return what a weapon can still do; None if it is gone."""
        return self._desk.read(sf_views.sf_ready, weapon_id) if weapon_id else None

    def store(
        self, weapon: sf_views.SfWeaponRow | None, capability: str
    ) -> sf_views.SfStoreRow | None:
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
        first, second = place_of(self.unit(one)), place_of(self.unit(other))
        return None if first is None or second is None else dist(first, second)


def aimed_weapon(table: SfTable, draft: SfDraft) -> WeaponRecord | None:
    """Return the weapon of a draft as it would be fired; None if it is not known or gone."""
    return _used(table, draft.weapon_id, draft.capability, draft.aim)


def shot_weapon(table: SfTable, shot: sf_views.ShotRow) -> WeaponRecord | None:
    """Return the weapon of a shot as it was fired; None if it is gone."""
    aim = SfAim(warhead=shot.warhead, area_size=shot.area_size)
    return _used(table, shot.sf_weapon_id, shot.capability, aim)


def converges(table: SfTable, weapon: WeaponRecord) -> bool:
    """Return whether the two beams of a weapon meet at the target (12-81)."""
    return is_convergence(weapon.type, convergence_beams=table.house.sf_convergence_beams)


def modes_of(table: SfTable, weapon: WeaponRecord) -> tuple[FireMode, ...]:
    """Return the modes that a weapon has the choice of; none for most (12-69, 12-72)."""
    return modes(weapon.type, variable_fire=table.house.sf_variable_fire)


def _used(
    table: SfTable, weapon_id: int | None, capability: str, aim: SfAim
) -> WeaponRecord | None:
    ready = table.ready(weapon_id)
    if ready is None:
        return None
    try:
        way = capability_of(ready.record, capability)
    except BadInput:  # not chosen yet, or the weapon was changed since
        return None
    try:
        return as_fired(ready.record, way, aim)
    except BadInput:  # a size that no area has: the attack itself says so
        return as_fired(ready.record, way, replace_dataclass(aim, area_size=None))


def measured(table: SfTable, by_id: int | None, unit_id: int) -> SfAim:
    """Return an aim at a unit, with its distance by the map in inches if that is known."""
    away = table.apart(by_id, unit_id)
    return SfAim(target_id=unit_id, distance=None if away is None else round(away, 1))


class Habits(Struct):
    """The last weapon of each unit, and the last attack with each weapon."""

    weapons: dict[int, int] = field(default_factory=dict)
    drafts: dict[int, SfDraft] = field(default_factory=dict)

    def note(self, draft: SfDraft) -> None:
        """Remember an attack that was carried out."""
        self.drafts[draft.weapon_id or 0] = draft
        self.weapons[draft.unit_id or 0] = draft.weapon_id or 0

    def filled(self, table: SfTable, draft: SfDraft) -> SfDraft:
        """Return a draft with weapon, capability and target filled in as far as they are known."""
        draft = self._armed(table, draft)
        row, old = table.weapon(draft.weapon_id), self.drafts.get(draft.weapon_id or 0)
        # Only one capability is used in a turn (12-32): the one that was used already. Else it is
        # asked: what was fired last may be a grenade, which is gone afterwards.
        if row and row.capabilities and not draft.capability:
            draft = replace(draft, capability=row.capability_used)
        target = table.unit(old.aim.target_id) if old else None
        if target is not None and not draft.aims:
            draft = draft.at_target(measured(table, draft.unit_id, target.id))
        return draft

    def _armed(self, table: SfTable, draft: SfDraft) -> SfDraft:
        """Return a draft with a weapon of its unit: the last one used, else one that may fire."""
        if draft.weapon_id is not None or draft.unit_id is None:
            return draft
        rows = table.weapons_of(draft.unit_id)
        able = [row for row in rows if not row.no]
        last = [row for row in able if row.id == self.weapons.get(draft.unit_id)]
        row = next(iter([*last, *able, *rows]), None)
        if row is None:
            return draft
        return replace(draft, weapon_id=row.id, ways=row.capabilities, capability="")


def sf_shot(table: SfTable, draft: SfDraft, asked: bool = False) -> DrawnShot:
    """Return from where to where it goes; its inches are measured unless others were typed.

    Its target is pointed at once the weapon is known; `asked`: a list of targets is open.
    """
    aim = draft.aim
    away = table.apart(draft.unit_id, aim.target_id) if aim.target_id else None
    start, goal = place_of(table.unit(draft.unit_id)), aimed_at(table, aim.target_id, aim.target)
    area = _aimed_area(table, draft, start, goal)
    return DrawnShot(
        start=start,
        goal=goal,
        inches=aim.distance,
        measured=away is not None and aim.distance == round(away, 1),
        zones=zones(area),
        struck=within(table, area, aim.target_id),
        aiming=draft.lacks in ("", "target"),
        wanted=draft.lacks == "target" or (asked and not draft.lacks),
        who=tuple(filter(None, (draft.unit_id, aim.target_id))),
    )


def fired_shot(
    table: SfTable,
    shot: sf_views.ShotRow,
    area: Footprint | None,
    struck: Iterable[int],
    asks: str,
    words: str,
) -> DrawnShot:
    """Return a shot that waits for an entry: its area, who is inside, and the place it `asks` for.

    `words` are what is said of that place so far.
    """
    said = point_said(words)
    return DrawnShot(
        start=place_of(table.unit(shot.unit_id)),
        goal=aimed_at(table, shot.target_id, shot.target),
        inches=shot.distance,
        zones=zones(area),
        struck=tuple(struck),
        place=AskedPlace(asks, said) if asks else None,
        who=tuple(filter(None, (shot.unit_id, shot.target_id))),
    )


def pointed_at(table: SfTable, draft: SfDraft, unit_id: int, x: float, y: float) -> SfDraft:
    """Return the attack at a unit of the map, or at a place (unit 0), with its inches."""
    if draft.lacks not in ("", "target") or unit_id == draft.unit_id:
        return draft
    if unit_id:
        return draft.at_target(measured(table, draft.unit_id, unit_id))
    start = place_of(table.unit(draft.unit_id))
    away = None if start is None else round(dist(start, (x, y)), 1)
    return draft.at_target(SfAim(target=point_words(x, y), distance=away))


def aimed_at(table: SfTable, target_id: int | None, target: str) -> Point | None:
    """Return where a target is: a unit, or a point in words; None for what has no place."""
    return place_of(table.unit(target_id)) if target_id else point_said(target)


def laid_area(
    shape: AreaShape,
    size: float | None,
    width: float | None,
    at: Point | None,
    facing: float | None,
) -> Footprint | None:
    """Return an area around a point, or an oblong with one end on it; None where it is not known.

    An oblong whose width nobody has said is a line.
    """
    if at is None or not size or shape is AreaShape.NONE:
        return None
    if shape is AreaShape.CIRCULAR:
        return disc(*at, size / 2)
    if facing is None:
        return None
    if not width:
        return Footprint((at, toward(at, facing, size)))
    return box(*toward(at, facing, size / 2), width, size, facing)


def facing_of(words: str, start: Point | None, at: Point | None) -> float | None:
    """Return where an oblong points from `at`: as said, or on along the line of fire; None: unknown."""
    other = point_said(words)
    if other is not None and at is not None and dist(at, other) > NEARLY:
        return bearing(at, other)
    if words.strip():
        return direction_said(words)
    return None if start is None or at is None or dist(start, at) < NEARLY else bearing(start, at)


def within(table: SfTable, area: Footprint | None, target_id: int | None) -> tuple[int, ...]:
    """Return the units whose middle lies in an area, nearest to where it begins first.

    Of an oblong without a width those that its line touches. The unit that an oblong begins on is
    always one of them.
    """
    if area is None:
        return ()
    flat, long = len(area.core) == 2, len(area.core) > 1
    target = place_of(table.unit(target_id))
    begins = target if long and target is not None else area.core[0]
    found = []
    for unit in table.units.values():
        spot = place_of(unit)
        if spot is None:
            continue
        away = reach_from(spot, area)
        if away <= (unit.size / 2 if flat else 0.0) + NEARLY or (long and unit.id == target_id):
            found.append((dist(begins, spot), unit.id))
    return tuple(unit_id for _, unit_id in sorted(found))


def zones(area: Footprint | None) -> tuple[Zone, ...]:
    """Return an area with its size in words, for the map."""
    if area is None:
        return ()
    if len(area.core) == 1:
        return (Zone(area, f"{in_inches(2 * area.radius)} across"),)
    return (Zone(area, f"{in_inches(dist(area.core[-2], area.core[1]))} long"),)


def _aimed_area(
    table: SfTable, draft: SfDraft, start: Point | None, goal: Point | None
) -> Footprint | None:
    weapon = aimed_weapon(table, draft)
    if weapon is None or goal is None:
        return None
    area = weapon.area
    return laid_area(area.shape, area.size, area.width, goal, facing_of("", start, goal))


def attackers(table: SfTable) -> tuple[PickRow, ...]:
    """Return all units with a Sci-fi weapon, the active player's first."""
    active = table.head.player_id
    armed = {row.unit_id for row in table.weapons.values()}
    able = [unit for unit in table.units.values() if unit.id in armed]
    able.sort(key=lambda unit: (unit.player_id != active, unit.player_id is None))
    return tuple(
        unit_row(unit, _armed_words(table, unit), _why_not(table, unit.id)) for unit in able
    )


def weapons(table: SfTable, draft: SfDraft) -> tuple[PickRow, ...]:
    """Return the weapons of the unit that fires."""
    rows = table.weapons_of(draft.unit_id)
    return tuple(
        PickRow(row.id, row.name, weapon_words(row), no_words(row), icon="ammo", also=row.type)
        for row in rows
    )


def capabilities(table: SfTable, draft: SfDraft) -> tuple[PickRow, ...]:
    """Return the capabilities of the weapon, each with what prevents it this turn."""
    ready = table.ready(draft.weapon_id)
    if ready is None:
        return ()
    return tuple(
        PickRow(way.name, way.name, "melee" if way.melee else "",
                way.no if not way.shots and not way.melee else "", icon="attack")
        for way in ready.ways
    )  # fmt: skip


def targets(table: SfTable, draft: SfDraft) -> tuple[PickRow, ...]:
    """Return the units that can be fired at: enemies by distance, then the own side."""
    side = table.side(draft.unit_id)
    chosen = {aim.target_id for aim in draft.aims}
    others = [unit for unit in table.units.values() if unit.id != draft.unit_id]
    away = {unit.id: table.apart(draft.unit_id, unit.id) for unit in others}
    others.sort(key=lambda unit: (unit.player_id in side, or_far(away[unit.id])))
    return tuple(
        unit_row(
            unit,
            _target_words(table, unit, side),
            inches(away[unit.id]),
            ticked=unit.id in chosen,
            value=measured(table, draft.unit_id, unit.id),
        )
        for unit in others
    )


def spotters(table: SfTable, draft: SfDraft) -> tuple[PickRow, ...]:
    """Return the units of the attacker's side, who can call in the fire, and nobody (12-82)."""
    side = table.side(draft.unit_id)
    able = [unit for unit in table.units.values() if unit.player_id in side]
    nobody = PickRow(0, "Nobody", "no spotter", icon="cross")
    return (*(unit_row(unit, kind_words(table, unit.id)) for unit in able), nobody)


def inside(table: SfTable, center_id: int | None, ticked: Iterable[int]) -> tuple[PickRow, ...]:
    """Return all units for an effect area, the nearest to the unit at its centre first."""
    there = set(ticked)
    away = {unit_id: table.apart(center_id, unit_id) for unit_id in table.units}
    every = sorted(table.units.values(), key=lambda unit: or_far(away[unit.id]))
    return tuple(
        unit_row(unit, kind_words(table, unit.id), inches(away[unit.id]), ticked=unit.id in there)
        for unit in every
    )


def kind_words(table: SfTable, unit_id: int) -> str:
    """Return what a unit is, in words: infantry, armor class 2."""
    fact = table.fact(unit_id)
    if fact is None:
        return ""
    armor = f"armor class {fact.armor_class}" if fact.armor_class is not None else ""
    return ", ".join(part for part in (fact.kind, armor) if part)


def _target_words(table: SfTable, unit: UnitRow, side: tuple[int, ...]) -> str:
    """Return what a target is, in words, and unless it is of this side whether it is detected."""
    seen = "detected" if table.seen(unit.id, side) else "not detected"
    seen = "own side" if unit.player_id in side else seen
    return ", ".join(part for part in (kind_words(table, unit.id), seen) if part)


def state_words(table: SfTable, unit_id: int) -> str:
    """Return what keeps a unit from firing; empty if nothing does."""
    fact = table.fact(unit_id)
    return "incapacitated" if fact and fact.incapacitated else ""


def _why_not(table: SfTable, unit_id: int) -> str:
    """Return what keeps a unit or all its weapons from firing; empty if nothing does."""
    nos = [no_words(row) for row in table.weapons_of(unit_id)]
    return state_words(table, unit_id) or (nos[0] if nos and all(nos) else "")


def weapon_words(row: sf_views.SfWeaponRow) -> str:
    """Return what a weapon does, in words: attack factor 5, to 36", P."""
    factor = f"attack factor {row.attack_factor}" if row.attack_factor is not None else ""
    several = f"{row.count} mounted together" if row.count > 1 else ""
    return ", ".join(part for part in (factor, _reach(row), row.rate, several) if part)


def short_words(row: sf_views.SfWeaponRow) -> str:
    """Return a weapon in few words, for its card: to 36", P."""
    several = f"{row.count} together" if row.count > 1 else ""
    left = [f"{store.remaining} of {store.loaded}" for store in row.stores if store.loads]
    return ", ".join(part for part in (_reach(row), row.rate, several, *left[:1]) if part)


def _reach(row: sf_views.SfWeaponRow) -> str:
    # The last span is what lies out of range: the one before it ends where the weapon reaches.
    return f"to {in_inches(row.spans[-2].to)}" if len(row.spans) > 1 and row.spans[-2].to else ""


def no_words(row: sf_views.SfWeaponRow) -> str:
    """Return in few words why a weapon may not fire now; empty if it may."""
    if row.destroyed:
        return "destroyed"
    if row.no:
        # With several capabilities one empty store does not mean that the weapon has nothing left.
        gone = any(store.expended for store in row.stores) and not row.capabilities
        return "expended" if gone else row.no[:1].lower() + row.no[1:]
    return ""


def _armed_words(table: SfTable, unit: UnitRow) -> str:
    names = [row.name for row in table.weapons_of(unit.id)]
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else ""
