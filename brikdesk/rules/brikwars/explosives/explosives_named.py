"""The words for what Explosives are made of: kinds that a name says, and loads in lists.

A round is what its name says, as long as nobody says otherwise: smoke is made of Smoke. Where a
name does not tell all, what the Explosive is made of stands behind it.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, cast

from brikdesk.rules.brikwars.explosives.explosive_variants import (
    Exchange,
    ExplosiveDieKind,
    damage_in_words,
    dice_of,
)
from brikdesk.rules.brikwars.hazards.fields import FieldKind

EXP = ExplosiveDieKind.EXP

KINDS: Mapping[str, Exchange] = {
    # Energy Shields come from projectors alone.
    **{
        kind.value.casefold(): kind
        for kind in (*ExplosiveDieKind, *FieldKind)
        if kind is not FieldKind.SHIELD
    },
    "explosive": EXP,
    "explosion": EXP,
    "xdice": EXP,
    "xdie": EXP,
    "incendiary": ExplosiveDieKind.FIRE,
    "piercing": ExplosiveDieKind.PIERCE,
    "armor piercing": ExplosiveDieKind.PIERCE,
    "armour piercing": ExplosiveDieKind.PIERCE,
    "ap": ExplosiveDieKind.PIERCE,
    "knockback": ExplosiveDieKind.CONCUSSION,
    "concussive": ExplosiveDieKind.CONCUSSION,
    "exposure": FieldKind.EXPOSURE,
    "gas": FieldKind.EXPOSURE,
    "poison": FieldKind.EXPOSURE,
    "burning exposure": FieldKind.EXPOSURE,
    "terrain": FieldKind.TERRAIN,
    "slick": FieldKind.TERRAIN,
    "glue": FieldKind.TERRAIN,
    "concealed": FieldKind.CONCEALED,
    "mines": FieldKind.CONCEALED,
}
"""The words for each die of table 4, and for each Field that a die may be given for (8.4-43)."""


def kind_said(words: str) -> Exchange | None:
    """Return the die or Field that words name, alone or in the plural; None for others."""
    plain = " ".join(words.casefold().replace("-", " ").split())
    return KINDS.get(plain) or KINDS.get(plain.removesuffix("s"))


def kind_named(name: str) -> Exchange | None:
    """Return the first die or Field that a name speaks of: gas shells are made of Exposure Damage.

    Exp is not among them: it is what an Explosive is made of anyway.
    """
    words = name.split()
    # In twos first: armor piercing shells has armor piercing, then armor.
    parts = [*(f"{one} {two}" for one, two in pairwise(words)), *words]
    found = (kind_said(part) for part in parts)
    return next((kind for kind in found if kind not in (None, EXP)), None)


def of_one_kind(kind: Exchange | None, explosive_size: int) -> dict[Exchange, int]:
    """Return the exchanges of an Explosive all of whose dice are given for one kind.

    Phased costs two dice each: an odd one stays Exp (8.4-40).
    """
    if kind is None or kind is EXP:
        return {}
    count = explosive_size // (2 if kind is ExplosiveDieKind.PHASED else 1)
    return {kind: count} if count else {}


def load_words(name: str, explosive_size: int, makeup: Mapping[str, object]) -> str:
    """Return a load as lists have it: "Shell X3", "Smoke X2", "Shell X3 = 2d10 Exp + 1 Smoke".

    Without an XSize it is no Explosive, and only has a name.
    """
    return f"{name} {size_words(name, explosive_size, makeup)}" if explosive_size else name


def size_words(name: str, explosive_size: int, makeup: Mapping[str, object]) -> str:
    """Return an XSize, and what the Explosive is made of where its name does not say all of it.

    `makeup` is that of a campaign file.
    """
    named = {kind.name: count for kind, count in _named(name, explosive_size).items()}
    made = {"exchanges": named} if named else {}
    stated = {part: value for part, value in makeup.items() if value}
    words = "" if stated == made else made_words(explosive_size, makeup, plain=True)
    return f"X{explosive_size}" + (f" = {words}" if words else "")


def _named(name: str, explosive_size: int) -> dict[Exchange, int]:
    return of_one_kind(kind_named(name), explosive_size)


def made_words(explosive_size: int, makeup: Mapping[str, object], *, plain: bool = False) -> str:
    """Return what an Explosive rolls and leaves: "2d10 Exp + 1d4 Fire + 1 Smoke".

    Empty for plain Exp dice, unless they are asked for by `plain`. `makeup` is that of a campaign
    file.
    """
    stated = {part: value for part, value in makeup.items() if value}
    if not stated and not plain:
        return ""
    data = cast(Mapping[str, Any], stated)
    exchanges = {_kind(name): count for name, count in data.get("exchanges", {}).items()}
    hazard_dice = data.get("field_dice", {})
    fields = [
        f"{count} {kind.value}"
        + (f" ({hazard_dice[kind.name]})" if kind.name in hazard_dice else "")
        for kind, count in exchanges.items()
        if isinstance(kind, FieldKind)
    ]
    listed = dice_of(explosive_size, exchanges)
    dice = damage_in_words(listed, data.get("added", ()), data.get("flat", 0))
    return " + ".join([*([dice] if dice else []), *fields])


def _kind(name: str) -> Exchange:
    known: Mapping[str, Exchange] = {**ExplosiveDieKind.__members__, **FieldKind.__members__}
    return known[name]
