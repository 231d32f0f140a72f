"""Understanding a line of words as any act that a referee does by hand: `biscuit catches fire 2`."""

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.step_act import StepAct
from brikdesk.errors import BadInput
from brikdesk.games import GAMES
from brikdesk.rules.brikwars.explosives import size_words
from brikdesk.spoken.answers import still_wanted, with_answer
from brikdesk.spoken.phrases import AND, ARTICLES, OVERRULE, Cursor, Phrase, spellings, take_name
from brikdesk.spoken.sayings import SAYINGS, Asks, Saying, SayingPart, Sort, forms_of
from brikdesk.spoken.words import (
    Word,
    folded_together,
    listed,
    meant,
    near,
    nearest_words,
    words_of,
)
from brikdesk.store import tables
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.session import rows_of
from brikdesk.store.views import armory, scifi, view
from brikdesk.store.views.battlefield import insides
from brikdesk.store.views.campaign_and_battle import players, plays_scifi
from brikdesk.store.views.states import states
from brikdesk.store.views.units import TABLES, UnitRow, units
from brikdesk.turns import ledger
from brikdesk.turns.steps import Preview


class NamedThing(Struct, frozen=True):
    """Something that a line can name; `unit_id` is whose it is, `x` and `y` where it stands."""

    id: int
    name: str
    also: str = ""
    code: str = ""
    unit_id: int | None = None
    x: float | None = None
    y: float | None = None


Things = Mapping[Sort, tuple[NamedThing, ...]]


@view(
    *TABLES,
    *scifi.TABLES,
    tables.Projectile,
    tables.Rack,
    tables.Round,
    tables.Field,
    tables.Terrain,
    tables.Trap,
    tables.Objective,
    tables.Battle,
    tables.CampaignRow,
    tables.Seat,
    tables.Player,
)
def nameable(session: Session) -> Things:
    """Return everything that a line can name, by its sort."""
    everybody = units(session, include_lost=True)
    named = [
        (
            row.alive,
            NamedThing(
                row.id, row.name, f"{row.faction} {row.code} {row.kind}", row.token, row.id,
                row.x, row.y,
            ),
        )
        for row in everybody
    ]  # fmt: skip
    return {
        Sort.UNIT: tuple(each for alive, each in named if alive),
        Sort.LOST: tuple(each for alive, each in named if not alive),
        Sort.PLAYER: tuple(
            NamedThing(row.id, row.faction, row.name, row.code) for row in players(session)
        ),
        **_weapons_and_explosives(session),
        **_on_the_table(session),
        **_by_scifi(session, everybody, named),
    }  # fmt: skip


def _weapons_and_explosives(session: Session) -> Things:
    racks = armory.racks(session)
    bearers = {row.id: row.unit_id for row in racks}
    return {
        Sort.WEAPON: tuple(
            NamedThing(row.id, row.name, f"{row.kind} {row.unit} {row.size:g}", "", row.unit_id)
            for row in armory.weapons(session)
            if not row.lying
        ),
        Sort.LYING: tuple(
            NamedThing(row.id, row.name, row.unit) for row in armory.lying_weapons(session)
        ),
        Sort.ROUND: tuple(
            NamedThing(
                each.id or 0,
                each.name,
                size_words(each.name, each.explosive_size, each.makeup),
                "",
                bearers.get(each.rack_id),
            )
            for each in rows_of(session, tables.Round)
            if each.count and each.rack_id in bearers
        ),
        Sort.RACK: tuple(NamedThing(row.id, row.name, row.unit, "", row.unit_id) for row in racks),
        Sort.CONTROL: tuple(
            NamedThing(row.id, f"{row.weapon} {row.place}", row.unit, "", row.unit_id)
            for row in armory.controls(session)
        ),
        Sort.EXPLOSIVE: tuple(
            NamedThing(
                row.id, row.name, f"{row.place} {row.carrier}", "", row.carrier_id, row.x, row.y
            )
            for row in armory.explosives(session)
        ),
        Sort.PROJECTILE: tuple(
            NamedThing(row.id or 0, row.name, row.type)
            for row in rows_of(session, tables.Projectile)
        ),
    }


