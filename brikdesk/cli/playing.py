"""Commands that change a campaign: roll, do, undo, redo; agenda, ahead and try change nothing."""

import json
import math
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from random import Random, SystemRandom
from typing import Any

from sqlmodel import Session

from brikdesk.acts.ahead import Foreseen, as_data, look_ahead, two_rounds
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.throwing import ThrowDie, roll_step
from brikdesk.acts.turns_and_steps import EndTurn, Together, roll_all
from brikdesk.cli import words as paths
from brikdesk.cli.looking import to_change, to_read, to_rehearse
from brikdesk.cli.words import columns, say, tell
from brikdesk.dice import dice_words
from brikdesk.errors import BadInput
from brikdesk.foreign_file import content_of
from brikdesk.store.act import Act, act_from_data, face_to_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import Line, Outcome, parts_to_data
from brikdesk.store.views.campaign_and_battle import BattleHead, battle_head
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.still_to_act import UnfinishedTurn, before_the_end
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Choice, Preview, Step

LONGEST_ACT = 1_000_000
MOST_ACTS = 2_000
"""The most acts that are done as one, so that the answer comes within a second."""
LONGEST_STRING = 10_000
LARGEST_NUMBER = 2**31 - 1
"""The largest whole number that a campaign may hold."""


def acts_from(source: str) -> list[dict[str, Any]]:
    """Return one act or several from a file or, for "-", from the standard input, as data.

    Raise BadInput for anything that is not JSON, or that no campaign could hold.
    """
    try:
        data = json.loads(
            _text(source),
            object_pairs_hook=_object,
            parse_int=_number,
            parse_float=_fraction,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        words = f"This is not JSON: {error.msg}."
        raise BadInput(words, f"line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise BadInput("The act is nested too deep.") from None
    found = data if isinstance(data, list) else [data]
    if not found or not all(isinstance(item, dict) for item in found):
        raise BadInput('An act is an object such as {"act": "EndTurn"}, or a list of them.')
    _check_strings(found)
    if _count_acts(found) > MOST_ACTS:
        raise BadInput(f"A call does at most {MOST_ACTS:,} acts; give the others to the next one.")
    return found


def _count_acts(value: Any) -> int:
    if isinstance(value, list):
        return sum(map(_count_acts, value))
    if isinstance(value, dict):
        return ("act" in value) + sum(map(_count_acts, value.values()))
    return 0


def _text(source: str) -> str:
    try:
        # With the mark that some editors on Windows put at the start of a file, or without.
        return _bytes(source).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("The act is not written in UTF-8.", source) from None


def _bytes(source: str) -> bytes:
    if source == "-":
        # One byte too many is enough to know that it is too long.
        read = sys.stdin.buffer.read(LONGEST_ACT + 1)
    else:
        file = paths.path(source, "ACT.json")
        read = content_of(file, LONGEST_ACT, "ACT.json")
    if len(read) > LONGEST_ACT:
        raise BadInput(f"An act has at most {LONGEST_ACT:,} bytes.", source)
    if not read.strip():
        raise BadInput("There is no act in it.", "the input" if source == "-" else source)
    return read


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    # Python's own reader would silently keep the last of two values.
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"{twice[:40]!r} is given twice.")
    return found


def _number(digits: str) -> int:
    # The length first: Python refuses to convert thousands of digits, with a ValueError.
    if len(digits) > 12 or abs(int(digits)) > LARGEST_NUMBER:
        raise BadInput(f"{digits[:20]} is too large.")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) > LARGEST_NUMBER:
        raise BadInput(f"{digits[:20]} is too large.")
    return number


def _no_number(word: str) -> float:
    raise BadInput(f"{word} is no number.")


