"""An attack in one line of words: `sgt fires cannon at opinion 7 4 9 6`."""

from brikdesk.spoken.answers import Answered as Answered
from brikdesk.spoken.answers import answered as answered
from brikdesk.spoken.attack_line import hear as hear
from brikdesk.spoken.phrases import Problem as Problem
from brikdesk.spoken.phrases import Spoken as Spoken
from brikdesk.spoken.phrases import SpokenPiece as SpokenPiece
from brikdesk.spoken.phrases import SpokenRole as SpokenRole
from brikdesk.spoken.roll_call import RollCall as RollCall
from brikdesk.spoken.roll_call import roll_call as roll_call
