"""The text of a roster: its words and marks, cut into units, and their crews cut out of these."""

import re
from collections.abc import Sequence

from msgspec import Struct

AND = ("and", "&", "plus")
"""Words between two things that are alike: gun and sword, a driver and a gunner."""

WITH = "with"
"""The word before what a unit carries: Fred with a gun; and before what rounds are made of."""

ARTICLES = ("a", "an", "the", "its", "one", "his", "her", "their")

_MANNED = ("crewed", "manned", "driven", "operated")
CREW = "crew"

_TOKEN = re.compile(
    r'"(?P<quoted>[^"\n]*)"|(?P<mark>[,;:()\n])'
    # A length of two parts is one word: gun 1 1/2, gun 1,5in.
    r"|(?P<word>\d{1,4}[ -]\d{1,2}/\d{1,2}(?![^\s,;:()\"])|\d{1,4},\d{1,3}in\b|[^\s,;:()\"]+)"
    r'|(?P<stray>")'
)


class RosterToken(Struct, frozen=True):
    """A word or mark of the text: its line, from 1, and what it says."""

    line: int
    word: str
    quoted: bool = False
    mark: bool = False

    @property
    def key(self) -> str:
        """The word in small letters; empty for what stands in quotes."""
        return "" if self.quoted else self.word.casefold()


def parts_of(said: str) -> list[list[RosterToken]]:
    """Cut a text at semicolons and line ends, but not within parentheses of a line."""
    parts: list[list[RosterToken]] = [[]]
    line, depth = 1, 0
    for match in _TOKEN.finditer(said):
        word = match[0] if match["quoted"] is None else match["quoted"]
        depth = max(0, depth + (word == "(") - (word == ")")) if match["mark"] else depth
        if match["mark"] and (word == "\n" or (word == ";" and not depth)):
            parts.append([])
            depth = 0
        elif match["stray"] is None:
            quoted, mark = match["quoted"] is not None, match["mark"] is not None
            parts[-1].append(RosterToken(line, word, quoted, mark))
        line += word == "\n"
    return [part for part in parts if part]


SQUAD = "squad"
"""The word before the name of a squad."""


def behind_squad_of(part: Sequence[RosterToken]) -> int:
    """Return where those are named who make up a squad, a squad of 4 Troopers; 0 where none is said."""
    keys = [each.key for each in part[:4]]
    begin = int(bool(keys) and keys[0] in ARTICLES)
    # Squad of Doom is a name.
    said = keys[begin : begin + 2] == [SQUAD, "of"] and keys[begin + 2 : begin + 3]
    return begin + 2 if said and said[0].isdecimal() else 0


DRIVERS = ("driver", "pilot")
"""Who is the crew of a creation by that name alone."""

ROLES = (*DRIVERS, "drivers", "pilots", "gunner", "gunners")
"""Who belongs to a crew that has begun before the comma."""


def without_crew(
    part: Sequence[RosterToken],
) -> tuple[list[RosterToken], list[list[RosterToken]]]:
    """Return a unit without its crew, and the words of each kind of crew: crew of 2 troopers.

    The crew ends at the next comma, unless more of them follow: crew of driver, gunner. What stands
    behind that belongs to the unit again. A driver is crew without that word: Truck vehicle 4, driver,
    cannon 2.
    """
    for at in range(1, len(part)):
        begin = _crew_begins(part, at)
        if begin:
            end = _next_mark(part, begin)
            while begin > at and _is_crew(part, end):
                end = _next_mark(part, end + 1)
            end = begin + 1 if begin == at else end  # a driver is one word
            rest = list(part[:at])
            while rest[1:] and (rest[-1].key in (WITH, *ARTICLES, *AND) or rest[-1].word == ","):
                rest.pop()
            unit, others = without_crew([*rest, *part[end:]])
            return unit, [*_members(part[begin:end]), *others]
    return list(part), []


def _next_mark(part: Sequence[RosterToken], begin: int) -> int:
    return next((to for to in range(begin, len(part)) if part[to].mark), len(part))


def _is_crew(part: Sequence[RosterToken], comma: int) -> bool:
    """Return whether behind this comma stand crew alone: a gunner, 2 gunners."""
    if comma >= len(part) or part[comma].word != ",":
        return False
    keys = [each.key for each in part[comma + 1 : _next_mark(part, comma + 1)]]
    named = [each for each in keys if each not in (*ARTICLES, *AND) and not each.isdecimal()]
    return len(named) == 1 and named[0] in ROLES


def _crew_begins(part: Sequence[RosterToken], at: int) -> int:
    """Return where the words behind "crew of" or "manned by" begin; 0 where no crew is said here."""
    keys = [each.key for each in part[at : at + 2]] + ["", ""]
    if keys[0] in _MANNED and keys[1] == "by":
        return at + 2 if at + 2 < len(part) else 0
    before = part[at - 1]
    alone = before.word == ":" and at + 1 == len(part)
    if keys[0] in DRIVERS and not alone and (before.mark or before.key in (WITH, *ARTICLES, *AND)):
        return at
    # Elsewhere it is part of a name: Gun crew: rifle.
    if keys[0] != CREW or not (before.mark or before.key in (WITH, *ARTICLES)):
        return 0
    if keys[1] in ("of", ":") and at + 2 < len(part):
        return at + 2
    return at + 1 if keys[1].isdecimal() else 0


def _members(said: Sequence[RosterToken]) -> list[list[RosterToken]]:
    """Cut a crew at "and", up to where one carries something: a driver and a gunner with a gun."""
    members: list[list[RosterToken]] = [[]]
    for token in said:
        carries = any(each.key == WITH for each in members[-1])
        if (token.key in AND and not carries) or token.word == ",":
            members.append([])
        elif members[-1] or token.key not in ARTICLES:
            members[-1].append(token)
    whole = [each for each in members if each]
    # A number alone counts people who have no name.
    return [
        [*each, RosterToken(each[0].line, CREW.capitalize())]
        if len(each) == 1 and each[0].word.isdecimal()
        else each
        for each in whole
    ]
