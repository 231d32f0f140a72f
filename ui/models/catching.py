"""What explodes, as the list of those who are caught in it needs to know it."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from brikdesk.acts.attack.aim import Caught
from brikdesk.acts.attack.blast_preview import BlastLine
from brikdesk.acts.attack.reach import caught_by
from brikdesk.ground.round import point_to_edge
from brikdesk.store.views.explosives import MayGoOff
from brikdesk.store.views.near import NearRow, near_point
from brikdesk.store.views.units import UnitRow
from ui.campaign.desk import Desk
from ui.models.pick_rows import PickRow
from ui.widgets.token import TokenLook

MOST_CAUGHT = 40
"""Things at most that the map alone puts into explosions: each die of theirs is looked at anew."""

Name = tuple[str, int]
"""The explosion, and what is caught in it, by its key."""


class MayExplode(Protocol):
    """Something that may explode: an attack, or a step of the queue."""

    @property
    def blasts(self) -> tuple[BlastLine, ...]:
        """The explosions that there are; empty if nobody can be caught now."""

    @property
    def caught(self) -> tuple[Caught, ...]:
        """Everybody who is caught, by what was typed or by the map."""

    @property
    def units(self) -> Mapping[int, UnitRow]:
        """All units that stand on the table, by key."""

    @property
    def loads(self) -> Mapping[int, MayGoOff]:
        """All that may go off in turn, by key."""

    @property
    def beyond(self) -> tuple[Caught, ...]:
        """Whom the map has within reach too, but who are too many to be caught without a word."""

    def catch(self, *caught: Caught) -> None:
        """Note the measures of those who are caught."""

    def spare(self, name: Name) -> None:
        """Take somebody out of an explosion."""


def named(caught: Caught) -> Name:
    """Return the name that tells this row from all others."""
    return caught.blast, caught.unit_id or load_key(caught)


def load_key(load: Caught | MayGoOff) -> int:
    """Return a key below 0 for what may go off: three tables count from 1, and units do too."""
    if load.explosive_id is not None:
        return -3 * load.explosive_id
    if load.projectile_id is not None:
        return -3 * load.projectile_id - 1
    return -3 * (load.round_id or 0) - 2


def left_out(
    desk: Desk, blasts: tuple[BlastLine, ...], caught: Iterable[Caught], spared: frozenset[Name]
) -> tuple[Caught, ...]:
    """Return whom the map has within reach who are neither caught nor taken out.

    They come in the order in which the explosions go off, for each the nearest first.
    """

    def near(blast: BlastLine) -> tuple[NearRow, ...]:
        return desk.read(near_point, blast.x, blast.y, blast.radius, blast.carrier_id)

    spoken = {named(each) for each in caught} | spared
    return tuple(each for each in caught_by(blasts, near) if named(each) not in spoken)


def by_key(loads: Iterable[MayGoOff]) -> dict[int, MayGoOff]:
    """Return what may go off by its keys."""
    return {load_key(load): load for load in loads}


def caught_load(load: MayGoOff) -> Caught:
    """Return something that may go off as caught, before anybody has measured its distance."""
    return Caught(
        explosive_id=load.explosive_id,
        projectile_id=load.projectile_id,
        round_id=load.round_id,
    )


def load_rows(loads: Mapping[int, MayGoOff], ticked: Iterable[int]) -> tuple[PickRow, ...]:
    """Return the rows from which the referee picks what else is caught; those in `ticked` are."""
    there = set(ticked)
    return tuple(
        PickRow(
            key,
            f"{load.name} X{load.explosive_size}",
            load.where,
            icon="dud",
            also="explosive",
            ticked=key in there,
        )
        for key, load in loads.items()
    )


def inches_from(blast: BlastLine, unit: UnitRow) -> float | None:
    """Return the inches from the centre to the edge of a unit; None if a place is not known."""
    # What explodes in a unit's hands or hold needs no map to reach that unit.
    if unit.id == blast.carrier_id:
        return 0.0
    return point_to_edge(blast.x, blast.y, unit)


def unit_rows(units: Iterable[UnitRow], ticked: Iterable[int]) -> tuple[PickRow, ...]:
    """Return the rows from which the referee picks who is caught; those in `ticked` are."""
    there = set(ticked)
    return tuple(
        PickRow(
            unit.id,
            unit.name,
            f'Size {unit.size}"' if unit.size > 1 else unit.kind,
            token=TokenLook(unit.colour, unit.token, unit.size < 2),
            also=f"{unit.token} {unit.code} {unit.faction} {unit.kind}",
            ticked=unit.id in there,
        )
        for unit in units
    )


class SaidReach(Struct, frozen=True):
    """What the referee said about who is within reach; each change returns a new value.

    `caught` are those who were measured. `spared` are those whom the referee took out although the
    map has them within reach. `whole`: it was settled so, and the map adds nobody.
    """

    caught: tuple[Caught, ...] = ()
    spared: frozenset[Name] = frozenset()
    whole: bool = False

    def catching(self, *caught: Caught) -> "SaidReach":
        """Return it with these caught, in place of older measures of the same ones."""
        names = {named(each) for each in caught}
        rest = tuple(each for each in self.caught if named(each) not in names)
        return replace(self, caught=(*rest, *caught), spared=self.spared - names)

    def sparing(self, name: Name) -> "SaidReach":
        """Return it with somebody taken out of an explosion."""
        rest = tuple(each for each in self.caught if named(each) != name)
        return replace(self, caught=rest, spared=self.spared | {name})

    def with_map(self, on_the_map: Iterable[Caught]) -> tuple[Caught, ...]:
        """Return all who are caught: those the referee spoke of, then those only the map has."""
        if self.whole:
            return self.caught
        spoken = {named(each) for each in self.caught} | self.spared
        return (*self.caught, *(each for each in on_the_map if named(each) not in spoken))
