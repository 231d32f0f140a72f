"""What was understood of a line, word by word, and what was not."""

from enum import StrEnum

from msgspec import Struct, field

from brikdesk.acts.attack.attack import Attack


class SpokenRole(StrEnum):
    """The kinds of things that words of a line say."""

    ATTACKER = "Attacker"
    VERB = "Attack"
    WEAPON = "Weapon"
    TARGET = "Target"
    MEASURE = "Measure"
    OPTION = "Option"
    MODIFIER = "Modifier"
    DIE = "Die"
    CHOICE = "Choice"


ONLY_ONE = ", the only one"
"""Written behind a weapon that was not named, because no other could be meant."""


class SpokenPiece(Struct, frozen=True):
    """Words of the line from `start` to before `end`, what they say, and their meaning in words.

    `distance` is the distance to the target in inches, if they say it.
    """

    start: int
    end: int
    role: SpokenRole
    meaning: str
    distance: float | None = None


class Problem(Struct, frozen=True):
    """Words from `start` to before `end` that are wrong, and what could stand in their place.

    If something is missing, `start` is `end`, the place where a suggestion is put.
    """

    start: int
    end: int
    words: str
    suggestions: tuple[str, ...] = ()

    @property
    def missing(self) -> bool:
        """Whether something only is missing, and nothing wrong."""
        return self.start == self.end

    def mended(self, line: str, suggestion: str) -> str:
        """Return the line with a suggestion in the place of these words."""
        before, after = line[: self.start], line[self.end :]
        if self.missing:
            before = before.rstrip()
            before = f"{before} " if before else ""
            after = f" {rest}" if (rest := after.lstrip()) else ""
        return before + suggestion + after


class SpokenAnswer(Struct, frozen=True):
    """One answer to the attack: a face, the letter of an option, or words for a free choice."""

    start: int
    end: int
    words: str
    free: bool = False

    @property
    def face(self) -> int | None:
        """The face of a die; None for a letter or words."""
        return int(self.words) if self.words.isdecimal() and not self.free else None


class Spoken(Struct, frozen=True):
    """What was understood of one line.

    - `act`: the attack without its dice; None if there are problems.
    - `draft`: the attack so far, if something is only missing.
    - `answers`: the dice and choices in order. Only the attack knows to which die a face belongs,
      see `answered`.
    """

    act: Attack | None
    problems: tuple[Problem, ...]
    pieces: tuple[SpokenPiece, ...]
    answers: tuple[SpokenAnswer, ...] = ()
    draft: Attack | None = field(default=None)

    @property
    def meant(self) -> bool:
        """Whether the line is meant as an attack: it has a verb, and something else is known."""
        roles = {piece.role for piece in self.pieces}
        known = roles & {SpokenRole.ATTACKER, SpokenRole.WEAPON, SpokenRole.TARGET}
        nearly = any(problem.suggestions for problem in self.problems)
        return SpokenRole.VERB in roles and (bool(known) or nearly)

    def said(self, role: SpokenRole) -> tuple[str, ...]:
        """Return the meanings of all pieces of a role, in the order of the line."""
        return tuple(piece.meaning for piece in self.pieces if piece.role is role)

    @property
    def distance(self) -> float | None:
        """The first distance to a target that the line says, in inches."""
        said = (piece.distance for piece in self.pieces if piece.distance is not None)
        return next(said, None)

    @property
    def title(self) -> str:
        """The attack in short: Sgt. Flatplate, Cannon at Second Opinion."""
        by, weapon, at = (
            " and ".join(dict.fromkeys(said.removesuffix(ONLY_ONE) for said in self.said(role)))
            for role in (SpokenRole.ATTACKER, SpokenRole.WEAPON, SpokenRole.TARGET)
        )
        armed = ", ".join(part for part in (by, weapon) if part)
        return f"{armed} at {at}" if at else armed
