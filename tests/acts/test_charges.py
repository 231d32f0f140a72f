"""Charges on a campaign: what they take, what their MOM adds, how the run goes on (5.4)."""

from dataclasses import replace

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.movement.sprinting import SprintUnit
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import DuplicateUnit
from brikdesk.acts.weapons.weapons import EditWeapon, RemoveWeapon
from brikdesk.armies import army_table
from brikdesk.armies.army_form import Army
from brikdesk.dice import Face
from brikdesk.library.templates import units_as_built
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, StateKind, Thrusting, Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import end_turn, refused, row, rows, told
from tests.acts.test_collisions import holds, kinds, run

SPEND, KEEP = {"mom_0": "spent"}, {"mom_0": "kept"}


class Tilt:
    """Pike of Ann, who holds a MOM and a lance, and Foe of Ben; Armor 4, Action die d6."""

    def __init__(self, battle: Campaign, *, runs: float = 5, preset: str = "W-03") -> None:
        self.game = battle
        self.pike = unit(battle, "Pike", ANN, move=10)
        self.lance = weapon(battle, self.pike, preset=preset, hands=2, name="Lance")
        self.foe = unit(battle, "Foe", BEN)
        run(battle, self.pike, runs)

    def strike(self, **facts: object) -> Attack:
        """Return a Charging Strike with the lance."""
        lance = Strike(weapon_id=self.lance, by_id=self.pike, mode=Mode.STRIKE)
        aims = (Aim(unit_id=self.foe),)
        return Attack(aims=aims, strikes=(lance,), charge=True, **facts)  # type: ignore[arg-type]

    def shove(self, **facts: object) -> Attack:
        """Return a Charging Shove with the body."""
        return replace(self.strike(**facts), strikes=(Strike(by_id=self.pike, mode=Mode.SHOVE),))


@pytest.mark.rule("5.4-20", "5.4-11", "5.4-13", "5.4-14", "A5-58")
def test_a_charging_strike_spends_its_mom_for_one_more_action_die(battle: Campaign) -> None:
    tilt = Tilt(battle)
    seen = look(battle, tilt.strike(), 4)
    (choice,) = seen.choices
    assert choice.prompt == "Pike hits. Its MOM:"
    assert [option.consequence for option in choice.options] == [
        "+1 Action die of damage", "a Collision may follow",
    ]  # fmt: skip
    assert look(battle, tilt.strike(), 4, **SPEND).owed == 3
    lines = done(battle, tilt.strike(), 4, 1, 1, 3, **SPEND)
    assert row(battle, Unit, tilt.foe).fate is Fate.DEAD, "1 + 1 + 3 against Armor 4"
    assert lines[-1] == (
        'Pike must run on, 5" straight ahead. Move it so far in its line, off cliffs or into spears: '
        "before that the turn does not end. 5.4-14"
    )
    assert not holds(battle, tilt.pike)


@pytest.mark.rule("5.4-20", "A5-32")
def test_whoever_stands_after_it_stops_the_charger(battle: Campaign) -> None:
    tilt = Tilt(battle, preset="W-02")  # it does not Disrupt
    lines = done(battle, tilt.strike(), 4, 1, 1, **SPEND)
    assert lines[-2:] == [
        "Pike: Stopped. Foe stands in its way. Until its next own turn starts. A5-32",
        "Pike and Foe are engaged. Until one Disengages or the fight is over. 5.2-02",
    ]
    assert StateKind.STOPPED in kinds(battle, tilt.pike)
    assert not holds(battle, tilt.pike)


@pytest.mark.rule("5.4-20", "A5-32")
def test_a_mom_that_is_kept_may_collide(battle: Campaign) -> None:
    tilt = Tilt(battle, preset="W-02")  # it does not Disrupt
    lines = done(battle, tilt.strike(), 4, 1, **KEEP)
    assert lines[-1] == (
        "Pike keeps its MOM. It Collides with Foe, if that is in its path, or runs on straight. "
        "5.4-22"
    )
    assert holds(battle, tilt.pike)
    assert kinds(battle, tilt.pike) == set(), "nobody has stopped it"


@pytest.mark.rule("5.4-22")
def test_after_a_miss_the_mom_is_kept(battle: Campaign) -> None:
    tilt = Tilt(battle)
    assert look(battle, tilt.strike(), 3).choices == (), "Use 4: a miss asks for nothing"
    lines = done(battle, tilt.strike(), 3)
    assert lines[-1].startswith("Pike keeps its MOM. It Collides with Foe")
    assert holds(battle, tilt.pike)


