"""Does what was typed fit? Word by word, in any order, with small slips, and where it fits."""

from dataclasses import dataclass

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Match:
    """How well a text fits (0 is best) and which letters of it did."""

    cost: int
    spans: tuple[Span, ...]


def match(typed: str, text: str, also: str = "") -> Match | None:
    """Fit every typed word to the text, or to words that go with it; none where one does not fit.

    A word fits at the start of a word, inside one, or with letters left out (brtha: Bertha).
    """
    cost, spans = 0, []
    low, other = _small(text), also.casefold()
    for word in typed.casefold().split():
        if (at := _start_of_word(low, word)) >= 0:
            spans.append((at, at + len(word)))
        elif (at := low.find(word)) >= 0:
            cost += 2
            spans.append((at, at + len(word)))
        elif word in other:
            cost += 3
        elif found := _with_gaps(low, word):
            cost += 6
            spans += found
        else:
            return None
    return Match(cost * 1000 + len(text), _merged(spans))


def _small(text: str) -> str:
    """Return the text in small letters, each in its place: one that grows longer stays as it is."""
    return "".join(small if len(small := sign.casefold()) == 1 else sign for sign in text)


def _start_of_word(text: str, word: str) -> int:
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at


def _with_gaps(text: str, word: str) -> list[Span]:
    """Find the letters in order within one word of the text that starts with the first of them."""
    if len(word) < 3:
        return []
    start = 0
    for part in text.split(" "):
        if part[:1] == word[0] and (found := _letters(part, word)):
            return [(start + at, start + at + 1) for at in found]
        start += len(part) + 1
    return []


def _letters(part: str, word: str) -> list[int]:
    found, at = [], -1
    for letter in word:
        at = part.find(letter, at + 1)
        if at < 0:
            return []
        found.append(at)
    return found


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
