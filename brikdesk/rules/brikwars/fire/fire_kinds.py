"""Fire and what burns like it: acid, ion, poison, computer virus (F.1-43..49, table F4)."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace


class FireKind(StrEnum):
    """Lasting effects that make Burning Rolls."""

    FIRE = "fire"
    ACID = "acid"
    ION = "ion"
    POISON = "poison"
    VIRUS = "computer virus"


class KindRules(Struct, frozen=True):
    """One row of table F4: what a Burning die above the Weight class does, and to whom.

    `needs` is the tag that a victim must have, empty for any victim. The -1d4 and the loss of
    Power are the same for all kinds (F.1-49).
    """

    grinds: bool
    grows: bool
    jumps: bool
    needs: str


KINDS: dict[FireKind, KindRules] = {
    FireKind.FIRE: KindRules(True, True, True, "flammable"),
    FireKind.ACID: KindRules(True, False, False, ""),
    FireKind.ION: KindRules(False, False, False, "technological"),
    FireKind.POISON: KindRules(True, True, False, "living"),
    FireKind.VIRUS: KindRules(True, True, False, "computer"),
}
"""Table F4."""


DIE: Mapping[FireKind, str] = {
    FireKind.FIRE: "Fire",
    FireKind.ACID: "Acid",
    FireKind.ION: "Ion",
    FireKind.POISON: "Poison",
    FireKind.VIRUS: "Virus",
}
"""The name of a Damage die of each kind (F.1-29, F.1-49)."""

PASSED_ON: Mapping[FireKind, str] = {FireKind.POISON: "F.1-46", FireKind.VIRUS: "F.1-47"}
"""Kinds for which the referee says whether an attack passes them on, with the rule."""


def is_open_to(kind: FireKind, tags: Collection[str]) -> bool:
    """Return whether a target with these tags can suffer this kind at all.

    Rules: F.1-45 (technological systems), F.1-46 (living creatures), F.1-47 (computers). Fire
    Damage hurts everything; whether the target catches fire is another question.
    """
    # Hence no look at "flammable" for Fire: its `needs` is about burning, not about being hurt.
    needs = KINDS[kind].needs
    return kind is FireKind.FIRE or not needs or needs in tags


def deals_points(kind: FireKind) -> bool:
    """Return whether the points of its dice are damage; those of Ion are not (F.1-45)."""
    return kind is not FireKind.ION


def rules_of(kind: FireKind, acid_grinds: bool = True) -> KindRules:
    """Return the row of table F4; without `acid_grinds` Acid deals no Grinding Damage (QF-24)."""
    row = KINDS[kind]
    return replace(row, grinds=acid_grinds) if kind is FireKind.ACID else row


def _may_end_otherwise(kind: FireKind) -> bool:
    """Return whether the victim can end otherwise than destroyed (F.1-48)."""
    return kind is not FireKind.FIRE


def ending(kind: FireKind, final_stage: str = "") -> str:
    """Return what becomes of a victim that the effect has used up (F.1-48).

    The final stage is the referee's text; without one, and for Fire, it is destroyed.
    """
    return final_stage.strip() if _may_end_otherwise(kind) and final_stage.strip() else "destroyed"
