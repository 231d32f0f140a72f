"""A line of words while it is being read: the place, the names, and what was understood so far."""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct, field

from brikdesk.acts.combat.aim import Aim, Caught, Extra, Mode, Parry, ShieldDice, Stray, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.spoken.roll_call import Arm, Caller, RollCall
from brikdesk.spoken.words import (
    MOST_WORDS,
    Named,
    Word,
    distinct_name,
    folded,
    folded_together,
    listed,
    meant,
    near,
    spelled,
)


class SpokenRole(StrEnum):
    """The kinds of things that words of a line say."""

    ATTACKER = "Attacker"
    VERB = "Attack"
    WEAPON = "Weapon"
    TARGET = "Target"
    MEASURE = "Measure"
    OPTION = "Option"
    MODIFIER = "Modifier"
    DIE = "Die"
    CHOICE = "Choice"


ONLY_ONE = ", the only one"
"""Written behind a weapon that was not named, because no other could be meant."""


class SpokenPiece(Struct, frozen=True):
    """Words of the line from `start` to before `end`, what they say, and their meaning in words.

    `distance` is the distance to the target in inches, if they say it.
    """

    start: int
    end: int
    role: SpokenRole
    meaning: str
    distance: float | None = None


class Problem(Struct, frozen=True):
    """Words from `start` to before `end` that are wrong, and what could stand in their place.

    If something is missing, `start` is `end`, the place where a suggestion is put.
    """

    start: int
    end: int
    words: str
    suggestions: tuple[str, ...] = ()

    @property
    def missing(self) -> bool:
        """Whether something only is missing, and nothing wrong."""
        return self.start == self.end

    def mended(self, line: str, suggestion: str) -> str:
        """Return the line with a suggestion in the place of these words."""
        before, after = line[: self.start], line[self.end :]
        if self.missing:
            before = before.rstrip()
            before = f"{before} " if before else ""
            after = f" {rest}" if (rest := after.lstrip()) else ""
        return before + suggestion + after


class SpokenAnswer(Struct, frozen=True):
    """One answer to the attack: a face, the letter of an option, or words for a free choice."""

    start: int
    end: int
    words: str
    free: bool = False

    @property
    def face(self) -> int | None:
        """The face of a die; None for a letter or words."""
        return int(self.words) if self.words.isdecimal() and not self.free else None


class Spoken(Struct, frozen=True):
    """What was understood of one line.

    - `act`: the attack without its dice; None if there are problems.
    - `draft`: the attack so far, if something is only missing.
    - `answers`: the dice and choices in order. Only the attack knows to which die a face belongs,
      see `answered`.
    """

    act: Attack | None
    problems: tuple[Problem, ...]
    pieces: tuple[SpokenPiece, ...]
    answers: tuple[SpokenAnswer, ...] = ()
    draft: Attack | None = field(default=None)

    @property
    def meant(self) -> bool:
        """Whether the line is meant as an attack: it has a verb, and something else is known."""
        roles = {piece.role for piece in self.pieces}
        known = roles & {SpokenRole.ATTACKER, SpokenRole.WEAPON, SpokenRole.TARGET}
        nearly = any(problem.suggestions for problem in self.problems)
        return SpokenRole.VERB in roles and (bool(known) or nearly)

    def said(self, role: SpokenRole) -> tuple[str, ...]:
        """Return the meanings of all pieces of a role, in the order of the line."""
        return tuple(piece.meaning for piece in self.pieces if piece.role is role)

    @property
    def distance(self) -> float | None:
        """The first distance to a target that the line says, in inches."""
        said = (piece.distance for piece in self.pieces if piece.distance is not None)
        return next(said, None)

    @property
    def title(self) -> str:
        """The attack in short: Sgt. Flatplate, Cannon at Second Opinion."""
        by, weapon, at = (
            " and ".join(dict.fromkeys(said.removesuffix(ONLY_ONE) for said in self.said(role)))
            for role in (SpokenRole.ATTACKER, SpokenRole.WEAPON, SpokenRole.TARGET)
        )
        armed = ", ".join(part for part in (by, weapon) if part)
        return f"{armed} at {at}" if at else armed


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


