"""Armies for battles that play themselves: every kind of weapon, Explosives, hazards, racks."""

from collections.abc import Callable
from typing import Any

from brikdesk.acts.explosives.explosion import Makeup
from brikdesk.acts.explosives.placed import AddExplosive
from brikdesk.acts.units.roster import AddUnit
from brikdesk.acts.weapons.racks import AddRack, RoundFacts
from brikdesk.acts.weapons.weapons import AddWeapon
from brikdesk.rules.brikwars.explosives import Stability
from brikdesk.store.act import Act
from brikdesk.store.tables import Unit, Weapon

HELD = tuple(f"W-{number:02}" for number in range(1, 14))
"""Every hand weapon of chapter 3, the six guns of Bastard length and both shields with them."""
MOUNTED = ("Gun", "MachineGun", "BlastGun", "FlameThrower", "Cannon", "Launcher", "Rocket")
SHELLS = (
    RoundFacts(name="Shell", explosive_size=2, count=3),
    RoundFacts(
        name="Fog", explosive_size=2, count=2, makeup={"exchanges": {"SMOKE": 1, "FIRE": 1}}
    ),
)
MISSILES = (
    RoundFacts(
        name="Dart",
        explosive_size=1,
        count=30,
        makeup={"exchanges": {"PIERCE": 1}},
    ),
)
GRENADES = (RoundFacts(name="Shell X1", explosive_size=1, count=6),)
BOMBS = (Stability.UNSTABLE, Stability.SEMI_STABLE, Stability.UNSTABLE)

Do = Callable[[Act], Any]
Newest = Callable[[type[Unit] | type[Weapon]], int]


def muster(do: Do, newest: Newest, player_id: int, name: str) -> None:
    """Put one army on the table: minifigs with every hand weapon, a tank with every gun."""
    for preset in HELD:
        do(AddUnit(name=f"{name} {preset}", player_id=player_id))
        do(AddWeapon(unit_id=newest(Unit), preset=preset))
        if preset in ("W-09", "W-10"):
            battery = preset == "W-10"
            rack = AddRack(weapon_id=newest(Weapon), name="Pouch", battery=battery, rounds=GRENADES)
            do(rack)
    do(AddUnit(name=f"{name} scout", player_id=player_id, specialties=("tracking",)))
    for number in range(3):
        do(AddUnit(name=f"{name} gunner {number}", player_id=player_id, specialties=("gunnery",)))
    _tank(do, newest, player_id, name)
    do(
        AddUnit(
            name=f"{name} ogre", player_id=player_id, kind="Creature",
            size=3, armor="2d10", action_die=6,
        )
    )  # fmt: skip
    do(AddWeapon(unit_id=newest(Unit), kind="Melee Weapon", size=4))


def _tank(do: Do, newest: Newest, player_id: int, name: str) -> None:
    do(
        AddUnit(
            name=f"{name} tank", player_id=player_id, kind="Vehicle",
            size=6, armor="3d10", action_die=6,
        )
    )  # fmt: skip
    tank = newest(Unit)
    for kind in MOUNTED:
        do(AddWeapon(unit_id=tank, kind=kind, size=3))
        if kind == "Launcher":
            battery = AddRack(
                weapon_id=newest(Weapon), name="Battery", battery=True, rounds=MISSILES
            )
            do(battery)
    do(AddRack(unit_id=tank, name="Shells", rounds=SHELLS))


def odd_company(do: Do, newest: Newest, player_id: int, name: str) -> None:
    """Add what an army rarely has: sappers with bombs, d4 and d12 dice, Deflection, a wall."""
    for number, stability in enumerate(BOMBS):
        die = (4, 8, 12)[number]
        do(AddUnit(name=f"{name} sapper {number}", player_id=player_id, action_die=die))
        sapper = newest(Unit)
        do(AddWeapon(unit_id=sapper, preset="W-11", name=f"Grenade {number}"))
        do(
            AddExplosive(
                name=f"{name} bomb {number}", explosive_size=number + 1, stability=stability,
                carrier_id=sapper, makeup=Makeup() if number else Makeup(exchanges={"FIRE": 1}),
            )
        )  # fmt: skip
    do(AddUnit(name=f"{name} knight", player_id=player_id, deflection=2, armor="1d6"))
    do(AddWeapon(unit_id=newest(Unit), preset="W-13"))
    do(AddWeapon(unit_id=newest(Unit), preset="W-02"))
    do(AddUnit(name=f"{name} wall", player_id=player_id, kind="Structure", size=9, armor="2d10"))
    do(
        AddUnit(
            name=f"{name} giant", player_id=player_id, kind="Creature",
            size=5, armor="4d10", action_die=12,
        )
    )  # fmt: skip
    do(AddWeapon(unit_id=newest(Unit), kind="Melee Weapon", size=7, damage="2d12+4"))
