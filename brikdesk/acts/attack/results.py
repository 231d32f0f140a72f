"""Write what an event does: duds, Fields, damage, fires, KnockBack."""

import math
from collections.abc import Mapping, Sequence

from sqlmodel import col, select

from brikdesk.acts.attack.adding_up import remember
from brikdesk.acts.attack.arms import by_map
from brikdesk.acts.attack.blasts import Explosion
from brikdesk.acts.attack.blows import Blow, Victim
from brikdesk.acts.attack.burning_blows import STAYS, Kindling, choice_of
from brikdesk.acts.attack.event import Event
from brikdesk.acts.damage.armor import apply_damage, armor_dice
from brikdesk.acts.damage.harm import grind, grinding_sum
from brikdesk.acts.explosives.explosion import blast_lines, leave_fields
from brikdesk.acts.explosives.flights import ShootDown
from brikdesk.acts.explosives.placed import DamageExplosive
from brikdesk.acts.fire.catching import catch_fire, stays_clean
from brikdesk.acts.guns.weapons import RemoveWeapon
from brikdesk.acts.lasting import disrupt, is_minifig
from brikdesk.acts.unit_now import kinds_of
from brikdesk.acts.units.engaging import end_grabs
from brikdesk.acts.units.inside import appear_around
from brikdesk.acts.units.leaving import lose_homing
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.explosives.blast import ArmorResult, broken_out_to
from brikdesk.rules.brikwars.explosives.explosions import knockback_order
from brikdesk.rules.brikwars.fire.fire_kinds import PASSED_ON
from brikdesk.rules.brikwars.no import No
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, line
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Field,
    Stability,
    StateKind,
    Unit,
    UnitKind,
    Weapon,
)
from brikdesk.text import said_of


