"""Units that survive a blast but are incapacitated by it (12-46 to 12-49)."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from brikdesk.rules.scifi.units import MACHINES, PEOPLE, SfUnitKind
from brikdesk.rules.scifi.warheads import BLAST_WARHEADS, has_blast


class UnitInBlast(Struct, frozen=True):
    """A unit inside the effect area, after its damage was entered.

    `on_foot` is False for those inside a vehicle, `open_topped` says that they ride in the open;
    `size` matters for wardrones and warbots only.
    """

    name: str
    kind: SfUnitKind
    size: int = 0
    on_foot: bool = True
    open_topped: bool = False
    eliminated: bool = False


def susceptible(victim: UnitInBlast, *, open_crew: bool = False) -> bool:
    """Return whether a blast can incapacitate a unit.

    Rules: 12-48 (people on foot, wardrones and warbots of size 0), S-29 (`open_crew`: those in
    open-topped vehicles count as on foot).
    """
    if victim.kind in MACHINES:
        return victim.size == 0
    on_foot = victim.on_foot or (open_crew and victim.open_topped)
    return victim.kind in PEOPLE and on_foot


def incapacitated(
    warhead: str,
    inside: Iterable[UnitInBlast],
    *,
    blast_warheads: Collection[str] = BLAST_WARHEADS,
    open_crew: bool = False,
) -> tuple[str, ...]:
    """Return the survivors inside an effect area who are incapacitated (12-46, 12-47, S-28).

    For an early vaporshock `inside` are those in the halved area (12-49).
    """
    if not has_blast(warhead, blast_warheads):
        return ()
    return tuple(
        victim.name
        for victim in inside
        if not victim.eliminated and susceptible(victim, open_crew=open_crew)
    )
