"""Every state that an Explosive can be in, within reach of every kind of explosion.

What is expected stands here by rule. A new act that explodes, and a new place where an Explosive can
be, fail here until they have their cells.
"""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from brikdesk.acts.combat.aim import Aim, Caught, Strike, caught_on_map, thing
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.explosives.landing import Land
from brikdesk.acts.explosives.launch_and_detonate import Detonate
from brikdesk.acts.fields.concealed_hazards import CrossConcealed, PlaceCarefully
from brikdesk.acts.step_act import StepAct
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import (
    ControlPoint,
    Explosive,
    ExplosiveState,
    Field,
    Projectile,
    Rack,
    Round,
    Stability,
    Unit,
    UnitKind,
    Weapon,
    WeaponKind,
)
from tests.acts.hazards import ANN, BEN, put
from tests.acts.table import row, rows

CENTRE = (10.0, 10.0)
"""Where everything goes off: 2d10, of which each shows 6, so 12 points up to 2", 6 up to 4"."""

NEAR = (11.5, 10.0)
"""1.5" from it: an item of Size 0 takes 12 − 2 = 10 points."""

ROLLED = {10: 6, 6: 5, 4: 2}
GOES_OFF, ACTIVATED, HOLDS = "goes off", "activated", "holds"


# The states


@dataclass(frozen=True)
class Cell:
    """What is staged, what becomes of it when something explodes near it, and why."""

    stage: Callable[[Campaign], Caught]
    becomes: str
    rule: str


def _explosive(campaign: Campaign, **facts: Any) -> Caught:
    usual = {"name": "Keg", "explosive_size": 1, "stability": Stability.UNSTABLE, "player_id": BEN}
    return Caught(explosive_id=put(campaign, Explosive(**{**usual, **facts}))[0])


def _at(spot: tuple[float, float]) -> dict[str, float]:
    return {"x": spot[0], "y": spot[1]}


def _lying(**facts: Any) -> Callable[[Campaign], Caught]:
    return lambda campaign: _explosive(campaign, **{**_at(NEAR), **facts})


def _carried(**facts: Any) -> Callable[[Campaign], Caught]:
    def stage(campaign: Campaign) -> Caught:
        # As hard as nails: whoever carries it outlives the first blast, so that it is not dropped.
        bearer = Unit(name="Bo", token="BO", player_id=BEN, armor="40", **{**_at(NEAR), **facts})
        return _explosive(campaign, carrier_id=put(campaign, bearer)[0])

    return stage


def _aboard(campaign: Campaign) -> Caught:
    """Stage a Keg in the hands of a driver who has no place but the cockpit of his tank."""
    tank, driver = put(
        campaign,
        Unit(name="Tank", token="TA", kind=UnitKind.VEHICLE, armor="40", size=2, **_at((12, 10))),
        Unit(name="Driver", token="DR", player_id=BEN, armor="40"),
    )
    (gun,) = put(campaign, Weapon(unit_id=tank, name="Gun"))
    put(campaign, ControlPoint(weapon_id=gun, place="cockpit", occupant_id=driver))
    return _explosive(campaign, carrier_id=driver)


def _stored(*, exposed: bool, **facts: Any) -> Callable[[Campaign], Caught]:
    def stage(campaign: Campaign) -> Caught:
        (tank,) = put(
            campaign,
            Unit(
                name="Tank", token="TA", kind=UnitKind.VEHICLE, armor="40", size=2, **_at((12, 10))
            ),
        )
        (rack,) = put(campaign, Rack(unit_id=tank, name="Ammo rack"))
        usual = {"name": "Shell", "explosive_size": 1, "stability": Stability.UNSTABLE}
        shells = Round(rack_id=rack, count=1, full=1, **{**usual, **facts})
        return Caught(round_id=put(campaign, shells)[0], distance=1.0, exposed=exposed)

    return stage


def _flying(campaign: Campaign) -> Caught:
    flight = Projectile(
        player_id=BEN, name="Missile", explosive_size=1, makeup={}, distance=24, travelled=12,
        target="the far edge", launched_turn_id=1,
        frozen={"action_die": 6, "use": 3, "modifiers": [], "fire_penalty": False},
        x=11.5, y=22.0, target_x=11.5, target_y=-2.0,
    )  # fmt: skip
    return Caught(projectile_id=put(campaign, flight)[0])