MOST_PROBLEMS = 8


class Cursor:
    """Goes through the words of a line from the left; a reader may set `at` back and try again."""

    def __init__(self, words: tuple[Word, ...], at: int = 0, until: int | None = None) -> None:
        self.words = words
        self.at = at
        self.until = len(words) if until is None else until
        self.pieces: list[SpokenPiece] = []
        self.problems: list[Problem] = []

    @property
    def done(self) -> bool:
        """Whether all words are read."""
        return self.at >= self.until

    def peek(self, ahead: int = 0) -> Word | None:
        """Return a word further on without reading it; None after the end."""
        at = self.at + ahead
        return self.words[at] if self.at <= at < self.until else None

    def key(self, ahead: int = 0) -> str:
        """Return a word further on as the vocabulary holds it; "" after the end."""
        word = self.peek(ahead)
        return word.key if word else ""

    def take(self, count: int = 1) -> tuple[Word, ...]:
        """Read some words and return them; fewer at the end of the line."""
        taken = self.words[self.at : min(self.at + count, self.until)]
        self.at += len(taken)
        return taken

    def skip(self, words: Container[str]) -> bool:
        """Read a word if it is one of these, except the last word; return whether it was read."""
        if self.key() and self.key() in words and self.peek(1) is not None:
            self.at += 1
            return True
        return False

    def tell(
        self, role: SpokenRole, words: Iterable[Word], meaning: str, distance: float | None = None
    ) -> None:
        """Note what some words mean; `distance` as in `SpokenPiece`."""
        first, *rest = words
        self.pieces.append(
            SpokenPiece(first.start, (rest or [first])[-1].end, role, meaning, distance)
        )

    def wrong(self, words: Iterable[Word], sentence: str, suggestions: Iterable[str] = ()) -> None:
        """Note words that cannot be understood."""
        first, *rest = words
        end = (rest or [first])[-1].end
        self._note(Problem(first.start, end, sentence, tuple(dict.fromkeys(suggestions))))

    def lacks(
        self, sentence: str, suggestions: Iterable[str] = (), after: int | None = None
    ) -> None:
        """Note that something is missing, after the word of this number or the one read last."""
        at = self.at - 1 if after is None else after
        place = self.words[at].end if 0 <= at < len(self.words) else 0
        self._note(Problem(place, place, sentence, tuple(dict.fromkeys(suggestions))))

    def _note(self, problem: Problem) -> None:
        # A line of nonsense has a problem at each word, and nobody reads them all.
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def run(self, ends: Callable[[Word], bool]) -> tuple[Word, ...]:
        """Return the words up to one that ends the phrase, without reading them."""
        found: list[Word] = []
        while (word := self.peek(len(found))) is not None and not ends(word):
            found.append(word)
        return tuple(found)


def ends_name(word: Word) -> bool:
    """Return whether a name ends before this word; names in full may hold such words."""
    if word.quoted:
        return False
    figure = word.figure is not None or word.signed is not None
    return word.mark or figure or word.key in AT | AND | WITH | OPTIONS


LONGEST_NAME = 44
"""The most words of a name, which has at most 80 characters."""


class Numbered(Named, Protocol):
    """A thing that can also be named by its number, as #12."""

    @property
    def id(self) -> int:
        """Its key."""


Thing = TypeVar("Thing", bound=Numbered)


class Phrase(Struct, Generic[Thing], frozen=True):
    """Words that name something: `found` is what they mean, `close` what was perhaps mistyped."""

    words: tuple[Word, ...]
    found: tuple[Thing, ...]
    close: tuple[Thing, ...] = ()

    @property
    def text(self) -> str:
        """The words as they were typed, short enough for a message."""
        said = " ".join(word.text for word in self.words)
        return "".join(
            sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in said
        )[:40]

    @property
    def one(self) -> Thing | None:
        """The thing that they mean; None if it is not exactly one."""
        return self.found[0] if len(self.found) == 1 else None


