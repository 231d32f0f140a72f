"""Fit typed words to a text: in any order, with letters left out, and with the letters that fit."""

from msgspec import Struct

MatchedSpan = tuple[int, int]


class Match(Struct, frozen=True):
    """How well a text fits (lower is better), and the places of the letters that fit."""

    cost: int
    spans: tuple[MatchedSpan, ...]


def match(typed: str, text: str, also: str = "") -> Match | None:
    """Fit every typed word to the text, or to `also`; return None if one of them does not fit.

    A word fits at the start of a word, inside one, or with letters left out (brtha: Bertha). Only
    letters of `text` are marked, never those of `also`.
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
    # The length decides only between equal fits: the shorter text is the closer one.
    return Match(cost * 1000 + len(text), _merged(spans))


def _small(text: str) -> str:
    """Return the text in small letters, each in the place of the letter it stands for."""
    # Spans mark letters of the original text, so a letter that folds to two (ß: ss) is left alone.
    return "".join(small if len(small := sign.casefold()) == 1 else sign for sign in text)


def _start_of_word(text: str, word: str) -> int:
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at


def _with_gaps(text: str, word: str) -> list[MatchedSpan]:
    """Find the letters, in order, in one word of the text that starts with the first of them."""
    # One or two letters would fit nearly every row.
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


def _merged(spans: list[MatchedSpan]) -> tuple[MatchedSpan, ...]:
    merged: list[MatchedSpan] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
