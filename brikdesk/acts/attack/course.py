"""An attack as far as its dice and choices are known: stage after stage, nothing is written.

Action Rolls, what misses, Parries, damage with its explosions, Armor. Each stage ends where a die
or somebody's choice is missing.
"""

from typing import TYPE_CHECKING

from sqlmodel import Session

from brikdesk.acts.armor import fire_penalty, meet_armor
from brikdesk.acts.attack.aim import Aim, Stray
from brikdesk.acts.attack.blasts import Explosion, blown_by
from brikdesk.acts.attack.blows import Blow, Victim, hit_by, strike_dice
from brikdesk.acts.attack.decisions import Decisions
from brikdesk.acts.attack.legality import check_attack, flies
from brikdesk.acts.attack.modifiers import modifiers_of
from brikdesk.acts.attack.parries import Parried, check_parries, parry_roll
from brikdesk.acts.attack.plan import Armed, Target, armed_of, targets_of
from brikdesk.acts.attack.preview import Modifier
from brikdesk.acts.attack.shots import Shot, shots_at
from brikdesk.acts.explosion import Makeup, throw_blast
from brikdesk.acts.explosives import DamageExplosive
from brikdesk.acts.heed import heed
from brikdesk.acts.rows import alive
from brikdesk.acts.shots import allies_of
from brikdesk.acts.throwing import Throw
from brikdesk.acts.unit_now import kinds_of
from brikdesk.dice import DiceRules, RollKind, action_kind
from brikdesk.errors import Refused
from brikdesk.rules.brikwars.ammunition import jams
from brikdesk.rules.brikwars.benny_uses import BENNY_DIE, BennyUse
from brikdesk.rules.brikwars.controls import interference
from brikdesk.rules.brikwars.duds import may_strike, miss_is_tracked
from brikdesk.rules.brikwars.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.stability import Reaction, attacker_of
from brikdesk.rules.brikwars.states import is_automatic_hit
from brikdesk.store.house import house_rules
from brikdesk.store.lines import Term
from brikdesk.store.tables import StateKind, Unit
from brikdesk.turns.sequence import turn_now

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack

MOST_CHAINED = 40
"""Explosions of one event; each Explosive goes off once, so this is never reached in play."""


