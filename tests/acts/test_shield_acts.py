"""Energy Shields on a campaign: dice that are used, the Power they take, and what ends them."""

from contextlib import suppress
from typing import Any

import pytest

from brikdesk.acts.combat.damage import Kill
from brikdesk.acts.fields.energy_shields import UseShield
from brikdesk.acts.fields.fields import AddField
from brikdesk.acts.units.roster import RemoveUnit
from brikdesk.acts.weapons.weapons import RemoveWeapon
from brikdesk.errors import Refused
from brikdesk.rules.brikwars.fields import FieldKind
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import Field, PowerUse, Weapon
from tests.acts.hazards import creation, put
from tests.acts.table import bad, end_turn, refused, row, rows, told

D6, D4 = "d6 Deflection", "d4 Deflection"


def shield(campaign: Campaign, carrier_id: int, *dice: str, **facts: Any) -> None:
    campaign.do(
        AddField(
            kind=FieldKind.SHIELD, size=3, name="Bubble", dice=dice or (D6, D6, D4),
            carrier_id=carrier_id, **facts,
        )
    )  # fmt: skip


def ready(campaign: Campaign) -> list[int]:
    """Return the places of the shield's dice that could be used one by one now."""
    found = []
    for place in range(3):
        with suppress(Refused):
            campaign.try_out(UseShield(field_id=1, dice=(place,)))
            found.append(place)
    return found


@pytest.mark.rule("F.1-70", "F.1-74", "TF-12")
def test_shield_dice_are_used_once_a_turn_for_an_inch_of_power_each(battle: Campaign) -> None:
    mech = creation(battle, size=3)
    shield(battle, mech)
    assert ready(battle) == [0, 1, 2]
    lines = told(battle, UseShield(field_id=1, dice=(0, 1)))
    assert 'uses its Energy Shield. d6, d6 of Bubble. 2" of Power, 4" left. F.1-74' in lines[0]
    assert [use.inches for use in rows(battle, PowerUse)] == [2]
    assert ready(battle) == [2]
    assert "used once in a turn" in refused(battle, UseShield(field_id=1, dice=(1,)), "F.1-74")
    told(battle, UseShield(field_id=1, dice=(2,)))
    assert ready(battle) == []
    end_turn(battle)
    assert len(ready(battle)) == 3


@pytest.mark.rule("F.1-74", "F.1-06")
def test_without_power_there_is_no_shield(battle: Campaign) -> None:
    mech = creation(battle, size=1)
    battle.do(AddField(kind=FieldKind.SHIELD, size=3, dice=(D6,) * 3, carrier_id=mech))
    assert '3" of Power are needed and 2" are left' in refused(
        battle, UseShield(field_id=1, dice=(0, 1, 2)), "F.1-74"
    )
    told(battle, UseShield(field_id=1, dice=(0, 1)))
    assert ready(battle) == []


@pytest.mark.rule("F.1-73")
def test_a_shield_lasts_as_long_as_its_projector_works(battle: Campaign) -> None:
    mech, other = creation(battle), creation(battle, "Other")
    projector = put(battle, Weapon(unit_id=mech, name="Shield Projector", inoperative=True))[0]
    shield(battle, mech, projector_id=projector)
    assert ready(battle) == []
    assert "no Shield Projector works" in refused(
        battle, UseShield(field_id=1, dice=(0,)), "F.1-73"
    )
    lines = told(battle, RemoveWeapon(weapon_id=projector))
    assert "Bubble is gone. Nothing projects it any more. F.1-73" in lines[1]
    assert rows(battle, Field) == []
    theirs = put(battle, Weapon(unit_id=other, name="Shield Projector"))[0]
    wrong = AddField(kind=FieldKind.SHIELD, size=1, carrier_id=mech, projector_id=theirs)
    assert "is not on Boiler-Mech" in bad(battle, wrong)


@pytest.mark.rule("F.1-73")
@pytest.mark.parametrize("way", [Kill, RemoveUnit])
def test_a_shield_goes_with_its_creation(battle: Campaign, way: Any) -> None:
    mech = creation(battle)
    shield(battle, mech)
    assert any("Bubble is gone." in words for words in told(battle, way(unit_id=mech)))
    assert rows(battle, Field) == []
    battle.undo()
    assert row(battle, Field).carrier_id == mech


def test_shields_that_make_no_sense(battle: Campaign) -> None:
    mech = creation(battle)
    assert "which creation" in bad(battle, AddField(kind=FieldKind.SHIELD, size=2))
    smoke = AddField(kind=FieldKind.SMOKE, size=2, carrier_id=mech)
    assert "Only an Energy Shield" in bad(battle, smoke)
    shield(battle, mech)
    battle.do(AddField(kind=FieldKind.SMOKE, size=2, name="Fog"))
    assert "Name the dice" in bad(battle, UseShield(field_id=1, dice=()))
    assert "no die number 4" in bad(battle, UseShield(field_id=1, dice=(3,)))
    assert "no Energy Shield" in bad(battle, UseShield(field_id=2, dice=(0,)))
