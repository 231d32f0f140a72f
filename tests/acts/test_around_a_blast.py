"""What an explosion meets besides units, what a unit carries, and what a Missed Shot may strike."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.combat.aim import (
    Aim,
    Caught,
    ExplosionPreview,
    Stray,
    Strike,
    caught_on_map,
    map_knows_all,
)
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.combat.disengaging_and_responses import responders
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.explosives.placed import AddExplosive, DamageExplosive, MoveDud, MoveExplosive
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.fire.fires import Ignite
from brikdesk.acts.movement.colliding import lies_in_run
from brikdesk.acts.movement.moving import MoveUnit
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.acts.units.roster import TakePart
from brikdesk.acts.weapons.gunnery import ManControl
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.dice import Face
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Mind,
    Terrain,
    UnitKind,
)
from brikdesk.store.views.battlefield import battlefield, near_point
from brikdesk.store.views.units import unit as unit_row
from brikdesk.turns import ledger
from tests.acts.attack_scene import unit, weapon
from tests.acts.hazards import ANN, BEN, creation, keys, minifig, put, settle, to_turn, waiting
from tests.acts.hazards import look as examined
from tests.acts.table import refused, row, rows, told

BOMB = Detonate(explosive_id=1, faces=(Face(6), Face(5)))


def bomb(campaign: Campaign, **facts: object) -> None:
    """Put an activated Bomb X2 down, which goes off at the end of the turn."""
    usual: dict[str, object] = {"name": "Bomb", "explosive_size": 2, "x": 10.0, "y": 10.0}
    campaign.do(AddExplosive(**{**usual, **facts}))  # type: ignore[arg-type]
    campaign.do(DamageExplosive(explosive_id=1, damage=9))


def look(campaign: Campaign, act: Detonate) -> ExplosionPreview:
    preview: ExplosionPreview = campaign.reading(act.examine)
    return preview


def by_map(campaign: Campaign, act: Detonate) -> Detonate:
    """Return the act with all that the map has within reach."""
    blasts = look(campaign, act).blasts
    return replace(act, caught=campaign.reading(lambda session: caught_on_map(session, blasts)))


# What an explosion meets


@pytest.mark.rule("8.4-13", "8.4-25", "Q8-40")
def test_a_keg_beside_a_bomb_goes_off_when_all_is_rolled(battle: Campaign) -> None:
    bomb(battle)
    battle.do(
        AddExplosive(name="Keg", explosive_size=2, stability=Stability.UNSTABLE, x=10.0, y=11.0)
    )
    battle.do(EndTurn())
    act = roll_all(battle, lambda sides: 5)
    assert act is not None
    lines = [line.text() for line in battle.do(act).lines]
    assert any(line.startswith("Keg explodes") for line in lines)
    assert [each.state for each in rows(battle, Explosive)] == [ExplosiveState.SPENT] * 2
    assert keys(battle) == []
    battle.undo()
    assert row(battle, Explosive, 2).state is ExplosiveState.STORED


@pytest.mark.rule("8.4-14", "8.4-26")
def test_an_explosive_that_holds_is_thrown_where_it_lies_loose(battle: Campaign) -> None:
    bomb(battle)
    battle.do(AddExplosive(name="Crate", explosive_size=20, x=12.0, y=10.0))
    lines = told(battle, by_map(battle, BOMB))
    assert 'Crate is thrown 2". Straight away. 8.4-26' in lines
    assert (row(battle, Explosive, 2).x, row(battle, Explosive, 2).y) == (14.0, 10.0)


@pytest.mark.rule("8.4-25", "8.4-33")
def test_a_structure_is_struck_by_its_outline_and_terrain_is_told(battle: Campaign) -> None:
    wall = creation(battle, "Wall", size=2, weight_class=3, kind=UnitKind.STRUCTURE, mind=Mind.NONE)
    put(
        battle,
        Terrain(
            battle_id=1, kind="WALL", name="Wall", points=[(11.0, 0.0), (11.0, 30.0)], radius=0.5,
            unit_id=wall,
        ),
    )  # fmt: skip
    battle.do(PlaceTerrain(kind="wood", name="Copse", points=((13.0, 10.0),), radius=1.5,
                           weight_class=1))  # fmt: skip
    battle.do(PlaceTerrain(kind="road", name="Lane", points=((9.0, 10.0),), radius=1.5))
    bomb(battle)
    found = battle.read(near_point, 10.0, 10.0, 4.0)
    assert [(each.unit_id, each.distance) for each in found] == [(None, 0.0), (wall, 0.5)]
    seen = look(battle, by_map(battle, BOMB))
    assert [(each.name, each.where, each.damage) for each in seen.victims if each.unit_id is None] == [
        ("Copse", '0–2"', 11)
    ]  # fmt: skip


@pytest.mark.rule("8.4-25")
def test_what_nobody_placed_is_asked_for_and_not_left_out(battle: Campaign) -> None:
    minifig(battle, "Al", x=1.0, y=1.0)
    bomb(battle)
    blasts = look(battle, BOMB).blasts
    assert battle.reading(lambda session: map_knows_all(session, blasts))
    battle.do(AddExplosive(name="Keg", explosive_size=2, place="by the gate"))
    assert not battle.reading(lambda session: map_knows_all(session, blasts))
    here = replace(BOMB, caught=(Caught(explosive_id=2, distance=1.0),))
    assert any("Keg is activated." in line for line in told(battle, here))


@pytest.mark.rule("8.4-18", "8.4-24")
def test_what_goes_off_is_no_target_of_itself_or_of_what_it_sets_off(battle: Campaign) -> None:
    bomb(battle)
    battle.do(
        AddExplosive(name="Keg", explosive_size=1, stability=Stability.UNSTABLE, x=10.5, y=10.0)
    )
    first = by_map(battle, BOMB)
    assert [each.explosive_id for each in first.caught] == [2]
    chain = replace(first, faces=(*first.faces, Face(4)))
    blasts = look(battle, chain).blasts
    assert [blast.explosive_id for blast in blasts] == [1, 2]
    caught = battle.reading(lambda session: caught_on_map(session, blasts))
    assert [(each.blast, each.explosive_id) for each in caught] == [("", 2)]


@pytest.mark.rule("8.4-50", "Q8-46")
def test_crews_and_what_is_stored_are_where_their_creation_is(battle: Campaign) -> None:
    tank = creation(battle, "Tank", size=4, kind=UnitKind.VEHICLE, x=14.0, y=10.0)
    driver, gun = minifig(battle, "Driver"), weapon(battle, tank, kind="Gun", size=1)
    (seat,) = put(battle, ControlPoint(weapon_id=gun, place="cockpit"))
    battle.do(ManControl(control_id=seat, unit_id=driver))
    battle.do(AddRack(unit_id=tank, rounds=(RoundFacts(name="Shell", count=3),)))
    found = {
        (each.unit_id, each.round_id): (each.distance, each.exposed)
        for each in battle.read(near_point, 10.0, 10.0, 4.0)
    }
    assert found == {
        (tank, None): (2.0, True),
        (driver, None): (2.0, True),
        (None, 1): (2.0, False),
    }


# In a Field


@pytest.mark.rule("F.1-11", "F.1-13", "8.4-13", "8.4-14", "8.4-23")
@pytest.mark.parametrize(
    ("facts", "dice", "waits"),
    [
        ({"stability": Stability.UNSTABLE}, 1, True),
        ({"stability": Stability.SEMI_STABLE}, 2, False),
        ({"stability": Stability.SEMI_STABLE}, 3, True),
    ],
    ids=["unstable", "no more than its X", "more than its X"],
)
def test_an_explosive_in_a_field_takes_a_point_for_each_die(
    battle: Campaign, facts: dict[str, Stability], dice: int, waits: bool
) -> None:
    battle.do(AddExplosive(name="Keg", explosive_size=2, x=10.0, y=10.0, **facts))
    lava = AddField(
        kind=FieldKind.EXPOSURE, name="Lava", size=6, dice=("d6 Damage",) * dice, x=12.0, y=10.0
    )
    assert keys(battle) == []
    battle.do(lava)
    assert keys(battle) == (["exposed-1"] if waits else [])
    if waits:
        (line,) = settle(battle, "exposed-1")
        assert line.startswith(("Keg is set off.", "Keg is activated."))
        assert keys(battle) == []


@pytest.mark.rule("F.1-11", "8.4-23")
def test_who_carries_a_keg_into_lava_has_it_set_off(battle: Campaign) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    battle.do(
        AddExplosive(name="Keg", explosive_size=2, stability=Stability.UNSTABLE, carrier_id=al)
    )
    battle.do(
        AddField(kind=FieldKind.EXPOSURE, name="Lava", size=4, dice=("d6 Damage",), x=16.0, y=10.0)
    )
    assert keys(battle) == []
    battle.do(MoveUnit(unit_id=al, x=14.5, y=10.0))
    assert "exposed-1" in keys(battle)


# What a unit carries


@pytest.mark.rule("8.4-16", "8.4-23")
def test_only_what_lies_at_hand_is_taken_up(battle: Campaign) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    battle.do(AddExplosive(name="Keg", explosive_size=2, x=24.0, y=10.0))
    words = refused(battle, MoveExplosive(explosive_id=1, carrier_id=al), "8.4-16")
    assert words == 'Al: by the map Keg is 13.5" away, and it reaches 2".'
    (dud,) = put(
        battle, Explosive(name="Dud", explosive_size=1, state=ExplosiveState.DUD, x=27.0, y=10.0)
    )
    refused(battle, MoveDud(explosive_id=dud, by_unit_id=al), "8.4-23")
    battle.do(MoveUnit(unit_id=al, x=23.0, y=10.0, by_itself=False))
    assert told(battle, MoveExplosive(explosive_id=1, carrier_id=al)) == [
        "Keg is moved. Al has it. 8.4-16"
    ]


@pytest.mark.rule("8.4-16", "8.4-23")
def test_what_is_carried_is_shown_with_its_carrier_and_nowhere_else(battle: Campaign) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    put(
        battle,
        Explosive(name="Dud", explosive_size=1, state=ExplosiveState.DUD, x=10.5, y=10.0),
        Explosive(name="Keg", explosive_size=2, x=10.5, y=10.0),
    )
    assert [each.name for each in battle.read(battlefield).lying] == ["Dud", "Keg"]
    battle.do(MoveDud(explosive_id=1, by_unit_id=al))
    battle.do(MoveExplosive(explosive_id=2, carrier_id=al))
    assert battle.read(battlefield).lying == ()
    shown = battle.read(unit_row, al)
    assert shown is not None
    assert [chip.word for chip in shown.chips if chip.word.startswith("Carries")] == [
        "Carries Dud X1, dud", "Carries Keg X2",
    ]  # fmt: skip
    assert [(each.name, each.lands) for each in battle.read(ledger.in_the_air)] == [
        ("Dud", "carried by Al"), ("Keg", "carried by Al"),
    ]  # fmt: skip
    battle.do(MoveUnit(unit_id=al, x=15.0, y=10.0, by_itself=False))
    battle.do(MoveExplosive(explosive_id=2))
    (keg,) = battle.read(battlefield).lying
    assert (keg.name, keg.x, keg.y) == ("Keg", 15.0, 10.0)


@pytest.mark.rule("8.4-23")
def test_a_dud_that_is_put_down_no_longer_lies_where_it_lay(battle: Campaign) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    put(battle, Explosive(name="Dud", explosive_size=1, state=ExplosiveState.DUD, x=10.5, y=10.0))
    battle.do(MoveDud(explosive_id=1, by_unit_id=al, place="x 13, y 12"))
    (dud,) = battle.read(battlefield).lying
    assert (dud.x, dud.y) == (13.0, 12.0)


@pytest.mark.rule("8.4-15", "8.4-16", "8.4-23")
@pytest.mark.parametrize(
    ("state", "after", "words"),
    [
        (ExplosiveState.STORED, ExplosiveState.STORED, "Keg falls. It lies where Al was. 8.4-16"),
        (
            ExplosiveState.DUD,
            ExplosiveState.ACTIVATED,
            "Keg falls. It lies where Al was. It goes off at once: make its Damage Roll. 8.4-23",
        ),
    ],
)
def test_what_the_dead_carried_lies_where_they_fell(
    battle: Campaign, state: ExplosiveState, after: ExplosiveState, words: str
) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    put(battle, Explosive(name="Keg", explosive_size=2, carrier_id=al, state=state))
    assert words in told(battle, Kill(unit_id=al))
    keg = row(battle, Explosive)
    assert (keg.carrier_id, keg.x, keg.y, keg.state) == (None, 10.0, 10.0, after)


@pytest.mark.rule("8.4-15")
def test_who_leaves_the_table_leaves_behind_what_is_about_to_go_off(battle: Campaign) -> None:
    al = minifig(battle, "Al", x=10.0, y=10.0)
    battle.do(AddExplosive(name="Calm", explosive_size=2, carrier_id=al))
    battle.do(AddExplosive(name="Hot", explosive_size=2, carrier_id=al))
    battle.do(DamageExplosive(explosive_id=2, damage=9))
    battle.do(TakePart(unit_id=al, on_table=False))
    assert [(each.name, each.carrier_id, each.x) for each in rows(battle, Explosive)] == [
        ("Calm", al, None), ("Hot", None, 10.0),
    ]  # fmt: skip
    assert [each.name for each in battle.read(ledger.in_the_air)] == ["Hot"]


# Missed Shots


@pytest.mark.rule("5.3-08", "5.3-11")
def test_a_missed_shot_strikes_only_what_lies_within_the_inches_it_missed_by(
    battle: Campaign, gunner: int, foe: int
) -> None:
    gun = weapon(battle, gunner, kind="Gun", name="Rifle", use=4, range=20, damage="1d6")
    battle.do(MoveUnit(unit_id=gunner, x=2.0, y=10.0, by_itself=False))
    battle.do(MoveUnit(unit_id=foe, x=10.0, y=10.0, by_itself=False))
    far, near = unit(battle, "Far", BEN, x=26.0, y=10.0), unit(battle, "Near", BEN, x=11.5, y=10.0)
    battle.do(AddExplosive(name="Keg", explosive_size=2, x=20.0, y=10.0))
    shot = Attack(aims=(Aim(unit_id=foe),), strikes=(Strike(weapon_id=gun, by_id=gunner),),
                  track_misses=True, faces=(Face(3),))  # fmt: skip

    def strays(at: Stray, spot: str = "behind it") -> Attack:
        return replace(shot, strays=(at,), choices={"spot-0": spot})

    at_far = strays(Stray(shot="shot-0", unit_id=far, distance=23.5))
    words = refused(battle, replace(at_far, faces=(Face(3), Face(6))), "5.3-08")
    assert words == 'Far: it misses by 1", and this spot is 15" away.'
    at_keg = strays(Stray(shot="shot-0", explosive_id=1, distance=18.0))
    refused(battle, replace(at_keg, faces=(Face(3), Face(5))), "5.3-08")
    at_near = strays(Stray(shot="shot-0", unit_id=near, distance=9.0), "x 9.5, y 10")
    refused(battle, replace(at_near, faces=(Face(3), Face(5))), "5.3-11")
    hit = strays(Stray(shot="shot-0", unit_id=near, distance=9.0), "x 11, y 10")
    lines = told(battle, replace(hit, faces=(Face(3), Face(5))))
    assert any(line.startswith("Near takes 5.") for line in lines)


def _catches(battle: Campaign, gus: int) -> list[int]:
    """Return who may catch the fire of a burning minifig, by the Burning Roll itself."""
    battle.do(Ignite(unit_id=gus))
    to_turn(battle, ANN, 2)
    asked = examined(battle, waiting(battle, "burn-1", 3)).choices[1:]
    values = (option.value for choice in asked for option in choice.options)
    return [int(each) for each in values if each.isdigit()]


NEAR_LISTS: dict[str, Callable[[Campaign, int], Sequence[int | None]]] = {
    "fire": _catches,
    "responders": lambda battle, gus: [
        each.unit_id
        for each in battle.read(responders, gus)
        if each.distance is not None and each.distance <= 0.05
    ],
    "explosion": lambda battle, gus: [
        each.unit_id for each in battle.read(near_point, 10.0, 10.0, 0.55)
    ],
    "Collision": lambda battle, gus: battle.read(lies_in_run, gus)[:1],
}
"""Who is beside the unit at 10, 10, by the lists that ask it."""


@pytest.mark.rule("8.3-35", "4.3-03", "8.4-27", "5.4-24", "8.2-01")
@pytest.mark.parametrize("asked", NEAR_LISTS)
@pytest.mark.parametrize("x", [12.5, 24.0], ids=["beside", "far"])
def test_a_crew_is_as_near_as_its_vehicle_in_every_list(
    battle: Campaign, asked: str, x: float
) -> None:
    gus = minifig(battle, x=10.0, y=10.0)
    other = minifig(battle, "Other", BEN, x=16.0, y=10.0)
    truck = creation(battle, "Truck", 4, 1, BEN, kind=UnitKind.VEHICLE, x=x, y=10.0)
    wheel = weapon(battle, truck, kind="Gun", name="Wheel", size=1)
    gunner = minifig(battle, "Gunner", BEN)
    seat, *_ = put(battle, ControlPoint(weapon_id=wheel, place="seat"))
    battle.do(ManControl(control_id=seat, unit_id=gunner))
    found = NEAR_LISTS[asked](battle, gus)
    assert (gunner in found) == (x == 12.5), f"{asked}: where its Truck is, there is the Gunner"
    assert other not in found or asked == "Collision"
