"""Understanding a line of words as an attack, and finding what in it cannot be understood."""

from brikdesk.acts.attack.aim import MANEUVERS, Mode, Strike, TargetPart
from brikdesk.acts.attack.attack import Attack
from brikdesk.spoken.attackers import begins_arm, take_arm, take_attackers
from brikdesk.spoken.cursor import Cursor
from brikdesk.spoken.draft import SpokenDraft
from brikdesk.spoken.naming import nearest_words
from brikdesk.spoken.options import take_option
from brikdesk.spoken.roll_call import Caller, RollCall
from brikdesk.spoken.spoken import Problem, Spoken, SpokenAnswer, SpokenRole
from brikdesk.spoken.strikes import SPREADING, strikes_of
from brikdesk.spoken.targets import say_no_target, take_target
from brikdesk.spoken.vocabulary import (
    AND,
    ARTICLES,
    AT,
    CHARGES,
    COUNTERS,
    DOING,
    FILLERS,
    OPTIONS,
    USUAL_OPTIONS,
    USUAL_VERBS,
    VERBS,
    WITH,
)
from brikdesk.spoken.words import LONGEST, Word, words_of

MOST_VERBS = 4
"""The most words that are tried as the verb, because names may hold such words too."""

LETTERS = "abcdefgh"
"""Letters of options, as the desk shows them."""


def hear(line: str, call: RollCall) -> Spoken:
    """Return what a line says. It raises nothing: what it does not understand is a problem.

    `sgt fires cannon at opinion 9" blind support 2 7 4 9 6`: attackers, a verb, weapons, targets,
    options in any order, then dice and the letters of choices in the order of the attack.
    """
    words = words_of(line)
    cursor = Cursor(words)
    if len(line) > LONGEST:
        sentence = f"A line has at most {LONGEST:,} characters."
        return Spoken(None, (Problem(LONGEST, len(line), sentence),), ())
    verbs = [at for at, word in enumerate(words) if word.key in VERBS]
    if not verbs:
        _say_no_verb(cursor)
        return Spoken(None, tuple(cursor.problems), ())
    # Tried with each word that may be the verb; the reading with the fewest problems is meant.
    heard = [_hear_from(words, call, at) for at in verbs[:MOST_VERBS]]
    return min(heard, key=lambda spoken: len(spoken.problems))


def _hear_from(words: tuple[Word, ...], call: RollCall, verb: int) -> Spoken:
    """Return what the line says if this one of its words is the verb."""
    draft = SpokenDraft(call, VERBS[words[verb].key], verb, armed_at=verb)
    before = Cursor(words, until=verb)
    draft.attackers = take_attackers(before, call)
    cursor = Cursor(words, verb + 1)
    cursor.problems += before.problems
    after_at = _read(cursor, draft)
    return _heard(cursor, draft, after_at)


def _say_no_verb(cursor: Cursor) -> None:
    for word in cursor.words[1:]:
        if close := nearest_words(word.key, USUAL_VERBS):
            sentence = f"“{word.text[:40]}” is no way to attack: {close[0]}?"
            cursor.wrong((word,), sentence, close)
            return
    verbs = ", ".join(USUAL_VERBS)
    after = len(cursor.words) - 1
    cursor.lacks(f"Say what is done: {verbs}.", USUAL_VERBS, after)


