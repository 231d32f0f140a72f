"""Who brings minifigs back and mends creations, as far as it is known (OF-62, OF-64, OF-89).

The table of Ker-Triage and how much a repair restores were not found: the referee says both.
"""

from brikdesk.lengths import compared
from brikdesk.rules.brikwars.no import No, first, no_if
from brikdesk.rules.nearly import NEARLY

TRIAGE, CONSTRUCTION = "ker-triage", "construction"
"""The Specialties of a Medik and of a Mechanik."""


def triage_die(*, tools: bool) -> int:
    """Return the sides of the die of Ker-Triage: without proper tools it is a d6 (OF-89)."""
    return 8 if tools else 6


def may_triage(*, medik: bool) -> No | None:
    """Refuse Ker-Triage to anybody but a Medik (OF-89)."""
    return None if medik else No("OF-89", "Ker-Triage is not among its Specialties")


REPAIR_DIE = 8
"""The sides of a Mechanik's die (OF-62)."""


def may_repair(*, mechanik: bool, away: float | None, shown: int | None) -> No | None:
    """Refuse a repair by anybody but a Mechanik, or farther away than his die shows (OF-62).

    - `away`: inches between the two; None where it is not known.
    - `shown`: the face of his die; None while it is not thrown.
    """
    far = None
    if away is not None and shown is not None and away > shown + NEARLY:
        within, apart = compared(shown, away)
        far = No("OF-62", f"it works within {within}, and this is {apart} away")
    return first(no_if(not mechanik, "OF-62", "Construction is not among its Specialties"), far)


def may_mend(inches: int, *, bw_repair_inches_per_construction: int = 0) -> No | None:
    """Refuse more than one Construction mends by house rule; by default the table says how much (OF-64)."""
    most = bw_repair_inches_per_construction
    return no_if(
        most and inches > most, "OF-64", f'one Construction Action mends {most}", not {inches}"'
    )


def mended(size_damage: int, inches: int) -> int:
    """Return the Size Damage that is left after so many inches were repaired (OF-64)."""
    return max(0, size_damage - inches)
