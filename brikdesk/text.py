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
# `str.isspace` does not know the zero-width characters, so a name of them would look empty.
_INVISIBLE = re.compile("[\\s\u200b\u200c\u200d\u2060\ufeff]*")


def clean(text: str) -> str:
    """Return text in NFC, without control, direction and line separator characters."""
    one_spelling = unicodedata.normalize("NFC", _FORBIDDEN.sub("", text))
    return one_spelling.replace("\r\n", "\n").replace("\r", "\n")


def name(text: str, where: str = "name") -> str:
    """Return a name on one line. Raise BadInput if it is invisible or over 80 characters."""
    # A paste can be huge: look only at as much as a name with generous white space could need.
    one_line = " ".join(clean(text[: NAME_LENGTH * 50]).split())
    if _INVISIBLE.fullmatch(one_line):
        raise BadInput("A name needs at least one visible character.", where)
    if len(one_line) > NAME_LENGTH:
        raise BadInput(
            f"A name has at most {NAME_LENGTH} characters, this one has {len(one_line)}.", where
        )
    return one_line


def note(text: str, where: str = "note") -> str:
    """Return a cleaned note with its line breaks. Raise BadInput if over 10,000 characters."""
    if len(text) > NOTE_LENGTH:
        raise BadInput(
            f"A note has at most {NOTE_LENGTH:,} characters, this one has {len(text):,}.", where
        )
    return clean(text).strip()


def opening(words: str) -> str:
    """Return words with a capital first letter, as at the beginning of a sentence."""
    # Not `str.capitalize`: it would lower the rest, and with it names and "KnockBack".
    return f"{words[:1].upper()}{words[1:]}"


_NO_PLURAL = ("ss", "us", "is", "os", "'s", "\u2019s")
_AFTER_THE_NOUN = re.compile(r"\s(?:of|with|in|on|for|from|against|to)\s", re.IGNORECASE)
_IRREGULAR = {"is": "are", "was": "were", "has": "have"}


def said_of(name: str, does: str) -> str:
    """Return a sentence of a name and what it does: missiles are launched, the shell explodes.

    A name is plural if its noun is one: in small letters, ending in s. The name of a person is not.
    """
    noun = _AFTER_THE_NOUN.split(name.strip())[0].split(" ")[-1]
    if noun[:1].islower() and noun.endswith("s") and not noun.endswith(_NO_PLURAL):
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


def so_many(count: int, name: str) -> str:
    """Return how many there are of a name, which stays as it is: 3 × Trooper, 1 × missiles."""
    return f"{count} × {name}"
