"""Compare ways to improve an attack: by how much each helps."""

from msgspec import Struct

from brikdesk.odds.attack_odds import AttackOdds


class Improvement(Struct, frozen=True):
    """One way to improve an attack, in words, and its odds compared with those of now.

    `hit` is the chance of one hit or more, `beaten` the targets whose Armor is beaten on average
    (for one target, the chance). Gains may be below 0.
    """

    words: str
    hit: float
    beaten: float
    hit_gain: float
    beaten_gain: float
    gain: float


def help_of(words: str, then: AttackOdds, now: AttackOdds) -> Improvement:
    """Return one way with its gains over the odds of now."""
    hit_gain = then.any_hit - now.any_hit
    beaten_gain = then.beaten_targets - now.beaten_targets
    judged = bool(then.targets or now.targets)
    return Improvement(
        words=words,
        hit=then.any_hit,
        beaten=then.beaten_targets,
        hit_gain=hit_gain,
        beaten_gain=beaten_gain,
        gain=beaten_gain if judged else hit_gain,
    )
