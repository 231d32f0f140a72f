"""A log line, a settled step or the words of a die as pieces of running text."""

from collections.abc import Iterable, Sequence

from brikdesk.dice import Die, Face
from brikdesk.store.lines import Dice, LinePart, Tone
from brikdesk.store.views.log import LogEntry
from brikdesk.turns.steps import DieAsked, DieWords
from ui.parts.lines.kind_marks import glyph_token
from ui.parts.lines.rich_line import Cited, InlinePicture, LinePiece, LineWords, SumChip
from ui.widgets.dice.glyph import DieGlyph

MOST = 2_000
"""Characters of one piece at most: a long note would fill the whole log."""


def entry_pieces(entry: LogEntry, colour: str = "") -> tuple[LinePiece, ...]:
    """Return the pieces of a log entry: faction, bold lead, dice and words, shield, why, citation.

    An undone entry is struck out, in plain words.
    """
    if entry.undone:
        whole = LineWords(_flat(entry.line.said()), "text3", struck=True)
        return (LineWords("Undone:", "text3"), whole, *_asked(entry), *_cited(entry.rule))
    faction = (InlinePicture("", colour, faction=True),) if colour else ()
    lead = LineWords(_flat(entry.lead), "text", strong=True)
    shield = (
        (InlinePicture("shield", "accent_text"), LineWords("Overruled", "accent_text", strong=True))
        if entry.overruled
        else ()
    )
    ends = (*shield, *_asked(entry), *_cited(entry.rule))
    return (*faction, lead, *part_pieces(entry.parts), *ends)


def part_pieces(parts: Iterable[LinePart], token: str = "text2") -> tuple[LinePiece, ...]:
    """Return the parts of a line as pieces: words, and each die as a glyph in its tone."""
    pieces: list[LinePiece] = []
    for part in parts:
        if isinstance(part, Dice):
            pieces += [_die_glyph(die, part.tone(k)) for k, die in enumerate(part.dice)]
        elif text := _flat(part.text):
            pieces.append(LineWords(text, token))
    return tuple(pieces)


def die_pieces(
    words: DieWords, dice: Sequence[DieAsked], faces: Sequence[Face]
) -> tuple[LinePiece, ...]:
    """Return the words for one die of a step, behind its glyph if it has a face already."""
    said = LineWords(_flat(words.words), "text")
    if words.index >= len(faces):
        return (said,)
    face = faces[words.index]
    die = Die(dice[words.index].sides, face.value, face.origin)
    return (_die_glyph(die, words.tone), said)


def _die_glyph(die: Die, tone: Tone = Tone.PLAIN) -> DieGlyph:
    """Return a die as a glyph."""
    return DieGlyph(die.sides, die.value, die.origin, glyph_token(tone))


def _asked(entry: LogEntry) -> tuple[LinePiece, ...]:
    return (SumChip(),) if entry.sums else ()


def _cited(rule: str) -> tuple[LinePiece, ...]:
    return (Cited(rule),) if rule else ()


def _flat(text: str) -> str:
    """Return words on one line, cut at MOST: the layout does not break at line ends."""
    return " ".join(text[:MOST].split())
