"""Catching fire from Fire dice that hit (8.3-24 to 8.3-26, F.1-22 to F.1-26)."""

from collections.abc import Sequence

from msgspec import Struct
from sqlmodel import Session

from brikdesk.acts.fire.fires import burns_as_minifig, fire_before, fire_on, fire_sums, light
from brikdesk.acts.reckoning import sum_of
from brikdesk.acts.step import as_dice
from brikdesk.dice import Face
from brikdesk.odds.attacks import FireCatches
from brikdesk.rules.brikwars.fire.catching_fire import ignition_steps
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES, all_ones
from brikdesk.rules.brikwars.fire.fire_kinds import DIE, FireKind
from brikdesk.rules.brikwars.fire.minifig_fire import catches_fire
from brikdesk.store.lines import Kind, Line, Sum, Term, Tone, line
from brikdesk.store.tables import Unit

NEVER_IGNITED = 4
"""The lowest Weight class that no d4 can set on fire (QF-05)."""


def catch_fire(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    damage: int,
    set_by_id: int | None,
    *,
    out_of_range: int = 0,
    step: str = "",
    kind: FireKind = FireKind.FIRE,
) -> Line:
    """Set a unit on fire if the Fire dice that hit it are high enough; return the log line.

    Dice of another `kind` leave acid, ion, poison or a virus on it in the same way (F.1-49).

    - `faces`: natural faces of the Fire d4s that Deflection left.
    - `damage`: points of Fire damage before Armor; used for minifigs only.
    - `out_of_range`: inches beyond Range; used for everything but minifigs.
    """
    shown = [face.value for face in faces]
    if burns_as_minifig(session, unit):
        points = _points(shown, damage, out_of_range, kind)
        return _minifig(session, unit, faces, points, set_by_id, step, kind)
    steps = ignition_steps(shown, unit.weight_class, out_of_range)
    beats = [face - out_of_range > unit.weight_class for face in shown]
    tones = [Tone.FIRE if steps and beat else Tone.PLAIN for beat in beats]
    if not steps:
        words, rule = _why_not(unit, shown, kind)
        return _line(unit, _WORDS[kind].never, faces, tones, words, rule, step)
    burning = fire_on(session, unit, kind)
    # Both before `light` changes the Size.
    before = burning.size if burning else 0
    old = fire_before(session, unit, kind)
    fire = light(session, unit, steps, set_by_id, kind)
    sums = fire_sums(fire, old, *_steps(shown, beats))
    its = f"Its {kind.value}"
    if not before:
        words = f'{its} is {fire.size}".'
        return _line(unit, _WORDS[kind].catches, faces, tones, words, "F.1-23", step, sums)
    if fire.size == before:
        words = f'{its} stays {before}".'
        return _line(unit, _WORDS[kind].already, faces, tones, words, "F.1-24", step, sums)
    words = f'{its} grows from {before}" to {fire.size}".'
    return _line(unit, _WORDS[kind].more, faces, tones, words, "F.1-24", step, sums)


class _Words(Struct, frozen=True):
    """The verbs for a unit that dice of one kind hit.

    It catches the fire, takes more of it, has as much as it can carry already, or takes none.
    """

    catches: str
    more: str
    already: str
    never: str


_WORDS = {
    kind: _Words(
        f"suffers {kind.value}.",
        f"suffers more {kind.value}.",
        f"suffers {kind.value} already.",
        f"does not suffer {kind.value}.",
    )
    for kind in FireKind
}
_WORDS[FireKind.FIRE] = _Words(
    "catches fire.", "catches more fire.", "burns already.", "does not catch fire."
)


def catches(session: Session, unit: Unit, kind: FireKind) -> str:
    """Say that a unit catches a kind of fire: a minifig is on fire, anything else catches fire."""
    burns = kind is FireKind.FIRE and burns_as_minifig(session, unit)
    return "is on fire." if burns else _WORDS[kind].catches


def can_catch(
    session: Session,
    unit: Unit,
    kind: FireKind,
    shown: Sequence[int],
    points: int,
    out_of_range: int = 0,
) -> bool:
    """Return whether dice of one kind of fire start or enlarge it on a unit (F.1-22, 8.3-25)."""
    if burns_as_minifig(session, unit):
        burning = fire_on(session, unit, kind) is not None
        return catches_fire(shown, points, burning=burning)
    return ignition_steps(shown, unit.weight_class, out_of_range) > 0


