"""Play every waiting step with the usual answers, for demos and measurements."""

from collections.abc import Iterator
from dataclasses import replace

from brikdesk.acts.step import StepAct, act_of_step
from brikdesk.acts.turn.rolling import ThrowDie, roll_all, roll_step
from brikdesk.store.campaign import Campaign
from brikdesk.turns.agenda import agenda


def play_waiting_steps(campaign: Campaign, thrower: ThrowDie) -> Iterator[str]:
    """Settle all steps that wait, one act after another; yield each act's title.

    Every choice takes its first option, or "as it lies" if it has none.
    """
    while True:
        if act := roll_all(campaign, thrower):
            yield campaign.do(act).title
            continue
        waiting = campaign.reading(agenda)
        if not waiting:
            return
        yield campaign.do(with_first_choices(campaign, act_of_step(waiting[0]), thrower)).title


def with_first_choices(campaign: Campaign, act: StepAct, thrower: ThrowDie) -> StepAct:
    """Return the act with all dice thrown and the first option taken for every open choice."""
    while True:
        act = roll_step(campaign, act, thrower)
        open_choices = campaign.reading(act.examine).open_choices
        if not open_choices:
            return act
        # One at a time: an answer may earn more dice, or take away the next question.
        choice = open_choices[0]
        value = choice.options[0].value if choice.options else "as it lies"
        act = replace(act, choices={**act.choices, choice.id: value})
