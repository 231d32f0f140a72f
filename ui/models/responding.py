"""Who responds, as rows: the units that may, and what one of them can do."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from brikdesk.acts.units.responding import Responder
from brikdesk.lengths import in_inches
from brikdesk.store.views.units import UnitRow
from ui.models.pick_rows import PickRow
from ui.widgets.token import TokenLook

SEES = {True: "sees it", False: "looks away", None: ""}


class Doing(Enum):
    """What a unit does in response."""

    ATTACK = "attack"
    BAIL = "bail"
    OTHER = "other"


class WayToRespond(Struct, frozen=True):
    """One way to respond: what is done, and the inches by which it comes before the other Action."""

    doing: Doing
    lead: float = 0.0
    exclude_each_other: bool = False


def responder_rows(
    found: tuple[Responder, ...], units: Mapping[int, UnitRow]
) -> tuple[PickRow, ...]:
    """Return a row for each unit: where it is and whether it sees, or why it may not respond."""
    return tuple(_row(each, units[each.unit_id]) for each in found if each.unit_id in units)


class Noticing(Enum):
    """What decides whether a unit has noticed what it wants to respond to."""

    NOTICED = "What I Say Goes"


def noticing_rows() -> tuple[PickRow, ...]:
    """Return how a unit that looks away may respond all the same (4.3-09)."""
    words = "in doubt the players roll for it, and its own has won"
    return (PickRow(Noticing.NOTICED, "It has noticed", words, "4.3-09", icon="check"),)


def way_rows(other: str) -> tuple[PickRow, ...]:
    """Return what a unit can do about another one, and in which order (4.3-10 to 4.3-12)."""
    before = f'it can act while {other} is still 1" or more away from acting'
    clash = "if one of the two happens, the other one cannot"
    return (
        PickRow(WayToRespond(Doing.ATTACK, 1.0), "Attack first", before, "4.3-10", icon="attack"),
        PickRow(
            WayToRespond(Doing.ATTACK), "Attack, both at once", "both count, even of one who dies", "4.3-11",
            icon="attack",
        ),
        PickRow(
            WayToRespond(Doing.ATTACK, exclude_each_other=True),
            "Attack, the higher Action Roll goes first", clash, "4.3-12", icon="attack",
        ),
        PickRow(WayToRespond(Doing.BAIL), "Bail", "dive out of danger", "4.3-14", icon="disrupted"),
        PickRow(
            WayToRespond(Doing.OTHER), "Another Action", "rolled against its Use", "4.3-02", icon="check",
        ),
    )  # fmt: skip


def _row(each: Responder, unit: UnitRow) -> PickRow:
    away = "" if each.distance is None else in_inches(each.distance)
    gone = "came past it" if each.passed else ""
    strikes = "in its striking distance: attacks by default" if each.strikes else ""
    seen = ", ".join(part for part in (away, SEES[each.sees], gone, strikes) if part)
    return PickRow(
        each.unit_id,
        unit.name,
        each.no.why if each.no else seen,
        each.no.rule if each.no else "4.1-07" if each.strikes else "",
        token=TokenLook(unit.colour, unit.token, unit.size < 2),
        also=f"{unit.token} {unit.code} {unit.faction}",
    )
