"""Playing every waiting step, with the usual answer to every question: for demos and measurements."""

from collections.abc import Iterator
from dataclasses import replace

from brikdesk.acts.step import StepAct, act_of_step
from brikdesk.acts.turn.rolling import Thrower, roll_all, roll_step
from brikdesk.store.campaign import Campaign
from brikdesk.turns.agenda import agenda


def play_waiting_steps(campaign: Campaign, thrower: Thrower) -> Iterator[str]:
    """Settle all steps that wait, one act after another; give each act's title.

    Choices are made as they are offered first; where nothing is offered, "as it lies".
    """
    while True:
        if act := roll_all(campaign, thrower):
            yield campaign.do(act).title
            continue
        waiting = campaign.reading(agenda)
        if not waiting:
            return
        yield campaign.do(with_first_choices(campaign, act_of_step(waiting[0]), thrower)).title


def with_first_choices(campaign: Campaign, act: StepAct, thrower: Thrower) -> StepAct:
    """Return the act with all dice thrown and every open choice made as it is offered first."""
    while True:
        act = roll_step(campaign, act, thrower)
        open_choices = campaign.reading(act.examine).open_choices
        if not open_choices:
            return act
        choice = open_choices[0]
        value = choice.options[0].value if choice.options else "as it lies"
        act = replace(act, choices={**act.choices, choice.id: value})
