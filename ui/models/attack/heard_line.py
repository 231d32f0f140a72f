"""A line of the palette that is meant as an attack: what is understood, and what it would do."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, takewhile
from textwrap import wrap

from msgspec import Struct

from brikdesk.acts.combat.aim import AttackPreview
from brikdesk.acts.combat.attack import Attack
from brikdesk.dice import Face
from brikdesk.errors import BrikDeskError
from brikdesk.lengths import in_inches
from brikdesk.spoken import (
    Answered,
    Problem,
    RollCall,
    Spoken,
    SpokenRole,
    answered,
    hear,
    roll_call,
)
from brikdesk.spoken.answers import waits
from brikdesk.spoken.phrases import SpokenPiece
from ui.campaign.desk import Desk

MOST_REMEMBERED = 64
"""Previews that are kept: a line is heard again after each letter."""

WIDEST, MOST_LINES = 66, 4
"""Characters of one row, and rows of one sentence."""

FOLLOWS = "\u2009"
"""The label of a row that continues the one above: a space, so that it shows nothing."""


class HeardRow(Struct, frozen=True):
    """One row of what was understood: its label, the words, and the colour token of the words."""

    label: str
    words: str
    token: str = "text"


class HeardLine(Struct, frozen=True):
    """One line meant as an attack. `act` fills the Attack tab; `ready` means that Enter does it."""

    line: str
    spoken: Spoken
    found: Answered | None = None
    trouble: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is missing, not understood, or impossible."""
        return self.spoken.problems or (self.found.problems if self.found else ())

    @property
    def wrong(self) -> bool:
        """Whether some words are wrong; False for a line that is only incomplete."""
        return any(not problem.missing for problem in self.problems)

    @property
    def ready(self) -> bool:
        """Whether Enter carries the attack out."""
        return self.found is not None and self.found.ready and not self.trouble

    @property
    def act(self) -> Attack | None:
        """The attack with the dice and choices so far; None while some words are wrong.

        Before weapon and target are said nobody knows which dice are asked for, so the dice come in
        the order in which they were typed.
        """
        if self.wrong:
            return None
        draft = self.spoken.draft
        if self.found or draft is None:
            return self.found.act if self.found else None
        # Up to the first answer that is no die: later faces might belong to what it decides.
        first = takewhile(lambda face: face is not None, (a.face for a in self.spoken.answers))
        return replace(draft, faces=tuple(Face(face) for face in first if face is not None))

    @property
    def title(self) -> str:
        """The attack in short: Attack: Sgt. Flatplate, Cannon at Second Opinion, 9"; 4 dice."""
        distance = self.spoken.distance
        measured = "" if distance is None else f", {in_inches(distance)}"
        dice = len(self.spoken.said(SpokenRole.DIE))
        thrown = f"; {dice} {'die' if dice == 1 else 'dice'}" if dice else ""
        return f"Attack: {self.spoken.title}{measured}{thrown}"

    @property
    def enter(self) -> str:
        """What Enter does, in words."""
        if self.wrong:
            return "goes to the word"
        return "does it" if self.ready else "opens Attack"

    @property
    def state(self) -> tuple[HeardRow, ...]:
        """What is wrong, missing or asked, else the result; long sentences take several rows."""
        return tuple(part for row in self._state() for part in _wrapped(row))

    def _state(self) -> tuple[HeardRow, ...]:
        if self.trouble:
            return (HeardRow("", self.trouble, "danger"),)
        if self.problems:
            tones = {True: "text2", False: "danger"}
            return tuple(HeardRow("", each.words, tones[each.missing]) for each in self.problems)
        preview = self.found.preview if self.found else None
        if self.found is None or preview is None:
            return ()
        if self.ready or self.found.refusal:
            tone = "ok" if self.ready else "danger"
            return (HeardRow("", _sentence(self.found.standing or "All is in."), tone),)
        needs = "; ".join(waits(preview))
        rows = [HeardRow("", _sentence(needs), "aim")] if needs else []
        for choice in preview.open_choices[:1]:
            rows.append(HeardRow("", choice.prompt, "aim"))
            for letter, option in zip("ABCDEFGH", choice.options, strict=False):
                more = f": {option.consequence}" if option.consequence else ""
                rows.append(HeardRow(letter, f"{option.name}{more}"))
            if choice.free:
                rows.append(HeardRow("“ ”", "or words of your own in quotes"))
        return tuple(rows)

    @property
    def rows(self) -> tuple[HeardRow, ...]:
        """What was understood, row by row."""
        return tuple(_rows(self._pieces()))

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The words that Tab can put in place of the first problem that has any."""
        problem = self._suggesting
        return problem.suggestions if problem else ()

    def mended(self, place: int) -> tuple[str, int]:
        """Return the line with a suggestion put in, and the place of the cursor behind it.

        `place` counts through the suggestions and begins again after the last. There must be one.
        """
        problem = self._suggesting
        assert problem is not None
        suggestion = problem.suggestions[place % len(problem.suggestions)]
        mended = problem.mended(self.line, suggestion)
        return mended, mended.index(suggestion, max(0, problem.start - 1)) + len(suggestion)

    @property
    def _suggesting(self) -> Problem | None:
        return next((problem for problem in self.problems if problem.suggestions), None)

    def _pieces(self) -> Iterator[SpokenPiece]:
        """Yield the pieces of the line, dice with the meaning that the attack gave them."""
        known = {piece.start: piece for piece in (self.found.pieces if self.found else ())}
        for piece in self.spoken.pieces:
            yield known.get(piece.start, piece)


def _wrapped(row: HeardRow) -> Iterator[HeardRow]:
    """Cut a long row into several; those that follow have a label that shows nothing."""
    for place, words in enumerate(wrap(row.words, WIDEST, max_lines=MOST_LINES, placeholder=" …")):
        yield HeardRow(FOLLOWS if place else row.label, words, row.token)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _rows(pieces: Iterator[SpokenPiece]) -> Iterator[HeardRow]:
    """Put pieces into rows: measures in the row of their target, all dice in one row."""
    rows: list[tuple[SpokenRole, list[str]]] = []
    # Dice and answers share a row, wherever they stand in the line; so do the other words.
    together = {
        SpokenRole.DIE: SpokenRole.DIE,
        SpokenRole.CHOICE: SpokenRole.DIE,
        SpokenRole.OPTION: SpokenRole.OPTION,
    }
    for piece in pieces:
        if piece.role is SpokenRole.VERB:
            continue
        if piece.role is SpokenRole.MEASURE and rows and rows[-1][0] is SpokenRole.TARGET:
            rows[-1][1].append(piece.meaning)
            continue
        kind = together.get(piece.role, piece.role)
        same = next((row for row in rows if row[0] is kind and kind in together), None)
        if same:
            same[1].append(piece.meaning)
        else:
            rows.append((kind, [piece.meaning]))
    labels = {SpokenRole.DIE: "Dice", SpokenRole.OPTION: "And"}
    for role, words in rows:
        yield HeardRow(labels.get(role, role.value), ", ".join(words))


class Hearing:
    """Hears the lines of one desk; names and previews are read once until the campaign changes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._call: RollCall | None = None
        self._previews: dict[str, tuple[Attack, AttackPreview]] = {}
        desk.changed.connect(self.forget)

    def forget(self) -> None:
        """Forget names and previews; they are read again for the next line."""
        self._call = None
        self._previews.clear()

    def hear(self, line: str) -> HeardLine | None:
        """Return what a line says; None if it is no attack or the campaign is read-only."""
        if self._desk.read_only or not line.strip():
            return None
        if self._call is None:
            self._call = self._desk.read(roll_call)
        spoken = hear(line, self._call)
        if not spoken.meant:
            return None
        try:
            return HeardLine(line, spoken, answered(spoken, self._examine))
        except BrikDeskError as error:
            return HeardLine(line, spoken, trouble=str(error))

    def _examine(self, act: Attack) -> tuple[Attack, AttackPreview]:
        """Look at an attack on the map, or return what the same one was a letter ago."""
        key = repr(act)  # an act holds dictionaries and cannot be a key itself
        if key not in self._previews:
            # A dictionary keeps the order in which previews came: the oldest are first.
            for old in list(islice(self._previews, max(0, len(self._previews) - MOST_REMEMBERED))):
                del self._previews[old]
            self._previews[key] = self._desk.look_on_map(act)
        return self._previews[key]
