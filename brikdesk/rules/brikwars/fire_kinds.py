"""Fire and what burns like it: acid, ion, poison, computer virus (F.1-43..49, table F4)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum


class FireKind(StrEnum):
    """Lasting effects that make Burning Rolls."""

    FIRE = "fire"
    ACID = "acid"
    ION = "ion"
    POISON = "poison"
    VIRUS = "computer virus"


class SpreadWay(StrEnum):
    """How an effect can pass to another victim."""

    CONTACT = "contact"
    OVERFLOW = "overflow"
    ATTACK = "attack"
    SKIN_BREAKING_ATTACK = "attack that breaks the skin"
    CONNECTION = "connection to an infected computer"


@dataclass(frozen=True, slots=True)
class KindRules:
    """One row of table F4: what a Burning die above the Weight class does, and who can suffer.

    `needs` is the tag a victim must have, empty for anybody. Whoever suffers has the -1d4 and
    the loss of Power in any kind (F.1-49).
    """

    grinds: bool
    grows: bool
    jumps: bool
    needs: str
    ways: frozenset[SpreadWay]
    attack_die: str


_ATTACKS = frozenset({SpreadWay.ATTACK, SpreadWay.SKIN_BREAKING_ATTACK})
_BITES = frozenset({SpreadWay.SKIN_BREAKING_ATTACK})
_FLAMES = _ATTACKS | {SpreadWay.CONTACT, SpreadWay.OVERFLOW}
_LINKS = frozenset({SpreadWay.CONNECTION})

KINDS: dict[FireKind, KindRules] = {
    FireKind.FIRE: KindRules(True, True, True, "flammable", _FLAMES, "d4 Fire"),
    FireKind.ACID: KindRules(True, False, False, "", _ATTACKS, "d4 Acid"),
    FireKind.ION: KindRules(False, False, False, "technological", _ATTACKS, "d4 Ion"),
    FireKind.POISON: KindRules(True, True, False, "living", _BITES, "d4 Poison"),
    FireKind.VIRUS: KindRules(True, True, False, "computer", _LINKS, "d4 Virus"),
}
"""Table F4."""


def rules_of(kind: FireKind, acid_grinds: bool = True) -> KindRules:
    """Give the row of table F4; `acid_grinds` off takes Acid its Grinding Damage (QF-24)."""
    row = KINDS[kind]
    return replace(row, grinds=acid_grinds) if kind is FireKind.ACID else row


def can_pass(kind: FireKind, way: SpreadWay, tags: Collection[str] = ()) -> bool:
    """Tell whether an effect can pass this way to a victim with these tags.

    Rules: F.1-44..47, table F4. Fire from an attack asks only for the Weight class (F.1-22),
    not whether the victim is flammable; the Weight class itself is tested elsewhere.
    """
    row = KINDS[kind]
    by_fire_attack = kind is FireKind.FIRE and way in _ATTACKS
    return way in row.ways and (by_fire_attack or not row.needs or row.needs in tags)


def may_end_otherwise(kind: FireKind) -> bool:
    """Tell whether the victim's end can be something else than destruction (F.1-48)."""
    return kind is not FireKind.FIRE


def ending(kind: FireKind, final_stage: str = "") -> str:
    """Give what becomes of a victim that the effect has used up (F.1-48).

    The final stage is the referee's text; without one, and for Fire, it is destroyed.
    """
    return final_stage.strip() if may_end_otherwise(kind) and final_stage.strip() else "destroyed"
