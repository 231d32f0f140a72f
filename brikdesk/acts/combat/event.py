"""One event with all it causes: hits, explosions, Armor Rolls; and what is written of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from brikdesk.acts.combat.aim import Aim, BlastLine, Caught, Target, VictimLine
from brikdesk.acts.combat.armor import (
    DISARMED,
    ArmorTest,
    apply_damage,
    armor_dice,
    becomes_of,
    grind,
    grinding_line,
    grinding_sum,
    keeps_armor,
    kept_term,
    tone_of,
)
from brikdesk.acts.combat.blasts import Explosion, blown_by, ground_hits
from brikdesk.acts.combat.blows import (
    STAYS,
    Blow,
    Kindling,
    Victim,
    choice_of,
    passing_choices,
    remember,
    taken_before,
)
from brikdesk.acts.combat.protection import Protection
from brikdesk.acts.combat.weapons_used import by_map
from brikdesk.acts.explosives.explosion import Makeup, blast_lines, leave_fields, throw_blast
from brikdesk.acts.explosives.flights import ShootDown, on_the_way_of
from brikdesk.acts.explosives.placed import DamageExplosive, carrier_name, lies_at
from brikdesk.acts.fields.fields import appear_around, comes_over
from brikdesk.acts.fire.fires import can_catch, catch_fire, catches, fire_on, stays_clean
from brikdesk.acts.movement.going import Manner, go, lie, way_to
from brikdesk.acts.movement.on_the_way import away_from, spot_of
from brikdesk.acts.step_act import StillMissing, Throw, complete, unanswered
from brikdesk.acts.units.begin_state import disrupt, is_minifig
from brikdesk.acts.units.belongings import NOW
from brikdesk.acts.weapons.racks import Becomes, DestroyRounds, rack_of
from brikdesk.acts.weapons.weapons import RemoveWeapon
from brikdesk.acts.who_may import kinds_of
from brikdesk.copied import copied
from brikdesk.dice import RollKind
from brikdesk.ground.shapes import Point
from brikdesk.lengths import in_inches
from brikdesk.rules.brikwars.blast_bands import ArmorResult, broken_out_to, knockback_order
from brikdesk.rules.brikwars.explosives import Reaction, attacker_of, react
from brikdesk.rules.brikwars.fire import PASSED_ON, FireKind
from brikdesk.rules.brikwars.house_rules import BrikWarsHouse
from brikdesk.store.house_rules import house_of
from brikdesk.store.lines import Dice, Kind, Line, Sum, Term, Tone, line, shown_before
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
from brikdesk.store.views.battlefield import flight_spot
from brikdesk.text import opening, said_of
from brikdesk.turns.steps import Choice, Thrower
from brikdesk.turns.telling import compared
from brikdesk.turns.turn_order import turn_now


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
        key = victim.target.key
        # The middle of an explosion goes before the weapon that sent it.
        for explosion in self.explosions:
            inside = any(target.key == key for target, _ in explosion.caught)
            if inside and explosion.x is not None and explosion.y is not None:
                return explosion.x, explosion.y
        return victim.thrown_from or self.source

    def play(self, settle: Callable[[Explosion], object] = lambda _: None) -> None:
        """Roll every explosion, then those that they and the hits set off (8.4-13, 8.4-18); then Armor.

        `settle` is called with each explosion that is rolled. It raises StillMissing while a player
        has to decide something about it, as this does while anything else is missing. Each Explosive
        goes off once, so the chain ends.
        """
        self._set_off()
        done = 0
        while done < len(self.explosions):
            self._explode(self.explosions[done], done, settle)
            self._set_off()
            done += 1
        self.armor()

    def _explode(
        self, explosion: Explosion, number: int, settle: Callable[[Explosion], object]
    ) -> None:
        gone = {each.itself for each in self.explosions}
        explosion.gather(self.session, self.caught, first=number == 0, gone=gone)
        if explosion.dud:
            return
        # The first explosion is named plainly in choices and dice: most acts have only one.
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
        blast = complete(explosion.blast)
        self.asked += blast.choices
        settle(explosion)
        if unanswered(blast.choices):  # which die leaves first
            raise StillMissing
        if not explosion.dud:
            self._strike(explosion)

    def _strike(self, explosion: Explosion) -> None:
        for target, caught in explosion.caught:
            blow = complete(
                blown_by(self.session, self.throw, explosion, target, caught, self.protection)
            )
            # A target that was shot at keeps its aim: its joint or part counts for the Armor.
            known = self.victims.get(target.key)
            self.take(known.target if known else target, blow)

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
            copied(
                Explosion,
                rounds,
                key=f"rounds-{rounds.id}-{number}",
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
        x, y = flight_spot(flight) or (None, None)  # not where it was launched (Q8-38)
        return copied(
            Explosion,
            flight,
            key=f"flight-{flight.id}",
            makeup=Makeup.of(flight.makeup),
            attacker_id=self.attacker_id,
            place=on_the_way_of(flight),
            x=x,
            y=y,
            projectile_id=flight.id,
        )

    def _flies_off(self, victim: Victim) -> None:
        """Roll how far a lost item flies where no Action Roll says so (A5-10)."""
        disarmed = self.choices.get(f"bad{victim.suffix}") == DISARMED
        bad = victim.test is not None and victim.test.result is ArmorResult.SOMETHING_BAD
        if disarmed and bad and victim.distance_die:
            roll = self.throw.roll(RollKind.OTHER, (victim.distance_die,), ("Distance",))
            victim.distance = complete(roll).total

    def _knocked_down(self, unit: Unit) -> bool:
        """Return whether the KnockBack of this event Disrupts a unit (4.1-26, A5-12)."""
        own = (each for each in self.victims.values() if each.target.unit is unit)
        return is_minifig(unit) and any(
            each.knockback and each.knockback_of_all.disrupts for each in own
        )

    def armor(self) -> None:
        """Compare each victim's damage with its Armor."""
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
            test = complete(victim.test)
            # A unit with two sums rolls its Armor once where the roll stands for the turn (Q8-84).
            if test.rolls and keeps_armor(self.session) and not joint:
                rolled[unit.id] = kept_term(test.armor)
            self.asked += test.choices
            self.asked += passing_choices(
                self.session, unit, victim.fires, test.result, self.choices, victim.suffix
            )
            self._flies_off(victim)
        if self.open:
            raise StillMissing


