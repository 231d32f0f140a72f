"""The lists that the referee picks a Sci-fi attack from: attackers, weapons, targets, spotters."""

from collections.abc import Iterable

from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.lengths import in_inches
from brikdesk.store.views.scifi import SfWeaponRow
from brikdesk.store.views.units import UnitRow
from ui.models.pick_rows import PickRow
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.table import SfTable
from ui.widgets.token import TokenLook

_FAR = 1e6
"""Inches for a unit without a place on the map: it sorts behind all that have one."""


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
    others.sort(key=lambda unit: (unit.player_id in side, _far(table, draft.unit_id, unit.id)))
    return tuple(
        unit_row(
            unit,
            _target_words(table, unit.id, side),
            inches(table.apart(draft.unit_id, unit.id)),
            ticked=unit.id in chosen,
            value=SfAim(target_id=unit.id, distance=_measured(table, draft, unit.id)),
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
    every = sorted(table.units.values(), key=lambda unit: _far(table, center_id, unit.id))
    return tuple(
        unit_row(
            unit,
            kind_words(table, unit.id),
            inches(table.apart(center_id, unit.id)),
            ticked=unit.id in there,
        )
        for unit in every
    )


def unit_row(
    unit: UnitRow, detail: str, right: str = "", ticked: bool = False, value: object = None
) -> PickRow:
    """Return the row of a unit with its token; without `value` it stands for the unit's key."""
    token = TokenLook(unit.colour, unit.token, unit.size < 2)
    also = f"{unit.token} {unit.code} {unit.faction}"
    picked = unit.id if value is None else value
    return PickRow(picked, unit.name, detail, right, token, also=also, ticked=ticked)


def kind_words(table: SfTable, unit_id: int) -> str:
    """Return what a unit is, in words: infantry, armor class 2."""
    fact = table.fact(unit_id)
    if fact is None:
        return ""
    armor = f"armor class {fact.armor_class}" if fact.armor_class is not None else ""
    return ", ".join(part for part in (fact.kind, armor) if part)


def _target_words(table: SfTable, unit_id: int, side: tuple[int, ...]) -> str:
    """Return what a target is, in words, and unless it is of this side whether it is detected."""
    unit = table.unit(unit_id)
    seen = "detected" if table.seen(unit_id, side) else "not detected"
    seen = "own side" if unit is not None and unit.player_id in side else seen
    return ", ".join(part for part in (kind_words(table, unit_id), seen) if part)


def state_words(table: SfTable, unit_id: int) -> str:
    """Return what keeps a unit from firing; empty if nothing does."""
    fact = table.fact(unit_id)
    return "incapacitated" if fact and fact.incapacitated else ""


def _why_not(table: SfTable, unit_id: int) -> str:
    """Return what keeps a unit or all its weapons from firing; empty if nothing does."""
    nos = [no_words(row) for row in table.weapons_of(unit_id)]
    return state_words(table, unit_id) or (nos[0] if nos and all(nos) else "")


def weapon_words(row: SfWeaponRow) -> str:
    """Return what a weapon does, in words: attack factor 5, to 36", P."""
    factor = f"attack factor {row.attack_factor}" if row.attack_factor is not None else ""
    reach = f"to {in_inches(row.spans[-2].to)}" if len(row.spans) > 1 and row.spans[-2].to else ""
    several = f"{row.count} mounted together" if row.count > 1 else ""
    return ", ".join(part for part in (factor, reach, row.rate, several) if part)


def short_words(row: SfWeaponRow) -> str:
    """Return a weapon in few words, for its card: to 36", P."""
    reach = f"to {in_inches(row.spans[-2].to)}" if len(row.spans) > 1 and row.spans[-2].to else ""
    several = f"{row.count} together" if row.count > 1 else ""
    left = [f"{store.remaining} of {store.loaded}" for store in row.stores if store.loads]
    return ", ".join(part for part in (reach, row.rate, several, *left[:1]) if part)


def no_words(row: SfWeaponRow) -> str:
    """Return in few words why a weapon may not fire now; empty if it may."""
    if row.destroyed:
        return "destroyed"
    if row.no:
        # With several capabilities one empty store does not mean that the weapon has nothing left.
        gone = any(store.expended for store in row.stores) and not row.capabilities
        return "expended" if gone else row.no[:1].lower() + row.no[1:]
    return ""


def inches(measure: float | None) -> str:
    """Return a distance as text: 9.4"; empty if it is not known."""
    return "" if measure is None else in_inches(measure)


def _armed_words(table: SfTable, unit: UnitRow) -> str:
    names = [row.name for row in table.weapons_of(unit.id)]
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else ""


def _measured(table: SfTable, draft: SfDraft, unit_id: int) -> float | None:
    away = table.apart(draft.unit_id, unit_id)
    return None if away is None else round(away, 1)


def _far(table: SfTable, one: int | None, other: int) -> float:
    away = table.apart(one, other)
    return _FAR if away is None else away
