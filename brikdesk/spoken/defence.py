"""Reading what follows a hit or a miss: Parries, Energy Shields, targets of Missed Shots."""

from brikdesk.acts.attack.aim import MANEUVERS, Parry, ShieldDice, Stray
from brikdesk.acts.attack.preview import shot_key, spot_key
from brikdesk.lengths import in_inches
from brikdesk.spoken import vocabulary as known
from brikdesk.spoken.cursor import Cursor
from brikdesk.spoken.draft import SpokenDraft
from brikdesk.spoken.phrases import Phrase, say_several, say_unknown, spellings, take_name
from brikdesk.spoken.roll_call import Arm, Caller, Dome, LooseExplosive
from brikdesk.spoken.spelling import listed
from brikdesk.spoken.spoken import SpokenRole
from brikdesk.spoken.words import Word

DICE = frozenset(("dice", "die"))
BARE = frozenset(("bare", "hand", "hands", "nothing"))
SHIELD = "Melee Shield"


def take_parry(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "parried", "parried by tile", "parried by tile with shield" or "with bare hands".

    Without a name the target named last parries, without a weapon with its only shield. Return
    False if none of these begins here.
    """
    if cursor.key() not in known.PARRY:
        return False
    begins = cursor.take()
    cursor.skip(known.BECAUSE)
    unit = _defender(cursor, draft, begins, "parries")
    if unit is None:
        return True
    words, arm = _with(cursor, draft, unit, begins)
    if arm is None and words is None:
        return True
    draft.parries.append(Parry(unit_id=unit.id, weapon_id=arm.id if arm else None))
    held = arm.name if arm else "Bare Hands"
    cursor.tell(SpokenRole.OPTION, words or begins, f"{unit.name} parries with {held}")
    return True


def _defender(
    cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...], does: str
) -> Caller | None:
    """Read the unit that defends itself; by default it is the target named last."""
    said = take_name(cursor, draft.call.units)
    last = draft.targets[-1].unit if draft.targets else None
    if said.one is not None:
        return said.one
    if said.found:
        say_several(cursor, said, draft.call.units)
    elif said.words:
        say_unknown(cursor, said, f"Nobody is called “{said.text}”", draft.call.units)
    elif last is None:
        cursor.wrong(begins, f"Who {does}? Name a unit after {begins[0].text}.")
    return None if said.words else last


def _with(
    cursor: Cursor, draft: SpokenDraft, unit: Caller, begins: tuple[Word, ...]
) -> tuple[tuple[Word, ...] | None, Arm | None]:
    """Read the weapon of a Parry; return all words read, and the weapon, None for bare hands.

    Both are None if there is a problem, which is noted.
    """
    held = tuple(arm for arm in draft.call.arms if arm.unit_id == unit.id and not arm.mounted)
    if cursor.key() in known.WITH:
        start = cursor.take()
        if cursor.key() in BARE:
            rest = cursor.take()
            rest += cursor.take() if cursor.key() in BARE else ()
            return (*begins, *rest), None
        said = take_name(cursor, held)
        if said.one is not None:
            return (*begins, *said.words), said.one
        _say_no_arm(cursor, said, held, start, unit)
        return None, None
    shields = tuple(arm for arm in held if arm.kind == SHIELD)
    # Against a Grab or a Shove bare hands are the usual choice of a unit without a shield.
    if len(shields) == 1 or (not shields and draft.mode in MANEUVERS):
        return begins, shields[0] if shields else None
    names = [f"with {name}" for name in spellings(shields, held)]
    sentence = f"With what? {listed(names)}." if shields else f"{unit.name} holds no shield."
    cursor.wrong(begins, sentence)
    return None, None


def _say_no_arm(
    cursor: Cursor, said: Phrase[Arm], held: tuple[Arm, ...], start: tuple[Word, ...], unit: Caller
) -> None:
    if said.found:
        say_several(cursor, said, held)
    elif said.words:
        say_unknown(cursor, said, f"{unit.name} holds no “{said.text}”", held)
    else:
        cursor.wrong(start, f"With what does {unit.name} parry?")


def take_shield(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "shielded by dome" or "shielded by dome 2 dice", for the target named last (F.1-71).

    Return False if neither begins here.
    """
    if cursor.key() not in known.SHIELDED:
        return False
    begins = cursor.take()
    # "by" is among the words before a reason.
    cursor.skip(known.BECAUSE | known.WITH)
    said = take_name(cursor, draft.call.domes)
    unit = draft.targets[-1].unit if draft.targets else None
    if said.one is None:
        _say_no_dome(cursor, said, draft.call.domes, begins)
        return True
    words, count = _dice(cursor, (*begins, *said.words))
    if unit is None:
        cursor.wrong(begins, "Whom does it shield? Name the target before it.")
    elif not 0 < count <= len(said.one.ready):
        ready = len(said.one.ready)
        cursor.wrong(words, f"{said.one.name} has {ready} {'die' if ready == 1 else 'dice'} ready.")
    else:
        dice = said.one.ready[:count]
        draft.shields.append(ShieldDice(field_id=said.one.id, unit_id=unit.id, dice=dice))
        many = "1 die" if count == 1 else f"{count} dice"
        cursor.tell(SpokenRole.OPTION, words, f"{unit.name} uses {many} of {said.one.name}")
    return True


def _dice(cursor: Cursor, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], int]:
    """Read the number of dice, 1 by default. A number without "dice" behind it is a face."""
    number = cursor.peek()
    if number is None or number.number is None or cursor.key(1) not in DICE:
        return words, 1
    return (*words, *cursor.take(2)), number.number


