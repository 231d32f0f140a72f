"""The words that steer a line; everything else in it is a name, a reason or a die."""

from brikdesk.acts.attack.aim import Mode

COUNTERS = frozenset(("counterstrikes", "counterstrike", "counters", "counter"))
"""Verbs of a Strike that answers a unit that Disengages."""

RAMS = frozenset(("rams", "ram", "ramming"))
CHARGES = frozenset(("charges", "charge", "charging", *RAMS))
"""Verbs of a Charge: a Strike out of a straight run, or with those of RAMS a Shove."""

VERBS: dict[str, Mode] = {
    **dict.fromkeys(("fires", "fire", "shoots", "shoot", "attacks", "attack"), Mode.SINGLE),
    **dict.fromkeys(("launches", "launch"), Mode.SINGLE),
    **dict.fromkeys(
        ("throws", "throw", "hurls", "hurl", "tosses", "toss", "lobs", "lob"), Mode.THROW
    ),
    **dict.fromkeys(("strikes", "strike", "hits", "hit", "stabs", "stab"), Mode.STRIKE),
    **dict.fromkeys((*COUNTERS, *CHARGES), Mode.STRIKE),
    **dict.fromkeys(RAMS, Mode.SHOVE),
    **dict.fromkeys(("swings", "swing", "bashes", "bash"), Mode.STRIKE),
    **dict.fromkeys(("grabs", "grab"), Mode.GRAB),
    **dict.fromkeys(("shoves", "shove"), Mode.SHOVE),
    **dict.fromkeys(("drops", "drop"), Mode.DROP),
    **dict.fromkeys(("bursts", "burst"), Mode.BURST),
    **dict.fromkeys(("sweeps", "sweep"), Mode.ARC),
}
"""Verbs, and the way in which a weapon is used by each."""

DOING: dict[Mode, str] = {
    Mode.SINGLE: "one shot or blow",
    Mode.BURST: "a burst",
    Mode.ARC: "an arc",
    Mode.THROW: "a throw",
    Mode.DROP: "dropped",
    Mode.STRIKE: "in Close Combat",
    Mode.GRAB: "a Grab",
    Mode.SHOVE: "a Shove",
}

USUAL_VERBS = ("fires", "shoots", "attacks", "throws", "strikes", "drops", "bursts", "sweeps")

AT = frozenset(
    ("at", "against", "across", "on", "onto", "upon", "toward", "towards", "@", "->", "→")
)
"""Words before a target."""

AND = frozenset(("and", "&", "plus"))
WITH = frozenset(("with", "using"))
ARTICLES = frozenset(("the", "a", "an", "his", "her", "its", "their"))
SOME = frozenset(("a", "an"))
"""Articles before something that is on no roster."""

GROUND = frozenset(("ground", "spot", "place", "point"))
"""Words with which a place without a unit begins."""

FILLERS = frozenset(
    ("away", "off", "rolls", "roll", "rolled", "rolling", "dice", "die", "then", "faces", "shows")
)
"""Words that change nothing."""

BECAUSE = frozenset(("because", "for", "from", "of", "as", "since", "due", "to", "by"))
"""Words before a reason."""

SEEN = frozenset(("visible", "showing", "exposed", "seen"))
HIGHER = frozenset(("above", "higher", "up", "over"))
LOWER = frozenset(("below", "lower", "down", "under"))
DISTANCE = frozenset(("distance", "dist"))
AIMING = frozenset(("aiming", "aims", "aimed"))
SUPPORT = frozenset(("support", "supported", "supporting", "supporter", "supporters"))
INTERFERE = frozenset(("interfered", "interference", "interfering"))
TEAM = frozenset(("team", "together", "helped"))
CATCHING = frozenset(("catching", "catches", "caught"))
LOAD = frozenset(("load", "loaded", "round", "shell"))
PARRY = frozenset(("parry", "parries", "parried", "parrying"))
SHIELDED = frozenset(("shielded", "shielding"))
STRAY = frozenset(("stray", "strays", "straying"))
OVERRULE = frozenset(("overrule", "overruling", "overruled"))
BLIND = frozenset(("blind", "blindly", "unseen"))
SMALL, TINY = frozenset(("small",)), frozenset(("tiny",))
JOINT, COMPONENT = frozenset(("joint",)), frozenset(("component",))
MOM = frozenset(("mom", "momentum"))
SEPARATE, TRACK = frozenset(("separate", "separately")), frozenset(("track", "tracked"))

COUNTS: dict[str, str] = {
    "sections": "sections", "section": "sections",
    "burst": "burst", "shots": "burst", "shot": "burst",
    "arc": "arc", "points": "arc", "point": "arc",
    "rounds": "rounds", "spans": "spans", "span": "spans",
    "power": "power", "use": "use", "grip": "hands", "range": "range", "free": "free",
}  # fmt: skip
"""Words before or after a number, and what the number counts."""

OPTIONS: frozenset[str] = frozenset().union(
    SEEN, HIGHER, LOWER, DISTANCE, AIMING, SUPPORT, INTERFERE, TEAM, CATCHING, LOAD, OVERRULE, BLIND, SMALL,
    TINY, JOINT, COMPONENT, SEPARATE, TRACK, MOM, PARRY, SHIELDED, STRAY, COUNTS, FILLERS,
    ("from", "damage"),
)  # fmt: skip
"""Words with which an option begins; a name ends before them."""

USUAL_OPTIONS = (
    "at", "and", "with", "blind", "sections", "burst", "arc", "support", "aiming", "visible",
    "above", "below", "joint", "because", "distance", "parried", "shielded", "stray",
)  # fmt: skip
"""Words that are suggested in place of a mistyped one."""
