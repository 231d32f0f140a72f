"""Who reaches his opponent no more by the map, however that came, fights him no more (5.2-07, 5.2-36)."""

import pytest

from brikdesk.acts.combat.aim import Aim, Mode, Strike
from brikdesk.acts.combat.attack import Attack
from brikdesk.acts.combat.damage import DamageUnit
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.units.editing import EditUnit
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon, EditWeapon, PickUp, PutAway, RemoveWeapon
from brikdesk.dice import Face
from brikdesk.errors import Refused
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.act import Act
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, Inside, State, StateKind
from brikdesk.turns.contradictions import at_odds
from tests.acts.hazards import BEN, minifig, put
from tests.acts.table import rows, told

GUS, FOE = 1, 2
PARTED = "Gus and Foe are no longer engaged. It is out of his reach. 5.2-07"


@pytest.fixture
def pike(battle: Campaign) -> Campaign:
    """Gus reaches Foe with a long weapon alone, across 1.9 inches; both fight."""
    assert (minifig(battle, x=5.0, y=5.0), minifig(battle, "Foe", BEN, x=7.9, y=5.0)) == (GUS, FOE)
    battle.do(AddWeapon(unit_id=GUS, kind="Melee Weapon", size=2, hands=1, mounted=False))
    battle.do(SetState(unit_id=GUS, kind=StateKind.ENGAGED, with_id=FOE))
    assert battle.read(at_odds) == ()
    return battle


def engaged(campaign: Campaign) -> bool:
    return any(row.kind is StateKind.ENGAGED for row in rows(campaign, State))


THROWS = Strike(weapon_id=1, by_id=GUS, mode=Mode.THROW)
LOSES = {
    "removed": RemoveWeapon(weapon_id=1),
    "put away": PutAway(weapon_id=1),
    "laid down": PutAway(weapon_id=1, where="on the ground"),
    "shorter": EditWeapon(weapon_id=1, size=1.0),
    "a gun now": EditWeapon(weapon_id=1, kind="Gun"),
    "thrown": Attack(
        aims=(Aim(unit_id=FOE),),
        strikes=(THROWS,),
        faces=(Face(1),),
        overruled=frozenset({"5.3-04", "8.1-28"}),
    ),
    "knocked away": DamageUnit(
        unit_id=GUS, damage=4, choices={"bad-1": "disarmed", "item-1": "1", "bad": "disarmed"}
    ),
}


@pytest.mark.rule("5.2-07", "5.2-36")
@pytest.mark.parametrize("act", LOSES.values(), ids=LOSES)
def test_who_loses_what_he_reached_with_is_parted(pike: Campaign, act: Act) -> None:
    before = pike.digest()
    lines = told(pike, act)
    assert PARTED in lines
    assert (engaged(pike), pike.read(at_odds)) == (False, ())
    pike.undo()
    assert pike.digest() == before


@pytest.mark.rule("5.2-07")
def test_who_still_reaches_with_another_weapon_fights_on(pike: Campaign) -> None:
    pike.do(AddWeapon(unit_id=FOE, kind="Melee Weapon", size=2, hands=1, mounted=False))
    told(pike, PutAway(weapon_id=1))
    assert engaged(pike), "Foe reaches Gus"
    told(pike, PickUp(weapon_id=1, by_unit_id=GUS))
    told(pike, PutAway(weapon_id=2))
    assert engaged(pike), "Gus reaches Foe"


@pytest.mark.rule("5.2-07")
def test_who_becomes_smaller_may_be_out_of_reach(battle: Campaign) -> None:
    gus, foe = minifig(battle, x=5.0, y=5.0), minifig(battle, "Foe", BEN, size=3, x=7.9, y=5.0)
    battle.do(SetState(unit_id=gus, kind=StateKind.ENGAGED, with_id=foe))
    told(battle, EditUnit(unit_id=foe, size=1))
    assert (engaged(battle), battle.read(at_odds)) == (False, ())


@pytest.mark.rule("F.1-11")
def test_who_becomes_larger_comes_into_what_lies_beside_it(battle: Campaign) -> None:
    acid = Field(
        name="Acid", kind=FieldKind.EXPOSURE, size=4, dice=["d6 Damage"], made_turn_id=1, x=30, y=5
    )
    put(battle, acid)
    gus = minifig(battle, x=32.8, y=5.0)
    assert battle.read(at_odds) == ()
    told(battle, EditUnit(unit_id=gus, size=3))
    assert [row.unit_id for row in rows(battle, Inside)] == [gus]
    assert battle.read(at_odds) == ()


@pytest.mark.rule("5.2-11", "A5-64")
def test_nobody_is_kept_in_reach_by_a_gun(battle: Campaign) -> None:
    """The first finds of the battles: a rifle of 1.5" kept a fight on that no blow could reach."""
    gus, foe = minifig(battle, x=5.0, y=5.0), minifig(battle, "Foe", BEN, x=7.0, y=5.0)
    battle.do(AddWeapon(unit_id=foe, preset="W-05"))
    battle.do(SetState(unit_id=gus, kind=StateKind.ENGAGED, with_id=foe))
    dive = Bail(unit_id=gus, from_id=foe, faces=(Face(4),), x=4.6, y=5.0)
    assert "Gus and Foe are no longer engaged. It is out of his reach. A5-64" in told(battle, dive)
    assert (engaged(battle), battle.read(at_odds)) == (False, ())


@pytest.mark.rule("5.2-09", "5.2-02")
def test_who_strikes_with_his_free_inch_fights_on(battle: Campaign) -> None:
    minifig(battle, x=5.0, y=5.0)
    minifig(battle, "Foe", BEN, x=7.9, y=5.0)
    battle.do(AddWeapon(unit_id=GUS, kind="Melee Weapon", size=1, hands=1, mounted=False))
    strikes = (Strike(weapon_id=1, by_id=GUS),)
    battle.do(Attack(aims=(Aim(unit_id=FOE),), strikes=strikes, faces=(Face(1),)))
    assert engaged(battle)
    assert battle.read(at_odds) == ()


@pytest.mark.rule("5.2-02", "5.2-11")
@pytest.mark.parametrize(
    ("kind", "fights"), [("Creature", True), ("Vehicle", False)], ids=["creature", "vehicle"]
)
def test_with_a_mounted_weapon_its_bearer_strikes_and_is_engaged(
    battle: Campaign, kind: str, fights: bool
) -> None:
    """Who sits at its controls touches nobody: neither does he reach, nor is he in the fight."""
    gus = minifig(battle, x=5.0, y=5.0)
    battle.do(AddUnit(name="Rex", kind=kind, size=3, player_id=1, x=8.0, y=5.0))
    near = minifig(battle, "Near", BEN, x=12.5, y=5.0)
    far = minifig(battle, "Far", BEN, x=0.8, y=5.0)
    battle.do(AddWeapon(unit_id=2, kind="Melee Weapon", size=4, mounted=True))
    strike = Strike(weapon_id=1, by_id=gus)
    with pytest.raises(Refused, match=r'Rex: by the map Far is 5.2" away'):
        battle.do(Attack(aims=(Aim(unit_id=far),), strikes=(strike,), faces=(Face(1),)))
    battle.do(Attack(aims=(Aim(unit_id=near),), strikes=(strike,), faces=(Face(1),)))
    pairs = {(row.unit_id, row.with_id) for row in rows(battle, State)}
    assert pairs == ({(2, near), (near, 2)} if fights else set())
    assert battle.read(at_odds) == ()
