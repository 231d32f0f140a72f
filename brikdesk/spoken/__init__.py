"""An attack in one line of words: `sgt fires cannon at opinion 7 4 9 6`."""

from brikdesk.spoken.answers import Answered, answered
from brikdesk.spoken.hearing import hear
from brikdesk.spoken.roll_call import RollCall, roll_call
from brikdesk.spoken.spoken import Piece, Problem, Role, Spoken

__all__ = [
    "Answered",
    "Piece",
    "Problem",
    "Role",
    "RollCall",
    "Spoken",
    "answered",
    "hear",
    "roll_call",
]
