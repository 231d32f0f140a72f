"""The command agenda: the steps that wait, what each asks now, and the act that settles it."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from sqlmodel import Session

from brikdesk.acts.step import act_of_step
from brikdesk.cli.campaigns import to_read
from brikdesk.cli.words import columns, say, tell
from brikdesk.dice import dice_words
from brikdesk.store.act import face_to_data
from brikdesk.store.views.battle import BattleHead, battle_head
from brikdesk.store.views.turn_end import UnfinishedTurn, before_the_end
from brikdesk.turns.agenda import agenda
from brikdesk.turns.steps import Choice, Preview, Step

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
        "kind": step.kind.value,
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
