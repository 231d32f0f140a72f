"""What one object takes of an Explosion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brikdesk.rules.brikwars.attacks import armor_roll_stands
from brikdesk.rules.brikwars.blast_bands import (
    AddedDie,
    ArmorResult,
    Blast,
    ExplosiveDie,
    ObjectInReach,
    against_armor,
    band_at,
    blast_on,
    deflected,
    explosion_bands,
    part_modifier,
    pop_dice,
    sections_modifier,
    smash,
)
from brikdesk.rules.brikwars.explosives import ExplosiveDieKind

CONCUSSION, FIRE = ExplosiveDieKind.CONCUSSION, ExplosiveDieKind.FIRE
PHASED, PIERCE = ExplosiveDieKind.PHASED, ExplosiveDieKind.PIERCE
WALL_BANDS = explosion_bands([ExplosiveDie(3), ExplosiveDie(6), ExplosiveDie(7)])


@pytest.mark.rule("8.4-26", "Q8-52")
def test_the_tower_is_knocked_back_by_the_dice_of_its_band() -> None:
    """Worked example T8-07, step 4: second band, 2" by the rule (the text says 4")."""
    tower = band_at(WALL_BANDS, 2, border="exclusive")
    assert blast_on(tower, ObjectInReach(loose=True)) == Blast(damage=9, knockback=2)


@pytest.mark.rule("8.4-32", "A-04")
def test_the_fall_adds_to_the_blast_against_the_same_armor_roll() -> None:
    """Worked example T8-07, step 5: 9 + 4 against 15; Boyle takes the fall alone, Armor 4."""
    assert against_armor(15, [9, 4]) is ArmorResult.NOTHING
    boyle = blast_on(WALL_BANDS[1], ObjectInReach(exposed=False))
    assert boyle == Blast()
    assert against_armor(4, [boyle.damage, 4]) is ArmorResult.SOMETHING_BAD
    assert against_armor(4, [9]) is ArmorResult.BEATEN


@pytest.mark.rule("8.4-32", "A5-41")
def test_damage_of_nothing_never_has_an_effect() -> None:
    assert against_armor(0, [0]) is ArmorResult.NOTHING
    assert against_armor(0, []) is ArmorResult.NOTHING
    assert against_armor(0, [-3, 1]) is ArmorResult.BEATEN


@pytest.mark.rule("8.4-32", "Q8-84")
def test_armor_roll_scope_event_or_player_turn() -> None:
    assert not armor_roll_stands(7, 7)
    assert armor_roll_stands(7, 7, armor_roll_scope="player_turn")
    assert not armor_roll_stands(7, 8, armor_roll_scope="player_turn")
    assert not armor_roll_stands(None, 8, armor_roll_scope="player_turn")


@pytest.mark.rule("8.4-25")
def test_only_what_is_exposed_takes_the_blast() -> None:
    assert blast_on(WALL_BANDS[0]).damage == 16
    assert blast_on(WALL_BANDS[0], ObjectInReach(exposed=False)) == Blast()
    assert blast_on(None) == Blast()


@pytest.mark.rule("8.4-26", "Q8-09")
def test_only_loose_objects_move() -> None:
    assert blast_on(WALL_BANDS[0], ObjectInReach(loose=False)) == Blast(damage=16, knockback=0)
    assert blast_on(WALL_BANDS[0], ObjectInReach(loose=True)).knockback == 3


@pytest.mark.rule("8.4-31", "5.1-28", "5.1-35")
@pytest.mark.parametrize(
    ("inches", "modifier"), [(0, 0), (1, 0), (1.9, 0), (2, 1), (4, 2), (5.5, 2)]
)
def test_a_large_object_takes_one_more_for_each_two_inches_inside(
    inches: float, modifier: int
) -> None:
    assert part_modifier(inches) == modifier


@pytest.mark.rule("8.4-31", "5.1-34", "5.1-36")
@pytest.mark.parametrize(("sections", "damage"), [(3, 16), (2, 15), (1, 14)])
def test_a_minifig_takes_less_by_the_sections_inside(sections: int, damage: int) -> None:
    """T5-06: only the legs inside the radius, damage −2."""
    target = ObjectInReach(modifier=sections_modifier(sections))
    assert blast_on(WALL_BANDS[0], target).damage == damage


@pytest.mark.rule("8.4-31")
def test_a_modifier_never_brings_damage_below_nothing() -> None:
    assert blast_on(explosion_bands([ExplosiveDie(2)])[0], ObjectInReach(modifier=-5)).damage == 0


@pytest.mark.rule("Q8-51", "A-06")
@pytest.mark.parametrize(
    ("pick", "left"), [("before_roll", [3, 6]), ("highest", [3, 6]), ("lowest", [6, 7])]
)
def test_deflection_takes_the_highest_die_unless_set_to_lowest(pick: str, left: list[int]) -> None:
    dice = [ExplosiveDie(3), ExplosiveDie(7), ExplosiveDie(6)]
    rest = deflected(dice, 1, bw_deflection_pick=pick)
    assert sorted(die.face for die in rest) == left


@pytest.mark.rule("A-06", "Q8-51")
def test_each_layer_takes_one_die_of_every_damage_type() -> None:
    dice: list[ExplosiveDie | AddedDie] = [
        ExplosiveDie(3),
        ExplosiveDie(10, (6, 2)),
        ExplosiveDie(4, (5,), FIRE),
        AddedDie(2, 4, "Fire"),
        AddedDie(5, 6),
    ]
    assert deflected(dice, 1) == (ExplosiveDie(3), AddedDie(2, 4, "Fire"))
    assert deflected(dice, 2) == ()
    assert deflected(dice, 0) == tuple(dice)


@pytest.mark.rule("8.1-18", "Q8-51")
def test_a_deflected_die_neither_hurts_nor_knocks_back() -> None:
    assert blast_on(WALL_BANDS[0], ObjectInReach(deflection=1)) == Blast(damage=9, knockback=2)
    assert blast_on(WALL_BANDS[0], ObjectInReach(deflection=9)) == Blast()


@pytest.mark.rule("OF-26")
@pytest.mark.parametrize(("keeps", "damage"), [(True, 2), (False, 0)])
def test_bw_deflection_keeps_bonus_when_no_dice_are_left(keeps: bool, damage: int) -> None:
    band = explosion_bands([ExplosiveDie(6)], flat=2)[0]
    hit = blast_on(band, ObjectInReach(deflection=1), bw_deflection_keeps_bonus=keeps)
    assert hit.damage == damage
    assert blast_on(band, bw_deflection_keeps_bonus=keeps).damage == 8


@pytest.mark.rule("8.4-37")
def test_each_pierce_die_cancels_a_layer_and_outer_bands_lose_that() -> None:
    bands = explosion_bands([ExplosiveDie(5, kind=PIERCE), ExplosiveDie(4), ExplosiveDie(3)])
    assert [band.pierce for band in bands] == [1, 0, 0]
    assert blast_on(bands[0], ObjectInReach(deflection=1)) == Blast(damage=12, knockback=2)
    assert blast_on(bands[0], ObjectInReach(deflection=2)) == Blast(damage=3, knockback=1)
    assert blast_on(bands[1], ObjectInReach(deflection=1)) == Blast(damage=3, knockback=1)


@pytest.mark.rule("8.4-37")
def test_cancelled_layers_that_are_not_there_give_nothing() -> None:
    band = explosion_bands([ExplosiveDie(2, kind=PIERCE), ExplosiveDie(3, kind=PIERCE)])[0]
    assert blast_on(band, ObjectInReach(deflection=0)).damage == 5


@pytest.mark.rule("8.4-40")
def test_phased_damage_ignores_deflection() -> None:
    band = explosion_bands([ExplosiveDie(12, (3,), PHASED), ExplosiveDie(4)])[0]
    assert blast_on(band, ObjectInReach(deflection=3)) == Blast(damage=15, knockback=0)


@pytest.mark.rule("8.4-36", "8.4-31")
def test_fire_dice_deal_fire_damage_that_may_ignite() -> None:
    band = explosion_bands([ExplosiveDie(3, kind=FIRE), ExplosiveDie(6)], [AddedDie(2, 4, "Fire")])[
        0
    ]
    assert blast_on(band) == Blast(damage=11, knockback=1, fire=5, fire_faces=(3, 2))
    shielded = blast_on(band, ObjectInReach(deflection=1))
    assert (shielded.fire, shielded.fire_faces) == (2, (2,))
    assert blast_on(band, ObjectInReach(modifier=-11)).fire == 0


@pytest.mark.rule("8.4-38", "Q8-54", "Q8-59")
@pytest.mark.parametrize(("pop", "knockback"), [(0, 10), (4, 6), (9, 1), (15, 1)])
def test_concussion_knocks_back_without_damage_less_pop(pop: int, knockback: int) -> None:
    """Concussion 6 with a Bonus Die of 3; the Exp die gives 1" that POP does not oppose."""
    band = explosion_bands([ExplosiveDie(6, (3,), CONCUSSION), ExplosiveDie(5)])[0]
    assert (band.damage, band.concussion) == (5, 9)
    assert blast_on(band, ObjectInReach(pop=pop)) == Blast(damage=5, knockback=knockback)
    assert blast_on(band, ObjectInReach(pop=pop, deflection=1)).knockback == max(0, 9 - pop)
    assert blast_on(band, ObjectInReach(pop=pop, loose=False)).knockback == 0


