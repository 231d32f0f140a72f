"""Facts about a shot that was fired: detection, the target, the crew, rounds and shots left."""

from collections.abc import Iterator

from brikdesk.store.views.scifi import SfUnitRow, SfWeaponRow, ShotRow
from ui.models.scifi_attack.facts import ShotFact, crew, shots_left, sum_of_load
from ui.models.scifi_attack.table import SfTable


def about_shot(table: SfTable, shot: ShotRow) -> tuple[ShotFact, ...]:
    """Return the lines that stand below a shot's question, as the table is now."""
    weapon = table.weapon(shot.sf_weapon_id)
    if weapon is None:
        return ()
    return (
        *_sight(table, shot, weapon),
        *_target(table.fact(shot.target_id)),
        *_rounds(table, shot, weapon),
        *_ready(table, shot, weapon),
    )


def _sight(table: SfTable, shot: ShotRow, weapon: SfWeaponRow) -> Iterator[ShotFact]:
    if shot.target_id is not None:
        seen = table.seen(shot.target_id, table.side(weapon.unit_id))
        yield ShotFact("Target detected", "by the side that fired", _yes(seen), "12-50")
    enemy = table.enemy_of(weapon.unit_id, shot.target_id)
    if enemy is not None:
        who = next((each.name for each in table.head.players if each.id == enemy), "")
        effect = f"detection effect {weapon.detection_effect}" if weapon.detection_effect else ""
        why = ", ".join(part for part in (f"by {who}" if who else "", effect) if part)
        yield ShotFact("Shooter detected", why, _yes(table.seen(weapon.unit_id, (enemy,))), "12-50")


def _target(fact: SfUnitRow | None) -> Iterator[ShotFact]:
    if fact is not None and fact.incapacitated:
        yield ShotFact("Target", "can neither move nor fire", "incapacitated", "12-47")


def _rounds(table: SfTable, shot: ShotRow, weapon: SfWeaponRow) -> Iterator[ShotFact]:
    store = table.store(weapon, shot.capability)
    if store is None:
        yield ShotFact("Ammunition", "never runs out", "∞", "12-62")
        return
    for load in store.loads:
        name = load.name[:1].upper() + load.name[1:]
        tone = "" if load.remaining else "danger"
        yield ShotFact(f"{name} left", sum_of_load(load), str(load.remaining), "12-64", tone)


def _ready(table: SfTable, shot: ShotRow, weapon: SfWeaponRow) -> Iterator[ShotFact]:
    ready = table.ready(weapon.id)
    if ready is not None:
        yield from shots_left(ready, shot.capability)
        yield from crew(weapon, ready)


def _yes(seen: bool) -> str:
    return "yes" if seen else "no"
