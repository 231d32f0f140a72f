"""Fields act on everybody alike, as often as somebody comes; what burns takes no second harm of it."""

import pytest

from brikdesk.acts.fields.exposure import Expose
from brikdesk.acts.fields.fields import AddField, EnterHazard
from brikdesk.acts.fire.fires import Ignite, ShapeFire
from brikdesk.acts.turns_and_steps import EndTurn
from brikdesk.acts.units.editing import EditUnit
from brikdesk.dice import Face
from brikdesk.rules.brikwars.fields import DICE_OPTIONS, FieldKind
from brikdesk.store.act import overruling
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Fire, Inside, PowerUse, Unit
from brikdesk.turns import ledger
from tests.acts.hazards import ANN, BEN, CLEO, creation, keys, look, minifig
from tests.acts.table import row, rows, told


def gas(battle: Campaign, name: str = "Gas", **facts: object) -> int:
    usual: dict[str, object] = {
        "kind": FieldKind.EXPOSURE, "size": 6, "dice": ("d6 Damage",), "player_id": BEN,
    }  # fmt: skip
    battle.do(AddField(name=name, **{**usual, **facts}))  # type: ignore[arg-type]
    return len(battle.read(ledger.fields))


def expose(inside: int, *faces: int, **choices: str) -> Expose:
    return Expose(inside_id=inside, faces=tuple(Face(face) for face in faces), choices=choices)


@pytest.mark.rule("F.0-02", "F.0-03", "F.1-05", "F.0-07")
def test_a_field_acts_on_its_own_side_too_and_again_for_each_who_comes(battle: Campaign) -> None:
    field = gas(battle)
    victims = [minifig(battle, f"Gus {who}", who, armor="9") for who in (ANN, BEN, CLEO)]
    for at, victim in enumerate(victims, 1):
        words = told(battle, EnterHazard(unit_id=victim, field_id=field))[0]
        assert "It takes its Hazard dice now: d6." in words
        assert "3 damage" in told(battle, expose(at, 3))[0]


@pytest.mark.rule("F.0-06", "F.1-08")
def test_every_field_stands_in_the_ledger_for_all_with_its_borders(battle: Campaign) -> None:
    gas(battle, "Fog", kind=FieldKind.SMOKE, dice=(), place="around the well")
    gas(battle, "Mines", kind=FieldKind.CONCEALED, place="the gate")
    shown = battle.read(ledger.fields)
    assert [(each.name, each.size) for each in shown] == [("Fog", 6), ("Mines", 6)]


@pytest.mark.rule("F.1-08", "F.0-08")
def test_smoke_and_what_lies_hidden_do_nothing_to_who_stands_there(battle: Campaign) -> None:
    gus = minifig(battle)
    for kind, dice in ((FieldKind.SMOKE, ()), (FieldKind.CONCEALED, ("d6 Damage",))):
        field = gas(battle, kind.value, kind=kind, dice=dice)
        words = told(battle, EnterHazard(unit_id=gus, field_id=field))[0]
        assert "Hazard dice" not in words


@pytest.mark.rule("QF-29")
def test_overlapping_fields_meet_armor_one_by_one(battle: Campaign) -> None:
    mech = creation(battle, weight_class=1)
    for name in ("Gas", "Acid Rain"):
        battle.do(EnterHazard(unit_id=mech, field_id=gas(battle, name)))
    first = look(battle, expose(1, 3, 6))
    second = look(battle, expose(2, 3, 6))
    assert first.summary == second.summary == "Boiler-Mech: 5 damage against Armor 6: nothing."


@pytest.mark.rule("F.1-16", "F.1-14")
def test_gas_strikes_all_of_who_has_the_head_inside_and_nobody_else(battle: Campaign) -> None:
    ogre = creation(battle, "Ogre", 6, 0, tags=["living", "breathing"], armor="30")
    field = gas(battle, affects="living, breathing")
    battle.do(EnterHazard(unit_id=ogre, field_id=field))
    choice = look(battle, expose(1)).choices[0]
    assert (choice.id, choice.chosen) == ("head", "in")
    assert "7 damage" in look(battle, expose(1, 4)).summary, 'all 6" of it: +3'
    assert look(battle, expose(1, head="out")).dice == ()
    assert "has its head outside" in told(battle, expose(1, head="out"))[0]
    assert rows(battle, PowerUse) == []


