"""What a weapon's type, family and capabilities say; what divides fire; what is told of a shot."""

import pytest

from brikdesk.acts.ahead import look_ahead
from brikdesk.acts.scifi.ammunition import LoadFacts
from brikdesk.acts.scifi.areas import Incapacitate
from brikdesk.acts.scifi.shooting import FireSf, SfAim
from brikdesk.acts.scifi.weapons import AddSfWeapon, CapabilityFacts, SfWeaponFacts
from brikdesk.acts.turns_and_steps import EndTurn, roll_all
from brikdesk.rules.scifi.effect_areas import AreaShape
from brikdesk.rules.scifi.units_and_crews import SfUnitKind
from brikdesk.rules.scifi.weapon_records import Family
from brikdesk.rules.scifi.weapons import WARHEADS, Holder
from brikdesk.store.campaign import Campaign
from brikdesk.store.scifi import incapacitated
from brikdesk.store.tables import SfShot, SfWeapon
from brikdesk.store.views.scifi import sf_weapons
from brikdesk.turns.queue import agenda
from tests.acts.scifi.starfield import BEN, armed, fire, foes, left, shot, unit
from tests.acts.table import refused, rows, told


@pytest.mark.rule("12-01", "12-09", "12-10", "12-11", "12-46")
@pytest.mark.parametrize("warhead", WARHEADS)
def test_a_type_that_is_a_warhead_delivers_it(field: Campaign, warhead: str) -> None:
    by_type, stated = {"type": warhead}, {"warhead": warhead}
    shots = []
    for number, facts in enumerate((by_type, stated)):
        unit(field, f"Gun {number}", SfWeaponFacts(name="mortar", **facts), kind=SfUnitKind.VEHICLE)
        words = fire(field, rows(field, SfWeapon)[-1].id or 0)[0]
        shots.append((shot(field).warhead, shot(field).attack_factor, shot(field).explosive))
        assert "Nobody has said its attack factor" not in words
    assert shots[0] == shots[1]
    assert shots[0][0] == warhead
    assert {row.warhead for row in field.read(sf_weapons)} == {warhead}


@pytest.mark.rule("12-03")
@pytest.mark.parametrize("kind", [SfUnitKind.VEHICLE, SfUnitKind.STRONGPOINT])
def test_artillery_goes_on_vehicles_and_strongpoints(field: Campaign, kind: SfUnitKind) -> None:
    carrier = unit(field, "Carrier", kind=kind)
    gun = AddSfWeapon(unit_id=carrier, name="howitzer", family=Family.ARTILLERY)
    assert "howitzer" in told(field, gun)[0]


@pytest.mark.rule("12-32")
def test_a_capability_has_figures_of_its_own(field: Campaign) -> None:
    """A launcher whose grenades nobody counts fires no automatic bullets."""
    rifle = armed(
        field, "automatic rifle",
        capabilities=(CapabilityFacts(name="rifle"), CapabilityFacts(name="grenade launcher"),
                      CapabilityFacts(name="taser")),
    )  # fmt: skip
    words = fire(field, rifle, capability="rifle")[0]
    assert "Attack factor 3. Rate of fire A" in words
    assert shot(field).shape is AreaShape.OBLONG
    other = armed(
        field, "automatic rifle",
        capabilities=(CapabilityFacts(name="rifle"), CapabilityFacts(name="grenade launcher"),
                      CapabilityFacts(name="taser")),
    )  # fmt: skip
    fire(field, other, capability="grenade launcher")
    assert (shot(field).shape, shot(field).explosive) == (AreaShape.CIRCULAR, True)
    third = armed(
        field, "automatic rifle",
        capabilities=(CapabilityFacts(name="rifle"), CapabilityFacts(name="taser")),
    )  # fmt: skip
    words = fire(field, third, capability="taser")[0]
    assert "Nobody has said its attack factor" in words
    assert shot(field).shape is AreaShape.NONE


@pytest.mark.rule("12-60")
def test_what_is_left_is_told_before_a_round_is_taken(field: Campaign) -> None:
    pod = armed(
        field, "missile rack", kind=SfUnitKind.VEHICLE, holder=Holder.RACK,
        loads=(LoadFacts(count=1),),
    )  # fmt: skip
    twice = FireSf(sf_weapon_id=pod, aims=(SfAim(), SfAim()))
    words = refused(field, twice, "12-60")
    assert "1 is left, not 2" in words
    assert "Expended" not in words
    assert left(field, pod) == 1


@pytest.mark.rule("12-55")
def test_only_fire_that_is_divided_asks_for_detection(field: Campaign) -> None:
    cannon = armed(field, "triple bolt cannon", kind=SfUnitKind.VEHICLE)
    one, two = foes(field, "One", "Two", detected=False)
    aims = tuple(SfAim(target_id=one) for _ in range(2))
    assert len(told(field, FireSf(sf_weapon_id=cannon, aims=aims))) == 2
    later = FireSf(sf_weapon_id=cannon, aims=(SfAim(target_id=two),))
    assert "Two is not detected" in refused(field, later, "12-55")
    other = armed(field, "triple bolt cannon", kind=SfUnitKind.VEHICLE)
    both = FireSf(sf_weapon_id=other, aims=(SfAim(target_id=one), SfAim(target_id=two)))
    assert "One is not detected" in refused(field, both, "12-55")


@pytest.mark.rule("12-13")
def test_a_shot_without_a_distance_says_that_its_range_is_not_checked(field: Campaign) -> None:
    cannon = armed(field, "light laser cannon", kind=SfUnitKind.VEHICLE)
    assert "No distance: its range is not checked" in fire(field, cannon)[0]
    near = armed(field, "light laser cannon", kind=SfUnitKind.VEHICLE)
    assert "No distance" not in told(field, FireSf(sf_weapon_id=near, aims=(SfAim(distance=3),)))[0]


@pytest.mark.rule("12-47", "S-03")
def test_looking_ahead_tells_the_end_of_a_state_that_boundaries_of_turns_end(
    field: Campaign,
) -> None:
    """A clock of this book needs no line of its own to be told of."""
    own = unit(field, "Own", player=BEN)
    field.do(Incapacitate(unit_ids=(own,), cause="a shell"))
    coming = look_ahead(field, 4)
    told_in = [
        (turn.number, turn.code, step.by_itself)
        for turn in coming
        for step in turn.start
        if step.title == "Own: Incapacitated ends"
    ]
    assert told_in == [(2, "AA", True)]


@pytest.mark.rule("12-47", "S-03")
def test_an_incapacitated_unit_stays_so_until_the_hand_over(field: Campaign) -> None:
    """It recovers with the turn's end: its player can no longer fire with it in that turn."""
    own = unit(field, "Own", SfWeaponFacts(catalogue="phaser rifle"), player=BEN)
    rifle = rows(field, SfWeapon)[-1].id or 0
    field.do(EndTurn())
    field.do(Incapacitate(unit_ids=(own,), cause="a shell"))

    def down() -> bool:
        return field.reading(lambda session: incapacitated(session, own) is not None)

    assert field.reading(agenda) == ()
    refused(field, FireSf(sf_weapon_id=rifle), "12-47")
    field.do(EndTurn())
    assert [step.title for step in field.reading(agenda)] == ["Own: Incapacitated ends"]
    assert down()
    act = roll_all(field, lambda sides: 1)
    assert act is not None
    field.do(act)
    assert not down()
    assert rows(field, SfShot) == []
