"""The words of a roster: what common words for units, weapons and armor mean, one or many of them."""

import re
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from brikdesk.rules.brikwars.units_and_damage import UNIT_PRESETS
from brikdesk.rules.brikwars.weapons import LAUNCHER, WEAPON_PRESETS, WEAPONS
from brikdesk.rules.scifi.units_and_crews import UNITS, SfUnitKind
from brikdesk.rules.scifi.weapon_records import WEAPONS as SF_WEAPONS
from brikdesk.rules.scifi.weapons import WARHEADS
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
    "animal": "Creature",
    "monster": "Creature",
    "vehicle": "Vehicle",
    "ship": "Vehicle",
    "boat": "Vehicle",
    "structure": "Structure",
    "building": "Structure",
    "object": "Object",
}


VEHICLES = frozenset((
    "tank", "truck", "car", "jeep", "van", "bus", "train", "tractor", "plane", "airplane",
    "aeroplane", "helicopter", "chopper", "motorbike", "motorcycle", "buggy", "hovercraft",
    "submarine", "spaceship", "starship", "starfighter", "wagon", "cart",
))  # fmt: skip
"""The last words of a name that is that of a vehicle, where nobody says what else it is."""


class _CommonWords(Struct, frozen=True):
    """Common words for one thing: the preset in a minifig's hands, the kind that a creation has."""

    preset: str
    kind: str
    said: str


_WEAPON_WORDS = (
    _CommonWords(
        "W-01", "Melee Weapon",
        "hand weapon, close combat weapon, melee weapon, one-handed weapon, one-handed, sword, short "
        "sword, longsword, broadsword, blade, axe, ax, hand axe, throwing axe, club, mace, morning "
        "star, knife, throwing knife, cutlass, saber, sabre, light saber, lightsaber, light sabre, "
        "lightsabre, energy sword, laser sword, laser blade, rapier, scimitar, katana, dagger, "
        "machete, hatchet, tomahawk, flail, whip, hook, sickle, cleaver, bayonet, baton, truncheon, "
        "nightstick, cudgel, bat, baseball bat, nunchaku, nunchucks, chain, sai, stick, tooth, claw, "
        "talon, horn, tusk, fang, beak, bite, jaw, tail, stinger, tentacle, hoof, paw, pincer, "
        "antler, spike, ram, battering ram, fist",
    ),
    _CommonWords(
        "W-01", "Melee Weapon",
        "spear, javelin, trident, harpoon, assegai",
    ),
    _CommonWords(
        "W-02", "Melee Weapon",
        "heavy weapon, battle axe, battleaxe, war axe, hammer, warhammer, war hammer",
    ),
    _CommonWords(
        "W-03", "Melee Weapon",
        "two-handed weapon, two-handed, greatsword, great sword, claymore, zweihander, greataxe, "
        "great axe, poleaxe, polearm, glaive, naginata, sledgehammer, sledge hammer, maul, halberd, "
        "billhook, boat hook, scythe, pitchfork, quarterstaff, chainsaw, chain saw, buzz saw, "
        "circular saw, pickaxe, fire axe",
    ),
    _CommonWords(
        "W-03", "Melee Weapon",
        "pike, lance",
    ),
    _CommonWords(
        "W-04", "Gun",
        "short-ranged weapon, short-ranged, gun, pistol, handgun, laser pistol, laser blaster, "
        "flintlock, bow, shortbow, short bow, revolver, six-shooter, blaster, phaser, ray gun, "
        "raygun, taser, stun gun, sling, slingshot, blowgun, blowpipe, shuriken",
    ),
    _CommonWords(
        "W-05", "Gun",
        "long-ranged weapon, long-ranged, rifle, longbow, long bow, crossbow, musket, arquebus, "
        "carbine, blaster rifle, sniper rifle, hunting rifle, laser, laser rifle, laser gun, laser "
        "cannon, laser turret, ballista, harpoon gun, spear gun, ranged weapon",
    ),
    _CommonWords(
        "W-06", "BlastGun",
        "shotgun, scattergun, blunderbuss, water cannon, water gun, water hose, fire hose, hose",
    ),
    _CommonWords(
        "W-07", "MachineGun",
        "machine gun, machinegun, heavy machine gun, light machine gun, MG, HMG, LMG, submachine gun, "
        "SMG, uzi, tommy gun, assault rifle, automatic rifle, automatic gun, minigun, gatling, "
        "gatling gun, chain gun, chaingun, autocannon, repeater",
    ),
    _CommonWords(
        "W-08", "FlameThrower",
        "flamethrower, flame thrower, flamer, fire thrower, breath, fire breath, flame breath, fiery "
        "breath, breath of fire, dragon breath, breath weapon",
    ),
    _CommonWords(
        "W-09", "Cannon",
        "bazooka, RPG, rocket gun, panzerfaust, recoilless rifle, hand cannon",
    ),
    _CommonWords(
        "", "Cannon",
        "cannon, mortar, howitzer, artillery, field gun, tank gun, carronade",
    ),
    _CommonWords(
        "W-10", "Launcher",
        "rocket launcher, missile launcher, grenade launcher",
    ),
    _CommonWords(
        "", "Launcher",
        "launcher, bomb launcher, torpedo launcher, torpedo tube, missile rack, rocket pod, missile "
        "pod, catapult, trebuchet, onager, mangonel, bomb bay",
    ),
    _CommonWords(
        "W-11", "Explosive",
        "explosive, grenade, hand grenade, bomb, dynamite, TNT, molotov, molotov cocktail, satchel "
        "charge",
    ),
    _CommonWords(
        "", "Rocket",
        "rocket, missile, torpedo",
    ),
    _CommonWords(
        "W-12", "Melee Shield",
        "light shield, shield, buckler",
    ),
    _CommonWords(
        "W-13", "Melee Shield",
        "heavy shield, tower shield, riot shield, kite shield",
    ),
    _CommonWords(
        "W-17", "",
        "tool, toolbox, optical tool, optics, binoculars, field glasses, spyglass, telescope, camera, "
        "grappling hook, wrench, spanner, screwdriver, crowbar, shovel, spade, first aid kit, medkit",
    ),
    _CommonWords(
        "W-16", "",
        "bare hand",
    ),
)  # fmt: skip
"""Common words by what they are in the rules; the words themselves stay the name of the weapon."""

