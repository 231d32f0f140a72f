import pytest

from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.units.actions import SpendAction
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.gunnery import ClearHoming, HomeIn, ManControl
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import ControlPoint, Homing
from tests.acts.table import ROUND, bad, end_turn, refused, row, rows, told

GATE = "the gate"


@pytest.fixture
def gun(battle: Campaign) -> Campaign:
    """Return a gun of 4" of Ann's (unit 1), three Gunners (2, 3, 4) and a Pikeman (5)."""
    weapons = (WeaponFacts(kind="Gun", size=4),)
    battle.do(AddUnit(name="Bertha", player_id=1, kind="Structure", size=4, weapons=weapons))
    battle.do(AddUnit(name="Gunner", player_id=1, preset="U-07", copies=3))
    battle.do(AddUnit(name="Pikeman", player_id=1))
    return battle


def home(supporters: int = 0, target: str = GATE, natural: int | None = None) -> HomeIn:
    return HomeIn(weapon_id=1, target=target, supporters=supporters, natural=natural)


def bonus(campaign: Campaign) -> int:
    found = rows(campaign, Homing)
    return found[0].bonus if found else 0


@pytest.mark.rule("8.5-12", "8.5-13", "8.5-15", "8.5-16", "8.5-18")
def test_homing_in_over_four_turns(gun: Campaign) -> None:
    """T8-18: +3, +5, +5, and a Critical Failure leaves nothing; a fourth supporter is refused."""
    words = refused(gun, home(supporters=4), "8.5-13")
    assert words == 'The Gun: a 4" weapon takes a firing team of 4 minifigs.'
    assert told(gun, home(supporters=3, natural=3)) == [
        "Bertha homes in: +3. On the gate. +3 in this attack. 8.5-16"
    ]
    end_turn(gun, ROUND)
    gun.do(home(supporters=2))
    assert bonus(gun) == 5
    end_turn(gun, ROUND)
    assert told(gun, home()) == ["Bertha homes in: +5. On the gate. 8.5-16"]
    assert row(gun, Homing).built == [1, 2]
    end_turn(gun, ROUND)
    assert told(gun, home(natural=1)) == [
        "Bertha loses +5 on the gate. Critical Failure: homing in starts anew. 8.5-18"
    ]
    assert bonus(gun) == 0


@pytest.mark.rule("8.5-17")
def test_another_point_starts_anew(gun: Campaign) -> None:
    gun.do(home(supporters=3))
    assert told(gun, home(supporters=1, target="the tower")) == [
        "Bertha loses +3 on the gate. The weapon aims at another point. 8.5-17",
        "Bertha homes in: +1. On the tower. +1 in this attack. 8.5-16",
    ]
    assert bonus(gun) == 1


def test_a_target_unit_counts_by_itself_whatever_it_is_called(gun: Campaign) -> None:
    gun.do(HomeIn(weapon_id=1, target="Pikeman", target_id=5, supporters=1))
    gun.do(HomeIn(weapon_id=1, target="that man there", target_id=5, supporters=1))
    assert bonus(gun) == 2
    gun.do(HomeIn(weapon_id=1, target="that man there", target_id=2, supporters=1))
    assert bonus(gun) == 1


@pytest.mark.rule("Q8-74")
def test_idle_turns_do_not_matter_but_for_a_house_rule(gun: Campaign) -> None:
    gun.do(home(supporters=3))
    end_turn(gun, 2 * ROUND)
    gun.do(home())
    assert bonus(gun) == 3
    gun.do(SetHouseRule(switch="homing_persist", value="previous_turn_only"))
    end_turn(gun, 2 * ROUND)
    told(gun, home(supporters=1))
    assert bonus(gun) == 1


@pytest.mark.rule("Q8-76", "8.5-17")
def test_each_player_homes_in_for_himself(gun: Campaign) -> None:
    gun.do(home(supporters=3))
    gun.do(HomeIn(weapon_id=1, target=GATE, supporters=1, player_id=3))
    assert [(each.player_id, each.bonus) for each in rows(gun, Homing)] == [(1, 3), (3, 1)]
    gun.do(HomeIn(weapon_id=1, target="the tower", supporters=2, player_id=3))
    assert [(each.player_id, each.bonus) for each in rows(gun, Homing)] == [(3, 2)]


@pytest.mark.rule("8.5-12")
def test_named_gunners_spend_their_actions(gun: Campaign) -> None:
    gun.do(HomeIn(weapon_id=1, target=GATE, supporter_ids=(2, 3)))
    assert bonus(gun) == 2
    refused(gun, SpendAction(unit_id=2), "4.2-02")
    again = HomeIn(weapon_id=1, target=GATE, supporter_ids=(2,))
    assert "his Action is spent" in refused(gun, again, "8.5-12")
    pikeman = HomeIn(weapon_id=1, target=GATE, supporter_ids=(5,))
    assert "no Gunnery" in refused(gun, pikeman, "8.5-12")
    assert "supports an attack once" in bad(
        gun, HomeIn(weapon_id=1, target=GATE, supporter_ids=(4, 4))
    )


@pytest.mark.rule("Q8-72")
def test_a_gun_in_the_hand_is_not_supported(gun: Campaign) -> None:
    gun.do(AddUnit(name="Dirk", player_id=1, weapons=(WeaponFacts(preset="W-05"),)))
    refused(gun, HomeIn(weapon_id=2, target=GATE, supporters=1), "Q8-72")


def test_an_attack_without_support_homes_nothing_in(gun: Campaign) -> None:
    assert told(gun, home()) == []
    assert rows(gun, Homing) == []


@pytest.mark.rule("8.5-17")
def test_the_referee_clears_a_bonus(gun: Campaign) -> None:
    gun.do(home(supporters=3))
    assert told(gun, ClearHoming(homing_id=1, why="The gate is down.")) == [
        "Bertha loses +3 on the gate. The gate is down. 8.5-17"
    ]
    assert rows(gun, Homing) == []


@pytest.mark.rule("8.5-14")
def test_a_gunner_at_the_controls_of_something_else_supports_nothing(gun: Campaign) -> None:
    weapons = (WeaponFacts(kind="Gun", size=2),)
    gun.do(AddUnit(name="Tank", player_id=1, kind="Vehicle", size=4, weapons=weapons))
    controls = {each.weapon_id: each.id or 0 for each in rows(gun, ControlPoint)}
    gun.do(ManControl(control_id=controls[2], unit_id=2))
    words = refused(gun, HomeIn(weapon_id=1, target=GATE, supporter_ids=(2, 3)), "8.5-14")
    assert "cannot get at the weapon or its controls" in words
    gun.do(ManControl(control_id=controls[1], unit_id=2))
    gun.do(HomeIn(weapon_id=1, target=GATE, supporter_ids=(2, 3)))
    assert bonus(gun) == 2