class Course:
    """One attack with its rows, rolled as far as it goes."""

    def __init__(self, act: "Attack", session: Session) -> None:
        self.act, self.session = act, session
        self.rules = house_rules(session)
        self.throw = Throw(act.thrown(session), DiceRules.of(self.rules))
        self.targets = targets_of(session, act.aims)
        self.armed = armed_of(session, act.strikes)
        self.decide = Decisions(session, act.choices, self.armed[0].player_id)
        self.flies = flies(self.armed, self.targets)
        self.shots = self._shots()
        self.parried: list[Parried] = []
        self.victims: dict[str, Victim] = {}
        self.explosions: list[Explosion] = []
        self.damage_first = 0
        self.rolled_all = False
        self.complete = self.flies or self._play()
        self.throw.done()

    def check(self) -> None:
        """Refuse what the rules do not allow now; nothing is changed."""
        check_attack(self.act, self.session, self.armed, self.targets)
        check_parries(self.act, self.session, self.act.parries, self.armed)
        self._check_strays()

    def _check_strays(self) -> None:
        """Refuse to let a Missed Shot strike who has no part in this (5.3-12)."""
        attacker = self.armed[0].player_id or 0
        for stray in self.act.strays:
            target = _struck(self.session, stray)
            chosen = [c for c in self.decide.asked if c.id == f"spot-{stray.shot[5:]}"]
            chooser = (chosen[0].player_id if chosen else None) or attacker
            sides = {*allies_of(self.session, attacker), *allies_of(self.session, chooser)}
            heed(
                self.act,
                may_strike(target.owner, chooser, attacker, sides),
                self.session,
                target.name,
            )

    def refusal(self) -> Refused | None:
        """Give what the rules have against it; none where it may be made."""
        try:
            self.check()
        except Refused as refused:
            return refused
        return None

    def _shots(self) -> list[Shot]:
        extra = str(self.rules["arc_large_extra"])
        shots: list[Shot] = []
        for armed in self.armed:
            each = shots_at(armed, self.targets, arc_large_extra=extra)
            for place, (target, load) in enumerate(each):
                rows = self._rows(armed, target, place)
                burning = (FIRE_SIDES,) * fire_penalty(self.session, armed.by)
                shots.append(
                    Shot(
                        number=len(shots),
                        armed=armed,
                        target=target,
                        load=load,
                        place=place,
                        rows=rows,
                        penalty=burning,
                        automatic=self._automatic(armed, target),
                    )
                )
        return shots

    def _rows(
        self, armed: Armed, target: Target, place: int, bonus_range: int = 0
    ) -> tuple[Modifier, ...]:
        return modifiers_of(
            self.session, armed, target, self.act.changes, self.act.extras, bonus_range, place
        )

    def _automatic(self, armed: Armed, target: Target) -> bool:
        """Tell whether a blow at somebody on the ground needs no roll (4.1-29)."""
        if armed.ranged or target.unit is None:
            return False
        down = StateKind.DISRUPTED in kinds_of(self.session, target.unit)
        return is_automatic_hit(disrupted=down, touching=True)

    def _play(self) -> bool:
        self.rolled_all = self._roll_all()
        if not (self.rolled_all and self._misses() and self._parries()):
            return False
        self.damage_first = len(self.throw.asked)
        return self._damage() and self._armor()

    # Action Rolls

    def _roll_all(self) -> bool:
        for armed in self.armed:
            interfered = self._interference(armed)
            if interfered is None:
                return False
            jammed = False
            for shot in (each for each in self.shots if each.armed is armed):
                shot.lost = jammed
                if jammed:
                    continue
                shot.interfered = interfered
                if not self._roll(shot):
                    return False
                jammed = shot.jams
        return True

    def _interference(self, armed: Armed) -> tuple[Term, ...] | None:
        """Roll for who uses other controls of the weapon against its user (8.5-06, Q8-69)."""
        rolls: list[int] = []
        terms: list[Term] = []
        for unit_id in armed.strike.interferers:
            unit = alive(self.session, unit_id)
            sides = unit.action_die or FIRE_SIDES
            penalty = (FIRE_SIDES,) * fire_penalty(self.session, unit)
            roll = self.throw.roll(
                action_kind(sides), (sides,), (f"{unit.name} interferes",), penalty=penalty
            )
            if roll is None:
                return None
            rolls.append(0 if roll.critical_failure else max(0, roll.total))
            terms.append(Term(f"{unit.name} interferes", -rolls[-1], "8.5-06"))
        stacks = bool(self.rules["interference_stacks"])
        most = interference(rolls, stacks=stacks)
        if not stacks and terms:
            return (Term(terms[rolls.index(max(rolls))].reason, most, "8.5-06"),)
        return tuple(term for term in terms if term.value)

    def _roll(self, shot: Shot) -> bool:
        if shot.automatic:
            return True
        shot.first = len(self.throw.asked)
        roll = self.throw.roll(
            action_kind(shot.armed.die),
            (shot.armed.die,),
            ("Action", *["−1d4 fire"] * len(shot.penalty)),
            penalty=shot.penalty,
        )
        shot.dice = len(self.throw.asked) - shot.first
        if roll is None:
            return False
        shot.roll = roll
        auto = sum(row.value for row in shot.rows if row.key.partition("@")[0] == "auto")
        shot.jams = jams(shot.natural or 0, auto, shot.armed.kind.value)
        if roll.benny:
            has_dice = shot.explosive or bool(strike_dice(self.session, shot.armed))
            shot.benny = self.decide.benny(shot, has_dice)
            if not shot.hit and not self._rescue(shot):
                return False
        return True

    def _rescue(self, shot: Shot) -> bool:
        """Spend the Benny of a miss: on the roll, on Range, or on something else (4.2-18)."""
        if not shot.benny:
            return False
        if shot.benny not in (BennyUse.ACTION, BennyUse.RANGE):
            return True
        shot.bought = self.throw.roll(RollKind.OTHER, (BENNY_DIE,), ("Benny",))
        shot.dice = len(self.throw.asked) - shot.first
        if shot.bought is None:
            return False
        if shot.benny == BennyUse.RANGE:
            shot.bonus_range = shot.bought.total
            shot.rows = self._rows(shot.armed, shot.target, shot.place, shot.bonus_range)
        return True

    # What misses

    def _misses(self) -> bool:
        for shot in self.shots:
            if shot.lost or shot.hit:
                continue
            tracked = miss_is_tracked(
                explosive=shot.explosive,
                arc_fire=shot.armed.area,
                requested=self.act.track_misses,
                track_all=bool(self.rules["bw_track_all_missed_shots"]),
            )
            if tracked:
                self.decide.spot(shot)
            if shot.explosive and shot.critical_failure:
                why = "The Action Roll is a Critical Failure."
                shot.dud = self.decide.dud(shot, why)
        return not self.decide.waits(*(name for name in ("chooser", "spot", "dud")))

    # Parries

    def _parries(self) -> bool:
        for parry in self.act.parries:
            unit = alive(self.session, parry.unit_id)
            shot = next((each for each in self.shots if self._can_parry(each, unit)), None)
            if shot is None:
                continue
            parried = parry_roll(self.session, self.throw, self.decide, shot, parry)
            if parried is None:
                return False
            shot.parry = parried.levels
            self.parried.append(parried)
        return not self.decide.waits("parry")

    def _can_parry(self, shot: Shot, unit: Unit) -> bool:
        """One Parry covers one hit on the one who parries (A5-15)."""
        own = shot.target.unit is not None and shot.target.unit.id == unit.id
        taken = any(each.shot is shot for each in self.parried)
        return own and bool(shot.hit) and not shot.explosive and not taken and not shot.lost

    # Damage

    def _damage(self) -> bool:
        for shot in self.shots:
            if not shot.resolved or shot.explosive:
                continue
            if shot.hit and not self._hit(shot):
                return False
            if not shot.hit and not self._strays(shot):
                return False
        self._explode_shots()
        return self._explode_all()

    def _hit(self, shot: Shot) -> bool:
        unit = shot.target.unit
        levels = shot.parry + (unit.deflection if unit else 0)
        blow = hit_by(self.session, self.throw, shot, levels)
        if blow is None or (shot.roll is not None and shot.roll.benny and not shot.benny):
            return False
        self._take(shot.target, blow, shot.armed)
        return True

    def _strays(self, shot: Shot) -> bool:
        """Let a Missed Shot strike whom it is said to strike, without any roll to hit (5.3-11)."""
        for stray in (each for each in self.act.strays if each.shot == shot.key):
            target = _struck(self.session, stray)
            unit = target.unit
            levels = unit.deflection if unit else 0
            blow = hit_by(self.session, self.throw, shot, levels, stray=stray.distance)
            if blow is None:
                return False
            self._take(target, blow, shot.armed)
        return True

    def _take(self, target: Target, blow: Blow, armed: Armed | None) -> None:
        """Add a hit to what its target takes: one sum, or one for each weapon (5.1-37, Q8-83)."""
        apart = not self.act.combine and armed is not None
        key = f"{target.key}@{armed.number}" if apart and armed else target.key
        if key not in self.victims:
            again = sum(each.target.key == target.key for each in self.victims.values())
            suffix = f"-{target.unit.id}" if target.unit else f"-{target.key}"
            self.victims[key] = Victim(target, f"{suffix}-{again + 1}" if again else suffix)
        self.victims[key].blows.append(blow)

    # Explosions

    def _explode_shots(self) -> None:
        for shot in self.shots:
            if not shot.resolved or not shot.explosive or shot.load is None:
                continue
            target = shot.target
            row = target.explosive or target.flight or target.unit
            known = shot.hit and row is not None
            self.explosions.append(
                Explosion(
                    key=shot.key,
                    name=shot.load.name,
                    explosive_size=shot.load.explosive_size,
                    makeup=shot.load.makeup,
                    attacker_id=shot.armed.player_id,
                    place=target.name if shot.hit else self.decide.where(shot),
                    x=(row.x if known and row else target.aim.x) if shot.hit else None,
                    y=(row.y if known and row else target.aim.y) if shot.hit else None,
                    direct=target if shot.hit else None,
                    bought=shot.benny == BennyUse.DAMAGE,
                    knocked=max(0, shot.total or 0),
                    dud=shot.dud,
                )
            )

    def _explode_all(self) -> bool:
        """Roll every explosion, then those that they and the hits set off (8.4-13, 8.4-18)."""
        done = 0
        while True:
            self._set_off()
            if done == len(self.explosions) or done > MOST_CHAINED:
                return True
            if not self._explode(self.explosions[done], done):
                return False
            done += 1

    def _explode(self, explosion: Explosion, number: int) -> bool:
        explosion.gather(self.session, self.act.caught, first=number == 0)
        if explosion.dud:
            return True
        blast = throw_blast(
            self.session,
            self.throw,
            explosion.explosive_size,
            explosion.makeup,
            explosion.attacker_id,
            self.act.choices,
            bought=explosion.bought,
            tie=f"tie-{number}",
        )
        if blast is None:
            return False
        explosion.blast = blast
        self.decide.asked += blast.choices
        shot = next((each for each in self.shots if each.key == explosion.key), None)
        if shot and blast.critical_failure and not shot.critical_failure:
            explosion.dud = self.decide.dud(shot, "The Damage Roll is a Critical Failure.")
        if self.decide.waits("tie", "dud", "benny"):
            return False
        if explosion.dud:
            return True
        for target, caught in explosion.caught:
            blow = blown_by(self.session, self.throw, explosion, target, caught)
            if blow is None:
                return False
            self._take(_same(self.victims, target), blow, None)
        return True

    def _set_off(self) -> None:
        """Add the Explosives and projectiles that the damage so far sets off at once."""
        gone = {(each.explosive_id, each.projectile_id) for each in self.explosions}
        for victim in list(self.victims.values()):
            explosive, flight = victim.target.explosive, victim.target.flight
            if explosive is not None and (explosive.id, None) not in gone:
                if self._reaction(victim) is not Reaction.DETONATES:
                    continue
                attacker = attacker_of(
                    self.armed[0].player_id,
                    explosive.player_id,
                    turn_now(self.session).player_id,
                    premature_owner=str(self.rules["premature_owner"]),
                )
                self.explosions.append(
                    Explosion(
                        f"explosive-{explosive.id}", explosive.name, explosive.explosive_size,
                        Makeup.of(explosive.makeup), attacker, explosive.place,
                        explosive.x, explosive.y, explosive_id=explosive.id,
                    )
                )  # fmt: skip
            if flight is not None and (None, flight.id) not in gone and victim.damage > 0:
                place = f'{flight.travelled:g}" on the way to {flight.target}'
                self.explosions.append(
                    Explosion(
                        f"flight-{flight.id}", flight.name, flight.explosive_size,
                        Makeup.of(flight.makeup), self.armed[0].player_id, place,
                        flight.x, flight.y, projectile_id=flight.id,
                    )
                )  # fmt: skip

    def _reaction(self, victim: Victim) -> Reaction:
        assert victim.target.explosive is not None
        act = DamageExplosive(
            explosive_id=victim.target.explosive.id or 0,
            damage=victim.damage,
            knockback=victim.knockback > 0,
        )
        return act.reaction(self.session)[0]

    # Armor

    def _armor(self) -> bool:
        for victim in self.victims.values():
            victim.prevent(self.session)
            unit = victim.target.unit
            if unit is None:
                continue
            victim.test = meet_armor(
                self.session,
                self.throw,
                unit,
                victim.damage,
                self.act.choices,
                suffix=victim.suffix,
                joint=victim.target.aim.joint,
            )
            if victim.test is None:
                return False
            self.decide.asked += victim.test.choices
        return not self.decide.open


def _same(victims: dict[str, Victim], target: Target) -> Target:
    """Give the target as it is known already, so that one unit is one victim."""
    return victims[target.key].target if target.key in victims else target


def _struck(session: Session, stray: Stray) -> Target:
    aim = Aim(unit_id=stray.unit_id, explosive_id=stray.explosive_id, distance=stray.distance)
    return targets_of(session, (aim,))[0]
