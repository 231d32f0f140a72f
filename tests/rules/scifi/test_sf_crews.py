import pytest
from msgspec.structs import replace

from brikdesk.rules.refusal import No
from brikdesk.rules.scifi.firing import WeaponInBattle, assist, fire, may_assist, may_fire
from brikdesk.rules.scifi.house_rules import ScifiHouse
from brikdesk.rules.scifi.units_and_crews import (
    Crew,
    CrewRole,
    Member,
    SpecialFire,
    destroy,
    eliminate,
    is_manned,
    may_crew,
    may_fire_own,
    may_serve,
    name_loader,
    replacements,
    take_over,
    times,
)
from brikdesk.rules.scifi.weapon_records import WeaponRecord
from brikdesk.rules.scifi.weapons import Holder, stocked
from tests.rules.scifi.new_turns import crew_new_turn, weapon_new_turn
from tests.usual import USUAL_SCIFI

ON = replace(USUAL_SCIFI, sf_weapon_crews=True)
SECOND, REROLL = SpecialFire.SECOND_SHOT, SpecialFire.REROLL
CANNON = WeaponRecord(name="crew-served cannon")
CREW = Crew((Member("Gus", CrewRole.GUNNER), Member("Lo", CrewRole.LOADER), Member("Bea")))
PAIR = Crew(CREW.members[:2])


def names(crew: Crew) -> list[str]:
    return [member.name for member in crew.alive]


def role_of(crew: Crew, role: CrewRole) -> str:
    found = crew.of(role)
    return found.name if found else ""


@pytest.mark.rule("12-73")
def test_any_member_can_serve_the_weapon_with_the_option_on() -> None:
    for name in ("Gus", "Lo", "Bea"):
        assert may_serve(CREW, name, weapon_crews=True) is None
    assert may_serve(CREW, "Gus", weapon_crews=False) is None
    for name, option in (("Lo", False), ("Nobody", True)):
        refused = may_serve(CREW, name, weapon_crews=option)
        assert refused is not None
        assert refused.rule == "12-73"


@pytest.mark.rule("12-74", "TC-36")
def test_the_owner_picks_whose_figure_goes_when_the_gunner_is_eliminated() -> None:
    choice = replacements(CREW, weapon_crews=True)
    assert [member.name for member in choice] == ["Lo", "Bea"]
    for member in choice:
        left = take_over(CREW, member.name)
        assert is_manned(left)
        assert len(left.alive) == 2
        assert member.name not in names(left)
    assert role_of(take_over(CREW, "Bea"), CrewRole.LOADER) == "Lo"


@pytest.mark.rule("12-74")
def test_with_one_other_member_it_is_automatic() -> None:
    assert [member.name for member in replacements(PAIR, weapon_crews=True)] == ["Lo"]
    assert replacements(PAIR, weapon_crews=False) == ()


@pytest.mark.rule("12-74", "TC-37")
def test_a_weapon_without_crew_is_unmanned() -> None:
    alone = Crew((Member("Gus", CrewRole.GUNNER),))
    assert replacements(alone, weapon_crews=True) == ()
    empty = eliminate(alone, "Gus")
    assert not is_manned(empty)
    refused = may_fire(CANNON, WeaponInBattle(crew=empty), ON)
    assert refused == No("12-74", "The weapon has no gunner")
    manned = Crew((*empty.members, Member("Pat", CrewRole.GUNNER)))
    assert may_fire(CANNON, WeaponInBattle(crew=manned), ON) is None
    with pytest.raises(ValueError, match="cannot take over"):
        take_over(alone, "Gus")


@pytest.mark.rule("12-74", "12-79")
def test_who_takes_over_has_what_is_left_of_his_own_initiative() -> None:
    tired = Crew(
        (Member("Gus", CrewRole.GUNNER), Member("Lo", CrewRole.LOADER, initiative_spent=True))
    )
    gunner = take_over(tired, "Lo").of(CrewRole.GUNNER)
    assert gunner is not None
    assert gunner.initiative_spent


