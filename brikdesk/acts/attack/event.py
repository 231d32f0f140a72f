"""One event with all it causes: hits, explosions, chains, one Armor Roll for each victim."""

from collections.abc import Callable, Mapping, Sequence

from sqlmodel import Session

from brikdesk.acts.attack.adding_up import taken_before
from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blasts import Explosion, blown_by
from brikdesk.acts.attack.blows import Blow, Victim
from brikdesk.acts.attack.burning_blows import passing_choices
from brikdesk.acts.attack.targets import Target
from brikdesk.acts.damage.armor_kept import keeps_armor, kept_term
from brikdesk.acts.damage.protection import Protection
from brikdesk.acts.damage.something_bad import DISARMED
from brikdesk.acts.explosives.explosion import Makeup, throw_blast
from brikdesk.acts.explosives.flights import position_of
from brikdesk.acts.explosives.placed import DamageExplosive, carrier_name
from brikdesk.acts.guns.racks import rack_of
from brikdesk.acts.lasting import is_minifig
from brikdesk.acts.throwing import Throw
from brikdesk.dice import RollKind
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.blast import ArmorResult
from brikdesk.rules.brikwars.explosives.stability import Reaction, attacker_of, react
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.store.house import house_of
from brikdesk.store.lines import Term
from brikdesk.store.tables import Explosive, Unit
from brikdesk.turns.sequence import turn_now
from brikdesk.turns.steps import Choice, Thrower