def _say_no_dome(
    cursor: Cursor, said: Phrase[Dome], domes: tuple[Dome, ...], begins: tuple[Word, ...]
) -> None:
    if said.found:
        say_several(cursor, said, domes)
    elif said.words:
        say_unknown(cursor, said, f"No Energy Shield is called “{said.text}”", domes)
    else:
        names = [f"{begins[0].text} by {dome.name}" for dome in domes[:6]]
        cursor.wrong(begins, "Which Energy Shield?", names)


def take_stray(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read `stray on tile 8"` or `stray 2 on tile 8"`: what a Missed Shot strikes, how far away.

    The number counts the shots of the attack from 1. Missed Shots are then tracked (5.3-07).
    Return False if neither begins here.
    """
    if cursor.key() not in known.STRAY:
        return False
    begins = cursor.take()
    number = cursor.peek()
    shot = 1
    if number is not None and number.number is not None:
        begins, shot = (*begins, *cursor.take()), number.number
    if shot < 1:
        cursor.wrong(begins, "Shots are counted from 1.")
        return True
    cursor.skip(known.AT)
    struck = _struck(cursor, draft, begins)
    if struck is not None:
        _land(cursor, draft, struck, shot)
    return True


def _struck(
    cursor: Cursor, draft: SpokenDraft, begins: tuple[Word, ...]
) -> tuple[tuple[Word, ...], Caller | LooseExplosive] | None:
    """Read a unit, or an Explosive that lies on the table; None, with a problem, for neither."""
    call, back = draft.call, cursor.at
    unit = take_name(cursor, call.units)
    if unit.one is not None:
        return (*begins, *unit.words), unit.one
    after, cursor.at = cursor.at, back
    lying = tuple(thing for thing in call.things if not thing.flies)
    thing = take_name(cursor, lying)
    if thing.one is not None:
        return (*begins, *thing.words), thing.one
    cursor.at = after
    if unit.found:
        say_several(cursor, unit, call.units)
    elif unit.words:
        say_unknown(cursor, unit, f"Nothing here is called “{unit.text}”", call.units)
    else:
        cursor.wrong(begins, f"Who is struck? {begins[0].text} takes a name with inches.")
    return None


def _land(
    cursor: Cursor,
    draft: SpokenDraft,
    struck: tuple[tuple[Word, ...], Caller | LooseExplosive],
    shot: int,
) -> None:
    words, what = struck
    inches = cursor.peek()
    if inches is None or inches.inches is None:
        cursor.lacks(f"How many inches is {what.name} from the weapon?", ('8"',))
        return
    cursor.take()
    unit_id = what.id if isinstance(what, Caller) else None
    explosive_id = what.id if isinstance(what, LooseExplosive) else None
    stray = Stray(
        shot=shot_key(shot - 1),
        distance=inches.inches,
        unit_id=unit_id,
        explosive_id=explosive_id,
    )
    draft.strays.append(stray)
    # This answers the choice where the miss lands, which the attack would ask otherwise.
    draft.landing[spot_key(shot - 1)] = what.name
    draft.track_misses = True
    of = f" {shot}" if shot > 1 else ""
    meaning = f"shot{of}, missing, strikes {what.name}, {in_inches(inches.inches)} away"
    cursor.tell(SpokenRole.OPTION, (*words, inches), meaning)
