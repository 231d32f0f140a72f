"""The words that describe a unit in a line of a roster: kinds, presets, weapons, armor, the rest."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from brikdesk.rules.brikwars.units.presets import UNIT_PRESETS
from brikdesk.rules.brikwars.weapons.weapon_presets import WEAPON_PRESETS
from brikdesk.spoken.words import folded

WordSequence = tuple[str, ...]


class Means(Struct, frozen=True):
    """What a phrase means: a `part` of a unit, and its value.

    The parts are kind, unit (a preset), weapon (a preset), arm (a kind of weapon with a Size), and
    names of fields of AddUnit. Of `takes` one number follows it: size, armor, move.
    """

    part: str
    value: object = None
    takes: str = ""


_KINDS = {
    "creature": "Creature",
    "vehicle": "Vehicle",
    "structure": "Structure",
    "building": "Structure",
    "object": "Object",
}

_HANDHELD = {
    "W-01": ("hand weapon", "sword", "axe", "club", "mace", "knife", "spear", "one-handed"),
    "W-02": ("heavy weapon", "battle axe", "hammer"),
    "W-03": (
        "two-handed weapon",
        "two-handed",
        "two-handed sword",
        "greatsword",
        "halberd",
        "pike",
        "lance",
    ),
    "W-04": ("short-ranged weapon", "short-ranged", "gun", "pistol", "bow", "shortbow"),
    "W-05": ("long-ranged weapon", "long-ranged", "rifle", "longbow", "crossbow"),
    "W-11": ("explosive", "grenade", "bomb"),
    "W-12": ("light shield", "shield"),
    "W-17": (
        "tool",
        "optical tool",
        "optics",
        "binoculars",
        "field glasses",
        "spyglass",
        "telescope",
        "camera",
    ),
}
"""Other words for presets of hand-held weapons."""

THRUSTING = frozenset({"spear", "pike", "lance"})
"""Those of them that say that the weapon is made for thrusting (5.4-16)."""

_ARMS = {
    "melee weapon": "Melee Weapon",
    "blade": "Melee Weapon",
    "claw": "Melee Weapon",
    "melee shield": "Melee Shield",
    "gun": "Gun",
    "machine gun": "MachineGun",
    "machinegun": "MachineGun",
    "blast gun": "BlastGun",
    "blastgun": "BlastGun",
    "flame thrower": "FlameThrower",
    "flamethrower": "FlameThrower",
    "cannon": "Cannon",
    "launcher": "Launcher",
    "rocket": "Rocket",
    "explosive": "Explosive",
}
"""Weapons that a Size follows, as creations carry them."""

_OTHERS = {
    "light armor": Means("worn_armor", "light"),
    "light armour": Means("worn_armor", "light"),
    "heavy armor": Means("worn_armor", "heavy"),
    "heavy armour": Means("worn_armor", "heavy"),
    "armor": Means("armor", takes="armor"),
    "armour": Means("armor", takes="armor"),
    "move": Means("move", takes="move"),
    "size": Means("size", takes="size"),
    "airborne": Means("airborne", True),
    "flying": Means("airborne", True),
    "incompetent": Means("action_die", 4),
    "half-minded": Means("mind", "half-minded"),
    **{f"d{sides}": Means("action_die", sides) for sides in (4, 6, 8, 10, 12)},
}

_EXTRA_TAGS = ("flammable", "living", "breathing", "mechanical", "fire creature")


def _phrase(words: str) -> WordSequence:
    return folded(words)


@cache
def vocabulary(*, creation: bool) -> Mapping[WordSequence, Means]:
    """Return what each phrase means, in small letters.

    `creation`: weapons are those of creations, which have a Size, not those of minifigs.
    """
    known: dict[WordSequence, Means] = {}
    for name, preset in UNIT_PRESETS.items():
        known[_phrase(preset.name)] = Means("unit", name)
    for words, kind in _KINDS.items():
        known[_phrase(words)] = Means("kind", kind)
    for name, made in WEAPON_PRESETS.items():
        if made.kind != "Armor":
            known[_phrase(made.name)] = Means("weapon", name)
    for name, more in _HANDHELD.items():
        known.update({_phrase(words): Means("weapon", name) for words in more})
    arms = {_phrase(words): Means("arm", kind, "size") for words, kind in _ARMS.items()}
    # What both have, a gun or an Explosive, is that of the bearer.
    known = {**known, **arms} if creation else {**arms, **known}
    known.update({_phrase(tag): Means("tags", tag) for tag in _EXTRA_TAGS})
    for preset in UNIT_PRESETS.values():
        known.update({_phrase(each): Means("specialties", each) for each in preset.specialties})
    known.update({_phrase(words): means for words, means in _OTHERS.items()})
    # One of several is said with an s: 3 rifles, 2 Scouts.
    plural = {(*words[:-1], f"{words[-1]}s"): means for words, means in known.items() if words}
    return {**plural, **known}


LONGEST_PHRASE = 4
"""Words of the longest phrase."""
