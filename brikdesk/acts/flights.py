"""Projectiles: launched over more than 12", steered, shot down, taken away (8.4-09, 8.4-18)."""

import math
from dataclasses import dataclass, field

from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.explosion import Makeup, check_makeup
from brikdesk.acts.explosives import NOW
from brikdesk.acts.heed import heed
from brikdesk.acts.places import check_position, place_of
from brikdesk.acts.reckoning import Length, whole_inches
from brikdesk.acts.rows import alive, the
from brikdesk.acts.shots import Shot, check_shot, plan_shot, take_shot
from brikdesk.acts.unit_now import check_action, fires_of, take_action
from brikdesk.errors import BadInput
from brikdesk.rules.brikwars.fire_penalty import fire_penalty_dice
from brikdesk.rules.brikwars.flight import (
    FrozenAttack,
    Modifier,
    fly_on,
    freeze,
    may_steer,
    point_along,
    steered_distance,
    turns_of_flight,
)
from brikdesk.rules.brikwars.stability import Stability
from brikdesk.store.act import Act, reader
from brikdesk.store.house import house_rules
from brikdesk.store.lines import REFEREE, Kind, Line, Outcome, Sum, line
from brikdesk.store.origins import made_by
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Player,
    Projectile,
    Unit,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.sequence import stamp_now, turn_now

FARTHEST = 10_000.0
"""Inches of one flight; more is a slip of the finger."""

ROCKET = "Rocket"


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Act):
    """Launch an object at an X more than 12" away: it flies 12" now (8.4-09).

    The attack is fixed now and rolled on arrival (Q8-32): `action_die` none is that of the unit,
    `use` none that of the weapon, `fire_penalty` none asks whether the unit burns. `weapon_id` is
    fired with all that this takes (load, window, Power); `unit_id` is who fires and spends his
    Action, unless it belongs to the `same_action`. `power` none: as the weapon needs.
    """

    name: str
    explosive_size: int
    distance: float
    target: str
    makeup: Makeup = field(default_factory=Makeup)
    target_id: int | None = None
    weapon_id: int | None = None
    unit_id: int | None = None
    player_id: int | None = None
    type: str = ROCKET
    action_die: int | None = None
    use: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    fire_penalty: bool | None = None
    same_action: bool = False
    round_id: int | None = None
    power: int | None = None
    x: float | None = None
    y: float | None = None
    target_x: float | None = None
    target_y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Put it in the air; refused where it would resolve at once, or the weapon cannot fire."""
        self._check(session)
        unit = alive(session, self.unit_id) if self.unit_id is not None else None
        weapon = the(session, Weapon, self.weapon_id) if self.weapon_id is not None else None
        frozen = self._frozen(session, unit, weapon)
        shot = self._check_fires(session, unit, weapon)
        leg = fly_on(0.0, self.distance)
        flight = Projectile(
            player_id=self._player(session, unit, weapon),
            unit_id=weapon.unit_id if weapon else (unit.id if unit else None),
            weapon_id=self.weapon_id,
            name=text.name(self.name),
            type=text.name(self.type, "type"),
            explosive_size=self.explosive_size,
            makeup=self.makeup.as_data(),
            distance=self.distance,
            travelled=leg.travelled,
            target=text.name(self.target, "target"),
            target_id=self.target_id,
            frozen=reader(FrozenAttack).dump_python(frozen, mode="json"),
            launched_turn_id=stamp_now(session),
            x=self.x,
            y=self.y,
            target_x=self.target_x,
            target_y=self.target_y,
        )
        session.add(flight)
        lines = take_shot(session, shot) if shot else ()
        if unit and not shot and not self.same_action:
            take_action(session, unit)
        session.flush()
        return Outcome(f"Launch {flight.name}", (_launch_line(flight, leg.travelled), *lines))

    def _check(self, session: Session) -> None:
        turn_now(session)
        if not (math.isfinite(self.distance) and 0 <= self.distance <= FARTHEST):
            raise BadInput(f'A distance is 0" to {FARTHEST:,.0f}".', "distance")
        check_makeup(self.explosive_size, self.makeup)
        check_position(self.x, self.y)
        check_position(self.target_x, self.target_y)
        if self.target_id is not None:
            the(session, Unit, self.target_id)
        why = f'The target is {self.distance:g}" away: up to 12" the attack resolves at once.'
        self.refuse_if(turns_of_flight(self.distance) == 0, "8.4-09", why, session)

    def _frozen(self, session: Session, unit: Unit | None, weapon: Weapon | None) -> FrozenAttack:
        use = self.use if self.use is not None else (weapon.use if weapon else None)
        if use is None:
            raise BadInput("Give the Use of the weapon or of the Explosive.", "use")
        die = self.action_die or (unit.action_die if unit else 0)
        if not die:
            raise BadInput("Give the Action die of who fires.", "action_die")
        try:
            return freeze(die, use, self.modifiers, fire_penalty=self._penalty(session, unit))
        except ValueError as error:
            raise BadInput(f"{str(error)[:1].upper()}{str(error)[1:]}.", "action_die") from None

    def _penalty(self, session: Session, unit: Unit | None) -> bool:
        if self.fire_penalty is not None:
            return self.fire_penalty
        if unit is None:
            return False
        return bool(
            fire_penalty_dice(
                bool(fires_of(session, unit)), fire_creature="fire creature" in unit.tags
            )
        )

    def _check_fires(
        self, session: Session, unit: Unit | None, weapon: Weapon | None
    ) -> Shot | None:
        """Refuse what keeps the weapon or the unit from firing; give the shot of a weapon."""
        if weapon is None:
            if unit and not self.same_action:
                check_action(self, session, unit)
            return None
        shot = plan_shot(
            session,
            weapon.id or 0,
            self.unit_id,
            round_id=self.round_id,
            power=self.power,
            spends_action=not self.same_action,
        )
        check_shot(self, session, shot)
        return shot

    def _player(self, session: Session, unit: Unit | None, weapon: Weapon | None) -> int:
        if self.player_id is not None:
            return the(session, Player, self.player_id).id or 0
        gun = session.get_one(Unit, weapon.unit_id) if weapon else None
        owners = (each.player_id for each in (unit, gun) if each and each.player_id is not None)
        return next(owners, turn_now(session).player_id)


def _launch_line(flight: Projectile, travelled: float) -> Line:
    turns = turns_of_flight(flight.distance)
    when = {1: "next turn", 2: "second next turn", 3: "third next turn"}.get(
        turns, f"{turns}th next turn"
    )
    return line(
        Kind.AIR, f"{flight.name} is launched.",
        f'{travelled:g}" of {flight.distance:g}" to {flight.target}. It lands at the'
        f" start of its player's {when}.",
        rule="8.4-09", player_id=flight.player_id, unit_id=flight.unit_id,
        sums=whole_inches("Flown", travelled, Length("This turn", travelled, "8.4-09")),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTarget(Act):
    """Move the X of a steering Rocket; `remaining` are the inches that it still has to fly (Q8-34)."""

    projectile_id: int
    target: str
    remaining: float
    target_id: int | None = None
    target_x: float | None = None
    target_y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Write the new X; refused for anything but a Rocket, or by house rule."""
        flight = the(session, Projectile, self.projectile_id)
        if not (math.isfinite(self.remaining) and 0 <= self.remaining <= FARTHEST):
            raise BadInput('What is left to fly is 0" or more.', "remaining")
        check_position(self.target_x, self.target_y)
        if self.target_id is not None:
            the(session, Unit, self.target_id)
        tracking = house_rules(session)["rocket_tracking"]
        answer = may_steer(steering_rocket=_is_rocket(session, flight), rocket_tracking=tracking)
        heed(self, answer, session, flight.name)
        flight.target = text.name(self.target, "target")
        flight.distance = steered_distance(flight.travelled, self.remaining)
        flight.target_id = self.target_id
        flight.target_x, flight.target_y = self.target_x, self.target_y
        session.add(flight)
        words = f'{flight.travelled:g}" of {flight.distance:g}" to {flight.target}.'
        flew = made_by(session, flight, "travelled")
        flown = Length("Flown", flight.travelled, "8.4-10", flew)
        ahead = Length("Still to fly, as measured", self.remaining, REFEREE)
        sums = (
            *whole_inches("Flown", flight.travelled, flown),
            *whole_inches("Whole flight", flight.distance, flown, ahead),
        )
        entry = _line(flight, f"{flight.name} steers.", words, "Q8-34", sums)
        return Outcome(f"{flight.name} steers", (entry,))


