"""What an act came to, as one tells it across the table: one sentence, its plain verb first."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from brikdesk.store.lines import OVERRULED, Dice, Kind, Line, Tone, Words


class Headline(Struct, frozen=True):
    """The sentence that stands for all lines of one act, the weightiest of them.

    `number` is what decided it and `against` what that met, both empty where nothing was compared.
    `by` says who or what did it, `using` with which weapon. `lost` are the units that it cost.
    `begins`: a player's turn begins with it. `taken_back`: the act was undone, and nothing has
    followed. `act_id` is the key of the act.
    """

    words: str = ""
    act_id: int = 0
    number: str = ""
    against: str = ""
    by: str = ""
    using: str = ""
    lost: tuple[int, ...] = ()
    begins: bool = False
    taken_back: bool = False


def damage_met(damage: int, armor: int) -> str:
    """Return in words that damage meets Armor, as the log says it: 9 damage against Armor 12."""
    return f"{damage} damage against Armor {armor}"


_MET = re.compile(r"(\d+) damage against Armor (\d+)")
"""What `damage_met` says."""


def compared(verb: str, damage: int, armor: int) -> str:
    """Return what became of something, the verb first, the numbers behind it: holds: 9 against Armor 12."""
    return f"{verb}: {damage} against Armor {armor}."


def inches_lost(inches: int) -> str:
    """Return what a creation does that is damaged so far: loses an inch."""
    return "loses an inch" if inches == 1 else f"loses {inches} inches"


_DEATH, _HIT = 10, 3
_WEIGHTS = {
    Kind.LOST: 6, Kind.MORTAL: 6, Kind.DUD: 5, Kind.FIRE: 5, Kind.BLAST: 4, Kind.AIR: 4,
    Kind.STATE: 4, Kind.ATTACK: _HIT, Kind.RULING: _HIT, Kind.FIELD: _HIT, Kind.GAS: _HIT,
    Kind.SMOKE: _HIT, Kind.TURN: 2, Kind.UNIT: 2, Kind.SETUP: 2,
}  # fmt: skip
"""How much a line counts that is told by its own lead; all others count 1."""


def _as(words: str) -> Callable[[re.Match[str], Line], str]:
    return lambda found, line: words.format(*found.groups())


def _met(found: re.Match[str], line: Line) -> str:
    """Tell of a hit on somebody: he holds, or is hit, and then another line says what follows."""
    numbers = _MET.search(line.said())
    if numbers is None:
        return line.lead if line.lead.endswith(".") else f"{found[1]} is hit."
    holds = line.rule == _HELD or f"{numbers[0]}: nothing" in line.said()
    said = compared("holds" if holds else "is hit", int(numbers[1]), int(numbers[2]))
    return f"{found[1]} {said}"


def _shot(found: re.Match[str], line: Line) -> str:
    """Tell of an Action Roll: the tone of its dice says whether it hit."""
    tones = [part.tone(0) for part in line.parts if isinstance(part, Dice)]
    if not tones:
        return line.lead
    return f"{found[1]} {'hits' if tones[0] is Tone.OK else 'misses'} {found[3]}."


def _limb(found: re.Match[str], _: Line) -> str:
    return f"{found[1]} loses the {found[2]}."


def _fire(found: re.Match[str], line: Line) -> str:
    """Tell of a fire with another size: the first term of its sum is what it had."""
    sizes = [(each.terms[0].value, each.total) for each in line.sums if each.terms]
    grows = "grows" if not sizes or sizes[0][1] > sizes[0][0] else "shrinks"
    return f"{found[1]} burns: the fire {grows} to {found[2]}."


_HELD = "5.1-12"
"""The rule of a hit that the Armor holds off."""

_SHOT = re.compile(r"(.+?) (?:fires|throws|drops|strikes with) (.+) at (.+)\.")
_IN = re.compile(r"(.+) in (.+):")

_TELLERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Line], str], int], ...] = (
    *(
        (re.compile(pattern), _as(words), weight)
        for pattern, words, weight in (
            (r"(.+) (dies|drowns|is destroyed|is eliminated)\.", "{0} {1}.", _DEATH),
            (r"(.+): Mortally Wounded!", "{0} is mortally wounded.", 8),
            (r"(.+) is Wounded\.", "{0} is wounded.", 7),
            (r'(.+): 1" of Size Damage\.', "{0} loses an inch.", 7),
            (r'(.+): (\d+)" of Size Damage\.', "{0} loses {1} inches.", 7),
            (r"(.+) is thrown (.+)\.", "{0} is thrown {1}.", 6),
            (r"(.+): fire stays (.+)\.", "{0} burns: the fire stays {1}.", 5),
            (r"(.+): fire is out\.", "{0} burns no more.", 5),
            (r"(.+): Disrupted\.", "{0} is Disrupted.", 4),
            (r"(.+): Disarmed!", "{0} is disarmed.", 4),
            (r"(.+): Unexpected Twist!", "{0} meets an unexpected twist.", 4),
            (r"(.+): (.+) of Grinding Damage\.", "{0} takes {1} of Grinding Damage.", 2),
        )
    ),
    (re.compile(r"(.+): (.+) is useless\."), _limb, 6),
    (re.compile(r"(.+) takes \d+\."), _met, _HIT),
    (re.compile(r"(.+) is hit\."), _met, _HIT),
    (re.compile(r"(.+): fire is now (.+)\."), _fire, 5),
    (_IN, _met, _HIT),
    (_SHOT, _shot, 2),
)
"""Leads of log lines that do not begin with a plain verb, how each is told, and its weight."""


def headline_of(lines: Sequence[Line]) -> Headline:
    """Return the sentence for what an act did, by its lines; empty where it has none."""
    sentences = [(line, *_sentence(line)) for line in lines]
    if not sentences:
        return Headline()
    line, words, weight = max(sentences, key=lambda each: each[2])
    lost = tuple(dict.fromkeys(each.unit_id or 0 for each, _, own in sentences if own == _DEATH))
    if len(lost) > 1:
        words = f"{words.removesuffix('.')}, and {len(lost) - 1} more."
    about = [each for each in lines if each.unit_id == line.unit_id] if line.unit_id else [line]
    said = " ".join(each.said() for each in about)
    thrown = re.search(r"Thrown (\d+)\"", said) if weight == _DEATH else None
    if thrown and len(lost) == 1:
        words = f'{words.removesuffix(".")}, thrown {thrown[1]}".'
    number, against = _numbers(line, said)
    by, using = _by(lines, about)
    return Headline(
        words,
        number=number,
        against=against,
        by=by,
        using=using,
        lost=lost,
        begins=line.kind is Kind.TURN,
    )


def _sentence(line: Line) -> tuple[str, int]:
    """Return how a line is told, and how much that counts."""
    lead = " ".join(line.lead.split())
    for pattern, teller, weight in _TELLERS:
        if found := pattern.fullmatch(lead):
            return teller(found, line), weight
    if line.lead == OVERRULED:
        return lead, 0
    if line.kind is Kind.RULING:
        lead = " ".join([lead, *_words(line)])
    # A lead that ends with a colon stands for a row of a table, such as a band of an explosion.
    return lead, 0 if lead.endswith(":") else _WEIGHTS.get(line.kind, 1)


def _numbers(line: Line, said: str) -> tuple[str, str]:
    """Return what decided it: the damage and its Armor, or an Action Roll and the Use."""
    if met := _MET.search(said):
        return met[1], f"against Armor {met[2]}"
    use = re.search(r"against (Use \d+)", line.said())
    if use and line.sums:
        return str(line.sums[0].total), f"against {use[1]}"
    return "", ""


def _by(lines: Iterable[Line], about: Iterable[Line]) -> tuple[str, str]:
    """Return who did it and with what, or the cause that was typed, or the hazard."""
    for line in lines:
        if shot := _SHOT.fullmatch(line.lead):
            return shot[1], shot[2]
    for line in about:
        if within := _IN.fullmatch(line.lead):
            return within[2], ""
        cause = next(iter(_words(line)), "")
        dies = line.kind is Kind.LOST and _sentence(line)[1] == _DEATH
        if (dies or line.kind is Kind.ATTACK) and cause and not _MET.search(cause):
            return cause.rstrip("."), ""
    return "", ""


def _words(line: Line) -> Iterator[str]:
    return (" ".join(part.text.split()) for part in line.parts if isinstance(part, Words))