def lying_explosion(
    session: Session, explosive: Explosive, key: str, attacker_id: int | None
) -> Explosion:
    """Return the explosion of an Explosive where it lies, or where its carrier stands now."""
    x, y = lies_at(session, explosive)
    return copied(
        Explosion,
        explosive,
        key=key,
        makeup=Makeup.of(explosive.makeup),
        attacker_id=attacker_id,
        x=x,
        y=y,
        at_id=explosive.carrier_id,
        explosive_id=explosive.id,
        carrier=carrier_name(session, explosive),
    )


def victim_lines(event: Event) -> tuple[VictimLine, ...]:
    """Show every target with what it takes and what its Armor makes of that, then the terrain."""
    ground = (hit for each in event.explosions for hit in ground_hits(event.session, each))
    return (*(_victim(event, victim) for victim in event.victims.values()), *ground)


def rolled_blasts(event: Event | None) -> tuple[BlastLine, ...]:
    """Show the explosions whose Damage Roll lies there, so that their reach is known."""
    explosions = event.explosions if event else ()
    rolled = (each for each in explosions if each.blast and each.blast.bands)
    return tuple(each.line() for each in rolled if not each.dud)


def waiting_for(throw: Throw, event: Event | None) -> str:
    """Say whose dice are missing: those of the roll, or of somebody's Armor; empty for none."""
    owed = throw.owed
    if not owed:
        return ""
    dice = "a die" if owed == 1 else f"{owed} dice"
    victims = event.victims.values() if event else ()
    untested = (each.target.name for each in victims if each.test is None and each.target.unit)
    name = next(untested, "") if throw.asked[-owed].armor else ""
    return f"Armor of {name}: {dice}." if name else f"Waiting for {dice}."


