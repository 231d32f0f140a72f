"""Notes, rulings and photos, pinned to turns."""

from dataclasses import dataclass, replace

from sqlalchemy import func
from sqlmodel import Session, select

from brikdesk import text
from brikdesk.acts.battlefield.table import name_of_photo
from brikdesk.acts.checks import existing_row, key_or_none
from brikdesk.acts.step_act import ClockStep
from brikdesk.errors import BadInput
from brikdesk.rules.texts import rule_text
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act
from brikdesk.store.house_rules import OwnChoice, bookmarks_of, own_choice, write_choice
from brikdesk.store.lines import RULED, Kind, Outcome, outcome
from brikdesk.store.tables import Note, NoteKind, PinnedPhoto, Player, Turn, Unit
from brikdesk.store.views.log import highest_ever
from brikdesk.turns.brikwars.units import NOTE
from brikdesk.turns.turn_order import present_turn

LAST_ROUND = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNote(Act):
    """Write a note. With `due_number` it comes up in that round, at the `edge` of a player's turn.

    That player is `player_id`, else the running one. An alarm needs a `due_number`.
    """

    text: str
    kind: NoteKind = NoteKind.NOTE
    player_id: int | None = None
    due_number: int | None = None
    edge: Edge = Edge.START
    unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput for an empty note, or an alarm without a round."""
        words = _words(self.text)
        turn = present_turn(session)
        player_id = self.player_id
        # A round without a player is one of whoever plays now.
        if self.due_number is not None and player_id is None and turn:
            player_id = turn.player_id
        note = Note(
            kind=self.kind,
            text=words,
            unit_id=key_or_none(session, Unit, self.unit_id),
            player_id=key_or_none(session, Player, player_id),
            due_number=self.due_number,
            edge=self.edge,
            made_turn_id=turn.id if turn else None,
        )
        _check_due(note)
        session.add(note)
        session.flush()
        title, lead = _title(note), f"{_title(note)}{_pinned(session, note)}:"
        return outcome(
            Kind.NOTE, f"{title}: {words[:40]}", words,
            lead=lead, player_id=note.player_id, unit_id=note.unit_id,
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class EditNote(Act):
    """Change a note; fields left None stay. `due_number` 0 unpins it, `done` puts it away."""

    note_id: int
    text: str | None = None
    player_id: int | None = None
    due_number: int | None = None
    edge: Edge | None = None
    done: bool | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new values; BadInput as in AddNote."""
        note = existing_row(session, Note, self.note_id)
        if self.text is not None:
            note.text = _words(self.text)
        if self.player_id is not None:
            note.player_id = key_or_none(session, Player, self.player_id)
        # 0, which no round has, unpins the note: None already means that nothing changes.
        if self.due_number is not None:
            note.due_number = self.due_number or None
        if self.edge is not None:
            note.edge = self.edge
        if self.done is not None:
            note.done = self.done
        _check_due(note)
        session.add(note)
        return Outcome(f"Edit note: {note.text[:40]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveNote(Act):
    """Throw a note away."""

    note_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        note = existing_row(session, Note, self.note_id)
        session.delete(note)
        return Outcome(f"Remove note: {note.text[:40]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Act):
    """Write a ruling of the referee into the log; it is told again when the `rule` refuses something."""

    text: str
    unit_id: int | None = None
    rule: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Return the line; no row changes. BadInput for an empty ruling, and for no rule of that ID."""
        words, unit_id = _words(self.text), key_or_none(session, Unit, self.unit_id)
        rule = rule_text(self.rule).id if self.rule.strip() else ""
        title = f"Ruling: {words[:40]}"
        return outcome(Kind.RULING, title, words, lead=RULED, rule=rule, unit_id=unit_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TellTurn(Act):
    """Tell a player turn in the story in words of the referee; without words it is left out.

    `by_log` is what the log tells of it now. With `by_hand` off the log tells it again.
    """

    turn_id: int
    words: str = ""
    by_log: str = ""
    by_hand: bool = True

    def carry_out(self, session: Session) -> Outcome:
        """Write the words; BadInput where the log tells the turn already."""
        turn = existing_row(session, Turn, self.turn_id)
        player = session.get_one(Player, turn.player_id)
        chosen = own_choice(session, OwnChoice.STORY)
        key, words = str(turn.id), " ".join(text.note(self.words, "words").split())
        if not self.by_hand and key not in chosen:
            raise BadInput("The log tells this turn already.", "by_hand")
        chosen.pop(key, None)
        if self.by_hand:
            chosen[key] = [words, text.note(self.by_log, "by_log")]
        write_choice(session, OwnChoice.STORY, chosen)
        how = "told by hand" if words else "left out of the story"
        title = f"Turn {turn.number}, {player.code}: {how if self.by_hand else 'told by the log'}"
        return outcome(Kind.SETUP, title, lead=f"{title}.")


MOST_BOOKMARKS = 200
LONGEST_BOOKMARK = 80
"""Letters of the name of a bookmark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBookmark(Act):
    """Put a bookmark on the moment after an act, or give it another name; without one take it away."""

    act_id: int
    name: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Write it; the log says nothing of it. BadInput where there is no such act, or no room."""
        kept, key = bookmarks_of(session), self.act_id
        name = " ".join(text.note(self.name, "name").split())
        if not 1 <= key <= highest_ever(session):
            raise BadInput(f"There is no act {key} on which a bookmark could lie.", "act_id")
        if len(name) > LONGEST_BOOKMARK:
            raise BadInput(f"A bookmark has a name of at most {LONGEST_BOOKMARK} letters.", "name")
        if name and key not in kept and len(kept) >= MOST_BOOKMARKS:
            raise BadInput(f"{MOST_BOOKMARKS} bookmarks are set. Take one away first.", "act_id")
        if not name and key not in kept:
            raise BadInput("No bookmark lies there.", "act_id")
        before = kept.pop(key, "")
        chosen = {str(act): said for act, said in kept.items()} | ({str(key): name} if name else {})
        write_choice(session, OwnChoice.BOOKMARKS, chosen)
        return Outcome(f"Bookmark: {name}" if name else f"Take away bookmark: {before}")


def _words(typed: str) -> str:
    words = text.note(typed, "text")
    if not words:
        raise BadInput("Nothing is written in it.", "text")
    return words


def _check_due(note: Note) -> None:
    if note.due_number is None:
        if note.kind is NoteKind.ALARM:
            raise BadInput("An alarm needs the round in which it rings.", "due_number")
        return
    if not 1 <= note.due_number <= LAST_ROUND:
        raise BadInput(f"Rounds are counted from 1 to {LAST_ROUND:,}.", "due_number")
    if note.player_id is None:
        raise BadInput("Name the player at whose turn it comes up.", "player_id")


def _title(note: Note) -> str:
    return text.opening(note.kind.value)


def _pinned(session: Session, note: Note) -> str:
    if note.due_number is None:
        return ""
    code = session.get_one(Player, note.player_id).code
    return f" for {note.edge.value} of Turn {note.due_number}, {code}"


MOST = 200
"""Pinned photos of a campaign: some 60 MB, which a backup every half hour still copies quickly."""

NO_UNIT = 0
"""Given as a unit: the photo shows none, or is not to be one's any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PinPhoto(Act):
    """Pin a photo to the present player turn, and to the unit that it shows.

    `picture` is the name under which the campaign keeps it; `words` say what it shows.
    """

    picture: str
    unit_id: int | None = None
    words: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Pin it; BadInput where the album is full or the name is no photo's."""
        pinned = session.exec(select(func.count()).select_from(PinnedPhoto)).one()
        if pinned >= MOST:
            raise BadInput(f"The album is full with {MOST} photos. Take one out first.", "picture")
        turn = present_turn(session)
        row = PinnedPhoto(
            picture=name_of_photo(self.picture),
            turn_id=turn.id if turn else None,
            unit_id=key_or_none(session, Unit, self.unit_id or None),
            words=_one_line(self.words),
        )
        session.add(row)
        session.flush()
        return _about_photo(session, row, "Pin a photo", "A photo is pinned.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPinnedPhoto(Act):
    """Say anew what a pinned photo shows; fields left None stay, `unit_id` 0 names no unit."""

    photo_id: int
    words: str | None = None
    unit_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write it; BadInput if there is no such photo or unit."""
        row = existing_row(session, PinnedPhoto, self.photo_id)
        if self.words is not None:
            row.words = _one_line(self.words)
        if self.unit_id is not None:
            named = None if self.unit_id == NO_UNIT else self.unit_id
            row.unit_id = key_or_none(session, Unit, named)
        session.add(row)
        session.flush()
        return _about_photo(session, row, "Say what a photo shows", "The photo shows anew:")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpinPhoto(Act):
    """Take a photo out of the album."""

    photo_id: int

    def carry_out(self, session: Session) -> Outcome:
        """Delete the row; the file keeps the photo as long as there is room, so undo finds it."""
        row = existing_row(session, PinnedPhoto, self.photo_id)
        done = _about_photo(session, row, "Take a photo out", "A photo is taken out of the album.")
        session.delete(row)
        return done


def _one_line(words: str) -> str:
    return " ".join(text.note(words, "words").split())


def _about_photo(session: Session, row: PinnedPhoto, title: str, lead: str) -> Outcome:
    unit = session.get(Unit, row.unit_id) if row.unit_id else None
    about = ". ".join(filter(None, (unit.name if unit else "", row.words)))
    return outcome(Kind.NOTE, title, about, lead=lead, unit_id=row.unit_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeNote(ClockStep[Note]):
    """A note or alarm that was pinned to this turn is read out and put away, at any time."""

    CLOCK = NOTE
    note_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse nothing: a note may be put away before its turn."""

    def _summary(self, session: Session) -> str:
        return self.row(session).text

    def settle(self, session: Session) -> Outcome:
        """Mark the note as done."""
        note = self.row(session)
        note.done = True
        session.add(note)
        lead = f"{note.kind.value[:1].upper()}{note.kind.value[1:]}:"
        done = self._settled(lead, note.text, player_id=note.player_id, unit_id=note.unit_id)
        return replace(done, title=f"{lead} {note.text[:40]}")