@pytest.mark.rule("8.4-38", "Q8-59", "OF-76")
@pytest.mark.parametrize(("rule", "dice"), [("effective_size", 3), ("1", 1), ("weight_class", 2)])
def test_bw_pop_rule_says_how_many_dice_oppose_concussion(rule: str, dice: int) -> None:
    assert pop_dice(size=4, effective_size=3, weight_class=2, bw_pop_rule=rule) == dice
    assert pop_dice(size=4, effective_size=0, weight_class=0, bw_pop_rule=rule) == 1
    assert pop_dice(size=0, effective_size=0, weight_class=0, bw_pop_rule=rule) == 0
    assert pop_dice(minifig=True, size=4, effective_size=4, bw_pop_rule=rule) == 1
    assert pop_dice(size=4, effective_size=3) == 3


@pytest.mark.rule("A-07", "5.4-31", "A5-53")
@pytest.mark.parametrize(
    ("knockback", "prevented", "points"),
    [(5, 4, 4), (7, 6, 6), (5, 0, 0), (3, 2.9, 2), (2, 9, 2)],
)
def test_smash_is_one_point_for_each_full_inch_prevented(
    knockback: int, prevented: float, points: int
) -> None:
    """The first three are T5-34, T5-35 and T5-38 of the combat chapter."""
    assert smash(knockback, prevented) == points