def _victim(event: Event, victim: Victim) -> VictimLine:
    test, becomes = victim.test, _becomes(victim)
    where = ", ".join(dict.fromkeys(blow.where for blow in victim.blows if blow.where))
    thrown = f' Thrown {victim.knockback}".' if victim.knockback else ""
    words = (test.words if test else f"{victim.damage} damage.") + thrown
    if test and becomes:
        words = compared(becomes, test.damage, test.armor)
    return VictimLine(
        name=victim.target.name,
        unit_id=victim.target.unit.id if victim.target.unit else None,
        where=where,
        damage=victim.damage,
        armor=test.armor if test and test.armors else None,
        words=words + _fires(event, victim),
        tone=tone_of(test.result) if test else Tone.PLAIN,
        result=test.result if test else None,
        sums=victim.sums,
        becomes=becomes,
    )


def _becomes(victim: Victim) -> str:
    """Say what becomes of a unit that is hit; empty where no Armor was compared."""
    unit, test, aim = victim.target.unit, victim.test, victim.target.aim
    if unit is None or test is None or not test.armors:
        return ""
    verb = becomes_of(unit, test, part=aim.component or aim.part_weapon_id is not None)
    return f'{verb}, thrown {victim.knockback}"' if victim.knockback else verb


def _may_burn(victim: Victim) -> str:
    """Say of a place that fire hits that a fire burns on units only (8.3-36)."""
    is_place = victim.target.unit is None and bool(victim.fires)
    return "It is no unit of the roster: the table says what of it burns." if is_place else ""


def _fires(event: Event, victim: Victim) -> str:
    """Say what it catches of the fire that hits it, unless it burns already (F.1-22, F.1-49)."""
    unit = victim.target.unit
    if unit is None:
        return f" {_may_burn(victim)}".rstrip()
    session = event.session
    kinds: dict[FireKind, None] = {}
    for fire, over in victim.fires:
        stays = event.choices.get(choice_of(fire.kind, victim.suffix)) == STAYS
        if stays or fire_on(session, unit, fire.kind) is not None:
            continue
        faces = [face.value for face in fire.faces]
        if can_catch(session, unit, fire.kind, faces, fire.points, over):
            kinds[fire.kind] = None
    return "".join(f" It {catches(session, unit, kind)}" for kind in kinds)


