"""Damage across the two books: the referee enters what it does, both ways."""

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.store.campaign import Campaign
from brikdesk.store.scifi import incapacitated
from brikdesk.store.tables import Fate, Unit
from tests.acts.attack_scene import done, look, weapon
from tests.acts.scifi.starfield import ANN, BEN, armed, enter, fire, unit
from tests.acts.table import row, rows, told


def shot_at_robo(both: Campaign) -> tuple[Attack, int]:
    """Return an attack of a BrikWars minifig on a unit that only the Sci-fi rules know."""
    both.do(AddUnit(name="Rosa", player_id=ANN, preset="U-01"))
    rosa = rows(both, Unit)[-1].id or 0
    gun = weapon(both, rosa, preset="W-04")
    robo = unit(both, "Robo", player=BEN)
    strike = Strike(weapon_id=gun, by_id=rosa)
    return Attack(aims=(Aim(unit_id=robo, distance=4),), strikes=(strike,)), robo


@pytest.mark.rule("12-77")
@pytest.mark.parametrize(
    ("answer", "fate", "down"),
    [("no effect", Fate.ALIVE, False), ("incapacitated", Fate.ALIVE, True),
     ("eliminated", Fate.DEAD, False)],
)  # fmt: skip
def test_a_hit_on_a_unit_of_the_other_book_asks_what_it_does(
    both: Campaign, answer: str, fate: Fate, down: bool
) -> None:
    attack, robo = shot_at_robo(both)
    seen = look(both, attack, 5, 4)
    assert not seen.complete
    (asked,) = seen.open_choices
    assert asked.prompt.startswith("What do 4 points of damage do to Robo?")
    assert [each.value for each in asked.options] == ["no effect", "incapacitated", "eliminated"]
    assert "Armor" not in seen.victims[0].words
    lines = done(both, attack, 5, 4, **{asked.id.replace("-", "_"): answer})
    assert not any("against Armor" in line for line in lines)
    assert row(both, Unit, robo).fate is fate
    lies = both.reading(lambda session: incapacitated(session, robo) is not None)
    assert lies is down


@pytest.mark.rule("12-77")
def test_typed_damage_asks_it_too_and_a_miss_does_not(both: Campaign) -> None:
    attack, robo = shot_at_robo(both)
    assert look(both, attack, 2).complete
    typed = DamageUnit(unit_id=robo, damage=3)
    assert len(both.reading(typed.examine).open_choices) == 1
    assert both.reading(DamageUnit(unit_id=robo, damage=0).examine).complete


@pytest.mark.rule("12-77")
def test_a_shot_at_a_unit_of_the_first_book_is_entered(both: Campaign) -> None:
    both.do(AddUnit(name="Tile", player_id=BEN, preset="U-01"))
    tile = rows(both, Unit)[-1].id or 0
    rifle = armed(both, "phaser rifle")
    fire(both, rifle, tile)
    enter(both, "hit", "hit")
    enter(both, "penetration", "penetrated")
    enter(both, "damage", "eliminated")
    assert row(both, Unit, tile).fate is not Fate.ALIVE


@pytest.mark.rule("5.1-11")
def test_a_unit_with_armor_is_compared_as_ever(both: Campaign) -> None:
    both.do(AddUnit(name="Tile", player_id=BEN, preset="U-01"))
    tile = rows(both, Unit)[-1].id or 0
    assert any("against Armor" in line for line in told(both, DamageUnit(unit_id=tile, damage=9)))
