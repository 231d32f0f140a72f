"""Fire dice that struck: what catches fire of them (8.3-24 to 8.3-26, F.1-22 to F.1-26)."""

from collections.abc import Sequence

from sqlmodel import Session

from brikdesk.acts.fires import burns_as_minifig, fire_on, light
from brikdesk.acts.step import as_dice
from brikdesk.dice import Face
from brikdesk.rules.brikwars.catching_fire import ignition_steps
from brikdesk.rules.brikwars.fire_dice import FIRE_SIDES, all_ones
from brikdesk.rules.brikwars.minifig_fire import catches_fire
from brikdesk.store.lines import Kind, Line, Tone, line
from brikdesk.store.tables import Unit

NEVER_IGNITED = 4
"""From this Weight class on no d4 sets anything alight (QF-05)."""


def catch_fire(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    damage: int,
    set_by_id: int | None,
    *,
    out_of_range: int = 0,
    step: str = "",
) -> Line:
    """Set a unit alight where the Fire dice that hit it say so; give the line of what happened.

    `faces` are the natural faces of the Fire d4s that Deflection left, `damage` the points of Fire
    damage before Armor (for minifigs), `out_of_range` inches beyond Range (for all others).
    """
    shown = [face.value for face in faces]
    if burns_as_minifig(session, unit):
        return _minifig(session, unit, faces, shown, damage, set_by_id, step)
    steps = ignition_steps(shown, unit.weight_class, out_of_range)
    beats = [face - out_of_range > unit.weight_class for face in shown]
    tones = [Tone.FIRE if steps and beat else Tone.PLAIN for beat in beats]
    if not steps:
        words, rule = _why_not(unit, shown)
        return _line(unit, "does not catch fire.", faces, tones, words, rule, step)
    burning = fire_on(session, unit)
    before = burning.size if burning else 0
    fire = light(session, unit, steps, set_by_id)
    if not before:
        words = f'Its fire is {fire.size}".'
        return _line(unit, "catches fire.", faces, tones, words, "F.1-23", step)
    if fire.size == before:
        words = f'Its fire stays {before}".'
        return _line(unit, "burns already.", faces, tones, words, "F.1-24", step)
    words = f'Its fire grows from {before}" to {fire.size}".'
    return _line(unit, "catches more fire.", faces, tones, words, "F.1-24", step)


def _minifig(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    shown: Sequence[int],
    damage: int,
    set_by_id: int | None,
    step: str,
) -> Line:
    burning = fire_on(session, unit) is not None
    if catches_fire(shown, damage, burning=burning):
        light(session, unit, 1, set_by_id)
        words = f"{damage} Fire damage, whatever his Armor."
        return _line(unit, "is on fire.", faces, [Tone.FIRE] * len(shown), words, "8.3-25", step)
    if burning:
        return _line(unit, "burns already.", faces, (), "", "Q8-29", step)
    words = "Critical Failure." if all_ones(shown) else f"{damage} Fire damage."
    return _line(unit, "does not catch fire.", faces, (), words, "8.3-26", step)


def _why_not(unit: Unit, shown: Sequence[int]) -> tuple[str, str]:
    if all_ones(shown) and unit.weight_class < 1:
        return "All Fire dice show 1.", "QF-12"
    if unit.weight_class >= NEVER_IGNITED:
        return f"No d4 beats Weight class {unit.weight_class}.", "QF-05"
    return f"No Fire die beats Weight class {unit.weight_class}.", "F.1-22"


def _line(
    unit: Unit,
    what: str,
    faces: Sequence[Face],
    tones: Sequence[Tone],
    words: str,
    rule: str,
    step: str,
) -> Line:
    dice = as_dice((FIRE_SIDES,) * len(faces), faces, tones)
    return line(
        Kind.FIRE, f"{unit.name} {what}", *((dice,) if faces else ()), words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step,
    )  # fmt: skip
