"""Disengaging on a campaign: Counterstrikes, who gets away, who has forgotten to Engage (5.2)."""

from dataclasses import replace

import pytest

from brikdesk.acts.battlefield.by_the_map import Way, way_ahead
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.combat.aim import Aim, Mode, Parry, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Disengage, ForgoCounterstrike
from brikdesk.acts.explosives.launch_and_detonate import Launch
from brikdesk.acts.explosives.placed import MoveDud
from brikdesk.acts.fields.scouts_and_marks import MarkTarget
from brikdesk.acts.fields.traps import AddTrap, ResetTrap
from brikdesk.acts.fields.traps_going_off import SpringTrap
from brikdesk.acts.fire.fires import FightFire, Ignite
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.movement.momentum import BeginActivity
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.step_act import act_of_step
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.actions import OtherAction, SpendAction
from brikdesk.acts.units.states import ClearState, SetState
from brikdesk.acts.weapons.loading import LoadLauncher, Reload
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Explosive,
    ExplosiveState,
    Fate,
    Parting,
    Round,
    State,
    StateKind,
    Unit,
    Weapon,
)
from brikdesk.turns.queue import agenda
from brikdesk.turns.steps import Step
from tests.acts.attack_scene import done, faces, look, unit, weapon
from tests.acts.hazards import hut, put, to_turn
from tests.acts.table import bad, end_turn, refused, row, rows, told

ANN, BEN, CLEO = 1, 2, 3


class Fight:
    """Fred of Ann, engaged since Ben's turn with knights of Ben; it is Ann's turn."""

    def __init__(self, battle: Campaign, knights: int, **facts: object) -> None:
        self.game = battle
        self.fred = unit(battle, "Fred", ANN, **facts)
        self.axe = weapon(battle, self.fred, preset="W-01", name="Axe")
        names = ["Art", "Bors", "Cei", "Dag"][:knights]
        self.knights = [unit(battle, name, BEN) for name in names]
        self.swords = [weapon(battle, each, preset="W-01", name="Sword") for each in self.knights]
        to_turn(battle, BEN, 1)
        for each in self.knights:
            battle.do(SetState(unit_id=each, kind=StateKind.ENGAGED, with_id=self.fred))
        to_turn(battle, ANN, 2)

    def strike(self, by: int = 0, **facts: object) -> Attack:
        """Return a Counterstrike of a knight."""
        sword = Strike(weapon_id=self.swords[by], by_id=self.knights[by], mode=Mode.STRIKE)
        return Attack(aims=(Aim(unit_id=self.fred),), strikes=(sword,), counterstrike=True, **facts)  # type: ignore[arg-type]

    def waiting(self) -> list[Step]:
        """Return the steps that wait."""
        return list(self.game.reading(agenda))

    def ahead(self, *points: tuple[float, float]) -> Way:
        """Return what it means for Fred to go along these points."""
        way = self.game.read(way_ahead, self.fred, points)
        assert way
        return way

    def foes(self) -> set[int]:
        """Return the units that Fred is engaged with."""
        held = [s for s in rows(self.game, State) if s.kind is StateKind.ENGAGED]
        return {s.with_id or 0 for s in held if s.unit_id == self.fred}


def forgo(parting: Parting) -> ForgoCounterstrike:
    """Return that an opponent lets go."""
    return ForgoCounterstrike(parting_id=parting.id or 0, choices={"answer": "go"})


def idle(unit_id: int, did: str = "nothing") -> Disengage:
    """Return the answer to whether a unit was idle in its Close Combat."""
    return Disengage(unit_id=unit_id, idle=True, choices={"idle": did})


