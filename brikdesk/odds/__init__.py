"""Exact odds of the rolls in `brikdesk.dice`, of whole attacks, and of fires.

The functions that resolve a roll also decide here what a face earns. Single rolls use icepool's
dice, imported on first use, and give exact fractions. Attacks and fires add up many rolls and use
floats. Chains of Bonus Dice have no end; they are cut where the rest is too small to show.
"""

from brikdesk.odds.attack_odds import AttackOdds as AttackOdds
from brikdesk.odds.attack_odds import Improvement as Improvement
from brikdesk.odds.attack_odds import ShotOdds as ShotOdds
from brikdesk.odds.attack_odds import TargetOdds as TargetOdds
from brikdesk.odds.attack_odds import attack_odds as attack_odds
from brikdesk.odds.attack_odds import help_of as help_of
from brikdesk.odds.attacks import MEANINGS as MEANINGS
from brikdesk.odds.attacks import AttackAsked as AttackAsked
from brikdesk.odds.attacks import Benny as Benny
from brikdesk.odds.attacks import BlastAsked as BlastAsked
from brikdesk.odds.attacks import BlastDie as BlastDie
from brikdesk.odds.attacks import BlastTarget as BlastTarget
from brikdesk.odds.attacks import FireAsked as FireAsked
from brikdesk.odds.attacks import FireCatches as FireCatches
from brikdesk.odds.attacks import HitAsked as HitAsked
from brikdesk.odds.attacks import ShotAsked as ShotAsked
from brikdesk.odds.attacks import TargetAsked as TargetAsked
from brikdesk.odds.rolls import FaceOdds as FaceOdds
from brikdesk.odds.rolls import Odds as Odds
from brikdesk.odds.rolls import action_odds as action_odds
from brikdesk.odds.rolls import against as against
from brikdesk.odds.rolls import face_odds as face_odds
from brikdesk.odds.rolls import odds_of as odds_of
from brikdesk.odds.rolls import pool_odds as pool_odds