NOTHING_TO_FIRE = {LAUNCHER: "empty: write (3 rockets) behind it"}
"""What is said of a weapon without rounds, by its kind: who fires it first would find out."""

THRUSTING = frozenset({"spear", "pike", "lance", "javelin", "trident", "assegai"})
"""Those of them that say that the weapon is made for thrusting (5.4-16)."""

HANDS: Mapping[WordSequence, str] = {
    ("one", "handed"): "W-01",
    ("single", "handed"): "W-01",
    ("two", "handed"): "W-03",
    ("2", "handed"): "W-03",
    ("double", "handed"): "W-03",
}
"""Words before a weapon of Close Combat that say which preset it is: two-handed axe."""

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


@cache
def vocabulary(*, creation: bool) -> Mapping[WordSequence, Means]:
    """Return what each phrase means, in small letters, said of one: `meaning_of` knows many, too.

    `creation`: weapons are those of creations, which have a Size, not those of minifigs.
    """
    known: dict[WordSequence, Means] = {}
    for name, preset in UNIT_PRESETS.items():
        for called in (preset.name, *preset.name.split(" / ")):  # a Pilot / Rider is either
            known[folded(called)] = Means("unit", name)
    for words, kind in _KINDS.items():
        known[folded(words)] = Means("kind", kind)
    for name, made in WEAPON_PRESETS.items():
        if made.kind != "Armor":
            known[folded(made.name)] = Means("weapon", name)
    for kind, weapon in WEAPONS.items():
        known |= {folded(words): Means("arm", kind, "size") for words in weapon.heard}
    for row in _WEAPON_WORDS:
        sized = row.kind and (creation or not row.preset)
        means = Means("arm", row.kind, "size") if sized else Means("weapon", row.preset)
        known |= {folded(words): means for words in row.said.split(", ")}
    known.update({folded(tag): Means("tags", tag) for tag in _EXTRA_TAGS})
    for preset in UNIT_PRESETS.values():
        known.update({folded(each): Means("specialties", each) for each in preset.specialties})
    known.update({folded(words): means for words, means in _OTHERS.items()})
    return known


def meaning_of(words: WordSequence, known: Mapping[WordSequence, Means]) -> Means | None:
    """Return what a phrase means, also where it speaks of several: 3 rifles, 2 knives, Scouts."""
    if not words:
        return None
    return known.get(words) or known.get((*words[:-1], singular(words[-1])))


LONGEST_PHRASE = 4
"""Words of the longest phrase."""