class Results:
    """The results of one event as they are written."""

    def __init__(self, event: Event, step: str = "") -> None:
        self.event, self.session, self.step = event, event.session, step
        self.choices: Mapping[str, str] = event.choices
        self.player_id = event.attacker_id
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
                lines += self._dud(explosion)
                continue
            assert explosion.blast is not None
            lines += self._set_off(explosion)
            lines += blast_lines(
                explosion.name, explosion.blast, explosion.where, explosion.attacker_id, self.step
            )
            lines += self._ground(explosion)
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

    def _ground(self, explosion: Explosion) -> list[Line]:
        """Tell what terrain takes that is no unit of the roster (8.4-33)."""
        hits = ground_hits(self.session, explosion)
        said = [(_takes(hit.name, hit.damage), f"{hit.where}: {hit.words}") for hit in hits]
        return [self._line(Kind.BLAST, lead, words, "8.4-33") for lead, words in said]

    def _dud(self, explosion: Explosion) -> list[Line]:
        dud = copied(
            Explosive,
            explosion,
            player_id=explosion.attacker_id,
            makeup=explosion.makeup.as_data(),
            stability=Stability.UNSTABLE,
            state=ExplosiveState.DUD,
        )
        self.session.add(dud)
        words = f"Armed and unstable, {explosion.place}."
        entry = self._line(Kind.DUD, said_of(explosion.name, "is a dud."), words, "8.4-22")
        return [entry, *lie(self.session, dud)]

    def _set_off(self, explosion: Explosion) -> list[Line]:
        """Let an Explosive or a projectile go off that this attack hit (8.4-13, 8.4-18)."""
        victim = self.event.victims.get(explosion.itself) if explosion.itself else None
        if victim is None:
            return []
        if victim.target.rounds is not None:
            return _with_dice(victim, self._blow_up(victim))
        # Its Damage Roll is part of this event: nobody has to make it any more.
        lines = [_without(each, NOW) for each in self._damage_explosive(victim)]
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

    def _blow_up(self, victim: Victim) -> list[Line]:
        """Take the rounds of a rack out of it when the first of them goes off (8.4-50)."""
        rounds = victim.target.rounds
        assert rounds is not None
        if not rounds.count:
            return []
        act = DestroyRounds(round_id=rounds.id or 0, count=rounds.count)
        return list(act.carry_out(self.session).lines)

    def _damage_rounds(self, victim: Victim) -> list[Line]:
        """Activate rounds that took more than their XSize; they go off when the turn ends (8.4-14)."""
        rounds = victim.target.rounds
        assert rounds is not None
        if self.event.reaction(victim) is not Reaction.ACTIVATED:
            words = f"{victim.damage} damage."
            lead = opening(said_of(victim.target.name, "hold."))
            return [self._line(Kind.BLAST, lead, words, "8.4-14")]
        act = DestroyRounds(
            round_id=rounds.id or 0,
            count=rounds.count,
            becomes=Becomes.ACTIVATED.value,
            causer_id=self.player_id,
        )
        return list(act.carry_out(self.session).lines)

    def _damage_explosive(self, victim: Victim) -> list[Line]:
        return _with_dice(victim, self._damaged(victim))

    def _damaged(self, victim: Victim) -> list[Line]:
        target = victim.target
        if target.rounds is not None:
            return self._damage_rounds(victim)
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
        gone = {explosion.itself for explosion in self.event.explosions}
        for key, victim in self.event.victims.items():
            if victim.target.unit is not None:
                lines += self.hurt(victim)
            elif victim.target.explosive or victim.target.flight or victim.target.rounds:
                lines += [] if key in gone else self._damage_explosive(victim)
            else:
                lines.append(self._place(victim))
        lines += self._surrounded()
        # Outermost first and last of all, so that no unit is hit or moved twice (8.4-28).
        for key in knockback_order({k: v.band for k, v in self.event.victims.items()}):
            lines += self._thrown(self.event.victims[key])
        return lines

    def _surrounded(self) -> list[Line]:
        """Note who is inside a Field that has just appeared; it acts on them at once (Q8-57).

        The map tells of those who have a place, else how far they were from its middle.
        """
        self.session.flush()  # the new Fields need their keys
        lines: list[Line] = []
        for field, explosion in self.appeared:
            lines += comes_over(self.session, field)
            for target, caught in explosion.caught:
                unit = target.unit
                if unit is None or not caught.exposed or (field.x is not None and spot_of(unit)):
                    continue
                lines += appear_around(self.session, unit, field, caught.distance)
        return lines

    def _place(self, victim: Victim) -> Line:
        dice = _own_dice(victim)
        lead, by, burns = (
            _takes(victim.target.name, victim.damage),
            self.player_id,
            _may_burn(victim),
        )
        return line(Kind.ATTACK, lead, *dice, burns, rule="5.1-10", player_id=by, sums=victim.sums)

    def hurt(self, victim: Victim) -> list[Line]:
        """Write what one unit takes: its Armor, its fire, what is remembered, what grinds it."""
        unit, test = victim.target.unit, victim.test
        assert unit is not None
        assert test is not None
        own = _own_dice(victim)
        bands = ", ".join(dict.fromkeys(blow.where for blow in victim.blows if blow.where))
        # The band follows from the distance, which may be the map's.
        bands += by_map(bool(bands) and any(blow.measured for blow in victim.blows))
        failed = _failed(victim.blows)
        words = f"{bands}: {test.words}" if bands else test.words
        words = f"{failed} {words}" if failed and not bands else words
        if victim.judged != victim.damage:
            words = f"With {victim.earlier.damage} before in this turn: {words}"
        # It dies and is thrown: one line tells both.
        if victim.knockback and test.result is ArmorResult.BEATEN and is_minifig(unit):
            words += f' Thrown {victim.knockback}".'
        entry = line(
            Kind.ATTACK, _takes(victim.target.name, victim.damage), *own, *armor_dice(test), words,
            rule=_RULES[test.result], player_id=self.player_id, unit_id=unit.id,
            sums=(*victim.sums, *test.sums),
        )  # fmt: skip
        lines = [entry, *self._structure(victim, unit, test)]
        lines += [self._catch(unit, victim.suffix, fire, over) for fire, over in victim.fires]
        if unit.fate is Fate.ALIVE:
            if victim.adds_up:
                remember(self.session, unit, victim.after)
            lines += self._harm(victim, unit, test)
            if test.result is ArmorResult.NOTHING and victim.grinds and not is_minifig(unit):
                lines += self._grind(unit, victim.grinds)
        return lines

    def _grind(self, unit: Unit, points: int) -> list[Line]:
        """Wear a creation down by a hit that fails, where highest faces do that (OF-58)."""
        sums = (grinding_sum(self.session, unit, points, "Highest faces", "OF-58"),)
        more = grind(self.session, unit, points, self.step, sums)
        return [grinding_line(unit, points, sums, "OF-58", self.step), *more]

    def _structure(self, victim: Victim, unit: Unit, test: ArmorTest) -> list[Line]:
        """Say out to where a structure breaks: component by component (8.4-33)."""
        if unit.kind is not UnitKind.STRUCTURE or not test.armors:
            return []
        lines = []
        for explosion in self.event.explosions:
            inside = any(target.key == victim.target.key for target, _ in explosion.caught)
            if not explosion.blast or not inside:
                continue
            if reach := broken_out_to(explosion.blast.bands, test.armor):
                words = f"Its components break out to {in_inches(reach)} from the centre."
                lines.append(
                    line(
                        Kind.BLAST, f"{unit.name} breaks.", words, rule="8.4-33",
                        player_id=self.player_id, unit_id=unit.id,
                    )
                )  # fmt: skip
        return lines

    def _catch(self, unit: Unit, suffix: str, fire: Kindling, over: int) -> Line:
        """Leave one kind of fire on a unit, unless the referee says that it does not pass on."""
        if self.choices.get(choice_of(fire.kind, suffix)) == STAYS:
            rule, name = PASSED_ON[fire.kind], choice_of(fire.kind, suffix)
            words = next(each for each in self.event.asked if each.id == name)
            why = next(each.name for each in words.options if each.value == STAYS)
            return shown_before(stays_clean(unit, fire.kind, fire.faces, f"{why}.", rule))
        caught = catch_fire(
            self.session, unit, fire.faces, fire.points, self.player_id,
            out_of_range=over, kind=fire.kind,
        )  # fmt: skip
        return shown_before(caught)

    def _harm(self, victim: Victim, unit: Unit, test: ArmorTest) -> list[Line]:
        aim = victim.target.aim
        if test.result is ArmorResult.BEATEN and (aim.component or aim.part_weapon_id is not None):
            return self._component(unit, aim)
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

    def _component(self, unit: Unit, aim: Aim) -> list[Line]:
        """Destroy the part that was aimed at instead of an inch of Size (A-04)."""
        name, lines = aim.part_name or "the part that was aimed at", list[Line]()
        weapon = self.session.get(Weapon, aim.part_weapon_id) if aim.part_weapon_id else None
        if weapon is not None and weapon.unit_id == unit.id:
            name = weapon.name
            lines += RemoveWeapon(weapon_id=weapon.id or 0).carry_out(self.session).lines
        words = f"{opening(name)} is destroyed."
        entry = line(Kind.LOST, f"{unit.name} loses a part.", words, rule="A-04", of=unit)
        return [entry, *lines]

    def _thrown(self, victim: Victim) -> list[Line]:
        """Knock a target back: a minifig is Disrupted, homing at it ends (8.1-19, Q8-77)."""
        unit, inches = victim.target.unit, victim.knockback
        if victim.target.explosive is not None and inches:
            return self._throw_explosive(victim.target.explosive, victim)
        if unit is None or not inches or unit.fate is not Fate.ALIVE:
            return []
        lines = self._fly(victim, unit)
        by = victim.stopped_by or "An obstacle"
        smash = f" {by} stops it: {victim.smash} Smash." if victim.smash else ""
        rule = next(blow for blow in victim.blows if blow.knockback).thrown_by
        entry = line(
            Kind.ATTACK, f'{unit.name} is thrown {inches}".', f"Straight away.{smash}",
            rule=rule, player_id=self.player_id, unit_id=unit.id,
            sums=(_knock_sum(victim),),
        )  # fmt: skip
        down = StateKind.DISRUPTED in kinds_of(self.session, unit)
        if victim.knockback_of_all.disrupts and is_minifig(unit) and not down:
            return [entry, disrupt(self.session, unit, "knocked back", "4.1-26"), *lines]
        return [entry, *lines]

    def _throw_explosive(self, explosive: Explosive, victim: Victim) -> list[Line]:
        """Knock back an Explosive that lies loose and has not gone off (8.4-26, Q8-44)."""
        if explosive.carrier_id is not None or explosive.state is ExplosiveState.SPENT:
            return []
        inches, source = victim.knockback, self.event.source_of(victim)
        if source and (goal := away_from(explosive, source, inches)):
            explosive.x, explosive.y = goal
            self.session.add(explosive)
        lead = f'{opening(said_of(explosive.name, "is"))} thrown {inches}".'
        entry = self._line(Kind.ATTACK, lead, "Straight away.", "8.4-26")
        return [entry, *lie(self.session, explosive)]

    def _fly(self, victim: Victim, unit: Unit) -> list[Line]:
        """Move a target straight away from what hit it, as far as nothing stops it."""
        source = self.event.source_of(victim)
        inches = float(victim.knockback - victim.cut_short)
        goal = away_from(unit, source, inches) if source else None
        way = way_to(unit, goal) if goal else ()
        return go(self.session, unit, way, Manner.THROWN, inches=inches, step=self.step)


