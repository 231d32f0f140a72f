"""A battle as a story: what happened in plain sentences, the dead, great rolls; the record behind it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.reports import data as report_data
from brikdesk.rules.texts import is_known
from brikdesk.store.house_rules import OwnParagraph
from brikdesk.store.lines import INSTEAD, OVERRULED, RULED, Kind, part_text
from brikdesk.store.views.past_turns import chance_said, percent
from brikdesk.text import number_of, opening
from brikdesk.turns.seal import Proof, SealedRoll

MOST_IN_STORY = 8
"""The most pictures between the paragraphs of the story."""


class StoryHeading(Struct, frozen=True):
    """A heading of level 1 to 3; `colour` is the token of a faction, empty for none."""

    level: int
    words: str
    colour: str = ""


class Sentence(Struct, frozen=True):
    """A sentence under a heading."""

    words: str


class StoryTable(Struct, frozen=True):
    """A table with a head; all cells are words."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Happenings(Struct, frozen=True):
    """Lines of the log that stand together."""

    entries: tuple[report_data.ReportLine, ...]


class StoryPicture(Struct, frozen=True):
    """The table after a turn."""

    table: report_data.TableMap


class StoryMaps(Struct, frozen=True):
    """Tables that stand side by side where there is room."""

    tables: tuple[report_data.TableMap, ...]


class Snapshot(Struct, frozen=True):
    """A photo that is pinned to a turn."""

    photo: report_data.ReportPhoto


class Record(Struct, frozen=True):
    """What stands behind the story: folded on a page, under a heading elsewhere."""

    words: str
    blocks: Callable[[], Iterator["StoryBlock"]]


StoryBlock = (
    StoryHeading | Sentence | StoryTable | Happenings | StoryPicture | StoryMaps | Snapshot | Record
)
Tables = dict[int, report_data.TableMap]
"""The table after player turns, by the key of the turn."""


def story(data: report_data.ReportData, tables: Tables) -> Iterator[StoryBlock]:
    """Yield the blocks of a battle: the story first, the record behind it."""
    yield StoryHeading(1, data.title)
    said = (f"{data.campaign}. {data.rules_short}. {data.subtitle}", data.seal_words)
    yield Sentence(" ".join(filter(None, said)))
    shown: set[int] = set()
    chapters = tuple(prose(data))
    if chapters:
        yield Sentence(headline(data))
    if maps := tuple(each for each in (data.opening, data.closing) if each is not None):
        yield StoryMaps(maps)
        # The table at the end is the one after the last turn.
        shown |= {turn.turn_id for turn in data.turns[-1:] if data.closing is not None}
    snapshots: list[report_data.ReportPhoto] = []
    for turn, words, weight in chapters:
        yield StoryHeading(3, turn.title, turn.colour)
        yield Sentence(words)
        if len(shown) + len(snapshots) >= MOST_IN_STORY:
            continue
        # A photo of the real table tells more than its map.
        if photo := next((each for each in data.photos_of(turn.turn_id) if not each.fault), None):
            yield Snapshot(photo)
            snapshots.append(photo)
        elif weight >= _GREAT and turn.turn_id in tables:
            if turn.turn_id not in shown:
                yield StoryPicture(tables[turn.turn_id])
            shown.add(turn.turn_id)
    yield from _behind_the_turns(data)
    left = {turn_id: table for turn_id, table in tables.items() if turn_id not in shown}
    photos = tuple(each for each in data.photos if each not in snapshots)
    yield Record(RECORD, partial(_record, replace(data, photos=photos), left))


RECORD = "Numbers and rules"
"""What is behind the story, as it is called."""


