"""A roster in words: `3 Troopers: gun, light armor; Bertha vehicle 4 cannon 3 (4 shells X3)`.

A line, or a part between semicolons, is a unit: how many, its name, then what it is and has, with
commas or without. Rounds stand in parentheses behind their weapon, notes in quotes; `squad Red
Hand` names the squad that it joins. A line that ends in a colon names the player of those below it.
"""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.turn.turns import Together
from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.spoken.roster_entry import Enlisted, RosterEntry, RosterToken, Trouble
from brikdesk.spoken.scifi_roster import SCIFI_WORD, SfRosterEntry
from brikdesk.spoken.words import folded

LONGEST = 20_000
"""Characters of a roster that are read."""

MOST_UNITS = 500
"""Units that one roster adds at most."""

MOST_HINTS = 5
"""Words not understood for which a known one is looked for; a text of nothing else has thousands."""

_TOKEN = re.compile(
    r'"(?P<quoted>[^"\n]*)"|(?P<mark>[,;:()\n])'
    # A length of two parts is one word: gun 1 1/2, gun 1,5in.
    r"|(?P<word>\d{1,4}[ -]\d{1,2}/\d{1,2}(?![^\s,;:()\"])|\d{1,4},\d{1,3}in\b|[^\s,;:()\"]+)"
    r'|(?P<stray>")'
)


class RosterHeard(Struct, frozen=True):
    """What a text says: the units in their order, and what was not understood."""

    units: tuple[Enlisted, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def count(self) -> int:
        """How many units it adds, copies counted."""
        return sum(each.act.copies for each in self.units)

    @property
    def ready(self) -> bool:
        """Whether it can be added: something is there, and all of it was understood."""
        return bool(self.units) and not self.troubles

    def act(self) -> Together:
        """Return the act that adds them all, with one undo."""
        many = "1 unit" if self.count == 1 else f"{self.count} units"
        return Together(title=f"Add {many}", acts=tuple(each.act for each in self.units))


def hear_roster(
    said: str,
    players: Sequence[tuple[int, str]],
    player_id: int | None = None,
    sets: Sequence[str] = (BRIKWARS.name,),
) -> RosterHeard:
    """Return what a text says. It never fails: what it cannot read are troubles.

    - `players`: key and faction of each, for lines such as `Reds:`.
    - `player_id`: whose the units are until a line names somebody; None: nobody's.
    - `sets`: the names of the games that the campaign plays. Where it plays both, a unit is one of
      the Sci-fi rules if it says so, or if only their words fit.
    """
    names = dict(players)
    units: list[Enlisted] = []
    troubles: list[Trouble] = []
    if len(said) > LONGEST:
        troubles.append(Trouble(1, "", f"Only {LONGEST} characters are read at once."))
    for part in _parts(said[:LONGEST]):
        if part[-1].word == ":" and part[-1].mark:
            wanted = " ".join(each.word for each in part[:-1])
            found = [key for key, name in players if folded(name) == folded(wanted)]
            if found or folded(wanted) == ("nobody",):
                player_id = found[0] if found else None
                continue
            known = ", ".join(names.values()) or "none yet"
            troubles.append(
                Trouble(part[0].line, wanted, f"No player is called that. Players: {known}.")
            )
            continue
        entry = _entry(list(part), player_id, MOST_HINTS - len(troubles), sets)
        troubles += entry.troubles
        if not entry.troubles:
            units.append(entry.enlisted(names))
    if sum(each.act.copies for each in units) > MOST_UNITS:
        troubles.append(
            Trouble(1, "", f"These are more than {MOST_UNITS} units: add fewer at once.")
        )
    if troubles and _may_go_on(said, troubles[-1]):
        troubles[-1] = replace(troubles[-1], last=True)
    return RosterHeard(tuple(units), tuple(troubles))


def _entry(
    part: list[RosterToken], player_id: int | None, hints: int, sets: Sequence[str]
) -> RosterEntry:
    """Return one unit that was read, by the rule set that its words belong to."""
    says_so = any(each.word.casefold() == SCIFI_WORD for each in part if not each.quoted)
    entry = RosterEntry(part, player_id, hints=hints)
    both = BRIKWARS.name in sets and SCIFI.name in sets
    if SCIFI.name not in sets or (both and not says_so):
        entry.read()
        if not entry.troubles or not both:
            return entry
    other = SfRosterEntry(part, player_id, hints=hints)
    other.read()
    return other if says_so or not both or not other.troubles else entry


def _may_go_on(said: str, trouble: Trouble) -> bool:
    """Return whether what is wrong may only be unfinished: a word, a name with a colon, rounds."""
    if trouble.word == "(":
        return trouble.line == said.count("\n") + 1
    return bool(trouble.word) and said.endswith((trouble.word, f"{trouble.word}:"))


def _parts(said: str) -> list[list[RosterToken]]:
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
