"""Army lists of the community's army builder: what comes in, what is lost, what is refused."""

import json
import random
from typing import Any

import pytest

from brikdesk.armies.army_list import LARGEST, ArmyRead, read_army
from brikdesk.errors import BadInput
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit, UnitKind, Weapon
from brikdesk.store.views.battle import brikwars_house
from brikdesk.store.views.squads import squads
from tests.acts.table import refused, rows


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
    return read_army(content, battle.read(brikwars_house), 1, name="dorks.json", **facts)


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
    assert dorks[0].notes == "Brave & bold"
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


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (unit(unit_number="many"), "Dork: the number “many” counts as 1"),
        (unit(unit_number="5000"), "Dork: the number “5000” counts as 1"),
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
        (unit(specialties=[{"type": "medik", "name": "Medik"}]),
         "Dork: the specialty “Medik” is only a note"),
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
        (b"", "dorks.json is no army list: Expecting value at line 1, column 1."),
        (b"not JSON", "Expecting value"),
        (b"\xff\xfe", "not written in UTF-8"),
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


def test_what_no_rule_allows_is_refused_as_a_whole_and_may_be_overruled(battle: Campaign) -> None:
    thick = read(battle, army(unit(), unit("Wall", armor="2d10"))).act()
    assert "more than a Size of 1" in refused(battle, thick, "OF-39")
    assert len(battle.do(overruling(thick, "OF-39")).lines) == 2


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
            taken += read_army(bytes(mutant), rules).count > 0
        except BadInput:
            continue
    assert 100 < taken < 1900
    assert battle.digest() == before
