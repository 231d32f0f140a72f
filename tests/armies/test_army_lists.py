"""Army lists of the community's army builder: what comes in, what is lost, what is refused."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from brikdesk.acts.armies import MARK
from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.armies.army_file import read_any
from brikdesk.armies.army_list import LARGEST, ArmyRead
from brikdesk.errors import BadInput
from brikdesk.reports.card_data import damage_words, roster
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, UnitKind, Weapon
from brikdesk.store.views.campaign_and_battle import brikwars_house
from brikdesk.store.views.units import squads
from tests.acts import attack_scene as scene
from tests.acts.table import rows


def weapon(type: str, **facts: Any) -> dict[str, Any]:
    return {"id": 1, "type": type, "size": 1, "amount": 1, "name": "", **facts}


def unit(name: str = "Dork", **facts: Any) -> dict[str, Any]:
    plain = {
        "id": 1, "unitIcon": "x", "name": name, "isMinifigure": True, "unit_number": "", "size": "1",
        "armor": "4", "power": "", "hasDeflection": False, "action": "1d6", "move": "5", "value": "",
        "custom_notes": "", "weapons": [], "equipment": [], "specialties": [], "magik": [],
    }  # fmt: skip
    return {**plain, **facts}


def army(*units: Any, **facts: Any) -> bytes:
    squads = [{"id": 1, "name": "First Squad", "units": list(units)}]
    return json.dumps({"name": "Dorks", "rules": "", "squads": squads, **facts}).encode()


TANK = unit(
    "Tank", isMinifigure=False, size="4", armor="2d10", power="8", hasDeflection=True, action="",
    move='8"', weapons=[weapon("Cannon", size=3, amount=2, use=6, range=12)],
)  # fmt: skip


def read(battle: Campaign, content: bytes, **facts: Any) -> ArmyRead:
    return read_any(content, battle.read(brikwars_house), 1, name="dorks.json", **facts)


def lost(battle: Campaign, content: bytes) -> list[str]:
    return [f"{each.unit}: {each.words}" for each in read(battle, content).lost]


def test_an_army_comes_in_as_one_act_and_goes_by_one_undo(battle: Campaign) -> None:
    before = battle.digest()
    dork = unit(unit_number="3", equipment=[{"type": "Light Armor"}], custom_notes="Brave & <b>bold</b>",
                specialties=[{"type": "gunner", "name": "Gunnery (1d8)"}],
                weapons=[weapon("Long-Ranged Weapon", size=1.5, name="Rifle", use="3", range=10,
                                damage="1d6 + 1")])  # fmt: skip
    found = read(battle, army(dork, TANK))
    assert (found.name, found.count, found.differs) == ("Dorks", 4, ())
    done = battle.do(found.act())
    assert done.title == "Import Dorks: 4 units"
    dorks, tank = rows(battle, Unit)[:3], rows(battle, Unit)[3]
    assert {each.kind for each in dorks} == {UnitKind.MINIFIG}
    assert {(each.worn_armor, each.player_id, tuple(each.specialties)) for each in dorks} == {
        ("light", 1, ("gunnery",))
    }
    assert dorks[0].notes == "Brave & <b>bold</b>"
    assert [(each.name, len(each.names)) for each in battle.read(squads)] == [("First Squad", 4)]
    assert (tank.kind, tank.size, tank.armor, tank.move) == (UnitKind.VEHICLE, 4, "2d10", 8)
    assert (tank.deflection, tank.power_multiplier) == (1, 2)
    arms = [(each.name, each.size, each.use, each.range) for each in rows(battle, Weapon)]
    assert arms == [("Rifle", 1.5, 3, 10)] * 3 + [("Cannon", 3, 6, 12)] * 2
    battle.undo()
    assert battle.digest() == before


@pytest.mark.parametrize(("by_rules", "use"), [(False, 3), (True, 4)])
def test_the_referee_says_whose_figures_count(battle: Campaign, by_rules: bool, use: int) -> None:
    bazooka = weapon("Bazooka", size=1.5, use=3, damage="(determined by Ammunition)")
    found = read(battle, army(unit(weapons=[bazooka])), by_rules=by_rules)
    assert [each.words for each in found.differs] == ["Bazooka: Use 3 in the file, 4 by the rules"]
    battle.do(found.act())
    assert rows(battle, Weapon)[0].use == use


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("row", "words"),
    [
        (unit(unit_number="many"), "Dork: the number “many” counts as 1"),
        (unit(armor="1d6+2"), "Dork: the Armor “1d6+2” counts as 1d6"),
        (unit(armor="thick"), "Dork: the Armor “thick” counts as that of the rules"),
        (unit(action="lots"), "Dork: the Action die “lots” is that of the rules"),
        (unit(move="slow"), "Dork: the Move “slow” is that of the rules"),
        (unit(move="8 hopping"), "Dork: “hopping” of its Move is a note"),
        (unit(size="tall"), "Dork: the Size “tall” counts as 1"),
        (unit(value="a lot"), "Dork: the value “a lot”"),
        (unit(name="D" * 100), f"{'D' * 80}: the end of its name “{'D' * 100}”"),
        (unit(weapons=[weapon("Death Ray")]),
         "Dork: Death Ray: there is no weapon “Death Ray”: it comes as Other"),
        (unit(weapons=[weapon("Gun", size="huge")]), "Dork: Gun: the Size “huge” counts as 1"),
        (unit(weapons=[weapon("Gun", amount="some")]), "Dork: Gun: the amount “some” counts as 1"),
        (unit(weapons=[weapon("Gun", use="3+")]), "Dork: Gun: the Use “3+” is that of the rules"),
        (unit(weapons=[weapon("Gun", range="far")]), "Dork: Gun: the Range “far” is that of the rules"),
        (unit(equipment=[{"type": "Small Thrusters"}]),
         "Dork: the equipment “Small Thrusters” is only a note"),
        (unit(specialties=[{"type": "tek", "name": "Assistance"}]),
         "Dork: the specialty “Assistance” is only a note"),
        (unit(weapons=[weapon("Gun", damage="Skill dice of doom")]),
         "Dork: Gun: the damage “Skill dice of doom” is that of the rules, 1d6: “1 Action die"
         " of doom” is no damage. Type damage like 2d6+1, 1 Action die+2 or 1d4 Fire."),
        (unit(magik=[{"die": "d6", "element": "Fire"}]), "Dork: the Magik “d6 Fire” is only a note"),
        ({**TANK, "power": "9"}, 'Tank: its 9" of Power is that of the rules'),
        (TANK, "Tank: the list does not say what it is: it comes as a Vehicle"),
    ],
)  # fmt: skip
def test_what_is_not_taken_over_is_named(battle: Campaign, row: Any, words: str) -> None:
    assert words in lost(battle, army(row))
    battle.do(read(battle, army(row)).act())


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no line in it has a head such as Name"),
        (b"not JSON", "Wanted are the columns Name"),
        (b'{"squads": [', "dorks.json is no army list: Expecting value at line 1"),
        (b"PK\x03\x04zip", "a workbook or an archive"),
        (b"[1, 2]", "it has no squads"),
        (b'{"squads": 3}', "it has no squads"),
        (b'{"squads": []}', "without units"),
        (b'{"squads": [{"units": "x"}]}', "without units"),
        (b"[" * 100_000, "nested too deep"),
        (b" " * (LARGEST + 1), "larger than 10 MB"),
        (army(*[unit(unit_number="100")] * 6), "more than 500 units"),
    ],
)
def test_what_is_no_army_list_is_refused_in_words(
    battle: Campaign, content: bytes, words: str
) -> None:
    with pytest.raises(BadInput, match=words.replace("(", r"\(").split(",")[0]):
        read(battle, content)


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize(
    "content",
    [
        army({"name": "Old"}),
        army(unit(weapons=None, equipment="none", extra={"deep": [1]})),
        army({}),
        army(unit(isMinifigure="yes", size=3, move=4, unit_number=2)),
        b"\xef\xbb\xbf" + army(unit()),
        army(unit("Ŝilo ☃ <script>")),
        json.dumps({"squads": [{"units": [unit()]}]}).encode(),
    ],
)
def test_old_and_odd_files_come_in(battle: Campaign, content: bytes) -> None:
    assert battle.do(read(battle, content).act()).lines


def test_what_no_rule_allows_comes_in_marked_one_by_one_and_is_told(battle: Campaign) -> None:
    done = battle.do(read(battle, army(unit(), unit("Wall", armor="2d10"), unit("Bob"))).act())
    told = [line.text() for line in done.lines]
    assert len(told) == 4
    assert told[2].startswith("Wall is against the rules. Wall: ")
    assert told[2].endswith("OF-39")
    names = {each.name: each.tags for each in rows(battle, Unit)}
    assert {name for name, tags in names.items() if MARK in tags} == {"Wall"}
    assert names.keys() >= {"Dork", "Wall", "Bob"}


def test_many_copies_are_that_many(battle: Campaign) -> None:
    for said, count in (("500", 500), ("x3", 3), ("150", 150), ("3x", 3)):
        assert read(battle, army(unit(unit_number=said))).count == count
    with pytest.raises(BadInput, match="Dork has 5,000 copies; a file adds 500 at most"):
        read(battle, army(unit(unit_number="5000")))


BUILDERS = {
    "Melee Weapon": ("1 Skill die", 1, {6: 1}),
    "Two-Handed Weapon": ("2 Skill dice", 2, {6: 2}),
    "Heavy Weapon": ("Skill die + 2", 1.5, {6: 1}),
    "Tool": ("1Skill die - ", 1, {6: 1}),
    "Explosive": ("2d10 Explosion", 2, {10: 2}),
    "Incendiary Explosive": ("2d4 Fire", 2, {4: 2}),
    "Armor Piercing Explosive": ("2d6 Pierce", 2, {6: 2}),
    "Concussion Explosive": ("2d8 Knockback", 2, {6: 2}),
    "Phased Explosive": ("3d10 (2d10 = d12 Phased)", 3, {12: 1, 10: 1}),
    "Rocket": ("1d10 Explosion", 1, {10: 1}),
    "Blast Gun": ("1d8 - (distance)", 1, {8: 1}),
    "FlameGun": ("1d4 + 1 Fire", 1.5, {4: 1}),
}  # fmt: skip


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("kind", BUILDERS)
def test_every_weapon_of_the_builder_rolls_what_it_shows(battle: Campaign, kind: str) -> None:
    damage, size, dice = BUILDERS[kind]
    arms = [weapon(kind, size=size, damage=damage)]
    battle.do(read(battle, army(unit(weapons=arms))).act())
    bearer, foe = rows(battle, Unit)[-1].id, scene.unit(battle, "Foe", 2)
    arm = rows(battle, Weapon)[-1]
    strike = Strike(weapon_id=arm.id, by_id=bearer)
    attack = Attack(aims=(Aim(unit_id=foe, distance=1),), strikes=(strike,))
    seen = scene.look(battle, attack, 6)
    assert seen.damage_first is not None
    asked = [die.sides for die in seen.dice[seen.damage_first :] if not die.armor]
    assert Counter(asked) == Counter(dice), arm.damage
    shown = battle.reading(roster).units[-2].arms[0].figures
    assert damage_words(arm.damage) in shown


def test_what_the_desk_has_is_no_note(battle: Campaign) -> None:
    skilled = [
        {"type": "medik", "name": "Ker-Triage! (1d8)"}, {"type": "mechanik", "name": "Aptitude"},
        {"type": "hero", "name": "Heroic Ego"},
    ]  # fmt: skip
    found = read(battle, army(unit(specialties=skilled)))
    assert found.lost == ()
    assert [each.words for each in found.differs] == ["Action die d6 in the file, d10 by the rules"]
    battle.do(found.act())
    hero = rows(battle, Unit)[-1]
    assert (hero.kind, hero.specialties) == (
        UnitKind.HERO, ["ker-triage", "construction"],
    )  # fmt: skip


def test_names_stay_as_they_were_typed(battle: Campaign) -> None:
    names = ["<Dork>", "a <b> & c", "1 < 2 > 0", "Ejército ñ 😀", "\u200b", "   "]
    found = read(battle, army(*[unit(name) for name in names]))
    assert [each.act.name for each in found.units] == [*names[:4], "Unit", "Unit"]
    battle.do(found.act())
    assert [each.name for each in rows(battle, Unit)[-6:]] == [*names[:4], "Unit", "Unit 2"]


def test_the_same_list_again_makes_no_second_of_a_name(battle: Campaign) -> None:
    again = read(battle, army(unit("Trooper", unit_number="2"), unit("Trooper"))).act()
    battle.do(again)
    battle.do(again)
    new = rows(battle, Unit)[-6:]
    assert len({each.name for each in new}) == 6
    assert len({each.token for each in new}) == 6
    told = [line.text() for line in battle.do(again).lines]
    assert "Trooper joins as Trooper 7. There is a Trooper already." in told


def test_two_thousand_mutants_are_read_or_refused_in_words(battle: Campaign) -> None:
    chance = random.Random(14)
    whole = army(unit(unit_number="3", weapons=[weapon("Bazooka", use=3)]), TANK)
    rules, before, taken = battle.read(brikwars_house), battle.digest(), 0
    for _ in range(2000):
        mutant = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(mutant))
            how = chance.randrange(3)
            if how == 0:
                mutant[at] = chance.randrange(256)
            elif how == 1:
                del mutant[at : at + chance.randint(1, 9)]
            else:
                mutant[at:at] = chance.choice((b'"', b"{", b"99999", b"null,", b"\x00", b"-"))
        try:
            taken += read_any(bytes(mutant), rules, None).count > 0
        except BadInput:
            continue
    assert 100 < taken < 1900
    assert battle.digest() == before
