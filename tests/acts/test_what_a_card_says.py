"""What a card says is what is rolled: every kind of weapon with every kind of damage, every makeup."""

import re
from collections import Counter

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup, makeup_said, makeup_words
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.weapons import EditWeapon
from brikdesk.errors import BadInput
from brikdesk.reports.card_data import damage_words, roster
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Round, Unit, Weapon, WeaponKind
from brikdesk.store.views.armory import weapons
from tests.acts.attack_scene import done, look, unit, weapon
from tests.acts.table import rows

DAMAGES = (
    "2d6", "1d6+1", "2d4 Fire", "1d4+1 Fire", "1d4 Fire + 1d10 Exp", "1d8 − distance", "2d10 Exp",
    "2d10", "2d10 Exp + 1d4 Fire", "2d6 Pierce", "2d6 KnockBack", "1d12 Phased", "2d8 KnockBack",
    "2 Smoke", "1 Smoke + 1d10 Exp", "1 Exposure Damage + 1d6 Pierce", "2 Action dice",
    "1 Action die+2", "by ammo", "by payload", "as in Close Combat", "Shove or Grab", "3", "Boom",
    "1 Skill die", "2 Deflection on a Parry", "1d7", "3d4 Fire",
)  # fmt: skip
ACTION_DIE = 6
RULES = frozenset({"8.5-10", "4.2-02", "8.4-47"})


def dice_in(words: str) -> Counter[int]:
    """Return the dice that a damage says, counted by sides."""
    counted: Counter[int] = Counter()
    for number, sides in re.findall(r"(\d*)d(\d+)", words):
        counted[int(sides)] += int(number or 1)
    for number in re.findall(r"(\d*) ?Action di", words):
        counted[ACTION_DIE] += int(number or 1)
    return counted


def rolled(campaign: Campaign, attack: Attack) -> Counter[int]:
    """Return the Damage dice that an attack asks for once it has hit."""
    seen = look(campaign, attack, ACTION_DIE)
    assert seen.damage_first is not None
    asked = seen.dice[seen.damage_first :]
    return Counter(die.sides for die in asked if not die.armor)


def why_not(campaign: Campaign, act: EditWeapon) -> BadInput | None:
    """Do an act; return why it makes no sense, or nothing."""
    try:
        campaign.do(act)
    except BadInput as error:
        return error
    return None


MELEE = (WeaponKind.MELEE_WEAPON, WeaponKind.OTHER)
BY_OTHERS = (WeaponKind.CANNON, WeaponKind.LAUNCHER, WeaponKind.MELEE_SHIELD)
"""Kinds that roll what their rounds say, or nothing."""


@pytest.mark.thorough(but=5)
@pytest.mark.parametrize("kind", list(WeaponKind))
def test_a_damage_is_rolled_as_it_is_written_or_refused_in_words(
    battle: Campaign, gunner: int, kind: WeaponKind
) -> None:
    arm = weapon(battle, gunner, kind=kind.value, size=2, use=2, hands=1)
    usual = rows(battle, Weapon)[-1].damage
    foe = unit(battle, "Foe", 2)
    strike = Strike(weapon_id=arm, by_id=gunner, range=None if kind in MELEE else 6)
    attack = Attack(aims=(Aim(unit_id=foe, distance=1),), strikes=(strike,))
    refused = 0
    for damage in DAMAGES:
        before = battle.digest()
        if no := why_not(battle, EditWeapon(weapon_id=arm, damage=damage)):
            assert no.where == "damage"
            assert str(no).endswith(".")
            assert battle.digest() == before
            assert damage != usual
            refused += 1
            continue
        shown = [row.damage for row in battle.read(weapons) if row.id == arm]
        card = next(each for each in battle.reading(roster).units if each.unit_id == gunner)
        assert shown == [damage]
        assert damage_words(damage) in card.arms[-1].figures
        if kind not in BY_OTHERS:
            assert rolled(battle, attack) == dice_in(damage), damage
    assert 0 < refused < len(DAMAGES)


def test_another_size_asks_for_a_damage_that_fits_it(battle: Campaign, gunner: int) -> None:
    bomb = weapon(battle, gunner, kind="Explosive", size=2, damage="2d4 Fire")
    with pytest.raises(BadInput, match="An X3 Explosive has 3 dice"):
        battle.do(EditWeapon(weapon_id=bomb, size=3))
    battle.do(EditWeapon(weapon_id=bomb, size=3, damage="3d4 Fire"))
    assert rows(battle, Weapon)[-1].damage == "3d4 Fire"


