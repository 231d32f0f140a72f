"""The numbers that the words of a log line state, and those of them that nothing explains.

The kinds that are looked for are those of `KINDS`: damage and what it meets (Armor, Size Damage,
Effective Size, Grinding Damage, KnockBack), Action Rolls and misses, Power (used, left, saved, its
limit), homing, fires, Fields, Overload, rounds, flights. Figures that somebody typed (a new unit's
Size, a Field that is placed), Move, times and constants of a rule (Turn 4, bands of 2", a Mark's
+1) are none of them.
"""

import re
from collections.abc import Iterable

from brikdesk.store.lines import Kind, Line, Sum, Words

KINDS = (
    (None, r"(?<![d\d])(\d+) (?:Fire )?damage\b(?! dice)", r"Damage|Fire damage"),
    (None, r"against Armor (\d+)", r"Armor"),
    (None, r'(\d+)" of Size Damage', r"Size Damage"),
    (None, r'Effective Size (\d+)"', r"Effective Size"),
    (None, r"(\d+) Grinding Damage|(\d+) points? of Grinding Damage", r"Grinding Damage"),
    (None, r'(\d+)" KnockBack|is thrown (\d+)"', r"KnockBack"),
    (None, r'(\d+)" Concussion', r"Concussion"),
    (None, r"= (-?\d+) against Use", r"Action Roll"),
    (Kind.AIR, r"(-?\d+) against Use", r"Action Roll"),
    (Kind.AIR, r'misses by (\d+)"|Critical Failure, (\d+)" off', r"Missed by"),
    (Kind.POWER, r'uses (\d+)" of Power', r"Power used"),
    (Kind.POWER, r'(\d+)" left', r"Power left"),
    (Kind.POWER, r'(\d+)" saved', r"Power saved"),
    (Kind.POWER, r'(\d+)" will be stored', r"Power limit"),
    (Kind.UNIT, r'Power (\d+)"', r"Power limit"),
    (Kind.HOMING, r"(?:homes in:|keeps|loses) \+(\d+)", r"Homing bonus"),
    (Kind.FIRE, r'fire (?:is|is now|stays) (\d+)"|fire grows from \d+" to (\d+)"', r"Fire"),
    (Kind.AMMO, r"(\d+) left\.", r"Left"),
    (Kind.AMMO, r"(\d+) now\.", r"There now"),
    (Kind.AIR, r'(?:^|Now |\. )(\d+)" of ', r"Flown"),
    (Kind.FIELD, r'^\d+" to (\d+)"', r"Field"),
    (None, r'Overload (\d+)"', r"Overload"),
)
"""Kind of line (none: any), the number in its words, how its sum is called."""


def written(line: Line) -> str:
    """Return the words of a line without its lead, dice left out, then the lead."""
    return " ".join([*(part.text for part in line.parts if isinstance(part, Words)), line.lead])


def untold(line: Line, sums: Iterable[Sum]) -> list[str]:
    """Return the numbers of the listed kinds in a line for which none of these sums stands."""
    known, missing = tuple(sums), []
    for kind, pattern, name in KINDS:
        if kind not in (None, line.kind):
            continue
        for found in re.finditer(pattern, written(line)):
            number = int(next(group for group in found.groups() if group is not None))
            if not any(re.match(name, each.name) and each.total == number for each in known):
                missing.append(f"{found.group()!r} in {line.text()!r}")
    return missing