def _behind_the_turns(data: report_data.ReportData) -> Iterator[StoryBlock]:
    """Yield the dead, the great rolls, and what each unit did."""
    if dead := tuple(the_dead(data)):
        yield StoryHeading(2, "The dead")
        yield StoryTable(("Name", "Faction", "When", "How"), dead)
    if rolls := great_rolls(data):
        yield StoryHeading(2, "Great rolls")
        yield StoryTable(
            ("Roll", "Chance of a hit", "When"),
            tuple((roll.words, percent(roll.chance), roll.when) for roll in rolls),
        )
    if data.service:
        yield StoryHeading(2, "Service record")
        yield StoryTable(
            ("Unit", "What it did"), tuple((line.unit, line.words) for line in data.service)
        )


def the_dead(data: report_data.ReportData) -> Iterator[tuple[str, str, str, str]]:
    """Yield who was lost: name, faction, turn, and what the log says of how it came about."""
    for row in _lost(data):
        yield row.name, row.side, row.value, _how(data, row)


def _lost(data: report_data.ReportData) -> Iterator[report_data.LastingFact]:
    for facts in data.facts:
        if facts.heading == report_data.LOST:
            yield from facts.rows


def _how(data: report_data.ReportData, lost: report_data.LastingFact) -> str:
    """Return what happened to a unit in the turn in which it was lost, as the story tells it.

    Of one of whom nothing is told but its end, it is what its act was.
    """
    for turn in data.turns:
        if f"Turn {turn.number}, {turn.code}" != lost.value:
            continue
        every = clauses_of(turn)
        own = [each for each in every if each.unit_id == lost.unit_id]
        if ends := [each for each in own if each.weight >= _GREAT]:
            befell = [each for each in own if not each.is_deed]
            did = tuple(dict.fromkeys(each.did for each in befell))
            acts = [each for each in every if each.act_id == ends[-1].act_id and each.is_deed]
            if len(did) == 1 and acts:
                return opening(f"{did[0]}: {acts[-1].who} {acts[-1].did}.")
            return opening(f"{_listed(did)}.")
    return ""


class GreatRoll(Struct, frozen=True):
    """A roll against the odds: what it was, the chance of a hit in percent, and the turn."""

    words: str
    chance: float
    when: str
    odd: float
    """The chance of what happened, in percent."""


UNLIKELY, LIKELY = 25, 75
"""A hit below the one chance, and a miss above the other, is a great roll."""

MOST_ROLLS = 5


def great_rolls(data: report_data.ReportData) -> tuple[GreatRoll, ...]:
    """Return the least likely hits and misses of the battle, in the order in which they fell."""
    found = [roll for turn in data.turns for roll in _rolls_of(turn)]
    least = sorted(found, key=lambda roll: roll.odd)[:MOST_ROLLS]
    return tuple(roll for roll in found if any(roll is each for each in least))


def _rolls_of(turn: report_data.TurnPart) -> Iterator[GreatRoll]:
    lines = sorted((*turn.start, *turn.play, *turn.fights, *turn.end), key=_act_of)
    vain = _in_vain(lines)
    for line in lines:
        shot = _shot_of(line)
        if shot is not None and shot.is_great:
            assert shot.chance is not None
            odd = shot.chance if shot.hit else 100 - shot.chance
            did = _to_no_effect(shot.did) if shot.hit and line.act_id in vain else shot.did
            yield GreatRoll(f"{shot.who} {did}", shot.chance, turn.title, odd)


def _act_of(line: report_data.ReportLine) -> int:
    return line.act_id


def _record(data: report_data.ReportData, tables: Tables) -> Iterator[StoryBlock]:
    if data.scores:
        yield StoryHeading(2, "Factions")
        yield _scores(data.scores)
    for facts in data.facts:
        yield StoryHeading(2, facts.heading)
        if facts.rows:
            yield StoryTable(("Name", "When"), tuple((row.name, row.value) for row in facts.rows))
        else:
            yield Sentence(facts.none)
    if data.before:
        yield StoryHeading(2, "Before the battle")
        yield Happenings(data.before)
    for turn in data.turns:
        yield from _turn(turn)
        if turn.turn_id in tables:
            yield StoryPicture(tables[turn.turn_id])
        for photo in data.photos_of(turn.turn_id):
            yield Sentence(photo.fault) if photo.fault else Snapshot(photo)
    if rows := decisions(data):
        yield StoryHeading(2, DECISIONS)
        yield StoryTable(DECISIONS_HEAD, rows)
    if data.seal and data.seal.opened:
        yield StoryHeading(2, PROOF)
        for words in (*how_proved(data.seal), f"{NOT_PROVED}.", *not_proved(data.seal)):
            yield Sentence(words)
        yield StoryTable(ROLLS_HEAD, roll_rows(data.seal))


