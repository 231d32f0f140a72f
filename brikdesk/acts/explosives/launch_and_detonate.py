"""Launching what flies more than 12", and Explosives that go off where they are (8.4)."""

import dataclasses
import math
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk import text
from brikdesk.acts.checks import alive, check_position, existing_row, key_or_none, row_or_none
from brikdesk.acts.combat.aim import Aim, ExplodingStep, ExplosionPreview, Strike
from brikdesk.acts.combat.armor import OwnBonuses, own_bonuses
from brikdesk.acts.combat.attack import Attack, launched_lines
from brikdesk.acts.combat.event import (
    Event,
    Results,
    lying_explosion,
    rolled_blasts,
    victim_lines,
    waiting_for,
)
from brikdesk.acts.combat.stages import Course
from brikdesk.acts.explosives.explosion import BlastRoll, Makeup, check_makeup
from brikdesk.acts.explosives.flights import FARTHEST, ROCKET, Departure, put_in_the_air
from brikdesk.acts.step_act import Throw, played, unanswered
from brikdesk.acts.who_may import check_other_action, take_action
from brikdesk.copied import copied
from brikdesk.errors import BadInput
from brikdesk.lengths import compared
from brikdesk.rules.brikwars import explosives
from brikdesk.rules.brikwars import flight as flight_rules
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.act import Act
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Outcome
from brikdesk.store.tables import Explosive, ExplosiveState, Player, Unit, Weapon
from brikdesk.text import said_of
from brikdesk.turns.steps import AS_IT_IS, Prospect
from brikdesk.turns.turn_order import turn_now

