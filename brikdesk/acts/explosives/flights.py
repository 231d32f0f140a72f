"""Projectiles: launched over more than 12", steered, flying on, shot down, taken away."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import check_position, existing_row, heed, key_or_none, place_of
from brikdesk.acts.explosives.explosion import Makeup, check_makeup
from brikdesk.acts.step_act import ClockStep, StepAct
from brikdesk.acts.sums import Length, whole_inches
from brikdesk.acts.units.belongings import NOW
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars import explosives
from brikdesk.rules.brikwars import flight as flight_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act, reader
from brikdesk.store.house_rules import house_of
from brikdesk.store.journal.images import made_by
from brikdesk.store.lines import REFEREE, Kind, Line, Outcome, Sum, line, outcome_of
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Player,
    Projectile,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.store.views.battlefield import flight_spot
from brikdesk.text import said_of
from brikdesk.turns.brikwars.fields import FLIGHT
from brikdesk.turns.turn_order import stamp_now, turn_now

FARTHEST = 10_000.0
"""Inches of one flight; more is a slip of the finger."""

ROCKET = "Rocket"


class Departure(Struct, frozen=True, kw_only=True):
    """What leaves for an X more than 12" away, with the attack as it is fixed now (Q8-32).

    `distance` are the inches to the X.
    """

    name: str
    explosive_size: int
    makeup: Makeup
    distance: float
    target: str
    target_id: int | None
    player_id: int | None
    unit_id: int | None
    weapon_id: int | None
    type: str
    attack: flight_rules.FrozenAttack
    x: float | None = None
    y: float | None = None
    target_x: float | None = None
    target_y: float | None = None


def put_in_the_air(session: Session, leaving: Departure) -> Line:
    """Add a projectile that has flown its first 12"; return the line (8.4-09)."""
    # Before anything is written: a departure may come from a form as well as from an attack.
    check_makeup(leaving.explosive_size, leaving.makeup)
    flown_now = flight_rules.fly_on(0.0, leaving.distance).travelled
    player_id = leaving.player_id
    flight = copied(
        Projectile,
        leaving,
        player_id=turn_now(session).player_id if player_id is None else player_id,
        name=text.name(leaving.name),
        type=text.name(leaving.type, "type"),
        makeup=leaving.makeup.as_data(),
        travelled=flown_now,
        target=text.name(leaving.target, "target"),
        frozen=reader(flight_rules.FrozenAttack).dump_python(leaving.attack, mode="json"),
        launched_turn_id=stamp_now(session),
    )
    session.add(flight)
    session.flush()
    turns = flight_rules.turns_of_flight(flight.distance)
    nth = {1: "", 2: "second ", 3: "third "}.get(turns, f"{turns}th ")
    lands = f"It lands at the start of its player's {nth}next turn."
    sums = whole_inches("Flown", flown_now, Length("This turn", flown_now, "8.4-09"))
    return _line(
        flight, said_of(flight.name, "is launched."), f"{_way(flight)} {lands}", "8.4-09", sums
    )


def _way(flight: Projectile) -> str:
    return f"{in_inches(flight.travelled)} of {in_inches(flight.distance)} to {flight.target}."


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTarget(Act):
    """Move the X of a steering Rocket; `remaining` are the inches it still has to fly (Q8-34)."""

    projectile_id: int
    target: str
    remaining: float
    target_id: int | None = None
    target_x: float | None = None
    target_y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new X; refused for anything but a Rocket, or if a house rule forbids it."""
        flight = existing_row(session, Projectile, self.projectile_id)
        if not (math.isfinite(self.remaining) and 0 <= self.remaining <= FARTHEST):
            raise BadInput('What is left to fly is 0" or more.', "remaining")
        check_position(self.target_x, self.target_y)
        if self.target_id is not None:
            existing_row(session, Unit, self.target_id)
        tracking = house_of(session, BrikWarsHouse).rocket_tracking
        answer = flight_rules.may_steer(
            steering_rocket=_is_rocket(session, flight), rocket_tracking=tracking
        )
        heed(self, answer, session, flight.name)
        flight.target = text.name(self.target, "target")
        flight.distance = flight_rules.steered_distance(flight.travelled, self.remaining)
        flight.target_id = self.target_id
        flight.target_x, flight.target_y = self.target_x, self.target_y
        session.add(flight)
        # The inches flown so far come from an earlier act, the rest was measured by the referee.
        flew = made_by(session, flight, "travelled")
        flown = Length("Flown", flight.travelled, "8.4-10", flew)
        ahead = Length("Still to fly, as measured", self.remaining, REFEREE)
        sums = (
            *whole_inches("Flown", flight.travelled, flown),
            *whole_inches("Whole flight", flight.distance, flown, ahead),
        )
        return outcome_of(
            _line(flight, said_of(flight.name, "steers."), _way(flight), "Q8-34", sums)
        )


def _is_rocket(session: Session, flight: Projectile) -> bool:
    weapon = session.get(Weapon, flight.weapon_id) if flight.weapon_id else None
    return ROCKET in flight.type or (weapon is not None and weapon.kind is WeaponKind.ROCKET)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootDown(Act):
    """Damage reaches a projectile in flight: 1 point sets it off there (8.4-18, Q8-38).

    It becomes an activated Explosive at its present place, which `Detonate` sets off.
    """

    projectile_id: int
    damage: int = 1
    causer_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Take it out of the air; with 0 damage it flies on."""
        flight = existing_row(session, Projectile, self.projectile_id)
        if self.damage < 0:
            raise BadInput("Damage is 0 or more.", "damage")
        if self.damage == 0:
            return outcome_of(
                _line(flight, said_of(flight.name, "flies on."), "No damage.", "8.4-18")
            )
        causer_id = key_or_none(session, Player, self.causer_id)
        # The name of the X may be too long for the column; the inches come first, so they stay.
        place = place_of(on_the_way_of(flight)[: text.NAME_LENGTH])
        x, y = flight_spot(flight) or (None, None)
        now = stamp_now(session)
        session.add(
            copied(
                Explosive,
                flight,
                stability=explosives.Stability.UNSTABLE,
                state=ExplosiveState.ACTIVATED,
                damage_taken=self.damage,
                damaged_turn_id=now,
                activated_turn_id=now,
                causer_id=causer_id,
                place=place,
                x=x,
                y=y,
            )
        )
        lead = said_of(flight.name, "is hit in flight.")
        entry = _line(flight, lead, f"{place}. {NOW}", "8.4-18")
        session.delete(flight)
        return outcome_of(entry)