def _on_the_table(session: Session) -> Things:
    return {
        Sort.FIELD: tuple(
            NamedThing(row.id or 0, row.name, row.kind.value, x=row.x, y=row.y)
            for row in rows_of(session, tables.Field)
        ),
        Sort.INSIDE: tuple(
            NamedThing(row.id, row.hazard, row.unit, "", row.unit_id) for row in insides(session)
        ),
        Sort.FIRE: tuple(
            NamedThing(row.id, row.name, row.kind, "", row.unit_id) for row in ledger.fires(session)
        ),
        Sort.TERRAIN: tuple(
            NamedThing(row.id or 0, row.name, row.kind.value)
            for row in rows_of(session, tables.Terrain)
            if row.unit_id is None
        ),
        Sort.TRAP: tuple(NamedThing(row.id, row.name, row.place) for row in ledger.traps(session)),
        Sort.STATE: tuple(
            NamedThing(row.id, row.kind, f"{row.cause} {row.unit}", "", row.unit_id)
            for row in states(session)
        ),
        Sort.HOMING: tuple(
            NamedThing(row.id, row.weapon, row.target, row.token, row.unit_id)
            for row in ledger.homing(session)
        ),
        Sort.MARK: tuple(
            NamedThing(row.id, row.target, row.scout, "", row.target_id)
            for row in ledger.marks(session)
        ),
        Sort.OBJECTIVE: tuple(NamedThing(row.id, row.name) for row in ledger.objectives(session)),
    }


def _by_scifi(
    session: Session, everybody: Sequence[UnitRow], named: Sequence[tuple[bool, NamedThing]]
) -> Things:
    """Return what the Sci-fi rules name; units only where BrikWars has no figures for them."""
    if not plays_scifi(session):
        return dict.fromkeys((sort for sort in Sort if sort.name.startswith("SF_")), ())
    facts = {row.unit_id for row in scifi.sf_units(session)}
    figures = {
        row.id for row in everybody if row.armor or row.action_die or row.move or row.power_limit
    }
    weapons = scifi.sf_weapons(session)
    return {
        Sort.SF_UNIT: tuple(each for alive, each in named if alive and each.id in facts - figures),
        Sort.SF_WEAPON: tuple(
            NamedThing(row.id, row.name, row.unit, "", row.unit_id) for row in weapons
        ),
        Sort.SF_MEMBER: tuple(
            NamedThing(each.id, each.name, row.name, "", each.unit_id)
            for row in weapons
            for each in row.crew
            if each.alive
        ),
        Sort.SF_LOAD: tuple(
            NamedThing(load.id, load.name, f"{row.name} {row.unit}", "", row.unit_id)
            for row in weapons
            for store in row.stores
            for load in store.loads
        ),
        Sort.SF_STORE: tuple(
            NamedThing(store.id, row.name, f"{store.capability} {row.unit}", "", row.unit_id)
            for row in weapons
            for store in row.stores
        ),
        Sort.SF_SHOT: tuple(
            NamedThing(
                shot.id,
                f"{shot.weapon} at {shot.target}" if shot.target else shot.weapon,
                f"{shot.unit} {shot.capability} {shot.warhead} shot",
                "",
                shot.unit_id,
            )
            for shot in scifi.sf_shots(session, open_only=True)
        ),
    }


class ActLine(Struct, frozen=True):
    """What one line says: an act, or as much of one as was understood.

    - `act`: None while something is missing or wrong; `values` are its fields so far.
    - `title`: the line as it was understood.
    - `trouble`: what is wrong or missing. `wrong` is the word at fault, from its first character up
      to behind its last; None where something only is missing.
    - `instead`: lines that may have been meant.
    - `overruling`: whatever refuses it is overruled, as the line says.
    """

    name: str
    act: Act | None
    values: Mapping[str, Any]
    title: str
    trouble: str = ""
    wrong: tuple[int, int] | None = None
    instead: tuple[str, ...] = ()
    preview: Preview | None = None
    overruling: bool = False

    @property
    def ready(self) -> bool:
        """Whether it can be done: complete, with all dice and choices."""
        complete = self.preview is None or self.preview.complete
        return self.act is not None and complete and not self.trouble

    @property
    def standing(self) -> str:
        """What is wrong, missing or asked for; "" where the act only has to be done."""
        return self.trouble or still_wanted(self.preview)