def _read(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read everything after the verb; return whether the line ends with "at"."""
    after_at = False
    while not cursor.done:
        word = cursor.peek()
        assert word is not None
        if word.mark or word.key in AND:
            cursor.take()
            _more(cursor, draft)
        # The order decides: an option goes before a target, so that `at 9"` is a distance.
        elif _bare_count(cursor, draft, word) or take_option(cursor, draft):
            pass
        elif word.key in AT and not word.quoted:
            cursor.take()
            draft.sought = take_target(cursor, draft)
            after_at = not draft.sought and cursor.done
        elif not (_arm(cursor, draft) or _answer(cursor, draft, word)):
            _rest(cursor, draft)
    return after_at


def _bare_count(cursor: Cursor, draft: SpokenDraft, word: Word) -> bool:
    """Read the number of shots right after "bursts", or of points right after "sweeps"."""
    spreads = draft.mode in (Mode.BURST, Mode.ARC) and not draft.counted and not draft.targets
    if not spreads or word.number is None or cursor.key(1) in OPTIONS:
        return False
    draft.spread(draft.mode, word.number)
    kind = "burst" if draft.mode is Mode.BURST else "arc"
    cursor.tell(SpokenRole.OPTION, cursor.take(), f"{kind} of {word.number}")
    return True


def _callers(draft: SpokenDraft) -> tuple[Caller, ...]:
    return tuple(unit for each in draft.attackers for unit in each.said.found)


def _arm(cursor: Cursor, draft: SpokenDraft) -> bool:
    """Read "with" and a weapon; before the target also a weapon alone. False if there is none."""
    said_with = cursor.key() in WITH
    # "with" may also lead to an option: "with support 2".
    if said_with and cursor.key(1) in OPTIONS:
        cursor.take()
        return True
    bare = draft.mode in MANEUVERS or draft.targets or draft.arms
    if not said_with and (bare or _figures(cursor)):
        return False
    begins = cursor.at
    if said_with:
        cursor.take()
    elif not begins_arm(cursor, draft.call, _callers(draft)):
        return False
    arm = take_arm(cursor, draft.call, _callers(draft))
    if arm is None:
        cursor.at = begins
        if said_with:
            cursor.wrong(cursor.take(), "With what?")
        return said_with
    draft.arms.append(arm)
    draft.armed_at = cursor.at - 1
    return True


def _figures(cursor: Cursor) -> bool:
    word = cursor.peek()
    return word is None or word.number is not None


def _more(cursor: Cursor, draft: SpokenDraft) -> None:
    """Read what "and" or a comma adds: another target, or another weapon after a weapon."""
    word = cursor.peek()
    if word is None or word.key in OPTIONS | AT | WITH | AND or word.mark or _figures(cursor):
        return
    # Behind the first answer, words in quotes are an answer too.
    if word.signed is not None or word.inches is not None or (word.quoted and draft.answers):
        return
    after_arm = bool(draft.arms) and draft.armed_at == cursor.at - 2
    if (
        draft.targets
        and not draft.answers
        and not (after_arm and begins_arm(cursor, draft.call, _callers(draft)))
    ):
        if not _letter(cursor, draft, word):
            take_target(cursor, draft)
    elif draft.arms and (after_arm or not draft.targets):
        arm = take_arm(cursor, draft.call, _callers(draft))
        if arm is not None:
            draft.arms.append(arm)
            draft.armed_at = cursor.at - 1


def _letter(cursor: Cursor, draft: SpokenDraft, word: Word) -> bool:
    """Return whether a word is the letter of an option, and not part of a name."""
    # A small a is an article here; the first option is a capital A.
    return len(word.key) == 1 and word.key in LETTERS and word.text != "a" and bool(draft.targets)


def _answer(cursor: Cursor, draft: SpokenDraft, word: Word) -> bool:
    """Read a face, the letter of an option, or words in quotes for a free choice.

    Return False for any other word.
    """
    letter = len(word.key) == 1 and word.key in LETTERS
    free = word.quoted
    if word.number is None and not ((letter or free) and (draft.targets or draft.sought)):
        return False
    cursor.take()
    draft.answers.append(SpokenAnswer(word.start, word.end, word.text, free))
    role = SpokenRole.DIE if word.number is not None else SpokenRole.CHOICE
    cursor.tell(role, (word,), f"“{word.text}”" if free else word.text.upper())
    return True


def _rest(cursor: Cursor, draft: SpokenDraft) -> None:
    """Read a target without "at", or a word that changes nothing; any other word is a problem."""
    if cursor.key() in FILLERS:
        cursor.take()
        return
    if not draft.targets and not draft.sought and take_target(cursor, draft):
        return
    unknown = cursor.take()
    if unknown[0].key in ARTICLES:
        return
    close = nearest_words(unknown[0].key, USUAL_OPTIONS)
    question = f": {close[0]}?" if close else "."
    sentence = f"“{unknown[0].text[:40]}” is not understood here{question}"
    cursor.wrong(unknown, sentence, close)


def _heard(cursor: Cursor, draft: SpokenDraft, after_at: bool) -> Spoken:
    verb = cursor.words[draft.verb]
    strikes = strikes_of(draft, cursor)
    # If something else is wrong, the target may be among the words that were not understood.
    if not draft.targets and all(problem.missing for problem in cursor.problems):
        say_no_target(cursor, draft, after_at=after_at)
    _check_counts(cursor, draft, strikes)
    _check_parts(cursor, draft)
    cursor.tell(SpokenRole.VERB, (verb,), DOING[draft.mode])
    act = Attack(
        aims=draft.aimed(),
        strikes=strikes,
        caught=tuple(draft.caught),
        extras=tuple(draft.extras),
        parries=tuple(draft.parries),
        shields=tuple(draft.shields),
        strays=tuple(draft.strays),
        choices=draft.landing,
        combine=draft.combine,
        track_misses=draft.track_misses,
        counterstrike=verb.key in COUNTERS,
        charge=verb.key in CHARGES,
        overruled=frozenset(draft.overruled),
    )
    problems = tuple(sorted(cursor.problems, key=lambda problem: problem.start))
    pieces = tuple(sorted(cursor.pieces, key=lambda piece: (piece.start, piece.role)))
    only_missing = all(problem.missing for problem in problems)
    return Spoken(
        act=None if problems else act,
        problems=problems,
        pieces=pieces,
        answers=tuple(draft.answers),
        draft=act if only_missing else None,
    )


def _check_counts(cursor: Cursor, draft: SpokenDraft, strikes: tuple[Strike, ...]) -> None:
    """Note as missing the number of shots of a burst, or of points of an arc."""
    known = any(each.weapon_id is not None or each.name for each in strikes)
    if draft.counted or draft.mode not in (Mode.BURST, Mode.ARC) or not known:
        return
    if draft.mode is Mode.BURST:
        cursor.lacks("How many shots?", ("burst 2", "burst 3"), draft.armed_at)
    kinds = {arm.id: arm.kind for arm in draft.call.arms}
    if draft.mode is Mode.ARC and any(
        kinds.get(each.weapon_id or 0) not in SPREADING for each in strikes
    ):
        cursor.lacks("How many points of arc?", ("arc 1", "arc 2"), draft.armed_at)


def _check_parts(cursor: Cursor, draft: SpokenDraft) -> None:
    """Note it as a problem if a part of a target is named without its size."""
    for target in draft.targets:
        if target.aim.part is TargetPart.WHOLE and target.part:
            name = target.aim.part_name
            sentence = f"How large is the {name}? Write (small) or (tiny) after it."
            cursor.wrong(target.part, sentence, (f"{name} (small)", f"{name} (tiny)"))
