"""Long flights: launched, flying on, steered, shot down, arriving when they should."""

import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.flights import FlyOn, MoveTarget, RemoveProjectile, ShootDown
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate, Launch
from brikdesk.acts.fire.fires import Ignite
from brikdesk.dice import Face
from brikdesk.rules.brikwars.flight import RollTerm
from brikdesk.store.act import act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Chamber,
    Explosive,
    ExplosiveState,
    PowerUse,
    Projectile,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from brikdesk.turns.ledger import in_the_air
from brikdesk.turns.queue import agenda
from tests.acts.hazards import (
    ANN,
    BEN,
    CLEO,
    creation,
    keys,
    look,
    minifig,
    put,
    settle,
    to_turn,
    turn,
    waiting,
)
from tests.acts.table import bad, end_turn, refused, row, rows, told


def rocket(distance: float, **facts: object) -> Launch:
    usual = {"name": "Rocket", "explosive_size": 2, "target": "the gate", "use": 4, "action_die": 6}
    return Launch(distance=distance, **{**usual, **facts})  # type: ignore[arg-type]


def until_it_lands(campaign: Campaign) -> tuple[int, list[float]]:
    """Fly on until the Action Roll is asked; give that turn's number and the inches on the way."""
    inches = [row(campaign, Projectile).travelled]
    while True:
        end_turn(campaign)
        if turn(campaign).player_id != ANN:
            assert keys(campaign) == []
            continue
        step = campaign.reading(agenda)[0]
        if step.act["act"] == "Land":
            assert step.dice[0] == 6
            return turn(campaign).own_number, inches
        assert step.dice == (), "no Action Roll on the way"
        settle(campaign, step.key)
        inches.append(row(campaign, Projectile).travelled)


@pytest.mark.rule("8.4-08", "8.4-09", "8.4-10", "8.4-11", "8.4-12", "T8-16")
@pytest.mark.parametrize(
    ("distance", "arrives", "inches"),
    [
        (12.1, 2, [12]),
        (18, 2, [12]),
        (24, 2, [12]),
        (24.5, 3, [12, 24]),
        (30, 3, [12, 24]),
        (36, 3, [12, 24]),
        (42, 4, [12, 24, 36]),
    ],
)
def test_a_rocket_lands_at_the_start_of_a_later_turn_and_rolls_only_there(
    battle: Campaign, distance: float, arrives: int, inches: list[float]
) -> None:
    lines = told(battle, rocket(distance))
    assert f'Rocket is launched. 12" of {distance:g}" to the gate.' in lines[0]
    assert battle.read(in_the_air)[0].lands == f"Turn {arrives}, AA"
    assert until_it_lands(battle) == (arrives, inches)
    settle(battle, "flight-1", 5, 3, 7)
    assert rows(battle, Projectile) == []


@pytest.mark.rule("8.4-09", "8.4-12", "Q8-35", "T8-16")
@pytest.mark.parametrize("distance", [0.0, 6.0, 12.0])
def test_up_to_12_inches_the_attack_resolves_at_once(battle: Campaign, distance: float) -> None:
    assert "resolves at once" in refused(battle, rocket(distance), "8.4-09")
    assert rows(battle, Projectile) == []


@pytest.mark.rule("8.4-09")
def test_overruled_a_short_flight_lands_next_turn(battle: Campaign) -> None:
    told(battle, rocket(8, overruled=frozenset({"8.4-09"})))
    assert row(battle, Projectile).travelled == 8
    to_turn(battle, ANN, 2)
    assert battle.reading(agenda)[0].act["act"] == "Land"


