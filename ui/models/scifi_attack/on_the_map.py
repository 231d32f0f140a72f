"""The Sci-fi attack on the map: what is drawn of it, where its area lies, and who is inside."""

from collections.abc import Iterable
from math import dist

from brikdesk.acts.places import direction_said, point_said, point_words
from brikdesk.acts.scifi.as_fired import SfAim
from brikdesk.ground.gaps import reach_from
from brikdesk.ground.shapes import Footprint, Point, bearing, box, disc, toward
from brikdesk.lengths import in_inches
from brikdesk.rules.nearly import NEARLY
from brikdesk.rules.scifi.areas import AreaShape
from brikdesk.store.views.scifi import ShotRow
from brikdesk.store.views.units import UnitRow
from ui.models.map.shot import AskedPlace, DrawnShot, Zone
from ui.models.scifi_attack.draft import SfDraft
from ui.models.scifi_attack.fill import measured
from ui.models.scifi_attack.fired import aimed_weapon
from ui.models.scifi_attack.table import SfTable


def sf_shot(table: SfTable, draft: SfDraft, asked: bool = False) -> DrawnShot:
    """Return from where to where it goes; its inches are measured unless others were typed.

    Its target is pointed at once the weapon is known; `asked`: a list of targets is open.
    """
    aim = draft.aim
    away = table.apart(draft.unit_id, aim.target_id) if aim.target_id else None
    start, goal = _place(table.unit(draft.unit_id)), aimed_at(table, aim.target_id, aim.target)
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
    )


def fired_shot(
    table: SfTable,
    shot: ShotRow,
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
        start=_place(table.unit(shot.unit_id)),
        goal=aimed_at(table, shot.target_id, shot.target),
        inches=shot.distance,
        zones=zones(area),
        struck=tuple(struck),
        place=AskedPlace(asks, said) if asks else None,
    )


def pointed_at(table: SfTable, draft: SfDraft, unit_id: int, x: float, y: float) -> SfDraft:
    """Return the attack at a unit of the map, or at a place (unit 0), with its inches."""
    if draft.lacks not in ("", "target") or unit_id == draft.unit_id:
        return draft
    if unit_id:
        return draft.at_target(measured(table, draft.unit_id, unit_id))
    start = _place(table.unit(draft.unit_id))
    away = None if start is None else round(dist(start, (x, y)), 1)
    return draft.at_target(SfAim(target=point_words(x, y), distance=away))


def aimed_at(table: SfTable, target_id: int | None, target: str) -> Point | None:
    """Return where a target is: a unit, or a point in words; None for what has no place."""
    return _place(table.unit(target_id)) if target_id else point_said(target)


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
    target = _place(table.unit(target_id))
    begins = target if long and target is not None else area.core[0]
    found = []
    for unit in table.units.values():
        spot = _place(unit)
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


def _place(unit: UnitRow | None) -> Point | None:
    if unit is None or unit.x is None or unit.y is None:
        return None
    return unit.x, unit.y
