"""The library: what is kept comes back equal, is found by words, used, renamed and deleted."""

import json

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.campaign.setup import SetHouseRule
from brikdesk.acts.units.roster import AddUnit, RemoveUnit
from brikdesk.acts.weapons.racks import RackFacts, RoundFacts
from brikdesk.acts.weapons.weapons import WeaponFacts
from brikdesk.errors import BadInput
from brikdesk.library import shelf, templates
from brikdesk.library.templates import (
    Template,
    act_of,
    asked,
    fitting,
    from_data,
    to_data,
    wanted_of,
)
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Unit
from brikdesk.store.views.battlefield import battlefield
from brikdesk.store.views.campaign_and_battle import house_rule_values
from tests.acts.table import rows
from tests.as_new import army_of, mustered

BERTHA = AddUnit(
    name="Big Bertha", player_id=1, kind="Vehicle", size=4, armor="2d10", notes="loud\nand slow",
    weapons=(WeaponFacts(kind="Cannon", size=3, controls=("turret",)), WeaponFacts(kind="Launcher", size=2)),
    racks=(RackFacts(weapon=0, rounds=(RoundFacts(name="Shell", explosive_size=3, count=4),)),
           RackFacts(name="Battery", battery=True, weapon=1, rounds=(RoundFacts(name="Missile", count=12),))),
)  # fmt: skip
TROOPER = AddUnit(
    name="Trooper", player_id=1, worn_armor="light", weapons=(WeaponFacts(preset="W-05"),)
)


def keep(name: str, *units: AddUnit) -> Template:
    entry = templates.of_units(name, units)
    shelf.kept(entry)
    return entry


def used(battle: Campaign, said: str, player_id: int | None = 2) -> None:
    wanted = wanted_of(asked(said, shelf.opened().entries))
    battle.do(act_of(wanted, player_id, battle.read(house_rule_values)))


def test_a_unit_comes_back_with_weapons_racks_controls_and_notes(battle: Campaign) -> None:
    battle.do(BERTHA)
    made = battle.read(mustered, (1,))
    keep("Bertha", *made)
    before = battle.digest()
    used(battle, "2 bert")
    (again,) = battle.read(army_of, 2)
    assert (again.name, again.copies) == ("Bertha", 2)
    assert (again.weapons, again.racks, again.notes) == (
        made[0].weapons,
        made[0].racks,
        made[0].notes,
    )
    battle.undo()
    assert battle.digest() == before


def test_an_army_a_table_and_house_rules_come_back(battle: Campaign) -> None:
    for act in (BERTHA, TROOPER, TROOPER):
        battle.do(act)
    battle.do(
        PlaceTerrain(kind="building", name="Keep", points=((2.0, 2.0), (8.0, 2.0), (8.0, 8.0)))
    )
    battle.do(SetHouseRule(switch="bw_minifig_armor", value="1d6"))
    army, ground = battle.read(army_of, 1), battle.read(battlefield)
    shelf.kept(templates.of_units("Reds", army))
    shelf.kept(templates.of_table("Keep and hill", ground))
    shelf.kept(templates.of_rules("Harder", battle.read(house_rule_values)))
    for _ in range(5):
        battle.undo()
    used(battle, "reds, keep, hard", 1)
    assert battle.read(army_of, 1) == army
    assert [piece.name for piece in battle.read(battlefield).pieces] == ["Keep"]
    assert battle.read(house_rule_values)["bw_minifig_armor"] == "1d6"
    with pytest.raises(BadInput, match="in force already"):
        used(battle, "hard")


def test_what_was_removed_is_no_part_of_an_army(battle: Campaign) -> None:
    battle.do(BERTHA)
    battle.do(TROOPER)
    battle.do(RemoveUnit(unit_id=1))
    assert [unit.name for unit in battle.read(army_of, 1)] == ["Trooper"]
    assert rows(battle, Unit)[0].name == "Big Bertha"


def test_words_find_names_first_then_what_is_in_them() -> None:
    for name in ("Trooper", "Storm Trooper", "Bertha"):
        shelf.kept(templates.of_units(name, [BERTHA if name == "Bertha" else TROOPER]))
    found = shelf.opened()
    names = [entry.name for entry in fitting("tro", found.entries)]
    assert names == ["Trooper", "Storm Trooper"]
    assert [entry.name for entry in fitting("cannon", found.entries)] == ["Bertha"]
    wanted = wanted_of(asked("3 storm, ber,", found.entries))
    assert [(each.copies, each.entry.name) for each in wanted] == [
        (3, "Storm Trooper"),
        (1, "Bertha"),
    ]


@pytest.mark.parametrize(
    ("said", "words"),
    [("", "Name a template"), ("zzz", "Nothing in the library fits “zzz”"), ("0 tro", "From 1 to 100"),
     ("101 tro", "From 1 to 100")],
)  # fmt: skip
def test_words_that_name_nothing_are_refused(said: str, words: str) -> None:
    keep("Trooper", TROOPER)
    with pytest.raises(BadInput, match=words):
        wanted_of(asked(said, shelf.opened().entries))


def test_names_are_kept_apart_changed_and_deleted() -> None:
    keep("Trooper", TROOPER)
    keep("trooper", TROOPER)
    assert [entry.name for entry in shelf.opened().entries] == ["Trooper", "trooper 2"]
    second = shelf.opened().entries[1]
    with pytest.raises(BadInput, match="is in the library already"):
        shelf.renamed(second, "TROOPER")
    after = shelf.renamed(second, "Grunt")
    assert [entry.name for entry in after.entries] == ["Grunt", "Trooper"]
    assert after.entries[0].units[0].unit.name == "Grunt"
    assert [e.name for e in shelf.dropped(after.entries[0]).entries] == ["Trooper"]
    assert [e.name for e in shelf.opened().entries] == ["Trooper"]


def test_every_entry_is_the_same_after_it_was_written(battle: Campaign) -> None:
    battle.do(BERTHA)
    for entry in (
        templates.of_units("Bertha", battle.read(army_of, 1)),
        templates.of_units("Two", [TROOPER, TROOPER]),
        templates.of_table("Table", battle.read(battlefield)),
        templates.of_rules("Rules", battle.read(house_rule_values)),
    ):
        again = from_data(json.loads(json.dumps(to_data(entry))))
        assert to_data(again) == to_data(entry)
        assert (again.what, again.holds) == (entry.what, entry.holds)


@pytest.mark.parametrize("said", ["3 Gus", "3 x Gus", "3x Gus", "3 × Gus", "3×Gus", "3 * Gus"])
def test_copies_are_asked_with_any_sign_of_times(said: str) -> None:
    (part,) = asked(said, ())
    assert (part.copies, part.words) == (3, "Gus")


@pytest.mark.parametrize("said", ["3 xenos", "3 x", "x ray"])
def test_a_name_that_begins_with_x_is_kept(said: str) -> None:
    (part,) = asked(said, ())
    assert part.words == said.removeprefix("3 ")
