"""Rate-of-fire codes and the weapons they fit (12-18 to 12-21, T3)."""

from enum import Enum

from msgspec import Struct

from brikdesk.rules.no import No, first, no_if
from brikdesk.rules.scifi.data import rows

MINI_ROCKETS = "mini-rocket"
"""The type of launchers that fire a cluster (12-20)."""


class Rate(Enum):
    """The code on a weapon's chart."""

    AUTOMATIC = "A"
    BEAM = "B"
    PULSE = "P"
    ROTARY = "R"
    SINGLE = "S"


class RateRow(Struct, frozen=True):
    """One code: the natures it is for, and the types it fits besides."""

    code: str
    name: str
    natures: tuple[str, ...]
    also: tuple[str, ...] = ()


def _row(row: dict[str, object]) -> RateRow:
    lists = {key: tuple(value) for key, value in row.items() if isinstance(value, list)}
    return RateRow(code=str(row["code"]), name=str(row["name"]), **lists)


RATES = {Rate(row["code"]): _row(row) for row in rows("rates_of_fire")}
"""The table of codes (12-18)."""


def objection(rate: Rate, nature: str, type: str = "", *, used_once: bool = False) -> No | None:
    """Warn about a code that does not fit the weapon; it may be kept (12-19, 12-20).

    - `nature`: "projectile", "energy", "warhead", empty if nobody said.
    - `used_once`: a grenade, a missile, whatever is gone after one use.
    """
    row = RATES[rate]
    once = used_once and rate is not Rate.SINGLE
    cluster = type == MINI_ROCKETS and rate is not Rate.PULSE
    unlike = nature and nature not in row.natures and type not in row.also
    return first(
        no_if(once, "12-19", "What is used only once is coded S"),
        no_if(cluster, "12-20", "A mini-rocket launcher is coded P: one firing is a cluster"),
        no_if(unlike, "12-19", f"{row.name} is for {' or '.join(row.natures)} weapons"),
    )


def suggested(type: str, *, used_once: bool = False) -> Rate | None:
    """Return the code that a weapon of the type must have, None if several fit (12-19, 12-20)."""
    if used_once:
        return Rate.SINGLE
    return Rate.PULSE if type == MINI_ROCKETS else None
