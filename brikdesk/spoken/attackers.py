"""Reading the attackers before the verb, and weapons on either side of it."""

from brikdesk.spoken.cursor import Cursor, ends_name
from brikdesk.spoken.draft import ArmPhrase, Attacker
from brikdesk.spoken.phrases import Phrase, say_unknown, take_name
from brikdesk.spoken.roll_call import Arm, Caller, RollCall
from brikdesk.spoken.spelling import listed
from brikdesk.spoken.vocabulary import AND, AT, SOME, WITH


def take_attackers(cursor: Cursor, call: RollCall) -> list[Attacker]:
    """Read the names before the verb, each with the weapon and the distance that follow it."""
    found: list[Attacker] = []
    while not cursor.done:
        if _parted(cursor):
            continue
        attacker = _attacker(cursor, call)
        if attacker is None:
            cursor.wrong(cursor.take(cursor.until - cursor.at), "Who attacks? No name is here.")
            break
        found.append(attacker)
    if not found and not cursor.problems:
        cursor.lacks("Who attacks?", after=-1)
    return found


def _parted(cursor: Cursor) -> bool:
    word = cursor.peek()
    if word is not None and (word.mark or word.key in AND):
        cursor.take()
        return True
    return False


def _attacker(cursor: Cursor, call: RollCall) -> Attacker | None:
    said = take_name(cursor, call.units)
    if not said.words:
        return None
    if not said.found:
        say_unknown(cursor, said, f"Nobody is called “{said.text}”", call.units)
    attacker = Attacker(said)
    if cursor.skip(WITH):
        attacker.arm = take_arm(cursor, call, said.found)
    word = cursor.peek()
    if word is not None and word.inches is not None:
        cursor.take()
        attacker.distance = word.inches
    return attacker


def take_arm(cursor: Cursor, call: RollCall, callers: tuple[Caller, ...]) -> ArmPhrase | None:
    """Read a weapon: one of theirs, else a mounted one of their player, else any mounted one.

    Behind "a" or "an", a name that no weapon has is an object on the table. None if no name begins
    here.
    """
    begins, some = cursor.at, cursor.key() in SOME
    own = _arms(call, callers)
    first: Phrase[Arm] | None = None
    tiers = (own, _near(call, callers), tuple(arm for arm in call.arms if arm.mounted))
    # First those that use up all words of the name: a name in full, even of a weapon farther off,
    # goes before part of a name.
    for whole, arms in (*((True, arms) for arms in tiers), *((False, arms) for arms in tiers)):
        cursor.at = begins
        said = take_name(cursor, arms)
        if said.found and (_ended(cursor) or not whole):
            _take_size(cursor, said)
            return ArmPhrase(said)
        if first is None or (said.close and not first.close):
            first = said
    cursor.at = begins
    run = take_name(cursor, ()).words
    if not run:
        cursor.at = begins
        return None
    assert first is not None
    if some and not first.close:
        return ArmPhrase(Phrase(run, ()), object=" ".join(word.text for word in run))
    said = Phrase(run, (), first.close or own[:6])
    whose = f" on {listed([caller.name for caller in callers[:3]])}" if callers else ""
    say_unknown(cursor, said, f"No weapon “{said.text}”{whose}", own)
    return ArmPhrase(said)


def _ended(cursor: Cursor) -> bool:
    """Return whether the name has ended, with no word of it left over."""
    word = cursor.peek()
    return word is None or ends_name(word)


def _arms(call: RollCall, callers: tuple[Caller, ...]) -> tuple[Arm, ...]:
    own = {arm.id for caller in callers for arm in call.arms_of(caller)}
    return tuple(arm for arm in call.arms if arm.id in own)


def _near(call: RollCall, callers: tuple[Caller, ...]) -> tuple[Arm, ...]:
    near = {arm.id for caller in callers for arm in call.arms_near(caller)}
    return tuple(arm for arm in call.arms if arm.id in near)


def _take_size(cursor: Cursor, said: Phrase[Arm]) -> None:
    """Take the Size after a weapon's name, as in cannon 3" at ...

    It must be that of the weapon, and a target must follow; otherwise it is a distance or a die.
    """
    word = cursor.peek()
    size = {arm.size for arm in said.found}
    if word is None or cursor.key(1) not in AT or len(size) != 1:
        return
    if {float(word.number) if word.number is not None else word.inches} == size:
        cursor.take()


def begins_arm(cursor: Cursor, call: RollCall, callers: tuple[Caller, ...]) -> bool:
    """Return whether the next words name a weapon rather than a target."""
    begins = cursor.at
    found = take_name(cursor, (*_arms(call, callers), *_near(call, callers))).found
    cursor.at = begins
    if found or cursor.key() in SOME:
        return True
    run = cursor.run(ends_name)
    ahead, after = cursor.key(len(run)), cursor.peek(len(run) + 1)
    return ahead in AT and after is not None and after.number is None and after.inches is None