@pytest.mark.rule("5.2-08", "5.2-15", "5.2-33", "5.2-34", "5.2-36")
def test_an_engaged_unit_disengages_before_it_walks(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    walk = MoveUnit(unit_id=fight.fred, inches=4)
    assert "Disengages first" in refused(battle, walk, "5.2-08")
    lines = told(battle, Disengage(unit_id=fight.fred))
    assert lines == ["Fred Disengages. Art may Counterstrike. 5.2-33"]
    refused(battle, walk, "5.2-33")
    (step,) = fight.waiting()
    assert (step.title, step.player_id, step.rule) == (
        "Art may Counterstrike Fred", BEN, "5.2-33",
    )  # fmt: skip
    lines = told(battle, forgo(rows(battle, Parting)[0]))
    assert lines == [
        "Art lets Fred go. No Counterstrike. 5.2-33",
        "Fred has Disengaged. It leaves by an Angry Inch. 5.2-36",
    ]
    assert fight.foes() == set()
    assert fight.waiting() == []
    (line,) = told(battle, walk)
    assert "The Angry Inch to get away costs no Move." in line
    assert row(battle, Unit, fight.fred).move_used == 3
    told(battle, MoveUnit(unit_id=fight.fred, inches=1))
    assert row(battle, Unit, fight.fred).move_used == 4, "only the first inch is free"


@pytest.mark.rule("5.2-09", "5.2-08")
def test_an_angry_inch_costs_nothing(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    lines = told(battle, MoveUnit(unit_id=fight.fred, inches=1))
    assert lines == ['Fred moves 1". An Angry Inch costs no Move. 5.2-09']
    assert row(battle, Unit, fight.fred).move_used == 0


@pytest.mark.rule("5.2-09", "5.2-36", "5.2-08")
def test_the_map_tells_the_price_before(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    assert fight.ahead((1, 1), (2, 1)).cost == 0
    assert fight.ahead((1, 1), (4, 1)).hindered == "it is engaged and Disengages first"
    told(battle, Disengage(unit_id=fight.fred))
    told(battle, forgo(rows(battle, Parting)[0]))
    way = fight.ahead((1, 1), (4, 1))
    assert (way.cost, way.hindered) == (2, "")


@pytest.mark.rule("5.2-33", "T5-32", "A5-19")
def test_of_four_opponents_three_counterstrike(battle: Campaign) -> None:
    fight = Fight(battle, 4, armor="9")
    told(battle, Disengage(unit_id=fight.fred))
    assert len(fight.waiting()) == 4
    for by in (0, 1, 2):
        done(battle, fight.strike(by), 1)
    assert fight.waiting() == []
    assert fight.foes() == set()
    refused(battle, fight.strike(3), "5.2-33")


@pytest.mark.rule("5.2-35", "5.2-33")
def test_a_counterstrike_needs_no_action_and_spends_it(battle: Campaign) -> None:
    fight = Fight(battle, 2)
    art, bors = fight.knights
    told(battle, SpendAction(unit_id=art))
    told(battle, Disengage(unit_id=fight.fred))
    lines = done(battle, fight.strike(0), 1)
    assert lines[0].startswith("Art strikes with Sword at Fred.")
    assert row(battle, Unit, art).actions_spent == 1
    refused(battle, fight.strike(0), "5.2-33")
    done(battle, fight.strike(1), 1)
    assert row(battle, Unit, bors).actions_spent == 1
    refused(battle, SpendAction(unit_id=bors), "4.2-02")


@pytest.mark.rule("5.2-35")
def test_a_counterstrike_is_one_strike_with_one_weapon(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    refused(battle, fight.strike(), "5.2-33")
    told(battle, Disengage(unit_id=fight.fred))
    shove = Strike(by_id=fight.knights[0], mode=Mode.SHOVE)
    refused(battle, replace(fight.strike(), strikes=(shove,)), "5.2-35")
    battle.do(SetState(unit_id=fight.knights[0], kind=StateKind.DISRUPTED))
    refused(battle, fight.strike(), "4.1-27")


@pytest.mark.rule("5.2-33")
def test_who_has_used_its_weapon_or_lies_down_has_no_counterstrike(battle: Campaign) -> None:
    fight = Fight(battle, 2)
    battle.do(SetState(unit_id=fight.knights[1], kind=StateKind.DISRUPTED))
    # Fred strikes first, and Art responds with his sword: it is used in this player's turn.
    answer = replace(fight.strike(), counterstrike=False)
    done(battle, answer, 1)
    lines = told(battle, Disengage(unit_id=fight.fred))
    assert lines[0] == "Fred Disengages. Nobody can Counterstrike. 5.2-33"
    assert lines[1].startswith("Fred has Disengaged.")


@pytest.mark.rule("5.2-34", "5.2-38", "5.1-17", "T5-33")
def test_a_mortal_wound_lets_it_go_on_with_its_action_free(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    told(battle, Disengage(unit_id=fight.fred))
    lines = done(battle, fight.strike(), 5, 4, **{f"bad-{fight.fred}": "mortal"})
    assert any("Mortally Wounded" in line for line in lines)
    assert lines[-1] == "Fred has Disengaged. It leaves by an Angry Inch. 5.2-36"
    told(battle, SpendAction(unit_id=fight.fred))
    battle.do(EndTurn())
    dying = [step for step in fight.waiting() if step.rule == "5.1-17"]
    assert [step.unit_id for step in dying] == [fight.fred]


@pytest.mark.rule("5.2-38", "A5-47")
def test_who_parries_a_counterstrike_spends_its_action(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    shield = weapon(battle, fight.fred, preset="W-12", name="Shield")
    told(battle, Disengage(unit_id=fight.fred))
    parry = Parry(unit_id=fight.fred, weapon_id=shield)
    done(battle, fight.strike(parries=(parry,)), 5, 3)
    refused(battle, SpendAction(unit_id=fight.fred), "4.2-02")
    told(battle, MoveUnit(unit_id=fight.fred, inches=4))


@pytest.mark.rule("5.2-37", "5.2-28", "A5-04")
def test_who_is_held_disengages_in_its_place(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    battle.do(SetState(unit_id=fight.fred, kind=StateKind.GRABBED, with_id=fight.knights[0]))
    told(battle, Disengage(unit_id=fight.fred))
    lines = told(battle, forgo(rows(battle, Parting)[0]))
    assert lines[1] == ("Fred has Disengaged. It stays where it is. Still engaged with Art. 5.2-37")
    refused(battle, MoveUnit(unit_id=fight.fred, inches=1), "5.2-28")
    told(battle, OtherAction(unit_id=fight.fred, name="Pull a lever", use=0))


@pytest.mark.rule("5.2-28", "A5-04")
def test_a_grabber_lets_go_first(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    battle.do(SetState(unit_id=fight.knights[0], kind=StateKind.GRABBED, with_id=fight.fred))
    refused(battle, Disengage(unit_id=fight.fred), "5.2-28")


@pytest.mark.rule("5.2-36", "5.3-05", "A5-18")
def test_it_stays_engaged_with_whose_reach_it_does_not_leave(battle: Campaign) -> None:
    fight = Fight(battle, 2)
    bow = weapon(battle, fight.fred, preset="W-05", name="Bow")
    shot = Attack(
        aims=(Aim(unit_id=fight.knights[1], distance=1),), strikes=(Strike(weapon_id=bow),)
    )
    assert look(battle, shot).refused_by == "5.3-04"
    told(battle, Disengage(unit_id=fight.fred, stays_with=(fight.knights[1],)))
    for parting in rows(battle, Parting):
        told(battle, forgo(parting))
    assert fight.foes() == {fight.knights[1]}
    assert look(battle, shot).refused_by == ""
    hut = unit(battle, "Hut", BEN)
    assert "is not engaged" in bad(
        battle, Disengage(unit_id=fight.fred, stays_with=(hut,), overruled=frozenset({"5.2-34"}))
    )


@pytest.mark.rule("5.2-15", "5.2-34")
def test_only_an_engaged_unit_disengages_once_in_its_turn(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    refused(battle, Disengage(unit_id=fight.knights[0]), "5.2-15")
    refused(battle, Disengage(unit_id=unit(battle, "Gus", ANN)), "5.2-15")
    told(battle, Disengage(unit_id=fight.fred, stays_with=(fight.knights[0],)))
    refused(battle, Disengage(unit_id=fight.fred), "5.2-34")


@pytest.mark.rule("5.2-16", "A5-05")
def test_who_forgets_to_engage_draws_counterstrikes_at_its_turns_end(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    battle.do(EndTurn())
    (step,) = fight.waiting()
    assert step.title == "Fred has done nothing in its Close Combat"
    lines = told(battle, idle(fight.fred))
    assert lines == ["Fred has done nothing in its Close Combat. Art may Counterstrike. 5.2-16"]
    done(battle, fight.strike(), 1)
    assert fight.waiting() == []
    assert fight.foes() == {fight.knights[0]}


@pytest.mark.rule("5.2-15", "A5-62")
def test_who_has_engaged_does_not_disengage_too(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    strike = Strike(weapon_id=fight.axe, by_id=fight.fred, mode=Mode.STRIKE)
    done(battle, Attack(aims=(Aim(unit_id=fight.knights[0]),), strikes=(strike,)), 1)
    refused(battle, Disengage(unit_id=fight.fred), "A5-62")


@pytest.mark.rule("5.2-33", "8.1-05")
def test_a_shield_makes_no_counterstrike(battle: Campaign) -> None:
    fight = Fight(battle, 0)
    guard = unit(battle, "Guard", BEN)
    weapon(battle, guard, preset="W-12", name="Shield")
    battle.do(SetState(unit_id=guard, kind=StateKind.ENGAGED, with_id=fight.fred))
    assert told(battle, Disengage(unit_id=fight.fred))[0].endswith(
        "Nobody can Counterstrike. 5.2-33"
    )


@pytest.mark.rule("5.2-16")
def test_what_was_not_noted_is_said_at_the_turns_end(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    battle.do(EndTurn())
    assert told(battle, idle(fight.fred, "engaged")) == [
        "Fred has Engaged. It was not noted. 5.2-16"
    ]
    assert fight.waiting() == []


@pytest.mark.rule("5.2-16", "A5-05", "A5-61")
@pytest.mark.parametrize("excuse", ["strikes", "parries", "holds", "lies", "new", "switch"])
def test_who_is_excused_does_not_count_as_disengaging(battle: Campaign, excuse: str) -> None:
    fight = Fight(battle, 1)
    fred, art = fight.fred, fight.knights[0]
    if excuse == "strikes":
        strike = Strike(weapon_id=fight.axe, by_id=fred, mode=Mode.STRIKE)
        done(battle, Attack(aims=(Aim(unit_id=art),), strikes=(strike,)), 1)
    elif excuse == "parries":
        shield = weapon(battle, fred, preset="W-12", name="Shield")
        parry = Parry(unit_id=fred, weapon_id=shield)
        done(battle, replace(fight.strike(parries=(parry,)), counterstrike=False), 5, 3)
    elif excuse == "holds":
        battle.do(SetState(unit_id=art, kind=StateKind.GRABBED, with_id=fred))
    elif excuse == "lies":
        battle.do(SetState(unit_id=fred, kind=StateKind.DISRUPTED))
    elif excuse == "new":
        (mine,) = [s for s in rows(battle, State) if s.unit_id == fred]
        battle.do(ClearState(state_id=mine.id or 0))
        battle.do(SetState(unit_id=fred, kind=StateKind.ENGAGED, with_id=art))
    else:
        battle.do(SetHouseRule(switch="bw_idle_counts_as_disengage", value=False))
    battle.do(EndTurn())
    assert [step.title for step in fight.waiting() if step.rule == "5.2-16"] == []


@pytest.mark.rule("5.2-17")
def test_one_type_of_maneuver_in_its_turn_also_over_two_attacks(battle: Campaign) -> None:
    fight = Fight(battle, 1, actions_per_turn=2)
    strike = Strike(weapon_id=fight.axe, by_id=fight.fred, mode=Mode.STRIKE)
    attack = Attack(aims=(Aim(unit_id=fight.knights[0]),), strikes=(strike,))
    done(battle, attack, 1)
    grab = replace(attack, strikes=(Strike(by_id=fight.fred, mode=Mode.GRAB),))
    assert look(battle, grab).refused_by == "5.2-17"
    end_turn(battle, 3)
    assert look(battle, grab).refused_by == ""


@pytest.mark.rule("5.2-06", "5.2-15", "T5-31")
def test_an_engaged_unit_answers_nothing_outside_its_fight(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    lever = OtherAction(unit_id=fight.fred, name="Pull a lever", use=0)
    refused(battle, lever, "5.2-15")
    refused(battle, OtherAction(unit_id=fight.knights[0], name="Pull a lever", use=0), "5.2-06")
    gus = unit(battle, "Gus", ANN)
    elsewhere = replace(fight.strike(), counterstrike=False, aims=(Aim(unit_id=gus),))
    assert look(battle, elsewhere).refused_by == "5.2-06"


@pytest.mark.rule("5.2-15", "5.2-06")
def test_an_engaged_unit_does_no_other_work_before_it_disengages(battle: Campaign) -> None:
    fight = Fight(battle, 1, specialties=("Tracking", "Technician"), worn_armor="light")
    fred, art = fight.fred, fight.knights[0]
    shed = hut(battle)
    told(battle, Ignite(unit_id=shed, inches=3))
    told(battle, SetHouseRule(switch="bw_doff_costs_action", value=True))
    told(battle, SetHouseRule(switch="launcher_load_cost", value="action"))
    cannon = weapon(battle, shed, kind="Cannon", size=3)
    launcher = weapon(battle, shed, kind="Launcher", size=3)
    shells = RoundFacts(name="Shell", explosive_size=1, count=6)
    told(battle, AddRack(weapon_id=cannon, name="Shells", rounds=(shells,)))
    told(battle, AddRack(weapon_id=launcher, name="Shells", rounds=(shells,)))
    in_gun, for_launcher = (each.id for each in rows(battle, Round))
    put(battle, Explosive(name="Dud", explosive_size=1, state=ExplosiveState.DUD))
    told(battle, AddTrap(name="Jaws", trigger="the gate", effect="It snaps.", player_id=ANN))
    told(battle, SpringTrap(trap_id=1))
    works: dict[str, Act] = {
        "Marks": MarkTarget(scout_id=fred, target_id=shed, has_tool=True),
        "reloads": Reload(weapon_id=cannon, by_unit_id=fred, round_id=in_gun),
        "loads": LoadLauncher(weapon_id=launcher, by_unit_id=fred, round_id=for_launcher),
        "fights a fire": FightFire(fire_id=1, inches=1, by_unit_id=fred),
        "launches": Launch(
            unit_id=fred, name="Bundle", explosive_size=1, use=3, distance=15, target="Hut"
        ),
        "carries a dud": MoveDud(explosive_id=1, by_unit_id=fred, careful=True),
        "sets a Trap": ResetTrap(trap_id=1, by_unit_id=fred),
        "takes armor off": BeginActivity(unit_id=fred, activity="doff_armor"),
    }
    for work, act in works.items():
        assert "Disengages" in refused(battle, act, "5.2-15"), work
    refused(battle, FightFire(fire_id=1, inches=1, by_unit_id=art), "5.2-06")
    told(battle, Disengage(unit_id=fred))
    told(battle, forgo(rows(battle, Parting)[0]))
    assert told(battle, works["Marks"])


@pytest.mark.rule("A5-01")
def test_by_house_rule_every_maneuver_may_be_answered(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    strike = Strike(weapon_id=fight.axe, by_id=fight.fred, mode=Mode.STRIKE)
    attack = Attack(aims=(Aim(unit_id=fight.knights[0]),), strikes=(strike,))
    done(battle, attack, 1)
    assert "nobody Disengages from it" in refused(battle, fight.strike(), "5.2-33")
    battle.undo()
    battle.do(SetHouseRule(switch="bw_counterstrike_always", value=True))
    assert "its target has not attacked it" in refused(battle, fight.strike(), "A5-01")
    done(battle, attack, 1)
    done(battle, fight.strike(), 1)


@pytest.mark.rule("5.2-34")
def test_who_dies_of_a_counterstrike_leaves_nothing_to_answer(battle: Campaign) -> None:
    fight = Fight(battle, 2)
    told(battle, Disengage(unit_id=fight.fred))
    done(battle, fight.strike(), 5, 5)
    assert row(battle, Unit, fight.fred).fate is Fate.DEAD
    assert fight.waiting() == []
    assert rows(battle, Parting) == []
    for _ in range(3):
        battle.undo()
    assert [each.fired_turn_id for each in rows(battle, Weapon)] == [None] * 3


@pytest.mark.rule("5.2-13", "5.2-14", "4.1-32")
def test_who_gets_up_takes_an_angry_inch_and_engages_at_once(battle: Campaign) -> None:
    fight = Fight(battle, 1, actions_per_turn=1)
    to_turn(battle, BEN, 2)
    battle.do(SetState(unit_id=fight.fred, kind=StateKind.DISRUPTED))
    refused(battle, MoveUnit(unit_id=fight.fred, inches=1), "4.1-27")
    to_turn(battle, ANN, 3)
    (step,) = [step for step in fight.waiting() if step.rule == "4.1-31"]
    battle.do(act_of_step(step))
    (line,) = told(battle, MoveUnit(unit_id=fight.fred, inches=1))
    assert line == 'Fred moves 1". An Angry Inch costs no Move. 5.2-09'
    axe = Strike(weapon_id=fight.axe, by_id=fight.fred, mode=Mode.STRIKE)
    done(battle, Attack(aims=(Aim(unit_id=fight.knights[0]),), strikes=(axe,)), 1)
    assert row(battle, Unit, fight.fred).actions_spent == 1


@pytest.mark.rule("5.2-28", "5.2-30", "T5-30")
def test_who_is_held_may_shove_and_not_bail(battle: Campaign) -> None:
    fight = Fight(battle, 1)
    battle.do(SetState(unit_id=fight.fred, kind=StateKind.GRABBED, with_id=fight.knights[0]))
    refused(battle, Bail(unit_id=fight.fred, faces=faces(3)), "5.2-28")
    shove = Strike(weapon_id=fight.axe, by_id=fight.fred, mode=Mode.SHOVE)
    lines = done(battle, Attack(aims=(Aim(unit_id=fight.knights[0]),), strikes=(shove,)))
    assert "Fred is free of Art. It shoves Art away. 5.2-30" in lines


@pytest.mark.rule("5.2-43", "4.3-14", "5.2-29")
def test_who_bails_from_a_blow_lies_disrupted_before_the_next(battle: Campaign) -> None:
    fight = Fight(battle, 2)
    told(battle, Disengage(unit_id=fight.fred))
    told(battle, Bail(unit_id=fight.fred, from_id=fight.knights[0], faces=faces(2)))
    assert look(battle, fight.strike(1)).shots[0].automatic, "who lies there is hit without a roll"
    refused(battle, Bail(unit_id=fight.fred, faces=faces(2)), "4.1-27")
