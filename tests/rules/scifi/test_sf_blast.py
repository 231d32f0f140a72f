import pytest

from brikdesk.rules.scifi.effect_areas import (
    Area,
    AreaShape,
    UnitInBlast,
    burst,
    incapacitated,
    inside,
    susceptible,
)
from brikdesk.rules.scifi.units_and_crews import (
    Activity,
    Boundary,
    Incapacitated,
    SfUnitKind,
    ends,
    may,
)

INFANTRY = SfUnitKind.INFANTRY
SOLDIERS = (UnitInBlast("Ann", INFANTRY), UnitInBlast("Bo", INFANTRY), UnitInBlast("Cy", INFANTRY))


@pytest.mark.rule("12-46", "12-47", "TC-27")
def test_survivors_of_high_explosive_are_incapacitated() -> None:
    victims = (*SOLDIERS[:2], UnitInBlast("Cy", INFANTRY, eliminated=True))
    assert incapacitated("high explosive", victims) == ("Ann", "Bo")
    for activity in (Activity.MOVE, Activity.FIRE):
        assert may(activity, incapacitated=True) is not None


@pytest.mark.rule("12-48", "TC-28")
def test_small_drones_and_bots_are_incapacitated_and_larger_ones_not() -> None:
    drone, bot = (
        UnitInBlast("drone", SfUnitKind.WARDRONE, size=0),
        UnitInBlast("bot", SfUnitKind.WARBOT, size=1),
    )
    assert incapacitated("hammerhead", (drone, bot)) == ("drone",)
    small_bot = UnitInBlast("bot", SfUnitKind.WARBOT, size=0)
    large_drone = UnitInBlast("drone", SfUnitKind.WARDRONE, size=2)
    assert incapacitated("hammerhead", (large_drone, small_bot)) == ("bot",)


@pytest.mark.rule("12-46", "S-28", "TC-29")
def test_a_hellburner_incapacitates_nobody() -> None:
    assert incapacitated("hellburner", SOLDIERS) == ()
    assert incapacitated("hellburner", SOLDIERS, blast_warheads=("hellburner",)) == (
        "Ann",
        "Bo",
        "Cy",
    )
    assert incapacitated("anti-matter", SOLDIERS) == incapacitated("hailstorm", SOLDIERS) == ()


@pytest.mark.rule("12-48", "TC-30")
def test_riders_inside_a_vehicle_are_not_incapacitated() -> None:
    riders = [
        UnitInBlast("Ann", INFANTRY, on_foot=False),
        UnitInBlast("Bo", SfUnitKind.CREW, on_foot=False),
    ]
    assert incapacitated("high explosive", riders) == ()


@pytest.mark.rule("S-29")
def test_crew_in_the_open_count_as_on_foot_only_by_choice() -> None:
    rider = UnitInBlast("Ann", SfUnitKind.CREW, on_foot=False, open_topped=True)
    assert not susceptible(rider)
    assert susceptible(rider, open_crew=True)
    closed = UnitInBlast("Bo", SfUnitKind.CREW, on_foot=False)
    assert not susceptible(closed, open_crew=True)


@pytest.mark.rule("12-48")
def test_who_is_susceptible() -> None:
    kinds = {kind for kind in SfUnitKind if susceptible(UnitInBlast("x", kind, size=1))}
    assert kinds == {SfUnitKind.INFANTRY, SfUnitKind.CREW, SfUnitKind.PERSONNEL}
    small = {kind for kind in SfUnitKind if susceptible(UnitInBlast("x", kind, size=0))}
    assert small == kinds | {SfUnitKind.WARDRONE, SfUnitKind.WARBOT}


@pytest.mark.rule("12-49", "TC-32")
def test_an_early_vaporshock_incapacitates_within_the_halved_area() -> None:
    early = burst("vaporshock", Area(AreaShape.CIRCULAR, 6), 7, flame_inside=True)
    away = {"Ann": 1.0, "Bo": 1.5, "Cy": 2.5}
    caught = inside(away, early.area)
    victims = [soldier for soldier in SOLDIERS if soldier.name in caught]
    assert incapacitated("vaporshock", victims) == ("Ann", "Bo")


@pytest.mark.rule("12-47", "TC-31")
def test_an_incapacitated_soldier_neither_moves_nor_fires() -> None:
    for activity in (Activity.MOVE, Activity.FIRE):
        for melee in ("none", "defend", "full"):
            refused = may(activity, incapacitated=True, melee=melee)
            assert refused is not None
            assert refused.rule == "12-47"
        assert may(activity, incapacitated=False) is None


@pytest.mark.rule("S-04")
@pytest.mark.parametrize(
    ("melee", "defends", "starts"),
    [("none", False, False), ("defend", True, False), ("full", True, True)],
)
def test_melee_of_the_incapacitated(melee: str, defends: bool, starts: bool) -> None:
    defence = may(Activity.DEFEND, incapacitated=True, melee=melee)
    start = may(Activity.START_MELEE, incapacitated=True, melee=melee)
    assert ((defence is None), (start is None)) == (defends, starts)
    assert {no.rule for no in (defence, start) if no} <= {"S-04"}


ENDINGS = [
    # until, boundary, player, turn, round, does it end
    ("round_end", Boundary.ROUND_END, None, 9, 3, True),
    ("round_end", Boundary.PLAYER_TURN_END, 1, 7, 3, False),
    ("round_end", Boundary.PLAYER_TURN_START, 1, 10, 4, True),
    ("round_end", Boundary.PLAYER_TURN_START, 2, 7, 3, False),
    ("current_player_turn_end", Boundary.PLAYER_TURN_END, 2, 7, 3, True),
    ("current_player_turn_end", Boundary.ROUND_END, None, 7, 3, False),
    ("current_player_turn_end", Boundary.PLAYER_TURN_START, 2, 8, 3, False),
    ("victims_next_turn_end", Boundary.PLAYER_TURN_END, 1, 7, 3, False),
    ("victims_next_turn_end", Boundary.PLAYER_TURN_END, 2, 8, 3, False),
    ("victims_next_turn_end", Boundary.PLAYER_TURN_END, 1, 10, 4, True),
    ("victims_next_turn_end", Boundary.PLAYER_TURN_START, 1, 10, 4, False),
    ("victims_next_turn_end", Boundary.ROUND_END, None, 9, 3, False),
]
"""For a soldier of player 1, caught in player turn 7 of round 3."""


@pytest.mark.rule("S-03", "12-47")
@pytest.mark.parametrize(("until", "boundary", "player", "turn", "round", "over"), ENDINGS)
def test_when_incapacitation_ends(
    until: str, boundary: Boundary, player: int | None, turn: int, round: int, over: bool
) -> None:
    marker = Incapacitated(until, since=7, round=3, player=1)
    assert ends(marker, boundary, turn=turn, round=round, player=player) is over
