"""Units of either rule set come back from the library row for row, alone, together and as armies."""

from collections.abc import Callable, Iterable
from enum import Enum
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from sqlmodel import Session, col, select

from brikdesk.acts.campaign.notes_and_photos import PinPhoto
from brikdesk.acts.campaign.setup import AddPlayer, CreateCampaign, SetRuleSets
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.scifi.crews import MemberFacts
from brikdesk.acts.scifi.units import AddSfUnit, SetSfUnit
from brikdesk.acts.scifi.weapons import AddSfWeapon
from brikdesk.acts.units.roster import AddUnit
from brikdesk.armies.army_form import Army
from brikdesk.armies.standing import CARRIED, KEPT
from brikdesk.errors import BadInput, BrikDeskError, Refused
from brikdesk.games import GAMES
from brikdesk.library import shelf, templates
from brikdesk.library.templates import (
    act_of,
    army_as_built,
    asked,
    from_data,
    to_data,
    units_as_built,
    wanted_of,
)
from brikdesk.pictures.photo import photo_of
from brikdesk.rules.scifi.units_and_crews import CrewRole, SfUnitKind
from brikdesk.rules.scifi.weapon_records import Mounting
from brikdesk.sample import write_sample, write_scifi_sample
from brikdesk.store.act import Act, overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    Chamber,
    ControlPoint,
    Explosive,
    Fire,
    Rack,
    Round,
    SfCrew,
    SfLoad,
    SfStore,
    SfUnit,
    SfWeapon,
    Squad,
    State,
    Thrusting,
    Unit,
    Weapon,
)
from brikdesk.store.views.campaign_and_battle import house_rule_values
from tests.acts.table import rows
from tests.nightly import many
from tests.staging import nine_steps
from tests.walks.chance import random_act
from tests.walks.test_scifi_walks import muster

OWNER = {
    Squad: ("unit_id", Unit), Weapon: ("unit_id", Unit), Rack: ("unit_id", Unit),
    Explosive: ("carrier_id", Unit), SfUnit: ("unit_id", Unit), SfWeapon: ("unit_id", Unit),
    Thrusting: ("weapon_id", Weapon), ControlPoint: ("weapon_id", Weapon),
    Round: ("rack_id", Rack), SfStore: ("sf_weapon_id", SfWeapon),
    SfCrew: ("sf_weapon_id", SfWeapon), SfLoad: ("store_id", SfStore),
}  # fmt: skip
"""To whom the rows of each table belong: column, and table of the owner."""

OF_A_BATTLE = (State, Fire, Chamber)
"""Tables of what only a battle brings; `test_every_table_is_compared` holds that none is forgotten."""

AS_NEW: dict[Any, dict[str, Any]] = {
    Unit: {"size_damage": 0, "on_table": True, "fate": "ALIVE", "wounded": False, "grinding": 0,
           "limbs_lost": []},
    Weapon: {"inoperative": False, "lying": ""},
    Explosive: {"causer_id": None},
    SfWeapon: {"destroyed": False, "last_mode": None},
    SfLoad: {"fired": 0, "lost": 0, "adjusted": 0},
    SfCrew: {"alive": True},
}  # fmt: skip
"""What a battle changes: a template is the unit before it."""


def test_every_table_is_compared() -> None:
    assert set(KEPT) == {Unit, *OWNER, *OF_A_BATTLE}


def rows_of(session: Session, unit_ids: tuple[int, ...]) -> list[Any]:
    """Return all that units are made of, each row by its columns, without keys of its campaign."""
    order = {unit_id: number for number, unit_id in enumerate(unit_ids)}
    return [_unit(session, session.get_one(Unit, unit_id), order) for unit_id in unit_ids]


def _unit(session: Session, unit: Unit, order: dict[int, int]) -> Any:
    return _row(session, unit, Unit, order)


def _row(session: Session, row: Any, kind: Any, order: dict[int, int]) -> Any:
    new = AS_NEW.get(kind, {})
    found: dict[str, Any] = {}
    for column, way in KEPT[kind].items():
        if way is not CARRIED:
            continue
        value = new.get(column, getattr(row, column))
        if column in ("unit_id", "structure_id", "occupant_id"):
            value = order.get(value)
        elif column == "weapon_id" and value is not None:
            value = _number(session, Weapon, "unit_id", row.unit_id, value)
        elif column == "player_id":
            value = value == session.get_one(Unit, row.carrier_id).player_id
        found[column] = value.name if isinstance(value, Enum) else value
    if kind is Round:
        found["count"] = found["full"]
    for other, (column, owner) in OWNER.items():
        if owner is kind:
            wanted = select(other).where(getattr(other, column) == row.id).order_by(col(other.id))
            own = [_row(session, each, other, order) for each in session.exec(wanted)]
            found[other.__name__] = [each for each in own if _is_built(other, each)]
    return found


def _is_built(kind: Any, row: dict[str, Any]) -> bool:
    if kind is Round:
        return row["full"] > 0
    return kind is not Explosive or row["state"] == "STORED"


