"""Clean what people type once, on the way in, so that window, PDF and terminal can all show it."""

import re
import unicodedata

from brikdesk.errors import BadInput

NAME_LENGTH = 80
NOTE_LENGTH = 10_000

# Direction marks could make a name read differently from what is stored.
_BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_FORBIDDEN = re.compile(
    f"[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff\ud800-\udfff{_BIDI}]"
)
# Blank in every font, though Unicode counts them as letters, marks or symbols: the fillers of Hangul,
# Khmer and Braille, the joiner of graphemes, Mongolian and other variation selectors, the empty note head.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U0001d159\U000e0000-\U000e0fff]"
)


def clean(text: str) -> str:
    """Return text in NFC, without control, direction and line separator characters."""
    one_spelling = unicodedata.normalize("NFC", _FORBIDDEN.sub("", text))
    return one_spelling.replace("\r\n", "\n").replace("\r", "\n")


def name(text: str, where: str = "name") -> str:
    """Return a name on one line. Raise BadInput if it is invisible or over 80 characters."""
    # A paste can be huge: look only at as much as a name with generous white space could need.
    one_line = " ".join(clean(text[: NAME_LENGTH * 50]).split())
    if not is_visible(one_line):
        raise BadInput("A name needs at least one visible character.", where)
    if len(one_line) > NAME_LENGTH:
        raise BadInput(
            f"A name has at most {NAME_LENGTH} characters, this one has {len(one_line)}.", where
        )
    return one_line


def is_visible(text: str) -> bool:
    """Return whether a text has a character that leaves ink on paper, in a font that has it."""
    return any(
        not sign.isspace()
        and unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Cn")
        and not _BLANK.match(sign)
        for sign in text
    )


def clusters(text: str) -> list[str]:
    """Return the characters of a text as people count them.

    A letter keeps its marks, a conjunct of Devanagari its letters, a syllable of Hangul its parts; an
    emoji is one with its skin colour and its family, two letters of a flag are one flag (the extended
    grapheme clusters of Unicode's annex 29).
    """
    if text.isascii():
        return list(text)
    found: list[str] = []
    for sign in text:
        if found and _goes_on(found[-1], sign):
            found[-1] += sign
        else:
            found.append(sign)
    return found


def first_of(words: str, count: int) -> str:
    """Return the first characters of words, none of them cut in pieces."""
    return "".join(clusters(words[: count * 50])[:count])


_JOINER = "\u200d"
_VIRAMAS = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"
"""Signs that take a vowel from a letter, in the writings whose letters then grow together."""

_FOLLOWERS = re.compile("[\u0e33\u0eb3\u200c\u200d\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
"""What belongs to the sign before it without being a mark: vowels of Thai and Lao, joiners, skin, tags."""

_HANGUL = (
    re.compile(
        "[\u1100-\u115f\ua960-\ua97c][\u1100-\u11a7\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6]"
    ),
    re.compile("[\u1160-\u11a7\uac00-\ud7a3\ud7b0-\ud7c6][\u1160-\u11ff\ud7b0-\ud7fb]"),
    re.compile("[\u11a8-\u11ff\ud7cb-\ud7fb]{2}"),
)
"""Parts of a syllable that follow each other."""


def _goes_on(before: str, sign: str) -> bool:
    """Return whether a sign belongs to the cluster before it."""
    category, last = unicodedata.category(sign), before[-1]
    if category[0] == "M" or _FOLLOWERS.match(sign):
        return not last.isspace()
    if last == _JOINER and category == "So":
        return True
    # A joiner or a dot below may stand between the virama and the next letter.
    if category == "Lo" and any(each in _VIRAMAS for each in before[-2:]):
        return "\u0900" <= sign <= "\u0d7f"
    if "\U0001f1e6" <= sign <= "\U0001f1ff":
        return len(before) == 1 and "\U0001f1e6" <= before <= "\U0001f1ff"
    return sign > "\u1100" and any(pair.match(last + sign) for pair in _HANGUL)


def note(text: str, where: str = "note") -> str:
    """Return a cleaned note with its line breaks, empty if nothing of it is seen.

    Raise BadInput if it is over 10,000 characters.
    """
    if len(text) > NOTE_LENGTH:
        raise BadInput(
            f"A note has at most {NOTE_LENGTH:,} characters, this one has {len(text):,}.", where
        )
    cleaned = clean(text).strip()
    return cleaned if is_visible(cleaned) else ""


_TURNING = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters that are read from right to left."""

ALONE, END = "\u2068", "\u2069"
"""Between them the direction of reading is that of the words alone (Unicode's isolate)."""


def is_turned(words: str) -> bool:
    """Return whether words have letters that are read from right to left."""
    return bool(_TURNING.search(words))


def alone(words: str) -> str:
    """Return words that keep their direction of reading to themselves."""
    return f"{ALONE}{words}{END}" if is_turned(words) else words


def capitals(words: str) -> str:
    """Return words in capital letters, of those writings whose names are written with them."""
    # The capitals of Georgian are for headings only, and few fonts have them.
    return "".join(sign if "\u10d0" <= sign <= "\u10ff" else sign.upper() for sign in words)


def opening(words: str) -> str:
    """Return words with a capital first letter, as at the beginning of a sentence."""
    # Not `str.capitalize`: it would lower the rest, and with it names and "KnockBack".
    return f"{capitals(words[:1])}{words[1:]}"


_NO_PLURAL = ("ss", "us", "is", "os", "'s", "\u2019s")
_ONE_WITH_S = ("gas", "lens", "canvas", "atlas", "series", "gallows", "chaos")
"""Ends of nouns that are one thing although they end in s."""

_AFTER_THE_NOUN = re.compile(r"\s(?:of|with|in|on|for|from|against|to)\s", re.IGNORECASE)
_IRREGULAR = {"is": "are", "was": "were", "has": "have", "lies": "lie", "dies": "die"}


def said_of(name: str, does: str) -> str:
    """Return a sentence of a name and what it does: missiles are launched, the shell explodes.

    A name is plural if its noun is one: in small letters, ending in s. The name of a person is not.
    """
    noun = _AFTER_THE_NOUN.split(name.strip())[0].split(" ")[-1]
    if noun[:1].islower() and noun.endswith("s") and not noun.endswith((*_NO_PLURAL, *_ONE_WITH_S)):
        verb = re.split(r"\W", does, maxsplit=1)[0]
        does = _of_several(verb) + does[len(verb) :]
    return f"{name} {does}"


def _of_several(verb: str) -> str:
    """Return a verb of one as that of several: flies, fly; lands, land; goes, go."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb.removesuffix("es") if verb.endswith(("sses", "shes", "ches", "oes")) else verb[:-1]


def number_of(count: float, one: str, several: str = "") -> str:
    """Return how many there are of something that has a plural: 1 unit, 3 units, 2 dice."""
    return f"{count:g} {one if count == 1 else several or one + 's'}"


def so_many(count: int, name: str) -> str:
    """Return how many there are of a name, which stays as it is: 3 × Trooper, 1 × missiles."""
    return f"{count} × {name}"
