"""What an Explosive is made of, in words: `2d10 Exp + 1d4 Fire`, `2 smoke`, `1 gas, 1 piercing + 2`."""

import re
from collections.abc import Mapping

from brikdesk.acts.explosives.explosion import Makeup, check_makeup
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.explosives.explosive_variants import (
    LABEL,
    SIDES,
    Exchange,
    ExplosiveDieKind,
)
from brikdesk.rules.brikwars.explosives.explosives_named import (
    EXP,
    kind_named,
    kind_said,
    made_words,
    of_one_kind,
)
from brikdesk.rules.brikwars.hazards.fields import DICE_OPTIONS, FieldKind

_TERM = re.compile(r"(-?)\s*(\d{0,4})\s*(?:d\s*(\d{1,3}))?\s*([a-z -]*)")
_EXAMPLE = "Type it like 2d10 Exp + 1d4 Fire, or 2 Smoke."


def makeup_said(words: str, explosive_size: int, *, rest: bool = False) -> Makeup:
    """Return the makeup that words say of an Explosive of this XSize; none for no words.

    With `rest`, the dice of which nothing is said stay Exp.

    Dice other than Exp are exchanged for as many of its dice as the Exp leave; more of them are on
    top (8.4-29, 8.4-35). Raise BadInput for words that are none, and for dice that it cannot have.
    """
    counts: dict[Exchange, int] = {}
    field_dice: dict[str, str] = {}
    flat = 0
    for term in _terms(words):
        found = _TERM.fullmatch(term)
        if found is None:
            raise _nonsense(words, explosive_size)
        sign, number, sides, name = found[1], found[2], found[3], found[4].strip()
        kind = kind_said(name) if name else EXP if sides else None
        if kind is None:
            if name not in ("", "damage") or sides or not number:
                raise _nonsense(words, explosive_size)
            flat += -int(number) if sign else int(number)
            continue
        if sign:
            raise _nonsense(words, explosive_size)
        if isinstance(kind, FieldKind):
            field_dice |= _field_die(kind, sides, name)
        elif sides and int(sides) != SIDES[kind]:
            raise BadInput(f"A die of {LABEL[kind]} is a d{SIDES[kind]}, not a d{sides}.", "damage")
        counts[kind] = counts.get(kind, 0) + int(number or 1)
    if rest and EXP not in counts:
        cost = sum(count * _cost(kind) for kind, count in counts.items())
        counts[EXP] = max(0, explosive_size - cost)
    return _makeup(counts, field_dice, flat, explosive_size, words)


def _cost(kind: Exchange) -> int:
    return 2 if kind is ExplosiveDieKind.PHASED else 1


def _terms(words: str) -> list[str]:
    plain = words.casefold().replace("−", "-").replace(" and ", "+")
    # As `makeup_words` writes a Field whose die is not the usual one.
    plain = re.sub(r"(\d*) ([a-z ]+) \(d(\d+)[a-z ]*\)", r"\1d\3 \2", plain)
    # A + before every minus lets one split find all terms, each still with its own sign.
    plain = re.sub(r"\s-\s*(?=\d)", "+-", plain)
    return [term.strip() for term in re.split(r"[+,;]", plain) if term.strip()]


def _nonsense(words: str, explosive_size: int) -> BadInput:
    return BadInput(
        f"“{words[:60]}” is not what an X{explosive_size} Explosive is made of. {_EXAMPLE}",
        "damage",
    )


def _field_die(kind: FieldKind, sides: str | None, name: str) -> dict[str, str]:
    options = DICE_OPTIONS[kind] or ()
    wanted = "4" if "burning" in name else sides
    if not wanted or not options:
        return {}
    for option in options:
        if option.startswith(f"d{wanted} "):
            return {} if option == options[0] else {kind.name: option}
    raise BadInput(f"{kind.value} has {' or '.join(options)}, not d{wanted}.", "damage")


def _makeup(
    counts: Mapping[Exchange, int],
    field_dice: Mapping[str, str],
    flat: int,
    explosive_size: int,
    words: str,
) -> Makeup:
    """Share the dice that were named between those exchanged and those on top."""
    others = {kind: count for kind, count in counts.items() if kind is not EXP}
    if not words.strip():
        return Makeup()
    left = explosive_size - counts.get(EXP, 0)
    exchanges: dict[str, int] = {}
    added: list[str] = []
    for kind, count in others.items():
        cost = _cost(kind)
        taken = min(count, max(0, left) // cost)
        left -= taken * cost
        if taken:
            exchanges[kind.name] = taken
        if count > taken:
            if isinstance(kind, FieldKind):
                raise _too_many(explosive_size, words)
            added.append(f"{count - taken}d{SIDES[kind]} {kind.value}")
    if left:
        raise _too_many(explosive_size, words)
    made = Makeup(exchanges=exchanges, field_dice=dict(field_dice), added=tuple(added), flat=flat)
    check_makeup(explosive_size, made)
    return made


def _too_many(explosive_size: int, words: str) -> BadInput:
    dice = "1 die" if explosive_size == 1 else f"{explosive_size} dice"
    return BadInput(
        f"An X{explosive_size} Explosive has {dice}, or what they are exchanged for;"
        f" “{words[:60]}” is another number. Change its XSize too.",
        "damage",
    )


def makeup_of_one_kind(kind: Exchange, explosive_size: int) -> Makeup:
    """Return the makeup of an Explosive all of whose dice are exchanged for one kind.

    Phased costs two dice each: an odd one stays Exp (8.4-40).
    """
    counts = of_one_kind(kind, explosive_size)
    return Makeup(exchanges={each.name: count for each, count in counts.items()})


def makeup_named(name: str, explosive_size: int, words: str = "") -> Makeup:
    """Return what an Explosive is made of: what words say of it, or without words its name.

    Raise BadInput for words that are none, and for an XSize too small for what the name says.
    """
    if words.strip():
        return makeup_said(words, explosive_size, rest=True)
    kind = kind_named(name)
    made = makeup_of_one_kind(kind, explosive_size) if kind else Makeup()
    if kind and made == Makeup():
        raise BadInput(f"{kind.value} takes 2 dice: these rounds need X2 at least.", "makeup")
    return made


def makeup_words(explosive_size: int, makeup: Makeup) -> str:
    """Return what an Explosive rolls and leaves, as `makeup_said` reads it; empty for plain Exp."""
    return made_words(explosive_size, makeup.as_data())
