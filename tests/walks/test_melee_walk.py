"""Random movement and melee: no surprise, no Move above the allowance, undo gives the start again."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from sqlmodel import Session, select

from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage, Respond
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.colliding import Collide
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.step_act import StepAct, act_of_step
from brikdesk.acts.throwing import roll_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import OtherAction
from brikdesk.errors import BadInput, Refused
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.house_rules import move_now, sprinted
from brikdesk.store.tables import Fate, Turn, Unit, Weapon
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import present_turn
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import rows
from tests.nightly import many

ACTS = many(250, 5000, quick=100)
ARMS = ("W-01", "W-02", "W-03", "W-12")
MODES = (Mode.STRIKE, Mode.STRIKE, Mode.STRIKE, Mode.GRAB, Mode.SHOVE)
ROOM = 1e-6


@pytest.fixture
def melee(battle: Campaign) -> Campaign:
    """Twelve minifigs in two armies, close together, each with a weapon or two."""
    for at in range(12):
        made = unit(battle, f"Fig {at}", (ANN, BEN)[at % 2], x=6 + at % 4 * 3, y=6 + at // 4 * 3)
        weapon(battle, made, preset=ARMS[at % 4], hands=2 if at % 4 == 2 else 1)
        weapon(battle, made, preset=ARMS[(at + 1) % 4])
    return battle


@pytest.mark.rule("4.1-01", "4.1-23", "5.2-08", "5.2-33", "5.4-14")
def test_whatever_is_moved_and_fought_can_be_undone(melee: Campaign) -> None:
    chance, start = Random("melee"), melee.digest()
    done = refused = 0
    for _ in range(ACTS):
        act = _next(melee, chance)
        try:
            if isinstance(act, StepAct):
                act = _settled(melee, act, chance)
            melee.do(act)
            done += 1
        except (Refused, BadInput):
            refused += 1
        for name, used, allowed in melee.reading(_spent):
            assert used <= allowed + ROOM, f"{name} has moved too far by {act}"
    assert done > ACTS // 4, "the walk hardly does anything"
    assert refused > ACTS // 20, "the control: rules refuse some of it"
    for _ in range(done):
        melee.undo()
    assert melee.digest() == start


def _next(campaign: Campaign, chance: Random) -> Act:
    """Return what is tried next: a waiting step, or something that a unit does."""
    waiting = campaign.reading(agenda)
    if waiting and chance.random() < 0.7:
        return act_of_step(chance.choice(waiting))
    living = [row for row in rows(campaign, Unit) if row.fate is Fate.ALIVE]
    if chance.random() < 0.08 or len(living) < 2:
        return EndTurn(overruled=frozenset({"turn-order"} if chance.random() < 0.3 else ()))
    one, other = (row.id or 0 for row in chance.sample(living, 2))
    kinds: tuple[Callable[[], Act], ...] = (
        lambda: MoveUnit(
            unit_id=one, inches=chance.choice((1, 2, 5, 8)), straight=chance.choice((None, 1, 5))
        ),
        lambda: MoveUnit(unit_id=one, x=chance.randint(0, 30), y=chance.randint(0, 20)),
        lambda: MoveUnit(unit_id=one, inches=3, by_itself=False),
        lambda: SprintUnit(unit_id=one),
        lambda: Collide(unit_id=one, target_id=other, free=chance.choice((None, 0, 1))),
        lambda: Bail(unit_id=one),
        lambda: OtherAction(unit_id=one, name="Pull a lever", use=chance.choice((0, 3))),
        lambda: Respond(unit_id=one, to_id=other),
        lambda: Disengage(unit_id=one, stays_with=chance.choice(((), (other,)))),
        *[lambda: _attack(campaign, chance, one, other)] * 6,
    )  # fmt: skip
    return chance.choice(kinds)()


def _attack(campaign: Campaign, chance: Random, by: int, at: int) -> Attack:
    held = rows(campaign, Weapon)
    own = [row.id for row in held if row.unit_id == by] or [None]
    mode = chance.choice(MODES)
    bare = mode is Mode.GRAB or chance.random() < 0.1
    strike = Strike(weapon_id=None if bare else chance.choice(own), by_id=by, mode=mode)
    guards = [row.id for row in held if row.unit_id == at]
    parry = Parry(unit_id=at, weapon_id=chance.choice(guards)) if guards else Parry(unit_id=at)
    return Attack(
        aims=(Aim(unit_id=at, free=chance.choice((None, 0, 1))),),
        strikes=(strike,),
        parries=(parry,) if chance.random() < 0.4 else (),
        charge=chance.random() < 0.2,
        counterstrike=chance.random() < 0.2,
        passing=chance.random() < 0.1,
    )


def _settled(campaign: Campaign, act: StepAct, chance: Random) -> StepAct:
    """Return an act with all its dice and some answer to each of its questions."""
    for _ in range(50):
        act = roll_step(campaign, act, lambda sides: chance.randint(1, sides))
        preview = campaign.reading(act.examine)
        if not preview.open_choices:
            return act
        asked = preview.open_choices[0]
        answer = chance.choice(asked.options).value if asked.options else "there"
        act = replace(act, choices={**act.choices, asked.id: answer})
    raise AssertionError(f"it asks without end: {act}")


def _spent(session: Session) -> list[tuple[str, float, float]]:
    """Return each unit with the Move that it used in the running turn, and what it may use."""
    turn: Turn | None = present_turn(session)
    if turn is None:
        return []
    moved = session.exec(select(Unit).where(Unit.moved_turn_id == turn.id))
    return [
        (each.name, each.move_used, move_now(session, each) + sprinted(session, each, turn.id))
        for each in moved
    ]
