"""The odds of fire and KnockBack against every face of every die, judged by the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random

import pytest
from msgspec.structs import replace

from brikdesk.dice import DiceRules, DieRole, Pool, RollKind
from brikdesk.odds import spread
from brikdesk.odds.attack_odds import TargetOdds, attack_odds
from brikdesk.odds.attacks import (
    AttackAsked,
    Benny,
    BlastAsked,
    BlastDie,
    BlastTarget,
    FireAsked,
    FireCatches,
    HitAsked,
    ShotAsked,
    TargetAsked,
)
from brikdesk.rules.brikwars.blast_bands import (
    AddedDie,
    ExplosionBand,
    ExplosiveDie,
    ObjectInReach,
    blast_asked,
    blast_on,
    explosion_bands,
    is_critical_failure,
)
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind as Kind
from brikdesk.rules.brikwars.fire import catches_fire, ignition_steps
from tests.dice.attacks_thrown_out import _handfuls, amounts, chains, courses, rolls
from tests.usual import USUAL_BRIKWARS

CLOSE = 1e-9
CUT = 1
HOUSES = (
    DiceRules(),
    DiceRules(crit_fail_multi="any_one"),
    DiceRules(bonus_die="same", penalty_dice_explode=True),
    DiceRules(crit_fail_multi="any_one", failure_is_zero=False, bonus_die=4),
)
SWITCHES: tuple[Mapping[str, object], ...] = (
    {},
    {"highest_by": "face_plus_bonus"},
    {"bw_deflection_pick": "lowest"},
    {"bw_deflection_keeps_bonus": False, "phased_bands": 2},
    {"explosion_crit_damage": "as_rolled"},
)
MIXES = (
    (Kind.EXP,),
    (Kind.EXP, Kind.EXP, Kind.EXP),
    (Kind.FIRE,),
    (Kind.FIRE, Kind.EXP),
    (Kind.FIRE, Kind.FIRE, Kind.EXP),
    (Kind.FIRE, Kind.PIERCE, Kind.CONCUSSION),
    (Kind.CONCUSSION, Kind.EXP),
    (Kind.CONCUSSION, Kind.CONCUSSION, Kind.EXP),
    (Kind.FIRE, Kind.PHASED),
    (Kind.PHASED, Kind.EXP, Kind.EXP),
)


@dataclass(frozen=True)
class Material:
    """What burns: a minifig without a Weight class, or an object of one."""

    weight_class: int | None

    def catching(self, over: int = 0) -> FireCatches:
        if self.weight_class is None:
            return FireCatches(points=True)
        return FireCatches(max(2, self.weight_class + over + 1))

    def burns(self, faces: Sequence[int], points: int, over: int = 0) -> bool:
        if self.weight_class is None:
            return catches_fire(faces, points)
        return ignition_steps(faces, self.weight_class, over) > 0


@dataclass(frozen=True)
class Counted:
    """One harm counted the long way: without and with the die of a Benny."""

    shot: int
    fire: tuple[float, float]
    inches: tuple[Mapping[int, float], Mapping[int, float]]


class Made:
    """Attacks made up from a number, with what they do counted the long way."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.house = HOUSES[number % len(HOUSES)]
        self.switches = SWITCHES[number % len(SWITCHES)]
        self.benny = self.chance.choice(list(Benny))
        self.material = Material(self.chance.choice((None, None, 0, 1, 2, 3)))

    def shots(self, count: int) -> tuple[ShotAsked, ...]:
        jams = self.chance.choice((0, 2))
        one = ShotAsked(Pool((6,), self.chance.randint(-1, 1)), 4, jams_below=jams)
        return (one,) * count

    def hit(self, at: int) -> tuple[HitAsked, Counted]:
        dice, others = self.chance.randint(0, 2), self.chance.choices((4, 6, 8), k=1)
        others = others if dice == 0 or self.chance.random() < 0.5 else []
        over, area = self.chance.choice((0, 0, 1, 2)), self.chance.choice((0, 0, -1, 1))
        flat = self.chance.randint(-3, 2) - over + area
        fire_first = dice > 0 and self.chance.random() < 0.5
        bought = self.chance.choice((0, 4 if fire_first else 6))
        damage = Pool((*[4] * dice, *others), flat)
        knockback = self.chance.choice((0, 1, 2, 3))
        fire = FireAsked(dice, self.material.catching(over), area - over, fire_first)
        asked = HitAsked(at, damage, bought, fire, knockback)
        extra = (bought,) if bought else ()
        counted = tuple(self._fire_of(asked, each, over, area - over) for each in ((), extra))
        return asked, Counted(at, (counted[0], counted[1]), ({knockback: 1.0},) * 2)

    def _fire_of(self, asked: HitAsked, bought: tuple[int, ...], over: int, off: int) -> float:
        assert asked.fire is not None
        found = 0.0
        for roll, chance in rolls(RollKind.OTHER, asked.damage, bought, self.house, CUT):
            fires = list(roll.chains[: asked.fire.dice])
            others = list(roll.chains[asked.fire.dice :])
            (fires if asked.fire.bought else others).extend(roll.bought)
            failed = roll.critical_failure and self.house.failure_is_zero
            points = sum(chain.points for chain in fires)
            damage = max(0, points + sum(each.points for each in others) + roll.bonus)
            fire = min(damage, points + off) if others else damage
            faces = [chain.die.value for chain in fires]
            lit = bool(faces) and self.material.burns(faces, fire, over)
            found += chance * (lit and not failed)
        return found

    def blast(self, at: int) -> tuple[BlastAsked, tuple[Counted, ...]]:
        kinds = self.chance.choice(MIXES)
        added = self.chance.choice(((), ((6, ""),), ((4, "Fire"), (4, "Fire")), ((10, "Exp"),)))
        added = added if len(kinds) < 3 else ()
        targets = [
            BlastTarget(
                "caught",
                self.chance.randint(0, len(kinds)),
                self.chance.randint(-2, 1),
                layers=self.chance.choice((0, 0, 1, 2)),
                catching=self.material.catching(),
                holds=self.chance.choice((None, 0, 0, 2)),
                pop=self.chance.choice((Pool(()), Pool((6,)), Pool((6, 6)))),
            )
            for _ in range(2)
        ]
        asked = blast_asked(
            at, kinds, added, self.chance.randint(-4, 1), targets,
            bought=max(kinds, key=list(Kind).index) if len(kinds) < 3 else None,
            house=replace(USUAL_BRIKWARS, **self.switches),
        )  # fmt: skip
        usual = self._thrown_out(asked, bought=False)
        more = self._thrown_out(asked, bought=True) if asked.bought else usual
        counted = [
            Counted(at, (one[0], two[0]), (one[1], two[1]))
            for one, two in zip(usual, more, strict=True)
        ]
        return asked, tuple(counted)

    def _thrown_out(
        self, asked: BlastAsked, *, bought: bool
    ) -> list[tuple[float, Mapping[int, float]]]:
        groups = Counter((die, False) for die in asked.dice)
        groups += Counter((die, True) for die in asked.added)
        piles = [(die, added, False, count) for (die, added), count in groups.items()]
        piles += [(asked.bought, False, True, 1)] if bought else []
        ways = []
        for die, _, _, count in piles:
            assert isinstance(die, BlastDie)
            ways.append(_handfuls(chains(DieRole.PLAIN, die.sides, self.house, CUT), count))
        fires = [0.0] * len(asked.targets)
        inches: list[Counter[int]] = [Counter() for _ in asked.targets]
        for thrown in product(*ways):
            dice, added = [], []
            for (die, is_added, is_bought, _), (fallen, _) in zip(piles, thrown, strict=True):
                assert isinstance(die, BlastDie)
                for chain in fallen:
                    bonus = tuple(each.value for each in chain.bonus)
                    if is_added:
                        added.append(AddedDie(chain.die.value, die.sides, die.kind, bonus))
                    else:
                        dice.append(ExplosiveDie(chain.die.value, bonus, Kind(die.kind), is_bought))
            bands = explosion_bands(
                dice, added, asked.flat,
                highest_by=str(self.switches.get("highest_by", "face")),
                phased_bands=int(str(self.switches.get("phased_bands", 1))),
                explosion_crit_damage=str(self.switches.get("explosion_crit_damage", "zero")),
                house=self.house,
            )  # fmt: skip
            chance = prod(share for _, share in thrown)
            failed = is_critical_failure(dice, added, self.house)
            for place, target in enumerate(asked.targets):
                band = bands[target.band] if target.band < len(bands) else None
                for pop, share in self._pop(target, band).items():
                    lit, far = self._on(target, band, pop)
                    fires[place] += chance * share * (lit and not failed)
                    inches[place][far] += chance * share
        return list(zip(fires, inches, strict=True))

    def _pop(self, target: BlastTarget, band: ExplosionBand | None) -> Mapping[int, float]:
        if band is None or not band.concussion or not target.pop.sides:
            return {0: 1.0}
        return amounts(target.pop, (), self.house, CUT, self.house.failure_is_zero)

    def _on(self, target: BlastTarget, band: ExplosionBand | None, pop: int) -> tuple[bool, int]:
        throwing = 0
        if band:
            throwing = band.knockback + sum(die.kind is Kind.CONCUSSION for die in band.dice)
        taken = blast_on(
            band,
            ObjectInReach(
                loose=target.holds is not None and throwing >= target.holds,
                modifier=target.modifier,
                deflection=target.layers,
                pop=pop,
            ),
            bw_deflection_pick=str(self.switches.get("bw_deflection_pick", "before_roll")),
            bw_deflection_keeps_bonus=bool(self.switches.get("bw_deflection_keeps_bonus", True)),
        )
        lit = bool(taken.fire_faces) and self.material.burns(taken.fire_faces, taken.fire)
        return lit, taken.knockback


