"""Commands that change a campaign: roll, do, undo, redo; and try, which changes nothing."""

from argparse import Namespace
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

from brikdesk.acts.step import StepAct
from brikdesk.acts.turn.rolling import ThrowDie, roll_all, roll_step
from brikdesk.acts.turn.turns import EndTurn, Together
from brikdesk.cli import json_acts
from brikdesk.cli.agenda import choice_in_words, open_to_data, preview_to_data, say_open
from brikdesk.cli.campaigns import to_change, to_rehearse
from brikdesk.cli.words import say, tell
from brikdesk.dice import dice_words
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign, Changes
from brikdesk.store.lines import Line, Outcome, parts_to_data
from brikdesk.store.views.battle import battle_head
from brikdesk.store.views.log import undo_state
from brikdesk.store.views.turn_end import before_the_end
from brikdesk.turns.agenda import agenda
from brikdesk.turns.steps import Preview


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
    acts = [act_from_data(data) for data in json_acts.acts(asked.act)]
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
