"""Exact odds of the rolls in `brikdesk.dice`.

What a face earns is asked of the same functions that resolve a roll, mapped over icepool's dice,
which are loaded on first use. Endless chains are cut; each answer tells how far it may be off.
"""

from brikdesk.odds.chances import (
    Comparison,
    FaceOdds,
    Odds,
    action_odds,
    against,
    face_odds,
    pool_odds,
)
from brikdesk.odds.question import Answer, Row, odds_of

__all__ = [
    "Answer",
    "Comparison",
    "FaceOdds",
    "Odds",
    "Row",
    "action_odds",
    "against",
    "face_odds",
    "odds_of",
    "pool_odds",
]
