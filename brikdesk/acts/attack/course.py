"""An attack as far as its dice and choices are known: stage after stage, nothing is written.

Action Rolls, what misses, Parries, damage with its explosions, Armor. Each stage ends where a die
or somebody's choice is missing.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlmodel import Session

from brikdesk.acts.attack.aim import Mode
from brikdesk.acts.attack.arc_rolls import roll_of_arc, shared_hit, sweep_of
from brikdesk.acts.attack.arms import Armed, armed_of
from brikdesk.acts.attack.blasts import Explosion, pop_of
from brikdesk.acts.attack.blows import Blow, hit_by, place_of_bearer, shove_of
from brikdesk.acts.attack.burning_blows import strike_dice
from brikdesk.acts.attack.charging import (
    check_answer,
    check_charge,
    check_thrown_mom,
    in_one_action,
    momentum_decided,
)
from brikdesk.acts.attack.close_checks import (
    check_avoided,
    check_melee,
    check_mixed,
    check_noticed,
    check_outside,
)
from brikdesk.acts.attack.decisions import Decisions
from brikdesk.acts.attack.event import Event
from brikdesk.acts.attack.guarding import Guarding
from brikdesk.acts.attack.interfering import interfered
from brikdesk.acts.attack.landing_spots import centre_of, check_misses
from brikdesk.acts.attack.legality import check_attack, flies
from brikdesk.acts.attack.melee import Melee
from brikdesk.acts.attack.modifiers import auto_of, modifiers_of
from brikdesk.acts.attack.parries import check_parries
from brikdesk.acts.attack.preview import ModifierLine
from brikdesk.acts.attack.shots import Shot, shots_at, thrower_of
from brikdesk.acts.attack.striking_back import check_counterstrike
from brikdesk.acts.attack.targets import Target, struck_by_miss, targets_of
from brikdesk.acts.damage.armor import fire_penalty
from brikdesk.acts.damage.protection import Protection
from brikdesk.acts.power.shield_now import dice_in
from brikdesk.acts.rows import existing_row
from brikdesk.acts.throwing import Throw
from brikdesk.acts.units.on_the_way import spot_of
from brikdesk.dice import Roll, RollKind, action_kind
from brikdesk.errors import Refused
from brikdesk.rules.brikwars.attacks.benny_uses import BENNY_DIE, BennyUse
from brikdesk.rules.brikwars.attacks.charging import opposes_shove
from brikdesk.rules.brikwars.attacks.damage_sums import counted_apart, one_damage_roll
from brikdesk.rules.brikwars.explosives.duds import may_be_dud, miss_is_tracked
from brikdesk.rules.brikwars.fire.fire_dice import FIRE_SIDES
from brikdesk.rules.brikwars.house import BrikWarsHouse
from brikdesk.rules.brikwars.units.momentum import DIE as MOM_DIE
from brikdesk.rules.brikwars.units.something_bad import knocked_away
from brikdesk.rules.brikwars.weapons.ammunition import jams
from brikdesk.store.act import all_refusals
from brikdesk.store.house import house_of
from brikdesk.store.tables import Field
from brikdesk.turns.steps import Thrower

if TYPE_CHECKING:
    from brikdesk.acts.attack.attack import Attack


class Course:
    """One attack with its rows, rolled as far as it goes."""

    def __init__(self, act: "Attack", session: Session) -> None:
        self.act, self.session = act, session
        self.rules = house_of(session, BrikWarsHouse)
        self.throw = Throw(act.thrown(session), self.rules.dice)
        self.targets = targets_of(session, act.aims)
        self.armed = armed_of(session, act.strikes)
        if act.charge:
            self.armed = tuple(in_one_action(session, each) for each in self.armed)
        if act.counterstrike:  # it needs no Action, and spends it in its own way (5.2-35)
            self.armed = tuple(replace(each, spends_action=False) for each in self.armed)
        self.decide = Decisions(session, act.choices, self.armed[0].player_id)
        self.flies = flies(self.armed, self.targets)
        self.melee = Melee(session, self.armed, self.targets, act.melee)
        self.guarding = Guarding(act, session, self.throw, self.decide, self.melee)
        self.protection = self._protection()
        self.shots = self._shots()
        self.event = Event(
            session,
            self.throw,
            act.choices,
            act.caught,
            self.armed[0].player_id,
            self.decide.asked,
            self.protection,
            spot_of(self.armed[0].bearer),
        )
        self.arc_rolls: dict[int, Roll] = {}
        self.damage_first: int | None = None
        self.rolled_all = False
        self.complete = self.flies or self._play()  # what flies on rolls nothing now (8.4-09)
        self.throw.done()

    def _protection(self) -> Protection:
        """Return what protects its targets, with the Parries and shield dice that were declared."""
        made = Protection(
            self.session, self.throw, self.act.choices, self.decide.asked, self.guarding.declared
        )
        for each in self.act.shields:
            field = existing_row(self.session, Field, each.field_id)
            made.shield.name(each.unit_id, dice_in(field, each.dice))
        return made

    @property
    def rolls_automatic(self) -> bool:
        """Whether Automatic Hits are rolled, in the hope of going Over the Top (A4-15)."""
        return self.rules.bw_auto_hit_rolls

    def check(self) -> None:
        """Refuse what the rules do not allow now; nothing is changed."""
        if self.act.counterstrike:
            check_counterstrike(self.act, self.session, self.armed, self.targets)
        if self.act.charge:
            check_charge(self.act, self.session, self.armed, self.guarding.guards)
        check_thrown_mom(self.act, self.session, self.armed, self.targets, flies=self.flies)
        check_mixed(self.act, self.session, self.armed)
        check_avoided(self.act, self.armed, self.targets)
        check_outside(self.act, self.session, self.armed, self.targets)
        if not self.act.counterstrike:
            check_noticed(self.act, self.session, self.armed, self.targets)
        check_answer(self.act, self.session, self.armed, self.targets[0].unit)
        check_attack(self.act, self.session, self.armed, self.targets)
        self.protection.shield.check(self.act)
        check_melee(self.act, self.session, self.armed, self.targets, self.melee)
        others = {each.unit_id for each in self.act.caught}
        others |= {each.unit_id for each in self.act.strays}
        check_parries(self.act, self.session, self.guarding.guards, self.shots, others)
        check_misses(self)

    def refusal(self) -> Refused | None:
        """Return all that the rules have against it, or None where it may be made."""
        return all_refusals(self.session, self.check)

    def _shots(self) -> list[Shot]:
        extra = self.rules.arc_large_extra
        shots: list[Shot] = []
        for armed in self.armed:
            sweep = sweep_of(armed, self.targets) if armed.area else None
            swept = sweep.targets if sweep else self.targets
            each = shots_at(armed, swept, arc_large_extra=extra)
            for place, (target, load) in enumerate(each):
                rows = self._rows(armed, target, place)
                burning = (FIRE_SIDES,) * fire_penalty(self.session, armed.by, armed.bearer)
                shots.append(
                    Shot(
                        number=len(shots),
                        armed=armed,
                        target=target,
                        load=load,
                        place=place,
                        rows=rows,
                        penalty=burning,
                        auto_rule=self.melee.automatic(armed, target),
                        rolled_anyway=self.rolls_automatic,
                        who=thrower_of(armed, self.armed),
                        avoided=self.act.avoided,
                    )
                )
                if self.act.charge and not self.act.faces:
                    # Before any die the odds count a MOM as their asker says.
                    shots[-1].mom = self.act.choices.get(f"mom-{shots[-1].number}", "")
                self._foresee(shots[-1])
        return shots

    def _foresee(self, shot: Shot) -> None:
        """Count a Grab that needs no roll and meets no Parry as made, for the attacks after it."""
        sure = shot.automatic and not shot.avoided and self.guarding.against(shot) is None
        if shot.armed.mode is Mode.GRAB and sure and shot.target.unit:
            self.melee.hold(shot.armed.by, shot.target.unit)

    def _rows(
        self, armed: Armed, target: Target, place: int, bonus_range: int = 0, mom_range: int = 0
    ) -> tuple[ModifierLine, ...]:
        return modifiers_of(
            self.session, armed, target, self.act.changes, self.act.extras, bonus_range, place,
            self.melee, mom_range,
        )  # fmt: skip

    def with_momentum(self, shot: Shot, inches: int) -> tuple[ModifierLine, ...]:
        """Return the modifiers of a throw to whose Range a MOM adds so many inches (5.4-10)."""
        return self._rows(shot.armed, shot.target, shot.place, shot.bonus_range, inches)

    def _play(self) -> bool:
        self.rolled_all = self._roll_all()
        if not (self.rolled_all and self._misses() and self._parries()):
            return False
        self.damage_first = len(self.throw.asked)
        self.event.lost = self.guarding.lost
        return self._damage() and self.event.armor()

    # Action Rolls

    def _roll_all(self) -> bool:
        for armed in self.armed:
            terms = interfered(self.session, self.throw, armed)
            if terms is None:
                return False
            jammed = False
            for shot in (each for each in self.shots if each.armed is armed):
                shot.lost = jammed  # after a jam the shots not yet rolled are lost (8.3-15)
                if jammed:
                    continue
                shot.interfered = terms
                # Asked again: a Grab that was rolled just now makes the attacks after it sure.
                shot.auto_rule = self.melee.automatic(armed, shot.target)
                if not self._roll(shot) or not self._maneuver(shot):
                    return False
                jammed = shot.jams
        return True

    def _maneuver(self, shot: Shot) -> bool:
        """Let a Grab or Shove be parried now: a Grab decides what follows (A5-02, 5.2-25)."""
        if not shot.maneuver:
            return True
        if shot.hit and not self.guarding.meet(shot):
            return False
        if shot.hit and not shot.cancelled and shot.armed.mode is Mode.GRAB and shot.target.unit:
            self.melee.hold(shot.armed.by, shot.target.unit)
        return not self.decide.waits("parry")

    def _roll(self, shot: Shot) -> bool:
        if shot.avoided or (shot.automatic and not shot.rolled_anyway):
            return True
        if shot.armed.strike.momentum and not self._runs_up(shot):
            return False
        shot.first = len(self.throw.asked)
        roll = self.throw.roll(
            action_kind(shot.armed.die, specialty=shot.armed.specialty, house=self.throw.house),
            (shot.armed.die,),
            ("Action", *["−1d4 fire"] * len(shot.penalty)),
            penalty=shot.penalty,
            of=self._whose(shot),
        )
        shot.dice = len(self.throw.asked) - shot.first
        if roll is None:
            return False
        shot.roll = roll
        shot.jams = jams(shot.natural or 0, auto_of(shot.rows), shot.armed.kind.value)
        if roll.benny:
            dice = strike_dice(self.session, shot)
            shot.benny = self.decide.benny(shot, dice, several=len(self.shots) > 1)
            if not shot.hit and not self._rescue(shot):
                return False
        return True

    def _runs_up(self, shot: Shot) -> bool:
        """Roll the MOM that makes a throw farther (5.4-10); false while its die is missing."""
        if not self.roll_momentum(shot):
            return False
        assert shot.mom_roll is not None
        zero = self.rules.bw_cf_zeroes_quantities
        shot.mom_range = shot.mom_roll.quantity(failure_is_zero=zero)
        shot.rows = self.with_momentum(shot, shot.mom_range)
        return True

    def _whose(self, shot: Shot) -> Thrower | None:
        """Return the name that tells a shot's dice from those of others; None for a single shot."""
        return shot.thrower if len(self.shots) > 1 else None

    def _rescue(self, shot: Shot) -> bool:
        """Spend the Benny of a miss: on the roll, on Range, or on something else (4.2-18).

        Return whether that is decided and its die is there.
        """
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
            shot.rows = self.with_momentum(shot, shot.mom_range)
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
                track_all=self.rules.bw_track_all_missed_shots,
            )
            if tracked:
                self.decide.spot(shot)
            if shot.explosive and may_be_dud(shot.critical_failure):
                why = "The Action Roll is a Critical Failure."
                shot.dud = self.decide.dud(shot, why)
        return not self.decide.waits(*(name for name in ("chooser", "spot", "dud")))

    # Parries

    def _parries(self) -> bool:
        for shot in self.shots:
            if shot.hit and not shot.lost and not shot.maneuver and not self.guarding.meet(shot):
                return False
        return not self.decide.waits("parry")

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
        return self.event.explode_all(self._settled)

    def _hit(self, shot: Shot) -> bool:
        if shot.cancelled or shot.armed.mode is Mode.GRAB:
            return True
        if not momentum_decided(self, shot):
            return False
        if shot.armed.mode is Mode.SHOVE:
            if not self._opposed(shot):
                return False
            zero = self.rules.bw_cf_zeroes_quantities
            self.event.take(shot.target, shove_of(shot, failure_is_zero=zero))
            return True
        blow = self._blow(shot)
        if blow is None or (shot.roll is not None and shot.roll.benny and not shot.benny):
            return False
        self.event.take(shot.target, blow, self.apart(shot))
        return True

    def roll_momentum(self, shot: Shot) -> bool:
        """Roll the MOM of a Charging Shove or of a throw (5.4-10, 5.4-21); false while it is missing."""
        shot.mom_roll = self.throw.roll(RollKind.OTHER, (MOM_DIE,), ("MOM",), of=self._whose(shot))
        return shot.mom_roll is not None

    def _opposed(self, shot: Shot) -> bool:
        """Roll the POP of who is shoved, by house rule (A5-29); false while a die of it is missing."""
        unit = shot.target.unit
        opposes = opposes_shove(charge=self.act.charge, bw_pop_vs_shove=self.rules.bw_pop_vs_shove)
        count = pop_of(self.session, shot.target) if opposes and unit else 0
        if not unit or not count:
            return True
        who = Thrower(unit.name, unit.id)
        shot.pop_roll = self.throw.roll(
            RollKind.OTHER, (MOM_DIE,) * count, ("POP",) * count, of=who
        )
        return shot.pop_roll is not None

    def _blow(self, shot: Shot) -> Blow | None:
        """Make the Damage Roll of a hit, or take that of the arc; none while dice are missing."""
        arc = shot.armed.area
        if not one_damage_roll(arc=arc, arc_shared_damage=self.rules.arc_shared_damage):
            return hit_by(self.protection, shot, of=self._whose(shot))
        shared = self._arc_roll(shot.armed)
        if shared is None:
            return None
        return shared_hit(self.protection, shot, shared)

    def _strays(self, shot: Shot) -> bool:
        """Make a Missed Shot strike the targets named in `strays`, without a roll (5.3-11)."""
        for stray in (each for each in self.act.strays if each.shot == shot.key):
            target = struck_by_miss(self.session, stray)
            struck = (target, stray.distance)
            blow = hit_by(self.protection, shot, stray=struck, of=self._whose(shot))
            if blow is None:
                return False
            self.event.take(target, blow, self.apart(shot))
        return True

    def apart(self, shot: Shot) -> str:
        """Name the sum that a shot's damage goes to, empty for the common one (Q8-20, Q8-83)."""
        weapons, shots = counted_apart(
            burst=shot.armed.mode is Mode.BURST,
            combine=self.act.combine,
            multi_weapon_damage=self.rules.multi_weapon_damage,
            burst_damage=self.rules.burst_damage,
        )
        if shots:
            return f"{shot.armed.number}.{shot.place}"
        return f"{shot.armed.number}" if weapons else ""

    def _arc_roll(self, armed: Armed) -> Roll | None:
        """Make the Damage Roll that all hits of an arc share; none while dice of it are missing."""
        if armed.number not in self.arc_rolls:
            roll = roll_of_arc(self.throw, armed, several=len(self.armed) > 1)
            if roll is None:
                return None
            self.arc_rolls[armed.number] = roll
        return self.arc_rolls[armed.number]

    # Explosions

    def _explode_shots(self) -> None:
        for shot in self.shots:
            if not shot.resolved or not shot.explosive or shot.load is None:
                continue
            x, y = centre_of(self, shot)
            self.event.explosions.append(
                Explosion(
                    key=shot.key,
                    name=shot.load.name,
                    explosive_size=shot.load.explosive_size,
                    makeup=shot.load.makeup,
                    attacker_id=shot.armed.player_id,
                    place=shot.target.name if shot.hit else self.decide.where(shot),
                    x=x,
                    y=y,
                    direct=shot.target if shot.hit else None,
                    source=place_of_bearer(shot),
                    bought=shot.benny == BennyUse.DAMAGE,
                    knocked=knocked_away(shot.total),
                    dud=shot.dud,
                )
            )

    def _settled(self, explosion: Explosion) -> bool:
        """Ask whether what the attack sent is a dud; tell whether nobody has to decide more."""
        shot = next((each for each in self.shots if each.key == explosion.key), None)
        failed = explosion.blast is not None and explosion.blast.critical_failure
        if shot and not shot.critical_failure and may_be_dud(False, failed):
            explosion.dud = self.decide.dud(shot, "The Damage Roll is a Critical Failure.")
        return not self.decide.waits("dud", "benny", "words")