@pytest.mark.rule("8.4-10", "Q8-36")
def test_a_response_in_anothers_turn_flies_on_in_its_own_players_next(battle: Campaign) -> None:
    to_turn(battle, BEN, 1)
    told(battle, rocket(30, player_id=ANN))
    to_turn(battle, CLEO, 1)
    assert keys(battle) == []
    to_turn(battle, ANN, 2)
    act = waiting(battle, "flight-1")
    assert isinstance(act, FlyOn)
    assert look(battle, act).summary == 'Rocket: 24" of 30".'
    assert 'Rocket flies on. Now 24" of 30". 8.4-10' in settle(battle, "flight-1")[0]
    assert "does not fly on now" in refused(battle, act, "8.4-10")
    to_turn(battle, ANN, 3)
    assert "reaches its X now" in refused(battle, act, "8.4-11")


@pytest.mark.rule("8.4-10")
def test_it_does_not_land_before_its_time(battle: Campaign) -> None:
    battle.do(rocket(20))
    early = Land(projectile_id=1, faces=(Face(5), Face(5), Face(5)))
    assert "does not fly on now" in refused(battle, early, "8.4-10")
    to_turn(battle, BEN, 1)
    assert "does not fly on now" in refused(battle, early, "8.4-10")


@pytest.mark.rule("Q8-37")
def test_an_eliminated_players_rocket_flies_on_in_his_place(battle: Campaign) -> None:
    battle.do(rocket(20))
    battle.do(act_from_data({"act": "EliminatePlayer", "player_id": ANN}))
    assert (turn(battle).player_id, keys(battle)) == (BEN, [])  # 12" were flown in Ann's own turn
    to_turn(battle, BEN, 2)
    assert keys(battle) == ["flight-1"]
    told(battle, RemoveProjectile(projectile_id=1, why="Out of the battle."))
    assert (keys(battle), rows(battle, Projectile)) == ([], [])


@pytest.mark.rule("Q8-32", "Q8-33", "8.3-27")
def test_the_attack_is_frozen_at_launch(battle: Campaign) -> None:
    gus = minifig(battle, action_die=8)
    battle.do(Ignite(unit_id=gus))
    modifiers = (RollTerm("Mark", 1, "F.3-10"), RollTerm("Large", 3, "5.1-27"))
    told(battle, rocket(20, unit_id=gus, action_die=None, modifiers=modifiers))
    frozen = row(battle, Projectile).frozen
    assert (frozen["action_die"], frozen["use"], frozen["fire_penalty"]) == (8, 4, True)
    assert [each["reason"] for each in frozen["modifiers"]] == ["Mark"]  # type: ignore[attr-defined]
    battle.do(act_from_data({"act": "Kill", "unit_id": gus}))
    to_turn(battle, ANN, 2)
    preview = look(battle, waiting(battle, "flight-1"))
    assert [die.sides for die in preview.dice] == [8, 4], "the −1d4 is thrown on arrival"
    assert preview.legend[0][0] == "3 or more"


@pytest.mark.rule("4.2-02", "8.4-03", "8.4-54")
def test_launching_spends_the_action_and_uses_the_weapon(battle: Campaign) -> None:
    tank = creation(battle, "Tank", 4, 2, kind=UnitKind.VEHICLE)
    gunner = minifig(battle, "Gunner")
    tube = put(battle, Weapon(unit_id=tank, name="Tube", kind=WeaponKind.ROCKET, size=2, use=3))[0]
    act = rocket(20, weapon_id=tube, unit_id=gunner, use=None)
    lines = told(battle, act)
    assert 'Tank uses 2" of Power.' in " ".join(lines)
    flight = row(battle, Projectile)
    assert (flight.unit_id, flight.weapon_id, flight.frozen["use"]) == (tank, tube, 3)
    assert row(battle, Weapon, tube).fired_turn_id == turn(battle).id
    assert row(battle, Unit, gunner).action_spent_turn_id == turn(battle).id
    assert row(battle, PowerUse).inches == 2
    other = minifig(battle, "Other")
    assert "has fired this turn" in refused(
        battle, rocket(20, weapon_id=tube, unit_id=other), "8.5-05"
    )
    assert "Action is spent" in refused(battle, rocket(20, unit_id=gunner), "4.2-02")
    told(battle, rocket(20, unit_id=gunner, same_action=True))