@pytest.mark.rule("S-18")
def test_a_new_loader_begins_with_the_next_turn() -> None:
    left = take_over(CREW, "Lo")
    assert role_of(left, CrewRole.LOADER) == ""
    assert role_of(crew_new_turn(left), CrewRole.LOADER) == "Bea"
    at_once = take_over(CREW, "Lo", new_loader="at_once")
    assert role_of(at_once, CrewRole.LOADER) == "Bea"


@pytest.mark.rule("S-18")
def test_the_owner_may_name_the_new_loader_and_a_lone_gunner_has_none() -> None:
    many = Crew((*CREW.members, Member("Cy")))
    left = take_over(many, "Lo", new_loader="at_once", loader="Cy")
    assert role_of(left, CrewRole.LOADER) == "Cy"
    alone = crew_new_turn(take_over(PAIR, "Lo"))
    assert role_of(alone, CrewRole.LOADER) == ""
    assert name_loader(alone, new_loader="at_once") == alone


@pytest.mark.rule("12-75", "12-76", "TC-48")
def test_a_destroyed_weapon_loses_its_rockets_and_frees_a_fixed_gunner() -> None:
    fixed = Crew((Member("Gus", CrewRole.GUNNER, fixed=True), Member("Lo", CrewRole.LOADER)))
    launcher = stocked(Holder.LAUNCHER, {"rocket": 4})
    gone = destroy((launcher,), fixed)
    assert (gone.stores[0].loads[0].lost, gone.stores[0].loads[0].fired) == (4, 0)
    assert gone.needs_figure == ("Gus",)
    assert destroy((launcher,), CREW).needs_figure == ()
    assert destroy((launcher,), eliminate(fixed, "Gus")).needs_figure == ()


@pytest.mark.rule("12-76")
def test_a_destroyed_weapon_is_no_longer_crewed_or_fired() -> None:
    assert may_crew(destroyed=True) == No("12-76", "The weapon is destroyed")
    assert may_crew(destroyed=False) is None
    refused = may_fire(CANNON, WeaponInBattle(crew=CREW, destroyed=True), ON)
    assert refused == No("12-76", "The weapon is destroyed")


def fired(crew: Crew = PAIR) -> WeaponInBattle:
    return fire(WeaponInBattle(crew=crew))


@pytest.mark.rule("12-78", "12-80", "S-14", "TC-39")
def test_a_second_shot_and_no_third() -> None:
    state = fired()
    assert may_assist(state, SECOND, ON, missed=False) is None
    state = assist(state, SECOND, ON)
    assert may_fire(CANNON, state, ON) is None
    state = fire(state)
    refused = may_fire(CANNON, state, ON)
    assert refused == No("12-52", "It fired this turn")
    again = may_assist(state, SECOND, ON, missed=False)
    assert again is not None
    assert again.rule == "S-15"


@pytest.mark.rule("12-79", "TC-40")
def test_a_loader_who_fired_his_own_weapon_cannot_assist() -> None:
    busy = Crew(
        (Member("Gus", CrewRole.GUNNER), Member("Lo", CrewRole.LOADER, initiative_spent=True))
    )
    refused = may_assist(fired(busy), SECOND, ON, missed=True)
    assert refused == No("12-79", "Lo used his initiative")
    assert may_fire_own(Member("Lo", CrewRole.LOADER)) is None


@pytest.mark.rule("12-60", "12-78", "TC-41")
def test_special_fire_needs_a_round() -> None:
    state = WeaponInBattle(crew=PAIR, stores={"": stocked(Holder.LAUNCHER, {"rocket": 1})})
    refused = may_assist(fire(state), SECOND, ON, missed=False)
    assert refused == No("12-60", "Expended, nothing is left")