DECISIONS = "Book of rulings"
DECISIONS_HEAD = ("Rule", "What was decided", "When")


def decisions(data: report_data.ReportData) -> tuple[tuple[str, str, str], ...]:
    """Return what was decided in all turns by rule, words and turns, for the next table to look up."""
    decided: dict[tuple[str, str], list[str]] = {}
    for turn in data.turns:
        for entry in turn.rulings:
            # That steps wait, or whose turn it is, is no rule that anybody would look up.
            if entry.lead == RULED or (entry.lead == OVERRULED and is_known(entry.rule)):
                said = " ".join(part_text(part) for part in entry.parts)
                words = f"Overruled: {said}" if entry.lead == OVERRULED else said
                when = decided.setdefault((entry.rule or "–", words), [])
                when.append(f"Turn {turn.number}, {turn.code}")
    return tuple((*what, "; ".join(dict.fromkeys(when))) for what, when in decided.items())


PROOF, ALL_ROLLS = "Proof of the sealed rolls", "All sealed rolls, as they were declared"
NOT_PROVED = "What this does not prove"

ROLLS_HEAD = ("Last line hashed, before its die", "What for", "Faces", "")


def how_proved(proof: Proof) -> Iterator[str]:
    """Yield the sentences that say what was sealed, how a face follows from it, and what came of it."""
    yield proof.verdict
    yield (
        "Before the first die was thrown, the desk drew a seed of 32 random bytes and told its SHA-256 "
        f"hash: {proof.hash}. Hold it against what you wrote down then, or against an early report."
    )
    yield f"The seed, told once the battle was over: {proof.seed}."
    words = "; ".join(proof.words)
    yield f"Words of the players: {words}." if words else "No player has said a word for the seal."
    example = f"{proof.rolls[0].roll}, die 1, throw 1" if proof.rolls else "roll 1, die 1, throw 1"
    yield (
        "A face is the HMAC-SHA-256, with the seed as its key, of the words, each on a line, and a last "
        f"line that names the die: {example}. The number that it is, from 0 to 2^256 - 1, is divided by "
        "2^256 // sides; the quotient and 1 is the face. A number beyond the last whole part counts as "
        "not thrown, and the next one is throw 2."
    )
    yield (
        "Dice 1, 2, 3 are those of a roll, A1, A2 those of an Armor; 1+ is the Bonus Die that die 1 has "
        "earned. A declaration that was undone keeps its number: declared once more, it gets the same "
        "faces. Whatever was undone stays in this list."
    )
    yield (
        "To check it without BrikDesk: brikdesk seal FILE --json > proof.json, then "
        "python prove_sealed_rolls.py proof.json, a script of a page in the folder docs."
    )


def not_proved(proof: Proof) -> Iterator[str]:
    """Yield what no seal can prove, with what of it is known."""
    yield (
        "That nobody rolled ahead in a copy of the file, or read the seed out of it with another program: "
        "the referee's computer must hold it. What was tried in a copy is in no list."
    )
    yield "That nothing was put back: an older copy of the file has forgotten what was declared since."
    yield "That the players said their words only after they had written the hash down."
    dice = (
        (proof.typed, "typed as they lay on the table"),
        (proof.outside, "rolled outside of the seal, in a trial or a correction"),
        (proof.changed, "changed by hand after they were rolled"),
    )
    other = ", ".join(f"{count} {words}" for count, words in dice if count)
    yield f"Dice that were not sealed: {other}." if other else "No other dice: all were sealed."
    if proof.undone:
        yield (
            f"{number_of(proof.undone, 'declaration was', 'declarations were')} undone. Look what was "
            "declared in place of each."
        )
    for other in proof.others:
        yield f"The battle was begun before under another seal, and taken back: {other}."


