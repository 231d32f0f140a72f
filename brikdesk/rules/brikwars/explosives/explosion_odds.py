"""Turn an explosion of the rules into the question that `brikdesk.odds` answers."""

from collections.abc import Mapping, Sequence

from brikdesk.odds.attacks import BlastAsked, BlastDie, BlastRules, BlastTarget
from brikdesk.rules.brikwars.explosives.explosive_variants import SIDES, ExplosiveDieKind


def blast_asked(
    shot: int,
    kinds: Sequence[ExplosiveDieKind],
    added: Sequence[tuple[int, str]] = (),
    flat: int = 0,
    targets: Sequence[BlastTarget] = (),
    *,
    bought: ExplosiveDieKind | None = None,
    switches: Mapping[str, object] | None = None,
) -> BlastAsked:
    """Return an explosion as the odds take it.

    Rules: 8.4-37, 8.4-38, 8.4-40, Q8-43, Q8-48, Q8-51, Q8-53, OF-25, OF-26.

    - `shot`: as in `BlastAsked`.
    - `kinds`: its Explosive dice; of equally high ones the first of table 4 leaves first.
    - `added`: sides and kind of each die on top.
    - `bought`: the Explosive die that a Benny adds, None if the Benny is not spent on damage.
    - `switches`: those of the campaign by their ids; a missing one has its default.
    """
    rules = switches or {}
    bands = int(str(rules.get("phased_bands", 1)))
    ordered = sorted(kinds, key=list(ExplosiveDieKind).index)
    return BlastAsked(
        shot=shot,
        dice=tuple(explosive_die(kind, bands) for kind in ordered),
        added=tuple(_added_die(sides, kind) for sides, kind in added),
        flat=flat,
        targets=tuple(targets),
        bought=explosive_die(bought, bands) if bought else 0,
        rules=_blast_rules(rules),
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


def _blast_rules(switches: Mapping[str, object]) -> BlastRules:
    """Read the switches about explosions by their ids."""
    return BlastRules(
        highest_by_points=switches.get("highest_by") == "face_plus_bonus",
        deflection_takes_lowest=switches.get("bw_deflection_pick") == "lowest",
        deflection_keeps_bonus=bool(switches.get("bw_deflection_keeps_bonus", True)),
        failure_is_zero=switches.get("explosion_crit_damage", "zero") == "zero",
    )
