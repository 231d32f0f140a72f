"""Who and what can be named in the lines of these tests."""

import sys
from collections.abc import Callable

from brikdesk.acts.combat.aim import Aim, Strike
from brikdesk.spoken import Problem, RollCall, Spoken, hear
from brikdesk.spoken.roll_call import Arm, Caller, LooseExplosive, Shell

SGT, NUBS, BERTHA, OPINION, GOLEM, TILE, STUB, FIRES, TANK_1, TANK_2 = range(1, 11)


CANNON, PISTOL, SWORD, STAPLER, SHIELD, GRENADE, FLAME = range(1, 8)


CALL = RollCall(
    units=(
        Caller(SGT, "Sgt. Flatplate", "SF", "Duchy of Lower Stud DL Minifig", 1),
        Caller(NUBS, "Gunner Nubs", "GN", "Duchy of Lower Stud DL Minifig", 1),
        Caller(BERTHA, "Big Bertha’s Nephew", "BN", "Duchy of Lower Stud DL Vehicle", 1, 0),
        Caller(OPINION, "Trebuchet “Second Opinion”", "SO", "Order OM Vehicle", 2),
        Caller(GOLEM, "Ratchet Golem", "RG", "Order OM Creature", 2, 8),
        Caller(TILE, "Squire Tile", "ST", "Order OM Minifig", 2),
        Caller(STUB, "Squire Stub", "SS", "Order OM Minifig", 2),
        Caller(FIRES, "Private Fires at Will", "PF", "Order OM Minifig", 2),
        Caller(TANK_1, "Old Tank 1", "T1", "Order OM Vehicle", 2),
        Caller(TANK_2, "Old Tank 2", "T2", "Order OM Vehicle", 2),
    ),
    arms=(
        Arm(CANNON, "Cannon", BERTHA, kind="Cannon", size=3, also="Cannon 3", crew=(SGT, NUBS)),
        Arm(PISTOL, "Pistol", SGT, kind="Gun", mounted=False, also="Gun"),
        Arm(SWORD, "Sword", TILE, kind="Melee Weapon", mounted=False, reaches=False),
        Arm(STAPLER, "The Stapler", BERTHA, kind="MachineGun", also="MachineGun 2", crew=(NUBS,)),
        Arm(SHIELD, "Shield", TILE, kind="Melee Shield", mounted=False, reaches=False),
        Arm(GRENADE, "Hand grenade", STUB, kind="Explosive", mounted=False),
        Arm(FLAME, "Kettle", STUB, kind="FlameThrower", mounted=False),
    ),
    things=(
        LooseExplosive(1, "Stink bomb", also="by the well explosive dud"),
        LooseExplosive(2, "Paper rocket", also="Rocket projectile", flies=True),
    ),
    shells=(Shell(4, "Shell", BERTHA, None), Shell(5, "Smoke shell", BERTHA, None)),
)


def strike_of(line: str) -> Strike:
    spoken = hear(line, CALL)
    assert spoken.act is not None, spoken.problems
    (strike,) = spoken.act.strikes
    return strike


def aim_of(line: str) -> Aim:
    spoken = hear(line, CALL)
    assert spoken.act is not None, spoken.problems
    (aim,) = spoken.act.aims
    return aim


def one_problem(line: str) -> Problem:
    spoken = hear(line, CALL)
    assert spoken.act is None
    (problem,) = spoken.problems
    return problem


def dice_in(spoken: Spoken) -> list[str]:
    return [answer.words for answer in spoken.answers]


def calls_of(hear: Callable[[str], object], said: str) -> int:
    """Return how many calls of functions it takes to understand a line."""
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    hear(said)  # once before, so that what is made for the first line alone does not count
    sys.setprofile(counted)
    try:
        hear(said)
    finally:
        sys.setprofile(None)
    return count