ExamineAny = Callable[[Act], Preview | None]
"""Returns what a step asks and does; None for an act that asks nothing."""


def hear_act(
    line: str,
    things: Things,
    examine: ExamineAny,
    games: Collection[str],
    selected: int | None = None,
) -> ActLine | None:
    """Return what a line says; None if no verb of an act is in it.

    `games` are those that the campaign is played by: acts of others are refused by name. `selected`
    is the unit that is meant where nobody is named.
    """
    words, overruled = _overruled(words_of(line))
    every = tuple(_verbs(words))
    verbs = tuple(found for found in every if found[0].game in ("", *games))
    rivals = frozenset(
        say.who.sort for say, *_ in verbs if say.who is not None and say.who.sort is not None
    )
    named = tuple(each for sort in sorted(rivals) for each in things[sort])
    readings = [
        (_Reading(words, things, named, selected, found).read(line, examine), len(found[1]))
        for found in verbs
    ]
    heard = [(each, length) for each, length in readings if each is not None]
    if not heard and (foreign := _of_another_game(words, things, every, games)):
        return foreign
    if not heard:
        return _mistyped(line, words, verbs, named or things[Sort.UNIT], games)
    best, _ = min(heard, key=_worth)
    if overruled is None or best.act is None:
        return best
    act = dataclasses.replace(best.act, overruled=best.act.overruled | overruled)
    return replace(best, act=act, overruling=not overruled)


def _overruled(words: tuple[Word, ...]) -> tuple[tuple[Word, ...], frozenset[str] | None]:
    """Return the words before `overruled`, and the rules named behind it; none of them: all."""
    at = next((n for n, word in enumerate(words) if n and word.key in OVERRULE), len(words))
    rules = [word.text.upper() for word in words[at + 1 :] if not word.mark]
    return (words[:at], frozenset(rules)) if at < len(words) else (words, None)


def _worth(found: tuple[ActLine, int]) -> tuple[bool, int, bool, int]:
    """Put readings that can be done first; of equal ones those with the longest verb.

    Then those that only lack something, then those that understand most of the line.
    """
    heard, verb = found
    wrong = heard.wrong[0] if heard.wrong else 0
    return heard.act is None, -verb, heard.wrong is not None, -wrong


Verb = tuple[Saying, tuple[str, ...], bool]
"""A saying, its verb, and whether who acts stands before it."""

PlacedVerb = tuple[Saying, tuple[str, ...], bool, int]
"""A verb with its place in the line."""


@cache
def _verbs_by_first() -> Mapping[str, tuple[Verb, ...]]:
    found: dict[str, list[Verb]] = {}
    for say in SAYINGS:
        for behind, phrases in ((False, say.first), (True, say.behind)):
            for phrase in phrases:
                for form in forms_of(phrase[0]):
                    found.setdefault(form, []).append((say, phrase, behind))
    return {form: tuple(verbs) for form, verbs in found.items()}


def _verbs(words: Sequence[Word]) -> Iterator[PlacedVerb]:
    """Yield the sayings whose verb stands in the line, with its place; the longest verbs first."""
    found = [
        (say, phrase, behind, at)
        for at, word in enumerate(words)
        for say, phrase, behind in _verbs_by_first().get(word.key, ())
        if (behind or at == 0)
        and all(each.key == said for each, said in zip(words[at + 1 :], phrase[1:], strict=False))
        and at + len(phrase) <= len(words)
    ]
    longest: dict[str, int] = {}
    for say, phrase, _, _ in found:
        longest[say.act] = max(longest.get(say.act, 0), len(phrase))
    # Of the verbs of one act the longest is meant: `next turn` is not `next` with a word behind it.
    yield from (each for each in found if len(each[1]) == longest[each[0].act])


def not_played(what: str, game: str) -> str:
    """Return the sentence that refuses something which the campaign's rules do not have."""
    return f"{what} is of {GAMES[game].title}, which this campaign is not played by."