def _number(session: Session, kind: Any, column: str, owner: int, wanted: int) -> int:
    own = select(kind.id).where(getattr(kind, column) == owner).order_by(col(kind.id))
    return list(session.exec(own)).index(wanted)


def is_odd(crew: list[Any]) -> bool:
    """Return whether somebody took over: all of a template's crew live, with one gunner and loader."""
    roles = [each["role"] for each in crew]
    return "NEXT_LOADER" in roles or any(roles.count(role) > 1 for role in ("GUNNER", "LOADER"))


@pytest.fixture
def other(tmp_path: Path) -> Iterable[Campaign]:
    """Another campaign, by both rule sets, with nobody on the table."""
    with Campaign.create(tmp_path / "other.brik") as made:
        titles = tuple(game.title for game in GAMES.values())
        made.do(CreateCampaign(name="Other", uuid="other", rule_sets=titles))
        made.do(AddPlayer(name="Zoe", faction="Zinc Zouaves", colour="sky"))
        yield made


def through_the_library(campaign: Campaign, army: Army, name: str, other: Campaign) -> list[Any]:
    """Keep units, add them to the other campaign, return what they are there; undone again."""
    kept = shelf.kept(templates.of_army(name, army)).name
    found = shelf.opened()
    assert not found.notice
    entry = shelf.named(found.entries, kept)
    assert entry is not None
    assert to_data(from_data(to_data(entry))) == to_data(entry)
    act: Act = act_of(wanted_of(asked(kept, (entry,))), 1, other.read(house_rule_values))
    while True:
        try:
            other.do(act)
        except Refused as error:  # it was overruled there, and is so here
            act = overruling(act, error.rule)
        else:
            break
    ids = tuple(unit.id or 0 for unit in rows(other, Unit))
    made = other.reading(lambda session: rows_of(session, ids))
    other.undo()
    shelf.dropped(entry)
    return made


def differences(campaign: Campaign, other: Campaign) -> int:
    """Compare each unit of a campaign, and each army; return how many units there were."""
    count = 0
    for unit in rows(campaign, Unit):
        if unit.fate.name == "REMOVED":
            continue
        army = campaign.read(units_as_built, (unit.id or 0,))
        (was,) = campaign.reading(lambda session, one=(unit.id or 0,): rows_of(session, one))
        (now,) = through_the_library(campaign, army, unit.name, other)
        check(unlike(now, was, unit.name), army)
        count += 1
    for player_id in (1, 2, None):
        theirs = [
            unit.id or 0
            for unit in rows(campaign, Unit)
            if unit.player_id == player_id and unit.fate.name != "REMOVED"
        ]
        if theirs:
            army = campaign.read(army_as_built, player_id)
            before = campaign.reading(lambda session, ids=tuple(theirs): rows_of(session, ids))
            after = through_the_library(campaign, army, "Army", other)
            if len(before) == 1:
                after[0]["name"] = before[0]["name"]
            bare = [[without_name(each) for each in units] for units in (after, before)]
            check(unlike(*bare, f"army of {player_id}"), army)
            assert {each["name"] for each in after} >= {each["name"] for each in before}
    return count


def check(found: Iterable[str], army: Army) -> None:
    """Check that nothing differs but figures that a weapon lacked, each of them told by name."""
    differs, told = list(found), [each.words for each in army.lost if " has no " in each.words]
    assert all(words.endswith("was None") and ", Weapon " in words for words in differs), differs
    assert len(differs) == len(told), (differs, told)


def unlike(now: Any, was: Any, where: str) -> Iterable[str]:
    """Return what differs, and where."""
    if isinstance(now, dict) and isinstance(was, dict):
        for name in sorted({*now, *was}):
            if name == "SfCrew" and is_odd(was[name]):
                now, was = (
                    {**row, name: [{**each, "role": ""} for each in row[name]]}
                    for row in (now, was)
                )
            yield from unlike(now.get(name), was.get(name), f"{where}, {name}")
    elif isinstance(now, list) and isinstance(was, list) and len(now) == len(was):
        for number, (one, other) in enumerate(zip(now, was, strict=True)):
            yield from unlike(one, other, f"{where} {number}")
    elif now != was:
        yield f"{where}: {now!r} was {was!r}"


def without_name(unit: dict[str, Any]) -> Any:
    """Return a unit without its name and token: of two Troopers one becomes Trooper 2."""
    return {**unit, "name": "", "token": ""}


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("write", [write_sample, write_scifi_sample])
def test_every_unit_and_army_of_both_samples_comes_back(
    tmp_path: Path, other: Campaign, write: Callable[[Path], object]
) -> None:
    write(tmp_path / "sample.brik")
    with Campaign.open(tmp_path / "sample.brik") as campaign:
        assert differences(campaign, other) >= 8


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("seed", range(many(2, 60)))
def test_units_after_a_random_evening_come_back_as_they_were_built(
    battle: Campaign, other: Campaign, seed: int
) -> None:
    muster(battle)
    nine_steps(battle)
    chance, done = Random(f"library {seed}"), 0
    while done < 60:
        act = random_act(battle, chance, overrule=True, scifi=0.6)
        try:
            if act is not None:
                battle.do(act)
        except BrikDeskError:
            continue
        done += 1
    print(f"seed {seed}: {differences(battle, other)} units compared")