def roll_rows(proof: Proof) -> tuple[tuple[str, ...], ...]:
    """Return a row for each roll: its name, what it was for, its faces, and what is to be noticed."""
    return tuple(
        (
            roll.roll,
            roll.what,
            "; ".join(f"{die.die}: d{die.sides} {die.face}" for die in roll.dice) or "none",
            _noticed(roll),
        )
        for roll in proof.rolls
    )


def _noticed(roll: SealedRoll) -> str:
    wrong = ["NOT PROVED"] if any(die.proved is False for die in roll.dice) else []
    return ", ".join(wrong + ([] if roll.stands else ["undone"]))


def _scores(scores: Sequence[report_data.Score]) -> StoryTable:
    rows = tuple(
        (
            score.faction,
            score.person,
            *map(str, (score.turns, score.attacks, score.lost, score.dice.total)),
            *([] if score.points is None else [str(score.points)]),
        )
        for score in scores
    )
    head = ("Faction", "Player", "Turns", "Attacks", "Units lost", "Dice")
    counted = any(score.points is not None for score in scores)
    return StoryTable((*head, "Points") if counted else head, rows)


def _turn(turn: report_data.TurnPart) -> Iterator[StoryBlock]:
    yield StoryHeading(2, turn.title, turn.colour)
    played = ", ".join(words for words in (turn.person, turn.when) if words)
    dice = report_data.dice_words(turn.dice)
    yield Sentence(f"{played}. {dice}" if played else dice)
    for words, entries in (
        ("Start of turn", turn.start),
        ("During the turn", turn.play),
        ("Attacks", turn.fights),
        ("End of turn", turn.end),
        ("Rulings and corrections", turn.rulings),
    ):
        if entries:
            yield StoryHeading(3, words)
            yield Happenings(entries)
    if turn.undone:
        yield Sentence(report_data.not_told(turn.undone))


# The battle as prose: what happened in a turn, by what its log lines say


class Clause(Struct, frozen=True):
    """What one line of the log says in a story: who, what he did in the past tense, its weight.

    What differs where he did the like again stands in `what`: an inch of its 6, “a speech”.
    """

    who: str
    verb: str
    weight: int
    what: str = ""
    is_deed: bool = False
    """Whether others were harmed by it: a shot, or an explosion."""
    unit_id: int = 0
    act_id: int = 0

    @property
    def did(self) -> str:
        """All of what he did."""
        return f"{self.verb}{self.what}"


Teller = Callable[[re.Match[str], str], Clause | None]
_ENOUGH, _GREAT = 3, 10
"""From which weight something is told, and from which the table is shown after it."""


class _Shot(Struct, frozen=True):
    """A shot as the log has it; its chance is that of a hit in percent, None where none is said."""

    who: str
    weapon: str
    target: str
    hit: bool
    chance: float | None
    answers: str = ""
    """How it answered another unit in that one's turn; empty for an attack of its own."""

    @property
    def is_great(self) -> bool:
        """Whether it was against the odds."""
        if self.chance is None:
            return False
        return self.chance < UNLIKELY if self.hit else self.chance > LIKELY

    @property
    def did(self) -> str:
        """What it did, in the past tense."""
        did = f"{'hit' if self.hit else 'missed'} {self.target} with {self.weapon}"
        return f"{did} {self.answers}".strip()


_SHOT = re.compile(r"(.+) (?:fires|throws|drops|strikes with) (.+) at (.+)\.")


_ANSWERS = {"In response": "in response", "Counterstrike": "in a Counterstrike"}