STATES = {
    "lies, unstable": Cell(_lying(), GOES_OFF, "8.4-13"),
    "lies, semi-stable, more than its X": Cell(
        _lying(stability=Stability.SEMI_STABLE, explosive_size=9), ACTIVATED, "8.4-14"
    ),
    "lies, semi-stable, no more than its X": Cell(
        _lying(stability=Stability.SEMI_STABLE, explosive_size=10), HOLDS, "8.4-14"
    ),
    "activated": Cell(
        _lying(
            stability=Stability.SEMI_STABLE, explosive_size=12, state=ExplosiveState.ACTIVATED,
            activated_turn_id=1,
        ),
        GOES_OFF, "8.4-17",
    ),
    "a dud": Cell(
        _lying(explosive_size=12, state=ExplosiveState.DUD), GOES_OFF, "8.4-23"
    ),
    "carried by a minifig": Cell(_carried(), GOES_OFF, "Q8-46"),
    "carried by a creation": Cell(
        _carried(kind=UnitKind.CREATURE, size=3), GOES_OFF, "Q8-46"
    ),
    "carried in a cockpit": Cell(_aboard, GOES_OFF, "Q8-46"),
    "stored within its creation": Cell(_stored(exposed=False), HOLDS, "8.4-25"),
    "stored in the open, unstable": Cell(_stored(exposed=True), GOES_OFF, "8.4-50"),
    "stored in the open, semi-stable": Cell(
        _stored(exposed=True, stability=Stability.SEMI_STABLE), ACTIVATED, "8.4-50"
    ),
    "flies": Cell(_flying, GOES_OFF, "8.4-18"),
    "somewhere, the list says it": Cell(
        _lying(x=None, y=None, place="by the gate"), GOES_OFF, "8.4-13"
    ),
    "out of reach": Cell(_lying(x=15.0), HOLDS, "8.4-27"),
}  # fmt: skip
CELLS_BY_HAND = ("stored in the open", "somewhere")
"""Beginnings of states that the referee has to list: the map does not know them."""


# The procedures


def _detonates(campaign: Campaign) -> StepAct:
    bomb = Explosive(
        name="Bomb", explosive_size=2, player_id=ANN, state=ExplosiveState.ACTIVATED,
        activated_turn_id=1, **_at(CENTRE),
    )  # fmt: skip
    return Detonate(explosive_id=put(campaign, bomb)[0])


def _fires(at: Aim, **facts: Any) -> Callable[[Campaign], StepAct]:
    def stage(campaign: Campaign) -> StepAct:
        (stand,) = put(
            campaign,
            Unit(name="Stand", token="ST", player_id=ANN, size=3, action_die=6, x=2.0, y=10.0),
        )
        rocket = Weapon(
            unit_id=stand, name="Rocket", kind=WeaponKind.ROCKET, size=2, use=3, range=20
        )
        (weapon,) = put(campaign, rocket)
        strike = Strike(weapon_id=weapon, by_id=stand)
        return Attack(aims=(at,), strikes=(strike,), **facts)

    return stage


def _lands(campaign: Campaign) -> StepAct:
    flight = Projectile(
        player_id=ANN, name="Bomb", explosive_size=2, makeup={}, distance=20, travelled=12,
        target="the gate", launched_turn_id=1, x=10.0, y=30.0, target_x=CENTRE[0],
        target_y=CENTRE[1],
        frozen={"action_die": 6, "use": 3, "modifiers": [], "fire_penalty": False},
    )  # fmt: skip
    (key,) = put(campaign, flight)
    return Land(projectile_id=key, overruled=frozenset({"8.4-10"}))


def _walker(campaign: Campaign) -> tuple[int, int]:
    (walker,) = put(campaign, Unit(name="Al", token="AL", player_id=ANN, armor="40", **_at(CENTRE)))
    mine = Field(
        name="Mines", kind=FieldKind.CONCEALED, size=8, dice=["d10 Exp", "d10 Exp"],
        player_id=BEN, made_turn_id=1,
    )  # fmt: skip
    return walker, put(campaign, mine)[0]


