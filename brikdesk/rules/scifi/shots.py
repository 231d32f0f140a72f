"""The record of one shot: everything that its log entry tells (12-91)."""

from dataclasses import dataclass, replace

from brikdesk.rules.scifi.range_bands import Band
from brikdesk.rules.scifi.variable_fire import Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One attack as it happened.

    `turn` is the stamp that counts all player turns. `target` is a unit or the words for an area,
    `inside` those in the area. `remaining_before` and `remaining_after` count its ammunition, None
    where it never runs out. `faces` are the ten-sided dice of the attack. `outcomes` are as
    entered, by matter; `overruled` the rules that the referee set aside, `rulings` the switches
    that decided something. `rolls` counts hit entries: 2 after a reroll.
    """

    turn: int
    unit: str
    weapon: str
    capability: str = ""
    mode: Mode | None = None
    target: str = ""
    distance: float | None = None
    band: Band | None = None
    remaining_before: int | None = None
    remaining_after: int | None = None
    inside: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    outcomes: tuple[tuple[str, str], ...] = ()
    overruled: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    rolls: int = 1


def reroll(shot: Shot, remaining_after: int | None) -> Shot:
    """Roll a missed shot again: the same shot in the same mode, its hit entered anew.

    Rules: 12-78, S-21 (the mode and its bonus stay), S-16 (what is left afterwards).
    """
    kept = tuple(entry for entry in shot.outcomes if entry[0] != "hit")
    return replace(shot, outcomes=kept, rolls=shot.rolls + 1, remaining_after=remaining_after)