def take_name(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing]:
    """Read a name; nothing is read if the next words cannot be one.

    A name in full may hold any words, also those of the vocabulary. Of a shortened name only the
    first word may be one of those. A name that nothing fits is read up to the next such word.
    """
    if full := _full_name(cursor, things):
        return full
    while cursor.skip(ARTICLES):
        if full := _full_name(cursor, things):
            return full
    if by_number := _by_number(cursor, things):
        return by_number
    run = cursor.run(ends_name) or _steering_first(cursor, things)
    close: tuple[Thing, ...] | None = None
    for count in range(len(run), 0, -1):
        found = meant(folded_together(run[:count]), things) if count <= MOST_WORDS else ()
        if count < len(run):
            close = near(folded_together(run), things) if close is None else close
            if close:
                break  # a slip in a later word, not a shorter name
        if found:
            cursor.take(count)
            return _with_number(cursor, Phrase(run[:count], found))
    cursor.take(len(run))
    return Phrase(run, (), near(folded_together(run), things) if close is None else close)


def _full_name(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing] | None:
    """Read the longest run of words that is the whole name of something; None if there is none."""
    names: dict[tuple[str, ...], list[Thing]] = {}
    for thing in things:
        names.setdefault(folded(thing.name), []).append(thing)
    left = cursor.until - cursor.at
    longest = max((len(name) for name in names), default=0)
    # Twice as long: commas between the words count in the line, but not in a folded name.
    for count in range(min(left, LONGEST_NAME, longest * 2), 0, -1):
        words = cursor.words[cursor.at : cursor.at + count]
        if words[0].mark or words[-1].mark:
            continue
        alike = names.get(folded_together(words), [])
        if named := [thing for thing in alike if _ends_alike(words, thing.name)]:
            cursor.take(count)
            return Phrase(words, tuple(named))
    return None


def _ends_alike(words: Sequence[Word], name: str) -> bool:
    """Return whether a symbol at the end belongs to the name; the & of golem & tile does not."""
    return not words[-1].symbol or name.split()[-1] == words[-1].text


def _by_number(cursor: Cursor, things: Sequence[Thing]) -> Phrase[Thing] | None:
    word = cursor.peek()
    digits = word.text[1:] if word and not word.quoted and word.text[0] == "#" else ""
    if word is None or not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return None
    cursor.take()
    return Phrase((word,), tuple(thing for thing in things if thing.id == int(digits)))


def _steering_first(cursor: Cursor, things: Sequence[Thing]) -> tuple[Word, ...]:
    """Return a run that begins with a word of the vocabulary, if that fits a name; else ()."""
    word = cursor.peek()
    if word is None or word.mark or word.key in AT | AND | WITH or not meant(word.folded, things):
        return ()
    cursor.at += 1
    rest = cursor.run(ends_name)
    cursor.at -= 1
    return (word, *rest)


def _with_number(cursor: Cursor, phrase: Phrase[Thing]) -> Phrase[Thing]:
    """Read the number after a name that is not clear without it: tank 2, cannon 3"."""
    word = cursor.peek()
    if len(phrase.found) < 2 or word is None or word.figure is None:
        return phrase
    named = tuple(
        thing
        for thing in phrase.found
        if set(word.folded) <= {*folded(thing.name), *folded(thing.also)}
    )
    if not 0 < len(named) < len(phrase.found):
        return phrase
    cursor.take()
    return Phrase((*phrase.words, word), named)


def say_unknown(
    cursor: Cursor, phrase: Phrase[Thing], sentence: str, things: Sequence[Thing]
) -> None:
    """Note a problem: words that name nothing, with the names that are close to them."""
    close = phrase.close
    question = f": {listed([each.name for each in close])}?" if close else "."
    cursor.wrong(phrase.words, sentence + question, spellings(close, things))


