"""How long Power is gone that was used or lost, and when the store is drawn on (8.1-32 to 8.1-44)."""

import pytest

from brikdesk.acts.campaign.battles import EndBattle
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.power import DivertPower, StorePower, TakeOverload, UsePower
from brikdesk.acts.turns_and_steps import EndTurn, GoOn
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import PowerUse, Unit
from brikdesk.store.views import units
from tests.acts.attack_scene import unit
from tests.acts.table import ROUND, end_turn, refused, row, rows


@pytest.fixture
def mech(battle: Campaign) -> int:
    """Put up a creation of Ann's with 6" of Power."""
    return unit(battle, "Mech", 1, kind="Creature", size=3, armor="2d10", action_die=6)


def use(mech: int, inches: int) -> UsePower:
    return UsePower(unit_id=mech, inches=inches, why="Shield")


def gone(campaign: Campaign, mech: int) -> int:
    """Return the inches that the table of units shows as gone; an act must see the same."""
    seen = campaign.reading(lambda session: units.unit(session, mech))
    assert seen is not None
    refused(campaign, use(mech, 7 - seen.power_used), "8.1-40" if not seen.power_used else "8.1-32")
    return seen.power_used


def over_turns(campaign: Campaign, mech: int, turns: int) -> list[int]:
    """Return what is gone in this turn and in those that follow."""
    found = [gone(campaign, mech)]
    for _ in range(turns - 1):
        end_turn(campaign)
        found.append(gone(campaign, mech))
    return found


@pytest.mark.rule("F.1-17", "QF-18")
def test_overload_ends_with_the_turn_in_which_it_struck(battle: Campaign, mech: int) -> None:
    battle.do(TakeOverload(unit_id=mech, inches=2))
    assert over_turns(battle, mech, 2) == [2, 0]


@pytest.mark.rule("F.1-17", "QF-18")
@pytest.mark.parametrize(
    ("passed", "after"),
    [
        (0, [2, 2, 2, 2, 0]),  # in Ann's first turn: all through her second
        (1, [2, 2, 2, 0]),  # in Ben's turn: all through Ann's next
        (ROUND + 2, [2, 2, 0]),
    ],
)
def test_overload_may_last_until_the_victim_s_next_turn_is_over(
    battle: Campaign, mech: int, passed: int, after: list[int]
) -> None:
    battle.do(SetHouseRule(switch="overload_until", value="victims_next_turn_end"))
    end_turn(battle, passed)
    battle.do(TakeOverload(unit_id=mech, inches=2))
    assert over_turns(battle, mech, len(after)) == after


@pytest.mark.rule("8.1-32", "QF-18")
def test_what_is_used_comes_back_however_long_overload_lasts(battle: Campaign, mech: int) -> None:
    battle.do(SetHouseRule(switch="overload_until", value="victims_next_turn_end"))
    end_turn(battle)
    battle.do(use(mech, 3))
    assert over_turns(battle, mech, 2) == [3, 0]


@pytest.mark.rule("8.1-32", "Q8-02")
def test_an_owner_s_round_runs_from_turn_to_turn(battle: Campaign) -> None:
    battle.do(SetHouseRule(switch="power_window", value="owner_round"))
    bens = unit(battle, "Golem", 2, kind="Creature", size=3, armor="2d10", action_die=6)
    battle.do(use(bens, 1))
    assert gone(battle, bens) == 1, "before Ben's first turn a round runs already"
    end_turn(battle)
    assert gone(battle, bens) == 0
    battle.do(use(bens, 2))
    end_turn(battle)
    battle.do(use(bens, 1))
    assert over_turns(battle, bens, 3) == [3, 3, 0]


@pytest.mark.rule("QF-18")
def test_nothing_is_gone_once_a_battle_is_over(battle: Campaign, mech: int) -> None:
    battle.do(SetHouseRule(switch="overload_until", value="victims_next_turn_end"))
    battle.do(TakeOverload(unit_id=mech, inches=2))
    battle.do(EndBattle())
    seen = battle.reading(lambda session: units.unit(session, mech))
    assert seen is not None
    assert seen.power_used == 0


@pytest.fixture
def saved(battle: Campaign, mech: int) -> int:
    """Let the mech divert for a turn: it has saved 6" beside its 6" of this turn."""
    battle.do(DivertPower(unit_id=mech))
    battle.do(EndTurn())
    battle.do(StorePower(unit_id=mech))
    end_turn(battle, ROUND)
    battle.do(GoOn())
    return mech


def drawn(campaign: Campaign, mech: int, inches: int) -> tuple[int, int]:
    """Use Power; return what came from the turn's own and what stays saved."""
    known = len(rows(campaign, PowerUse))
    campaign.do(use(mech, inches))
    own = sum(each.inches for each in rows(campaign, PowerUse)[known:])
    return own, row(campaign, Unit, mech).power_saved


@pytest.mark.rule("8.1-43", "8.1-44")
def test_the_store_is_drawn_on_only_where_the_turn_s_own_power_ends(
    battle: Campaign, saved: int
) -> None:
    assert drawn(battle, saved, 4) == (4, 6)
    assert drawn(battle, saved, 2) == (2, 6), "just enough is left"
    assert drawn(battle, saved, 1) == (0, 0), "nothing is left"


@pytest.mark.rule("8.1-43", "Q8-04")
@pytest.mark.parametrize(("order", "own"), [("stored_first", 0), ("regular_first", 2)])
def test_what_is_left_and_the_store_are_pooled(
    battle: Campaign, saved: int, order: str, own: int
) -> None:
    battle.do(SetHouseRule(switch="divert_spend", value=order))
    assert drawn(battle, saved, 4) == (4, 6)
    assert drawn(battle, saved, 5) == (own, 0)


@pytest.mark.rule("8.1-43", "F.1-17")
def test_an_overload_beyond_all_power_takes_nothing_from_the_store(
    battle: Campaign, saved: int
) -> None:
    battle.do(SetHouseRule(switch="divert_spend", value="regular_first"))
    battle.do(TakeOverload(unit_id=saved, inches=8))
    assert drawn(battle, saved, 2) == (0, 0)
    line = battle.reading(lambda session: units.unit(session, saved))
    assert line is not None
    assert line.power_left == 0