def _is_rocket(session: Session, flight: Projectile) -> bool:
    weapon = session.get(Weapon, flight.weapon_id) if flight.weapon_id else None
    return ROCKET in flight.type or (weapon is not None and weapon.kind is WeaponKind.ROCKET)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShootDown(Act):
    """Damage reaches a projectile in flight: it is armed, 1 point sets it off there (8.4-18, Q8-38).

    It becomes an activated Explosive at its place, for `Detonate`.
    """

    projectile_id: int
    damage: int = 1
    causer_id: int | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Take it out of the air; no point of damage, nothing happens."""
        flight = the(session, Projectile, self.projectile_id)
        if self.damage < 0:
            raise BadInput("Damage is 0 or more.", "damage")
        if self.damage == 0:
            entry = _line(flight, f"{flight.name} flies on.", "No damage.", "8.4-18")
            return Outcome(f"{flight.name} flies on", (entry,))
        causer = the(session, Player, self.causer_id).id if self.causer_id is not None else None
        place = place_of(f'{flight.travelled:g}" on the way to {flight.target}'[: text.NAME_LENGTH])
        x, y = _position(flight)
        now = stamp_now(session)
        session.add(
            Explosive(
                player_id=flight.player_id,
                name=flight.name,
                explosive_size=flight.explosive_size,
                makeup=flight.makeup,
                stability=Stability.UNSTABLE,
                state=ExplosiveState.ACTIVATED,
                damage_taken=self.damage,
                damaged_turn_id=now,
                activated_turn_id=now,
                causer_id=causer,
                place=place,
                x=x,
                y=y,
            )
        )
        entry = _line(flight, f"{flight.name} is hit in flight.", f"{place}. {NOW}", "8.4-18")
        session.delete(flight)
        return Outcome(f"{flight.name} is hit in flight", (entry,))


def _position(flight: Projectile) -> tuple[float | None, float | None]:
    if None in (flight.x, flight.y, flight.target_x, flight.target_y):
        return None, None
    start = (flight.x or 0.0, flight.y or 0.0)
    marker = (flight.target_x or 0.0, flight.target_y or 0.0)
    return point_along(start, marker, flight.travelled, flight.distance)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveProjectile(Act):
    """Take a projectile out of the air without effect, by the referee's word (Q8-37)."""

    projectile_id: int
    why: str = ""

    def carry_out(self, session: Session) -> Outcome:
        """Delete it."""
        flight = the(session, Projectile, self.projectile_id)
        entry = _line(flight, f"{flight.name} is gone.", text.note(self.why, "why"), "Q8-37")
        session.delete(flight)
        return Outcome(f"Remove {flight.name}", (entry,))


def _line(flight: Projectile, lead: str, words: str, rule: str, sums: tuple[Sum, ...] = ()) -> Line:
    return line(
        Kind.AIR, lead, words,
        rule=rule, player_id=flight.player_id, unit_id=flight.unit_id, sums=sums,
    )  # fmt: skip
