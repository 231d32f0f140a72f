"""The place up to which a line has been read, with what was noted on the way."""

from collections.abc import Callable, Container, Iterable

from brikdesk.spoken.spoken import Problem, SpokenPiece, SpokenRole
from brikdesk.spoken.vocabulary import AND, AT, OPTIONS, WITH
from brikdesk.spoken.words import Word

MOST_PROBLEMS = 8


class Cursor:
    """Goes through the words of a line from the left; a reader may set `at` back and try again."""

    def __init__(self, words: tuple[Word, ...], at: int = 0, until: int | None = None) -> None:
        self.words = words
        self.at = at
        self.until = len(words) if until is None else until
        self.pieces: list[SpokenPiece] = []
        self.problems: list[Problem] = []

    @property
    def done(self) -> bool:
        """Whether all words are read."""
        return self.at >= self.until

    def peek(self, ahead: int = 0) -> Word | None:
        """Return a word further on without reading it; None after the end."""
        at = self.at + ahead
        return self.words[at] if self.at <= at < self.until else None

    def key(self, ahead: int = 0) -> str:
        """Return a word further on as the vocabulary holds it; "" after the end."""
        word = self.peek(ahead)
        return word.key if word else ""

    def take(self, count: int = 1) -> tuple[Word, ...]:
        """Read some words and return them; fewer at the end of the line."""
        taken = self.words[self.at : min(self.at + count, self.until)]
        self.at += len(taken)
        return taken

    def skip(self, words: Container[str]) -> bool:
        """Read a word if it is one of these, except the last word; return whether it was read."""
        if self.key() and self.key() in words and self.peek(1) is not None:
            self.at += 1
            return True
        return False

    def tell(
        self, role: SpokenRole, words: Iterable[Word], meaning: str, distance: float | None = None
    ) -> None:
        """Note what some words mean; `distance` as in `SpokenPiece`."""
        first, *rest = words
        self.pieces.append(
            SpokenPiece(first.start, (rest or [first])[-1].end, role, meaning, distance)
        )

    def wrong(self, words: Iterable[Word], sentence: str, suggestions: Iterable[str] = ()) -> None:
        """Note words that cannot be understood."""
        first, *rest = words
        end = (rest or [first])[-1].end
        self._note(Problem(first.start, end, sentence, tuple(dict.fromkeys(suggestions))))

    def lacks(
        self, sentence: str, suggestions: Iterable[str] = (), after: int | None = None
    ) -> None:
        """Note that something is missing, after the word of this number or the one read last."""
        at = self.at - 1 if after is None else after
        place = self.words[at].end if 0 <= at < len(self.words) else 0
        self._note(Problem(place, place, sentence, tuple(dict.fromkeys(suggestions))))

    def _note(self, problem: Problem) -> None:
        # A line of nonsense has a problem at each word, and nobody reads them all.
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def run(self, ends: Callable[[Word], bool]) -> tuple[Word, ...]:
        """Return the words up to one that ends the phrase, without reading them."""
        found: list[Word] = []
        while (word := self.peek(len(found))) is not None and not ends(word):
            found.append(word)
        return tuple(found)


def ends_name(word: Word) -> bool:
    """Return whether a name ends before this word; names in full may hold such words."""
    if word.quoted:
        return False
    figure = word.number is not None or word.inches is not None or word.signed is not None
    return word.mark or figure or word.key in AT | AND | WITH | OPTIONS
