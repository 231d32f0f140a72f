"""A MOM on the Range of what is thrown, in the attack itself (5.4-10)."""

from dataclasses import replace

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.odds.attack_odds import attack_odds
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.hazards import ANN, BEN
from tests.acts.table import refused, row, told
from tests.acts.test_collisions import holds


@pytest.fixture
def throw(battle: Campaign) -> Attack:
    """Gus has run five of his ten inches straight; his spear (Use 3, Range 5) flies at Bo, 8" away."""
    gus = unit(battle, "Gus", ANN, x=4.0, y=10.0, move=10, action_die=6)
    bo = unit(battle, "Bo", BEN, x=18.0, y=10.0, armor="4")
    spear = weapon(battle, gus, preset="W-01", name="Spear")
    told(battle, MoveUnit(unit_id=gus, x=9.0, y=10.0))
    how = Strike(weapon_id=spear, by_id=gus, mode=Mode.THROW, momentum=True, use=3, range=5.0,
                 damage="1d6+2")  # fmt: skip
    return Attack(aims=(Aim(unit_id=bo, distance=8.0),), strikes=(how,))


@pytest.mark.rule("5.4-10", "5.4-13", "5.4-14", "5.1-52", "5.1-53")
@pytest.mark.parametrize(
    ("mom", "said", "hits"),
    [
        ((3,), '+3"', True),  # 8" of 8": needs 3
        ((2,), '+2"', False),  # 1" out: needs 4
        ((1,), '+0"', False),  # a lone 1 adds nothing (A5-56)
        ((6, 2), '+8"', True),
    ],
)
def test_a_mom_makes_a_throw_farther(
    battle: Campaign, throw: Attack, mom: tuple[int, ...], said: str, hits: bool
) -> None:
    gus = throw.strikes[0].by_id or 0
    asked = look(battle, throw)
    assert [(die.sides, die.label) for die in asked.dice] == [(6, "MOM")]
    seen = look(battle, throw, *mom, 3)
    assert f"{said} of Range." in [each.words for each in seen.words]
    assert seen.shots[0].hit is hits
    lines = done(battle, throw, *mom, 3, *((5,) if hits else ()))
    assert lines[0].startswith("Gus spends its MOM on the Range of Spear:")
    assert lines[0].endswith(f"{said}. 5.4-10")
    assert any(line.startswith('Gus must run on, 5" straight ahead.') for line in lines)
    assert not holds(battle, gus)
    refused(battle, MoveUnit(unit_id=gus, x=9.0, y=12.0), "5.4-14")
    told(battle, MoveUnit(unit_id=gus, x=14.0, y=10.0))


@pytest.mark.rule("5.4-10", "5.1-53")
def test_its_odds_are_those_of_all_that_the_die_may_show(battle: Campaign, throw: Attack) -> None:
    """By hand: 3" out of Range; a 1 leaves 3, a 2 leaves 1, anything else none.

    The roll hits on 6 (3 out), 4 (1 out), 3 (in Range) of a d6, a 1 never.
    """
    asked = look(battle, throw).asked
    assert asked is not None
    odds = attack_odds(asked)
    by_hand = (1 / 6) * (1 / 6) + (1 / 6) * (3 / 6) + (4 / 6) * (4 / 6)
    assert odds.any_hit == pytest.approx(by_hand)
    assert odds.shots[0].hit == pytest.approx(by_hand)
    assert odds.shots[0].faces == ()
    target = odds.targets[0]
    assert target.not_hit == pytest.approx(1 - by_hand)
    total = target.not_hit + target.no_effect + target.something_bad + target.beaten
    assert total == pytest.approx(1.0)
    # Once the die lies there, the odds are those of what it shows.
    known = look(battle, throw, 2).asked
    assert known is not None
    assert attack_odds(known).any_hit == pytest.approx(3 / 6)


@pytest.mark.rule("5.4-10")
def test_what_would_change_it_names_the_mom(battle: Campaign, throw: Attack) -> None:
    plain = replace(throw, strikes=(replace(throw.strikes[0], momentum=False),))
    found = dict(battle.reading(plain.alternatives))
    assert attack_odds(found["with its MOM"]).any_hit > 1 / 6
    assert "with its MOM" not in dict(battle.reading(throw.alternatives))


@pytest.mark.rule("5.4-03", "5.4-09", "5.4-10", "5.4-12")
def test_who_may_not_spend_it(battle: Campaign, throw: Attack) -> None:
    gus = throw.strikes[0].by_id or 0
    other = weapon(battle, gus, preset="W-01", name="Second spear")
    second = replace(throw.strikes[0], weapon_id=other, same_action=True)
    twice = replace(throw, strikes=(*throw.strikes, second))
    assert look(battle, twice).refused_by == "5.4-09"
    shot = replace(throw, strikes=(replace(throw.strikes[0], mode=Mode.STRIKE),))
    with pytest.raises(Exception, match="Range of what is thrown"):
        look(battle, shot)
    aside = unit(battle, "Aside", BEN, x=9.0, y=2.0)
    told_off = look(battle, replace(throw, aims=(Aim(unit_id=aside, distance=8.0),)))
    assert told_off.refused_by == "5.4-12"
    told(battle, MoveUnit(unit_id=gus, x=9.0, y=11.0))
    assert look(battle, throw).refused_by == "5.4-03"


def test_it_is_undone_with_the_throw(battle: Campaign, throw: Attack) -> None:
    gus = throw.strikes[0].by_id or 0
    done(battle, throw, 3, 2)
    assert not holds(battle, gus)
    battle.undo()
    assert holds(battle, gus)
    assert row(battle, Unit, gus).actions_spent == 0