def only(
    cursor: Cursor, phrase: Phrase[Thing], things: Sequence[Thing], unknown: str
) -> Thing | None:
    """Return the one thing that words mean; else note the problem, with `unknown` for none at all."""
    if len(phrase.found) > 1:
        say_several(cursor, phrase, things)
    elif not phrase.found:
        say_unknown(cursor, phrase, unknown, things)
    return phrase.one


def say_several(cursor: Cursor, phrase: Phrase[Thing], things: Sequence[Thing]) -> None:
    """Note a problem: words that may mean several things."""
    shown = [distinct_name(each, each.id, things) for each in phrase.found[:6]]
    more = len(phrase.found) - len(shown)
    tail = f" and {more} more" if more else ""
    sentence = f"“{phrase.text}” may be {listed(shown) if not more else ', '.join(shown)}{tail}."
    cursor.wrong(phrase.words, sentence, spellings(phrase.found[:6], things))


def spellings(some: Sequence[Thing], things: Sequence[Thing]) -> list[str]:
    """Return names for `some` things that mean each of them alone among all `things`."""
    names = [thing.name for thing in things]
    return [spelled(thing.name, thing.id, names) for thing in some]


class ArmPhrase(Struct):
    """Words that name a weapon; `object` names something that is on no roster."""

    said: Phrase[Arm]
    object: str = ""


class Attacker(Struct):
    """Words that name an attacker, with the weapon and the distance that follow the name."""

    said: Phrase[Caller]
    arm: ArmPhrase | None = None
    distance: float | None = None


class Aimed(Struct):
    """One target: its aim so far, the unit that it is, and the words that name a part of it."""

    aim: Aim
    unit: Caller | None = None
    part: tuple[Word, ...] = ()


class SpokenDraft(Struct):
    """Everything that was understood so far.

    `verb` and `armed_at` count words from the start of the line: the verb, and the last word of a
    weapon. `every` holds what is said before the first target, and so of all of them.
    """

    call: RollCall
    mode: Mode
    verb: int
    attackers: list[Attacker] = field(default_factory=list)
    arms: list[ArmPhrase] = field(default_factory=list)
    armed_at: int = 0
    taken: set[int] = field(default_factory=set)
    strike: Strike = field(default_factory=Strike)
    counted: bool = False
    supporters: tuple[tuple[Word, ...], int] | None = None
    sought: bool = False  # words after at were read, whether or not they name something
    targets: list[Aimed] = field(default_factory=list)
    every: dict[str, Any] = field(default_factory=dict)
    part: tuple[Word, ...] = ()
    caught: list[Caught] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)
    parries: list[Parry] = field(default_factory=list)
    shields: list[ShieldDice] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    landing: dict[str, str] = field(default_factory=dict)
    overruled: set[str] = field(default_factory=set)
    combine: bool | None = None
    track_misses: bool = False
    answers: list[SpokenAnswer] = field(default_factory=list)

    def measure(self, **found: Any) -> None:
        """Note values of the target named last; before the first target, of all of them."""
        if self.targets:
            self.targets[-1].aim = replace(self.targets[-1].aim, **found)
        else:
            self.every |= found

    def use(self, **found: Any) -> None:
        """Note how the weapons are used."""
        self.strike = replace(self.strike, **found)

    def spread(self, mode: Mode, count: int) -> None:
        """Note a burst or an arc with this many shots or points.

        "burst 1" does not make a single shot a burst.
        """
        self.counted = True
        self.use(count=count)
        if count > 1 or self.mode is not Mode.SINGLE:
            self.mode = mode

    def aimed(self) -> tuple[Aim, ...]:
        """Return the targets as the act holds them."""
        return tuple(target.aim for target in self.targets)

    def aim_at(self, aim: Aim, unit: Caller | None = None) -> None:
        """Add a target, with the values that hold for all targets."""
        self.targets.append(Aimed(replace(aim, **self.every), unit, self.part))
