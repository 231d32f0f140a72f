"""Dice as values: faces on the table, pools such as 2d10+1, and rolls resolved from faces.

Nothing here rolls. Faces come in from outside, each with its origin, and the same faces always
give the same roll.
"""

from brikdesk.dice.faces import SIDES, Die, Face, Origin, dice_words, read_face
from brikdesk.dice.house import (
    BONUS_DIE,
    BY_THE_BOOK,
    DiceRules,
    DieRole,
    bonus_die,
    earned_role,
    earns_benny,
    fails_critically,
)
from brikdesk.dice.pools import MOST_DICE, Pool
from brikdesk.dice.rolls import (
    AskedDie,
    Chain,
    Laid,
    Roll,
    RollKind,
    action_kind,
    forced_full_run,
    lay_out,
)

__all__ = [
    "BONUS_DIE",
    "BY_THE_BOOK",
    "MOST_DICE",
    "SIDES",
    "AskedDie",
    "Chain",
    "DiceRules",
    "Die",
    "DieRole",
    "Face",
    "Laid",
    "Origin",
    "Pool",
    "Roll",
    "RollKind",
    "action_kind",
    "bonus_die",
    "dice_words",
    "earned_role",
    "earns_benny",
    "fails_critically",
    "forced_full_run",
    "lay_out",
    "read_face",
]