MAKEUPS = {
    "smoke": (2, Makeup(exchanges={"SMOKE": 2})),
    "gas shells": (2, Makeup(exchanges={"EXPOSURE": 2})),
    "incendiary": (2, Makeup(exchanges={"FIRE": 2})),
    "armor piercing shells": (3, Makeup(exchanges={"PIERCE": 3})),
    "concussion": (1, Makeup(exchanges={"CONCUSSION": 1})),
    "phased": (3, Makeup(exchanges={"PHASED": 1})),
    "terrain": (1, Makeup(exchanges={"TERRAIN": 1})),
    "mines": (2, Makeup(exchanges={"CONCEALED": 2})),
    "shells": (3, Makeup()),
    "shells with 1 smoke 1 fire": (3, Makeup(exchanges={"SMOKE": 1, "FIRE": 1})),
    "bombs with 2 burning exposure + 1": (
        2, Makeup(exchanges={"EXPOSURE": 2}, field_dice={"EXPOSURE": "d4 Fire"}, flat=1)
    ),
    "shells with 2d10 Exp + 1d4 Fire": (2, Makeup(added=("1d4 Fire",))),
}  # fmt: skip


@pytest.mark.parametrize("words", MAKEUPS)
def test_rounds_in_words_are_what_is_fired(battle: Campaign, gunner: int, words: str) -> None:
    size, makeup = MAKEUPS[words]
    name, _, rest = words.partition(" with ")
    said = f"2 {name} X{size}" + (f" with {rest}" if rest else "")
    heard = hear_roster(f"Bertha vehicle 4 cannon 3 ({said})", [(1, "Amber Army")], 1)
    assert heard.troubles == ()
    battle.do(heard.act())
    (stored,) = rows(battle, Round)
    assert (stored.name, stored.explosive_size, stored.count) == (name, size, 2)
    assert Makeup.of(stored.makeup) == makeup
    on_card = makeup_words(size, makeup)
    assert makeup_said(on_card, size) == makeup, "words on a card are read as they are written"
    tank = rows(battle, Unit)[-1].id or 0
    card = next(each for each in battle.reading(roster).units if each.unit_id == tank)
    shown = card.arms[-1].supplies[0].name
    assert shown == f"{name} X{size}" + (f" = {on_card}" if on_card else "")
    gun = rows(battle, Weapon)[-1].id or 0
    battle.do(Reload(weapon_id=gun, by_unit_id=gunner, overruled=frozenset({"8.5-10", "8.3-18"})))
    foe = unit(battle, "Foe", 2)
    strike = Strike(weapon_id=gun, by_id=gunner)
    attack = Attack(
        aims=(Aim(unit_id=foe, distance=9),),
        strikes=(strike,),
        overruled=RULES,
    )
    dice = Counter(sides for _, sides in makeup.dice(size))
    dice += Counter(sides for sides, _ in makeup.added_sides())
    assert rolled(battle, attack) == dice
    fields = {each.kind.name for each in makeup.fields()}
    if fields and not dice:
        done(battle, attack, ACTION_DIE, benny_0="other", words_0="speed")
        assert {each.kind.name for each in rows(battle, Field)} == fields
        return
    seen = look(battle, attack, ACTION_DIE, *(2 for _ in dice.elements()))
    assert fields <= {kind.name for kind in FieldKind}
    assert seen.dice


def test_the_line_of_the_guide_makes_smoke(battle: Campaign) -> None:
    line = "Bertha vehicle 4 cannon 3 (2 shells X3, 1 smoke X2)"
    heard = hear_roster(line, [(1, "Amber Army")], 1)
    assert heard.units[0].carries == 'Cannon 3" (2 shells X3, 1 smoke X2 = 2 Smoke)'


def test_rounds_that_cannot_be_are_told(battle: Campaign) -> None:
    for line, words in (
        ("Gus vehicle 4 cannon 3 (1 phased X1)", "takes 2 dice"),
        ("Gus vehicle 4 cannon 3 (1 shells X1 with 3 smoke)", "An X1 Explosive has 1 die"),
        ("Gus vehicle 4 cannon 3 (1 shells X1 with cheese)", "not what an X1 Explosive"),
    ):
        (trouble,) = hear_roster(line, [(1, "Amber Army")], 1).troubles
        assert words in trouble.words