@pytest.mark.rule("5.4-21", "A5-29", "A5-56")
@pytest.mark.parametrize(("die", "inches"), [(5, 7), (1, 2)])
def test_a_charging_shove_throws_farther(battle: Campaign, die: int, inches: int) -> None:
    tilt = Tilt(battle)
    assert look(battle, tilt.shove(), **SPEND).owed == 1
    lines = done(battle, tilt.shove(), die, **SPEND)
    assert any(f'{inches}"' in line for line in lines if "Foe" in line), lines
    assert StateKind.DISRUPTED in kinds(battle, tilt.foe)
    assert lines[-1].startswith('Pike must run on, 5" straight ahead.')


@pytest.mark.rule("5.4-31", "5.4-20", "A5-60", "T5-37")
def test_blow_and_smash_of_a_charge_are_judged_once(battle: Campaign) -> None:
    tilt = Tilt(battle)
    # The lance throws it 1", a wall stands behind it: 3 of the blow and 1 of the Smash.
    wall = replace(tilt.strike(), aims=(Aim(unit_id=tilt.foe, free=0),))
    seen = look(battle, wall, 4, 1, 2, **KEEP)
    assert [choice.id for choice in seen.choices] == ["mom-0", f"bad-{tilt.foe}"]


@pytest.mark.rule("5.4-03", "A5-55")
def test_without_a_mom_it_is_no_charge(battle: Campaign) -> None:
    tilt = Tilt(battle, runs=3.9)
    assert look(battle, tilt.strike()).refused_by == "5.4-03"
    assert refused(battle, done_with(tilt.strike()), "5.4-03")


@pytest.mark.rule("5.4-16", "5.4-17")
@pytest.mark.parametrize(("flies", "rule"), [(False, "5.4-16"), (True, "5.4-17")])
def test_what_its_weapon_is_made_for_is_said_while_it_is_aimed(
    battle: Campaign, flies: bool, rule: str
) -> None:
    tilt = Tilt(battle)
    battle.do(EditUnit(unit_id=tilt.pike, airborne=flies))
    assert _to_see(battle, tilt.strike()) == {rule}
    for other in (tilt.shove(), replace(tilt.strike(), charge=False)):
        assert _to_see(battle, other) == set()
    done(battle, tilt.strike(), 4, 1, 1, 3, **SPEND)


def _to_see(battle: Campaign, attack: Attack) -> set[str]:
    shown = {each.rule for each in look(battle, attack).reminders if not each.usual}
    return shown & {"5.4-16", "5.4-17"}


@pytest.mark.rule("5.4-16", "5.4-17")
def test_a_weapon_that_is_not_made_for_thrusting_charges_from_above_only(battle: Campaign) -> None:
    tilt = Tilt(battle)
    lines = told(battle, EditWeapon(weapon_id=tilt.lance, thrusting=False))
    assert "not made for thrusting" in lines[0]
    assert "made for thrusting" in refused(battle, done_with(tilt.strike()), "5.4-16")
    agreed = replace(tilt.strike(), overruled=frozenset({"5.4-16"}))
    assert look(battle, agreed, 4, **SPEND).owed == 3
    done(battle, tilt.shove(), **KEEP)
    battle.undo()
    battle.do(EditUnit(unit_id=tilt.pike, airborne=True))
    done(battle, tilt.strike(), 4, 1, 1, 3, **SPEND)
    battle.undo()
    battle.undo()
    battle.do(EditWeapon(weapon_id=tilt.lance, thrusting=True))
    assert _to_see(battle, tilt.strike()) == set(), "it has been said"
    done(battle, tilt.strike(), 4, 1, 1, 3, **SPEND)


@pytest.mark.rule("5.4-16")
def test_what_was_said_of_a_weapon_goes_with_it(battle: Campaign) -> None:
    tilt = Tilt(battle)
    battle.do(EditWeapon(weapon_id=tilt.lance, thrusting=True))
    battle.do(DuplicateUnit(unit_id=tilt.pike))
    assert [each.made for each in rows(battle, Thrusting)] == [True, True]
    army = Army("Lances", battle.read(units_as_built, (tilt.pike,)).units)
    assert army_table.read_of_army_table(army_table.written(army)) == army
    assert army.units[0].unit.weapons
    assert army.units[0].unit.weapons[0].thrusting is True
    battle.do(RemoveWeapon(weapon_id=tilt.lance))
    assert len(rows(battle, Thrusting)) == 1
    battle.undo()
    assert len(rows(battle, Thrusting)) == 2