class Event:
    """What an attack, a landing or a detonation does, as far as its dice are known (Q8-84).

    `asked` is the caller's list of choices, to which those of the event are added. `source` is where
    its hits come from, if the map knows it; those of an explosion come from its middle.
    """

    def __init__(
        self,
        session: Session,
        throw: Throw,
        choices: Mapping[str, str],
        caught: Sequence[Caught],
        attacker_id: int | None,
        asked: list[Choice],
        protection: Protection | None = None,
        source: Point | None = None,
    ) -> None:
        self.session, self.throw, self.choices = session, throw, choices
        self.caught, self.attacker_id, self.asked = caught, attacker_id, asked
        self.rules = house_of(session, BrikWarsHouse)
        self.protection = protection or Protection(session, throw, choices, asked)
        self.source = source
        self.victims: dict[str, Victim] = {}
        self.explosions: list[Explosion] = []
        self.lost: frozenset[int] = frozenset()
        """Objects that its victims have lost by then, so that no Disarm takes them (5.2-47)."""

    @property
    def open(self) -> list[Choice]:
        """The choices that nobody has made yet."""
        return [choice for choice in self.asked if choice.chosen is None]

    def take(self, target: Target, blow: Blow, apart: str = "") -> None:
        """Add a hit to what its target takes: one sum, or one of its own (Q8-20, Q8-83).

        `apart` names a sum of its own, empty for the common sum of the target. Explosives always
        have one sum: they go off once.
        """
        key = target.key if not apart or target.unit is None else f"{target.key}@{apart}"
        if key not in self.victims:
            again = sum(each.target.key == target.key for each in self.victims.values())
            suffix = f"-{target.unit.id}" if target.unit else f"-{target.key}"
            self.victims[key] = Victim(target, f"{suffix}-{again + 1}" if again else suffix)
        self.victims[key].blows.append(blow)

    def source_of(self, victim: Victim) -> Point | None:
        """Return the spot straight away from which a victim is thrown; None if nobody knows it."""
        for explosion in self.explosions:
            inside = any(target.key == victim.target.key for target, _ in explosion.caught)
            if inside and explosion.x is not None and explosion.y is not None:
                return explosion.x, explosion.y
        return victim.thrown_from or self.source

    def explode_all(self, settled: Callable[[Explosion], bool] = lambda _: True) -> bool:
        """Roll every explosion, then those that they and the hits set off (8.4-13, 8.4-18).

        `settled` is called with each explosion that is rolled, and returns False while a player has
        to decide something about it. Return whether all dice and choices are there. Each Explosive
        goes off once, so the chain ends.
        """
        done = 0
        while True:
            self._set_off()
            if done == len(self.explosions):
                return True
            if not self._explode(self.explosions[done], done, settled):
                return False
            done += 1

    def _explode(
        self, explosion: Explosion, number: int, settled: Callable[[Explosion], bool]
    ) -> bool:
        gone = {each.itself for each in self.explosions}
        explosion.gather(self.session, self.caught, first=number == 0, gone=gone)
        if explosion.dud:
            return True
        explosion.blast = throw_blast(
            self.session,
            self.throw,
            explosion.explosive_size,
            explosion.makeup,
            explosion.attacker_id,
            self.choices,
            bought=explosion.bought,
            tie=f"tie-{number}" if number else "tie",
            of=Thrower(explosion.name) if number else None,
        )
        if explosion.blast is None:
            return False
        self.asked += explosion.blast.choices
        ties = [choice for choice in explosion.blast.choices if choice.chosen is None]
        if not settled(explosion) or ties:
            return False
        return explosion.dud or self._strike(explosion)

    def _strike(self, explosion: Explosion) -> bool:
        for target, caught in explosion.caught:
            blow = blown_by(self.session, self.throw, explosion, target, caught, self.protection)
            if blow is None:
                return False
            # A target that was shot at keeps its aim: its joint or part counts for the Armor.
            known = self.victims.get(target.key)
            self.take(known.target if known else target, blow)
        return True

    def _set_off(self) -> None:
        """Add the Explosives and projectiles that the damage so far sets off at once."""
        gone = {each.itself for each in self.explosions}
        for victim in list(self.victims.values()):
            target = victim.target
            if target.key in gone:
                continue
            if target.flight is not None and victim.damage > 0:
                self.explosions.append(self._shot_down(victim))
            elif target.explosive or target.rounds:
                if self.reaction(victim) is not Reaction.DETONATES:
                    continue
                self.explosions += (
                    self._rounds(victim) if target.rounds else [self._premature(victim)]
                )

    def reaction(self, victim: Victim) -> Reaction:
        """Return what an Explosive, or rounds in a rack, do when they take so much (8.4-13, 8.4-14)."""
        rounds = victim.target.rounds
        if rounds is not None:
            return react(rounds.stability, rounds.explosive_size, damage=victim.damage)
        assert victim.target.explosive is not None
        act = DamageExplosive(
            explosive_id=victim.target.explosive.id or 0,
            damage=victim.damage,
            knockback=victim.knockback > 0,
        )
        return act.reaction(self.session)[0]

    def _premature(self, victim: Victim) -> Explosion:
        """Return the explosion of an Explosive that is hit (8.4-13, 8.4-17, Q8-41)."""
        explosive = victim.target.explosive
        assert explosive is not None
        attacker = attacker_of(
            self.attacker_id,
            explosive.player_id,
            turn_now(self.session).player_id,
            premature_owner=self.rules.premature_owner,
        )
        return lying_explosion(self.session, explosive, f"explosive-{explosive.id}", attacker)

    def _rounds(self, victim: Victim) -> list[Explosion]:
        """Return the explosions of rounds that go off in their rack, one for each (8.4-50)."""
        rounds = victim.target.rounds
        assert rounds is not None
        rack = rack_of(self.session, rounds)
        unit = self.session.get(Unit, rack.unit_id) if rack.unit_id is not None else None
        attacker = attacker_of(
            self.attacker_id,
            unit.player_id if unit else None,
            turn_now(self.session).player_id,
            premature_owner=self.rules.premature_owner,
        )
        return [
            Explosion(
                key=f"rounds-{rounds.id}-{number}",
                name=rounds.name,
                explosive_size=rounds.explosive_size,
                makeup=Makeup.of(rounds.makeup),
                attacker_id=attacker,
                place=f"in {rack.name}",
                x=unit.x if unit else None,
                y=unit.y if unit else None,
                at_id=unit.id if unit else None,
                round_id=rounds.id,
                carrier=unit.name if unit else "",
            )
            for number in range(1, rounds.count + 1)
        ]

    def _shot_down(self, victim: Victim) -> Explosion:
        """Return the explosion of a projectile that is hit on its way (8.4-18)."""
        flight = victim.target.flight
        assert flight is not None
        x, y = position_of(flight)  # not where it was launched (Q8-38)
        return Explosion(
            key=f"flight-{flight.id}",
            name=flight.name,
            explosive_size=flight.explosive_size,
            makeup=Makeup.of(flight.makeup),
            attacker_id=self.attacker_id,
            place=f"{in_inches(flight.travelled)} on the way to {flight.target}",
            x=x,
            y=y,
            projectile_id=flight.id,
        )

    def _flies_off(self, victim: Victim) -> bool:
        """Roll how far a lost item flies where no Action Roll says so (A5-10)."""
        disarmed = self.choices.get(f"bad{victim.suffix}") == DISARMED
        bad = victim.test is not None and victim.test.result is ArmorResult.SOMETHING_BAD
        if not (disarmed and bad and victim.distance_die):
            return True
        roll = self.throw.roll(RollKind.OTHER, (victim.distance_die,), ("Distance",))
        victim.distance = roll.total if roll else None
        return roll is not None

    def _knocked_down(self, unit: Unit) -> bool:
        """Return whether the KnockBack of this event Disrupts a unit (4.1-26, A5-12)."""
        own = (each for each in self.victims.values() if each.target.unit is unit)
        return is_minifig(unit) and any(
            each.knockback and each.knockback_of_all.disrupts for each in own
        )

    def armor(self) -> bool:
        """Compare each victim's damage with its Armor; False while dice or choices are missing."""
        before: dict[int | None, Victim] = {}
        rolled: dict[int | None, Term] = {}
        for victim in self.victims.values():
            victim.prevent(self.session, self.source_of(victim))
            unit = victim.target.unit
            if unit is None:
                continue
            if victim.adds_up:
                last = before.get(unit.id)
                victim.earlier = last.after if last else taken_before(self.session, unit)
                before[unit.id] = victim
            joint = victim.target.aim.joint
            victim.test = self.protection.armor(
                unit,
                victim.judged,
                self.choices,
                suffix=victim.suffix,
                joint=joint,
                kept=victim.earlier.kept or (None if joint else rolled.get(unit.id)),
                downed=self._knocked_down(unit),
                lost=self.lost,
            )
            if victim.test is None:
                return False
            if victim.test.rolls and keeps_armor(self.session) and not joint:
                rolled[unit.id] = kept_term(victim.test.armor)
            self.asked += victim.test.choices
            self.asked += passing_choices(
                self.session, unit, victim.fires, victim.test.result, self.choices, victim.suffix
            )
            if not self._flies_off(victim):
                return False
        return not self.open


def lying_explosion(
    session: Session, explosive: Explosive, key: str, attacker_id: int | None
) -> Explosion:
    """Return the explosion of an Explosive where it lies, or where its carrier stands now."""
    carrier = session.get(Unit, explosive.carrier_id) if explosive.carrier_id else None
    lies = carrier or explosive
    return Explosion(
        key=key,
        name=explosive.name,
        explosive_size=explosive.explosive_size,
        makeup=Makeup.of(explosive.makeup),
        attacker_id=attacker_id,
        place=explosive.place,
        x=lies.x,
        y=lies.y,
        at_id=explosive.carrier_id,
        explosive_id=explosive.id,
        carrier=carrier_name(session, explosive),
    )