def _shot_of(line: report_data.ReportLine) -> _Shot | None:
    """Return the shot of which a line tells; None for any other line."""
    found = _SHOT.fullmatch(_lead_of(line)) if line.kind is Kind.ATTACK else None
    begins = [part_text(part).split(".")[0] for part in line.parts]
    answers = next((_ANSWERS[each] for each in begins if each in _ANSWERS), "")
    return _Shot(found[1], found[2], found[3], *_rolled(line), answers) if found else None


def _rolled(line: report_data.ReportLine) -> tuple[bool, float | None]:
    """Return whether the shot of a line hit, and the chance that it had."""
    said = " ".join(filter(None, map(part_text, line.parts)))
    missed = any(words in said for words in ("Missed", "misses", "Critical Failure", "Bails clear"))
    return not missed, chance_said(said)


def _told_shot(shot: _Shot) -> Clause:
    if not shot.is_great or shot.chance is None:
        return Clause(shot.who, shot.did, 3 if shot.hit else 2, is_deed=True)
    weight = 7 if shot.hit else 4
    said = f"at {percent(shot.chance)}"
    return Clause(shot.who, f"{shot.did}, ", weight, said, is_deed=True)


def _struck(found: re.Match[str], said: str) -> Clause | None:
    cause = re.split(r"\.?\s*\[|\.?\s*\d+ damage against ", said)[0].rstrip(". ")
    why = f" (“{cause}”)" if cause else ""
    result = re.search(r"(\d+) damage against Armor (\d+): (it gets through|nothing)", said)
    if result is None:
        return Clause(found[1], f"was hit{why}", 2)
    if result[3] == "nothing":
        return Clause(found[1], f"was hit{why} and held, ", 2, f"Armor {result[2]} to {result[1]}")
    return Clause(found[1], f"was hit{why}, ", 3, f"{result[1]} against Armor {result[2]}")


def _maneuver(found: re.Match[str], said: str) -> Clause:
    """Return a Grab or a Shove: one that was parried or avoided came to nothing."""
    failed = any(words in said for words in ("arried", "arries", "Missed", "misses", "Bails clear"))
    verb = "grabbed" if found[2] == "Grab" else "shoved"
    return Clause(found[1], f"{verb} in vain at " if failed else f"{verb} ", 3, found[3])


def _shrunk(found: re.Match[str], said: str) -> Clause | None:
    left = re.search(r'Effective Size (\d+)"', said)
    lost = "an inch" if found[2] == "1" else f"{found[2]} inches"
    had = f" of its {int(left[1]) + int(found[2])}" if left else ""
    return Clause(found[1], "lost ", 6, f"{lost}{had}")


def _landed(found: re.Match[str], said: str) -> Clause | None:
    off = re.search(r'(\d+(?:\.\d+)?)" from the X \((.+?)\)', said)
    if off is not None:
        where = f"{off[1]} inches from {off[2]}"
    elif wide := re.search(
        r'misses by (\d+(?:\.\d+)?)"|Critical Failure, (\d+(?:\.\d+)?)" off', said
    ):
        where = f"as far as {wide[1] or wide[2]} inches off"
    else:
        where = "on the mark"
    return Clause(found[1], "came down ", 4, where)


def _burst(found: re.Match[str], said: str) -> Clause | None:
    damage = re.search(r"(\d+) damage in all", said)
    if damage is None:
        return Clause(found[1], "went off", 4, is_deed=True)
    return Clause(found[1], "went off ", 4, f"for {damage[1]}", is_deed=True)


def _exposed(found: re.Match[str], said: str) -> Clause | None:
    result = re.search(r"(\d+) damage against Armor (\d+): it gets through", said)
    if result is None:
        return None
    said = f"{result[1]} against Armor {result[2]}"
    return Clause(found[1], "took ", 3, f"{said} in {found[2]}")