@pytest.mark.rule("A5-52")
def test_bw_smash_all_knockback_says_whether_a_blast_smashes() -> None:
    assert smash(3, 3, bw_smash_all_knockback=True) == 3
    assert smash(3, 3, bw_smash_all_knockback=False) == 0


@pytest.mark.rule("A-07", "8.4-32")
def test_smash_adds_to_the_blast_against_one_armor_roll() -> None:
    assert against_armor(4, [3]) is ArmorResult.NOTHING
    assert against_armor(4, [3, smash(2, 1)]) is ArmorResult.SOMETHING_BAD


@pytest.mark.rule("A-07")
@pytest.mark.parametrize(("knockback", "prevented"), [(-1, 0), (1, -1)])
def test_knockback_below_nothing_is_refused(knockback: int, prevented: int) -> None:
    with pytest.raises(ValueError, match='0" or more'):
        smash(knockback, prevented)


@pytest.mark.rule("8.4-31", "A-06")
@given(
    st.lists(st.builds(ExplosiveDie, st.integers(1, 10)), min_size=1, max_size=5),
    st.integers(-9, 9),
    st.integers(0, 4),
    st.integers(-5, 5),
)
def test_more_deflection_never_hurts_more(
    dice: list[ExplosiveDie], flat: int, layers: int, modifier: int
) -> None:
    for band in explosion_bands(dice, flat=flat):
        less = blast_on(band, ObjectInReach(modifier=modifier, deflection=layers + 1))
        more = blast_on(band, ObjectInReach(modifier=modifier, deflection=layers))
        assert 0 <= less.damage <= more.damage
        assert 0 <= less.knockback <= more.knockback