def assert_counted(
    found: TargetOdds, made: Made, asked: AttackAsked, counted: Sequence[Counted]
) -> None:
    lit, inches = 0.0, Counter[int]()
    for chance, run in courses(asked, made.house, CUT):
        unlit, far = 1.0, {0: 1.0}
        for harm in counted:
            shot = run[harm.shot] if harm.shot >= 0 else (True, False, False)
            if shot is None or not shot[0]:
                continue
            unlit *= 1 - harm.fire[shot[1]]
            summed = Counter[int]()
            for (a, one), (b, two) in product(far.items(), harm.inches[shot[1]].items()):
                summed[a + b] += one * two
            far = summed
        lit += chance * (1 - unlit)
        for each, share in far.items():
            inches[each] += chance * share
    assert found.set_on_fire == pytest.approx(lit, abs=CLOSE)
    assert found.thrown == pytest.approx(1 - inches[0], abs=CLOSE)
    assert found.knockback == pytest.approx(sum(k * v for k, v in inches.items()), abs=CLOSE)


@pytest.fixture(autouse=True)
def short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut chains of Bonus Dice early, so that everything can be counted the long way."""
    monkeypatch.setattr(spread, "LONGEST_CHAIN", CUT)


LONG = {101, 116, 128, 202}
"""Attacks whose faces take ten seconds each to throw out one by one."""


@pytest.mark.rule("8.3-24", "8.3-25", "8.3-26", "F.1-22", "F.1-26", "QF-12", "8.1-19", "Q8-10")
@pytest.mark.parametrize("number", range(40))
def test_hits_set_on_fire_and_throw_as_often_as_their_faces_do(number: int) -> None:
    made = Made(number)
    shots = made.shots(1 + number % 3)
    pairs = [made.hit(at) for at in range(len(shots))]
    target = TargetAsked("Krag", tuple(hit for hit, _ in pairs), Pool((), 4))
    asked = AttackAsked(shots, (target,), benny=made.benny)
    found = attack_odds(asked, house=made.house).targets[0]
    assert_counted(found, made, asked, [counted for _, counted in pairs])


@pytest.mark.thorough(but=16)
@pytest.mark.rule("8.4-26", "8.4-27", "8.4-36", "8.4-37", "8.4-38", "Q8-09", "8.1-18")
@pytest.mark.parametrize("number", sorted({*range(100, 130)} - LONG))
def test_explosions_set_on_fire_and_throw_as_often_as_their_faces_do(number: int) -> None:
    made = Made(number)
    there = number % 3 == 0
    blast, counted = made.blast(-1 if there else 0)
    asked = AttackAsked(() if there else made.shots(1), (), (blast,), made.benny)
    targets = attack_odds(asked, house=made.house).targets
    for found, each in zip(targets, counted, strict=True):
        assert_counted(found, made, asked, [each])


@pytest.mark.rule("8.4-30", "Q8-10")
@pytest.mark.parametrize("number", sorted({*range(200, 206)} - LONG))
def test_a_hit_and_an_explosion_of_one_attack_throw_one_target_together(number: int) -> None:
    made = Made(number)
    hit, one = made.hit(0)
    blast, others = made.blast(1)
    blast = replace(blast, targets=(replace(blast.targets[0], key="unit-1"),))
    target = TargetAsked("Krag", (hit,), None, "unit-1")
    asked = AttackAsked(made.shots(2), (target,), (blast,), made.benny)
    (found,) = attack_odds(asked, house=made.house).targets
    assert_counted(found, made, asked, [one, others[0]])