_ONE_OF = {
    "mice": "mouse", "lice": "louse", "geese": "goose", "teeth": "tooth", "feet": "foot",
    "children": "child", "oxen": "ox", "people": "person", "dice": "die", "brethren": "brother",
    "cavalrymen": "cavalryman", "axes": "axe", "pickaxes": "pickaxe", "poleaxes": "poleaxe",
    "battleaxes": "battleaxe", "greataxes": "greataxe", "knives": "knife", "wives": "wife",
    "midwives": "midwife", "lives": "life", "staves": "staff", "buses": "bus", "viruses": "virus",
    "walruses": "walrus", "octopuses": "octopus", "cacti": "cactus", "fungi": "fungus",
    "canoes": "canoe", "shoes": "shoe", "foes": "foe", "toes": "toe", "hoes": "hoe",
    "aches": "ache", "gases": "gas", "zombies": "zombie", "rookies": "rookie", "pixies": "pixie",
    "genies": "genie", "brownies": "brownie", "cookies": "cookie", "newbies": "newbie",
    "junkies": "junkie", "hippies": "hippie", "yuppies": "yuppie", "selkies": "selkie",
    "kelpies": "kelpie", "valkyries": "valkyrie", "faeries": "faerie", "eeries": "eerie",
    "undies": "undies", "dies": "die", "ties": "tie", "magpies": "magpie", "banshees": "banshee",
    "collies": "collie", "birdies": "birdie", "groupies": "groupie", "cyclopes": "cyclops",
    "sphinxes": "sphinx", "samurais": "samurai",
}  # fmt: skip
"""Words of which one is called otherwise than the rules below say."""

_ALSO_LAST = ("mice", "geese", "teeth", "feet", "children", "people", "knives", "wives")
"""Those that other words end in: dormice, townspeople."""

_F = (
    "wolf",
    "elf",
    "dwarf",
    "thief",
    "calf",
    "half",
    "loaf",
    "shelf",
    "scarf",
    "hoof",
    "leaf",
    "sheaf",
)
_ALIKE = frozenset(
    ("series", "species", "cyclops", "triceratops", "mantis", "chassis", "corps", "chaos", "atlas",
     "ares", "hades", "hercules", "achilles", "omen", "specimen", "stamen", "dolmen")
)  # fmt: skip
"""Words that end like several and are one, or are the same for both."""


def singular(word: str) -> str:
    """Return the word for one of what a word says several of: Watchman, Wolf, Witch, Reaver.

    A word for one stays as it is: Boss, Cyclops. Capitals stay: WOLVES gives WOLF.
    """
    plain = word.casefold()
    # Of a name in two words with a hyphen only the last says how many: Ice-wolves.
    head, hyphen, last = plain.rpartition("-")
    one = head + hyphen + _one_of(last)
    alike = next(
        (at for at, (a, b) in enumerate(zip(plain, one, strict=False)) if a != b),
        min(len(plain), len(one)),
    )
    end = one[alike:]
    return word[:alike] + (end.upper() if word.isupper() and len(word) > 1 else end)


def _one_of(word: str) -> str:
    if word in _ALIKE or word in _ONE_OF:
        return _ONE_OF.get(word, word)
    for several in _ALSO_LAST:
        if word.endswith(several):
            return word[: -len(several)] + _ONE_OF[several]
    for one in _F:
        if word.endswith(f"{one[:-1]}ves"):
            return f"{word[:-3]}f"
    for ending, one in _ENDINGS:
        if re.search(ending, word):
            return re.sub(ending, one, word)
    return word


_ENDINGS = (
    (r"men$", "man"),
    (r"(ss|us)$", r"\1"),
    (r"([^aeiou])ies$", r"\1y"),
    (r"(ch|sh|ss|x|zz|o)es$", r"\1"),
    (r"([^s])s$", r"\1"),
)
"""Endings of words for several, and that of the word for one; the first that fits counts."""


SCIFI_WORD = "sci-fi"
"""The word that makes a unit one of the Sci-fi rules where a campaign plays both."""

_FIGURES = {
    "factor": "typed_factor", "attack factor": "typed_factor", "range": "range_factor",
    "range factor": "range_factor", "minimum": "minimum_range", "area": "area_size",
    "width": "area_width", "barrels": "barrels",
}  # fmt: skip
"""Words behind a weapon before a number, and its figure."""

FLAGS = {
    "powered armor": ("powered_armor", True), "open topped": ("open_topped", True),
    "in the open": ("open_topped", True), "on foot": ("on_foot", True), "riding": ("on_foot", False),
}  # fmt: skip


@cache
def scifi_vocabulary() -> Mapping[WordSequence, Means]:
    """Return what each phrase means in a line of a Sci-fi unit."""
    known = {folded(name): Means("unit", name) for name in UNITS}
    # What the catalogue calls Wardrone is that kind, and no more.
    known |= {folded(kind.value): Means("kind", kind) for kind in SfUnitKind}
    for name in SF_WEAPONS:
        known[folded(name)] = known[folded(f"{name}s")] = Means("weapon", name)
    known |= {folded(words): Means("figure", name) for words, name in _FIGURES.items()}
    known |= {folded(words): Means("flag", words) for words in FLAGS}
    known |= {folded(name): Means("warhead", name) for name in WARHEADS}
    known |= {folded(words): Means("class") for words in ("armor class", "class", "ac")}
    return known | {folded("size"): Means("size"), folded(SCIFI_WORD): Means("scifi")}