def _check_strings(value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            _check_strings(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            _check_strings(name)
            _check_strings(item)
    elif isinstance(value, str):
        if len(value) > LONGEST_STRING:
            raise BadInput(f"A text has at most {LONGEST_STRING:,} characters, not {len(value):,}.")
        # JSON can spell half of a surrogate pair, which cannot be written in UTF-8.
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise BadInput("A text holds a character that is none.")


PHASES = {"START": "at the start", "PLAY": "in play", "END": "at the end"}


def show(asked: Namespace) -> None:
    """Print the waiting steps of the running turn."""
    with to_read(asked.file) as campaign:
        head = campaign.read(battle_head)
        waiting = campaign.reading(_previews)
        open_ends = campaign.read(before_the_end)
    if asked.json:
        steps = [_step_to_data(*pair, head) for pair in waiting]
        tell(_turn_to_data(head) | {"steps": steps, "open": open_to_data(open_ends)})
        return
    say(_turn_in_words(head, len(waiting)))
    for line in columns(_in_columns(waiting), indent="  "):
        say(line)
    say_open(open_ends)


def say_open(open_ends: tuple[UnfinishedTurn, ...]) -> None:
    """Print what is still open in the running turn, if there is anything."""
    if open_ends:
        say("Before the turn ends:")
    for each in open_ends:
        say(f"  {each.whole}")


def open_to_data(open_ends: tuple[UnfinishedTurn, ...]) -> list[dict[str, str]]:
    """Return the same as JSON values."""
    return [{"text": each.words, "rule": each.rule} for each in open_ends]


def _previews(session: Session) -> list[tuple[Step, Preview]]:
    return [(step, act_of_step(step).examine(session)) for step in agenda(session)]


def _turn_to_data(head: BattleHead) -> dict[str, Any]:
    active = head.active
    return {
        "campaign": head.campaign,
        "battle": head.battle,
        "turn": head.number,
        "phase": head.phase.lower(),
        "player": active.name if active else None,
        "faction": active.faction if active else None,
    }


def _step_to_data(step: Step, preview: Preview, head: BattleHead) -> dict[str, Any]:
    """Return a step as JSON values; `act` is complete but for faces and choices.

    `dice` are the sides of all dice that it asks for; the last `owed` of them are still missing.
    """
    names = {player.id: player.name for player in head.players}
    return {
        "key": step.key,
        "kind": step.kind,
        "title": step.title,
        "detail": step.detail,
        "rule": step.rule,
        "player": names.get(step.player_id or 0),
        "chooser": names.get(step.chooser_id or 0),
        "asks": step.asks,
        "may_ask": step.may_ask,
        "skipped": step.skipped,
        "laid": [face_to_data(face) for face in step.laid],
        **preview_to_data(preview, head),
        "act": dict(step.act),
    }


def preview_to_data(preview: Preview, head: BattleHead) -> dict[str, Any]:
    """Return what a step asks, for the dice and choices known so far, as JSON values."""
    names = {player.id: player.name for player in head.players}
    return {
        "dice": [die.sides for die in preview.dice],
        "owed": preview.owed,
        "waiting": preview.waiting,
        "summary": preview.summary,
        "choices": [
            {
                "id": choice.id,
                "prompt": choice.prompt,
                "chooser": names.get(choice.player_id or 0),
                "chosen": choice.chosen,
                "free": choice.free,
                "options": [
                    {"value": each.value, "name": each.name, "consequence": each.consequence}
                    for each in choice.options
                ],
            }
            for choice in preview.choices
        ],
    }


def _turn_in_words(head: BattleHead, count: int) -> str:
    if head.active is None:
        return f"{head.campaign}: no battle is running."
    waits = {0: "nothing waits", 1: "1 step waits"}.get(count, f"{count} steps wait")
    turn = f"Turn {head.number}, {head.active.faction} ({head.active.name})"
    return f"{turn}: {waits} {PHASES[head.phase]}."


def _in_columns(waiting: list[tuple[Step, Preview]]) -> Iterator[tuple[str, ...]]:
    for number, (step, preview) in enumerate(waiting, start=1):
        dice = dice_words([die.sides for die in preview.dice])
        what = f"{step.title}: {step.detail}" if step.detail else step.title
        yield f"{number}.", step.key, dice, step.rule, what
        for choice in preview.open_choices:
            yield "", "", "", "", choice_in_words(choice)


def choice_in_words(choice: Choice) -> str:
    """Return an open choice on one line: its id, the question, and the possible answers."""
    options = [f"{option.value} ({option.name})" for option in choice.options]
    return f"? {choice.id}: {choice.prompt} {', '.join(options)}".rstrip()


def ahead(asked: Namespace) -> None:
    """Print what is left of the running turn and what the next ones bring, with its chances."""
    with to_read(asked.file) as campaign:
        head = campaign.read(battle_head)
        turns = campaign.reading(two_rounds) if asked.turns is None else asked.turns
        coming = look_ahead(campaign, turns)
    if asked.json:
        tell({"campaign": head.campaign, "battle": head.battle, "turns": as_data(coming)})
        return
    if not coming:
        say(f"{head.campaign}: no battle is running.")
    for each in coming:
        waits = "" if each.steps else " nothing waits."
        say(f"Turn {each.number}, {each.owner.faction}{' (now)' if each.runs else ''}:{waits}")
        for steps, when in ((each.start, "start"), (each.end, "end")):
            for line in columns(_foreseen_in_columns(steps, when), indent="  "):
                say(line)


def _foreseen_in_columns(steps: tuple[Foreseen, ...], when: str) -> Iterator[tuple[str, ...]]:
    for step in steps:
        what = ": ".join(filter(None, (step.title, "; ".join(step.facts))))
        yield when, step.percent or "sure", step.dice, step.rule, what


def roll(asked: Namespace) -> None:
    """Throw for every waiting step; settle those without a choice, lay down the dice of others."""
    with to_change(asked.file, asked.accept) as campaign:
        thrower = thrower_of(asked)
        done: list[Changes] = []
        # Settled steps may bring new ones. It ends, as dice that lie there are not laid again.
        while act := roll_all(campaign, thrower):
            done.append(campaign.do(act))
        left = len(campaign.reading(agenda))
    if asked.json:
        tell({"done": [changes_to_data(changes) for changes in done], "waiting": left})
        return
    for changes in done:
        print_lines(changes.title, changes.lines)
    if not done:
        say("Nothing can be rolled.")
    say(f"{left or 'No'} {'step waits' if left == 1 else 'steps wait'}.")


def do(asked: Namespace) -> None:
    """Carry out one act, or a list of acts as one: either all are saved, or none."""
    act = _act(asked)
    with to_change(asked.file, asked.accept) as campaign:
        if asked.roll and isinstance(act, StepAct):
            act = roll_step(campaign, act, thrower_of(asked))
        # Asked before it is done: afterwards what was open is over.
        open_ends = campaign.read(before_the_end) if isinstance(act, EndTurn) else ()
        if not asked.json:
            say_open(open_ends)
        changes = campaign.do(act)
    if asked.json:
        tell(changes_to_data(changes) | ({"open": open_to_data(open_ends)} if open_ends else {}))
    else:
        print_lines(changes.title, changes.lines)


def try_out(asked: Namespace) -> None:
    """Print what a step still asks for; for a complete step or another act, what it would do."""
    act = _act(asked)
    with to_rehearse(asked.file) as campaign:
        head = campaign.read(battle_head)
        # An act that is no step asks nothing: an empty preview is complete.
        preview = campaign.reading(act.examine) if isinstance(act, StepAct) else Preview()
        open_ends = campaign.read(before_the_end) if isinstance(act, EndTurn) else ()
        outcome = campaign.try_out(act) if preview.complete else None
    if asked.json:
        tell(preview_to_data(preview, head) | {"would": would_to_data(outcome)})
        return
    say_open(open_ends)
    if outcome:
        print_lines(f"Would: {outcome.title}", outcome.lines)
        return
    if preview.owed:
        owed = preview.open_dice
        say(f"Dice are missing: {dice_words([die.sides for die in owed])}.")
    for choice in preview.open_choices:
        say(choice_in_words(choice))


def would_to_data(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return what an act would do as JSON values; None where nobody knows yet."""
    if outcome is None:
        return None
    return {"title": outcome.title, "lines": _lines_to_data(outcome.lines)}


def undo(asked: Namespace) -> None:
    """Undo the last act or, with --all, every act that can be undone."""
    _step_through(asked, "Undone", Campaign.undo, lambda state: state.undo)


def redo(asked: Namespace) -> None:
    """Redo the act that was undone last or, with --all, every undone act."""
    _step_through(asked, "Done again", Campaign.redo, lambda state: state.redo)


def _step_through(
    asked: Namespace,
    word: str,
    step: Callable[[Campaign], Changes],
    left: Callable[[Any], tuple[str, ...]],
) -> None:
    with to_change(asked.file, asked.accept) as campaign:
        if not asked.all:
            say(f"{word}: {step(campaign).title}.")
            return
        count = 0
        while left(campaign.read(undo_state, most=1)):
            step(campaign)
            count += 1
    say(f"{word}: {count} {'act' if count == 1 else 'acts'}.")


def _act(asked: Namespace) -> Act:
    acts = [act_from_data(data) for data in acts_from(asked.act)]
    return acts[0] if len(acts) == 1 else Together(title=f"Do {len(acts)} acts", acts=tuple(acts))


def thrower_of(asked: Namespace) -> ThrowDie:
    """Return a function that throws dice: by chance or, with a seed, the same dice every time."""
    chance = SystemRandom() if asked.seed is None else Random(asked.seed)
    return lambda sides: chance.randint(1, sides)


def print_lines(title: str, lines: tuple[Line, ...]) -> None:
    """Print a title and the log lines below it."""
    say(title)
    for line in lines:
        say(f"  {line.text()}")


def changes_to_data(changes: Changes) -> dict[str, Any]:
    """Return what was done as JSON values."""
    return {
        "act_id": changes.act_id,
        "title": changes.title,
        "lines": _lines_to_data(changes.lines),
    }


def _lines_to_data(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    return [
        {
            "kind": line.kind.value,
            "text": line.text(),
            "lead": line.lead,
            "parts": parts_to_data(line.parts),
            "rule": line.rule,
            "player_id": line.player_id,
            "unit_id": line.unit_id,
            "step": line.step,
        }
        for line in lines
    ]