@pytest.mark.rule("8.4-46", "8.4-58")
def test_a_cannon_is_empty_after_the_launch_and_does_not_launch_empty(battle: Campaign) -> None:
    tank = creation(battle, "Tank", 6, 2, kind=UnitKind.VEHICLE)
    gun = put(battle, Weapon(unit_id=tank, name="Cannon", kind=WeaponKind.CANNON, size=3, use=3))[0]
    shell = rocket(20, weapon_id=gun, type="shell")
    assert "is empty" in refused(battle, shell, "8.4-46")
    put(battle, Chamber(weapon_id=gun, name="Shell", explosive_size=2))
    lines = told(battle, shell)
    assert "the chamber is empty" in " ".join(lines)
    assert rows(battle, Chamber) == []


@pytest.mark.rule("Q8-34")
def test_only_a_rocket_is_steered_and_only_where_the_table_plays_so(battle: Campaign) -> None:
    battle.do(rocket(30))
    battle.do(rocket(30, type="shell", name="Shell"))
    told(battle, MoveTarget(projectile_id=1, target="the tower", remaining=20))
    flight = row(battle, Projectile)
    assert (flight.target, flight.distance, flight.travelled) == ("the tower", 32, 12)
    shell = MoveTarget(projectile_id=2, target="the tower", remaining=20)
    assert "only a steering Rocket" in refused(battle, shell, "Q8-34")
    battle.do(SetHouseRule(switch="rocket_tracking", value="none"))
    steered = MoveTarget(projectile_id=1, target="the gate", remaining=4)
    assert "no projectile follows" in refused(battle, steered, "Q8-34")
    assert '0" or more' in bad(battle, MoveTarget(projectile_id=1, target="x", remaining=-1))


@pytest.mark.rule("8.4-18", "Q8-38", "Q8-41")
def test_a_projectile_that_is_hit_goes_off_where_it_is(battle: Campaign) -> None:
    battle.do(rocket(24, x=2.0, y=1.0, target_x=16.4, target_y=20.2))
    assert "No damage" in told(battle, ShootDown(projectile_id=1, damage=0))[0]
    lines = told(battle, ShootDown(projectile_id=1, damage=1, causer_id=BEN))
    assert "Rocket is hit in flight." in lines[0]
    assert "goes off at once" in lines[0]
    bomb = row(battle, Explosive)
    assert (bomb.state, bomb.causer_id) == (ExplosiveState.ACTIVATED, BEN)
    assert (bomb.x, bomb.y) == pytest.approx((9.2, 10.6)), "halfway to its X"
    assert rows(battle, Projectile) == []
    told(battle, Detonate(explosive_id=1, faces=(Face(3), Face(4))))
    assert row(battle, Explosive).state is ExplosiveState.SPENT


@pytest.mark.rule("8.4-18")
def test_what_explodes_in_flight_keeps_its_makeup(battle: Campaign) -> None:
    battle.do(rocket(24, makeup=Makeup(exchanges={"SMOKE": 2})))
    battle.do(ShootDown(projectile_id=1))
    lines = told(battle, Detonate(explosive_id=1))
    assert 'leaves Smoke. 8" across' in lines[-1]


def test_launches_that_make_no_sense(battle: Campaign) -> None:
    gus = minifig(battle, action_die=0)
    senseless = [
        (rocket(float("nan")), "distance"),
        (rocket(-3), "distance"),
        (rocket(20, use=None), "Give the Use"),
        (rocket(20, action_die=None, unit_id=gus), "Action die"),
        (rocket(20, action_die=7), "no Action die d7"),
        (rocket(20, target=" "), "target"),
        (rocket(20, explosive_size=0), "explosive_size"),
        (rocket(20, weapon_id=9), "no weapon"),
        (rocket(20, target_id=9), "no unit"),
        (rocket(20, x=1.0), "both x and y"),
    ]
    for act, words in senseless:
        assert words in bad(battle, act)
    assert rows(battle, Projectile) == []
