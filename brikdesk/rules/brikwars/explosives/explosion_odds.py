"""Turn an explosion of the rules into the question that `brikdesk.odds` answers."""

from collections.abc import Sequence

from brikdesk.odds.attacks import BlastAsked, BlastDie, BlastRules, BlastTarget
from brikdesk.rules.brikwars.explosives.explosive_variants import SIDES, ExplosiveDieKind
from brikdesk.rules.brikwars.house import BrikWarsHouse


def blast_asked(
    shot: int,
    kinds: Sequence[ExplosiveDieKind],
    added: Sequence[tuple[int, str]] = (),
    flat: int = 0,
    targets: Sequence[BlastTarget] = (),
    *,
    bought: ExplosiveDieKind | None = None,
    house: BrikWarsHouse | None = None,
) -> BlastAsked:
    """Return an explosion as the odds take it.

    Rules: 8.4-37, 8.4-38, 8.4-40, Q8-43, Q8-48, Q8-51, Q8-53, OF-25, OF-26.

    - `shot`: as in `BlastAsked`.
    - `kinds`: its Explosive dice; of equally high ones the first of table 4 leaves first.
    - `added`: sides and kind of each die on top.
    - `bought`: the Explosive die that a Benny adds, None if the Benny is not spent on damage.
    - `house`: the house rules of the campaign; None: all as usual.
    """
    bands = house.phased_bands if house else 1
    ordered = sorted(kinds, key=list(ExplosiveDieKind).index)
    return BlastAsked(
        shot=shot,
        dice=tuple(explosive_die(kind, bands) for kind in ordered),
        added=tuple(_added_die(sides, kind) for sides, kind in added),
        flat=flat,
        targets=tuple(targets),
        bought=explosive_die(bought, bands) if bought else 0,
        rules=_blast_rules(house) if house else BlastRules(),
    )


def explosive_die(kind: ExplosiveDieKind, phased_bands: int = 1) -> BlastDie:
    """Return one Explosive die with the properties of its kind."""
    return BlastDie(
        SIDES[kind],
        kind.value,
        bands=phased_bands if kind is ExplosiveDieKind.PHASED else 1,
        harmless=kind is ExplosiveDieKind.CONCUSSION,
        pierces=kind is ExplosiveDieKind.PIERCE,
        fire=kind is ExplosiveDieKind.FIRE,
        throws=kind is ExplosiveDieKind.EXP,
    )


def _added_die(sides: int, kind: str) -> BlastDie:
    """Return one die on top of the Explosive Size (8.4-29)."""
    fire, exp = ExplosiveDieKind.FIRE.value, ExplosiveDieKind.EXP.value
    return BlastDie(sides, kind, fire=kind == fire, throws=kind == exp)


def _blast_rules(house: BrikWarsHouse) -> BlastRules:
    """Return what the house rules say about explosions."""
    return BlastRules(
        highest_by_points=house.highest_by == "face_plus_bonus",
        deflection_takes_lowest=house.bw_deflection_pick == "lowest",
        deflection_keeps_bonus=house.bw_deflection_keeps_bonus,
        failure_is_zero=house.explosion_crit_damage == "zero",
    )