def _treads(campaign: Campaign) -> StepAct:
    walker, mine = _walker(campaign)
    return CrossConcealed(unit_id=walker, field_id=mine, inches=6, x=CENTRE[0], y=CENTRE[1])


def _sets_down(campaign: Campaign) -> StepAct:
    walker, mine = _walker(campaign)
    return PlaceCarefully(
        unit_id=walker, field_id=mine, what="a plank", spot="x 10, y 10", faces=(Face(1),)
    )


PLACE = Aim(place="the gate", x=CENTRE[0], y=CENTRE[1])
PROCEDURES = {
    "Detonate": _detonates,
    "Attack": _fires(PLACE),
    "Attack that misses": _fires(
        Aim(place="the wall", x=12.0, y=10.0), choices={"spot-0": "x 10, y 10"}, faces=(Face(1),)
    ),
    "Land": _lands,
    "CrossConcealed": _treads,
    "PlaceCarefully": _sets_down,
}


def test_every_act_that_explodes_has_its_cells() -> None:
    exploding = {
        name
        for name, kind in Act.KINDS.items()
        if kind.__module__.startswith("brikdesk.")
        and any(field.name == "caught" for field in fields(kind))
    }
    assert exploding == {name.split(" ")[0] for name in PROCEDURES}


# Playing


def _play(campaign: Campaign, act: StepAct, said: tuple[Caught, ...]) -> list[str]:
    """Play an act to its end by the map, with what is said to be caught; return its log."""
    for _ in range(20):
        preview = campaign.reading(act.examine)
        open_choices = [each for each in preview.choices if each.chosen is None]
        if open_choices:
            answers = {each.id: each.options[0].value for each in open_choices}
            act = replace(act, choices={**act.choices, **answers})
        elif preview.owed:
            more = tuple(Face(ROLLED[each.sides]) for each in preview.open_dice)
            act = replace(act, faces=(*act.faces, *more))
        else:
            found = campaign.reading(lambda session, act=act: _by_map(session, act, said))
            if found == act.caught:
                break
            act = replace(act, caught=found)
    return [line.text() for line in campaign.do(act).lines]


def _by_map(session: Session, act: Any, said: tuple[Caught, ...]) -> tuple[Caught, ...]:
    known = {(each.blast, thing(each)) for each in said}
    found = caught_on_map(session, act.examine(session).blasts)
    return (*said, *(each for each in found if (each.blast, thing(each)) not in known))


def _became(campaign: Campaign, caught: Caught) -> str:
    if caught.projectile_id is not None:
        there = rows(campaign, Projectile)
        spent = [each for each in rows(campaign, Explosive) if each.state is ExplosiveState.SPENT]
        gone = not any(each.id == caught.projectile_id for each in there)
        return GOES_OFF if gone and any(each.name == "Missile" for each in spent) else HOLDS
    if caught.round_id is not None:
        shells = [each for each in rows(campaign, Explosive) if each.name == "Shell"]
        if row(campaign, Round, caught.round_id).count:
            return HOLDS
        return ACTIVATED if shells else GOES_OFF
    state = row(campaign, Explosive, caught.explosive_id or 0).state
    words = {ExplosiveState.SPENT: GOES_OFF, ExplosiveState.ACTIVATED: ACTIVATED}
    return words.get(state, HOLDS)


@pytest.fixture(scope="module")
def table(built_battle: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Campaign]:
    """Yield one running battle for all cells; each takes back what it did."""
    file = shutil.copy(built_battle, tmp_path_factory.mktemp("blasts") / "campaign.brik")
    with Campaign.open(Path(file)) as made:
        yield made


@pytest.mark.parametrize(
    ("state", "procedure"),
    list(product(STATES, PROCEDURES)),
    ids=lambda name: name.replace(" ", "_"),
)
def test_what_explodes_finds_every_explosive(table: Campaign, state: str, procedure: str) -> None:
    cell, before = STATES[state], table.digest()
    try:
        act = PROCEDURES[procedure](table)
        caught = cell.stage(table)
        by_hand = (replace(caught, distance=1.5),) if state.startswith(CELLS_BY_HAND) else ()
        _play(table, act, by_hand)
        assert _became(table, caught) == cell.becomes, cell.rule
    finally:
        while table.digest() != before:
            table.undo()