_RULES = {
    ArmorResult.NOTHING: "5.1-12",
    ArmorResult.SOMETHING_BAD: "5.1-13",
    ArmorResult.BEATEN: "5.1-11",
}


def _without(said: Line, sentence: str) -> Line:
    """Return a line without one of its sentences."""
    words = (
        part.replace(sentence, "").strip() if isinstance(part, str) else part for part in said.parts
    )
    return replace(said, parts=tuple(words))


def _own_dice(victim: Victim) -> list[Dice]:
    """Return the dice that struck it alone; those of a blast stand in the lines of its bands."""
    return [Dice(blow.dice) for blow in victim.blows if blow.dice and not blow.where]


def _with_dice(victim: Victim, lines: list[Line]) -> list[Line]:
    """Return the lines of what became of an Explosive, with the dice that struck it."""
    own = _own_dice(victim)
    return [
        replace(each, parts=(*own, *each.parts)) if each is lines[0] else each for each in lines
    ]


def _takes(name: str, damage: int | None) -> str:
    return f"{opening(name)} takes {damage}."


def _knock_sum(victim: Victim) -> Sum:
    terms = [
        Term(blow.name, blow.knockback, blow.thrown_by) for blow in victim.blows if blow.knockback
    ]
    return Sum("KnockBack", victim.knockback, tuple(terms))


def _failed(blows: Sequence[Blow]) -> str:
    """Say how many Damage Rolls failed critically; empty where none did."""
    failures = sum(blow.critical_failure for blow in blows)
    if not failures or len(blows) == 1:
        return "Critical Failure." if failures else ""
    are = "is a Critical Failure" if failures == 1 else "are Critical Failures"
    return f"{failures} of {len(blows)} Damage Rolls {are}."