def _launched(found: re.Match[str], said: str) -> Clause | None:
    target = re.search(r'" to (.+?)\. It lands', said)
    return Clause(found[1], "set out for ", 3, target[1] if target else "its X")


def _sf_hit(found: re.Match[str], said: str) -> Clause | None:
    hit = re.match(r"(.+?): Hit\.", said)
    return Clause(found[1], "hit ", 3, hit[1]) if hit else None


def _sf_burst(found: re.Match[str], said: str) -> Clause | None:
    """Return where a warhead burst, in the words of the referee."""
    where = re.split(r"\.? ?(?:Area |Attack factor|Flame inside|Inside:|Nobody is inside)", said)[0]
    weight = 4 if "Inside:" in said else 3
    return (
        Clause(found[1], "burst: ", weight, f"“{where}”")
        if where
        else Clause(found[1], "burst", weight)
    )


def _sf_struck(found: re.Match[str], said: str) -> Clause | None:
    """Return what a hit came to: penetrated, or what the referee says of one that held."""
    result = re.match(r"(.+?): (Penetrated|No effect)\.\s*(.*?)\.?\s*(?:Next: .*)?$", said)
    if result is None or not (result[3] or result[2] == "Penetrated"):
        return None
    verb = "was penetrated" if result[2] == "Penetrated" else "held"
    return (
        Clause(result[1], f"{verb}: ", 3, f"“{result[3]}”")
        if result[3]
        else Clause(result[1], verb, 3)
    )


def _quoted(words: str, weight: int) -> Teller:
    """Return a teller for lines whose reason is in somebody's own words."""

    def tell(found: re.Match[str], said: str) -> Clause | None:
        reason, who = said.strip().rstrip("."), found[1] if found.re.groups else "The referee"
        if reason.startswith("Until"):  # how long, and no reason
            return Clause(who, words, weight)
        reason = reason.split(". Until")[0]
        return Clause(who, f"{words}: ", weight, f"“{reason}”") if reason else None

    return tell


def _did(words: str, weight: int, who: str = "{0}") -> Teller:
    return lambda found, said: Clause(
        who.format(*found.groups()), words.format(*found.groups()), weight
    )


_TELLERS: tuple[tuple[re.Pattern[str], Teller], ...] = tuple(
    (re.compile(pattern), teller)
    for pattern, teller in (
        (r"(.+) is hit\.", _struck),
        (r"(.+) makes a (Grab|Shove) at (.+)\.", _maneuver),
        (r"(.+) runs? into (.+):", _did("ran into {1}", 4)),
        (r"(.+) in (.+):", _exposed),
        (r'(.+): (\d+)" of Size Damage\.', _shrunk),
        (r"(.+) dies\.", _did("died", _GREAT)),
        (r"(.+) is destroyed\.", _did("was destroyed", _GREAT)),
        (r"(.+) is eliminated\.", _did("was eliminated", _GREAT)),
        (r"(.+): hit or miss\.", _sf_hit),
        (r"(.+) bursts\.", _sf_burst),
        (r"(.+): penetration\.", _sf_struck),
        (r"(.+) is incapacitated\.", _did("was incapacitated", 4)),
        (r"(.+) drowns\.", _did("drowned", _GREAT)),
        (r"(.+): Mortally Wounded!", _did("was mortally wounded", 6)),
        (r"(.+) is Wounded\.", _did("was wounded", 4)),
        (r"(.+): (.+) is useless\.", _did("lost the use of the {1}", 4)),
        (r"(.+) is back\.", _did("was back", 5)),
        (r"(.+) lands?\.", _landed),
        (r"(.+) (?:is|are) (?:a dud|duds)\.", _did("was a dud", 6)),
        (r"(.+) explodes?(?: .*)?\.", _burst),
        (r"(.+) (?:is|are) launched\.", _launched),
        (r"(.+) (?:is|are) shot down\.", _did("was shot down", 6)),
        (r"(.+) (?:is on fire|catches fire)\.", _did("caught fire", 4)),
        (r'(.+): fire grows to (\d+)"\.', _did("grew to {1} inches", 3, "The fire of {0}")),
        (r"(.+): fire is out\.", _did("went out", 3, "The fire of {0}")),
        (r"(.+) stand together\.", _did("stood together from then on", 5)),
        (r"(.+) part ways\.", _did("parted", 5)),
        (r"Ruling\.", _quoted("ruled", 3)),
        (r"(.+) spends an Action\.", _quoted("took a moment", 3)),
        (r"(.+): Disrupted\.", _quoted("was Disrupted", 3)),
    )
)
"""Leads of log lines, and how each is told."""


