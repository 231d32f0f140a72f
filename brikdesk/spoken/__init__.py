"""An attack in one line of words: `sgt fires cannon at opinion 7 4 9 6`."""

from brikdesk.spoken.answers import Answered, answered
from brikdesk.spoken.attack_line import hear
from brikdesk.spoken.phrases import Problem, Spoken, SpokenPiece, SpokenRole
from brikdesk.spoken.roll_call import RollCall, roll_call

__all__ = [
    "Answered",
    "Problem",
    "RollCall",
    "Spoken",
    "SpokenPiece",
    "SpokenRole",
    "answered",
    "hear",
    "roll_call",
]