@pytest.mark.rule("QF-11")
def test_a_fire_burns_in_the_turns_of_whoever_captures_what_burns(battle: Campaign) -> None:
    mech, hut = creation(battle, player_id=BEN), creation(battle, "Hut", player_id=None)
    battle.do(Ignite(unit_id=mech, inches=1, set_by_id=CLEO))
    battle.do(Ignite(unit_id=hut, inches=1, set_by_id=CLEO))
    assert [fire.driver_id for fire in rows(battle, Fire)] == [BEN, CLEO]
    for captured in (mech, hut):
        battle.do(EditUnit(unit_id=captured, player_id=ANN))
    assert [fire.driver_id for fire in rows(battle, Fire)] == [ANN, CLEO]


@pytest.mark.rule("QF-26", "F.1-24")
def test_a_second_fire_on_one_object_joins_the_first(battle: Campaign) -> None:
    mech = creation(battle, size=4)
    battle.do(Ignite(unit_id=mech, inches=2, set_by_id=BEN))
    battle.do(Ignite(unit_id=mech, inches=3, set_by_id=CLEO))
    fires = [(fire.size, fire.set_by_id) for fire in rows(battle, Fire)]
    assert fires == [(4, BEN)]


@pytest.mark.rule("F.1-41", "F.1-40")
def test_where_the_patch_goes_is_noted_by_who_shapes_it(battle: Campaign) -> None:
    mech = creation(battle, player_id=BEN)
    battle.do(Ignite(unit_id=mech, inches=2, set_by_id=CLEO))
    words = told(battle, ShapeFire(fire_id=1, place="around the armored hatch"))[0]
    assert "Ben: around the armored hatch." in words
    assert row(battle, Fire).place == "around the armored hatch"


@pytest.mark.rule("QF-16", "F.1-42")
def test_what_burns_is_not_inside_its_own_fire(battle: Campaign) -> None:
    mech = creation(battle)
    battle.do(Ignite(unit_id=mech, inches=2))
    act = EnterHazard(unit_id=mech, fire_id=1)
    with pytest.raises(Exception, match="is what burns"):
        battle.do(act)
    assert rows(battle, Inside) == []


@pytest.mark.rule("F.1-06", "F.1-07", "QF-20")
def test_a_powered_hazard_uses_each_die_once_a_turn_for_an_inch_of_power(battle: Campaign) -> None:
    mech = creation(battle, "Heat Mech", 1, player_id=BEN)
    field = gas(battle, "Heat", dice=("d6 Damage",) * 3, powered_by_id=mech)
    assert "powered by Heat Mech" in battle.read(ledger.fields)[0].kind
    gus, gil = minifig(battle, "Gus", armor="30"), minifig(battle, "Gil", armor="30")
    for one in (gus, gil):
        assert "takes its Hazard dice" in told(battle, EnterHazard(unit_id=one, field_id=field))[0]
    assert len(look(battle, expose(1)).dice) == 2, '2" of Power move two of three dice'
    lines = told(battle, expose(1, 3, 4))
    assert any("Heat Mech" in line and "Power" in line for line in lines)
    assert "No die of Heat has Power" in look(battle, expose(2)).summary
    assert rows(battle, PowerUse)[-1].unit_id == mech


@pytest.mark.rule("F.1-07", "F.1-06")
def test_a_hazard_worked_by_hand_waits_for_its_operator(battle: Campaign) -> None:
    mech = creation(battle, "Heat Mech", 4, player_id=BEN)
    field = gas(battle, "Heat", powered_by_id=mech, by_hand=True)
    gus = minifig(battle, "Gus", armor="30")
    words = told(battle, EnterHazard(unit_id=gus, field_id=field))[0]
    assert "It acts when its operator wants it." in words
    told(battle, EndTurn())
    assert keys(battle) == []
    assert "3 damage" in told(battle, expose(1, 3))[0]


# An Energy Shield lies over its creation, never over a place.
LABELS = sorted({die for dice in DICE_OPTIONS.values() for die in dice or ()} | {"d12 Phased"})


@pytest.mark.rule("F.1-01", "F.1-02", "F.1-11", "Q8-57")
@pytest.mark.parametrize("kind", sorted(set(FieldKind) - {FieldKind.SHIELD}))
@pytest.mark.parametrize("count", [1, 5])
def test_any_field_that_the_referee_insists_on_lies_over_whoever_stands_there(
    battle: Campaign, kind: FieldKind, count: int
) -> None:
    """Dice of the wrong kind, or too many, are the referee's business once he has overruled them."""
    gus = minifig(battle, x=6, y=6)
    for label in LABELS:
        odd = AddField(kind=kind, size=3, dice=(label,) * count, x=6, y=6, player_id=BEN)
        refused = battle.do(overruling(odd, "F.1-01", "F.1-02", "F.1-03"))
        assert refused.lines
        battle.undo()
    assert row(battle, Unit, gus).name