@pytest.mark.rule("5.4-15", "5.4-18")
def test_a_strike_takes_a_charging_weapon_and_a_shove_none(battle: Campaign) -> None:
    tilt = Tilt(battle, preset="W-01")
    assert "Two-Handed" in refused(battle, done_with(tilt.strike()), "5.4-15")
    exotic = replace(tilt.strike(), overruled=frozenset({"5.4-15"}))
    assert look(battle, exotic, 4).owed == 0, "with everybody's consent"
    one_hand = weapon(battle, tilt.pike, preset="W-02", hands=1, name="Mace")
    mace = replace(tilt.strike().strikes[0], weapon_id=one_hand)
    refused(battle, done_with(replace(tilt.strike(), strikes=(mace,))), "5.4-15")
    heavy = weapon(battle, tilt.pike, preset="W-02", hands=2, name="Ram")
    ram = replace(tilt.strike().strikes[0], weapon_id=heavy)
    done(battle, replace(tilt.strike(), strikes=(ram,)), 1)
    battle.undo()
    done(battle, tilt.shove(), **KEEP)


@pytest.mark.rule("5.4-19", "5.4-12")
def test_it_is_one_attack_in_its_own_turn(battle: Campaign) -> None:
    tilt = Tilt(battle)
    grab = replace(tilt.strike(), strikes=(Strike(by_id=tilt.pike, mode=Mode.GRAB),))
    refused(battle, done_with(grab), "5.4-19")
    back = weapon(battle, tilt.foe, preset="W-03", name="Axe")
    answer = Strike(weapon_id=back, by_id=tilt.foe, mode=Mode.STRIKE)
    other = replace(tilt.strike(), strikes=(answer,), aims=(Aim(unit_id=tilt.pike),))
    refused(battle, done_with(other), "5.4-12")


@pytest.mark.rule("5.4-23", "5.4-19", "A5-57")
def test_only_a_shield_parries_it_and_then_the_mom_is_kept(battle: Campaign) -> None:
    tilt = Tilt(battle)
    club = weapon(battle, tilt.foe, preset="W-01", name="Club")
    shield = weapon(battle, tilt.foe, preset="W-12", name="Shield")
    with_club = tilt.shove(parries=(Parry(unit_id=tilt.foe, weapon_id=club),))
    refused(battle, done_with(with_club, 4), "5.4-23")
    parry = Parry(unit_id=tilt.foe, weapon_id=shield)
    lines = done(battle, tilt.shove(parries=(parry,)), 5)
    assert lines[-1].startswith("Pike keeps its MOM.")
    assert holds(battle, tilt.pike)


@pytest.mark.rule("5.4-02", "4.1-38", "A5-55")
def test_sprint_and_charge_are_one_action(battle: Campaign) -> None:
    tilt = Tilt(battle, runs=1)
    told(battle, SprintUnit(unit_id=tilt.pike, faces=(Face(4),)))
    refused(battle, done_with(tilt.strike()), "5.4-03")
    run(battle, tilt.pike, 4)
    done(battle, tilt.strike(), 3)
    assert row(battle, Unit, tilt.pike).actions_spent == 1
    refused(battle, done_with(tilt.strike()), "4.2-02")


@pytest.mark.rule("5.4-02")
def test_a_charge_without_a_sprint_takes_the_action(battle: Campaign) -> None:
    tilt = Tilt(battle)
    done(battle, tilt.strike(), 3)
    refused(battle, SpendAction(unit_id=tilt.pike), "4.2-02")


