"""A table full of things that wait: rows as several turns of play would leave them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from brikdesk.acts.fire.fires import light
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.rules.turn import Edge
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import (
    Field,
    Homing,
    Mark,
    Projectile,
    State,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.turn_order import stamp_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(Act):
    """Write rows by a function; for tests only."""

    write: Callable[[Session], object]

    def carry_out(self, session: Session) -> Outcome:
        self.write(session)
        return Outcome("Stage")

    def as_data(self) -> dict[str, object]:
        return {}


def stage(campaign: Campaign, write: Callable[[Session], object]) -> None:
    """Write rows in one act."""
    campaign.do(Stage(write=write))


def nine_steps(battle: Campaign) -> Campaign:
    """In Ann's first turn nine things begin; hand over until her second turn starts."""

    def write(session: Session) -> None:
        now = stamp_now(session)
        scout = Unit(player_id=1, name="Scout Sprocket", token="SS")
        hinge = Unit(player_id=1, name="Private Hinge", token="PH", tags=["flammable"])
        cart = Unit(
            player_id=1, name="Hay Cart", token="HC", kind=UnitKind.CREATURE,
            size=4, armor="1d10", weight_class=1, tags=["flammable"],
        )  # fmt: skip
        gun = Unit(player_id=1, name="Old Thunder", token="OT", kind=UnitKind.STRUCTURE, size=4)
        foe = Unit(player_id=2, name="Brick Golem", token="BG", kind=UnitKind.CREATURE, size=4)
        hinge.move_used, hinge.moved_turn_id = 5, now
        session.add_all((scout, hinge, cart, gun, foe))
        session.flush()
        cannon = Weapon(unit_id=gun.id or 0, name="Cannon", kind=WeaponKind.CANNON, size=4)
        session.add(cannon)
        session.flush()
        session.add(
            Mark(scout_id=scout.id or 0, target_id=foe.id or 0, player_id=1, made_turn_id=now)
        )
        session.add(
            State(
                unit_id=scout.id or 0, kind=StateKind.DISRUPTED, cause="knocked over",
                since_turn_id=now, clock_player_id=1, clock_edge=Edge.START,
            )
        )  # fmt: skip
        smoke = Field(name="Smoke", size=8, shrink_player_id=1, made_turn_id=now, player_id=1)
        gas = Field(
            name="Gas", kind=FieldKind.EXPOSURE, size=2, dice=["d6 Damage", "d6 Damage"],
            shrink_player_id=1, made_turn_id=now, player_id=1,
        )  # fmt: skip
        session.add_all((smoke, gas))
        light(session, hinge, 1, 2)
        light(session, cart, 2, 2)
        far = Projectile(
            player_id=1, name="Slow Post", explosive_size=2, distance=42, travelled=12,
            target="the bridge", frozen={"action_die": 6, "use": 4}, launched_turn_id=now,
        )  # fmt: skip
        near = Projectile(
            player_id=1, name="Express", explosive_size=2, distance=20, travelled=12,
            target="Brick Golem", target_id=foe.id, frozen={"action_die": 6, "use": 4},
            launched_turn_id=now,
        )  # fmt: skip
        session.add_all((far, near))
        session.add(
            Homing(
                weapon_id=cannon.id or 0, player_id=1, target="Brick Golem", target_id=foe.id,
                bonus=3, built=[1], attacked_turn_id=now,
            )
        )  # fmt: skip

    stage(battle, write)
    for _ in range(3):
        battle.do(EndTurn())
    return battle


ANSWERS: dict[str, dict[str, object]] = {
    "burn-1": {"faces": [3], "choices": {"limb": "left_arm", "catches": "nothing"}},
    "burn-2": {"faces": [3, 1]},
    "flight-2": {"faces": [5, 7, 4]},
    "homing-1": {"choices": {"moved": "neither"}},
}
"""Dice and choices with which the nine steps are settled."""


def answer(campaign: Campaign, key: str) -> Act:
    """Return the act that settles one of the nine steps."""
    step = next(step for step in campaign.reading(agenda) if step.key == key)
    return act_from_data({**step.act, **ANSWERS.get(key, {})})


def settle(campaign: Campaign, key: str) -> None:
    """Settle one of the nine steps."""
    campaign.do(answer(campaign, key))
