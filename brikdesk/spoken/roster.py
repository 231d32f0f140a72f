"""A roster in words: `3 Troopers: gun, light armor`, entry by entry."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as replace_dataclass
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from brikdesk import text
from brikdesk.acts.armies import manned
from brikdesk.acts.explosives.explosion import Makeup, makeup_named, makeup_words
from brikdesk.acts.fields.scouts_and_marks import OPTICAL_TOOL, TOOL_PRESET
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapons import SfWeaponFacts
from brikdesk.acts.turns_and_steps import Together
from brikdesk.acts.units.facts import preset_of
from brikdesk.acts.units.roster import MOST_COPIES, AddUnit
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.errors import BadInput
from brikdesk.games import BRIKWARS, SCIFI
from brikdesk.lengths import read_length
from brikdesk.rules.brikwars.explosives import EXP, kind_said
from brikdesk.rules.brikwars.units_and_damage import SCOUT, UNIT_PRESETS
from brikdesk.rules.brikwars.weapons import LAUNCHER, SIZED_BY_X, WEAPON_PRESETS, weapons_that
from brikdesk.rules.scifi.units_and_crews import UNITS, SfUnitKind
from brikdesk.spoken.roster_text import (
    AND,
    ARTICLES,
    CREW,
    ROLES,
    SQUAD,
    WITH,
    RosterToken,
    behind_squad_of,
    parts_of,
    without_crew,
)
from brikdesk.spoken.vocabulary import (
    FLAGS,
    HANDS,
    LONGEST_PHRASE,
    NOTHING_TO_FIRE,
    SCIFI_WORD,
    THRUSTING,
    VEHICLES,
    Means,
    WordSequence,
    meaning_of,
    scifi_vocabulary,
    singular,
    vocabulary,
)
from brikdesk.spoken.words import folded, nearest_words
from brikdesk.store.act import Act
from brikdesk.store.tables import UnitKind

MOST_INCHES = 10_000

_WITH = (WITH, "of")
"""Words before what rounds are made of: 2 shells X4 with 2 smoke 1 fire."""

RIDDEN = " What is ridden or driven is a unit of its own, in its own line: Dobbin horse."
_RIDES = frozenset(("on", "rides", "ride", "riding", "astride", "mounted"))
_STEEDS = frozenset(("horse", "horses", "horseback"))
STEED = "U-21"
"""The preset of a Horse."""

MOST_OWN_WORDS = 3
"""Words before a weapon that are only part of its name: great big rusty axe."""

IN_QUOTES = ' A note stands in quotes: "grim".'

TIMES = "x×*"
"""Signs between a number and what there are so many of: 3 x Trooper."""

_COUNT = re.compile(rf"[{TIMES}]?(\d{{1,6}})[{TIMES}]?", re.IGNORECASE)
_X = re.compile(r"x(\d{1,3})", re.IGNORECASE)
_ARMOR = re.compile(r"\d{1,2}|[1-9]\d?d(?:4|6|8|10|12|20)", re.IGNORECASE)


class Enlisted(Struct, frozen=True):
    """A unit that was understood: its act, who gets it, what it is and carries, in words.

    The act is AddUnit, or AddSfUnit for a unit of the Sci-fi rules.
    """

    line: int
    act: Any
    player: str
    what: str
    carries: str
    mans: Any = None
    """The act of the creation that it is the crew of."""


class Trouble(Struct, frozen=True):
    """What was not understood: in which line, which word, and what to do.

    `last`: it is the end of the text, which may still be typed.
    """

    line: int
    word: str
    words: str
    last: bool = False


class RosterEntry(Struct):
    """One unit while its words are read."""

    tokens: list[RosterToken]
    player_id: int | None
    at: int = 0
    copies: int = 1
    name: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    preset: str = ""
    weapons: list[WeaponFacts] = field(default_factory=list)
    racks: list[RackFacts] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    mounted: bool = False
    """Each of them rides a Horse, which is a unit of its own (OF-91)."""
    hints: int = 1
    """Troubles for which a word that may be meant is looked for: that takes long."""

    def read(self) -> None:
        """Read count, name and all that follows."""
        self.at += (in_squad := behind_squad_of(self.tokens))
        if (count := self._count()) is not None:
            self.copies = count
        begin = self.at
        self._name()
        if in_squad and self.name:
            self.facts["squad"] = " ".join(each.word for each in self.tokens[begin : self.at])
        if not self.name:
            self._wrong(self.tokens[0], "Name the unit: 3 Troopers: gun.")
        if not 1 <= self.copies <= MOST_COPIES:
            self._wrong(self.tokens[0], f"From 1 to {MOST_COPIES} alike can be added at once.")
        while self.at < len(self.tokens):
            self._next()

    def enlisted(self, players: dict[int, str]) -> Enlisted:
        """Return the unit that was understood."""
        made = preset_of(self.preset, self._kind(), self.facts.get("size"))
        self._optics()
        for name in ("tags", "specialties"):
            if name in self.facts:
                own = getattr(made, name)  # stays, and what was said is added
                self.facts[name] = (*own, *(each for each in self.facts[name] if each not in own))
        act = AddUnit(
            name=self.name, player_id=self.player_id, preset=self.preset, copies=self.copies,
            weapons=tuple(self.weapons) if self.weapons else None, racks=tuple(self.racks),
            **self.facts,
        )  # fmt: skip
        size = self.facts.get("size", made.size)
        what = UNIT_PRESETS[self.preset].name if self.preset else self.facts.get("kind", "Minifig")
        if made.kind not in ("minifig", "hero") or "size" in self.facts:
            what = f'{what}, Size {size}"'
        worn = self.facts.get("worn_armor", "")
        carries = [*self.carried, *([f"{worn.capitalize()} Armor"] if worn else [])]
        carries += [each.name for each in made.weapons] if not self.weapons else []
        if squad := self.facts.get("squad"):
            carries.append(f"squad {squad}")
        player = players.get(self.player_id or 0, "Nobody")
        return Enlisted(self.tokens[0].line, act, player, what, ", ".join(carries))

    def _optics(self) -> None:
        """Give a Scout the optical Tool that his Specialties need, if no Tool was named (F.3-01)."""
        has_one = any(each.preset == TOOL_PRESET for each in self.weapons)
        if self.preset == SCOUT and not has_one:
            self.weapons.append(WeaponFacts(preset=TOOL_PRESET, name=OPTICAL_TOOL.capitalize()))
            self.carried.append(OPTICAL_TOOL.capitalize())

    def _count(self) -> int | None:
        token = self._token()
        found = _COUNT.fullmatch(token.word) if token and not token.quoted else None
        # A number in front of nothing else is no count but the whole name.
        if found is None or self.at + 1 >= len(self.tokens):
            return None
        self.at += 1
        # As people write it: 3 x Trooper, with a name behind it.
        times = self._token()
        is_sign = times and not times.quoted and times.word.casefold() in tuple(TIMES)
        if is_sign and self.at + 1 < len(self.tokens):
            self.at += 1
        return int(found[1])

    def _name(self) -> None:
        """Take words up to a mark, or up to the first that says what the unit is."""
        first = self._token()
        if first and first.quoted:
            self.name, self.at = first.word.strip(), self.at + 1
            return
        begin = self.at
        # Before a colon stands a name in full, which may be that of a weapon: Captain Hook: cutlass.
        colon = any(token.mark and token.word == ":" for token in self.tokens[begin:])
        while (token := self._token()) and not token.mark and not token.quoted:
            found = self._phrase()
            named = colon and found is not None and found[1].part in ("weapon", "arm")
            with_ = token.key == WITH
            if self.at > begin and ((found and not named) or with_ or self._mount_words()):
                break
            self.at += 1
        words = [token.word for token in self.tokens[begin : self.at]]
        while (token := self._token()) and words and token.key in (WITH, *ARTICLES):
            self.at += 1  # Fred with a gun
        self._known_by_name(words)
        # 3 Watchmen are a Watchman each; 3 Boss stay as they are.
        if self.copies > 1 and words:
            words[-1] = singular(words[-1])
        self.name = " ".join(words)

    def _known_by_name(self, words: list[str]) -> None:
        """Let a name that is that of a preset or kind say what the unit is: 2 Scouts, Hero."""
        means = meaning_of(folded(" ".join(words)), vocabulary(creation=False))
        if means and means.part in ("unit", "kind"):
            self._take(means)
        elif len(words) > 1 and words[0].casefold() == "hero" and self.copies == 1:
            self._known_by_name([words.pop(0)])  # Hero Alda
        elif words and singular(words[-1]).casefold() in VEHICLES:
            said = self._phrase()
            if said is None or _body_of(said[1]) is None:
                self.facts["kind"] = UnitKind.VEHICLE.value

    def _next(self) -> None:
        token = self.tokens[self.at]
        if token.quoted:
            self.facts["notes"] = token.word
            self.at += 1
        elif token.mark or token.key in (WITH, *AND, *ARTICLES):
            self.at += 1
            if token.word in "()":
                self._wrong(token, "Rounds stand in parentheses right behind their weapon.")
        else:
            self._word(token)

    def _word(self, token: RosterToken) -> None:
        """Take what begins at a word that is neither in quotes nor a mark."""
        if count := self._mount_words():
            self.at += count
            self.mounted = True
        elif self._is_number(token) and (found := self._arm(self.at + 1)):
            self.at += 1
            if not _COUNT.fullmatch(token.word):
                self._wrong(token, "A Size stands behind its weapon: gun 5in.")
            self._add(found, min(20, int(self._inches(token))))
        elif found := self._arm(self.at) or self._phrase():
            self._add(found, 1)
        elif token.word.casefold() == SQUAD:
            self._squad(token)
        else:
            self._unknown(token)

    def _mount_words(self) -> int:
        """Return how many words here say that he rides: on a horse, riding horses; 0 for others."""
        said = [each.word.casefold() for each in self.tokens[self.at : self.at + 4]]
        if not said or said[0] not in _RIDES:
            return 0
        between = ("on", "a", "an", "the", "his", "her", "their")
        count = next((at for at, word in enumerate(said[1:], 1) if word not in between), 0)
        return count + 1 if count and said[count] in _STEEDS else 0

    def mounts(self, rider: Enlisted, players: dict[int, str]) -> tuple[Enlisted, ...]:
        """Return the Horses that were said to be ridden; a Rider thinks for his (OF-87)."""
        if not self.mounted:
            return ()
        made = preset_of(self.preset, self._kind(), self.facts.get("size"))
        rides = "riding" in (*made.specialties, *self.facts.get("specialties", ()))
        line = RosterEntry([RosterToken(rider.line, "Horse")], self.player_id)
        line.name = f"{self.name}’s horse"[-text.NAME_LENGTH :]
        line.preset, line.copies = STEED, self.copies
        line.facts = {"mind": "ridden"} if rides else {}
        line.facts |= {"squad": self.facts["squad"]} if "squad" in self.facts else {}
        return (line.enlisted(players),)

    def _squad(self, said: RosterToken) -> None:
        """Take the name of a squad: all words up to the next mark."""
        self.at += 1
        begin = self.at
        while (token := self._token()) and not token.mark:
            self.at += 1
        name = " ".join(token.word for token in self.tokens[begin : self.at]).strip()
        if not name or len(name) > text.NAME_LENGTH:
            self._wrong(said, f"A name is needed behind “{said.word}”: squad Red Hand.")
        self.facts["squad"] = name

    def _add(self, found: tuple[WordSequence, Means], count: int) -> None:
        """Take a phrase, with the number and the rounds that follow it."""
        phrase, means = found
        begin = self.at
        if self._phrase(begin) != found:
            self.at += self._kind_words(begin) or self._own_words(begin)
        self.at += len(self._words_of(phrase, self.at))
        said = " ".join(token.word for token in self.tokens[begin : self.at])
        if means.part in ("weapon", "arm"):
            self._weapon(means, said, count)
        elif means.takes:
            self._measured(means, self.tokens[begin])
        elif (kind := self._kind()) in _ON_FOOT and _body_of(means) not in (None, *_ON_FOOT):
            self._wrong(self.tokens[begin], f"It is a {kind.value} already.{RIDDEN}")
        else:
            self._take(means)
            token = self._token()
            # Behind a kind stands its Size, even where a count could: vehicle 4 cannon 3.
            if means.part == "kind" and token and self._is_number(token):
                self.facts["size"] = self._whole(token)
                self.at += 1

    def _take(self, means: Means) -> None:
        if means.part == "unit":
            self.preset = str(means.value)
        elif means.part in ("tags", "specialties"):
            self.facts[means.part] = (*self.facts.get(means.part, ()), means.value)
        else:
            self.facts[means.part] = means.value

    def _measured(self, means: Means, said: RosterToken) -> None:
        token = self._token()
        if token is None or token.mark:
            self._wrong(said, f"A number is needed behind “{said.word}”.")
            return
        self.at += 1
        if means.takes == "armor":
            if not _ARMOR.fullmatch(token.word):
                self._wrong(token, "Armor is a number or dice: 4, 1d6, 2d10.")
            self.facts["armor"] = token.word.lower()
        elif not self._is_number(token):
            self._wrong(token, f"A number is needed behind “{said.word}”.")
        elif means.takes == "size":
            self.facts["size"] = self._whole(token)
        else:
            self.facts["move"] = self._inches(token)

    def _weapon(self, means: Means, said: str, count: int) -> None:
        size: float | None = None
        token = self._token()
        if token and not token.mark and not token.quoted:
            x = _X.fullmatch(token.word)
            # Behind a weapon of a creation a number is its Size, behind one in hand it may be the
            # count of the next: gun, 2 grenades.
            alone = means.part == "arm" or not self._phrase(self.at + 1)
            if x or (self._is_number(token) and alone):
                size = float(x[1]) if x else self._inches(token)
                self.at += 1
        sized = means.part == "arm" or size is not None
        *first, last = said.split()
        if count > 1 and folded(last) not in self._vocabulary()[0]:  # binoculars stay
            last = singular(last)
        said = " ".join((*first, last))
        name = said[:1].upper() + said[1:]
        thrusts = True if last.casefold() in THRUSTING else None
        if means.part == "weapon" and size is None:
            facts = WeaponFacts(preset=str(means.value), name=name, thrusting=thrusts)
        else:
            kind = _kind_of(means)
            facts = WeaponFacts(
                kind=kind, size=1 if size is None else size, name=name, thrusting=thrusts
            )
        made = self._explosive_of(name, facts)
        if made:
            facts = replace_dataclass(facts, damage=made)
        rounds = self._rounds(1 if size is None else int(size))
        for _ in range(count):
            if rounds:
                battery = _kind_of(means) == LAUNCHER
                rack = RackFacts(
                    name="Battery" if battery else "Ammo rack", battery=battery,
                    weapon=len(self.weapons), rounds=rounds,
                )  # fmt: skip
                self.racks.append(rack)
            self.weapons.append(facts)
        many = f"{count} × " if count > 1 else ""
        inches = f' {facts.size:g}"' if sized and facts.size is not None else ""
        inches += f" = {made}" if made else ""
        loads = ", ".join(each.words for each in rounds) or NOTHING_TO_FIRE.get(_kind_of(means), "")
        self.carried.append(f"{many}{name}{inches}{f' ({loads})' if loads else ''}")

    def _arm(self, at: int) -> tuple[WordSequence, Means] | None:
        """Return the weapon that begins here, also one behind what it is made of: smoke grenade."""
        found = self._phrase(at)
        if found and (handed := HANDS.get(found[0])):
            # A two-handed axe is one weapon: the axe says what it is called.
            behind = at + len(self._words_of(found[0], at))
            held = self._phrase(behind)
            if held and _is_close(held[1]):
                means = found[1] if found[1].part == "arm" else Means("weapon", handed)
                return (*found[0], *held[0]), means
        if found and found[1].part in ("weapon", "arm"):
            return found
        if behind := self._kind_words(at):
            found = self._phrase(at + behind)
            if found and found[1].part in ("weapon", "arm") and _kind_of(found[1]) in SIZED_BY_X:
                return found
        return self._phrase(at + behind) if (behind := self._own_words(at)) else None

    def _own_words(self, at: int) -> int:
        """Return how many words here mean nothing but belong to the weapon behind them: rusty axe."""
        for count in range(MOST_OWN_WORDS + 1):
            found = self._phrase(at + count)
            if found or at + count >= len(self.tokens) or self._steers(at + count):
                is_weapon = found is not None and found[1].part in ("weapon", "arm")
                return count if is_weapon and not self._nearly(at) else 0
        return 0

    def _steers(self, at: int) -> bool:
        """Return whether a word here ends those that nobody knows: a mark, a number, a squad."""
        token = self.tokens[at]
        other = token.quoted or token.mark or self._is_number(token)
        return other or token.word.casefold() in _RIDES | {SQUAD, *_WITH}

    def _nearly(self, at: int) -> str:
        """Return the known phrase that the words here were probably meant to be; "" for none."""
        said = " ".join(word for each in self.tokens[at : at + 3] for word in folded(each.word))
        words = said.split()
        known, _ = self._vocabulary()
        for count in range(len(words), 0, -1):
            phrases = (" ".join(each) for each in known if len(each) == count)
            if near := nearest_words(" ".join(words[:count]), phrases):
                return near[0]
        return ""

    def _kind_words(self, at: int) -> int:
        """Return how many words here name a die or Field: two of armor piercing, none of gun."""
        words = [
            token.word for token in self.tokens[at : at + 2] if not (token.mark or token.quoted)
        ]
        for count in (2, 1):
            if len(words) >= count and kind_said(" ".join(words[:count])) not in (None, EXP):
                return count
        return 0

    def _explosive_of(self, name: str, facts: WeaponFacts) -> str:
        """Return what an Explosive or Rocket is made of, as its name or words behind "with" say."""
        kind = facts.kind or WEAPON_PRESETS[facts.preset].kind
        if kind not in SIZED_BY_X:
            return ""
        token, words = self._token(), list[str]()
        if token and not token.mark and not token.quoted and token.word.casefold() in _WITH:
            self.at += 1
            while (each := self._token()) and not each.mark and not each.quoted:
                words.append(each.word)
                self.at += 1
        size = facts.size or WEAPON_PRESETS[facts.preset].size or 1
        said = [*name.split(), _WITH[0], *words]
        _, makeup = self._made_of(token or self.tokens[0], said, max(1, int(size)))
        return makeup_words(max(1, int(size)), makeup)

    def _rounds(self, explosive_size: int) -> tuple[RoundFacts, ...]:
        """Return the rounds in parentheses: 4 shells X3, 1 smoke X2, 2 shells X3 with 1 fire."""
        return tuple(self._round(group, explosive_size) for group in self._in_parentheses())

    def _in_parentheses(self) -> Iterator[list[RosterToken]]:
        """Yield the words between the marks of a parenthesis that begins here, if one does."""
        opening = self._token()
        if opening is None or not (opening.mark and opening.word == "("):
            return
        self.at += 1
        group: list[RosterToken] = []
        while token := self._token():
            self.at += 1
            if not (token.mark and token.word in ",;)"):
                group.append(token)
                continue
            if group:
                yield group
            group = []
            if token.word == ")":
                return
        self._wrong(opening, "This parenthesis is not closed.")

    def _round(self, group: Sequence[RosterToken], explosive_size: int) -> RoundFacts:
        count = 1
        words: list[str] = []
        for token in group:
            if x := _X.fullmatch(token.word):
                explosive_size = int(x[1])
            elif not words and (number := _COUNT.fullmatch(token.word)):
                count = int(number[1])
            else:
                words.append(token.word)
        if not 1 <= count <= 999 or not 1 <= explosive_size <= 99:
            self._wrong(group[0], "From 1 to 999 rounds, of X1 to X99.")
            return RoundFacts(name="rounds")
        name, makeup = self._made_of(group[0], words, explosive_size)
        return RoundFacts(
            name=name, explosive_size=explosive_size, count=count, makeup=makeup.as_data()
        )

    def _made_of(
        self, token: RosterToken, words: list[str], explosive_size: int
    ) -> tuple[str, Makeup]:
        """Return the name of rounds and what they are made of: smoke, gas shells, with 1 fire."""
        at = next((at for at, word in enumerate(words) if word.casefold() in _WITH), len(words))
        name = " ".join(words[:at])[: text.NAME_LENGTH] or "rounds"
        said = re.sub(r"\s+(?=\d)", "+", " ".join(words[at + 1 :]))
        try:
            return name, makeup_named(" ".join(words[:at]), explosive_size, said)
        except BadInput as error:
            self._wrong(token, error.sentence)
            return name, Makeup()

    def _phrase(self, at: int | None = None) -> tuple[WordSequence, Means] | None:
        """Return the longest known phrase that begins here."""
        begin = self.at if at is None else at
        words: list[str] = []
        best: tuple[WordSequence, Means] | None = None
        known, longest = self._vocabulary()
        for token in self.tokens[begin : begin + longest]:
            if token.mark or token.quoted:
                break
            words += folded(token.word)
            if means := meaning_of(tuple(words), known):
                best = tuple(words), means
        return best

    def _vocabulary(self) -> tuple[Mapping[WordSequence, Means], int]:
        """Return what each phrase means in this line, and the words of the longest."""
        return vocabulary(creation=self._is_creation()), LONGEST_PHRASE

    def _words_of(self, phrase: WordSequence, begin: int) -> Sequence[RosterToken]:
        """Return the tokens of a phrase: two-handed is one token of two words."""
        count = 0
        for number, token in enumerate(self.tokens[begin:], start=1):
            count += len(folded(token.word))
            if count >= len(phrase):
                return self.tokens[begin : begin + number]
        return self.tokens[begin:]

    def _is_creation(self) -> bool:
        return self._kind() not in (None, *_ON_FOOT)

    def _kind(self) -> UnitKind | None:
        if self.preset:
            return UnitKind[UNIT_PRESETS[self.preset].kind.upper()]
        return UnitKind(self.facts["kind"]) if "kind" in self.facts else None

    def _unknown(self, token: RosterToken) -> None:
        """Say what was not understood: all words up to a mark, or to the next that is."""
        begin, self.at = self.at, self.at + 1
        known = {word for words in self._vocabulary()[0] for word in words}
        near = self._nearly(begin) if len(self.troubles) < self.hints else ""
        behind = self._phrase()
        if behind and _body_of(behind[1]) not in (None, *_ON_FOOT):
            meant = RIDDEN
            self.at += len(self._words_of(behind[0], self.at))  # said once for both words
        elif near:
            meant = f" Did you mean {near}?"
        elif token.word.casefold() in known:
            meant = " It does not belong here."
        else:
            meant = self._not_known()
        while (each := self._token()) and not (each.mark or each.quoted or self._arm(self.at)):
            if self._phrase() or each.word.casefold() in _RIDES | {SQUAD}:
                break
            self.at += 1
        word = " ".join(each.word for each in self.tokens[begin : self.at])
        self.troubles.append(Trouble(token.line, word, f"This is not understood.{meant}"))

    def _not_known(self) -> str:
        """Return what can be done about words that are like nothing known."""
        kinds = "under any name: wobble gun, wobble cannon, wobble axe."
        return f" Say which kind of weapon it is, {kinds}{IN_QUOTES}"

    def _is_number(self, token: RosterToken) -> bool:
        return not token.quoted and token.word[:1] not in "+-−–" and self._said(token) is not None

    def _inches(self, token: RosterToken) -> float:
        return self._said(token) or 0.0

    @staticmethod
    def _said(token: RosterToken) -> float | None:
        inches = read_length(token.word)
        return inches if inches is None or abs(inches) < MOST_INCHES else None

    def _whole(self, token: RosterToken) -> int:
        inches = self._inches(token)
        if inches != int(inches):
            self._wrong(token, "A Size is a whole number of inches.")
        return int(inches)

    def _token(self) -> RosterToken | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _wrong(self, token: RosterToken, words: str) -> None:
        self.troubles.append(Trouble(token.line, token.word, words))


_ON_FOOT = (UnitKind.MINIFIG, UnitKind.HERO)


def _body_of(means: Means) -> UnitKind | None:
    """Return what kind of unit a phrase says; None if it says nothing of it."""
    if means.part == "unit":
        return UnitKind[UNIT_PRESETS[str(means.value)].kind.upper()]
    return UnitKind(means.value) if means.part == "kind" else None


def _is_close(means: Means) -> bool:
    """Return whether a phrase says a weapon of Close Combat."""
    return means.part in ("weapon", "arm") and _kind_of(means) in weapons_that(
        lambda each: each.close
    )


def _kind_of(means: Means) -> str:
    """Return the kind of a weapon with a Size, also where a preset was named."""
    return str(means.value) if means.part == "arm" else WEAPON_PRESETS[str(means.value)].kind


MOST_ALIKE = 20
"""Weapons alike of one unit, and types of round of one weapon."""

_WHOLE = ("typed_factor", "barrels")


class SfRosterEntry(RosterEntry):
    """One unit of the Sci-fi rules while its words are read."""

    kind: SfUnitKind | None = None
    catalogue: str = ""
    arms: list[SfWeaponFacts] = field(default_factory=list)

    def enlisted(self, players: dict[int, str]) -> Enlisted:
        """Return the unit that was understood."""
        kind = self.kind or (None if self.catalogue else SfUnitKind.INFANTRY)
        act = AddSfUnit(
            name=self.name, player_id=self.player_id, catalogue=self.catalogue, kind=kind,
            copies=self.copies, weapons=tuple(self.arms) if self.arms else None, **self.facts,
        )  # fmt: skip
        what = self.catalogue or (kind.value.capitalize() if kind else "")
        armor = self.facts.get("armor_class")
        words = [f"{what}, Sci-fi", *([f"armor class {armor}"] if armor is not None else [])]
        carries = [_carried(weapon) for weapon in self.arms] or [
            name.capitalize() for name in (UNITS[self.catalogue].weapons if self.catalogue else ())
        ]
        player = players.get(self.player_id or 0, "Nobody")
        return Enlisted(self.tokens[0].line, act, player, ", ".join(words), ", ".join(carries))

    def _known_by_name(self, words: list[str]) -> None:
        """Let a name that is a kind or in the catalogue say what the unit is: 2 Infantrymen."""
        means = meaning_of(folded(" ".join(words)), scifi_vocabulary())
        if means and means.part in ("kind", "unit"):
            self._take(means)

    def _word(self, token: RosterToken) -> None:
        if self._is_number(token) and (found := self._phrase(self.at + 1)):
            self.at += 1
            self._described(token, found, int(self._inches(token)))
        elif found := self._phrase():
            self._described(token, found, 1)
        elif token.word.casefold() == "squad":
            self.at += 1
            self._wrong(token, "A Sci-fi unit joins a squad by Join a squad, once it is there.")
        else:
            self._unknown(token)

    def _not_known(self) -> str:
        return IN_QUOTES

    def _described(self, token: RosterToken, found: tuple[WordSequence, Means], count: int) -> None:
        phrase, means = found
        said = self._words_of(phrase, self.at)
        self.at += len(said)
        if means.part == "weapon":
            if 1 <= count <= MOST_ALIKE:
                self.arms += [self._armed(str(means.value))] * count
            else:
                self._wrong(token, f"From 1 to {MOST_ALIKE} weapons alike.")
        elif count != 1:
            self._wrong(token, "A number stands before a weapon.")
        elif means.part in ("class", "size"):
            number = self._number(said[-1])
            self.facts["armor_class" if means.part == "class" else "size"] = int(number)
        elif means.part == "flag":
            self.facts.update(dict([FLAGS[str(means.value)]]))
        elif means.part in ("figure", "warhead"):
            self._wrong(said[0], "This stands right behind a weapon: laser cannon range 24.")
        else:
            self._take(means)

    def _take(self, means: Means) -> None:
        if means.part == "unit":
            self.catalogue = str(means.value)
        elif means.part == "kind" and isinstance(means.value, SfUnitKind):
            self.kind = means.value

    def _armed(self, name: str) -> SfWeaponFacts:
        """Return a weapon with the figures, the warhead and the rounds that follow it."""
        facts: dict[str, Any] = {}
        while (found := self._phrase()) and found[1].part in ("figure", "warhead"):
            phrase, means = found
            said = self._words_of(phrase, self.at)
            self.at += len(said)
            if means.part == "warhead":
                facts["warhead"] = str(means.value)
                continue
            number = self._number(said[-1])
            figure = str(means.value)
            facts[figure] = int(number) if figure in _WHOLE else number
        loads = self._loads()
        return SfWeaponFacts(catalogue=name, loads=loads, **facts)

    def _loads(self) -> tuple[LoadFacts, ...]:
        """Return the rounds in parentheses: (7), or (5 high explosive, 2 vaporshock)."""
        return tuple(self._load(group) for group in self._in_parentheses())

    def _load(self, group: list[RosterToken]) -> LoadFacts:
        first, *rest = group
        if not self._is_number(first) or self._inches(first) != int(self._inches(first)):
            self._wrong(first, "Say how many rounds there are: (7), or (5 rockets).")
            return LoadFacts(count=1)
        return LoadFacts(name=" ".join(each.word for each in rest), count=int(self._inches(first)))

    def _number(self, before: RosterToken) -> float:
        token = self._token()
        if token is None or token.mark or not self._is_number(token):
            self._wrong(before, f"A number is needed behind “{before.word}”.")
            return 1
        self.at += 1
        return self._inches(token)

    def _vocabulary(self) -> tuple[Mapping[WordSequence, Means], int]:
        # Names of the catalogue are longer: automatic rifle with grenade launcher.
        return scifi_vocabulary(), LONGEST_PHRASE + 2


def _carried(weapon: SfWeaponFacts) -> str:
    figures = (
        ("factor", weapon.typed_factor), ("range", weapon.range_factor),
        ("area", weapon.area_size), ("barrels", weapon.barrels),
    )  # fmt: skip
    said = [f"{name} {value:g}" for name, value in figures if value is not None]
    loads = ", ".join(f"{each.count} {each.name}".strip() for each in weapon.loads)
    name = weapon.catalogue[:1].upper() + weapon.catalogue[1:]
    return " ".join([name, *said, weapon.warhead or "", f"({loads})" if loads else ""]).strip()


LONGEST = 20_000
"""Characters of a roster that are read."""

MOST_UNITS = 500
"""Units that one roster adds at most."""

MOST_HINTS = 5
"""Words not understood for which a known one is looked for; a text of nothing else has thousands."""


class RosterHeard(Struct, frozen=True):
    """What a text says: the units in their order, and what was not understood."""

    units: tuple[Enlisted, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def count(self) -> int:
        """How many units it adds, copies counted."""
        return sum(each.act.copies for each in self.units)

    @property
    def ready(self) -> bool:
        """Whether it can be added: something is there, and all of it was understood."""
        return bool(self.units) and not self.troubles

    def act(self) -> Together:
        """Return the act that adds them all, with one undo."""
        many = "1 unit" if self.count == 1 else f"{self.count} units"
        mates = [each.mans for each in self.units if each.mans]
        acts: list[Act] = []
        for each in self.units:
            if any(each.act is mate for mate in mates):
                count = each.act.copies
                own = [other.act for other in self.units if other.mans is each.act]
                crew = tuple(replace_dataclass(mate, copies=mate.copies // count) for mate in own)
                acts += [manned(replace_dataclass(each.act, copies=1), crew)] * count
            elif each.mans is None:
                acts.append(each.act)
        return Together(title=f"Add {many}", acts=tuple(acts))


def hear_roster(
    said: str,
    players: Sequence[tuple[int, str]],
    player_id: int | None = None,
    sets: Sequence[str] = (BRIKWARS.name,),
) -> RosterHeard:
    """Return what a text says. It never fails: what it cannot read are troubles.

    - `players`: key and faction of each, for lines such as `Reds:`.
    - `player_id`: whose the units are until a line names somebody; None: nobody's.
    - `sets`: the names of the games that the campaign plays. Where it plays both, a unit is one of
      the Sci-fi rules if it says so, or if only their words fit.
    """
    names = dict(players)
    units: list[Enlisted] = []
    troubles: list[Trouble] = []
    if len(said) > LONGEST:
        troubles.append(Trouble(1, "", f"Only {LONGEST} characters are read at once."))
    for whole in parts_of(said[:LONGEST]):
        part, crew = without_crew(whole)
        if part[-1].word == ":" and part[-1].mark:
            wanted = " ".join(each.word for each in part[:-1])
            found = [key for key, name in players if folded(name) == folded(wanted)]
            if found or folded(wanted) == ("nobody",):
                player_id = found[0] if found else None
                continue
            known = f"Players: {', '.join(names.values()) or 'none yet'}."
            troubles.append(Trouble(part[0].line, wanted, f"No player is called that. {known}"))
            continue
        entry = _entry(list(part), player_id, MOST_HINTS - len(troubles), sets)
        if entry.troubles and (owner := _owner(part, players)):
            # Reds: 2 Scouts: rifle, all in one line; a unit may be called like its side.
            other = _entry(list(part[owner[1] :]), owner[0], MOST_HINTS - len(troubles), sets)
            colons = sum(each.mark and each.word == ":" for each in part)
            if not other.troubles or colons > 1:
                player_id, entry = owner[0], other
        troubles += entry.troubles
        if not entry.troubles:
            units.append(entry.enlisted(names))
            units += entry.mounts(units[-1], names)
            riders, wrong = _crew(crew, units[-1], player_id, names)
            units += riders
            troubles += wrong
    if sum(each.act.copies for each in units) > MOST_UNITS:
        many = f"These are more than {MOST_UNITS} units: add fewer at once."
        troubles.append(Trouble(1, "", many))
    if troubles and _may_go_on(said, troubles[-1]):
        troubles[-1] = replace(troubles[-1], last=True)
    return RosterHeard(tuple(units), tuple(troubles))


def _crew(
    said: Sequence[list[RosterToken]], unit: Enlisted, player_id: int | None, names: dict[int, str]
) -> tuple[list[Enlisted], list[Trouble]]:
    """Return the crew of a creation, units of their own: as many of each for every copy of it."""
    made, wrong = list[Enlisted](), list[Trouble]()
    kind = unit.act.kind or (UNIT_PRESETS[unit.act.preset].kind if unit.act.preset else "")
    on_foot = kind in ("", *(each.value for each in _ON_FOOT))
    if said and (isinstance(unit.act, AddSfUnit) or on_foot):
        return [], [Trouble(said[0][0].line, CREW, _NO_CREW)]
    for tokens in said:
        entry = RosterEntry(tokens, player_id)
        entry.read()
        wrong += entry.troubles
        mate = entry.enlisted(names) if not entry.troubles else None
        if mate is not None:
            name, many = mate.act.name, mate.act.copies * unit.act.copies
            name = name.title() if name in ROLES else name
            act = replace_dataclass(mate.act, name=name, copies=many)
            what = f"{mate.what}, crew of {unit.act.name}"
            made.append(replace(mate, act=act, what=what, mans=unit.act))
    return made, wrong


_NO_CREW = (
    "Only a vehicle, structure or creature has a crew. Say what it is first: Tank vehicle 4 cannon 3, "
    "crew of 2 Troopers; by the Sci-fi rules Crew of a weapon (Ctrl+K) puts one in."
)


def _owner(
    part: Sequence[RosterToken], players: Sequence[tuple[int, str]]
) -> tuple[int, int] | None:
    """Return the player whose name and colon begin a line, and where the rest of it begins."""
    at = next((at for at, each in enumerate(part) if each.mark and each.word == ":"), 0)
    wanted = folded(" ".join(each.word for each in part[:at]))
    found = [key for key, name in players if wanted and folded(name) == wanted]
    return (found[0], at + 1) if found and at + 1 < len(part) else None


def _entry(
    part: list[RosterToken], player_id: int | None, hints: int, sets: Sequence[str]
) -> RosterEntry:
    """Return one unit that was read, by the rule set that its words belong to."""
    says_so = any(each.word.casefold() == SCIFI_WORD for each in part if not each.quoted)
    entry = RosterEntry(part, player_id, hints=hints)
    both = BRIKWARS.name in sets and SCIFI.name in sets
    if SCIFI.name not in sets or (both and not says_so):
        entry.read()
        if not both:
            return entry
    # In a campaign of both games the words decide; where they fit neither, the troubles are BrikWars',
    # and where they fit both, it is who takes fewer of them for a name: Trooper infantry.
    other = SfRosterEntry(part, player_id, hints=hints)
    other.read()
    if says_so or not both or (entry.troubles and not other.troubles):
        return other
    longer = not other.troubles and len(other.name) < len(entry.name)
    return other if longer else entry


def _may_go_on(said: str, trouble: Trouble) -> bool:
    """Return whether what is wrong may only be unfinished: a word, a name with a colon, rounds."""
    if trouble.word == "(":
        return trouble.line == said.count("\n") + 1
    return bool(trouble.word) and said.endswith((trouble.word, f"{trouble.word}:"))