def stays_clean(unit: Unit, kind: FireKind, faces: Sequence[Face], words: str, rule: str) -> Line:
    """Return the line that an attack does not pass its kind of fire on."""
    return _line(unit, _WORDS[kind].never, faces, (), words, rule, "")


def catching_of(session: Session, unit: Unit | None, out_of_range: int = 0) -> FireCatches | None:
    """Return what Fire dice must show to set a unit on fire, as the odds count it.

    None if no d4 is high enough, or if the unit burns already.
    """
    if unit is None or fire_on(session, unit) is not None:
        return None
    if burns_as_minifig(session, unit):
        return FireCatches(points=True)
    # At least 2: a 1 beats Weight class 0, but a roll of nothing but 1s ignites nothing (QF-12).
    least = max(2, unit.weight_class + out_of_range + 1)
    return FireCatches(least) if least <= FIRE_SIDES else None


def _steps(shown: Sequence[int], beats: Sequence[bool]) -> tuple[Term, ...]:
    """Return the 1" of each die above the Weight class (F.1-22)."""
    return tuple(
        Term(f"d{FIRE_SIDES} shows {face}, above the Weight class", 1, "F.1-22")
        for face, beat in zip(shown, beats, strict=True)
        if beat
    )


def _points(shown: Sequence[int], damage: int, out_of_range: int, kind: FireKind) -> Sum:
    """Return the sum of the Fire damage that a minifig takes."""
    terms = [Term(f"d{FIRE_SIDES} {DIE[kind]} shows", face, "8.3-24") for face in shown]
    terms.append(Term("Out of Range", -out_of_range, "F.1-26"))
    # Callers pass only the total, so what the natural faces do not explain is one part of its own.
    rest = damage - sum(term.value for term in terms)
    reason = "Bonus Dice and flat points" if rest > 0 else "No more than the hit deals"
    return sum_of(f"{DIE[kind]} damage", damage, *terms, Term(reason, rest, "8.3-25"))


def _minifig(
    session: Session,
    unit: Unit,
    faces: Sequence[Face],
    points: Sum,
    set_by_id: int | None,
    step: str,
    kind: FireKind,
) -> Line:
    burning = fire_on(session, unit, kind) is not None
    shown, damage = [face.value for face in faces], points.total
    never = _WORDS[kind].never
    if catches_fire(shown, damage, burning=burning):
        light(session, unit, 1, set_by_id, kind)
        words, tones = f"{damage} {DIE[kind]} damage, whatever his Armor.", [Tone.FIRE] * len(shown)
        what = catches(session, unit, kind)
        return _line(unit, what, faces, tones, words, "8.3-25", step, (points,))
    if burning:
        return _line(unit, _WORDS[kind].already, faces, (), "", "Q8-29", step)
    if all_ones(shown):
        return _line(unit, never, faces, (), "Critical Failure.", "8.3-26", step)
    words = f"{damage} {DIE[kind]} damage."
    return _line(unit, never, faces, (), words, "8.3-26", step, (points,))


def _why_not(unit: Unit, shown: Sequence[int], kind: FireKind) -> tuple[str, str]:
    if all_ones(shown) and unit.weight_class < 1:
        return f"All {DIE[kind]} dice show 1.", "QF-12"
    if unit.weight_class >= NEVER_IGNITED:
        return f"No d4 beats Weight class {unit.weight_class}.", "QF-05"
    return f"No {DIE[kind]} die beats Weight class {unit.weight_class}.", "F.1-22"


def _line(
    unit: Unit,
    what: str,
    faces: Sequence[Face],
    tones: Sequence[Tone],
    words: str,
    rule: str,
    step: str,
    sums: Sequence[Sum] = (),
) -> Line:
    dice = as_dice((FIRE_SIDES,) * len(faces), faces, tones)
    return line(
        Kind.FIRE, f"{unit.name} {what}", *((dice,) if faces else ()), words,
        rule=rule, player_id=unit.player_id, unit_id=unit.id, step=step, sums=sums,
    )  # fmt: skip
