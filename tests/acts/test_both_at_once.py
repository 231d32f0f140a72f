"""Two Actions at the same moment: both are rolled and both count, even if one of the two dies."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.disengaging_and_responses import Respond
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.spoken.roll_call import roll_call
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fate, Maneuver, State, StateKind, Unit
from brikdesk.store.views.still_to_act import acting_still
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import bad, end_turn, row, rows, told


class Duel:
    """Knife of Ann runs at Spear of Ben, who responds; each kills with a 6 and a 6."""

    def __init__(self, battle: Campaign) -> None:
        self.game = battle
        self.knife, self.spear = unit(battle, "Knife", ANN), unit(battle, "Spear", BEN)
        self.arms = {each: weapon(battle, each, preset="W-01") for each in (self.knife, self.spear)}

    def strike(self, by: int, at: int) -> Attack:
        armed = Strike(weapon_id=self.arms[by], by_id=by, mode=Mode.STRIKE)
        return Attack(aims=(Aim(unit_id=at),), strikes=(armed,))

    def fate(self, unit_id: int) -> Fate:
        return row(self.game, Unit, unit_id).fate


@pytest.fixture
def duel(battle: Campaign) -> Duel:
    return Duel(battle)


@pytest.mark.rule("4.3-11")
@pytest.mark.parametrize("first", ["knife", "spear"])
def test_who_is_killed_strikes_all_the_same(battle: Campaign, duel: Duel, first: str) -> None:
    before = battle.digest()
    told(battle, Respond(unit_id=duel.spear, to_id=duel.knife))
    one = duel.knife if first == "knife" else duel.spear
    other = duel.spear if first == "knife" else duel.knife
    done(battle, duel.strike(one, other), 4, 5)
    assert duel.fate(other) is Fate.DEAD
    assert [each.id for each in battle.read(acting_still)] == [other]
    assert other in [each.id for each in battle.read(roll_call).units]
    done(battle, duel.strike(other, one), 4, 5)
    assert (duel.fate(one), duel.fate(other)) == (Fate.DEAD, Fate.DEAD)
    assert battle.read(acting_still) == ()
    assert "dead" in bad(battle, MoveUnit(unit_id=other, inches=1))
    assert not [each for each in rows(battle, State) if each.kind is StateKind.ENGAGED]
    for _ in range(3):
        battle.undo()
    assert battle.digest() == before


@pytest.mark.rule("4.3-10", "4.3-12")
@pytest.mark.parametrize("facts", [{"lead": 1.0}, {"exclude_each_other": True}])
def test_where_one_comes_first_the_dead_do_nothing(
    battle: Campaign, duel: Duel, facts: dict[str, float]
) -> None:
    told(battle, Respond(unit_id=duel.spear, to_id=duel.knife, **facts))  # type: ignore[arg-type]
    done(battle, duel.strike(duel.spear, duel.knife), 4, 5)
    assert battle.read(acting_still) == ()
    assert "dead" in bad(battle, duel.strike(duel.knife, duel.spear))


@pytest.mark.rule("4.3-11", "4.2-02")
def test_the_moment_lasts_for_one_action_and_one_turn(battle: Campaign, duel: Duel) -> None:
    told(battle, Respond(unit_id=duel.spear, to_id=duel.knife))
    done(battle, duel.strike(duel.knife, duel.spear), 4, 5)
    end_turn(battle)
    assert battle.read(acting_still) == ()
    assert "dead" in bad(battle, duel.strike(duel.spear, duel.knife))


@pytest.mark.rule("4.3-11")
def test_the_dead_are_no_targets_and_a_miss_of_theirs_engages_nobody(
    battle: Campaign, duel: Duel
) -> None:
    told(battle, Respond(unit_id=duel.spear, to_id=duel.knife))
    done(battle, duel.strike(duel.knife, duel.spear), 4, 5)
    third = unit(battle, "Third", ANN)
    duel.arms[third] = weapon(battle, third, preset="W-01")
    assert "dead" in bad(battle, duel.strike(third, duel.spear))
    assert not look(battle, duel.strike(duel.spear, duel.knife)).refusal
    done(battle, duel.strike(duel.spear, duel.knife), 1)
    assert not [each for each in rows(battle, State) if each.kind is StateKind.ENGAGED]
    assert {each.kind for each in rows(battle, Maneuver)} >= {"at once"}