@pytest.mark.rule("12-80")
def test_special_fire_fires_a_single_launcher_twice() -> None:
    state = WeaponInBattle(crew=PAIR, stores={"": stocked(Holder.LAUNCHER, {"rocket": 4})})
    state = fire(state)
    assert may_fire(CANNON, state, ON) is not None
    assert may_assist(state, SECOND, ON, missed=False) is None
    state = fire(assist(state, SECOND, ON))
    assert state.stores[""].remaining == 2
    assert may_fire(CANNON, state, ON) is not None


@pytest.mark.rule("S-16")
def test_a_reroll_takes_one_more_round_unless_the_campaign_says_no() -> None:
    held = {"": stocked(Holder.LAUNCHER, {"rocket": 2})}
    state = fire(WeaponInBattle(crew=PAIR, stores=held))
    assert assist(state, REROLL, ON).stores[""].remaining == 0
    free = replace(ON, sf_reroll_uses_ammo=False)
    assert assist(state, REROLL, free).stores[""].remaining == 1
    empty = fire(WeaponInBattle(crew=PAIR, stores={"": stocked(Holder.LAUNCHER, {"rocket": 1})}))
    refused = may_assist(empty, REROLL, ON, missed=True)
    assert refused is not None
    assert refused.rule == "12-60"
    assert may_assist(empty, REROLL, free, missed=True) is None


@pytest.mark.rule("S-17")
def test_special_fire_keeps_to_the_two_of_a_pod_unless_the_campaign_says_no() -> None:
    pod = WeaponInBattle(crew=PAIR, stores={"": stocked(Holder.POD, {"rocket": 7})})
    assert may_assist(fire(pod), SECOND, ON, missed=False) is None
    full = fire(fire(pod))
    refused = may_assist(full, SECOND, ON, missed=False)
    assert refused == No("S-17", "It fired 2 this turn")
    over = replace(ON, sf_special_fire_over_pod_limit=True)
    assert may_assist(full, SECOND, over, missed=False) is None
    assert may_fire(CANNON, assist(full, SECOND, over), over) is None


@pytest.mark.rule("S-15", "S-19", "12-78", "12-73")
def test_when_special_fire_is_refused() -> None:
    def rule(state: WeaponInBattle, how: SpecialFire, rules: ScifiHouse = ON) -> str:
        refused = may_assist(state, how, rules, missed=False)
        return refused.rule if refused else ""

    assert rule(WeaponInBattle(crew=PAIR), SECOND) == "S-19"
    assert rule(fired(), REROLL) == "12-78"  # it hit
    assert rule(fired(), SECOND, replace(ON, sf_weapon_crews=False)) == "12-73"
    assert rule(fired(Crew((Member("Gus", CrewRole.GUNNER),))), SECOND) == "12-78"
    assert rule(fire(WeaponInBattle()), SECOND) == "12-78"
    assert rule(assist(fired(), REROLL, ON), SECOND) == "S-15"
    with pytest.raises(ValueError, match="no loader"):
        assist(WeaponInBattle(), SECOND, ON)


@pytest.mark.rule("12-89")
def test_special_fire_is_free_again_in_a_new_turn() -> None:
    state = fire(weapon_new_turn(fire(assist(fired(), SECOND, ON))))
    assert may_assist(state, SECOND, ON, missed=False) is None


@pytest.mark.rule("S-14")
def test_how_often_special_fire_fires() -> None:
    assert times(SpecialFire.NONE, 4) == times(REROLL, 4) == 1
    assert [times(SECOND, most) for most in (2, 3, 4)] == [2, 3, 4]
    four = replace(ON, sf_special_fire_max=4)
    state, shots = assist(fired(), SECOND, four), 1
    while may_fire(CANNON, state, four) is None:
        state, shots = fire(state), shots + 1
    assert shots == 4


@pytest.mark.rule("12-79")
def test_firing_spends_the_gunners_initiative() -> None:
    crew = fired().crew
    gunner = crew.of(CrewRole.GUNNER) if crew else None
    assert gunner is not None
    assert may_fire_own(gunner) is not None