class Results:
    """The results of one event as they are written. `source` is where its hits come from."""

    def __init__(self, event: Event, step: str = "", source: Point | None = None) -> None:
        self.event, self.session, self.step = event, event.session, step
        self.choices: Mapping[str, str] = event.choices
        self.player_id, self.source = event.attacker_id, source
        self.appeared: list[tuple[Field, Explosion]] = []

    def _line(self, kind: Kind, lead: str, words: str, rule: str) -> Line:
        return line(kind, lead, words, rule=rule, player_id=self.player_id, step=self.step)

    # Explosions

    def explosions(self) -> list[Line]:
        """Write every explosion: its roll, its bands, the Fields it leaves, or the dud.

        Before that, what protected its victims is used up.
        """
        lines = self.event.protection.write(self.step)
        for explosion in self.event.explosions:
            if explosion.dud:
                lines.append(self._dud(explosion))
                continue
            assert explosion.blast is not None
            lines += self._set_off(explosion)
            lines += blast_lines(
                explosion.name, explosion.blast, explosion.where, explosion.attacker_id, self.step
            )
            entries, fields = leave_fields(
                self.session,
                explosion.name,
                explosion.makeup,
                explosion.attacker_id,
                explosion.place or explosion.where,
                self.step,
                position=(explosion.x, explosion.y),
            )
            lines += entries
            self.appeared += [(field, explosion) for field in fields]
        return lines

    def _dud(self, explosion: Explosion) -> Line:
        self.session.add(
            Explosive(
                player_id=explosion.attacker_id,
                name=explosion.name,
                explosive_size=explosion.explosive_size,
                makeup=explosion.makeup.as_data(),
                stability=Stability.UNSTABLE,
                state=ExplosiveState.DUD,
                place=explosion.place,
                x=explosion.x,
                y=explosion.y,
            )
        )
        words = f"Armed and unstable, {explosion.place}."
        return self._line(Kind.DUD, said_of(explosion.name, "is a dud."), words, "8.4-22")

    def _set_off(self, explosion: Explosion) -> list[Line]:
        """Let an Explosive or a projectile go off that this attack hit (8.4-13, 8.4-18)."""
        key = _key_of(explosion)
        victim = self.event.victims.get(key) if key else None
        if victim is None:
            return []
        lines = self._damage_explosive(victim)
        spent = self._went_off(explosion)
        if spent is not None:
            spent.state = ExplosiveState.SPENT
            self.session.add(spent)
        return lines

    def _went_off(self, explosion: Explosion) -> Explosive | None:
        if explosion.explosive_id is not None:
            return self.session.get(Explosive, explosion.explosive_id)
        self.session.flush()
        newest = select(Explosive).order_by(col(Explosive.id).desc()).limit(1)
        return self.session.exec(newest).first()  # what ShootDown made of the projectile

    def _damage_explosive(self, victim: Victim) -> list[Line]:
        target = victim.target
        if target.explosive is not None:
            hit = DamageExplosive(
                explosive_id=target.explosive.id or 0,
                damage=victim.damage,
                causer_id=self.player_id,
                knockback=victim.knockback > 0,
            )
            return list(hit.carry_out(self.session).lines)
        assert target.flight is not None
        down = ShootDown(
            projectile_id=target.flight.id or 0, damage=victim.damage, causer_id=self.player_id
        )
        return list(down.carry_out(self.session).lines)

    # Victims

    def victims(self) -> list[Line]:
        """Write what each target takes; KnockBack last, the outermost first (8.4-28)."""
        lines: list[Line] = []
        gone = {_key_of(explosion) for explosion in self.event.explosions}
        for key, victim in self.event.victims.items():
            if victim.target.unit is not None:
                lines += self.hurt(victim)
            elif victim.target.explosive or victim.target.flight:
                lines += [] if key in gone else self._damage_explosive(victim)
            else:
                lines.append(self._place(victim))
        # Outermost first and last of all, so that no unit is hit or moved twice (8.4-28).
        for key in knockback_order({k: v.band for k, v in self.event.victims.items()}):
            lines += self._thrown(self.event.victims[key])
        return [*lines, *self._surrounded()]

    def _surrounded(self) -> list[Line]:
        """Note who is inside a Field that has just appeared; it acts on them at once (Q8-57)."""
        self.session.flush()
        return [
            entry
            for field, explosion in self.appeared
            for target, caught in explosion.caught
            if target.unit is not None and caught.exposed
            for entry in appear_around(self.session, target.unit, field, caught.distance)
        ]

    def _place(self, victim: Victim) -> Line:
        dice = [Dice(blow.dice) for blow in victim.blows if blow.dice]
        return line(
            Kind.ATTACK, f"{_capital(victim.target.name)} takes {victim.damage}.", *dice, "",
            rule="5.1-10", player_id=self.player_id, sums=victim.sums,
        )  # fmt: skip

    def hurt(self, victim: Victim) -> list[Line]:
        """Write what one unit takes: its Armor, its fire, what is remembered, what grinds it."""
        unit, test = victim.target.unit, victim.test
        assert unit is not None
        assert test is not None
        own = [Dice(blow.dice) for blow in victim.blows if blow.dice and not blow.where]
        bands = ", ".join(dict.fromkeys(blow.where for blow in victim.blows if blow.where))
        # The band follows from the distance, which may be the map's.
        bands += by_map(bool(bands) and any(blow.measured for blow in victim.blows))
        failed = _failed(victim.blows)
        words = f"{bands}: {test.words}" if bands else test.words
        words = f"{failed} {words}" if failed and not bands else words
        if victim.judged != victim.damage:
            words = f"With {victim.earlier.damage} before in this turn: {words}"
        if self._falls(victim):
            words += f' Thrown {victim.knockback}".'
        entry = line(
            Kind.ATTACK, f"{_capital(victim.target.name)} takes {victim.damage}.", *own, *armor_dice(test),
            words, rule=_RULES[test.result], player_id=self.player_id, unit_id=unit.id,
            sums=(*victim.sums, *test.sums),
        )  # fmt: skip
        lines = [entry, *self._structure(victim)]
        lines += self._catch_fire(victim)
        if unit.fate is Fate.ALIVE:
            if victim.adds_up:
                remember(self.session, unit, victim.after)
            lines += self._harm(victim)
            lines += self._grind(victim)
        return lines

    def _grind(self, victim: Victim) -> list[Line]:
        """Wear a creation down by a hit that fails, where highest faces do that (OF-58)."""
        unit, test = victim.target.unit, victim.test
        failed = test is not None and test.result is ArmorResult.NOTHING
        if unit is None or not failed or not victim.grinds or is_minifig(unit):
            return []
        points = victim.grinds
        grinding = grinding_sum(self.session, unit, points, "Highest faces", "OF-58")
        more = grind(self.session, unit, points, self.step, (grinding,))
        many = "1 point" if points == 1 else f"{points} points"
        words = f"{unit.grinding} in all."
        entry = line(
            Kind.LOST, f"{unit.name}: {many} of Grinding Damage.", words, rule="OF-58",
            player_id=unit.player_id, unit_id=unit.id, step=self.step, sums=(grinding,),
        )  # fmt: skip
        return [entry, *more]

    def _falls(self, victim: Victim) -> bool:
        """Return whether it dies and is thrown: one line tells both."""
        test, unit = victim.test, victim.target.unit
        beaten = test is not None and test.result is ArmorResult.BEATEN
        return bool(victim.knockback) and beaten and unit is not None and is_minifig(unit)

    def _structure(self, victim: Victim) -> list[Line]:
        """Say out to where a structure breaks: component by component (8.4-33)."""
        unit, test = victim.target.unit, victim.test
        if unit is None or test is None or unit.kind is not UnitKind.STRUCTURE:
            return []
        lines = []
        for explosion in self.event.explosions:
            inside = any(target.key == victim.target.key for target, _ in explosion.caught)
            reach = (
                broken_out_to(explosion.blast.bands, test.armor)
                if explosion.blast and inside and test.armors
                else 0
            )
            if reach:
                words = f"Its components break out to {in_inches(reach)} from the centre."
                lines.append(
                    line(
                        Kind.BLAST, f"{unit.name} breaks.", words, rule="8.4-33",
                        player_id=self.player_id, unit_id=unit.id,
                    )
                )  # fmt: skip
        return lines

    def _catch_fire(self, victim: Victim) -> list[Line]:
        unit = victim.target.unit
        assert unit is not None
        return [self._catch(unit, victim.suffix, fire, over) for fire, over in victim.fires]

    def _catch(self, unit: Unit, suffix: str, fire: Kindling, over: int) -> Line:
        """Leave one kind of fire on a unit, unless the referee says that it does not pass on."""
        if self.choices.get(choice_of(fire.kind, suffix)) == STAYS:
            rule, name = PASSED_ON[fire.kind], choice_of(fire.kind, suffix)
            words = next(each for each in self.event.asked if each.id == name)
            why = next(each.name for each in words.options if each.value == STAYS)
            return stays_clean(unit, fire.kind, fire.faces, f"{why}.", rule)
        return catch_fire(
            self.session, unit, fire.faces, fire.points, self.player_id,
            out_of_range=over, kind=fire.kind,
        )  # fmt: skip

    def _harm(self, victim: Victim) -> list[Line]:
        unit, test = victim.target.unit, victim.test
        assert unit is not None
        assert test is not None
        aim = victim.target.aim
        if test.result is ArmorResult.BEATEN and (aim.component or aim.part_weapon_id is not None):
            return self._component(victim)
        return apply_damage(
            self.session,
            unit,
            test,
            self.choices,
            self.step,
            suffix=victim.suffix,
            knocked=victim.knocked,
            is_compared=True,
            joint=aim.joint,
        )

    def _component(self, victim: Victim) -> list[Line]:
        """Destroy the part that was aimed at instead of an inch of Size (A-04)."""
        unit, aim = victim.target.unit, victim.target.aim
        assert unit is not None
        weapon = self.session.get(Weapon, aim.part_weapon_id) if aim.part_weapon_id else None
        if weapon is not None and weapon.unit_id == unit.id:
            name = weapon.name
            lines = list(RemoveWeapon(weapon_id=weapon.id or 0).carry_out(self.session).lines)
        else:
            name, lines = aim.part_name or "the part that was aimed at", []
        entry = line(
            Kind.LOST, f"{unit.name} loses a part.", f"{name[:1].upper()}{name[1:]} is destroyed.",
            rule="A-04", player_id=unit.player_id, unit_id=unit.id,
        )  # fmt: skip
        return [entry, *lines]

    def _thrown(self, victim: Victim) -> list[Line]:
        """Knock a target back: a minifig is Disrupted, homing at it ends (8.1-19, Q8-77)."""
        unit, inches = victim.target.unit, victim.knockback
        if unit is None or not inches:
            return []
        if unit.fate is not Fate.ALIVE:
            return []
        gone = No("Q8-77", f"{unit.name} was knocked away")
        lines = lose_homing(self.session, unit, of_weapons=gone, at_target=gone)
        self._move(victim)
        smash = f" An obstacle stops it: {victim.smash} Smash." if victim.smash else ""
        rule = next(blow for blow in victim.blows if blow.knockback).thrown_by
        entry = line(
            Kind.ATTACK, f'{unit.name} is thrown {inches}".', f"Straight away.{smash}",
            rule=rule, player_id=self.player_id, unit_id=unit.id,
            sums=(_knock_sum(victim),),
        )  # fmt: skip
        disrupts = victim.knockback_of_all.disrupts
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        lines += end_grabs(self.session, unit, "They are separated.", "A5-24")
        if disrupts and is_minifig(unit) and not down:
            return [entry, disrupt(self.session, unit, "knocked back", "4.1-26"), *lines]
        return [entry, *lines]

    def _move(self, victim: Victim) -> None:
        """Move a target that stands on the map straight away from what hit it."""
        unit = victim.target.unit
        assert unit is not None
        source = self._source(victim)
        if unit.x is None or unit.y is None or source is None:
            return
        away = math.dist(source, (unit.x, unit.y))
        if not away:
            return  # it stands in the centre: no direction is straight away from it
        free = victim.target.aim.free
        inches = victim.knockback if free is None else min(victim.knockback, free)
        unit.x += (unit.x - source[0]) / away * inches
        unit.y += (unit.y - source[1]) / away * inches
        self.session.add(unit)

    def _source(self, victim: Victim) -> Point | None:
        for explosion in self.event.explosions:
            inside = any(target.key == victim.target.key for target, _ in explosion.caught)
            if inside and explosion.x is not None and explosion.y is not None:
                return explosion.x, explosion.y
        return self.source


_RULES = {
    ArmorResult.NOTHING: "5.1-12",
    ArmorResult.SOMETHING_BAD: "5.1-13",
    ArmorResult.BEATEN: "5.1-11",
}


def _capital(name: str) -> str:
    return f"{name[:1].upper()}{name[1:]}"


def _knock_sum(victim: Victim) -> Sum:
    terms = [
        Term(blow.name, blow.knockback, blow.thrown_by) for blow in victim.blows if blow.knockback
    ]
    return Sum("KnockBack", victim.knockback, tuple(terms))


def _key_of(explosion: Explosion) -> str:
    """Name the victim that this explosion is; empty for what was fired to explode."""
    if explosion.explosive_id is not None:
        return f"explosive-{explosion.explosive_id}"
    return f"flight-{explosion.projectile_id}" if explosion.projectile_id is not None else ""


def _failed(blows: Sequence[Blow]) -> str:
    """Say how many Damage Rolls failed critically; empty where none did."""
    failures = sum(blow.critical_failure for blow in blows)
    if not failures or len(blows) == 1:
        return "Critical Failure." if failures else ""
    are = "is a Critical Failure" if failures == 1 else "are Critical Failures"
    return f"{failures} of {len(blows)} Damage Rolls {are}."
