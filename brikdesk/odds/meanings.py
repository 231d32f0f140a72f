"""What each number in the odds of an attack means: one definition each, also in the window."""

from collections.abc import Mapping
from types import MappingProxyType

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "hit": "If this shot is fired: its roll reaches the Use and is no Critical Failure.",
        "miss": "If this shot is fired: its roll stays below the Use without a Critical Failure.",
        "critical_failure": "If this shot is fired: its Action Roll fails critically.",
        "over_the_top": "If this shot is fired: its natural number earns a Benny, hit or not.",
        "hit_over_the_top": "If this shot is fired: it hits, and its natural number earns a Benny.",
        "jam": "If this shot is fired: its natural number jams the gun. The shot itself counts.",
        "lost": "The gun has jammed before this shot, so it is not fired.",
        "any_hit": "One or more of all shots hit. Shots lost to a jam do not.",
        "all_hit": "Every shot is fired and hits.",
        "hits": "Shots that hit, on average. Shots lost to a jam do not.",
        "not_hit": "No shot at this target hits, and no explosion goes off near it.",
        "no_effect": "It is hit, and all damage together is 0 or less than its Armor.",
        "something_bad": "All damage together is exactly its Armor, and more than 0.",
        "beaten": "All damage together is more than its Armor, and more than 0.",
        "expected_damage": "Points of damage on average, before Armor. No hit counts as 0.",
        "set_on_fire": "Fire dice of a hit or an explosion set it on fire, whatever its Armor.",
        "thrown": 'It is hit with 1" of KnockBack or more, whether its Armor is beaten or not.',
        "knockback": "Inches of KnockBack on average, before any obstacle. No hit counts as 0.",
        "beaten_targets": "Targets whose Armor is beaten, on average. Of one target: the chance.",
        "gain": "How much it adds to the targets whose Armor is beaten; without targets, to a hit.",
    }
)
"""One short text for a tooltip, by the name of the field it explains."""
