"""JSON taken part by part from a file of any length: what is in memory is one value."""

import json
from collections.abc import Iterator
from typing import Any, TextIO

BLOCK = 1 << 20
"""Characters that are read at once."""

LONGEST = 48 << 20
"""Characters of one value: a row with the largest photo has half as many."""

_SPACES = " \t\r\n"


class JsonParts:
    """Goes through JSON from its beginning. Raise ValueError for what is none, or cut short."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._text, self._at, self._is_whole = file, "", 0, False
        self._decoder = json.JSONDecoder(parse_constant=_no_number)

    def members(self) -> Iterator[str]:
        """Yield the names of an object; whoever takes one takes the value before the next."""
        self._take("{")
        if self._take_if("}"):
            return
        while True:
            name = self.value()
            if not isinstance(name, str):
                raise ValueError("a name is no text")
            self._take(":")
            yield name
            if not self._take_if(","):
                break
        self._take("}")

    def elements(self) -> Iterator[Any]:
        """Yield the values of a list."""
        self._take("[")
        if self._take_if("]"):
            return
        while True:
            yield self.value()
            if not self._take_if(","):
                break
        self._take("]")

    def value(self) -> Any:
        """Return the next value as a whole."""
        self._next()
        more = BLOCK
        while True:
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if self._is_whole or len(self._text) - self._at > LONGEST:
                    raise
            else:
                # A number goes on until something else comes.
                if end < len(self._text) or self._is_whole:
                    self._at = end
                    return found
            self._read(more)
            more = min(2 * more, LONGEST)

    def end(self) -> None:
        """Raise ValueError if anything but spaces follows."""
        if self._next():
            raise ValueError("something follows its end")

    def _take(self, sign: str) -> None:
        if not self._take_if(sign):
            raise ValueError(f"{sign} is missing")

    def _take_if(self, sign: str) -> bool:
        if self._next() != sign:
            return False
        self._at += 1
        return True

    def _next(self) -> str:
        """Return the next sign that is no space; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACES:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if self._is_whole:
                return ""
            self._read(BLOCK)

    def _read(self, count: int) -> None:
        more = self._file.read(count)
        self._text, self._at = self._text[self._at :] + more, 0
        self._is_whole = not more


def _no_number(word: str) -> None:
    raise ValueError(word)
