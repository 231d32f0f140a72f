"""Compare ways to improve an attack: which one helps most, and by how much."""

from collections.abc import Sequence

from msgspec import Struct

from brikdesk.dice import BY_THE_BOOK, DiceRules
from brikdesk.odds.attack_odds import AttackOdds, attack_odds
from brikdesk.odds.attacks import AttackAsked


class Improvement(Struct, frozen=True):
    """One way to improve an attack, in words, and its odds compared with those of now.

    `hit` is the chance of one hit or more, `beaten` the targets whose Armor is beaten on average
    (for one target, the chance). Gains may be below 0. The ways are sorted by `gain`.
    """

    words: str
    hit: float
    beaten: float
    hit_gain: float
    beaten_gain: float
    gain: float


def what_would_help(
    asked: AttackAsked,
    alternatives: Sequence[tuple[str, AttackAsked]],
    *,
    house: DiceRules = BY_THE_BOOK,
) -> tuple[Improvement, ...]:
    """Compare an attack with alternatives, each named in words; the largest gain comes first.

    Targets beaten count before hits; if neither attack has a target, only hits count. Equal gains
    stay in the order of `alternatives`.
    """
    now = attack_odds(asked, house=house)
    ways = [help_of(words, attack_odds(way, house=house), now) for words, way in alternatives]
    return tuple(sorted(ways, key=lambda way: (-way.gain, -way.hit_gain)))


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
