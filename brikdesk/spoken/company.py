"""Reading who else has a part in an attack: supporters, team members, who and what is in the blast."""

from brikdesk.acts.attack.aim import Caught
from brikdesk.lengths import in_inches
from brikdesk.spoken import vocabulary as known
from brikdesk.spoken.cursor import Cursor
from brikdesk.spoken.draft import SpokenDraft
from brikdesk.spoken.phrases import Phrase, say_several, say_unknown, take_name
from brikdesk.spoken.roll_call import Caller, LooseExplosive
from brikdesk.spoken.spelling import listed
from brikdesk.spoken.spoken import SpokenRole
from brikdesk.spoken.words import Word


def take_helpers(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "support 2", "support nubs and hinge", "interfered by toggle", "together with tile".

    Return False if none of these begins here.
    """
    key = cursor.key()
    kinds = {"supporters": known.SUPPORT, "interferers": known.INTERFERE, "team": known.TEAM}
    what = next((name for name, keys in kinds.items() if key in keys), "")
    if not what:
        return False
    begins = cursor.take()
    cursor.skip(known.WITH | known.BECAUSE)
    number = cursor.peek()
    if what == "supporters" and number is not None and number.number is not None:
        words = (*begins, *cursor.take())
        draft.supporters = (words, number.number)
        cursor.tell(SpokenRole.OPTION, words, f"Gunnery Support of {number.number}")
        return True
    found, words = _units(cursor, draft, begins)
    if len(words) == len(begins):
        cursor.wrong(begins, f"Who? {begins[0].text} takes names.")
        return True
    draft.use(**{what: (*getattr(draft.strike, what), *found)})
    names = listed([unit.name for each in found if (unit := draft.call.unit(each))], "and")
    lead = {"supporters": "Gunnery Support", "interferers": "Interference", "team": "together with"}
    cursor.tell(SpokenRole.OPTION, words, f"{lead[what]}: {names}")
    return True


def _units(
    cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...]
) -> tuple[tuple[int, ...], tuple[Word, ...]]:
    """Read names between which stand commas or "and"; return their ids, and all words read.

    A comma that no name follows is left where it is.
    """
    found, words = [], begins
    while True:
        back = cursor.at
        if len(words) > len(begins) and not (_marked(cursor) or cursor.skip(known.AND)):
            break
        said = take_name(cursor, draft.call.units)
        if not said.words or (len(words) > len(begins) and not said.found and not said.close):
            cursor.at = back
            break
        words = (*words, *said.words)
        found += _one(cursor, draft, said)
    return tuple(found), words


def _marked(cursor: Cursor) -> bool:
    word = cursor.peek()
    if word is not None and word.mark:
        cursor.take()
        return True
    return False


def _one(cursor: Cursor, draft: SpokenDraft, said: Phrase[Caller]) -> list[int]:
    units = draft.call.units
    if said.one is not None:
        return [said.one.id]
    if said.found:
        say_several(cursor, said, units)
    else:
        say_unknown(cursor, said, f"Nobody is called “{said.text}”", units)
    return []


def take_caught(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `catching tile 3", keg 5"`: units and Explosives in reach, by inches from the centre.

    Return False if the line does not say this here.
    """
    if cursor.key() not in known.CATCHING:
        return False
    begins = cursor.take()
    first = True
    while True:
        back = cursor.at
        if not first and not (_marked(cursor) or cursor.skip(known.AND)):
            break
        at = cursor.at
        said = take_name(cursor, draft.call.units)
        if not said.found:
            # A unit goes before a thing of that name.
            after, cursor.at = cursor.at, at
            thing = take_name(cursor, draft.call.things)
            if thing.found:
                _catch_thing(cursor, draft, thing)
                first = False
                continue
            cursor.at = after
        if not said.words or not (said.found or said.close or first):
            cursor.at = back
            break
        _catch(cursor, draft, said)
        first = False
    if first:
        cursor.wrong(begins, f"Who? {begins[0].text} takes names with inches.")
    return True


def _catch_thing(cursor: Cursor, draft: SpokenDraft, said: Phrase[LooseExplosive]) -> None:
    if said.one is None:
        say_several(cursor, said, draft.call.things)
    word = cursor.peek()
    if word is None or word.inches is None:
        sentence = f"How many inches is {said.found[0].name} from the centre?"
        cursor.lacks(sentence, ('2"',))
        return
    cursor.take()
    if said.one is not None:
        explosive_id, flight_id = (None, said.one.id) if said.one.flies else (said.one.id, None)
        draft.caught.append(
            Caught(explosive_id=explosive_id, projectile_id=flight_id, distance=word.inches)
        )


def _catch(cursor: Cursor, draft: SpokenDraft, said: Phrase[Caller]) -> None:
    found = _one(cursor, draft, said)
    word = cursor.peek()
    if word is None or word.inches is None:
        if found:
            sentence = f"How many inches is {said.found[0].name} from the centre?"
            cursor.lacks(sentence, ('2"',))
        return
    cursor.take()
    for unit_id in found:
        draft.caught.append(Caught(unit_id=unit_id, distance=word.inches))
        meaning = f"{said.found[0].name} caught {in_inches(word.inches)} from the centre"
        cursor.tell(SpokenRole.MEASURE, (*said.words, word), meaning)
