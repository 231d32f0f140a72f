"""Bails on a campaign: how far, Disrupted or standing, out of danger or not."""

from dataclasses import replace
from typing import Any

import pytest

from brikdesk.acts.battlefield.terrain import PlaceTerrain
from brikdesk.acts.movement.bailing import Bail
from brikdesk.acts.units.states import SetState
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.dice import Face
from brikdesk.lengths import in_inches
from brikdesk.store.campaign import Campaign
from brikdesk.store.tables import State, StateKind, Unit
from tests.acts.hazards import BEN, CLEO, look, minifig
from tests.acts.table import bad, refused, row, rows, told


def bail(unit_id: int, *faces: int, benny: str = "", flair: str = "", **facts: Any) -> Bail:
    choices = {name: said for name, said in (("benny", benny), ("flair", flair)) if said}
    given = tuple(Face(face) for face in faces)
    return Bail(unit_id=unit_id, faces=given, choices=choices, **facts)


def kinds(campaign: Campaign) -> list[StateKind]:
    return [state.kind for state in rows(campaign, State)]


@pytest.mark.rule("4.3-14", "4.3-15", "4.3-16", "4.1-11", "T4-10")
def test_in_an_enemys_turn_a_unit_dives_as_far_as_its_die_says(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    lines = told(battle, bail(foe, 4, spot="behind the cart"))
    assert lines[0] == 'Foe Bails: [4] 4" at most. To behind the cart. 4.3-15'
    assert lines[1] == "Foe: Disrupted. Until its next own turn starts. 4.3-16"
    assert kinds(battle) == [StateKind.DISRUPTED]
    refused(battle, bail(foe, 4), "4.1-27")


@pytest.mark.rule("4.3-14", "4.2-02")
def test_a_bail_takes_the_action(battle: Campaign) -> None:
    gus = minifig(battle)
    told(battle, bail(gus, 6, benny="standing"))
    assert "Action is spent" in refused(battle, bail(gus, 4), "4.2-02")


@pytest.mark.rule("4.3-17", "4.2-24", "T4-10")
def test_with_a_benny_it_stands_or_goes_farther(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    (choice,) = look(battle, bail(foe, 6)).choices
    assert [option.value for option in choice.options] == ["distance", "standing", "flair"]
    (line,) = told(battle, bail(foe, 6, benny="standing"))
    assert '6" at most. It lands standing, 4.3-17.' in line
    assert kinds(battle) == []
    battle.undo()
    lines = told(battle, bail(foe, 6, 3, benny="distance"))
    assert '9" at most.' in lines[0]
    assert kinds(battle) == [StateKind.DISRUPTED]


@pytest.mark.rule("4.3-18", "T4-10")
def test_half_speed_halves_it(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN, worn_armor="heavy")
    assert '2.5" at most, Half Speed: heavy armor.' in told(battle, bail(foe, 5))[0]


@pytest.mark.rule("4.3-19", "T4-10")
def test_a_burden_is_dropped_first(battle: Campaign) -> None:
    foe, other = minifig(battle, "Foe", BEN), minifig(battle, "Other", CLEO)
    slow = SetState(unit_id=foe, kind=StateKind.HALF_SPEED, cause="carries a keg", lasting=True)
    told(battle, slow)
    assert '2" at most' in look(battle, bail(foe, 4)).summary
    lines = told(battle, bail(foe, 4, drops_id=1))
    assert 'It drops carries a keg first. 4" at most.' in lines[0]
    assert kinds(battle) == [StateKind.DISRUPTED]
    battle.undo()
    assert "not slowed by that" in bad(battle, bail(other, 4, drops_id=1))


@pytest.mark.rule("4.3-21", "T4-10")
def test_a_critical_failure_falls_on_the_spot(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    lines = told(battle, bail(foe, 1))
    assert lines[0] == "Foe Bails: [1] It falls on the spot. 4.3-21"
    assert kinds(battle) == [StateKind.DISRUPTED]


@pytest.mark.rule("4.3-20")
@pytest.mark.parametrize(
    ("needed", "words", "chance"),
    [
        (0, 'Out of danger at 0".', "100 %"),
        (1, 'Out of danger at 1".', "83.3 %"),
        (3, 'Out of danger at 3".', "66.7 %"),
        (4, 'Out of danger at 4".', "50 %"),
        (4.5, "Still in danger, 4.3-20.", "33.3 %"),
        (7, "Still in danger, 4.3-20.", "16.7 %"),
    ],
)
def test_out_of_danger_or_not_with_the_exact_chance(
    battle: Campaign, needed: float, words: str, chance: str
) -> None:
    foe = minifig(battle, "Foe", BEN)
    asked = look(battle, bail(foe, needed=needed)).waiting
    assert asked == f'Waiting for a die. Bail out of {needed:g}": {chance} before the roll.'
    line = told(battle, bail(foe, 4, needed=needed))[0]
    assert words in line
    assert chance in line


@pytest.mark.rule("4.3-18", "4.3-20")
@pytest.mark.parametrize(("needed", "chance"), [(1.5, "66.7 %"), (2, "50 %"), (2.25, "33.3 %")])
def test_at_half_speed_it_must_roll_twice_as_much(
    battle: Campaign, needed: float, chance: str
) -> None:
    foe = minifig(battle, "Foe", BEN, worn_armor="heavy")
    assert (
        f"Bail out of {in_inches(needed)}: {chance}"
        in look(battle, bail(foe, needed=needed)).waiting
    )


@pytest.mark.rule("4.3-15", "4.3-22")
def test_on_the_map_it_lands_within_its_reach(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN, x=10.0, y=10.0)
    far = bail(foe, 4, x=13.0, y=14.0)
    assert refused(battle, far, "4.3-15") == 'Foe Bails 4" at most, this spot is 5" away.'
    told(battle, bail(foe, 4, x=10.0, y=14.0))
    assert (row(battle, Unit, foe).x, row(battle, Unit, foe).y) == (10.0, 14.0)
    battle.undo()
    told(battle, bail(foe, 4, x=13.0, y=14.0, overruled=frozenset({"4.3-15"})))
    assert row(battle, Unit, foe).x == 13.0
    battle.undo()
    assert "both x and y" in bad(battle, bail(foe, 4, x=13.0))


@pytest.mark.rule("4.1-03", "4.3-15")
def test_who_has_no_place_yet_lands_in_no_wall(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    told(battle, PlaceTerrain(kind="wall", points=((12.0, 5.0), (12.0, 15.0)), radius=0.5, top=3))
    refused(battle, bail(foe, 4, x=12.0, y=10.0), "4.1-03")
    told(battle, bail(foe, 4, x=14.0, y=10.0))
    assert row(battle, Unit, foe).x == 14.0


@pytest.mark.rule("A4-24", "5.2-28", "4.3-14")
def test_who_cannot_bail(battle: Campaign) -> None:
    foe, grabber = minifig(battle, "Foe", BEN), minifig(battle, "Grabber")
    post = minifig(battle, "Post", BEN, move=0.0)
    refused(battle, bail(post, 4), "4.3-14")
    told(battle, SetState(unit_id=foe, kind=StateKind.STOPPED, cause="net", lasting=True))
    assert "net" in refused(battle, bail(foe, 4), "A4-24")
    battle.undo()
    told(battle, SetState(unit_id=foe, kind=StateKind.STOPPED, cause="it Parried"))
    assert '4" at most' in look(battle, bail(foe, 4)).summary
    told(battle, bail(foe, 4))
    battle.undo()
    told(battle, SetState(unit_id=foe, kind=StateKind.DROWNING))
    refused(battle, bail(foe, 4), "A4-24")
    battle.undo()
    told(battle, SetState(unit_id=foe, kind=StateKind.GRABBED, with_id=grabber))
    refused(battle, bail(foe, 4), "5.2-28")


@pytest.mark.rule("4.3-15", "5.1-42")
def test_an_outnumbered_fighter_dives_less_far(battle: Campaign) -> None:
    foe = minifig(battle, "Foe", BEN)
    for name in ("One", "Two"):
        own = minifig(battle, name)
        told(battle, SetState(unit_id=foe, kind=StateKind.ENGAGED, with_id=own))
    changes = battle.do(bail(foe, 4, from_id=own))
    (total,) = changes.lines[0].sums
    assert (total.total, total.adds_up) == (3, True)
    assert [(term.reason, term.rule) for term in total.terms][1:] == [("Outnumbered", "5.1-42")]


def fighting(campaign: Campaign, foe: int, *others: int, **facts: Any) -> int:
    """Return a unit of Ben's that is engaged with these."""
    gus = minifig(campaign, "Gus", BEN, **facts)
    for other in (foe, *others):
        told(campaign, SetState(unit_id=gus, kind=StateKind.ENGAGED, with_id=other))
    return gus


def engaged_with(campaign: Campaign, unit_id: int) -> set[int | None]:
    held = [state for state in rows(campaign, State) if state.unit_id == unit_id]
    return {state.with_id for state in held if state.kind is StateKind.ENGAGED}


@pytest.mark.rule("A5-64", "5.2-43")
def test_who_bails_out_of_reach_is_no_longer_engaged(battle: Campaign) -> None:
    orc = minifig(battle, "Orc", x=10.0, y=10.0)
    gus = fighting(battle, orc, x=11.0, y=10.0)
    lines = told(battle, bail(gus, 4, from_id=orc, x=15.0, y=10.0))
    assert "Gus and Orc are no longer engaged. It is out of his reach. A5-64" in lines
    assert engaged_with(battle, gus) == engaged_with(battle, orc) == set()
    battle.undo()
    assert engaged_with(battle, gus) == {orc}
    told(battle, bail(gus, 2, from_id=orc, x=11.0, y=11.0))
    assert engaged_with(battle, gus) == {orc}, "an inch away it is still in his reach"


@pytest.mark.rule("A5-64")
def test_a_long_weapon_still_reaches_who_bails(battle: Campaign) -> None:
    orc = minifig(battle, "Orc", x=10.0, y=10.0)
    told(battle, AddWeapon(unit_id=orc, kind="Melee Weapon", size=2))
    gus = fighting(battle, orc, x=11.0, y=10.0)
    told(battle, bail(gus, 4, from_id=orc, x=13.0, y=10.0))
    assert engaged_with(battle, gus) == {orc}


@pytest.mark.rule("A5-64")
def test_with_the_others_it_stays_engaged(battle: Campaign) -> None:
    orc, elf = minifig(battle, "Orc", x=10.0, y=10.0), minifig(battle, "Elf", x=12.0, y=10.0)
    for foe in (orc, elf):
        told(battle, AddWeapon(unit_id=foe, kind="Melee Weapon", size=2))
    gus = fighting(battle, orc, elf, x=11.0, y=10.0)
    near = {"x": 11.0, "y": 12.0}
    assert "Whose attack does Gus avoid?" in bad(battle, bail(gus, 5, **near))
    outsider = replace(bail(gus, 5, **near), choices={"from": "other"})
    told(battle, outsider)
    assert engaged_with(battle, gus) == {orc, elf}, "a shot of somebody else ends no fight"
    battle.undo()
    beyond = {"x": 9.5, "y": 12.5}  # out of that of Elf
    lines = told(battle, bail(gus, 5, from_id=elf, **beyond))
    assert lines[1].startswith("Gus and Elf are no longer engaged.")
    assert "It stays engaged with Orc." in lines[1]
    assert engaged_with(battle, gus) == {orc}


@pytest.mark.rule("A5-64", "5.2-07")
def test_who_bails_out_of_everybodys_reach_fights_nobody(battle: Campaign) -> None:
    orc, elf = minifig(battle, "Orc", x=10.0, y=10.0), minifig(battle, "Elf", x=12.0, y=10.0)
    gus = fighting(battle, orc, elf, x=11.0, y=10.0)
    lines = told(battle, bail(gus, 5, from_id=orc, x=11.0, y=14.0))
    assert lines[1] == "Gus and Orc are no longer engaged. It is out of his reach. A5-64"
    assert lines[2] == "Gus and Elf are no longer engaged. It is out of his reach. 5.2-07"
    assert engaged_with(battle, gus) == set()
    battle.undo()
    told(battle, replace(bail(gus, 5, x=11.0, y=14.0), choices={"from": "other"}))
    assert engaged_with(battle, gus) == set(), "whosever attack it avoids"


@pytest.mark.rule("A5-64")
@pytest.mark.parametrize(("needed", "still"), [(3.0, False), (5.0, True), (None, True)])
def test_without_a_map_the_needed_inches_say_whether_it_got_away(
    battle: Campaign, needed: float | None, still: bool
) -> None:
    orc = minifig(battle, "Orc")
    gus = fighting(battle, orc)
    told(battle, replace(bail(gus, 4, needed=needed), choices={"from": str(orc)}))
    assert engaged_with(battle, gus) == ({orc} if still else set())