_FOUND = ("player_id", "x", "y", "target_x", "target_y")
"""What a launch may name, and takes from the unit that fires and its target where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch(Act):
    """Launch an object at an X more than 12" away: it flies 12" now (8.4-09).

    The attack is fixed now and rolled on arrival (Q8-32). `unit_id` is the unit that fires; it
    spends an Action, unless this is part of the `same_action` as another shot. With `weapon_id`
    everything is as in an attack with that weapon: fields that are set here overrule it, and
    `modifiers` come on top. Without a weapon `name`, `explosive_size` and `use` are needed, the
    `action_die` defaults to the unit's, and `fire_penalty` to whether the unit burns now.
    """

    name: str = ""
    explosive_size: int | None = None
    distance: float
    target: str
    makeup: Makeup = field(default_factory=Makeup)
    target_id: int | None = None
    weapon_id: int | None = None
    unit_id: int | None = None
    player_id: int | None = None
    type: str = ""
    action_die: int | None = None
    use: int | None = None
    modifiers: tuple[flight_rules.RollTerm, ...] = ()
    fire_penalty: bool | None = None
    same_action: bool = False
    round_id: int | None = None
    power: int | None = None
    x: float | None = None
    y: float | None = None
    target_x: float | None = None
    target_y: float | None = None

    def carry_out(self, session: Session) -> Outcome:
        """Put it in the air; refused if it would arrive at once, or the weapon cannot fire."""
        self._check(session)
        name = text.name(self.name) if self.name.strip() else ""
        if self.weapon_id is not None:
            weapon = existing_row(session, Weapon, self.weapon_id)
            course = self._course(session)
            course.check()
            if any(each.loads and not each.explosive for each in course.armed):
                sends = said_of(weapon.name, "sends")
                raise BadInput(f"What {sends} does not explode: attack with it.")
            lines = launched_lines(course, self._stated)
            sent = next((shot.load.name for shot in course.shots if shot.load), "")
            return Outcome(f"Launch {name or sent or weapon.name}", tuple(lines))
        unit = alive(session, self.unit_id) if self.unit_id is not None else None
        leaving = self._by_hand(session, unit)
        if unit and not self.same_action:
            check_other_action(self, session, unit)
        line = put_in_the_air(session, leaving)
        if unit and not self.same_action:
            take_action(session, unit)
        return Outcome(f"Launch {name}", (line,))

    def _check(self, session: Session) -> None:
        turn_now(session)
        if not (math.isfinite(self.distance) and 0 <= self.distance <= FARTHEST):
            raise BadInput(f'A distance is 0" to {FARTHEST:,.0f}".', "distance")
        text.name(self.target, "target")
        if self.explosive_size is not None:
            check_makeup(self.explosive_size, self.makeup)
        check_position(self.x, self.y)
        check_position(self.target_x, self.target_y)
        key_or_none(session, Unit, self.target_id)  # for the BadInput that they raise
        key_or_none(session, Player, self.player_id)
        away, at_once = compared(self.distance, 12)
        why = f"The target is {away} away: up to {at_once} the attack resolves at once."
        self.refuse_if(flight_rules.turns_of_flight(self.distance) == 0, "8.4-09", why, session)

    # With a weapon

    def _course(self, session: Session) -> Course:
        """Return this launch as an attack; without a `unit_id` no Action is spent."""
        strike = Strike(
            weapon_id=self.weapon_id,
            by_id=self.unit_id,
            use=self.use,
            action_die=self.action_die,
            round_id=self.round_id,
            power=self.power,
            same_action=self.same_action or self.unit_id is None,
        )
        aim = Aim(
            unit_id=self.target_id,
            place="" if self.target_id is not None else self.target,
            distance=self.distance,
            x=self.target_x,
            y=self.target_y,
        )
        return Course(Attack(strikes=(strike,), aims=(aim,), overruled=self.overruled), session)

    def _stated(self, found: Departure) -> Departure:
        """Return what leaves the weapon, with the fields of this act in place of those found."""
        attack = found.attack
        if self.fire_penalty is not None:
            attack = dataclasses.replace(attack, fire_penalty=self.fire_penalty)
        # `freeze` leaves out size and visibility, which count on arrival only (Q8-32).
        added = flight_rules.freeze(attack.action_die, attack.use, self.modifiers).modifiers
        return replace(
            found,
            name=self.name.strip() or found.name,
            explosive_size=self.explosive_size or found.explosive_size,
            makeup=found.makeup if self.makeup == Makeup() else self.makeup,
            target=self.target,
            type=self.type or found.type,
            attack=dataclasses.replace(attack, modifiers=(*attack.modifiers, *added)),
            **self._placed(),
        )

    def _placed(self) -> dict[str, Any]:
        """Return the player and the places that this act names, in place of those that it finds."""
        named = {name: getattr(self, name) for name in _FOUND}
        return {name: value for name, value in named.items() if value is not None}

    # Without a weapon

    def _by_hand(self, session: Session, unit: Unit | None) -> Departure:
        if self.explosive_size is None:
            raise BadInput("Give the XSize of what flies.", "explosive_size")
        at = row_or_none(session, Unit, self.target_id)
        found = copied(
            Departure,
            self,
            player_id=unit.player_id if unit else None,
            unit_id=unit.id if unit else None,
            weapon_id=None,
            type=self.type or ROCKET,
            attack=self._frozen(session, unit),
            x=unit.x if unit else None,
            y=unit.y if unit else None,
            target_x=at.x if at else None,
            target_y=at.y if at else None,
        )
        return replace(found, **self._placed())

    def _frozen(self, session: Session, unit: Unit | None) -> flight_rules.FrozenAttack:
        if self.use is None:
            raise BadInput("Give the Use of the weapon or of the Explosive.", "use")
        die = self.action_die or (unit.action_die if unit else 0)
        if not die:
            raise BadInput("Say which Action die fires it.", "action_die")
        own = own_bonuses(session, unit) if unit else OwnBonuses((), ())
        burns = bool(own.penalty) if self.fire_penalty is None else self.fire_penalty
        brought = (flight_rules.RollTerm(each.reason, each.value, each.rule) for each in own.terms)
        try:
            return flight_rules.freeze(
                die, self.use, (*self.modifiers, *brought), fire_penalty=burns
            )
        except ValueError as error:
            raise BadInput(f"{text.opening(str(error))}.", "action_die") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Detonate(ExplodingStep):
    """Make the Damage Roll of an Explosive on the table; it is spent.

    It may go off at any time, whatever its state. Faces: the Damage dice with their Bonus Dice,
    then the POP and Armor dice of everybody `caught` within its reach. Choices: `tie-0` ... say
    which of equally high dice leaves first (8.4-42), `bad-12` is Something Bad for unit 12.
    """

    KEY = "detonate-{0.explosive_id}"
    explosive_id: int

    def prospects(self, session: Session, state: Hashable = AS_IT_IS) -> tuple[Prospect, ...]:
        """Return that it is spent, whatever its dice show."""
        return (Prospect(1.0, "goes off", None),)

    def within_reach(self, session: Session) -> tuple[str, frozenset[int]]:
        """Return who stands within reach of where it lies, or of its carrier."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        lies = session.get(Unit, explosive.carrier_id or 0) or explosive
        spot = None if lies.x is None or lies.y is None else (lies.x, lies.y)
        return self._around(session, spot, explosive.explosive_size)

    def check_waiting(self, session: Session) -> None:
        """Refuse an Explosive that has gone off (8.4-24)."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        spent = explosive.state is ExplosiveState.SPENT
        why = f"{said_of(explosive.name, 'has')} gone off already."
        self.refuse_if(spent, "8.4-24", why, session)

    def examine(self, session: Session) -> ExplosionPreview:
        """Ask for the Damage dice, then for the order of ties."""
        event = self._event(session)
        owed, blast = event.throw.owed, event.explosions[0].blast
        choices = tuple(event.asked)
        return ExplosionPreview(
            dice=tuple(event.throw.asked),
            owed=owed,
            choices=choices,
            waiting=waiting_for(event.throw, event) or unanswered(choices),
            summary=self._summary(session, blast) if blast else "",
            bands=blast.rows if blast else (),
            victims=victim_lines(event),
            blasts=rolled_blasts(event),
        )

    def _event(self, session: Session) -> Event:
        """Let it go off as far as dice and choices are known."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        throw = Throw(self.thrown(session), house_of(session, BrikWarsHouse).dice)
        attacker = self._attacker(session, explosive)
        event = Event(session, throw, self.choices, self.caught, attacker, [])
        key = f"detonation-{explosive.id}"
        event.explosions.append(lying_explosion(session, explosive, key, attacker))
        played(event.play)
        throw.done()
        return event

    def _attacker(self, session: Session, explosive: Explosive) -> int:
        """Return the player who decides ties, and in whose turns the Fields shrink (Q8-41)."""
        return explosives.attacker_of(
            explosive.causer_id,
            explosive.player_id,
            turn_now(session).player_id,
            premature_owner=house_of(session, BrikWarsHouse).premature_owner,
        )

    def _summary(self, session: Session, blast: BlastRoll) -> str:
        name = existing_row(session, Explosive, self.explosive_id).name
        if not blast.bands:
            return f"{said_of(name, 'deals')} no damage."
        return f'{said_of(name, "explodes")}: {blast.bands[0].damage} damage within 2".'

    def settle(self, session: Session) -> Outcome:
        """Let it explode: write what it does, and the Fields that it leaves."""
        explosive = existing_row(session, Explosive, self.explosive_id)
        event = self._event(session)
        explosive.state = ExplosiveState.SPENT
        session.add(explosive)
        results = Results(event, self.key)
        lines = (*results.explosions(), *results.victims())
        return Outcome(said_of(explosive.name, "explodes"), lines)