def both(campaign: Campaign) -> None:
    titles = tuple(game.title for game in GAMES.values())
    campaign.do(SetRuleSets(rule_sets=titles))


def test_who_serves_a_weapon_and_where_it_stands_comes_back(
    battle: Campaign, other: Campaign
) -> None:
    both(battle)
    battle.do(AddSfUnit(name="Bunker", player_id=1, kind=SfUnitKind.STRONGPOINT))
    battle.do(AddSfUnit(name="Ada", player_id=1))
    battle.do(AddSfUnit(name="Cannon", player_id=1, kind=SfUnitKind.CREW))
    gun = AddSfWeapon(
        unit_id=3, catalogue="light laser cannon", mounting=Mounting.EMPLACED, structure_id=1,
        crew=(MemberFacts(unit_id=2, role=CrewRole.GUNNER), MemberFacts(name="Bo")),
        overruled=frozenset({"T7", "12-02", "12-29", "12-30", "12-27"}),
    )  # fmt: skip
    battle.do(gun)
    assert differences(battle, other) == 3
    army = battle.read(army_as_built, 1)
    assert army.lost == ()
    assert {bond.kind for bond in army.bonds} == {"crew", "emplaced"}
    alone = battle.read(units_as_built, (3,))
    assert [f"{each.unit}: {each.words}" for each in alone.lost] == [
        "Cannon: Bunker, where light laser cannon stands, a unit of its own: keep both together",
        "Cannon: Ada, who serves light laser cannon, a unit of its own: keep both together",
    ]


def test_a_unit_that_plays_by_both_rule_sets_comes_back(battle: Campaign, other: Campaign) -> None:
    both(battle)
    battle.do(AddUnit(name="Tank", player_id=1, preset="U-22", tags=("mechanical",), squad="Fist"))
    battle.do(SetSfUnit(unit_id=1, kind=SfUnitKind.VEHICLE, armor_class=7, size=3))
    battle.do(AddSfWeapon(unit_id=1, catalogue="rocket pod", range_factor=20))
    battle.do(AddExplosive(name="Satchel", explosive_size=2, carrier_id=1, player_id=1))
    assert differences(battle, other) == 1


def test_what_belongs_to_a_unit_and_is_not_kept_is_named(battle: Campaign) -> None:
    battle.do(AddUnit(name="Trooper", player_id=1))
    out = BytesIO()
    Image.new("RGB", (120, 120), "navy").save(out, "PNG")
    photo = photo_of(out.getvalue())
    battle.keep_picture(photo)
    battle.do(PinPhoto(picture=photo.name, unit_id=1))
    army = battle.read(units_as_built, (1,))
    assert [(each.unit, each.words) for each in army.lost] == [("Trooper", "a photo that shows it")]


def test_a_campaign_without_the_rules_of_a_unit_refuses_it_by_name(battle: Campaign) -> None:
    scifi = templates.of_army("Drone", drone(battle))
    battle.undo()
    battle.undo()
    act = act_of(wanted_of(asked("dro", (scifi,))), 1, battle.read(house_rule_values))
    before = battle.digest()
    with pytest.raises(BadInput, match="not played by the Sci-fi rules"):
        battle.do(act)
    assert battle.digest() == before


def drone(campaign: Campaign) -> Army:
    both(campaign)
    campaign.do(AddSfUnit(name="Drone", player_id=1, catalogue="Heavy battledrone"))
    return campaign.read(units_as_built, (1,))


def test_words_find_units_of_both_rule_sets(battle: Campaign, other: Campaign) -> None:
    shelf.kept(templates.of_army("Drone", drone(battle)))
    shelf.kept(templates.of_units("Trooper", [AddUnit(name="Trooper")]))
    shelf.kept(
        templates.of_army("Team", Army("", tuple(each.units[0] for each in shelf.opened().entries)))
    )
    found = shelf.opened().entries
    assert [(e.name, e.what) for e in found] == [
        ("Drone", "Wardrone, Sci-fi"), ("Team", "2 units, 1 of them Sci-fi"), ("Trooper", "Minifig"),
    ]  # fmt: skip
    assert found[0].holds == "pod of seven artillery rockets"
    wanted = wanted_of(asked("3 tro, 2 sci-fi, team", found))
    assert [(each.copies, each.entry.name) for each in wanted] == [
        (3, "Trooper"), (2, "Drone"), (1, "Team"),
    ]  # fmt: skip
    other.do(act_of(wanted, 1, other.read(house_rule_values)))
    assert len(rows(other, Unit)) == 7
    assert len(rows(other, SfUnit)) == 3
    other.undo()
    assert rows(other, Unit) == []