def clauses_of(turn: report_data.TurnPart) -> tuple[Clause, ...]:
    """Return what is worth telling of a turn, in the order in which it happened."""
    # The parts of a report are by subject; a story goes by the order of the acts.
    during = sorted((*turn.play, *turn.fights, *turn.rulings), key=lambda line: line.act_id)
    lines = [line for line in (*turn.start, *during, *turn.end) if line.kind is not Kind.TURN]
    found = [
        replace(clause, unit_id=line.unit_id or 0, act_id=line.act_id)
        for line in lines
        if (clause := _clause_of(line)) is not None
    ]
    # A miss that hit somebody else, or that went off, is how that came about.
    harmed = {each.act_id for each in found if each.weight >= _ENOUGH and not each.is_deed}
    vain = _in_vain(lines) - harmed
    found = [
        replace(each, verb=_to_no_effect(each.verb))
        if each.act_id in vain and each.is_deed and each.verb.startswith("hit ")
        else each
        for each in found
    ]
    return tuple(
        each for each in found if each.weight >= _ENOUGH or (each.is_deed and each.act_id in harmed)
    )


def _to_no_effect(verb: str) -> str:
    """Return what was done, and that nothing came of it; before a chance there is a comma."""
    plain = verb.removesuffix(", ")
    return f"{plain} to no effect{verb[len(plain) :]}"


def _clause_of(line: report_data.ReportLine) -> Clause | None:
    if shot := _shot_of(line):
        return _told_shot(shot)
    said = " ".join(filter(None, map(part_text, line.parts)))
    for pattern, teller in _TELLERS:
        if found := pattern.fullmatch(_lead_of(line)):
            return teller(found, said)
    return None


def _lead_of(line: report_data.ReportLine) -> str:
    """Return who did what; what was done instead of something else is told as done."""
    return line.lead.removeprefix(INSTEAD)


_TAKES = re.compile(r".+ takes \d+\.")


def _in_vain(lines: Iterable[report_data.ReportLine]) -> frozenset[int]:
    """Return the acts in which somebody was hit, and nobody was harmed by it."""
    came: dict[int, set[bool]] = {}
    for line in lines:
        if _TAKES.fullmatch(_lead_of(line)):
            held = any(": nothing" in part_text(part) for part in line.parts)
            came.setdefault(line.act_id, set()).add(held)
    return frozenset(act_id for act_id, held in came.items() if held == {True})


class _Done(Struct, frozen=True):
    """What one of them did one after another in a player turn: a sentence, or more of another one.

    `again` are those in which he did the like in earlier turns of the same player; they are told here.
    """

    turn: report_data.TurnPart
    who: str
    clauses: tuple[Clause, ...]
    again: tuple["_Done", ...] = ()

    @property
    def like(self) -> tuple[str, str, tuple[str, ...]]:
        """What is the same where he does the like again."""
        return self.turn.code, self.who, tuple(each.verb for each in self.clauses)

    @property
    def weight(self) -> int:
        """The weight of its weightiest clause."""
        return max(each.weight for each in self.clauses)

    @property
    def words(self) -> str:
        """The sentence: On Turns 2 and 4 the keep lost an inch of its 6 and an inch of its 5."""
        every = (*self.again, self)
        alike = chain.from_iterable(zip(*(each.clauses for each in every), strict=True))
        did = [
            f"{verb}{_listed(tuple(dict.fromkeys(each.what for each in same)))}"
            for verb, same in groupby(alike, key=lambda each: each.verb)
        ]
        said = f"{self.who} {_listed(tuple(dict.fromkeys(did)))}."
        numbers = tuple(str(each.turn.number) for each in every)
        return f"On Turns {_listed(numbers)} {said}" if self.again else opening(said)


