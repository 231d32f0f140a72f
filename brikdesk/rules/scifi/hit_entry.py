"""What is shown beside the entry of hit or miss (12-21, 12-50, 12-56, 12-70, 12-86, 12-87)."""

from msgspec import Struct

from brikdesk.rules.scifi.convergence import Procedure, Waived
from brikdesk.rules.scifi.range_bands import RangeBand
from brikdesk.rules.scifi.rate_of_fire import RATES, Rate
from brikdesk.rules.scifi.variable_fire import Setting

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Return a number with its sign, as a detection effect is shown (12-50, S-26): +2, −1, 0."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


class HitEntry(Struct, frozen=True):
    """What helps the referee to enter whether an attack hits.

    `rate` in words, `hit_bonus` of pulse mode, `detection_effect` as shown, `waived` the factors
    that count 0 and why.
    """

    rate: str
    band: RangeBand | None
    attack_factor: int
    hit_bonus: int
    detection_effect: str
    waived: tuple[Waived, ...]


def hit_entry(
    rate: Rate | None,
    band: RangeBand | None,
    setting: Setting,
    procedure: Procedure,
    detection_effect: int | None = None,
) -> HitEntry:
    """Return what is shown beside the hit entry of one attack."""
    return HitEntry(
        rate=f"{rate.value}, {RATES[rate].name}" if rate else "",
        band=band,
        attack_factor=setting.attack_factor,
        hit_bonus=setting.hit_bonus,
        detection_effect="" if detection_effect is None else signed(detection_effect),
        waived=procedure.waived,
    )
