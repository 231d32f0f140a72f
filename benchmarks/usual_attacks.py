"""The 20 attacks that a battle brings most often, as their odds are asked for."""

from brikdesk.dice import Pool
from brikdesk.odds.attacks import (
    AttackAsked,
    Benny,
    BlastAsked,
    BlastDie,
    BlastTarget,
    FireAsked,
    FireCatches,
    HitAsked,
    ShotAsked,
    TargetAsked,
)

D6, D8, D10 = Pool((6,)), Pool((8,)), Pool((10,))
FOUR, HERO, TRUCK, TANK = Pool((), 4), Pool((6, 6)), Pool((10,)), Pool((10,) * 3)


def _shots(
    damage: str,
    armor: Pool,
    *,
    action: str = "d6",
    use: int = 3,
    count: int = 1,
    jams: int = 0,
    benny: Benny = Benny.KEPT,
    fire: FireAsked | None = None,
    knockback: int = 0,
) -> AttackAsked:
    shot = ShotAsked(Pool.parse(action), use, jams_below=jams)
    dice = Pool.parse(damage)
    hits = tuple(HitAsked(at, dice, 6, fire, knockback) for at in range(count))
    return AttackAsked((shot,) * count, (TargetAsked("Target", hits, armor),), benny=benny)


def _arc(damage: str, targets: int) -> AttackAsked:
    shots = tuple(ShotAsked(Pool((6,), -each), 3, jams_below=2) for each in range(targets))
    hit = Pool.parse(damage)
    each = tuple(TargetAsked(f"{at}", (HitAsked(at, hit),), FOUR) for at in range(targets))
    return AttackAsked(shots, each)


def _blast(
    dice: tuple[int | BlastDie, ...],
    bands: tuple[int, ...],
    *,
    added: tuple[int, ...] = (),
    benny: Benny = Benny.KEPT,
    layers: int = 0,
) -> AttackAsked:
    caught = tuple(
        BlastTarget(
            f"{band}", band, 0, FOUR if band else TANK, layers,
            catching=FireCatches(points=True), holds=0, pop=D6,
        )
        for band in bands
    )  # fmt: skip
    blast = BlastAsked(0, dice, added, 0, caught, bought=EXP)
    return AttackAsked((ShotAsked(D8, 4),), (), (blast,), benny)


EXP, FIRE = BlastDie(10, "Exp", throws=True), BlastDie(4, "Fire", fire=True)
PIERCE = BlastDie(6, "Pierce", pierces=True)

USUAL_ATTACKS: dict[str, AttackAsked] = {
    "hand weapon": _shots("1d6", FOUR, use=2),
    "heavy weapon": _shots("1d6+2", FOUR, benny=Benny.DAMAGE),
    "two-handed weapon": _shots("2d6", FOUR, use=4),
    "pistol": _shots("1d6", FOUR),
    "rifle, far away": _shots("1d6+1", FOUR, action="d6-2"),
    "rifle, a Hero with a Benny": _shots("1d6+1", HERO, action="d10", benny=Benny.DAMAGE),
    "rifle, burning": _shots("1d6+1", FOUR, action="d6-1d4"),
    "rifle, an Incompetent": _shots("1d6+1", FOUR, action="d4", benny=Benny.ACTION),
    "shotgun at a Hero": _shots("1d8+1", HERO, knockback=1),
    "three rifles at a truck": _shots("1d6+1", TRUCK, count=3),
    "burst of 5": _shots("1d6+1", FOUR, action="d6-4", count=5, jams=2),
    "burst of 10 at a tank": _shots("3d6", TANK, action="d8-5", count=10, jams=3),
    "arc over 6": _arc("1d6+1", 6),
    "flame thrower": _shots("2d4+1", FOUR, use=2, fire=FireAsked(2, FireCatches(points=True))),
    "laser at a tank": _shots("4d6", TANK, action="d8+1", use=5),
    "grenade": _blast((EXP,), (0,)),
    "rocket of 3": _blast((EXP,) * 3, (0, 1, 2), benny=Benny.DAMAGE),
    "incendiary of 4": _blast((FIRE, FIRE, EXP, EXP), (0, 1, 2), added=(6,)),
    "armor piercing of 3": _blast((PIERCE, PIERCE, EXP), (0, 1), layers=1),
    "bomb of 8": _blast((EXP,) * 8, (0, 1, 2, 4, 6), benny=Benny.DAMAGE),
}
"""Each by what it is."""
