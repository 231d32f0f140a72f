"""Fields that Explosives leave behind (8.4-43..45, table F6)."""

from collections.abc import Sequence

from msgspec import Struct

from brikdesk.rules.brikwars.hazards.fields import FieldHazard, FieldKind

_FIELD_INCHES = {FieldKind.SMOKE: 4, FieldKind.EXPOSURE: 2}
"""Inches of Field Size for each exchanged die; any other kind has _OTHER_FIELD_INCHES."""
_OTHER_FIELD_INCHES = 3


class ExchangedDie(Struct, frozen=True):
    """One d10 of an Explosive given for a Field: its kind, and the Hazard die (none for Smoke)."""

    kind: FieldKind
    die: str = ""


def fields_from_explosive(
    exchanged: Sequence[ExchangedDie], attacker: int | None = None
) -> tuple[FieldHazard, ...]:
    """Return the Fields that appear, in the order of their kinds in `exchanged`.

    All are centred on the point of impact. Rules: 8.4-43 and table F6 (Field Size, one Hazard die
    for each die exchanged), Q8-56 (one Field for each kind), 8.4-44 (they shrink, see
    `fields.shrinks_now`), QF-25 (d4 Fire is a Field like the others and makes no Burning Roll).
    """
    kinds = dict.fromkeys(die.kind for die in exchanged)
    return tuple(
        _field(kind, [die for die in exchanged if die.kind is kind], attacker) for kind in kinds
    )


def _field(kind: FieldKind, dice: Sequence[ExchangedDie], attacker: int | None) -> FieldHazard:
    inches = _FIELD_INCHES.get(kind, _OTHER_FIELD_INCHES) * len(dice)
    return FieldHazard(kind, inches, tuple(die.die for die in dice if die.die), attacker)
