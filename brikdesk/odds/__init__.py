"""Exact odds of the rolls in `brikdesk.dice`, of whole attacks, and of fires.

The functions that resolve a roll also decide here what a face earns. Single rolls use icepool's
dice, imported on first use, and give exact fractions. Attacks and fires add up many rolls and use
floats. Chains of Bonus Dice have no end; they are cut where the rest is too small to show.
"""

from brikdesk.odds.attack_odds import (
    AttackOdds,
    Improvement,
    ShotOdds,
    SumOdds,
    TargetOdds,
    attack_odds,
    help_of,
)
from brikdesk.odds.attacks import (
    MEANINGS,
    AttackAsked,
    Benny,
    BlastAsked,
    BlastDie,
    BlastRules,
    BlastTarget,
    FireAsked,
    FireCatches,
    HitAsked,
    ShotAsked,
    TargetAsked,
)
from brikdesk.odds.rolls import (
    Comparison,
    FaceOdds,
    Odds,
    OddsAnswer,
    OddsRow,
    action_odds,
    against,
    face_odds,
    odds_of,
    pool_odds,
)

__all__ = [
    "MEANINGS",
    "AttackAsked",
    "AttackOdds",
    "Benny",
    "BlastAsked",
    "BlastDie",
    "BlastRules",
    "BlastTarget",
    "Comparison",
    "FaceOdds",
    "FireAsked",
    "FireCatches",
    "HitAsked",
    "Improvement",
    "Odds",
    "OddsAnswer",
    "OddsRow",
    "ShotAsked",
    "ShotOdds",
    "SumOdds",
    "TargetAsked",
    "TargetOdds",
    "action_odds",
    "against",
    "attack_odds",
    "face_odds",
    "help_of",
    "odds_of",
    "pool_odds",
]