def _done_in(turn: report_data.TurnPart) -> Iterator[_Done]:
    for who, some in groupby(clauses_of(turn), key=lambda each: each.who):
        yield _Done(turn, who, tuple({each.did: each for each in some}.values()))


def _runs(turns: Iterable[report_data.TurnPart]) -> list[_Done]:
    """Return all sentences in order; the like of one, but for a death, is told with the last of them."""
    left: list[_Done] = []
    for done in (each for turn in turns for each in _done_in(turn)):
        before = next((at for at, each in enumerate(left) if each.like == done.like), None)
        # What went off did so to somebody each time, of whom the next sentences tell.
        bursts = any(each.verb.startswith("went off") for each in done.clauses)
        apart = done.weight >= _GREAT or bursts
        if before is None or apart or left[before].turn is done.turn:
            left.append(done)
            continue
        earlier = left.pop(before)
        left.append(replace(done, again=(*earlier.again, replace(earlier, again=()))))
    return left


def _listed(did: tuple[str, ...]) -> str:
    """Return several things that one did as one list."""
    last = ", and " if any("," in each for each in did[:-1]) else " and "
    return last.join(filter(None, (", ".join(did[:-1]), did[-1])))


class StoryParagraph(Struct, frozen=True):
    """What the story tells of a player turn; `by_hand` is what the referee tells instead."""

    turn: report_data.TurnPart
    by_log: str
    weight: int
    by_hand: OwnParagraph | None = None

    @property
    def words(self) -> str:
        """What is told; "" where it is left out."""
        return self.by_log if self.by_hand is None else self.by_hand.words

    @property
    def left_out(self) -> bool:
        """Whether the referee leaves it out."""
        return self.by_hand is not None and not self.by_hand.words

    @property
    def changed(self) -> bool:
        """Whether the log tells something else than when the referee wrote it."""
        return self.by_hand is not None and self.by_hand.by_log != self.by_log


def paragraphs(data: report_data.ReportData) -> Iterator[StoryParagraph]:
    """Yield the turns of which something is told, also those that the referee leaves out."""
    runs = _runs(data.turns)
    for turn in data.turns:
        own = [each for each in runs if each.turn is turn]
        by_log, by_hand = " ".join(each.words for each in own), data.by_hand.get(turn.turn_id)
        if by_log or by_hand is not None:
            yield StoryParagraph(
                turn, by_log, max((each.weight for each in own), default=0), by_hand
            )


def prose(data: report_data.ReportData) -> Iterator[tuple[report_data.TurnPart, str, int]]:
    """Yield the turns of the story, each with its paragraph and its weight."""
    for each in paragraphs(data):
        if each.words:
            yield each.turn, each.words, each.weight


def headline(data: report_data.ReportData) -> str:
    """Return in a sentence or two who fought, how long, and who was lost."""
    sides = [score.faction for score in data.scores]
    fought = f"{', '.join(sides[:-1])} and {sides[-1]} fought" if len(sides) > 1 else "They fought"
    turns = report_data.turns_played(data.turns)
    lost = [
        f"{f'{side} lost ' if side else 'Lost besides: '}{', '.join(row.name for row in same)}"
        for side, same in groupby(sorted(_lost(data), key=_side), key=_side)
    ]
    return f"{fought} for {turns}. {'; '.join(lost) or 'Nobody was lost'}."


def _side(row: report_data.LastingFact) -> str:
    return row.side
