"""Every makeup of an Explosive, in every way to state one: as it is shown, and as it is fired."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import pytest

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.weapons.loading import Reload
from brikdesk.acts.weapons.racks import RackExplosive, RoundFacts
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.reports.card_data import roster
from brikdesk.spoken.roster import hear_roster
from brikdesk.store.act import Act, act_from_data
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Explosive, Rack, Round, Unit, Weapon
from brikdesk.store.views.armory import racks_of
from brikdesk.turns import ledger
from tests.acts.attack_scene import look, unit
from tests.acts.table import bad, refused, rows
from ui.forms.all_forms import ACT_FORMS
from ui.models.unit_drafts import RoundsDraft, UnitDraft

DIE = 5
SIZE = 4

MAKEUPS: Mapping[str, tuple[str, Makeup, Counter[int], str]] = {
    # how it is said: its name, what it is, the dice that a hit rolls, what lists show
    "plain": ("Shell", Makeup(), Counter({10: 4}), "Shell X4"),
    "2d10 Exp + 2 smoke": (
        "Shell", Makeup(exchanges={"SMOKE": 2}), Counter({10: 2}), "Shell X4 = 2d10 Exp + 2 Smoke",
    ),
    "": ("Smoke", Makeup(exchanges={"SMOKE": 4}), Counter(), "Smoke X4"),
    "4 exp": ("Smoke", Makeup(), Counter({10: 4}), "Smoke X4 = 4d10 Exp"),
    "by name: gas": ("Gas shell", Makeup(exchanges={"EXPOSURE": 4}), Counter(), "Gas shell X4"),
    "by name: fire": ("Incendiary", Makeup(exchanges={"FIRE": 4}), Counter({4: 4}), "Incendiary X4"),
    "by name: phased": ("Phased", Makeup(exchanges={"PHASED": 2}), Counter({12: 2}), "Phased X4"),
    "4 terrain": ("Glue pot", Makeup(exchanges={"TERRAIN": 4}), Counter(), "Glue pot X4"),
    "4 mines": ("Layer", Makeup(exchanges={"CONCEALED": 4}), Counter(), "Layer X4 = 4 Concealed Hazard"),
    "1 fire, 1 piercing, 1 concussion": (
        "Mixed", Makeup(exchanges={"FIRE": 1, "PIERCE": 1, "CONCUSSION": 1}),
        Counter({4: 1, 6: 2, 10: 1}), "Mixed X4 = 1d10 Exp + 1d4 Fire + 1d6 Pierce + 1d6 KnockBack",
    ),
    "4 burning exposure": (
        "Napalm", Makeup(exchanges={"EXPOSURE": 4}, field_dice={"EXPOSURE": "d4 Fire"}),
        Counter(), "Napalm X4 = 4 Exposure Damage (d4 Fire)",
    ),
    "4d10 Exp + 1d4 Fire + 2": (
        "Hot shell", Makeup(added=("1d4 Fire",), flat=2), Counter({10: 4, 4: 1}),
        "Hot shell X4 = 4d10 Exp + 1d4 Fire + 2",
    ),
}  # fmt: skip


def words_of(said: str) -> str:
    """Return what is typed into a form: nothing where the name says it all."""
    return "" if said == "plain" or said.startswith("by name") else said


def form(act: str, /, **answers: Any) -> Act:
    """Return the act that a form makes of its answers."""
    return act_from_data(ACT_FORMS[act].filled().data(answers))


def gun(battle: Campaign) -> tuple[int, int]:
    tank = unit(battle, "Tank", 1, kind="Vehicle", size=6, action_die=6)
    battle.do(AddWeapon(unit_id=tank, kind="Cannon", size=SIZE))
    return tank, rows(battle, Weapon)[-1].id or 0


def in_words(battle: Campaign, name: str, said: str) -> None:
    made = f" with {said.replace(',', '')}" if said else ""
    heard = hear_roster(f"Tank vehicle 6 d6 cannon 4 (3 {name} X4{made})", [(1, "A")], 1)
    assert heard.troubles == ()
    battle.do(heard.act())


def a_rack(battle: Campaign, name: str, said: str) -> None:
    _, weapon_id = gun(battle)
    battle.do(
        form("AddRack", weapon_id=weapon_id, name="Rack", round_name=name, explosive_size=SIZE,
             count=3, made=said)
    )  # fmt: skip


def more_rounds(battle: Campaign, name: str, said: str) -> None:
    _, weapon_id = gun(battle)
    battle.do(form("AddRack", weapon_id=weapon_id, name="Rack"))
    rack = rows(battle, Rack)[-1].id
    battle.do(form("AddRounds", rack_id=rack, name=name, explosive_size=SIZE, count=3, made=said))


def a_loose_one(battle: Campaign, name: str, said: str) -> None:
    _, weapon_id = gun(battle)
    battle.do(form("AddRack", weapon_id=weapon_id, name="Rack"))
    battle.do(form("AddExplosive", name=name, explosive_size=SIZE, made=said))
    moved = {"explosive_id": rows(battle, Explosive)[-1].id, "rack_id": rows(battle, Rack)[-1].id}
    battle.do(form("MoveExplosive", **moved))
    assert rows(battle, Explosive) == []


def the_editor(battle: Campaign, name: str, said: str) -> None:
    tank, weapon_id = gun(battle)
    battle.do(form("AddRack", weapon_id=weapon_id, name="Rack"))
    facts = RoundsDraft(name, SIZE, 3, made=said).facts()
    rack = rows(battle, Rack)[-1].id or 0
    data = {each.name: getattr(facts, each.name) for each in fields(RoundFacts)}
    data.pop("left")
    battle.do(act_from_data({"act": "AddRounds", "rack_id": rack, **data}))
    assert tank


WAYS: tuple[Callable[[Campaign, str, str], None], ...] = (
    in_words, a_rack, more_rounds, a_loose_one, the_editor,
)  # fmt: skip
RULES = frozenset({"8.5-10", "4.2-02", "8.4-47", "8.3-18"})


@pytest.mark.thorough(but=20)
@pytest.mark.rule("8.4-35", "8.4-43", "8.4-48", "8.4-50")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("said", MAKEUPS)
def test_what_is_said_of_rounds_is_shown_and_is_fired(
    battle: Campaign, said: str, way: Callable[[Campaign, str, str], None]
) -> None:
    name, makeup, dice, shown = MAKEUPS[said]
    foe = unit(battle, "Foe", 2)
    way(battle, name, words_of(said))
    (lying,) = rows(battle, Round)
    assert Makeup.of(lying.makeup) == makeup
    tank = next(row for row in rows(battle, Unit) if row.name == "Tank").id or 0
    assert [each.load for rack in battle.read(racks_of, tank) for each in rack.rounds] == [shown]
    assert [row.load for row in battle.read(ledger.ammo)] == [shown]
    card = next(each for each in battle.reading(roster).units if each.unit_id == tank)
    assert card.arms[-1].supplies[0].name.startswith(f"{name} X4")
    weapon_id = rows(battle, Weapon)[-1].id or 0
    battle.do(Reload(weapon_id=weapon_id, overruled=RULES))
    assert [row.chamber for row in battle.read(ledger.ammo)] == [shown]
    strike = Strike(weapon_id=weapon_id, by_id=tank, use=2)
    attack = Attack(aims=(Aim(unit_id=foe, distance=9),), strikes=(strike,), overruled=RULES)
    before = look(battle, attack)
    assert shown in before.weapon
    seen = look(battle, attack, DIE)
    asked = seen.dice[seen.damage_first or 0 :] if dice else ()
    assert Counter(die.sides for die in asked if not die.armor) == dice


THROWN = {
    "2 smoke grenades": ("Smoke grenade", "1 Smoke"),
    "grenade with 1 fire": ("Grenade", "1d4 Fire"),
    "gas bomb X2": ("Gas bomb", "2 Exposure Damage"),
    "armor piercing rocket X3": ("Armor piercing rocket", "3d6 Pierce"),
    "rocket X3 with 1 smoke 1 fire": ("Rocket", "1d10 Exp + 1d4 Fire + 1 Smoke"),
}


@pytest.mark.rule("8.4-35")
@pytest.mark.parametrize("said", THROWN)
def test_what_is_thrown_or_flies_is_made_of_what_its_words_say(said: str) -> None:
    heard = hear_roster(f"Al vehicle 4: {said}", [(1, "A")], 1)
    assert heard.troubles == ()
    (weapon, *_) = heard.units[0].act.weapons or ()
    assert (weapon.name, weapon.damage) == THROWN[said]
    assert f"= {weapon.damage}" in heard.units[0].carries


MAKES_NONE = {
    "TakeArmy": "what a file has of it", "AddUnit": "the unit editor and words",
}  # fmt: skip
"""Acts that carry a makeup and whose form is another: why."""


def test_every_act_that_makes_an_explosive_asks_what_it_is_made_of() -> None:
    makes = {
        name
        for name, kind in Act.KINDS.items()
        if kind.__module__.startswith("brikdesk.acts")
        and {each.name for each in fields(kind)} & {"makeup", "rounds", "racks"}
        and name not in MAKES_NONE
        and not isinstance(next((f.default for f in fields(kind) if f.name == "rounds"), None), int)
    }
    asks = {name for name in makes if any(q.name == "made" for q in ACT_FORMS[name].fields)}
    assert {"AddRack", "AddRounds", "AddExplosive", "Launch"} <= makes
    assert asks == makes


def test_words_that_no_explosive_is_made_of_are_told_at_their_field() -> None:
    for words, why in (
        ("cheese", "not what an X1"),
        ("3 smoke", "has 1 die"),
        ("1 phased", "1 die"),
    ):
        with pytest.raises(Exception, match=why) as error:
            form("AddExplosive", name="Bomb", explosive_size=1, made=words)
        assert getattr(error.value, "where", "") == "made"


@pytest.mark.rule("8.4-48", "8.4-50")
def test_only_what_fits_and_is_not_armed_goes_into_a_rack(battle: Campaign) -> None:
    _, weapon_id = gun(battle)
    battle.do(form("AddRack", weapon_id=weapon_id, name="Rack"))
    rack = rows(battle, Rack)[-1].id or 0
    battle.do(form("AddExplosive", name="Keg", explosive_size=5))
    big = RackExplosive(explosive_id=rows(battle, Explosive)[-1].id or 0, rack_id=rack)
    assert "up to X4" in refused(battle, big, "8.4-48")
    battle.do(form("AddExplosive", name="Bomb", explosive_size=1))
    bomb = rows(battle, Explosive)[-1].id or 0
    battle.do(form("DamageExplosive", explosive_id=bomb, damage=2))
    assert "cannot be stored in a rack" in bad(
        battle, RackExplosive(explosive_id=bomb, rack_id=rack)
    )


@pytest.mark.rule("8.4-51")
def test_what_is_loaded_stands_in_the_row_of_its_type(battle: Campaign) -> None:
    _, weapon_id = gun(battle)
    shells = {"name": "Shell", "explosive_size": 3, "count": 2}
    smoke = {
        "name": "Smoke",
        "explosive_size": 2,
        "count": 1,
        "makeup": {"exchanges": {"SMOKE": 2}},
    }
    battle.do(act_from_data({"act": "AddRack", "weapon_id": weapon_id, "rounds": [shells, smoke]}))
    assert [row.chamber for row in battle.read(ledger.ammo)] == ["Empty", "–"]
    second = rows(battle, Round)[-1].id
    battle.do(Reload(weapon_id=weapon_id, round_id=second, overruled=RULES))
    assert [row.chamber for row in battle.read(ledger.ammo)] == ["–", "Smoke X2"]


def test_a_draft_of_a_unit_says_what_its_rounds_are_made_of() -> None:
    draft = UnitDraft(
        name="Bertha", rounds=(RoundsDraft("Smoke", 2), RoundsDraft("Shell", 2, made="1 fire"))
    )
    assert [each.facts().makeup for each in draft.rounds] == [
        {"exchanges": {"SMOKE": 2}}, {"exchanges": {"FIRE": 1}},
    ]  # fmt: skip