def _of_another_game(
    words: tuple[Word, ...], things: Things, verbs: Sequence[PlacedVerb], games: Collection[str]
) -> ActLine | None:
    """Return the line refused where its verb belongs to a game that the campaign does not play."""
    known = {(at, phrase[0]) for say, phrase, _, at in verbs if say.game in ("", *games)}
    for say, phrase, behind, at in verbs:
        if say.game in ("", *games) or (len(phrase) == 1 and (at, phrase[0]) in known):
            continue
        # Words that name nobody are typed to look for something.
        rest = words[:at] if behind else words[at + len(phrase) :]
        named = folded_together(word for word in rest if word.key not in ARTICLES)
        if behind and not meant(named, chain(*things.values())):
            continue
        said = words[at : at + len(phrase)]
        verb = " ".join(word.text for word in said)
        place = (said[0].start, said[-1].end)
        return ActLine(
            say.act, None, {}, verb.capitalize(), not_played(f"“{verb}”", say.game), place
        )
    return None


class _Misread(Exception):
    """What is wrong with a line, and at which of its words; without words something is missing."""

    def __init__(
        self, sentence: str, words: Sequence[Word] = (), instead: Sequence[str] = ()
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.instead = sentence, tuple(instead)
        self.place = (words[0].start, words[-1].end) if words else None


class _Reading:
    """Reads a line by one saying, part by part."""

    def __init__(
        self,
        words: tuple[Word, ...],
        things: Things,
        named: tuple[NamedThing, ...],
        selected: int | None,
        verb: PlacedVerb,
    ) -> None:
        self._words, self._things, self._selected = words, things, selected
        self._named = named
        self._say, self._phrase, self._behind, self._at = verb
        self._cursor = Cursor(words, self._at + len(self._phrase))
        self._values: dict[str, Any] = {}
        self._said: dict[str, str] = {}
        self._places: dict[str, Sequence[Word]] = {}
        self._left: list[Word] = []
        self._who: NamedThing | None = None

    def read(self, line: str, examine: ExamineAny) -> ActLine | None:
        """Return what the line says by this saying; None if somebody else does something in it."""
        if not self._take_who():
            return None
        trouble = ""
        wrong: tuple[int, int] | None = None
        instead: tuple[str, ...] = ()
        act: Act | None = None
        preview: Preview | None = None
        try:
            self._take_parts()
            self._fill_own()
            self._check_needed()
            act, preview = self._made(examine)
        except _Misread as found:
            trouble, wrong = found.sentence, found.place
            instead = tuple(_mended(line, wrong, each) for each in found.instead)
        values = {**self._say.fixed, **self._values}
        title = self._title()
        return ActLine(self._say.act, act, values, title, trouble, wrong, instead, preview)

    def _take_who(self) -> bool:
        who = self._say.who
        if self._behind:
            return self._take_subject(who) if who is not None else False
        if who is None:
            return True
        at, word = self._cursor.at, self._cursor.peek()
        if word is None or word.figure is not None:
            return self._take_selected(who)
        if who.asks is Asks.THINGS and self._take_things(who):
            return True
        named = take_name(self._cursor, self._named)
        if self._is_who(who, named.found, named.words):
            return True
        self._cursor.at = at
        return not named.found and self._take_selected(who)

    def _is_who(self, who: SayingPart, found: Sequence[NamedThing], words: Sequence[Word]) -> bool:
        """Note who is named, or that several are; return False where it is of another sort."""
        # What fits a name best of all sorts is meant: `s` is no Explosive where units begin with it.
        ours = tuple(each for each in self._things[who.sort or Sort.UNIT] if each in found)
        if len(ours) == 1:
            self._set_who(who, ours[0], words)
        elif ours:
            self._who_is_open = Phrase(tuple(words), ours)
        return bool(ours)

    _who_is_open: Phrase[NamedThing] | None = None

    def _take_subject(self, who: SayingPart) -> bool:
        """Read all words before the verb as who acts; the selected unit if there are none."""
        before = [word for word in self._words[: self._at] if word.key not in ARTICLES]
        if not before:
            return self._at == 0 and self._take_selected(who)
        if who.asks is Asks.THINGS:
            return self._take_subjects(who, before)
        return self._is_who(who, meant(folded_together(before), self._named), before)

    def _take_subjects(self, who: SayingPart, before: Sequence[Word]) -> bool:
        """Read several who act: ledger, receipt and glow are incapacitated."""
        names: list[list[Word]] = [[]]
        for word in before:
            if word.mark or word.key in AND:
                names.append([])
            else:
                names[-1].append(word)
        every = self._things[who.sort or Sort.UNIT]
        found = [meant(folded_together(name), every) for name in names if name]
        if not found or any(len(each) != 1 for each in found):
            return self._is_who(who, meant(folded_together(before), self._named), before)
        said = listed([each.name for each, *_ in found], "and")
        return self._set(who, list(dict.fromkeys(each.id for each, *_ in found)), before, said)

    def _take_selected(self, who: SayingPart) -> bool:
        sort = who.sort if who.sort in (Sort.UNIT, Sort.SF_UNIT) else None
        unit = next((u for u in self._things[sort or Sort.UNIT] if u.id == self._selected), None)
        if sort is None or unit is None:
            return not who.needed and not self._behind
        self._set_who(who, unit, ())
        return True

    def _set_who(self, part: SayingPart, thing: NamedThing, words: Sequence[Word]) -> None:
        self._who = thing
        if part.name:
            self._values[part.name] = [thing.id] if part.asks is Asks.THINGS else thing.id
            self._places[part.name] = words

    def _take_parts(self) -> None:
        if (open_one := self._who_is_open) is not None:
            every = self._things[(self._say.who or self._say.parts[0]).sort or Sort.UNIT]
            raise _which(open_one, every)
        cursor = self._cursor
        while (word := cursor.peek()) is not None:
            if word.mark:
                cursor.take()
            elif not (self._take_announced(word) or self._take_bare()):
                if word.key in ARTICLES | AND:
                    cursor.take()
                else:
                    self._left += cursor.take()

    def _open_parts(self) -> list[SayingPart]:
        said = self._values
        return [
            part
            for part in self._say.parts
            if part.name.split(" ")[0] not in said and not (part.unless and part.unless in said)
        ]

    def _take_announced(self, word: Word) -> bool:
        """Read a part that the next word announces: `to crumpet`, `by marek`."""
        asked = [part for part in self._open_parts() if word.key and word.key in part.after]
        for part in asked:
            at = self._cursor.at
            self._cursor.take()
            if word.key == "because" and self._cursor.key() == "of":
                self._cursor.take()
            if self._take(part):
                name = part.name.split(" ")[0]
                self._said[name] = f"{word.text} {self._said[name]}"
                return True
            self._cursor.at = at
        return False

    def _take_bare(self) -> bool:
        for part in self._open_parts():
            usual = part.asks in (Asks.THING, Asks.NUMBER) and part.needed
            bare = not part.after or usual or part.asks in (Asks.THINGS, Asks.LOADS)
            at = self._cursor.at
            if bare and self._take(part):
                return True
            self._cursor.at = at
        return False

    def _take(self, part: SayingPart) -> bool:
        take: dict[Asks, Callable[[SayingPart], bool]] = {
            Asks.THING: self._take_thing,
            Asks.THINGS: self._take_things,
            Asks.NUMBER: self._take_number,
            Asks.PLACE: self._take_place,
            Asks.WORDS: self._take_words,
            Asks.ONE_OF: self._take_one_of,
            Asks.FLAG: self._take_flag,
            Asks.DICE: self._take_dice,
            Asks.XSIZE: self._take_xsize,
            Asks.LOADS: self._take_loads,
        }
        return take[part.asks](part)

    def _set(self, part: SayingPart, value: Any, words: Sequence[Word], said: str = "") -> bool:
        if part.name:
            self._values[part.name] = value
            self._said[part.name] = said or " ".join(word.text for word in words)
            self._places[part.name] = words
        return True

    def _offered(self, part: SayingPart) -> tuple[NamedThing, ...]:
        every = self._things[part.sort or Sort.UNIT]
        if part.only:
            every = tuple(each for each in every if each.name == part.only)
        if part.own and self._who is not None:
            return tuple(each for each in every if each.unit_id == self._who.unit_id)
        return every

    def _take_thing(self, part: SayingPart) -> bool:
        every = self._offered(part)
        word = self._cursor.peek()
        if word is None or word.figure is not None:
            return False  # a number is no name, though that of Form 27B begins with one
        named = take_name(self._cursor, every)
        if named.one is not None:
            return self._set(part, named.one.id, named.words, named.one.name)
        if named.found:
            raise _which(named, every)
        return False

    def _take_things(self, part: SayingPart) -> bool:
        """Read names with commas or `and` between them; the last one may stand alone."""
        cursor, every = self._cursor, self._offered(part)
        found: list[NamedThing] = []
        begun, end = cursor.at, cursor.at
        while (word := cursor.peek()) is not None and word.figure is None:
            named = take_name(cursor, every)
            if named.one is None:
                if named.found:
                    raise _which(named, every)
                break
            found.append(named.one)
            end = cursor.at
            while (word := cursor.peek()) is not None and (word.mark or word.key in AND):
                cursor.take()
            if cursor.at == end:
                break
        cursor.at = end
        ids = list(dict.fromkeys(each.id for each in found))
        names = ", ".join(each.name for each in found)
        return bool(found) and self._set(part, ids, self._words[begun:end], names)

    def _take_loads(self, part: SayingPart) -> bool:
        """Read rounds by their numbers: 7, or 4 flame and 3 blast."""
        cursor, begun = self._cursor, self._cursor.at
        loads: list[dict[str, Any]] = []
        while (word := cursor.peek()) is not None and word.number is not None:
            cursor.take()
            name = cursor.run(lambda each: each.mark or each.figure is not None or each.key in AND)
            said = " ".join(each.text for each in self._taken(name))
            loads.append({"count": word.number, "name": said})
            while (word := cursor.peek()) is not None and (word.mark or word.key in AND):
                cursor.take()
        return bool(loads) and self._set(part, loads, self._words[begun : cursor.at])

    def _take_number(self, part: SayingPart) -> bool:
        word = self._cursor.peek()
        if word is None or (figure := _figure(word)) is None:
            return False
        value = int(figure) if figure == int(figure) else figure
        return self._set(part, value, self._cursor.take())

    def _take_place(self, part: SayingPart) -> bool:
        x, y = self._cursor.peek(), self._cursor.peek(1)
        comma = 1 if y is not None and y.mark else 0
        y = self._cursor.peek(1 + comma)
        if x is None:
            return False
        across, down = _figure(x), None if y is None else _figure(y)
        if across is not None and down is not None and y is not None:
            taken = self._cursor.take(2 + comma)
            return self._set_place((across, down), taken, f"{x.text} {y.text}")
        if across is not None:
            return False
        standing = (Sort.UNIT, Sort.FIELD, Sort.EXPLOSIVE)
        named = take_name(self._cursor, [each for s in standing for each in self._things[s]])
        if named.one is None:
            return False
        spot = named.one
        if spot.x is None or spot.y is None:
            raise _Misread(f"Nobody noted where {spot.name} is.", named.words)
        return self._set_place((spot.x, spot.y), named.words, spot.name)

    def _set_place(self, point: tuple[float, float], words: Sequence[Word], said: str) -> bool:
        self._values |= {"x": point[0], "y": point[1]}
        self._said["x"] = said
        self._places["x"] = words
        return True

    def _take_words(self, part: SayingPart) -> bool:
        word = self._cursor.peek()
        if word is None:
            return False
        if word.quoted:
            return self._set(part, word.text, self._cursor.take())
        if part.after and not self._announced():
            return False
        if not part.after and not (part.needed or len(self._say.parts) == 1):
            return False
        # Free words end where something else is announced, or where figures come.
        run = self._cursor.run(self._ends_words)
        return bool(run) and self._set(part, " ".join(each.text for each in self._taken(run)), run)

    def _taken(self, run: Sequence[Word]) -> tuple[Word, ...]:
        return self._cursor.take(len(run))

    def _announced(self) -> bool:
        """Return whether the word that was read last announces a part."""
        before = self._words[self._cursor.at - 1] if self._cursor.at else None
        return before is not None and any(before.key in part.after for part in self._say.parts)

    def _ends_words(self, word: Word) -> bool:
        if word.quoted:
            return False
        announced = any(
            word.key in part.after for part in self._open_parts() if part.asks is not Asks.WORDS
        )
        sizes = any(part.asks is Asks.XSIZE for part in self._say.parts)
        return announced or word.mark or (sizes and bool(_XSIZE.fullmatch(word.key)))

    def _take_one_of(self, part: SayingPart) -> bool:
        best = 0
        value: Any = None
        for said, meaning in part.values.items():
            wanted = said.split()
            there = [self._cursor.key(ahead) for ahead in range(len(wanted))]
            if there == wanted and len(wanted) > best:
                best, value = len(wanted), meaning
        return bool(best) and self._set(part, value, self._cursor.take(best))

    def _take_flag(self, part: SayingPart) -> bool:
        if self._cursor.key() not in part.values:
            return False
        value = part.values[self._cursor.key()]
        return self._set(part, value, self._cursor.take())

    def _take_dice(self, part: SayingPart) -> bool:
        word = self._cursor.peek()
        if word is None or not _DICE.fullmatch(word.key):
            return False
        taken = list(self._cursor.take())
        if self._say.act == "AddField":
            # A Field's die has its kind behind it: d4 Fire.
            if self._cursor.key() in _DIE_KINDS:
                taken += self._cursor.take()
            return self._set(part, [" ".join(each.text for each in taken)], taken)
        return self._set(part, word.text, taken)

    def _take_xsize(self, part: SayingPart) -> bool:
        word = self._cursor.peek()
        found = _XSIZE.fullmatch(word.key) if word is not None else None
        return found is not None and self._set(part, int(found[1]), self._cursor.take())

    def _fill_own(self) -> None:
        """Fill in what only one thing can be: the weapon of who has one, the Field he is in."""
        for part in self._open_parts():
            if not (part.own and part.needed):
                continue
            if any(word.figure is None for word in self._left):
                raise self._unknown(part)
            offered = self._offered(part)
            if len(offered) > 1:
                names = listed([each.name for each in offered[:6]])
                raise _Misread(f"Which one: {names}?", (), [each.name for each in offered[:6]])
            if not offered:
                whose = f"{self._who.name} has none" if self._who else "there is none"
                raise _Misread(f"{part.missing.capitalize()}: {whose}.", self._verb)
            self._set(part, offered[0].id, (), offered[0].name)

    @property
    def _verb(self) -> Sequence[Word]:
        return self._words[self._at : self._at + len(self._phrase)]

    def _check_needed(self) -> None:
        who = self._say.who
        if who is not None and who.name and who.needed and who.name not in self._values:
            raise self._unknown(who)
        for part in self._open_parts():
            if part.needed:
                raise self._unknown(part)

    def _unknown(self, part: SayingPart) -> _Misread:
        """Return what is missing; where words are left over, they may have been meant for it."""
        if part.asks is Asks.THING and self._left:
            every = self._offered(part)
            said = [word for word in self._left if word.figure is None] or self._left
            close = near(folded_together(said), every)
            tail = f": {listed([each.name for each in close])}?" if close else "."
            text = " ".join(word.text for word in said)[:40]
            return _Misread(
                f"“{text}” is not {part.missing}{tail}", said, [each.name for each in close]
            )
        if odd := [word for word in self._left if word.figure is None]:
            return _Misread(_no_place(odd[0]), odd[:1])
        return _Misread(f"Say {part.missing}.")

    def _made(self, examine: ExamineAny) -> tuple[Act, Preview | None]:
        """Return the act, with the dice and letters that stand last in the line."""
        word: Word | None = None
        try:
            act = act_from_data({"act": self._say.act, **self._say.fixed, **self._values})
            preview = examine(act)
            for word in self._left:
                if preview is None or not isinstance(act, StepAct):
                    raise _Misread(_no_place(word), (word,))
                act = with_answer(act, word, preview)
                preview = examine(act)
        except BadInput as error:
            where = [word] if word is not None else self._places.get(error.where.split(".")[0], ())
            raise _Misread(error.sentence, where or self._verb) from None
        return act, preview

    def _title(self) -> str:
        """Return the line as it was understood: Biscuit catches fire 2."""
        open_one = self._who_is_open
        who = self._who.name if self._who else open_one.text if open_one else ""
        verb = " ".join(word.text for word in self._verb)
        begins = f"{who} {verb}" if self._behind else f"{verb} {who}".strip()
        said = [self._said[name] for name in self._said]
        return " ".join([begins[:1].upper() + begins[1:], *said])


def _figure(word: Word) -> float | None:
    """Return a number or inches; a number with a decimal point too, as places have them."""
    if word.figure is not None or word.quoted:
        return word.figure
    return float(word.text) if _DECIMAL.fullmatch(word.text) else None


_DECIMAL = re.compile(r"\d{1,4}\.\d{1,4}", re.ASCII)
_DICE = re.compile(r"\d{0,2}d\d{1,2}(?:[+\-]\d{1,3})?(?:\+\d{0,2}d\d{1,2})*")
_XSIZE = re.compile(r"x(\d{1,2})")
_DIE_KINDS = frozenset(
    ("fire", "acid", "ion", "poison", "virus", "exp", "ap", "cold", "vacuum", "pierce")
)


def _no_place(word: Word) -> str:
    return f"“{word.text[:40]}” has no place in this."


def _which(said: Phrase[NamedThing], every: Sequence[NamedThing]) -> _Misread:
    names = listed([each.name for each in said.found[:6]])
    return _Misread(f"“{said.text}” may be {names}.", said.words, spellings(said.found[:6], every))


def _mended(line: str, wrong: tuple[int, int] | None, better: str) -> str:
    if wrong is None:
        return f"{line.rstrip()} {better}"
    return line[: wrong[0]] + better + line[wrong[1] :]


@cache
def _verbs_of(games: tuple[str, ...]) -> frozenset[str]:
    """Return the verbs that the acts of these games begin with."""
    played = (say for say in SAYINGS if say.game in ("", *games))
    phrases = (phrase for say in played for phrase in (*say.first, *say.behind))
    return frozenset(phrase[0] for phrase in phrases if len(phrase[0]) > 3)


def _mistyped(
    line: str,
    words: Sequence[Word],
    verbs: Sequence[PlacedVerb],
    named: Sequence[NamedThing],
    games: Collection[str],
) -> ActLine | None:
    """Return what a line may have been meant to say whose verb or name was mistyped; else None.

    Only where the other one is known, or nearly: anything may be typed to look for something.
    """
    at = next((at for *_, behind, at in verbs if behind), 0)
    said = folded_together(words[:at])
    if at and not meant(said, named) and (close := near(said, named)):
        wrong = (words[0].start, words[at - 1].end)
        names = [each.name for each in close[:3]]
        typed = " ".join(word.text for word in words[:at])[:40]
        instead = tuple(_mended(line, wrong, each) for each in names)
        trouble = f"Nobody is called “{typed}”: {listed(names)}?"
        return ActLine("", None, {}, line.strip(), trouble, wrong, instead)
    for at, word in enumerate(words[:6]):
        if word.quoted or word.figure is not None or len(word.key) < 4:
            continue
        if word.key in _verbs_by_first():
            continue
        meant_verbs = nearest_words(word.key, _verbs_of(tuple(games)))
        others = words[:at] or [each for each in words[at + 1 :] if each.figure is None]
        other = folded_together(others)
        known = meant(other, named) or near(other, named) if others else ()
        if meant_verbs and known:
            wrong = (word.start, word.end)
            instead = tuple(_mended(line, wrong, each) for each in meant_verbs[:3])
            trouble = f"“{word.text}” is no verb: {listed(list(meant_verbs[:3]))}?"
            return ActLine("", None, {}, line.strip(), trouble, wrong, instead)
    return None