@pytest.mark.rule("5.4-19")
def test_in_a_charge_the_target_has_one_attack_and_no_angry_inch(battle: Campaign) -> None:
    tilt = Tilt(battle, preset="W-02")  # it does not Disrupt
    swords = [weapon(battle, tilt.foe, preset="W-01", name=name) for name in ("Left", "Right")]
    strikes = [Strike(weapon_id=sword, by_id=tilt.foe, mode=Mode.STRIKE) for sword in swords]
    both = Attack(aims=(Aim(unit_id=tilt.pike),), strikes=tuple(strikes))
    assert look(battle, both).refused_by == "", "nobody Charges it yet"
    done(battle, tilt.strike(), 4, 1, 1, **SPEND)
    assert kinds(battle, tilt.pike) == {StateKind.STOPPED, StateKind.ENGAGED}
    refused(battle, MoveUnit(unit_id=tilt.foe, inches=1), "5.4-19")
    assert look(battle, both).refused_by == "5.4-19"
    one = replace(both, strikes=(strikes[0],))
    done(battle, one, 1)
    again = replace(one, overruled=frozenset({"4.2-02"}))
    assert look(battle, again).refused_by == "5.4-19"
    end_turn(battle)
    told(battle, MoveUnit(unit_id=tilt.foe, inches=1))


@pytest.mark.rule("5.4-14")
def test_after_its_mom_is_rolled_it_runs_straight(battle: Campaign) -> None:
    tilt = Tilt(battle)
    done(battle, tilt.strike(), 4, 1, 1, 3, **SPEND)
    bent = MoveUnit(unit_id=tilt.pike, inches=5, straight=3)
    assert "runs on in its straight line" in refused(battle, bent, "5.4-14")
    told(battle, MoveUnit(unit_id=tilt.pike, inches=5, straight=5))
    assert row(battle, Unit, tilt.pike).move_used == 10


@pytest.mark.rule("5.4-14")
def test_on_the_map_it_may_not_turn_away_then(battle: Campaign) -> None:
    pike = unit(battle, "Pike", ANN, x=4, y=10, move=10)
    foe = unit(battle, "Foe", BEN, x=10, y=10)
    told(battle, MoveUnit(unit_id=pike, x=9, y=10))
    shove = Strike(by_id=pike, mode=Mode.SHOVE)
    done(battle, Attack(aims=(Aim(unit_id=foe),), strikes=(shove,), charge=True), 5, **SPEND)
    refused(battle, MoveUnit(unit_id=pike, x=9, y=14), "5.4-14")
    told(battle, MoveUnit(unit_id=pike, x=14, y=10))


@pytest.mark.rule("5.4-22", "A5-57", "A5-58")
@pytest.mark.parametrize(
    ("dice", "choices", "forced"),
    [((3,), {}, True), ((4, 5, 5), KEEP, False)],
    ids=["a miss", "over a dead one"],
)
def test_on_the_map_a_miss_forces_it_on(
    battle: Campaign, dice: tuple[int, ...], choices: dict[str, str], forced: bool
) -> None:
    tilt = Tilt(battle, runs=0)
    battle.do(MoveUnit(unit_id=tilt.pike, x=4, y=10))
    told(battle, MoveUnit(unit_id=tilt.pike, x=9, y=10))
    done(battle, tilt.strike(), *dice, **choices)
    aside = MoveUnit(unit_id=tilt.pike, x=9, y=14)
    if forced:
        refused(battle, aside, "5.4-14")
    else:
        told(battle, aside)


@pytest.mark.rule("5.4-20")
def test_the_odds_know_the_mom(battle: Campaign) -> None:
    tilt = Tilt(battle)
    others = dict(battle.reading(tilt.strike().alternatives))
    plain, charged = look(battle, tilt.strike()).asked, others["with its MOM"]
    assert plain
    assert attack_odds(charged).beaten_targets > attack_odds(plain).beaten_targets


def done_with(attack: Attack, *faces: int) -> Attack:
    """Return an attack with dice."""
    return replace(attack, faces=tuple(Face(face) for face in faces))


@pytest.mark.rule("A5-29")
@pytest.mark.parametrize(("pop", "thrown", "down"), [(2, 3, True), (5, 0, False)])
def test_by_house_rule_who_is_shoved_by_a_charger_opposes_it(
    battle: Campaign, pop: int, thrown: int, down: bool
) -> None:
    tilt = Tilt(battle)
    battle.do(SetHouseRule(switch="bw_pop_vs_shove", value=True))
    lines = done(battle, tilt.shove(), 3, pop, **SPEND)
    assert any(f'Foe is thrown {thrown}".' in line for line in lines) == bool(thrown)
    assert (StateKind.DISRUPTED in kinds(battle, tilt.foe)) == down
