"""Units to burn, and the steps that wait for them."""

from typing import Any

from sqlmodel import Session, SQLModel

from brikdesk.acts.step_act import StepAct
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Mind, Turn, Unit, UnitKind
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Preview
from brikdesk.turns.turn_order import turn_now
from tests.acts.table import end_turn
from tests.staging import stage

ANN, BEN, CLEO = 1, 2, 3


def put(campaign: Campaign, *rows: SQLModel) -> list[int]:
    """Write rows and give their keys."""
    keys: list[int] = []

    def write(session: Session) -> None:
        session.add_all(rows)
        session.flush()
        keys.extend(row.id for row in rows)  # type: ignore[attr-defined]

    stage(campaign, write)
    return keys


def minifig(
    campaign: Campaign, name: str = "Gus", player_id: int | None = ANN, **facts: Any
) -> int:
    """Put a flammable minifig on the table."""
    facts = {"tags": ["flammable", "living", "breathing"], **facts}
    return put(campaign, Unit(name=name, token="GU", player_id=player_id, **facts))[0]


def creation(
    campaign: Campaign,
    name: str = "Boiler-Mech",
    size: int = 4,
    weight_class: int = 2,
    player_id: int | None = ANN,
    **facts: Any,
) -> int:
    """Put a larger creation on the table; its Armor has as many d10 as its Weight class."""
    usual = {
        "kind": UnitKind.CREATURE,
        "armor": f"{weight_class}d10" if weight_class else "1d6",
        "tags": ["flammable"],
    }
    unit = Unit(
        name=name,
        token="BM",
        size=size,
        weight_class=weight_class,
        player_id=player_id,
        **{**usual, **facts},
    )
    return put(campaign, unit)[0]


def hut(
    campaign: Campaign, name: str = "Hut", size: int = 4, weight_class: int = 1, **facts: Any
) -> int:
    """Put a building on the table that has no turns of its own."""
    facts = {"kind": UnitKind.STRUCTURE, "mind": Mind.NONE, "player_id": None, **facts}
    return creation(campaign, name, size, weight_class, facts.pop("player_id"), **facts)


def turn(campaign: Campaign) -> Turn:
    """Return the running turn."""
    return campaign.reading(turn_now)


def to_turn(campaign: Campaign, player_id: int, number: int) -> None:
    """Let turns pass until this player's turn in this round has begun; all steps stay undone."""
    for _ in range(200):
        now = turn(campaign)
        if (now.player_id, now.number) == (player_id, number):
            return
        end_turn(campaign)
    raise AssertionError("that turn is past")


def keys(campaign: Campaign) -> list[str]:
    """Return the keys of the steps that wait."""
    return [step.key for step in campaign.reading(agenda)]


def waiting(campaign: Campaign, key: str, *faces: int, **choices: str) -> StepAct:
    """Return the act of a waiting step with dice and choices; `a_b` stands for the choice a-b."""
    step = next(step for step in campaign.reading(agenda) if step.key == key)
    given = {name.replace("_", "-"): value for name, value in choices.items()}
    act = act_from_data({**step.act, "faces": list(faces), "choices": given})
    assert isinstance(act, StepAct)
    return act


def look(campaign: Campaign, act: StepAct) -> Preview:
    """Return what a step asks and tells."""
    return campaign.reading(act.examine)


def settle(campaign: Campaign, key: str, *faces: int, **choices: str) -> list[str]:
    """Settle a waiting step; give its log lines as plain text."""
    return [line.text() for line in campaign.do(waiting(campaign, key, *faces, **choices)).lines]
