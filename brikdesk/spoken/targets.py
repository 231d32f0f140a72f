"""Reading targets: units, Explosives, projectiles, and places on the table."""

from msgspec import Struct

from brikdesk.acts.attack.aim import Aim
from brikdesk.spoken.cursor import Cursor
from brikdesk.spoken.draft import SpokenDraft
from brikdesk.spoken.naming import near
from brikdesk.spoken.phrases import Phrase, say_several, say_unknown, spellings, take_name
from brikdesk.spoken.roll_call import Caller, LooseExplosive
from brikdesk.spoken.spoken import SpokenRole
from brikdesk.spoken.vocabulary import ARTICLES, BLIND, COUNTS, GROUND
from brikdesk.spoken.words import Word, folded_together


def take_target(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read one target; return False if no name begins here."""
    begins = cursor.at
    units = draft.call.units
    said = take_name(cursor, units)
    if said.found:
        _found(cursor, draft, said)
        return True
    after_unit = cursor.at
    cursor.at = begins
    # Each kind is tried from the same word; a unit goes before a thing or place of that name.
    thing = take_name(cursor, draft.call.things)
    if thing.found:
        _found_thing(cursor, draft, thing)
        return True
    cursor.at = begins
    if _place(cursor, draft):
        return True
    cursor.at = after_unit
    if not said.words:
        cursor.at = begins
        return False
    close = near(folded_together(said.words), _everything(draft))
    sentence = f"Nothing here is called “{said.text}”"
    say_unknown(cursor, Phrase(said.words, (), close), sentence, _everything(draft))
    return True


class _Either(Struct, frozen=True):
    """A unit or a thing, for suggestions in which both may be listed."""

    id: int
    name: str
    code: str
    also: str

    @classmethod
    def of(cls, each: Caller | LooseExplosive) -> "_Either":
        return cls(each.id, each.name, each.code, each.also)


def _everything(draft: SpokenDraft) -> tuple[_Either, ...]:
    units = tuple(_Either.of(unit) for unit in draft.call.units)
    return units + tuple(_Either.of(thing) for thing in draft.call.things)


def _found(cursor: Cursor, draft: SpokenDraft, said: Phrase[Caller]) -> None:
    if said.one is None:
        say_several(cursor, said, draft.call.units)
        return
    cursor.tell(SpokenRole.TARGET, said.words, said.one.name)
    draft.aim_at(Aim(unit_id=said.one.id), said.one)


def _found_thing(cursor: Cursor, draft: SpokenDraft, said: Phrase[LooseExplosive]) -> None:
    thing = said.one
    if thing is None:
        say_several(cursor, said, draft.call.things)
        return
    cursor.tell(SpokenRole.TARGET, said.words, thing.name)
    flying = thing.id if thing.flies else None
    draft.aim_at(Aim(projectile_id=flying, explosive_id=None if thing.flies else thing.id))


def _place(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read a place such as "the ground by the gate"; return False if none begins here."""
    begins = cursor.at
    while cursor.skip(ARTICLES):
        pass
    if cursor.key() not in GROUND:
        cursor.at = begins
        return False
    run = cursor.run(_ends_place)
    if len(run) == 1 and (word := cursor.peek(1)) is not None and word.quoted:
        run = (*run, word)
    cursor.take(len(run))
    quoted = [word.text for word in run if word.quoted]
    place = quoted[0] if quoted else " ".join(word.text for word in run)
    cursor.tell(SpokenRole.TARGET, run, place)
    draft.aim_at(Aim(place=place))
    return True


def _ends_place(word: Word) -> bool:
    figure = word.number is not None or word.inches is not None or word.signed is not None
    # "point" is in both: it begins a place here, and counts the points of an arc elsewhere.
    steers = word.key in BLIND or (word.key in COUNTS and word.key not in GROUND)
    return word.mark or figure or word.quoted or word.key == "at" or steers


def say_no_target(cursor: Cursor, draft: SpokenDraft, *, after_at: bool) -> None:
    """Note that a target is missing, and suggest foes."""
    attackers = [unit for each in draft.attackers for unit in each.said.found]
    sides = {unit.player_id for unit in attackers}
    foes = [unit for unit in draft.call.units if unit.player_id not in sides]
    names = spellings((foes or list(draft.call.units))[:6], draft.call.units)
    lead = "" if after_at else "at "
    cursor.lacks("At whom?", [f"{lead}{name}" for name in names])