def on_the_way_of(flight: Projectile) -> str:
    """Return in words where a projectile is: 12" on the way to the gate."""
    return f"{in_inches(flight.travelled)} on the way to {flight.target}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveProjectile(Act):
    """Take a projectile out of the air without effect, by the referee's word (Q8-37)."""

    projectile_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        flight = existing_row(session, Projectile, self.projectile_id)
        why = text.note(self.why, "why")
        entry = _line(flight, said_of(flight.name, "is gone."), why, "Q8-37")
        session.delete(flight)
        return Outcome(f"Remove {flight.name}", (entry,))


def _line(
    flight: Projectile, lead: str, words: str, rule: str, sums: Sequence[Sum] = (), step: str = ""
) -> Line:
    return line(
        Kind.AIR, lead, words,
        rule=rule, player_id=flight.player_id, unit_id=flight.unit_id, step=step, sums=sums,
    )  # fmt: skip


def frozen_attack(flight: Projectile) -> flight_rules.FrozenAttack:
    """Read what was fixed at launch (Q8-32)."""
    frozen = reader(flight_rules.FrozenAttack).validate_python(flight.frozen)
    assert isinstance(frozen, flight_rules.FrozenAttack)
    return frozen


def flown(session: Session, flight: Projectile, now: float) -> tuple[Sum, ...]:
    """Return the sum of the inches flown up to `now`; call it before they are written."""
    old = Length("Before", flight.travelled, "8.4-09", made_by(session, flight, "travelled"))
    leg = Length("This turn", now - flight.travelled, "8.4-10")
    return whole_inches("Flown", now, old, leg)


def check_flies_now(act: StepAct, session: Session, flight: Projectile) -> None:
    """Refuse a second leg in one turn, and a leg in another player's turn (8.4-10)."""
    why = f"{said_of(flight.name, 'does')} not fly on now: it has flown, or it is not its player's turn."
    act.refuse_if(not FLIGHT.strikes(session, flight), "8.4-10", why, session)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlyOn(ClockStep[Projectile]):
    """A projectile flies a further 12" at the start of its player's turn (8.4-10)."""

    CLOCK = FLIGHT
    projectile_id: int

    def check_waiting(self, session: Session) -> None:
        """Refuse a leg that is not due."""
        check_flies_now(self, session, existing_row(session, Projectile, self.projectile_id))

    def _summary(self, session: Session) -> str:
        flight = existing_row(session, Projectile, self.projectile_id)
        leg = flight_rules.fly_on(flight.travelled, flight.distance)
        return f"{flight.name}: {in_inches(leg.travelled)} of {in_inches(flight.distance)}."

    def settle(self, session: Session) -> Outcome:
        """Move it on; refused if it arrives in this leg: then it lands (`Land`)."""
        flight = existing_row(session, Projectile, self.projectile_id)
        leg = flight_rules.fly_on(flight.travelled, flight.distance)
        why = f"{said_of(flight.name, 'reaches')} its X now and makes its roll."
        self.refuse_if(leg.arrives, "8.4-11", why, session)
        sums = flown(session, flight, leg.travelled)
        flight.travelled = leg.travelled
        flight.flown_turn_id = turn_now(session).id
        session.add(flight)
        lead = said_of(flight.name, "flies on.")
        words = f"Now {in_inches(leg.travelled)} of {in_inches(flight.distance)}."
        return outcome_of(_line(flight, lead, words, "8.4-10", sums, self.key))
