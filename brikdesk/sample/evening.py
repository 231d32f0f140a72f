"""Helpers that play a sample campaign: acts by name, and rows found by their names."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlmodel import Session, SQLModel, select

import brikdesk.acts  # noqa: F401  (makes every act known by its name)
from brikdesk.acts.step import StepAct, act_of_step
from brikdesk.acts.turn.answering import with_first_choices
from brikdesk.acts.turn.rolling import roll_all
from brikdesk.acts.turn.turns import EndTurn
from brikdesk.dice import Face
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, Field, Fire, Projectile, Rack, Round, Unit, Weapon
from brikdesk.store.views.battle import battle_head
from brikdesk.turns.agenda import agenda
from brikdesk.turns.steps import Step

START = datetime(2026, 3, 13, 18, 42, tzinfo=UTC)


class SampleClock:
    """A clock for the sample: each call returns a moment up to two minutes after the last one."""

    def __init__(self) -> None:
        self._now = START
        self._pace = Random(1842)  # a fixed seed: two builds of a sample must be equal

    def __call__(self) -> datetime:
        """Let some time pass and return the new moment."""
        self._now += timedelta(seconds=self._pace.randint(12, 110))
        return self._now


class Evening:
    """A campaign with a referee who knows every unit by its name."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._chance = Random(1842)

    def do(self, act: str, /, **fields: Any) -> None:
        """Carry out one act."""
        self._campaign.do(act_from_data({"act": act, **fields}))

    def undo(self) -> None:
        """Take the last act back."""
        self._campaign.undo()

    def unit(self, name: str) -> int:
        """Return the key of the unit with this name."""
        return self._key(select(Unit).where(Unit.name == name))

    def weapon(self, unit: str) -> int:
        """Return the key of a unit's first weapon."""
        return self._key(select(Weapon).where(Weapon.unit_id == self.unit(unit)))

    def rounds(self, rack: str) -> int:
        """Return the key of the first rounds in a rack."""
        return self._key(select(Round).join(Rack).where(Rack.name == rack))

    def field(self, name: str) -> int:
        """Return the key of a Field."""
        return self._key(select(Field).where(Field.name == name))

    def fire(self, unit: str) -> int:
        """Return the key of the fire on a unit."""
        return self._key(select(Fire).where(Fire.unit_id == self.unit(unit)))

    def projectile(self, name: str) -> int:
        """Return the key of a projectile in flight."""
        return self._key(select(Projectile).where(Projectile.name == name))

    def explosive(self, name: str) -> int:
        """Return the key of an Explosive on the table."""
        return self._key(select(Explosive).where(Explosive.name == name))

    def _key(self, wanted: Any) -> int:
        def first(session: Session) -> int:
            row: SQLModel = session.exec(wanted).first()
            return int(row.id)  # type: ignore[attr-defined]

        return self._campaign.reading(first)

    def hit(self, unit: str, damage: int, cause: str, *armor: int) -> None:
        """Damage a unit by points; `armor` are the typed dice of its Armor Roll, if any."""
        act = act_from_data(
            {
                "act": "DamageUnit",
                "unit_id": self.unit(unit),
                "damage": damage,
                "cause": cause,
                "faces": list(armor),
            }
        )
        assert isinstance(act, StepAct)
        self._campaign.do(with_first_choices(self._campaign, act, self._throw))

    def attack(self, gun: str, by: str, aim: dict[str, Any], *faces: int, **strike: Any) -> None:
        """Attack with a unit's first weapon; dice that are not typed are thrown."""
        act = act_from_data(
            {
                "act": "Attack",
                "aims": [aim],
                "strikes": [
                    {"weapon_id": self.weapon(gun), "by_id": self.unit(by), **strike},
                ],
                "faces": list(faces),
            }
        )
        assert isinstance(act, StepAct)
        self._campaign.do(with_first_choices(self._campaign, act, self._throw))

    def settle(self, key: str, *faces: int, **choices: str) -> None:
        """Settle a waiting step with typed dice; other dice are thrown, choices take the first."""
        step = next(step for step in self._waiting() if step.key == key)
        act = replace(act_of_step(step), faces=tuple(Face(face) for face in faces), choices=choices)
        self._campaign.do(with_first_choices(self._campaign, act, self._throw))

    def settle_all(self) -> None:
        """Settle all waiting steps with thrown dice and the first option of each choice."""
        while waiting := self._waiting():
            # roll_all leaves steps in which somebody must choose: these are settled one by one.
            if rolled := roll_all(self._campaign, self._throw):
                self._campaign.do(rolled)
            else:
                self.settle(waiting[0].key)

    def end_turn(self) -> None:
        """Settle the steps at the turn's end and hand over to the next player."""
        # With end steps waiting, the first EndTurn only begins the turn's end.
        self._campaign.do(EndTurn())
        if self._campaign.read(battle_head).phase == "END":
            self.settle_all()
            self._campaign.do(EndTurn())

    def _waiting(self) -> tuple[Step, ...]:
        return self._campaign.reading(agenda)

    def _throw(self, sides: int) -> int:
        return self._chance.randint(1, sides)
