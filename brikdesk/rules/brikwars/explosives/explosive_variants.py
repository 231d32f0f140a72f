"""The Damage dice of an Explosive, and what they may be exchanged for (8.4, table 4).

The exchanges count the dice that replace d10 Exp. Dice on top of the Explosive Size ("+1d4 Fire")
are not among them, because they make no bands (Q8-55).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.hazards.fields import FieldKind


class ExplosiveDieKind(StrEnum):
    """The dice of an Explosive's Damage Roll. Their order, that of table 4, breaks ties."""

    FIRE = "Fire"
    PIERCE = "Pierce"
    CONCUSSION = "Concussion"
    EXP = "Exp"
    PHASED = "Phased"


Exchange = ExplosiveDieKind | FieldKind
"""What a d10 Exp can be exchanged for: another Damage die, or a die of a Field Hazard (8.4-43)."""

SIDES: Mapping[ExplosiveDieKind, int] = {
    ExplosiveDieKind.FIRE: 4,
    ExplosiveDieKind.PIERCE: 6,
    ExplosiveDieKind.CONCUSSION: 6,
    ExplosiveDieKind.EXP: 10,
    ExplosiveDieKind.PHASED: 12,
}
"""Sides of each die (8.4-36 to 8.4-40)."""

LABEL: Mapping[ExplosiveDieKind, str] = {
    kind: "KnockBack" if kind is ExplosiveDieKind.CONCUSSION else kind.value
    for kind in ExplosiveDieKind
}
"""The word shown behind the die; a Concussion die gives KnockBack (8.4-38)."""


def _dice_cost(exchange: Exchange) -> int:
    """Return how many d10 Exp one die of this kind replaces: 2 for Phased, else 1."""
    return 2 if exchange is ExplosiveDieKind.PHASED else 1


def _check_explosive_size(explosive_size: int) -> int:
    """Return the Explosive Size in construction elements. Raise BadInput below 1 (8.1-15)."""
    if explosive_size < 1:
        raise BadInput(
            f"an Explosive is built of 1 element or more, not {explosive_size}", "Explosive Size"
        )
    return explosive_size


def _exp_left(explosive_size: int, exchanges: Mapping[Exchange, int]) -> int:
    """Return the number of d10 Exp that the exchanges leave (8.4-35, 8.4-40).

    `exchanges` counts the new dice by kind. Raise BadInput if they cost more than the Explosive
    Size, if a count is negative, or if Exp is exchanged for itself.
    """
    if exchanges.get(ExplosiveDieKind.EXP):
        raise BadInput("Exp dice are what is exchanged; they need no exchange", "Explosive dice")
    if negative := [kind for kind, count in exchanges.items() if count < 0]:
        raise BadInput(f"{negative[0]} cannot be fewer than 0 dice", "Explosive dice")
    cost = sum(count * _dice_cost(kind) for kind, count in exchanges.items())
    left = _check_explosive_size(explosive_size) - cost
    if left < 0:
        raise BadInput(
            f"these dice cost {cost}, the Explosive Size is {explosive_size}; take fewer",
            "Explosive dice",
        )
    return left


def dice_of(
    explosive_size: int, exchanges: Mapping[Exchange, int] | None = None
) -> tuple[tuple[ExplosiveDieKind, int], ...]:
    """List the Explosive Damage dice to roll, as (kind, sides), in the order of table 4.

    Rules: 8.4-02 and 8.1-10 (one d10 Exp for each element), 8.4-35 (any mix of exchanges), 8.4-40
    (Phased costs two). Dice exchanged for Field Hazards are not in the roll. Raise BadInput like
    `_exp_left`.
    """
    exchanged = exchanges or {}
    left = _exp_left(explosive_size, exchanged)
    counts: Mapping[Exchange, int] = {**exchanged, ExplosiveDieKind.EXP: left}
    return tuple(
        (kind, SIDES[kind]) for kind in ExplosiveDieKind for _ in range(counts.get(kind, 0))
    )


def makeup_in_words(explosive_size: int, exchanges: Mapping[Exchange, int] | None = None) -> str:
    """Return an Explosive in one line, such as "X4 = 2 Exp + 1 Fire + 1 Pierce".

    Exp comes first, then the exchanged dice in the order of table 4, then the Field Hazards.
    """
    exchanged = exchanges or {}
    left = _exp_left(explosive_size, exchanged)
    kinds: tuple[Exchange, ...] = (*ExplosiveDieKind, *FieldKind)
    parts = [(ExplosiveDieKind.EXP.value, left)]
    parts += [(kind.value, exchanged.get(kind, 0)) for kind in kinds]
    shown = " + ".join(f"{count} {name}" for name, count in parts if count)
    return f"X{explosive_size} = {shown}"


def damage_in_words(
    dice: Iterable[tuple[ExplosiveDieKind, int]], added: Iterable[str] = (), flat: int = 0
) -> str:
    """Return a Damage rating, such as "2d10 Exp + 1d4 Fire + 1", Explosive dice first.

    `added` are the dice on top of the Explosive Size, each in words ("1d4 Fire").
    """
    listed = list(dice)
    order = [ExplosiveDieKind.EXP, *(kind for kind in ExplosiveDieKind if kind != "Exp")]
    counts = [(kind, sum(each is kind for each, _ in listed)) for kind in order]
    parts = [f"{count}d{SIDES[kind]} {LABEL[kind]}" for kind, count in counts if count]
    text = " + ".join([*parts, *added])
    if not flat:
        return text
    # Without dice the text begins with the sign: a plus is then left out, a minus stays.
    return f"{text} {'+' if flat > 0 else '−'} {abs(flat)}".lstrip("+ ")
