"""One unit of a roster in words by the Sci-fi rules: its kind, armor class and catalogue weapons.

`3 Troopers infantry class 2, laser rifle; Carrier vehicle class 5, missile rack range 24 (7)`
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import field

from brikdesk.acts.scifi.load_rows import LoadFacts
from brikdesk.acts.scifi.units import AddSfUnit
from brikdesk.acts.scifi.weapon_facts import SfWeaponFacts
from brikdesk.rules.scifi.units import UNITS, SfUnitKind
from brikdesk.rules.scifi.warheads import WARHEADS
from brikdesk.rules.scifi.weapons import WEAPONS
from brikdesk.spoken.naming import nearest_words
from brikdesk.spoken.roster_entry import Enlisted, RosterEntry, RosterToken
from brikdesk.spoken.roster_vocabulary import LONGEST_PHRASE, Means, WordSequence
from brikdesk.spoken.words import folded

SCIFI_WORD = "sci-fi"
"""The word that makes a unit one of the Sci-fi rules where a campaign plays both."""

MOST_ALIKE = 20
"""Weapons alike of one unit, and types of round of one weapon."""

_FIGURES = {
    "factor": "typed_factor", "attack factor": "typed_factor", "range": "range_factor",
    "range factor": "range_factor", "minimum": "minimum_range", "area": "area_size",
    "width": "area_width", "barrels": "barrels",
}  # fmt: skip
"""Words behind a weapon before a number, and its figure."""

_WHOLE = ("typed_factor", "barrels")
_FLAGS = {
    "powered armor": ("powered_armor", True), "open topped": ("open_topped", True),
    "in the open": ("open_topped", True), "on foot": ("on_foot", True), "riding": ("on_foot", False),
}  # fmt: skip


@cache
def scifi_vocabulary() -> Mapping[WordSequence, Means]:
    """Return what each phrase means in a line of a Sci-fi unit."""
    known = {folded(name): Means("unit", name) for name in UNITS}
    # What the catalogue calls Wardrone is that kind, and no more.
    known |= {folded(kind.value): Means("kind", kind) for kind in SfUnitKind}
    for name in WEAPONS:
        known[folded(name)] = known[folded(f"{name}s")] = Means("weapon", name)
    known |= {folded(words): Means("figure", name) for words, name in _FIGURES.items()}
    known |= {folded(words): Means("flag", words) for words in _FLAGS}
    known |= {folded(name): Means("warhead", name) for name in WARHEADS}
    known |= {folded(words): Means("class") for words in ("armor class", "class", "ac")}
    return known | {folded("size"): Means("size"), folded(SCIFI_WORD): Means("scifi")}


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
        said = folded(" ".join(words))
        singular = said and (*said[:-1], said[-1].removesuffix("s"))
        means = scifi_vocabulary().get(said) or scifi_vocabulary().get(singular or ())
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
            self.at += 1
            self._unknown(token)

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
            self.facts.update(dict([_FLAGS[str(means.value)]]))
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
        opening = self._token()
        if opening is None or not (opening.mark and opening.word == "("):
            return ()
        self.at += 1
        found: list[LoadFacts] = []
        group: list[RosterToken] = []
        while token := self._token():
            self.at += 1
            if not (token.mark and token.word in ",;)"):
                group.append(token)
                continue
            if group:
                found.append(self._load(group))
            group = []
            if token.word == ")":
                return tuple(found)
        self._wrong(opening, "This parenthesis is not closed.")
        return ()

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

    def _phrase(self, at: int | None = None) -> tuple[WordSequence, Means] | None:
        """Return the longest known phrase that begins here."""
        words: list[str] = []
        best: tuple[WordSequence, Means] | None = None
        begin = self.at if at is None else at
        for token in self.tokens[begin : begin + LONGEST_PHRASE + 2]:
            if token.mark or token.quoted:
                break
            words += folded(token.word)
            if means := scifi_vocabulary().get(tuple(words)):
                best = tuple(words), means
        return best

    def _unknown(self, token: RosterToken) -> None:
        known = {word for words in scifi_vocabulary() for word in words}
        is_sought = len(self.troubles) < self.hints
        near = nearest_words(token.word.casefold(), known) if is_sought else ()
        meant = f" Did you mean {near[0]}?" if near else " Put notes in quotes."
        self._wrong(token, f"This is not understood.{meant}")


def _carried(weapon: SfWeaponFacts) -> str:
    figures = (
        ("factor", weapon.typed_factor), ("range", weapon.range_factor),
        ("area", weapon.area_size), ("barrels", weapon.barrels),
    )  # fmt: skip
    said = [f"{name} {value:g}" for name, value in figures if value is not None]
    loads = ", ".join(f"{each.count} {each.name}".strip() for each in weapon.loads)
    name = weapon.catalogue[:1].upper() + weapon.catalogue[1:]
    return " ".join([name, *said, weapon.warhead or "", f"({loads})" if loads else ""]).strip()
